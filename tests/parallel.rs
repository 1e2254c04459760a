//! Saves at the same moment, and saves that are killed.

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::Project;
use serde_json::{Value, json};
use session_checkpoint::engine::{self, UseCase};

/// A call of another process or thread: with the real clock.
fn save(root: &str, command: &str) -> Value {
    let request = json!({
        "input": { "goal": "g", "mode": "merge", "recentCommands": [{ "command": command }] },
        "env": { "CLAUDE_CODE_SESSION_ID": "shared" },
        "cwd": root
    });
    let answer: Value = serde_json::from_str(&engine::answer(UseCase::Save, &request.to_string())).unwrap();
    answer.get("ok").cloned().unwrap_or_else(|| panic!("{answer}"))
}

fn commands(project: &Project) -> Vec<String> {
    let document = project.document("shared");
    document["recentCommands"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["command"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn threads_that_merge_into_one_session_lose_nothing() {
    let project = Project::with(&[]);
    let root = project.root.display().to_string();
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let root = &root;
            scope.spawn(move || (0..6).for_each(|at| drop(save(root, &format!("{thread}-{at}")))));
        }
    });
    let mut kept = commands(&project);
    for thread in 0..8 {
        let own: Vec<&String> = kept.iter().filter(|command| command.starts_with(&format!("{thread}-"))).collect();
        assert_eq!(own.len(), 6);
        assert!(own.is_sorted(), "{own:?}");
    }
    kept.sort();
    kept.dedup();
    assert_eq!(kept.len(), 48);
}

const CHILD: &str = "CHECKPOINT_TEST_SAVES_IN";

/// Saves until it is killed. This test starts itself again as the process that saves.
#[test]
fn a_killed_save_leaves_the_old_document_or_the_new_one() {
    if let Ok(root) = std::env::var(CHILD) {
        for at in 0.. {
            save(&root, &format!("command {at}"));
        }
    }
    let project = Project::with(&[("a", "1\n")]);
    let root = project.root.display().to_string();
    let kill_after = |microseconds: u64| {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["a_killed_save_leaves_the_old_document_or_the_new_one", "--exact"])
            .env(CHILD, &root)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_micros(microseconds));
        child.kill().unwrap();
        child.wait().unwrap();
    };
    save(&root, "before");
    save(&root, "before, with a backup");
    let mut saves = 0;
    for kill in 0..200_u64 {
        // A spread of moments that does not depend on a random source.
        kill_after(5_000 + kill * 7919 % 30_000);
        let document = project.document("shared");
        assert_eq!(document["version"], 1);
        let backup = project.read(".claude-checkpoints/shared.json.prev");
        let backup: Value = serde_json::from_str(&backup).unwrap();
        assert_eq!(backup["version"], 1);
        saves = saves.max(document["recentCommands"].as_array().unwrap().len());
    }
    assert!(saves > 2, "no save of a killed process was seen; the kills came too early");
    save(&root, "after");
    assert_eq!(project.store(), [".gitignore", "shared.json", "shared.json.lock", "shared.json.prev"]);
    assert_eq!(commands(&project).last().unwrap(), "after");
}

#[test]
fn a_lock_that_a_dead_process_held_blocks_nobody() {
    let project = Project::with(&[]);
    let root = project.root.display().to_string();
    save(&root, "one");
    // The file is still there; its holder is not.
    assert!(project.path(".claude-checkpoints/shared.json.lock").exists());
    save(&root, "two");
    assert_eq!(commands(&project), ["one", "two"]);
}

#[test]
fn a_live_holder_is_waited_for() {
    let project = Project::with(&[]);
    let root = project.root.display().to_string();
    save(&root, "one");
    let lock = std::fs::File::options().write(true).open(project.path(".claude-checkpoints/shared.json.lock")).unwrap();
    lock.lock().unwrap();
    let (sender, receiver) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        scope.spawn(|| {
            save(&root, "two");
            sender.send(()).unwrap();
        });
        assert!(receiver.recv_timeout(Duration::from_millis(200)).is_err(), "the save did not wait");
        lock.unlock().unwrap();
        receiver.recv_timeout(Duration::from_secs(10)).unwrap();
    });
    assert_eq!(commands(&project), ["one", "two"]);
}
