//! A user with a password, told together: `creds: admin:…`, `login bob password …`.

use std::ops::Range;

use super::engine::Scan;
use super::judge::is_candidate;
use super::looks::{is_made_of_words, looks_secret};
use super::names::Head;
use super::prose::is_told;
use super::references::Quote;
use super::shape::Class;
use super::values::{Around, value};
use super::verdicts::line_before;
use super::{Words, span};

/// `creds: admin:…`, `login admin / …`.
pub(super) fn credentials(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end + const { Class::of("a-z") }.run(bytes, end, 8);
    at += const { Class::of(": =`'\"-") }.run(bytes, at, 4);
    for word in ["— ", "– ", "are ", "is ", "were ", "use ", "using ", "with ", "as ", "user "] {
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
    // And the host of it.
    let trimmed = trimmed.rsplit_once('@').map_or(trimmed, |(password, host)| {
        let is_host = host.contains('.') && host.bytes().all(|byte| byte.is_ascii_lowercase() || b".-".contains(&byte));
        if is_host { password } else { trimmed }
    });
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
    const USER: Class = Class::of("!-+--9;-~");
    let bytes = text.as_bytes();
    let Some(end) = start.checked_sub(1).filter(|at| bytes[*at] == b' ') else { return false };
    let user = USER.run_back(bytes, end, 64);
    let before = bytes[..end - user].strip_suffix(b" ").unwrap_or_default();
    user > 0 && ["login", "user", "username", "account"].iter().any(|word| before.ends_with(word.as_bytes()))
}

/// What accounts are called that manuals and people share.
static USERS: Words = Words::of(words! {
    "admin" "administrator" "root" "user" "test" "demo" "guest" "sa" "postgres" "app" "deploy" "dev" "operator"
});

/// `admin / …`, `test@acme.io / …`: a user and a password with a slash between.
pub(super) fn paired(scan: &mut Scan<'_>, start: usize, end: usize) {
    const SPEAKING: &[&str] = words! { "user" "login" "log in" "cred" "account" "sign in" };
    let Some(range) = strong(scan, end) else { return };
    let length = const { Class::of("!-~") }.run_back(scan.bytes, start, 64);
    let user = scan.text[start - length..start].trim_matches(['`', '"', '\'', '(', '*', ':']);
    let is_mail = || user.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
    let is_spoken = || {
        let line = line_before(scan.text, start).to_ascii_lowercase();
        SPEAKING.iter().any(|word| line.contains(word))
    };
    if !user.is_empty() && (USERS.has(user) || is_mail() || is_spoken()) {
        scan.keep(span(range));
    }
}

/// `admin:…`, `(root/…)`: the password of an account whose name is known.
pub(super) fn named(scan: &mut Scan<'_>, start: usize, end: usize) {
    let starts = scan.bytes[start] == b'(' || start == 0 || b" \t\n\"'`(".contains(&scan.bytes[start - 1]);
    if starts && let Some(range) = strong(scan, end) {
        scan.keep(span(range));
    }
}

/// A word at `at` that nobody would take for anything but a password.
fn strong(scan: &mut Scan<'_>, at: usize) -> Option<Range<usize>> {
    const LONGEST: usize = 64;
    let start = at + const { Class::of("`\"'*") }.run(scan.bytes, at, 2);
    let length = const { Class::of("!-~") }.run(scan.bytes, start, LONGEST);
    let said = scan.text.get(start..start + length)?.trim_end_matches(['.', ',', ';', ')', '`', '"', '\'', '*']);
    let is_hex = said.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_plain = length < LONGEST && !said.contains(['/', ':', '(', '[', '{', '=', '<', '\\', '|']) && !is_hex;
    (is_plain && is_told(said, Quote::None, Head::Password, true)).then(|| start..start + said.len())
}
