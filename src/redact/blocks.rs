//! Secrets of more than one line: private keys in their armours, and what encodes them.

use super::engine::Scan;
use super::references::is_mask;
use super::shape::Class;
use super::span;

const BODY: Class = Class::of("A-Za-z0-9+/=");
/// A key of 16384 bits has no longer block.
const LONGEST: usize = 64 * 1024;

/// A block whose `-----BEGIN ` ends at `start`: everything up to its end, or as far as it goes.
pub(super) fn armour(scan: &mut Scan<'_>, start: usize) -> usize {
    let (text, bytes) = (scan.text, scan.bytes);
    let label = const { Class::of("A-Z0-9 ") }.run(bytes, start, 60);
    let Some(name) = text.get(start..start + label) else { return start };
    if !name.contains("PRIVATE KEY") {
        return start;
    }
    let mut at = start + label;
    at += const { Class::of("-") }.run(bytes, at, 5);
    // Whatever breaks the lines: a line feed, spaces, or the escape of one, at any depth.
    let mut first = None;
    let mut last = at;
    let limit = bytes.len().min(at + LONGEST);
    while at < limit {
        match bytes[at] {
            b'-' if bytes[at..].starts_with(b"-----") => break,
            // A line that a diff takes out.
            b'-' if bytes[at - 1] == b'\n' => at += 1,
            b'+' if bytes[at - 1] == b'\n' && is_header(bytes, at + 1) => at += 1,
            b'\\' => {
                let slashes = bytes[at..limit].iter().take_while(|byte| **byte == b'\\').count();
                at += slashes;
                at += usize::from(matches!(bytes.get(at), Some(b'n' | b'r' | b't')));
            }
            b' ' | b'\t' | b'\n' | b'\r' | b'"' | b'\'' | b'+' | b'>' | b'|' | b',' | b'.' if !in_body(bytes, at) => {
                at += 1;
            }
            byte if byte.is_ascii_digit() && line_number(bytes, at) > 0 => at += line_number(bytes, at),
            byte if BODY.has(byte) => {
                let run = BODY.run(bytes, at, limit - at);
                if is_header(bytes, at) {
                    at = line_end(bytes, at, limit);
                    continue;
                }
                // After the body, prose: a word that no line of base64 could be.
                if first.is_some()
                    && run < 8
                    && !matches!(bytes.get(at + run), None | Some(b'\n' | b'\r' | b'\\' | b'-' | b'"' | b'\''))
                {
                    break;
                }
                first.get_or_insert(at);
                last = at + run;
                at = last;
            }
            _ => break,
        }
    }
    if let Some(first) = first
        && last - first >= 16
        && text.is_char_boundary(last)
        && !is_mask(&text[first..last])
    {
        scan.keep(span(first..last));
    }
    last
}

/// A plus sign that joins strings stands alone; one of base64 does not.
fn in_body(bytes: &[u8], at: usize) -> bool {
    bytes[at] == b'+' && (at > 0 && BODY.has(bytes[at - 1]) || bytes.get(at + 1).is_some_and(|byte| BODY.has(*byte)))
}

/// Where a line ends, written as it is or escaped.
fn line_end(bytes: &[u8], at: usize, limit: usize) -> usize {
    let mut end = at;
    while end < limit
        && bytes[end] != b'\n'
        && !(bytes[end] == b'\\' && matches!(bytes.get(end + 1), Some(b'n' | b'r' | b'\\')))
    {
        end += 1;
    }
    end
}

/// `Proc-Type: 4,ENCRYPTED`, `Version: GnuPG v2`
fn is_header(bytes: &[u8], at: usize) -> bool {
    let name = const { Class::of("A-Za-z-") }.run(bytes, at, 30);
    name > 0 && bytes[at + name..].starts_with(b": ")
}

/// The private lines of a `PuTTY` key.
pub(super) fn putty(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end + const { Class::of(" 0-9") }.run(bytes, end, 6);
    let mut first = None;
    let mut last = at;
    let limit = bytes.len().min(at + LONGEST);
    loop {
        at += const { Class::of("\r\n\t ") }.run(bytes, at, 16);
        at += if bytes[at.min(bytes.len())..].starts_with(b"\\n") { 2 } else { 0 };
        let run = BODY.run(bytes, at, limit - at.min(limit));
        if run < 16 {
            break;
        }
        first.get_or_insert(at);
        last = at + run;
        at = last;
    }
    if let Some(first) = first {
        scan.keep(span(first..last));
    }
}

/// Lines of nothing but hexadecimal digits below the line that says what they are.
pub(super) fn hexadecimal(scan: &mut Scan<'_>, end: usize) {
    const DIGITS: Class = Class::of("0-9a-fA-F");
    const LEAST: usize = 16;
    let bytes = scan.bytes;
    let limit = bytes.len().min(end + LONGEST);
    let mut at = line_end(bytes, end, limit.min(end + 80));
    let mut first = None;
    let mut last = at;
    loop {
        let gap = const { Class::of("\r\n\t >|+") }.run(bytes, at, 40);
        let escape = if bytes[(at + gap).min(bytes.len())..].starts_with(b"\\n") { 2 } else { 0 };
        at += gap + escape + if escape > 0 { const { Class::of(" ") }.run(bytes, at + gap + escape, 40) } else { 0 };
        let run = DIGITS.run(bytes, at, limit.saturating_sub(at));
        if gap + escape == 0 || run < LEAST {
            break;
        }
        first.get_or_insert(at);
        last = at + run;
        at = last;
    }
    if let Some(first) = first {
        scan.keep(span(first..last));
    }
}

/// How long the number of a line is that a tool prints before it: `     2\t`, `12: `.
fn line_number(bytes: &[u8], at: usize) -> usize {
    let start_of_line = at.checked_sub(1).is_none_or(|before| matches!(bytes[before], b'\n' | b' ' | b'\t'));
    let digits = const { Class::of("0-9") }.run(bytes, at, 6);
    match bytes.get(at + digits) {
        Some(b'\t' | b':' | b'|') if digits > 0 && start_of_line => digits + 1,
        Some(b' ') if digits > 0 && start_of_line && digits < 4 => digits + 1,
        // → as the reader of files prints it.
        Some(0xE2) if digits > 0 && bytes[at + digits..].starts_with("→".as_bytes()) => digits + 3,
        _ => 0,
    }
}

/// A private key block in base64, which starts with the base64 of `-----BEGIN `.
pub(super) fn encoded(scan: &mut Scan<'_>, start: usize) -> usize {
    let run = BODY.run(scan.bytes, start, LONGEST);
    let end = start + run;
    let head = &scan.bytes[start..start + run.min(64)];
    // The words of a certificate and of a public key in base64 at the place they stand.
    let public = [
        b"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS".as_slice(),
        b"LS0tLS1CRUdJTiBQVUJMSUMg",
        b"LS0tLS1CRUdJTiBSU0EgUFVCTElD",
        b"LS0tLS1CRUdJTiBQR1AgUFVCTElD",
        b"LS0tLS1CRUdJTiBQR1AgTUVTU0FHR",
        b"LS0tLS1CRUdJTiBQR1AgU0lHTkFUVV",
    ];
    if run >= 40 && !public.iter().any(|words| head.starts_with(words)) {
        scan.keep(span(start..end));
    }
    end
}
