//! Where a project root is in a working tree, and where it must not be.

use std::path::Path;

use super::Failure;
use crate::path::{RelativePath, native_bytes};

/// Why the folder of a submodule that is not checked out has no facts.
pub(super) const EMPTY_SUBMODULE: &str =
    "the project root is a submodule that is not checked out, and git would answer for the repository around it";

/// Where the root is below the top of a working tree, with a trailing slash; empty at the top. Fails
/// when the repository is not the root's own.
pub(super) fn prefix(root: &Path, top: &Path) -> Result<Vec<u8>, Failure> {
    let Ok(below) = root.strip_prefix(top) else {
        return Err(Failure(format!("its working tree is {}", top.display())));
    };
    // Git passes over what is no repository and answers for one farther up, which is another project.
    let between = root.ancestors().take_while(|place| *place != top);
    if let Some(place) = between.into_iter().find(|place| place.join(".git").symlink_metadata().is_ok()) {
        return Err(Failure(format!("what is at {} is not a usable repository", place.join(".git").display())));
    }
    let mut prefix = native_bytes(below);
    if !prefix.is_empty() {
        prefix.push(b'/');
    }
    Ok(prefix)
}

/// Whether the nearest `.git` at or above a place is a file, which names a repository elsewhere.
pub(super) fn has_git_file(place: &Path) -> bool {
    let mut found = place.ancestors().filter_map(|place| place.join(".git").symlink_metadata().ok());
    found.next().is_some_and(|metadata| !metadata.is_dir())
}

/// Whether a file is one of these or below one of them. Names that differ only in case count: on a
/// file system without case they are the same.
pub(super) fn is_at_or_below_any(file: &RelativePath, places: &[String]) -> bool {
    let file = file.as_bytes();
    places.iter().any(|place| {
        let place = place.as_bytes();
        file.get(..place.len()).is_some_and(|start| start.eq_ignore_ascii_case(place))
            && matches!(file.get(place.len()), None | Some(b'/'))
    })
}
