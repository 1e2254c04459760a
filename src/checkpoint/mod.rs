//! The document: what a checkpoint file holds.
//!
//! Version 1, in this field order. Lists are always there; other optional fields are absent rather than
//! null, and `git` alone is null outside a repository and before its first commit. Fields this version does not know are kept
//! through a merge (`unknown`), because a newer 1.x may have written them.

mod bound;
mod merge;
mod read;

pub use bound::bound;
pub use merge::{Addition, Contents, LeftOut, merge};
pub use read::{Unreadable, parse};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::clock::Timestamp;
use crate::contract;
use crate::git::{Content, hex};
use crate::redact::Strings;

/// The format version this program reads and writes.
pub const VERSION: u64 = 1;

/// Fields a document holds that this version does not know.
pub type Unknown = Map<String, Value>;

/// A whole document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checkpoint {
    /// Format version.
    pub version: u64,
    /// Identity of the document, stable across merges.
    pub id: String,
    /// When the document was begun.
    pub created_at: Timestamp,
    /// When it was last saved.
    pub updated_at: Timestamp,
    /// The program that wrote it.
    pub generator: Generator,
    /// The session that owns it; absent in the legacy file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Selector of the checkpoint it was started from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resumed_from: Option<String>,
    /// The project.
    pub project: Project,
    /// Where git stood.
    pub git: Option<GitState>,
    /// Goal and tasks.
    pub goal: Goal,
    /// Where things stand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    /// What to do next, in order.
    #[serde(default)]
    pub next_steps: Vec<String>,
    /// Choices, constraints and dead ends, oldest first.
    #[serde(default)]
    pub decisions: Vec<String>,
    /// Files that matter, the ones the model named first.
    #[serde(default)]
    pub modified_files: Vec<ModifiedFile>,
    /// Commands that mattered, oldest first.
    #[serde(default)]
    pub recent_commands: Vec<RecentCommand>,
    /// About the document itself.
    #[serde(default)]
    pub meta: Meta,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// The program that wrote a document.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Generator {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Generator {
    /// This program.
    #[must_use]
    pub fn this() -> Self {
        Self { name: contract::NAME.to_owned(), version: contract::VERSION.to_owned() }
    }
}

/// The project a document belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Project {
    /// Name of the root directory; never its path.
    pub name: String,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Where git stood at a save.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GitState {
    /// The branch; absent when HEAD was detached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// The commit HEAD pointed to.
    pub head: String,
    /// Whether anything was uncommitted below the root.
    pub dirty: bool,
    /// What was going on, such as a merge or rebase in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
}

/// Goal and tasks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// What the session is for.
    pub primary: String,
    /// The work.
    #[serde(default)]
    pub tasks: Vec<Task>,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// One piece of work.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// What it is; a merge recognises it by this.
    pub description: String,
    /// How far it is.
    pub status: TaskStatus,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// How far a task is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskStatus {
    /// Not begun.
    Pending,
    /// Being worked on.
    InProgress,
    /// Done.
    Done,
    /// Can't go on.
    Blocked,
}

/// A file that matters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ModifiedFile {
    /// Text form of its path relative to the root.
    pub path: String,
    /// Git porcelain code, or `M` when only the model named it.
    pub status: String,
    /// Who says so.
    pub source: FileSource,
    /// What the model wrote about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Git blob id of its content at the save; absent when there was none to read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Its name before a rename.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
    /// Its size in bytes, when it was too large to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// What it is, when it is no file, symlink or submodule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

impl ModifiedFile {
    /// Records what the file holds.
    pub fn set_content(&mut self, content: &Content) {
        (self.hash, self.size, self.kind) = match content {
            Content::Absent => (None, None, None),
            Content::Hash(hash) => (Some(hash.clone()), None, None),
            Content::Large(size) => (None, Some(*size), None),
            Content::Irregular(kind) => (None, None, Some((*kind).to_owned())),
            Content::Unreadable(_) => (None, None, Some("unreadable".to_owned())),
        };
    }
}

/// Who named a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FileSource {
    /// Git found it.
    Git,
    /// The model named it, now or at an earlier save.
    Agent,
}

