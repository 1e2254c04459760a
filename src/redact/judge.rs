//! Whether what stands behind a name is a secret, given how it is written there.

use std::ops::Range;

use super::code_names::{is_code_name, is_numbered_type};
use super::engine::Scan;
use super::keyed::Place;
use super::looks::{is_made_of_words, is_uuid, looks_random, looks_secret, turns};
use super::margins::starts_line;
use super::memorable::{is_for_one_app, is_memorable};
use super::names::{Head, Name, Need};
use super::references::{Quote, is_mask, is_reference, is_sample, is_word};
use super::shape::Class;
use super::values::{Around, Value};
use super::{has_placeholder, has_space};

/// How a name and its value are joined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joint {
    /// `=` without space.
    Equals,
    /// `=`, `:=` or `=>` with space around it.
    Assigned,
    /// `:`
    Colon,
    /// `<name>value</name>`
    Element,
    /// `("name", "value")`
    Listed,
    /// Nothing but space, in a place where a value is sure to follow.
    Space,
}

/// How many bytes at the start are a mnemonic of at least twelve words.
pub(super) fn words_of_a_mnemonic(text: &str) -> usize {
    let mut end = 0;
    let mut count = 0;
    for word in text.split_inclusive(' ').take(24) {
        let trimmed = word.trim_end_matches(|last: char| !last.is_ascii_lowercase());
        if !(3..=8).contains(&trimmed.len()) || !trimmed.bytes().all(|byte| byte.is_ascii_lowercase()) {
            break;
        }
        count += 1;
        let at = end + trimmed.len();
        if trimmed.len() + 1 < word.len() || !word.ends_with(' ') {
            return if count >= 12 { at } else { 0 };
        }
        end += word.len();
    }
    if count >= 12 { end.saturating_sub(1) } else { 0 }
}

/// All of where a value stands that its looks are judged by.
type Written = (Name, Joint, Quote, [bool; 4]);

/// The value that was judged last: texts repeat their values.
pub(super) struct Judged {
    written: Written,
    value: Range<usize>,
    is_secret: bool,
}

/// What is known about where a value stands.
pub(super) struct Context<'a> {
    pub(super) joint: Joint,
    pub(super) place: &'a Place,
    /// In a query string or a form.
    pub(super) query: bool,
    pub(super) around: Around,
}

