//! Which conversation a call belongs to, and the names of checkpoints.

use serde::Serialize;

use crate::environment::{self, Environment};
use crate::error::{Error, Result};
use crate::text::{line, shortened};
use crate::{limits, redact};

/// The selector of the shared `.claude-checkpoint` file.
pub const LEGACY: &str = "legacy";

/// A session id that is safe to name a file with. Two that differ only in case are equal, since file
/// systems may hold them for one.
#[derive(Debug, Clone)]
pub struct SessionId(String);

impl SessionId {
    /// Checks an id. `Err` is the rule it breaks, as part of a sentence.
    ///
    /// # Errors
    /// When the id could leave its directory, collide with another file of the store, or is a secret.
    pub fn parse(text: &str) -> std::result::Result<Self, &'static str> {
        let lower = text.to_ascii_lowercase();
        if text.is_empty() {
            Err("it is empty")
        } else if text.len() > limits::SESSION_ID {
            Err("it is longer than 128 characters")
        } else if !text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) {
            Err("only letters, digits, dot, underscore and hyphen are allowed")
        } else if text.starts_with('.') {
            Err("it starts with a dot")
        } else if lower == LEGACY {
            Err("\"legacy\" is the name of the shared .claude-checkpoint file")
        } else if [".json", ".prev", ".lock"].iter().any(|suffix| lower.ends_with(suffix)) {
            Err("it ends in .json, .prev or .lock")
        } else if redact::finds_secret(text) {
            Err("it looks like a secret, and it would become a file name")
        } else {
            Ok(Self(text.to_owned()))
        }
    }

    /// The id as written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for SessionId {
    fn eq(&self, other: &Self) -> bool {
        self.0.eq_ignore_ascii_case(&other.0)
    }
}

impl Eq for SessionId {}

/// The name of one checkpoint in a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Selector {
    /// `.claude-checkpoint`.
    Legacy,
    /// `.claude-checkpoints/<id>.json`.
    Session(SessionId),
}

impl Selector {
    /// Reads a selector a caller gave in `field`.
    ///
    /// # Errors
    /// [`Error::SelectorInvalid`] when it can't name a checkpoint.
    pub fn parse(text: &str, field: &'static str) -> Result<Self> {
        if text.eq_ignore_ascii_case(LEGACY) {
            return Ok(Selector::Legacy);
        }
        SessionId::parse(text).map(Selector::Session).map_err(|reason| Error::SelectorInvalid {
            field,
            value: text.to_owned(),
            reason,
        })
    }

    /// The selector as callers write it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Selector::Legacy => LEGACY,
            Selector::Session(id) => id.as_str(),
        }
    }
}

/// Where a session id came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SessionSource {
    /// `CLAUDE_CODE_SESSION_ID`.
    Env,
    /// The `session` argument.
    Argument,
    /// Made by this save.
    Minted,
}

/// Whose call this is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Conversation {
    /// A session with an id.
    Session(SessionId, SessionSource),
    /// No id, and the shared file by the user's choice.
    Legacy,
    /// No id yet: a save mints one, a load shows what there is.
    Unknown,
}

