//! Values in the tags of XML and HTML, and between the separators of a table of values.

use super::engine::Scan;
use super::judge::{is_candidate, is_mixed};
use super::keyed::Place;
use super::looks::{is_uuid, looks_random, looks_secret};
use super::names::Need;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, value};

/// Where the text of an element starts: on the next line, or in the `Value` of an answer file.
/// <https://learn.microsoft.com/windows-hardware/customize/desktop/unattend>
pub(super) fn inside(bytes: &[u8], start: usize) -> usize {
    const VALUE: &[u8] = b"<Value>";
    const SPACE: Class = Class::of(" \t\r\n");
    let start = start + SPACE.run(bytes, start, 80);
    let value = if bytes.get(start..).is_some_and(|rest| rest.starts_with(VALUE)) { VALUE.len() } else { 0 };
    start + value
}

/// `apiToken,…,`: the value in the next column of a line of separated values.
pub(super) fn separated(scan: &mut Scan<'_>, place: &Place, start: usize) {
    let length = const { Class::of("A-Za-z0-9_./+=:~-") }.run(scan.bytes, start, 200);
    let said = &scan.text[start..start + length];
    let ends = matches!(scan.bytes.get(start + length), None | Some(b',' | b'\n' | b'\r'));
    let is_secret = (looks_random(said) || is_uuid(said)) && is_candidate(said, Quote::None);
    if ends && is_secret && place.name.need == Need::Anything {
        scan.keep(span(start..start + length));
    }
}

/// `<input type="password" value="…">`
pub(super) fn typed(scan: &mut Scan<'_>, start: usize, end: usize) {
    const WITHIN: usize = 300;
    let bytes = scan.bytes;
    let Some(open) = memchr::memrchr(b'<', &bytes[start.saturating_sub(WITHIN)..start]) else { return };
    let open = start.saturating_sub(WITHIN) + open;
    let rest = &bytes[end..bytes.len().min(end + WITHIN)];
    let close = end + memchr::memchr(b'>', rest).unwrap_or(rest.len());
    scan.spend(close - open);
    let Some(attribute) = memchr::memmem::find(&bytes[open..close], b" value=") else { return };
    let Some(found) = value(scan.text, open + attribute + " value=".len(), Around::default(), WITHIN) else { return };
    let said = &scan.text[found.range.clone()];
    let has_digit = said.len() >= 6 && said.bytes().any(|byte| byte.is_ascii_digit());
    let is_secret = (looks_secret(said) || is_mixed(said) || has_digit) && !said.contains(['{', '<', ' ']);
    if found.quote != Quote::None && is_secret && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}
