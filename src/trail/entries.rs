//! What a state is made of.

use serde::{Deserialize, Serialize};

use super::check::Check;
use super::hash::Hash;
use super::paths::{Candidate, Change};
use super::pool::Entry;
use super::state::Source;
use crate::clock::Timestamp;

/// Something that was said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The words.
    pub text: String,
    /// When.
    pub time: Option<Timestamp>,
    /// The record.
    pub evidence: String,
}

/// Compactions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compactions {
    /// How many.
    pub count: u64,
    /// `manual` or `auto`.
    pub trigger: Option<String>,
    /// When last.
    pub time: Option<Timestamp>,
    /// The boundary.
    pub evidence: String,
}

/// A task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its number; none in the older list.
    pub id: Option<String>,
    /// What is to be done.
    pub subject: String,
    /// `pending`, `in_progress`, `completed`, or what the client says.
    pub status: String,
    /// When it last changed.
    pub time: Option<Timestamp>,
    /// The result that says so.
    pub evidence: String,
}

/// How a command ended, as far as the client recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Status {
    /// With a status: the record says `Exit code N`, or nothing speaks against 0.
    Exit {
        /// The status.
        code: i32,
    },
    /// With a status that means something else to this program, which the client put into words.
    Interpreted {
        /// Its words.
        meaning: String,
    },
    /// The client stopped it after its time.
    TimedOut {
        /// The status, when the record names one.
        code: Option<i32>,
    },
    /// In the background, with no result recorded.
    NoResult,
    /// In the background, and somebody stopped it.
    Stopped,
    /// It was not allowed, and did not run.
    Denied,
    /// The client refused the call, and it did not run.
    NotRun,
    /// The person interrupted or rejected it; it may have run.
    Interrupted,
    /// It failed without a recorded status.
    Error,
    /// It did not fail, but its status is not recorded.
    Unknown,
}

/// What a status speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Scope {
    /// The command: there is nothing else in the line, or only what has to succeed before.
    Command,
    /// Only the line as a whole: what failed in it may not show.
    Line,
}

/// What became of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// The status or the runner says that it succeeded.
    Passed,
    /// The status or the runner says that it failed.
    Failed,
    /// The runner says that it ran no test.
    RanNoTest,
}

/// A command, with the result of its last run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// The line.
    pub command: String,
    /// Where it ran.
    pub directory: String,
    /// Of the line and its directory.
    pub key: Hash,
    /// How often it ran.
    pub count: u64,
    /// How it ended.
    pub status: Status,
    /// What that speaks for.
    pub scope: Scope,
    /// What it checks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<Check>,
    /// What became of the check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verdict: Option<Verdict>,
    /// Of the check without what stands around it, and its directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same: Option<Hash>,
    /// Of the checks that have to succeed before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Hash>,
    /// Only part of the output was recorded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_cut: bool,
    /// When it was called.
    pub time: Option<Timestamp>,
    /// In milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<u64>,
    /// The client did not record the duration: it is the time between call and result, which it did not
    /// exceed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_up_to: bool,
    /// The records of call and result.
    pub evidence: Vec<String>,
    /// Of the call's id.
    pub call: Hash,
    /// The subagent that ran it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// Whether exit 0 would say that the check succeeded, and another status that it failed.
    pub decides: (bool, bool),
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct File {
    /// Its path, from the root of the file system.
    pub path: String,
    /// What became of it last.
    pub change: Change,
    /// Results of the client's edit tools.
    pub edits: u64,
    /// The same since the last commit.
    pub edits_since_commit: u64,
    /// Lines that they added.
    pub added: u64,
    /// Lines that they removed.
    pub removed: u64,
    /// Command lines that name it in a form that says what becomes of it.
    pub named: u64,
    /// None of them writes into a file that is there already.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_only_made: bool,
    /// When the last call that names it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub called: Option<Timestamp>,
    /// The end of the last call that is sure to have done what it is called for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Timestamp>,
    /// What the last call that names it leaves in it, where that tells whether it did anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leaves: Option<String>,
    /// When last.
    pub time: Option<Timestamp>,
    /// The last result.
    pub evidence: String,
    /// The subagent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Symbol {
    /// `function`, `class`, `type` or `export`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The file.
    pub path: String,
    /// It was added, rather than removed.
    pub is_added: bool,
    /// When.
    pub time: Option<Timestamp>,
    /// The result.
    pub evidence: String,
}

