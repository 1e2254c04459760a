//! Repositories that want something run, changed or waited for: nothing of it happens.
//!
//! Every trap is a script that leaves a mark. Saves, loads and lists go through the engine, once in a
//! repository libgit2 reads and once in one that is left to the git program.

#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use common::{Project, strings};
use serde_json::{Value, json};
use session_checkpoint::engine::{self, UseCase};

/// Scripts that leave a mark when they run.
struct Traps {
    directory: PathBuf,
}

impl Traps {
    fn beside(project: &Project) -> Self {
        let directory = project.outside().join("traps");
        std::fs::create_dir_all(&directory).unwrap();
        Self { directory }
    }

    /// A script that marks that it ran and passes its input on.
    fn script(&self, name: &str) -> String {
        let script = self.directory.join(name);
        let mark = self.directory.join(format!("{name}.ran"));
        std::fs::write(&script, format!("#!/bin/sh\necho \"$@\" >> '{}'\ncat\n", mark.display())).unwrap();
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
        script.display().to_string()
    }

    fn sprung(&self) -> Vec<String> {
        let names = std::fs::read_dir(&self.directory).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.strip_suffix(".ran").is_some()).collect();
        names.sort();
        names
    }

    fn reset(&self) {
        for name in self.sprung() {
            std::fs::remove_file(self.directory.join(name)).unwrap();
        }
    }
}

/// Bytes, mode and time of the last change.
type Kept = (Vec<u8>, u32, i64, i64);

/// Everything below a directory.
fn snapshot(directory: &Path) -> BTreeMap<PathBuf, Kept> {
    let mut found = BTreeMap::new();
    let mut open = vec![directory.to_path_buf()];
    while let Some(place) = open.pop() {
        let metadata = place.symlink_metadata().unwrap();
        let content = if metadata.is_dir() {
            open.extend(std::fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().path()));
            Vec::new()
        } else if metadata.is_file() {
            std::fs::read(&place).unwrap()
        } else {
            Vec::new()
        };
        found.insert(place, (content, metadata.mode(), metadata.mtime(), metadata.mtime_nsec()));
    }
    found
}

/// The lines of a configuration file that set every trap there is.
fn configuration(traps: &Traps, drivers: &[&[u8]]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut line = |line: &[u8]| {
        text.extend(line);
        text.push(b'\n');
    };
    for (section, names) in [
        ("core", "fsmonitor sshCommand editor pager alternateRefsCommand askPass gitProxy"),
        ("diff", "external"),
        ("diff \"trap\"", "command textconv"),
        ("credential", "helper"),
        ("gpg", "program"),
        ("pager", "status rev-list diff-tree config"),
        ("sequence", "editor"),
        ("interactive", "diffFilter"),
        ("uploadpack", "packObjectsHook"),
    ] {
        line(format!("[{section}]").as_bytes());
        for name in names.split(' ') {
            let script = traps.script(&format!("{}-{name}", section.replace([' ', '"'], "")));
            line(format!("\t{name} = {script}").as_bytes());
        }
    }
    line(b"[alias]");
    for command in ["status", "rev-parse", "ls-files", "hash-object", "config", "check-attr", "cat-file"] {
        line(format!("\t{command} = !{}", traps.script(&format!("alias-{command}"))).as_bytes());
    }
    line(b"[log]\n\tshowSignature = true\n[status]\n\tsubmoduleSummary = true");
    for (at, driver) in drivers.iter().enumerate() {
        let quoted: Vec<u8> =
            driver.iter().flat_map(|&byte| if byte == b'"' { vec![b'\\', byte] } else { vec![byte] }).collect();
        line(&[b"[filter \"".as_slice(), &quoted, b"\"]"].concat());
        for kind in ["clean", "smudge"] {
            line(format!("\t{kind} = {} %f", traps.script(&format!("filter-{at}-{kind}"))).as_bytes());
        }
        line(b"\trequired = true");
    }
    line(b"[filter \"long-running\"]");
    line(format!("\tprocess = {}\n\trequired = true", traps.script("filter-process")).as_bytes());
    text
}

/// Names of filter drivers, as an attribute can have them.
const DRIVERS: [&[u8]; 6] = [b"\xff\xfe", b"plain", b"a=b", b"a.b", b"", b"lfs"];

