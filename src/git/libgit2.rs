//! Facts from libgit2, in process.
//!
//! libgit2 runs no filter, hook, pager or monitor of a repository's configuration, and with the
//! options used here it writes nothing, the index included.
//!
//! Where it would not say what git says, it refuses when asked to be [`Strictness::AsGit`]; without a
//! git program to ask instead, the nearest answer has to do.

mod hashed;

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

use git2::{
    ConfigLevel, DiffOptions, Error, ErrorCode, IndexEntryExtendedFlag, ObjectType, Oid, Repository,
    RepositoryOpenFlags, StatusEntry, StatusOptions, StatusShow, Tree,
};

use super::attributes::AttributeFiles;
use super::content::Content;
use super::convert::Attribute;
use super::process::{Budget, Git};
use super::{Change, Changes, Distance, Failure, Head, place, untracked};
use crate::limits;
use crate::path::{RelativePath, native};

/// What libgit2 says about a place.
pub(super) enum Opened<T> {
    /// There is no repository.
    Nothing,
    /// There is one that nobody can ask from here, with the reason.
    Refused(String),
    /// There is one that libgit2 can't read, with the reason.
    Unreadable(String),
    /// There is one that the git program reads faster, with several threads.
    Large,
    /// There is one of another user, unless git knows better where to look for `safe.directory`.
    Distrusted(String),
    /// There is one.
    Repository(T),
}

/// What to do where libgit2 differs from git.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Strictness {
    /// Fail, for the git program to be asked.
    AsGit,
    /// Answer as well as possible: there is no git program.
    AsGoodAsPossible,
}

/// Looks for a repository as git does, without crossing into another file system. The index of a large
/// one is read only when `large_too` asks for it.
pub(super) fn open(root: &Path, flags: RepositoryOpenFlags, budget: Budget, large_too: bool) -> Opened<Libgit2> {
    let none: [&Path; 0] = [];
    let repository = match Repository::open_ext(root, flags, none) {
        Ok(repository) => repository,
        // A `.git` file that leads nowhere is a repository that can't be read.
        Err(error) if error.code() == ErrorCode::NotFound && !place::has_git_file(root) => return Opened::Nothing,
        Err(error) if error.code() == ErrorCode::Owner => return Opened::Distrusted(reason(&error)),
        Err(error) => return Opened::Unreadable(reason(&error)),
    };
    let Some(top) = repository.workdir().and_then(|top| top.canonicalize().ok()) else {
        return Opened::Refused("the repository has no working tree here".to_owned());
    };
    let inside = |directory: &Path| directory.canonicalize().is_ok_and(|directory| root.starts_with(directory));
    if inside(repository.path()) || inside(repository.commondir()) {
        return Opened::Refused("the project root is inside a git directory".to_owned());
    }
    let prefix = match place::prefix(root, &top) {
        Ok(prefix) => prefix,
        Err(Failure(reason)) => return Opened::Refused(reason),
    };
    if let Err(error) = use_environment(&repository) {
        return Opened::Unreadable(reason(&error));
    }
    // On a file system with case, git tells names apart all the same when it looks for them.
    let ignores_case = repository.config().and_then(|config| config.get_bool("core.ignoreCase"));
    if !cfg!(any(windows, target_vendor = "apple")) && ignores_case.unwrap_or(false) {
        return Opened::Unreadable("it ignores the case of names, which this system does not".to_owned());
    }
    let index = repository.path().join("index");
    if !large_too && index.metadata().is_ok_and(|metadata| metadata.len() >= limits::LARGE_INDEX_BYTES) {
        return Opened::Large;
    }
    // Split and sparse indexes fail here, and replaced or grafted history is not followed.
    let index = match repository.index() {
        Ok(index) => index,
        Err(error) => return Opened::Unreadable(reason(&error)),
    };
    if has_rewritten_history(&repository) {
        return Opened::Unreadable("its history has replacements, which libgit2 does not follow".to_owned());
    }
    let is_link = |path: &Path| index.get_path(path, 0).is_some_and(|entry| entry.mode == SUBMODULE_MODE);
    let is_above = |below: &Path| below.ancestors().filter(|path| !path.as_os_str().is_empty()).any(is_link);
    if root.strip_prefix(&top).is_ok_and(is_above) {
        return Opened::Refused(place::EMPTY_SUBMODULE.to_owned());
    }
    Opened::Repository(Libgit2 { repository, root: root.to_path_buf(), prefix, budget, attributes: OnceCell::new() })
}

