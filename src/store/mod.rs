//! Where documents live and how they get there whole.
//!
//! ```text
//! <root>/.claude-checkpoint            the shared file of clients without a session id
//! <root>/.claude-checkpoints/          0700
//!     .gitignore                       *
//!     <id>.json  <id>.json.prev        0600, the document and the one before it
//!     <id>.json.corrupt                what a save found in its place and could not read
//!     <id>.json.lock                   locked while a save reads, merges and writes
//!     trails/<id>.json                 0600 in 0700: what a session did; goes with its checkpoint, whose lock it has
//! ```
//!
//! A write is: temporary file in the same directory, fsync, backup of the last valid document,
//! rename, fsync of the directory. Whoever is killed in between leaves the old document or the new
//! one, and at most a temporary file that the next save removes.

mod backup;
mod directory;
mod list;
mod lock;
mod remove;
mod rename;
mod restore;
mod trail;
mod write;

use std::io::Read;
use std::path::{Path, PathBuf};

pub use list::{Listed, list};
pub use remove::Removed;
pub use trail::{OnTrail, TrailPlace, trail_ids};

use crate::checkpoint::{Checkpoint, Unreadable, parse};
use crate::error::{Error, Result};
use crate::git::open_for_reading;
use crate::limits;
use crate::redact::Redacted;
use crate::session::{Selector, SessionId};

/// Name of the directory below the root.
pub const DIRECTORY: &str = ".claude-checkpoints";
/// Name of the shared file below the root.
pub const LEGACY_FILE: &str = ".claude-checkpoint";

/// What is in a document's file.
#[derive(Debug, Clone, PartialEq)]
pub enum OnDisk {
    /// Nothing.
    Absent,
    /// A document.
    Document(Box<Checkpoint>),
    /// Bytes that are none, with the reason.
    Corrupt(String),
    /// A document of a version this program does not know.
    Version(String),
    /// More than is read, so nobody knows what it is; with the reason.
    TooLarge(String),
}

/// A document as a load finds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// The document.
    pub checkpoint: Checkpoint,
    /// Why it was taken from the backup, if it was.
    pub backup_because: Option<String>,
}

/// What a save finds where it is about to write.
#[derive(Debug)]
pub struct Current {
    /// The document, from the backup when the file is corrupt or missing.
    pub loaded: Option<Loaded>,
    /// Why there is none although there are files.
    pub damage: Option<String>,
}

/// What a save has done.
#[derive(Debug)]
pub struct Updated<T> {
    /// The document.
    pub document: Redacted<Checkpoint>,
    /// Size of the document's file.
    pub bytes: usize,
    /// What the edit returned besides the document.
    pub extra: T,
    /// About the file system.
    pub warnings: Vec<String>,
}

/// The place of one checkpoint.
#[derive(Debug, Clone)]
pub struct Place {
    root: PathBuf,
    selector: Selector,
    file: PathBuf,
}

impl Place {
    /// The place of a checkpoint in a project. An id that a file has in another case is that file's.
    ///
    /// # Errors
    /// [`Error::StoreRefused`] when something else stands where the directory belongs.
    pub fn of(root: &Path, selector: &Selector) -> Result<Self> {
        let (file, selector) = match selector {
            Selector::Legacy => (root.join(LEGACY_FILE), Selector::Legacy),
            Selector::Session(id) => {
                let directory = root.join(DIRECTORY);
                check_directory(&directory)?;
                let id = spelled(&directory, id);
                (directory.join(format!("{}.json", id.as_str())), Selector::Session(id))
            }
        };
        Ok(Self { root: root.to_path_buf(), selector, file })
    }

    /// The document's file.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The checkpoint's selector, spelled as its file is.
    #[must_use]
    pub fn selector(&self) -> &Selector {
        &self.selector
    }

    /// The document, or its backup when the document is missing or corrupt. `None` when there is
    /// neither.
    ///
    /// # Errors
    /// [`Error::VersionUnsupported`] for a document of another version,
    /// [`Error::CheckpointUnreadable`] when neither can be read.
    pub fn load(&self) -> Result<Option<Loaded>> {
        self.choose(read(&self.file)?, || read(&self.backup()))
    }

