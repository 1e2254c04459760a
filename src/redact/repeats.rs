//! A secret that one place of a text tells, wherever else the text holds it.

use std::collections::HashSet;

use memchr::memmem;

use super::looks::{is_uuid, looks_random};
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
        if said.len() < LEAST || !looks_random(said) && !is_uuid(said) || !known.insert(said) {
            continue;
        }
        // A search looks at one byte of many.
        count_work(text.len() / LEAST);
        let places = memmem::find_iter(text.as_bytes(), said).filter(|at| *at != secret.range.start);
        again.extend(places.map(|at| span(at..at + said.len())));
    }
    again
}
