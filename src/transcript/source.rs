//! Opening a transcript: a regular file, and nothing that could make a reader wait.

use std::fs::File;
use std::path::Path;

use crate::error::{Error, Result, reason_of};

/// Opens a transcript for reading. The second value is its size in bytes.
pub(crate) fn open(path: &Path) -> Result<(File, u64)> {
    let unreadable = |error: &std::io::Error| match error.kind() {
        std::io::ErrorKind::NotFound => Error::TranscriptNotFound { path: path.display().to_string() },
        _ => Error::TranscriptUnreadable { path: path.display().to_string(), reason: reason_of(error) },
    };
    let file = open_at_once(path).map_err(|error| unreadable(&error))?;
    let metadata = file.metadata().map_err(|error| unreadable(&error))?;
    if !metadata.is_file() {
        let reason = if metadata.is_dir() { "it is a directory" } else { "it is not a regular file" };
        return Err(Error::TranscriptUnreadable { path: path.display().to_string(), reason: reason.to_owned() });
    }
    Ok((file, metadata.len()))
}

/// A pipe without a writer would otherwise be waited for.
#[cfg(unix)]
fn open_at_once(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt as _;

    use rustix::fs::OFlags;

    std::fs::OpenOptions::new().read(true).custom_flags(OFlags::NONBLOCK.bits().cast_signed()).open(path)
}

#[cfg(not(unix))]
fn open_at_once(path: &Path) -> std::io::Result<File> {
    File::open(path)
}

/// A failed read of an open transcript.
pub(crate) fn unreadable(path: &Path, error: &std::io::Error) -> Error {
    Error::TranscriptUnreadable { path: path.display().to_string(), reason: reason_of(error) }
}
