//! Git facts equal to git's own, state by state.
//!
//! Each state is made with git, then asked of the engine and of `git status --porcelain=v1 -z -uall`,
//! `git hash-object` and `git rev-list`.

mod common;

use std::path::Path;

use common::Project;
use common::facts::{TIME, check, found, open, readable, served};
use session_checkpoint::git::{self, Budget, Content, Found};
use session_checkpoint::path::RelativePath;

/// Two branches that changed the same lines.
fn diverged() -> Project {
    let project = Project::with(&[("a", "1\n"), ("b", "1\n"), ("c", "1\n")]);
    project.git(&["checkout", "-q", "-b", "topic"]);
    project.write("a", "topic\n");
    std::fs::remove_file(project.path("b")).unwrap();
    project.write("new", "topic\n");
    project.commit("topic");
    project.git(&["checkout", "-q", "main"]);
    project.write("a", "main\n");
    project.write("b", "main\n");
    project.write("new", "main\n");
    project.commit("main");
    project
}

/// Runs a git command that is meant to stop half-way.
fn stops(project: &Project, arguments: &[&str]) {
    let output = project.git_command(arguments).env("GIT_EDITOR", "true").output().unwrap();
    assert!(!output.status.success(), "git {arguments:?} did not stop");
}

#[test]
fn clean_and_unborn() {
    check("clean", &Project::with(&[("a", "1\n")]));
    check("unborn, empty", &Project::unborn());
    let project = Project::unborn();
    project.write("a", "1\n");
    project.write("b", "1\n");
    project.git(&["add", "b"]);
    check("unborn", &project);
}

#[test]
fn every_code_of_an_ordinary_day() {
    let project = Project::with(&[
        ("modified", "1\n"),
        ("staged", "1\n"),
        ("both", "1\n"),
        ("deleted", "1\n"),
        ("staged-deleted", "gone\n"),
        ("back", "untracked again\n"),
        ("moved", &"line\n".repeat(30)),
        ("typechange", "1\n"),
        ("mode", "1\n"),
    ]);
    project.write("modified", "2\n");
    project.write("staged", "2\n");
    project.git(&["add", "staged"]);
    project.write("both", "2\n");
    project.git(&["add", "both"]);
    project.write("both", "3\n");
    std::fs::remove_file(project.path("deleted")).unwrap();
    project.git(&["rm", "-q", "staged-deleted"]);
    project.git(&["rm", "-q", "--cached", "back"]);
    project.git(&["mv", "moved", "moved-to"]);
    project.write("added", "added\n");
    project.write("added-gone", "added-gone\n");
    project.write("added-changed", "added-changed\n");
    project.git(&["add", "added", "added-gone", "added-changed"]);
    std::fs::remove_file(project.path("added-gone")).unwrap();
    project.write("added-changed", "2\n");
    project.write("intent", "intent\n");
    project.git(&["add", "-N", "intent"]);
    project.write("untracked/deep/file", "1\n");
    std::fs::create_dir(project.path("empty")).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::remove_file(project.path("typechange")).unwrap();
        std::os::unix::fs::symlink("modified", project.path("typechange")).unwrap();
        std::fs::set_permissions(project.path("mode"), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    check("ordinary", &project);
    project.git(&["mv", "moved-to", "moved-again"]);
    std::fs::remove_file(project.path("moved-again")).unwrap();
    check("renamed and gone", &project);
}

#[test]
fn stopped_operations_and_conflicts() {
    let merge = diverged();
    stops(&merge, &["merge", "topic"]);
    check("merge", &merge);
    let rebase = diverged();
    stops(&rebase, &["rebase", "topic"]);
    check("rebase", &rebase);
    let pick = diverged();
    stops(&pick, &["cherry-pick", "topic"]);
    check("cherry-pick", &pick);
    let revert = diverged();
    revert.write("a", "later\n");
    revert.commit("later");
    stops(&revert, &["revert", "--no-edit", "HEAD~1"]);
    check("revert", &revert);
    let bisect = diverged();
    bisect.git(&["bisect", "start", "HEAD", "HEAD~1"]);
    check("bisect", &bisect);
    let stash = diverged();
    stash.write("c", "2\n");
    stash.git(&["stash", "-q"]);
    stash.write("c", "3\n");
    stash.commit("c");
    stops(&stash, &["stash", "pop"]);
    check("stash pop", &stash);
}

#[test]
fn detached_amended_and_grafted_history() {
    let project = diverged();
    project.git(&["checkout", "-q", "--detach", "topic"]);
    check("detached", &project);
    project.git(&["checkout", "-q", "main"]);
    project.git(&["commit", "-q", "--amend", "-m", "again"]);
    check("amended", &project);
    project.git(&["merge", "-q", "-s", "ours", "-m", "merge", "topic"]);
    check("merged", &project);
}

#[test]
fn worktrees() {
    let project = diverged();
    let linked = project.outside().join("linked");
    project.git(&["worktree", "add", "-q", linked.to_str().unwrap(), "topic"]);
    let worktree = project.at(&linked);
    worktree.write("a", "worktree\n");
    worktree.write("x", "1\n");
    check("linked worktree", &worktree);
    std::fs::rename(&project.root, project.outside().join("elsewhere")).unwrap();
    assert!(
        !matches!(git::open(&linked, Budget::of(TIME)), Found::Repository(_)),
        "a worktree whose main is gone has no facts"
    );
}

#[test]
fn submodules_and_nested_repositories() {
    let project = Project::with(&[("a", "1\n")]);
    let library = Project::with(&[("lib", "1\n")]);
    let url = library.root.to_str().unwrap();
    project.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "sub"]);
    check("submodule added", &project);
    project.commit("sub");
    check("submodule clean", &project);
    project.write("sub/lib", "2\n");
    check("submodule dirty", &project);
    let sub = project.at(&project.path("sub"));
    check("inside a submodule", &sub);
    sub.commit("two");
    check("submodule with a new commit", &project);
    project.commit("bump");
    project.write("sub/untracked", "1\n");
    check("submodule with an untracked file", &project);
    std::fs::remove_dir_all(project.path("sub")).unwrap();
    check("submodule gone", &project);
    std::fs::create_dir(project.path("sub")).unwrap();
    check("submodule empty", &project);
    let nested = project.at(&project.path("nested"));
    std::fs::create_dir(&nested.root).unwrap();
    nested.git(&["init", "-q", "-b", "main"]);
    nested.write("inner", "1\n");
    check("nested repository without commit", &project);
    nested.commit("inner");
    check("nested repository", &project);
}

