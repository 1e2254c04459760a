//! Where documents live and how they are written.

mod common;

use common::{Project, code, strings, told};
use serde_json::{Value, json};

const ID: &str = "11111111-1111-4111-8111-111111111111";
const FILE: &str = ".claude-checkpoints/11111111-1111-4111-8111-111111111111.json";

fn project() -> Project {
    Project::with(&[("a.txt", "a\n")]).session(ID)
}

fn goal(project: &Project) -> Value {
    project.load(json!({ "format": "full" }))["checkpoint"]["goal"]["primary"].clone()
}

fn backup(project: &Project) -> String {
    project.read(&format!("{FILE}.prev"))
}

#[test]
fn a_first_save_makes_a_private_directory_that_git_ignores() {
    let project = project();
    let answer = project.save(json!({ "goal": "one" }));
    assert_eq!(strings(&answer["warnings"]), Vec::<String>::new());
    assert_eq!(project.store(), [".gitignore".to_owned(), format!("{ID}.json"), format!("{ID}.json.lock")]);
    assert_eq!(project.read(".claude-checkpoints/.gitignore"), "*\n");
    assert_eq!(project.git(&["status", "--porcelain"]), "");
    project.git(&["add", "-A"]);
    assert_eq!(project.git(&["ls-files"]), "a.txt");
}

#[cfg(unix)]
#[test]
fn the_directory_is_0700_and_every_file_0600() {
    use std::os::unix::fs::PermissionsExt;
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.save(json!({ "goal": "two" }));
    let mode = |path: &str| project.path(path).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(".claude-checkpoints"), 0o700);
    for file in [FILE.to_owned(), format!("{FILE}.prev"), format!("{FILE}.lock")] {
        assert_eq!(mode(&file), 0o600, "{file}");
    }
}

#[test]
fn the_document_before_becomes_the_backup() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    let first = project.read(FILE);
    project.save(json!({ "goal": "two" }));
    assert_eq!(backup(&project), first);
    project.save(json!({ "goal": "three" }));
    assert!(backup(&project).contains("\"two\""));
    assert_eq!(goal(&project), "three");
}

#[test]
fn a_corrupt_document_is_answered_from_the_backup_and_never_replaces_it() {
    for damage in ["", "{\"version\": 1", "\0\0\0\0", "[]", "{\"goal\": {}}"] {
        let project = project();
        project.save(json!({ "goal": "one" }));
        project.save(json!({ "goal": "two" }));
        project.write(FILE, damage);
        let answer = project.load(json!({}));
        assert_eq!(answer["fromBackup"], true);
        assert!(strings(&answer["warnings"])[0].contains("backup"), "{answer}");
        assert!(answer["text"].as_str().unwrap().contains("one"));
        let good = backup(&project);
        let saved = project.save(json!({ "goal": "three", "mode": "merge" }));
        assert!(strings(&saved["warnings"])[0].contains("backup"), "{saved}");
        assert_eq!(backup(&project), good, "{damage:?}");
        assert_eq!(goal(&project), "three");
    }
}

#[test]
fn a_missing_document_is_answered_from_the_backup() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.save(json!({ "goal": "two" }));
    std::fs::remove_file(project.path(FILE)).unwrap();
    assert_eq!(project.load(json!({}))["fromBackup"], true);
    assert_eq!(project.list(json!({}))["entries"][0]["fromBackup"], true);
}

#[test]
fn a_corrupt_document_without_backup_is_an_error_and_a_save_replaces_it_with_a_warning() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.write(FILE, "{");
    assert_eq!(code(project.try_load(json!({}))), "CHECKPOINT_UNREADABLE");
    let entry = &project.list(json!({}))["entries"][0];
    assert_eq!((entry["goal"].as_str(), entry["updatedAt"].is_null()), (Some("(unreadable)"), true));
    let saved = project.save(json!({ "goal": "two", "mode": "merge" }));
    assert!(strings(&saved["warnings"])[0].contains("could not be read"), "{saved}");
    assert_eq!(goal(&project), "two");
}

