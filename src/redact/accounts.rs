//! A user with a password, told together: `creds: admin:…`, `login bob password …`.

use super::engine::Scan;
use super::judge::is_candidate;
use super::looks::{is_made_of_words, looks_secret};
use super::shape::Class;
use super::span;
use super::values::{Around, value};
use super::verdicts::line_before;

/// `creds: admin:…`, `login admin / …`.
pub(super) fn credentials(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end + const { Class::of("a-z") }.run(bytes, end, 8);
    at += const { Class::of(": =`'\"-") }.run(bytes, at, 4);
    for word in ["are ", "is ", "were ", "use ", "with ", "as ", "user "] {
        if scan.text.get(at..).is_some_and(|rest| rest.starts_with(word)) {
            at += word.len();
        }
    }
    at += const { Class::of(" `'\"") }.run(bytes, at, 2);
    let user = const { Class::of("A-Za-z0-9_.@+-") }.run(bytes, at, 64);
    let joint = at + user;
    let joined = if bytes.get(joint) == Some(&b':') {
        joint + 1
    } else if scan.text.get(joint..).is_some_and(|rest| rest.starts_with(" / ")) {
        joint + 3
    } else if user > 0 && scan.text.get(joint..).is_some_and(|rest| rest.starts_with(" and ")) {
        joint + 5
    } else if bytes.get(joint) == Some(&b'/') && user > 0 {
        joint + 1
    } else {
        return;
    };
    let around = Around { open: scan.open_quote(at), query: false };
    let Some(found) = value(scan.text, joined, around, 200) else { return };
    let said = &scan.text[found.range.clone()];
    let trimmed = said.trim_end_matches(['.', ',', ';', ')']);
    if user > 0
        && is_candidate(trimmed, found.quote)
        && looks_secret(trimmed)
        && !trimmed.contains('/')
        && (!is_made_of_words(trimmed)
            || (trimmed.len() >= 10 && trimmed.bytes().filter(u8::is_ascii_digit).count() >= 2))
    {
        scan.keep(span(found.range.start..found.range.start + trimmed.len()));
    }
}

/// `machine host login user password …`, the line of a `.netrc`, and `login user password …`.
pub(super) fn is_of_login(text: &str, start: usize) -> bool {
    let mut words = line_before(text, start).split(' ').filter(|word| !word.is_empty()).rev();
    words.next().is_some_and(|user| !user.ends_with([',', '.', ':']))
        && words.next().is_some_and(|word| matches!(word, "login" | "user" | "username" | "account"))
}
