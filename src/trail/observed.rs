//! A session as it is seen now: what was kept, what its transcript holds, and what the tree says.

use std::path::PathBuf;

use serde::Serialize;

use super::facts::Trail;
use super::files::JudgedFile;
use super::snapshot::Snapshot;
use crate::clock::Timestamp;
use crate::redact::Strings;
use crate::session::SessionId;

/// Where it is known from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// From what was kept: the transcript is gone.
    Kept,
    /// From the transcript alone: nothing was kept.
    Live,
    /// From both.
    Both,
    /// From git and the file system alone: there is no transcript, and nothing of one was kept.
    Tree,
}

/// How a session ended, as the client said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, serde::Deserialize)]
pub struct Ended {
    /// When.
    pub at: Timestamp,
    /// The client's word: `clear`, `logout`, `prompt_input_exit`, `other` and more.
    pub reason: String,
}

/// What is known of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Observed {
    /// The session.
    pub session: String,
    /// What it did, as its transcript says.
    pub trail: Trail,
    /// The files, most recent first, those that changed since last.
    pub files: Vec<JudgedFile>,
    /// Files there was no room for.
    pub files_left_out: u64,
    /// How it ended; none when it did not end, or was killed.
    pub ended: Option<Ended>,
    /// When it was last captured.
    pub captured_at: Option<Timestamp>,
    /// The tree then.
    pub snapshot: Option<Snapshot>,
    /// Where all this is from.
    pub source: Origin,
    /// The transcript, when there is one.
    pub transcript: Option<PathBuf>,
    /// What could not be told.
    pub warnings: Vec<String>,
}

/// A trail of a project as lists show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrailEntry {
    /// The session, which is the selector as well.
    pub session: SessionId,
    /// Its title, else its first prompt.
    pub title: Option<String>,
    /// When it last did something.
    pub updated_at: Option<Timestamp>,
    /// The branch it was on last.
    pub branch: Option<String>,
    /// How it ended; none when it did not end, or was killed.
    pub ended: Option<Ended>,
    /// Whether there is a kept file.
    pub is_kept: bool,
    /// Whether its session is open in a running client.
    pub is_live: bool,
    /// Whether its file came with the project or belongs to another user.
    pub is_foreign: bool,
}

impl Strings for Observed {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        let trail = &mut self.trail;
        for text in [&mut trail.session_id, &mut trail.directory, &mut trail.branch].into_iter().flatten() {
            visit("trail", text);
        }
        for fact in &mut trail.facts {
            visit("facts", &mut fact.subject);
            fact.value.each_string(&mut |_, text| visit("facts", text));
            fact.evidence.iter_mut().chain(&mut fact.agent).for_each(|text| visit("facts", text));
        }
        self.files.iter_mut().for_each(|file| file.each_string(visit));
        self.ended.iter_mut().for_each(|ended| visit("ended", &mut ended.reason));
        self.snapshot.iter_mut().for_each(|snapshot| snapshot.each_string(visit));
        self.warnings.iter_mut().for_each(|warning| visit("warnings", warning));
    }
}
