//! Appending to a transcript: chained to what the file ends with, whole lines, never a rewrite.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use session_checkpoint::Error;
use session_checkpoint::transcript::append::append;
use session_checkpoint::transcript::scan;
use tempfile::TempDir;

struct File {
    _directory: TempDir,
    path: PathBuf,
}

impl File {
    fn with(content: &str) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("session.jsonl");
        std::fs::write(&path, content).unwrap();
        Self { _directory: directory, path }
    }

    fn content(&self) -> String {
        std::fs::read_to_string(&self.path).unwrap()
    }

    fn parent_after_append(&self) -> Value {
        append(&self.path, &[r#"{"type":"user","uuid":"new","parentUuid":null}"#.to_owned()], Some(0)).unwrap();
        let content = self.content();
        let last: Value = serde_json::from_str(content.lines().last().unwrap()).unwrap();
        last["parentUuid"].clone()
    }
}

#[test]
fn a_record_hangs_off_the_last_record_of_the_chain() {
    let file = File::with(concat!(
        "{\"type\":\"user\",\"uuid\":\"a\"}\n",
        "{\"type\":\"assistant\",\"uuid\":\"b\",\"parentUuid\":\"a\"}\n",
        "{\"type\":\"attachment\",\"uuid\":\"c\",\"parentUuid\":\"b\"}\n",
        "{\"type\":\"user\",\"uuid\":\"agent\",\"isSidechain\":true}\n",
        "{\"type\":\"last-prompt\",\"leafUuid\":\"b\"}\n",
    ));
    let before = file.content();
    assert_eq!(file.parent_after_append(), json!("c"));
    assert!(file.content().starts_with(&before));
}

/// A record of the chain, as a line.
fn link(kind: &str, uuid: &str, parent: Option<&str>) -> String {
    format!("{}\n", json!({ "type": kind, "uuid": uuid, "parentUuid": parent }))
}

fn leaf(uuid: &str) -> String {
    format!("{}\n", json!({ "type": "last-prompt", "leafUuid": uuid }))
}

fn boundary(uuid: &str) -> String {
    format!("{}\n", json!({ "type": "system", "subtype": "compact_boundary", "uuid": uuid, "parentUuid": null }))
}

#[test]
fn a_record_hangs_off_what_the_client_would_resume_from() {
    // Two messages, and what the client says of where it was. Every line was tried with 2.1.332.
    let said = link("user", "u", None) + &link("assistant", "a", Some("u"));
    let named = format!("{said}{}", leaf("a"));
    for (what, content, parent) in [
        ("the end of the named branch", named.clone() + &link("user", "q", Some("a")), "q"),
        ("named late", format!("{said}{}{}", link("user", "q", Some("a")), leaf("a")), "q"),
        ("a message on a side branch", named.clone() + &link("user", "q", Some("u")), "a"),
        ("an answer that came in between", format!("{said}{}{}", link("user", "q", Some("u")), leaf("a")), "a"),
        ("another beginning", named.clone() + &link("user", "q", None), "a"),
        ("another beginning, and nothing named", said.clone() + &link("user", "q", None), "q"),
        ("a name of no record", format!("{named}{}{}", leaf("gone"), link("user", "q", None)), "q"),
        ("a name that is none", format!("{named}{{\"type\":\"last-prompt\"}}\n{}", link("user", "q", None)), "a"),
        ("a kind nobody knows", named.clone() + &link("new-kind", "q", Some("a")), "a"),
        ("what hangs off it", named.clone() + &link("new-kind", "n", Some("a")) + &link("user", "q", Some("n")), "a"),
        ("progress", named.clone() + &link("progress", "q", Some("a")), "q"),
        ("a summary", named.clone() + &boundary("b") + &link("user", "q", Some("b")), "q"),
        ("a compaction that was cut off", named + &boundary("b"), "a"),
    ] {
        assert_eq!(File::with(&content).parent_after_append(), json!(parent), "{what}");
    }
}

#[test]
fn a_record_hangs_off_one_that_the_client_can_read() {
    let named = link("user", "a", None) + &leaf("a");
    let record = link("user", "q", Some("a"));
    let record = record.trim_end();
    let another = link("user", "r", Some("q"));
    for (what, line, parent) in [
        ("blanks", format!("  {record}  \r\n\n"), "q"),
        ("no end", record.to_owned(), "q"),
        ("behind half a record", format!("{{\"type\":\"user\",\"uui{record}\n"), "a"),
        ("before half a record", format!("{record}{{\"type\":\"us\n"), "q"),
        ("glued to another", format!("{record}{another}"), "q"),
        ("behind NUL", format!("\0\0{record}\n"), "a"),
        ("before NUL", format!("{record}\0\0\n"), "q"),
        ("behind a byte order mark", format!("\u{feff}{record}\n"), "a"),
    ] {
        assert_eq!(File::with(&(named.clone() + &line)).parent_after_append(), json!(parent), "{what}");
    }
    assert_eq!(File::with(&format!("\u{feff}{named}")).parent_after_append(), json!("a"), "the file's own mark");
}

#[test]
fn what_the_client_would_resume_from_is_found_before_long_lines() {
    let blob = format!("{{\"type\":\"blob\",\"x\":\"{}\"}}\n", "y".repeat(100_000));
    let side = link("user", "q", None);
    let named = format!("{}{blob}{}{blob}{side}", link("user", "a", None), leaf("a"));
    assert_eq!(File::with(&named).parent_after_append(), json!("a"));
    // Beyond a megabyte the last record has to do.
    let far = format!("{}{}{}{side}", link("user", "a", None), leaf("a"), blob.repeat(20));
    assert_eq!(File::with(&far).parent_after_append(), json!("q"));
}

#[test]
fn in_an_empty_or_missing_file_it_is_the_first() {
    assert_eq!(File::with("").parent_after_append(), json!(null));
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("projects/-p/id.jsonl");
    let appended = append(&path, &["{}".to_owned()], None).unwrap();
    assert_eq!((appended.is_new, appended.bytes, appended.parent_uuid), (true, 3, None));
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    }
}