#[test]
fn ignored_files() {
    let project = Project::with(&[(".gitignore", "*.log\n/build/\n!keep.log\n"), ("tracked.log2", "1\n")]);
    project.write("x.log", "1\n");
    project.write("keep.log", "1\n");
    project.write("build/out", "1\n");
    project.write("sub/.gitignore", "*\n!.gitignore\n");
    project.write("sub/x", "1\n");
    project.write("private", "1\n");
    project.write(".git/info/exclude", "private\n");
    check("ignored", &project);
    project.git(&["add", "-f", "x.log"]);
    check("ignored but added", &project);
    project.commit("log");
    project.write("x.log", "2\n");
    check("ignored but tracked", &project);
}

#[test]
fn names() {
    let project = Project::with(&[]);
    let mut names: Vec<Vec<u8>> = [
        "ä.txt",
        "a\u{308}.txt",
        "a b.txt",
        "q\"uote.txt",
        "tab\t.txt",
        "x -> y.txt",
        "-dash",
        "new\nline",
        "back\\slash",
        "\\x41",
        "*star",
        "[set]",
        "日本語",
        "👩‍👧",
        " lead",
        "trail ",
        "#hash",
        "!bang",
        "a\u{7f}b",
    ]
    .iter()
    .map(|name| name.as_bytes().to_vec())
    .collect();
    names.push(b"a\xff.txt".to_vec());
    names.push(b"\xc3(".to_vec());
    for name in &names {
        let path = RelativePath::from_bytes(name).unwrap();
        std::fs::write(path.under(&project.root), "1\n").unwrap();
    }
    check("names untracked", &project);
    project.commit("names");
    for name in &names {
        let path = RelativePath::from_bytes(name).unwrap();
        std::fs::write(path.under(&project.root), "2\n").unwrap();
    }
    check("names modified", &project);
    project.git(&["mv", "--", "-dash", "new -> old\nx"]);
    check("names renamed", &project);
}