#[test]
fn another_version_is_refused_and_left_alone() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.save(json!({ "goal": "two" }));
    for file in [FILE.to_owned(), format!("{FILE}.prev")] {
        let before = project.read(&file);
        let newer = before.replace("\"version\": 1", "\"version\": 2");
        project.write(&file, &newer);
        for mode in ["replace", "merge"] {
            let told = told(project.try_save(json!({ "goal": "three", "mode": mode })));
            assert!(told.starts_with("VERSION_UNSUPPORTED") && told.contains("version 2"), "{told}");
        }
        assert_eq!(project.read(&file), newer);
        project.write(&file, before);
    }
    project.write(FILE, "{\"version\":2,\"everything\":\"else\"}");
    assert_eq!(code(project.try_load(json!({}))), "VERSION_UNSUPPORTED");
    assert!(strings(&project.list(json!({}))["warnings"])[0].contains("version 2"));
}

#[cfg(unix)]
#[test]
fn a_directory_or_file_that_is_a_symlink_or_something_else_is_refused() {
    use std::os::unix::fs::symlink;
    let project = project();
    let elsewhere = project.outside().join("elsewhere");
    std::fs::create_dir(&elsewhere).unwrap();
    let directory = project.path(".claude-checkpoints");
    symlink(&elsewhere, &directory).unwrap();
    for result in [project.try_save(json!({ "goal": "g" })), project.try_load(json!({}))] {
        let told = told(result);
        assert!(told.starts_with("STORE_REFUSED") && told.contains("symlink"), "{told}");
    }
    assert_eq!(std::fs::read_dir(&elsewhere).unwrap().count(), 0);
    std::fs::remove_file(&directory).unwrap();
    std::fs::write(&directory, "x").unwrap();
    assert!(told(project.try_save(json!({ "goal": "g" }))).contains("is a file"));
    std::fs::remove_file(&directory).unwrap();

    project.save(json!({ "goal": "g" }));
    let target = elsewhere.join("target");
    std::fs::write(&target, "untouched").unwrap();
    for name in [FILE.to_owned(), format!("{FILE}.lock")] {
        std::fs::remove_file(project.path(&name)).unwrap();
        symlink(&target, project.path(&name)).unwrap();
        assert!(project.try_save(json!({ "goal": "g" })).is_err(), "{name}");
        std::fs::remove_file(project.path(&name)).unwrap();
        project.save(json!({ "goal": "g" }));
    }
    assert_eq!(std::fs::read_to_string(&target).unwrap(), "untouched");
}

#[cfg(unix)]
#[test]
fn a_fifo_in_the_place_of_a_document_hangs_nobody() {
    let project = project();
    project.save(json!({ "goal": "g" }));
    let fifo = project.path(".claude-checkpoints/fifo.json");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    assert_eq!(code(project.try_load(json!({ "checkpoint": "fifo" }))), "CHECKPOINT_UNREADABLE");
    assert_eq!(project.list(json!({}))["total"], 2);
}

#[test]
fn what_a_killed_save_left_behind_is_removed_by_the_next_and_nothing_else_is() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    let left = [format!("{FILE}.aB3dE9.tmp"), format!("{FILE}.000000.tmp")];
    let kept = [
        format!("{FILE}.toolong.tmp"),
        format!("{FILE}.a.c3.4.tmp"),
        ".claude-checkpoints/b.json.aB3dE9.tmp".to_owned(),
    ];
    for file in left.iter().chain(&kept) {
        project.write(file, "half");
    }
    project.save(json!({ "goal": "two" }));
    assert!(left.iter().all(|file| !project.path(file).exists()));
    assert!(kept.iter().all(|file| project.path(file).exists()));
}

#[cfg(unix)]
#[test]
fn a_backup_that_is_a_link_to_the_document_leaves_no_temporary_name() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    // What a crash between the two renames leaves.
    std::fs::hard_link(project.path(FILE), project.path(&format!("{FILE}.prev"))).unwrap();
    project.save(json!({ "goal": "two" }));
    assert!(backup(&project).contains("\"one\""));
    assert_eq!(project.store().len(), 4);
}

#[test]
fn a_document_that_todays_rules_would_change_becomes_a_redacted_backup() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    let planted = ["ghp", "0123456789abcdefghijABCDEFGHIJ012345"].join("_");
    project.write(FILE, project.read(FILE).replace("\"one\"", &format!("\"one {planted}\"")));
    project.save(json!({ "goal": "two" }));
    assert!(backup(&project).contains("one «redacted»"));
}

