//! Secrets told in words, and values that only space parts from their name.

use super::accounts::is_of_login;
use super::code_names::is_code_name;
use super::engine::Scan;
use super::judge::{Joint, is_candidate, is_constant, is_pass_phrase};
use super::keyed::{Place, take};
use super::looks::{is_made_of_words, is_uuid, looks_random, looks_secret, turns};
use super::margins::{run_of_lines, starts_line};
use super::memorable::is_memorable;
use super::names::{ABOUT, Head, Name, Need};
use super::references::Quote;
use super::shape::Class;
use super::values::{Around, value};
use super::verdicts::is_verb;
use super::{Words, has_space, span};

/// What stands before a name whose value follows without a sign.
const SETTERS: &[&str] = words! {
    "set -gx" "set -x" "set -ux" "set -gux" "set -u" "set -lx" "set --export" "setx" "env" "arg" "config set"
    "configure set" "set-option" "config:set" "setenv" "config add" "config" "identified by" "fastcgi_param" "dotenv set" "kv put"
    "etcdctl put"
};

/// Looks at what follows a name behind `gap` spaces.
pub(super) fn after(scan: &mut Scan<'_>, place: &Place, at: usize, gap: usize) {
    let start = at + gap;
    if start >= scan.bytes.len() {
        return;
    }
    if place.flag {
        if gap > 0 || place.quoted.is_some() {
            flag(scan, place, start);
        }
        return;
    }
    // npm config set //host/:_authToken …
    let is_of_host = scan.bytes[..place.range.start].ends_with(b"/:");
    if is_of_host && gap == 0 && matches!(scan.bytes[start], b'"' | b'\'') && scan.bytes.get(start + 1) == Some(&b' ') {
        return take(scan, place, Joint::Space, start + 2);
    }
    if gap > 0 && (is_of_host || is_set(scan.text, place.range.start)) {
        take(scan, place, if place.name.loud { Joint::Equals } else { Joint::Space }, start);
        return;
    }
    if gap > 0 && is_of_login(scan.text, place.range.start) {
        take(scan, place, Joint::Space, start);
    } else if gap > 0 && is_directive(scan, place) {
        let place = Place { name: Name { loud: true, ..place.name }, ..place.clone() };
        take(scan, &place, Joint::Equals, start);
    } else if gap > 0 || ["是", "는", "은", "は"].iter().any(|verb| scan.bytes[..start].ends_with(verb.as_bytes()))
    {
        told(scan, place, start);
    } else if scan.bytes[start] == b',' && scan.bytes.get(start + 1) == Some(&b' ') {
        aside(scan, place, start + 2);
    }
}

/// What a configuration file sets on a line of its own, without a sign.
static DIRECTIVES: Words =
    Words::of(words! { "requirepass" "masterauth" "bindpw" "rootpw" "auth_pass" "sasl_password" });

fn is_directive(scan: &Scan<'_>, place: &Place) -> bool {
    let start = place.range.start;
    if !DIRECTIVES.has(&scan.text[place.range.clone()]) {
        return false;
    }
    let indent = const { Class::of(" \t") }.run_back(scan.bytes, start, 40);
    starts_line(scan.bytes, start - indent)
}

/// `--token value`, and `"--token" "value"`.
fn flag(scan: &mut Scan<'_>, place: &Place, start: usize) {
    // A switch of pulumi, behind which the name of the value stands.
    if scan.text[..place.range.start].ends_with("config set --") && &scan.text[place.range.clone()] == "secret" {
        return;
    }
    if scan.bytes[start] != b'-' || scan.bytes.get(start + 1).is_some_and(u8::is_ascii_digit) {
        take(scan, place, Joint::Space, start);
    }
}

fn is_set(text: &str, start: usize) -> bool {
    let mut from = start.saturating_sub(24);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    // The name may be the last part of a path.
    let path = text[from..start].trim_end_matches(|sign: char| sign.is_ascii_alphanumeric() || "/_.-".contains(sign));
    let path = if text[from..start].ends_with('/') { path } else { &text[from..start] };
    let before = path.trim_end_matches([' ', '-', '"', '\'']).as_bytes();
    // Most words end with none of the letters these do.
    before.last().is_some_and(|last| const { Class::of("dgmntuvxyDGMNTUVXY") }.has(*last))
        && SETTERS.iter().any(|setter| {
            let Some(place) = before.len().checked_sub(setter.len()) else { return false };
            before[place..].eq_ignore_ascii_case(setter.as_bytes())
                && (place == 0 || b" \n;&\"'`(".contains(&before[place - 1]))
        })
}