#[cfg(unix)]
#[test]
fn symlinks_and_irregular_files() {
    use std::os::unix::fs::symlink;
    let project = Project::with(&[("a", "1\n"), ("dir/x", "1\n")]);
    symlink("a", project.path("link")).unwrap();
    symlink("nowhere", project.path("dangling")).unwrap();
    symlink("loop-b", project.path("loop-a")).unwrap();
    symlink("loop-a", project.path("loop-b")).unwrap();
    symlink("/etc", project.path("outside")).unwrap();
    symlink("dir", project.path("to-dir")).unwrap();
    check("symlinks untracked", &project);
    project.commit("links");
    std::fs::remove_file(project.path("link")).unwrap();
    symlink("dir/x", project.path("link")).unwrap();
    check("symlink modified", &project);
    std::fs::remove_file(project.path("to-dir")).unwrap();
    std::fs::create_dir(project.path("to-dir")).unwrap();
    project.write("to-dir/y", "1\n");
    check("symlink became a directory", &project);
    std::fs::remove_file(project.path("a")).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(project.path("a")).status().unwrap().success());
    assert!(std::process::Command::new("mkfifo").arg(project.path("untracked-fifo")).status().unwrap().success());
    let _socket = std::os::unix::net::UnixListener::bind(project.path("socket")).unwrap();
    check("fifo", &project);
}

#[test]
fn directories_in_the_place_of_files_and_back() {
    let project = Project::with(&[("a", "1\n"), ("d/x", "1\n"), ("d/y", "1\n")]);
    std::fs::remove_file(project.path("a")).unwrap();
    project.write("a/inside", "1\n");
    std::fs::remove_dir_all(project.path("d")).unwrap();
    project.write("d", "1\n");
    check("swapped", &project);
}

#[test]
fn sparse_checkout_and_skipped_files() {
    let project = Project::with(&[("in/a", "1\n"), ("out/b", "1\n"), ("top", "1\n")]);
    project.git(&["sparse-checkout", "set", "--no-cone", "/in/", "/top"]);
    check("sparse", &project);
    project.write("in/a", "2\n");
    project.write("out/new", "1\n");
    check("sparse and dirty", &project);
    let assumed = Project::with(&[("a", "1\n"), ("b", "1\n")]);
    assumed.git(&["update-index", "--assume-unchanged", "a"]);
    assumed.write("a", "2\n");
    check("assume-unchanged", &assumed);
    assumed.git(&["update-index", "--skip-worktree", "b"]);
    std::fs::remove_file(assumed.path("b")).unwrap();
    check("skip-worktree", &assumed);
}

#[test]
fn line_endings() {
    for (autocrlf, attributes) in
        [("true", ""), ("input", ""), ("false", "*.txt text eol=crlf\n"), ("false", "* text=auto\n")]
    {
        let project = Project::with(&[(".gitattributes", attributes), ("a.txt", "one\ntwo\n"), ("b.bin", "x\0\r\n")]);
        project.git(&["config", "core.autocrlf", autocrlf]);
        project.git(&["config", "core.safecrlf", "false"]);
        project.write("a.txt", "one\r\ntwo\r\n");
        project.write("new.txt", "one\r\ntwo\r\n");
        check(&format!("line endings {autocrlf} {attributes}"), &project);
        project.git(&["add", "-A"]);
        project.write("new.txt", "one\ntwo\n");
        check(&format!("line endings staged {autocrlf} {attributes}"), &project);
    }
}

#[test]
fn a_subdirectory_as_root() {
    let project =
        Project::with(&[("app/a", "1\n"), ("app/b", &"line\n".repeat(30)), ("other/c", "1\n"), ("app2/d", "1\n")]);
    project.write("app/a", "2\n");
    project.write("app2/d", "2\n");
    project.write("other/c", "2\n");
    project.write("app/new", "1\n");
    project.git(&["mv", "app/b", "other/b"]);
    check("subdirectory", &project.at(&project.path("app")));
    check("other subdirectory", &project.at(&project.path("other")));
    check("whole", &project);
}

