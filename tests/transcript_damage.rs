//! Reading what is found in the wild: every record that can be read is, and every loss is said.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use session_checkpoint::transcript::lines::{Lines, Position, lines};
use session_checkpoint::transcript::page::{self, Wish};
use session_checkpoint::transcript::records::{self, Item, LossCode};
use session_checkpoint::transcript::scan;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/transcripts").join(format!("{name}.jsonl"))
}

/// What a file holds: a line per record (its type and uuid's last digit) and per loss.
fn read(name: &str) -> String {
    let bytes = std::fs::read(fixture(name)).unwrap();
    let mut told = String::new();
    for line in lines(&bytes) {
        records::read(&line, &mut |item| match item {
            Item::Record(record) => {
                let kind = record.object.text("type").unwrap_or("-".into());
                let uuid = record.object.text("uuid").unwrap_or("-".into());
                writeln!(told, "{}: {kind} {}", record.line, &uuid[uuid.len() - 1..]).unwrap();
            }
            Item::Loss(loss) => writeln!(
                told,
                "{}: {:?} at {}, {} bytes: {}",
                loss.line, loss.code, loss.offset, loss.bytes, loss.reason
            )
            .unwrap(),
        });
    }
    told
}

#[test]
fn damage_costs_no_record_that_is_whole() {
    insta::assert_snapshot!(read("whole"), @"
    1: user 1
    2: assistant 2
    3: user 3
    4: last-prompt -
    ");
    insta::assert_snapshot!(read("torn-last-line"), @"
    1: user 1
    2: assistant 2
    3: Torn at 765, 200 bytes: the record is cut off or damaged
    ");
    insta::assert_snapshot!(read("nul-run"), @"
    1: user 1
    2: Nul at 296, 512 bytes: a run of NUL bytes
    3: assistant 2
    4: Nul at 1278, 40 bytes: a run of NUL bytes
    4: user 3
    ");
    insta::assert_snapshot!(read("nul-inside-a-record"), @"
    1: user 1
    2: Torn at 296, 468 bytes: the record is cut off or damaged
    3: user 3
    ");
    insta::assert_snapshot!(read("nul-tail"), @"
    1: user 1
    2: assistant 2
    3: Nul at 765, 4096 bytes: a run of NUL bytes
    ");
    insta::assert_snapshot!(read("two-glued"), @"
    1: user 1
    1: assistant 2
    2: user 3
    ");
    insta::assert_snapshot!(read("stump-and-record-glued"), @"
    1: user 1
    2: Torn at 296, 210 bytes: the record is cut off or damaged
    2: user 3
    3: last-prompt -
    ");
    insta::assert_snapshot!(read("stump-ending-in-an-object"), @"
    1: user 1
    2: Torn at 296, 219 bytes: the record is cut off or damaged
    2: user 3
    ");
    insta::assert_snapshot!(read("invalid-utf8"), @"
    1: InvalidUtf8 at 0, 298 bytes: some bytes of the record are no UTF-8 and were read as replacement characters
    1: user 1
    2: Torn at 299, 458 bytes: the record is cut off or damaged
    3: user 3
    ");
    insta::assert_snapshot!(read("no-objects"), @"
    1: NotARecord at 0, 4 bytes: this is JSON, but no object
    2: NotARecord at 5, 44 bytes: this is JSON, but no object
    3: NotARecord at 50, 6 bytes: this is JSON, but no object
    4: NotARecord at 57, 2 bytes: this is JSON, but no object
    5: user 1
    6: Malformed at 356, 7 bytes: this is no JSON
    7: assistant 2
    7: Malformed at 832, 8 bytes: this is no JSON
    ");
}

#[test]
fn what_is_no_damage_is_none() {
    insta::assert_snapshot!(read("byte-order-mark"), @"
    1: user 1
    2: assistant 2
    ");
    insta::assert_snapshot!(read("carriage-returns"), @"
    1: user 1
    2: assistant 2
    3: user 3
    ");
    insta::assert_snapshot!(read("blank-lines"), @"
    3: user 1
    5: assistant 2
    ");
    insta::assert_snapshot!(read("lone-surrogates"), @"
    1: user 1
    2: assistant 2
    ");
    insta::assert_snapshot!(read("deep-nesting"), @"
    1: user 1
    2: assistant 2
    ");
    insta::assert_snapshot!(read("large-numbers"), @"
    1: user 1
    2: assistant 2
    ");
    insta::assert_snapshot!(read("unknown-types"), @"
    1: something-new -
    2: - -
    3: - -
    4: - -
    5: user 1
    ");
}

#[test]
fn a_line_of_twenty_megabytes_is_a_record_like_any_other() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("long.jsonl");
    let long = format!("{{\"type\":\"user\",\"message\":{{\"content\":\"{}\"}}}}\n", "x".repeat(20_000_000));
    std::fs::write(&path, format!("{{\"type\":\"a\"}}\n{long}{{\"type\":\"b\"}}\n")).unwrap();
    let (_, scan) = scan::file(&path).unwrap();
    assert_eq!((scan.spans.len() / 3, scan.losses.len()), (3, 0));
    let page = page::page(&path, &wish(Position::START)).unwrap();
    assert_eq!(page.records.len(), 2);
    assert_eq!(page.records[1].parts[0].text.len(), 20_000_000);
}

#[test]
fn a_line_that_begins_a_thousand_records_and_ends_none_is_not_slow() {
    for part in ["{\"type\":\"user\",\"uuid\":", "{\"a\":[", "{\"a\":1}x", "{\"a\":\"", "{\"a\":1},", "\0{"] {
        let line = part.repeat(1_000_000 / part.len());
        let start = std::time::Instant::now();
        let scan = scan::bytes(line.as_bytes());
        assert!(!scan.losses.is_empty(), "{part}");
        // Linear work; without a bound this takes minutes.
        assert!(start.elapsed().as_secs() < 20, "{part}: {:?}", start.elapsed());
    }
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let refused = |path: &Path| scan::file(path).unwrap_err().to_string().replace(&*path.to_string_lossy(), "FILE");
    assert_eq!(refused(directory.path()), "The session file FILE could not be read: it is a directory.");
    let missing = directory.path().join("missing.jsonl");
    assert_eq!(refused(&missing), "There is no session file FILE. `session list` shows what there is.");
    #[cfg(unix)]
    {
        let pipe = directory.path().join("pipe.jsonl");
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR, 0).unwrap();
        assert_eq!(refused(&pipe), "The session file FILE could not be read: it is not a regular file.");
    }
}

fn wish(from: Position) -> Wish {
    Wish { from, is_json: false, is_everything: true }
}

#[test]
fn pages_together_are_the_whole_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("many.jsonl");
    let text: String = (0..60_000)
        .map(|n| format!("{{\"type\":\"user\",\"message\":{{\"content\":\"number {n}\"}}}}\n"))
        .collect::<Vec<_>>()
        .concat();
    std::fs::write(&path, text).unwrap();
    let mut from = Position::START;
    let mut said = 0;
    let mut pages = 0;
    loop {
        let page = page::page(&path, &wish(from)).unwrap();
        for record in &page.records {
            assert_eq!(record.parts[0].text, format!("number {said}"));
            assert_eq!(record.line, said + 1);
            said += 1;
        }
        pages += 1;
        match page.next {
            Some(next) => from = Position { offset: next.offset, line: next.line },
            None => break,
        }
    }
    assert_eq!((said, pages > 2), (60_000, true));
}

/// A record as the client writes them, and damage as it happens.
fn piece() -> impl Strategy<Value = Vec<u8>> {
    let record = (0..1000_u32, "[a-z \\\\\"{}]{0,20}").prop_map(|(number, text)| {
        let text = serde_json::to_string(&text).unwrap();
        format!("{{\"type\":\"user\",\"uuid\":\"u{number}\",\"message\":{{\"content\":[{{\"type\":\"text\",\"text\":{text}}}]}}}}")
            .into_bytes()
    });
    let cut = (record.clone(), 0.0..1.0_f64).prop_map(|(record, part)| {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss)]
        let length = (record.len() as f64 * part) as usize;
        record[..length].to_vec()
    });
    prop_oneof![
        6 => record,
        2 => cut,
        1 => (1..20_usize).prop_map(|count| vec![0; count]),
        3 => Just(b"\n".to_vec()),
        1 => Just(b"\r\n".to_vec()),
        1 => Just(b" ".to_vec()),
        1 => Just(b"\xef\xbb\xbf".to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..10),
    ]
}

proptest! {
    /// Nothing disappears: every byte is in one record or in one loss, or is blank.
    #[test]
    fn every_byte_is_accounted_for(pieces in prop::collection::vec(piece(), 0..30)) {
        let bytes: Vec<u8> = pieces.concat();
        let mut seen = vec![0_u8; bytes.len()];
        let mut mark = |start: u64, length: u64| {
            for at in start..start + length {
                seen[usize::try_from(at).unwrap()] += 1;
            }
        };
        for line in lines(&bytes) {
            records::read(&line, &mut |item| match item {
                Item::Record(record) => mark(record.range.start, record.range.end - record.range.start),
                Item::Loss(loss) if loss.code == LossCode::InvalidUtf8 => {}
                Item::Loss(loss) => mark(loss.offset, loss.bytes),
            });
        }
        for (at, times) in seen.iter().enumerate() {
            let is_blank = bytes[at].is_ascii_whitespace() || b"\xef\xbb\xbf".contains(&bytes[at]);
            prop_assert!(*times == 1 || (*times == 0 && is_blank), "byte {} {:?} {} times in {:?}", at, bytes[at], times, String::from_utf8_lossy(&bytes));
        }
    }

    /// A file of whole records is what its records are, byte for byte.
    #[test]
    fn records_joined_again_are_the_file(numbers in prop::collection::vec(any::<f64>(), 0..20), text in any::<String>()) {
        let records: Vec<String> = numbers
            .iter()
            .map(|number| format!("{{\"type\" : \"user\",  \"n\":{number:e}, \"text\":{}}}", serde_json::to_string(&text).unwrap()))
            .filter(|record| !record.contains("inf") && !record.contains("NaN"))
            .collect();
        let file = records.iter().map(|record| format!("{record}\n")).collect::<Vec<_>>().concat();
        let scan = scan::bytes(file.as_bytes());
        prop_assert!(scan.losses.is_empty());
        let mut joined = String::new();
        for span in scan.spans.chunks(3) {
            let start = span[0] as usize;
            joined.push_str(&file[start..start + span[1] as usize]);
            joined.push('\n');
        }
        prop_assert_eq!(joined, file);
    }

    /// What stands between line feeds is read alike from memory and from a stream.
    #[test]
    fn a_stream_is_read_as_memory_is(pieces in prop::collection::vec(piece(), 0..20)) {
        let bytes: Vec<u8> = pieces.concat();
        let mut stream = Lines::new(&bytes[..], Position::START, 1 << 20);
        for line in lines(&bytes) {
            prop_assert_eq!(stream.next_line().unwrap(), Some(line));
        }
        prop_assert_eq!(stream.next_line().unwrap(), None);
    }
}
