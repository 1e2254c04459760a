//! The patterns of tokens, in the part of the regular expression syntax that needs no going back.
//!
//! Vendors document their tokens as a prefix, an alphabet and a length, and nothing more is needed
//! to find them: literals, classes with a count, and one group that marks the secret. Each part takes
//! as much as it can and gives nothing back, so that a match reads each byte once. A general engine
//! would cost the binary a megabyte and the first call of a process the time to compile.

use std::ops::Range;

use super::count_work;

/// A set of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Class([u64; 4]);

impl Class {
    const NONE: Self = Self([0; 4]);

    const fn with(mut self, byte: u8) -> Self {
        self.0[(byte >> 6) as usize] |= 1 << (byte & 63);
        self
    }

    /// The class written as in a regular expression, without the brackets: `A-Za-z0-9_-`.
    pub(super) const fn of(written: &str) -> Self {
        let bytes = written.as_bytes();
        let mut class = Self::NONE;
        let mut at = 0;
        while at < bytes.len() {
            if at + 2 < bytes.len() && bytes[at + 1] == b'-' {
                let mut byte = bytes[at];
                while byte <= bytes[at + 2] {
                    class = class.with(byte);
                    byte += 1;
                }
                at += 3;
            } else {
                class = class.with(bytes[at]);
                at += 1;
            }
        }
        class
    }

    /// The first bytes of all words.
    pub(super) const fn first_of(words: &[&str]) -> Self {
        Self::nth_of(words, 0)
    }

    /// The bytes that all words have at a place.
    pub(super) const fn nth_of(words: &[&str], place: usize) -> Self {
        let mut class = Self::NONE;
        let mut at = 0;
        while at < words.len() {
            class = class.with(words[at].as_bytes()[place]);
            at += 1;
        }
        class
    }

    /// The bytes of a text, to ask many things about it after one look.
    pub(super) fn in_text(text: &str) -> Self {
        // Four numbers rather than places of a list, which would have to wait for each other.
        let [mut first, mut second, mut third, mut fourth] = Self::NONE.0;
        for byte in text.bytes() {
            let bit = 1 << (byte & 63);
            match byte >> 6 {
                0 => first |= bit,
                1 => second |= bit,
                2 => third |= bit,
                _ => fourth |= bit,
            }
        }
        Self([first, second, third, fourth])
    }

    /// Whether a byte is in both.
    pub(super) fn meets(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).any(|(these, those)| these & those != 0)
    }

    /// How many bytes are in both.
    pub(super) fn common(&self, other: &Self) -> u32 {
        self.0.iter().zip(other.0).map(|(these, those)| (these & those).count_ones()).sum()
    }

    /// Whether all its bytes are in the other.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(other.0).all(|(these, those)| these & !those == 0)
    }

    /// Whether the byte is in it.
    pub(super) const fn has(&self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] & (1 << (byte & 63)) != 0
    }

    /// How many bytes from `at` on are in it, at most `limit`.
    pub(super) fn run(&self, bytes: &[u8], at: usize, limit: usize) -> usize {
        let run = bytes.iter().skip(at).take(limit).take_while(|byte| self.has(**byte)).count();
        count_work(run + 1);
        run
    }

    /// How many bytes before `at` are in it, at most `limit`.
    pub(super) fn run_back(&self, bytes: &[u8], at: usize, limit: usize) -> usize {
        let run = bytes[..at].iter().rev().take(limit).take_while(|byte| self.has(**byte)).count();
        count_work(run + 1);
        run
    }
}

#[derive(Debug, PartialEq, Eq)]
enum Part {
    Take { class: Class, least: usize, most: usize },
    SecretStarts,
    SecretEnds,
}

/// A pattern, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape(Vec<Part>);

/// Where a pattern matched.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// All of it.
    pub(super) whole: Range<usize>,
    /// The group, or all of it if the pattern has none.
    pub(super) secret: Range<usize>,
}

/// What "or more" means: no documented token is longer.
const LONGEST: usize = 4096;

impl Shape {
    /// Takes a pattern apart. What it does not know stands for itself.
    pub(super) fn of(pattern: &str) -> Self {
        let bytes = pattern.as_bytes();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let class = match bytes[at] {
                b'(' => {
                    parts.push(Part::SecretStarts);
                    at += 1;
                    continue;
                }
                b')' => {
                    parts.push(Part::SecretEnds);
                    at += 1;
                    continue;
                }
                b'[' => {
                    let end = pattern[at..].find(']').map_or(bytes.len(), |length| at + length);
                    let class = Class::of(&pattern[at + 1..end]);
                    at = end + 1;
                    class
                }
                b'\\' if at + 1 < bytes.len() => {
                    at += 2;
                    Class::NONE.with(bytes[at - 1])
                }
                byte => {
                    at += 1;
                    Class::NONE.with(byte)
                }
            };
            let (least, most, next) = count(pattern, at);
            at = next;
            parts.push(Part::Take { class, least, most });
        }
        Self(parts)
    }

    /// Matches from `at` on.
    pub(super) fn at(&self, bytes: &[u8], start: usize) -> Option<Found> {
        let mut at = start;
        let mut secret: Option<Range<usize>> = None;
        for part in &self.0 {
            match part {
                Part::SecretStarts => secret = Some(at..at),
                Part::SecretEnds => secret = secret.map(|secret| secret.start..at),
                Part::Take { class, least, most } => {
                    let taken = class.run(bytes, at, *most);
                    if taken < *least {
                        return None;
                    }
                    at += taken;
                }
            }
        }
        Some(Found { whole: start..at, secret: secret.unwrap_or(start..at) })
    }
}

#[cfg(test)]
impl Shape {
    /// A text of this shape, different for every seed, so that no secret-shaped string stands in a file.
    pub(super) fn sample(&self, seed: u64) -> String {
        let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(state >> 33).unwrap() % below
        };
        let mut sample = String::new();
        for part in &self.0 {
            if let Part::Take { class, least, .. } = part {
                let members: Vec<u8> = (0..=127).filter(|byte| class.has(*byte)).collect();
                sample.extend((0..*least).map(|_| char::from(members[next(members.len())])));
            }
        }
        sample
    }
}

/// The count after a part, `{n}`, `{n,m}`, `{n,}` or none, and where the next part starts.
fn count(pattern: &str, at: usize) -> (usize, usize, usize) {
    let Some(inner) = pattern[at..].strip_prefix('{').and_then(|rest| rest.split_once('}')).map(|(inner, _)| inner)
    else {
        return (1, 1, at);
    };
    let (least, most) = inner.split_once(',').unwrap_or((inner, inner));
    let least = least.parse().unwrap_or(1);
    (least, most.parse().unwrap_or(LONGEST), at + inner.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shape_takes_literals_classes_counts_and_the_group() {
        let shape = Shape::of(r"ab_([a-f0-9]{2,3})\.x[-z]{0,}");
        let text = b"..ab_12f.x-z-!";
        assert_eq!(shape.at(text, 2), Some(Found { whole: 2..13, secret: 5..8 }));
        assert_eq!(shape.at(text, 1), None);
        assert_eq!(shape.at(b"ab_1.x", 0), None);
        assert_eq!(shape.at(b"ab_12", 0), None);
    }

    #[test]
    fn classes_hold_ranges_and_a_hyphen_at_an_end() {
        let class = Class::of("a-c_-");
        assert!(b"abc_-".iter().all(|byte| class.has(*byte)));
        assert!(!class.has(b'd') && !class.has(b'A'));
        assert_eq!((class.run(b"xab-d", 1, 9), class.run_back(b"xab-d", 4, 2)), (3, 2));
    }
}
