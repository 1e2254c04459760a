//! Secrets that stand apart from what names them: "I rotated the key, the new one is …", and below a title as a
//! console shows it.

use std::ops::Range;

use super::engine::Scan;
use super::judge::is_candidate;
use super::keyed::Place;
use super::looks::{is_made_of_words, looks_random};
use super::names::{Head, Need};
use super::prose::is_told;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, value};

/// What the sentences before speak of.
const NAMED: &[&str] =
    words! { "password" "passphrase" "token" "api key" "secret" "credential" "the key" "access key" };

/// Looks at what follows the words that tell the new one.
pub(super) fn told(scan: &mut Scan<'_>, start: usize, end: usize) {
    const BACK: usize = 120;
    let mut from = start.saturating_sub(BACK);
    while !scan.text.is_char_boundary(from) {
        from += 1;
    }
    let before = scan.text[from..start].to_ascii_lowercase();
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    if !NAMED.iter().any(|name| before[line..].contains(name)) {
        return;
    }
    let at = end + const { Class::of(": ") }.run(scan.bytes, end, 3);
    let around = Around { open: scan.open_quote(at), query: false };
    let Some(found) = value(scan.text, at, around, 200).filter(|_| at > end) else { return };
    let mut said = &scan.text[found.range.clone()];
    if found.quote == Quote::None {
        said = said.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    }
    if is_told(said, found.quote, Head::Token, false) && !is_made_of_words(said) {
        scan.keep(span(found.range.start..found.range.start + said.len()));
    }
}

/// `API Secret` alone on a line, and the value alone on the next.
pub(super) fn below_title(scan: &mut Scan<'_>, place: &Place, at: usize) {
    const LONGEST: usize = 30;
    const LEAST: usize = 20;
    let bytes = scan.bytes;
    let title = const { Class::of("A-Za-z ") }.run_back(bytes, place.range.end, LONGEST);
    let start = place.range.end - title;
    let is_title = bytes[start].is_ascii_uppercase() && (start == 0 || bytes[start - 1] == b'\n');
    let from = at + const { Class::of("\r\n") }.run(bytes, at, 2);
    let length = const { Class::of("A-Za-z0-9_./+=~-") }.run(bytes, from, 200);
    let said = &scan.text[from..from + length];
    let ends = matches!(bytes.get(from + length), None | Some(b'\n' | b'\r'));
    let is_secret = length >= LEAST && looks_random(said) && is_candidate(said, Quote::None);
    if is_title && ends && is_secret && place.name.need == Need::Anything {
        scan.keep(span(from..from + length));
    }
}

/// "my key: …", "our Mistral key is …", "leaked key …": a key of something, if what follows is long and of all kinds.
pub(super) fn tells_key(text: &str, end: usize) -> Option<Range<usize>> {
    const LEAST: usize = 24;
    let bytes = text.as_bytes();
    let mut at = end;
    for word in [":", " is", " was", " ="] {
        if bytes[at..].starts_with(word.as_bytes()) {
            at += word.len();
            break;
        }
    }
    at += const { Class::of(" `\"'") }.run(bytes, at, 3);
    let length = const { Class::of("A-Za-z0-9_-") }.run(bytes, at, 200);
    let said = &text[at..at + length];
    let has = |class: fn(&u8) -> bool| said.bytes().any(|byte| class(&byte));
    let is_key = at > end
        && length >= LEAST
        && has(u8::is_ascii_digit)
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && !said.starts_with("AAAA")
        && looks_random(said);
    is_key.then(|| at..at + length)
}
