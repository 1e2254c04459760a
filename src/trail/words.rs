//! Strings as they are kept: without secrets and within their limit.

use crate::redact;
use crate::transcript::{Object, Value};

/// A text without secrets, at most `most` bytes long as JSON.
pub(super) fn clean(text: &str, most: usize) -> String {
    // A secret at the cut could no longer be told: it is looked for in more than is kept.
    let looked_at = cut(text, most.saturating_mul(4).saturating_add(1024));
    let clean = redact::text(looked_at).0;
    let mut length = 0;
    for (at, character) in clean.char_indices() {
        length += match character {
            '"' | '\\' | '\n' | '\r' | '\t' | '\u{8}' | '\u{c}' => 2,
            '\0'..='\u{1f}' => 6,
            other => other.len_utf8(),
        };
        if length > most {
            // The mark takes three bytes.
            let kept = cut(&clean[..at], at.saturating_sub(3));
            return format!("{kept}…");
        }
    }
    clean.into_owned()
}

/// The first bytes of a text, to a whole character.
fn cut(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// The beginning of a JSON string, and whether that is all of it. Nothing long is decoded.
pub(super) fn beginning(value: Value<'_>, most: usize) -> Option<(String, bool)> {
    let raw = value.raw();
    if raw.len() <= most {
        return value.text().map(|text| (text.into_owned(), true));
    }
    if !raw.starts_with('"') {
        return None;
    }
    let part = cut(raw, most);
    // Not in the middle of an escape: the longest is a pair of surrogates.
    let end = part.len().saturating_sub(12);
    let safe = part.as_bytes()[end..].iter().position(|byte| *byte == b'\\').map_or(part.len(), |at| end + at);
    let mut kept = &part[..safe];
    // Half a pair of surrogates.
    if let Some((before, escape)) = kept.len().checked_sub(6).and_then(|at| kept.split_at_checked(at))
        && matches!(escape.as_bytes(), [b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B', ..])
    {
        kept = before;
    }
    let slashes = kept.bytes().rev().take_while(|byte| *byte == b'\\').count();
    let closed = format!("{{\"a\":{}\"}}", &kept[..kept.len() - slashes % 2]);
    Object::parse(&closed)?.text("a").map(|text| (text.into_owned(), false))
}

/// The texts of a message's or a result's content: a string, or blocks of which the texts count.
pub(super) fn content(value: Value<'_>, most: usize) -> (String, bool) {
    if let Some(text) = beginning(value, most) {
        return text;
    }
    let mut all = String::new();
    let mut is_whole = true;
    for block in value.elements().unwrap_or_default().iter().filter_map(|block| block.object()) {
        if let Some((text, whole)) = block.get("text").and_then(|text| beginning(text, most)) {
            if all.len() + text.len() > most {
                return (all, false);
            }
            if !all.is_empty() {
                all.push('\n');
            }
            all.push_str(&text);
            is_whole &= whole;
        }
    }
    (all, is_whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_long_string_ends_at_a_whole_character() {
        for text in ["a\\n\\u00e9\\ud83d\\ude00\\\\\\\"é😀".repeat(20), "\\\\".repeat(100), "x".repeat(100)] {
            let json = format!("{{\"a\":\"{text}\"}}");
            let object = Object::parse(&json).unwrap();
            let whole = object.text("a").unwrap().into_owned();
            for most in 1..text.len() {
                let (part, is_whole) = beginning(object.get("a").unwrap(), most).unwrap();
                assert!(whole.starts_with(&part) && !is_whole, "{most} {part:?}");
                assert!(part.len() + 40 >= most.min(whole.len()) / 6);
            }
        }
    }

    #[test]
    fn a_text_is_cut_by_its_length_as_json() {
        assert_eq!(clean("short", 5), "short");
        assert_eq!(clean("longer", 5), "lo…");
        assert!(serde_json::to_string(&clean(&"\0".repeat(50), 30)).unwrap().len() <= 34);
        let secret = format!("{}{}", "ghp_", "a9B7c3D1e5F0g2H4a9B7c3D1e5F0g2H4a9B7");
        assert!(!clean(&format!("x {secret}"), 12).contains("a9B7"));
    }
}
