//! Every limit of the product, once. Schemas, checks and documentation are built from here.
//!
//! Lengths are Unicode code points unless the name says bytes or units (UTF-16 code units, what
//! Claude Code counts).

use std::time::Duration;

/// Longest goal.
pub const GOAL: usize = 500;
/// Most tasks in a document.
pub const TASKS: usize = 30;
/// Longest task description. With the other two it guarantees that goal and tasks fit the file.
pub const TASK_DESCRIPTION: usize = 300;
/// Longest summary.
pub const SUMMARY: usize = 4000;
/// Most next steps.
pub const NEXT_STEPS: usize = 20;
/// Longest next step.
pub const NEXT_STEP: usize = 500;
/// Most decisions.
pub const DECISIONS: usize = 20;
/// Longest decision.
pub const DECISION: usize = 500;
/// Most files in a call and in a document.
pub const MODIFIED_FILES: usize = 100;
/// Longest path a caller may give.
pub const PATH: usize = 1024;
/// Longest note on a file or a command.
pub const NOTE: usize = 300;
/// Most commands in a document.
pub const RECENT_COMMANDS: usize = 50;
/// Longest command.
pub const COMMAND: usize = 1000;
/// Longest session id or selector.
pub const SESSION_ID: usize = 128;
/// Longest `projectRoot`.
pub const PROJECT_ROOT: usize = 4096;

/// Largest checkpoint file the server writes, in bytes.
pub const FILE_BYTES: usize = 64 * 1024;
/// Largest checkpoint file the server reads, in bytes: a hand-edited one may exceed what we write.
pub const READ_BYTES: u64 = 4 * 1024 * 1024;
/// Longest brief, in UTF-16 code units: beyond it Claude Code shows a preview instead.
pub const BRIEF_UNITS: usize = 10_000;
/// Smallest limit a caller may set for a brief, in UTF-16 code units: what is always said fits.
pub const BRIEF_UNITS_LEAST: usize = 2000;
/// Longest `structuredContent` of a brief load as JSON, in UTF-16 code units.
pub const STRUCTURED_UNITS: usize = 18_000;
/// Most names in `drift.changedSince`; `changedSinceTotal` has the whole number.
pub const CHANGED_SINCE: usize = 200;
/// Most candidates in a load that found no checkpoint of its own.
pub const CANDIDATES: usize = 10;
/// Most other ids of one conversation that are looked at.
pub const CONVERSATION: usize = 50;
/// Most checkpoints, newest first, whose session's transcript is looked at to tell a fork.
pub const RELATED: usize = 50;
/// Entries a list returns unless told otherwise.
pub const LIST_DEFAULT: u64 = 10;
/// Most problems spelled out in one error about the input.
pub const VIOLATIONS: usize = 50;

/// Largest file whose content is hashed, in bytes; a larger one is listed with its size.
pub const HASHED_FILE_BYTES: u64 = 64 * 1024 * 1024;
/// Most tracked dirty files beyond [`MODIFIED_FILES`] whose names a document remembers as fingerprints.
pub const TRACKED_FINGERPRINTS: usize = 2048;
/// The same for untracked files.
pub const UNTRACKED_FINGERPRINTS: usize = 512;
/// Longest name of a project, branch or state that is kept and shown.
pub const NAME: usize = 255;
/// Most untracked files of one directory that are listed one by one; a directory with more is one entry.
pub const UNTRACKED_FILES: usize = 500;
/// Size of a git index, in bytes, from which the git program, which reads with several threads, is
/// asked instead of libgit2: about 8,000 files. See docs/performance.md.
pub const LARGE_INDEX_BYTES: u64 = 768 * 1024;
/// Time for all git facts of one call.
pub const GIT_BUDGET: Duration = Duration::from_secs(3);
/// How long a save waits for another process that holds the checkpoint's lock.
pub const LOCK_WAIT: Duration = Duration::from_secs(20);

/// Largest session file that is read whole, in bytes: Node's buffers and the offsets end beyond.
pub const TRANSCRIPT_BYTES: u64 = 2 << 30;
/// Longest line of a session file that is read piece by piece, in bytes. A longer one is passed over and
/// reported; the client writes lines of 20 MB.
pub const TRANSCRIPT_LINE_BYTES: usize = 32 << 20;

