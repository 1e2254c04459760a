//! Drift against its definition, for histories made up by proptest.
//!
//! The model keeps every byte of the working tree at the save and at the load and compares them. It
//! knows nothing of hashes, trees, candidates or what happened in between.

#![cfg(unix)]

mod common;

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use common::facts::TIME;
use common::steps::{Step, carry_out, step};
use common::{Project, strings};
use proptest::prelude::*;
use serde_json::json;
use session_checkpoint::checkpoint::{self, Checkpoint};
use session_checkpoint::git::{self, Budget, Failure, Source};
use session_checkpoint::path::RelativePath;

/// A working tree, byte for byte: files, and symlinks by their targets.
type Snapshot = BTreeMap<Vec<u8>, Vec<u8>>;

fn snapshot(root: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut open = vec![root.to_path_buf()];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).unwrap() {
            let place = entry.unwrap().path();
            let name = place.file_name().unwrap().as_bytes();
            if name == b".git" || name.starts_with(b".claude-checkpoint") {
                continue;
            }
            let metadata = place.symlink_metadata().unwrap();
            let content = if metadata.is_dir() {
                open.push(place);
                continue;
            } else if metadata.is_symlink() {
                place.read_link().unwrap().as_os_str().as_bytes().to_vec()
            } else {
                std::fs::read(&place).unwrap()
            };
            found.insert(place.strip_prefix(root).unwrap().as_os_str().as_bytes().to_vec(), content);
        }
    }
    found
}

/// Names that git prints.
fn names(project: &Project, arguments: &[&str]) -> BTreeSet<Vec<u8>> {
    let output = project.git_command(arguments).output().unwrap();
    assert!(output.status.success(), "git {arguments:?}");
    output.stdout.split(|&byte| byte == 0).filter(|name| !name.is_empty()).map(<[u8]>::to_vec).collect()
}

/// A working tree as the definition sees it: a file that git ignores and does not track was not there.
fn seen(project: &Project) -> Snapshot {
    let ignored = names(project, &["ls-files", "-z", "--others", "--ignored", "--exclude-standard"]);
    let in_head = names(project, &["ls-tree", "-r", "-z", "--name-only", "HEAD"]);
    let mut snapshot = snapshot(&project.root);
    snapshot.retain(|path, _| !ignored.contains(path) || in_head.contains(path));
    snapshot
}

/// What changed between two snapshots.
fn changed(before: &Snapshot, project: &Project) -> Vec<String> {
    let (visible, everything) = (seen(project), snapshot(&project.root));
    let mut changed = Vec::new();
    for path in before.keys().chain(visible.keys()).collect::<BTreeSet<_>>() {
        // What was there and is ignored now is still compared; what appeared is not when it is ignored.
        let now = if before.contains_key(path) { everything.get(path) } else { visible.get(path) };
        if before.get(path) != now {
            changed.push(RelativePath::from_bytes(path).unwrap().text());
        }
    }
    changed
}

fn document(project: &Project) -> Checkpoint {
    checkpoint::parse(project.read(".claude-checkpoints/s.json").as_bytes()).unwrap()
}

/// What each source makes of it; one that leaves something to git says nothing.
fn by_source(project: &Project, checkpoint: &Checkpoint) -> Vec<(&'static str, Vec<String>)> {
    let sources = git::sources(&project.root, Budget::of(TIME));
    let ask = |source: Box<dyn Source>| match git::drift(source.as_ref(), checkpoint) {
        Ok(drift) => Some((source.name(), drift.unwrap().changed.iter().map(RelativePath::text).collect())),
        Err(Failure(reason)) if reason.ends_with("left to git") => None,
        Err(Failure(reason)) => panic!("{}: {reason}", source.name()),
    };
    sources.program.into_iter().chain(sources.libgit2).filter_map(ask).collect()
}

fn happens(project: &Project, steps: &[Step]) {
    for step in steps {
        // What line endings mean is settled elsewhere; here every byte counts.
        if !matches!(step, Step::Attributes(_)) {
            carry_out(project, step);
        }
    }
}

/// Makes commits that no branch holds go away for good.
fn forget(project: &Project) {
    project.git(&["reflog", "expire", "--expire=now", "--all"]);
    project.git(&["gc", "-q", "--prune=now"]);
}

/// What is told of a saved history that is gone: files that were dirty, by what was recorded of them.
fn changed_of(recorded: &BTreeSet<Vec<u8>>, before: &Snapshot, project: &Project) -> Vec<String> {
    let mut changed = changed(before, project);
    changed.retain(|path| recorded.contains(RelativePath::from_text(path).unwrap().as_bytes()));
    changed
}