/// A repository full of traps, with files that tempt git to run every filter.
fn hostile(traps: &Traps, project: &Project, drivers: &[&[u8]], split: bool) {
    let mut attributes = b"*.process filter=long-running\n*.diff diff=trap\n*.included filter=included\n".to_vec();
    for (at, driver) in drivers.iter().enumerate() {
        attributes.extend([format!("*.f{at} filter=").as_bytes(), driver, b"\n"].concat());
    }
    project.write(".gitattributes", attributes);
    let mut files: Vec<String> = (0..drivers.len()).map(|at| format!("x.f{at}")).collect();
    files.extend(["x.process", "x.diff", "x.included", "plain", "moved"].map(str::to_owned));
    for file in &files {
        project.write(file, format!("{file} one\n"));
    }
    let library = Project::with(&[("lib.f0", "1\n"), (".gitattributes", "*.f0 filter=plain\n")]);
    project.git(&[
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        library.root.to_str().unwrap(),
        "sub",
    ]);
    project.commit("one");
    project.write("plain", "two\n");
    project.commit("two");

    if split {
        project.git(&["update-index", "--split-index"]);
    }
    // The traps are set only now: git itself would run them while it is used to build all this.
    let included = project.outside().join("included");
    std::fs::write(&included, format!("[filter \"included\"]\n\tclean = {}\n", traps.script("filter-included")))
        .unwrap();
    let mut all = configuration(traps, drivers);
    all.extend(format!("[include]\n\tpath = {}\n", included.display()).into_bytes());
    for config in [".git/config", ".git/modules/sub/config"] {
        let own = std::fs::read(project.path(config)).unwrap();
        std::fs::write(project.path(config), [own, all.clone()].concat()).unwrap();
    }
    for hook in [
        "post-index-change",
        "pre-commit",
        "post-checkout",
        "fsmonitor-watchman",
        "reference-transaction",
        "pre-auto-gc",
    ] {
        let script = traps.script(&format!("hook-{hook}"));
        for hooks in [".git/hooks", ".git/modules/sub/hooks"] {
            std::fs::create_dir_all(project.path(hooks)).unwrap();
            std::fs::copy(&script, project.path(&format!("{hooks}/{hook}"))).unwrap();
        }
    }
    // Other bytes of the same length and other times: git has to look into every file.
    for file in &files {
        project.write(file, format!("{file} two\n"));
    }
    project.write("sub/lib.f0", "2\n");
    project.write("untracked.f0", "1\n");
    std::fs::rename(project.path("moved"), project.path("renamed")).unwrap();
}

/// Has every file read: the save records them, the load compares them again, the list looks who is
/// foreign.
fn use_it(project: &Project) -> Vec<String> {
    let saved = project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": "x.f0" }, { "path": "x.process" }] }));
    project.save(json!({ "goal": "g", "mode": "merge" }));
    project.load(json!({ "format": "full" }));
    project.list(json!({}));
    strings(&saved["warnings"])
}

#[test]
fn nothing_a_repository_configures_is_run_and_nothing_in_it_changes() {
    for split in [false, true] {
        let project = Project::unborn().session("s");
        let traps = Traps::beside(&project);
        // A name that is no text is left to the git program anyway.
        let drivers = if split { DRIVERS.as_slice() } else { &DRIVERS[1..] };
        hostile(&traps, &project, drivers, split);
        traps.reset();
        // The traps work: git itself springs some.
        let plain = project.git_command(&["status"]).output().unwrap();
        assert!(!traps.sprung().is_empty(), "{}", String::from_utf8_lossy(&plain.stderr));
        traps.reset();

        let before = snapshot(&project.path(".git"));
        let warnings = use_it(&project);
        assert_eq!(traps.sprung(), Vec::<String>::new(), "split index: {split}");
        assert_eq!(warnings, Vec::<String>::new());
        let taken = project.load(json!({ "format": "full" }));
        assert_eq!(taken["gitSource"], if split { "git" } else { "libgit2" });
        let listed = taken["checkpoint"]["modifiedFiles"].as_array().unwrap().len();
        assert!(listed >= drivers.len() + 6, "{listed} files");
        let after = snapshot(&project.path(".git"));
        for (path, content) in &before {
            // Whoever reads a split index renews the time of its shared part, which keeps git from
            // removing it: git does, whatever its settings, so this one time is left out.
            let is_shared = path.file_name().unwrap().as_bytes().starts_with(b"sharedindex.");
            let same = |other: &Kept| if is_shared { other.0 == content.0 } else { other == content };
            assert!(after.get(path).is_some_and(same), "{} changed", path.display());
        }
        assert_eq!(before.len(), after.len(), "something was added below .git");
    }
}

