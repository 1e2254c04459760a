//! Saves at the same moment, and saves that are killed.

mod common;

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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

/// A process that saves commands `<run>-<number>`, counting up, until it is killed.
fn start_saving(root: &str, run: usize) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["a_killed_save_leaves_the_old_document_or_the_new_one", "--exact"])
        .env(CHILD, format!("{run} {root}"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// This test starts itself again as the process that saves.
#[test]
fn a_killed_save_leaves_the_old_document_or_the_new_one() {
    if let Ok(place) = std::env::var(CHILD) {
        let (run, root) = place.split_once(' ').unwrap();
        for at in 0.. {
            save(root, &format!("{run}-{at}"));
        }
    }
    let project = Project::with(&[("a", "1\n")]);
    let root = project.root.display().to_string();
    let pairs = || -> Vec<(usize, usize)> {
        let pair = |text: String| text.split_once('-').map(|(run, at)| (run.parse().unwrap(), at.parse().unwrap()));
        commands(&project).into_iter().filter_map(pair).collect()
    };
    save(&root, "0-0");
    save(&root, "0-1");

    // How long a process takes until its first save is there, on this machine.
    let begin = Instant::now();
    let mut child = start_saving(&root, 1);
    while pairs().last().is_none_or(|last| last.0 < 1) {
        std::thread::sleep(Duration::from_millis(1));
    }
    let startup = begin.elapsed();
    child.kill().unwrap();
    child.wait().unwrap();

    let mut last = *pairs().last().unwrap();
    let mut saved = 0;
    for run in 2..202 {
        let mut child = start_saving(&root, run);
        // A spread of moments that does not depend on a random source.
        std::thread::sleep(startup * 7 / 10 + startup * u32::try_from(run * 7919 % 100).unwrap() / 100);
        child.kill().unwrap();
        child.wait().unwrap();

        let now = pairs();
        // Nothing that was there is lost, and every save is whole: numbers count up without a gap.
        assert!(*now.last().unwrap() >= last, "{now:?} after {last:?}");
        assert!(
            now.windows(2).all(|pair| match (pair[0], pair[1]) {
                ((one, at), (other, next)) if one == other => next == at + 1,
                ((one, _), (other, next)) => other > one && next == 0,
            }),
            "{now:?}"
        );
        let backup: Value = serde_json::from_str(&project.read(".claude-checkpoints/shared.json.prev")).unwrap();
        assert_eq!(backup["version"], 1);
        last = *now.last().unwrap();
        saved += usize::from(last.0 == run);
    }
    assert!(saved > 0, "every process was killed before its first save");
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
