//! One look at a text: the gate finds words, each word's rules look at the text around it, and what
//! they find is put in order.

use std::ops::Range;

use super::gate::{GATE, Target};
use super::literals::{DEEPEST, Unescaped};
use super::looks::{looks_random, looks_secret};
use super::names::{Name, secret_name};
use super::providers::{self, RULES};
use super::references::{Quote, is_mask};
use super::shape::Class;
use super::values::{self, Around};
use super::{
    Span, accounts, blocks, commands, count_work, has_placeholder, headers, judge, keyed, nearby, repeats, span, urls,
    vendors,
};

/// A text that is looked at.
pub(super) struct Scan<'t> {
    pub(super) text: &'t str,
    pub(super) bytes: &'t [u8],
    spans: Vec<Span>,
    quotes: values::Quotes,
    /// Names looked at before, by a number made of their bytes: texts repeat their names.
    names: Vec<(Range<usize>, Option<Name>)>,
    /// Up to where no address holds an @.
    pub(super) no_at: usize,
    /// Up to where the address looked at last was read.
    pub(super) address_end: usize,
    /// Up to where commands were read.
    command_end: usize,
    pub(super) judged: Option<judge::Judged>,
    /// How many more bytes of values may be read at full length, so that no text costs more than a
    /// multiple of its own length.
    fuel: usize,
}

/// How long a value may be, with and without fuel.
const LONG_VALUE: usize = 8192;
const SHORT_VALUE: usize = 48;
const SHORT_COMMAND: usize = 24;
const SHORT_SENTENCE: usize = 2;
const LONG_SENTENCE: usize = 8;

impl Scan<'_> {
    /// Keeps a secret.
    pub(super) fn keep(&mut self, found: Span) {
        let text = self.text;
        let is_whole = text.is_char_boundary(found.range.start) && text.is_char_boundary(found.range.end);
        if is_whole && !found.range.is_empty() && !has_placeholder(&text[found.range.clone()]) {
            self.spans.push(found);
        }
    }

    /// What a name holds.
    pub(super) fn secret_name(&mut self, range: Range<usize>) -> Option<Name> {
        const SLOTS: usize = 64;
        let (text, written) = (self.text, &self.text[range.clone()]);
        if self.names.is_empty() {
            self.names.resize(SLOTS, (0..0, None));
        }
        let number = written.bytes().fold(0_usize, |number, byte| number.wrapping_mul(31).wrapping_add(byte as usize));
        let slot = &mut self.names[number % SLOTS];
        if &text[slot.0.clone()] != written {
            *slot = (range, secret_name(written));
        }
        slot.1
    }

    /// The quote that is open at a place of its line.
    pub(super) fn open_quote(&mut self, at: usize) -> Option<u8> {
        self.quotes.open(self.bytes, at)
    }

    /// How much of a value may be read.
    pub(super) fn value_limit(&self) -> usize {
        if self.fuel > 0 { LONG_VALUE } else { SHORT_VALUE }
    }

    /// How much of a command may be read.
    pub(super) fn command_limit(&self) -> usize {
        if self.fuel > 0 { LONG_VALUE } else { SHORT_COMMAND }
    }

    /// How many words of a sentence may be read.
    pub(super) fn sentence_limit(&self) -> usize {
        if self.fuel > 0 { LONG_SENTENCE } else { SHORT_SENTENCE }
    }

    /// How much of `limit` may be read around a word.
    pub(super) fn reach(&self, limit: usize) -> usize {
        if self.fuel > 0 { limit } else { limit.min(SHORT_VALUE) }
    }

    /// Whether a secret was just kept.
    pub(super) fn has_kept(&self, range: &Range<usize>) -> bool {
        self.spans.iter().rev().take(4).any(|kept| kept.range == *range)
    }

    /// Counts what was read of a command. Each word of it is looked at as many arguments, so what commands in a row
    /// have in common costs more than what is read for the first time, which costs nothing.
    pub(super) fn spend_on_command(&mut self, range: Range<usize>) {
        const ARGUMENTS: usize = 8;
        let again = self.command_end.min(range.end).saturating_sub(range.start);
        self.command_end = self.command_end.max(range.end);
        self.spend(ARGUMENTS * again);
    }

    /// Counts what was read.
    pub(super) fn spend(&mut self, bytes: usize) {
        self.fuel = self.fuel.saturating_sub(bytes);
    }
}

/// Where the secrets of a text and of the strings in it are, in order and without overlaps.
pub(super) fn secrets(text: &str) -> Vec<Span> {
    let mut found = ordered(within(text, 0));
    let again = repeats::of(text, &found);
    if again.is_empty() {
        return found;
    }
    found.extend(again);
    ordered(found)
}

fn within(text: &str, depth: usize) -> Vec<Span> {
    let mut found = on_its_own(text);
    if depth < DEEPEST
        && let Some(unescaped) = Unescaped::of(text)
    {
        found.extend(unescaped.original(within(&unescaped.text, depth + 1)));
    }
    found
}

