//! Where trails are kept: beside the checkpoints, written in the same way, under the same lock.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::remove::TRAILS;
use super::write::{remove_leftovers, rename_temporary, sync_directory, write_temporary};
use super::{DIRECTORY, Place, check_directory, is_missing, kind_of, lock, refuse_unless_file, unsupported};
use crate::checkpoint::Unreadable;
use crate::error::{Error, Result};
use crate::git::open_for_reading;
use crate::limits;
use crate::redact::redact;
use crate::session::{Selector, SessionId};
use crate::trail::Kept;

/// What is in the file of a trail.
#[derive(Debug, Clone)]
pub enum OnTrail {
    /// Nothing.
    Absent,
    /// A trail.
    Kept(Box<Kept>),
    /// Bytes that are none, with the reason.
    Corrupt(String),
}

/// The place of one session's trail.
#[derive(Debug, Clone)]
pub struct TrailPlace {
    /// The session's checkpoint.
    checkpoint: Place,
    /// The trail as a place of its own, for writing.
    place: Place,
}

impl TrailPlace {
    /// The place of a session's trail in a project.
    ///
    /// # Errors
    /// [`Error::StoreRefused`] when something else stands where a directory belongs.
    pub fn of(root: &Path, session: &SessionId) -> Result<Self> {
        let checkpoint = Place::of(root, &Selector::Session(session.clone()))?;
        let directory = directory(root)?;
        let own = match checkpoint.file().symlink_metadata() {
            Ok(_) => checkpoint.selector().as_str().to_owned(),
            Err(_) => super::spelled(&directory, session).as_str().to_owned(),
        };
        let file = directory.join(format!("{own}.json"));
        Ok(Self { place: Place { file, ..checkpoint.clone() }, checkpoint })
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Path {
        self.place.file()
    }

    /// What is in it.
    ///
    /// # Errors
    /// [`Error::VersionUnsupported`] for a trail of another version, [`Error::StoreUnreadable`] when the file
    /// can't be opened.
    pub fn load(&self) -> Result<OnTrail> {
        read(self.file())
    }

    /// Replaces the trail `known`, joined with what another process may have written in the meantime, under the
    /// lock of the session's checkpoint. A corrupt one is replaced. Returns what is kept and the file's size.
    ///
    /// # Errors
    /// [`Error::VersionUnsupported`], [`Error::StoreRefused`], [`Error::LockTimeout`] and
    /// [`Error::StoreUnwritable`]. The file is then as it was.
    pub fn keep(&self, known: Option<&Kept>, kept: Kept, warnings: &mut Vec<String>) -> Result<(Kept, usize)> {
        self.checkpoint.prepare()?;
        let directory = self.place.root.join(DIRECTORY).join(TRAILS);
        check_directory(&directory)?;
        create(&directory)?;
        refuse_unless_file(self.file())?;
        let lock = lock::acquire(&self.checkpoint.sibling(".lock"), warnings)?;
        let kept = match self.load()? {
            OnTrail::Kept(now) if !known.is_some_and(|known| is_same(known, &now)) => kept.join(*now),
            OnTrail::Kept(_) | OnTrail::Absent | OnTrail::Corrupt(_) => kept,
        };
        let kept = redact(kept);
        let (kept, bytes) = kept.into_inner().bounded().map_err(|error| Error::Internal(error.to_string()))?;
        remove_leftovers(&self.place, &lock);
        rename_temporary(write_temporary(&self.place, &bytes)?, self.file())?;
        sync_directory(self.file());
        Ok((kept, bytes.len()))
    }
}

/// The sessions of a project whose trail is kept.
///
/// # Errors
/// When the directory can't be read or is something else.
pub fn trail_ids(root: &Path) -> Result<Vec<SessionId>> {
    super::ids(&directory(root)?)
}

/// Whether two documents are written in the same way.
fn is_same(one: &Kept, other: &Kept) -> bool {
    let written = |kept: &Kept| serde_json::to_vec(kept).ok();
    written(one) == written(other)
}

/// The directory of trails, which may be missing.
fn directory(root: &Path) -> Result<PathBuf> {
    let store = root.join(DIRECTORY);
    check_directory(&store)?;
    let directory = store.join(TRAILS);
    check_directory(&directory)?;
    Ok(directory)
}

fn create(directory: &Path) -> Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(directory) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => check_directory(directory),
        Err(error) => Err(Error::unwritable("creating", directory, &error)),
    }
}

/// Reads a trail's file. What is no regular file counts as corrupt: it is never followed or waited for.
fn read(file: &Path) -> Result<OnTrail> {
    let metadata = match file.symlink_metadata() {
        Ok(metadata) => metadata,
        Err(error) if is_missing(&error) => return Ok(OnTrail::Absent),
        Err(error) => return Err(Error::unreadable(file, &error)),
    };
    if !metadata.is_file() {
        return Ok(OnTrail::Corrupt(format!("it is {}", kind_of(&metadata))));
    }
    if metadata.len() > limits::TRAIL_READ_BYTES {
        return Ok(OnTrail::Corrupt(format!("it is larger than {} KiB", limits::TRAIL_READ_BYTES / 1024)));
    }
    let mut bytes = Vec::new();
    match open_for_reading(file).and_then(|file| file.take(limits::TRAIL_READ_BYTES).read_to_end(&mut bytes)) {
        Ok(_) => {}
        Err(error) if is_missing(&error) => return Ok(OnTrail::Absent),
        Err(error) => return Err(Error::unreadable(file, &error)),
    }
    match Kept::parse(&bytes) {
        Ok(kept) => Ok(OnTrail::Kept(Box::new(kept))),
        Err(Unreadable::Corrupt(reason)) => Ok(OnTrail::Corrupt(reason)),
        Err(Unreadable::Version(version)) => Err(unsupported(file, version)),
    }
}
