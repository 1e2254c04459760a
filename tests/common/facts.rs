//! Facts of a source beside those of git itself.

use std::path::Path;
use std::time::Duration;

use session_checkpoint::git::{self, Budget, Change, Content, Failure, Found, Head, Source};
use session_checkpoint::path::RelativePath;

use super::Project;

/// More than any state needs on a slow machine.
pub const TIME: Duration = Duration::from_mins(1);

pub fn open(root: &Path) -> Box<dyn Source> {
    match git::open(root, Budget::of(TIME)) {
        Found::Repository(source) => source,
        Found::Nothing => panic!("no repository at {}", root.display()),
        Found::Unusable(reason) => panic!("{reason}"),
    }
}

/// Path, status and the name before a rename.
pub type Line = (Vec<u8>, String, Option<Vec<u8>>);

/// What git prints, in the form documents hold.
pub fn expected(project: &Project) -> Vec<Line> {
    let output = project
        .git_command(&["--no-optional-locks", "status", "--porcelain=v1", "-z", "-uall", "--", "."])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let prefix = project.git(&["rev-parse", "--show-prefix"]);
    let below = |path: &[u8]| path.strip_prefix(prefix.as_bytes()).map(<[u8]>::to_vec);
    let mut fields = output.stdout.split(|&byte| byte == 0);
    let mut changes = Vec::new();
    while let Some(field) = fields.next().filter(|field| !field.is_empty()) {
        let (code, path) = (&field[..2], &field[3..]);
        let renamed = code.contains(&b'R') || code.contains(&b'C');
        let from = renamed.then(|| fields.next().unwrap()).and_then(below);
        let code = String::from_utf8(code.to_vec()).unwrap();
        let conflict = ["DD", "AU", "UD", "UA", "DU", "AA", "UU"].contains(&code.as_str());
        // A copy is a new file, and so is a rename from outside the root.
        let copied = code.contains('C');
        let from = from.filter(|_| !copied);
        let status = match code.as_str() {
            "??" => code,
            _ if copied && !code.ends_with('D') => "A".to_owned(),
            _ if conflict => code,
            _ if code.ends_with('D') => "D".to_owned(),
            _ => code.trim()[..1].to_owned(),
        };
        let path = below(path).unwrap();
        let path = path.strip_suffix(b"/").unwrap_or(&path).to_vec();
        changes.push((path, status, from));
    }
    // A file that was taken out of the index but not deleted has two lines; a document has one entry
    // for it, which says that git does not know the content that is there.
    let untracked: Vec<Vec<u8>> =
        changes.iter().filter(|(_, status, _)| status == "??").map(|(path, ..)| path.clone()).collect();
    changes.retain(|(path, status, _)| status == "??" || !untracked.contains(path));
    changes.sort();
    changes
}

pub fn found(source: &dyn Source) -> Vec<Line> {
    let mut changes: Vec<_> = source
        .changes()
        .unwrap()
        .list
        .into_iter()
        .map(|Change { path, status, renamed_from }| {
            (path.as_bytes().to_vec(), status, renamed_from.map(|path| path.as_bytes().to_vec()))
        })
        .collect();
    changes.sort();
    changes
}

pub fn readable(changes: &[Line]) -> Vec<String> {
    changes
        .iter()
        .map(|(path, status, from)| {
            let from = from.as_ref().map_or(String::new(), |from| format!(" from {}", from.escape_ascii()));
            format!("{status} {}{from}", path.escape_ascii())
        })
        .collect()
}

/// Compares everything both sources say about a project with git.
pub fn check(name: &str, project: &Project) {
    served(name, check_with(name, project, 20));
}

/// Compares what both sources say, and with the history of so many commits. Returns which of them the
/// product takes.
pub fn check_with(name: &str, project: &Project, commits: usize) -> &'static str {
    let sources = git::sources(&project.root, Budget::of(TIME));
    assert!(sources.program.is_some(), "{name}: the git program has to read every state");
    for source in sources.program.into_iter().chain(sources.libgit2) {
        if source.changes().is_err_and(|Failure(reason)| reason.ends_with("left to git")) {
            continue;
        }
        compare(&format!("{name} ({})", source.name()), project, source.as_ref(), commits);
    }
    let taken = open(&project.root);
    compare(name, project, taken.as_ref(), commits);
    taken.name()
}

/// Prints which source the product takes, for the table of states.
pub fn served(name: &str, source: &str) {
    println!("state: {}: {source}", name.trim());
}

