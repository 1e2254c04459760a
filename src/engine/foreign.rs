//! Telling a person's own checkpoints from ones that came with the project.

use std::collections::HashSet;
use std::path::Path;

use crate::git::Source;
use crate::path::RelativePath;
use crate::store::{DIRECTORY, LEGACY_FILE, Place};

/// What is needed to judge the checkpoints of one project.
pub(super) struct Foreign {
    tracked: HashSet<RelativePath>,
    /// The users whose files count as own: this one, and the owner of the root.
    owners: Vec<u32>,
}

impl Foreign {
    /// Gathers who is who.
    pub fn new(root: &Path, source: Option<&dyn Source>) -> Self {
        let tracked = source.map(tracked).unwrap_or_default();
        Self { tracked: tracked.into_iter().collect(), owners: owners(root) }
    }

    /// Whether a checkpoint did not come from this person's sessions: git tracks its file, or the file
    /// belongs to neither this user nor the owner of the project.
    pub fn is(&self, place: &Place) -> bool {
        let name = place.file().file_name().unwrap_or_default().to_string_lossy();
        [name.to_string(), format!("{name}.prev")].iter().any(|name| {
            let below = if name.starts_with(LEGACY_FILE) { name.clone() } else { format!("{DIRECTORY}/{name}") };
            RelativePath::from_bytes(below.as_bytes()).is_some_and(|path| self.tracked.contains(&path))
        }) || [place.file().to_path_buf(), place.backup()]
            .iter()
            .any(|file| owner(file).is_some_and(|owner| !self.owners.contains(&owner)))
    }
}

/// Checkpoint files that git tracks.
pub(super) fn tracked(source: &dyn Source) -> Vec<RelativePath> {
    let mut tracked = source.tracked(&[LEGACY_FILE, ".claude-checkpoint.prev", DIRECTORY]);
    tracked.retain(|path| !path.as_bytes().ends_with(b"/.gitignore"));
    tracked
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