impl Conversation {
    /// Settles the conversation from the environment and the `session` argument. The second value is
    /// a warning about the configuration.
    ///
    /// # Errors
    /// [`Error::SessionInvalid`] for an id that can't name a file, [`Error::SessionMismatch`] when the
    /// argument names another session than the client's own.
    pub fn resolve(environment: &Environment, argument: Option<&str>) -> Result<(Self, Option<String>)> {
        let parse = |text: &str, origin: &'static str| {
            SessionId::parse(text).map_err(|reason| Error::SessionInvalid { value: text.to_owned(), origin, reason })
        };
        let own = environment.get(environment::SESSION_ID).map(|id| parse(id, environment::SESSION_ID)).transpose()?;
        let argument = argument.map(|id| parse(id, "session")).transpose()?;
        let conversation = match (own, argument) {
            (Some(own), Some(given)) if own != given => {
                return Err(Error::SessionMismatch { given: given.0, own: own.0 });
            }
            (Some(own), _) => Conversation::Session(own, SessionSource::Env),
            (None, Some(given)) => Conversation::Session(given, SessionSource::Argument),
            (None, None) => {
                return Ok(match environment.get(environment::SESSION_IDS) {
                    None | Some("mint") => (Conversation::Unknown, None),
                    Some("legacy") => (Conversation::Legacy, None),
                    Some(other) => (
                        Conversation::Unknown,
                        Some(format!(
                            "{} is \"{}\", which is neither mint nor legacy; session ids are minted.",
                            environment::SESSION_IDS,
                            shortened(&line(other), 60)
                        )),
                    ),
                });
            }
        };
        Ok((conversation, None))
    }

    /// The selector of the conversation's own checkpoint.
    #[must_use]
    pub fn selector(&self) -> Option<Selector> {
        match self {
            Conversation::Session(id, _) => Some(Selector::Session(id.clone())),
            Conversation::Legacy => Some(Selector::Legacy),
            Conversation::Unknown => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Case<'a> = (&'a [(&'a str, &'a str)], Option<&'a str>, Conversation);

    fn resolve(variables: &[(&str, &str)], argument: Option<&str>) -> Result<(Conversation, Option<String>)> {
        let environment =
            Environment::new(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        Conversation::resolve(&environment, argument)
    }

    fn session(id: &str, source: SessionSource) -> Conversation {
        Conversation::Session(SessionId::parse(id).unwrap(), source)
    }

    #[test]
    fn every_row_of_the_session_table() {
        let own = ("CLAUDE_CODE_SESSION_ID", "own-1");
        let cases: [Case<'_>; 7] = [
            (&[own], None, session("own-1", SessionSource::Env)),
            (&[own], Some("OWN-1"), session("own-1", SessionSource::Env)),
            (&[own, ("CHECKPOINT_SESSION_IDS", "legacy")], None, session("own-1", SessionSource::Env)),
            (&[], Some("abc"), session("abc", SessionSource::Argument)),
            (&[("CLAUDE_CODE_SESSION_ID", "")], None, Conversation::Unknown),
            (&[("CHECKPOINT_SESSION_IDS", "legacy")], None, Conversation::Legacy),
            (&[("CHECKPOINT_SESSION_IDS", "legacy")], Some("abc"), session("abc", SessionSource::Argument)),
        ];
        for (variables, argument, expected) in cases {
            assert_eq!(resolve(variables, argument).unwrap(), (expected, None), "{variables:?} {argument:?}");
        }
        let (conversation, warning) = resolve(&[("CHECKPOINT_SESSION_IDS", "maybe")], None).unwrap();
        assert_eq!(conversation, Conversation::Unknown);
        assert!(warning.unwrap().contains("maybe"));
    }

    #[test]
    fn another_session_than_the_own_one_is_an_error_that_explains() {
        let error = resolve(&[("CLAUDE_CODE_SESSION_ID", "own")], Some("other")).unwrap_err();
        assert_eq!(error.code(), "SESSION_MISMATCH");
        let text = error.to_string();
        assert!(text.contains("checkpoint") && text.contains("resumedFrom"), "{text}");
    }

    #[test]
    fn an_invalid_id_in_the_environment_is_an_error() {
        assert_eq!(resolve(&[("CLAUDE_CODE_SESSION_ID", "../x")], None).unwrap_err().code(), "SESSION_INVALID");
    }

    #[test]
    fn ids_that_could_name_another_file_are_refused() {
        let long = "a".repeat(129);
        for bad in
            ["", ".a", "..", "a/b", "a\\b", "a b", "ä", "legacy", "Legacy", "a.json", "a.PREV", "a.lock", "a\0", &long]
        {
            assert!(SessionId::parse(bad).is_err(), "{bad:?}");
        }
        for good in ["a", "A-b_c.9", "legacy2", "json", &long[1..]] {
            assert!(SessionId::parse(good).is_ok(), "{good:?}");
        }
    }

    proptest! {
        #[test]
        fn an_accepted_id_is_one_plain_file_name(text in ".{0,140}") {
            if let Ok(id) = SessionId::parse(&text) {
                let name = format!("{}.json", id.as_str());
                prop_assert_eq!(std::path::Path::new(&name).file_name().unwrap(), std::ffi::OsStr::new(&name));
                prop_assert!(!name.starts_with('.'));
            }
        }
    }
}
