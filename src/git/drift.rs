//! What changed since a checkpoint.
//!
//! A file changed when its content now differs from its content at the save, whatever happened in
//! between. Content at the save is the recorded hash for files that were dirty, and the saved HEAD's
//! tree for all others. Only files that can differ are looked at: those the document lists, those
//! that differ between the saved HEAD and HEAD, and those that are dirty now.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Content, Distance, Failure, Head, Source};
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

/// A file at the time of the save.
enum Saved {
    Content(Content),
    /// Nothing is known, so nothing is claimed.
    Unknown,
}

/// Compares a checkpoint that was saved in a repository with the repository now.
///
/// # Errors
/// When git can't answer.
pub fn drift(source: &dyn Source, checkpoint: &Checkpoint) -> Result<Option<Drift>, Failure> {
    let Some(saved) = &checkpoint.git else { return Ok(None) };
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
    let changes = source.changes()?;
    let dirty: HashSet<&RelativePath> =
        changes.iter().flat_map(|change| std::iter::once(&change.path).chain(&change.renamed_from)).collect();
    let recorded = recorded(checkpoint);
    let mut candidates: BTreeSet<RelativePath> = recorded.keys().cloned().collect();
    candidates.extend(dirty.iter().map(|path| (*path).clone()));
    if history != History::Gone {
        candidates.extend(source.changed_between(&saved.head)?);
    }

    let mut differing = Vec::new();
    let mut unreadable = 0;
    for path in candidates {
        let text = path.text();
        if path.is_own_file() || redact::finds_secret(&text) {
            continue;
        }
        let unlisted = checkpoint.meta.unlisted.as_ref().is_some_and(|unlisted| unlisted.may_hold(&text));
        let (before, now) = match recorded.get(&path) {
            Some(Saved::Unknown) => continue,
            Some(Saved::Content(before)) => (before.clone(), current(source, &path, &dirty, false)?),
            // Too old a commit to compare with, or a file the list had no room for.
            None if unlisted || history == History::Gone => continue,
            None => {
                let before = source.blob_at(Some(&saved.head), &path)?.map_or(Content::Absent, Content::Hash);
                (before, current(source, &path, &dirty, true)?)
            }
        };
        match now {
            Content::Unreadable(_) => unreadable += 1,
            now if now == before => {}
            _ if before == Content::Absent && is_ignored(source, &path)? => {}
            _ => differing.push(path),
        }
    }

    let mut warnings = Vec::new();
    if unreadable > 0 {
        warnings.push(format!("{unreadable} file(s) could not be read, so whether they changed is not known."));
    }
    if let Some(unlisted) = &checkpoint.meta.unlisted {
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

/// What the document itself says about files at the save.
fn recorded(checkpoint: &Checkpoint) -> HashMap<RelativePath, Saved> {
    let mut recorded = HashMap::new();
    for file in &checkpoint.modified_files {
        let Some(path) = RelativePath::from_text(&file.path) else { continue };
        let saved = match (&file.hash, file.size, &file.kind) {
            (Some(hash), ..) => Saved::Content(Content::Hash(hash.clone())),
            (None, Some(size), _) => Saved::Content(Content::Large(size)),
            (None, None, Some(_)) => Saved::Unknown,
            _ if file.status.contains('D') => Saved::Content(Content::Absent),
            // A file only the model named, that git had nothing to say about: the tree knows.
            _ if file.source == FileSource::Agent => continue,
            _ => Saved::Unknown,
        };
        recorded.insert(path, saved);
        if let Some(old) = file.renamed_from.as_deref().and_then(RelativePath::from_text) {
            recorded.entry(old).or_insert(Saved::Content(Content::Absent));
        }
    }
    recorded
}

/// What a file holds now. A clean file holds what HEAD says, whether or not it is checked out (sparse
/// checkouts leave files away); reading it is spared where `trust_head` allows.
fn current(
    source: &dyn Source,
    path: &RelativePath,
    dirty: &HashSet<&RelativePath>,
    trust_head: bool,
) -> Result<Content, Failure> {
    let head = |source: &dyn Source| source.blob_at(None, path);
    if trust_head
        && !dirty.contains(path)
        && let Some(id) = head(source)?
    {
        return Ok(Content::Hash(id));
    }
    let now = source.content(path);
    if now == Content::Absent
        && !dirty.contains(path)
        && let Some(id) = head(source)?
    {
        return Ok(Content::Hash(id));
    }
    Ok(match now {
        // A directory stands where the file was.
        Content::Irregular("directory") => Content::Absent,
        now => now,
    })
}

fn is_ignored(source: &dyn Source, path: &RelativePath) -> Result<bool, Failure> {
    Ok(source.blob_at(None, path)?.is_none() && source.is_ignored(path) && source.tracked(path.as_bytes()).is_empty())
}
