//! Telling a person's own checkpoints from ones that came with the project.

use std::path::{Path, PathBuf};

use crate::git::{Failure, Source};
use crate::path::{OWN_PLACES, RelativePath, native_bytes};
use crate::store::Place;

/// What is needed to judge the checkpoints of one project.
pub(super) struct Foreign {
    root: PathBuf,
    /// Checkpoint files that git tracks; `None` when git can't tell.
    tracked: Option<Vec<RelativePath>>,
    /// The users whose files count as own: this one, and the owner of the root.
    owners: Vec<u32>,
}

impl Foreign {
    /// Gathers who is who.
    pub fn new(root: &Path, source: Option<&dyn Source>) -> Self {
        let tracked = source.map_or_else(|| Some(Vec::new()), |source| tracked(source).ok());
        Self { root: root.to_path_buf(), tracked, owners: owners(root) }
    }

    /// Whether a checkpoint did not come from this person's sessions: git tracks its file, or the file
    /// belongs to neither this user nor the owner of the project. What git can't tell counts as foreign.
    pub fn is(&self, place: &Place) -> bool {
        [place.file().to_path_buf(), place.backup()].iter().any(|file| self.is_file(file))
    }

    /// The same for one file of the store.
    pub fn is_file(&self, file: &Path) -> bool {
        let Some(tracked) = &self.tracked else { return true };
        let below = native_bytes(file.strip_prefix(&self.root).unwrap_or(file));
        // Where names have no case, git may have the file in another one.
        tracked.iter().any(|path| path.as_bytes().eq_ignore_ascii_case(&below))
            || owner(file).is_some_and(|owner| !self.owners.contains(&owner))
    }
}

/// Checkpoint files that git tracks.
pub(super) fn tracked(source: &dyn Source) -> std::result::Result<Vec<RelativePath>, Failure> {
    let mut tracked = source.find_tracked(&OWN_PLACES)?;
    tracked.retain(|path| !path.as_bytes().ends_with(b"/.gitignore"));
    Ok(tracked)
}

#[cfg(unix)]
fn owners(root: &Path) -> Vec<u32> {
    std::iter::once(rustix::process::geteuid().as_raw()).chain(owner(root)).collect()
}

#[cfg(unix)]
fn owner(file: &Path) -> Option<u32> {
    use std::os::unix::fs::MetadataExt;
    file.symlink_metadata().ok().map(|metadata| metadata.uid())
}

#[cfg(not(unix))]
fn owners(_: &Path) -> Vec<u32> {
    Vec::new()
}

#[cfg(not(unix))]
fn owner(_: &Path) -> Option<u32> {
    None
}
