//! What strings hold: the text behind their escapes, read as the document it is.
//!
//! A manifest, a key block or a second JSON text inside a string of JSON is written with `\n` and `\"`. Rules for
//! lines and quotes see it as it was only without these. Each string with such an escape is unescaped into a text
//! of its own, that text is looked at like any other (and so are the strings in it), and what is found is told
//! in places of the original.

use std::ops::Range;

use super::shape::Class;
use super::{Span, count_work};

/// How deep strings are looked into: a command in JSON in JSON in JSON.
pub(super) const DEEPEST: usize = 4;

/// What stands between two strings: no rule reads past an empty line.
const BETWEEN: &str = "\n\n\n";

/// The strings of a text that hold escapes, unescaped, with where each part of it came from.
pub(super) struct Unescaped {
    pub(super) text: String,
    /// Places in `text` with the place each came from, in order; between two, both go on alike.
    places: Vec<(usize, usize)>,
    /// Where each string starts and ends in `text`.
    strings: Vec<Range<usize>>,
}

impl Unescaped {
    /// Unescapes the strings of a text, if any holds an escape of a line or a quote.
    pub(super) fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let mut unescaped = Self { text: String::new(), places: Vec::new(), strings: Vec::new() };
        let mut at = 0;
        while let Some(slash) = memchr::memchr(b'\\', &bytes[at..]).map(|length| at + length) {
            if !matters(bytes, slash) {
                at = slash + 1 + usize::from(bytes.get(slash + 1) == Some(&b'\\'));
                continue;
            }
            // No string of JSON goes over the end of a line.
            let start = memchr::memrchr(b'\n', &bytes[at..slash]).map_or(at, |line| at + line + 1);
            let end = memchr::memchr(b'\n', &bytes[slash..]).map_or(bytes.len(), |line| slash + line);
            let first =
                if at == start { memchr::memrchr(b'\n', &bytes[..start]).map_or(0, |line| line + 1) } else { start };
            unescaped.line(text, first, end);
            at = end;
        }
        (!unescaped.text.is_empty()).then_some(unescaped)
    }

    /// The strings of one line.
    fn line(&mut self, text: &str, start: usize, end: usize) {
        let bytes = text.as_bytes();
        count_work(end - start);
        let mut at = start;
        let mut open: Option<(usize, bool)> = None;
        while let Some(found) = memchr::memchr2(b'"', b'\\', &bytes[at..end]).map(|length| at + length) {
            at = found + 1;
            match (bytes[found], open) {
                (b'\\', Some((from, _))) => {
                    open = Some((from, matters(bytes, found) || open.is_some_and(|(_, escaped)| escaped)));
                    at += usize::from(at < end);
                }
                (b'\\', None) => at += usize::from(at < end),
                (_, Some((from, escaped))) => {
                    if escaped {
                        self.string(text, from, found);
                    }
                    open = None;
                }
                (_, None) => open = Some((at, false)),
            }
        }
        // A string that was cut off.
        if let Some((from, true)) = open {
            self.string(text, from, end);
        }
    }

    fn string(&mut self, text: &str, start: usize, end: usize) {
        let bytes = text.as_bytes();
        let from = self.text.len();
        let mut at = start;
        self.places.push((from, start));
        while let Some(slash) = memchr::memchr(b'\\', &bytes[at..end]).map(|length| at + length) {
            self.text.push_str(&text[at..slash]);
            let (letter, length) = match bytes.get(slash + 1).filter(|_| slash + 1 < end) {
                Some(b'n') => ('\n', 2),
                Some(b'r') => ('\r', 2),
                Some(b't') => ('\t', 2),
                Some(byte @ (b'"' | b'\\' | b'/')) => (char::from(*byte), 2),
                Some(b'u') => match code(&bytes[slash + 2..end]) {
                    Some(letter) => (letter, 6),
                    None => ('\\', 1),
                },
                _ => ('\\', 1),
            };
            self.text.push(letter);
            at = slash + length;
            self.places.push((self.text.len(), at));
        }
        self.text.push_str(&text[at..end]);
        self.strings.push(from..self.text.len());
        self.places.push((self.text.len(), end));
        self.text.push_str(BETWEEN);
    }

    /// What was found in the strings, in places of the original.
    pub(super) fn original(&self, found: Vec<Span>) -> impl Iterator<Item = Span> {
        found.into_iter().filter_map(|span| {
            let string = self.strings.partition_point(|string| string.end < span.range.end);
            // What goes over the end of a string is none of its text.
            let within = self.strings.get(string).is_some_and(|string| string.start <= span.range.start);
            let range = self.place(span.range.start)..self.place(span.range.end);
            let around = span.around.map(|slashes| 2 * slashes + 1);
            (within && range.start < range.end).then_some(Span { range, around })
        })
    }

    fn place(&self, at: usize) -> usize {
        let next = self.places.partition_point(|(place, _)| *place <= at);
        next.checked_sub(1).map_or(0, |before| self.places[before].1 + (at - self.places[before].0))
    }
}

/// Whether the escape is one of a line or a quote, or of a backslash before one.
fn matters(bytes: &[u8], slash: usize) -> bool {
    matches!(bytes.get(slash + 1), Some(b'n' | b'"' | b'u'))
        || bytes.get(slash + 1) == Some(&b'\\') && matches!(bytes.get(slash + 2), Some(b'n' | b'"' | b'\\'))
}

/// The character of ASCII that four hexadecimal digits stand for.
fn code(bytes: &[u8]) -> Option<char> {
    const HEXADECIMAL: Class = Class::of("0-9A-Fa-f");
    (HEXADECIMAL.run(bytes, 0, 4) == 4).then_some(())?;
    let written = std::str::from_utf8(&bytes[..4]).ok()?;
    let number = u8::from_str_radix(written.strip_prefix("00")?, 16).ok()?;
    (b' '..0x7f).contains(&number).then(|| char::from(number))
}

#[cfg(test)]
mod tests {
    use super::super::span;
    use super::*;

    #[test]
    fn strings_are_unescaped_and_places_lead_back() {
        let text = r#"{"a":"plain","b":"x\ny: \"zz\"","c":"\u0041\\"} and "open\nend"#;
        let unescaped = Unescaped::of(text).unwrap();
        assert_eq!(unescaped.text, format!("x\ny: \"zz\"{BETWEEN}A\\{BETWEEN}open\nend{BETWEEN}"));
        let at = unescaped.text.find("zz").unwrap();
        let found: Vec<Span> = unescaped.original(vec![span(at..at + 2), span(2..16)]).collect();
        assert_eq!(found.len(), 1);
        assert_eq!(&text[found[0].range.clone()], "zz");
    }

    #[test]
    fn a_text_without_escapes_has_none() {
        assert!(Unescaped::of(r#"{"a": "b"} C:\dir \d+"#).is_none());
    }
}
