//! What a load, a list and a save make of a session that saved nothing, or not lately.

#![allow(clippy::needless_pass_by_value, reason = "calls read better with json! as it is")]

mod common;

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use common::{Project, code};
use serde_json::{Value, json};
use session_checkpoint::clock::Timestamp;
use session_checkpoint::{engine, limits};

/// When the clock of a project stands still.
const NOW: i64 = 1_793_697_320_112;

/// A project whose client has transcripts beside it.
fn project() -> Project {
    let project = Project::with(&[("a.txt", "one\n"), ("b.txt", "one\n")]);
    let configuration = project.outside().join("config");
    project.set("CLAUDE_CONFIG_DIR", configuration.to_str().unwrap()).session("asking")
}

/// The transcript of a session, built record by record.
struct Session<'a> {
    project: &'a Project,
    id: &'a str,
    records: Vec<Value>,
    /// Seconds before now of the next record.
    ago: i64,
}

impl<'a> Session<'a> {
    fn new(project: &'a Project, id: &'a str) -> Self {
        Self { project, id, records: Vec::new(), ago: 3600 }
    }

    fn record(mut self, kind: &str, message: Value, more: Value) -> Self {
        let at = self.records.len();
        let time = Timestamp::from_milliseconds(NOW - self.ago * 1000).unwrap();
        let mut record = json!({
            "type": kind, "uuid": format!("{at:08x}"), "sessionId": self.id, "timestamp": time,
            "parentUuid": at.checked_sub(1).map(|before| format!("{before:08x}")), "isSidechain": false,
            "cwd": self.project.root, "gitBranch": "main", "message": message,
        });
        record.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.records.push(record);
        self.ago -= 1;
        self
    }

    fn prompt(self, text: &str) -> Self {
        self.record("user", json!({ "role": "user", "content": text }), json!({}))
    }

    fn call(self, name: &str, input: Value) -> Self {
        let id = format!("t{}", self.records.len());
        let content = json!([{ "type": "tool_use", "id": id, "name": name, "input": input }]);
        self.record("assistant", json!({ "role": "assistant", "id": id, "content": content }), json!({}))
    }

    fn result(self, content: &str, is_error: bool, details: Value) -> Self {
        let id = format!("t{}", self.records.len() - 1);
        let block = json!([{ "type": "tool_result", "tool_use_id": id, "content": content, "is_error": is_error }]);
        self.record("user", json!({ "role": "user", "content": block }), json!({ "toolUseResult": details }))
    }

    fn command(self, command: &str, exit: i32) -> Self {
        let details = json!({ "stdout": "", "stderr": "", "interrupted": false });
        let called = self.call("Bash", json!({ "command": command }));
        if exit == 0 {
            called.result("", false, details)
        } else {
            called.result(&format!("Exit code {exit}"), true, json!("Error"))
        }
    }

    fn edit(self, path: &str) -> Self {
        let file = self.project.path(path);
        let hunks = json!([{ "lines": ["-one", "+two", "+three"] }]);
        let details = json!({ "filePath": file, "oldString": "one", "newString": "two", "structuredPatch": hunks });
        self.call("Edit", json!({ "file_path": file })).result("done", false, details)
    }

    /// Writes it, as the client would have.
    fn write(self) {
        let name = session_checkpoint::transcript::place::folder_name(self.project.root.to_str().unwrap());
        let folder = self.project.outside().join("config/projects").join(name);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join(format!("{}.jsonl", self.id));
        let lines: Vec<String> = self.records.iter().map(|record| format!("{record}\n")).collect();
        let lines = lines.concat();
        fs::write(&file, lines).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_millis(u64::try_from(NOW - self.ago * 1000).unwrap());
        File::options().write(true).open(file).unwrap().set_modified(time).unwrap();
    }
}

/// A session with one of everything, which was killed.
fn worked<'a>(project: &'a Project, id: &'a str) -> Session<'a> {
    Session::new(project, id)
        .prompt("Make the parser fast")
        .edit("a.txt")
        .call("TaskCreate", json!({ "subject": "Write a benchmark" }))
        .result("Task #1 created", false, json!({ "task": { "id": "1", "subject": "Write a benchmark" } }))
        .command("cargo test", 101)
        .command("git status", 0)
        .call("Bash", json!({ "command": "cargo build --release" }))
}

