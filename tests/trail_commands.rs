//! What a trail says about commands, from records of the real client. Every rule has one.

use std::path::{Path, PathBuf};

use session_checkpoint::trail::{self, Kind, Trail};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/trail/{name}.jsonl"))
}

fn trail_of(name: &str) -> Trail {
    trail::tell(trail::capture(None, &fixture(name)).unwrap().get())
}

/// A command a line: how often, where, what it checks, and its result.
fn commands(name: &str, kind: Kind) -> String {
    let trail = trail_of(name);
    let lines = trail.facts.iter().filter(|fact| fact.kind == kind).map(|fact| {
        let value = &fact.value;
        let text = |name: &str| value.get(name).and_then(|text| text.as_str()).unwrap_or_default().to_owned();
        let check = if text("check").is_empty() { String::new() } else { format!(" [{}]", text("check")) };
        let count =
            value["count"].as_u64().filter(|count| *count > 1).map(|count| format!(" x{count}")).unwrap_or_default();
        let cut = if value.get("isOutputCut").is_some() { " (output cut)" } else { "" };
        let agent = if fact.agent.is_some() { " by a subagent" } else { "" };
        format!("{}: {}{count}{check}{agent} => {}{cut}\n", text("directory"), fact.subject, text("result"))
    });
    lines.collect()
}

#[test]
fn a_status_is_what_the_record_says() {
    insta::assert_snapshot!(commands("commands", Kind::Command));
}

#[test]
fn a_status_speaks_for_a_check_only_when_the_check_decides_it() {
    insta::assert_snapshot!(commands("checks", Kind::Command));
}

#[test]
fn what_only_looks_like_a_check_or_a_commit_is_none() {
    insta::assert_snapshot!(commands("claims", Kind::Command));
    let trail = trail_of("claims");
    let commits: Vec<&str> =
        trail.facts.iter().filter(|fact| fact.kind == Kind::Commit).map(|fact| fact.subject.as_str()).collect();
    assert_eq!(commits, ["Right"]);
}

#[test]
fn what_failed_and_never_succeeded_later() {
    insta::assert_snapshot!(commands("checks", Kind::FailedAttempt));
}

#[test]
fn a_background_command_takes_its_result_from_its_notification() {
    insta::assert_snapshot!(commands("background", Kind::Command));
    insta::assert_snapshot!(commands("background", Kind::Unfinished));
}

#[test]
fn what_was_denied_did_not_run() {
    insta::assert_snapshot!(commands("denied", Kind::Command));
}

#[test]
fn what_was_interrupted_may_have_run() {
    insta::assert_snapshot!(commands("interrupted", Kind::Command));
    let trail = trail_of("interrupted");
    let person: Vec<&str> =
        trail.facts.iter().filter(|fact| fact.kind == Kind::PersonCommand).map(|fact| fact.subject.as_str()).collect();
    assert_eq!(person, ["echo from the person"]);
}

#[test]
fn a_command_without_a_result_when_the_client_was_killed() {
    insta::assert_snapshot!(commands("killed", Kind::Command));
    insta::assert_snapshot!(commands("killed", Kind::Unfinished));
}

#[test]
fn a_subagents_commands_are_its_own() {
    insta::assert_snapshot!(commands("subagent", Kind::Command));
}

#[test]
fn commands_before_a_compaction_are_still_there() {
    insta::assert_snapshot!(commands("compaction", Kind::Command));
}

#[test]
fn commands_of_a_branch_that_was_left_are_not() {
    insta::assert_snapshot!(commands("rewound", Kind::Command));
}

#[test]
fn a_duration_that_was_not_recorded_is_an_upper_bound() {
    let trail = trail_of("commands");
    let timed = trail.facts.iter().find(|fact| fact.subject == "tail -f /dev/null").unwrap();
    assert!(timed.value["milliseconds"].as_u64().unwrap() >= 1000);
    assert_eq!(timed.value["isUpTo"], true);
    assert_eq!(timed.evidence.len(), 2);
}
