//! Which files changed between two looks at the tree, and how much is known of who did it.
//!
//! What changed is told by content alone: the tree now against the snapshot before. When it changed is told
//! by ctime, which programs can't set. Who did it is told only where one answer is left.

use std::collections::HashMap;
use std::io::Read as _;
use std::path::Path;

use super::entries::File;
use super::files::{JudgedFile, Word};
use super::paths::Change;
use super::repository;
use super::snapshot::{Snapshot, ctime};
use super::state::State;
use super::turns::{SLACK, turn, turn_of};
use crate::clock::Timestamp;
use crate::git::{self, Content, Failure, Head, Source};
use crate::path::{Given, RelativePath, given};
use crate::redact;

/// How much of a file is looked at for a text, in bytes.
const MOST_READ: u64 = 1024 * 1024;

/// What is known about the time between the two looks.
pub struct Interval<'a> {
    /// The project.
    pub root: &'a Path,
    /// What the session did; none without a transcript.
    pub state: Option<&'a State>,
    /// The look before. Without one, the beginning of the session counts, and HEAD as it was then.
    pub before: Option<&'a Snapshot>,
    /// Whether another session could have changed files here in the meantime.
    pub has_others: bool,
}

/// Files that the client's edit tools changed.
#[must_use]
pub fn edited(state: &State, root: &Path) -> Vec<JudgedFile> {
    let edits = state.files.items().iter().filter(|file| file.edits > 0);
    let path = |file: &File| below(&file.path, root).map_or_else(|| file.path.clone(), |path| path.text());
    edits.map(|file| of_edits(file, path(file), file.change)).collect()
}

/// What the client's edit tools did to a file.
fn of_edits(file: &File, path: String, change: Change) -> JudgedFile {
    JudgedFile {
        path,
        word: Word::Edited,
        change,
        renamed_from: None,
        edits: file.edits,
        added: file.added,
        removed: file.removed,
        time: file.time,
        hash: None,
        evidence: file.evidence.clone(),
        agent: file.agent.clone(),
    }
}

/// Files that changed since the look before, besides what the client's edit tools account for.
///
/// # Errors
/// When git can't say what changed.
pub fn changed(source: Option<&dyn Source>, interval: &Interval<'_>) -> Result<Changed, Failure> {
    let Some(judge) = Judge::new(interval) else {
        // Without a time nothing can be told apart from what was there before.
        return Ok(Changed { is_partial: interval.state.is_some(), ..Changed::default() });
    };
    let mut changed = match source {
        Some(source) => judge.by_content(source)?,
        None => Changed::default(),
    };
    judge.by_name(source, &mut changed.files)?;
    Ok(changed)
}

/// Files that changed.
#[derive(Debug, Default)]
pub struct Changed {
    /// Those that are known to have changed.
    pub files: Vec<JudgedFile>,
    /// Of others it is not known: they could not be read, or there are too many.
    pub is_partial: bool,
}

/// The interval, with what is asked of it for every file.
struct Judge<'a> {
    interval: &'a Interval<'a>,
    /// When it begins, in milliseconds.
    from: i64,
    /// When the session's turn begins in it; none when there may have been several.
    turn: Option<i64>,
    /// When the session last did anything.
    until: Option<i64>,
    edited: HashMap<String, &'a File>,
    named: Vec<(RelativePath, &'a File)>,
}

impl<'a> Judge<'a> {
    /// `None` when it is not known when the interval begins.
    fn new(interval: &'a Interval<'a>) -> Option<Self> {
        let state = interval.state;
        let begin = state.and_then(State::begin);
        let from = interval.before.map(|before| before.time).or(begin)?.milliseconds();
        let files = || state.into_iter().flat_map(|state| state.files.items().iter());
        let edited = files().filter(|file| file.edits > 0);
        let named = files().filter(|file| file.named > 0);
        let agents = state.into_iter().flat_map(|state| state.agents.iter().filter_map(|agent| agent.time));
        Some(Self {
            interval,
            from,
            turn: state.and_then(|state| turn(state, interval.before)),
            until: state.and_then(|state| state.last_time).into_iter().chain(agents).map(Timestamp::milliseconds).max(),
            edited: edited.filter_map(|file| Some((below(&file.path, interval.root)?.text(), file))).collect(),
            named: named.filter_map(|file| Some((below(&file.path, interval.root)?, file))).collect(),
        })
    }

