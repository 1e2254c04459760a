//! The records of a line: nearly always one, and what can be saved of a damaged line.
//!
//! Damage as it is found in the wild: a last line cut off by a crash, a run of NUL bytes where a file
//! system lost a block, a record glued to the stump of another, bytes that are no UTF-8.

use std::borrow::Cow;
use std::ops::Range;

use memchr::memmem;
use serde::Serialize;

use super::json::{self, Object};
use super::lines::Line;
use super::tape::Tape;

/// One record: a JSON object.
#[derive(Debug)]
pub struct Record<'a> {
    /// Where it stands in the file, in bytes.
    pub range: Range<u64>,
    /// The line it is on; counts from 1.
    pub line: u64,
    /// Its text. Bytes that are no UTF-8 are U+FFFD in it.
    pub text: &'a str,
    /// What it says.
    pub object: Object<'a>,
}

/// Something in a file that is not in any record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Loss {
    /// The line; counts from 1.
    pub line: u64,
    /// Where it begins in the file, in bytes.
    pub offset: u64,
    /// Its length in bytes.
    pub bytes: u64,
    /// What it is.
    pub code: LossCode,
    /// The same in words.
    pub reason: &'static str,
}

/// Why a part of a file is in no record, or not as it was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LossCode {
    /// A record that ends in its middle.
    Torn,
    /// Bytes that are no JSON.
    Malformed,
    /// A run of NUL bytes.
    Nul,
    /// JSON that is no object.
    NotARecord,
    /// Bytes within a record that are no UTF-8. The record was read with replacement characters.
    InvalidUtf8,
    /// A line longer than is read at once.
    TooLong,
}

impl LossCode {
    fn reason(self) -> &'static str {
        match self {
            Self::Torn => "the record is cut off or damaged",
            Self::Malformed => "this is no JSON",
            Self::Nul => "a run of NUL bytes",
            Self::NotARecord => "this is JSON, but no object",
            Self::InvalidUtf8 => "some bytes of the record are no UTF-8 and were read as replacement characters",
            Self::TooLong => "the line is longer than can be read at once",
        }
    }
}

/// What a line holds, in the order of its bytes.
#[derive(Debug)]
pub enum Item<'a> {
    /// A record.
    Record(Record<'a>),
    /// What is in no record.
    Loss(Loss),
}

/// Hands everything a line holds to `take`.
pub fn read(line: &Line<'_>, take: &mut dyn FnMut(Item<'_>)) {
    if line.bytes.len() as u64 != line.length {
        take(Item::Loss(loss(line, 0..line.length, LossCode::TooLong)));
        return;
    }
    let content = content_of(line);
    let bytes = &line.bytes[content.clone()];
    if bytes.is_empty() {
        return;
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && let Some(object) = Object::parse(text)
    {
        take(Item::Record(Record { range: absolute(line, &content), line: line.number, text, object }));
        return;
    }
    salvage(line, content, take);
}

/// Hands over the record that a line is by its quotes and brackets, as the client writes them. Every other line,
/// and one with a mistake that these do not show, is left to [`read`]. Whether there was one.
pub fn glance(line: &Line<'_>, take: impl FnOnce(&Object<'_>)) -> bool {
    let Ok(text) = std::str::from_utf8(line.bytes) else { return false };
    let Some(values) = Tape::of(text) else { return false };
    Object::glance(text, &values).as_ref().map(take).is_some()
}

/// A line without byte order mark, carriage return and blanks.
fn content_of(line: &Line<'_>) -> Range<usize> {
    const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";
    let bytes = line.bytes;
    let mark = if bytes.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let start = mark + bytes[mark..].len() - bytes[mark..].trim_ascii_start().len();
    let end = start + bytes[start..].trim_ascii_end().len();
    start..end
}

