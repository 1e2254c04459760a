//! Tables of Markdown, of databases and of separated values: the column below a name, and the cell beside one.

use std::ops::Range;

use super::engine::Scan;
use super::judge::is_candidate;
use super::keyed::Place;
use super::looks::looks_secret;
use super::names::{Need, secret_name};
use super::prose::is_told;
use super::references::Quote;
use super::shape::Class;
use super::span;
use super::values::{Around, value};

const ROWS: usize = 60;
const COLUMNS: usize = 24;
const LONGEST_LINE: usize = 600;

/// Looks at the table whose header or first cell holds a name.
pub(super) fn look(scan: &mut Scan<'_>, place: &Place) {
    let Some((header, column)) = place_in_line(scan, place, b'|') else { return };
    if below_header(scan, place, &header, column) {
        return;
    }
    // `password | …`: a record of psql, which starts with the name.
    let start = place.range.start;
    let is_first =
        const { Class::of(" \t") }.run(scan.bytes, header.start, start - header.start) == start - header.start;
    if column > 0 || is_first && place.name.need == Need::Anything {
        beside(scan, place, header, column);
    }
}

/// Looks below a name in the first line of separated values, or in the last column of a table without a bar behind it.
pub(super) fn column(scan: &mut Scan<'_>, place: &Place) {
    const LINE: Class = Class::of("A-Za-z0-9_ ,;\t\"\r-");
    let is_separator = |sign: &u8| matches!(sign, b',' | b';' | b'\t' | b'|');
    let before = scan.text[..place.range.start].trim_end_matches([' ', '"']).as_bytes().last().copied();
    let after = scan.text[place.range.end..].trim_start_matches('"').as_bytes().first().copied();
    let Some(separator) = after.filter(is_separator).or(before.filter(is_separator)) else { return };
    let Some((header, column)) = place_in_line(scan, place, separator) else { return };
    if separator == b'|' {
        below_header(scan, place, &header, column);
    } else if LINE.run(scan.bytes, header.start, header.len()) == header.len() && place.name.need == Need::Anything {
        separated(scan, place, &header, column, separator);
    }
}

/// The line of a name, and in which column of it the name stands.
fn place_in_line(scan: &mut Scan<'_>, place: &Place, separator: u8) -> Option<(Range<usize>, usize)> {
    let bytes = scan.bytes;
    let start = place.range.start;
    if scan.value_limit() < LONGEST_LINE {
        return None;
    }
    let back = start.saturating_sub(LONGEST_LINE);
    let line = bytes[back..start].iter().rposition(|byte| *byte == b'\n').map_or(back, |at| back + at + 1);
    let column = memchr::memchr_iter(separator, &bytes[line..start]).count();
    scan.spend(start - line);
    (column <= COLUMNS).then_some(())?;
    Some((line_at(bytes, line)?, column))
}

/// What stands in the column of a name, in the rows below the line that ends a header.
fn below_header(scan: &mut Scan<'_>, place: &Place, header: &Range<usize>, column: usize) -> bool {
    let bytes = scan.bytes;
    let Some(delimiter) = line_at(bytes, header.end + 1) else { return false };
    if !is_delimiter(&bytes[delimiter.clone()]) {
        return false;
    }
    let mut at = delimiter.end + 1;
    for _ in 0..ROWS {
        let Some(row) = line_at(bytes, at) else { break };
        if !scan.bytes[row.clone()].contains(&b'|') {
            break;
        }
        at = row.end + 1;
        scan.spend(row.len());
        keep(scan, place, cell(bytes, row, column, b'|'));
    }
    true
}

/// `id,email,password` and its rows.
fn separated(scan: &mut Scan<'_>, place: &Place, header: &Range<usize>, column: usize, separator: u8) {
    let bytes = scan.bytes;
    let count = |line: &Range<usize>| memchr::memchr_iter(separator, &bytes[line.clone()]).count();
    let mut at = header.end + 1;
    for _ in 0..ROWS {
        let Some(row) = line_at(bytes, at) else { return };
        scan.spend(row.len());
        if count(&row) != count(header) {
            return;
        }
        at = row.end + 1;
        if !keep(scan, place, cell(bytes, row, column, separator)) {
            return;
        }
    }
}