/// A command that mattered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RecentCommand {
    /// What was run.
    pub command: String,
    /// What it returned.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i64>,
    /// What it showed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// When it was saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Timestamp>,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// About the document itself.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Meta {
    /// How many secrets were replaced in what it says.
    #[serde(default)]
    pub redactions: u64,
    /// Whether anything was dropped to fit a limit.
    #[serde(default)]
    pub truncated: bool,
    /// Dirty files the list had no room for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<Unlisted>,
    /// What a newer version put there.
    #[serde(flatten)]
    pub unknown: Unknown,
}

/// Files that were dirty at the save but are not in the list. Drift must not call them changed, so their
/// names are remembered as fingerprints, as far as there is room.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Unlisted {
    /// How many there were.
    #[serde(default)]
    pub count: u64,
    /// Eight hex digits of the SHA-1 of each path, joined.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub paths: String,
    /// Whether there are tracked files among them that `paths` does not have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tracked_unknown: bool,
    /// Whether there are untracked files among them that `paths` does not have.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub untracked_unknown: bool,
}

impl Checkpoint {
    /// Whether there are tasks and all are done.
    #[must_use]
    pub fn all_tasks_done(&self) -> bool {
        !self.goal.tasks.is_empty() && self.goal.tasks.iter().all(|task| task.status == TaskStatus::Done)
    }

    /// The document as it stands in a file.
    ///
    /// # Errors
    /// Never for a document of this type; serde's signature says so.
    pub fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string_pretty(self).map(|text| text + "\n")
    }
}

/// Eight hex digits that stand for a path in [`Unlisted`].
#[must_use]
pub fn fingerprint(path: &str) -> String {
    use sha1::{Digest, Sha1};
    let digest = Sha1::digest(path.as_bytes());
    hex(&digest[..4])
}

impl Unlisted {
    /// Whether a path is among them.
    #[must_use]
    pub fn has(&self, path: &str) -> bool {
        let wanted = fingerprint(path);
        self.paths.as_bytes().chunks(8).any(|known| known == wanted.as_bytes())
    }
}

impl Strings for Checkpoint {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("id", &mut self.id);
        visit("generator", &mut self.generator.name);
        visit("generator", &mut self.generator.version);
        optional("sessionId", &mut self.session_id, visit);
        optional("resumedFrom", &mut self.resumed_from, visit);
        visit("project", &mut self.project.name);
        unknown(&mut self.project.unknown, visit);
        self.git.iter_mut().for_each(|git| git.each_string(visit));
        visit("goal", &mut self.goal.primary);
        unknown(&mut self.goal.unknown, visit);
        for task in &mut self.goal.tasks {
            visit("tasks", &mut task.description);
            unknown(&mut task.unknown, visit);
        }
        optional("summary", &mut self.summary, visit);
        self.next_steps.iter_mut().for_each(|step| visit("nextSteps", step));
        self.decisions.iter_mut().for_each(|decision| visit("decisions", decision));
        self.modified_files.iter_mut().for_each(|file| file.each_string(visit));
        self.recent_commands.iter_mut().for_each(|command| command.each_string(visit));
        if let Some(unlisted) = &mut self.meta.unlisted {
            visit("unlisted", &mut unlisted.paths);
        }
        unknown(&mut self.meta.unknown, visit);
        unknown(&mut self.unknown, visit);
    }
}

impl Strings for GitState {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        optional("branch", &mut self.branch, visit);
        visit("head", &mut self.head);
        optional("state", &mut self.state, visit);
    }
}

impl Strings for ModifiedFile {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("modifiedFiles", &mut self.path);
        visit("modifiedFiles", &mut self.status);
        for value in [&mut self.renamed_from, &mut self.note, &mut self.hash, &mut self.kind] {
            optional("modifiedFiles", value, visit);
        }
        unknown(&mut self.unknown, visit);
    }
}

impl Strings for RecentCommand {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("recentCommands", &mut self.command);
        optional("recentCommands", &mut self.note, visit);
        unknown(&mut self.unknown, visit);
    }
}

fn optional(field: &str, value: &mut Option<String>, visit: &mut dyn FnMut(&str, &mut String)) {
    if let Some(value) = value {
        visit(field, value);
    }
}

fn unknown(fields: &mut Unknown, visit: &mut dyn FnMut(&str, &mut String)) {
    if fields.is_empty() {
        return;
    }
    let mut value = Value::Object(std::mem::take(fields));
    value.each_string(&mut |_, string| visit("unknown fields", string));
    if let Value::Object(map) = value {
        *fields = map;
    }
}
