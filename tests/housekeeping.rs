//! What a person does with checkpoints: look at the backup, restore it, delete, prune.

mod common;

use std::path::Path;

use common::{Project, code, strings, told};
use serde_json::{Value, json};
use session_checkpoint::engine;

const DAY: i64 = 86_400;

/// A session that saved twice.
fn saved_twice() -> Project {
    let project = Project::with(&[]).session("own");
    project.save(json!({ "goal": "one" }));
    project.wait(60);
    project.save(json!({ "goal": "two" }));
    project
}

/// The answer without the place the test runs in.
fn without_place(project: &Project, value: &Value) -> Value {
    serde_json::from_str(&value.to_string().replace(project.root.to_str().unwrap(), "/my-app")).unwrap()
}

fn goals(project: &Project, id: &str) -> [String; 2] {
    ["", ".prev"].map(|suffix| {
        let text = project.read(&format!(".claude-checkpoints/{id}.json{suffix}"));
        serde_json::from_str::<Value>(&text).unwrap()["goal"]["primary"].as_str().unwrap().to_owned()
    })
}

fn pruned(answer: &Value) -> Vec<String> {
    answer["pruned"].as_array().unwrap().iter().map(|entry| entry["selector"].as_str().unwrap().to_owned()).collect()
}

fn kept(answer: &Value) -> Vec<String> {
    let kept = answer["kept"].as_array().unwrap();
    kept.iter()
        .map(|kept| format!("{}: {}", kept["selector"].as_str().unwrap(), kept["reason"].as_str().unwrap()))
        .collect()
}

#[test]
fn the_backup_can_be_looked_at() {
    let project = saved_twice();
    let before = project.store();
    let loaded = project.call(engine::load_previous, json!({})).unwrap();
    assert!(loaded["text"].as_str().unwrap().contains("## Goal\none"), "{loaded}");
    assert_eq!((loaded["fromBackup"].as_bool(), loaded.get("resumeHint")), (Some(true), None));
    assert_eq!(strings(&loaded["warnings"]), ["This is the backup: what was saved before the last save."]);
    assert_eq!(project.store(), before);
}

#[test]
fn restoring_swaps_and_a_second_time_swaps_back() {
    let project = saved_twice();
    let files = || ["", ".prev"].map(|suffix| project.read(&format!(".claude-checkpoints/own.json{suffix}")));
    let [two, one] = files();
    let answer = project.call(engine::restore_previous, json!({})).unwrap();
    insta::assert_json_snapshot!(without_place(&project, &answer));
    assert_eq!(files(), [one.clone(), two.clone()]);
    project.call(engine::restore_previous, json!({ "checkpoint": "own" })).unwrap();
    assert_eq!(files(), [two, one]);
}

#[test]
fn restoring_puts_a_damaged_checkpoint_aside() {
    let project = saved_twice();
    project.write(".claude-checkpoints/own.json", "{");
    project.call(engine::restore_previous, json!({})).unwrap();
    assert_eq!(goals(&project, "own"), ["one", "one"]);
    assert_eq!(project.read(".claude-checkpoints/own.json.corrupt"), "{");
}

#[test]
fn restoring_a_missing_checkpoint_keeps_the_backup() {
    let project = saved_twice();
    std::fs::remove_file(project.path(".claude-checkpoints/own.json")).unwrap();
    project.call(engine::restore_previous, json!({})).unwrap();
    assert_eq!(goals(&project, "own"), ["one", "one"]);
}

#[test]
fn a_secret_an_older_version_left_in_the_backup_does_not_come_back() {
    let project = saved_twice();
    let secret = ["hunter2", "Secret", "X1"].concat();
    let backup = project.path(".claude-checkpoints/own.json.prev");
    let text = std::fs::read_to_string(&backup).unwrap().replace("\"one\"", &format!("\"password={secret}\""));
    std::fs::remove_file(&backup).unwrap();
    std::fs::write(&backup, text).unwrap();
    let answer = project.call(engine::restore_previous, json!({})).unwrap();
    let [now, before] = goals(&project, "own");
    assert!(now.contains("«redacted»") && before == "two", "{now} {before}");
    assert!(!answer.to_string().contains(&secret));
}

