//! What a secret looks like to whoever knows where it stands: not like a word, a name, a number with
//! a unit, a version or a path.

use super::code_names::is_code_name;
use super::memorable::is_for_one_app;
use super::references::is_path;
use super::shape::Class;

/// A name a person gave: letters with at most a few digits at the end of a word.
pub(super) fn is_identifier(name: &str) -> bool {
    name.is_empty()
        || name.bytes().all(|byte| byte.is_ascii_digit()) && name.len() <= 3
        || (name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.split('_').all(is_word_like))
}

/// One word of a name: no digit but at its end, few changes of case.
fn is_word_like(word: &str) -> bool {
    let letters = word.trim_end_matches(|last: char| last.is_ascii_digit());
    let bytes = letters.as_bytes();
    word.len() - letters.len() <= 4
        && bytes.iter().all(u8::is_ascii_alphabetic)
        && (bytes.len() < 6 || turns(bytes) * 4 <= bytes.len())
}

/// Whether a token's body is words joined by hyphens, underscores or full stops.
pub(super) fn is_made_of_words(body: &str) -> bool {
    body.split(['-', '_', '.', ' ', '/', '+', '=', ',', ':']).all(|chunk| {
        let letters = chunk.trim_end_matches(|last: char| last.is_ascii_digit());
        is_word_like(chunk) && (letters.len() == chunk.len() || letters.len() <= 12)
    })
}

/// Whether letters change case as often as random ones do, and words do not.
pub(super) fn has_random_case(body: &str) -> bool {
    let letters: Vec<bool> =
        body.bytes().filter(u8::is_ascii_alphabetic).map(|letter| letter.is_ascii_uppercase()).collect();
    let changes = letters.windows(2).filter(|pair| pair[0] != pair[1]).count();
    letters.len() >= 16 && changes * 3 >= letters.len()
}

const DIGITS: Class = Class::of("0-9");
const UPPER: Class = Class::of("A-Z");
const LOWER: Class = Class::of("a-z");
const LETTERS: Class = Class::of("A-Za-z");
const ALPHANUMERIC: Class = Class::of("A-Za-z0-9");

/// Whether a value looks like a secret to whoever reads that it is one: not like a word, a number with
/// a unit, a version, a date, a list or a line of code.
pub(super) fn looks_secret(value: &str) -> bool {
    if value.len() < 6 {
        return false;
    }
    let made_of = Class::in_text(value);
    let has = |class: &Class| made_of.meets(class);
    let letters = || value.bytes().filter(u8::is_ascii_alphabetic).count();
    if !value.is_ascii() && letters() < 4 {
        return false;
    }
    // Base64 that says so.
    let is_base64 = value.ends_with('=') && value.len().is_multiple_of(4) && has(&UPPER) && has(&LOWER) && {
        let body = value.trim_end_matches('=');
        value.len() - body.len() <= 2 && body.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/".contains(&byte))
    };
    if is_base64 || is_full_of_signs(value, &made_of) {
        return true;
    }
    if !has(&DIGITS) {
        const SYMBOLS: Class = Class::of("!@#$%^&*+~?");
        const CODE: Class = Class::of("()[]\"' |=");
        let symbol_inside = has(&SYMBOLS)
            && !has(&CODE)
            && value.len() >= 8
            && !value.ends_with(['!', '?', '*', '&'])
            && !value.starts_with(['!', '&', '*', '#', '@'])
            && !value.contains("&&")
            && !value.contains("://")
            && !is_mail_address(value);
        return (symbol_inside && letters() > 4 && has(const { &Class::of("A-Z!@#$%^") }) && !value.contains("->"))
            || is_for_one_app(value)
            || (value.len() >= 20 && made_of.is_within(&ALPHANUMERIC) && turns(value.as_bytes()) * 4 >= value.len());
    }
    has(&LETTERS)
        && !is_colour(value)
        && !is_grammar(value)
        && !is_list_of_rules(value)
        && !is_number(value)
        && !is_measure(value)
        && !is_date_or_version(value)
        && !is_named_value(value)
        && !is_versioned(value)
        && !is_code_name(value)
}

