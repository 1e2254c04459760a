//! What a save finds out by itself: where git stands, which files changed, what they hold.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde_json::Map;

use crate::checkpoint::{Contents, FileSource, GitState, LeftOut, ModifiedFile};
use crate::git::{self, Budget, Change, Changes, Content, Found, Head, Source};
use crate::input::FileInput;
use crate::path::{Given, RelativePath, given};
use crate::text::{code, shortened, some_of};
use crate::{limits, redact};

/// What git and the file system say at the moment of a save.
pub(super) struct Facts {
    /// Who was asked; `None` where there is no repository, or none that can be read.
    pub source: Option<Box<dyn Source>>,
    /// Where git stands; `None` as well before the first commit.
    pub git: Option<GitState>,
    /// The files the caller named, then those git found.
    pub files: Vec<ModifiedFile>,
    /// What files of earlier saves hold now.
    pub contents: Contents,
    /// What is not among `files` one by one.
    pub left_out: Option<LeftOut>,
}

impl Facts {
    /// Gathers the facts of one save. `recorded` are the files that a merge would carry over.
    pub fn gather(root: &Path, named: &[FileInput], recorded: &[String], warnings: &mut Vec<String>) -> Self {
        let mut named = names_below(root, named, warnings);
        let source = match git::open(root, Budget::of(limits::GIT_BUDGET)) {
            Found::Repository(source) => Some(source),
            Found::Nothing => None,
            Found::Unusable(reason) => {
                warnings.push(format!("No git facts were recorded: {}.", reason.trim_end_matches('.')));
                None
            }
        };
        let (git, changes) = match &source {
            None => (None, Changes::default()),
            Some(source) => ask(source.as_ref()).unwrap_or_else(|git::Failure(reason)| {
                // Half of the facts would be a false claim about the other half.
                warnings.push(format!("No git facts were recorded: {}.", reason.trim_end_matches('.')));
                (None, Changes::default())
            }),
        };
        let left_out = tell_left_out(&changes, warnings);
        let mut files = listed(&mut named, changes.list);
        let recorded: HashSet<&str> = recorded.iter().map(String::as_str).collect();
        let mut contents = Contents::new();
        if let Some(source) = &source {
            read_listed(source.as_ref(), &mut files, &recorded, warnings);
            let known: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
            let carried: Vec<RelativePath> =
                recorded.difference(&known).filter_map(|path| RelativePath::from_text(path)).collect();
            contents = carried.iter().map(RelativePath::text).zip(source.contents(&carried)).collect();
        }
        Self { source, git, files, contents, left_out }
    }
}

fn ask(source: &dyn Source) -> Result<(Option<GitState>, Changes), git::Failure> {
    let changes = source.changes()?;
    let git = match source.head()? {
        Head::Unborn => None,
        Head::Commit { id, branch } => {
            Some(GitState { branch, head: id, dirty: !changes.list.is_empty(), state: source.state() })
        }
    };
    Ok((git, changes))
}

/// A file the caller named, with its note.
type Named = (RelativePath, Option<String>);

/// The caller's files, each once, without those that can't be part of the project.
fn names_below(root: &Path, given_files: &[FileInput], warnings: &mut Vec<String>) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    let (mut outside, mut own) = (Vec::new(), Vec::new());
    for file in given_files {
        let path = match given(&file.path, root) {
            Given::Inside(path) if path.is_own_file() => {
                own.push(code(&shortened(&file.path, 200)));
                continue;
            }
            Given::Inside(path) => path,
            Given::Outside => {
                outside.push(code(&shortened(&file.path, 200)));
                continue;
            }
        };
        let note = file.note.clone().filter(|note| !note.is_empty());
        match named.iter_mut().find(|(known, _)| *known == path) {
            Some((_, known)) => *known = note.or(known.take()),
            None => named.push((path, note)),
        }
    }
    if !outside.is_empty() {
        warnings.push(format!("Outside the project and left out: {}.", some_of(&outside, 10)));
    }
    if !own.is_empty() {
        warnings.push(format!("Checkpoint files are left out: {}.", some_of(&own, 10)));
    }
    named
}