#[test]
fn half_a_line_is_left_and_not_continued() {
    let file = File::with("{\"type\":\"user\",\"uuid\":\"a\"}\n{\"type\":\"assis");
    assert_eq!(file.parent_after_append(), json!("a"));
    assert!(file.content().contains("{\"type\":\"assis\n{\"type\":\"user\""));
}

#[test]
fn the_last_record_is_found_before_a_long_line() {
    let file = File::with(&format!(
        "{{\"type\":\"user\",\"uuid\":\"a\"}}\n{{\"type\":\"blob\",\"x\":\"{}\"}}\n",
        "y".repeat(3_000_000)
    ));
    assert_eq!(file.parent_after_append(), json!("a"));
}

#[test]
fn a_line_cut_by_where_the_search_begins_gives_no_parent() {
    // A record's inner object with an id of its own, at the edge of what is read first.
    let inner = "{\"type\":\"user\",\"uuid\":\"inner\",\"sessionId\":\"s\"}";
    let file = File::with(&format!(
        "{{\"type\":\"user\",\"uuid\":\"a\",\"x\":\"{}\",\"in\":[{inner}]}}\n",
        "y".repeat(70_000)
    ));
    assert_eq!(file.parent_after_append(), json!("a"));
}

#[test]
fn what_is_no_record_is_refused_and_nothing_is_written() {
    let file = File::with("{\"uuid\":\"a\"}\n");
    for record in ["", "null", "{", "{}\n{}", "[1]"] {
        let records = ["{}".to_owned(), record.to_owned()];
        assert!(matches!(append(&file.path, &records, None), Err(Error::RecordInvalid { index: 1 })), "{record}");
    }
    assert_eq!(file.content(), "{\"uuid\":\"a\"}\n");
}

#[test]
fn writers_beside_each_other_tear_no_line() {
    let file = File::with("");
    std::thread::scope(|scope| {
        for writer in 0..6 {
            let path = &file.path;
            scope.spawn(move || {
                for turn in 0..60 {
                    let text = format!("{writer}-{turn}-").repeat(500);
                    let record =
                        json!({ "type": "user", "uuid": format!("{writer}-{turn}"), "text": text }).to_string();
                    append(path, &[record.clone(), record], Some(0)).unwrap();
                }
            });
        }
    });
    let (_, scan) = scan::file(&file.path).unwrap();
    assert_eq!((scan.losses.len(), scan.spans.len() / 3), (0, 6 * 60 * 2));
}

#[test]
fn writers_beside_each_other_make_one_chain() {
    let file = File::with("");
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let path = &file.path;
            scope.spawn(move || {
                for turn in 0..25 {
                    append(path, &[link("user", &format!("{writer}-{turn}"), None).trim_end().to_owned()], Some(0))
                        .unwrap();
                }
            });
        }
    });
    let mut before = json!(null);
    for line in file.content().lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_eq!(record["parentUuid"], before);
        before = record["uuid"].clone();
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_is_refused_and_what_fails_at_first_leaves_no_file() {
    let directory = tempfile::tempdir().unwrap();
    let link = directory.path().join("link.jsonl");
    std::os::unix::fs::symlink(directory.path().join("nowhere"), &link).unwrap();
    assert!(matches!(append(&link, &["{}".to_owned()], None), Err(Error::TranscriptUnwritable { .. })));
    let new = directory.path().join("new.jsonl");
    assert!(matches!(append(&new, &["null".to_owned()], None), Err(Error::RecordInvalid { index: 0 })));
    assert!(!new.exists());
    std::fs::write(directory.path().join("nowhere"), "").unwrap();
    append(&link, &["{}".to_owned()], None).unwrap();
}

#[cfg(unix)]
#[test]
fn a_pipe_or_a_directory_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let pipe = directory.path().join("pipe.jsonl");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RWXU, 0).unwrap();
    for path in [pipe.as_path(), directory.path()] {
        assert!(matches!(append(path, &["{}".to_owned()], None), Err(Error::TranscriptUnwritable { .. })));
    }
}