#[test]
fn shallow_clones_alternates_and_git_files() {
    let project = diverged();
    let shallow = project.outside().join("shallow");
    let url = format!("file://{}", project.root.display());
    project.git(&["clone", "-q", "--depth", "1", &url, shallow.to_str().unwrap()]);
    let clone = project.at(&shallow);
    clone.write("a", "clone\n");
    check("shallow", &clone);
    let shared = project.outside().join("shared");
    project.git(&["clone", "-q", "--shared", project.root.to_str().unwrap(), shared.to_str().unwrap()]);
    let clone = project.at(&shared);
    clone.write("a", "clone\n");
    check("alternates", &clone);
    let separate = project.outside().join("separate");
    let git_dir = project.outside().join("separate.git");
    std::fs::create_dir(&separate).unwrap();
    let moved = project.at(&separate);
    moved.git(&["init", "-q", "-b", "main", "--separate-git-dir", git_dir.to_str().unwrap(), "."]);
    moved.write("a", "1\n");
    moved.commit("one");
    moved.write("a", "2\n");
    check(".git file", &moved);
}

/// Runs a git command that the installed git may not know; says so where it does not.
fn can(name: &str, project: &Project, arguments: &[&str]) -> bool {
    let output = project.git_command(arguments).output().unwrap();
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr).lines().next().unwrap_or_default().to_owned();
        println!("state: {name}: not run ({reason})");
    }
    output.status.success()
}

/// The reason why a place has no facts. Neither source may know better.
fn refused(name: &str, root: &Path) -> String {
    let sources = git::sources(root, Budget::of(TIME));
    assert!(sources.libgit2.is_none() && sources.program.is_none(), "{name}");
    let Found::Unusable(reason) = git::open(root, Budget::of(TIME)) else { panic!("{name}: not refused") };
    println!("state: {name}: no facts ({})", reason.replace(&root.display().to_string(), "…"));
    reason
}

#[test]
fn formats_that_libgit2_can_not_read() {
    for (name, arguments) in
        [("reftable", ["init", "-q", "--ref-format=reftable"]), ("SHA-256", ["init", "-q", "--object-format=sha256"])]
    {
        let project = Project::bare();
        if !can(name, &project, &[&arguments[..], &["-b", "main"]].concat()) {
            continue;
        }
        project.write("a", "1\n");
        project.write(".gitattributes", "*.txt text\n");
        project.commit("one");
        project.write("a", "2\n");
        project.write("b.txt", "1\r\n");
        std::os::unix::fs::symlink("a", project.path("link")).unwrap();
        check(name, &project);
        project.git(&["checkout", "-q", "--detach"]);
        check(&format!("{name}, detached"), &project);
    }
}

#[test]
fn indexes_that_libgit2_can_not_read() {
    let project = Project::with(&[("in/a", "1\n"), ("out/deep/b", "1\n"), ("top", "1\n")]);
    if can("sparse index", &project, &["sparse-checkout", "set", "--cone", "--sparse-index", "in"]) {
        check("sparse index", &project);
        project.write("in/a", "2\n");
        project.write("out/new", "1\n");
        check("sparse index, dirty", &project);
        check("sparse index, subdirectory", &project.at(&project.path("in")));
    }
    let project = Project::with(&[("a", "1\n"), ("b", "1\n")]);
    project.git(&["update-index", "--split-index"]);
    project.write("a", "2\n");
    project.git(&["add", "a"]);
    project.write("b", "2\n");
    check("split index", &project);
    let tracked = open(&project.root).find_tracked(&["A", "nowhere"]).unwrap();
    assert_eq!(tracked, [RelativePath::from_text("a").unwrap()]);
}

#[test]
fn replaced_grafted_and_partial_history() {
    let project = diverged();
    project.write("c", "2\n");
    project.commit("c");
    project.git(&["replace", "HEAD~1", "topic"]);
    check("replace refs", &project);
    let project = diverged();
    let commit = project.git(&["rev-parse", "main"]);
    project.write(".git/info/grafts", format!("{commit}\n"));
    check("grafts", &project);

    let origin = diverged();
    origin.git(&["config", "uploadpack.allowFilter", "true"]);
    let place = origin.outside().join("partial");
    let url = format!("file://{}", origin.root.display());
    if can("partial clone", &origin, &["clone", "-q", "--filter=blob:none", &url, place.to_str().unwrap()]) {
        let clone = origin.at(&place);
        clone.write("a", "clone\n");
        // Nothing can be fetched: what is missing stays missing.
        std::fs::rename(&origin.root, origin.outside().join("unreachable")).unwrap();
        check("partial clone", &clone);
    }
}