    /// Settles what counts of a document and its backup, which is looked at only when it has to be.
    fn choose(&self, main: OnDisk, backup: impl FnOnce() -> Result<OnDisk>) -> Result<Option<Loaded>> {
        let reason = match main {
            OnDisk::Document(checkpoint) => {
                return Ok(Some(Loaded { checkpoint: *checkpoint, backup_because: None }));
            }
            OnDisk::Version(version) => return Err(unsupported(&self.file, version)),
            OnDisk::Absent => None,
            OnDisk::Corrupt(reason) | OnDisk::TooLarge(reason) => Some(reason),
        };
        let because = reason.clone().unwrap_or_else(|| "its file is missing".to_owned());
        match backup()? {
            OnDisk::Document(checkpoint) => Ok(Some(Loaded { checkpoint: *checkpoint, backup_because: Some(because) })),
            OnDisk::Version(version) => Err(unsupported(&self.backup(), version)),
            OnDisk::Absent | OnDisk::Corrupt(_) | OnDisk::TooLarge(_) => match reason {
                None => Ok(None),
                Some(reason) => Err(self.unreadable(reason)),
            },
        }
    }

    fn unreadable(&self, reason: String) -> Error {
        Error::CheckpointUnreadable {
            selector: self.selector.as_str().to_owned(),
            file: self.file.display().to_string(),
            reason,
        }
    }

    /// Replaces the document by what `edit` makes of the one that is there, under the checkpoint's
    /// lock. Returns the size of the file, what `edit` returned besides the document, and warnings
    /// about the file system.
    ///
    /// # Errors
    /// [`Error::VersionUnsupported`], those of `edit`, [`Error::LockTimeout`] and
    /// [`Error::StoreUnwritable`]. The document is then as it was.
    pub fn update<T>(&self, edit: impl FnOnce(Current) -> Result<(Redacted<Checkpoint>, T)>) -> Result<Updated<T>> {
        let mut warnings = Vec::new();
        self.prepare()?;
        let lock = lock::acquire(&self.sibling(".lock"), &mut warnings)?;
        let main = read(&self.file)?;
        let backup = read(&self.backup())?;
        // What may be a document of a newer program is as untouchable in the backup as in the file.
        match (&main, &backup) {
            (OnDisk::TooLarge(reason), _) => return Err(self.unreadable(reason.clone())),
            (_, OnDisk::Version(version)) => return Err(unsupported(&self.backup(), version.clone())),
            _ => {}
        }
        let current = match self.choose(main.clone(), || Ok(backup)) {
            Ok(loaded) => Current { loaded, damage: None },
            Err(Error::CheckpointUnreadable { reason, .. }) => Current { loaded: None, damage: Some(reason) },
            Err(error) => return Err(error),
        };
        let (document, extra) = edit(current)?;
        let bytes = write::replace(self, &main, &document, &lock, &mut warnings)?;
        Ok(Updated { document, bytes, extra, warnings })
    }

    /// The backup's file.
    #[must_use]
    pub fn backup(&self) -> PathBuf {
        self.sibling(".prev")
    }

    /// `<file><suffix>`, beside the file.
    fn sibling(&self, suffix: &str) -> PathBuf {
        let mut name = self.file.as_os_str().to_owned();
        name.push(suffix);
        PathBuf::from(name)
    }

    /// Makes the directory, which ignores itself in git.
    fn prepare(&self) -> Result<()> {
        if self.selector == Selector::Legacy {
            return refuse_unless_file(&self.file);
        }
        let directory = self.root.join(DIRECTORY);
        check_directory(&directory)?;
        if directory.symlink_metadata().is_err() {
            directory::create(&self.root, &directory)?;
            check_directory(&directory)?;
        }
        refuse_unless_file(&self.file)
    }
}

