//! What is piped, or handed as a here-string, into a command that reads a secret.

use super::super::engine::Scan;
use super::super::judge::is_candidate;
use super::super::looks::looks_secret;
use super::super::references::{Quote, is_path};
use super::super::shape::Class;
use super::super::{count_work, span};
use super::{Word, word};

/// What shows that a command reads a secret from its standard input.
pub(in super::super) const SINKS: &[&str] = words! {
    "-stdin" "chpasswd" "sudo -S" "--with-token" "secret put" "secret set" "secrets set" "secret create"
    "secrets create" "secrets versions add" "versions add" "env add" "--passphrase-fd" "login -" "secrets import"
    "cryptsetup" "smbpasswd" "-pass stdin" "unlock-keychain" "kinit" "read -s" "su -c" "htpasswd -" "vault login" " passwd " "create secret"
    "encrypt_string" "pass insert" "keyring set" "vncpasswd" "kubeseal" "secret-tool store"
};

/// What writes into a pipe.
const WRITERS: &[&str] = words! { "echo" "printf" "print" "Write-Output" "<<<" };

/// How far before the sink its pipe may start.
const BACK: usize = 320;
/// How far behind it a here-string may start.
const AHEAD: usize = 400;

/// Looks for what is piped into the command around `start..end`.
pub(in super::super) fn piped(scan: &mut Scan<'_>, start: usize, end: usize) {
    let (text, bytes) = (scan.text, scan.bytes);
    let mut from = start.saturating_sub(scan.reach(BACK));
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let line = memchr::memrchr(b'\n', &bytes[from..start]).map_or(from, |at| from + at + 1);
    if let Some(pipe) = memchr::memrchr(b'|', &bytes[line..start])
        .map(|at| line + at)
        .filter(|pipe| !bytes[*pipe..start].iter().any(|byte| matches!(byte, b';' | b'>')))
    {
        echoed(scan, line, pipe, &text[start..end]);
    }
    let limit = bytes.len().min(end + scan.reach(AHEAD));
    let line_end = memchr::memchr(b'\n', &bytes[end..limit]).map_or(limit, |at| end + at);
    count_work(line_end - line);
    scan.spend(line_end - line);
    let here = memchr::memchr_iter(b'<', &bytes[end..line_end]).map(|at| end + at);
    if let Some(at) = here.clone().find(|at| bytes[*at..line_end].starts_with(b"<<<")) {
        let mut value = at + 3;
        value += usize::from(bytes.get(value) == Some(&b' '));
        if value < bytes.len()
            && let Some((found, _)) = word(text, value, bytes.len().min(value + 1024), scan.open_quote(start))
        {
            keep(scan, found, &text[start..end] == "chpasswd");
        }
    }
}

/// The word that `echo` or `printf` writes into the pipe at `pipe`.
fn echoed(scan: &mut Scan<'_>, line: usize, pipe: usize, sink: &str) {
    let text = scan.text;
    let before = &scan.bytes[line..pipe];
    let writer = |at: usize| WRITERS.iter().find(|name| before[at..].starts_with(name.as_bytes()));
    let starts = const { Class::first_of(WRITERS) };
    let Some((at, name)) =
        (0..before.len()).rev().filter(|at| starts.has(before[*at])).find_map(|at| writer(at).map(|name| (at, name)))
    else {
        return;
    };
    let open = scan.open_quote(line + at);
    let mut here = line + at + name.len();
    let mut last: Option<Word> = None;
    for _ in 0..6 {
        while here < pipe && matches!(scan.bytes[here], b' ' | b'\t') {
            here += 1;
        }
        if here >= pipe {
            break;
        }
        let Some((found, next)) = word(text, here, pipe, open) else { break };
        here = next;
        let said = &text[found.range.clone()];
        let is_option = matches!(
            said,
            "-n" | "-e" | "-E" | "-ne" | "-en" | "--" | "-r" | "-NoEnumerate" | "%s" | "%s\\n" | "%s\\\\n"
        );
        if !is_option {
            last = Some(found);
            break;
        }
    }
    if let Some(found) = last {
        keep(scan, found, sink == "chpasswd");
    }
}

fn keep(scan: &mut Scan<'_>, mut found: Word, with_user: bool) {
    let said = &scan.text[found.range.clone()];
    // user:password, as chpasswd reads it.
    if with_user && let Some((user, _)) = said.split_once(':') {
        found.range.start += user.len() + 1;
    }
    let trimmed = scan.text[found.range.clone()].trim_end_matches("\\n").len();
    found.range.end = found.range.start + trimmed;
    // A password and the same again: "secret\nsecret".
    if let Some(length) = scan.text[found.range.clone()].find("\\n") {
        let rest = found.range.start + length + 2..found.range.end;
        if found.quote != Quote::None {
            keep(scan, Word { range: rest, quote: found.quote }, false);
        }
        found.range.end = found.range.start + length;
    }
    let said = &scan.text[found.range.clone()];
    let is_phrase = said.contains(' ') && found.quote == Quote::None;
    if said.len() >= 4
        && !is_phrase
        && is_candidate(said, found.quote)
        && (!is_path(said) || looks_secret(said))
        && !said.starts_with('{')
    {
        scan.keep(span(found.range));
    }
}