/// Paths git calls dirty, both names of a rename included.
fn dirty(project: &Project) -> BTreeSet<Vec<u8>> {
    let changes = common::facts::expected(project);
    changes.into_iter().flat_map(|(path, _, from)| std::iter::once(path).chain(from)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 40,
        failure_persistence: None,
        max_shrink_iters: 300,
        ..ProptestConfig::default()
    })]

    #[test]
    fn changed_since_is_exactly_what_differs(
        before in proptest::collection::vec(step(), 0..6),
        dirty in proptest::collection::vec(step(), 0..8),
        between in proptest::collection::vec(step(), 0..12),
    ) {
        let project = Project::unborn().session("s");
        happens(&project, &before);
        project.commit("before");
        happens(&project, &dirty);
        let saved = seen(&project);
        let head = project.git(&["rev-parse", "HEAD"]);
        project.save(json!({ "goal": "g" }));
        happens(&project, &between);

        let expected = changed(&saved, &project);
        let answer = project.load(json!({}));
        prop_assert_eq!(&strings(&answer["drift"]["changedSince"]), &expected);
        prop_assert_eq!(&answer["drift"]["changedSinceTotal"], &json!(expected.len()));
        let since = project.git(&["rev-list", "--count", &format!("{head}..HEAD")]);
        prop_assert_eq!(answer["drift"]["commitsSince"].to_string(), since);
        for (name, changed) in by_source(&project, &document(&project)) {
            prop_assert_eq!(&changed, &expected, "{}", name);
        }
    }

    #[test]
    fn of_a_history_that_is_gone_only_recorded_files_are_told(
        dirtied in proptest::collection::vec(step(), 0..8),
        between in proptest::collection::vec(step(), 0..8),
    ) {
        let project = Project::with(&[("a", "1\n"), ("d/x", "1\n"), ("x.log", "1\n")]).session("s");
        project.write("a", "2\n");
        project.commit("saved");
        // Only steps that leave the saved commit on one branch, from which it is taken away later.
        let keeps = |step: &&Step| !matches!(step, Step::Git([command, ..], _) if !matches!(*command, "add" | "rm"));
        for step in dirtied.iter().filter(keeps) {
            happens(&project, std::slice::from_ref(step));
        }
        let (saved, recorded) = (seen(&project), dirty(&project));
        let head = project.git(&["rev-parse", "HEAD"]);
        project.save(json!({ "goal": "g" }));
        project.git(&["commit", "-q", "--amend", "--allow-empty", "-m", "another"]);
        forget(&project);
        for step in between.iter().filter(keeps) {
            happens(&project, std::slice::from_ref(step));
        }
        let is_gone = !project.git_command(&["cat-file", "-e", &head]).status().unwrap().success();
        prop_assert!(is_gone);
        let expected = changed_of(&recorded, &saved, &project);
        let answer = project.load(json!({}));
        prop_assert_eq!(&strings(&answer["drift"]["changedSince"]), &expected);
        prop_assert!(answer["drift"]["commitsSince"].is_null());
        for (name, changed) in by_source(&project, &document(&project)) {
            prop_assert_eq!(&changed, &expected, "{}", name);
        }
    }

    #[test]
    fn without_a_commit_on_either_side_nothing_is_claimed(
        before in proptest::collection::vec(step(), 0..5),
        between in proptest::collection::vec(step(), 0..5),
        kind in 0..4,
    ) {
        let project = if kind == 0 { Project::bare() } else { Project::unborn() }.session("s");
        happens(&project, &before);
        if kind == 3 {
            project.commit("before");
        }
        project.save(json!({ "goal": "g" }));
        let is_claimed = !project.document("s")["git"].is_null();
        match kind {
            // No repository at the save, one now.
            0 => drop(project.git(&["init", "-q", "-b", "main"])),
            // No commit at the save, one now (or at either).
            1 => project.commit("first"),
            // No commit at either, unless a step made one.
            2 => {}
            // A repository at the save, none now.
            _ => std::fs::remove_dir_all(project.path(".git")).unwrap(),
        }
        if kind < 2 {
            happens(&project, &between);
        }
        let answer = project.load(json!({}));
        prop_assert!(answer["found"] == true);
        if !is_claimed || kind == 3 {
            let drift = &answer["drift"];
            prop_assert_eq!((&drift["branchChanged"], &drift["commitsSince"]), (&json!(false), &json!(null)));
            prop_assert_eq!(&drift["changedSince"], &json!([]));
            prop_assert!(kind == 3 || !answer["text"].as_str().unwrap().contains("Since this checkpoint"));
        }
    }
}
