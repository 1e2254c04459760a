//! Values behind names: assignments of every shell and language, YAML, JSON, TOML, XML, headers,
//! query strings, connection strings, flags.

use std::ops::Range;

use super::calls::{called, in_brackets, two};
use super::edges::{entity, fallback, replaced_by, scope, signature, told_before, without_padding};
use super::engine::Scan;
use super::joints::{after_type, aside, attributes, block_scalar, colours, emphasis, is_form_field, tag, wrapped};
use super::judge::{Context, Joint, words_of_a_mnemonic};
use super::margins::run_of_lines;
use super::memorable::is_for_one_app;
use super::names::{Head, Name, Need, secret_name};
use super::prose;
use super::providers::ends_escape;
use super::references::{Quote, inside_braces};
use super::shape::Class;
use super::values::{Around, Value, value};
use super::{PLACEHOLDER, Span, elements, lists, manifests, pairs, referred, span, tables, verdicts};

const IN_NAME: Class = Class::of("A-Za-z0-9_.$-");
const LONGEST_NAME: usize = 100;

/// `--key …`: many tools take their key so, and others the key of a thing, which is no random text.
const FLAG_KEY: Name = Name { head: Head::Key, need: Need::Random, loud: false, compound: false };

/// A name in a text.
#[derive(Debug, Clone)]
pub(super) struct Place {
    pub(super) range: Range<usize>,
    pub(super) name: Name,
    /// Written as a flag of a command.
    pub(super) flag: bool,
    /// Quoted as a whole, with that quote behind so many backslashes.
    pub(super) quoted: Option<(u8, usize)>,
}

/// Looks at the name around `at`, and says where that name ends.
pub(super) fn look(scan: &mut Scan<'_>, at: usize, key_end: usize) -> usize {
    let bytes = scan.bytes;
    let mut start = at - IN_NAME.run_back(bytes, at, LONGEST_NAME);
    let end = key_end + IN_NAME.run(bytes, key_end, LONGEST_NAME);
    // What looks like the first letter is the end of an escape: \nTOKEN=
    if start > 0 && bytes[start - 1] == b'\\' && matches!(bytes[start], b'n' | b'r' | b't') && start < at {
        start += 1;
    }
    // And the letter of a terminal's colour.
    let codes = const { Class::of("0-9") }.run(bytes, start, 3);
    if start + codes < at && bytes[start + codes] == b'm' && ends_escape(&bytes[..=start + codes]) {
        start += codes + 1;
    }
    while start < end && matches!(bytes[start], b'$' | b'.') {
        start += 1;
    }
    let dashes = const { Class::of("-") }.run(bytes, start, 3);
    // A hyphen at the start of a line is one of a diff.
    let is_margin = dashes == 1 && (start == 0 || bytes[start - 1] == b'\n');
    let flag = dashes > 0 && !is_margin && (start == 0 || !bytes[start - 1].is_ascii_alphanumeric());
    start += dashes;
    let mut end = end;
    while end > key_end && matches!(bytes[end - 1], b'.' | b'-' | b'$') {
        end -= 1;
    }
    if start >= end {
        return key_end;
    }
    let written = &scan.text[start..end];
    let name = scan
        .secret_name(start..end)
        .or_else(|| spaced_key(scan, start..end))
        .or_else(|| inner_key(scan.text, start, end, written))
        .or_else(|| (flag && dashes == 2 && written == "key").then_some(FLAG_KEY));
    let Some(name) = name else {
        return end;
    };
    let place = Place { range: start..end, name, flag, quoted: quoted(bytes, start, end) };
    if place.quoted.is_some() {
        pairs::before(scan, &place);
    }
    if !verdicts::is_verdict(scan.text, &place) || bytes[end..].starts_with(b"=") || bytes[end..].starts_with(b" = ") {
        after(scan, &place);
    }
    end
}

/// `API key`, `secret access key` as prose writes them.
fn spaced_key(scan: &mut Scan<'_>, range: Range<usize>) -> Option<Name> {
    let written = &scan.text[range.clone()];
    (written.eq_ignore_ascii_case("key") || written.eq_ignore_ascii_case("phrase")).then_some(())?;
    let space = range.start.checked_sub(1).filter(|before| scan.bytes[*before] == b' ')?;
    let word = IN_NAME.run_back(scan.bytes, space, 20);
    let name = scan.secret_name(space - word..range.end).filter(|_| word > 0)?;
    if name.need == Need::Random
        && let Some(told) = referred::tells_key(scan.text, range.end)
    {
        scan.keep(span(told));
        return None;
    }
    (name.need == Need::Anything || name.need == Need::Random && is_assigned(scan.bytes, range.end))
        .then_some(Name { loud: false, ..name })
}