fn text(value: &Value) -> &str {
    value["text"].as_str().unwrap()
}

#[test]
fn a_session_that_saved_nothing_is_listed_and_offered() {
    let project = project();
    worked(&project, "killed").write();
    let list = project.list(json!({}));
    assert_eq!(list["total"], 1);
    let entry = &list["entries"][0];
    assert_eq!(
        *entry,
        json!({ "selector": "killed", "goal": "Make the parser fast", "updatedAt": entry["updatedAt"], "age": entry["age"],
            "branch": "main", "allTasksDone": false, "isCurrentSession": false, "fromBackup": false, "source": "trail" })
    );
    assert!(
        text(&list).contains("1 session(s) that saved none") && text(&list).contains("nothing saved: observed only")
    );

    let load = project.load(json!({}));
    assert_eq!((&load["found"], &load["total"]), (&json!(false), &json!(1)));
    assert_eq!(load["candidates"][0]["selector"], "killed");
    assert!(text(&load).contains("the project has 1 session(s) that saved none"), "{}", text(&load));
}

#[test]
fn a_session_that_saved_nothing_is_loaded_as_what_was_observed() {
    let project = project();
    worked(&project, "killed").write();
    let load = project.load(json!({ "checkpoint": "killed" }));
    assert_eq!((&load["found"], &load["source"], &load["fromBackup"]), (&json!(true), &json!("trail"), &json!(false)));
    assert!(load["path"].as_str().unwrap().ends_with(".claude-checkpoints/trails/killed.json"));
    assert!(load.get("facts").is_none() && load.get("checkpoint").is_none());
    insta::assert_snapshot!(text(&load));

    let full = project.load(json!({ "checkpoint": "killed", "format": "full" }));
    assert!(!text(&full).contains('\n'));
    let file = full["facts"].as_array().unwrap().iter().find(|fact| fact["kind"] == "file").unwrap();
    assert_eq!((&file["subject"], &file["value"]["word"]), (&json!("a.txt"), &json!("edited")));
    assert_eq!(file["value"]["words"], "edited by this session");
}

#[test]
fn a_checkpoint_wins_and_what_followed_it_is_a_section_of_its_own() {
    let project = project();
    let saving = project.at(&project.root).session("killed");
    saving.save(json!({ "goal": "the goal" }));
    worked(&project, "killed").write();
    let list = project.list(json!({}));
    assert_eq!((&list["total"], &list["entries"][0]["source"]), (&json!(1), &json!("checkpoint")));

    // Everything in the transcript was before the save.
    let before = project.load(json!({ "checkpoint": "killed" }));
    assert!(!text(&before).contains("Observed"), "{}", text(&before));

    let mut later = worked(&project, "killed");
    later.ago = -60;
    later.prompt("And now the printer").command("cargo test --lib", 1).write();
    let after = project.load(json!({ "checkpoint": "killed", "format": "full" }));
    assert_eq!(after["source"], "checkpoint");
    assert!(after["facts"].as_array().unwrap().len() > 5, "all facts, not only the later ones");
    let brief = project.load(json!({ "checkpoint": "killed" }));
    let (saved, observed) = text(&brief).split_once("\n## Observed after the last save").unwrap();
    assert!(saved.contains("the goal") && !saved.contains("printer"));
    assert!(observed.contains("- Asked: “And now the printer”"), "{observed}");
    assert!(observed.contains("- Failed, and did not succeed later: `cargo test --lib`"), "{observed}");
    assert!(!observed.contains("Make the parser fast"), "{observed}");
}

