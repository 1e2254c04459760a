//! What a trail says besides commands, from records of the real client.

use std::path::{Path, PathBuf};

use session_checkpoint::trail::{self, Kind, Trail};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/trail/{name}.jsonl"))
}

fn trail_of(name: &str) -> Trail {
    trail::tell(trail::capture(None, &fixture(name)).unwrap().get())
}

/// A fact a line, without commands: kind, subject, value.
fn facts(name: &str) -> String {
    let trail = trail_of(name);
    let others =
        trail.facts.iter().filter(|fact| !matches!(fact.kind, Kind::Command | Kind::FailedAttempt | Kind::Tokens));
    let lines = others.map(|fact| {
        let kind = serde_json::to_value(fact.kind).unwrap();
        let agent = fact.agent.as_ref().map(|_| " by a subagent").unwrap_or_default();
        let mut value = fact.value.clone();
        if let Some(value) = value.as_object_mut() {
            // A commit's name is another in every recording.
            assert!(value.remove("sha").is_none_or(|sha| sha.as_str().unwrap().len() == 7));
            value.remove("tokens");
        }
        let subject =
            if fact.kind == Kind::EditsSinceCommit && !fact.subject.is_empty() { "a commit" } else { &fact.subject };
        format!("{}: {subject}{agent} {value}\n", kind.as_str().unwrap())
    });
    lines.collect()
}

#[test]
fn files_and_declarations() {
    insta::assert_snapshot!(facts("edits"));
}

#[test]
fn commits_and_edits_since() {
    insta::assert_snapshot!(facts("commits"));
}

#[test]
fn tasks_as_they_stand() {
    insta::assert_snapshot!(facts("tasks"));
}

#[test]
fn the_older_list_of_tasks() {
    insta::assert_snapshot!(facts("todos"));
}

#[test]
fn subagents() {
    insta::assert_snapshot!(facts("subagent"));
}

#[test]
fn prompts_around_compactions() {
    insta::assert_snapshot!(facts("compaction"));
}

#[test]
fn a_session_after_clear_has_nothing_of_the_one_before() {
    insta::assert_snapshot!(facts("clear"));
}

#[test]
fn a_branch_that_was_left_is_counted() {
    insta::assert_snapshot!(facts("rewound"));
}

#[test]
fn a_session_that_was_killed() {
    insta::assert_snapshot!(facts("killed"));
}

#[test]
fn the_whole_of_a_trail() {
    insta::assert_json_snapshot!(trail_of("killed"));
}

/// Facts of records of which each follows the one before.
fn facts_of(records: &[serde_json::Value]) -> Trail {
    let directory = tempfile::tempdir().unwrap();
    let lines = records.iter().enumerate().map(|(at, record)| {
        let mut line = serde_json::json!({
            "parentUuid": at.checked_sub(1).map(|before| format!("{before:08x}")), "isSidechain": false,
            "uuid": format!("{at:08x}"), "timestamp": "2026-01-01T00:00:00.000Z", "cwd": "/project",
        });
        line.as_object_mut().unwrap().extend(record.as_object().unwrap().clone());
        format!("{line}\n")
    });
    let file = directory.path().join("session.jsonl");
    std::fs::write(&file, lines.collect::<String>()).unwrap();
    trail::tell(trail::capture(None, &file).unwrap().get())
}

#[test]
fn a_subagent_within_the_sessions_own_file_is_no_branch_that_was_left() {
    let content = serde_json::json!([{ "type": "tool_use", "id": "t", "name": "Bash", "input": { "command": "ls" } }]);
    let trail = facts_of(&[
        serde_json::json!({ "type": "user", "message": { "content": "do it" } }),
        serde_json::json!({ "type": "user", "isSidechain": true, "parentUuid": null, "message": { "content": "look" } }),
        serde_json::json!({ "type": "assistant", "isSidechain": true, "message": { "id": "m", "content": content } }),
        serde_json::json!({ "type": "assistant", "parentUuid": "00000000", "message": { "id": "n", "content": [] } }),
    ]);
    let kinds: Vec<Kind> = trail.facts.iter().map(|fact| fact.kind).collect();
    assert_eq!(kinds, [Kind::Prompt, Kind::Tokens]);
}