/// Reads a document's file. What is no regular file counts as corrupt: it is never followed, opened
/// or waited for.
///
/// # Errors
/// [`Error::StoreUnreadable`] when the file exists and can't be opened.
fn read(file: &Path) -> Result<OnDisk> {
    let metadata = match file.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if is_missing(&error) => return Ok(OnDisk::Absent),
        Err(error) => return Err(Error::unreadable(file, &error)),
    };
    if !metadata.is_file() {
        return Ok(OnDisk::Corrupt(format!("it is {}", kind_of(&metadata))));
    }
    if metadata.len() > limits::READ_BYTES {
        return Ok(OnDisk::TooLarge(format!("it is larger than {} MiB", limits::READ_BYTES / 1024 / 1024)));
    }
    let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
    let opened = open_for_reading(file).and_then(|file| file.take(limits::READ_BYTES).read_to_end(&mut bytes));
    match opened {
        Ok(_) => {}
        Err(error) if is_missing(&error) => return Ok(OnDisk::Absent),
        Err(error) => return Err(Error::unreadable(file, &error)),
    }
    Ok(match parse(&bytes) {
        Ok(checkpoint) => OnDisk::Document(Box::new(checkpoint)),
        Err(Unreadable::Corrupt(reason)) => OnDisk::Corrupt(reason),
        Err(Unreadable::Version(version)) => OnDisk::Version(version),
    })
}

fn unsupported(file: &Path, version: String) -> Error {
    Error::VersionUnsupported { file: file.display().to_string(), version }
}

/// The store's directory may be missing, but must not be anything else than a directory: a symlink
/// would lead writes out of the project.
fn check_directory(directory: &Path) -> Result<()> {
    let refused = |found| Error::StoreRefused { path: directory.display().to_string(), found, wanted: "directory" };
    match directory.symlink_metadata() {
        Ok(metadata) if metadata.is_dir() => Ok(()),
        Ok(metadata) => Err(refused(kind_of(&metadata))),
        Err(error) if is_missing(&error) => Ok(()),
        Err(error) => Err(Error::unreadable(directory, &error)),
    }
}

/// A document is never written over anything but a document's file.
fn refuse_unless_file(file: &Path) -> Result<()> {
    match file.symlink_metadata() {
        Ok(metadata) if !metadata.is_file() => {
            Err(Error::StoreRefused { path: file.display().to_string(), found: kind_of(&metadata), wanted: "file" })
        }
        _ => Ok(()),
    }
}

fn kind_of(metadata: &std::fs::Metadata) -> &'static str {
    let kind = metadata.file_type();
    if kind.is_symlink() {
        "a symlink"
    } else if kind.is_dir() {
        "a directory"
    } else if kind.is_file() {
        "a file"
    } else {
        "no regular file"
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory)
}

/// The id as an existing file spells it.
fn spelled(directory: &Path, id: &SessionId) -> SessionId {
    if directory.join(format!("{}.json", id.as_str())).symlink_metadata().is_ok() {
        return id.clone();
    }
    ids(directory).into_iter().flatten().find(|known| known == id).unwrap_or_else(|| id.clone())
}

/// The ids that have a document or a backup.
fn ids(directory: &Path) -> Result<Vec<SessionId>> {
    let entries = match std::fs::read_dir(directory) {
        Ok(entries) => entries,
        Err(error) if is_missing(&error) => return Ok(Vec::new()),
        Err(error) => return Err(Error::unreadable(directory, &error)),
    };
    let mut ids: Vec<SessionId> = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|error| Error::unreadable(directory, &error))?;
        let name = entry.file_name();
        let Some(name) = name.to_str() else { continue };
        let Some(id) = name.strip_suffix(".prev").unwrap_or(name).strip_suffix(".json") else { continue };
        if let Ok(id) = SessionId::parse(id) {
            ids.push(id);
        }
    }
    ids.sort_by(|one, other| one.as_str().cmp(other.as_str()));
    ids.dedup_by(|one, other| one.as_str() == other.as_str());
    Ok(ids)
}