/// Compares what one source says with git, and with the history of so many commits.
pub fn compare(name: &str, project: &Project, source: &dyn Source, commits: usize) {
    let (expected, found) = (expected(project), found(source));
    assert_eq!(readable(&found), readable(&expected), "status in state {name}");

    let head = source.head().unwrap();
    let commit = project.git_command(&["rev-parse", "--verify", "-q", "HEAD"]).output().unwrap();
    let commit = String::from_utf8(commit.stdout).unwrap().trim().to_owned();
    let branch = project.git_command(&["symbolic-ref", "--short", "-q", "HEAD"]).output().unwrap();
    let branch = Some(String::from_utf8(branch.stdout).unwrap().trim().to_owned()).filter(|name| !name.is_empty());
    match head {
        Head::Unborn => assert_eq!(commit, "", "{name}"),
        Head::Commit { id, branch: own } => assert_eq!((id, own), (commit.clone(), branch), "{name}"),
    }

    let paths: Vec<RelativePath> = expected.iter().map(|(path, ..)| RelativePath::from_bytes(path).unwrap()).collect();
    for (path, content) in paths.iter().zip(source.contents(&paths)) {
        let place = path.under(&project.root);
        // Git looks through no symlinked directory.
        let is_beyond_link =
            place.ancestors().skip(1).take_while(|parent| *parent != project.root).any(Path::is_symlink);
        let Some(metadata) = place.symlink_metadata().ok().filter(|_| !is_beyond_link) else {
            assert_eq!(content, Content::Absent, "{name} {}", path.text());
            continue;
        };
        if metadata.is_file() {
            let mut command = project.git_command(&["hash-object", "--"]);
            let hash = command.arg(place.strip_prefix(&project.root).unwrap()).output().unwrap();
            let hash = String::from_utf8(hash.stdout).unwrap().trim().to_owned();
            assert_eq!(content, Content::Hash(hash), "{name} {}", path.text());
        } else if metadata.is_symlink() {
            let target = std::os::unix::ffi::OsStrExt::as_bytes(place.read_link().unwrap().as_os_str()).to_vec();
            assert_eq!(content, Content::Hash(project.git_with_input(&["hash-object", "--stdin"], &target)), "{name}");
        }
    }
    let mut probes = paths.clone();
    probes.extend(["zz.log", "d/zz.log", "ignored", ":(top)x"].iter().filter_map(|path| RelativePath::from_text(path)));
    let names: Vec<u8> = probes.iter().flat_map(|path| [b"./", path.as_bytes(), b"\0"].concat()).collect();
    let mut ignored: Vec<Vec<u8>> =
        source.find_ignored(&probes).unwrap().iter().map(|path| path.as_bytes().to_vec()).collect();
    ignored.sort();
    if let Some(output) = project.try_git_with_input(&["check-ignore", "--no-index", "-z", "--stdin"], &names) {
        let mut expected: Vec<Vec<u8>> =
            output.split(|&byte| byte == 0).filter_map(|name| name.strip_prefix(b"./")).map(<[u8]>::to_vec).collect();
        expected.sort();
        expected.dedup();
        assert_eq!(ignored, expected, "{name} ignored");
    }
    let tracked: Vec<Vec<u8>> =
        source.find_tracked(&["a", "d"]).unwrap().iter().map(|path| path.as_bytes().to_vec()).collect();
    let output = project
        .git_command(&["ls-files", "-z", "--", ":(literal,icase)a", ":(literal,icase)d"])
        .output()
        .unwrap()
        .stdout;
    let mut expected: Vec<Vec<u8>> =
        output.split(|&byte| byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect();
    expected.dedup();
    let mut tracked = tracked;
    tracked.dedup();
    assert_eq!(tracked, expected, "{name} tracked");
    if !commit.is_empty() {
        for ancestor in project.git(&["rev-list", "--all", &format!("--max-count={commits}")]).lines() {
            let count = project.git(&["rev-list", "--count", &format!("{ancestor}..HEAD")]);
            let distance = source.distance(ancestor).unwrap().unwrap();
            assert_eq!(distance.ahead.to_string(), count, "{name} {ancestor}");
            let is_ancestor =
                project.git_command(&["merge-base", "--is-ancestor", ancestor, "HEAD"]).status().unwrap().success();
            assert_eq!(distance.is_ancestor, is_ancestor, "{name} {ancestor}");
            let mut changed: Vec<String> =
                source.changed_between(ancestor).unwrap().iter().map(RelativePath::text).collect();
            changed.sort();
            changed.dedup();
            // Settings leave submodules out of what is shown, not out of what changed.
            let range = [
                "diff-tree",
                "-r",
                "-z",
                "--name-only",
                "--no-renames",
                "--relative",
                "--ignore-submodules=none",
                ancestor,
                "HEAD",
            ];
            let output = project.git_command(&range).output().unwrap().stdout;
            let mut names: Vec<String> =
                output.split(|&byte| byte == 0).filter_map(RelativePath::from_bytes).map(|path| path.text()).collect();
            names.sort();
            assert_eq!(changed, names, "{name} {ancestor}");
        }
    }
}