#[test]
fn the_file_of_a_session_is_found_in_any_case() {
    let project = Project::with(&[]).session("My-Session");
    project.save(json!({ "goal": "one" }));
    let project = project.session("mY-sESSION");
    let answer = project.save(json!({ "goal": "two", "mode": "merge" }));
    assert!(answer["path"].as_str().unwrap().ends_with("My-Session.json"));
    assert_eq!(answer["session"], "My-Session");
    assert_eq!(project.list(json!({}))["entries"][0]["isCurrentSession"], true);
    assert_eq!(project.load(json!({ "checkpoint": "MY-SESSION" }))["resumeHint"], Value::Null);
}

#[test]
fn unknown_fields_survive_a_merge_and_go_with_a_replace() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.write(FILE, project.read(FILE).replacen("\"goal\"", "\"later\": {\"a\": [1, null]}, \"goal\"", 1));
    project.save(json!({ "goal": "two", "mode": "merge" }));
    assert_eq!(project.document(ID)["later"], json!({ "a": [1, null] }));
    project.save(json!({ "goal": "three" }));
    assert_eq!(project.document(ID)["later"], Value::Null);
}

#[test]
fn no_absolute_path_is_in_what_the_server_fills() {
    let project = project();
    project.write("b.txt", "b");
    let absolute = project.path("a.txt").display().to_string();
    project.save(json!({ "goal": "g", "modifiedFiles": [{ "path": absolute }] }));
    assert!(!project.read(FILE).contains(&project.root.display().to_string()));
    assert_eq!(project.document(ID)["modifiedFiles"][0]["path"], "a.txt");
}

#[test]
fn a_save_that_can_not_write_says_so_and_leaves_what_was_there() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    // Permissions would not stop root; a directory in the place of the lock stops everybody.
    let lock = project.path(&format!("{FILE}.lock"));
    std::fs::remove_file(&lock).unwrap();
    std::fs::create_dir(&lock).unwrap();
    let told = told(project.try_save(json!({ "goal": "two" })));
    assert!(told.starts_with("STORE_UNWRITABLE") && told.contains("untouched"), "{told}");
    assert!(project.read(FILE).contains("\"one\""));
}

#[test]
fn a_document_too_large_to_be_read_is_left_alone() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.write(FILE, format!("{{\"version\":2,\"x\":\"{}\"}}", "x".repeat(5_000_000)));
    let before = project.read(FILE);
    assert_eq!(code(project.try_save(json!({ "goal": "two" }))), "CHECKPOINT_UNREADABLE");
    assert!(project.read(FILE) == before);
}

#[test]
fn an_unreadable_document_is_kept_for_whoever_wants_to_mend_it() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    project.write(FILE, "{ \"goal\": oops");
    let answer = project.save(json!({ "goal": "two" }));
    assert!(strings(&answer["warnings"])[0].contains(".corrupt"), "{answer}");
    assert_eq!(project.read(&format!("{FILE}.corrupt")), "{ \"goal\": oops");
    assert_eq!(project.list(json!({}))["total"], 1);
}

#[test]
fn a_damaged_own_document_is_not_replaced_by_another_session_s() {
    let project = Project::with(&[]).session("other");
    project.save(json!({ "goal": "g", "decisions": ["theirs"] }));
    let project = project.session(ID);
    project.write(FILE, "{ broken");
    project.save(json!({ "goal": "mine", "mode": "merge", "resumedFrom": "other" }));
    let document = project.document(ID);
    assert_eq!((document["decisions"].as_array().unwrap().len(), document.get("resumedFrom")), (0, None));
}

#[test]
fn a_directory_half_prepared_by_a_killed_save_never_counts() {
    let project = project();
    project.write(".claude-checkpoints.aB3dE9.tmp/.gitignore", "*\n");
    project.save(json!({ "goal": "one" }));
    assert_eq!(project.read(".claude-checkpoints/.gitignore"), "*\n");
    assert_eq!(project.git(&["status", "--porcelain"]), "");
}

#[test]
fn unknown_fields_below_goal_and_project_survive_too() {
    let project = project();
    project.save(json!({ "goal": "one" }));
    let text = project.read(FILE).replacen("\"primary\"", "\"deadline\": 1, \"primary\"", 1);
    project.write(FILE, text.replacen("\"name\": \"my-app\"", "\"lang\": 2, \"name\": \"my-app\"", 1));
    project.save(json!({ "goal": "two", "mode": "merge" }));
    let document = project.document(ID);
    assert_eq!((document["goal"]["deadline"].as_u64(), document["project"]["lang"].as_u64()), (Some(1), Some(2)));
}
