//! What checkpoints a project has.

use std::path::Path;

use super::{DIRECTORY, OnDisk, Place, check_directory, ids, read};
use crate::checkpoint::Checkpoint;
use crate::clock::Timestamp;
use crate::error::Result;
use crate::session::Selector;

/// One checkpoint of a project.
#[derive(Debug, Clone)]
pub struct Listed {
    /// Its place.
    pub place: Place,
    /// What its document says, or why it can't be read.
    pub content: std::result::Result<Heading, String>,
    /// Whether that is from the backup.
    pub from_backup: bool,
}

/// The part of a document that a list shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Heading {
    /// See [`crate::checkpoint::Goal::primary`].
    pub goal: String,
    /// See [`Checkpoint::updated_at`].
    pub updated_at: Timestamp,
    /// See [`crate::checkpoint::GitState::branch`].
    pub branch: Option<String>,
    /// See [`Checkpoint::all_tasks_done`].
    pub all_tasks_done: bool,
}

impl From<Checkpoint> for Heading {
    fn from(checkpoint: Checkpoint) -> Self {
        Self {
            all_tasks_done: checkpoint.all_tasks_done(),
            goal: checkpoint.goal.primary,
            updated_at: checkpoint.updated_at,
            branch: checkpoint.git.and_then(|git| git.branch),
        }
    }
}

/// Every checkpoint of a project: newest first, equal times by selector, unreadable ones last.
///
/// # Errors
/// When the directory can't be read or is something else.
pub fn list(root: &Path) -> Result<Vec<Listed>> {
    let directory = root.join(DIRECTORY);
    check_directory(&directory)?;
    let selectors = std::iter::once(Selector::Legacy).chain(ids(&directory)?.into_iter().map(Selector::Session));
    let mut listed = Vec::new();
    for selector in selectors {
        let place = match selector {
            Selector::Legacy => Place::of(root, &Selector::Legacy)?,
            // The directory was just read: asking again for each spelling would be quadratic.
            Selector::Session(id) => Place {
                root: root.to_path_buf(),
                file: directory.join(format!("{}.json", id.as_str())),
                selector: Selector::Session(id),
            },
        };
        listed.extend(one(place));
    }
    listed.sort_by(|one, other| {
        let time = |listed: &Listed| listed.content.as_ref().ok().map(|heading| heading.updated_at);
        time(other).cmp(&time(one)).then_with(|| one.place.selector.as_str().cmp(other.place.selector.as_str()))
    });
    Ok(listed)
}

/// What a list says of one place; `None` when there is nothing.
fn one(place: Place) -> Option<Listed> {
    let reason = match heading(&place.file) {
        Entry::Heading(heading) => return Some(Listed { place, content: Ok(heading), from_backup: false }),
        Entry::Unreadable(reason, false) => return Some(Listed { place, content: Err(reason), from_backup: false }),
        Entry::Unreadable(reason, true) => Some(reason),
        Entry::Absent => None,
    };
    match (heading(&place.backup()), reason) {
        (Entry::Heading(heading), _) => Some(Listed { place, content: Ok(heading), from_backup: true }),
        (Entry::Unreadable(..) | Entry::Absent, Some(reason)) | (Entry::Unreadable(reason, _), None) => {
            Some(Listed { place, content: Err(reason), from_backup: false })
        }
        (Entry::Absent, None) => None,
    }
}

enum Entry {
    Absent,
    Heading(Heading),
    /// With the reason, and whether the backup may stand in.
    Unreadable(String, bool),
}

fn heading(file: &Path) -> Entry {
    match read(file) {
        Ok(OnDisk::Absent) => Entry::Absent,
        Ok(OnDisk::Document(checkpoint)) => Entry::Heading(Heading::from(*checkpoint)),
        Ok(OnDisk::Corrupt(reason) | OnDisk::TooLarge(reason)) => Entry::Unreadable(reason, true),
        Ok(OnDisk::Version(version)) => Entry::Unreadable(format!("it has format version {version}"), false),
        Err(error) => Entry::Unreadable(error.to_string(), true),
    }
}
