//! Where a value starts and ends, in quotes of any language or bare.

use std::ops::Range;

use super::count_work;
use super::references::Quote;

/// What stands after a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) range: Range<usize>,
    pub(super) quote: Quote,
}

/// What a value stands in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Around {
    /// The quote that is open around the name.
    pub(super) open: Option<u8>,
    /// A query string or a form, where `&` ends a value.
    pub(super) query: bool,
}

/// The quote that is open at a place of its line, found once for places in order.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Quotes {
    ahead: OpenQuote,
    /// For places before those asked for last, as that of a command before the name in it. They are in order too.
    behind: OpenQuote,
}

impl Quotes {
    /// The quote that is open before `at`: one that stands an odd number of times before it on its line.
    pub(super) fn open(&mut self, bytes: &[u8], at: usize) -> Option<u8> {
        const BACK: usize = 400;
        if at >= self.ahead.at {
            return self.ahead.go_on(bytes, at);
        }
        if at < self.behind.at {
            // From the start of the line, or near it.
            let from = at.saturating_sub(BACK);
            let line = bytes[from..at].iter().rposition(|byte| *byte == b'\n').map_or(from, |before| from + before + 1);
            return OpenQuote { at: line, open: None }.go_on(bytes, at);
        }
        self.behind.go_on(bytes, at)
    }
}

/// The quote that is open at a place.
#[derive(Debug, Clone, Copy, Default)]
struct OpenQuote {
    at: usize,
    open: Option<u8>,
}

