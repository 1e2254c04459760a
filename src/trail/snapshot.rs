//! What the working tree held at one moment. Its format is in docs/trail-format.md: later judgements rest on it.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Map;

use crate::checkpoint::{Checkpoint, FileSource, Generator, GitState, Goal, Meta, ModifiedFile, Project, Unlisted};
use crate::clock::Timestamp;
use crate::git::{Change, Content, Failure, Head, Source};
use crate::path::RelativePath;
use crate::{limits, redact};

/// The tree at one moment: HEAD, and every file that differs from it, as far as there is room and time.
///
/// A file that is not listed was as HEAD has it, unless [`Snapshot::beyond`] or [`Snapshot::is_partial`]
/// says that not all of them are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    /// When it was begun: what changed later has a later ctime.
    pub time: Timestamp,
    /// The commit HEAD pointed to; none before the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// The branch; none when HEAD was detached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
    /// How many prompts the session had had.
    #[serde(default)]
    pub prompts: u64,
    /// Files that differ from HEAD or are untracked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<Listed>,
    /// How many more there were than are listed.
    #[serde(default, skip_serializing_if = "super::pool::is_zero")]
    pub beyond: u64,
    /// There was no time to find all untracked files, or to read all that were found.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_partial: bool,
}

/// A file of a snapshot.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Listed {
    /// Text form of its path below the root. One that holds a secret is redacted, and nothing else is said
    /// of its content.
    pub path: String,
    /// Porcelain code, as in a checkpoint.
    pub status: String,
    /// Git blob id of its content, as in a checkpoint; none when it is gone, or was not read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Its size in bytes, when it was too large to be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// What it is, when it is no file, symlink or submodule: `directory`, `fifo`, `unreadable` and more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Its ctime, in nanoseconds after 1970, taken before it was read; none when it is gone, or where there
    /// is no such time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ctime: Option<i64>,
    /// Its name before a rename.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub renamed_from: Option<String>,
}

impl Snapshot {
    /// Takes one.
    ///
    /// # Errors
    /// When git can't say what changed: half of it would be a false claim about the other half.
    pub fn take(source: &dyn Source, root: &Path, time: Timestamp, prompts: u64) -> Result<Self, Failure> {
        let changes = source.changes()?;
        let (head, branch) = match source.head()? {
            Head::Unborn => (None, None),
            Head::Commit { id, branch } => (Some(id), branch.map(|name| redact::text(&name).0.into_owned())),
        };
        let mut is_partial = changes.untracked_incomplete || !changes.directories.is_empty();
        let mut files: Vec<Listed> = Vec::new();
        let (mut places, mut paths) = (Vec::new(), Vec::new());
        let (mut bytes, mut beyond) = (0, 0);
        for change in changes.list.iter().filter(|change| !change.path.is_own_file()) {
            if beyond > 0 {
                beyond += 1;
                continue;
            }
            let (file, is_clean) = listed(change);
            bytes += file.path.len() + file.renamed_from.as_ref().map_or(0, String::len);
            if files.len() == limits::SNAPSHOT_FILES || bytes > limits::SNAPSHOT_PATHS_BYTES {
                beyond += 1;
                continue;
            }
            if is_clean {
                places.push(files.len());
                paths.push(change.path.clone());
            }
            files.push(file);
        }
        for (at, path) in places.iter().zip(&paths) {
            files[*at].ctime = ctime(&path.under(root));
        }
        for (at, content) in places.into_iter().zip(source.contents(&paths)) {
            is_partial |= matches!(content, Content::Unreadable(_));
            files[at].set_content(&content);
        }
        Ok(Self { time, head, branch, prompts, files, beyond, is_partial })
    }

    /// What [`crate::git::drift`] compares the tree with; `None` for a snapshot from before the first commit.
    pub(super) fn as_checkpoint(&self) -> Option<Checkpoint> {
        let head = self.head.clone()?;
        let is_unknown = self.beyond > 0 || self.is_partial;
        Some(Checkpoint {
            version: crate::checkpoint::VERSION,
            id: String::new(),
            created_at: self.time,
            updated_at: self.time,
            generator: Generator::this(),
            session_id: None,
            resumed_from: None,
            project: Project { name: String::new(), unknown: Map::new() },
            git: Some(GitState { branch: self.branch.clone(), head, dirty: !self.files.is_empty(), state: None }),
            goal: Goal { primary: String::new(), tasks: Vec::new(), unknown: Map::new() },
            summary: None,
            next_steps: Vec::new(),
            decisions: Vec::new(),
            modified_files: self.files.iter().map(Listed::as_modified).collect(),
            recent_commands: Vec::new(),
            meta: Meta {
                unlisted: is_unknown.then(|| Unlisted {
                    count: self.beyond,
                    // Tracked files come first, so only where the list is full can one be missing.
                    tracked_unknown: self.beyond > 0,
                    untracked_unknown: true,
                    ..Unlisted::default()
                }),
                ..Meta::default()
            },
            unknown: Map::new(),
        })
    }

    /// What it says of a path.
    pub(super) fn find(&self, path: &str) -> Option<&Listed> {
        self.files.iter().find(|file| file.path == path)
    }
}

impl Listed {
    fn set_content(&mut self, content: &Content) {
        match content {
            Content::Absent => {}
            Content::Hash(hash) => self.hash = Some(hash.clone()),
            Content::Large(size) => self.size = Some(*size),
            Content::Irregular(kind) => self.kind = Some((*kind).to_owned()),
            Content::Unreadable(_) => self.kind = Some("unreadable".to_owned()),
        }
    }

    fn as_modified(&self) -> ModifiedFile {
        ModifiedFile {
            path: self.path.clone(),
            status: self.status.clone(),
            source: FileSource::Git,
            note: None,
            hash: self.hash.clone(),
            renamed_from: self.renamed_from.clone(),
            size: self.size,
            kind: self.kind.clone(),
            unknown: Map::new(),
        }
    }
}

/// A change without its content, and whether its names are free of secrets.
fn listed(change: &Change) -> (Listed, bool) {
    let clean = |path: &RelativePath| redact::text(&path.text()).0.into_owned();
    let (path, renamed_from) = (clean(&change.path), change.renamed_from.as_ref().map(clean));
    let is_clean = path == change.path.text()
        && renamed_from
            .as_deref()
            .is_none_or(|name| Some(name) == change.renamed_from.as_ref().map(RelativePath::text).as_deref());
    (Listed { path, status: change.status.clone(), renamed_from, ..Listed::default() }, is_clean)
}

/// When what stands at a path last changed, as the file system says, in nanoseconds after 1970. Programs can
/// set the time of modification, and not this one.
#[cfg(unix)]
pub(super) fn ctime(path: &Path) -> Option<i64> {
    use std::os::unix::fs::MetadataExt;
    let metadata = path.symlink_metadata().ok()?;
    metadata.ctime().checked_mul(1_000_000_000)?.checked_add(metadata.ctime_nsec())
}

/// There is no such time.
#[cfg(not(unix))]
pub(super) fn ctime(_: &Path) -> Option<i64> {
    None
}
