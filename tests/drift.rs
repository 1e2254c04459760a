//! What a load says changed, whatever happened since the save.

mod common;

use common::{Project, strings};
use serde_json::{Value, json};

fn saved(files: &[(&str, &str)], then: impl Fn(&Project)) -> Project {
    let project = Project::with(files).session("s");
    then(&project);
    project.save(json!({ "goal": "g" }));
    project
}

fn drift(project: &Project) -> Value {
    project.load(json!({}))["drift"].clone()
}

#[test]
fn nothing_changed_is_said() {
    let project = saved(&[("a", "1\n")], |project| project.write("a", "2\n"));
    let answer = project.load(json!({}));
    assert_eq!(
        answer["drift"],
        json!({ "branchChanged": false, "currentBranch": "main", "commitsSince": 0, "changedSince": [], "changedSinceTotal": 0 })
    );
    assert!(answer["text"].as_str().unwrap().contains("Nothing changed"));
}

#[test]
fn a_file_committed_unchanged_is_not_listed_and_an_edit_of_a_clean_file_is() {
    let project = saved(&[("a", "1\n"), ("b", "1\n"), ("c", "1\n")], |project| project.write("a", "2\n"));
    project.commit("a");
    project.write("b", "2\n");
    assert_eq!(project.changed(), ["b"]);
    project.commit("b");
    assert_eq!(project.changed(), ["b"]);
    assert_eq!(drift(&project)["commitsSince"], 2);
    project.write("b", "1\n");
    assert_eq!(project.changed(), Vec::<String>::new());
}

#[test]
fn files_that_appear_disappear_and_come_back() {
    let project = saved(&[("a", "1\n"), ("gone", "1\n")], |project| {
        std::fs::remove_file(project.path("gone")).unwrap();
        project.write("untracked", "1\n");
    });
    std::fs::remove_file(project.path("a")).unwrap();
    std::fs::remove_file(project.path("untracked")).unwrap();
    project.write("gone", "1\n");
    project.write("new", "1\n");
    assert_eq!(project.changed(), ["a", "gone", "new", "untracked"]);
    std::fs::remove_file(project.path("gone")).unwrap();
    project.write("untracked", "1\n");
    project.write("a", "1\n");
    assert_eq!(project.changed(), ["new"]);
}

#[test]
fn an_ignored_newcomer_is_not_listed() {
    let project = saved(&[(".gitignore", "*.log\n")], |_| {});
    project.write("x.log", "1\n");
    project.write("x.txt", "1\n");
    assert_eq!(project.changed(), ["x.txt"]);
}

#[test]
fn a_rename_lists_both_names_when_it_came_later_and_neither_when_it_was_there() {
    let content = "line\n".repeat(20);
    let project = saved(&[("a", &content), ("b", &content)], |project| {
        project.git(&["mv", "a", "moved"]);
    });
    let file = &project.document("s")["modifiedFiles"][0];
    assert_eq!(
        (file["path"].as_str(), file["status"].as_str(), file["renamedFrom"].as_str()),
        (Some("moved"), Some("R"), Some("a"))
    );
    assert_eq!(project.changed(), Vec::<String>::new());
    project.git(&["mv", "b", "later"]);
    assert_eq!(project.changed(), ["b", "later"]);
    project.git(&["mv", "moved", "a"]);
    assert_eq!(project.changed(), ["a", "b", "later", "moved"]);
}

#[test]
fn another_branch_is_compared_by_content() {
    let project = saved(&[("a", "1\n"), ("same", "1\n")], |_| {});
    project.git(&["checkout", "-q", "-b", "topic"]);
    project.write("a", "2\n");
    project.commit("two");
    let drift = drift(&project);
    assert_eq!((drift["branchChanged"].as_bool(), drift["currentBranch"].as_str()), (Some(true), Some("topic")));
    assert_eq!(strings(&drift["changedSince"]), ["a"]);
    assert!(project.brief().contains("- ⚠ The branch is now `topic`"));
    project.git(&["checkout", "-q", "--detach"]);
    let answer = project.load(json!({}));
    assert_eq!(
        (answer["drift"]["branchChanged"].as_bool(), answer["drift"]["currentBranch"].is_null()),
        (Some(true), true)
    );
    assert!(answer["text"].as_str().unwrap().contains("HEAD is now detached"));
}

#[test]
fn a_detached_head_has_no_branch_in_the_file() {
    let project = saved(&[("a", "1\n")], |project| drop(project.git(&["checkout", "-q", "--detach"])));
    assert_eq!(project.document("s")["git"].get("branch"), None);
    assert_eq!(drift(&project)["branchChanged"], false);
    assert!(project.brief().contains("\nDetached HEAD @ "));
}

