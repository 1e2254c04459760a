//! Secrets out, at one choke point.
//!
//! [`Redacted`] can only be made here, and it is all that the store writes and a caller gets: a
//! string that was not looked at can't reach a disk or a client. Redacting twice changes nothing.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(any(test, fuzzing), allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

/// A list of words, as many on a line as fit.
macro_rules! words {
    ($($word:literal)+) => {
        &[$($word),+]
    };
}

/// Small words to look for in, with how long those are that start and that end with a letter: most others are told
/// apart by that, without a look at the list.
struct Words {
    list: &'static [&'static str],
    starts: [u32; 256],
    ends: [u32; 256],
}

impl Words {
    const fn of(list: &'static [&'static str]) -> Self {
        let (mut starts, mut ends) = ([0; 256], [0; 256]);
        let mut at = 0;
        while at < list.len() {
            let word = list[at].as_bytes();
            starts[word[0] as usize] |= 1 << (word.len() & 31);
            ends[word[word.len() - 1] as usize] |= 1 << (word.len() & 31);
            at += 1;
        }
        Self { list, starts, ends }
    }

    /// Whether a word is in it, in whatever case.
    fn has(&self, word: &str) -> bool {
        let [first, last] =
            [word.as_bytes().first(), word.as_bytes().last()].map(|byte| byte.map_or(0, u8::to_ascii_lowercase));
        self.starts[first as usize] & self.ends[last as usize] & (1 << (word.len() & 31)) != 0
            && self.list.iter().any(|known| {
                known.len() == word.len() && known.as_bytes()[0] == first && word.eq_ignore_ascii_case(known)
            })
    }
}

/// Whether a text has white space.
fn has_space(text: &str) -> bool {
    text.bytes().any(|byte| matches!(byte, b'\t'..=b'\r' | b' '))
        || (!text.is_ascii() && text.contains(char::is_whitespace))
}

/// Whether a text has a mark of the placeholder.
fn has_placeholder(text: &str) -> bool {
    !text.is_ascii() && text.contains(['«', '»'])
}

mod accounts;
mod blocks;
mod calls;
mod code_names;
mod commands;
mod edges;
mod elements;
mod engine;
mod gate;
mod headers;
mod joints;
mod judge;
mod keyed;
mod lists;
mod literals;
mod looks;
mod manifests;
mod margins;
mod memorable;
mod names;
mod nearby;
mod pairs;
mod prompts;
#[cfg(any(test, fuzzing))]
pub mod properties;
mod prose;
mod providers;
mod references;
mod referred;
mod repeats;
mod shape;
mod tables;
mod urls;
mod values;
mod vendors;
mod verdicts;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// What stands where a secret was.
pub const PLACEHOLDER: &str = "«redacted»";

/// Counts bytes that a rule reads, where `properties` asks how many they are.
#[inline]
fn count_work(bytes: usize) {
    #[cfg(any(test, fuzzing))]
    properties::count_work(bytes);
    #[cfg(not(any(test, fuzzing)))]
    let _ = bytes;
}

/// What stands for a whole text of JSON.
const QUOTED_PLACEHOLDER: &str = "\"«redacted»\"";

/// A secret in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Span {
    range: Range<usize>,
    /// The placeholder needs quotes behind so many backslashes: the secret is a number of JSON, and the
    /// placeholder is none.
    around: Option<usize>,
}

fn span(range: Range<usize>) -> Span {
    Span { range, around: None }
}

/// A value whose every string has been looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct Redacted<T> {
    value: T,
    spans: usize,
    fields: BTreeSet<String>,
}

impl<T> Redacted<T> {
    /// How many secrets were replaced.
    #[must_use]
    pub fn spans(&self) -> usize {
        self.spans
    }

    /// The fields they were in, without list positions.
    #[must_use]
    pub fn fields(&self) -> &BTreeSet<String> {
        &self.fields
    }

    /// The value, to read.
    #[must_use]
    pub fn get(&self) -> &T {
        &self.value
    }

    /// The value, to go on with. What is made of it has to be redacted again to be written.
    #[must_use]
    pub fn into_inner(self) -> T {
        self.value
    }
}

/// Something made of strings.
pub trait Strings {
    /// Calls `visit` with the field and every string in it.
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String));
}

impl Strings for String {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("", self);
    }
}