/// What may stand between a name and its value in a sentence.
static LINKS: Words = Words::of(words! {
    "is" "was" "to" "as" "are" "be" "now" "set" "changed" "with" "will" "should" "being" "value" "currently"
    "called" "has" "been" "use" "auf" "=" "→" "->" "-" "–" "—" "equals" "using" "from" "ist" "lautet" "est" "es" "é" "è" "är"
    "jest" "je" "это" "⇒" "➜"
});
/// After these the value may come.
static ENDS: Words = Words::of(words! {
    "is" "was" "to" "as" "be" "=" "→" "->" "-" "–" "—" "with" "now" "using" "use" "from" "auf" "ist" "lautet" "est" "es" "é" "è"
    "är" "jest" "je" "это" "currently" "still" "just" "actually" "being" "⇒" "➜"
});

/// "the password is …", "use token … for staging", "set the password for x to …".
fn told(scan: &mut Scan<'_>, place: &Place, start: usize) {
    if place.name.need == Need::Random && !place.name.loud || is_verb(scan.text, place) {
        return;
    }
    let bytes = scan.bytes;
    let mut at = start;
    let mut ready = true;
    let mut direct = true;
    let around = Around { open: scan.open_quote(place.range.start), query: false };
    for _ in 0..scan.sentence_limit() {
        if at >= bytes.len() {
            return;
        }
        if matches!(bytes[at], b'\n' | b'\r') {
            if bytes[..at].ends_with(b":") {
                below(scan, place, at);
            }
            return;
        }
        // (`secret`)
        at += usize::from(bytes[at] == b'(' && matches!(bytes.get(at + 1), Some(b'`' | b'"' | b'\'')));
        let Some(found) = value(scan.text, at, around, 300) else { return };
        let next = found.range.end;
        scan.spend(next - at);
        let mut range = found.range.clone();
        let word = &scan.text[range.clone()];
        if let Some(inner) = word.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
            range = range.start + 2..range.start + 2 + inner.0.len();
        } else if found.quote == Quote::None {
            let bracket = usize::from(word.starts_with('('));
            let trimmed = word[bracket..].trim_end_matches(['.', ',', ';', ':', '?', ')']);
            range = range.start + bracket..range.start + bracket + trimmed.len();
        }
        let said = &scan.text[range.clone()];
        // password(Type: what a bracket opens and does not close.
        let is_open = found.quote == Quote::None && word.starts_with('(') && !word.contains(')');
        let is_doubtful = place.name.need == Need::Random && (is_constant(said) || !looks_random(said));
        if ready && !is_open && !is_doubtful && is_told(said, found.quote, place.name.head, direct) {
            scan.keep(span(range));
            // "from … to …", "… is revoked, use …"
            ready = false;
            direct = false;
            at = next + const { Class::of("`\"',;") }.run(bytes, next, 2);
            at += const { Class::of(" \t") }.run(bytes, at, 4);
            continue;
        }
        if found.quote != Quote::None {
            if ready && is_pass_phrase(scan.text, place, said, 3) {
                scan.keep(span(range));
            }
            return;
        }
        let word = word.trim_start_matches(['(', '*']);
        let word = word.strip_suffix(')').unwrap_or(word);
        let bare = word.trim_end_matches(':');
        let linked = LINKS.has(bare);
        let plain = word.chars().all(|letter| letter.is_alphabetic() || "'@-_:,".contains(letter)) && !word.is_empty();
        // A host may be between: "on db-1", "for 10.0.0.4".
        let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
        let is_host = || word.len() <= 40 && (is_address(word) || !word.contains('=') && is_made_of_words(word));
        if !(linked || plain || has_digit && is_host()) {
            return;
        }
        // "password hash: …" is about something else.
        let goes_on = bare == "reset" && scan.text[next..].starts_with(" to ");
        if !goes_on && ABOUT.has(bare.trim_end_matches(|last: char| !last.is_ascii_alphabetic())) {
            return;
        }
        if bytes.get(next) == Some(&b',') && bytes.get(next + 1) == Some(&b' ') {
            aside(scan, place, next + 2);
        }
        ready = ENDS.has(bare) || word.ends_with(':');
        direct = false;
        at = next + const { Class::of(" \t\"'`,;") }.run(bytes, next, 1);
        at += const { Class::of(" \t") }.run(bytes, at, 4);
    }
}

/// `10.0.0.4`
fn is_address(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b':')
}

