//! Where the values of a text stand.
//!
//! [`Tape`] finds all of them in one look at the text's quotes and brackets; [`Parts`] the ones directly
//! within a value, without a tape by a look at the value's own text.

use memchr::memchr;

/// Most values of a text on a tape: what has more is read without one.
const MOST: usize = 64 * 1024;
/// Strings are mostly so short that a search would not be worth its start.
const SHORT: usize = 16;

/// A value: where it stands in the text, and how many of the nodes behind it are within it.
#[derive(Debug, Clone, Copy)]
struct Node {
    start: u32,
    end: u32,
    within: u32,
}

/// The values of a text, each before what is within it; keys are values too.
#[derive(Debug)]
pub(crate) struct Tape(Vec<Node>);

impl Tape {
    /// Of a text that is one object or array, in which every quote and every bracket is closed at the end and
    /// not before, and which has no character that must not stand in JSON. So it is no part of a record and no
    /// two of them. Nothing else is checked: what is wrong within a string shows when it is read.
    // Within a caller that is optimized for size, it would be too.
    #[inline(never)]
    pub fn of(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        if has_control(bytes) {
            return None;
        }
        let mut nodes: Vec<Node> = Vec::with_capacity(256);
        let mut open: Vec<usize> = Vec::with_capacity(16);
        let mut at = 0;
        // Whether something separates what comes next from what was before.
        let mut is_apart = true;
        loop {
            let start = at;
            let byte = *bytes.get(at)?;
            at = match byte {
                b',' | b':' | b' ' => {
                    is_apart |= byte != b' ';
                    at += 1;
                    continue;
                }
                b'}' | b']' => {
                    let opened = open.pop()?;
                    let after = nodes.len() - opened - 1;
                    let node = nodes.get_mut(opened)?;
                    // In ASCII, a closing bracket stands two behind its opening one.
                    if *bytes.get(node.start as usize)? + 2 != byte {
                        return None;
                    }
                    at += 1;
                    node.end = u32::try_from(at).ok()?;
                    node.within = u32::try_from(after).ok()?;
                    is_apart = false;
                    if open.is_empty() {
                        return (at == bytes.len()).then_some(Self(nodes));
                    }
                    continue;
                }
                b'{' | b'[' => {
                    open.push(nodes.len());
                    at + 1
                }
                b'"' => string_end(bytes, at)?,
                _ => word_end(bytes, at).filter(|end| is_word(&bytes[start..*end]))?,
            };
            if open.is_empty() || !is_apart || nodes.len() == MOST {
                return None;
            }
            is_apart = matches!(byte, b'{' | b'[');
            nodes.push(Node { start: u32::try_from(start).ok()?, end: u32::try_from(at).ok()?, within: 0 });
        }
    }

    /// The whole of the text it was made of.
    pub(super) fn whole<'a>(&'a self, text: &'a str) -> Spot<'a> {
        Spot { text, at: 0, within: self.0.get(1..).unwrap_or_default() }
    }
}

/// A value's text, and the part of the tape that is within it, if there is a tape.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spot<'a> {
    pub text: &'a str,
    /// Where it stands in the text that the tape was made of.
    at: u32,
    within: &'a [Node],
}

impl<'a> Spot<'a> {
    /// A text that was checked, without a tape.
    pub fn of(text: &'a str) -> Self {
        Self { text, at: 0, within: &[] }
    }

    /// What is directly within it, keys and values alike, when it begins with that bracket.
    pub fn parts(self, bracket: u8) -> Option<Parts<'a>> {
        (self.text.as_bytes().first() == Some(&bracket)).then_some(Parts { spot: self, next: 1 })
    }
}

/// What stands between the brackets of an object or an array.
pub(super) struct Parts<'a> {
    spot: Spot<'a>,
    /// Where to go on without a tape; nothing is left when it is 0.
    next: usize,
}

impl<'a> Iterator for Parts<'a> {
    type Item = Spot<'a>;

    fn next(&mut self) -> Option<Spot<'a>> {
        let Spot { text, at, within } = self.spot;
        if let Some((node, rest)) = within.split_first() {
            let (within, rest) = rest.split_at_checked(node.within as usize)?;
            self.spot.within = rest;
            self.next = 0;
            let place = |offset: u32| offset.checked_sub(at).map(|place| place as usize);
            let text = text.get(place(node.start)?..place(node.end)?)?;
            return Some(Spot { text, at: node.start, within });
        }
        if self.next == 0 {
            return None;
        }
        let bytes = text.as_bytes();
        let start = self.next + bytes.get(self.next..)?.iter().position(|byte| !is_between(*byte))?;
        let end = match bytes[start] {
            b'}' | b']' => return None,
            b'"' => string_end(bytes, start)?,
            b'{' | b'[' => container_end(bytes, start)?,
            _ => word_end(bytes, start)?,
        };
        self.next = end;
        text.get(start..end).map(Spot::of)
    }
}