impl Context<'_> {
    /// Whether the value is a secret.
    pub(super) fn accepts(&self, scan: &mut Scan<'_>, found: &Value) -> bool {
        let value = &scan.text[found.range.clone()];
        if value.len() < 3 || value.starts_with("${") {
            return false;
        }
        let written = self.written(found);
        let known =
            scan.judged.as_ref().filter(|last| last.written == written && scan.text[last.value.clone()] == *value);
        // Most values look like no secret, which is cheaper to see than that they are references.
        let judge = || self.looks_like_one(value, found) && is_candidate(value, found.quote);
        let is_one = known.map_or_else(judge, |last| last.is_secret);
        scan.judged = Some(Judged { written, value: found.range.clone(), is_secret: is_one });
        is_one
            || (self.is_whole_line(scan.text, found)
                || self.is_variable_of(scan.text, found)
                || self.is_pass_phrase(scan.text, value))
                && is_candidate(value, found.quote)
    }

    /// `MYSQL_PASSWORD: letmein`: a variable of a container, and nothing behind its value.
    fn is_variable_of(&self, text: &str, found: &Value) -> bool {
        let name = self.place.name;
        let value = &text[found.range.clone()];
        let is_variable = name.loud && name.compound && name.head == Head::Password && name.need == Need::Anything;
        let ends = text.as_bytes().get(found.range.end).is_none_or(|next| *next != b' ')
            || text[found.range.end..].starts_with(" #");
        is_variable
            && ends
            && self.joint == Joint::Colon
            && found.quote == Quote::None
            && is_unspoken(value)
            && !is_code(value)
            && !self.is_type(value)
    }

    fn is_pass_phrase(&self, text: &str, value: &str) -> bool {
        let least = if self.place.name.loud && self.joint == Joint::Equals { 3 } else { 4 };
        self.joint != Joint::Listed && is_pass_phrase(text, self.place, value, least)
    }

    fn written(&self, found: &Value) -> Written {
        let place = self.place;
        let is_open = self.around.open.is_some();
        (place.name, self.joint, found.quote, [place.flag, place.quoted.is_some(), self.query, is_open])
    }

    fn looks_like_one(&self, value: &str, found: &Value) -> bool {
        let name = self.place.name;
        let is_password = matches!(name.head, Head::Password);
        let is_sure = self.place.flag || (name.loud && self.joint == Joint::Equals);
        if value.bytes().all(|byte| byte.is_ascii_digit()) {
            return match name.head {
                Head::Password => {
                    value.len() >= if is_sure || found.quote != Quote::None { 4 } else { 6 }
                        && name.need == Need::Anything
                }
                Head::Secret => {
                    value.len() >= 6 && name.need == Need::Anything && (is_sure || found.quote != Quote::None)
                }
                _ => value.len() >= 8 && is_sure && name.compound && name.need != Need::Random,
            };
        }
        if found.quote == Quote::None
            && self.joint != Joint::Equals
            && (is_code(value) && !starts_key(value) || is_constant(value))
        {
            return false;
        }
        match name.need {
            Need::Random => return looks_random(value) || name.head == Head::Secret && is_uuid(value),
            Need::SecretLike if !looks_secret(value) => return false,
            _ => {}
        }
        if has_space(value) {
            return self.accepts_phrase(value);
        }
        let is_secret_like = looks_secret(value) || is_uuid(value) || (is_password && is_jumbled(value));
        match (self.joint, found.quote) {
            (Joint::Space, Quote::None) => is_secret_like || (self.place.flag && is_mixed(value)),
            (Joint::Listed, Quote::None) => false,
            (_, Quote::Single | Quote::Double) if !is_password && is_numbered_constant(value) => false,
            (Joint::Listed, _) => {
                is_secret_like && (!is_identifier_with_signs(value) || is_password && is_memorable(value))
            }
            (Joint::Equals, Quote::None) if !is_sure && !self.query && is_script(value) => false,
            // What an enumeration of C sets.
            (Joint::Equals, _) if !is_password && value.len() <= 10 && value.starts_with("0x") => false,
            (Joint::Equals, _) if is_sure || self.query => {
                value.len() >= 4
                    && (is_password || is_secret_like || value.len() >= 6)
                    && !(self.query && value.len() < 6)
            }
            (Joint::Element, _) => value.len() >= 4 && (is_secret_like || (is_password && self.place.quoted.is_none())),
            (_, Quote::None) => {
                is_secret_like
                    && !self.is_type(value)
                    && !(self.around.open.is_none() && self.joint == Joint::Assigned && is_variable_name(value))
            }
            (_, _) => {
                is_secret_like
                    || (is_password && is_unspoken(value))
                    || (!is_password
                        && value.len() >= 20
                        && is_unspoken(value)
                        && is_mixed(value)
                        && !is_made_of_words(value))
                    || (self.place.flag && value.len() >= 4)
            }
        }
    }

    /// A line of a properties file, of INI or of an environment: nothing but a name, `=` and a value.
    fn is_whole_line(&self, text: &str, found: &Value) -> bool {
        let name = self.place.name;
        if self.joint != Joint::Equals || found.quote != Quote::None || name.head != Head::Password {
            return false;
        }
        let bytes = text.as_bytes();
        let start = self.place.range.start;
        let ends = matches!(bytes.get(found.range.end), None | Some(b'\n' | b'\r'));
        let value = &text[found.range.clone()];
        let least = if text[self.place.range.clone()].contains('.') { 4 } else { 6 };
        ends && name.need == Need::Anything
            && value.len() >= least
            && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            && !["pass", "pwd", "secret", "token", "input", "field"].iter().any(|part| value.contains(part))
            && starts_line(bytes, start)
    }

    /// `Colon2`, `PRESENCE_0`: what a field's type is called.
    fn is_type(&self, value: &str) -> bool {
        let value = value.trim_end_matches([';', ',', ')']);
        let is_not_password = self.place.name.head != Head::Password;
        let is_name = value.len() <= 24 && is_made_of_words(value) && is_not_password;
        (is_constant(value) || is_name || is_code_name(value) || is_numbered_type(value) && is_not_password)
            && self.joint != Joint::Equals
    }

    /// Words with spaces between them: a pass phrase, unless it is a sentence about one.
    fn accepts_phrase(&self, value: &str) -> bool {
        if self.joint == Joint::Listed || value.len() > 200 {
            return false;
        }
        let is_mnemonic = words_of_a_mnemonic(value) == value.len();
        let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
        let few = value.split_whitespace().count() <= 6;
        let is_sentence = value.contains(['%', '{', '<', '(', ':', '=', '\\', '/', '|'])
            || value.ends_with(['.', '?', ':', '!'])
            || value.split_whitespace().any(is_word);
        is_mnemonic
            || is_for_one_app(value)
            || (!is_sentence && few && self.place.name.head == Head::Password && (has_digit || self.place.flag))
    }
}

/// At least so many words alone, behind a name that says that they are a pass phrase.
pub(super) fn is_pass_phrase(text: &str, place: &Place, value: &str, least: usize) -> bool {
    const MOST: usize = 10;
    const PHRASE: &str = "phrase";
    let name = &text.as_bytes()[place.range.clone()];
    let is_phrase =
        name.len().checked_sub(PHRASE.len()).is_some_and(|at| name[at..].eq_ignore_ascii_case(PHRASE.as_bytes()));
    let is_plain = |word: &str| {
        (3..=10).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !is_word(word)
    };
    place.name.head == Head::Password
        && is_phrase
        && (least..=MOST).contains(&value.split(' ').count())
        && value.split(' ').all(is_plain)
}