/// `| password | … |`
fn beside(scan: &mut Scan<'_>, place: &Place, row: Range<usize>, column: usize) {
    let next = cell(scan.bytes, row, column + 1, b'|');
    keep(scan, place, next);
}

fn keep(scan: &mut Scan<'_>, place: &Place, cell: Option<Range<usize>>) -> bool {
    let Some(cell) = cell else { return false };
    let Some(said) = scan.text.get(cell.clone()) else { return false };
    let quote = if cell.start > 0 && scan.bytes[cell.start - 1] == b'`' { Quote::Double } else { Quote::None };
    let is_secret = is_told(said, quote, place.name.head, false);
    if is_secret {
        scan.keep(span(cell));
    }
    is_secret
}

fn line_at(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let rest = bytes.get(start..)?;
    let length = memchr::memchr(b'\n', &rest[..rest.len().min(LONGEST_LINE)]);
    match length {
        Some(length) => Some(start..start + length),
        None if rest.len() < LONGEST_LINE && !rest.is_empty() => Some(start..bytes.len()),
        None => None,
    }
}

fn is_delimiter(line: &[u8]) -> bool {
    const SIGNS: Class = Class::of("|+: \t\r-");
    SIGNS.run(line, 0, line.len()) == line.len()
        && line.windows(2).any(|two| two == b"--")
        && (line.contains(&b'|') || line.contains(&b'+'))
}

/// What stands in a cell, without space and emphasis.
fn cell(bytes: &[u8], row: Range<usize>, column: usize, separator: u8) -> Option<Range<usize>> {
    const AROUND: Class = Class::of(" \t\r`*\"");
    let mut signs = memchr::memchr_iter(separator, &bytes[row.clone()]).map(|at| row.start + at);
    let start = if column == 0 { row.start } else { signs.nth(column - 1)? + 1 };
    let end = signs.next().unwrap_or(row.end);
    let start = start + AROUND.run(bytes, start, end - start);
    let end = end - AROUND.run_back(bytes, end, end - start);
    (start < end).then_some(start..end)
}

/// `INSERT INTO users (email, password) VALUES ('…', '…')`: the values in the columns of secrets.
pub(super) fn inserted(scan: &mut Scan<'_>, _: usize, end: usize) {
    const TUPLES: usize = 40;
    let bytes = scan.bytes;
    let limit = bytes.len().min(end + scan.reach(LONGEST_LINE));
    let Some(open) = memchr::memchr2(b'(', b';', &bytes[end..limit]).map(|length| end + length) else { return };
    let Some(close) = memchr::memchr(b')', &bytes[open..limit]).map(|length| open + length) else { return };
    let Some(columns) = scan.text.get(open + 1..close) else { return };
    let secret: Vec<bool> = columns
        .split(',')
        .map(|name| {
            secret_name(name.trim_matches([' ', '`', '"', '[', ']'])).is_some_and(|name| name.need == Need::Anything)
        })
        .collect();
    scan.spend(close - end);
    let mut at = close + 1 + const { Class::of(" \t\r\n") }.run(bytes, close + 1, 40);
    let is_values = scan.text.get(at..at + 6).is_some_and(|word| word.eq_ignore_ascii_case("values"));
    if !is_values || !secret.contains(&true) || secret.len() > COLUMNS {
        return;
    }
    at += 6;
    for _ in 0..TUPLES {
        at += const { Class::of(" \t\r\n,(") }.run(bytes, at, 40);
        for is_secret in &secret {
            at += const { Class::of(" \t\r\n,") }.run(bytes, at, 40);
            let Some(found) = value(scan.text, at, Around::default(), scan.value_limit().min(300)) else { return };
            scan.spend(found.range.len());
            at = found.range.end + usize::from(found.quote != Quote::None);
            let said = &scan.text[found.range.clone()];
            if *is_secret && found.quote != Quote::None && looks_secret(said) && is_candidate(said, found.quote) {
                scan.keep(span(found.range));
            }
        }
        if bytes.get(at) != Some(&b')') || bytes.get(at + 1) != Some(&b',') {
            return;
        }
        at += 2;
    }
}
