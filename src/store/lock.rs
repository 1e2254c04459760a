//! One writer at a time for one checkpoint, across threads and processes.
//!
//! The lock belongs to the open file, so the operating system releases it when its holder dies. The
//! file itself stays as long as its checkpoint does. Whoever gets a lock looks whether the file still has its
//! name, since two writers must not lock two files of one name.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::time::{Duration, Instant};

use crate::error::{Error, Result, reason_of};
use crate::limits;

/// Holds the lock until dropped.
pub(super) struct Lock(Option<File>);

impl Lock {
    /// Whether no other save of this checkpoint can be under way.
    pub(super) fn is_exclusive(&self) -> bool {
        self.0.is_some()
    }
}

/// Waits for the lock. A file system that knows no locks gives a warning and no lock.
pub(super) fn acquire(path: &Path, warnings: &mut Vec<String>) -> Result<Lock> {
    let open = || open(path).map_err(|error| Error::unwritable("opening", path, &error));
    let mut file = open()?;
    let begin = Instant::now();
    // Short naps at first: a save holds the lock for milliseconds.
    let mut nap = Duration::from_micros(200);
    loop {
        match file.try_lock() {
            Ok(()) if has_name(&file, path) => return Ok(Lock(Some(file))),
            // The checkpoint was deleted in the meantime, and its lock with it.
            Ok(()) => file = open()?,
            Err(TryLockError::WouldBlock) => {
                if begin.elapsed() >= limits::LOCK_WAIT {
                    return Err(Error::LockTimeout { path: path.display().to_string() });
                }
                std::thread::sleep(nap);
                nap = (nap * 2).min(Duration::from_millis(10));
            }
            Err(TryLockError::Error(error)) => {
                warnings.push(format!(
                    "This file system has no file locks ({}), so two saves at the same moment could overwrite each other.",
                    reason_of(&error)
                ));
                return Ok(Lock(None));
            }
        }
    }
}

/// Whether a file is still the one of that name. What can't be told is.
#[cfg(unix)]
fn has_name(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let Ok(open) = file.metadata() else { return true };
    path.symlink_metadata().is_ok_and(|named| (named.dev(), named.ino()) == (open.dev(), open.ino()))
}

/// Lock files are never removed here.
#[cfg(not(unix))]
fn has_name(_: &File, _: &Path) -> bool {
    true
}

#[cfg(unix)]
fn open(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    // Never through a symlink, never waiting for a FIFO.
    OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed())
        .open(path)
}

#[cfg(not(unix))]
fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)
}
