//! The kept document: `.claude-checkpoints/trails/<id>.json`. Its format is in docs/trail-format.md.

use std::collections::HashMap;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::files::JudgedFile;
use super::observed::Ended;
use super::snapshot::{Listed, Snapshot};
use super::state::State;
use crate::checkpoint::{Generator, Unreadable};
use crate::clock::Timestamp;
use crate::input::CaptureEvent;
use crate::limits;
use crate::redact::Strings;
use crate::text::shortened;

/// The version of the format that this program reads and writes.
pub const KEPT_VERSION: u64 = 1;

/// What is kept of a session.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "Written", into = "Written")]
pub struct Kept {
    /// [`KEPT_VERSION`].
    pub version: u64,
    /// The program that wrote it.
    pub generator: Generator,
    /// The session.
    pub session_id: String,
    /// When it was captured last.
    pub captured_at: Timestamp,
    /// On what occasion.
    pub event: CaptureEvent,
    /// How the session ended.
    pub ended: Option<Ended>,
    /// Whether the transcript was read to its end.
    pub is_complete: bool,
    /// What its transcript said so far; none when there was none.
    pub state: Option<State>,
    /// Snapshots of the tree, oldest first.
    pub snapshots: Vec<Snapshot>,
    /// Files that git and the file system told of, the latest last. Edits of the client's tools are in
    /// `state`.
    pub files: Vec<JudgedFile>,
    /// What there was no room for.
    pub dropped: Dropped,
}

/// How many of a kind there was no room for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Dropped {
    /// Snapshots between the first and the latest.
    pub snapshots: u64,
    /// Files.
    pub files: u64,
}

/// The document as it is written: what several snapshots say of a file in the same words stands there once.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Written {
    version: u64,
    generator: Generator,
    session_id: String,
    captured_at: Timestamp,
    event: CaptureEvent,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ended: Option<Ended>,
    #[serde(default)]
    is_complete: bool,
    #[serde(default, deserialize_with = "if_known")]
    state: Option<State>,
    #[serde(default)]
    snapshots: Vec<WrittenSnapshot>,
    /// What snapshots say of files.
    #[serde(default)]
    contents: Vec<Listed>,
    #[serde(default)]
    files: Vec<JudgedFile>,
    #[serde(default)]
    dropped: Dropped,
}

#[derive(Serialize, Deserialize)]
struct WrittenSnapshot {
    #[serde(flatten)]
    snapshot: Snapshot,
    /// Positions in `contents`.
    #[serde(default)]
    contents: Vec<usize>,
}

/// A state of another format is none: the transcript is read again.
fn if_known<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<State>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

impl From<Written> for Kept {
    fn from(written: Written) -> Self {
        let contents = written.contents;
        let snapshot = |written: WrittenSnapshot| {
            let files = written.contents.iter().filter_map(|at| contents.get(*at).cloned()).collect();
            Snapshot { files, ..written.snapshot }
        };
        Self {
            version: written.version,
            generator: written.generator,
            session_id: written.session_id,
            captured_at: written.captured_at,
            event: written.event,
            ended: written.ended,
            is_complete: written.is_complete,
            state: written.state,
            snapshots: written.snapshots.into_iter().take(limits::SNAPSHOTS).map(snapshot).collect(),
            files: written.files,
            dropped: written.dropped,
        }
    }
}

impl From<Kept> for Written {
    fn from(kept: Kept) -> Self {
        let mut contents: Vec<Listed> = Vec::new();
        let mut known: HashMap<Listed, usize> = HashMap::new();
        let mut snapshot = |mut snapshot: Snapshot| {
            let positions = std::mem::take(&mut snapshot.files).into_iter().map(|file| {
                *known.entry(file).or_insert_with_key(|file| {
                    contents.push(file.clone());
                    contents.len() - 1
                })
            });
            WrittenSnapshot { contents: positions.collect(), snapshot }
        };
        Self {
            version: kept.version,
            generator: kept.generator,
            session_id: kept.session_id,
            captured_at: kept.captured_at,
            event: kept.event,
            ended: kept.ended,
            is_complete: kept.is_complete,
            state: kept.state,
            snapshots: kept.snapshots.into_iter().map(&mut snapshot).collect(),
            contents,
            files: kept.files,
            dropped: kept.dropped,
        }
    }
}