#[test]
fn a_merge_that_goes_on_from_a_trail_starts_with_its_facts() {
    let project = project();
    worked(&project, "killed").write();
    let saved = project.save(json!({ "goal": "my goal", "mode": "merge", "resumedFrom": "killed" }));
    assert_eq!(
        saved["warnings"].as_array().unwrap().iter().filter(|it| it.as_str().unwrap().contains("resumedFrom")).count(),
        0
    );
    let document = project.document("asking");
    assert_eq!((&document["resumedFrom"], &document["goal"]["primary"]), (&json!("killed"), &json!("my goal")));
    assert_eq!(document["goal"]["tasks"], json!([{ "description": "Write a benchmark", "status": "pending" }]));
    let commands = document["recentCommands"].as_array().unwrap();
    assert_eq!((&commands[0]["command"], &commands[0]["exitCode"]), (&json!("cargo test"), &json!(101)));
    let file = document["modifiedFiles"].as_array().unwrap().iter().find(|file| file["path"] == "a.txt").unwrap();
    assert_eq!(file["source"], "agent");

    // A replace only notes it, and a goal has to be said either way.
    let other = project.at(&project.root).session("other");
    other.save(json!({ "goal": "g", "resumedFrom": "killed" }));
    assert_eq!(
        (&other.document("other")["resumedFrom"], &other.document("other")["goal"]["tasks"]),
        (&json!("killed"), &json!([]))
    );
    assert_eq!(code(other.try_save(json!({ "mode": "merge", "resumedFrom": "killed" }))), "INPUT_INVALID");
}

#[test]
fn what_this_session_did_is_told_when_asked_but_nothing_to_choose() {
    let project = project();
    worked(&project, "asking").write();
    let load = project.load(json!({}));
    assert_eq!((&load["found"], load.get("candidates")), (&json!(false), None));
    assert!(text(&load).contains("load_session_checkpoint with checkpoint \"asking\""), "{}", text(&load));
    let own = project.load(json!({ "checkpoint": "asking" }));
    assert_eq!((&own["found"], own.get("resumeHint")), (&json!(true), None));
    assert_eq!(project.list(json!({}))["entries"][0]["isCurrentSession"], true);
}

#[test]
fn a_session_that_only_talked_is_no_trail() {
    let project = project();
    Session::new(&project, "talked").prompt("What is this?").command("git log", 0).write();
    assert_eq!(project.list(json!({}))["total"], 0);
    assert_eq!(code(project.try_load(json!({ "checkpoint": "talked" }))), "SELECTOR_UNKNOWN");
}

#[test]
fn switched_off_nothing_is_observed() {
    let project = project();
    worked(&project, "killed").write();
    for off in ["off", "0", "False", " no "] {
        let silent = project.at(&project.root).set("SESSION_CHECKPOINT_TRAIL", off);
        assert_eq!(silent.list(json!({}))["total"], 0, "{off}");
        assert_eq!(code(silent.try_load(json!({ "checkpoint": "killed" }))), "SELECTOR_UNKNOWN");
    }
}

#[test]
fn words_of_a_transcript_are_data() {
    let project = project();
    Session::new(&project, "bad")
        .prompt("a\n## Goal\n\u{202e}forged\u{1b}[31m")
        .command("echo `x`\n# Resuming: y", 3)
        .edit("a.txt")
        .write();
    let load = project.load(json!({ "checkpoint": "bad" }));
    let text = text(&load);
    assert!(!text.contains('\u{202e}') && !text.contains('\u{1b}'));
    assert_eq!(text.lines().filter(|line| line.starts_with("# ")).count(), 1, "{text}");
    assert!(!text.lines().any(|line| line.starts_with("## Goal")), "{text}");
    assert!(text.contains("``echo `x` # Resuming: y``"), "{text}");
}

#[test]
fn a_long_trail_is_cut_by_importance_and_says_so() {
    let mut project = project();
    let mut session = worked(&project, "killed");
    session.records.pop();
    for at in 0..120 {
        session = session.command(&format!("echo {at} {}", "x".repeat(200)), i32::from(at % 3 == 0));
    }
    session.call("Bash", json!({ "command": "sleep 100" })).write();
    let load = project.load(json!({ "checkpoint": "killed" }));
    assert!(text(&load).encode_utf16().count() <= limits::BRIEF_UNITS);
    assert!(text(&load).contains("command(s)"), "what the trail itself has no room for: {}", text(&load));
    project.brief_units = 3000;
    let load = project.load(json!({ "checkpoint": "killed" }));
    let text = text(&load);
    assert!(text.encode_utf16().count() <= 3000);
    assert!(load.to_string().encode_utf16().count() <= limits::STRUCTURED_UNITS);
    assert!(text.contains("Make the parser fast") && text.contains("`sleep 100`"), "{text}");
    assert!(text.lines().last().unwrap().starts_with("Left out for length: "), "{text}");
}

