//! What can go wrong, each with a stable code and a sentence that says what to do next.

use std::path::PathBuf;

use thiserror::Error;

use crate::input::Violation;
use crate::limits;

/// Result of anything in the engine.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a call was not carried out. Nothing was lost: a refused save leaves every file as it was.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the message of each variant says what its fields are")]
pub enum Error {
    /// The call breaks limits or types; all of them are listed.
    #[error("{}", violations_text(.0))]
    InputInvalid(Vec<Violation>),

    /// The project root is not an absolute path.
    #[error("{origin} must be an absolute path, but is \"{value}\". Pass a full path such as /home/me/project.")]
    RootNotAbsolute { value: String, origin: &'static str },

    /// The project root does not exist or can't be entered.
    #[error("{origin} \"{value}\" can't be used: {reason}. Pass the absolute path of an existing directory.")]
    RootUnusable { value: String, origin: &'static str, reason: String },

    /// The project root exists and is no directory.
    #[error("{origin} \"{value}\" is not a directory. Pass the directory that holds the project.")]
    RootNotDirectory { value: String, origin: &'static str },

    /// A session id that can't name a file.
    #[error("{origin} \"{value}\" is not a valid session id: {reason}.")]
    SessionInvalid { value: String, origin: &'static str, reason: &'static str },

    /// `session` names another session than the client's own.
    #[error(
        "session \"{given}\" names a different session than this one (\"{own}\", from CLAUDE_CODE_SESSION_ID). \
         Leave session out here. To read that checkpoint pass it as checkpoint to load_session_checkpoint; \
         to continue from it pass it as resumedFrom on the next save."
    )]
    SessionMismatch { given: String, own: String },

    /// A selector that can't name a checkpoint.
    #[error("{field} \"{value}\" is not a valid selector: {reason}. list_session_checkpoints shows the selectors.")]
    SelectorInvalid { field: &'static str, value: String, reason: &'static str },

    /// A selector no checkpoint has.
    #[error("There is no checkpoint \"{selector}\" in {root}. list_session_checkpoints shows what there is.")]
    SelectorUnknown { selector: String, root: String },

    /// The document and its backup are both unreadable.
    #[error(
        "The checkpoint \"{selector}\" can't be read: {reason}. Its file {file} was left as it is; \
         repair it by hand or save a new checkpoint."
    )]
    CheckpointUnreadable { selector: String, file: String, reason: String },

    /// The document was written by a newer format than this program knows.
    #[error(
        "The checkpoint {file} has format version {version}, and this program knows version 1 only. \
         It was left as it is. Update session-checkpoint-mcp, or move the file away to start anew."
    )]
    VersionUnsupported { file: String, version: String },

    /// Something stands where a directory or file of the store belongs.
    #[error(
        "{path} is {found}, so no checkpoint is read or written there. Move it away; a real {wanted} is made on the next save."
    )]
    StoreRefused { path: String, found: &'static str, wanted: &'static str },

    /// The store could not be read.
    #[error("{path} could not be read: {reason}.")]
    StoreUnreadable { path: String, reason: String },

    /// The store could not be written. The document that was there is untouched.
    #[error("Nothing was saved: {action} {path} failed: {reason}. What was saved before is untouched.")]
    StoreUnwritable { action: &'static str, path: String, reason: String },

    /// Another process held the checkpoint all the time.
    #[error(
        "Nothing was changed: another process has held {path} for {} seconds. \
         Try again; if no other session is saving, find the process that holds the file.",
        limits::LOCK_WAIT.as_secs()
    )]
    LockTimeout { path: String },

    /// A file of the store could not be removed.
    #[error(
        "The checkpoint was not deleted, or not all of it: removing {path} failed: {reason}. Delete it again when that is mended."
    )]
    StoreUnremovable { path: String, reason: String },

    /// A checkpoint without a backup.
    #[error(
        "The checkpoint \"{selector}\" has no backup: there is no {file}. One is made when a checkpoint is saved again."
    )]
    BackupMissing { selector: String, file: String },

    /// A checkpoint that must not go while it is in use.
    #[error(
        "The session \"{id}\" is open in a running client, and its checkpoint was left alone. End the session first, or force it."
    )]
    SessionLive { id: String },

    /// There is no such session file.
    #[error("There is no session file {path}. `session list` shows what there is.")]
    TranscriptNotFound { path: String },

    /// A session file can't be read.
    #[error("The session file {path} could not be read: {reason}.")]
    TranscriptUnreadable { path: String, reason: String },

    /// A session file is larger than can be held in memory.
    #[error(
        "The session file {path} is larger than {} GiB, and the library reads a file whole. `session read` reads it piece by piece.",
        limits::TRANSCRIPT_BYTES >> 30
    )]
    TranscriptTooLarge { path: String },

    /// A session file could not be appended to.
    #[error(
        "Nothing was added to the session: {action} {path} failed: {reason}. What was in the file before is untouched."
    )]
    TranscriptUnwritable { action: &'static str, path: String, reason: String },

    /// What was to be appended to a session is no record.
    #[error("Nothing was added to the session: record {index} is not the JSON of one object on one line.")]
    RecordInvalid { index: usize },

    /// A defect of this program.
    #[error(
        "Internal error: {0}. Nothing was changed by this call unless a checkpoint was already written. Please report it."
    )]
    Internal(String),
}

