//! What tools write before the lines of a text: the signs of a diff, the numbers of a listing.

use super::shape::Class;

/// How long the margin of the line at `line` is: `+` of a diff, `   12→` and `   12` with a tab of a listing.
pub(super) fn margin(bytes: &[u8], line: usize) -> usize {
    if bytes.get(line) == Some(&b'+') {
        return 1;
    }
    let space = const { Class::of(" ") }.run(bytes, line, 8);
    let digits = const { Class::of("0-9") }.run(bytes, line + space, 6);
    let rest = bytes.get(line + space + digits..).unwrap_or_default();
    let sign = ["→", "\t"].iter().find(|sign| rest.starts_with(sign.as_bytes()));
    sign.filter(|_| digits > 0).map_or(0, |sign| space + digits + sign.len())
}

/// How many bytes from `at` on are in a class or in the margins of the lines that start among them.
pub(super) fn run_of_lines(class: Class, bytes: &[u8], at: usize, limit: usize) -> usize {
    const LINES: usize = 4;
    let mut end = at + class.run(bytes, at, limit);
    for _ in 0..LINES {
        let read = bytes.get(at..end).unwrap_or_default();
        let line = read.iter().rposition(|byte| *byte == b'\n').map(|before| at + before + 1);
        let length = line.map_or(0, |line| margin(bytes, line));
        let Some(line) = line.filter(|line| length > 0 && line + length > end) else { break };
        end = line + length;
        end += class.run(bytes, end, limit);
    }
    end - at
}

/// Whether a line starts at `at`, with or without a margin or a colour before it.
pub(super) fn starts_line(bytes: &[u8], at: usize) -> bool {
    const BACK: usize = 18;
    let from = at.saturating_sub(BACK);
    let line = match bytes[from..at].iter().rposition(|byte| *byte == b'\n') {
        Some(before) => from + before + 1,
        None if from == 0 => 0,
        None => return false,
    };
    line == at
        || line + margin(bytes, line) == at
        || super::providers::ends_escape(&bytes[..at])
        || line + 1 == at && bytes[line] == b'-'
}
