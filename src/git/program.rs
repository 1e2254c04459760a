//! Facts from the git program, for repositories that libgit2 can't read or reads more slowly.

mod hashed;

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::content::{self, Content, Raw};
use super::convert::{self, Filter};
use super::process::{Git, Names};
use super::submodule::Ignore;
use super::{Change, Changes, Distance, Failure, Head, Source, place, state, submodule, untracked};
use crate::path::{OWN_PLACES, RelativePath, native};

/// The git program in a project root.
pub(super) struct Program {
    git: Git,
    root: PathBuf,
    /// Top of the working tree.
    top: PathBuf,
    /// Where the root is below it, with a trailing slash; empty at the top.
    prefix: Vec<u8>,
    git_directory: PathBuf,
    common_directory: PathBuf,
    is_sha256: bool,
    /// Filter drivers that the configuration has a program for.
    drivers: HashSet<Vec<u8>>,
    tracked_changes: OnceCell<Result<Tracked, Failure>>,
    /// Tracked files of this product, asked for on the way.
    own_files: OnceCell<Result<Vec<RelativePath>, Failure>>,
}

/// What one `git status` of tracked files says.
#[derive(Debug, Clone)]
struct Tracked {
    head: Head,
    changes: Vec<Change>,
    /// Ids of the index, for files that a filter may only make look modified.
    index: HashMap<RelativePath, String>,
    /// Submodules at another commit than the index has, with what the index changed about them.
    moved: HashMap<RelativePath, Option<String>>,
}

impl Program {
    /// Asks git where it is. `Err` has git's reason, for example that it is no repository.
    pub fn open(root: &Path, git: Git) -> Result<Self, Failure> {
        let places = [
            "rev-parse",
            "--path-format=absolute",
            "--show-toplevel",
            "--git-dir",
            "--git-common-dir",
            "--show-object-format",
        ];
        let (drivers, output) = std::thread::scope(|scope| {
            let drivers = scope.spawn(|| drivers(&git));
            let output = git.run(&places);
            (drivers.join().unwrap_or_else(|_| Err(Failure("git's configuration was lost".to_owned()))), output)
        });
        let output = output?;
        let lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
        let [top, git_directory, common_directory, format, ..] = lines.as_slice() else {
            return Err(Failure("git did not say where the repository is".to_owned()));
        };
        let top = native(top.to_vec());
        let top = top.canonicalize().unwrap_or(top);
        let prefix = place::prefix(root, &top)?;
        if !prefix.is_empty() && is_empty_submodule(&git.at(&top), &prefix)? {
            return Err(Failure(place::EMPTY_SUBMODULE.to_owned()));
        }
        let drivers = drivers?;
        Ok(Self {
            git: git.without_filters(drivers.iter()),
            root: root.to_path_buf(),
            top,
            prefix,
            git_directory: native(git_directory.to_vec()),
            common_directory: native(common_directory.to_vec()),
            is_sha256: format == b"sha256",
            drivers,
            tracked_changes: OnceCell::new(),
            own_files: OnceCell::new(),
        })
    }

    /// Whether this is the top of its working tree.
    pub fn is_at(&self, top: &Path) -> bool {
        top.canonicalize().is_ok_and(|top| top == self.top)
    }

    fn tracked_changes(&self) -> Result<&Tracked, Failure> {
        self.tracked_changes.get_or_init(|| self.read_tracked_changes()).as_ref().map_err(Clone::clone)
    }

    fn read_tracked_changes(&self) -> Result<Tracked, Failure> {
        let arguments = [
            "status",
            "--porcelain=v2",
            "--branch",
            // How far an upstream branch is can take a walk through all of history.
            "--no-ahead-behind",
            "-z",
            "--untracked-files=no",
            // Git would start itself in every submodule, with the submodule's configuration.
            "--ignore-submodules=dirty",
            "--",
            ".",
        ];
        let output = self.git.run(&arguments)?;
        let mut tracked =
            Tracked { head: Head::Unborn, changes: Vec::new(), index: HashMap::new(), moved: HashMap::new() };
        let (mut commit, mut branch) = (None, None);
        let mut fields = output.split(|&byte| byte == 0);
        while let Some(field) = fields.next() {
            if let Some(id) = field.strip_prefix(b"# branch.oid ") {
                commit = (id != b"(initial)").then(|| String::from_utf8_lossy(id).into_owned());
            } else if let Some(name) = field.strip_prefix(b"# branch.head ") {
                branch = (name != b"(detached)").then(|| String::from_utf8_lossy(name).into_owned());
            } else {
                let renamed_from = if field.starts_with(b"2 ") { fields.next() } else { None };
                self.entry(field, renamed_from, &mut tracked);
            }
        }
        if let Some(id) = commit {
            tracked.head = Head::Commit { id, branch };
        }
        Ok(tracked)
    }