#[test]
fn a_missing_object_is_not_fetched() {
    let project = Project::with(&[("a", "1\n"), ("d/b", "1\n")]).session("s");
    let traps = Traps::beside(&project);
    project.write("a", "2\n");
    project.save(json!({ "goal": "g" }));
    project.write("d/b", "2\n");
    project.commit("two");
    project.write("a", "3\n");
    let origin = project.outside().join("origin");
    project.git(&["clone", "-q", "--bare", ".", origin.to_str().unwrap()]);
    let gone = ["HEAD~1^{tree}", "HEAD~1:a", "HEAD:d", "HEAD:d/b"].map(|object| project.git(&["rev-parse", object]));
    for id in gone {
        std::fs::remove_file(project.path(&format!(".git/objects/{}/{}", &id[..2], &id[2..]))).unwrap();
    }
    for (name, value) in [
        ("core.repositoryFormatVersion", "1"),
        ("extensions.partialClone", "origin"),
        ("remote.origin.url", origin.to_str().unwrap()),
        ("remote.origin.promisor", "true"),
        ("remote.origin.uploadpack", &traps.script("upload-pack")),
        ("protocol.file.allow", "always"),
    ] {
        project.git(&["config", name, value]);
    }
    let before = snapshot(&project.path(".git"));
    use_it(&project);
    assert_eq!(traps.sprung(), Vec::<String>::new());
    assert!(snapshot(&project.path(".git")) == before, "something below .git changed");
    // Git itself would have fetched. It waits for what this script ends with.
    let script = PathBuf::from(traps.script("upload-pack"));
    let text = std::fs::read_to_string(&script).unwrap();
    std::fs::write(&script, text.replace("\ncat\n", "\nexit 1\n")).unwrap();
    let _ = project.git_command(&["ls-tree", "-r", "HEAD~1"]).output().unwrap();
    assert_eq!(traps.sprung(), ["upload-pack.ran"]);
}

const CHILD: &str = "CHECKPOINT_TEST_HOSTILE_ROOT";

/// This test starts itself again as a server with variables of git in its environment.
#[test]
fn variables_of_the_server_reach_no_git() {
    if let Ok(root) = std::env::var(CHILD) {
        for case in [UseCase::Save, UseCase::Load, UseCase::List] {
            let input = if case == UseCase::Save { json!({ "goal": "g" }) } else { json!({}) };
            let request = json!({ "input": input, "env": { "CLAUDE_CODE_SESSION_ID": "s" }, "cwd": root });
            let answer: Value = serde_json::from_str(&engine::answer(case, &request.to_string())).unwrap();
            assert!(answer.get("ok").is_some(), "{answer}");
        }
        return;
    }
    for split in [false, true] {
        let project = Project::with(&[("a", "1\n"), (".gitattributes", "*.x filter=evil\n"), ("b.x", "1\n")]);
        let traps = Traps::beside(&project);
        if split {
            project.git(&["update-index", "--split-index"]);
        }
        project.write("a", "2\n");
        project.write("b.x", "2\n");
        // A git the project brought along, where package runners put it, and one it links to.
        for place in ["bin", "node_modules/.bin"] {
            std::fs::create_dir_all(project.path(place)).unwrap();
            std::fs::copy(traps.script("own-git"), project.path(&format!("{place}/git"))).unwrap();
        }
        let linked = project.outside().join("linked");
        std::fs::create_dir(&linked).unwrap();
        std::os::unix::fs::symlink(project.path("bin/git"), linked.join("git")).unwrap();
        // No program at all, although it has the name.
        let unusable = project.outside().join("unusable");
        std::fs::create_dir(&unusable).unwrap();
        std::fs::write(unusable.join("git"), "").unwrap();
        let mut path: Vec<PathBuf> =
            vec![project.path("bin"), project.path("node_modules/.bin"), linked, unusable, PathBuf::from("relative")];
        path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap()));

        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["variables_of_the_server_reach_no_git", "--exact"]).env(CHILD, &project.root);
        child.env("PATH", std::env::join_paths(path).unwrap());
        for name in
            ["GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_PAGER", "GIT_EDITOR", "GIT_PROXY_COMMAND"]
        {
            child.env(name, traps.script(name));
        }
        for name in ["GIT_TRACE", "GIT_TRACE2", "GIT_TRACE2_EVENT", "GIT_TRACE_SETUP"] {
            child.env(name, traps.directory.join(format!("{name}.ran")));
        }
        for (name, value) in
            [("GIT_DIR", "/nowhere"), ("GIT_INDEX_FILE", "/nowhere"), ("GIT_WORK_TREE", "/"), ("GIT_CONFIG_COUNT", "2")]
        {
            child.env(name, value);
        }
        child.env("GIT_CONFIG_KEY_0", "core.fsmonitor").env("GIT_CONFIG_VALUE_0", traps.script("fsmonitor"));
        child.env("GIT_CONFIG_KEY_1", "filter.evil.clean").env("GIT_CONFIG_VALUE_1", traps.script("filter"));
        let output = child.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        assert_eq!(traps.sprung(), Vec::<String>::new(), "split index: {split}");
        let document = project.document("s");
        assert_eq!(document["git"]["head"], project.git(&["rev-parse", "HEAD"]));
        assert_eq!(document["git"]["branch"], "main");
    }
}

