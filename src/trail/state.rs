//! What a trail knows, and where it goes on reading: everything that is kept between two captures.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::chain::Leaf;
use super::entries::{Agent, Command, Commit, Compactions, File, Open, Said, Status, Symbol, Task, Usage, Uses};
use super::hash::Hash;
use super::pool::{Pool, is_zero};
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
    /// Lines that hold no record, or not all of what they should: too long, or damaged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unreadable: u64,
    /// Messages on branches that were left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub abandoned: u64,
    /// The session it was forked from, and when that one did last what is copied here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forked_from: Option<Said>,
    /// How many prompts were copied from there.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub prompts_copied: u64,
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
    /// The earliest time of a call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_call: Option<Timestamp>,
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
    /// Of all records on the way to there: as long as that is the beginning of the way, what was learnt is true.
    #[serde(default)]
    pub way: Hash,
}

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
            unreadable: 0,
            abandoned: 0,
            forked_from: None,
            prompts_copied: 0,
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
            first_call: None,
            tools: BTreeMap::new(),
            tools_left_out: 0,
            usage: Usage::default(),
            agent_calls: Vec::new(),
            agents: Vec::new(),
            agents_left_out: 0,
        }
    }
}

impl State {
    /// When the session's own work began: with its first prompt, that of a fork behind what it copied. Where the clock
    /// went back, a call can be earlier.
    #[must_use]
    pub fn begin(&self) -> Option<Timestamp> {
        let prompt = self.first_prompt.as_ref().and_then(|prompt| prompt.time);
        let fork = self.forked_from.as_ref().and_then(|fork| fork.time);
        let begin = prompt.into_iter().chain(self.first_call).min()?;
        Some(fork.map_or(begin, |fork| fork.max(begin)))
    }

    /// How far the session's own file was read, or that of one of its subagents.
    pub(super) fn source_of(&mut self, agent: Option<usize>) -> &mut Source {
        match agent {
            Some(at) => &mut self.agents[at].source,
            None => &mut self.source,
        }
    }
}

/// Strings were cleaned when they came in; this is the proof of it. Ids of records are no text.
impl Strings for State {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        for (field, text) in [("directory", &mut self.directory), ("branch", &mut self.branch)] {
            if let Some(text) = text {
                visit(field, text);
            }
        }
        let said = self
            .first_prompt
            .iter_mut()
            .chain(&mut self.forked_from)
            .chain(&mut self.prompts)
            .chain(&mut self.words)
            .chain(self.person.items_mut().iter_mut());
        said.for_each(|said| visit("prompts", &mut said.text));
        for task in self.tasks.items_mut() {
            visit("tasks", &mut task.subject);
            visit("tasks", &mut task.status);
        }
        for command in self.commands.items_mut() {
            visit("commands", &mut command.command);
            visit("commands", &mut command.directory);
            if let Status::Interpreted { meaning } = &mut command.status {
                visit("commands", meaning);
            }
        }
        self.files.items_mut().iter_mut().for_each(|file| visit("files", &mut file.path));
        for symbol in self.symbols.items_mut() {
            visit("symbols", &mut symbol.name);
            visit("symbols", &mut symbol.path);
        }
        for commit in self.commits.items_mut() {
            commit
                .branch
                .iter_mut()
                .chain(&mut commit.subject)
                .chain(&mut commit.repository)
                .for_each(|text| visit("commits", text));
        }
        for open in self.open.items_mut() {
            visit("open", &mut open.tool);
            visit("open", &mut open.subject);
            visit("open", &mut open.directory);
            if let Some(line) = &mut open.line {
                line.candidates.iter_mut().for_each(|candidate| visit("open", &mut candidate.path));
                line.commit.iter_mut().chain(&mut line.commit_place).for_each(|text| visit("open", text));
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
