//! What is typed at the prompts of clients: Redis, FTP, IMAP.

use super::engine::Scan;
use super::judge::is_candidate;
use super::looks::looks_secret;
use super::references::Quote;
use super::shape::Class;
use super::span;

/// `user bob on >password`, a line of Redis' access control list.
pub(super) fn granted_to(scan: &mut Scan<'_>, start: usize, _: usize) {
    let user = const { Class::of("A-Za-z0-9_.-") }.run_back(scan.bytes, start, 60);
    if scan.bytes[..start - user].ends_with(b"user ") {
        granted(scan, start, start);
    }
}

/// `6379> AUTH bob password`, `ftp> user bob password`: the last of one or two words.
pub(super) fn prompted(scan: &mut Scan<'_>, start: usize, end: usize) {
    const WORD: Class = Class::of("!#-&(-[]-~");
    let first = WORD.run(scan.bytes, end, 200);
    let second = end + first + 1;
    let more = if scan.bytes.get(end + first) == Some(&b' ') { WORD.run(scan.bytes, second, 200) } else { 0 };
    let range = if more > 0 { second..second + more } else { end..end + first };
    let follows = scan.bytes.get(range.end);
    let Some(said) = scan.text.get(range.clone()).filter(|_| scan.bytes[start] != b'f' || more > 0) else { return };
    if matches!(follows, None | Some(b'\n' | b'\r' | b'"' | b'\''))
        && looks_secret(said)
        && is_candidate(said, Quote::None)
    {
        scan.keep(span(range));
    }
}

/// `a1 LOGIN bob password` of IMAP.
pub(super) fn logged_in(scan: &mut Scan<'_>, start: usize, end: usize) {
    if &scan.bytes[start..end] == b" LOGIN " && start > 0 && scan.bytes[start - 1].is_ascii_alphanumeric() {
        prompted(scan, start, end);
    }
}

/// `ACL SETUSER bob on >password`
pub(super) fn granted(scan: &mut Scan<'_>, _: usize, end: usize) {
    const WITHIN: usize = 80;
    let bytes = scan.bytes;
    let rest = &bytes[end..bytes.len().min(end + WITHIN)];
    let marks = [&b" >"[..], b" '>", b" \">"];
    let Some((mark, length)) = marks.iter().find_map(|mark| Some((memchr::memmem::find(rest, mark)?, mark.len())))
    else {
        return;
    };
    let start = end + mark + length;
    let length = const { Class::of("!-~") }.run(bytes, start, 200);
    let Some(said) = scan.text.get(start..start + length) else { return };
    let said = said.trim_end_matches(['"', '\'']);
    if looks_secret(said) && is_candidate(said, Quote::Double) {
        scan.keep(span(start..start + said.len()));
    }
}