/// Mode of a submodule in an index.
const SUBMODULE_MODE: u32 = 0o160_000;

/// Reads the user's configuration from where `GIT_CONFIG_GLOBAL`, `GIT_CONFIG_SYSTEM` and
/// `GIT_CONFIG_NOSYSTEM` put it, which libgit2 alone does not.
fn use_environment(repository: &Repository) -> Result<(), Error> {
    let nowhere = repository.path().join("no configuration");
    let mut files: Vec<(ConfigLevel, PathBuf)> = Vec::new();
    if let Some(global) = std::env::var_os("GIT_CONFIG_GLOBAL") {
        files.push((ConfigLevel::Global, if global.is_empty() { nowhere.clone() } else { PathBuf::from(global) }));
        files.push((ConfigLevel::XDG, nowhere.clone()));
    }
    let no_system = std::env::var_os("GIT_CONFIG_NOSYSTEM").is_some_and(|value| !value.is_empty() && value != "0");
    if no_system {
        files.push((ConfigLevel::System, nowhere));
    } else if let Some(system) = std::env::var_os("GIT_CONFIG_SYSTEM") {
        files.push((ConfigLevel::System, PathBuf::from(system)));
    }
    if files.is_empty() {
        return Ok(());
    }
    let mut config = repository.config()?;
    files.iter().try_for_each(|(level, file)| config.add_file(file, *level, true))
}

/// Whether objects are replaced (git-replace(1)) or parents grafted.
fn has_rewritten_history(repository: &Repository) -> bool {
    repository.commondir().join("info/grafts").symlink_metadata().is_ok()
        || repository.references_glob("refs/replace/*").is_ok_and(|mut found| found.next().is_some())
}

/// libgit2 in a project root.
pub(super) struct Libgit2 {
    repository: Repository,
    root: PathBuf,
    /// Where the root is in the working tree, with a trailing slash; empty at its top.
    prefix: Vec<u8>,
    budget: Budget,
    attributes: OnceCell<AttributeFiles>,
}

impl Libgit2 {
    /// The repository's own directory and the one it shares with other working trees.
    pub fn directories(&self) -> (PathBuf, PathBuf) {
        (self.repository.path().to_path_buf(), self.repository.commondir().to_path_buf())
    }

    /// Top of the working tree.
    pub fn top(&self) -> PathBuf {
        self.repository.workdir().map(Path::to_path_buf).unwrap_or_default()
    }

    pub fn head(&self) -> Result<Head, Failure> {
        let head = match self.repository.head() {
            Ok(head) => head,
            Err(error) if error.code() == ErrorCode::UnbornBranch => return Ok(Head::Unborn),
            Err(error) => return Err(failure(&error)),
        };
        let id = head.peel_to_commit().map_err(|error| failure(&error))?.id().to_string();
        let branch = (!self.repository.head_detached().unwrap_or(false))
            .then(|| head.name_bytes())
            .map(|name| name.strip_prefix(b"refs/heads/").unwrap_or(name))
            .map(|name| String::from_utf8_lossy(name).into_owned());
        Ok(Head::Commit { id, branch })
    }

    pub fn changes(&self, strictness: Strictness) -> Result<Changes, Failure> {
        let is_unknown_root = self.is_unknown_root()?;
        if is_unknown_root && strictness == Strictness::AsGit {
            return Err(Failure("a root without any file of the repository is left to git".to_owned()));
        }
        let mut options = self.status_options();
        options.include_untracked(true).renames_head_to_index(strictness == Strictness::AsGoodAsPossible);
        let statuses = self.repository.statuses(Some(&mut options)).map_err(|error| failure(&error))?;
        if strictness == Strictness::AsGit {
            self.expect_as_git(&statuses)?;
        }
        let conflicts = self.conflicts();
        let (mut tracked, mut directories, mut files) = (Vec::new(), Vec::new(), Vec::new());
        for entry in statuses.iter() {
            let is_directory = entry.status().is_wt_new() && entry.path_bytes().ends_with(b"/");
            match self.change(&entry, &conflicts) {
                Some(change) if is_directory => directories.push(change.path),
                Some(change) if change.is_untracked() => files.push(change.path),
                Some(change) => tracked.push(change),
                None => {}
            }
        }
        if is_unknown_root {
            files.extend(self.files_below(&self.prefix)?);
        }
        let untracked = self.expand(directories, files)?;
        Ok(untracked.join(tracked))
    }