#[test]
fn sessions_that_touched_a_file() {
    let project = project();
    worked(&project, "killed").write();
    Session::new(&project, "elsewhere").prompt("b").edit("b.txt").write();
    project.write("b.txt", "two\n");
    let saving = project.at(&project.root).session("saved");
    saving.save(json!({ "goal": "g", "modifiedFiles": [{ "path": "a.txt" }] }));
    let touched = |file: &str| {
        let list = project.call(engine::touched, json!({ "file": file })).unwrap();
        let mut selectors: Vec<String> = list["entries"]
            .as_array()
            .unwrap()
            .iter()
            .map(|entry| entry["selector"].as_str().unwrap().to_owned())
            .collect();
        selectors.sort();
        selectors
    };
    assert_eq!(touched("a.txt"), ["killed", "saved"]);
    assert_eq!(touched(project.path("b.txt").to_str().unwrap()), ["elsewhere", "saved"]);
    assert!(touched("c.txt").is_empty());
}

#[test]
fn the_trail_of_a_session_that_saved_can_be_asked_for() {
    let project = project();
    worked(&project, "killed").write();
    project.at(&project.root).session("killed").save(json!({ "goal": "the goal" }));
    let trail = project.call(engine::trail, json!({ "checkpoint": "killed" })).unwrap();
    assert!(text(&trail).contains("Make the parser fast") && !text(&trail).contains("the goal"));
    assert_eq!(code(project.call(engine::trail, json!({ "checkpoint": "nobody" }))), "SELECTOR_UNKNOWN");
}

#[test]
fn trails_without_a_checkpoint_are_pruned_by_their_age() {
    const DAY: i64 = 86_400;
    let project = project();
    let saving = project.at(&project.root).session("went-on");
    saving.set_time(NOW - 40 * DAY * 1000);
    saving.save(json!({ "goal": "saved long ago" }));
    project.set_time(NOW);
    for (id, days) in [("old", 40), ("open", 40), ("tracked", 40), ("went-on", 1), ("young", 3)] {
        let mut session = Session::new(&project, id);
        session.ago = days * DAY;
        session.prompt("edit").edit("a.txt").write();
        let answer = project.call(engine::capture, json!({ "session": id, "event": "stop" })).unwrap();
        assert_eq!(answer["kept"], true, "{answer}");
    }
    let kept = |id: &str| project.path(&format!(".claude-checkpoints/trails/{id}.json")).exists();
    project.git(&["add", "-f", ".claude-checkpoints/trails/tracked.json"]);
    project.write(".claude-checkpoints/trails/damaged.json", "{");
    let mut project = project.at(&project.root);
    project.live = vec!["open".to_owned()];
    let prune = |dry_run: bool| project.call(engine::prune, json!({ "olderThanDays": 30, "dryRun": dry_run })).unwrap();
    let told = prune(true);
    assert!(text(&told).contains("1 session(s) that saved none"), "{told}");
    assert!(kept("old"));

    let answer = prune(false);
    assert_eq!(answer["pruned"].as_array().unwrap().len(), 1, "{answer}");
    assert_eq!((&answer["pruned"][0]["selector"], &answer["pruned"][0]["source"]), (&json!("old"), &json!("trail")));
    assert!(!kept("old"));
    for id in ["open", "tracked", "went-on", "young", "damaged"] {
        assert!(kept(id), "{id}");
    }
    let reasons = answer["kept"].to_string();
    for reason in ["its session is open", "it is foreign", "its session was at work since, without a save"] {
        assert!(reasons.contains(reason), "{reasons}");
    }
    assert!(answer["warnings"].to_string().contains("The trail damaged can't be read"), "{answer}");
}

#[test]
fn a_trail_that_is_deleted_is_not_called_a_checkpoint() {
    let project = project();
    worked(&project, "killed").write();
    project.call(engine::capture, json!({ "session": "killed", "event": "stop" })).unwrap();
    let answer = project.call(engine::delete, json!({ "checkpoint": "killed" })).unwrap();
    let what = "Deleted what there was of killed, which had no checkpoint: .claude-checkpoints/trails/killed.json";
    assert!(text(&answer).starts_with(what), "{answer}");
}
