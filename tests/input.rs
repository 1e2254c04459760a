//! What a call may contain.

mod common;

use common::{Project, code, strings, told};
use serde_json::{Value, json};
use session_checkpoint::input::{LIST, LOAD, SAVE, schema};
use session_checkpoint::{Error, limits};

#[test]
fn every_problem_of_a_call_is_told_at_once_and_nothing_is_written() {
    let project = Project::with(&[]).session("s");
    let input = json!({
        "tasks": [{ "description": "x".repeat(301), "status": "finished" }, { "status": "done" }, 7],
        "summary": "é".repeat(4001),
        "nextSteps": vec!["s"; 21],
        "decisions": "none",
        "modifiedFiles": [{ "path": "" }],
        "recentCommands": [{ "command": "c", "exitCode": 1.5 }, { "command": "c", "exitCode": "1" }],
        "mode": "append",
        "projectRoot": 1
    });
    let error = project.try_save(input).unwrap_err();
    insta::assert_snapshot!(error.to_string(), @r#"
    13 problems with the arguments; nothing was done. Mend and call again:
    - goal: required, got nothing
    - tasks[0].description: at most 300 characters, got 301
    - tasks[0].status: one of pending, in_progress, done, blocked, got "finished"
    - tasks[1].description: required, got nothing
    - tasks[2]: an object, got a number
    - summary: at most 4000 characters, got 4001
    - nextSteps: at most 20 entries, got 21
    - decisions: an array, got a string
    - modifiedFiles[0].path: at least 1 character, got 0
    - recentCommands[0].exitCode: a whole number, got 1.5
    - recentCommands[1].exitCode: a whole number, got a string
    - mode: one of replace, merge, got "append"
    - projectRoot: a string, got a number
    "#);
    assert_eq!(project.store(), Vec::<String>::new());
    assert_eq!(error.violations().len(), 13);
}

#[test]
fn lengths_are_code_points() {
    let project = Project::with(&[]).session("s");
    project.save(json!({ "goal": "😀".repeat(500) }));
    assert!(matches!(project.try_save(json!({ "goal": "😀".repeat(501) })), Err(Error::InputInvalid(_))));
    assert!(told(project.try_save(json!({ "goal": "" }))).contains("goal: at least 1 character, got 0"));
}

#[test]
fn a_call_at_every_maximum_is_accepted_and_fits() {
    let project = Project::with(&[]).session("s");
    let text = |length: usize| "😀".repeat(length);
    let many = |count: usize, make: &dyn Fn(usize) -> Value| (0..count).map(make).collect::<Vec<_>>();
    let answer = project.save(json!({
        "goal": text(limits::GOAL),
        "tasks": many(limits::TASKS, &|at| json!({ "description": format!("{at:03}{}", text(297)), "status": "blocked" })),
        "summary": text(limits::SUMMARY),
        "nextSteps": many(limits::NEXT_STEPS, &|_| json!(text(limits::NEXT_STEP))),
        "decisions": many(limits::DECISIONS, &|_| json!(text(limits::DECISION))),
        "modifiedFiles": many(limits::MODIFIED_FILES, &|at| json!({ "path": format!("{at:03}{}", text(200)), "note": text(limits::NOTE) })),
        "recentCommands": many(limits::RECENT_COMMANDS, &|_| json!({ "command": text(limits::COMMAND), "note": text(limits::NOTE) })),
    }));
    assert!(answer["bytes"].as_u64().unwrap() <= limits::FILE_BYTES as u64);
    assert_eq!(answer["counts"]["tasks"], 30);
    let warnings = strings(&answer["warnings"]);
    let told = warnings.iter().find(|warning| warning.starts_with("Left out to keep")).unwrap();
    assert!(told.contains("command(s)") && told.contains("decision(s)"), "{told}");
    let document = project.document("s");
    assert_eq!(document["meta"]["truncated"], true);
    assert_eq!(document["goal"]["primary"], text(limits::GOAL));
    let loaded = project.load(json!({}));
    let units = loaded["text"].as_str().unwrap().encode_utf16().count();
    assert!(units <= limits::BRIEF_UNITS, "{units}");
    assert!(loaded.to_string().encode_utf16().count() <= limits::STRUCTURED_UNITS);
}

#[test]
fn null_stands_for_not_given_and_unknown_fields_are_named() {
    let project = Project::with(&[]).session("s");
    let answer = project.save(json!({
        "goal": "g", "summary": null, "tasks": null, "session": null, "task": [],
        "recentCommands": [{ "command": "c", "exitCode": null, "exit_code": 1 }]
    }));
    assert_eq!(strings(&answer["warnings"]), ["Unknown field(s) were ignored: task, recentCommands[0].exit_code."]);
    assert_eq!(code(project.try_save(json!({ "goal": null }))), "INPUT_INVALID");
    assert_eq!(code(project.try_save(json!([1]))), "INPUT_INVALID");
    assert_eq!(project.load(Value::Null)["found"], true);
}

#[test]
fn a_path_outside_the_project_is_left_out_with_a_warning_that_names_it() {
    let project = Project::with(&[("a", "1\n")]).session("s");
    let inside = project.path("a").display().to_string();
    let answer = project.save(json!({ "goal": "g", "modifiedFiles": [
        { "path": "/etc/passwd" }, { "path": "../x" }, { "path": inside, "note": "first" }, { "path": "./a", "note": "second" }
    ] }));
    let warnings = strings(&answer["warnings"]);
    assert!(warnings[0].contains("/etc/passwd") && warnings[0].contains("../x"), "{warnings:?}");
    let files = project.document("s")["modifiedFiles"].clone();
    assert_eq!(files.as_array().unwrap().len(), 1);
    assert_eq!((files[0]["path"].as_str(), files[0]["note"].as_str()), (Some("a"), Some("second")));
}

#[test]
fn limit_is_a_whole_number_from_zero() {
    let mut project = Project::with(&[]);
    for at in 0..12 {
        project = project.session(&format!("s{at}"));
        project.save(json!({ "goal": "g" }));
    }
    let listed = |input| project.list(input)["entries"].as_array().unwrap().len();
    assert_eq!(listed(json!({})), 10);
    assert_eq!(listed(json!({ "limit": 0 })), 12);
    assert_eq!(listed(json!({ "limit": 3 })), 3);
    assert_eq!(project.list(json!({ "limit": 3 }))["omitted"], 9);
    for bad in [json!(-1), json!(1.5), json!("3")] {
        assert_eq!(code(project.call(session_checkpoint::engine::list, json!({ "limit": bad }))), "INPUT_INVALID");
    }
}

#[test]
fn the_schema_states_every_limit_the_check_knows() {
    let save = schema(SAVE);
    assert_eq!(save["required"], json!(["goal"]));
    let properties = &save["properties"];
    assert_eq!(properties["goal"]["maxLength"], 500);
    assert_eq!(properties["tasks"]["maxItems"], 30);
    assert_eq!(properties["tasks"]["items"]["properties"]["description"]["maxLength"], 300);
    assert_eq!(
        properties["tasks"]["items"]["properties"]["status"]["enum"],
        json!(["pending", "in_progress", "done", "blocked"])
    );
    assert_eq!(properties["recentCommands"]["items"]["required"], json!(["command"]));
    assert_eq!(schema(LOAD).get("required"), None);
    assert_eq!(schema(LIST)["properties"]["limit"]["minimum"], 0);
}

#[test]
fn the_tools_stay_small_enough_for_every_request() {
    let tools = session_checkpoint::contract::tools().to_string();
    assert!(tools.len() < 10_000, "{}", tools.len());
    let instructions = session_checkpoint::contract::INSTRUCTIONS;
    assert!(instructions.chars().count() <= session_checkpoint::contract::INSTRUCTIONS_MAX);
}

#[test]
fn a_call_that_can_not_be_read_is_the_callers_to_mend() {
    use session_checkpoint::engine::{UseCase, answer};
    let deep = format!("{{\"cwd\":\"/\",\"input\":{}1{}}}", "[".repeat(500), "]".repeat(500));
    let calls = [
        deep.as_str(),
        "{",
        "{\"cwd\":\"/\",\"roots\":\"x\"}",
        "{\"cwd\":\"/\",\"env\":{\"CLAUDE_CODE_SESSION_ID\":5}}",
    ];
    for call in calls {
        let answer: Value = serde_json::from_str(&answer(UseCase::List, call)).unwrap();
        assert_eq!(answer["error"]["code"], "INPUT_INVALID", "{answer}");
        assert_eq!(answer["error"]["violations"].as_array().unwrap().len(), 1);
    }
}