impl Kept {
    /// Reads a document.
    ///
    /// # Errors
    /// [`Unreadable::Version`] for one of another version, [`Unreadable::Corrupt`] for everything else.
    pub fn parse(bytes: &[u8]) -> Result<Self, Unreadable> {
        #[derive(Deserialize)]
        struct Versioned {
            version: Value,
        }
        let corrupt = |error: serde_json::Error| Unreadable::Corrupt(shortened(&error.to_string(), 200));
        // First, since a newer one need not have these fields.
        let versioned: Versioned = serde_json::from_slice(bytes).map_err(corrupt)?;
        if versioned.version.as_u64() != Some(KEPT_VERSION) {
            return Err(Unreadable::Version(shortened(&versioned.version.to_string(), 40)));
        }
        serde_json::from_slice(bytes).map_err(corrupt)
    }

    /// The document as it stands in a file, at most [`limits::FILE_BYTES`] long. What goes first: snapshots
    /// between the first and the last, then files by how little is known of them, then what the last
    /// snapshots list, then the state, which can be read again.
    ///
    /// # Errors
    /// Never for a document of this type; serde's signature says so.
    pub fn bounded(mut self) -> Result<(Self, Vec<u8>), serde_json::Error> {
        loop {
            let bytes = serde_json::to_vec(&self)?;
            if bytes.len() <= limits::FILE_BYTES || !self.give_way() {
                return Ok((self, bytes));
            }
        }
    }

    /// Drops what matters least. `false` when there is nothing left to drop.
    fn give_way(&mut self) -> bool {
        if self.snapshots.len() > 2 {
            self.snapshots.remove(1);
            self.dropped.snapshots += 1;
        } else if self.files.len() > 20 {
            self.drop_files(self.files.len() / 4);
        } else if let Some(longest) =
            self.snapshots.iter_mut().max_by_key(|snapshot| snapshot.files.len()).filter(|it| it.files.len() > 10)
        {
            // The last ones listed are untracked.
            let rest = longest.files.len() / 4;
            longest.files.truncate(longest.files.len() - rest);
            longest.beyond += rest as u64;
        } else if !self.files.is_empty() {
            self.drop_files(self.files.len().div_ceil(2));
        } else if self.snapshots.len() > 1 {
            self.snapshots.remove(0);
            self.dropped.snapshots += 1;
        } else {
            return self.state.take().is_some() || !std::mem::take(&mut self.snapshots).is_empty();
        }
        true
    }

    /// Files of which the least is known go first, and among those the oldest.
    fn drop_files(&mut self, count: usize) {
        for _ in 0..count {
            let least = self.files.iter().map(|file| file.word).max();
            let Some(at) = self.files.iter().position(|file| Some(file.word) == least) else { return };
            self.files.remove(at);
            self.dropped.files += 1;
        }
    }

    /// Takes in a snapshot. The first one, the last few, and those where HEAD moved stay.
    pub fn add_snapshot(&mut self, snapshot: Snapshot) {
        let says_the_same = |last: &Snapshot| {
            (&last.head, &last.branch, &last.files) == (&snapshot.head, &snapshot.branch, &snapshot.files)
        };
        if self.snapshots.len() > 1 && self.snapshots.last().is_some_and(says_the_same) {
            // The later time says that nothing happened until then.
            self.snapshots.pop();
        }
        self.snapshots.push(snapshot);
        while self.snapshots.len() > limits::SNAPSHOTS {
            let middle = 1..self.snapshots.len() - limits::SNAPSHOTS_LAST;
            let is_between = |at: &usize| {
                let head = &self.snapshots[*at].head;
                *head == self.snapshots[at - 1].head && *head == self.snapshots[at + 1].head
            };
            let at = middle.clone().find(is_between).unwrap_or(middle.start);
            self.snapshots.remove(at);
            self.dropped.snapshots += 1;
        }
    }

