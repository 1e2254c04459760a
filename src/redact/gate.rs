//! The gate: one pass over a text that finds every word a rule could start from.

use std::collections::HashMap;
use std::sync::LazyLock;

use aho_corasick::automaton::Automaton;
use aho_corasick::nfa::contiguous::NFA;
use aho_corasick::{Anchored, MatchKind};

use super::commands;
use super::nearby;
use super::providers::RULES;
use super::vendors;

/// What looks at the text around a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// A token by its shape: the rule, and which of its keys.
    Token { rule: usize, key: &'static str },
    /// A name that may hold a secret.
    Name,
    /// An address.
    Address,
    /// An authorization header.
    Authorization,
    /// A scheme with a credential.
    Bearer,
    /// Cookies.
    Cookie,
    /// A tool, by its row.
    Tool(usize),
    /// A command that reads a secret.
    Sink,
    /// An armoured block.
    Armour,
    /// The private lines of a `PuTTY` key.
    Putty,
    /// Lines of digits: a static key of `OpenVPN`, a vault of Ansible.
    Hexadecimal,
    /// An armoured block in base64.
    Encoded,
    /// A user with a password, told in words.
    Credentials,
    /// An address of Oracle's thin driver.
    Oracle,
    /// A statement that sets a password.
    Statement,
    /// A script that types.
    Send,
    /// A line of a `PostgreSQL` password file.
    PasswordFile,
    /// A word with a rule of its own, by its row.
    Nearby(usize),
    /// A service whose keys have no mark.
    Vendor,
}

/// What every name that holds a secret has in it.
const NAMES: &[&str] = words! {
    "pass" "secret" "token" "key" "pwd" "psk" "auth" "cred" "mnemonic" "phrase" "jwt" "bearer" "salt" "seed" "_pat"
    "-pat" "pepper" "kennwort" "wachtwoord" "contrasena" "senha" "pw" "_sas" "wif"
};

const OTHERS: [(&str, Target); 21] = [
    ("://", Target::Address),
    ("authorization", Target::Authorization),
    ("bearer", Target::Bearer),
    ("cookie", Target::Cookie),
    ("-----begin ", Target::Armour),
    ("private-lines:", Target::Putty),
    ("-----begin openvpn static key", Target::Hexadecimal),
    ("$ansible_vault;", Target::Hexadecimal),
    ("ls0tls1crudjti", Target::Encoded),
    ("creds", Target::Credentials),
    ("credentials", Target::Credentials),
    ("login", Target::Credentials),
    ("log in", Target::Credentials),
    ("jdbc:oracle:thin:", Target::Oracle),
    ("identified by", Target::Statement),
    ("identified with", Target::Statement),
    ("send ", Target::Send),
    (":5432:", Target::PasswordFile),
    (":5433:", Target::PasswordFile),
    (":6432:", Target::PasswordFile),
    (":*:", Target::PasswordFile),
];

/// The automaton and what its words stand for.
pub(super) struct Gate {
    automaton: Option<NFA>,
    targets: Vec<Vec<Target>>,
}

/// The gate of all rules.
pub(super) static GATE: LazyLock<Gate> = LazyLock::new(Gate::new);

impl Gate {
    fn new() -> Self {
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut words: Vec<String> = Vec::new();
        let mut targets: Vec<Vec<Target>> = Vec::new();
        let mut add = |word: &str, target: Target| {
            let word = word.to_ascii_lowercase();
            let number = *numbers.entry(word.clone()).or_insert_with(|| {
                words.push(word);
                targets.push(Vec::new());
                targets.len() - 1
            });
            targets[number].push(target);
        };
        for (rule, row) in RULES.iter().enumerate() {
            for key in row.rule.keys {
                add(key, Target::Token { rule, key });
            }
        }
        for name in NAMES {
            add(name, Target::Name);
        }
        for (word, target) in OTHERS {
            add(word, target);
        }
        for (row, (word, _)) in nearby::ROWS.iter().enumerate() {
            add(word, Target::Nearby(row));
        }
        for (word, _) in vendors::ROWS {
            add(word, Target::Vendor);
        }
        for (name, row) in commands::tools() {
            add(name, Target::Tool(row));
        }
        for sink in commands::SINKS {
            add(sink, Target::Sink);
        }
        let automaton = NFA::builder().match_kind(MatchKind::Standard).prefilter(false).build(&words).ok();
        Self { automaton, targets }
    }

    /// Every word in the text, in whatever case, with what it stands for, in order of where the words end.
    ///
    /// An automaton for both cases takes twice as long to build, which the first call of a process waits for.
    pub(super) fn hits<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (usize, usize, &'a [Target])> {
        let mut state = self.automaton.as_ref().and_then(|automaton| automaton.start_state(Anchored::No).ok());
        let (mut end, mut told, mut words) = (0, 0, 0);
        std::iter::from_fn(move || {
            let (automaton, state) = (self.automaton.as_ref()?, state.as_mut()?);
            while told == words {
                let byte = text.as_bytes().get(end)?.to_ascii_lowercase();
                *state = automaton.next_state(Anchored::No, *state, byte);
                end += 1;
                told = 0;
                words = if automaton.is_match(*state) { automaton.match_len(*state) } else { 0 };
            }
            let word = automaton.match_pattern(*state, told);
            told += 1;
            Some((end - automaton.pattern_len(word), end, self.targets[word.as_usize()].as_slice()))
        })
    }
}