impl Strings for serde_json::Value {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        match self {
            serde_json::Value::String(text) => visit("", text),
            serde_json::Value::Array(items) => {
                for item in items {
                    item.each_string(visit);
                }
            }
            serde_json::Value::Object(map) => {
                let changed = map.keys().any(|key| finds_secret(key));
                if changed {
                    *map = std::mem::take(map)
                        .into_iter()
                        .map(|(mut key, value)| {
                            visit("", &mut key);
                            (key, value)
                        })
                        .collect();
                }
                for value in map.values_mut() {
                    value.each_string(visit);
                }
            }
            _ => {}
        }
    }
}

/// Replaces every secret in every string of `value`.
#[must_use]
pub fn redact<T: Strings>(mut value: T) -> Redacted<T> {
    let mut spans = 0;
    let mut fields = BTreeSet::new();
    value.each_string(&mut |field, string| {
        let (redacted, count) = text(string);
        if let Cow::Owned(redacted) = redacted {
            spans += count;
            fields.insert(field.to_owned());
            *string = redacted;
        }
    });
    Redacted { value, spans, fields }
}

/// One text without its secrets, and how many there were.
#[must_use]
pub fn text(text: &str) -> (Cow<'_, str>, usize) {
    let mut clean = Cow::Borrowed(text);
    let mut count = 0;
    // What was replaced can uncover what stood behind it, so the text is looked at until nothing is
    // found: twice as a rule. A text made to uncover one secret a round must not cost a round for each.
    let mut most = 4 * text.len() + (1 << 18);
    loop {
        let spans = engine::secrets(&clean);
        if clean.len() > most && !spans.is_empty() {
            let whole = if looks_like_json(text) { QUOTED_PLACEHOLDER } else { PLACEHOLDER };
            return (Cow::Owned(whole.to_owned()), 1);
        }
        most = most.saturating_sub(clean.len());
        if spans.is_empty() {
            return (clean, count);
        }
        count += spans.len();
        clean = Cow::Owned(replaced(&clean, &spans));
    }
}

fn looks_like_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '[', '"'])
}

fn replaced(text: &str, spans: &[Span]) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut end = 0;
    for span in spans {
        clean.push_str(&text[end..span.range.start]);
        let quote = span.around.map_or_else(String::new, |slashes| format!("{}\"", "\\".repeat(slashes)));
        clean.push_str(&quote);
        clean.push_str(PLACEHOLDER);
        clean.push_str(&quote);
        end = span.range.end;
    }
    clean.push_str(&text[end..]);
    clean
}