/// A repository where `*.x` has a filter that has the index hold the upper case.
fn filtered(attribute: &str, driver: &str) -> Project {
    let project = Project::with(&[(".gitattributes", &format!("*.x {attribute}\n"))]);
    if !driver.is_empty() {
        project.git(&["config", &format!("filter.{driver}.clean"), "tr a-z A-Z"]);
    }
    project.write("a.x", "one\n");
    project.write("b.x", "one\n");
    project.commit("filtered");
    project
}

#[test]
fn filters_are_not_run() {
    let raw =
        |project: &Project, content: &str| project.git_with_input(&["hash-object", "--stdin"], content.as_bytes());
    let every = |project: &Project| {
        let sources = git::sources(&project.root, Budget::of(TIME));
        sources.program.into_iter().chain(sources.libgit2).chain([open(&project.root)])
    };
    let project = filtered("filter=upper", "upper");
    assert_eq!(project.git(&["cat-file", "-p", ":a.x"]), "ONE");
    for source in every(&project) {
        assert_eq!(readable(&found(source.as_ref())), Vec::<String>::new(), "stat equal ({})", source.name());
    }
    served("filter, stat equal", open(&project.root).name());
    project.write(".gitattributes", "*.x filter=upper text\n");
    project.write("a.x", "two\r\n");
    let path = RelativePath::from_text("a.x").unwrap();
    for source in every(&project) {
        assert_eq!(readable(&found(source.as_ref())), ["M .gitattributes", "M a.x"], "touched ({})", source.name());
        // The bytes as they are: not filtered and not converted.
        assert_eq!(source.contents(std::slice::from_ref(&path)), [Content::Hash(raw(&project, "two\r\n"))]);
    }
    served("filter, touched", open(&project.root).name());
    check("filter without a driver", &{
        let project = filtered("filter=unknown", "");
        project.write("a.x", "two\n");
        project
    });

    let project = filtered("filter=lfs", "");
    let large = "large\n".repeat(400);
    let digest = {
        use sha2::Digest;
        sha2::Sha256::digest(large.as_bytes()).iter().fold(String::new(), |text, byte| format!("{text}{byte:02x}"))
    };
    let pointer = format!("version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {}\n", large.len());
    project.write("a.x", &pointer);
    project.commit("pointer");
    project.git(&["config", "filter.lfs.clean", "false"]);
    project.git(&["config", "filter.lfs.required", "true"]);
    for content in [large.as_str(), &pointer] {
        // As git lfs pull or git lfs checkout leaves it: other bytes, other stat data, same pointer.
        project.write("a.x", content);
        for source in every(&project) {
            assert_eq!(readable(&found(source.as_ref())), Vec::<String>::new(), "LFS ({})", source.name());
            assert_eq!(source.contents(std::slice::from_ref(&path)), [Content::Hash(raw(&project, &pointer))]);
        }
    }
    served("LFS", open(&project.root).name());
    project.write("a.x", "edited");
    for source in every(&project) {
        assert_eq!(readable(&found(source.as_ref())), ["M a.x"], "LFS edited ({})", source.name());
    }
    served("LFS, edited", open(&project.root).name());
}

#[test]
fn encodings_are_left_to_git() {
    let project = Project::with(&[(".gitattributes", "*.txt working-tree-encoding=UTF-16LE text\n")]);
    let encoded = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    project.write("a.txt", encoded("one\r\n"));
    project.write("plain", "1\n");
    project.commit("encoded");
    check("encoding", &project);
    project.write("a.txt", encoded("two\r\n"));
    project.write("new.txt", encoded("new\r\n"));
    check("encoding, modified", &project);
    // Same content in other stat data.
    project.write("a.txt", encoded("one\n"));
    check("encoding, touched", &project);
}

