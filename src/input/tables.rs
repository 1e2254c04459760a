//! The tables: every input field of every tool, with its limits and the words a model reads.

use super::{Field, Kind};
use crate::limits;

const fn optional(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field { name, kind, required: false, doc }
}

const fn required(name: &'static str, kind: Kind, doc: &'static str) -> Field {
    Field { name, kind, required: true, doc }
}

const fn text(max: usize) -> Kind {
    Kind::Text { min: 1, max }
}

/// Text that may be empty.
const fn free(max: usize) -> Kind {
    Kind::Text { min: 0, max }
}

const SESSION: Field = optional(
    "session",
    text(limits::SESSION_ID),
    "Id of this conversation, as an earlier save returned it. Leave out in Claude Code, which supplies its own. To read another checkpoint use checkpoint, not this.",
);

const PROJECT_ROOT: Field = optional(
    "projectRoot",
    text(limits::PROJECT_ROOT),
    "Absolute path of the project. Leave out to use the configured or current one.",
);

static TASK: Kind = Kind::Object(&[
    required(
        "description",
        text(limits::TASK_DESCRIPTION),
        "Keep the wording from save to save: a merge matches tasks by it.",
    ),
    required("status", Kind::Choice(&["pending", "in_progress", "done", "blocked"]), ""),
]);

static FILE: Kind = Kind::Object(&[
    required("path", text(limits::PATH), "Relative to the project root, or absolute inside it."),
    optional("note", free(limits::NOTE), "What matters about the file."),
]);

static COMMAND: Kind = Kind::Object(&[
    required("command", text(limits::COMMAND), ""),
    optional("exitCode", Kind::Integer { min: i64::MIN }, ""),
    optional("note", free(limits::NOTE), "What it showed."),
]);

static STEP: Kind = text(limits::NEXT_STEP);
static DECISION: Kind = text(limits::DECISION);

/// Fields of `save_session_checkpoint`.
pub static SAVE: &[Field] = &[
    required("goal", text(limits::GOAL), "What the session is for, in one or two sentences."),
    optional("tasks", Kind::List { max: limits::TASKS, item: &TASK }, "The work, with honest statuses."),
    optional(
        "summary",
        free(limits::SUMMARY),
        "The state of affairs in prose: what already works, what does not, and what was half done.",
    ),
    optional(
        "nextSteps",
        Kind::List { max: limits::NEXT_STEPS, item: &STEP },
        "What to do next, in order, concrete enough for someone who knows nothing.",
    ),
    optional(
        "decisions",
        Kind::List { max: limits::DECISIONS, item: &DECISION },
        "Choices made, constraints, and dead ends not to try again.",
    ),
    optional(
        "modifiedFiles",
        Kind::List { max: limits::MODIFIED_FILES, item: &FILE },
        "Files worth a note, or committed ones that matter. Uncommitted changes are found without you.",
    ),
    optional(
        "recentCommands",
        Kind::List { max: limits::RECENT_COMMANDS, item: &COMMAND },
        "Commands that mattered, oldest first, with what they returned. Secrets are redacted.",
    ),
    optional(
        "mode",
        Kind::Choice(&["replace", "merge"]),
        "replace (default) writes the checkpoint anew. merge updates it: tasks by description, summary and nextSteps when given, decisions and commands appended.",
    ),
    optional(
        "resumedFrom",
        text(limits::SESSION_ID),
        "The checkpoint you loaded, when it was another session's: give its selector here when you save next, and the new checkpoint continues it.",
    ),
    SESSION,
    PROJECT_ROOT,
];

/// Fields of `load_session_checkpoint`.
pub static LOAD: &[Field] = &[
    optional(
        "format",
        Kind::Choice(&["brief", "full"]),
        "brief (default): text to resume from. full: the whole document as data.",
    ),
    optional(
        "checkpoint",
        text(limits::SESSION_ID),
        "Selector from list_session_checkpoints. Leave out to load this session's own.",
    ),
    SESSION,
    PROJECT_ROOT,
];

/// Fields of `list_session_checkpoints`.
pub static LIST: &[Field] = &[
    optional("limit", Kind::Integer { min: 0 }, "Most entries to return. Default 10; 0 returns all."),
    SESSION,
    PROJECT_ROOT,
];

/// Fields of [`crate::engine::touched`].
pub static TOUCHED: &[Field] = &[
    required("file", text(limits::PATH), "Relative to the project root, or absolute."),
    optional("limit", Kind::Integer { min: 0 }, "Most entries to return. Default 10; 0 returns all."),
    PROJECT_ROOT,
];

/// Fields of [`crate::engine::delete`].
pub static DELETE: &[Field] = &[
    required("checkpoint", text(limits::SESSION_ID), "Selector of the checkpoint to delete."),
    optional("force", Kind::Flag, "Also when its session is open in a running client."),
    PROJECT_ROOT,
];

/// Fields of [`crate::engine::restore_previous`].
pub static RESTORE: &[Field] = &[
    optional("checkpoint", text(limits::SESSION_ID), "Selector of the checkpoint. Leave out for the session's own."),
    SESSION,
    PROJECT_ROOT,
];

/// Fields of [`crate::engine::prune`].
pub static PRUNE: &[Field] = &[
    required("olderThanDays", Kind::Integer { min: 1 }, "Whole days since the last save."),
    optional("dryRun", Kind::Flag, "Only say what would go."),
    PROJECT_ROOT,
];

/// Fields of [`crate::engine::capture`].
pub static CAPTURE: &[Field] = &[
    SESSION,
    optional("transcriptPath", text(limits::PROJECT_ROOT), "The session's transcript, as the client named it."),
    required("event", Kind::Choice(&["stop", "precompact", "sessionend", "asked"]), "The occasion."),
    optional("reason", free(limits::TRAIL_NAME), "Why the session ends, in the client's word."),
    optional(
        "budgetMilliseconds",
        Kind::Integer { min: 1 },
        "Time for all of it. What is left goes on with the next one.",
    ),
    PROJECT_ROOT,
];
