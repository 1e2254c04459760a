//! A source that is asked each question about the working tree once, for use cases that need the answer
//! twice.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};

use super::{Changes, Content, Distance, Failure, Head, Source};
use crate::path::RelativePath;

/// Remembers what the tree holds, which is what takes time. Everything else is passed on.
pub struct Remembered {
    source: Box<dyn Source>,
    changes: OnceCell<Result<Changes, Failure>>,
    contents: RefCell<HashMap<RelativePath, Content>>,
}

impl Remembered {
    /// Asks this source.
    #[must_use]
    pub fn new(source: Box<dyn Source>) -> Self {
        Self { source, changes: OnceCell::new(), contents: RefCell::default() }
    }
}

impl Source for Remembered {
    fn name(&self) -> &'static str {
        self.source.name()
    }

    fn head(&self) -> Result<Head, Failure> {
        self.source.head()
    }

    fn state(&self) -> Option<String> {
        self.source.state()
    }

    fn changes(&self) -> Result<Changes, Failure> {
        self.changes.get_or_init(|| self.source.changes()).clone()
    }

    fn distance(&self, commit: &str) -> Result<Option<Distance>, Failure> {
        self.source.distance(commit)
    }

    fn last_before(&self, seconds: i64) -> Result<Option<String>, Failure> {
        self.source.last_before(seconds)
    }

    fn changed_between(&self, commit: &str) -> Result<Vec<RelativePath>, Failure> {
        self.source.changed_between(commit)
    }

    fn blobs_at(&self, commit: Option<&str>, paths: &[RelativePath]) -> Result<Vec<Option<String>>, Failure> {
        self.source.blobs_at(commit, paths)
    }

    fn contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        let mut known = self.contents.borrow_mut();
        let unknown: Vec<RelativePath> = paths.iter().filter(|path| !known.contains_key(path)).cloned().collect();
        if !unknown.is_empty() {
            let contents = self.source.contents(&unknown);
            known.extend(unknown.into_iter().zip(contents));
        }
        paths.iter().map(|path| known.get(path).cloned().unwrap_or(Content::Absent)).collect()
    }

    fn plain_contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        self.source.plain_contents(paths)
    }

    fn find_ignored(&self, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure> {
        self.source.find_ignored(paths)
    }

    fn find_tracked(&self, paths: &[&str]) -> Result<Vec<RelativePath>, Failure> {
        self.source.find_tracked(paths)
    }
}
