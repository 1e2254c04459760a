//! Captures in steps, of files that change, and of files that are anything but transcripts.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use session_checkpoint::limits;
use session_checkpoint::trail::{self, Kind, State};
use tempfile::TempDir;

const FIXTURES: [&str; 15] = [
    "background",
    "checks",
    "claims",
    "clear",
    "commands",
    "commits",
    "compaction",
    "denied",
    "edits",
    "interrupted",
    "killed",
    "rewound",
    "subagent",
    "tasks",
    "todos",
];

fn fixture(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/trail/{name}.jsonl"))).unwrap()
}

struct Place {
    _directory: TempDir,
    transcript: PathBuf,
}

impl Place {
    fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let transcript = directory.path().join("session.jsonl");
        Self { _directory: directory, transcript }
    }

    /// Captures these bytes.
    fn capture(&self, bytes: &[u8], previous: Option<&str>) -> String {
        fs::write(&self.transcript, bytes).unwrap();
        let previous = previous.map(|previous| serde_json::from_str::<State>(previous).unwrap());
        let state = trail::capture(previous, &self.transcript).unwrap();
        assert_eq!(state.spans(), 0, "something came in with a secret");
        let text = serde_json::to_string(state.get()).unwrap();
        assert!(text.len() <= limits::TRAIL_STATE_BYTES, "{}", text.len());
        assert!(!trail::tell(state.get()).facts.is_empty());
        text
    }

    /// In two steps, and at once.
    fn assert_steps(&self, bytes: &[u8], split: usize) {
        let first = self.capture(&bytes[..split], None);
        assert_eq!(self.capture(bytes, Some(&first)), self.capture(bytes, None), "split at {split}");
    }
}

#[test]
fn two_captures_come_to_the_same_as_one() {
    let place = Place::new();
    for name in FIXTURES {
        let bytes = fixture(name);
        let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at);
        for split in ends.step_by(5).flat_map(|at| [at, at + 1]) {
            place.assert_steps(&bytes, split);
        }
    }
}

#[test]
fn a_capture_goes_on_where_the_last_one_ended() {
    // The rewind alone makes it start over.
    let place = Place::new();
    let bytes = fixture("edits");
    let middle = bytes.len() / 2;
    let first = place.capture(&bytes[..middle], None);
    let mut changed = bytes.clone();
    // A change in what was read, away from the marks at both ends, is not seen.
    let at = memchr::memmem::find(&changed[2000..], b"Do the work").map_or(0, |at| at + 2000);
    if at != 0 && at < middle - 2000 {
        changed[at..at + 2].copy_from_slice(b"Go");
        assert_eq!(place.capture(&changed, Some(&first)), place.capture(&bytes, Some(&first)));
    }
    assert_eq!(place.capture(&bytes, Some(&place.capture(&bytes, None))), place.capture(&bytes, None));
}

#[test]
fn a_file_that_was_replaced_or_cut_is_read_from_its_beginning() {
    let place = Place::new();
    let (one, other) = (fixture("edits"), fixture("commands"));
    let state = place.capture(&one, None);
    assert_eq!(place.capture(&other, Some(&state)), place.capture(&other, None));
    let half = &one[..one.len() / 2];
    assert_eq!(place.capture(half, Some(&state)), place.capture(half, None));
    assert_eq!(place.capture(b"", Some(&state)), place.capture(b"", None));
}

#[test]
fn a_state_of_another_format_is_not_used() {
    let place = Place::new();
    let bytes = fixture("edits");
    let state = place.capture(&bytes, None).replacen("\"version\":1", "\"version\":2", 1);
    assert_eq!(place.capture(&bytes, Some(&state)), place.capture(&bytes, None));
}

