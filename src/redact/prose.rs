//! Secrets told in words, and values that only space parts from their name.

use super::code_names::is_code_name;
use super::engine::Scan;
use super::judge::{Joint, is_candidate};
use super::keyed::{Place, take};
use super::looks::{is_made_of_words, is_uuid, looks_random, looks_secret, turns};
use super::names::{ABOUT, Head, Name, Need};
use super::references::Quote;
use super::shape::Class;
use super::values::{Around, value};
use super::{Words, has_space, span};

/// What stands before a name whose value follows without a sign.
const SETTERS: &[&str] = words! {
    "set -gx" "set -x" "set -ux" "set -gux" "set -u" "set -lx" "set --export" "setx" "env" "arg" "config set"
    "configure set" "set-option" "config:set" "setenv" "config add" "config" "identified by"
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
    let is_of_host = gap > 0 && scan.bytes[..place.range.start].ends_with(b"/:");
    if is_of_host || gap > 0 && is_set(scan.text, place.range.start) {
        take(scan, place, if place.name.loud { Joint::Equals } else { Joint::Space }, start);
        return;
    }
    if gap > 0 && is_directive(scan, place) {
        let place = Place { name: Name { loud: true, ..place.name }, ..place.clone() };
        take(scan, &place, Joint::Equals, start);
    } else if gap > 0 || ["是", "는", "은"].iter().any(|verb| scan.bytes[..start].ends_with(verb.as_bytes())) {
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
    let indent = const { Class::of(" \t") }.run_back(scan.bytes, start, 40);
    let is_first = start == indent || scan.bytes[start - indent - 1] == b'\n';
    is_first && DIRECTIVES.has(&scan.text[place.range.clone()])
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
    let before = text[from..start].trim_end_matches([' ', '-', '"', '\'']).as_bytes();
    // Most words end with none of the letters these do.
    before.last().is_some_and(|last| const { Class::of("dgntuvxyDGNTUVXY") }.has(*last))
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
    "jest" "je" "это"
});
/// After these the value may come.
static ENDS: Words = Words::of(words! {
    "is" "was" "to" "as" "be" "=" "→" "->" "-" "–" "—" "with" "now" "using" "use" "from" "auf" "ist" "lautet" "est" "es" "é" "è"
    "är" "jest" "je" "это"
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
        if at >= bytes.len() || matches!(bytes[at], b'\n' | b'\r') {
            return;
        }
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
        if ready && is_told(said, found.quote, place.name.head, direct) {
            scan.keep(span(range));
            // "from … to …", "… is revoked, use …"
            ready = false;
            direct = false;
            at = next + const { Class::of("`\"',;") }.run(bytes, next, 2);
            at += const { Class::of(" \t") }.run(bytes, at, 4);
            continue;
        }
        if found.quote != Quote::None {
            return;
        }
        let word = word.trim_start_matches(['(', '*']);
        let word = word.strip_suffix(')').unwrap_or(word);
        let bare = word.trim_end_matches(':');
        let linked = LINKS.has(bare);
        let plain = word.chars().all(|letter| letter.is_alphabetic() || "'@-_:,".contains(letter)) && !word.is_empty();
        if !linked && !plain {
            return;
        }
        // "password hash: …" is about something else.
        let goes_on = bare == "reset" && scan.text[next..].starts_with(" to ");
        if !goes_on && ABOUT.has(bare.trim_end_matches(|last: char| !last.is_ascii_alphabetic())) {
            return;
        }
        ready = ENDS.has(bare) || word.ends_with(':');
        direct = false;
        at = next + const { Class::of(" \t\"'`,;") }.run(bytes, next, 1);
        at += const { Class::of(" \t") }.run(bytes, at, 4);
    }
}