/// `key = '…'`
fn is_assigned(bytes: &[u8], end: usize) -> bool {
    matches!(bytes.get(end..end + 4), Some([b' ', b'=', b' ', b'"' | b'\'']))
}

/// `"Jwt": { "Key": … }`: a key of something that has one, and the key beside a user.
fn inner_key(text: &str, start: usize, end: usize, written: &str) -> Option<Name> {
    const BACK: usize = 240;
    const IN_OBJECT: usize = 400;
    (written.eq_ignore_ascii_case("key") && quoted(text.as_bytes(), start, end).is_some()).then_some(())?;
    let mut from = start.saturating_sub(BACK);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = &text[from..start];
    let open = before.rfind('{')?;
    let inside = &before[open..];
    (!inside.contains('}') && inside.len() < IN_OBJECT).then_some(())?;
    let name = Name { head: Head::Key, need: Need::Random, loud: false, compound: true };
    if inside.contains("\"username\"") {
        return Some(name);
    }
    let parent = before[..open].trim_end_matches([' ', '\n', '\r', ':', '"', '\\']);
    let parent = &parent[parent.rfind('"')? + 1..];
    let parent = ["Settings", "Config", "Options", "_settings", "_config"]
        .iter()
        .find_map(|end| parent.strip_suffix(end))
        .unwrap_or(parent);
    let known = secret_name(&format!("{parent}_key"))?;
    (known.need == Need::Anything && known.head == Head::Key).then_some(name)
}

/// The quote around a whole name.
pub(super) fn quoted(bytes: &[u8], start: usize, end: usize) -> Option<(u8, usize)> {
    let slashes = bytes[end..].iter().take(8).take_while(|byte| **byte == b'\\').count();
    let quote = *bytes.get(end + slashes)?;
    let dashes = bytes[..start].iter().rev().take(2).take_while(|byte| **byte == b'-').count();
    let opened = start - dashes > 0 && bytes[start - dashes - 1] == quote;
    (matches!(quote, b'"' | b'\'' | b'`') && opened).then_some((quote, slashes))
}

/// What follows a name.
pub(super) fn after(scan: &mut Scan<'_>, place: &Place) {
    let bytes = scan.bytes;
    let mut at = place.range.end;
    at += colours(bytes, at);
    if let Some((_, slashes)) = place.quoted {
        at += slashes + 1;
        at += usize::from(matches!(bytes.get(at), Some(b']' | b')')));
    }
    at += usize::from(matches!(bytes.get(at), Some(b'?' | b'!')) && matches!(bytes.get(at + 1), Some(b':' | b' ')));
    at += colours(bytes, at);
    at += emphasis(bytes, at);
    let mut gap = const { Class::of(" \t") }.run(bytes, at, 60);
    if let Some(aside) = aside(bytes, at + gap).filter(|_| gap > 0) {
        at += gap + aside;
        gap = const { Class::of(" \t") }.run(bytes, at, 60);
    }
    let operator = at + gap;
    let byte = |offset: usize| bytes.get(operator + offset).copied().unwrap_or(0);
    let (joint, width) = match (byte(0), byte(1)) {
        // The assignments of make and the appending one of PHP.
        (b':', b':') if bytes[operator..].starts_with(b"::=") => (Joint::Assigned, 3),
        (b':', b':') if bytes[operator..].starts_with(b":::=") => (Joint::Assigned, 4),
        (b'.', b'=') if gap > 0 => (Joint::Assigned, 2),
        (b'=', b'=' | b'~') | (b':', b':' | b'>') => return,
        (b'|', b'|') | (b'?', b'?') if byte(2) != b'=' => return unless_empty(scan, place, operator + 2),
        (b'<', b'-') if byte(2) == b' ' => (Joint::Assigned, 2),
        (b'<', b'/') if gap == 0 && elements::property_list(scan, place, operator) => return,
        (0xEF, 0xBC) if byte(2) == 0x9A => (Joint::Colon, 3),
        (b'%', b'3') if gap == 0 && matches!(byte(2), b'D' | b'd') => (Joint::Equals, 3),
        (b'=', b'>') | (b':' | b'?' | b'+', b'=') => (Joint::Assigned, 2),
        (b'=', _) => (if gap == 0 { Joint::Equals } else { Joint::Assigned }, 1),
        (b':', _) => (Joint::Colon, 1),
        (b'?', b'?') | (b'|', b'|') if byte(2) == b'=' => (Joint::Assigned, 3),
        (b'>', _) if gap == 0 && elements::opens_element(bytes, place) => (Joint::Element, 1),
        (b'(', b'"' | b'\'') if gap == 0 && place.quoted.is_none() => return called(scan, place, operator + 1),
        (b'(', _) if gap == 0 && place.quoted.is_none() => return in_brackets(scan, place, operator + 1),
        (b',', _) if place.quoted.is_some() => (Joint::Listed, 1),
        (b',', next) if gap == 0 && next.is_ascii_alphanumeric() => {
            tables::column(scan, place);
            return elements::separated(scan, place, operator + 1);
        }
        (b'{', _) if place.quoted.is_some() => return pairs::body(scan, place, operator + 1),
        (b'|', _) => {
            tables::look(scan, place);
            return prose::before(scan, place);
        }
        _ => return unjoined(scan, place, at, gap),
    };
    if joint == Joint::Listed && pairs::after(scan, place, at) {
        return;
    }
    let mut start = operator + width;
    let space = const { Class::of(" \t") }.run(bytes, start, 60);
    start += space;
    start += colours(bytes, start);
    start += const { Class::of(" \t") }.run(bytes, start, 4);
    start += tag(bytes, start);
    for _ in 0..2 {
        if joint == Joint::Colon && emphasis(bytes, start) > 0 {
            start += emphasis(bytes, start);
            start += const { Class::of(" \t") }.run(bytes, start, 60);
        }
    }
    let mut joint = joint;
    if joint == Joint::Colon
        && let Some(typed) = after_type(scan.text, start)
    {
        joint = Joint::Assigned;
        start = typed;
    }
    if joint == Joint::Equals && space > 0 {
        joint = Joint::Assigned;
    }
    let start = if joint == Joint::Element { elements::inside(bytes, start) } else { start };
    let (start, is_block) = block_scalar(bytes, start);
    if start >= bytes.len() || (matches!(bytes[start], b'\n' | b'\r') && !is_block) {
        if joint == Joint::Colon && (lists::look(scan, place, start) || pairs::after(scan, place, start)) {
            return;
        }
        if joint == Joint::Colon && start < bytes.len() {
            prose::below(scan, place, start);
        }
        return;
    }
    if lists::look(scan, place, start) || bytes[start] == b'{' && pairs::after(scan, place, start) {
        return;
    }
    let start = start + wrapped(scan.text, start);
    if bytes.get(start) == Some(&b'(') && place.name.head == Head::Other {
        return two(scan, start + 1);
    }
    take(scan, place, joint, start);
}