impl OpenQuote {
    fn go_on(&mut self, bytes: &[u8], at: usize) -> Option<u8> {
        for (here, byte) in bytes.iter().enumerate().take(at).skip(self.at) {
            match byte {
                b'\n' => self.open = None,
                b'"' | b'\'' | b'`' if here == 0 || bytes[here - 1] != b'\\' => match self.open {
                    Some(quote) if quote == *byte => self.open = None,
                    // An apostrophe in a word opens nothing.
                    None if *byte != b'\'' || here == 0 || !bytes[here - 1].is_ascii_alphanumeric() => {
                        self.open = Some(*byte);
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        count_work(at - self.at);
        self.at = at;
        self.open
    }
}

/// The value at `at`, read for at most `limit` bytes.
pub(super) fn value(text: &str, at: usize, around: Around, limit: usize) -> Option<Value> {
    let bytes = text.as_bytes();
    if let Some((quote, slashes, start)) = opening(bytes, at) {
        let kind = if quote == b'\'' { Quote::Single } else { Quote::Double };
        // The quote that is open ends here, unless what follows it is no end: texts quote texts carelessly.
        let goes_on = bytes.get(start).is_some_and(|byte| byte.is_ascii_alphanumeric() || b"$!@#%_/-".contains(byte));
        if around.open != Some(quote) || slashes > 0 || goes_on {
            let closed = closing(bytes, start, quote, slashes, limit);
            let end = closed.unwrap_or_else(|| bare(bytes, start, around, limit));
            count_work(end - start);
            return Some(Value { range: start..at_character(text, end), quote: kind });
        }
        return None;
    }
    let is_curly = bytes.get(at).is_some_and(|byte| !byte.is_ascii());
    for (open, close) in [("“", "”"), ("‘", "’"), ("«", "»")] {
        if is_curly && text.get(at..).is_some_and(|rest| rest.starts_with(open)) {
            let start = at + open.len();
            let end = text[start..].find(close).filter(|length| *length < 200)? + start;
            return Some(Value { range: start..end, quote: Quote::Double });
        }
    }
    let end = at_character(text, bare(bytes, at, around, limit));
    count_work(end - at);
    (end > at).then_some(Value { range: at..end, quote: Quote::None })
}

fn at_character(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The quote that opens a value, behind a letter that some languages put before it and behind
/// backslashes, how many of these, and where the value starts.
fn opening(bytes: &[u8], at: usize) -> Option<(u8, usize, usize)> {
    let mut start = at;
    while bytes.get(start).is_some_and(|byte| b"bBrRuULfFN@$".contains(byte)) && start < at + 2 {
        start += 1;
    }
    if !bytes.get(start).is_some_and(|byte| b"\"'\\#".contains(byte)) {
        start = at;
    }
    if start > at && bytes.get(start) == Some(&b'#') && bytes.get(start + 1) == Some(&b'"') {
        start += 1;
    }
    let slashes = bytes[start.min(bytes.len())..].iter().take(7).take_while(|byte| **byte == b'\\').count();
    start += slashes;
    let quote = *bytes.get(start)?;
    matches!(quote, b'"' | b'\'' | b'`').then_some(())?;
    // Three quotes open a longer text.
    let triple = quote != b'`' && bytes.get(start + 1) == Some(&quote) && bytes.get(start + 2) == Some(&quote);
    Some((quote, slashes, if triple { start + 3 } else { start + 1 }))
}

/// The end of a quoted value: the same quote behind as many backslashes.
fn closing(bytes: &[u8], start: usize, quote: u8, slashes: usize, limit: usize) -> Option<usize> {
    let mut at = start;
    let end = bytes.len().min(start.saturating_add(limit));
    while at < end {
        match bytes[at] {
            b'\n' | b'\r' => break,
            b'\\' if slashes == 0 && quote != b'\'' => at += 2,
            b'\\' => {
                let run = bytes[at..].iter().take(16).take_while(|byte| **byte == b'\\').count();
                let next = at + run;
                if bytes.get(next) == Some(&quote) && run <= slashes {
                    return Some(at);
                }
                // In single quotes a backslash may stand for itself; an escaped quote goes on.
                at = if bytes.get(next) == Some(&quote) && run % 2 == 1 { next + 1 } else { next.max(at + 1) };
            }
            byte if byte == quote && slashes == 0 => return Some(at),
            // The text around an escaped value ended.
            byte if byte == quote => return Some(at),
            _ => at += 1,
        }
    }
    count_work(at - start);
    None
}

/// The end of a bare value: white space, or a sign after which something else starts.
fn bare(bytes: &[u8], start: usize, around: Around, limit: usize) -> usize {
    let end = bytes.len().min(start.saturating_add(limit));
    let mut at = start;
    let mut depth = 0_usize;
    while at < end {
        let byte = bytes[at];
        let next = bytes.get(at + 1).copied().unwrap_or(b' ');
        let ends = match byte {
            0..=b' ' | 0x7f => true,
            b'"' | b'\'' | b'`' => {
                around.open == Some(byte) || ends_after(bytes, at + 1) || {
                    // A shell joins what is quoted to what is not. With space in it, it is an apostrophe of a sentence.
                    match bytes[at + 1..end].iter().take(200).position(|other| *other == byte || *other <= b' ') {
                        Some(length) if bytes[at + 1 + length] == byte => {
                            at += length + 1;
                            false
                        }
                        _ => byte != b'\'',
                    }
                }
            }
            // Whatever depth a quote is escaped at, all its backslashes are its own.
            b'\\' if quoted_behind(bytes, at) => true,
            b'\\' if matches!(next, b'n' | b'r' | b't') => {
                around.open.is_some() || names_follow(bytes, at + 2) || ends_after(bytes, at + 2)
            }
            b'\\' => {
                at += 1;
                next.is_ascii_whitespace() && next != b' '
            }
            b'&' => around.query || next == b'&' || ends_after(bytes, at + 1) || names_follow(bytes, at + 1),
            b'#' => around.query,
            b';' => matches!(next, b'"' | b'\'') || ends_after(bytes, at + 1) || names_follow(bytes, at + 1),
            b',' => {
                ends_after(bytes, at + 1) || names_follow(bytes, at + 1) || matches!(next, b'"' | b'\'' | b'\\' | b'{')
            }
            b'|' => next == b'|' || ends_after(bytes, at + 1),
            b'<' => next == b'/' || ends_after(bytes, at + 1),
            b'>' => ends_after(bytes, at + 1) && !bytes[start..at].contains(&b'<'),
            b'(' | b'[' | b'{' => {
                depth += 1;
                false
            }
            b')' | b']' | b'}' => {
                let closes = depth == 0 && only_closes(bytes, at);
                depth = depth.saturating_sub(1);
                closes
            }
            // « and curly quotes end a value.
            0xC2 => matches!(next, 0xAB | 0xBB),
            0xE2 => next == 0x80 && matches!(bytes.get(at + 2), Some(0x9C..=0x9E | 0x98..=0x9A)),
            _ => false,
        };
        if ends {
            return at;
        }
        at += 1;
    }
    at.min(end)
}

/// Whether a run of backslashes is followed by a quote.
pub(super) fn quoted_behind(bytes: &[u8], at: usize) -> bool {
    let slashes = bytes[at..].iter().take(32).take_while(|byte| **byte == b'\\').count();
    slashes > 0 && matches!(bytes.get(at + slashes), Some(b'"' | b'\'' | b'`'))
}

fn ends_after(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_none_or(|byte| byte.is_ascii_whitespace() || b",;)}]".contains(byte))
        || bytes[at..].starts_with(b"\\n")
}

/// Whether what follows up to white space only closes and ends.
fn only_closes(bytes: &[u8], at: usize) -> bool {
    bytes[at..]
        .iter()
        .take(12)
        .take_while(|byte| !byte.is_ascii_whitespace())
        .all(|byte| b")]};,.:'\"`\\".contains(byte))
        || (bytes[at] == b'}' && matches!(bytes.get(at + 1), Some(b',' | b'}' | b']' | b'"' | b'\'')))
}

/// Whether another name with its value follows: `;Encrypt=True`, `,vers=3.0`.
fn names_follow(bytes: &[u8], at: usize) -> bool {
    let name = bytes[at.min(bytes.len())..]
        .iter()
        .take(60)
        .take_while(|byte| byte.is_ascii_alphanumeric() || b"_-. ".contains(byte))
        .count();
    name > 0
        && bytes[at].is_ascii_alphabetic()
        && matches!(bytes.get(at + name), Some(b'=' | b':'))
        && bytes.get(at + name + 1) != Some(&b'=')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Option<&str> {
        value(text, 0, Around::default(), 1000).map(|value| &text[value.range])
    }

    #[test]
    fn values_end_where_their_language_ends_them() {
        for (text, expected) in [
            ("ab;cd ef", "ab;cd"),
            ("ab;", "ab"),
            ("ab;Encrypt=True", "ab"),
            ("a,b}c x", "a,b}c"),
            ("ab}", "ab"),
            ("ab)", "ab"),
            ("pa(ss)w0rd9x", "pa(ss)w0rd9x"),
            ("\"a\\\"b\" c", "a\\\"b"),
            ("'a\\b' c", "a\\b"),
            ("\\\"ab\\\",", "ab"),
            ("\\\\\\\"ab\\\\\\\"", "ab"),
            ("b'ab'", "ab"),
            ("\"\"\"ab\"\"\"", "ab"),
            ("ab'cd'ef g", "ab'cd'ef"),
            ("ab\\nPORT=1", "ab"),
            ("ab</p>", "ab"),
            ("ab&x=1", "ab"),
            ("ab&cd", "ab&cd"),
            ("“ab”", "ab"),
            ("ab&& make", "ab"),
        ] {
            assert_eq!(taken(text), Some(expected), "{text}");
        }
    }
}
