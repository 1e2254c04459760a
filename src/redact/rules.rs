//! The kinds of secrets, as patterns whose last group is the secret.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::PLACEHOLDER;

/// One kind of secret.
struct Rule {
    /// The secret is the group named `secret`; a group named `name` is what it is assigned to.
    pattern: LazyLock<Regex>,
    /// Whether a match really is one.
    accept: fn(name: &str, secret: &str) -> bool,
}

macro_rules! rule {
    ($pattern:expr, $accept:expr) => {
        Rule {
            pattern: LazyLock::new(|| {
                #[allow(clippy::expect_used, reason = "a constant pattern; the tests compile every one")]
                Regex::new($pattern).expect("a valid pattern")
            }),
            accept: $accept,
        }
    };
}

/// A value: in quotes (also escaped ones, as in JSON inside a command), or up to white space.
macro_rules! value {
    () => {
        r#"(?:\\?"(?P<a>[^"\\\r\n]+)|\\?'(?P<b>[^'\\\r\n]+)|(?P<c>[^\s"'\\,;&|)}\]]+))"#
    };
}

static RULES: [Rule; 6] = [
    // Tokens that show what they are: OpenAI, Anthropic and Stripe style sk-, GitHub, AWS, Slack.
    rule!(
        r"\b(?P<c>(?:sk|rk)[-_][A-Za-z0-9_-]{16,}|gh[opusr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|(?:AKIA|ASIA)[A-Z0-9]{16}|xox[a-z]-[A-Za-z0-9-]{10,})",
        |_, secret| secret.bytes().any(|byte| byte.is_ascii_digit())
    ),
    // Authorization: <scheme> <credentials>
    rule!(
        r#"(?i)\b(?:proxy-)?authorization\\?["']?[ \t]*[:=][ \t]*\\?["']?(?:(?:bearer|basic|token|digest|apikey)[ \t]+)?(?P<c>[^\s"'\\,;]+)"#,
        |_, secret| secret.len() >= 6 && !is_reference(secret)
    ),
    // Bearer <credentials> without the header's name
    rule!(r"(?i)\bbearer[ \t]+(?P<c>[A-Za-z0-9._~+/=-]{8,})", |_, secret| {
        secret.bytes().any(|byte| byte.is_ascii_digit()) || secret.len() >= 24
    }),
    // scheme://user:password@host
    rule!(r#"\b[A-Za-z][A-Za-z0-9+.-]*://[^\s/:@"'<>«»]*:(?P<c>[^\s/"'<>«»]+)@"#, |_, secret| !is_reference(
        secret
    )),
    // --password value, --api-key=value
    rule!(
        concat!(
            r"(?i)(?:^|[\s=])--?(?P<name>[a-z0-9-]*(?:password|passwd|passphrase|token|api-?key|secret|secret-key|access-key))(?:=|[ \t]+)",
            value!()
        ),
        |_, secret| !is_reference(secret) && !is_word(secret) && !secret.starts_with('-')
    ),
    // NAME_KEY=value, Header-Token: value, "password": "value"
    rule!(
        concat!(
            r#"(?P<name>[A-Za-z0-9_.-]*(?:(?i:secret|password|passwd|passphrase|token|api_?-?key)|[_-](?i:key)|[a-z]Key))(?:\\?["'])?[ \t]*(?P<operator>[:=]{1,3}>?)[ \t]*"#,
            value!()
        ),
        is_assigned_secret
    ),
];