/// Every code with its meaning, for the documentation.
pub const CODES: [(&str, &str); 22] = [
    ("INPUT_INVALID", "the call breaks limits or types; every problem is listed in `violations`"),
    ("ROOT_NOT_ABSOLUTE", "the project root is a relative path"),
    ("ROOT_UNUSABLE", "the project root does not exist or can't be entered"),
    ("ROOT_NOT_DIRECTORY", "the project root is not a directory"),
    ("SESSION_INVALID", "a session id that can't name a file"),
    ("SESSION_MISMATCH", "`session` names another session than `CLAUDE_CODE_SESSION_ID`"),
    ("SELECTOR_INVALID", "a selector that can't name a checkpoint"),
    ("SELECTOR_UNKNOWN", "no checkpoint has this selector"),
    ("CHECKPOINT_UNREADABLE", "the checkpoint and its backup can't be read"),
    ("VERSION_UNSUPPORTED", "the checkpoint was written in a newer format"),
    ("STORE_REFUSED", "a symlink or another kind of file stands where the store belongs"),
    ("STORE_UNREADABLE", "the store could not be read"),
    ("STORE_UNWRITABLE", "the store could not be written, for example because the disk is full"),
    ("BACKUP_MISSING", "the checkpoint has no backup to load or restore"),
    ("SESSION_LIVE", "the session is open in a running client"),
    ("LOCK_TIMEOUT", "another process held the checkpoint for 20 seconds"),
    ("TRANSCRIPT_NOT_FOUND", "there is no such session file"),
    ("TRANSCRIPT_UNREADABLE", "a session file can't be read, or is no regular file"),
    ("TRANSCRIPT_TOO_LARGE", "a session file is larger than the library can hold"),
    ("TRANSCRIPT_UNWRITABLE", "a session file could not be appended to; what was in it is untouched"),
    ("RECORD_INVALID", "what was to be appended to a session is no record"),
    ("INTERNAL", "a defect of this program"),
];

impl Error {
    /// The stable code: part of the contract, unlike the wording.
    #[must_use]
    pub fn code(&self) -> &'static str {
        match self {
            Error::InputInvalid(_) => "INPUT_INVALID",
            Error::RootNotAbsolute { .. } => "ROOT_NOT_ABSOLUTE",
            Error::RootUnusable { .. } => "ROOT_UNUSABLE",
            Error::RootNotDirectory { .. } => "ROOT_NOT_DIRECTORY",
            Error::SessionInvalid { .. } => "SESSION_INVALID",
            Error::SessionMismatch { .. } => "SESSION_MISMATCH",
            Error::SelectorInvalid { .. } => "SELECTOR_INVALID",
            Error::SelectorUnknown { .. } => "SELECTOR_UNKNOWN",
            Error::CheckpointUnreadable { .. } => "CHECKPOINT_UNREADABLE",
            Error::VersionUnsupported { .. } => "VERSION_UNSUPPORTED",
            Error::StoreRefused { .. } => "STORE_REFUSED",
            Error::StoreUnreadable { .. } => "STORE_UNREADABLE",
            Error::StoreUnwritable { .. } | Error::StoreUnremovable { .. } => "STORE_UNWRITABLE",
            Error::BackupMissing { .. } => "BACKUP_MISSING",
            Error::SessionLive { .. } => "SESSION_LIVE",
            Error::LockTimeout { .. } => "LOCK_TIMEOUT",
            Error::TranscriptNotFound { .. } => "TRANSCRIPT_NOT_FOUND",
            Error::TranscriptUnreadable { .. } => "TRANSCRIPT_UNREADABLE",
            Error::TranscriptTooLarge { .. } => "TRANSCRIPT_TOO_LARGE",
            Error::TranscriptUnwritable { .. } => "TRANSCRIPT_UNWRITABLE",
            Error::RecordInvalid { .. } => "RECORD_INVALID",
            Error::Internal(_) => "INTERNAL",
        }
    }

    /// What is wrong with the input, field by field; empty for every other error.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        match self {
            Error::InputInvalid(violations) => violations,
            _ => &[],
        }
    }

    /// A failed step of a write.
    pub(crate) fn unwritable(action: &'static str, path: impl Into<PathBuf>, reason: &std::io::Error) -> Self {
        Error::StoreUnwritable { action, path: path.into().display().to_string(), reason: reason_of(reason) }
    }

    /// A failed removal.
    pub(crate) fn unremovable(path: impl Into<PathBuf>, reason: &std::io::Error) -> Self {
        Error::StoreUnremovable { path: path.into().display().to_string(), reason: reason_of(reason) }
    }

    /// A failed read.
    pub(crate) fn unreadable(path: impl Into<PathBuf>, reason: &std::io::Error) -> Self {
        Error::StoreUnreadable { path: path.into().display().to_string(), reason: reason_of(reason) }
    }
}

/// The operating system's words, without the number a person can't use.
pub(crate) fn reason_of(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_lowercase()
}

fn violations_text(violations: &[Violation]) -> String {
    let shown: Vec<String> = violations.iter().take(limits::VIOLATIONS).map(ToString::to_string).collect();
    let more = violations.len().saturating_sub(shown.len());
    let count = match violations.len() {
        1 => "1 problem".to_owned(),
        count => format!("{count} problems"),
    };
    let rest = if more == 0 { String::new() } else { format!("\n- … and {more} more") };
    format!("{count} with the arguments; nothing was done. Mend and call again:\n- {}{rest}", shown.join("\n- "))
}