/// "Pass … to …": the word is a noun only if something is said of it, or a user stands before it.
fn is_verb(text: &str, place: &Place) -> bool {
    const SAID: &[&str] = words! { " is" " was" " for" " →" " ->" " =" " are" " to " };
    if !text[place.range.clone()].eq_ignore_ascii_case("pass") {
        return false;
    }
    let rest = &text[place.range.end..];
    !SAID.iter().any(|word| rest.starts_with(word)) && !names_user(line_before(text, place.range.start))
}

/// Whether a line of test results starts with the name: `PASS: gdb.base/auth2.exp`, `--- PASS: TestA1`.
pub(super) fn is_verdict(text: &str, place: &Place) -> bool {
    const AFTER_USER: usize = 80;
    let written = &text[place.range.clone()];
    let is_loud = written == "PASS";
    if !written.eq_ignore_ascii_case("pass") || place.quoted.is_some() || !is_loud && !names_check(text, place) {
        return false;
    }
    let line = line_before(text, place.range.start);
    if !line.bytes().all(|byte| b" \t-[#*>|=".contains(&byte)) {
        return false;
    }
    // PASS of FTP is followed by nothing but the password.
    let rest = text[place.range.end..].strip_prefix(' ').unwrap_or_default();
    let said = rest.split(['\n', '\r', '"', '\\']).next().unwrap_or_default();
    if said.len() <= 64 && looks_secret(said) && is_of_both_cases(said) && !is_made_of_words(said) {
        return false;
    }
    let end = place.range.start - line.len();
    !names_user(line_before(text, end.saturating_sub(1))) || line.len() > AFTER_USER
}

