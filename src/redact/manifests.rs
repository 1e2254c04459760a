//! Documents that are secrets as a whole: Kubernetes secrets and JSON web keys.

use std::ops::Range;

use super::engine::Scan;
use super::joints::block_scalar;
use super::judge::is_candidate;
use super::looks::{is_uuid, looks_random, looks_secret};
use super::margins::margin;
use super::names::ABOUT;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, value};

/// How far a document is read before and after the word that tells what it is.
const BEFORE: usize = 4096;
const AFTER: usize = 8192;

/// A Kubernetes secret in YAML: every value below `data:` and `stringData:`.
pub(super) fn secret(scan: &mut Scan<'_>, start: usize, end: usize) {
    let bytes = scan.bytes;
    let line = bytes[..start].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let line = line + margin(bytes, line);
    let indent = start.saturating_sub(line);
    let is_kind = matches!(bytes.get(end), None | Some(b'\n' | b'\r' | b' ' | b'\'' | b'"'))
        && const { Class::of(" \t-") }.run(bytes, line, indent) == indent;
    if !is_kind {
        return;
    }
    let document = document(scan, start, end);
    let mut at = document.start;
    let mut section: Option<(usize, bool)> = None;
    while at < document.end {
        let length = bytes[at..document.end].iter().position(|byte| *byte == b'\n').unwrap_or(document.end - at);
        let (here, end) = (at + margin(bytes, at), at + length);
        at += length + 1;
        let Some(line) = scan.text.get(here..end) else { return };
        let indent = line.len() - line.trim_start_matches([' ', '\t', '-']).len();
        let written = line.trim();
        if written.is_empty() || written.starts_with('#') {
            continue;
        }
        if let Some((_, encoded)) = section.filter(|(depth, _)| indent > *depth) {
            if let Some(colon) = line.find(": ") {
                entry(scan, here + colon + 2, encoded);
            }
            continue;
        }
        section = match written {
            "data:" => Some((indent, true)),
            "stringData:" => Some((indent, false)),
            _ => None,
        };
    }
}

/// The same in JSON.
pub(super) fn secret_json(scan: &mut Scan<'_>, start: usize, end: usize) {
    let document = document(scan, start, end);
    let Some(text) = scan.text.get(document.clone()) else { return };
    let objects: Vec<(usize, bool)> = [("\"data\":", true), ("\"stringData\":", false)]
        .iter()
        .filter_map(|(name, encoded)| Some((document.start + text.find(name)? + name.len(), *encoded)))
        .collect();
    for (at, encoded) in objects {
        for (_, range) in members(scan, at, document.end) {
            let said = &scan.text[range.clone()];
            if is_value(said, encoded) {
                scan.keep(span(range));
            }
        }
    }
}

/// `{"username":"…","password":"…"}`
pub(super) fn is_object(value: &str) -> bool {
    value.starts_with('{') && value.ends_with('}') && value.contains("\":")
}

/// The strings of an object that look like secrets.
pub(super) fn strings(scan: &mut Scan<'_>, object: Range<usize>) {
    for (name, range) in members(scan, object.start, object.end) {
        let name = scan.text[name].rsplit(['_', '-']).next().unwrap_or_default();
        let said = &scan.text[range.clone()];
        if !ABOUT.has(name) && looks_secret(said) && is_candidate(said, Quote::Double) {
            scan.keep(span(range));
        }
    }
}

/// Names and strings of the object that starts at `at`, up to its end.
pub(super) fn members(scan: &Scan<'_>, at: usize, limit: usize) -> Vec<(Range<usize>, Range<usize>)> {
    const SPACE: Class = Class::of(" \t\r\n,");
    let bytes = scan.bytes;
    let mut members = Vec::new();
    let mut at = at + const { Class::of(" \t\r\n{") }.run(bytes, at, 80);
    while at < limit {
        at += SPACE.run(bytes, at, 400);
        let Some(name) = value(scan.text, at, Around::default(), 400).filter(|name| name.quote == Quote::Double) else {
            break;
        };
        let mut next = name.range.end + 1;
        next += const { Class::of(" :") }.run(bytes, next, 8);
        let Some(found) = value(scan.text, next, Around::default(), 4096) else { break };
        at = found.range.end + usize::from(found.quote != Quote::None);
        if found.quote == Quote::Double {
            members.push((name.range, found.range));
        } else if bytes.get(at) != Some(&b',') {
            break;
        }
    }
    members
}

/// A private or symmetric JSON web key.
/// <https://www.rfc-editor.org/rfc/rfc7518#section-6>
pub(super) fn web_key(scan: &mut Scan<'_>, start: usize, end: usize) {
    const PRIVATE: &[&str] = words! { "d" "k" "p" "q" "dp" "dq" "qi" };
    const BODY: Class = Class::of("A-Za-z0-9_-");
    let document = document(scan, start, end);
    let from = scan.bytes[document.start..start]
        .iter()
        .rposition(|byte| *byte == b'{')
        .map_or(start, |at| at + document.start);
    for (name, range) in members(scan, from, document.end) {
        let is_private = PRIVATE.contains(&&scan.text[name]);
        if is_private && range.len() >= 16 && BODY.run(scan.bytes, range.start, range.len()) == range.len() {
            scan.keep(span(range));
        }
    }
}

/// The document around a place, as far as it is read.
fn document(scan: &mut Scan<'_>, start: usize, end: usize) -> Range<usize> {
    let bytes = scan.bytes;
    // A text of nothing but such words is read in short pieces.
    let has_fuel = scan.value_limit() > BEFORE;
    let (before, after) = if has_fuel { (BEFORE, AFTER) } else { (0, 64) };
    let from = start.saturating_sub(before);
    let to = bytes.len().min(end + after);
    let first = memchr::memmem::rfind(&bytes[from..start], b"\n---").map_or(from, |at| from + at + 4);
    let last = memchr::memmem::find(&bytes[end..to], b"\n---").map_or(to, |at| end + at);
    scan.spend(last - first);
    first..last
}

fn entry(scan: &mut Scan<'_>, at: usize, encoded: bool) {
    let at = at + const { Class::of(" ") }.run(scan.bytes, at, 40);
    let (at, _) = block_scalar(scan.bytes, at);
    let Some(found) = value(scan.text, at, Around::default(), 4096) else { return };
    if is_value(&scan.text[found.range.clone()], encoded) {
        scan.keep(span(found.range));
    }
}

/// What stands in a secret is one, unless it points elsewhere or is a word.
fn is_value(said: &str, encoded: bool) -> bool {
    const BODY: Class = Class::of("A-Za-z0-9+/=");
    let is_base64 =
        said.len() >= 8 && said.len().is_multiple_of(4) && BODY.run(said.as_bytes(), 0, said.len()) == said.len();
    let is_body = BODY.run(said.as_bytes(), 0, said.len()) == said.len();
    is_candidate(said, Quote::Double)
        && (if encoded { is_base64 || is_body && looks_random(said) } else { looks_secret(said) || is_uuid(said) })
}
