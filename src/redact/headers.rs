//! Header fields whose value is a scheme with credentials, and cookies.

use super::engine::Scan;
use super::judge::{is_candidate, is_mixed};
use super::looks::{is_uuid, looks_random, looks_secret};
use super::names::secret_name;
use super::references::Quote;
use super::shape::Class;
use super::span;

const CREDENTIAL: Class = Class::of("A-Za-z0-9._~+/=:|!@#$%^&*-");
/// What is printed, but quotes, `,`, `;` and `\`.
const IN_COOKIE: Class = Class::of("!#-&(-+--:<-[]-_a-~");
const SPACE: Class = Class::of(" \t");

/// Schemes whose credentials are one word.
const SCHEMES: &[&str] = words! {
    "bearer" "basic" "token" "apikey" "api-key" "ssws" "bot" "splunk" "ghost" "sso-key" "key" "jwt" "discogs"
    "klaviyo-api-key" "sharedaccesssignature" "genericapikey" "client-id" "pat" "snyk" "flyv1" "negotiate" "ntlm"
};
/// Schemes whose credentials are a list of names and values.
const LISTS: &[&str] = words! {
    "digest" "aws4-hmac-sha256" "oauth" "hawk" "mac" "signature" "sharedkey" "hmac" "aws4-ecdsa-p256-sha256" "aws"
};
/// Which of those names hold what opens something.
const PROOFS: &[&str] = words! {
    "response" "signature" "mac" "oauth_signature" "oauth_token" "hash" "oauth_consumer_key" "token" "credential"
};

/// What follows the name of an authorization header.
pub(super) fn authorization(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    // AWS::Config::AggregationAuthorization
    let name = const { Class::of("A-Za-z:") }.run_back(bytes, end, 60);
    if memchr::memmem::find(&bytes[end - name..end], b"::").is_some() {
        return;
    }
    let mut at = end + const { Class::of("\"'\\]") }.run(bytes, end, 6);
    at += SPACE.run(bytes, at, 8);
    match bytes.get(at) {
        Some(b':' | b'=') if bytes.get(at + 1) != Some(&b'=') && bytes.get(at + 1) != Some(&b':') => at += 1,
        Some(b',') if at > end => at += 1,
        _ => return,
    }
    at += usize::from(bytes.get(at) == Some(&b'>'));
    at += SPACE.run(bytes, at, 8);
    at += const { Class::of("\"'`\\fbr") }.run(bytes, at, 5).min(if quote_within(bytes, at) { 5 } else { 0 });
    at += SPACE.run(bytes, at, 8);
    let scheme_length = const { Class::of("A-Za-z0-9_-") }.run(bytes, at, 40);
    let after = at + scheme_length;
    let gap = SPACE.run(bytes, after, 4)
        + usize::from(scan.text.get(after..).is_some_and(|rest| rest.starts_with("%20"))) * 3;
    let scheme = scan.text.get(at..after).unwrap_or_default().to_ascii_lowercase();
    if gap > 0 && LISTS.contains(&scheme.as_str()) {
        list(scan, after + gap);
    }
    if scan.text.get(after + gap..).is_some_and(|rest| rest.starts_with("token=") && gap > 0) {
        return list(scan, after + gap);
    }
    let known = SCHEMES.contains(&scheme.as_str());
    let (start, is_known) =
        if gap > 0 { (after + gap, known || LISTS.contains(&scheme.as_str())) } else { (at, false) };
    let length = CREDENTIAL.run(bytes, start, scan.value_limit());
    scan.spend(length);
    let Some(written) = scan.text.get(start..start + length) else { return };
    let credential = written.trim_end_matches(['.', ',', ':', '&']);
    let accepted = if known && gap > 0 {
        credential.len() >= 6
            && (looks_secret(credential) || credential.len() >= 20 || credential.ends_with('=') || is_mixed(credential))
    } else if is_known {
        credential.len() >= 20 && !credential.contains('=')
    } else {
        credential.len() >= 8
            && (looks_random(credential) || is_uuid(credential))
            && !super::judge::is_constant(credential)
    };
    if accepted && is_candidate(credential, Quote::None) {
        scan.keep(span(start..start + credential.len()));
    }
}

fn quote_within(bytes: &[u8], at: usize) -> bool {
    let length = const { Class::of("\"'`\\fbr") }.run(bytes, at, 5);
    length > 0
        && bytes[at..at + length].iter().any(|byte| b"\"'`".contains(byte))
        && matches!(bytes[at + length - 1], b'"' | b'\'' | b'`')
}