/// A commit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Its abbreviated name; none when git was told to be quiet.
    pub sha: Option<String>,
    /// The branch.
    pub branch: Option<String>,
    /// The first line of the message.
    pub subject: Option<String>,
    /// `committed`, `amended`, or what the client says.
    pub kind: String,
    /// The repository, when it is not that of the session's directory.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repository: Option<String>,
    /// When.
    pub time: Option<Timestamp>,
    /// The result.
    pub evidence: String,
    /// The subagent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// A call without a result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Open {
    /// Of its id.
    pub call: Hash,
    /// The tool.
    pub tool: String,
    /// The command line, the path or the subject, by the tool.
    pub subject: String,
    /// The directory.
    pub directory: String,
    /// When it was called.
    pub time: Option<Timestamp>,
    /// The call.
    pub evidence: String,
    /// The subagent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    /// What a command line says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) line: Option<LineFacts>,
    /// What an edit says, in case its result does not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) edit: Option<EditFacts>,
    /// The status that the call gives a task.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<String>,
    /// The end of a background command that was told before the result of its call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) ended: Option<(Status, Option<Timestamp>)>,
}

/// What has to be known of a command line when its result comes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LineFacts {
    pub key: Hash,
    pub scope: Scope,
    pub check: Option<Check>,
    pub decides: (bool, bool),
    pub same: Option<Hash>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<Hash>,
    /// A program in it has statuses that mean something else than failure.
    pub is_interpreted: bool,
    pub candidates: Vec<Candidate>,
    /// It makes a commit: the message, or nothing when the line does not name it.
    pub commit: Option<String>,
    /// Whether the line succeeds only when it is made.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub commit_decides: bool,
    /// Where it makes the commit, when that is not where the line starts; empty when that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit_place: Option<String>,
}

/// What has to be known of an edit when its result comes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EditFacts {
    pub added: u64,
    pub removed: u64,
}

/// How often a tool was called.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Uses {
    /// Calls.
    pub calls: u64,
    /// Results that are errors.
    pub errors: u64,
}

/// Tokens by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Tokens {
    /// Sent, and not from a cache.
    pub input: u64,
    /// Written by the model.
    pub output: u64,
    /// Written into a cache.
    pub cache_creation: u64,
    /// Read from a cache.
    pub cache_read: u64,
}

/// Tokens of messages, each counted once although it is several records.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// All of them.
    pub tokens: Tokens,
    /// The last messages and what they were counted with.
    pub(super) recent: Vec<(Hash, Tokens)>,
}

/// A subagent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Agent {
    /// Its name: that of its file without `agent-`.
    pub id: String,
    /// What kind of agent it is.
    pub agent_type: String,
    /// What it was asked for, in a few words.
    pub description: String,
    /// Of the id of the call that started it.
    pub call: Option<Hash>,
    /// Whether the client noted that it has finished.
    pub is_finished: bool,
    /// Its file.
    pub source: Source,
    /// What its messages used.
    pub usage: Usage,
    /// Its last words.
    pub words: Option<String>,
    /// When it last said or did something.
    pub time: Option<Timestamp>,
}

impl Entry for Said {}
impl Entry for Task {
    fn rank(&self) -> u8 {
        u8::from(self.status != "completed")
    }
}
impl Entry for Command {
    fn rank(&self) -> u8 {
        u8::from(self.check.is_some() || !matches!(self.status, Status::Exit { code: 0 } | Status::Interpreted { .. }))
    }
}
impl Entry for File {
    fn rank(&self) -> u8 {
        u8::from(self.edits > 0)
    }
}
impl Entry for Symbol {}
impl Entry for Commit {}
impl Entry for Open {}