#[test]
fn what_a_person_typed_meanwhile_is_a_prompt_whatever_it_begins_with() {
    let queued = |text: &str| {
        let attachment = serde_json::json!({ "type": "queued_command", "commandMode": "prompt", "prompt": text });
        serde_json::json!({ "type": "attachment", "attachment": attachment })
    };
    let trail = facts_of(&[
        serde_json::json!({ "type": "user", "message": { "content": "do it" } }),
        queued("<div> is missing"),
        queued("<task-notification>x</task-notification>"),
        serde_json::json!({ "type": "user", "origin": { "kind": "peer" }, "message": { "content": "from another" } }),
        serde_json::json!({ "type": "attachment", "attachment": {
            "type": "queued_command", "commandMode": "prompt", "prompt": "from a channel", "origin": { "kind": "channel" },
        } }),
    ]);
    let prompts = trail.facts.iter().filter(|fact| fact.kind == Kind::Prompt);
    let prompts: Vec<&str> = prompts.map(|fact| fact.subject.as_str()).collect();
    assert_eq!(prompts, ["do it", "<div> is missing"]);
}

#[test]
fn lines_that_can_not_be_read_are_counted() {
    use std::io::Write as _;
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("session.jsonl");
    let mut file = std::io::BufWriter::new(std::fs::File::create(&path).unwrap());
    writeln!(file, r#"{{"type":"user","uuid":"a","message":{{"content":"do it"}}}}"#).unwrap();
    file.write_all(br#"{"type":"user","uuid":"b","parentUuid":"a","message":{"content":""#).unwrap();
    file.write_all(&vec![b'x'; session_checkpoint::limits::TRANSCRIPT_LINE_BYTES]).unwrap();
    writeln!(file, "\"}}}}\n{{\"type\":\"user\",\"uuid\"").unwrap();
    file.flush().unwrap();
    let trail = trail::tell(trail::capture(None, &path).unwrap().get());
    let unreadable = trail.facts.iter().find(|fact| fact.kind == Kind::Unreadable).unwrap();
    assert_eq!(unreadable.value["lines"], 2);
}

#[test]
fn what_a_fork_copied_is_not_its_own_work() {
    let call = |id: &str, name: &str, input: serde_json::Value| serde_json::json!({ "id": id, "content": [{ "type": "tool_use", "id": id, "name": name, "input": input }] });
    let bash = |id: &str, command: &str| call(id, "Bash", serde_json::json!({ "command": command }));
    let done = |id: &str| {
        let result = serde_json::json!({ "type": "tool_result", "tool_use_id": id, "content": "" });
        serde_json::json!({ "type": "user", "message": { "content": [result] }, "toolUseResult": { "stdout": "" } })
    };
    let copied = |message: serde_json::Value| serde_json::json!({ "type": "assistant", "message": message, "sessionId": "f0", "requestSessionId": "e0" });
    let task = call("k", "TaskCreate", serde_json::json!({ "subject": "a task" }));
    let result = serde_json::json!({ "type": "tool_result", "tool_use_id": "k", "content": "" });
    let trail = facts_of(&[
        serde_json::json!({ "type": "user", "message": { "content": "do it" } }),
        serde_json::json!({ "type": "user", "message": { "content": "<bash-input>ls</bash-input>" } }),
        serde_json::json!({ "type": "system", "subtype": "compact_boundary", "compactMetadata": { "trigger": "auto" } }),
        copied(bash("a", "echo x > a.txt && npm test")),
        done("a"),
        copied(task),
        serde_json::json!({ "type": "user", "message": { "content": [result] }, "toolUseResult": { "task": { "id": "1", "subject": "a task" } } }),
        serde_json::json!({ "type": "user", "message": { "content": "what did you do?" } }),
        serde_json::json!({ "type": "assistant", "message": bash("b", "ls"), "sessionId": "f0" }),
        done("b"),
    ]);
    assert!(!trail.has_work());
    let told: Vec<(Kind, &str)> = trail
        .facts
        .iter()
        .filter(|fact| !matches!(fact.kind, Kind::Tokens | Kind::Tool))
        .map(|fact| (fact.kind, fact.subject.as_str()))
        .collect();
    let expected = [
        (Kind::Prompt, "do it"),
        (Kind::Prompt, "what did you do?"),
        (Kind::Task, "a task"),
        (Kind::Command, "ls"),
        (Kind::Fork, "e0"),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_failure_is_made_good_by_a_chain_that_has_the_check_in_it_and_by_nothing_less() {
    let run = |id: &str, command: &str, code: u8| {
        let call =
            serde_json::json!([{ "type": "tool_use", "id": id, "name": "Bash", "input": { "command": command } }]);
        let text = if code == 0 { String::new() } else { format!("Exit code {code}") };
        let result =
            serde_json::json!([{ "type": "tool_result", "tool_use_id": id, "content": text, "is_error": code != 0 }]);
        [
            serde_json::json!({ "type": "assistant", "message": { "id": id, "content": call } }),
            serde_json::json!({ "type": "user", "message": { "content": result }, "toolUseResult": { "stdout": "" } }),
        ]
    };
    let failed = |runs: &[(&str, u8)]| {
        let records: Vec<_> =
            runs.iter().enumerate().flat_map(|(at, (command, code))| run(&format!("t{at}"), command, *code)).collect();
        let trail = facts_of(&records);
        trail.facts.iter().filter(|fact| fact.kind == Kind::FailedAttempt).count()
    };
    assert_eq!(failed(&[("npm test", 1), ("npm test && npm run lint", 0)]), 0);
    assert_eq!(failed(&[("npm test", 1), ("npm test; npm run lint", 0)]), 1);
    assert_eq!(failed(&[("npm run lint && npm test", 1), ("npm test", 0)]), 1);
    assert_eq!(failed(&[("npm run lint && npm test", 1), ("npm test", 0), ("npm run lint", 0)]), 0);
}

#[test]
fn a_run_whose_output_was_cut_in_any_way_of_the_client_did_not_pass_for_sure() {
    for output in [
        "<truncated-output>x",
        "a\n(output truncated: only the start was returned)",
        "Output too large (1 MB).",
        "[3 lines truncated] x",
    ] {
        let call =
            serde_json::json!([{ "type": "tool_use", "id": "t", "name": "Bash", "input": { "command": "npm test" } }]);
        let result = serde_json::json!([{ "type": "tool_result", "tool_use_id": "t", "content": output }]);
        let trail = facts_of(&[
            serde_json::json!({ "type": "assistant", "message": { "id": "m", "content": call } }),
            serde_json::json!({ "type": "user", "message": { "content": result }, "toolUseResult": { "stdout": output } }),
        ]);
        let command = trail.facts.iter().find(|fact| fact.kind == Kind::Command).unwrap();
        assert_eq!(
            (command.value["result"].as_str(), command.value["isOutputCut"].as_bool()),
            (Some("exit 0"), Some(true)),
            "{output}"
        );
    }
}

/// The result of a call of a shell that ended with 1.
fn result_of(tool: &str, command: &str, output: &str) -> String {
    let call = serde_json::json!([{ "type": "tool_use", "id": "t", "name": tool, "input": { "command": command } }]);
    let text = format!("Exit code 1\n{output}");
    let result = serde_json::json!([{ "type": "tool_result", "tool_use_id": "t", "content": text, "is_error": true }]);
    let trail = facts_of(&[
        serde_json::json!({ "type": "assistant", "message": { "id": "m", "content": call } }),
        serde_json::json!({ "type": "user", "message": { "content": result }, "toolUseResult": format!("Error: {text}") }),
    ]);
    let command = trail.facts.iter().find(|fact| fact.kind == Kind::Command).unwrap();
    command.value["result"].as_str().unwrap().to_owned()
}

#[test]
fn a_check_that_the_line_did_not_come_to_did_not_fail() {
    let line = "cd gone && npm test";
    for output in
        ["/bin/bash: line 1: cd: gone: No such file or directory", "(eval):cd:1: no such file or directory: gone"]
    {
        assert_eq!(result_of("Bash", line, output), "exit 1 of the whole line");
    }
    assert_eq!(
        result_of("Bash", line, "not ok 1\nrm: cannot remove 'x': No such file or directory"),
        "failed (exit 1)"
    );
}

#[test]
fn a_check_that_is_not_there_did_not_fail() {
    for (line, output, result) in [
        ("npm test", "npm error Missing script: \"test\"", "exit 1"),
        ("make test", "make: *** No rule to make target 'test'.  Stop.", "exit 1"),
        ("make test", "make: *** No rule to make target 'a.c', needed by 'test'.  Stop.", "failed (exit 1)"),
        ("python3 -m pytest", "/usr/bin/python3: No module named pytest", "exit 1"),
        ("pytest", "ModuleNotFoundError: No module named 'a'", "failed (exit 1)"),
        ("cargo nextest run", "error: no such command: `nextest`", "exit 1"),
    ] {
        assert_eq!(result_of("Bash", line, output), result, "{output}");
    }
}

#[test]
fn commands_of_the_other_shell_have_their_status() {
    assert_eq!(result_of("PowerShell", "npm test; Write-Output done", "x"), "exit 1 of the whole line");
}