/// Whether a value could be a secret at all.
pub(super) fn is_candidate(value: &str, quote: Quote) -> bool {
    value.len() >= 3
        && !has_placeholder(value)
        && !is_reference(value, quote)
        && !is_mask(value)
        && !is_sample(value)
        && !is_word(value)
}

/// Letters of both cases or a sign, and no word of a sentence.
pub(super) fn is_mixed(value: &str) -> bool {
    let bytes = value.as_bytes();
    value.len() >= 6
        && (turns(bytes) > 0 || bytes[..bytes.len() - 1].iter().any(|byte| b"!@#$%^&*+".contains(byte)))
        && !value.ends_with([',', ':', ';', ')'])
}

/// Letters whose case changes more often than that of words written together.
fn is_jumbled(value: &str) -> bool {
    value.len() >= 10
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && turns(value.as_bytes()) * 4 >= value.len()
}

/// A single small word that is no word for a password in any of the languages a form has.
fn is_unspoken(value: &str) -> bool {
    const SPOKEN: &[&str] = words! {
        "pass" "mot" "kenn" "contra" "senh" "wacht" "hasl" "salas" "parol" "lozin" "heslo" "jelsz" "adgang" "losen"
        "sifre" "cont" "clave" "geslo" "confirm" "enter"
    };
    let lower = value.to_ascii_lowercase();
    value.len() >= 6
        && !value.starts_with("0x")
        && value.is_ascii()
        && value.bytes().skip(1).all(|byte| byte.is_ascii_graphic())
        && !value.bytes().next().is_some_and(|first| {
            first.is_ascii_uppercase() && value.bytes().skip(1).all(|byte| byte.is_ascii_lowercase())
        })
        && !value.contains(['(', ')', '<', '>', '{', '}', ' ', '"', '\\', '/', ':', '.', '_', '-', '['])
        && value.bytes().any(|byte| byte.is_ascii_lowercase())
        && !SPOKEN.iter().any(|spoken| lower.starts_with(spoken))
        && !["password", "secret", "token", "field", "input"].iter().any(|part| lower.contains(part))
}

/// `test-token-1`, `users.password2`: what tests and code call such a thing.
fn is_identifier_with_signs(value: &str) -> bool {
    value.split(['-', '_', '.', ' ', '/', ':']).all(|word| {
        word.trim_end_matches(|last: char| last.is_ascii_digit()).bytes().all(|byte| byte.is_ascii_lowercase())
    })
}

/// `PRESENCE_0`, `DOT11EXT_SET_DEFAULT_KEY`: words in capitals, joined by lines.
pub(super) fn is_constant(value: &str) -> bool {
    let value = value.trim_start_matches(['%', '@']).trim_end_matches([';', ',', ')']);
    value.contains('_')
        && value.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"_+".contains(&byte))
        && value.bytes().filter(u8::is_ascii_digit).count() * 3 <= value.len()
}

/// `TK_IDENT_1`: a constant with a number that tells it from others.
fn is_numbered_constant(value: &str) -> bool {
    let is_part = |part: &str| {
        part.bytes().all(|byte| byte.is_ascii_uppercase())
            || part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    value.split('_').count() >= 3 && value.split('_').all(is_part)
}

/// Random text may start with a sign, as base64 does.
fn starts_key(value: &str) -> bool {
    value.starts_with(['/', '.']) && looks_random(value)
}

/// What only code has in it that was written without a space.
fn is_script(value: &str) -> bool {
    let has_sign = value.bytes().any(|byte| const { Class::of(")>&|.") }.has(byte));
    has_sign && ["){", ")?", "](", "=>", "&&", "||", "),", "this.", "):("].iter().any(|mark| value.contains(mark))
}

/// What only code has in it.
fn is_code(value: &str) -> bool {
    const MARKS: &[&str] = words! { "->" "::" "=>" "()" "](" "(\"" "('" "<'" };
    let signs = Class::in_text(value);
    value.starts_with(['!', '?', '*', '(', '[', '{', '|', '>', '<', '-', '=', '/', '\\', '.', ','])
        || (value.starts_with('&') && value.contains('.'))
        || signs.has(b'<') && signs.has(b'>')
        || signs.has(b'<')
            && value
                .split_once('<')
                .is_some_and(|(name, _)| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic()))
        || signs.meets(const { &Class::of("->:(<") }) && MARKS.iter().any(|mark| value.contains(mark))
}

/// A name of a variable: small letters and lines, with a digit or two.
fn is_variable_name(value: &str) -> bool {
    let value = value.trim_end_matches([';', ',', ')']);
    value.contains('_')
        && value.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        && value.bytes().filter(u8::is_ascii_digit).count() <= 2
        && !value.split('_').any(|word| {
            // A digit in the middle of a longer word stands for a letter.
            word.len() >= 5
                && word.trim_end_matches(|last: char| last.is_ascii_digit()).bytes().any(|byte| byte.is_ascii_digit())
        })
}