#[test]
fn a_last_line_without_its_end_is_read_later() {
    let place = Place::new();
    let bytes = fixture("killed");
    let before = bytes[..bytes.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    assert_eq!(place.capture(&bytes[..bytes.len() - 1], None), place.capture(&bytes[..before], None));
}

#[test]
fn a_missing_file_is_an_error() {
    let error = trail::capture(None, Path::new("/nonexistent/x.jsonl")).unwrap_err();
    assert_eq!(error.code(), "TRANSCRIPT_NOT_FOUND");
}

/// A session of many commands, files and tasks, each as long as it can be.
fn huge(count: usize) -> String {
    let mut text = String::new();
    let long = "\u{1}é\\\"".repeat(400);
    for at in 0..count {
        let records = [
            serde_json::json!({ "type": "user", "uuid": format!("a{at:x}"), "parentUuid": if at == 0 { None } else { Some(format!("f{:x}", at - 1)) },
                "sessionId": "s", "cwd": format!("/{long}"), "gitBranch": long, "timestamp": "2026-01-01T00:00:00.000Z",
                "message": { "content": format!("prompt {at} {long}") } }),
            serde_json::json!({ "type": "assistant", "uuid": format!("b{at:x}"), "parentUuid": format!("a{at:x}"), "cwd": format!("/{}", "d".repeat(230)),
                "timestamp": "2026-01-01T00:00:01.000Z", "message": { "id": format!("m{at}"), "usage": { "input_tokens": u64::MAX, "output_tokens": 5 }, "content": [
                    { "type": "text", "text": long },
                    { "type": "tool_use", "id": format!("t{at}"), "name": "Bash", "input": { "command": format!("cd {} && npm test {at} > {} && touch a b c d e f g # {long}", "x".repeat(100), "f".repeat(90)) } },
                    { "type": "tool_use", "id": format!("u{at}"), "name": format!("Tool {at} {long}"), "input": { "path": long } },
                    { "type": "tool_use", "id": format!("v{at}"), "name": "TaskCreate", "input": { "subject": long } },
                    { "type": "tool_use", "id": format!("w{at}"), "name": "Edit", "input": { "file_path": format!("/{at}/{}", "p".repeat(220)) } },
                    { "type": "tool_use", "id": format!("x{at}"), "name": "Bash", "input": { "command": format!("sleep {at}") } } ] } }),
            serde_json::json!({ "type": "user", "uuid": format!("c{at:x}"), "parentUuid": format!("b{at:x}"), "timestamp": "2026-01-01T00:00:02.000Z",
                "message": { "content": [ { "type": "tool_result", "tool_use_id": format!("t{at}"), "is_error": at % 2 == 0, "content": "Exit code 1" } ] },
                "toolUseResult": { "stdout": "", "gitOperation": { "commit": { "sha": "abcdef1", "branch": long, "kind": long } } } }),
            serde_json::json!({ "type": "user", "uuid": format!("d{at:x}"), "parentUuid": format!("c{at:x}"), "timestamp": "2026-01-01T00:00:02.000Z",
                "message": { "content": [ { "type": "tool_result", "tool_use_id": format!("v{at}"), "content": "" } ] },
                "toolUseResult": { "task": { "id": at.to_string(), "subject": long } } }),
            serde_json::json!({ "type": "user", "uuid": format!("e{at:x}"), "parentUuid": format!("d{at:x}"), "timestamp": "2026-01-01T00:00:02.000Z",
                "message": { "content": [ { "type": "tool_result", "tool_use_id": format!("w{at}"), "content": "" } ] },
                "toolUseResult": { "filePath": format!("/{at}/{}", "p".repeat(220)), "structuredPatch": [ { "lines": [ format!("+function f{at}{}()", "n".repeat(100)), "-class B" ] } ] } }),
            serde_json::json!({ "type": "user", "uuid": format!("f{at:x}"), "parentUuid": format!("e{at:x}"), "timestamp": "2026-01-01T00:00:02.000Z",
                "message": { "content": format!("<bash-input>{long}</bash-input>") } }),
        ];
        for record in records {
            text.push_str(&record.to_string());
            text.push('\n');
        }
    }
    text
}

#[test]
fn a_state_stays_small_and_counts_what_it_left_out() {
    let place = Place::new();
    let text = huge(60);
    let state = place.capture(text.as_bytes(), None);
    let trail = trail::tell(&serde_json::from_str(&state).unwrap());
    let left_out = trail.left_out;
    for count in
        [left_out.prompts, left_out.tasks, left_out.commands, left_out.files, left_out.symbols, left_out.commits]
    {
        assert!(count > 0, "{left_out:?}");
    }
    assert!(left_out.open > 0 && left_out.tools > 0 && left_out.person_commands > 0, "{left_out:?}");
    assert!(trail.has_work());
    for split in [text.len() / 3, text.len() / 2] {
        place.assert_steps(text.as_bytes(), split);
    }
}

#[test]
fn secrets_are_in_nothing_that_is_kept() {
    let place = Place::new();
    let secret = format!("{}{}", "ghp_", "a9B7c3D1e5F0g2H4a9B7c3D1e5F0g2H4a9B7");
    let text = huge(1)
        .replace("prompt 0", &format!("prompt {secret}"))
        .replace("npm test 0", &format!("npm test --token {secret}"))
        .replace("/0/pp", &format!("/{secret}/pp"))
        .replace("sleep 0", &format!("echo {secret} > {secret}"))
        .replace("Tool 0", &secret)
        .replace("function f0", &format!("function {secret}"));
    let state = place.capture(text.as_bytes(), None);
    assert!(!state.contains("a9B7c3D1"), "{state}");
    let trail = serde_json::to_string(&trail::tell(&serde_json::from_str(&state).unwrap())).unwrap();
    assert!(!trail.contains("a9B7c3D1"));
}

#[test]
fn a_subagent_of_a_branch_that_was_left_does_not_count() {
    let place = Place::new();
    let directory = place.transcript.with_extension("").join("subagents");
    fs::create_dir_all(&directory).unwrap();
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/trail/subagent/subagents");
    for entry in fs::read_dir(from).unwrap().flatten() {
        fs::copy(entry.path(), directory.join(entry.file_name())).unwrap();
    }
    let agents = |state: &str| {
        let trail = trail::tell(&serde_json::from_str(state).unwrap());
        trail.facts.iter().filter(|fact| fact.kind == Kind::Agent).count()
    };
    let bytes = fixture("subagent");
    let state = place.capture(&bytes, None);
    assert_eq!(agents(&state), 2);
    // A later prompt that hangs off the one before the calls.
    let mut rewound = bytes.clone();
    rewound.extend_from_slice(br#"{"type":"user","uuid":"ff","parentUuid":"00000000-0000-4000-8000-000000000003","message":{"content":"again"}}"#);
    rewound.extend_from_slice(b"\n{\"type\":\"last-prompt\",\"leafUuid\":\"ff\"}\n");
    let after = place.capture(&rewound, Some(&state));
    assert_eq!(agents(&after), 0);
    assert_eq!(after, place.capture(&rewound, None));
}

/// Lines of which some are records of real sessions, some are damaged, and some hang together anyhow.
fn any_lines() -> impl Strategy<Value = Vec<u8>> {
    let real: Vec<Vec<u8>> = FIXTURES
        .iter()
        .flat_map(|name| fixture(name).split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>())
        .filter(|line| line.len() < 3000)
        .collect();
    let id = || proptest::sample::select(vec!["a", "b", "c", "d", "e"]);
    let kind = proptest::sample::select(vec!["user", "assistant", "system", "attachment", "progress", "last-prompt"]);
    let linked = (kind, id(), proptest::option::of(id()), id(), any::<bool>()).prop_map(|(kind, uuid, parent, call, is_use)| {
        let block = if is_use {
            serde_json::json!({ "type": "tool_use", "id": call, "name": "Bash", "input": { "command": format!("echo {call}") } })
        } else {
            serde_json::json!({ "type": "tool_result", "tool_use_id": call, "content": "Exit code 2", "is_error": true })
        };
        let message = serde_json::json!({ "id": uuid, "content": [block] });
        let record = serde_json::json!({ "type": kind, "uuid": uuid, "parentUuid": parent, "leafUuid": call, "message": message });
        format!("{record}\n").into_bytes()
    });
    let damaged = (proptest::sample::select(real.clone()), any::<prop::sample::Index>(), any::<u8>()).prop_map(
        |(mut line, at, byte)| {
            let at = at.index(line.len());
            line[at] = byte;
            line
        },
    );
    let wrong = proptest::sample::select(vec![
        "{\"type\":\"user\",\"uuid\":7,\"parentUuid\":{},\"message\":[],\"timestamp\":1}\n",
        "{\"type\":\"assistant\",\"uuid\":\"a\",\"message\":{\"content\":{\"a\":1},\"usage\":[],\"id\":null}}\n",
        "{\"type\":\"assistant\",\"uuid\":\"b\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"id\":[],\"name\":{},\"input\":\"x\"},null,3]}}\n",
        "{\"type\":\"queue-operation\",\"content\":\"<task-notification><tool-use-id>a</tool-use-id><status>failed</status><summary>x exit code 99999999999999</summary>\"}\n",
        "null\n", "[]\n", "\u{0}\u{0}\n", "{\"type\":\"user\"", "\n",
    ])
    .prop_map(|line| line.as_bytes().to_vec());
    let line = prop_oneof![
        3 => proptest::sample::select(real),
        5 => linked,
        1 => damaged,
        1 => wrong,
        1 => proptest::collection::vec(any::<u8>(), 0..60),
    ];
    proptest::collection::vec(line, 0..24).prop_map(|lines| lines.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn any_file_is_captured_in_any_steps(bytes in any_lines(), split in any::<prop::sample::Index>()) {
        let place = Place::new();
        place.assert_steps(&bytes, split.index(bytes.len() + 1));
    }
}