fn on_its_own(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut scan = Scan {
        text,
        bytes,
        spans: Vec::new(),
        quotes: values::Quotes::default(),
        no_at: 0,
        address_end: 0,
        command_end: 0,
        judged: None,
        names: Vec::new(),
        fuel: bytes.len() + 16 * LONG_VALUE,
    };
    // How far a rule that found or refused a long run has read, so that no run is read twice.
    let mut read: Vec<usize> = Vec::new();
    let mut name_end = 0;
    let mut block_end = 0;
    for (start, end, targets) in GATE.hits(text) {
        count_work(targets.len());
        for target in targets {
            match *target {
                Target::Token { rule, key } => {
                    if read.is_empty() {
                        read.resize(RULES.len(), 0);
                    }
                    if start >= read[rule] {
                        let (found, until) = RULES[rule].find(text, start, key);
                        read[rule] = until;
                        if let Some(found) = found {
                            if RULES[rule].rule.id == "aws-access-key-id" {
                                beside(&mut scan, found.range.end);
                            }
                            scan.keep(found);
                        }
                    }
                }
                Target::Name if start >= name_end => name_end = keyed::look(&mut scan, start, end),
                Target::Address => urls::look(&mut scan, end),
                Target::Authorization => headers::authorization(&mut scan, end),
                Target::Bearer => headers::bearer(&mut scan, end),
                Target::Cookie => headers::cookies(&mut scan, end),
                Target::Tool(row) => commands::look(&mut scan, row, start, end),
                Target::Sink => commands::piped(&mut scan, start, end),
                Target::Armour if start >= block_end => block_end = blocks::armour(&mut scan, end),
                Target::Encoded if start >= block_end => block_end = blocks::encoded(&mut scan, start),
                Target::Name | Target::Armour | Target::Encoded => {}
                Target::Putty => blocks::putty(&mut scan, end),
                Target::Hexadecimal => blocks::hexadecimal(&mut scan, end),
                Target::Credentials => accounts::credentials(&mut scan, end),
                Target::Oracle => urls::oracle(&mut scan, end),
                Target::Statement => statement(&mut scan, end),
                Target::Send => send(&mut scan, end),
                Target::PasswordFile => password_file(&mut scan, end),
                Target::Nearby(row) => nearby::look(&mut scan, row, start, end),
                Target::Vendor => vendors::look(&mut scan, start, end),
            }
        }
    }
    dotted(&mut scan);
    scan.spans
}

/// `IDENTIFIED BY 'password'`
fn statement(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end + const { Class::of(" ") }.run(bytes, end, 4);
    // IDENTIFIED WITH sha256_password BY '…'
    let method = const { Class::of("A-Za-z0-9_'`\"") }.run(bytes, at, 60);
    if scan.text.get(at + method..).is_some_and(|rest| rest.starts_with(" BY ") || rest.starts_with(" by ")) {
        at += method + 4;
    }
    for word in ["VALUES ", "PASSWORD ", "values ", "password "] {
        if scan.text.get(at..).is_some_and(|rest| rest.starts_with(word)) {
            at += word.len();
        }
    }
    let around = Around { open: scan.open_quote(at), query: false };
    let Some(found) = values::value(scan.text, at, around, 256) else { return };
    let value = scan.text[found.range.clone()].trim_end_matches(';');
    // Prose says so too, of what looks like no secret.
    let is_statement = is_statement(scan.text, end)
        || looks_random(value)
        || (found.quote != Quote::None && value.bytes().any(|byte| byte.is_ascii_digit()));
    let is_literal = matches!(bytes[found.range.start.saturating_sub(1)], b'"' | b'\'');
    if at > end
        && is_statement
        && (is_literal && found.quote != Quote::None
            || looks_secret(value) && !value.contains('(') && !judge::is_constant(value))
        && judge::is_candidate(value, found.quote)
        && value.len() >= 3
    {
        scan.keep(span(found.range.start..found.range.start + value.len()));
    }
}

/// Whether what ends with "identified by" is a statement of SQL rather than prose.
fn is_statement(text: &str, end: usize) -> bool {
    const BACK: usize = 160;
    let mut from = end.saturating_sub(BACK);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text[from..end].to_ascii_lowercase();
    ["user", "alter", "create", "grant", "role", "set password"].iter().any(|word| before.contains(word))
        || text[..end].ends_with(|last: char| last.is_ascii_uppercase())
}

/// What a script of expect types after it was asked for a password.
fn send(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut from = end.saturating_sub(120);
    while !scan.text.is_char_boundary(from) {
        from += 1;
    }
    let before = scan.text[from..end].to_ascii_lowercase();
    if !before.contains("expect") || !(before.contains("pass") || before.contains("secret") || before.contains("token"))
    {
        return;
    }
    let at = end + const { Class::of("- ") }.run(bytes, end, 4);
    let Some(found) = values::value(scan.text, at, Around::default(), 256) else { return };
    let value = nearby::without_line_end(&scan.text[found.range.clone()]);
    if found.quote != Quote::None && value.len() >= 3 && judge::is_candidate(value, found.quote) {
        scan.keep(span(found.range.start..found.range.start + value.len()));
    }
}

