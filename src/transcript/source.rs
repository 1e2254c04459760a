//! Opening a transcript: a regular file, and nothing that could make a reader wait.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

use crate::error::{Error, Result, reason_of};

/// How much of a file's beginning and of its end is read, in bytes, where the ends will do.
const END: u64 = 64 * 1024;

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

/// The first and the last 64 KB of a file, which are all of a small one. What an end cuts off is half a
/// line: the last one of the first end, the first one of the second.
pub(super) fn ends(path: &Path) -> Result<(Vec<Vec<u8>>, u64)> {
    let (mut file, size) = open(path)?;
    let mut read = || {
        let mut ends = vec![Vec::new()];
        let is_small = size <= 2 * END;
        file.by_ref().take(if is_small { 2 * END } else { END }).read_to_end(&mut ends[0])?;
        if !is_small {
            file.seek(SeekFrom::Start(size - END))?;
            let mut tail = Vec::new();
            file.by_ref().take(END).read_to_end(&mut tail)?;
            ends.push(tail);
        }
        Ok(ends)
    };
    let ends = read().map_err(|error| unreadable(path, &error))?;
    Ok((ends, size))
}
