//! Secrets among the arguments of the tools people use, and in what is piped into them.
//!
//! Flags that say what they hold, such as `--password`, are names like any other (`keyed`). Here are
//! the rest: short flags, places, and `user:password`.

mod argument;
mod pipes;
mod tools;

use std::ops::Range;

use super::engine::Scan;
use super::judge::is_candidate;
use super::looks::{is_made_of_words, looks_random, looks_secret};
use super::margins::starts_line;
use super::references::{Quote, is_path};
use super::values::quoted_behind;
use super::{count_work, headers, manifests, span, urls};
use argument::Argument;
pub(super) use pipes::{SINKS, piped};
use tools::TOOLS;

/// How much of a command is read, and how many words.
const LONGEST: usize = 4096;
const WORDS: usize = 80;

/// One word of a command, without its quotes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    pub(super) range: Range<usize>,
    pub(super) quote: Quote,
}

/// All names of tools with the number of their row.
pub(super) fn tools() -> impl Iterator<Item = (&'static str, usize)> {
    TOOLS.iter().enumerate().flat_map(|(row, tool)| tool.names.iter().map(move |name| (*name, row)))
}

/// Looks at the command of the tool whose name is at `start..end`.
pub(super) fn look(scan: &mut Scan<'_>, row: usize, start: usize, end: usize) {
    let bytes = scan.bytes;
    let tool = &TOOLS[row];
    let begins = start == 0
        || b" \t\n\r/\\\"'`(|;&$>=[:".contains(&bytes[start - 1])
        || super::providers::ends_escape(&bytes[..start])
        || !bytes[start - 1].is_ascii()
        || matches!(bytes[start - 1], b'+' | b'-')
            && (starts_line(bytes, start) || super::providers::ends_escape(&bytes[..start - 1]));
    let ends = bytes.get(end).is_some_and(|byte| b" \t\"'\\,".contains(byte))
        || bytes[end..].starts_with(b".exe ")
        || bytes[end..].starts_with(b".EXE ");
    if !begins || !ends || !tool.names.contains(&&scan.text[start..end]) {
        return;
    }
    let words = words(scan, start, end);
    let text = scan.text;
    let said = |word: &Word| &text[word.range.clone()];
    let is_meant = tool.only_with.is_empty()
        || words.iter().any(|word| {
            tool.only_with
                .iter()
                .any(|only| if only.len() == 1 { said(word).contains(only) } else { said(word) == *only })
        });
    if !is_meant {
        return;
    }
    let is_oracle = tool.arguments.iter().any(|argument| matches!(argument, Argument::Oracle));
    for (at, word) in words.iter().enumerate() {
        // Most arguments follow a flag, and most words are none or another.
        let is_flag = said(word).starts_with(['-', '/']);
        let letter = said(word).as_bytes().get(1).filter(|_| is_flag);
        let last = said(word).as_bytes().last().filter(|_| is_cluster(said(word)));
        let could = |argument: &&Argument| {
            argument.letter().is_none_or(|flag| {
                letter == Some(&flag) || last == Some(&flag) && matches!(argument, Argument::User(_))
            })
        };
        for argument in tool.arguments.iter().filter(could) {
            if let Some(found) = found(text, *argument, &words, at, word)
                && !scan.has_kept(&found.range)
                && is_argument(&text[found.range.clone()], found.quote)
            {
                if manifests::is_object(&text[found.range.clone()]) {
                    manifests::strings(scan, found.range);
                } else {
                    scan.keep(span(found.range));
                }
            }
            if let Argument::Cookies(flag) = argument
                && said(word) == *flag
                && let Some(next) = words.get(at + 1).filter(|next| said(next).contains('='))
            {
                headers::crumbs(scan, next.range.start);
            }
        }
        if is_oracle && at < 6 {
            urls::oracle(scan, word.range.start);
        }
    }
}

/// `-sSfu`: short flags written as one word.
fn is_cluster(said: &str) -> bool {
    (3..=6).contains(&said.len())
        && said.starts_with('-')
        && said.bytes().skip(1).all(|byte| byte.is_ascii_alphabetic())
}

/// Whether an argument in the place of a secret is one.
fn is_argument(value: &str, quote: Quote) -> bool {
    let is_flag = value.starts_with("--") || (value.starts_with('-') && value.len() < 4);
    let is_file = is_path(value) && value.starts_with(['/', '.', '~']);
    is_candidate(value, quote) && !is_flag && !is_file
}

