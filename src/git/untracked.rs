//! Untracked files, with directories full of them as one entry each.

use std::path::Path;

use super::process::Git;
use super::{Change, Changes, Failure};
use crate::limits;
use crate::path::RelativePath;

/// What was found.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    /// Files, and nested repositories, which git lists as one name.
    pub files: Vec<RelativePath>,
    /// Directories with more than [`limits::UNTRACKED_FILES`], or with more than there was time for.
    pub directories: Vec<RelativePath>,
    /// Whether the rest is unknown.
    pub incomplete: bool,
}

impl Found {
    /// Nothing could be told.
    pub fn unknown() -> Self {
        Self { incomplete: true, ..Self::default() }
    }

    /// The changes of a project: the tracked ones first, each group in byte order.
    pub fn join(self, mut tracked: Vec<Change>) -> Changes {
        tracked.sort_by(|one, other| one.path.cmp(&other.path));
        let change = |path: RelativePath| Change { path, status: "??".to_owned(), renamed_from: None };
        let files = self.files.into_iter().filter(|path| !path.is_own_file());
        let mut untracked: Vec<Change> = files.chain(self.directories.iter().cloned()).map(change).collect();
        untracked.sort_by(|one, other| one.path.cmp(&other.path));
        // A file that was taken out of the index but not deleted is both; its content is there.
        tracked.retain(|change| untracked.binary_search_by(|other| other.path.cmp(&change.path)).is_err());
        tracked.extend(untracked);
        Changes { list: tracked, directories: self.directories, untracked_incomplete: self.incomplete }
    }
}

/// Asks the git program for every file, and, when those are many or take too long, for directories as one
/// entry each, which is fast.
pub(super) fn from_program(git: &Git) -> Found {
    let every = list(&git.within(git.budget().part(2, 3)), &[]);
    if let Ok(every) = &every
        && every.len() <= limits::UNTRACKED_FILES
    {
        return Found { files: every.iter().filter_map(Entry::path).collect(), ..Found::default() };
    }
    let coarse = list(git, &["--directory", "--no-empty-directory"]);
    match (every, coarse) {
        (Ok(every), Ok(coarse)) if is_whole_root(&coarse) => {
            let tops = tops(&every);
            fold(every, &tops)
        }
        (Err(_), Ok(coarse)) if is_whole_root(&coarse) => Found::unknown(),
        (Ok(every), Ok(coarse)) => fold(every, &coarse),
        (Ok(every), Err(_)) => {
            Found { files: every.into_iter().filter_map(|entry| entry.path()).collect(), ..Found::default() }
        }
        (Err(_), Ok(coarse)) => {
            let (directories, files): (Vec<Entry>, Vec<Entry>) =
                coarse.into_iter().partition(|entry| entry.is_directory);
            Found {
                files: files.into_iter().filter_map(|entry| entry.path()).collect(),
                directories: directories.into_iter().filter_map(|entry| entry.path()).collect(),
                incomplete: false,
            }
        }
        (Err(_), Err(_)) => Found::unknown(),
    }
}

/// A name as `git ls-files` prints it.
struct Entry {
    bytes: Vec<u8>,
    is_directory: bool,
}

impl Entry {
    fn path(&self) -> Option<RelativePath> {
        RelativePath::from_bytes(&self.bytes)
    }
}

/// Whether git knows no file of the root, so that the root is the one directory it lists.
fn is_whole_root(coarse: &[Entry]) -> bool {
    coarse.iter().any(|entry| entry.bytes == b"./")
}

/// The directories these names begin with.
fn tops(every: &[Entry]) -> Vec<Entry> {
    let mut tops: Vec<Entry> = Vec::new();
    for entry in every {
        let Some(end) = entry.bytes.iter().position(|&byte| byte == b'/') else { continue };
        let top = &entry.bytes[..=end];
        if tops.last().is_none_or(|last| last.bytes != top) {
            tops.push(Entry { bytes: top.to_vec(), is_directory: true });
        }
    }
    tops
}

fn list(git: &Git, options: &[&str]) -> Result<Vec<Entry>, Failure> {
    let arguments = [&["ls-files", "--others", "--exclude-standard", "-z"], options, &["--", "."]].concat();
    let output = git.run(&arguments)?;
    let names = output.split(|&byte| byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| Entry { bytes: name.to_vec(), is_directory: name.ends_with(b"/") }).collect())
}

/// Every file, except that of directories which hold too many only the directory is kept.
fn fold(every: Vec<Entry>, coarse: &[Entry]) -> Found {
    let mut found = Found::default();
    let mut directories: Vec<(&[u8], usize)> =
        coarse.iter().filter(|entry| entry.is_directory).map(|entry| (entry.bytes.as_slice(), 0)).collect();
    directories.sort_unstable();
    // The last directory that sorts before a name is the only one that can hold it.
    let holder = |directories: &[(&[u8], usize)], name: &[u8]| {
        let at = directories.partition_point(|(directory, _)| *directory <= name).checked_sub(1)?;
        name.starts_with(directories[at].0).then_some(at)
    };
    for entry in &every {
        if let Some(at) = holder(&directories, &entry.bytes) {
            directories[at].1 += 1;
        }
    }
    for (directory, count) in &directories {
        if *count > limits::UNTRACKED_FILES {
            found.directories.extend(RelativePath::from_bytes(directory));
        }
    }
    for entry in every {
        let folded = holder(&directories, &entry.bytes).is_some_and(|at| directories[at].1 > limits::UNTRACKED_FILES);
        if !folded {
            found.files.extend(entry.path());
        }
    }
    found
}

/// Whether a directory holds more than `most` entries, ignored ones included, at whatever depth. It is
/// read no further than that.
pub(super) fn holds_more_than(directory: &Path, most: usize) -> bool {
    let mut seen = 0;
    let mut open = vec![directory.to_path_buf()];
    while let Some(directory) = open.pop() {
        let Ok(entries) = std::fs::read_dir(&directory) else { continue };
        for entry in entries.flatten() {
            seen += 1;
            if seen > most {
                return true;
            }
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                open.push(entry.path());
            }
        }
    }
    false
}