/// "use … as the password", "… is the token", "… (password)".
pub(super) fn before(scan: &mut Scan<'_>, place: &Place) {
    const BACK: usize = 120;
    const LINKING: &[&str] = words! { "as" "is" };
    const TYPING: &[&str] = words! { "enter" "entered" "type" "typed" "use" "used" "using" };
    let (text, start) = (scan.text, place.range.start);
    let starts = start.checked_sub(1).is_some_and(|at| b" (`\"'*".contains(&scan.bytes[at]));
    if place.name.need != Need::Anything || !starts {
        return;
    }
    let mut from = start.saturating_sub(BACK);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let line = text[from..start].rfind('\n').map_or(from, |at| from + at + 1);
    let mut rest = text[line..start].trim_end_matches(['`', '"', '\'', '*']);
    // "… (the sudo password)"
    let closes = scan.bytes.get(place.range.end) == Some(&b')');
    let bracket = if closes { rest.rfind(" (") } else { None };
    let bracket = bracket.filter(|at| {
        rest.len() - at <= 32 && rest[at + 2..].bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b' ')
    });
    if let Some(less) = bracket.map(|at| &rest[..at]) {
        rest = less;
        // "from … to … (password)"
        let last = last_word(rest);
        if let Some(first) = rest[..rest.len() - last.len()].strip_suffix(" to ").filter(|less| less.contains("from "))
        {
            tell(scan, place, line + first.len() - last_word(first).len(), last_word(first));
        }
        return tell(scan, place, line + rest.len() - last.len(), last);
    }
    for _ in 0..5 {
        let Some(less) = rest.strip_suffix(' ') else { return };
        let less = less.trim_end_matches(' ');
        let word = last_word(less);
        if word.is_empty() || !word.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return;
        }
        rest = &less[..less.len() - word.len()];
        // "enter … when prompted for the password"
        let is_typed = matches!(word, "when" | "if" | "at") && {
            let less = rest.trim_end_matches(' ');
            let verb = last_word(less[..less.len() - last_word(less).len()].trim_end_matches(' '));
            TYPING.contains(&verb.to_ascii_lowercase().as_str())
        };
        if is_typed || LINKING.contains(&word.to_ascii_lowercase().as_str()) {
            let less = rest.trim_end_matches(' ');
            let word = last_word(less);
            return tell(scan, place, line + less.len() - word.len(), word);
        }
    }
}

fn last_word(text: &str) -> &str {
    &text[text.rfind([' ', '\t']).map_or(0, |at| at + 1)..]
}

fn tell(scan: &mut Scan<'_>, place: &Place, start: usize, word: &str) {
    const MARKS: [char; 3] = ['`', '"', '\''];
    // Only what stands behind the quote that opens a string is said.
    let open = word.trim_end_matches(MARKS).rfind('"').map_or(0, |quote| quote + 1);
    // And behind a bracket, a tag or a colour.
    let open = open.max(match word.as_bytes() {
        [b'(', ..] => 1,
        [b'<', ..] => word.find('>').map_or(0, |end| end + 1),
        [0x1b, ..] => word.find('m').map_or(0, |end| end + 1),
        _ => 0,
    });
    let (start, word) = (start + open, &word[open..]);
    let said = word.trim_matches(MARKS);
    if said.contains('\\') {
        return;
    }
    let at = start + (word.len() - word.trim_start_matches(MARKS).len());
    let quote = if said.len() < word.len() { Quote::Double } else { Quote::None };
    if is_told(said, quote, place.name.head, false) && (!is_made_of_words(said) || is_memorable(said)) {
        scan.keep(span(at..at + said.len()));
    }
}

/// A value that stands alone on the line below its name and colon.
pub(super) fn below(scan: &mut Scan<'_>, place: &Place, at: usize) {
    const SPACE: Class = Class::of("\r\n \t");
    let bytes = scan.bytes;
    let mut start = at + run_of_lines(SPACE, bytes, at, 24);
    if bytes.get(start..).is_some_and(|rest| rest.starts_with(b"```")) {
        start += const { Class::of("`a-z") }.run(bytes, start, 16);
        start += run_of_lines(SPACE, bytes, start, 24);
    }
    let length = const { Class::of("!-~") }.run(bytes, start, 200);
    let ends = matches!(bytes.get(start + length), None | Some(b'\n' | b'\r'));
    let Some(said) = scan.text.get(start..start + length) else { return };
    let said = said.trim_end_matches(['`', '"', '\'']);
    let is_hex = said.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_secret = is_told(said, Quote::None, place.name.head, false) && !said.contains([':', '=', ',', ';']);
    if ends
        && place.name.need == Need::Anything
        && is_secret
        && (!is_made_of_words(said) || is_memorable(said))
        && (place.name.head == Head::Password || !is_hex && looks_random(said))
    {
        scan.keep(span(start..start + said.len()));
    }
}