    /// One entry of porcelain version 2, as git-status(1) describes it.
    fn entry(&self, field: &[u8], renamed_from: Option<&[u8]>, tracked: &mut Tracked) {
        let parts = |number: usize| field.splitn(number, |&byte| byte == b' ').collect::<Vec<_>>();
        let (code, path, index) = match field.first() {
            Some(b'1') => match parts(9).as_slice() {
                [_, code, _, _, _, _, _, index, path] => (*code, *path, *index),
                _ => return,
            },
            Some(b'2') => match parts(10).as_slice() {
                [_, code, _, _, _, _, _, index, _, path] => (*code, *path, *index),
                _ => return,
            },
            Some(b'u') => match parts(11).as_slice() {
                [_, code, .., path] => (*code, *path, b"".as_slice()),
                _ => return,
            },
            _ => return,
        };
        let Some(path) = self.below_root(path) else { return };
        if path.is_own_file() {
            return;
        }
        let status = match (field[0], code) {
            (b'u', code) => String::from_utf8_lossy(code).into_owned(),
            (_, [_, b'D']) => "D".to_owned(),
            (_, [b'.', workdir]) => char::from(*workdir).to_string(),
            (_, [index, _]) => char::from(*index).to_string(),
            _ => return,
        };
        let renamed_from = renamed_from.and_then(|path| self.below_root(path));
        // A copy is a new file; a rename from outside the root is one too.
        let (status, renamed_from) = match (status.as_str(), renamed_from) {
            ("C", _) | ("R", None) => ("A".to_owned(), None),
            (_, renamed_from) => (status, renamed_from),
        };
        if let (b'1', [index, b'M'], Some(b'S')) = (field[0], code, field.get(5)) {
            let staged = (*index != b'.').then(|| char::from(*index).to_string());
            tracked.moved.insert(path.clone(), staged);
        }
        tracked.index.insert(path.clone(), String::from_utf8_lossy(index).into_owned());
        tracked.changes.push(Change { path, status, renamed_from });
    }

    fn below_root(&self, path: &[u8]) -> Option<RelativePath> {
        RelativePath::from_bytes(path.strip_prefix(self.prefix.as_slice())?)
    }
}

