//! libgit2 as a source: within the time there is, and with the git program for what it leaves to git.
//!
//! A repository can make whoever reads it wait for ever, for example by a FIFO named `.gitignore`.
//! So everything libgit2 does happens in a thread of its own that is waited for no longer than the
//! budget allows. A thread that hangs is left behind; it ends when what it waits for does, at the
//! latest with the process.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use git2::RepositoryOpenFlags;

use super::content::Content;
use super::libgit2::{self, Libgit2, Opened, Strictness};
use super::process::{Budget, Git};
use super::program::Program;
use super::{Changes, Distance, Failure, Head, Source, state};
use crate::path::RelativePath;

type Question = Box<dyn FnOnce(&Libgit2) + Send>;

/// Who answers what libgit2 leaves to git.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Otherwise {
    /// The git program; without one libgit2 answers as well as it can.
    Program,
    /// Nobody: the question fails. For comparisons of the sources.
    Nobody,
}

/// libgit2 in a project root.
pub(super) struct InProcess {
    questions: Sender<Question>,
    about: About,
    root: PathBuf,
    budget: Budget,
    otherwise: Otherwise,
    /// The git program, once libgit2 left something to it. From then on it answers everything, so
    /// that the facts of one call fit together.
    program: OnceCell<Option<Program>>,
}

/// What is known from the opening.
struct About {
    git_directory: PathBuf,
    common_directory: PathBuf,
    top: PathBuf,
}

/// Looks for a repository at `place`, and around it unless `flags` forbid that. A large one is opened only
/// when `large_too` asks for it.
pub(super) fn open(
    place: &Path,
    flags: RepositoryOpenFlags,
    budget: Budget,
    otherwise: Otherwise,
    large_too: bool,
) -> Opened<InProcess> {
    let (questions, inbox) = channel::<Question>();
    let (sender, opened) = channel();
    let root = place.to_path_buf();
    let thread = std::thread::Builder::new().name("libgit2".to_owned()).spawn(move || {
        let repository = match libgit2::open(&root, flags, budget, large_too) {
            Opened::Repository(repository) => repository,
            Opened::Nothing => return drop(sender.send(Opened::Nothing)),
            Opened::Large => return drop(sender.send(Opened::Large)),
            Opened::Refused(reason) => return drop(sender.send(Opened::Refused(reason))),
            Opened::Unreadable(reason) => return drop(sender.send(Opened::Unreadable(reason))),
            Opened::Distrusted(reason) => return drop(sender.send(Opened::Distrusted(reason))),
        };
        let (git_directory, common_directory) = repository.directories();
        let top = repository.top();
        let _ = sender.send(Opened::Repository(About { git_directory, common_directory, top }));
        for question in inbox {
            question(&repository);
        }
    });
    if let Err(error) = thread {
        return Opened::Unreadable(format!("there is no thread for libgit2 ({error})"));
    }
    match opened.recv_timeout(budget.left()) {
        Ok(Opened::Repository(about)) => Opened::Repository(InProcess {
            questions,
            about,
            root: place.to_path_buf(),
            budget,
            otherwise,
            program: OnceCell::new(),
        }),
        Ok(Opened::Nothing) => Opened::Nothing,
        Ok(Opened::Large) => Opened::Large,
        Ok(Opened::Refused(reason)) => Opened::Refused(reason),
        Ok(Opened::Unreadable(reason)) => Opened::Unreadable(reason),
        Ok(Opened::Distrusted(reason)) => Opened::Distrusted(reason),
        Err(RecvTimeoutError::Timeout) => Opened::Refused(lost(RecvTimeoutError::Timeout).0),
        Err(RecvTimeoutError::Disconnected) => Opened::Unreadable(lost(RecvTimeoutError::Disconnected).0),
    }
}

fn lost(error: RecvTimeoutError) -> Failure {
    Failure(match error {
        RecvTimeoutError::Timeout => "git took longer than the time for it".to_owned(),
        RecvTimeoutError::Disconnected => "libgit2 gave up".to_owned(),
    })
}

impl InProcess {
    fn program(&self) -> Option<&Program> {
        let find = || {
            let git = Git::find(&self.root, self.budget).filter(|_| self.otherwise == Otherwise::Program)?;
            // Git may see another repository where libgit2 sees a damaged one.
            Program::open(&self.root, git).ok().filter(|program| program.is_at(&self.about.top))
        };
        self.program.get_or_init(find).as_ref()
    }

