//! Commands: what a line says when it is called, its result, its end in the background, the commits it
//! makes.

use std::borrow::Cow;

use super::called::{called, is_in_container};
use super::check;
use super::entries::{Command, Commit, LineFacts, Open, Scope, Status};
use super::fold::{Context, Fold};
use super::hash::Hash;
use super::outcome;
use super::paths;
use super::repository;
use super::shell::{self, Joint};
use super::words::clean;
use crate::clock::Timestamp;
use crate::limits;
use crate::redact;
use crate::transcript::Object;

/// Longest text that is looked for in a file, in bytes.
const MOST_LEFT: usize = 60;

impl Fold<'_> {
    /// The result of a command.
    pub(super) fn command(&mut self, open: Open, result: &outcome::Result<'_>, context: &Context) {
        let Some(line) = open.line else { return };
        let outcome = outcome::read(result, &line);
        let waited = open.time.zip(context.time).and_then(|(start, end)| start.until(end));
        let before = self.state.commands.take(|command| command.key == line.key);
        let mut command = Command {
            command: open.subject,
            directory: open.directory,
            key: line.key,
            count: before.map_or(0, |command| command.count) + 1,
            scope: outcome.scope,
            check: line.check,
            verdict: outcome.verdict,
            same: line.same,
            before: line.before,
            is_cut: outcome.is_cut,
            time: open.time,
            duration: outcome.duration.or(waited),
            is_up_to: outcome.duration.is_none() && waited.is_some(),
            evidence: vec![open.evidence, context.evidence.clone()],
            call: open.call,
            agent: open.agent,
            decides: line.decides,
            status: outcome.status,
        };
        if command.status == Status::NoResult {
            command.duration = None;
            command.is_up_to = false;
            if let Some((status, time)) = open.ended {
                command.end(status, time);
            }
        }
        let ran = !matches!(command.status, Status::Denied | Status::NotRun);
        // Of a line that goes on whatever became of the commit, its status says nothing.
        let is_zero = command.status == Status::Exit { code: 0 };
        let succeeded = is_zero && line.commit_decides;
        self.state.commands.push(command);
        if ran {
            for candidate in &line.candidates {
                self.named(candidate, open.time, is_zero, context);
            }
        }
        let place = line.commit_place.unwrap_or_else(|| context.directory.clone());
        let made = line.commit.filter(|_| ran);
        self.commit(made, &place, succeeded, &outcome.output, result.details.as_ref(), context);
    }

    /// A commit: what the client says about it, or what git printed.
    fn commit(
        &mut self,
        made: Option<String>,
        place: &str,
        succeeded: bool,
        output: &str,
        details: Option<&Object<'_>>,
        context: &Context,
    ) {
        let told = details.and_then(|details| details.object("gitOperation")).and_then(|git| git.object("commit"));
        if told.is_none() && made.is_none() {
            return;
        }
        let printed = output.lines().rev().find_map(printed_commit);
        if told.is_none() && printed.is_none() && !succeeded {
            return;
        }
        let text = |name| told.as_ref().and_then(|told| told.text(name)).map(Cow::into_owned);
        let (branch, sha, subject) =
            printed.map_or((None, None, None), |(branch, sha, subject)| (Some(branch), Some(sha), Some(subject)));
        let short = |text: String| clean(&text, limits::TRAIL_NAME);
        self.state.commits.push(Commit {
            sha: text("sha").or(sha.map(ToOwned::to_owned)).filter(|sha| is_sha(sha)),
            branch: text("branch").or(branch.map(ToOwned::to_owned)).map(short),
            subject: subject.map(ToOwned::to_owned).or(made).map(short).filter(|subject| !subject.is_empty()),
            kind: short(text("kind").unwrap_or_else(|| "committed".to_owned())),
            repository: self.other_repository(place).map(|other| clean(&other, limits::TRAIL_PATH)),
            time: context.time,
            evidence: context.evidence.clone(),
            agent: context.agent.clone(),
        });
        if !place.is_empty() {
            self.state.committed(place);
        }
    }

    /// The repository of a commit, when it is another one than that of the session's directory.
    fn other_repository(&self, place: &str) -> Option<String> {
        let own = self.state.directory.as_deref().filter(|_| !place.is_empty())?;
        (!repository::is_same(place, own))
            .then(|| repository::of(place).map_or(place.to_owned(), |root| root.display().to_string()))
    }

    /// The end of a background command.
    pub(super) fn notification(&mut self, text: &str, time: Option<Timestamp>) {
        let Some(notified) = outcome::notification(text) else { return };
        let Some(status) = notified.status else { return };
        let call = Hash::of(notified.call.as_bytes());
        if let Some(mut command) = self.state.commands.take(|command| command.call == call) {
            if command.status == Status::NoResult {
                command.end(status, time);
            }
            self.state.commands.push(command);
        } else if let Some(mut open) = self.state.open.take(|open| open.call == call) {
            open.ended = Some((status, time));
            self.state.open.push(open);
        }
    }
}

