//! Captures of one session in several processes at the same moment, and captures beside saves.
#![cfg(unix)]

mod common;

use std::io::{BufRead as _, BufReader, Lines, Write as _};
use std::process::{Child, ChildStdout, Command, Stdio};

use common::session::{Session, pass, project};
use serde_json::{Value, json};
use session_checkpoint::clock::Timestamp;
use session_checkpoint::engine::{self, UseCase};
use session_checkpoint::trail::Kept;

const CHILD: &str = "CHECKPOINT_TEST_CAPTURES_IN";
const DONE: &str = "done";
const STEPS: usize = 12;

/// A process that does the same call each time it is asked to.
struct Caller {
    child: Child,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Caller {
    fn start(use_case: &str, request: &Value) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["captures_and_saves_at_the_same_moment_lose_nothing", "--exact", "--nocapture"])
            .env(CHILD, json!([use_case, request]).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, answers }
    }

    fn ask(&mut self) {
        writeln!(self.child.stdin.as_mut().unwrap()).unwrap();
    }

    fn wait(&mut self) {
        assert!(self.answers.any(|line| line.unwrap() == DONE), "the process has ended");
    }
}

/// What the process does.
fn answer_each_line(call: &str) {
    let [use_case, request]: [Value; 2] = serde_json::from_str(call).unwrap();
    for (at, line) in std::io::stdin().lines().enumerate() {
        line.unwrap();
        let mut request = request.clone();
        let use_case = if use_case == "save" {
            request["input"]["recentCommands"] = json!([{ "command": format!("step {at}") }]);
            UseCase::Save
        } else {
            UseCase::Capture
        };
        let answer: Value = serde_json::from_str(&engine::answer(use_case, &request.to_string())).unwrap();
        assert!(answer.get("ok").is_some(), "{answer}");
        // The harness may have left its line open.
        println!("\n{DONE}");
    }
}

/// This test starts itself again as the processes that call.
#[test]
fn captures_and_saves_at_the_same_moment_lose_nothing() {
    if let Ok(call) = std::env::var(CHILD) {
        answer_each_line(&call);
        return;
    }
    let project = project(&[("a.txt", "one\n")]);
    pass(&project);
    let mut session = Session::new(&project, "s");
    let request = |input: Value| {
        let configuration = project.outside().join("configuration");
        json!({
            "input": input, "cwd": project.root,
            "env": { "CLAUDE_CONFIG_DIR": configuration, "CLAUDE_CODE_SESSION_ID": "s" },
        })
    };
    let capture = request(json!({ "session": "s", "event": "stop", "budgetMilliseconds": 60_000 }));
    let save = request(json!({ "goal": "g", "mode": "merge" }));
    session.prompt("do it");
    session.capture("stop");
    let mut callers =
        [Caller::start("capture", &capture), Caller::start("capture", &capture), Caller::start("save", &save)];
    for step in 0..STEPS {
        session.prompt(&format!("prompt {step}"));
        session.write(&format!("own-{step}.txt"), "new\n");
        // By nobody knows whom: only a capture that compares with the one before can tell.
        project.write(&format!("other-{step}.txt"), "new\n");
        callers.iter_mut().for_each(Caller::ask);
        callers.iter_mut().for_each(Caller::wait);
        let kept = session.kept();
        assert_eq!(kept["isComplete"], true);
        assert_eq!(kept["state"]["promptsTotal"], step + 2);
        let known = kept["state"]["files"]["items"].to_string();
        let judged = kept["files"].to_string();
        for step in 0..=step {
            assert!(known.contains(&format!("own-{step}.txt")), "{known}");
            assert!(judged.contains(&format!("other-{step}.txt")), "{judged}");
        }
    }
    for Caller { mut child, .. } in callers {
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
    }
    let commands = project.document("s")["recentCommands"].as_array().unwrap().len();
    assert_eq!(commands, STEPS);
    assert_eq!(project.store(), [".gitignore", "s.json", "s.json.lock", "s.json.prev", "trails"]);
    let trails = std::fs::read_dir(project.path(".claude-checkpoints/trails")).unwrap().count();
    assert_eq!(trails, 1);
}

#[test]
fn a_capture_that_had_no_time_does_not_undo_what_another_one_read() {
    let project = project(&[("a.txt", "one\n")]);
    pass(&project);
    let mut session = Session::new(&project, "s");
    let captured = |session: &Session<'_>| -> Kept {
        session.capture("stop");
        serde_json::from_value(session.kept()).unwrap()
    };
    session.prompt(&"do it ".repeat(400));
    session.write("a.txt", "new\n");
    let short = captured(&session);
    session.prompt("go on");
    let long = captured(&session);
    let offset = |kept: &Kept| kept.state.as_ref().unwrap().source.offset;
    assert!(offset(&long) > offset(&short));

    let captured_at = Timestamp::from_milliseconds(long.captured_at.milliseconds() + 1000).unwrap();
    let joined = Kept { captured_at, is_complete: false, ..short.clone() }.join(long.clone());
    assert_eq!((offset(&joined), joined.is_complete), (offset(&long), true));
    // What was read to its end later is what the transcript is now.
    let joined = Kept { captured_at, ..short.clone() }.join(long);
    assert_eq!(offset(&joined), offset(&short));
}