#[test]
fn rewritten_history_is_said_and_still_compared_by_content() {
    let project = saved(&[("a", "1\n"), ("b", "1\n")], |project| {
        project.write("a", "2\n");
        project.commit("two");
    });
    project.git(&["commit", "-q", "--amend", "-m", "reworded"]);
    let answer = project.load(json!({}));
    assert_eq!(strings(&answer["drift"]["changedSince"]), Vec::<String>::new());
    assert_eq!(answer["drift"]["commitsSince"], 1);
    assert!(answer["text"].as_str().unwrap().contains("no longer part of this history"));
    project.write("b", "2\n");
    assert_eq!(project.changed(), ["b"]);
}

#[test]
fn a_saved_commit_that_is_gone_leaves_the_recorded_hashes() {
    let project = saved(&[("a", "1\n"), ("b", "1\n")], |project| {
        project.commit("two");
        project.write("a", "2\n");
    });
    project.git(&["reset", "-q", "--soft", "HEAD~1"]);
    project.git(&["reflog", "expire", "--expire=now", "--all"]);
    project.git(&["gc", "-q", "--prune=now"]);
    project.write("a", "3\n");
    project.write("b", "2\n");
    let answer = project.load(json!({}));
    assert!(answer["drift"]["commitsSince"].is_null());
    assert_eq!(strings(&answer["drift"]["changedSince"]), ["a"]);
    assert!(answer["text"].as_str().unwrap().contains("no longer in the repository"));
}

#[test]
fn without_git_at_save_or_load_there_is_no_drift() {
    let none = json!({ "branchChanged": false, "currentBranch": null, "commitsSince": null, "changedSince": [], "changedSinceTotal": 0 });
    let project = Project::bare().session("s");
    project.write("a", "1\n");
    project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": "a" }] }));
    assert!(project.document("s")["git"].is_null());
    assert_eq!(drift(&project), none);
    assert!(!project.brief().contains("Since this checkpoint"));
    project.git(&["init", "-q", "-b", "main"]);
    assert_eq!(drift(&project), none);
    project.commit("one");
    assert_eq!(drift(&project)["currentBranch"], "main");
    project.save(json!({ "goal": "g" }));
    std::fs::remove_dir_all(project.path(".git")).unwrap();
    assert_eq!(drift(&project), none);
    assert!(project.brief().contains("could not be checked"));
}

#[test]
fn before_the_first_commit_git_is_null_and_files_are_listed() {
    let project = Project::unborn().session("s");
    project.write("a", "1\n");
    let answer = project.save(json!({ "goal": "g" }));
    assert_eq!(answer["counts"]["modifiedFiles"], 1);
    assert!(project.document("s")["git"].is_null());
    assert!(!project.brief().contains("Since this checkpoint"));
}

#[test]
fn line_ending_conversion_is_no_change() {
    let project = Project::with(&[("a.txt", "one\ntwo\n")]).session("s");
    project.git(&["config", "core.autocrlf", "true"]);
    project.write("a.txt", "one\ntwo\nthree\n");
    project.save(json!({ "goal": "g" }));
    project.commit("three");
    project.write("a.txt", "one\r\ntwo\r\nthree\r\n");
    assert_eq!(project.changed(), Vec::<String>::new());
    project.write("a.txt", "one\r\ntwO\r\nthree\r\n");
    assert_eq!(project.changed(), ["a.txt"]);
}

