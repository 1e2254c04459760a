//! Lists of secrets below a name for many: `tokens: ["…", "…"]`, `passwords:` with a line for each.

use super::engine::Scan;
use super::judge::is_candidate;
use super::keyed::Place;
use super::looks::{is_made_of_words, looks_random, looks_secret};
use super::names::Head;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, Value, value};

const MOST: usize = 40;

/// Looks at the list that starts at `start`, if one does.
pub(super) fn look(scan: &mut Scan<'_>, place: &Place, start: usize) -> bool {
    let Some(first) = scan.bytes.get(start) else { return false };
    match *first {
        b'[' => bracketed(scan, place, start + 1),
        b'\n' | b'\r' => dashed(scan, place, start),
        _ => false,
    }
}

/// `["…", "…"]`
fn bracketed(scan: &mut Scan<'_>, place: &Place, start: usize) -> bool {
    const SPACE: Class = Class::of(" \t\r\n,");
    let mut at = start;
    for _ in 0..MOST {
        at += SPACE.run(scan.bytes, at, 80);
        if !matches!(scan.bytes.get(at), Some(b'"' | b'\'')) {
            break;
        }
        let Some(found) = value(scan.text, at, Around::default(), scan.value_limit().min(300)) else { break };
        at = found.range.end + 1;
        scan.spend(found.range.len());
        keep(scan, place, found);
    }
    at > start + 2
}

/// A line that starts with a hyphen for each.
fn dashed(scan: &mut Scan<'_>, place: &Place, start: usize) -> bool {
    let mut at = start;
    let mut is_list = false;
    for _ in 0..MOST {
        let item = at + const { Class::of(" \t\r\n") }.run(scan.bytes, at, 60);
        if item == at || scan.bytes.get(item) != Some(&b'-') || scan.bytes.get(item + 1) != Some(&b' ') {
            break;
        }
        is_list = true;
        let Some(found) = value(scan.text, item + 2, Around::default(), scan.value_limit().min(300)) else { break };
        at = found.range.end + usize::from(found.quote != Quote::None);
        scan.spend(found.range.len());
        if !matches!(scan.bytes.get(at), None | Some(b'\n' | b'\r')) {
            break;
        }
        keep(scan, place, found);
    }
    is_list
}

fn keep(scan: &mut Scan<'_>, place: &Place, found: Value) {
    let said = &scan.text[found.range.clone()];
    let written = scan.text[place.range.clone()].to_ascii_lowercase();
    let is_password = place.name.head == Head::Password || written.ends_with("passwords");
    let looks = if is_password { looks_secret(said) && !is_made_of_words(said) } else { looks_random(said) };
    let is_digest = said.bytes().all(|byte| byte.is_ascii_hexdigit()) && !is_password;
    if looks && !is_digest && !said.contains([':', '@']) && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}