/// Whether a byte is below a space. All are looked at, eight at a time: the whole is optimized for size when it is
/// linked, and so no compiler makes it of a search for one.
fn has_control(bytes: &[u8]) -> bool {
    const ONES: u64 = u64::MAX / 255;
    let (words, rest) = bytes.as_chunks::<8>();
    let below = words.iter().fold(0, |below, word| {
        let word = u64::from_ne_bytes(*word);
        below | (word.wrapping_sub(ONES * 0x20) & !word)
    });
    below & (ONES * 0x80) != 0 || rest.iter().any(|byte| *byte < b' ')
}

fn is_between(byte: u8) -> bool {
    matches!(byte, b',' | b':') || byte.is_ascii_whitespace()
}

/// Where the string ends whose opening quote is at `start`.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    let beginning = bytes.get(at..bytes.len().min(at + SHORT))?;
    match beginning.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
        Some(length) if beginning[length] == b'"' => return Some(at + length + 1),
        _ => {}
    }
    loop {
        let quote = at + memchr(b'"', bytes.get(at..)?)?;
        let escapes = bytes[at..quote].iter().rev().take_while(|byte| **byte == b'\\').count();
        at = quote + 1;
        if escapes % 2 == 0 {
            return Some(at);
        }
    }
}

/// Where the number, `true`, `false` or `null` ends that begins at `start`.
fn word_end(bytes: &[u8], start: usize) -> Option<usize> {
    let is_end = |byte: &u8| is_between(*byte) || matches!(byte, b'}' | b']' | b'{' | b'[' | b'"');
    Some(start + bytes.get(start..)?.iter().position(is_end)?)
}

/// Whether it is what stands in JSON without quotes, as far as its first character tells of a number.
fn is_word(word: &[u8]) -> bool {
    matches!(word, b"true" | b"false" | b"null" | [b'-' | b'0'..=b'9', ..])
}

/// Where the object or array ends whose bracket is at `start`.
fn container_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut depth = 0_usize;
    let mut at = start;
    loop {
        match bytes.get(at)? {
            b'"' => {
                at = string_end(bytes, at)?;
                continue;
            }
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(spot: Spot<'_>, bracket: u8) -> Vec<&str> {
        spot.parts(bracket).unwrap().map(|part| part.text).collect()
    }

    #[test]
    fn with_a_tape_and_without_the_same_is_found() {
        let text = r#"{"a":{"x\"y" :[1, -2.5e3,true,{},[],"s\\","\\\"","]}"],"b":""},"c":[[{"d":"é"}]]}"#;
        let tape = Tape::of(text).unwrap();
        let (whole, plain) = (tape.whole(text), Spot::of(text));
        assert_eq!(parts(whole, b'{'), parts(plain, b'{'));
        for bracket in [b'{', b'['] {
            let deep = |spot: Spot<'_>| -> Vec<Vec<String>> {
                let below = spot.parts(b'{').unwrap().filter_map(|part| part.parts(bracket));
                below.map(|parts| parts.map(|part| part.text.to_owned()).collect()).collect()
            };
            assert_eq!(deep(whole), deep(plain));
            assert_eq!(deep(whole).len(), 1);
        }
        assert!(parts(tape.whole(text), b'{').len() == 4 && Spot::of("{}").parts(b'[').is_none());
    }

    #[test]
    fn a_character_that_must_not_stand_in_json_is_found_anywhere() {
        for length in 0..40 {
            for at in 0..length {
                for (byte, is_found) in [(0, true), (0x1f, true), (b' ', false), (0x7f, false), (0xff, false)] {
                    let mut bytes = vec![b'\xa0'; length];
                    bytes[at] = byte;
                    assert_eq!(has_control(&bytes), is_found, "{byte} at {at} of {length}");
                }
            }
        }
    }

    #[test]
    fn what_is_not_one_whole_is_on_no_tape() {
        let record = r#"{"a":"b\"c","d":[1,{"e":2}]}"#;
        assert!(Tape::of(record).is_some());
        for end in 0..record.len() {
            let torn = &record[..end];
            assert!(Tape::of(torn).is_none(), "{torn}");
            assert!(Tape::of(&format!("{torn}{record}")).is_none() || torn.is_empty(), "{torn}");
        }
        for text in
            ["", "1", "\"a\"", "{]", "{\"a\":[}]", "{} {}", "{\"a\":\"\u{0}\"}", "{}x", "x{}", "{\"a\" \"b\"}", "[a]"]
        {
            assert!(Tape::of(text).is_none(), "{text}");
        }
        assert!(Tape::of(&format!("[{}1]", "1,".repeat(MOST))).is_none());
    }
}