    pub fn distance(&self, commit: &str) -> Result<Option<Distance>, Failure> {
        let Some(saved) = self.commit(commit) else { return Ok(None) };
        let head = self.repository.head().and_then(|head| head.peel_to_commit()).map_err(|error| failure(&error))?;
        let (ahead, behind) =
            self.repository.graph_ahead_behind(head.id(), saved.id()).map_err(|error| failure(&error))?;
        Ok(Some(Distance { ahead: ahead as u64, is_ancestor: behind == 0 }))
    }

    pub fn last_before(&self, seconds: i64) -> Result<Option<String>, Failure> {
        let read = || -> Result<Option<String>, Error> {
            let mut commit = match self.repository.head() {
                Ok(head) => head.peel_to_commit()?,
                Err(error) if error.code() == ErrorCode::UnbornBranch => return Ok(None),
                Err(error) => return Err(error),
            };
            loop {
                if commit.time().seconds() <= seconds {
                    return Ok(Some(commit.id().to_string()));
                }
                commit = match commit.parent(0) {
                    Ok(parent) => parent,
                    // The first one, or where a shallow clone ends.
                    Err(_) => return Ok(None),
                };
            }
        };
        read().map_err(|error| failure(&error))
    }

    pub fn changed_between(&self, commit: &str) -> Result<Vec<RelativePath>, Failure> {
        let read = || -> Result<Vec<RelativePath>, Error> {
            let saved = self.tree(Some(commit))?;
            let head = self.tree(None)?;
            let mut options = DiffOptions::new();
            options.ignore_submodules(false).include_typechange(true);
            if !self.prefix.is_empty() {
                options.pathspec(self.prefix.as_slice()).disable_pathspec_match(true);
            }
            let diff = self.repository.diff_tree_to_tree(saved.as_ref(), head.as_ref(), Some(&mut options))?;
            Ok(diff
                .deltas()
                .flat_map(|delta| [delta.old_file().path_bytes(), delta.new_file().path_bytes()])
                .flatten()
                .filter_map(|path| self.below_root(path))
                .collect())
        };
        read().map_err(|error| failure(&error))
    }