impl Command {
    /// A background command has ended. Nobody recorded what it printed.
    fn end(&mut self, status: Status, time: Option<Timestamp>) {
        let line = LineFacts {
            key: self.key,
            scope: self.scope,
            check: self.check,
            decides: self.decides,
            same: self.same,
            before: Vec::new(),
            is_interpreted: false,
            candidates: Vec::new(),
            commit: None,
            commit_decides: false,
            commit_place: None,
        };
        (self.scope, self.verdict) = outcome::judge(&status, &line, None);
        self.status = status;
        self.duration = self.time.zip(time).and_then(|(start, end)| start.until(end));
        self.is_up_to = self.duration.is_some();
    }
}

/// What a command line says.
pub(super) fn line_facts(command: &str, is_whole: bool, context: &Context) -> LineFacts {
    let directory = &context.directory;
    let agent = context.agent.as_deref().unwrap_or_default();
    let commands = if is_whole { shell::parse(command).unwrap_or_default() } else { Vec::new() };
    let judged = check::judge(&commands);
    let is_chain = !commands.is_empty() && commands.iter().all(|one| matches!(one.joint, Joint::And | Joint::End));
    let program = |one: &shell::Simple| called(&one.words).into_iter().next().unwrap_or_default();
    let interpreted = ["grep", "egrep", "fgrep", "rg", "find", "diff", "cmp", "test", "["];
    let same = |at: usize, check: &str| {
        let place = paths::directory_of(&commands, at, directory)?;
        Some(Hash::of_all(&[check, &place]))
    };
    let (commit, commit_place) = commit_of(command, &commands, directory);
    let committing = commands.iter().rposition(|one| commits(&called(&one.words)));
    LineFacts {
        key: Hash::of_all(&[command, directory, agent]),
        scope: if is_chain { Scope::Command } else { Scope::Line },
        check: judged.check,
        decides: (judged.success_decides, judged.failure_decides),
        same: judged.check.and_then(|_| same(judged.at, &judged.same)),
        before: judged.before.iter().filter_map(|(at, check)| same(*at, check)).collect(),
        is_interpreted: commands.is_empty() || commands.iter().any(|one| interpreted.contains(&program(one).as_str())),
        candidates: paths::candidates(&commands, directory, limits::TRAIL_CANDIDATES)
            .into_iter()
            .filter(|candidate| candidate.path.len() <= limits::TRAIL_PATH)
            .map(|candidate| paths::Candidate {
                path: clean(&candidate.path, limits::TRAIL_PATH),
                // What is a secret only where it stands in the line is none of these.
                leaves: candidate
                    .leaves
                    .filter(|text| text.len() <= MOST_LEFT && redact::text(command).0.contains(text)),
                ..candidate
            })
            .collect(),
        commit,
        commit_decides: committing.is_some_and(|at| paths::is_decisive(&commands, at)),
        commit_place: commit_place.filter(|place| place != directory).map(|place| clean(&place, limits::TRAIL_PATH)),
    }
}