#[test]
fn what_can_not_be_restored_is_said_and_left() {
    let project = Project::with(&[]).session("own");
    assert_eq!(code(project.call(engine::restore_previous, json!({}))), "BACKUP_MISSING");
    assert_eq!(project.store(), Vec::<String>::new());
    project.save(json!({ "goal": "one" }));
    let before = project.store();
    let told = told(project.call(engine::restore_previous, json!({})));
    assert!(told.contains("own.json.prev"), "{told}");
    assert_eq!(code(project.call(engine::load_previous, json!({}))), "BACKUP_MISSING");
    assert_eq!(project.store(), before);
    project.write(".claude-checkpoints/own.json.prev", "{\"version\": 2}");
    assert_eq!(code(project.call(engine::restore_previous, json!({}))), "VERSION_UNSUPPORTED");
    let nobody = project.session("");
    assert_eq!(code(nobody.call(engine::restore_previous, json!({}))), "INPUT_INVALID");
}

#[test]
fn deleting_takes_everything_of_a_session_and_nothing_else() {
    let project = saved_twice();
    let project = project.session("other");
    project.save(json!({ "goal": "stays" }));
    for name in ["own.json.corrupt", "own.json.aB3dE6.tmp", "own2.json", "trails/own.json", "trails/other.json"] {
        project.write(&format!(".claude-checkpoints/{name}"), "{}");
    }
    let answer = project.call(engine::delete, json!({ "checkpoint": "OWN" })).unwrap();
    insta::assert_json_snapshot!(without_place(&project, &answer));
    assert_eq!(project.store(), [".gitignore", "other.json", "other.json.lock", "own2.json", "trails"]);
    assert!(project.path(".claude-checkpoints/trails/other.json").exists());
    assert!(!project.path(".claude-checkpoints/trails/own.json").exists());
    assert_eq!(code(project.call(engine::delete, json!({ "checkpoint": "own" }))), "SELECTOR_UNKNOWN");
    assert_eq!(code(project.call(engine::delete, json!({ "checkpoint": "../own" }))), "SELECTOR_INVALID");
}

#[test]
fn the_shared_file_can_be_deleted_too() {
    let project = Project::with(&[]).set("CHECKPOINT_SESSION_IDS", "legacy");
    project.save(json!({ "goal": "one" }));
    project.save(json!({ "goal": "two" }));
    project.call(engine::delete, json!({ "checkpoint": "legacy" })).unwrap();
    let left: Vec<_> = std::fs::read_dir(&project.root).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, [".git"]);
}

#[test]
fn an_open_session_is_deleted_by_force_only() {
    let mut project = saved_twice();
    // It is this session itself.
    assert_eq!(code(project.call(engine::delete, json!({ "checkpoint": "own" }))), "SESSION_LIVE");
    project = project.session("");
    project.live = vec!["OWN".to_owned()];
    assert_eq!(code(project.call(engine::delete, json!({ "checkpoint": "own" }))), "SESSION_LIVE");
    project.call(engine::delete, json!({ "checkpoint": "own", "force": true })).unwrap();
    assert_eq!(project.list(json!({}))["total"], 0);
}

#[cfg(unix)]
#[test]
fn nothing_outside_the_store_is_deleted() {
    let project = saved_twice().session("other");
    let outside = project.outside().join("trails");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("own.json"), "mine").unwrap();
    std::os::unix::fs::symlink(&outside, project.path(".claude-checkpoints/trails")).unwrap();
    assert_eq!(code(project.call(engine::delete, json!({ "checkpoint": "own" }))), "STORE_REFUSED");
    assert!(outside.join("own.json").exists() && project.path(".claude-checkpoints/own.json").exists());
}

/// Sessions saved 40, 31, 30 and 29 days ago, in this order.
fn aged() -> Project {
    let mut project = Project::with(&[]);
    for (id, days) in [("d40", 9), ("d31", 1), ("d30", 1), ("d29", 29)] {
        project = project.session(id);
        project.save(json!({ "goal": id }));
        project.save(json!({ "goal": id }));
        project.wait(days * DAY);
    }
    project.session("")
}