    /// What git can compare.
    fn by_content(&self, source: &dyn Source) -> Result<Changed, Failure> {
        let (paths, base, is_partial) = self.differing(source)?;
        // What was moved with its directory still has its own time.
        let (paths, came): (Vec<RelativePath>, Vec<Option<i64>>) = paths
            .into_iter()
            .filter_map(|path| {
                let came = if self.is_in_time(&path) { None } else { Some(self.came_at(&path)?) };
                Some((path, came))
            })
            .unzip();
        let in_base = match &base {
            Some(base) => source.blobs_at(Some(base), &paths)?,
            None => vec![None; paths.len()],
        };
        let contents = source.contents(&paths);
        let mut files: Vec<(JudgedFile, bool)> = Vec::new();
        let mut gone: Vec<(String, String)> = Vec::new();
        for (((path, came), in_base), content) in paths.into_iter().zip(came).zip(in_base).zip(contents) {
            let name = path.text();
            let listed = self.interval.before.and_then(|before| before.find(&name));
            let before = match listed {
                Some(listed) => listed.hash.clone(),
                None => in_base,
            };
            let was_there = before.is_some() || listed.is_some_and(|listed| listed.size.is_some());
            let change = match (&content, was_there) {
                // Made and removed again in between.
                (Content::Absent, false) => continue,
                (Content::Absent, true) => Change::Deleted,
                // A repository of its own is one entry for git.
                (_, false) if path.under(self.interval.root).is_dir() && self.is_old(&path) => Change::Changed,
                (_, false) => Change::Created,
                (_, true) => Change::Changed,
            };
            let at = came.or_else(|| self.changed_at(&path));
            let Some(mut file) = self.judged(&path, change, at) else { continue };
            if let Content::Hash(hash) = content
                && !redact::finds_secret(&name)
            {
                file.hash = Some(hash);
            }
            if let (Change::Deleted, Some(before)) = (change, before) {
                gone.push((before, file.path.clone()));
            }
            files.push((file, came.is_some()));
        }
        // A file of the same name is the one that was moved, before another one of the same content.
        for has_name in [true, false] {
            let made = files.iter_mut().map(|(file, _)| file).filter(|file| file.change == Change::Created);
            for file in made.filter(|file| file.renamed_from.is_none()) {
                let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
                let found = gone.iter().position(|(hash, path)| {
                    Some(hash) == file.hash.as_ref() && !is_empty(hash) && (!has_name || name(path) == name(&file.path))
                });
                file.renamed_from = found.map(|at| gone.remove(at).1);
            }
        }
        files.retain(|(file, came)| !came || file.renamed_from.is_some());
        Ok(Changed { files: files.into_iter().map(|(file, _)| file).collect(), is_partial })
    }

    /// Every path whose content may differ, the commit the rest is compared with, and whether some are missing.
    fn differing(&self, source: &dyn Source) -> Result<(Vec<RelativePath>, Option<String>, bool), Failure> {
        let own;
        let before = match self.interval.before {
            Some(before) if !is_gone(source, before.head.as_deref())? => before,
            known => {
                // What it lists is still true when its commit was thrown away.
                let files = known.map(|before| before.files.clone()).unwrap_or_default();
                own = Snapshot {
                    time: Timestamp::EPOCH,
                    head: source.last_before(self.second_before())?,
                    branch: None,
                    prompts: 0,
                    files,
                    beyond: 0,
                    is_partial: false,
                };
                &own
            }
        };
        let drift = match before.as_checkpoint() {
            Some(checkpoint) => git::drift(source, &checkpoint)?,
            None => None,
        };
        let is_partial = drift.as_ref().is_some_and(|drift| !drift.warnings.is_empty());
        let paths = match drift {
            Some(drift) => drift.changed,
            // Without a commit to compare with, all that is there may be new.
            None => source
                .changes()?
                .list
                .into_iter()
                .map(|change| change.path)
                .filter(|path| !path.is_own_file())
                .collect(),
        };
        Ok((paths, before.head.clone(), is_partial))
    }

    /// The last second whose commits were there before the interval. Git knows no less than a second: one of the second in
    /// which the interval begins is from before, unless the session made one right then.
    fn second_before(&self) -> i64 {
        const SOON: i64 = 3;
        let second = self.from.div_euclid(1000);
        let commits = || self.interval.state.into_iter().flat_map(|state| state.commits.items());
        let mut times = commits().filter_map(|commit| Some(commit.time?.milliseconds().div_euclid(1000)));
        if times.any(|time| (second..=second + SOON).contains(&time)) { second - 1 } else { second }
    }

