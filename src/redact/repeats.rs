//! A secret that one place of a text tells, wherever else the text holds it.

use std::collections::HashSet;

use memchr::memmem;

use super::looks::{is_uuid, looks_random};
use super::shape::Class;
use super::{Span, count_work, span};

/// How many secrets are looked for, and how long one has to be to stand for nothing else.
const MOST: usize = 16;
const LEAST: usize = 16;

/// Other places of the secrets found that can be nothing but secrets.
pub(super) fn of(text: &str, found: &[Span]) -> Vec<Span> {
    let mut again = Vec::new();
    let mut known = HashSet::new();
    for secret in found {
        let said = &text[secret.range.clone()];
        if known.len() == MOST {
            break;
        }
        if !is_unmistakable(said) || !known.insert(said) {
            continue;
        }
        // A search looks at one byte of many.
        count_work(text.len() / LEAST);
        let mut next = 0;
        for at in memmem::find_iter(text.as_bytes(), said) {
            while found.get(next).is_some_and(|known| known.range.end <= at) {
                next += 1;
            }
            if found.get(next).is_none_or(|known| known.range.start > at) {
                again.push(span(at..at + said.len()));
            }
        }
    }
    again
}

/// Whether a secret can stand for nothing else: random, with letters of both cases or many digits, and no constant.
fn is_unmistakable(said: &str) -> bool {
    const BODY: Class = Class::of("A-Za-z0-9_./+=~-");
    let made_of = Class::in_text(said);
    let is_of_both_cases = made_of.meets(const { &Class::of("A-Z") }) && made_of.meets(const { &Class::of("a-z") });
    let digits = said.bytes().filter(u8::is_ascii_digit).count();
    let is_plain = !made_of.meets(const { &Class::of("_.") });
    said.len() >= LEAST
        && made_of.is_within(&BODY)
        && (digits >= if is_plain { 2 } else { 4 } && is_of_both_cases || digits >= 4 && is_plain)
        && (looks_random(said) || is_uuid(said))
}
