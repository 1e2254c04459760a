//! Files of a trail, each with the word that says how much is known of who changed it.

use serde::{Deserialize, Serialize};

use super::paths::Change;
use crate::clock::Timestamp;

/// How a file came to differ. The words are never mixed: each says what the evidence says, and no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Word {
    /// The result of a client's edit tool says so, or a command of the session names it in a form that says
    /// what becomes of it, and its content changed then, when nobody else could have done it.
    Edited,
    /// Its content before and after differs. Who changed it is not known.
    DuringTurn,
    /// It changed after the last capture, or between two turns.
    Since,
}

impl Word {
    /// As a person reads it.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Word::Edited => "edited by this session",
            Word::DuringTurn => "changed during this session's turn",
            Word::Since => "changed since",
        }
    }
}

/// A file and what is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JudgedFile {
    /// Text form of its path below the root; from the root of the file system when it is outside.
    pub path: String,
    /// How much is known of who changed it.
    pub word: Word,
    /// What became of it.
    pub change: Change,
    /// Its name before, when it was moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
    /// Results of the client's edit tools.
    #[serde(default, skip_serializing_if = "super::pool::is_zero")]
    pub edits: u64,
    /// Lines that they added.
    #[serde(default, skip_serializing_if = "super::pool::is_zero")]
    pub added: u64,
    /// Lines that they removed.
    #[serde(default, skip_serializing_if = "super::pool::is_zero")]
    pub removed: u64,
    /// When: of the last edit or command that names it, else its ctime, else the capture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Timestamp>,
    /// Git blob id of its content when it was judged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// The record that says so, or that names it; empty when only git and the file system say it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub evidence: String,
    /// The subagent that edited it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}
