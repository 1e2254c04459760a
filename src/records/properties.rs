//! What holds for the bytes of every file, for the fuzzer (`fuzz/`) and the tests alike.

use super::json::{self, Object, Value};
use super::lines::{Lines, Position, lines};
use super::records::{self, Item, LossCode};
use super::tape::Tape;

/// How often the bytes of a line may be read in vain, before its rest is given up.
const MOST_WORK: usize = 64;

/// Says what does not hold for the bytes of a file.
///
/// # Errors
/// The property that is broken, with the bytes that show it.
pub fn check(bytes: &[u8]) -> Result<(), String> {
    every_byte_is_accounted_for(bytes)?;
    a_stream_is_read_as_memory_is(bytes)?;
    records_joined_are_read_as_themselves(bytes)?;
    values_are_taken_apart_as_they_were_read(bytes)?;
    work_is_bounded(bytes)
}

/// Nothing disappears: every byte is in one record or in one loss, or is blank.
fn every_byte_is_accounted_for(bytes: &[u8]) -> Result<(), String> {
    let mut seen = vec![0_u8; bytes.len()];
    let mut mark = |start: u64, length: u64| {
        let start = usize::try_from(start).unwrap_or(usize::MAX);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        for times in seen.iter_mut().skip(start).take(length) {
            *times = times.saturating_add(1);
        }
    };
    for line in lines(bytes) {
        records::read(&line, &mut |item| match item {
            Item::Record(record) => mark(record.range.start, record.range.end - record.range.start),
            // It is a record too.
            Item::Loss(loss) if loss.code == LossCode::InvalidUtf8 => {}
            Item::Loss(loss) => mark(loss.offset, loss.bytes),
        });
    }
    let is_blank = |byte: u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf".contains(&byte);
    match seen.iter().zip(bytes).position(|(times, byte)| *times != 1 && !(*times == 0 && is_blank(*byte))) {
        Some(at) => Err(format!("byte {at} is accounted for {} times in {}", seen[at], shown(bytes))),
        None => Ok(()),
    }
}

/// A file is read alike from memory and from a stream.
fn a_stream_is_read_as_memory_is(bytes: &[u8]) -> Result<(), String> {
    let mut stream = Lines::new(bytes, Position::START, bytes.len());
    for line in lines(bytes) {
        if stream.next_line().ok().flatten() != Some(line) {
            return Err(format!("line {} is another one in a stream of {}", line.number, shown(bytes)));
        }
    }
    match stream.next_line() {
        Ok(None) => Ok(()),
        _ => Err(format!("a stream has more lines than {}", shown(bytes))),
    }
}

/// What was read as a record is one when it stands alone, byte for byte the same.
fn records_joined_are_read_as_themselves(bytes: &[u8]) -> Result<(), String> {
    let texts = texts_of(bytes);
    let joined = texts.join("\n");
    if texts_of(joined.as_bytes()) == texts { Ok(()) } else { Err(format!("records change in {}", shown(bytes))) }
}

fn texts_of(bytes: &[u8]) -> Vec<String> {
    let mut texts = Vec::new();
    for line in lines(bytes) {
        records::read(&line, &mut |item| {
            if let Item::Record(record) = item {
                texts.push(record.text.to_owned());
            }
        });
    }
    texts
}

/// A member of a member of a record is what another parser finds there.
fn values_are_taken_apart_as_they_were_read(bytes: &[u8]) -> Result<(), String> {
    for text in texts_of(bytes) {
        // It reads neither half a surrogate pair nor any depth or number.
        let Ok(expected) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
        let rebuilt = Object::parse(&text).and_then(|object| members(&object));
        let tape = Tape::of(&text);
        let glanced = tape.as_ref().map(|tape| Object::glance(&text, tape).and_then(|object| members(&object)));
        if glanced.is_some_and(|glanced| glanced != rebuilt) || rebuilt != Some(expected) {
            return Err(format!("values change in {}", shown(text.as_bytes())));
        }
    }
    Ok(())
}

fn members(object: &Object<'_>) -> Option<serde_json::Value> {
    object.members().map(|(name, value)| Some((name.to_owned(), rebuilt(value)?))).collect()
}

fn rebuilt(value: Value<'_>) -> Option<serde_json::Value> {
    if let Some(text) = value.text() {
        Some(text.into())
    } else if let Some(object) = value.object() {
        members(&object)
    } else if let Some(elements) = value.elements() {
        elements.into_iter().map(rebuilt).collect()
    } else {
        serde_json::from_str(value.raw()).ok()
    }
}

/// A line that begins a thousand records and ends none is not read a thousand times. A count of bytes
/// says the same on every machine, which a clock does not.
fn work_is_bounded(bytes: &[u8]) -> Result<(), String> {
    json::take_work();
    for line in lines(bytes) {
        records::read(&line, &mut |_| {});
    }
    let work = json::take_work();
    let most = MOST_WORK * bytes.len().max(4096);
    if work <= most { Ok(()) } else { Err(format!("{work} bytes are read in {}", shown(bytes))) }
}

fn shown(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes))
}