impl Source for Program {
    fn name(&self) -> &'static str {
        "git"
    }

    fn head(&self) -> Result<Head, Failure> {
        self.tracked_changes().map(|tracked| tracked.head.clone())
    }

    fn state(&self) -> Option<String> {
        let detached = matches!(self.head(), Ok(Head::Commit { branch: None, .. }));
        state::of(&self.git_directory, &self.common_directory, detached)
    }

    fn changes(&self) -> Result<Changes, Failure> {
        let (tracked, (untracked, own_files)) = std::thread::scope(|scope| {
            // Two walks of the tree that do not need each other. Untracked files must leave time for
            // the contents of the tracked ones. The walk that ends first has time for a look at the index.
            let git = self.git.within(self.git.budget().part(2, 3));
            let other = scope.spawn(move || (untracked::from_program(&git), tracked_below(&git, &OWN_PLACES)));
            let tracked = self.git_status();
            let lost = || (untracked::Found::unknown(), Err(Failure("a thread was lost".to_owned())));
            (tracked, other.join().unwrap_or_else(|_| lost()))
        });
        let _ = self.own_files.set(own_files);
        let tracked = tracked?;
        let _ = self.tracked_changes.set(Ok(tracked.clone()));
        let mut changes = self.without_filtered(tracked.changes.clone(), &tracked.index)?;
        let submodules = submodule::registered(&self.top, &self.prefix, &self.git);
        for (path, _) in submodules.iter().filter(|(_, ignore)| *ignore == Ignore::All) {
            match tracked.moved.get(path) {
                Some(None) => changes.retain(|change| change.path != *path),
                Some(Some(staged)) => {
                    let of_it = changes.iter_mut().filter(|change| change.path == *path);
                    of_it.for_each(|change| change.status.clone_from(staged));
                }
                None => {}
            }
        }
        let known: HashSet<RelativePath> = changes.iter().map(|change| change.path.clone()).collect();
        changes.extend(
            submodule::dirty(&self.top, &self.prefix, submodules, &self.git)
                .into_iter()
                .filter(|path| !known.contains(path))
                .map(|path| Change { path, status: "M".to_owned(), renamed_from: None }),
        );
        Ok(untracked.join(changes))
    }

    fn distance(&self, commit: &str) -> Result<Option<Distance>, Failure> {
        if matches!(self.head()?, Head::Commit { id, .. } if id == commit) {
            return Ok(Some(Distance { ahead: 0, is_ancestor: true }));
        }
        let known = self.git.end(&["cat-file", "-e", &format!("{commit}^{{commit}}")], None)?;
        if known.status != Some(0) {
            return Ok(None);
        }
        let range = format!("{commit}...HEAD");
        let output = self.git.run(&["rev-list", "--left-right", "--count", &range, "--"])?;
        let text = String::from_utf8_lossy(&output);
        let mut counts = text.split_whitespace().map(str::parse::<u64>);
        match (counts.next(), counts.next()) {
            (Some(Ok(behind)), Some(Ok(ahead))) => Ok(Some(Distance { ahead, is_ancestor: behind == 0 })),
            _ => Err(Failure("git did not count commits".to_owned())),
        }
    }

    fn last_before(&self, seconds: i64) -> Result<Option<String>, Failure> {
        if matches!(self.head()?, Head::Unborn) {
            return Ok(None);
        }
        let before = format!("--before=@{seconds}");
        let output = self.git.run(&["rev-list", "--max-count=1", "--first-parent", &before, "HEAD", "--"])?;
        let id = String::from_utf8_lossy(&output).trim().to_owned();
        Ok((!id.is_empty()).then_some(id))
    }

    fn changed_between(&self, commit: &str) -> Result<Vec<RelativePath>, Failure> {
        if matches!(self.head()?, Head::Commit { id, .. } if id == commit) {
            return Ok(Vec::new());
        }
        let arguments = [
            "diff-tree",
            "-r",
            "-z",
            "--name-only",
            "--no-renames",
            "--relative",
            "--ignore-submodules=none",
            commit,
            "HEAD",
            "--",
        ];
        let output = self.git.run(&arguments)?;
        Ok(output.split(|&byte| byte == 0).filter_map(RelativePath::from_bytes).collect())
    }

    fn blobs_at(&self, commit: Option<&str>, paths: &[RelativePath]) -> Result<Vec<Option<String>>, Failure> {
        if commit.is_none() && self.head()? == Head::Unborn {
            return Ok(vec![None; paths.len()]);
        }
        let commit = commit.unwrap_or("HEAD");
        let mut blobs: HashMap<RelativePath, String> = HashMap::new();
        // Names are arguments here, and a command line has room for so many only.
        for chunk in as_arguments(paths) {
            let mut arguments: Vec<OsString> = ["ls-tree", "-z", commit, "--"].map(OsString::from).into();
            arguments.extend(chunk);
            for line in self.git.run(&arguments)?.split(|&byte| byte == 0) {
                let Some(tab) = line.iter().position(|&byte| byte == b'\t') else { continue };
                let about = String::from_utf8_lossy(&line[..tab]);
                let mut about = about.split(' ').skip(1);
                if let (Some("blob" | "commit"), Some(id), Some(path)) =
                    (about.next(), about.next(), RelativePath::from_bytes(&line[tab + 1..]))
                {
                    blobs.insert(path, id.to_owned());
                }
            }
        }
        Ok(paths.iter().map(|path| blobs.get(path).cloned()).collect())
    }

    fn contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        let every: Vec<&RelativePath> = paths.iter().collect();
        let filters = match self.filters(&every) {
            Ok(filters) => filters,
            Err(Failure(reason)) => return vec![Content::Unreadable(reason); paths.len()],
        };
        let mut contents: Vec<Content> = Vec::with_capacity(paths.len());
        let mut by_git: Vec<(usize, &RelativePath)> = Vec::new();
        for (at, path) in paths.iter().enumerate() {
            let place = path.under(&self.root);
            contents.push(match filters.get(path) {
                Some(filter) => match content::read(&self.root, path) {
                    Raw::File(bytes) if *filter == Filter::Lfs => {
                        Content::Hash(self.blob_id(&convert::lfs_pointer(&bytes)))
                    }
                    Raw::File(bytes) => Content::Hash(self.blob_id(&bytes)),
                    other => self.other(&place, other),
                },
                None => match content::look(&self.root, path) {
                    Raw::File(_) => {
                        by_git.push((at, path));
                        Content::Absent
                    }
                    other => self.other(&place, other),
                },
            });
        }
        let regular: Vec<&RelativePath> = by_git.iter().map(|(_, path)| *path).collect();
        match self.hash_objects(&regular) {
            Ok(hashes) => {
                for ((at, _), hash) in by_git.iter().zip(hashes) {
                    contents[*at] = Content::Hash(hash);
                }
            }
            // One that vanished or can't be read spoils the whole batch.
            Err(Failure(reason)) => {
                for (at, path) in by_git {
                    contents[at] = match self.hash_objects(&[path]) {
                        Ok(hashes) => hashes.into_iter().next().map_or(Content::Absent, Content::Hash),
                        Err(_) => match content::look(&self.root, path) {
                            Raw::Other(content) => content,
                            _ => Content::Unreadable(reason.clone()),
                        },
                    };
                }
            }
        }
        contents
    }

    fn plain_contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        paths.iter().map(|path| self.other(&path.under(&self.root), content::read(&self.root, path))).collect()
    }

    fn find_ignored(&self, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure> {
        if paths.is_empty() {
            return Ok(HashSet::new());
        }
        let names: Vec<u8> = paths.iter().flat_map(|path| [b"./", path.as_bytes(), b"\0"].concat()).collect();
        let ended =
            self.git.taking(Names::Unsaid).end(&["check-ignore", "--no-index", "-z", "--stdin"], Some(names))?;
        let ignored = || ended.output.split(|&byte| byte == 0).filter_map(|name| name.strip_prefix(b"./"));
        match ended.status {
            Some(0 | 1) => Ok(ignored().filter_map(RelativePath::from_bytes).collect()),
            // Git refuses a name beyond a symlink, which nothing can ignore, and with it all the others.
            _ if paths.len() == 1 && ended.message.contains("beyond a symbolic link") => Ok(HashSet::new()),
            _ if paths.len() == 1 => Err(Failure(ended.message)),
            _ => {
                let (one, other) = paths.split_at(paths.len() / 2);
                let mut ignored = self.find_ignored(one)?;
                ignored.extend(self.find_ignored(other)?);
                Ok(ignored)
            }
        }
    }

    fn find_tracked(&self, paths: &[&str]) -> Result<Vec<RelativePath>, Failure> {
        match self.own_files.get() {
            Some(known) if paths == OWN_PLACES => known.clone(),
            _ => tracked_below(&self.git, paths),
        }
    }
}

