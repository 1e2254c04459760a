//! Tokens that show what they are, by the shape their vendor documents.
//!
//! One table per family. A row names the rule, says what it finds, where the vendor describes it,
//! which words the gate looks for, what may stand before such a word, and the shape itself.

mod ai;
mod cloud;
mod code;
mod data;
mod hooks;
mod messaging;
mod observability;
mod payment;
mod work;

use std::sync::{LazyLock, OnceLock};

use super::code_names::is_code_name;
use super::shape::{Class, Shape};
use super::{Span, looks, references, span};

/// What has to be true of a secret besides its shape. Shapes that words and hashes could have need more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Check {
    /// The shape says enough.
    Shape,
    /// A digit, or letters that change case as random ones do.
    Digit,
    /// The same, and letters of both cases.
    Mixed,
    /// Letters of both cases and a digit, and no name made of words.
    Full,
    /// A digit, a letter, and no name made of words; or letters that change case as random ones do.
    Random,
}

/// One kind of token.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) id: &'static str,
    /// What it finds, for whoever reads the table or a failing test. It is in no engine.
    #[cfg(test)]
    what: &'static str,
    /// Where its vendor describes it. It is in no engine.
    #[cfg(test)]
    docs: &'static str,
    /// What the gate looks for. Case counts.
    pub(super) keys: &'static [&'static str],
    /// The class of what stands before a key, if the token does not start with it.
    pub(super) lead: &'static str,
    pub(super) pattern: &'static str,
    pub(super) check: Check,
}

/// A rule with its pattern, taken apart when the gate first asks for it.
pub(super) struct Ready {
    pub(super) rule: &'static Rule,
    shape: OnceLock<Shape>,
}

/// A table of rules, one row each: id, what, documentation, keys, lead, pattern, check.
macro_rules! rules {
    ($table:ident: $($id:literal $what:literal $docs:literal [$($key:literal)+] $lead:literal $pattern:literal $check:ident;)+) => {
        pub(super) static $table: &[super::Rule] = &[$(super::Rule {
            id: $id,
            #[cfg(test)]
            what: $what,
            #[cfg(test)]
            docs: concat!("https://", $docs),
            keys: &[$($key),+],
            lead: $lead,
            pattern: $pattern,
            check: super::Check::$check,
        }),+];
    };
}
use rules;

/// All rules, in the order of their numbers.
pub(super) static RULES: LazyLock<Vec<Ready>> = LazyLock::new(|| {
    [
        code::RULES,
        cloud::RULES,
        ai::RULES,
        payment::RULES,
        messaging::RULES,
        data::RULES,
        observability::RULES,
        work::RULES,
        hooks::RULES,
    ]
    .into_iter()
    .flatten()
    .map(|rule| Ready { rule, shape: OnceLock::new() })
    .collect()
});

/// How far before a key a token may start.
const LONGEST_LEAD: usize = 100;

impl Ready {
    pub(super) fn shape(&self) -> &Shape {
        self.shape.get_or_init(|| Shape::of(self.rule.pattern))
    }

    /// The secret around a key found at `at`, and up to where the text was read.
    pub(super) fn find(&self, text: &str, at: usize, key: &str) -> (Option<Span>, usize) {
        let bytes = text.as_bytes();
        if !bytes[at..].starts_with(key.as_bytes()) {
            return (None, at);
        }
        let start = at
            - if self.rule.lead.is_empty() { 0 } else { Class::of(self.rule.lead).run_back(bytes, at, LONGEST_LEAD) };
        // A lead of letters takes the letter of an escape with it.
        let escaped =
            start < at && start > 0 && bytes[start - 1] == b'\\' && matches!(bytes[start], b'n' | b'r' | b't');
        let mut start = start + usize::from(escaped);
        // And the letter of a terminal's colour.
        let codes = const { Class::of("0-9") }.run(bytes, start, 3);
        if start + codes < at && bytes[start + codes] == b'm' && ends_escape(&bytes[..=start + codes]) {
            start += codes + 1;
        }
        if !starts_here(bytes, start, key) {
            return (None, at);
        }
        let Some(found) = self.shape().at(bytes, start) else { return (None, at) };
        let end = found.whole.end;
        let mut secret = found.secret;
        // A full stop or a hyphen at the end belongs to the sentence, unless a quote ends the token.
        let is_quoted = matches!(bytes.get(end), Some(b'"' | b'\'' | b'`'));
        while !is_quoted
            && secret.end == end
            && secret.end > secret.start
            && matches!(bytes[secret.end - 1], b'.' | b'-' | b',')
        {
            secret.end -= 1;
        }
        let follows = bytes.get(end).copied().unwrap_or(b' ');
        let is_cut = follows.is_ascii_alphanumeric() && bytes[end - 1].is_ascii_alphanumeric();
        let is_secret = !is_cut && self.accepts(&text[secret.clone()], key);
        (is_secret.then(|| span(secret)), end)
    }

    fn accepts(&self, secret: &str, key: &str) -> bool {
        let body = secret.strip_prefix(key).unwrap_or(secret);
        let has = |class: fn(&u8) -> bool| body.bytes().any(|byte| class(&byte));
        let (digit, upper, lower) = (has(u8::is_ascii_digit), has(u8::is_ascii_uppercase), has(u8::is_ascii_lowercase));
        let checked = match self.rule.check {
            Check::Shape => true,
            Check::Digit => digit || looks::has_random_case(body) || is_unspeakable(body, key),
            Check::Mixed => upper && lower && (digit || looks::has_random_case(body)),
            Check::Full => digit && upper && lower && !looks::is_made_of_words(body),
            Check::Random => {
                digit && (upper || lower) && !looks::is_made_of_words(body) && !is_code_name(body)
                    || looks::has_random_case(body)
                    || is_unspeakable(body, key)
            }
        };
        checked && !references::is_mask(body) && !references::is_sample(secret)
    }
}