/// Takes every whole record out of a line that is not just one.
fn salvage(line: &Line<'_>, content: Range<usize>, take: &mut dyn FnMut(Item<'_>)) {
    let bytes = &line.bytes[..content.end];
    // A hostile line can begin a thousand objects and end none. What is read in vain stays proportional.
    let mut patience = 16 * bytes.len().max(4096);
    let mut at = content.start;
    // Where the bytes that belong to no record begin.
    let mut lost = at;
    while at < bytes.len() {
        let blank = skip_blank(bytes, at);
        if lost == at {
            nul_runs(line, at..blank, take);
            lost = blank;
        }
        at = blank;
        if at == bytes.len() {
            break;
        }
        let is_after_damage = lost < at;
        let end = if bytes[at] == b'{' { json::value_end(&bytes[at..]) } else { Err(0) };
        match end {
            Ok(length) if !is_after_damage || is_likely(&bytes[at..at + length], &bytes[at + length..]) => {
                lose(line, lost..at, bytes.len(), take);
                record(line, at..at + length, take);
                at += length;
                lost = at;
            }
            other => {
                patience = patience.saturating_sub(other.unwrap_or_else(|read| read));
                let next = if patience == 0 { None } else { memmem::find(&bytes[at + 1..], b"{\"") };
                at = next.map_or(bytes.len(), |distance| at + 1 + distance);
            }
        }
    }
    lose(line, lost..bytes.len(), bytes.len(), take);
}

/// Whether an object that follows damage is a record rather than a part of the damaged one: it says
/// whose it is, and nothing follows that would go on with another object.
fn is_likely(object: &[u8], rest: &[u8]) -> bool {
    let ends = rest.is_empty() || rest.starts_with(b"{\"") || rest[0] == 0 || rest[0].is_ascii_whitespace();
    let text = String::from_utf8_lossy(object);
    let names = |object: &Object<'_>| {
        let has = |name| object.get(name).is_some();
        has("type") && (has("sessionId") || has("uuid") || has("messageId") || has("leafUuid"))
    };
    ends && Object::parse(&text).is_some_and(|object| names(&object))
}

fn record(line: &Line<'_>, range: Range<usize>, take: &mut dyn FnMut(Item<'_>)) {
    let text = String::from_utf8_lossy(&line.bytes[range.clone()]);
    if let Cow::Owned(_) = text {
        take(Item::Loss(loss(line, to_u64(&range), LossCode::InvalidUtf8)));
    }
    if let Some(object) = Object::parse(&text) {
        take(Item::Record(Record { range: absolute(line, &range), line: line.number, text: &text, object }));
    } else {
        take(Item::Loss(loss(line, to_u64(&range), LossCode::Malformed)));
    }
}

/// Reports bytes that are in no record, NUL runs at their end apart.
fn lose(line: &Line<'_>, range: Range<usize>, end: usize, take: &mut dyn FnMut(Item<'_>)) {
    let bytes = &line.bytes[range.clone()];
    let kept = bytes.len() - bytes.iter().rev().take_while(|byte| is_blank(**byte)).count();
    if kept > 0 {
        let bytes = &bytes[..kept];
        let is_open = range.start + kept == end && !line.is_complete;
        let code = if json::value_end(bytes) == Ok(kept) {
            LossCode::NotARecord
        } else if bytes[0] == b'{' || is_open {
            LossCode::Torn
        } else {
            LossCode::Malformed
        };
        take(Item::Loss(loss(line, to_u64(&(range.start..range.start + kept)), code)));
    }
    nul_runs(line, range.start + kept..range.end, take);
}

fn nul_runs(line: &Line<'_>, range: Range<usize>, take: &mut dyn FnMut(Item<'_>)) {
    let mut at = range.start;
    while at < range.end {
        let run = line.bytes[at..range.end].iter().take_while(|byte| **byte == 0).count();
        if run > 0 {
            take(Item::Loss(loss(line, to_u64(&(at..at + run)), LossCode::Nul)));
        }
        at += run.max(1);
    }
}

fn skip_blank(bytes: &[u8], at: usize) -> usize {
    at + bytes[at..].iter().take_while(|byte| is_blank(**byte)).count()
}

fn is_blank(byte: u8) -> bool {
    byte == 0 || byte.is_ascii_whitespace()
}

fn loss(line: &Line<'_>, within: Range<u64>, code: LossCode) -> Loss {
    Loss {
        line: line.number,
        offset: line.offset + within.start,
        bytes: within.end - within.start,
        code,
        reason: code.reason(),
    }
}

fn absolute(line: &Line<'_>, within: &Range<usize>) -> Range<u64> {
    line.offset + within.start as u64..line.offset + within.end as u64
}

fn to_u64(range: &Range<usize>) -> Range<u64> {
    range.start as u64..range.end as u64
}