    /// Takes in judged files. A file is there once for each word.
    pub fn add_files(&mut self, files: Vec<JudgedFile>) {
        for mut file in files {
            let is_same = |known: &JudgedFile| known.path == file.path && known.word == file.word;
            if let Some(at) = self.files.iter().position(is_same) {
                let known = self.files.remove(at);
                // What was made stays made when it is changed later.
                if (known.change, file.change) == (super::Change::Created, super::Change::Changed) {
                    file.change = known.change;
                }
                file.renamed_from = file.renamed_from.or(known.renamed_from);
            }
            self.files.push(file);
        }
        let over = self.files.len().saturating_sub(limits::TRAIL_JUDGED);
        self.drop_files(over);
    }

    /// Takes in what another process wrote in the meantime.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        let (far, other_far) = (far(&self), far(&other));
        let (mut snapshots, mut files) = (other.snapshots.clone(), other.files.clone());
        // Of what was read to its end, the later one knows better: the file may have been replaced.
        let had_no_time = !self.is_complete && head(&other) == head(&self);
        if other_far > far && (other.captured_at > self.captured_at || had_no_time) {
            self.state = other.state;
            self.is_complete = other.is_complete;
        }
        if self.ended.is_none() && other.captured_at > self.captured_at {
            self.ended = other.ended;
        }
        if other.captured_at > self.captured_at {
            (self.captured_at, self.event) = (other.captured_at, other.event);
        }
        snapshots.retain(|snapshot| !self.snapshots.contains(snapshot));
        if !snapshots.is_empty() {
            snapshots.append(&mut self.snapshots);
            snapshots.sort_by_key(|snapshot| snapshot.time);
            self.snapshots.clear();
            for snapshot in snapshots {
                self.add_snapshot(snapshot);
            }
        }
        files.retain(|file| !self.files.iter().any(|own| own.path == file.path && own.word == file.word));
        files.append(&mut self.files);
        self.files = files;
        self.dropped.files = self.dropped.files.max(other.dropped.files);
        self.dropped.snapshots = self.dropped.snapshots.max(other.dropped.snapshots);
        self.add_files(Vec::new());
        self
    }
}

/// How far the transcript was read.
fn far(kept: &Kept) -> u64 {
    kept.state.as_ref().map_or(0, |state| state.source.offset)
}

/// What tells the transcript.
fn head(kept: &Kept) -> Option<super::Hash> {
    kept.state.as_ref().map(|state| state.source.head)
}

impl Strings for Kept {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("sessionId", &mut self.session_id);
        visit("generator", &mut self.generator.name);
        visit("generator", &mut self.generator.version);
        self.ended.iter_mut().for_each(|ended| visit("ended", &mut ended.reason));
        self.state.iter_mut().for_each(|state| state.each_string(visit));
        self.snapshots.iter_mut().for_each(|snapshot| snapshot.each_string(visit));
        self.files.iter_mut().for_each(|file| file.each_string(visit));
    }
}

impl Strings for Snapshot {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        for text in self.head.iter_mut().chain(&mut self.branch) {
            visit("snapshots", text);
        }
        for file in &mut self.files {
            visit("snapshots", &mut file.path);
            visit("snapshots", &mut file.status);
            let optional = [&mut file.hash, &mut file.kind, &mut file.renamed_from];
            optional.into_iter().flatten().for_each(|text| visit("snapshots", text));
        }
    }
}

impl Strings for JudgedFile {
    fn each_string(&mut self, visit: &mut dyn FnMut(&str, &mut String)) {
        visit("files", &mut self.path);
        visit("files", &mut self.evidence);
        for text in [&mut self.renamed_from, &mut self.hash, &mut self.agent].into_iter().flatten() {
            visit("files", text);
        }
    }
}