#[test]
fn renames() {
    let many: Vec<(String, String)> = (0..1200).map(|at| (format!("old/f{at}"), format!("{at}\n"))).collect();
    let many: Vec<(&str, &str)> = many.iter().map(|(path, content)| (path.as_str(), content.as_str())).collect();
    let project = Project::with(&many);
    project.git(&["mv", "old", "new"]);
    check("1,200 renames", &project);
    let project = Project::with(&[("a", &"line\n".repeat(30)), ("b", "other\n"), ("c", "third\n")]);
    project.git(&["mv", "a", "moved"]);
    project.write("moved", "line\n".repeat(29) + "changed\n");
    check("rename and modify", &project);
    project.git(&["add", "-A"]);
    check("rename and modify, staged", &project);
    std::fs::rename(project.path("b"), project.path("intended")).unwrap();
    project.git(&["add", "-N", "intended"]);
    check("rename through intent-to-add", &project);
    project.git(&["config", "status.renames", "false"]);
    check("renames switched off", &project);
    project.git(&["config", "status.renames", "copies"]);
    project.write("c2", "third\n");
    project.write("c", "third\nmore\n");
    project.git(&["add", "-A"]);
    check("copies", &project);
}

#[test]
fn case_only_renames() {
    let project = Project::with(&[("Name", "1\n"), ("Dir/x", "1\n")]);
    project.git(&["config", "core.ignoreCase", "true"]);
    check("ignorecase", &project);
    project.git(&["mv", "Name", "name"]);
    check("case-only rename", &project);
    project.commit("renamed");
    std::fs::rename(project.path("name"), project.path("NAME")).unwrap();
    check("case-only rename outside git", &project);
    project.write("dir/y", "1\n");
    check("directory in another case", &project);
}

#[test]
fn all_seven_kinds_of_conflict() {
    // The stages of each path, as a merge leaves them: 1 base, 2 ours, 3 theirs.
    let project = Project::with(&[("a", "1\n")]);
    let blob = project.git_with_input(&["hash-object", "-w", "--stdin"], b"side\n");
    let mut stages = String::new();
    for (code, sides) in
        [("DD", "1"), ("AU", "2"), ("UD", "12"), ("UA", "3"), ("DU", "13"), ("AA", "23"), ("UU", "123")]
    {
        for stage in sides.chars() {
            stages += &["100644 ", &blob, " ", &stage.to_string(), "\t", code, "\n"].concat();
        }
        project.write(code, "<<<<<<< conflict\n");
    }
    project.git_with_input(&["update-index", "--index-info"], stages.as_bytes());
    check("every conflict", &project);
    for code in ["DD", "UD", "DU"] {
        std::fs::remove_file(project.path(code)).unwrap();
    }
    check("every conflict, some files gone", &project);
}

#[test]
fn user_configuration_from_the_environment() {
    const CHILD: &str = "CHECKPOINT_TEST_GLOBAL_ROOT";
    if let Ok(root) = std::env::var(CHILD) {
        let sources = git::sources(Path::new(&root), Budget::of(TIME));
        for source in sources.program.into_iter().chain(sources.libgit2) {
            // Git calls b.txt modified because its size is not that of the index.
            assert_eq!(readable(&found(source.as_ref())), ["M a.txt", "M b.txt", "?? seen"], "{}", source.name());
            let paths = ["x.global", "seen"].map(|path| RelativePath::from_text(path).unwrap());
            assert_eq!(source.find_ignored(&paths).unwrap().into_iter().collect::<Vec<_>>(), paths[..1]);
            let path = RelativePath::from_text("a.txt").unwrap();
            println!("HASH {:?}", source.contents(&[path]));
        }
        return;
    }
    let project = Project::with(&[("a.txt", "one\n"), ("b.txt", "one\n")]);
    let (config, excludes) = (project.outside().join("global"), project.outside().join("excludes"));
    std::fs::write(&excludes, "*.global\n").unwrap();
    std::fs::write(
        &config,
        format!("[core]\n\texcludesFile = {}\n\tautocrlf = true\n\tsafecrlf = false\n", excludes.display()),
    )
    .unwrap();
    project.write("a.txt", "one\r\ntwo\r\n");
    project.write("b.txt", "one\r\n");
    project.write("x.global", "1\n");
    project.write("seen", "1\n");
    let output = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["user_configuration_from_the_environment", "--exact", "--nocapture"])
        .env(CHILD, &project.root)
        .env("GIT_CONFIG_GLOBAL", &config)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    let expected =
        project.git_command(&["hash-object", "a.txt"]).env("GIT_CONFIG_GLOBAL", &config).output().unwrap().stdout;
    let expected = String::from_utf8(expected).unwrap();
    assert_eq!(text.matches(&format!("HASH [Hash(\"{}\")]", expected.trim())).count(), 2, "{text}");
    served("global ignore and autocrlf", "libgit2");
}

