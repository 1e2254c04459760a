//! Values in the tags of XML and HTML, in the forms of a page, and between the separators of a table of values.

use std::ops::Range;

use super::engine::Scan;
use super::judge::{Joint, is_candidate, is_mixed};
use super::keyed::{Place, take};
use super::looks::{is_uuid, looks_random, looks_secret};
use super::margins::run_of_lines;
use super::names::Need;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, value};

/// Where the text of an element starts: on the next line, or in the `Value` of an answer file.
/// <https://learn.microsoft.com/windows-hardware/customize/desktop/unattend>
pub(super) fn inside(bytes: &[u8], start: usize) -> usize {
    const VALUE: &[u8] = b"<Value>";
    const SPACE: Class = Class::of(" \t\r\n");
    let start = start + run_of_lines(SPACE, bytes, start, 80);
    let value = if bytes.get(start..).is_some_and(|rest| rest.starts_with(VALUE)) { VALUE.len() } else { 0 };
    start + value
}

/// The text of an element from `start` on, up to the tag that ends it.
pub(super) fn content(text: &str, start: usize, limit: usize) -> Option<Range<usize>> {
    const DATA: &[u8] = b"<![CDATA[";
    let bytes = text.as_bytes();
    let rest = &bytes[start..bytes.len().min(start + limit)];
    if rest.starts_with(DATA) {
        let from = start + DATA.len();
        let rest = &bytes[from..bytes.len().min(from + limit)];
        let length = memchr::memmem::find(rest, b"]]>")?;
        return text.is_char_boundary(from + length).then_some(from..from + length);
    }
    let end = start + memchr::memchr(b'<', rest)?;
    (bytes.get(end + 1) == Some(&b'/')).then_some(start..start + text.get(start..end)?.trim_ascii_end().len())
}

/// `apiToken,…,`: the value in the next column of a line of separated values.
pub(super) fn separated(scan: &mut Scan<'_>, place: &Place, start: usize) {
    let length = const { Class::of("A-Za-z0-9_./+=:~-") }.run(scan.bytes, start, 200);
    let said = &scan.text[start..start + length];
    let ends = matches!(scan.bytes.get(start + length), None | Some(b',' | b'\n' | b'\r'));
    let is_secret = (looks_random(said) || is_uuid(said)) && is_candidate(said, Quote::None);
    if ends && is_secret && place.name.need == Need::Anything {
        scan.keep(span(start..start + length));
    }
}

/// `<input type="password" value="…">`
pub(super) fn typed(scan: &mut Scan<'_>, start: usize, end: usize) {
    const WITHIN: usize = 300;
    let bytes = scan.bytes;
    let Some(open) = memchr::memrchr(b'<', &bytes[start.saturating_sub(WITHIN)..start]) else { return };
    let open = start.saturating_sub(WITHIN) + open;
    let rest = &bytes[end..bytes.len().min(end + WITHIN)];
    let close = end + memchr::memchr(b'>', rest).unwrap_or(rest.len());
    scan.spend(close - open);
    let Some(attribute) = memchr::memmem::find(&bytes[open..close], b" value=") else { return };
    let Some(found) = value(scan.text, open + attribute + " value=".len(), Around::default(), WITHIN) else { return };
    let said = &scan.text[found.range.clone()];
    let has_digit = said.len() >= 6 && said.bytes().any(|byte| byte.is_ascii_digit());
    let is_secret = (looks_secret(said) || is_mixed(said) || has_digit) && !said.contains(['{', '<', ' ']);
    if found.quote != Quote::None && is_secret && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}

/// `<password>`, `<jdbc:password>` and `<entry key="db.password">`.
pub(super) fn opens_element(bytes: &[u8], place: &Place) -> bool {
    let start = place.range.start;
    let before = &bytes[..start];
    match before.last() {
        Some(b'<') => place.quoted.is_none(),
        Some(b':') => {
            let space = const { Class::of("A-Za-z0-9") }.run_back(bytes, start - 1, 24);
            space > 0 && before[..start - 1 - space].ends_with(b"<")
        }
        Some(b'"') => before.ends_with(b" key=\"") || before.ends_with(b" name=\""),
        _ => false,
    }
}

/// `<key>ApiKey</key><string>…</string>`, `<td>Password</td><td>…</td>`
pub(super) fn property_list(scan: &mut Scan<'_>, place: &Place, at: usize) -> bool {
    const PAIRS: &[(&str, &str, Joint)] = &[
        ("</key>", "<string>", Joint::Element),
        ("</name>", "<value>", Joint::Element),
        ("</td>", "<td>", Joint::Colon),
        ("</th>", "<td>", Joint::Colon),
        ("</dt>", "<dd>", Joint::Colon),
    ];
    let rest = &scan.text[at..];
    let Some((closing, opening, joint)) = PAIRS.iter().find(|pair| rest.starts_with(pair.0)) else { return false };
    let end = at + closing.len();
    let start = end + run_of_lines(const { Class::of(" \t\r\n") }, scan.bytes, end, 60);
    let is_pair = scan.text.get(start..).is_some_and(|rest| rest.starts_with(opening));
    if is_pair {
        take(scan, place, *joint, start + opening.len());
    }
    is_pair
}

/// `fill('#password', '…')`, `getByLabel('Password').fill('…')`, `(By.ID, "password").send_keys("…")`: what a script
/// types into the field that a literal names.
pub(super) fn typed_into(scan: &mut Scan<'_>, place: &Place) -> bool {
    const CALLS: &[&str] = words! { ".fill(" ".type(" ".send_keys(" ".sendKeys(" ".setValue(" ".set(" ".fill_in(" };
    let end = place.range.end;
    let closing = const { Class::of("\"'`])") }.run(scan.bytes, end, 6);
    let Some(rest) = scan.text.get(end + closing..).filter(|_| closing > 0) else { return false };
    let start = if let Some(call) = CALLS.iter().find(|call| rest.starts_with(**call)) {
        end + closing + call.len()
    } else if rest.starts_with(", ") && is_selector(scan.text, place.range.start) {
        end + closing + 2
    } else {
        return false;
    };
    if matches!(scan.bytes.get(start), Some(b'"' | b'\'' | b'`')) {
        take(scan, place, Joint::Listed, start);
    }
    true
}

/// Whether a name is a part of the literal that says into which field `fill` or `type` writes.
fn is_selector(text: &str, start: usize) -> bool {
    let before = const { Class::of("A-Za-z0-9#.[=\"'(_-") }.run_back(text.as_bytes(), start, 40);
    [".fill('", ".fill(\"", ".type('", ".type(\""].iter().any(|call| text[start - before..start].contains(call))
}

/// Whether a query belongs to the picture of a badge.
pub(super) fn is_badge(text: &str, start: usize) -> bool {
    let length = const { Class::of("!#-&*-;=?-_a-z~") }.run_back(text.as_bytes(), start, 160);
    let address = &text[start - length..start];
    address.contains("badge.svg?") || address.contains("shields.io/")
}

/// Whether a name is a part of what names a resource of AWS.
pub(super) fn is_resource(text: &str, start: usize) -> bool {
    let length = const { Class::of("A-Za-z0-9:*-") }.run_back(text.as_bytes(), start, 100);
    let before = &text[start - length..start];
    before.starts_with("arn:") || before.starts_with("aws:arn:")
}