/// How often a capital letter follows a small one.
pub(super) fn turns(bytes: &[u8]) -> usize {
    bytes.windows(2).filter(|pair| pair[0].is_ascii_lowercase() && pair[1].is_ascii_uppercase()).count()
}

/// Signs of many kinds among letters, as a password of a generator has them and a pattern has not.
fn is_full_of_signs(value: &str, made_of: &Class) -> bool {
    const SIGNS: Class = Class::of("!#$%&()*+;<=>?@[]^_{|}~-");
    const OTHERS: Class = Class::of("\\\"'`,./");
    value.len() >= 16
        && made_of.common(&SIGNS) >= 8
        && !made_of.meets(&OTHERS)
        && value.bytes().all(|byte| byte.is_ascii_graphic())
        && value.bytes().filter(u8::is_ascii_alphanumeric).count() * 2 > value.len()
        && !value.contains("&&")
        && !value.contains("->")
        && !value.contains("[A-Z")
        && !value.contains("(?")
}

/// `user@site`, `anonymous@`: the part before the @ is a word of manuals.
fn is_mail_address(value: &str) -> bool {
    value.split_once('@').is_some_and(|(user, host)| {
        let user = user.trim_start_matches('-');
        super::references::is_word(user) && host.bytes().all(|byte| byte.is_ascii_lowercase() || b".-".contains(&byte))
    })
}

/// `#d8dee9`
fn is_colour(value: &str) -> bool {
    value.strip_prefix('#').is_some_and(|digits| {
        matches!(digits.len(), 3 | 4 | 6 | 8) && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
    })
}

/// `1*tchar`: a repetition of the grammars of the RFCs.
fn is_grammar(value: &str) -> bool {
    let rest = value.trim_start_matches(|first: char| first.is_ascii_digit());
    rest.len() < value.len()
        && rest
            .strip_prefix('*')
            .is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_alphabetic() || b"<>()-,;".contains(&byte)))
}

/// `required|min:8|confirmed`, `required,min=8`: how a form is checked.
fn is_list_of_rules(value: &str) -> bool {
    let rules = || value.split(['|', ',']);
    rules().count() > 1
        && value.contains([':', '='])
        && rules().all(|rule| rule.split([':', '=']).all(is_word_like) && rule.len() > 2)
}

/// `inspectorConfig_v1`, `cache-v2`: words with the version of what they name.
fn is_versioned(value: &str) -> bool {
    let stem = value.trim_end_matches(|last: char| last.is_ascii_digit());
    stem.len() < value.len()
        && ["_v", "-v", ".v", ":v"].iter().any(|end| stem.strip_suffix(end).is_some_and(is_made_of_words))
}

/// `218u16`, `0x8009_0308_u32`, `42L`: a number of a language, no longer than one.
fn is_number(value: &str) -> bool {
    let value = value.trim_end_matches([';', ',', ')']);
    let (digits, most) = match value.strip_prefix("0x").or_else(|| value.strip_prefix("0X")) {
        Some(hex) => (hex, 34),
        None => (value, 24),
    };
    let is_digit = |byte: u8| byte == b'_' || if most == 34 { byte.is_ascii_hexdigit() } else { byte.is_ascii_digit() };
    let number = digits.bytes().take_while(|byte| is_digit(*byte)).count();
    let types = ["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f32", "f64"];
    let suffix = &digits[number..];
    let is_suffix =
        types.contains(&suffix) || (suffix.len() <= 3 && suffix.bytes().all(|byte| b"uUlLn".contains(&byte)));
    (1..=most).contains(&number) && is_suffix
}

/// `12k/200k`, `3600s`, `512MiB`, `40%`: numbers, each with a short unit.
fn is_measure(value: &str) -> bool {
    value.starts_with(|first: char| first.is_ascii_digit())
        && value.split(['/', ',', ':', '+', '-', 'x', ';']).all(|part| {
            let number = part.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
            let unit = part[number..].trim_end_matches(['.', '%', ')']);
            (number > 0 || part.len() <= 3) && unit.len() <= 3 && unit.bytes().all(|byte| byte.is_ascii_alphabetic())
        })
}

