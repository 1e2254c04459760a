//! Calls as the engine reads them, after they were checked against their tables.
#![allow(missing_docs, reason = "the tables say what each field is")]

use serde::{Deserialize, Serialize};

use crate::checkpoint::TaskStatus;
use crate::redact::Strings;

/// How a save treats what the session saved before.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// The document is written anew.
    #[default]
    Replace,
    /// The call is folded into the session's document.
    Merge,
}

impl Mode {
    /// The word a client sends and sees.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Mode::Replace => "replace",
            Mode::Merge => "merge",
        }
    }
}

/// How much a load returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// The brief.
    #[default]
    Brief,
    /// The whole document; the text is one line.
    Full,
}

/// A task as a caller reports it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TaskInput {
    pub description: String,
    pub status: TaskStatus,
}

/// A file as a caller reports it: relative to the root, or absolute inside it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct FileInput {
    pub path: String,
    pub note: Option<String>,
}

/// A command as a caller reports it.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CommandInput {
    pub command: String,
    pub exit_code: Option<i64>,
    pub note: Option<String>,
}

/// Arguments of `save_session_checkpoint`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SaveInput {
    pub goal: String,
    pub tasks: Option<Vec<TaskInput>>,
    pub summary: Option<String>,
    pub next_steps: Option<Vec<String>>,
    pub decisions: Option<Vec<String>>,
    pub modified_files: Option<Vec<FileInput>>,
    pub recent_commands: Option<Vec<CommandInput>>,
    #[serde(default)]
    pub mode: Mode,
    pub resumed_from: Option<String>,
    pub session: Option<String>,
    pub project_root: Option<String>,
}

/// Arguments of `load_session_checkpoint`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LoadInput {
    #[serde(default)]
    pub format: Format,
    pub checkpoint: Option<String>,
    pub session: Option<String>,
    pub project_root: Option<String>,
}

/// Arguments of `list_session_checkpoints`.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListInput {
    pub limit: Option<u64>,
    pub session: Option<String>,
    pub project_root: Option<String>,
}

/// Arguments of [`crate::engine::touched`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TouchedInput {
    pub file: String,
    pub limit: Option<u64>,
    pub project_root: Option<String>,
}

/// Arguments of [`crate::engine::delete`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DeleteInput {
    pub checkpoint: String,
    pub force: Option<bool>,
    pub project_root: Option<String>,
}

/// Arguments of [`crate::engine::restore_previous`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoreInput {
    pub checkpoint: Option<String>,
    pub session: Option<String>,
    pub project_root: Option<String>,
}

/// Arguments of [`crate::engine::prune`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PruneInput {
    pub older_than_days: u64,
    pub dry_run: Option<bool>,
    pub project_root: Option<String>,
}

/// What a capture is on the occasion of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaptureEvent {
    /// The assistant has finished a turn.
    Stop,
    /// The conversation is about to be compacted.
    PreCompact,
    /// The session ends.
    SessionEnd,
    /// Somebody asked for it.
    Asked,
}

/// Arguments of [`crate::engine::capture`].
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CaptureInput {
    pub session: Option<String>,
    pub transcript_path: Option<String>,
    pub event: CaptureEvent,
    pub reason: Option<String>,
    pub budget_milliseconds: Option<u64>,
    pub project_root: Option<String>,
}

/// Everything a save would store. What only says where to store it is checked instead.
impl Strings for SaveInput {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("goal", &mut self.goal);
        self.tasks.iter_mut().flatten().for_each(|task| visit("tasks", &mut task.description));
        self.summary.iter_mut().for_each(|summary| visit("summary", summary));
        self.next_steps.iter_mut().flatten().for_each(|step| visit("nextSteps", step));
        self.decisions.iter_mut().flatten().for_each(|decision| visit("decisions", decision));
        for file in self.modified_files.iter_mut().flatten() {
            visit("modifiedFiles", &mut file.path);
            file.note.iter_mut().for_each(|note| visit("modifiedFiles", note));
        }
        for command in self.recent_commands.iter_mut().flatten() {
            visit("recentCommands", &mut command.command);
            command.note.iter_mut().for_each(|note| visit("recentCommands", note));
        }
    }
}