#[cfg(unix)]
#[test]
fn a_text_with_crlf_in_the_repository_is_no_drift_while_its_bytes_are_the_same() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::with(&[("a", "one\r\n"), ("b", "one\r\n")]).session("s");
    project.write(".gitattributes", "* text=auto\n");
    project.save(json!({ "goal": "g" }));
    for file in ["a", "b"] {
        std::fs::set_permissions(project.path(file), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    assert_eq!(project.changed(), Vec::<String>::new());
    project.write("b", "two\r\n");
    assert_eq!(project.changed(), ["b"]);
}

#[test]
fn a_change_of_mode_alone_is_no_drift() {
    let project = saved(&[("a", "1\n")], |_| {});
    project.git(&["update-index", "--chmod=+x", "a"]);
    assert_eq!(project.changed(), Vec::<String>::new());
}

#[test]
fn a_subdirectory_as_root_sees_its_own_subtree() {
    let project = Project::with(&[("app/a", "1\n"), ("other/b", "1\n")]);
    project.write("app/a", "2\n");
    project.write("other/b", "2\n");
    let root = project.path("app").display().to_string();
    let project = project.session("s").set("CHECKPOINT_PROJECT_ROOT", &root);
    project.save(json!({ "goal": "g" }));
    let document: Value = serde_json::from_str(&project.read("app/.claude-checkpoints/s.json")).unwrap();
    assert_eq!(document["modifiedFiles"].as_array().unwrap().len(), 1);
    assert_eq!(document["modifiedFiles"][0]["path"], "a");
    assert_eq!(document["project"]["name"], "app");
    project.write("other/b", "3\n");
    project.write("app/a", "3\n");
    project.commit("both");
    assert_eq!(project.changed(), ["a"]);
}

#[test]
fn more_dirty_files_than_fit_are_never_called_changed() {
    let project = Project::with(&[]).session("s");
    for at in 0..130 {
        project.write(&format!("f{at:03}"), "1\n");
    }
    let answer = project.save(json!({ "goal": "g" }));
    assert_eq!(answer["counts"]["modifiedFiles"], 100);
    assert!(strings(&answer["warnings"])[0].starts_with("30 changed file(s) had no room"));
    assert_eq!(project.document("s")["meta"]["truncated"], true);
    project.write("f000", "2\n");
    project.write("f129", "2\n");
    project.write("new", "1\n");
    let loaded = project.load(json!({}));
    assert_eq!(strings(&loaded["drift"]["changedSince"]), ["f000", "new"]);
    assert!(strings(&loaded["warnings"])[0].starts_with("30 file(s)"));
}

#[test]
fn at_most_200_names_are_listed_and_the_number_is_whole() {
    let project = Project::with(&[]).session("s");
    project.save(json!({ "goal": "g" }));
    for at in 0..230 {
        project.write(&format!("f{at:03}"), "1\n");
    }
    let drift = drift(&project);
    assert_eq!(
        (drift["changedSince"].as_array().unwrap().len(), drift["changedSinceTotal"].as_u64()),
        (200, Some(230))
    );
}

#[test]
fn own_files_are_neither_listed_nor_drift() {
    let project = Project::with(&[]).session("s");
    project.write(".claude-checkpoint", "x");
    project.write("sub/.claude-checkpoints/x.json", "x");
    let answer = project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": ".claude-checkpoint" }] }));
    assert_eq!(answer["counts"]["modifiedFiles"], 0);
    assert_eq!(project.document("s")["git"]["dirty"], false);
    project.write("sub/.claude-checkpoints/y.json", "x");
    assert_eq!(project.changed(), Vec::<String>::new());
}

#[test]
fn hashes_are_what_git_hash_object_gives() {
    let project = Project::with(&[
        (".gitattributes", "*.txt text\n*.bin -text\n*.id ident\n*.auto text=auto\n"),
        ("x.auto", "a\r\n"),
    ])
    .session("s");
    let files: [(&str, &[u8]); 8] = [
        ("a.txt", b"one\r\ntwo\r\rthree\r\n"),
        ("a.bin", b"one\r\ntwo"),
        ("a.id", b"x $Id: 12$ y $Id$ $Id: open\n$Id:$"),
        ("a.auto", b"one\r\ntwo\r\n"),
        ("b.auto", b"one\r\n\0two\r\n"),
        ("x.auto", b"a\r\nb\r\n"),
        ("plain", b"one\r\n"),
        ("empty", b""),
    ];
    for (path, content) in files {
        project.write(path, content);
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("a.txt", project.path("link")).unwrap();
    for (autocrlf, eol) in [("false", "lf"), ("true", "crlf"), ("input", "lf")] {
        project.git(&["config", "core.autocrlf", autocrlf]);
        project.git(&["config", "core.eol", eol]);
        project.save(json!({ "goal": "g" }));
        for file in project.document("s")["modifiedFiles"].as_array().unwrap() {
            let path = file["path"].as_str().unwrap();
            if path != "link" {
                assert_eq!(file["hash"], project.git(&["hash-object", path]), "{path} with autocrlf={autocrlf}");
            }
        }
    }
}

#[test]
fn a_merge_hashes_what_it_carries_over_again() {
    let project = Project::with(&[("a", "1\n"), ("b", "1\n")]).session("s");
    project.write("a", "2\n");
    project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": "a", "note": "why" }] }));
    project.commit("two");
    project.save(json!({ "goal": "g", "mode": "merge" }));
    let file = project.document("s")["modifiedFiles"][0].clone();
    assert_eq!((file["source"].as_str(), file["note"].as_str()), (Some("agent"), Some("why")));
    assert_eq!(file["hash"], project.git(&["hash-object", "a"]));
}

#[test]
fn thousands_of_untracked_files_do_not_hide_a_change_of_a_tracked_one() {
    let project = Project::with(&[("src/a.txt", "1\n")]).session("s");
    for directory in 0..20 {
        for at in 0..250 {
            project.write(&format!("out{directory}/f{at}"), "1\n");
        }
    }
    project.save(json!({ "goal": "g" }));
    project.write("src/a.txt", "2\n");
    project.write("new", "1\n");
    // Whether a newcomer was there before is not known; a tracked file is always compared.
    assert_eq!(project.changed(), ["src/a.txt"]);
}

#[test]
fn a_full_untracked_directory_is_one_entry_and_tracked_changes_keep_their_hashes() {
    let project = Project::with(&[("a", "1\n"), ("b", "1\n")]).session("s");
    for at in 0..600 {
        project.write(&format!("node_modules/p/{at}"), "1\n");
    }
    project.write("a", "2\n");
    project.write("b", "2\n");
    let answer = project.save(json!({ "goal": "g" }));
    assert!(strings(&answer["warnings"])[0].contains("`node_modules`"), "{answer}");
    let document = project.document("s");
    let files = document["modifiedFiles"].as_array().unwrap();
    assert_eq!(files.len(), 3);
    assert!(files[0]["hash"].is_string() && files[1]["hash"].is_string());
    assert_eq!((files[2]["path"].as_str(), files[2]["kind"].as_str()), (Some("node_modules"), Some("directory")));
    assert_eq!(document["meta"]["truncated"], true);
    project.write("node_modules/p/1", "2\n");
    project.write("a", "3\n");
    assert_eq!(project.changed(), ["a"]);
}

#[test]
fn a_note_follows_a_renamed_file_and_is_never_crowded_out() {
    let project = Project::with(&[("a.rs", &"line\n".repeat(20))]).session("s");
    project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": "a.rs", "note": "why" }] }));
    project.git(&["mv", "a.rs", "b.rs"]);
    project.save(json!({ "goal": "g", "mode": "merge" }));
    let note = |project: &Project, path: &str| {
        let document = project.document("s");
        let files = document["modifiedFiles"].as_array().unwrap().clone();
        files.iter().find(|file| file["path"] == path).map(|file| file["note"].clone())
    };
    assert_eq!(note(&project, "b.rs"), Some("why".into()));
    for at in 0..120 {
        project.write(&format!("new{at}"), "1\n");
    }
    project.save(json!({ "goal": "g", "mode": "merge", "modifiedFiles": [{ "path": "zzz", "note": "kept" }] }));
    project.commit("everything");
    for at in 0..120 {
        project.write(&format!("newer{at}"), "1\n");
    }
    project.save(json!({ "goal": "g", "mode": "merge" }));
    assert_eq!((note(&project, "b.rs"), note(&project, "zzz")), (Some("why".into()), Some("kept".into())));
}

#[test]
fn what_is_going_on_in_the_repository_is_part_of_the_branch_line() {
    let project = Project::with(&[("a", "1\n")]).session("s");
    project.git(&["checkout", "-q", "-b", "topic"]);
    project.write("a", "topic\n");
    project.commit("topic");
    project.git(&["checkout", "-q", "main"]);
    project.write("a", "main\n");
    project.commit("main");
    assert!(!project.git_command(&["merge", "topic"]).output().unwrap().status.success());
    project.save(json!({ "goal": "g" }));
    assert_eq!(project.document("s")["git"]["state"], "merge in progress");
    assert_eq!(project.document("s")["modifiedFiles"][0]["status"], "UU");
    assert!(project.brief().contains("(uncommitted changes, merge in progress)"));
}

#[test]
fn a_deleted_file_that_comes_back_is_listed_unless_it_is_ignored() {
    let project = saved(&[("x.log", "1\n")], |project| std::fs::remove_file(project.path("x.log")).unwrap());
    project.write(".gitignore", "*.log\n");
    project.commit("gone");
    project.write("x.log", "1\n");
    assert_eq!(project.changed(), [".gitignore"]);
    project.write(".gitignore", "");
    assert_eq!(project.changed(), [".gitignore", "x.log"]);
}

#[test]
fn the_old_name_of_a_rename_was_not_there_at_the_save() {
    let project = saved(&[("old", &"line\n".repeat(9))], |project| drop(project.git(&["mv", "old", "new"])));
    assert_eq!(project.document("s")["modifiedFiles"][0]["renamedFrom"], "old");
    project.commit("renamed");
    assert_eq!(project.changed(), Vec::<String>::new());
    project.write("old", "line\n".repeat(9));
    assert_eq!(project.changed(), ["old"]);
}