/// Whether what a sentence says can be nothing but the secret.
pub(super) fn is_told(said: &str, quote: Quote, head: Head, direct: bool) -> bool {
    // What looks like no secret is none, which is cheaper to see than that it is a reference.
    if has_space(said) || said.starts_with("--") || !looks_secret(said) && !is_uuid(said) || !is_candidate(said, quote)
    {
        return false;
    }
    if is_uuid(said) {
        return !direct && head != Head::Password;
    }
    // OBJ_X509,35L
    let is_list = |(first, rest): (&str, &str)| (is_code_name(first) || is_made_of_words(first)) && rest.len() <= 4;
    if quote == Quote::None
        && (said.split_once(',').is_some_and(is_list)
            || is_constant(said)
            || said.matches('_').count() > 2 && !said.bytes().any(|byte| byte.is_ascii_uppercase()))
    {
        return false;
    }
    let digits = said.bytes().filter(u8::is_ascii_digit).count();
    let signs = said.bytes().any(|byte| b"!@#$%^&*+".contains(&byte));
    if !looks_secret(said)
        || is_made_of_words(said)
            && quote == Quote::None
            && !(head == Head::Password && digits >= 2 && (!direct || is_memorable(said)))
    {
        return false;
    }
    if quote != Quote::None {
        return said.len() >= 6 && !said.contains(['(', ')', '<', '>']);
    }
    if said.contains(['(', '[', '{', '|', '/', '"', '\'', '<', '>', '\\']) && !looks_random(said) {
        return false;
    }
    match (head, direct) {
        (Head::Password, _) => {
            let has_digit_inside = digits == 1 && !said.ends_with(|last: char| last.is_ascii_digit());
            let is_jumbled = has_digit_inside && turns(said.as_bytes()) > 0 && is_of_both_cases(said)
                || digits == 1 && is_joined_by_a_sign(said);
            said.len() >= 8 && (digits >= 2 || signs || looks_random(said) || is_jumbled)
        }
        (_, false) => said.len() >= 8 && digits >= 2 && (said.len() >= 10 || is_of_both_cases(said)),
        (_, true) if said.len() < 16 => said.len() >= 10 && digits >= 2 && is_of_both_cases(said),
        (_, true) => looks_random(said) && (said.len() >= 32 || !said.bytes().all(|byte| byte.is_ascii_hexdigit())),
    }
}

pub(super) fn is_of_both_cases(said: &str) -> bool {
    said.bytes().any(|byte| byte.is_ascii_uppercase())
        && said.bytes().any(|byte| byte.is_ascii_lowercase())
        && said.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_code_name(said)
}

/// `zVyMgCUpeJf-6U`: letters whose case changes within a word, a sign and what follows it.
fn is_joined_by_a_sign(said: &str) -> bool {
    let mut parts = said.split(['-', '_', '.', '+']);
    let (Some(first), Some(second), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    first.len() >= 8
        && turns(first.as_bytes()) >= 2
        && first.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && (1..=4).contains(&second.len())
        && second.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && second.starts_with(|first: char| first.is_ascii_digit())
}

/// "our password, …, is in the wiki", "the password, type …"
fn aside(scan: &mut Scan<'_>, place: &Place, start: usize) {
    const TYPED: &[&str] = words! { "type " "enter " "use " "try " };
    let skipped = TYPED.iter().find(|word| scan.text[start..].starts_with(**word)).map_or(0, |word| word.len());
    let start = start + skipped;
    let length = const { Class::of("!#-&(-+--[]-~") }.run(scan.bytes, start, 80);
    let Some(said) = scan.text.get(start..start + length) else { return };
    let said = said.trim_end_matches(['.', ';', ')', '"', '\'', '`']);
    let ends = skipped > 0 || scan.bytes.get(start + length) == Some(&b',');
    let is_strong = (!is_made_of_words(said) || is_memorable(said)) && !said.contains(['=', ':', '(', '[', '/']);
    if place.name.head == Head::Password
        && place.name.need != Need::Random
        && ends
        && is_strong
        && is_told(said, Quote::None, place.name.head, false)
    {
        scan.keep(span(start..start + said.len()));
    }
}
