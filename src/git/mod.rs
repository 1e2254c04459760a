//! What git knows about the project, and what changed since a checkpoint.
//!
//! Facts come from a [`Source`]: libgit2 in process. What libgit2 can't read would come from another
//! implementation of the same trait. Nothing here writes, runs a program or takes a lock.

mod content;
mod convert;
mod drift;
mod libgit2;

use std::path::Path;

pub use content::Content;
pub(crate) use content::{hex, open as open_for_reading};
pub use drift::{Drift, History, drift};

use crate::path::RelativePath;

/// Where HEAD is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Head {
    /// At a commit, on a branch unless detached.
    Commit {
        /// The commit's id in hex.
        id: String,
        /// The branch in text form.
        branch: Option<String>,
    },
    /// On a branch without commits.
    Unborn,
}

/// One file that differs from HEAD.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: RelativePath,
    /// Porcelain code as documents hold it: `??` and conflicts as git prints them, otherwise the first
    /// of the two columns that says something, `D` when the file is gone.
    pub status: String,
    /// Its name before a rename inside the root.
    pub renamed_from: Option<RelativePath>,
}

impl Change {
    /// Whether git does not know the file.
    #[must_use]
    pub fn is_untracked(&self) -> bool {
        self.status == "??"
    }
}

/// How HEAD relates to a commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// Commits reachable from HEAD and not from that commit.
    pub ahead: u64,
    /// Whether that commit is in HEAD's history.
    pub is_ancestor: bool,
}

/// A question git could not answer, as part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure(pub String);

/// Answers questions about one repository, restricted to the project root's subtree. Paths are
/// relative to the root.
pub trait Source {
    /// Its name in a full load: `libgit2`.
    fn name(&self) -> &'static str;

    /// Where HEAD is.
    ///
    /// # Errors
    /// When HEAD can't be read.
    fn head(&self) -> Result<Head, Failure>;

    /// Every file that differs from HEAD or that git does not know and does not ignore; tracked ones
    /// first, each group in byte order.
    ///
    /// # Errors
    /// When the index or the working tree can't be read.
    fn changes(&self) -> Result<Vec<Change>, Failure>;

    /// How HEAD relates to a commit; `None` when the repository no longer has it.
    ///
    /// # Errors
    /// When history can't be walked.
    fn distance(&self, commit: &str) -> Result<Option<Distance>, Failure>;

    /// Files that differ between a commit and HEAD.
    ///
    /// # Errors
    /// When a tree can't be read.
    fn changed_between(&self, commit: &str) -> Result<Vec<RelativePath>, Failure>;

    /// The blob (or submodule commit) a file has in a commit, or in HEAD when `commit` is `None`.
    ///
    /// # Errors
    /// When a tree can't be read.
    fn blob_at(&self, commit: Option<&str>, path: &RelativePath) -> Result<Option<String>, Failure>;

    /// What the working tree holds at a path, hashed as `git hash-object` would, except that
    /// configured filters are never run.
    fn content(&self, path: &RelativePath) -> Content;

    /// Whether git ignores a path it does not track.
    fn is_ignored(&self, path: &RelativePath) -> bool;

    /// Tracked paths that begin with these bytes.
    fn tracked(&self, prefix: &[u8]) -> Vec<RelativePath>;
}

/// What was found at the project root.
pub enum Found {
    /// No repository.
    Nothing,
    /// A repository that could not be read, with the reason as a warning.
    Unusable(String),
    /// A repository.
    Repository(Box<dyn Source>),
}

/// Looks for the repository the project root belongs to.
#[must_use]
pub fn open(root: &Path) -> Found {
    libgit2::open(root)
}