    /// Files that a command names and git does not know: where there is no repository, and what it ignores.
    fn by_name(&self, source: Option<&dyn Source>, files: &mut Vec<JudgedFile>) -> Result<(), Failure> {
        let is_new = |(path, file): &&(RelativePath, &File)| {
            file.edits == 0
                && file.change != Change::Deleted
                && file.time.is_some_and(|time| time.milliseconds() >= self.from)
                && !path.is_own_file()
                && !(file.is_only_made && self.is_old(path))
                && ctime(&path.under(self.interval.root)).is_some()
                && self.is_in_time(path)
        };
        let named: Vec<&(RelativePath, &File)> = self.named.iter().filter(is_new).collect();
        // Git does not look into a repository within this one.
        let is_in_another = |path: &RelativePath| {
            let path = path.under(self.interval.root);
            let mut above = path.ancestors().skip(1).take_while(|place| *place != self.interval.root);
            above.any(|place| place.join(".git").symlink_metadata().is_ok())
        };
        let ignored = match source {
            Some(source) => {
                let paths: Vec<RelativePath> =
                    named.iter().map(|(path, _)| path.clone()).filter(|path| !is_in_another(path)).collect();
                Some(source.find_ignored(&paths)?)
            }
            None => None,
        };
        for (path, file) in named {
            let is_known = ignored.as_ref().is_some_and(|ignored| !ignored.contains(path) && !is_in_another(path));
            if !is_known && !files.iter().any(|known| known.path == path.text()) {
                files.extend(self.judged(path, file.change, self.changed_at(path)));
            }
        }
        Ok(())
    }

    /// Whether it can have changed in the interval.
    fn is_in_time(&self, path: &RelativePath) -> bool {
        self.changed_at(path).is_none_or(|time| time >= self.from - SLACK)
    }

    /// Whether what is at a path was made before the interval, as far as the file system says.
    fn is_old(&self, path: &RelativePath) -> bool {
        self.made_at(path).is_some_and(|made| made < self.from - SLACK)
    }

    /// When what is at a path was made, where the file system knows.
    fn made_at(&self, path: &RelativePath) -> Option<i64> {
        let made = path.under(self.interval.root).symlink_metadata().ok()?.created().ok()?;
        i64::try_from(made.duration_since(std::time::UNIX_EPOCH).ok()?.as_millis()).ok()
    }

    /// When what is at a path changed; of what is gone, its directory, which is no earlier.
    fn changed_at(&self, path: &RelativePath) -> Option<i64> {
        let path = path.under(self.interval.root);
        let parent = || path.ancestors().skip(1).find_map(ctime);
        Some(ctime(&path).max(repository::moved_at(&path)).or_else(parent)? / 1_000_000)
    }

    /// When a directory that a path is in came into the interval, or something in it did.
    fn came_at(&self, path: &RelativePath) -> Option<i64> {
        let path = path.under(self.interval.root);
        let directories = path.ancestors().skip(1).take_while(|place| *place != self.interval.root);
        directories.filter_map(ctime).map(|time| time / 1_000_000).filter(|time| *time >= self.from - SLACK).min()
    }

    /// The word for a file that changed at that time; `None` when an edit of the client accounts for it.
    fn judged(&self, path: &RelativePath, change: Change, at: Option<i64>) -> Option<JudgedFile> {
        let name = path.text();
        let is_after = |end: i64| at.is_some_and(|at| at > end + SLACK);
        let edit = self.edited.get(&name);
        let edit_time = edit.and_then(|file| file.time).map(Timestamp::milliseconds);
        if edit_time.is_some_and(|time| time >= self.from - SLACK && !is_after(time)) {
            // The client says that it was there before the edit, and a command of the session had made it.
            let made = edit.filter(|file| file.named > 0 && change == Change::Created && !self.interval.has_others)?;
            return Some(of_edits(made, redact::text(&name).0.into_owned(), change));
        }
        let is_late = self.until.is_none_or(is_after);
        let is_early = self.interval.before.is_some() && self.turn.zip(at).is_some_and(|(turn, at)| at < turn - SLACK);
        let named = self.names(path, change);
        let is_sure = named.and_then(|file| self.is_done_by(file, path, at, change));
        let word = match is_sure {
            // Behind a command that removes it, it was gone.
            _ if is_late && !(change == Change::Deleted && named.is_some()) => Word::Since,
            _ if is_early => Word::Since,
            Some(true) if !self.interval.has_others => Word::Edited,
            _ => Word::DuringTurn,
        };
        let named = named.filter(|_| is_sure.is_some() && word != Word::Since);
        let time = at.and_then(Timestamp::from_milliseconds);
        Some(JudgedFile {
            path: redact::text(&name).0.into_owned(),
            word,
            change,
            renamed_from: None,
            edits: 0,
            added: 0,
            removed: 0,
            time: named.map_or(time, |file| file.time),
            hash: None,
            evidence: named.map(|file| file.evidence.clone()).unwrap_or_default(),
            agent: named.and_then(|file| file.agent.clone()),
        })
    }

