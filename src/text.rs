//! Making somebody's words safe to show: what a checkpoint holds is data and must not pose as
//! anything else.

/// Length as Claude Code counts it.
#[must_use]
pub fn utf16_units(text: &str) -> usize {
    text.encode_utf16().count()
}

/// A value on one line: line breaks become spaces, invisible and direction-changing characters are
/// made visible.
#[must_use]
pub fn line(value: &str) -> String {
    neutral(value, false).trim().to_owned()
}

/// A value as paragraphs: lines stay, but none can pose as a heading, a rule or a fence.
#[must_use]
pub fn paragraphs(value: &str) -> String {
    let neutral = neutral(value.trim(), true);
    let mut safe = String::with_capacity(neutral.len());
    for (index, line) in neutral.lines().enumerate() {
        if index > 0 {
            safe.push('\n');
        }
        let text = line.trim_start();
        if poses(text) {
            safe.push_str(&line[..line.len() - text.len()]);
            safe.push('\\');
            safe.push_str(text);
        } else {
            safe.push_str(line);
        }
    }
    safe
}

/// A value as it is, with what a terminal would obey made visible.
#[must_use]
pub fn visible(value: &str) -> String {
    neutral(value, true)
}

/// A value between backticks that it can't break out of.
#[must_use]
pub fn code(value: &str) -> String {
    let value = line(value);
    let longest = value.split(|other| other != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let pad = if value.starts_with('`') || value.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{value}{pad}{fence}")
}

/// Cuts to at most `max` code points, marking the cut.
#[must_use]
pub fn shortened(value: &str, max: usize) -> String {
    if value.chars().count() <= max {
        return value.to_owned();
    }
    let mut short: String = value.chars().take(max.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// The first `most` of some names, and how many others there are.
#[must_use]
pub fn some_of(names: &[String], most: usize) -> String {
    let shown = names.iter().take(most).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(most) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Whether markdown would take a line starting like this for something other than a paragraph's
/// text, so that it could end the section it stands in: a heading (of either kind), a rule, a fence,
/// or raw HTML.
fn poses(text: &str) -> bool {
    let only = |mark: char| text.trim_end().chars().all(|other| other == mark || other == ' ');
    match text.chars().next() {
        Some('#' | '<') => true,
        Some('`') => text.starts_with("```"),
        Some('~') => text.starts_with("~~~"),
        Some(mark @ ('=' | '-' | '_' | '*')) => only(mark),
        _ => false,
    }
}

/// Replaces what a terminal or a reader would obey rather than see.
fn neutral(value: &str, keep_lines: bool) -> String {
    let mut neutral = String::with_capacity(value.len());
    let mut characters = value.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\r' if characters.peek() == Some(&'\n') => {}
            '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => neutral.push(if keep_lines { '\n' } else { ' ' }),
            '\t' => neutral.push(if keep_lines { '\t' } else { ' ' }),
            obeyed if is_obeyed(obeyed) => neutral.push(char::REPLACEMENT_CHARACTER),
            seen => neutral.push(seen),
        }
    }
    neutral
}

/// Control characters, bidirectional controls, and characters nobody sees.
fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
            | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_can_not_forge_a_heading() {
        assert_eq!(line("a\n## Goal\nb"), "a ## Goal b");
        assert_eq!(paragraphs("fine\n## Goal\n  # x\nTitle\n==="), "fine\n\\## Goal\n  \\# x\nTitle\n\\===");
        assert_eq!(paragraphs("a\n---\n```\n<h1>x</h1>"), "a\n\\---\n\\```\n\\<h1>x</h1>");
        assert_eq!(paragraphs("a\u{2028}# b\r\n# c\r# d"), "a\n\\# b\n\\# c\n\\# d");
        assert_eq!(paragraphs("- a list\n* stays"), "- a list\n* stays");
    }

    #[test]
    fn a_value_can_not_leave_its_code_span() {
        assert_eq!(code("npm test"), "`npm test`");
        assert_eq!(code("echo `date` ``"), "``` echo `date` `` ```");
        assert_eq!(code("a\n`b"), "``a `b``");
    }

    #[test]
    fn what_a_terminal_would_obey_is_replaced() {
        assert_eq!(line("a\u{1b}[31mb\u{202e}c\u{0}"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}");
        assert_eq!(paragraphs("a\tb\u{7}"), "a\tb\u{fffd}");
        assert_eq!(line("familie 👩\u{200d}👧"), "familie 👩\u{200d}👧");
    }

    #[test]
    fn lengths_count_as_the_client_counts_them() {
        assert_eq!(utf16_units("aé😀"), 4);
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("abcd", 4), "abcd");
    }
}
