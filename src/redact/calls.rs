//! Literals that are passwords by their place among the arguments of a call.

use super::engine::Scan;
use super::joints::wrapped;
use super::judge::is_candidate;
use super::keyed::Place;
use super::looks::{is_made_of_words, looks_random, looks_secret};
use super::memorable::{is_for_one_app, is_memorable};
use super::names::{Head, Need};
use super::prose::is_told;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, value};

/// `"method": "auth.login_with_api_key", "params": ["…"]`
/// <https://api.truenas.com/v25.04/api_methods_auth.login_with_api_key.html>
pub(super) fn logged_in_with(scan: &mut Scan<'_>, _: usize, end: usize) {
    let bytes = scan.bytes;
    let at = end + const { Class::of("\\\"', \t\r\n:[(params") }.run(bytes, end, 80);
    let opened = at > end && matches!(bytes[at - 1], b'"' | b'\'');
    let length = const { Class::of("A-Za-z0-9-") }.run(bytes, at, 120);
    let said = &scan.text[at..at + length];
    if opened && looks_random(said) && is_candidate(said, Quote::Double) {
        scan.keep(span(at..at + length));
    }
}

/// `hmac.new(b"key", …)`
pub(super) fn first(scan: &mut Scan<'_>, _: usize, end: usize) {
    argument(scan, end, 1);
}

/// `mysqli_connect("host", "user", "password")`
pub(super) fn third(scan: &mut Scan<'_>, _: usize, end: usize) {
    argument(scan, end, 3);
}

/// The argument of a call that is a password, if it is written out.
fn argument(scan: &mut Scan<'_>, start: usize, count: usize) {
    let bytes = scan.bytes;
    let mut at = start;
    for number in 1..=count {
        at += const { Class::of(" \t\r\n") }.run(bytes, at, 40);
        at += wrapped(scan.text, at);
        let Some(found) = value(scan.text, at, Around::default(), scan.value_limit().min(300)) else { return };
        scan.spend(found.range.len());
        if number == count {
            let said = &scan.text[found.range.clone()];
            let is_secret = looks_secret(said) || is_for_one_app(said);
            if found.quote != Quote::None && is_secret && is_candidate(said, found.quote) {
                scan.keep(span(found.range));
            }
            return;
        }
        let next = found.range.end + usize::from(found.quote != Quote::None);
        let Some(rest) = bytes.get(next..) else { return };
        let comma = rest.iter().take(60).position(|byte| b",;)".contains(byte));
        let Some(comma) = comma.filter(|comma| bytes[next + comma] == b',') else { return };
        at = next + comma + 1;
    }
}

/// `PSCredential("user", "password")`, `NetworkCredential('user', 'password')`, `.login("user", "password")`
pub(super) fn second(scan: &mut Scan<'_>, _: usize, end: usize) {
    let bytes = scan.bytes;
    let mut start = end + const { Class::of("]:new") }.run(bytes, end, 8);
    start += const { Class::of(" (") }.run(bytes, start, 4);
    for word in ["-ArgumentList ", "-argumentlist ", "@("] {
        if scan.text.get(start..).is_some_and(|rest| rest.starts_with(word)) {
            start += word.len();
        }
    }
    argument(scan, start, 2);
}

/// `setPassword("…")`: a literal alone in a call, unless the call asks for something by that name.
pub(super) fn called(scan: &mut Scan<'_>, place: &Place, start: usize) {
    const ASKS: &[&str] = words! { "get" "has" "find" "is" "remove" "delete" "read" "load" "parse" "with_env" };
    let written = scan.text[place.range.clone()].to_ascii_lowercase();
    let last = written.rsplit('.').next().unwrap_or_default();
    let limit = scan.value_limit().min(300);
    let Some(found) = value(scan.text, start, Around::default(), limit) else { return };
    scan.spend(found.range.len());
    let said = &scan.text[found.range.clone()];
    let closes = scan.bytes.get(found.range.end + 1) == Some(&b')');
    let looks = match place.name.head {
        Head::Password if place.name.need == Need::Anything => {
            looks_secret(said) && (!is_made_of_words(said) || is_memorable(said))
        }
        _ => looks_random(said),
    };
    if closes && looks && !ASKS.iter().any(|ask| last.starts_with(ask)) && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}

/// `auth=('user', 'password')`
pub(super) fn two(scan: &mut Scan<'_>, start: usize) {
    let Some(user) = value(scan.text, start, Around::default(), 80) else { return };
    let comma = user.range.end + 1;
    if user.quote == Quote::None || scan.bytes.get(comma) != Some(&b',') {
        return;
    }
    let at = comma + 1 + const { Class::of(" ") }.run(scan.bytes, comma + 1, 4);
    let Some(password) = value(scan.text, at, Around::default(), 200) else { return };
    let said = &scan.text[password.range.clone()];
    if password.quote != Quote::None && looks_secret(said) && is_candidate(said, password.quote) {
        scan.keep(span(password.range));
    }
}

/// `password(…)` in notes: what stands alone in brackets, and is no name of code.
pub(super) fn in_brackets(scan: &mut Scan<'_>, place: &Place, start: usize) {
    let length = const { Class::of("!#-&*-+--:<-[]-_a-z|~") }.run(scan.bytes, start, 64);
    let said = &scan.text[start..start + length];
    let closes = scan.bytes.get(start + length) == Some(&b')')
        && scan.bytes.get(start + length + 1).is_none_or(|next| b" \t\r\n,/)".contains(next));
    let is_strong =
        said.bytes().filter(u8::is_ascii_digit).count() >= 2 || said.contains(['!', '@', '#', '$', '%', '^']);
    if closes
        && place.name.head == Head::Password
        && place.name.need != Need::Random
        && !said.starts_with('!')
        && is_strong
        && !is_made_of_words(said)
        && is_told(said, Quote::None, Head::Password, true)
    {
        scan.keep(span(start..start + length));
    }
}