#[test]
fn places_that_have_no_facts() {
    let project = diverged();
    let linked = project.outside().join("linked");
    project.git(&["worktree", "add", "-q", linked.to_str().unwrap(), "topic"]);
    std::fs::rename(&project.root, project.outside().join("elsewhere")).unwrap();
    refused("worktree whose main is gone", &linked);

    let project = Project::with(&[("a", "1\n"), ("inner/b", "1\n")]);
    project.write("inner/.git", "gitdir: ../nowhere\n");
    refused(".git file that leads nowhere", &project.path("inner"));
    refused("below a .git file that leads nowhere", &{
        project.write("inner/deep/c", "1\n");
        project.path("inner/deep")
    });
    refused("inside .git", &project.path(".git"));
    refused("deep inside .git", &project.path(".git/refs"));
    let bare = project.outside().join("bare.git");
    project.git(&["clone", "-q", "--bare", ".", bare.to_str().unwrap()]);
    refused("bare repository", &bare);

    let library = Project::with(&[("lib", "1\n")]);
    project.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.root.to_str().unwrap(),
        "deps/sub",
    ]);
    std::fs::remove_file(project.path("inner/.git")).unwrap();
    project.commit("sub");
    let clone = project.outside().join("clone");
    project.git(&["clone", "-q", ".", clone.to_str().unwrap()]);
    let reason = refused("folder of an empty submodule", &clone.join("deps/sub"));
    assert!(reason.contains("submodule"), "{reason}");
    check("empty submodule in a clone", &project.at(&clone));
    check("submodule below a subdirectory", &project.at(&project.path("deps")));
    project.write("deps/sub/lib", "2\n");
    check("dirty submodule below a subdirectory", &project.at(&project.path("deps")));
    let worktree = project.outside().join("worktree");
    project.git(&["worktree", "add", "-q", worktree.to_str().unwrap()]);
    check("empty submodule in a linked worktree", &project.at(&worktree));
    refused("folder of an empty submodule in a linked worktree", &worktree.join("deps/sub"));
    let link = project.outside().join("link");
    std::os::unix::fs::symlink(&project.root, &link).unwrap();
    let text = link.display().to_string();
    let answer = project
        .at(&project.root)
        .session("s")
        .set("CHECKPOINT_PROJECT_ROOT", &text)
        .save(serde_json::json!({ "goal": "g" }));
    assert_eq!(answer["path"], project.path(".claude-checkpoints/s.json").display().to_string());
    check("symlinked root", &project.at(&link.canonicalize().unwrap()));
}

#[test]
fn damaged_repositories_cost_the_facts_and_a_warning() {
    let damage = |name: &str, damage: fn(&Project)| {
        let project = Project::with(&[("a", "1\n")]).session("s");
        project.write("a", "2\n");
        damage(&project);
        let answer = project.save(serde_json::json!({ "goal": "g", "modifiedFiles": [{ "path": "a" }] }));
        let warnings = common::strings(&answer["warnings"]);
        assert!(warnings.iter().any(|warning| !warning.contains("not git-ignored")), "{name}: {warnings:?}");
        assert_eq!(project.document("s")["modifiedFiles"][0]["path"], "a", "{name}");
        assert_eq!(project.load(serde_json::json!({}))["found"], true, "{name}");
        println!("state: {name}: no facts ({})", warnings[0].replace(&project.root.display().to_string(), "…"));
    };
    damage("broken HEAD", |project| project.write(".git/HEAD", "garbage\n"));
    damage("corrupt index", |project| project.write(".git/index", "DIRC garbage"));
    damage("truncated index", |project| {
        let index = std::fs::read(project.path(".git/index")).unwrap();
        project.write(".git/index", &index[..index.len() / 2]);
    });
    damage("broken configuration", |project| project.write(".git/config", "[core\n"));
    damage("HEAD's commit gone", |project| {
        std::fs::remove_dir_all(project.path(".git/objects")).unwrap();
        std::fs::create_dir(project.path(".git/objects")).unwrap();
    });
    damage("another user's", |project| {
        let owned = std::process::Command::new("chown").args(["-R", "12345"]).arg(&project.root).status().unwrap();
        if !owned.success() {
            project.write(".git/HEAD", "garbage\n");
            println!("state: another user's: not run (only root can give files away)");
        }
    });
}