/// What follows a name without a sign, `gap` spaces behind `at`.
fn unjoined(scan: &mut Scan<'_>, place: &Place, at: usize, gap: usize) {
    let bytes = scan.bytes;
    if let Some(start) = attributes(bytes, place, at) {
        return take(scan, place, Joint::Element, start);
    }
    if matches!(bytes.get(at), Some(b'\n' | b'\r')) {
        referred::below_title(scan, place, at);
    }
    if matches!(bytes.get(at + gap), Some(b'\n' | b'\r')) {
        tables::column(scan, place);
    }
    if elements::typed_into(scan, place) {
        return;
    }
    // - --password, and the value in the next item of the list
    if place.flag && matches!(bytes.get(at), Some(b'\n' | b'\r')) {
        let item = at + run_of_lines(const { Class::of(" \t\r\n") }, bytes, at, 60);
        if bytes.get(item..).is_some_and(|rest| rest.starts_with(b"- ") && !rest.starts_with(b"- -")) {
            return take(scan, place, Joint::Space, item + 2);
        }
    }
    // The password's …
    if gap == 0 && bytes.get(at..).is_some_and(|rest| rest.starts_with(b"'s ")) {
        return prose::after(scan, place, at + 2, 1);
    }
    if is_form_field(bytes, place) {
        return prose::below(scan, place, at);
    }
    if place.flag || !pairs::after(scan, place, at) {
        prose::after(scan, place, at, gap);
        prose::before(scan, place);
    }
}

/// `process.env.JWT_SECRET || "…"`, `?? "…"`: what stands for a name that holds nothing.
fn unless_empty(scan: &mut Scan<'_>, place: &Place, at: usize) {
    let start = at + const { Class::of(" \t") }.run(scan.bytes, at, 8);
    if matches!(scan.bytes.get(start), Some(b'"' | b'\'')) && !place.flag {
        take(scan, place, Joint::Assigned, start);
    }
}