/// Whether a text holds a secret.
#[must_use]
pub fn finds_secret(text: &str) -> bool {
    !engine::secrets(text).is_empty()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(input: &str) -> String {
        text(input).0.into_owned()
    }

    /// A token of the given shape, built here so that no secret stands in a file.
    fn token(prefix: &str, length: usize) -> String {
        let alphabet = b"a9B7c3D1e5F0g2H4";
        let body: String = (0..length).map(|at| alphabet[at * 7 % 16] as char).collect();
        format!("{prefix}{body}")
    }

    #[test]
    fn every_documented_kind_goes_and_what_names_it_stays() {
        let value = token("", 14);
        let cases = [
            ("GITHUB_CLIENT_SECRET=? npm run dev", "GITHUB_CLIENT_SECRET=«redacted» npm run dev"),
            ("export API_KEY='?'", "export API_KEY='«redacted»'"),
            ("MY_TOKEN=\"?\" x", "MY_TOKEN=\"«redacted»\" x"),
            ("DB_PASSWORD=? PGPASSWORD=? psql", "DB_PASSWORD=«redacted» PGPASSWORD=«redacted» psql"),
            ("X-Api-Key: ?", "X-Api-Key: «redacted»"),
            ("{\"apiKey\": \"?\", \"name\": \"x\"}", "{\"apiKey\": \"«redacted»\", \"name\": \"x\"}"),
            ("{\\\"password\\\":\\\"?\\\"}", "{\\\"password\\\":\\\"«redacted»\\\"}"),
            ("curl -H 'Authorization: Bearer ?'", "curl -H 'Authorization: Bearer «redacted»'"),
            ("Authorization: Basic ?", "Authorization: Basic «redacted»"),
            ("postgres://user:?@host/db", "postgres://user:«redacted»@host/db"),
            ("tool --password ? --token=? -v", "tool --password «redacted» --token=«redacted» -v"),
            ("tool --api-key \"?\" --client-secret ?", "tool --api-key \"«redacted»\" --client-secret «redacted»"),
        ];
        for (input, expected) in cases {
            assert_eq!(clean(&input.replace('?', &value)), expected);
        }
        for prefix in ["sk-", "sk-ant-api03-", "ghp_", "gho_", "github_pat_", "xoxb-"] {
            assert_eq!(clean(&format!("use {} now", token(prefix, 36))), "use «redacted» now", "{prefix}");
        }
        let aws = token("AKIA", 16).to_uppercase();
        assert_eq!(clean(&format!("id {aws}.")), "id «redacted».");
    }

    #[test]
    fn apostrophes_of_sentences_join_nothing() {
        let sentence = format!("Here's the API token: {} ", token("", 32));
        assert_eq!(clean(&sentence.repeat(3)), "Here's the API token: «redacted» ".repeat(3));
        assert_eq!(properties::check(sentence.trim_end()), Ok(()));
    }

    #[test]
    fn innocent_text_stays() {
        for innocent in [
            "sort_key=name",
            "SORT_KEY=name",
            "MAX_TOKENS=4096",
            "API_KEY=$KEY npm start",
            "TOKEN=${{ secrets.TOKEN }}",
            "password: string",
            "if (token == other) {",
            "apiKey === \"\"",
            "token := lexer.Next()",
            "Authorization: Bearer <TOKEN>",
            "https://example.org/a:b@c",
            "postgres://user:$PASS@host/db",
            "the bearer token is required",
            "--token-file path/to/file",
            "9ec893ef673dac860e7e2b6fcaad602983eeb0b1",
            "sk-learn-contrib-helpers",
            "PASSWORD=changeme",
            "ssh_key_path=/home/me/.ssh/id",
            "const token = await getToken();",
        ] {
            assert_eq!(clean(innocent), innocent);
        }
    }

    #[test]
    fn a_text_that_outlasts_the_budget_becomes_one_placeholder() {
        // Each round the last of these but one gets a value: a round for every one.
        let chain = "xh:5432:d:u:jdbc:oracle:thin:a/\\n'auth=('a', '".repeat(600);
        assert!(text(&chain) == (Cow::Owned(PLACEHOLDER.to_owned()), 1));
        assert!(text(&format!("[\n{chain}")) == (Cow::Owned(QUOTED_PLACEHOLDER.to_owned()), 1));
        assert!(text(&chain[..chain.len() / 60]).0 != PLACEHOLDER, "a few of them are told apart");
    }

    /// What rules start from, end at and get wrong.
    const FRAGMENTS: &[&str] = words! {
        "API_KEY=" "password: " "Bearer " "://u:" "@h" "--token " "\"" "'" "`" "«redacted»" "ghp_" "sk-" "eyJ" "AKIA" "\\" "\n" "\\n" " "
        "Authorization: " "Digest response=" "Cookie: sid=" "; " "," "mysql -p" "curl -u a:" "docker login -p " "echo " " | sudo -S "
        " | docker login --password-stdin" "<<< " "openssl -pass pass:" "-----BEGIN PRIVATE KEY-----" "-----END" "Private-Lines: 1\n"
        "LS0tLS1CRUdJTi" "the password is " "creds: a:" "IDENTIFIED BY " "expect password send " "h:5432:d:u:" "\"password\": " "name: TOKEN\n  value: "
        "key=\"secret\" value=" "<password>" "</password>" "jdbc:oracle:thin:a/" "mnemonic=" "auth=('a', '" "é" "“" "”" "$" "{" "}" "(" ")" "[" "]"
        "%3D" "\u{1b}[32m" "htpasswd -b f u " "vault kv put x k=" "net user a " "SG." "hvs." "Q~" ":AA" "-us1" "password=\"" "token: |\n  " "&token=" "?sig="
        "deepgram key = " "sv=1&sig=" "type=\"password\" " "<a value=" "Token," "the new one is " "API Secret\n" "password(" "?key=" "비번은 "
        " ::= " " .= " "<Value>" "a1B2c3D4e5F6g7H8i9J0" "$API_KEY=" "\\\""
    };

    proptest! {
        #[test]
        fn what_holds_for_every_text(
            parts in proptest::collection::vec(
                prop_oneof![
                    proptest::sample::select(FRAGMENTS.to_vec()).prop_map(str::to_owned), ".{0,12}", "[a-zA-Z0-9]{8,40}",
                    "[a-zA-Z0-9!@#$%^&*;,)}]{6,16}", "[0-9]{4,12}",
                ],
                0..12,
            )
        ) {
            prop_assert_eq!(properties::check(&parts.concat()), Ok(()));
        }
    }
}
