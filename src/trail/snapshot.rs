//! What the working tree held at one moment.

use serde::{Deserialize, Serialize};

use crate::clock::Timestamp;

/// The tree at one moment: HEAD, and every file that differs from it, as far as there is room and time.
///
/// A file that is not listed was as HEAD has it, unless [`Snapshot::beyond`] or [`Snapshot::is_partial`]
/// says that not all of them are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// When it was begun.
    pub time: Option<Timestamp>,
    /// The commit HEAD pointed to; none before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// The branch; none when HEAD was detached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// How many prompts the session had had.
    #[serde(default)]
    pub prompts: u64,
    /// Files that differ from HEAD or are untracked.
    #[serde(default)]
    pub files: Vec<Listed>,
    /// How many more there were than are listed.
    #[serde(default, skip_serializing_if = "super::pool::is_zero")]
    pub beyond: u64,
    /// Untracked files, or the hashes of some, are missing, since there was no time.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_partial: bool,
}

/// A file of a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// Text form of its path below the root.
    pub path: String,
    /// Porcelain code, as in a checkpoint.
    pub status: String,
    /// Git blob id of its content; none when it is gone, or was not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Its ctime, in nanoseconds after 1970; none when it is gone, or where there is no such time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ctime: Option<i64>,
    /// Its name before a rename.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
}