/// Where the secrets of a text are, in order and without overlaps.
pub(super) fn secrets(text: &str) -> Vec<Range<usize>> {
    if !may_hold_secret(text) {
        return Vec::new();
    }
    let mut spans: Vec<Range<usize>> = Vec::new();
    for rule in &RULES {
        for found in rule.pattern.captures_iter(text) {
            let operator = found.name("operator").map_or("=", |group| group.as_str());
            let Some(secret) = ["a", "b", "c"].iter().find_map(|group| found.name(group)) else { continue };
            let name = found.name("name").map_or("", |group| group.as_str());
            let replaced = secret.as_str().contains(PLACEHOLDER) || secret.as_str().contains(['«', '»']);
            let assigned = matches!(operator, "=" | ":");
            if !replaced && assigned && (rule.accept)(name, secret.as_str()) {
                spans.push(secret.range());
            }
        }
    }
    spans.sort_by_key(|span| (span.start, span.end));
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span),
        }
    }
    merged
}

/// A cheap look for anything a rule could start from: most texts hold none of it.
fn may_hold_secret(text: &str) -> bool {
    text.contains([':', '=', '_', '-'])
        || text.as_bytes().windows(6).any(|bytes| bytes.eq_ignore_ascii_case(b"bearer"))
        || text.contains("AKIA")
        || text.contains("ASIA")
}

/// Words of names that hold keys of data, not of doors.
const DATA: [&str; 20] = [
    "sort",
    "primary",
    "foreign",
    "partition",
    "cache",
    "public",
    "row",
    "index",
    "group",
    "order",
    "hash",
    "range",
    "map",
    "object",
    "composite",
    "unique",
    "hot",
    "next",
    "lookup",
    "translation",
];
/// Words of lower-case names whose key opens something.
const DOORS: [&str; 14] = [
    "api",
    "access",
    "private",
    "secret",
    "client",
    "auth",
    "encryption",
    "signing",
    "master",
    "account",
    "app",
    "service",
    "license",
    "shared",
];

/// Whether what is assigned to `name` is a secret rather than a setting about one.
fn is_assigned_secret(name: &str, value: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let words: Vec<&str> = lower.split(['_', '-', '.']).filter(|word| !word.is_empty()).collect();
    let is_key = lower.ends_with("key");
    if is_key && words.iter().any(|word| DATA.contains(word)) {
        return false;
    }
    let is_written_small = name.bytes().any(|byte| byte.is_ascii_lowercase());
    if is_key && is_written_small && !DOORS.iter().any(|door| lower.contains(door)) {
        return false;
    }
    !is_reference(value) && !is_word(value)
}

/// Whether a value only points to a secret: a variable, a template, a call, a path, a mask.
fn is_reference(value: &str) -> bool {
    let masked = value.len() >= 3 && value.bytes().all(|byte| b"*x.X-_".contains(&byte));
    masked
        || value.starts_with(['$', '<', '{', '[', '(', '%', '@', '`'])
        || value.starts_with("./")
        || value.starts_with("~/")
        || (value.starts_with('/') && value[1..].contains('/'))
        || value.contains(['(', '<'])
        || value.contains("${")
        || value.contains("{{")
        || ["process.env", "os.environ", "env.", "secrets.", "vars.", "config.", "self.", "this."]
            .iter()
            .any(|prefix| value.starts_with(prefix))
}

/// Values that are words rather than secrets.
const WORDS: [&str; 40] = [
    "string",
    "str",
    "number",
    "int",
    "bool",
    "boolean",
    "any",
    "object",
    "true",
    "false",
    "null",
    "none",
    "nil",
    "undefined",
    "required",
    "optional",
    "missing",
    "invalid",
    "expired",
    "changeme",
    "change-me",
    "password",
    "secret",
    "token",
    "your-token",
    "your-password",
    "example",
    "placeholder",
    "await",
    "async",
    "new",
    "function",
    "yes",
    "no",
    "on",
    "off",
    "not",
    "is",
    "the",
    "a",
];

/// Whether a value is a word of a language rather than a secret: a type, a literal, a placeholder.
fn is_word(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let short_number = value.len() <= 5 && value.bytes().all(|byte| byte.is_ascii_digit());
    short_number || WORDS.contains(&lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for rule in &RULES {
            assert!(rule.pattern.as_str().contains("?P<"));
        }
    }
}