/// The secret access key that stands beside its id, as in the file the console offers.
fn beside(scan: &mut Scan<'_>, end: usize) {
    const BODY: Class = Class::of("A-Za-z0-9+/");
    let gap = const { Class::of(" ,:;|\t\"'/\r\n") }.run(scan.bytes, end, 8);
    let start = end + gap;
    let found = &scan.text[start..start + BODY.run(scan.bytes, start, 60)];
    let has = |class: fn(&u8) -> bool| found.bytes().any(|byte| class(&byte));
    let is_mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    if gap > 0 && found.len() == 40 && is_mixed {
        scan.keep(span(start..start + 40));
    }
}

/// The rest of `host:port:database:user:password` behind the port.
fn password_file(scan: &mut Scan<'_>, end: usize) {
    const FIELD: Class = Class::of("A-Za-z0-9_*.-");
    let bytes = scan.bytes;
    let database = FIELD.run(bytes, end, 64);
    let user = FIELD.run(bytes, end + database + 1, 64);
    let start = end + database + user + 2;
    let is_number = bytes[end..end + database].iter().all(u8::is_ascii_digit);
    if database == 0
        || is_number
        || user == 0
        || bytes.get(end + database) != Some(&b':')
        || bytes.get(start - 1) != Some(&b':')
    {
        return;
    }
    let around = Around { open: scan.open_quote(end), query: false };
    let Some(found) = values::value(scan.text, start, around, 256) else { return };
    if judge::is_candidate(&scan.text[found.range.clone()], found.quote) {
        scan.keep(span(found.range));
    }
}

/// Discord's bot tokens, which start with the base64 of a number: no word shows them, but two full
/// stops six or seven characters apart do.
/// <https://discord.com/developers/docs/reference#authentication>
fn dotted(scan: &mut Scan<'_>) {
    const BODY: Class = Class::of("A-Za-z0-9_-");
    let bytes = scan.bytes;
    let mut at = 0;
    while let Some(dot) = memchr::memchr(b'.', &bytes[at..]).map(|length| at + length) {
        at = dot + 1;
        zhipu(scan, dot);
        let middle = if bytes.get(dot + 7) == Some(&b'.') { 6 } else { continue };
        let before = BODY.run_back(bytes, dot, 40);
        let after = BODY.run(bytes, dot + middle + 2, 50);
        let is_shape = (22..=30).contains(&before) && (27..=40).contains(&after) && BODY.run(bytes, dot + 1, 6) == 6;
        let start = dot - before;
        if is_shape && matches!(bytes[start], b'M' | b'N' | b'O') && !providers::starts_inside(bytes, start) {
            let end = dot + middle + 2 + after;
            let body = &scan.text[start..end];
            let mixed =
                body.bytes().any(|byte| byte.is_ascii_digit()) && body.bytes().any(|byte| byte.is_ascii_lowercase());
            if mixed && !is_mask(body) {
                scan.keep(span(start..end));
            }
        }
    }
}

/// Zhipu's API keys: an id of 32 hexadecimal digits, and a secret behind a full stop.
/// <https://docs.z.ai/api-reference/introduction>
fn zhipu(scan: &mut Scan<'_>, dot: usize) {
    const ID: Class = Class::of("0-9a-f");
    const SECRET: Class = Class::of("A-Za-z0-9");
    const LENGTHS: (usize, usize) = (32, 16);
    let bytes = scan.bytes;
    let is_near = dot >= LENGTHS.0
        && ID.has(bytes[dot - LENGTHS.0])
        && ID.has(bytes[dot - 1])
        && bytes.get(dot + LENGTHS.1).is_some_and(|byte| SECRET.has(*byte));
    if !is_near || ID.run_back(bytes, dot, 33) != LENGTHS.0 || SECRET.run(bytes, dot + 1, 17) != LENGTHS.1 {
        return;
    }
    let secret = &scan.text[dot + 1..dot + 1 + LENGTHS.1];
    let has = |class: fn(&u8) -> bool| secret.bytes().any(|byte| class(&byte));
    if has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase) {
        scan.keep(span(dot - LENGTHS.0..dot + 1 + LENGTHS.1));
    }
}

/// Spans in order, those that overlap as one.
fn ordered(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|span| (span.range.start, span.range.end));
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for next in spans {
        match merged.last_mut() {
            Some(last) if next.range.start < last.range.end => {
                let range: Range<usize> = last.range.start..last.range.end.max(next.range.end);
                let around = if last.range.len() >= next.range.len() { last.around } else { next.around };
                *last = Span { range, around };
            }
            _ => merged.push(next),
        }
    }
    merged
}
