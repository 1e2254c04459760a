//! Which repository a path is in.

use std::path::{Path, PathBuf};

use super::snapshot::ctime;
use super::state::State;

/// The working tree that a path is in, as far as the file system says: that of a submodule or of another worktree
/// is its own.
pub(super) fn of(path: &str) -> Option<PathBuf> {
    let path = Path::new(path);
    path.ancestors()
        .filter(|place| place.is_absolute())
        .find(|place| place.join(".git").symlink_metadata().is_ok())
        .map(Path::to_path_buf)
}

/// Whether two paths are in the same working tree. Of paths that are gone one has to be below the other.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    match (of(one), of(other)) {
        (Some(one), Some(other)) => one == other,
        (None, None) => Path::new(one).starts_with(other) || Path::new(other).starts_with(one),
        _ => false,
    }
}

/// When a repository's HEAD moved last: its directory does not change with that. Nothing for everything else.
pub(super) fn moved_at(path: &Path) -> Option<i64> {
    let git = path.join(".git");
    let metadata = git.symlink_metadata().ok()?;
    // Of a submodule it is a short file that says where the rest is.
    let place = if metadata.is_file() && metadata.len() <= 4096 {
        path.join(std::fs::read_to_string(&git).ok()?.strip_prefix("gitdir:")?.trim())
    } else {
        git
    };
    ctime(&place.join("HEAD")).max(ctime(&place.join("logs/HEAD")))
}

impl State {
    /// Files of the working tree that a place is in have no edits since their commit any more.
    pub(super) fn committed(&mut self, place: &str) {
        let is_own = self.directory.as_deref().is_none_or(|own| is_same(place, own));
        let (mut done, mut left) = (0, 0);
        for file in self.files.items_mut().iter_mut().filter(|file| file.edits_since_commit > 0) {
            // What is in no repository is never committed.
            if is_same(&file.path, place) || (is_own && of(&file.path).is_none()) {
                done += std::mem::take(&mut file.edits_since_commit);
            }
            left += file.edits_since_commit;
        }
        // Files there was no room for are taken for those of the session's own repository.
        self.edits_since_commit = if is_own { left } else { self.edits_since_commit.saturating_sub(done) };
    }
}
