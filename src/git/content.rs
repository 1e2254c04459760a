//! What is at a path, read without being fooled: no link is followed, nothing but a regular file is
//! opened, and nothing beyond a stated size is read.

use std::fs::{File, Metadata, OpenOptions};
use std::io::Read;
use std::path::Path;

use crate::limits;
use crate::path::{RelativePath, native_bytes};

/// What the working tree holds at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Absent,
    /// A file, symlink or submodule with this id.
    Hash(String),
    /// A file too large to be hashed, with its size in bytes.
    Large(u64),
    /// Something that is no file: `directory`, `fifo`, `socket` or `device`.
    Irregular(&'static str),
    /// Something that could not be read, with the reason.
    Unreadable(String),
}

/// The bytes git would see at a path, before any conversion.
pub(super) enum Raw {
    /// A regular file.
    File(Vec<u8>),
    /// The target of a symlink.
    Symlink(Vec<u8>),
    /// A directory.
    Directory,
    /// Anything whose content is not known.
    Other(Content),
}

/// Reads what is at `path` below `root`.
pub(super) fn read(root: &Path, path: &RelativePath) -> Raw {
    match look(root, path) {
        Raw::File(_) => read_file(&path.under(root)).unwrap_or_else(|error| Raw::Other(missing(&error))),
        other => other,
    }
}

/// Like [`read`], but leaves the bytes of a regular file unread.
pub(super) fn look(root: &Path, path: &RelativePath) -> Raw {
    if is_beyond_link(root, path) {
        return Raw::Other(Content::Absent);
    }
    let path = &path.under(root);
    let metadata = match path.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) => return Raw::Other(missing(&error)),
    };
    let kind = metadata.file_type();
    if kind.is_symlink() {
        return match path.read_link() {
            Ok(target) => Raw::Symlink(native_bytes(&target)),
            Err(error) => Raw::Other(missing(&error)),
        };
    }
    if kind.is_dir() {
        return Raw::Directory;
    }
    if !kind.is_file() {
        return Raw::Other(Content::Irregular(irregular(kind)));
    }
    if metadata.len() > limits::HASHED_FILE_BYTES {
        return Raw::Other(Content::Large(metadata.len()));
    }
    Raw::File(Vec::new())
}

/// Whether a directory on the way is a symlink. Git does not look through it, and it may lead outside.
fn is_beyond_link(root: &Path, path: &RelativePath) -> bool {
    let place = path.under(root);
    let mut parents = place.ancestors().skip(1).take_while(|parent| *parent != root);
    parents.any(Path::is_symlink)
}

fn read_file(path: &Path) -> std::io::Result<Raw> {
    let file = open(path)?;
    // The file may have been replaced between the look and the opening.
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Ok(Raw::Other(Content::Irregular(irregular(metadata.file_type()))));
    }
    if metadata.len() > limits::HASHED_FILE_BYTES {
        return Ok(Raw::Other(Content::Large(metadata.len())));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    file.take(limits::HASHED_FILE_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limits::HASHED_FILE_BYTES {
        return Ok(Raw::Other(Content::Large(bytes.len() as u64)));
    }
    Ok(Raw::File(bytes))
}

/// Opens for reading without following a symlink and without waiting for a FIFO's writer.
#[cfg(unix)]
pub(crate) fn open(path: &Path) -> std::io::Result<File> {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;

    OpenOptions::new().read(true).custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed()).open(path)
}

/// Opens for reading.
#[cfg(not(unix))]
pub(crate) fn open(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().read(true).open(path)
}

#[cfg(unix)]
fn irregular(kind: std::fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    if kind.is_fifo() {
        "fifo"
    } else if kind.is_socket() {
        "socket"
    } else {
        "device"
    }
}

#[cfg(not(unix))]
fn irregular(_: std::fs::FileType) -> &'static str {
    "device"
}

/// Time of the last modification as `git ls-files --debug` prints it: seconds and nanoseconds.
#[cfg(unix)]
pub(super) fn modified(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;
    format!("{}:{}", metadata.mtime(), metadata.mtime_nsec())
}

/// Time of the last modification as `git ls-files --debug` prints it: seconds and nanoseconds.
#[cfg(not(unix))]
pub(super) fn modified(metadata: &Metadata) -> String {
    let since = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    since.map_or_else(String::new, |since| format!("{}:{}", since.as_secs(), since.subsec_nanos()))
}

fn missing(error: &std::io::Error) -> Content {
    match error.kind() {
        std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory => Content::Absent,
        _ => Content::Unreadable(crate::error::reason_of(error)),
    }
}

/// The id git gives a blob of these bytes, in a SHA-1 repository.
pub(super) fn blob_id(bytes: &[u8]) -> String {
    use sha1::{Digest, Sha1};
    let mut hasher = Sha1::new();
    hasher.update(format!("blob {}\0", bytes.len()));
    hasher.update(bytes);
    hex(&hasher.finalize())
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        use std::fmt::Write as _;
        let _ = write!(text, "{byte:02x}");
        text
    })
}
