//! What changed since a checkpoint.
//!
//! A file changed when its content now differs from its content at the save, whatever happened in
//! between. Content at the save is the recorded hash for files that were dirty, and the saved HEAD's
//! tree for all others. Only files that can differ are looked at: those the document lists, those
//! that differ between the saved HEAD and HEAD, and those that are dirty now.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Changes, Content, Distance, Failure, Head, Source};
use crate::checkpoint::{Checkpoint, FileSource};
use crate::path::RelativePath;
use crate::redact;

/// What became of the saved commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum History {
    /// It is in HEAD's history.
    Continued,
    /// It exists, but HEAD's history no longer contains it.
    Rewritten,
    /// The repository no longer has it.
    Gone,
}

/// The difference between a checkpoint and the working tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drift {
    /// The branch now; `None` when HEAD is detached or there is no git.
    pub current_branch: Option<String>,
    /// Whether that is another branch than at the save.
    pub branch_changed: bool,
    /// Commits on HEAD since; `None` when the saved commit is gone.
    pub commits_since: Option<u64>,
    /// Files whose content differs, in byte order.
    pub changed: Vec<RelativePath>,
    /// What became of the saved commit.
    pub history: History,
    /// Things that could not be told.
    pub warnings: Vec<String>,
}

/// Compares a checkpoint that was saved in a repository with the repository now.
///
/// # Errors
/// When git can't answer.
pub fn drift(source: &dyn Source, checkpoint: &Checkpoint) -> Result<Option<Drift>, Failure> {
    let Some(saved) = &checkpoint.git else { return Ok(None) };
    // First, since the git program learns where HEAD is on the way.
    let changes = source.changes()?;
    let branch = match source.head()? {
        Head::Unborn => return Ok(None),
        Head::Commit { branch, .. } => branch,
    };
    let distance = source.distance(&saved.head)?;
    let history = match distance {
        None => History::Gone,
        Some(Distance { is_ancestor: true, .. }) => History::Continued,
        Some(_) => History::Rewritten,
    };
    let now = Now::new(&changes);
    let before = Before::new(checkpoint);
    let mut candidates: BTreeSet<RelativePath> = before.recorded.keys().cloned().collect();
    candidates.extend(now.dirty.iter().map(|path| (*path).clone()));
    if history != History::Gone {
        candidates.extend(source.changed_between(&saved.head)?);
    }
    candidates.retain(|path| !path.is_own_file() && !before.says_nothing_of(path));
    let candidates: Vec<RelativePath> = candidates.into_iter().collect();

    let mut saved_contents = before.contents(source, &saved.head, history, &candidates)?;
    // Nothing is claimed of a file whose content at the save is not known.
    let known: Vec<RelativePath> = candidates.into_iter().filter(|path| saved_contents.contains_key(path)).collect();
    let current_contents = now.contents(source, &known, &before)?;
    let mut differing = Vec::new();
    let mut appeared = Vec::new();
    let mut doubtful = Vec::new();
    let (mut unreadable, mut large) = (0, 0);
    for (path, current) in known.into_iter().zip(current_contents) {
        match (saved_contents.remove(&path), current) {
            (_, Content::Unreadable(_)) => unreadable += 1,
            // Equal sizes prove nothing.
            (Some(Content::Large(saved)), Content::Large(current)) if saved == current => large += 1,
            (Some(saved), current) if saved == current => {}
            (Some(Content::Absent), _) => appeared.push(path),
            // Only what was read may have been converted.
            (Some(saved @ Content::Hash(_)), Content::Hash(_)) if now.dirty.contains(&path) => {
                doubtful.push((path, saved));
            }
            _ => differing.push(path),
        }
    }
    differing.extend(really(source, doubtful));
    let ignored = now.ignored(source, &appeared)?;
    differing.extend(appeared.into_iter().filter(|path| !ignored.contains(path)));
    differing.sort();

    let mut warnings = Vec::new();
    if unreadable > 0 {
        warnings.push(format!("{unreadable} file(s) could not be read, so whether they changed is not known."));
    }
    if large > 0 {
        warnings.push(format!("{large} file(s) are too large to be compared; only their sizes are equal."));
    }
    if changes.untracked_incomplete {
        warnings.push("There was no time to find all untracked files; new ones may be missing here.".to_owned());
    }
    if let Some(unlisted) = &checkpoint.meta.unlisted
        && unlisted.count > 0
    {
        warnings.push(format!(
            "{} file(s) had uncommitted changes at the save that the checkpoint had no room for; whether they changed since is not known.",
            unlisted.count
        ));
    }
    Ok(Some(Drift {
        branch_changed: saved.branch.as_deref() != branch.as_deref().map(|name| redact::text(name).0).as_deref(),
        current_branch: branch,
        commits_since: distance.map(|distance| distance.ahead),
        changed: differing,
        history,
        warnings,
    }))
}

/// Those of these files whose bytes are not those of the save either. A text that the repository has with
/// CRLF may be hashed with LF, so that equal bytes have two ids.
fn really(source: &dyn Source, doubtful: Vec<(RelativePath, Content)>) -> Vec<RelativePath> {
    let paths: Vec<RelativePath> = doubtful.iter().map(|(path, _)| path.clone()).collect();
    let plain = source.plain_contents(&paths);
    let changed = doubtful.into_iter().zip(plain).filter(|((_, saved), plain)| saved != plain);
    changed.map(|((path, _), _)| path).collect()
}

/// What is known about files at the save.
struct Before<'a> {
    checkpoint: &'a Checkpoint,
    /// What the document says; `None` where it says that nothing is known.
    recorded: HashMap<RelativePath, Option<Content>>,
    /// Directories of untracked files that were one entry.
    directories: Vec<RelativePath>,
}

