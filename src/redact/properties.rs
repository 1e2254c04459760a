//! What holds for every text, for the fuzzer (`fuzz/`) and the tests alike.

use std::borrow::Cow;
use std::cell::Cell;

use super::{PLACEHOLDER, text};

thread_local! {
    static WORK: Cell<usize> = const { Cell::new(0) };
}

/// Counts bytes that a rule reads.
pub(super) fn count_work(bytes: usize) {
    WORK.with(|work| work.set(work.get().saturating_add(bytes)));
}

/// How often a text may be read for each of its bytes.
///
/// A count of bytes says the same on every machine, which a clock does not.
const MOST_WORK: usize = 400;

/// Repeated up to this length, a text that is read more than once per byte shows it.
const LONG: usize = 16 * 1024;

/// Says what does not hold for a text.
///
/// # Errors
///
/// The property that is broken, with the texts that show it.
pub fn check(input: &str) -> Result<(), String> {
    let (clean, spans) = text(input);
    let (twice, more) = text(&clean);
    if more > 0 || twice != clean {
        return Err(format!("redacting twice changes the text\n{input:?}\n{clean:?}\n{twice:?}"));
    }
    if clean.trim_matches('"') == PLACEHOLDER {
        // The whole text, whatever was in it.
        return Ok(());
    }
    let placed = clean.matches(PLACEHOLDER).count().checked_sub(input.matches(PLACEHOLDER).count());
    if placed != Some(spans) {
        return Err(format!("{spans} counted, {placed:?} placed\n{input:?}\n{clean:?}"));
    }
    if matches!(clean, Cow::Borrowed(_)) != (spans == 0) {
        return Err(format!("a text without secrets is copied, or one with secrets is not\n{input:?}"));
    }
    if is_json(input) && !is_json(&clean) {
        return Err(format!("JSON is none afterwards\n{input}\n{clean}"));
    }
    let long = input.repeat((LONG / input.len().max(1)).max(1));
    let work = work_of(&long);
    if work / MOST_WORK > long.len().max(LONG) {
        return Err(format!("{work} bytes read in {} bytes of repeated\n{input:?}", long.len()));
    }
    Ok(())
}

/// How many bytes are read to redact a text.
fn work_of(text: &str) -> usize {
    WORK.with(|work| work.set(0));
    let _ = super::text(text);
    WORK.with(Cell::get)
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}