/// Longest prompt that a trail keeps, in bytes as JSON; so are all lengths of a trail.
pub const TRAIL_PROMPT: usize = 1000;
/// Latest prompts that a trail keeps besides the first.
pub const TRAIL_PROMPTS: usize = 3;
/// Longest command that a trail keeps.
pub const TRAIL_COMMAND: usize = 300;
/// Longest path that a trail keeps; a file with a longer one is counted only.
pub const TRAIL_PATH: usize = 240;
/// Longest title, name or word of another kind that a trail keeps.
pub const TRAIL_NAME: usize = 120;
/// Longest last words of the assistant.
pub const TRAIL_WORDS: usize = 800;
/// Commands of a trail, in bytes: the oldest without a check go first.
pub const TRAIL_COMMANDS_BYTES: usize = 11 * 1024;
/// Files of a trail, in bytes.
pub const TRAIL_FILES_BYTES: usize = 9 * 1024;
/// Calls of a trail that have no result yet, in bytes.
pub const TRAIL_OPEN_BYTES: usize = 8 * 1024;
/// Tasks of a trail, in bytes.
pub const TRAIL_TASKS_BYTES: usize = 3 * 1024;
/// Declarations that a trail's edits added or removed, in bytes.
pub const TRAIL_SYMBOLS_BYTES: usize = 2 * 1024;
/// Commits of a trail, in bytes.
pub const TRAIL_COMMITS_BYTES: usize = 2 * 1024;
/// Commands that the person ran, in bytes.
pub const TRAIL_PERSON_BYTES: usize = 1024;
/// Subagents of a trail.
pub const TRAIL_AGENTS: usize = 12;
/// Tools that a trail counts by name.
pub const TRAIL_TOOLS: usize = 32;
/// Files that one call may name.
pub const TRAIL_CANDIDATES: usize = 6;
/// How much of a tool's output is looked at, in bytes.
pub const TRAIL_OUTPUT_BYTES: usize = 128 * 1024;
/// Largest state of a trail as JSON, in bytes: what all of the above can come to.
pub const TRAIL_STATE_BYTES: usize = 50 * 1024;

/// Files that a snapshot of a trail lists one by one.
pub const SNAPSHOT_FILES: usize = MODIFIED_FILES;
/// Paths of a snapshot, in bytes together.
pub const SNAPSHOT_PATHS_BYTES: usize = 6 * 1024;
/// Snapshots of a trail.
pub const SNAPSHOTS: usize = 8;
/// Those of them that are the latest; the others are the first and those where HEAD moved.
pub const SNAPSHOTS_LAST: usize = 3;
/// Files of a trail that git and the file system told of.
pub const TRAIL_JUDGED: usize = 100;
/// Largest kept trail that is read, in bytes.
pub const TRAIL_READ_BYTES: u64 = 1 << 20;
/// How much of a transcript is read before the time is looked at, in bytes.
pub const TRAIL_PART_BYTES: u64 = 32 << 20;
/// How old a transcript may be to be listed without a kept trail.
pub const TRAIL_LISTED: Duration = Duration::from_hours(72);
/// Transcripts that a list looks into.
pub const TRAIL_LISTED_FILES: usize = 20;
/// How much of them, in bytes together.
pub const TRAIL_LISTED_BYTES: u64 = 32 << 20;

/// The limits a caller can meet, as `limits` of the npm package hands them out.
#[must_use]
pub fn export() -> serde_json::Value {
    serde_json::json!({
        "goal": GOAL,
        "tasks": TASKS,
        "taskDescription": TASK_DESCRIPTION,
        "summary": SUMMARY,
        "nextSteps": NEXT_STEPS,
        "nextStep": NEXT_STEP,
        "decisions": DECISIONS,
        "decision": DECISION,
        "modifiedFiles": MODIFIED_FILES,
        "path": PATH,
        "note": NOTE,
        "recentCommands": RECENT_COMMANDS,
        "command": COMMAND,
        "sessionId": SESSION_ID,
        "projectRoot": PROJECT_ROOT,
        "fileBytes": FILE_BYTES,
        "briefUnits": BRIEF_UNITS,
        "briefUnitsLeast": BRIEF_UNITS_LEAST,
        "structuredUnits": STRUCTURED_UNITS,
        "changedSince": CHANGED_SINCE,
        "candidates": CANDIDATES,
        "listDefault": LIST_DEFAULT,
        "hashedFileBytes": HASHED_FILE_BYTES,
        "untrackedFiles": UNTRACKED_FILES,
        "gitBudgetMilliseconds": milliseconds(GIT_BUDGET),
        "lockWaitMilliseconds": milliseconds(LOCK_WAIT),
    })
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
