//! What belongs to one conversation under several ids, and what was forked from it.

mod common;

use common::{Project, strings};
use serde_json::{Value, json};

/// A project where two sessions saved.
fn two_sessions() -> Project {
    let project = Project::with(&[]).session("first");
    project.save(json!({ "goal": "one", "decisions": ["kept"], "tasks": [{ "description": "t", "status": "done" }] }));
    project.wait(60);
    let project = project.session("second");
    project.save(json!({ "goal": "two" }));
    project.session("new")
}

fn selectors(answer: &Value) -> Vec<(String, Option<String>)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let entries = answer.get("candidates").or(answer.get("entries")).unwrap().as_array().unwrap();
    entries.iter().map(|entry| (text(&entry["selector"]).unwrap(), text(&entry["relation"]))).collect()
}

/// Writes a session's transcript: a record without uuid, then these.
fn transcript(project: &Project, session: &str, uuids: &[&str]) {
    let mut lines = vec![json!({ "type": "mode", "sessionId": session }).to_string()];
    lines.extend(uuids.iter().map(|uuid| json!({ "type": "user", "uuid": uuid, "sessionId": session }).to_string()));
    let folder = project.outside().join("configuration/projects/-my-app");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{session}.jsonl")), lines.join("\n") + "\n").unwrap();
}

fn with_transcripts(project: Project) -> Project {
    let configuration = project.outside().join("configuration");
    project.set("CLAUDE_CONFIG_DIR", configuration.to_str().unwrap())
}

#[test]
fn a_load_takes_the_first_of_the_conversations_checkpoints() {
    let project = two_sessions().conversation(&["../x", "", "never-saved", "new", "first", "second"]);
    let loaded = project.load(json!({}));
    assert_eq!((loaded["found"].as_bool(), loaded["relation"].as_str()), (Some(true), Some("conversation")));
    assert!(loaded["path"].as_str().unwrap().ends_with("first.json"));
    assert!(loaded["resumeHint"].as_str().unwrap().contains("resumedFrom: \"first\""));
    assert!(loaded["text"].as_str().unwrap().starts_with(loaded["resumeHint"].as_str().unwrap()));
    assert_eq!(strings(&loaded["warnings"]), Vec::<String>::new());
}

#[test]
fn the_own_checkpoint_and_the_one_asked_for_come_first() {
    let project = two_sessions().conversation(&["first"]);
    assert!(project.load(json!({ "checkpoint": "second" }))["path"].as_str().unwrap().ends_with("second.json"));
    assert_eq!(project.load(json!({ "checkpoint": "first" }))["relation"], "conversation");
    project.save(json!({ "goal": "mine" }));
    let own = project.load(json!({}));
    assert!(own["path"].as_str().unwrap().ends_with("new.json"));
    assert_eq!((own.get("relation"), own.get("resumeHint")), (None, None));
}

#[test]
fn a_conversation_without_any_checkpoint_is_asked_about_candidates() {
    let project = two_sessions().conversation(&["never-saved"]);
    assert_eq!(project.load(json!({}))["found"], false);
}

#[test]
fn one_that_can_not_be_read_is_passed_over_and_said() {
    let project = two_sessions().conversation(&["broken", "second"]);
    project.write(".claude-checkpoints/broken.json", "{");
    let loaded = project.load(json!({}));
    assert!(loaded["path"].as_str().unwrap().ends_with("second.json"));
    assert!(strings(&loaded["warnings"])[0].contains("under its id broken was passed over"), "{loaded}");
}

#[test]
fn the_first_merge_goes_on_from_the_conversation() {
    let project = two_sessions().conversation(&["first"]);
    let before = project.read(".claude-checkpoints/first.json");
    project.save(json!({ "goal": "on", "mode": "merge", "decisions": ["new"] }));
    let document = project.document("new");
    assert_eq!(document["resumedFrom"], "first");
    assert_eq!(document["decisions"], json!(["kept", "new"]));
    assert_eq!(project.read(".claude-checkpoints/first.json"), before);
    project.save(json!({ "goal": "on", "mode": "merge" }));
    assert_eq!(project.document("new")["decisions"], json!(["kept", "new"]));
}

#[test]
fn a_merge_that_names_what_it_resumes_and_a_replace_do_not() {
    let project = two_sessions().conversation(&["first"]);
    project.save(json!({ "goal": "on", "mode": "merge", "resumedFrom": "second" }));
    assert_eq!(project.document("new")["resumedFrom"], "second");
    let project = project.session("newer");
    project.save(json!({ "goal": "anew" }));
    let document = project.document("newer");
    assert_eq!((document.get("resumedFrom"), &document["decisions"]), (None, &json!([])));
}

#[test]
fn lists_mark_the_conversation_and_never_call_it_foreign() {
    let project = two_sessions().conversation(&["first"]);
    project.git(&["add", "-f", ".claude-checkpoints"]);
    let list = project.list(json!({}));
    assert_eq!(selectors(&list), [("second".into(), None), ("first".into(), Some("conversation".into()))]);
    assert_eq!((&list["entries"][0]["foreign"], list["entries"][1].get("foreign")), (&json!(true), None));
    assert!(list["text"].as_str().unwrap().contains("this conversation under another id"));
    assert_eq!(project.load(json!({})).get("foreign"), None);
}

#[test]
fn a_fork_is_told_by_the_beginning_of_the_transcripts_and_ranks_first() {
    let project = with_transcripts(two_sessions());
    transcript(&project, "new", &["u1", "u2", "u9"]);
    transcript(&project, "first", &["u1", "u2", "u3"]);
    transcript(&project, "second", &["u2"]);
    let loaded = project.load(json!({}));
    assert_eq!(selectors(&loaded), [("first".into(), Some("fork".into())), ("second".into(), None)]);
    assert!(loaded["text"].as_str().unwrap().contains("begins with the same messages as this session"));
    assert_eq!(selectors(&project.list(json!({}))), [("second".into(), None), ("first".into(), Some("fork".into()))]);
}

#[test]
fn missing_and_damaged_transcripts_relate_nothing() {
    let project = with_transcripts(two_sessions());
    let newest_first = [("second".to_owned(), None), ("first".to_owned(), None)];
    assert_eq!(selectors(&project.load(json!({}))), newest_first);
    transcript(&project, "new", &["u1"]);
    assert_eq!(selectors(&project.load(json!({}))), newest_first);
    let folder = project.outside().join("configuration/projects/-my-app");
    std::fs::write(folder.join("first.jsonl"), b"{\"type\":\"us\xff\0\0").unwrap();
    std::fs::create_dir(folder.join("second.jsonl")).unwrap();
    assert_eq!(selectors(&project.load(json!({}))), newest_first);
}

#[test]
fn a_brief_keeps_a_smaller_limit() {
    let mut project = Project::with(&[("a", "1")]).session("own");
    let long: Vec<String> = (0..20).map(|at| format!("{at} {}", "word 😀 ".repeat(60))).collect();
    project.save(json!({ "goal": "g".repeat(500), "decisions": long, "nextSteps": long, "summary": "s".repeat(4000) }));
    for units in [2000, 3000, 10_000] {
        project.brief_units = units;
        let brief = project.brief();
        let length = brief.encode_utf16().count();
        assert!(length <= units && length > units * 6 / 10, "{units}: {length}");
        assert!(brief.contains("Left out for length"));
    }
}