/// `pass: TestA1b2`, `pass: O3inline`: what a test or a pass of a compiler is called.
fn names_check(text: &str, place: &Place) -> bool {
    let Some(said) = text[place.range.end..].strip_prefix(": ") else { return false };
    let said = said.split(|end: char| end.is_ascii_whitespace()).next().unwrap_or_default();
    let is_pass = matches!(said.as_bytes(), [b'A'..=b'Z', b'0'..=b'9', rest @ ..] if !rest.is_empty()
        && rest.iter().all(u8::is_ascii_lowercase));
    let is_test = said.strip_prefix("Test").is_some_and(|name| name.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    is_pass || is_test
}

fn names_user(line: &str) -> bool {
    const WORDS: &[&str] = words! { "user" "login" "account" "mail" "host" };
    let bytes = line.as_bytes();
    let is_at = |at: usize, word: &str| {
        bytes.get(at..at + word.len()).is_some_and(|part| part.eq_ignore_ascii_case(word.as_bytes()))
    };
    (0..bytes.len())
        .filter(|at| const { Class::of("ulamhULAMH") }.has(bytes[*at]))
        .any(|at| WORDS.iter().any(|word| is_at(at, word)))
}

/// The line up to a place, as far as it is looked at.
fn line_before(text: &str, at: usize) -> &str {
    const BACK: usize = 100;
    let mut from = at.saturating_sub(BACK);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let before = text.get(from..at).unwrap_or_default();
    &before[before.rfind('\n').map_or(0, |line| line + 1)..]
}

/// "use … as the password", "… is the token", "… (password)".
pub(super) fn before(scan: &mut Scan<'_>, place: &Place) {
    const BACK: usize = 120;
    const LINKING: &[&str] = words! { "as" "is" };
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
    if let Some(less) = rest.strip_suffix(" (") {
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
        if LINKING.contains(&word.to_ascii_lowercase().as_str()) {
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
    let (start, word) = (start + open, &word[open..]);
    let said = word.trim_matches(MARKS);
    if said.contains('\\') {
        return;
    }
    let at = start + (word.len() - word.trim_start_matches(MARKS).len());
    let quote = if said.len() < word.len() { Quote::Double } else { Quote::None };
    if is_told(said, quote, place.name.head, false) && !is_made_of_words(said) {
        scan.keep(span(at..at + said.len()));
    }
}

/// A value that stands alone on the line below its name and colon.
pub(super) fn below(scan: &mut Scan<'_>, place: &Place, at: usize) {
    let bytes = scan.bytes;
    let start = at + const { Class::of("\r\n \t") }.run(bytes, at, 24);
    let length = const { Class::of("!-~") }.run(bytes, start, 200);
    let ends = matches!(bytes.get(start + length), None | Some(b'\n' | b'\r'));
    let Some(said) = scan.text.get(start..start + length) else { return };
    let is_hex = said.bytes().all(|byte| byte.is_ascii_hexdigit());
    let is_secret = is_told(said, Quote::None, place.name.head, false) && !said.contains([':', '=', ',', ';']);
    if ends
        && place.name.need == Need::Anything
        && is_secret
        && !is_made_of_words(said)
        && (place.name.head == Head::Password || !is_hex && looks_random(said))
    {
        scan.keep(span(start..start + length));
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
    let digits = said.bytes().filter(u8::is_ascii_digit).count();
    let signs = said.bytes().any(|byte| b"!@#$%^&*+".contains(&byte));
    if !looks_secret(said)
        || is_made_of_words(said) && quote == Quote::None && !(head == Head::Password && digits >= 2 && !direct)
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
            let is_jumbled = has_digit_inside && turns(said.as_bytes()) > 0 && is_of_both_cases(said);
            said.len() >= 8 && (digits >= 2 || signs || looks_random(said) || is_jumbled)
        }
        (_, false) => said.len() >= 8 && digits >= 2 && (said.len() >= 10 || is_of_both_cases(said)),
        (_, true) if said.len() < 16 => said.len() >= 10 && digits >= 2 && is_of_both_cases(said),
        (_, true) => looks_random(said) && (said.len() >= 32 || !said.bytes().all(|byte| byte.is_ascii_hexdigit())),
    }
}

fn is_of_both_cases(said: &str) -> bool {
    said.bytes().any(|byte| byte.is_ascii_uppercase())
        && said.bytes().any(|byte| byte.is_ascii_lowercase())
        && said.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !is_code_name(said)
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
    let is_strong = !is_made_of_words(said) && !said.contains(['=', ':', '(', '[', '/']);
    if place.name.head == Head::Password && ends && is_strong && is_told(said, Quote::None, place.name.head, false) {
        scan.keep(span(start..start + said.len()));
    }
}

/// `creds: admin:…`, `login admin / …`.
pub(super) fn credentials(scan: &mut Scan<'_>, end: usize) {
    let bytes = scan.bytes;
    let mut at = end + const { Class::of("a-z") }.run(bytes, end, 8);
    at += const { Class::of(": =`'\"-") }.run(bytes, at, 4);
    for word in ["are ", "is ", "were ", "use ", "with ", "as ", "user "] {
        if scan.text.get(at..).is_some_and(|rest| rest.starts_with(word)) {
            at += word.len();
        }
    }
    at += const { Class::of(" `'\"") }.run(bytes, at, 2);
    let user = const { Class::of("A-Za-z0-9_.@+-") }.run(bytes, at, 64);
    let joint = at + user;
    let joined = if bytes.get(joint) == Some(&b':') {
        joint + 1
    } else if scan.text.get(joint..).is_some_and(|rest| rest.starts_with(" / ")) {
        joint + 3
    } else if bytes.get(joint) == Some(&b'/') && user > 0 {
        joint + 1
    } else {
        return;
    };
    let around = Around { open: scan.open_quote(at), query: false };
    let Some(found) = value(scan.text, joined, around, 200) else { return };
    let said = &scan.text[found.range.clone()];
    let trimmed = said.trim_end_matches(['.', ',', ';', ')']);
    if user > 0
        && is_candidate(trimmed, found.quote)
        && looks_secret(trimmed)
        && !trimmed.contains('/')
        && (!is_made_of_words(trimmed)
            || (trimmed.len() >= 10 && trimmed.bytes().filter(u8::is_ascii_digit).count() >= 2))
    {
        scan.keep(span(found.range.start..found.range.start + trimmed.len()));
    }
}
