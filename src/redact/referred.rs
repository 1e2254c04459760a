//! Sentences that name a secret and then tell the one that takes its place: "I rotated the key, the new one is …".

use super::engine::Scan;
use super::looks::is_made_of_words;
use super::names::Head;
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