impl<'a> Before<'a> {
    fn new(checkpoint: &'a Checkpoint) -> Self {
        let mut recorded = HashMap::new();
        let mut directories = Vec::new();
        for file in &checkpoint.modified_files {
            let Some(path) = RelativePath::from_text(&file.path) else { continue };
            let content = match (&file.hash, file.size, file.kind.as_deref()) {
                (Some(hash), ..) => Some(Content::Hash(hash.clone())),
                (None, Some(size), _) => Some(Content::Large(size)),
                (None, None, Some("directory")) => {
                    directories.push(path.clone());
                    None
                }
                (None, None, Some(_)) => None,
                _ if file.status.contains('D') => Some(Content::Absent),
                // A file only the model named, that git had nothing to say about: the tree knows.
                _ if file.source == FileSource::Agent => continue,
                _ => None,
            };
            recorded.insert(path, content);
            if let Some(old) = file.renamed_from.as_deref().and_then(RelativePath::from_text) {
                recorded.entry(old).or_insert(Some(Content::Absent));
            }
        }
        Self { checkpoint, recorded, directories }
    }

    /// Whether nothing can be claimed of a file: it was in a directory that was one entry, it was dirty
    /// without room in the list, or its name is a secret.
    fn says_nothing_of(&self, path: &RelativePath) -> bool {
        let text = path.text();
        match self.recorded.get(path) {
            Some(content) => content.is_none(),
            None => {
                self.directories.iter().any(|directory| path.is_below(directory))
                    || self.checkpoint.meta.unlisted.as_ref().is_some_and(|unlisted| unlisted.has(&text))
                    || redact::finds_secret(&text)
            }
        }
    }

    /// Content at the save: as recorded for files that were dirty, else as in the saved HEAD's tree.
    fn contents(
        &self,
        source: &dyn Source,
        head: &str,
        history: History,
        paths: &[RelativePath],
    ) -> Result<HashMap<RelativePath, Content>, Failure> {
        let (recorded, clean): (Vec<RelativePath>, Vec<RelativePath>) =
            paths.iter().cloned().partition(|path| self.recorded.contains_key(path));
        let mut contents: HashMap<RelativePath, Content> =
            recorded.into_iter().filter_map(|path| Some((path.clone(), self.recorded.get(&path)?.clone()?))).collect();
        if history == History::Gone {
            return Ok(contents);
        }
        let unlisted = self.checkpoint.meta.unlisted.as_ref();
        let (tracked_unknown, untracked_unknown) =
            unlisted.map_or((false, false), |unlisted| (unlisted.tracked_unknown, unlisted.untracked_unknown));
        let blobs = source.blobs_at(Some(head), &clean)?;
        for (path, blob) in clean.into_iter().zip(blobs) {
            match blob {
                // It may have been dirty, and one of more than could be remembered.
                Some(_) if tracked_unknown => {}
                Some(id) => drop(contents.insert(path, Content::Hash(id))),
                // The same for a file that git did not know.
                None if untracked_unknown => {}
                None => drop(contents.insert(path, Content::Absent)),
            }
        }
        Ok(contents)
    }
}

/// What is known about files now.
struct Now<'a> {
    dirty: HashSet<&'a RelativePath>,
    directories: HashSet<&'a RelativePath>,
}

impl<'a> Now<'a> {
    fn new(changes: &'a Changes) -> Self {
        let paths = changes.list.iter().flat_map(|change| std::iter::once(&change.path).chain(&change.renamed_from));
        Self { dirty: paths.collect(), directories: changes.directories.iter().collect() }
    }

    /// Content now. A clean file holds what HEAD says, whether or not it is checked out (sparse checkouts
    /// leave files away), so it is read only to be compared with what the document recorded.
    fn contents(
        &self,
        source: &dyn Source,
        paths: &[RelativePath],
        before: &Before<'_>,
    ) -> Result<Vec<Content>, Failure> {
        let in_head = source.blobs_at(None, paths)?;
        let is_read = |path: &RelativePath, head: &Option<String>| {
            head.is_none() || self.dirty.contains(path) || before.recorded.contains_key(path)
        };
        let read: Vec<RelativePath> = paths
            .iter()
            .zip(&in_head)
            .filter(|(path, head)| is_read(path, head))
            .map(|(path, _)| path.clone())
            .collect();
        let mut from_disk = source.contents(&read).into_iter();
        Ok(paths
            .iter()
            .zip(in_head)
            .map(|(path, head)| {
                let read = is_read(path, &head).then(|| from_disk.next().unwrap_or(Content::Absent));
                match (read, head) {
                    // Absent and clean: left away by a sparse checkout.
                    (None | Some(Content::Absent), Some(id)) if !self.dirty.contains(path) => Content::Hash(id),
                    (Some(Content::Irregular("directory")), _) if !self.directories.contains(path) => Content::Absent,
                    (Some(content), _) => content,
                    (None, _) => Content::Absent,
                }
            })
            .collect())
    }

    /// Those of these files that git ignores and does not track.
    fn ignored(&self, source: &dyn Source, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure> {
        // What git lists as changed is neither.
        let quiet: Vec<RelativePath> = paths.iter().filter(|path| !self.dirty.contains(path)).cloned().collect();
        if quiet.is_empty() {
            return Ok(HashSet::new());
        }
        let in_head = source.blobs_at(None, &quiet)?;
        let quiet: Vec<RelativePath> =
            quiet.into_iter().zip(in_head).filter(|(_, head)| head.is_none()).map(|(path, _)| path).collect();
        source.find_ignored(&quiet)
    }
}
