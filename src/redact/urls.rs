//! Credentials in addresses: `scheme://user:password@host`.

use super::engine::Scan;
use super::looks::{is_made_of_words, looks_random, looks_secret};
use super::memorable::is_memorable;
use super::references::{Quote, is_mask, is_reference, is_sample};
use super::shape::Class;
use super::{Span, Words, span};

const LONGEST: usize = 2048;
const ENDS: Class = Class::of("\t\n\r \"'`<>\\^");
/// Passwords that manuals write.
const WRITTEN: &[&str] = words! {
    "password" "passwd" "pass" "pwd" "pw" "secret" "token" "xxx" "user" "username" "userpass" "p" "pass123" "bar"
    "port" "x-oauth-basic" "xyz" "abc" "123"
};
/// Users that only say that the password is a token, and passwords that only say that the user is.
const SPEAKING: &[&str] = words! {
    "oauth2" "x-access-token" "x-token-auth" "git" "oauth" "token" "x-oauth-basic" "__token__" "jwt"
    "gitlab-ci-token" "apikey" "api"
};

/// Looks at the address whose `://` ends at `start`.
pub(super) fn look(scan: &mut Scan<'_>, start: usize) {
    let (text, bytes) = (scan.text, scan.bytes);
    if start < scan.no_at {
        return;
    }
    let limit = bytes.len().min(start + LONGEST);
    // Addresses in addresses end together, and what was read up to there is not read again.
    let mut end = scan.address_end.max(start);
    while end < limit && !ENDS.has(bytes[end]) {
        end += 1;
    }
    scan.address_end = end;
    end = end.min(limit);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let rest = &text[start..end];
    if !rest.contains('@') {
        scan.no_at = end;
        return;
    }
    let authority = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (info, offset) = match rest[..authority].rfind('@') {
        Some(at) => (&rest[..at], at),
        // A password with a slash, as base64 has: everything up to the @ if a host follows it and no port came before.
        None => match slashed(rest, authority) {
            Some(at) => (&rest[..at], at),
            None => return,
        },
    };
    if info.is_empty() || info.contains(['«', '»']) || !hosts(&rest[offset + 1..]) {
        return;
    }
    let Some((user, password)) = info.split_once(':') else {
        let is_public = rest.contains("sentry.io") || rest[offset..].starts_with("@o") && rest.contains(".ingest.");
        if looks_random(info) && !is_public {
            scan.keep(span(start..start + info.len()));
        }
        return;
    };
    let from = start + user.len() + 1;
    let lower = password.to_ascii_lowercase();
    let is_spoken = SPEAKING.contains(&lower.as_str());
    if user.len() >= 16 && looks_random(user) && (is_spoken || password.is_empty()) {
        scan.keep(span(start..start + user.len()));
    }
    let is_secret = !password.is_empty()
        && !is_spoken
        // :pserver:anoncvs@ of CVS is a method with a user.
        && !lower.starts_with("pserver:")
        && !WRITTEN.contains(&lower.as_str())
        && !is_mask(password)
        && !is_sample(password)
        && !points_elsewhere(password)
        && !(password.len() < 3 && user.len() < 4)
        && !user.starts_with(['{', '<', '[', '(', '$', '%']);
    if is_secret {
        scan.keep(Span { ..span(from..from + password.len()) });
    }
}

/// References, without those a password could be in an address: a path, a member, a call.
fn points_elsewhere(password: &str) -> bool {
    let templated = password.contains("${")
        || password.contains("{{")
        || password.starts_with(['<', '{', '[', '('])
        || password.contains("$(")
        || password.starts_with("%(");
    templated
        || (password.starts_with(['$', '%']) && is_reference(password, Quote::None))
        || (password.starts_with('#') && password.contains('{'))
        || password.contains('{') && password.contains('}')
}

fn slashed(rest: &str, authority: usize) -> Option<usize> {
    let (user, start) = rest[..authority].split_once(':')?;
    let is_port = !start.is_empty() && start.bytes().all(|byte| byte.is_ascii_digit());
    (!is_port && !user.contains(['.', '[']) && !start.is_empty()).then_some(())?;
    let at = memchr::memrchr(b'@', rest.as_bytes())?;
    (at > authority && !rest[authority..at].contains("//") && at - authority < 120).then_some(at)
}

/// Whether what follows the @ is a host.
fn hosts(rest: &str) -> bool {
    rest.bytes()
        .next()
        .is_some_and(|first| first.is_ascii_alphanumeric() || b"[$<{%*_.(:/".contains(&first) || !first.is_ascii())
}

/// `jdbc:oracle:thin:user/password@host`, and `user/password@//host` of the tools of Oracle.
pub(super) fn oracle(scan: &mut Scan<'_>, start: usize) {
    let bytes = scan.bytes;
    let user = const { Class::of("A-Za-z0-9_$#") }.run(bytes, start, 64);
    if user == 0 || bytes.get(start + user) != Some(&b'/') {
        return;
    }
    let from = start + user + 1;
    let length = const { Class::of("!-~") }.run(bytes, from, 200);
    let Some(written) = scan.text.get(from..from + length) else { return };
    // Without a host, only a password that looks like one.
    let is_strong =
        |it: &str| looks_secret(it) && !it.contains(['/', '.', '=']) && (!is_made_of_words(it) || is_memorable(it));
    let at = match written.find('@') {
        Some(at) if at > 0 => at,
        None if is_strong(written) => written.len(),
        _ => return,
    };
    let password = &written[..at];
    let marks = usize::from(password.len() > 2 && password.starts_with('"') && password.ends_with('"'));
    let (from, at) = (from + marks, at - 2 * marks);
    let password = &password[marks..password.len() - marks];
    if !points_elsewhere(password) && !is_mask(password) && !is_sample(password) && !password.contains('«') {
        scan.keep(span(from..from + at));
    }
}

const BEFORE_AT: Class = Class::of("!#-&(-?A-_a-~");

/// `user:password@tcp(host)/database`, the data source name of Go's driver for `MySQL`.
pub(super) fn data_source(scan: &mut Scan<'_>, start: usize, _: usize) {
    let length = BEFORE_AT.run_back(scan.bytes, start, 200);
    let Some(written) = scan.text.get(start - length..start) else { return };
    let written = written.split_once("://").map_or(written, |(_, rest)| rest);
    let Some((user, password)) = written.split_once(':') else { return };
    if !user.is_empty() && is_password_of_address(password) {
        scan.keep(span(start - password.len()..start));
    }
}

/// `user/password@//host`, the easy connect string of Oracle.
pub(super) fn easy_connect(scan: &mut Scan<'_>, start: usize, _: usize) {
    let length = BEFORE_AT.run_back(scan.bytes, start, 200);
    let Some(written) = scan.text.get(start - length..start) else { return };
    let Some((user, password)) = written.split_once('/') else { return };
    let is_user = !user.is_empty() && user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$#".contains(&byte));
    if is_user && looks_secret(password) && !is_made_of_words(password) && is_password_of_address(password) {
        scan.keep(span(start - password.len()..start));
    }
}

fn is_password_of_address(password: &str) -> bool {
    static WRITTEN: Words = Words::of(words! { "password" "passwd" "pass" "pwd" "secret" "pw" });
    password.len() >= 3
        && !WRITTEN.has(password)
        && !is_reference(password, Quote::None)
        && !is_mask(password)
        && !is_sample(password)
        && !password.contains('«')
}