/// Says what of the untracked files is not in the document one by one.
fn tell_left_out(changes: &Changes, warnings: &mut Vec<String>) -> Option<LeftOut> {
    if !changes.directories.is_empty() {
        let names: Vec<String> = changes.directories.iter().map(|path| code(&shortened(&path.text(), 200))).collect();
        warnings.push(format!(
            "Untracked directories with more than {} files are one entry each, without hashes: {}.",
            limits::UNTRACKED_FILES,
            some_of(&names, 5)
        ));
    }
    if changes.untracked_incomplete {
        let text = "There was no time to find all untracked files; those that are missing are not compared on load.";
        warnings.push(text.to_owned());
        return Some(LeftOut::Unseen);
    }
    (!changes.directories.is_empty()).then_some(LeftOut::Folded)
}

/// The files the caller named, then those git found, each once.
fn listed(named: &mut Vec<Named>, changes: Vec<Change>) -> Vec<ModifiedFile> {
    // A name the caller gave was redacted already, so names meet in that form.
    let clean = |path: &RelativePath| redact::text(&path.text()).0.into_owned();
    let mut found: HashMap<String, (usize, Change)> =
        changes.into_iter().enumerate().map(|(order, change)| (clean(&change.path), (order, change))).collect();
    let mut files: Vec<ModifiedFile> = named
        .drain(..)
        .map(|(path, note)| {
            let change = found.remove(&path.text()).map(|(_, change)| change);
            ModifiedFile { note, ..record(&path, change) }
        })
        .collect();
    let mut rest: Vec<(usize, Change)> = found.into_values().collect();
    rest.sort_by_key(|(order, _)| *order);
    files.extend(rest.into_iter().map(|(_, change)| record(&change.path.clone(), Some(change))));
    files
}

fn record(path: &RelativePath, change: Option<Change>) -> ModifiedFile {
    let source = if change.is_some() { FileSource::Git } else { FileSource::Agent };
    let change = change.unwrap_or_else(|| Change { path: path.clone(), status: "M".to_owned(), renamed_from: None });
    ModifiedFile {
        path: change.path.text(),
        status: change.status,
        source,
        note: None,
        hash: None,
        renamed_from: change.renamed_from.map(|path| path.text()),
        size: None,
        kind: None,
        unknown: Map::new(),
    }
}

/// Records what the files hold that the document may have room for. A name that holds a secret is stored
/// redacted, and a hash beside it would say which file is meant.
fn read_listed(source: &dyn Source, files: &mut [ModifiedFile], recorded: &HashSet<&str>, warnings: &mut Vec<String>) {
    let holds_secret = |name: &str| name.contains(redact::PLACEHOLDER) || redact::finds_secret(name);
    let (mut places, mut paths) = (Vec::new(), Vec::new());
    let mut secret = 0;
    for (at, file) in files.iter().enumerate() {
        let names = || std::iter::once(&file.path).chain(&file.renamed_from);
        if at >= limits::MODIFIED_FILES && !names().any(|name| recorded.contains(name.as_str())) {
            continue;
        }
        if names().any(|name| holds_secret(name)) {
            secret += 1;
        } else if let Some(path) = RelativePath::from_text(&file.path) {
            places.push(at);
            paths.push(path);
        }
    }
    let mut large = 0;
    for (at, content) in places.into_iter().zip(source.contents(&paths)) {
        files[at].set_content(&content);
        large += usize::from(matches!(content, Content::Large(_)));
    }
    if secret > 0 {
        warnings.push(format!(
            "{secret} file name(s) hold what looks like a secret; they are stored redacted and not compared on load."
        ));
    }
    if large > 0 {
        warnings.push(format!(
            "{large} file(s) larger than {} MiB are recorded by size only, without hash.",
            limits::HASHED_FILE_BYTES / 1024 / 1024
        ));
    }
}
