//! What a trail knows, and where it goes on reading: everything that is kept between two captures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chain::Leaf;
use super::check::Check;
use super::hash::Hash;
use super::paths::{Candidate, Change};
use super::pool::{Entry, Pool, is_zero};
use crate::clock::Timestamp;
use crate::limits;
use crate::redact::Strings;

/// The format of a kept state. Another one is not read: the capture starts over.
pub const VERSION: u32 = 1;

/// A trail between two captures. It is at most [`limits::TRAIL_STATE_BYTES`] bytes long as JSON.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct State {
    /// [`VERSION`].
    pub version: u32,
    /// The session's own transcript.
    pub source: Source,
    /// The session, as its records name it.
    pub session_id: Option<String>,
    /// The directory of the first record that names one.
    pub directory: Option<String>,
    /// The branch of the last record that names one.
    pub branch: Option<String>,
    /// The last time in any record on the way.
    pub last_time: Option<Timestamp>,
    /// Messages on branches that were left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub abandoned: u64,
    /// The first prompt.
    pub first_prompt: Option<Said>,
    /// The latest ones, oldest first; the first is not among them.
    pub prompts: Vec<Said>,
    /// How many there were.
    pub prompts_total: u64,
    /// Commands of the person (`!`).
    pub person: Pool<Said, { limits::TRAIL_PERSON_BYTES }>,
    /// The assistant's last words.
    pub words: Option<Said>,
    /// How often the conversation was compacted, and when last.
    pub compactions: Compactions,
    /// Tasks as they stand.
    pub tasks: Pool<Task, { limits::TRAIL_TASKS_BYTES }>,
    /// Commands, each once, the last run at the end.
    pub commands: Pool<Command, { limits::TRAIL_COMMANDS_BYTES }>,
    /// Files that an edit or a command line names.
    pub files: Pool<File, { limits::TRAIL_FILES_BYTES }>,
    /// Files whose path is too long to be kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub files_unnamed: u64,
    /// Declarations that edits added or removed.
    pub symbols: Pool<Symbol, { limits::TRAIL_SYMBOLS_BYTES }>,
    /// Commits.
    pub commits: Pool<Commit, { limits::TRAIL_COMMITS_BYTES }>,
    /// Edits since the last one.
    pub edits_since_commit: u64,
    /// Calls without a result.
    pub open: Pool<Open, { limits::TRAIL_OPEN_BYTES }>,
    /// Tools by their name.
    pub tools: BTreeMap<String, Uses>,
    /// Calls of tools there was no room for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub tools_left_out: u64,
    /// What the session's own messages used.
    pub usage: Usage,
    /// Calls of subagents, by the hash of their ids, oldest first.
    pub agent_calls: Vec<Hash>,
    /// Subagents.
    pub agents: Vec<Agent>,
    /// Subagents there was no room for.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub agents_left_out: u64,
}

/// How far a file was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Source {
    /// Where the next unread line begins, in bytes.
    pub offset: u64,
    /// Its number; counts from 1.
    pub line: u64,
    /// Of the first bytes of the file: a file that was replaced begins or goes on otherwise.
    pub head: Hash,
    /// Of the last bytes before `offset`.
    pub tail: Hash,
    /// Where the conversation stood.
    pub leaf: Leaf,
}

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
    /// A program in it has statuses that mean something else than failure.
    pub is_interpreted: bool,
    pub candidates: Vec<Candidate>,
    /// It makes a commit; the message, when the line names it.
    pub commit: Option<Option<String>>,
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

impl State {
    /// One that knows nothing.
    pub(super) fn new() -> Self {
        Self {
            version: VERSION,
            source: Source { line: 1, ..Source::default() },
            session_id: None,
            directory: None,
            branch: None,
            last_time: None,
            abandoned: 0,
            first_prompt: None,
            prompts: Vec::new(),
            prompts_total: 0,
            person: Pool::default(),
            words: None,
            compactions: Compactions::default(),
            tasks: Pool::default(),
            commands: Pool::default(),
            files: Pool::default(),
            files_unnamed: 0,
            symbols: Pool::default(),
            commits: Pool::default(),
            edits_since_commit: 0,
            open: Pool::default(),
            tools: BTreeMap::new(),
            tools_left_out: 0,
            usage: Usage::default(),
            agent_calls: Vec::new(),
            agents: Vec::new(),
            agents_left_out: 0,
        }
    }
}

/// Strings were cleaned when they came in; this is the proof of it. Ids of records are no text.
impl Strings for State {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        for (field, text) in [("directory", &mut self.directory), ("branch", &mut self.branch)] {
            text.iter_mut().for_each(|text| visit(field, text));
        }
        let said =
            self.first_prompt.iter_mut().chain(&mut self.prompts).chain(&mut self.words).chain(self.person.iter_mut());
        said.for_each(|said| visit("prompts", &mut said.text));
        for task in self.tasks.iter_mut() {
            visit("tasks", &mut task.subject);
            visit("tasks", &mut task.status);
        }
        for command in self.commands.iter_mut() {
            visit("commands", &mut command.command);
            visit("commands", &mut command.directory);
            if let Status::Interpreted { meaning } = &mut command.status {
                visit("commands", meaning);
            }
        }
        self.files.iter_mut().for_each(|file| visit("files", &mut file.path));
        for symbol in self.symbols.iter_mut() {
            visit("symbols", &mut symbol.name);
            visit("symbols", &mut symbol.path);
        }
        for commit in self.commits.iter_mut() {
            commit.branch.iter_mut().chain(&mut commit.subject).for_each(|text| visit("commits", text));
        }
        for open in self.open.iter_mut() {
            visit("open", &mut open.tool);
            visit("open", &mut open.subject);
            visit("open", &mut open.directory);
            if let Some(line) = &mut open.line {
                line.candidates.iter_mut().for_each(|candidate| visit("open", &mut candidate.path));
                line.commit.iter_mut().flatten().for_each(|subject| visit("open", subject));
            }
        }
        if self.tools.keys().any(|name| crate::redact::finds_secret(name)) {
            for (mut name, uses) in std::mem::take(&mut self.tools) {
                visit("tools", &mut name);
                self.tools.insert(name, uses);
            }
        }
        for agent in &mut self.agents {
            visit("agents", &mut agent.agent_type);
            visit("agents", &mut agent.description);
            agent.words.iter_mut().for_each(|words| visit("agents", words));
        }
    }
}
