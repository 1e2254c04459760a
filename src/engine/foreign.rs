//! Telling a person's own checkpoints from ones that came with the project.

use std::path::{Path, PathBuf};

use crate::git::{Failure, Source};
use crate::path::{OWN_PLACES, RelativePath};
use crate::store::{Place, TrailPlace};

/// What is needed to judge the checkpoints of one project.
pub(super) struct Foreign {
    /// Checkpoint files that git tracks; `None` when git can't tell.
    tracked: Option<Vec<RelativePath>>,
    /// The users whose files count as own: this one, and the owner of the root.
    owners: Vec<u32>,
    root: PathBuf,
}

impl Foreign {
    /// Gathers who is who.
    pub fn new(root: &Path, source: Option<&dyn Source>) -> Self {
        let tracked = source.map_or_else(|| Some(Vec::new()), |source| tracked(source).ok());
        Self { tracked, owners: owners(root), root: root.to_path_buf() }
    }

    /// Whether a checkpoint did not come from this person's sessions: git tracks its file, or the file
    /// belongs to neither this user nor the owner of the project. What git can't tell counts as foreign.
    pub fn is(&self, place: &Place) -> bool {
        self.is_any(&[place.file().to_path_buf(), place.backup()])
    }

    /// The same of a trail's file.
    pub fn is_trail(&self, place: &TrailPlace) -> bool {
        self.is_any(&[place.file().to_path_buf()])
    }

    fn is_any(&self, files: &[PathBuf]) -> bool {
        let Some(tracked) = &self.tracked else { return true };
        files.iter().any(|file| {
            let below = file.strip_prefix(&self.root).unwrap_or(file).to_string_lossy().replace('\\', "/");
            // Where names have no case, git may have the file in another one.
            tracked.iter().any(|path| path.as_bytes().eq_ignore_ascii_case(below.as_bytes()))
                || owner(file).is_some_and(|owner| !self.owners.contains(&owner))
        })
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
