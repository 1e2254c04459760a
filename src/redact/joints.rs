//! What stands between a name and its value besides a sign: colours of a terminal, emphasis, types, line breaks.

use super::keyed::Place;
use super::margins::margin;
use super::shape::Class;

/// How long the terminal colours at `at` are: `\x1b[0m`.
pub(super) fn colours(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at.min(bytes.len())..];
    let escape = match rest {
        [0x1b, b'[', ..] => 2,
        [b'\\', b'0', b'3', b'3', b'[', ..] | [b'\\', b'x', b'1', b'b' | b'B', b'[', ..] => 5,
        [b'\\', b'e', b'[', ..] => 3,
        [b'\\', b'u', b'0', b'0', b'1', b'b', b'[', ..] => 7,
        _ => return 0,
    };
    let codes = const { Class::of("0-9;") }.run(rest, escape, 12);
    if rest.get(escape + codes) == Some(&b'm') { escape + codes + 1 } else { 0 }
}

/// How long the tag or the anchor of YAML before a value is: `!!str `, `&name `.
pub(super) fn tag(bytes: &[u8], at: usize) -> usize {
    let sign = match bytes.get(at..) {
        Some([b'!', b'!', b's', ..]) => 2,
        Some([b'&', ..]) => 1,
        _ => return 0,
    };
    let name = const { Class::of("A-Za-z0-9_-") }.run(bytes, at + sign, 40);
    let ends = matches!(bytes.get(at + sign + name..), Some([b' ', next, ..]) if *next != b'=');
    if name > 0 && ends { sign + name + 1 } else { 0 }
}

/// How long the emphasis of Markdown or HTML at `at` is, as in `**Password:** value` and `<b>Password:</b> value`.
pub(super) fn emphasis(bytes: &[u8], at: usize) -> usize {
    const TAGS: &[&str] = words! { "b>" "i>" "em>" "strong>" "code>" "tt>" "kbd>" "span>" };
    match bytes.get(at..) {
        Some([b'*', b'*', ..]) => 2,
        Some([b'*', b':' | b' ', ..]) => 1,
        Some([b'<', rest @ ..]) => {
            let slash = usize::from(rest.first() == Some(&b'/'));
            TAGS.iter().find(|tag| rest[slash..].starts_with(tag.as_bytes())).map_or(0, |tag| 1 + slash + tag.len())
        }
        _ => 0,
    }
}

/// Where the value starts if what follows a colon is a type: `: string = "…"`.
pub(super) fn after_type(text: &str, start: usize) -> Option<usize> {
    const LONGEST: usize = 60;
    let bytes = text.as_bytes();
    let rest = bytes.get(start..bytes.len().min(start + LONGEST + 1))?;
    memchr::memchr(b'=', rest)?;
    let length = const { Class::of("A-Za-z0-9_<>&'[]?. |:") }.run(bytes, start, LONGEST);
    let at = start + length;
    (length > 0 && bytes.get(at) == Some(&b'=') && !matches!(bytes.get(at + 1), Some(b'=' | b'>'))).then_some(())?;
    let written = text.get(start..at)?;
    (written.ends_with(' ') && !written.starts_with(|first: char| first.is_ascii_digit())).then_some(())?;
    Some(at + 1 + const { Class::of(" ") }.run(bytes, at + 1, 8))
}

/// The first line of a YAML block scalar, `|` or `>-`, if one starts here.
pub(super) fn block_scalar(bytes: &[u8], start: usize) -> (usize, bool) {
    if !matches!(bytes.get(start), Some(b'|' | b'>')) {
        return (start, false);
    }
    let mark = start + 1 + usize::from(matches!(bytes.get(start + 1), Some(b'-' | b'+')));
    let mark = mark + usize::from(bytes.get(mark) == Some(&b'\r'));
    if bytes.get(mark) != Some(&b'\n') {
        return (start, false);
    }
    let line = mark + 1 + margin(bytes, mark + 1);
    (line + const { Class::of(" ") }.run(bytes, line, 40), true)
}

/// Where the text of an element starts whose tag has attributes: `<wsse:Password Type="PasswordText">`.
pub(super) fn attributes(bytes: &[u8], place: &Place, at: usize) -> Option<usize> {
    const LONGEST: usize = 200;
    let opens = place.range.start.checked_sub(1).is_some_and(|before| matches!(bytes[before], b'<' | b':'));
    (opens && bytes.get(at) == Some(&b' ')).then_some(())?;
    let name = const { Class::of("A-Za-z0-9:_-") }.run_back(bytes, place.range.start, 40);
    bytes[..place.range.start - name].ends_with(b"<").then_some(())?;
    let rest = &bytes[at..bytes.len().min(at + LONGEST)];
    let end = memchr::memchr(b'>', rest)?;
    (memchr::memchr(b'=', &rest[..end]).is_some() && !matches!(rest[end - 1], b'/' | b'=')).then_some(at + end + 1)
}

/// `Content-Disposition: form-data; name="password"`: the value stands below an empty line.
pub(super) fn is_form_field(bytes: &[u8], place: &Place) -> bool {
    place.quoted.is_some() && bytes[..place.range.start].ends_with(b"form-data; name=\"")
}

/// How long what wraps a literal is: `Some("…")`, `SecretString::new("…")`, `String::from("…")`.
pub(super) fn wrapped(text: &str, start: usize) -> usize {
    const WRAPPERS: &[&str] = words! {
        "Some(" "String::from(" "SecretString::new(" "SecretString::from(" "Secret::new(" "new SecretString("
        "Buffer.from(" "SecretStr(" "Box::from(" "str(" "bytes(" "Just " "optional("
    };
    if !text.as_bytes().get(start).is_some_and(|first| const { Class::first_of(WRAPPERS) }.has(*first)) {
        return 0;
    }
    let mut at = start;
    while let Some(wrapper) =
        text.get(at..).and_then(|rest| WRAPPERS.iter().find(|wrapper| rest.starts_with(**wrapper)))
    {
        at += wrapper.len();
    }
    if matches!(text.as_bytes().get(at), Some(b'"' | b'\'')) { at - start } else { 0 }
}

/// `(web app)` or `[default]` between a name and its colon.
pub(super) fn aside(bytes: &[u8], at: usize) -> Option<usize> {
    let close = match bytes.get(at)? {
        b'(' => b')',
        b'[' => b']',
        _ => return None,
    };
    let length = const { Class::of("A-Za-z0-9 ,/_-") }.run(bytes, at + 1, 40);
    let end = at + length + 2;
    let ends = matches!((bytes.get(end), bytes.get(end + 1)), (Some(b':'), Some(b' ')) | (Some(b' '), Some(b'=')));
    (length > 0 && bytes.get(end - 1) == Some(&close) && ends).then_some(length + 2)
}
