//! The project's tree as git sees it, for a use case of which several parts ask.

use std::cell::OnceCell;
use std::path::Path;
use std::time::Duration;

use crate::git::{self, Budget, Found, Remembered};
use crate::limits;

/// A project and its repository, which is opened when somebody asks first, and asked each question once.
pub struct Tree<'a> {
    /// The project.
    pub root: &'a Path,
    time: Duration,
    found: OnceCell<Found>,
}

impl<'a> Tree<'a> {
    /// The tree of a project.
    #[must_use]
    pub fn new(root: &'a Path) -> Self {
        Self::within(root, limits::GIT_BUDGET)
    }

    /// The same, with so much time for git from when it is asked first.
    pub(super) fn within(root: &'a Path, time: Duration) -> Self {
        Self { root, time: time.min(limits::GIT_BUDGET), found: OnceCell::new() }
    }

    /// The repository.
    pub(super) fn found(&self) -> &Found {
        self.found.get_or_init(|| match git::open(self.root, Budget::of(self.time)) {
            Found::Repository(source) => Found::Repository(Box::new(Remembered::new(source))),
            other => other,
        })
    }

    /// The repository, when there is one that can be asked.
    pub(super) fn source(&self) -> Option<&dyn git::Source> {
        match self.found() {
            Found::Repository(source) => Some(source.as_ref()),
            Found::Nothing | Found::Unusable(_) => None,
        }
    }
}