impl Program {
    fn git_status(&self) -> Result<Tracked, Failure> {
        match self.tracked_changes.get() {
            Some(known) => known.clone(),
            None => self.read_tracked_changes(),
        }
    }
}

/// Tracked files at or below these paths, whatever their case.
fn tracked_below(git: &Git, paths: &[&str]) -> Result<Vec<RelativePath>, Failure> {
    let arguments = [&["ls-files", "-z", "--"], paths].concat();
    let output = git.taking(Names::AnyCase).run(&arguments)?;
    let paths: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
    let files = output.split(|&byte| byte == 0).filter_map(RelativePath::from_bytes);
    Ok(files.filter(|file| place::is_at_or_below_any(file, &paths)).collect())
}

/// Filter drivers that have a program.
fn drivers(git: &Git) -> Result<HashSet<Vec<u8>>, Failure> {
    let arguments = ["config", "--name-only", "-z", "--get-regexp", r"^filter\..*\.(clean|smudge|process)$"];
    let ended = git.end(&arguments, None)?;
    // 1: there are none.
    if !matches!(ended.status, Some(0 | 1)) {
        return Err(Failure(ended.message));
    }
    let names = ended.output.split(|&byte| byte == 0).filter_map(|name| name.strip_prefix(b"filter."));
    Ok(names.filter_map(|name| Some(name[..name.iter().rposition(|&byte| byte == b'.')?].to_vec())).collect())
}

/// Whether the root is at or below a place where the index has a submodule.
fn is_empty_submodule(at_top: &Git, prefix: &[u8]) -> Result<bool, Failure> {
    let mut arguments: Vec<OsString> = ["ls-files", "--stage", "-z", "--"].map(OsString::from).into();
    let ends = prefix.iter().enumerate().filter(|(_, byte)| **byte == b'/').map(|(at, _)| at);
    let places: Vec<&[u8]> = ends.map(|end| &prefix[..end]).collect();
    arguments.extend(places.iter().map(|place| native(place.to_vec()).into_os_string()));
    let output = at_top.run(&arguments)?;
    Ok(output.split(|&byte| byte == 0).any(|line| {
        line.starts_with(b"160000 ") && places.iter().any(|place| line.ends_with(&[b"\t", *place].concat()))
    }))
}

/// Names as arguments of several commands, each short enough for every system's command line.
fn as_arguments(paths: &[RelativePath]) -> Vec<Vec<OsString>> {
    let mut chunks: Vec<Vec<OsString>> = Vec::new();
    let mut room = 0;
    for path in paths {
        let length = path.as_bytes().len() + 3;
        if length > room {
            chunks.push(Vec::new());
            room = 24_000;
        }
        room = room.saturating_sub(length);
        if let Some(chunk) = chunks.last_mut() {
            chunk.push(path.native().into_owned().into_os_string());
        }
    }
    chunks
}
