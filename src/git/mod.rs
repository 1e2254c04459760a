//! What git knows about the project, and what changed since a checkpoint.
//!
//! Facts come from a [`Source`]: libgit2 in process, or the git program for repositories that libgit2
//! can't read or reads more slowly. Both say the same. Neither writes, takes a lock, or runs anything a
//! repository's configuration names.

mod attributes;
mod content;
mod convert;
mod drift;
mod in_process;
mod libgit2;
mod place;
mod process;
mod program;
mod remembered;
mod state;
mod submodule;
mod untracked;

use std::collections::HashSet;
use std::path::Path;

pub use content::Content;
pub(crate) use content::{hex, open as open_for_reading};
pub use drift::{Drift, History, drift};
use git2::RepositoryOpenFlags;
use in_process::Otherwise;
use libgit2::Opened;
pub use process::Budget;
use process::Git;
use program::Program;
pub use remembered::Remembered;

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

/// Every change of a project.
#[derive(Debug, Clone, Default)]
pub struct Changes {
    /// The changes: tracked files first, each group in byte order.
    pub list: Vec<Change>,
    /// Those of them that are directories of untracked files, too many to be listed one by one.
    pub directories: Vec<RelativePath>,
    /// Whether there was no time to find all untracked files.
    pub untracked_incomplete: bool,
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

    /// What is going on, such as a merge or a rebase in progress; `None` on an ordinary day.
    fn state(&self) -> Option<String>;

    /// Every file that differs from HEAD or that git does not know and does not ignore.
    ///
    /// # Errors
    /// When the index or the working tree can't be read.
    fn changes(&self) -> Result<Changes, Failure>;

    /// How HEAD relates to a commit; `None` when the repository no longer has it.
    ///
    /// # Errors
    /// When history can't be walked.
    fn distance(&self, commit: &str) -> Result<Option<Distance>, Failure>;

    /// The newest commit on the way from HEAD over first parents that was made at that time (seconds after
    /// 1970) or before; `None` when there is none.
    ///
    /// # Errors
    /// When history can't be walked.
    fn last_before(&self, seconds: i64) -> Result<Option<String>, Failure>;

    /// Files that differ between a commit and HEAD.
    ///
    /// # Errors
    /// When a tree can't be read.
    fn changed_between(&self, commit: &str) -> Result<Vec<RelativePath>, Failure>;

    /// The blobs (or submodule commits) files have in a commit, or in HEAD when `commit` is `None`.
    ///
    /// # Errors
    /// When a tree can't be read.
    fn blobs_at(&self, commit: Option<&str>, paths: &[RelativePath]) -> Result<Vec<Option<String>>, Failure>;

    /// What the working tree holds at these paths, hashed as `git hash-object` would, except that
    /// configured filters are never run.
    fn contents(&self, paths: &[RelativePath]) -> Vec<Content>;

    /// The same of the bytes as they are, without any conversion.
    fn plain_contents(&self, paths: &[RelativePath]) -> Vec<Content>;

    /// Those of these paths that git ignores, were they not tracked.
    ///
    /// # Errors
    /// When git can't tell.
    fn find_ignored(&self, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure>;

    /// Tracked files at or below these paths, whatever their case.
    ///
    /// # Errors
    /// When the index can't be read.
    fn find_tracked(&self, paths: &[&str]) -> Result<Vec<RelativePath>, Failure>;
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

/// Looks for the repository the project root belongs to, and for who can tell about it within `budget`.
#[must_use]
pub fn open(root: &Path, budget: Budget) -> Found {
    choose(root, RepositoryOpenFlags::empty(), budget)
}

/// The repository at `place` itself, never one around it.
fn open_exactly(place: &Path, budget: Budget) -> Found {
    choose(place, RepositoryOpenFlags::NO_SEARCH, budget)
}

fn choose(root: &Path, flags: RepositoryOpenFlags, budget: Budget) -> Found {
    let in_process = |large_too| in_process::open(root, flags, budget, Otherwise::Program, large_too);
    let opened = in_process(false);
    let opened = match opened {
        Opened::Large => match program(root, budget) {
            Some(Ok(program)) => return Found::Repository(program),
            _ => in_process(true),
        },
        other => other,
    };
    match opened {
        Opened::Nothing => Found::Nothing,
        Opened::Refused(reason) => Found::Unusable(reason),
        Opened::Repository(source) => Found::Repository(Box::new(source)),
        Opened::Large => Found::Unusable("it is too large".to_owned()),
        Opened::Distrusted(reason) => match program(root, budget) {
            Some(Ok(program)) => Found::Repository(program),
            _ => Found::Unusable(reason),
        },
        Opened::Unreadable(reason) => match program(root, budget) {
            Some(Ok(program)) => Found::Repository(program),
            Some(Err(Failure(reason))) => Found::Unusable(reason),
            None => Found::Unusable(format!("{reason}, and there is no git program on the PATH that could read it")),
        },
    }
}

fn program(root: &Path, budget: Budget) -> Option<Result<Box<dyn Source>, Failure>> {
    let git = Git::find(root, budget)?;
    Some(Program::open(root, git).map(|program| Box::new(program) as Box<dyn Source>))
}

/// Each source that can read a project.
pub struct Sources {
    /// libgit2, in process. It fails where it leaves something to the git program.
    pub libgit2: Option<Box<dyn Source>>,
    /// The git program.
    pub program: Option<Box<dyn Source>>,
}

/// Both sources for one project, to compare them in tests and benchmarks.
#[must_use]
pub fn sources(root: &Path, budget: Budget) -> Sources {
    let libgit2 = match in_process::open(root, RepositoryOpenFlags::empty(), budget, Otherwise::Nobody, true) {
        Opened::Repository(source) => Some(Box::new(source) as Box<dyn Source>),
        _ => None,
    };
    Sources { libgit2, program: program(root, budget).and_then(Result::ok) }
}
