//! The backup as the checkpoint again.

use std::path::Path;

use super::write::{replace, sync_directory};
use super::{OnDisk, Place, check_directory, lock, read, refuse_unless_file, unsupported};
use crate::checkpoint::Checkpoint;
use crate::error::{Error, Result};
use crate::redact::{Redacted, redact};
use crate::store::DIRECTORY;

impl Place {
    /// The backup's document.
    ///
    /// # Errors
    /// [`Error::BackupMissing`], [`Error::VersionUnsupported`] and [`Error::CheckpointUnreadable`].
    pub fn load_backup(&self) -> Result<Checkpoint> {
        match read(&self.backup())? {
            OnDisk::Document(checkpoint) => Ok(*checkpoint),
            OnDisk::Absent => Err(Error::BackupMissing {
                selector: self.selector.as_str().to_owned(),
                file: self.backup().display().to_string(),
            }),
            OnDisk::Version(version) => Err(unsupported(&self.backup(), version)),
            OnDisk::Corrupt(reason) | OnDisk::TooLarge(reason) => Err(Error::CheckpointUnreadable {
                selector: self.selector.as_str().to_owned(),
                file: self.backup().display().to_string(),
                reason,
            }),
        }
    }

    /// Makes the backup the document and the document the backup, under the lock. A document that can't
    /// be read is put aside, as by a save; where there is none, the backup stays as well. The second value
    /// has warnings about the file system.
    ///
    /// # Errors
    /// Those of [`Place::load_backup`], [`Error::VersionUnsupported`] for the document,
    /// [`Error::LockTimeout`] and [`Error::StoreUnwritable`]. Both files are then as they were.
    pub fn restore_backup(&self) -> Result<(Redacted<Checkpoint>, Vec<String>)> {
        check_directory(&self.root.join(DIRECTORY))?;
        refuse_unless_file(&self.file)?;
        // Without a backup not even a lock file is left behind.
        self.load_backup()?;
        let mut warnings = Vec::new();
        let lock = lock::acquire(&self.sibling(".lock"), &mut warnings)?;
        let restored = redact(self.load_backup()?);
        let main = read(&self.file)?;
        match &main {
            OnDisk::Version(version) => return Err(unsupported(&self.file, version.clone())),
            OnDisk::TooLarge(reason) => return Err(self.unreadable(reason.clone())),
            OnDisk::Document(document) => {
                // What today's rules would redact further is written anew.
                let is_clean = restored.spans() == 0 && redact((**document).clone()).spans() == 0;
                if is_clean && exchange(&self.file, &self.backup()) {
                    sync_directory(&self.file);
                    return Ok((restored, warnings));
                }
            }
            OnDisk::Absent | OnDisk::Corrupt(_) => {}
        }
        replace(self, &main, &restored, &lock, &mut warnings)?;
        Ok((restored, warnings))
    }
}

/// Swaps two files in one step, so that a crash loses neither. `false` where that can't be done.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn exchange(one: &Path, other: &Path) -> bool {
    use rustix::fs::{CWD, RenameFlags, renameat_with};

    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok()
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn exchange(_: &Path, _: &Path) -> bool {
    false
}
