//! Taking a checkpoint away, with everything that belongs to it.

use std::path::PathBuf;

use super::write::{remove_leftovers, sync_directory};
use super::{DIRECTORY, Place, check_directory, is_missing, lock, refuse_unless_file};
use crate::error::{Error, Result};
use crate::session::Selector;

/// Directory below [`DIRECTORY`] where the trails of sessions are.
pub(super) const TRAILS: &str = "trails";

/// What a removal took away.
#[derive(Debug)]
pub struct Removed {
    /// The files, in the order they went.
    pub files: Vec<PathBuf>,
    /// About the file system.
    pub warnings: Vec<String>,
}

impl Place {
    /// Whether there is anything of a checkpoint: its document, its backup, what a save put aside, or the
    /// session's trail.
    #[must_use]
    pub fn exists(&self) -> bool {
        let trail = self.trail().ok().flatten();
        let files = [self.file.clone(), self.backup(), self.sibling(".corrupt")];
        files.iter().chain(&trail).any(|file| file.symlink_metadata().is_ok())
    }

    /// Removes the document, its backup, what a save put aside, temporary files, the session's trail and
    /// the lock, under the lock, if `is_wanted` then still says so. `None` when it does not, or when there
    /// is nothing. The document goes last, so that a removal that fails can be done again.
    ///
    /// # Errors
    /// [`Error::StoreRefused`] when something else stands there, [`Error::LockTimeout`], and
    /// [`Error::StoreUnremovable`].
    pub fn remove(&self, is_wanted: impl FnOnce(&Self) -> bool) -> Result<Option<Removed>> {
        refuse_unless_file(&self.file)?;
        if !self.exists() {
            return Ok(None);
        }
        let mut warnings = Vec::new();
        let lock_file = self.sibling(".lock");
        let lock = lock::acquire(&lock_file, &mut warnings)?;
        if !is_wanted(self) {
            return Ok(None);
        }
        remove_leftovers(self, &lock);
        let mut files = Vec::new();
        let trail = self.trail()?;
        for file in trail.into_iter().chain([self.sibling(".corrupt"), self.backup(), self.file.clone()]) {
            match std::fs::remove_file(&file) {
                Ok(()) => files.push(file),
                Err(error) if is_missing(&error) => {}
                Err(error) => return Err(Error::unremovable(file, &error)),
            }
        }
        // Whoever waits for it notices. Elsewhere an open file keeps its name, and the lock stays.
        #[cfg(unix)]
        if std::fs::remove_file(&lock_file).is_ok() {
            files.push(lock_file);
        }
        sync_directory(&self.file);
        Ok(Some(Removed { files, warnings }))
    }

    /// The file of the session's trail. A link in its place is not followed.
    pub(super) fn trail(&self) -> Result<Option<PathBuf>> {
        let Selector::Session(id) = &self.selector else { return Ok(None) };
        let directory = self.root.join(DIRECTORY).join(TRAILS);
        check_directory(&directory)?;
        Ok(Some(directory.join(format!("{}.json", id.as_str()))))
    }
}