/// `Digest username="…", response="…"`
fn list(scan: &mut Scan<'_>, start: usize) {
    let bytes = scan.bytes;
    let mut at = start;
    for _ in 0..24 {
        at += const { Class::of(" ,\t") }.run(bytes, at, 8);
        let name = const { Class::of("A-Za-z0-9_-") }.run(bytes, at, 40);
        let Some(written) = scan.text.get(at..at + name) else { return };
        let is_proof = PROOFS.contains(&written.to_ascii_lowercase().as_str());
        at += name;
        if name == 0 || bytes.get(at) != Some(&b'=') {
            return;
        }
        at += 1;
        at += const { Class::of("\\\"") }.run(bytes, at, 4);
        let length = const { Class::of("A-Za-z0-9._~+/=:%@ -;") }.run(bytes, at, scan.value_limit().min(1024));
        scan.spend(length);
        let length = bytes[at..at + length].iter().position(|byte| *byte == b'"' || *byte == b',').unwrap_or(length);
        let Some(value) = scan.text.get(at..at + length) else { return };
        // What follows the key's id is the scope it was used in.
        let proof = if written_is(written, "credential") { value.split('/').next().unwrap_or(value) } else { value };
        if is_proof && proof.len() >= 8 && is_candidate(proof, Quote::Double) {
            scan.keep(span(at..at + proof.len()));
        }
        at += length;
        at += const { Class::of("\\\"") }.run(bytes, at, 4);
    }
}

fn written_is(written: &str, name: &str) -> bool {
    written.eq_ignore_ascii_case(name)
}

/// `Bearer …` wherever it stands.
pub(super) fn bearer(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end;
    let gap = SPACE.run(bytes, at, 4);
    at += gap;
    if gap == 0 {
        if scan.text.get(at..).is_some_and(|rest| rest.starts_with("%20")) {
            at += 3;
        } else {
            return;
        }
    }
    let length = const { Class::of("A-Za-z0-9._~+/=|:-") }.run(bytes, at, scan.value_limit());
    scan.spend(length);
    let Some(written) = scan.text.get(at..at + length) else { return };
    let credential = written.trim_end_matches(['.', ',', ':', '-']);
    let has_digit = credential.bytes().any(|byte| byte.is_ascii_digit());
    let is_secret = credential.len() >= 8
        && is_candidate(credential, Quote::None)
        && ((has_digit && looks_secret(credential))
            || (credential.len() >= 24 && is_mixed(credential) && !credential.contains("_uri")));
    if is_secret && !super::references::is_path(credential) {
        scan.keep(span(at..at + credential.len()));
    }
}

/// `Cookie: a=…; b=…` and `Set-Cookie: a=…; Path=/`
pub(super) fn cookies(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end + const { Class::of("\"'\\") }.run(bytes, end, 4);
    if bytes.get(at) != Some(&b':') && !(bytes.get(at) == Some(&b'=') || bytes.get(at) == Some(&b' ')) {
        return;
    }
    at += 1;
    at += const { Class::of(" \"'\\") }.run(bytes, at, 6);
    crumbs(scan, at);
}

/// `a=…; b=…`
pub(super) fn crumbs(scan: &mut Scan<'_>, start: usize) {
    let bytes = scan.bytes;
    let mut at = start;
    for _ in 0..40 {
        at += const { Class::of("; \t") }.run(bytes, at, 4);
        let name = const { Class::of("A-Za-z0-9_.-") }.run(bytes, at, 80);
        let Some(written) = scan.text.get(at..at + name) else { return };
        at += name;
        if name == 0 {
            return;
        }
        if bytes.get(at) != Some(&b'=') {
            if bytes.get(at) == Some(&b';') {
                continue;
            }
            return;
        }
        at += 1;
        let limit = scan.value_limit();
        let length = IN_COOKIE.run(bytes, at, limit);
        let is_cut = length == limit;
        scan.spend(length);
        let Some(value) = scan.text.get(at..at + length) else { return };
        let lower = written.to_ascii_lowercase();
        let opens = ["sess", "sid", "auth", "token", "jwt", "login", "remember", "csrf", "xsrf"]
            .iter()
            .any(|part| lower.contains(part))
            || secret_name(written).is_some();
        let is_secret = ((opens && value.len() >= 8 && looks_secret(value))
            || looks_random(value) && value.len() >= 20)
            && is_candidate(value, Quote::Double);
        if is_secret && !value.contains('«') {
            let signed = if value.starts_with("s%3A") { 4 } else { 0 };
            scan.keep(span(at + signed..at + length));
        }
        if is_cut {
            return;
        }
        at += length;
    }
}