/// What of git makes commits. Of others than those of `git commit` only the client tells.
const MAKE_COMMITS: [&str; 7] = ["commit", "cherry-pick", "revert", "merge", "am", "pull", "rebase"];

/// The commit that a line makes: its message, which may be empty, and where it is made; there nothing is not known.
fn commit_of(line: &str, commands: &[shell::Simple], directory: &str) -> (Option<String>, Option<String>) {
    let is_here = |one: &shell::Simple| !one.around.is_in_container && !is_in_container(&one.words);
    let of_git: Vec<(usize, Vec<String>)> = (0..commands.len())
        .filter(|at| is_here(&commands[*at]))
        .map(|at| (at, called(&commands[at].words)))
        .filter(|(_, words)| verb(words).is_some_and(|verb| MAKE_COMMITS.contains(&verb)))
        .collect();
    let commit = of_git.iter().rfind(|(_, words)| commits(words));
    // That of the repository it is in already.
    let stays = |word: &shell::Word| word.text == "$(git rev-parse --show-toplevel)";
    let commit_place = commit.or(of_git.last()).and_then(|(at, words)| {
        let Some(place) = paths::directory_of(commands, *at, directory) else {
            return (!commands.iter().any(|one| one.words.iter().any(stays))).then(String::new);
        };
        let verb = verb(words);
        let before: Vec<&shell::Word> =
            commands[*at].words.iter().take_while(|word| Some(word.text.as_str()) != verb).collect();
        let options = before.iter().zip(before.iter().skip(1));
        let mut named = options.filter(|(option, _)| option.text == "-C").map(|(_, named)| *named);
        let is_named_otherwise = |word: &&shell::Word| {
            let text = word.text.trim_start_matches('-');
            ["GIT_DIR=", "GIT_WORK_TREE=", "git-dir", "work-tree"].iter().any(|mark| text.starts_with(mark))
        };
        let place = named.try_fold(place, |place, named| {
            let is_known = !named.is_expanded && place.len() <= limits::TRAIL_PATH;
            if is_known { Some(paths::normal(&place, &named.text)) } else { stays(named).then_some(place) }
        });
        Some(place.filter(|_| !before.iter().any(is_named_otherwise)).unwrap_or_default())
    });
    let is_elsewhere = || line.contains("cd ") || line.contains(" -C ");
    let commit_place = if commands.is_empty() && is_elsewhere() { Some(String::new()) } else { commit_place };
    let message = commit.map(|(_, words)| {
        let is_short = |word: &str| word.starts_with('-') && !word.starts_with("--") && word.ends_with('m');
        let at = words.iter().position(|word| word == "--message" || is_short(word));
        let first = at.and_then(|at| words.get(at + 1)).and_then(|message| message.lines().next());
        first.filter(|first| !first.contains("$(")).map(|first| clean(first, limits::TRAIL_NAME)).unwrap_or_default()
    });
    (message, commit_place)
}

/// Whether a command makes a commit.
fn commits(words: &[String]) -> bool {
    let only_tells = |word: &String| matches!(word.as_str(), "--dry-run" | "--help" | "-h");
    verb(words) == Some("commit") && !words.iter().any(only_tells)
}

/// What a git command is told to do.
fn verb(words: &[String]) -> Option<&str> {
    let (program, mut rest) = words.split_first()?;
    while let Some(option) = rest.first().filter(|word| word.starts_with('-')) {
        let has_value = matches!(option.as_str(), "-C" | "-c" | "--git-dir" | "--work-tree" | "--namespace");
        rest = &rest[(1 + usize::from(has_value)).min(rest.len())..];
    }
    rest.first().map(String::as_str).filter(|_| program == "git")
}

/// `[main cedc760] Add one`: branch, name, subject.
fn printed_commit(line: &str) -> Option<(&str, &str, &str)> {
    let (inner, subject) = line.trim_start().strip_prefix('[')?.split_once("] ")?;
    let (branch, sha) = inner.rsplit_once(' ')?;
    is_sha(sha).then_some((branch.trim_end_matches(" (root-commit)"), sha, subject))
}

fn is_sha(text: &str) -> bool {
    (4..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