    /// The last command of the interval that names a path, or a directory above it.
    fn names(&self, path: &RelativePath, change: Change) -> Option<&'a File> {
        let fits = |(named, file): &&(RelativePath, &File)| {
            (named == path || (path.is_below(named) && (file.change == Change::Deleted) == (change == Change::Deleted)))
                && file.time.is_some_and(|time| time.milliseconds() >= self.from - SLACK)
        };
        self.named.iter().filter(fits).max_by_key(|(_, file)| file.time).map(|(_, file)| *file)
    }

    /// Whether the file changed in a call that names it, and then whether it is sure that the call did it.
    fn is_done_by(&self, file: &File, path: &RelativePath, at: Option<i64>, change: Change) -> Option<bool> {
        let milliseconds = |time: Option<Timestamp>| time.map(Timestamp::milliseconds);
        let end = milliseconds(file.time)?;
        let turn = self.interval.state.and_then(|state| turn_of(state, end))?;
        let start = milliseconds(file.called).map_or(turn, |called| called.max(turn)) - SLACK;
        let done = milliseconds(file.done).filter(|done| *done >= turn - SLACK);
        // `touch` only sets the times of what is there.
        if change == Change::Changed && file.is_only_made {
            return None;
        }
        let is_in_call = at.is_none_or(|at| (start..=end + SLACK).contains(&at));
        // What was named last and changed before that call, the call did not come to.
        let is_passed_by = || done == Some(end) && below(&file.path, self.interval.root).as_ref() == Some(path);
        let is_before =
            at.zip(done).is_some_and(|(at, done)| (turn - SLACK..=done + SLACK).contains(&at)) && !is_passed_by();
        // Its directory may have changed again since.
        let is_gone = change == Change::Deleted && done.is_some();
        let was_known = self.interval.before.is_some_and(|before| before.time.milliseconds() >= turn);
        let was_made = || change == Change::Created && self.made_at(path).is_some_and(|made| made >= start);
        // Its directory changed in the call, and nothing else in the call can have changed that.
        let was_there = || change == Change::Deleted && !self.writes_beside(file, path);
        let was_left = || file.leaves.as_ref().is_some_and(|text| self.holds(path, text));
        (is_in_call || is_before || is_gone)
            .then(|| done.is_some() || was_known || was_made() || was_there() || was_left())
    }

    /// Whether a text stands at the beginning of a file, as far as is looked at.
    fn holds(&self, path: &RelativePath, text: &str) -> bool {
        let mut bytes = Vec::new();
        let file = git::open_for_reading(&path.under(self.interval.root));
        let is_file = |file: &std::fs::File| file.metadata().is_ok_and(|metadata| metadata.is_file());
        let read = file.ok().filter(is_file).map(|file| file.take(MOST_READ).read_to_end(&mut bytes));
        read.is_some_and(|read| read.is_ok()) && memchr::memmem::find(&bytes, text.as_bytes()).is_some()
    }

    /// Whether the call that names a file writes another one in the same directory.
    fn writes_beside(&self, file: &File, path: &RelativePath) -> bool {
        let directory = |path: &RelativePath| path.text().rsplit_once('/').map(|(directory, _)| directory.to_owned());
        self.named.iter().any(|(other, named)| {
            named.change != Change::Deleted && named.evidence == file.evidence && directory(other) == directory(path)
        })
    }
}

/// Whether a commit is not in the repository any more.
fn is_gone(source: &dyn Source, commit: Option<&str>) -> Result<bool, Failure> {
    let Some(commit) = commit else { return Ok(false) };
    let is_head = matches!(source.head()?, Head::Commit { id, .. } if id == commit);
    Ok(!is_head && source.distance(commit)?.is_none())
}

/// Whether a blob has no content, so that another one like it is no sign of anything.
fn is_empty(hash: &str) -> bool {
    hash.starts_with("e69de29bb2d1d643") || hash.starts_with("473a0f4c3be8a936")
}

/// The path of a file of the state below the root.
fn below(path: &str, root: &Path) -> Option<RelativePath> {
    match given(path, root) {
        Given::Inside(path) => Some(path),
        Given::Outside => None,
    }
}
