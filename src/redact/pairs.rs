//! Names that are values themselves: `name: DB_PASSWORD, value: …`, in either order.

use super::Words;
use super::engine::Scan;
use super::judge::Joint;
use super::keyed::{Place, take};
use super::margins::{margin, run_of_lines};
use super::shape::Class;

/// What the value of a named pair is called.
static NAMED: Words =
    Words::of(words! { "value" "parametervalue" "val" "default" "defaultvalue" "content" "secretvalue" "text" });

/// `"value": "…", "name": "DB_PASSWORD"`: the same with the value first.
pub(super) fn before(scan: &mut Scan<'_>, place: &Place) {
    const BACK: usize = 300;
    const TITLES: &[&str] = words! { "\"name\":" "\"key\":" "\"Name\":" "\"Key\":" };
    let (text, start) = (scan.text, place.range.start);
    let mut from = start.saturating_sub(scan.reach(BACK));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text[from..start].strip_suffix('"').unwrap_or_default().trim_end();
    let Some(before) = TITLES.iter().find_map(|title| before.strip_suffix(title)) else { return };
    let Some(before) = before.trim_end().strip_suffix(',').and_then(|before| before.strip_suffix('"')) else { return };
    let Some(open) = before.rfind('"') else { return };
    let named = before[..open].trim_end();
    if named.ends_with("\"value\":") || named.ends_with("\"Value\":") {
        take(scan, place, Joint::Assigned, from + open);
    }
}

/// `name: DB_PASSWORD, value: …` and its like: the name is a value, and the value has a name of its own.
pub(super) fn after(scan: &mut Scan<'_>, place: &Place, at: usize) -> bool {
    let bytes = scan.bytes;
    let mut here = at + run_of_lines(const { Class::of(" \t\r\n,\"'\\{-") }, bytes, at, 80);
    // The quote before the word is part of the gap; the word is looked for without it.
    if place.quoted.is_some() {
        here += others(bytes, here);
    }
    let word = const { Class::of("A-Za-z") }.run(bytes, here, 20);
    let Some(written) = scan.text.get(here..here + word) else { return false };
    if !NAMED.has(written) {
        return false;
    }
    here += word;
    let ends = here;
    here += const { Class::of("\"'\\ \t") }.run(bytes, here, 12);
    match bytes.get(here) {
        Some(b':' | b'=') => here += 1,
        // <name>…</name><value>…</value> is not written on one line with its name; flags are.
        _ if bytes[ends..here].contains(&b' ')
            && bytes[at..ends].windows(2).any(|two| two == b"--" || two == b" -") =>
        {
            here = ends + const { Class::of("\"'\\ \t") }.run(bytes, ends, 12).min(1);
        }
        _ => return false,
    }
    here += const { Class::of(" \t") }.run(bytes, here, 20);
    let place = Place { quoted: place.quoted, ..place.clone() };
    take(scan, &place, Joint::Assigned, here);
    true
}

/// How long what else is said of a value before it is: `type":"string","`, `android:`.
fn others(bytes: &[u8], at: usize) -> usize {
    const SAID: &[&str] = words! { "type" "secret" "encrypted" "enabled" "sensitive" "masked" "protected" "isSecret" };
    const JOINT: Class = Class::of(" \t\r\n:,\"'\\");
    let rest = bytes.get(at..).unwrap_or_default();
    if rest.starts_with(b"android:") {
        return b"android:".len();
    }
    let Some(word) = SAID.iter().find(|word| rest.starts_with(word.as_bytes())) else { return 0 };
    let joint = JOINT.run(bytes, at + word.len(), 12);
    let value = const { Class::of("A-Za-z_") }.run(bytes, at + word.len() + joint, 20);
    let end = at + word.len() + joint + value;
    let next = JOINT.run(bytes, end, 60);
    if joint > 0 && value > 0 && next > 0 { end + next - at } else { 0 }
}

/// `variable "db_password" { … default = "…" }`
pub(super) fn body(scan: &mut Scan<'_>, place: &Place, start: usize) {
    const LINES: usize = 12;
    let bytes = scan.bytes;
    let mut at = start;
    for _ in 0..LINES {
        let line = at + const { Class::of("\r\n") }.run(bytes, at, 4);
        let line = line + margin(bytes, line);
        let line = line + const { Class::of(" \t\r\n") }.run(bytes, line, 80);
        let Some(rest) = bytes.get(line..).filter(|rest| !rest.is_empty() && rest[0] != b'}') else { return };
        let word = const { Class::of("a-z_") }.run(bytes, line, 20);
        let sign = line + word + const { Class::of(" \t") }.run(bytes, line + word, 40);
        if matches!(&rest[..word], b"default" | b"value") && bytes.get(sign) == Some(&b'=') {
            let from = sign + 1 + const { Class::of(" \t") }.run(bytes, sign + 1, 20);
            return take(scan, place, Joint::Assigned, from);
        }
        let Some(length) = rest.iter().take(200).position(|byte| *byte == b'\n') else { return };
        at = line + length;
    }
}