/// A file that makes its reader wait for ever.
fn fifo(path: &Path) {
    let _ = std::fs::remove_file(path);
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_fifo_where_git_reads_a_file_costs_the_facts_and_no_more_than_the_budget() {
    let names = [
        ".gitignore",
        ".gitattributes",
        "deep/er/.gitignore",
        ".git/info/exclude",
        ".git/config",
        ".git/index",
        ".gitmodules",
    ];
    std::thread::scope(|scope| {
        names.map(|name| scope.spawn(move || fifo_at(name))).map(|thread| thread.join().unwrap())
    });
}

fn fifo_at(name: &str) {
    let project = Project::with(&[("a", "1\n"), ("deep/er/b", "1\n")]).session("s");
    project.write("a", "2\n");
    project.write("deep/er/new", "1\n");
    fifo(&project.path(name));
    let limit = Duration::from_secs(5);
    let started = Instant::now();
    let answer = project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": "a" }] }));
    let took = started.elapsed();
    assert!(took < limit, "{name}: a save took {took:?}");
    assert_eq!(project.document("s")["modifiedFiles"][0]["path"], "a");
    let started = Instant::now();
    assert!(project.load(json!({}))["found"] == true && started.elapsed() < limit, "{name}");
    let warnings = strings(&answer["warnings"]);
    assert!(took < Duration::from_secs(2) || !warnings.is_empty(), "{name}: nothing was said about it");
    println!("fifo {name}: {took:.1?}, {warnings:?}");
}

#[test]
fn fifty_thousand_untracked_files_leave_time_for_the_edits() {
    let project = Project::with(&[("a", "1\n"), ("b", "1\n")]).session("s");
    for file in ["a", "b"] {
        project.write(file, "2\n");
    }
    for directory in 0..100 {
        let directory = project.path(&format!("node_modules/p{directory}"));
        std::fs::create_dir_all(&directory).unwrap();
        (0..500).for_each(|at| drop(std::fs::File::create(directory.join(at.to_string())).unwrap()));
    }
    for split in [false, true] {
        if split {
            project.git(&["update-index", "--split-index"]);
        }
        let started = Instant::now();
        let answer = project.save(json!({ "goal": "g" }));
        let took = started.elapsed();
        let files = project.document("s")["modifiedFiles"].as_array().unwrap().clone();
        let paths: Vec<&str> = files.iter().map(|file| file["path"].as_str().unwrap()).collect();
        assert_eq!(paths, ["a", "b", "node_modules"], "{answer}");
        assert_eq!(files[0]["hash"], project.git(&["hash-object", "a"]));
        assert_eq!(files[1]["hash"], project.git(&["hash-object", "b"]));
        assert!(took < Duration::from_secs(4), "a save took {took:?}");
        println!("fifty thousand, split index {split}: {took:.1?}");
    }
}

#[test]
fn two_hundred_saves_beside_a_process_that_commits() {
    for split in [false, true] {
        let project = Project::with(&[("a", "1\n"), ("b", "1\n")]).session("s");
        if split {
            project.git(&["config", "core.splitIndex", "true"]);
            project.git(&["update-index", "--split-index"]);
        }
        project.write("b", "2\n");
        let script = "i=0; while [ ! -e ../stop ]; do i=$((i+1)); echo c$i > a; \
                      git add a && git commit -q -m $i > ../log || { echo failed >> ../failed; exit 1; }; done; echo $i > ../commits";
        let git = project.git_command(&[]);
        let environment = git.get_envs().filter_map(|(name, value)| Some((name, value?)));
        let mut child = Command::new("sh")
            .args(["-c", script])
            .current_dir(&project.root)
            .envs(environment)
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        for at in 0..100 {
            project.save(json!({ "goal": "g", "mode": "merge", "summary": at.to_string() }));
        }
        std::fs::write(project.outside().join("stop"), "").unwrap();
        assert!(child.wait().unwrap().success(), "split index: {split}");
        assert!(!project.outside().join("failed").exists());
        let commits = std::fs::read_to_string(project.outside().join("commits")).unwrap();
        assert!(commits.trim().parse::<u32>().unwrap() > 5, "only {commits} commits happened meanwhile");
        let locks = snapshot(&project.path(".git"));
        assert!(!locks.keys().any(|path| path.as_os_str().as_bytes().ends_with(b".lock")));
    }
}
