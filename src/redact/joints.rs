//! What stands between a name and its value besides a sign: colours of a terminal, emphasis, types, line breaks.

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

/// How long the Markdown emphasis at `at` is, as in `**Password:** value`.
pub(super) fn emphasis(bytes: &[u8], at: usize) -> usize {
    if bytes.get(at..).is_some_and(|rest| rest.starts_with(b"**")) { 2 } else { 0 }
}

/// Where the value starts if what follows a colon is a type: `: string = "…"`.
pub(super) fn after_type(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let length = const { Class::of("A-Za-z0-9_<>&'[]?. |:") }.run(bytes, start, 60);
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
    if bytes.get(mark) != Some(&b'\n') {
        return (start, false);
    }
    (mark + 1 + const { Class::of(" ") }.run(bytes, mark + 1, 40), true)
}