#[test]
fn without_a_git_program() {
    const CHILD: &str = "CHECKPOINT_TEST_NO_GIT_ROOT";
    if let Ok(root) = std::env::var(CHILD) {
        match git::open(Path::new(&root), Budget::of(TIME)) {
            Found::Nothing => println!("ANSWER nothing"),
            Found::Unusable(reason) => println!("ANSWER {reason}"),
            Found::Repository(source) => {
                println!("ANSWER {} {:?}", source.name(), readable(&found(source.as_ref())));
            }
        }
        return;
    }
    let ask = |root: &Path| {
        let output = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["without_a_git_program", "--exact", "--nocapture"])
            .env(CHILD, root)
            .env("PATH", root)
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        text.lines().find_map(|line| line.split_once("ANSWER ")).map(|(_, answer)| answer.to_owned()).unwrap()
    };
    let project = Project::with(&[("a", &"line\n".repeat(30)), ("b", "1\n"), ("c.txt", "1\n")]);
    project.git(&["mv", "a", "moved"]);
    project.write("b", "2\n");
    project.write("intended", "1\n");
    project.git(&["add", "-N", "intended"]);
    assert_eq!(ask(&project.root), r#"libgit2 ["M b", "A intended", "R moved from a"]"#);
    served("no git program", "libgit2");
    project.write("new/app/src/x", "1\n");
    assert_eq!(ask(&project.path("new/app")), r#"libgit2 ["?? src/x"]"#);
    project.git(&["reset", "-q", "--hard"]);
    project.git(&["update-index", "--split-index"]);
    let answer = ask(&project.root);
    assert!(answer.ends_with("there is no git program on the PATH that could read it"), "{answer}");
    println!("state: no git program, split index: no facts");
}

#[test]
fn a_root_that_git_does_not_know() {
    let project = Project::with(&[("a", "1\n")]);
    project.write("new/app/x", "1\n");
    project.write("new/app/src/y", "1\n");
    check("untracked root", &project.at(&project.path("new/app")));
    check("untracked root, higher up", &project.at(&project.path("new")));
    let many = project.at(&project.path("new/app"));
    for at in 0..600 {
        many.write(&format!("node_modules/f{at}"), "1\n");
    }
    let changes = open(&many.root).changes().unwrap();
    let names: Vec<String> = changes.list.iter().map(|change| change.path.text()).collect();
    assert_eq!(names, ["node_modules", "src/y", "x"]);
    assert_eq!(changes.directories.len(), 1);
    many.write(".gitignore", "*\n");
    check("ignored root", &many);
}

#[test]
fn submodules_that_are_to_be_left_out() {
    let project = Project::with(&[("a", "1\n")]);
    let library = Project::with(&[("lib", "1\n")]);
    let url = library.root.to_str().unwrap();
    project.git(&["-c", "protocol.file.allow=always", "submodule", "--quiet", "add", url, "sub"]);
    project.commit("sub");
    let sub = project.at(&project.path("sub"));
    for what in ["untracked file", "edit", "commit"] {
        match what {
            "untracked file" => sub.write("new", "1\n"),
            "edit" => sub.write("lib", "2\n"),
            _ => sub.commit("two"),
        }
        for setting in ["all", "dirty", "untracked", "none"] {
            let check = |place: &str| check(&format!("submodule with {what}, {place} {setting}"), &project);
            project.git(&["config", "submodule.sub.ignore", setting]);
            check("ignore");
            project.git(&["config", "--unset", "submodule.sub.ignore"]);
            project.git(&["config", "-f", ".gitmodules", "submodule.sub.ignore", setting]);
            check(".gitmodules ignore");
            project.git(&["config", "-f", ".gitmodules", "--unset", "submodule.sub.ignore"]);
            project.git(&["config", "diff.ignoreSubmodules", setting]);
            check("diff.ignoreSubmodules");
            project.git(&["config", "--unset", "diff.ignoreSubmodules"]);
        }
    }
}

#[test]
fn a_submodule_whose_path_has_no_value() {
    let project = Project::with(&[("a", "1\n"), (".gitmodules", "[submodule \"x\"]\n\tpath\n\turl = y\n")]);
    project.write("a", "2\n");
    check("flag", &project);
    project.git(&["update-index", "--split-index"]);
    check("flag, left to git", &project);
}