    fn ask<T: Send + 'static>(
        &self,
        limit: Duration,
        question: impl FnOnce(&Libgit2) -> Result<T, Failure> + Send + 'static,
    ) -> Result<T, Failure> {
        let (sender, answer) = channel();
        let question = move |libgit2: &Libgit2| drop(sender.send(question(libgit2)));
        if self.questions.send(Box::new(question)).is_err() {
            return Err(lost(RecvTimeoutError::Disconnected));
        }
        answer.recv_timeout(limit).unwrap_or_else(|error| Err(lost(error)))
    }

    /// Asks libgit2, then the git program, then libgit2 for the best it has.
    fn settle<T: Send + 'static>(
        &self,
        limit: Duration,
        question: impl FnOnce(&Libgit2, Strictness) -> Result<T, Failure> + Clone + Send + 'static,
        program: impl FnOnce(&Program) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        if let Some(Some(known)) = self.program.get() {
            return program(known);
        }
        let strict = question.clone();
        let first = self.ask(limit, move |libgit2| strict(libgit2, Strictness::AsGit));
        let failure = match first {
            Ok(answer) => return Ok(answer),
            Err(failure) => failure,
        };
        match self.program() {
            Some(found) => program(found),
            None if self.otherwise == Otherwise::Nobody => Err(failure),
            None => self
                .ask(self.budget.left(), move |libgit2| question(libgit2, Strictness::AsGoodAsPossible))
                .map_err(|_| failure),
        }
    }
}

impl Source for InProcess {
    fn name(&self) -> &'static str {
        match self.program.get() {
            Some(Some(program)) => program.name(),
            _ => "libgit2",
        }
    }

    fn head(&self) -> Result<Head, Failure> {
        self.settle(self.budget.left(), |libgit2, _| libgit2.head(), Program::head)
    }

    fn state(&self) -> Option<String> {
        let detached = matches!(self.head(), Ok(Head::Commit { branch: None, .. }));
        state::of(&self.about.git_directory, &self.about.common_directory, detached)
    }

    fn changes(&self) -> Result<Changes, Failure> {
        // The git program finds tracked changes first and the rest as far as time allows, so it gets
        // a part of the time when a walk in process takes long.
        let limit =
            if self.otherwise == Otherwise::Program { self.budget.part(1, 3).left() } else { self.budget.left() };
        self.settle(limit, Libgit2::changes, Program::changes)
    }

    fn distance(&self, commit: &str) -> Result<Option<Distance>, Failure> {
        let own = commit.to_owned();
        self.settle(self.budget.left(), move |libgit2, _| libgit2.distance(&own), |program| program.distance(commit))
    }

    fn last_before(&self, seconds: i64) -> Result<Option<String>, Failure> {
        self.settle(
            self.budget.left(),
            move |libgit2, _| libgit2.last_before(seconds),
            |program| program.last_before(seconds),
        )
    }

    fn changed_between(&self, commit: &str) -> Result<Vec<RelativePath>, Failure> {
        let own = commit.to_owned();
        self.settle(
            self.budget.left(),
            move |libgit2, _| libgit2.changed_between(&own),
            |program| program.changed_between(commit),
        )
    }

    fn blobs_at(&self, commit: Option<&str>, paths: &[RelativePath]) -> Result<Vec<Option<String>>, Failure> {
        let (own, own_paths) = (commit.map(str::to_owned), paths.to_vec());
        self.settle(
            self.budget.left(),
            move |libgit2, _| libgit2.blobs_at(own.as_deref(), &own_paths),
            |program| program.blobs_at(commit, paths),
        )
    }

    fn contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        let own = paths.to_vec();
        let contents = self.settle(
            self.budget.left(),
            move |libgit2, strictness| libgit2.contents(&own, strictness),
            |program| Ok(program.contents(paths)),
        );
        contents.unwrap_or_else(|Failure(reason)| vec![Content::Unreadable(reason); paths.len()])
    }

    fn plain_contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        let own = paths.to_vec();
        let contents = self.settle(
            self.budget.left(),
            move |libgit2, _| Ok(libgit2.plain_contents(&own)),
            |program| Ok(program.plain_contents(paths)),
        );
        contents.unwrap_or_else(|Failure(reason)| vec![Content::Unreadable(reason); paths.len()])
    }

    fn find_ignored(&self, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure> {
        let own = paths.to_vec();
        self.settle(self.budget.left(), move |libgit2, _| libgit2.ignored(&own), |program| program.find_ignored(paths))
    }

    fn find_tracked(&self, paths: &[&str]) -> Result<Vec<RelativePath>, Failure> {
        let own: Vec<String> = paths.iter().map(|path| (*path).to_owned()).collect();
        self.settle(self.budget.left(), move |libgit2, _| libgit2.tracked(&own), |program| program.find_tracked(paths))
    }
}