/// Judges the value at `start` and keeps it as a secret if it is one.
pub(super) fn take(scan: &mut Scan<'_>, place: &Place, joint: Joint, start: usize) {
    let bytes = scan.bytes;
    if bytes[start..].starts_with(PLACEHOLDER.as_bytes()) {
        return;
    }
    let before = place.range.start.checked_sub(1).map_or(b' ', |at| bytes[at]);
    let query = matches!(before, b'?' | b'&') || bytes[..place.range.start].ends_with(b"&amp;");
    // An address is looked at as one.
    if joint == Joint::Colon && bytes[..place.range.start].ends_with(b"//") {
        return;
    }
    // arn:aws:secretsmanager:region:account:secret:name
    if before == b':'
        && &scan.text[place.range.clone()] == "secret"
        && elements::is_resource(scan.text, place.range.start)
    {
        return;
    }
    // What a badge shows is public, and so is the token in its address.
    if query && elements::is_badge(scan.text, place.range.start) {
        return;
    }
    // What quotes the name quotes the value too.
    let open = open_around(scan, place).filter(|open| place.quoted.is_none_or(|(quote, _)| quote != *open));
    let around = Around { open, query };
    let limit = scan.value_limit();
    let Some(found) = value(scan.text, start, around, limit) else { return };
    scan.spend(found.range.len());
    let mut found = found;
    if let Some(range) = phrase(scan.text, place, &found) {
        found.range = range;
    }
    if joint == Joint::Element && (found.quote == Quote::None || bytes[start] == b'<') {
        let Some(range) = elements::content(scan.text, start, limit) else { return };
        found.range = range;
    }
    if found.quote != Quote::None {
        found.range = without_padding(scan.text, found.range);
    }
    let user = told_before(&scan.text[found.range.clone()], place);
    found.range.start += user;
    // "user/pass: bob/secret" tells both.
    if before == b'/'
        && let Some(at) = scan.text[found.range.clone()].find([':', '/'])
        && scan.text[found.range.start..found.range.start + at].bytes().all(|byte| byte.is_ascii_lowercase())
    {
        found.range.start += at + 1;
    }
    found.range.end -= entity(scan.text, &found.range);
    if joint == Joint::Colon
        && found.quote == Quote::None
        && bytes[start - 1] == b'>'
        && let Some(tag) = scan.text[found.range.clone()].find("</")
    {
        found.range.end = found.range.start + tag;
    }
    if let Some(inner) = inside_braces(&scan.text[found.range.clone()]) {
        found.range = found.range.start + 1..found.range.start + 1 + inner.len();
    }
    found.range.end -= scope(&scan.text[found.range.clone()]);
    if place.flag && manifests::is_object(&scan.text[found.range.clone()]) {
        return manifests::strings(scan, found.range);
    }
    if b"/|#@~!%^,".contains(&before)
        && let Some(sign) = replaced_by(scan.text, place.range.start)
    {
        let length = scan.text[found.range.clone()].find(sign).unwrap_or(found.range.len());
        found.range.end = found.range.start + length;
    }
    // --auth user:password
    let place = &if user > 0 && place.flag {
        Place { name: Name { head: Head::Password, need: Need::SecretLike, ..place.name }, ..place.clone() }
    } else {
        place.clone()
    };
    let context = Context { joint, place, query, around };
    if let Some(range) = fallback(scan.text, place, &found) {
        return scan.keep(span(range));
    }
    if context.accepts(scan, &found) {
        if let Some(signature) = signature(&scan.text[found.range.clone()]) {
            found.range = found.range.start + signature.start..found.range.start + signature.end;
        }
        let number = found.quote == Quote::None
            && joint == Joint::Colon
            && scan.text[found.range.clone()].bytes().all(|byte| byte.is_ascii_digit());
        let around = place.quoted.filter(|_| number).map(|(_, slashes)| slashes);
        scan.keep(Span { around, ..span(found.range) });
    }
}

/// The quote that is open around a name, not counting its own.
fn open_around(scan: &mut Scan<'_>, place: &Place) -> Option<u8> {
    let start = place.range.start;
    let own = place
        .quoted
        .map_or(0, |_| scan.bytes[..start].iter().rev().take(4).take_while(|byte| b"-\"'`".contains(byte)).count());
    scan.open_quote(start - own)
}

/// A mnemonic is words, with or without quotes, and a password for one app is four groups of letters.
fn phrase(text: &str, place: &Place, found: &Value) -> Option<Range<usize>> {
    const GROUPS: usize = 19;
    let name = &text.as_bytes()[place.range.clone()];
    let groups = found.range.start..found.range.start + GROUPS;
    if place.name.head == Head::Password && text.get(groups.clone()).is_some_and(is_for_one_app) {
        return Some(groups);
    }
    let ends =
        |word: &str| name.len() >= word.len() && name[name.len() - word.len()..].eq_ignore_ascii_case(word.as_bytes());
    (found.quote == Quote::None && (ends("mnemonic") || ends("phrase"))).then_some(())?;
    let words = words_of_a_mnemonic(&text[found.range.start..]);
    (words > 0).then(|| found.range.start..found.range.start + words)
}