    pub fn blobs_at(&self, commit: Option<&str>, paths: &[RelativePath]) -> Result<Vec<Option<String>>, Failure> {
        let read = || -> Result<Vec<Option<String>>, Error> {
            let Some(tree) = self.tree(commit)? else { return Ok(vec![None; paths.len()]) };
            // libgit2 reads a large directory anew for every path that leads through it. Paths come in their order.
            let mut last: (Vec<u8>, Option<Tree<'_>>) = (Vec::new(), Some(tree.clone()));
            let mut blob = |path: &RelativePath| {
                let whole = [self.prefix.as_slice(), path.as_bytes()].concat();
                let end = whole.iter().rposition(|byte| *byte == b'/');
                let (directory, name) = end.map_or((&[][..], &whole[..]), |end| (&whole[..end], &whole[end + 1..]));
                if last.0 != directory {
                    last = (directory.to_vec(), self.directory_in(&tree, directory)?);
                }
                let entry = last.1.as_ref().and_then(|tree| tree.get_name_bytes(name));
                Ok(entry.filter(|entry| entry.kind() != Some(ObjectType::Tree)).map(|entry| entry.id().to_string()))
            };
            paths.iter().map(&mut blob).collect()
        };
        read().map_err(|error| failure(&error))
    }

    fn directory_in<'a>(&'a self, tree: &Tree<'a>, directory: &[u8]) -> Result<Option<Tree<'a>>, Error> {
        let Some(directory) = RelativePath::from_bytes(directory) else { return Ok(Some(tree.clone())) };
        match tree.get_path(&directory.native()) {
            Ok(entry) if entry.kind() == Some(ObjectType::Tree) => self.repository.find_tree(entry.id()).map(Some),
            Ok(_) => Ok(None),
            Err(error) if error.code() == ErrorCode::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    pub fn contents(&self, paths: &[RelativePath], strictness: Strictness) -> Result<Vec<Content>, Failure> {
        if strictness == Strictness::AsGit && paths.iter().any(|path| self.needs_git(path)) {
            return Err(Failure(ENCODED.to_owned()));
        }
        Ok(paths.iter().map(|path| self.content(path)).collect())
    }

    pub fn ignored(&self, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure> {
        let mut ignored = HashSet::new();
        for path in paths {
            if self.repository.is_path_ignored(self.in_repository(path)).map_err(|error| failure(&error))? {
                ignored.insert(path.clone());
            }
        }
        Ok(ignored)
    }

    pub fn tracked(&self, paths: &[String]) -> Result<Vec<RelativePath>, Failure> {
        let index = self.repository.index().map_err(|error| failure(&error))?;
        // Every entry is looked at: an index of a file system without case is sorted without case.
        let entries = index.iter().filter_map(|entry| self.below_root(&entry.path));
        Ok(entries.filter(|entry| place::is_at_or_below_any(entry, paths)).collect())
    }

    /// Fails where git would say something else about the same changes: libgit2 measures renames
    /// differently, never finds those of the working tree, and does not know encodings.
    fn expect_as_git(&self, statuses: &git2::Statuses<'_>) -> Result<(), Failure> {
        let index = self.repository.index().map_err(|error| failure(&error))?;
        let (mut new, mut deleted) = (false, false);
        for entry in statuses.iter() {
            let status = entry.status();
            new |= status.is_index_new();
            deleted |= status.is_index_deleted();
            let path = native(entry.path_bytes().to_vec());
            let intended = || {
                let flags = index.get_path(&path, 0).map(|entry| entry.flags_extended).unwrap_or_default();
                IndexEntryExtendedFlag::from_bits_truncate(flags).is_intent_to_add()
            };
            if (status.is_index_new() || status.is_wt_new()) && intended() {
                return Err(Failure("files that are only intended to be added are left to git".to_owned()));
            }
            let is_encoded = || self.below_root(entry.path_bytes()).is_some_and(|path| self.needs_git(&path));
            if status.is_wt_modified() && is_encoded() {
                return Err(Failure(ENCODED.to_owned()));
            }
        }
        if self.leaves_submodules_out() {
            return Err(Failure("submodules that are to be left out are left to git".to_owned()));
        }
        if new && deleted { Err(Failure("renames are left to git".to_owned())) } else { Ok(()) }
    }

    /// Whether a setting says what of submodules is not to be seen; libgit2 does not know all of them.
    fn leaves_submodules_out(&self) -> bool {
        let Ok(config) = self.repository.config() else { return false };
        let is_there = |config: &git2::Config, is_it: fn(&[u8]) -> bool| {
            let is_found = |mut entries: git2::ConfigEntries<'_>| {
                while let Some(Ok(entry)) = entries.next() {
                    if is_it(entry.name_bytes()) {
                        return true;
                    }
                }
                false
            };
            config.entries(None).is_ok_and(is_found)
        };
        let is_ignore = |name: &[u8]| name.strip_prefix(b"submodule.").is_some_and(|rest| rest.ends_with(b".ignore"));
        let file = self.top().join(".gitmodules");
        is_there(&config, |name| name == b"diff.ignoresubmodules")
            || is_there(&config, is_ignore)
            || (file.symlink_metadata().is_ok_and(|metadata| metadata.is_file())
                && git2::Config::open(&file).is_ok_and(|config| is_there(&config, is_ignore)))
    }

    /// Whether no file below the root is tracked. libgit2 then finds the root to be a part of one
    /// untracked directory, which is outside of it, and lists nothing.
    fn is_unknown_root(&self) -> Result<bool, Failure> {
        let index = self.repository.index().map_err(|error| failure(&error))?;
        Ok(!self.prefix.is_empty() && !index.iter().any(|entry| entry.path.starts_with(&self.prefix)))
    }

    /// Whether only git can tell what it would store for a file.
    fn needs_git(&self, path: &RelativePath) -> bool {
        let whole = self.in_repository(path);
        matches!(self.attribute(&whole, "working-tree-encoding"), Attribute::Value(_))
            || matches!(self.attribute(&whole, "filter"), Attribute::Value(name) if std::str::from_utf8(name).is_err())
    }

    fn status_options(&self) -> StatusOptions {
        let mut options = StatusOptions::new();
        options.include_untracked(false).update_index(false);
        if !self.prefix.is_empty() {
            options.pathspec(self.prefix.as_slice()).disable_pathspec_match(true);
        }
        options
    }

    /// The files of untracked directories. What is in a directory with very many entries is left to the
    /// git program, which can be stopped; without one the directory is one entry.
    fn expand(&self, directories: Vec<RelativePath>, files: Vec<RelativePath>) -> Result<untracked::Found, Failure> {
        let is_own_repository = |path: &RelativePath| path.under(&self.root).join(".git").symlink_metadata().is_ok();
        let (nested, directories): (Vec<_>, Vec<_>) = directories.into_iter().partition(is_own_repository);
        let large =
            |path: &&RelativePath| untracked::holds_more_than(&path.under(&self.root), limits::UNTRACKED_FILES * 4);
        let has_large = directories.iter().any(|path| large(&path));
        if has_large && let Some(git) = Git::find(&self.root, self.budget) {
            return Ok(untracked::from_program(&git));
        }
        let (collapsed, small): (Vec<_>, Vec<_>) = directories.into_iter().partition(|path| large(&path));
        let mut found = untracked::Found { files, directories: collapsed, incomplete: false };
        found.files.extend(nested);
        for directory in small {
            let inside = self.files_below(&[self.prefix.as_slice(), directory.as_bytes(), b"/"].concat())?;
            if inside.len() > limits::UNTRACKED_FILES {
                found.directories.push(directory);
            } else {
                found.files.extend(inside);
            }
        }
        Ok(found)
    }

    /// Untracked files below a directory of the repository.
    fn files_below(&self, directory: &[u8]) -> Result<Vec<RelativePath>, Failure> {
        let mut options = self.status_options();
        options.pathspec(directory).disable_pathspec_match(true).show(StatusShow::Workdir);
        options.include_untracked(true).recurse_untracked_dirs(true);
        let statuses = self.repository.statuses(Some(&mut options)).map_err(|error| failure(&error))?;
        let untracked = statuses.iter().filter(|entry| entry.status().is_wt_new());
        let inside = untracked.filter(|entry| entry.path_bytes().starts_with(directory));
        Ok(inside.filter_map(|entry| self.below_root(entry.path_bytes())).collect())
    }

    /// A path below the root as the repository has it.
    fn in_repository(&self, path: &RelativePath) -> PathBuf {
        let whole = [self.prefix.as_slice(), path.as_bytes()].concat();
        RelativePath::from_bytes(&whole).map_or_else(PathBuf::new, |whole| whole.native().into_owned())
    }

    /// A path of the repository as the root has it; `None` outside the root.
    fn below_root(&self, path: &[u8]) -> Option<RelativePath> {
        RelativePath::from_bytes(path.strip_prefix(self.prefix.as_slice())?)
    }

    fn commit(&self, id: &str) -> Option<git2::Commit<'_>> {
        Oid::from_str(id).ok().and_then(|id| self.repository.find_commit(id).ok())
    }

    /// The tree of a commit, or HEAD's; `None` before the first commit.
    fn tree(&self, commit: Option<&str>) -> Result<Option<Tree<'_>>, Error> {
        match commit {
            Some(id) => self.repository.find_commit(Oid::from_str(id)?)?.tree().map(Some),
            None => match self.repository.head() {
                Ok(head) => head.peel_to_tree().map(Some),
                Err(error) if error.code() == ErrorCode::UnbornBranch => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    fn change(&self, entry: &StatusEntry<'_>, conflicts: &[(Vec<u8>, &'static str)]) -> Option<Change> {
        let status = entry.status();
        let path = self.below_root(&current_path(entry))?;
        if path.is_own_file() {
            return None;
        }
        if status.is_conflicted() {
            let whole = entry.path_bytes();
            let code = conflicts.iter().find(|(path, _)| path == whole).map_or("UU", |(_, code)| *code);
            return Some(Change { path, status: code.to_owned(), renamed_from: None });
        }
        if status.is_wt_new() {
            return Some(Change { path, status: "??".to_owned(), renamed_from: None });
        }
        let old = entry.head_to_index().filter(|_| status.is_index_renamed());
        let old = old.and_then(|delta| delta.old_file().path_bytes().map(<[u8]>::to_vec));
        let renamed_from = old.as_deref().and_then(|old| self.below_root(old));
        let index = match status {
            _ if status.is_index_renamed() && renamed_from.is_none() => Some("A"),
            _ if status.is_index_renamed() => Some("R"),
            _ if status.is_index_new() => Some("A"),
            _ if status.is_index_deleted() => Some("D"),
            _ if status.is_index_typechange() => Some("T"),
            _ if status.is_index_modified() => Some("M"),
            _ => None,
        };
        let missing = status.is_wt_deleted() && !self.is_skipped(&path);
        let code = match status {
            // Git calls a file that became a FIFO or a socket modified, libgit2 deleted.
            _ if missing && self.is_irregular(&path) => index.unwrap_or("M"),
            _ if missing => "D",
            _ if index.is_some() => index?,
            _ if status.is_wt_typechange() => "T",
            _ if status.is_wt_modified() && !self.only_filtered(&path) => "M",
            _ => return None,
        };
        Some(Change { path, status: code.to_owned(), renamed_from })
    }

    /// Whether a sparse checkout left the file away on purpose.
    fn is_skipped(&self, path: &RelativePath) -> bool {
        let entry = self.repository.index().ok().and_then(|index| index.get_path(&self.in_repository(path), 0));
        entry.is_some_and(|entry| IndexEntryExtendedFlag::from_bits_truncate(entry.flags_extended).is_skip_worktree())
    }

    fn is_irregular(&self, path: &RelativePath) -> bool {
        path.under(&self.root).symlink_metadata().is_ok_and(|metadata| {
            let kind = metadata.file_type();
            !kind.is_file() && !kind.is_dir() && !kind.is_symlink()
        })
    }

    /// Codes of conflicted paths, from which of the three sides have the file.
    fn conflicts(&self) -> Vec<(Vec<u8>, &'static str)> {
        let Ok(index) = self.repository.index() else { return Vec::new() };
        let Ok(conflicts) = index.conflicts() else { return Vec::new() };
        conflicts
            .flatten()
            .filter_map(|conflict| {
                let code = match (&conflict.ancestor, &conflict.our, &conflict.their) {
                    (Some(_), None, None) => "DD",
                    (None, Some(_), None) => "AU",
                    (Some(_), Some(_), None) => "UD",
                    (None, None, Some(_)) => "UA",
                    (Some(_), None, Some(_)) => "DU",
                    (None, Some(_), Some(_)) => "AA",
                    _ => "UU",
                };
                let side = conflict.our.or(conflict.their).or(conflict.ancestor)?;
                Some((side.path, code))
            })
            .collect()
    }
}

const ENCODED: &str = "files in another encoding are left to git";

/// The name a changed file has now.
fn current_path(entry: &StatusEntry<'_>) -> Vec<u8> {
    let deltas = [entry.index_to_workdir(), entry.head_to_index()];
    let newest = deltas.iter().flatten().find_map(|delta| delta.new_file().path_bytes().map(<[u8]>::to_vec));
    newest.unwrap_or_else(|| entry.path_bytes().to_vec())
}

fn reason(error: &Error) -> String {
    match error.code() {
        ErrorCode::Owner => "it belongs to another user; if you trust it, add it to git's safe.directory".to_owned(),
        _ => error.message().trim().to_owned(),
    }
}

fn failure(error: &Error) -> Failure {
    Failure(reason(error))
}