fn is_date_or_version(value: &str) -> bool {
    let value = value.strip_prefix(['v', '^', '~', '=', '>', '<']).unwrap_or(value);
    let body = value.split(['-', '+', 'T']).next().unwrap_or(value);
    let numbers = value.split(['.', '-', ':', '/', '+', 'T', 'Z', '_', ',', ';']).filter(|part| !part.is_empty());
    let dotted = body.contains('.')
        && body.split('.').all(|part| {
            !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'x' || byte == b'*')
        });
    dotted || numbers.clone().count() > 1 && numbers.clone().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()))
}

/// `token2`, `user_id1`, `secret-v2`, `TestToken1`: a name with a number that says what it stands for.
fn is_named_value(value: &str) -> bool {
    const NAMES: &[&str] = words! {
        "password" "passwd" "pass" "secret" "token" "key" "auth" "cred" "value" "param" "arg" "var" "field" "test"
        "user" "name" "id" "type" "foo" "bar" "line" "sha" "input"
    };
    let value = value.trim_end_matches('.');
    if !value.split(['_', '-', '.', '/', ':']).all(is_word_like) {
        return false;
    }
    let lower = value.to_ascii_lowercase();
    lower.split(['_', '-', '.', '/', ':']).any(|word| {
        let word = word.trim_end_matches(|last: char| last.is_ascii_digit());
        NAMES.contains(&word) || (word.len() > 6 && NAMES[..8].iter().any(|name| word.ends_with(name)))
    }) || value.split(['_', '-', '.', '/']).count() > 3 && !value.ends_with(|last: char| last.is_ascii_digit())
}

/// Whether a value looks random to whoever knows nothing about it: long, mixed, not an id, not a name.
pub(super) fn looks_random(value: &str) -> bool {
    const CODE: Class = Class::of("()[]{}<>\"'`,;|\\");
    if value.len() < 16 {
        return false;
    }
    let made_of = Class::in_text(value);
    made_of.meets(&DIGITS)
        && made_of.meets(&LETTERS)
        && !made_of.meets(&CODE)
        && made_of.is_within(const { &Class::of("!-~") })
        && !is_uuid(value)
        && !is_path(value)
        && !is_made_of_words(value)
        && !is_code_name(value)
        && !is_number(value)
        && !is_measure(value)
        && !is_date_or_version(value)
        && entropy(value) >= 2.8
        && !value.contains("::")
        && !value.contains("://")
}

/// Whether a value is a UUID.
pub(super) fn is_uuid(value: &str) -> bool {
    let bytes = value.as_bytes();
    bytes.len() == 36
        && bytes
            .iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 8 | 13 | 18 | 23) { *byte == b'-' } else { byte.is_ascii_hexdigit() })
}

/// Bits per byte.
fn entropy(value: &str) -> f64 {
    let weight = |count: u16| f64::from(count) * f64::from(count).log2();
    let mut counts = [0_u16; 256];
    let mut repeated = 0.0;
    for byte in value.bytes() {
        let count = &mut counts[usize::from(byte)];
        // Most bytes of what is random come once or twice.
        repeated += match *count {
            0 => 0.0,
            1 => 2.0,
            before => weight(before.saturating_add(1)) - weight(before),
        };
        *count = count.saturating_add(1);
    }
    #[allow(clippy::cast_precision_loss, reason = "a length of a value")]
    let length = value.len() as f64;
    length.log2() - repeated / length
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entropy_is_counted_in_bits_per_byte() {
        for (value, bits) in
            [("aaaaaaaa", 0.0), ("abababab", 1.0), ("abcdefgh", 3.0), ("aaab", 0.811), ("aaabbc", 1.459)]
        {
            assert!((entropy(value) - bits).abs() < 0.001, "{value}: {}", entropy(value));
        }
    }

    #[test]
    fn secrets_look_like_secrets_and_words_do_not() {
        for secret in ["hunter2x", "aB3dE5fG", "HarborThistle!3337", "zephyr-granite-saddle76", "P@ssword", "4f2a9c1b"]
        {
            assert!(looks_secret(secret), "{secret}");
        }
        for plain in
            ["reset", "12k/200k", "3600s", "1.2.3-rc1", "2026-01-02", "token2", "opaque,", "user_id1", "middleware"]
        {
            assert!(!looks_secret(plain), "{plain}");
        }
    }
}
