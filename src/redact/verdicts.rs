//! Lines of test results and sentences in which "pass" is a verb, and no password.

use super::keyed::Place;
use super::looks::{is_made_of_words, looks_secret};
use super::prose::is_of_both_cases;

/// "Pass … to …": the word is a noun only if something is said of it, or a user stands before it.
pub(super) fn is_verb(text: &str, place: &Place) -> bool {
    const SAID: &[&str] = words! { " is" " was" " for" " →" " ->" " =" " are" " to " };
    if !text[place.range.clone()].eq_ignore_ascii_case("pass") {
        return false;
    }
    let rest = &text[place.range.end..];
    let line = line_before(text, place.range.start);
    let end = place.range.start - line.len();
    let above = || if text[..end].ends_with('\n') { line_before(text, end - 1) } else { "" };
    !SAID.iter().any(|word| rest.starts_with(word)) && !names_user(line) && !above().contains("USER ")
}

/// Whether a line of test results starts with the name: `PASS: gdb.base/auth2.exp`, `--- PASS: TestA1`.
pub(super) fn is_verdict(text: &str, place: &Place) -> bool {
    const AFTER_USER: usize = 80;
    let written = &text[place.range.clone()];
    let is_loud = written == "PASS";
    if !written.eq_ignore_ascii_case("pass") || place.quoted.is_some() || !is_loud && !names_check(text, place) {
        return false;
    }
    let line = line_before(text, place.range.start);
    if !line.bytes().all(|byte| b" \t-[#*>|=".contains(&byte)) {
        return false;
    }
    // PASS of FTP is followed by nothing but the password.
    let rest = text[place.range.end..].strip_prefix(' ').unwrap_or_default();
    let said = rest.split(['\n', '\r', '"', '\\']).next().unwrap_or_default();
    if said.len() <= 64 && looks_secret(said) && is_of_both_cases(said) && !is_made_of_words(said) {
        return false;
    }
    let end = place.range.start - line.len();
    !names_user(line_before(text, end.saturating_sub(1))) || line.len() > AFTER_USER
}

/// `pass: TestA1b2`, `pass: O3inline`: what a test or a pass of a compiler is called.
fn names_check(text: &str, place: &Place) -> bool {
    let Some(said) = text[place.range.end..].strip_prefix(": ") else { return false };
    let said = said.split(|end: char| end.is_ascii_whitespace()).next().unwrap_or_default();
    let is_pass = matches!(said.as_bytes(), [b'A'..=b'Z', b'0'..=b'9', rest @ ..] if !rest.is_empty()
        && rest.iter().all(u8::is_ascii_lowercase));
    let is_test = said.strip_prefix("Test").is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    is_pass || is_test
}

/// Whether a line says `user`, `login`, `account`, `mail` or `host`.
fn names_user(line: &str) -> bool {
    const fn first(word: [u8; 4]) -> u32 {
        u32::from_be_bytes(word)
    }
    const USER: u32 = first(*b"user");
    const MAIL: u32 = first(*b"mail");
    const HOST: u32 = first(*b"host");
    const LOGIN: u32 = first(*b"logi");
    const ACCOUNT: u32 = first(*b"acco");
    let goes_on = |at: usize, rest: &str| {
        line.as_bytes().get(at..at + rest.len()).is_some_and(|part| part.eq_ignore_ascii_case(rest.as_bytes()))
    };
    let mut last = 0;
    line.bytes().enumerate().any(|(at, byte)| {
        // Letters become small ones.
        last = last << 8 | u32::from(byte | 0x20);
        match last {
            USER | MAIL | HOST => true,
            LOGIN => goes_on(at + 1, "n"),
            ACCOUNT => goes_on(at + 1, "unt"),
            _ => false,
        }
    })
}

/// The line up to a place, as far as it is looked at.
pub(super) fn line_before(text: &str, at: usize) -> &str {
    const BACK: usize = 100;
    let mut from = at.saturating_sub(BACK);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..at).unwrap_or_default();
    &before[before.rfind('\n').map_or(0, |line| line + 1)..]
}