fn found(text: &str, argument: Argument, words: &[Word], at: usize, word: &Word) -> Option<Word> {
    let said = &text[word.range.clone()];
    let next = || words.get(at + 1).cloned();
    let behind = |flag: &str| {
        if said == flag {
            next()
        } else if flag.is_empty() {
            Some(word.clone())
        } else {
            let rest = said.strip_prefix(flag)?;
            let skipped = if flag.starts_with("--") || flag.len() > 2 {
                rest.strip_prefix('=').map(|_| 1)?
            } else {
                usize::from(rest.starts_with('='))
            };
            Some(unquoted(text, word.range.start + flag.len() + skipped..word.range.end, word.quote))
        }
    };
    let cut = |flag: &str, sign: char| {
        let is_last = flag.len() == 2 && is_cluster(said) && said.as_bytes().last() == flag.as_bytes().last();
        let value = if is_last { next()? } else { behind(flag)? };
        let (user, _) = text[value.range.clone()].split_once(sign)?;
        // <user:password>
        (!user.starts_with('<') && (!user.contains('/') || flag.is_empty())).then_some(())?;
        Some(unquoted(text, value.range.start + user.len() + 1..value.range.end, value.quote))
    };
    match argument {
        Argument::Next(flag) => {
            if said == flag {
                next()
            } else {
                said.strip_prefix(flag)?.strip_prefix('=')?;
                behind(flag)
            }
        }
        Argument::Glued(flag) => {
            let rest = said.strip_prefix(flag).filter(|rest| !rest.is_empty())?;
            let glued = unquoted(text, word.range.end - rest.len()..word.range.end, word.quote);
            // -p, --password and -prune start alike.
            let value = &text[glued.range.clone()];
            (value.len() >= 3
                && (!value.bytes().all(|byte| byte.is_ascii_lowercase())
                    || glued.quote != Quote::None
                    || flag.ends_with([':', '='])))
            .then_some(glued)
        }
        Argument::Either(flag) => {
            if said == flag {
                next()
            } else {
                found(text, Argument::Glued(flag), words, at, word)
            }
        }
        Argument::User(flag) => {
            let value = cut(flag, ':')?;
            if value.range.is_empty() {
                // A token for a user, and no password.
                let user = behind(flag)?.range.start..value.range.start - 1;
                let said = &text[user.clone()];
                let is_token = looks_random(said) || said.len() >= 10 && looks_secret(said) && !is_made_of_words(said);
                return is_token.then_some(Word { range: user, quote: value.quote });
            }
            let host = text[value.range.clone()].rfind('@').filter(|_| flag.is_empty());
            let end = host.map_or(value.range.end, |at| value.range.start + at);
            let value = Word { range: value.range.start..end, ..value };
            // Without a flag before it, any word with a colon may be meant.
            let is_told = !flag.is_empty() || looks_secret(&text[value.range.clone()]);
            (is_told && !text[value.range.clone()].starts_with("//")).then_some(value)
        }
        Argument::Pair(flag) => cut(flag, '=').filter(|value| looks_secret(&text[value.range.clone()])),
        Argument::Percent(flag) => cut(flag, '%'),
        Argument::Comma(flag) => cut(flag, ','),
        Argument::Source(flag) => {
            if said != flag {
                return None;
            }
            let value = next()?;
            let prefix = ["pass:", "hexkey:", "key:", "hexpass:"]
                .iter()
                .find(|prefix| text[value.range.clone()].starts_with(**prefix))?;
            Some(unquoted(text, value.range.start + prefix.len()..value.range.end, value.quote))
        }
        Argument::After(start, count) => placed(text, words, at, start, count),
        Argument::LastWith(letter) => {
            let flag = said.strip_prefix('-').filter(|flag| !flag.starts_with('-') && flag.contains(letter))?;
            (flag.len() < 6 && words.len() > at + 2).then(|| words.last().cloned()).flatten()
        }
        Argument::Pairs(start) => {
            let (name, value) = said.split_once('=')?;
            let is_after = words[..at].iter().any(|word| &text[word.range.clone()] == start);
            let value = unquoted(
                text,
                word.range.start + name.len() + 1..word.range.start + name.len() + 1 + value.len(),
                word.quote,
            );
            (is_after && looks_secret(&text[value.range.clone()])).then_some(value)
        }
        Argument::First => {
            let is_first =
                !said.starts_with('-') && words[..at].iter().all(|word| text[word.range.clone()].starts_with('-'));
            (is_first && (word.quote != Quote::None || looks_secret(said))).then(|| word.clone())
        }
        Argument::Oracle | Argument::Cookies(_) => None,
    }
}

/// The word that many places after one that starts so.
fn placed(text: &str, words: &[Word], at: usize, start: &str, count: usize) -> Option<Word> {
    let said = &text[words[at].range.clone()];
    if start.is_empty() {
        return (at == 0).then(|| words.get(count - 1).cloned()).flatten();
    }
    if !(said == start || (start.ends_with(['.', '\\', ':', '/']) && said.starts_with(start))) {
        return None;
    }
    let is_flag = |word: &Word| text[word.range.clone()].starts_with('-');
    let mut positional = words.iter().enumerate().skip(at + 1).filter(|(_, word)| !is_flag(word));
    positional
        .nth(count - 1)
        // What follows a flag may be that flag's.
        .filter(|(place, word)| {
            *place == at + count
                || start != "//" && (!is_flag(&words[place - 1]) || looks_secret(&text[word.range.clone()]))
        })
        .map(|(_, word)| word)
        .filter(|word| {
            count > 1
                || looks_secret(&text[word.range.clone()])
                || word.quote != Quote::None
                || text[word.range.clone()].len() > 8
        })
        .cloned()
}