/// Whether the letters behind a prefix no other thing has are no words: random text has no digit now and then.
fn is_unspeakable(body: &str, key: &str) -> bool {
    const LEAST: usize = 14;
    let mut run = 0;
    let mut longest = 0;
    for byte in body.bytes() {
        let is_consonant = byte.is_ascii_alphabetic() && !b"aeiouyAEIOUY".contains(&byte);
        run = if is_consonant { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    key.len() >= 4 && body.len() >= LEAST && longest >= 4
}

/// Whether a token can start here: not in the middle of a word, unless what looks like the end of a
/// word is the end of an escape, such as `\n`, `%3D` or a terminal's colour.
fn starts_here(bytes: &[u8], start: usize, key: &str) -> bool {
    let Some(before) = start.checked_sub(1).map(|at| bytes[at]) else { return true };
    // `ghp_` and `AKIA` are no ends of other words either.
    let has_sign = key.bytes().any(|byte| !byte.is_ascii_alphanumeric());
    let distinctive =
        key.len() > 4 || (key.len() == 4 && (has_sign || key.bytes().all(|byte| byte.is_ascii_uppercase())));
    if !bytes[start].is_ascii_alphanumeric() {
        return true;
    }
    match before {
        // pk_live_… is published.
        b'_' | b'-' => distinctive && !bytes[..start].ends_with(b"pk_"),
        b'+' => key.bytes().any(|byte| !byte.is_ascii_alphanumeric()),
        b'0'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' => ends_escape(&bytes[..start]),
        _ => true,
    }
}

/// Whether the text ends with an escape whose last byte is a letter or a digit.
pub(super) fn ends_escape(bytes: &[u8]) -> bool {
    match bytes {
        [.., b'\\', b'n' | b'r' | b't']
        | [.., b'\\', b'u', b'0', b'0', _, _]
        | [.., b'%', b'2', b'0' | b'2' | b'7' | b'C' | b'F' | b'c' | b'f']
        | [.., b'%', b'3', b'A' | b'D' | b'a' | b'd'] => true,
        [head @ .., b'm'] => {
            let codes = const { Class::of("0-9;") }.run_back(head, head.len(), 12);
            head[..head.len() - codes].ends_with(b"[")
        }
        _ => false,
    }
}

/// Whether a word goes on before `start`.
pub(super) fn starts_inside(bytes: &[u8], start: usize) -> bool {
    !starts_here(bytes, start, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Samples of a rule's shape that start, or go on behind their lead, with each of its keys.
    fn samples(ready: &Ready) -> Vec<(String, &'static str)> {
        let keys = ready.rule.keys.iter();
        keys.flat_map(|key| (1..40).map(move |seed| (ready.shape().sample(seed), *key)))
            .filter_map(|(sample, key)| {
                if let Some(at) = sample.find(key) {
                    return Some((format!("{}{key}{}", &sample[..at], &sample[at + key.len()..]), key));
                }
                // Random text of the shape holds the key by chance only: it is put where the shape still matches.
                let places = (0..=sample.len()).filter(|at| ready.rule.lead.is_empty() == (*at == 0));
                places
                    .flat_map(|at| (at..=sample.len().min(at + key.len() + 4)).map(move |rest| (at, rest)))
                    .map(|(at, rest)| format!("{}{key}{}", &sample[..at], &sample[rest..]))
                    .find(|with| {
                        ready.shape().at(with.as_bytes(), 0).is_some_and(|found| found.whole.len() == with.len())
                    })
                    .map(|with| (with, key))
            })
            .collect()
    }

    fn finds(ready: &Ready, text: &str) -> bool {
        let hit = |key: &&str| text.match_indices(*key).any(|(at, _)| ready.find(text, at, key).0.is_some());
        ready.rule.keys.iter().any(hit)
    }

    #[test]
    fn every_rule_finds_its_shape_and_nothing_shorter() {
        let mut without = Vec::new();
        for ready in RULES.iter() {
            let rule = ready.rule;
            let samples = samples(ready);
            let found: Vec<&String> =
                samples.iter().map(|(sample, _)| sample).filter(|sample| finds(ready, sample)).collect();
            if found.len() < 2 {
                without.push(format!(
                    "{} ({}): {} of {} {:?}",
                    rule.id,
                    rule.what,
                    found.len(),
                    samples.len(),
                    samples.first()
                ));
                continue;
            }
            for sample in &found[..2] {
                for text in [format!("use {sample} now"), format!("'{sample}'"), format!("printf \"\\n{sample}\\n\"")] {
                    let clean = super::super::text(&text).0.into_owned();
                    assert!(clean.contains(super::super::PLACEHOLDER), "{}: {clean}", rule.id);
                    assert_eq!(super::super::text(&clean).1, 0, "{}: {clean}", rule.id);
                }
                // Negatives: the key alone, and a mask behind it.
                for key in rule.keys {
                    assert!(!finds(ready, key), "{}", rule.id);
                    assert!(!finds(ready, &format!("{key}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")), "{}", rule.id);
                }
            }
        }
        assert!(without.is_empty(), "{}", without.join("\n"));
    }

    #[test]
    fn every_rule_has_a_name_of_its_own_and_a_source() {
        let mut ids: Vec<&str> = RULES.iter().map(|ready| ready.rule.id).collect();
        assert!(ids.len() >= 150, "{}", ids.len());
        ids.sort_unstable();
        ids.windows(2).for_each(|pair| assert_ne!(pair[0], pair[1]));
        for ready in RULES.iter() {
            assert!(ready.rule.docs.starts_with("https://") && !ready.rule.what.is_empty());
        }
    }
}
