//! What a value holds besides the secret: a user, a scope, a variable, the rest of an expression.

use std::ops::Range;

use super::has_space;
use super::judge::is_candidate;
use super::keyed::Place;
use super::looks::{is_made_of_words, looks_secret};
use super::names::{Head, Need};
use super::references::Quote;
use super::values::Value;

/// How long the scope is that follows a key's id: `AKIA…/20260101/us-east-1/s3/aws4_request`.
pub(super) fn scope(value: &str) -> usize {
    if value.len() < 24 || memchr::memchr2(b'/', b'%', value.as_bytes()).is_none() {
        return 0;
    }
    ["/20", "%2F20"].iter().find_map(|mark| value.find(mark)).filter(|at| *at >= 16).map_or(0, |at| value.len() - at)
}

/// How long the quote of HTML behind a value is: `&quot;`, with or without what ends it.
pub(super) fn entity(text: &str, range: &Range<usize>) -> usize {
    let value = &text[range.clone()];
    let body = value.strip_suffix(';').unwrap_or(value);
    let ends = body.len() < value.len() || text[range.end..].starts_with(';');
    let quote = ["&quot", "&rdquo", "&apos", "&gt", "&lt"].iter().find(|quote| body.ends_with(**quote));
    quote.filter(|_| ends).map_or(0, |quote| value.len() - body.len() + quote.len())
}

/// One word without the spaces its quotes hold around it.
pub(super) fn without_padding(text: &str, range: Range<usize>) -> Range<usize> {
    let value = &text[range.clone()];
    let inner = value.trim_matches(' ');
    if inner.len() == value.len() || inner.is_empty() || has_space(inner) {
        return range;
    }
    let start = range.start + value.len() - value.trim_start_matches(' ').len();
    start..start + inner.len()
}

/// What a value says about itself before the secret: `pass:` of openssl, the user of credentials.
pub(super) fn told_before(value: &str, place: &Place) -> usize {
    if place.flag && value.starts_with("pass:") {
        return "pass:".len();
    }
    if place.name.head != Head::Other {
        return 0;
    }
    // --secrets name=value
    if place.flag
        && let Some((name, rest)) = value.split_once('=')
        && is_made_of_words(name)
        && rest.len() >= 6
        && !rest.starts_with(['"', '\''])
    {
        return name.len() + 1;
    }
    // Base64 holds slashes, but not behind small letters only and no second time.
    let is_small =
        |user: &str| user.len() < 20 && user.bytes().all(|byte| byte.is_ascii_lowercase() || b"._-@4".contains(&byte));
    match value
        .split_once(':')
        .or_else(|| value.split_once('/').filter(|(user, rest)| is_small(user) && !rest.contains(['/', '='])))
    {
        Some((user, rest)) if rest.len() >= 6 && !rest.starts_with("//") && is_made_of_words(user) => user.len() + 1,
        _ => 0,
    }
}

/// Where the signature of a shared access signature is, of which everything else may be read: `sv=…&se=…&sig=…`.
/// <https://learn.microsoft.com/rest/api/storageservices/create-service-sas>
pub(super) fn signature(value: &str) -> Option<Range<usize>> {
    let start = value.find("sig=").filter(|at| *at > 0 && b"&?;".contains(&value.as_bytes()[at - 1]))? + "sig=".len();
    let is_shared = ["sv=", "se=", "sr=", "sp="].iter().any(|part| value.contains(part));
    let end = value[start..].find('&').map_or(value.len(), |length| start + length);
    (is_shared && end > start).then_some(start..end)
}

/// What a variable is if it is not set: `${PASSWORD:-secret}`.
pub(super) fn fallback(text: &str, place: &Place, found: &Value) -> Option<Range<usize>> {
    const LONG: usize = 16;
    let written = text[found.range.clone()].strip_prefix("${")?.strip_suffix('}')?;
    let (_, other) = written.split_once(":-")?;
    // A variable is taken at its word, but what stands for one that is not set may be a word.
    let looks = looks_secret(other) || place.name.loud && other.len() >= LONG && !is_made_of_words(other);
    let is_secret = place.name.need == Need::Anything && looks && is_candidate(other, Quote::Double);
    is_secret.then(|| found.range.end - 1 - other.len()..found.range.end - 1)
}

/// The sign that ends the replacement of sed, if the name stands in one: `s/KEY=.*/KEY=value/`.
pub(super) fn replaced_by(text: &str, start: usize) -> Option<char> {
    const BACK: usize = 120;
    // Only what starts the expression, or its second half, is looked at.
    let before = start.checked_sub(1).map(|at| text.as_bytes()[at])?;
    b"/|#,@~!:%^".contains(&before).then_some(())?;
    let bytes = &text.as_bytes()[start.saturating_sub(BACK)..start];
    let command = memchr::memmem::rfind(bytes, b"sed ").or_else(|| memchr::memmem::rfind(bytes, b"perl "))?;
    let expression = bytes[command..].windows(3).find(|three| {
        matches!(three[0], b'\'' | b'"' | b' ') && three[1] == b's' && b"/|#,@~!:%".contains(&three[2])
    })?;
    Some(char::from(expression[2]))
}