#[test]
fn pruning_goes_by_the_last_save_and_a_dry_run_only_tells() {
    let project = aged();
    let before = project.store();
    let told = project.call(engine::prune, json!({ "olderThanDays": 30, "dryRun": true })).unwrap();
    assert_eq!(pruned(&told), ["d30", "d31", "d40"]);
    assert_eq!(project.store(), before);
    project.write(".claude-checkpoints/trails/d40.json", "{}");
    let answer = project.call(engine::prune, json!({ "olderThanDays": 30 })).unwrap();
    insta::assert_json_snapshot!(without_place(&project, &answer));
    assert_eq!(project.store(), [".gitignore", "d29.json", "d29.json.lock", "d29.json.prev", "trails"]);
    assert!(!project.path(".claude-checkpoints/trails/d40.json").exists());
    let nothing = project.call(engine::prune, json!({ "olderThanDays": 30 })).unwrap();
    assert!(nothing["text"].as_str().unwrap().starts_with("Nothing to delete"));
}

#[test]
fn open_foreign_tracked_and_unreadable_ones_are_never_pruned() {
    let mut project = aged();
    project.live = vec!["d40".to_owned()];
    project.git(&["add", "-f", ".claude-checkpoints/d31.json"]);
    project.write(".claude-checkpoints/d29.json", "{");
    project.write(".claude-checkpoints/unreadable.json", "{");
    project.write(".claude-checkpoints/newer.json", "{\"version\": 2}");
    let answer = project.call(engine::prune, json!({ "olderThanDays": 1 })).unwrap();
    assert_eq!(pruned(&answer), ["d30"]);
    assert_eq!(
        kept(&answer),
        [
            "d29: its file is damaged or missing, and only its backup was read",
            "d31: it is foreign: git tracks it or may do so, or it belongs to another user",
            "d40: its session is open",
        ]
    );
    for id in ["d29", "d31", "d40", "unreadable", "newer"] {
        assert!(Path::exists(&project.path(&format!(".claude-checkpoints/{id}.json"))), "{id}");
    }
    assert_eq!(strings(&answer["warnings"]).len(), 1);
}

#[test]
fn pruning_needs_an_age() {
    let project = aged();
    for input in [json!({}), json!({ "olderThanDays": 0 }), json!({ "olderThanDays": "30d" })] {
        assert_eq!(code(project.call(engine::prune, input)), "INPUT_INVALID");
    }
    let wrong = project.call(engine::prune, json!({ "olderThanDays": 1, "dryRun": "yes" }));
    assert!(told(wrong).contains("dryRun: true or false"));
}

#[test]
fn saves_and_deletions_at_the_same_moment_never_share_a_file() {
    let project = Project::bare();
    let root = project.root.to_str().unwrap();
    let call = |use_case, input: Value| -> Value {
        serde_json::from_str(&engine::answer(use_case, &json!({ "input": input, "cwd": root }).to_string())).unwrap()
    };
    std::thread::scope(|scope| {
        for decision in ["a", "b", "c"] {
            scope.spawn(move || {
                for _ in 0..40 {
                    let input = json!({ "goal": "g", "session": "s", "mode": "merge", "decisions": [decision] });
                    let answer = call(engine::UseCase::Save, input);
                    assert_eq!(answer.get("error"), None);
                }
            });
        }
        scope.spawn(move || {
            for _ in 0..80 {
                let answer = call(engine::UseCase::Delete, json!({ "checkpoint": "s" }));
                assert!(answer["error"]["code"].is_null() || answer["error"]["code"] == "SELECTOR_UNKNOWN", "{answer}");
            }
        });
    });
    call(engine::UseCase::Save, json!({ "goal": "last", "session": "s" }));
    call(engine::UseCase::Delete, json!({ "checkpoint": "s" }));
    assert_eq!(project.store(), [".gitignore"]);
}
