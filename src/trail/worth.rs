//! Whether a session did anything that is worth keeping.

use super::entries::{Command, Open, Status};
use super::files::{JudgedFile, Word};
use super::state::State;

impl State {
    /// Whether the session changed a file, committed or ran a check, or was about to.
    #[must_use]
    pub fn has_work(&self) -> bool {
        let is_check =
            |command: &Command| command.check.is_some() && !matches!(command.status, Status::Denied | Status::NotRun);
        let is_begun = |open: &Open| {
            open.edit.is_some()
                || open
                    .line
                    .as_ref()
                    .is_some_and(|line| line.check.is_some() || line.commit.is_some() || !line.candidates.is_empty())
        };
        self.files.items().iter().any(|file| file.edits > 0)
            || !self.commits.items().is_empty()
            || self.commands.items().iter().any(is_check)
            || self.open.items().iter().any(is_begun)
    }

    /// Whether a command that ran names a file in a form that says what becomes of it.
    #[must_use]
    pub fn names_files(&self) -> bool {
        self.files.items().iter().any(|file| file.named > 0)
    }

    /// Whether it ran any command, by which files can have changed without a trace in the transcript.
    #[must_use]
    pub fn has_commands(&self) -> bool {
        !self.commands.items().is_empty() || self.open.items().iter().any(|open| open.line.is_some())
    }
}

/// Whether judged files speak of work: one that the session edited or that changed while its commands name
/// it, or one that changed while it ran commands and nobody else was there.
#[must_use]
pub fn speak_of_work(files: &[JudgedFile], state: &State, has_others: bool) -> bool {
    files.iter().any(|file| match file.word {
        Word::Edited => true,
        Word::DuringTurn => !file.evidence.is_empty() || (!has_others && state.has_commands()),
        Word::Since => false,
    })
}