/// A part of a word without quotes of its own.
fn unquoted(text: &str, range: Range<usize>, quote: Quote) -> Word {
    let value = &text[range.clone()];
    for (sign, kind) in [('\'', Quote::Single), ('"', Quote::Double)] {
        if value.len() > 2 && value.starts_with(sign) && value.ends_with(sign) {
            return Word { range: range.start + 1..range.end - 1, quote: kind };
        }
    }
    Word { range, quote }
}

/// The words after the name of a tool, up to the end of its command.
fn words(scan: &mut Scan<'_>, start: usize, end: usize) -> Vec<Word> {
    let (text, bytes) = (scan.text, scan.bytes);
    let open = scan.open_quote(start);
    // A text of nothing but tools is read a few words at a time.
    let limit = bytes.len().min(end + scan.command_limit().min(LONGEST));
    let mut words = Vec::with_capacity(16);
    let mut at = end;
    // As in ["mysql", "-p…"]: the name is quoted itself.
    let listed = bytes.get(at).is_some_and(|byte| b"\"'\\".contains(byte));
    if listed {
        at += bytes[at..].iter().take(4).take_while(|byte| b"\"'\\".contains(byte)).count();
    }
    let open = if listed { None } else { open };
    while at < limit && words.len() < WORDS {
        match bytes[at] {
            b' ' | b'\t' | b',' => at += 1,
            b'\\' if matches!(bytes.get(at + 1), Some(b'\n')) => at += 2,
            b'\n' | b'\r' | b';' | b'|' | b'&' | b')' | b'`' | b']' | 0x1b => break,
            // A comment.
            b'#' if bytes[at - 1] == b' ' => break,
            byte if open == Some(byte) => break,
            _ => {
                let Some((word, next)) = word(text, at, limit, open) else { break };
                words.push(word);
                at = next;
            }
        }
    }
    count_work(at - end);
    scan.spend_on_command(end..at);
    words
}

/// Whether an escaped quote at `at` ends a string of JSON whose start is not in the text: `\"}`.
fn closes_string(bytes: &[u8], at: usize) -> bool {
    let slashes = bytes[at..].iter().take(8).take_while(|byte| **byte == b'\\').count();
    bytes.get(at + slashes) == Some(&b'"') && matches!(bytes.get(at + slashes + 1), Some(b'}' | b',' | b']'))
}

/// The word at `at`, and where it ends.
pub(super) fn word(text: &str, at: usize, limit: usize, open: Option<u8>) -> Option<(Word, usize)> {
    let bytes = text.as_bytes();
    let slashes = bytes[at..limit].iter().take(4).take_while(|byte| **byte == b'\\').count();
    let quote = bytes.get(at + slashes).copied().filter(|byte| matches!(byte, b'"' | b'\''));
    if let Some(quote) = quote {
        let start = at + slashes + 1;
        let mut here = start;
        while here < limit && bytes[here] != b'\n' {
            if bytes[here] == quote {
                let before = bytes[start..here].iter().rev().take_while(|byte| **byte == b'\\').count();
                if before == slashes || (quote == b'\'' && slashes == 0) {
                    let kind = if quote == b'\'' { Quote::Single } else { Quote::Double };
                    return Some((Word { range: start..here - before.min(slashes), quote: kind }, here + 1));
                }
            }
            here += 1;
        }
        return None;
    }
    let mut here = at;
    while here < limit {
        match bytes[here] {
            b' ' | b'\t' | b'\n' | b'\r' | b'|' | b'`' | 0x1b => break,
            b'&' if matches!(bytes.get(here + 1), Some(b'&' | b' ') | None) => break,
            b';' if bytes.get(here + 1).is_none_or(u8::is_ascii_whitespace) => break,
            b')' if bytes.get(here + 1).is_none_or(|byte| byte.is_ascii_whitespace() || b"\"'`)".contains(byte)) => {
                break;
            }
            byte if open == Some(byte) => break,
            b'\\' if open.is_some() && (bytes.get(here + 1) == Some(&b'n') || quoted_behind(bytes, here)) => break,
            b'\\' if closes_string(bytes, here) => break,
            quote @ (b'"' | b'\'') => {
                match bytes[here + 1..limit].iter().position(|byte| *byte == quote || *byte == b'\n') {
                    Some(length) if bytes[here + 1 + length] == quote => here += length + 2,
                    _ => break,
                }
            }
            _ => here += 1,
        }
    }
    while !text.is_char_boundary(here) {
        here += 1;
    }
    (here > at).then_some((Word { range: at..here, quote: Quote::None }, here))
}
