//! Save: resolve → ask git → redact → lock → read → merge → bound → write → say what was done.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use super::foreign;
use super::{Context, output, parse};
use crate::brief::short;
use crate::checkpoint::{
    Addition, Checkpoint, FileSource, GitState, LeftOut, ModifiedFile, Project, RecentCommand, Task, bound, merge,
};
use crate::error::{Error, Result};
use crate::git::{self, Budget, Change, Changes, Content, Found, Head, Source};
use crate::input::{self, Mode, SaveInput};
use crate::path::{Given, RelativePath, given};
use crate::redact::{self, Redacted};
use crate::session::{Conversation, Selector, SessionId, SessionSource};
use crate::store::{Current, Place};
use crate::text::{code, line, shortened};
use crate::{limits, root};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    text: String,
    path: String,
    bytes: usize,
    mode: &'static str,
    counts: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_source: Option<SessionSource>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Counts {
    tasks: usize,
    modified_files: usize,
    recent_commands: usize,
    redactions: usize,
}

/// Saves the session's checkpoint.
///
/// # Errors
/// For arguments, roots and sessions that can't be used, and a store that can't be written. The
/// document that was there is then untouched.
pub fn save(input: Value, context: &Context<'_>) -> Result<Redacted<Value>> {
    let (input, mut warnings) = parse::<SaveInput>(input, input::SAVE)?;
    #[cfg(feature = "forced-panic")]
    #[allow(clippy::panic, reason = "what the feature is for")]
    if input.goal == "forced panic" {
        panic!("forced panic");
    }
    let root = root::resolve(
        input.project_root.as_deref(),
        context.environment,
        context.client_roots,
        context.working_directory,
    )?;
    let (conversation, warning) = Conversation::resolve(context.environment, input.session.as_deref())?;
    warnings.extend(warning);
    // Before anything is made of the words: what takes a text apart can hide a secret in it.
    let words = redact::redact(input);
    let (spans, told) = (words.spans(), tell_redactions(&words));
    let input = words.into_inner();
    let resumed_from =
        input.resumed_from.as_deref().map(|selector| Selector::parse(selector, "resumedFrom")).transpose()?;
    let (selector, source) = match conversation {
        Conversation::Session(id, source) => (Selector::Session(id), Some(source)),
        Conversation::Legacy => (Selector::Legacy, None),
        Conversation::Unknown => {
            let id = SessionId::parse(&(context.new_id)()).map_err(|reason| Error::Internal(reason.to_owned()))?;
            (Selector::Session(id), Some(SessionSource::Minted))
        }
    };
    let place = Place::of(&root, &selector)?;
    let session = source.map(|source| (place.selector().as_str().to_owned(), source));

    let before = Before::read(&root, &place, resumed_from.as_ref(), input.mode, &mut warnings);
    let facts = Facts::gather(&root, &input, &before, &mut warnings);
    let mode = input.mode;
    let mut addition = addition(input, &facts, &root, session.as_ref(), &before, context);
    addition.redactions = spans as u64;

    let updated = place.update(|current| {
        // The moment of writing, so that of two saves the later one is the newer.
        addition.now = (context.now)();
        addition.commands.iter_mut().for_each(|command| command.at = Some(addition.now));
        finish(addition, mode, current, before, &facts.contents)
    })?;
    let finished = updated.extra;
    warnings.extend(told);
    warnings.extend(finished.warnings);
    warnings.extend(updated.warnings);
    warnings.extend(git_warnings(&place, &root, facts.source.as_deref()));

    let document = updated.document.get();
    let counts = Counts {
        tasks: document.goal.tasks.len(),
        modified_files: document.modified_files.len(),
        recent_commands: document.recent_commands.len(),
        redactions: spans + finished.redactions,
    };
    let path = place.file().display().to_string();
    let text = text(&path, updated.bytes, mode, &counts, document, session.as_ref(), &warnings);
    let (session, session_source) = session.unzip();
    output(&Output { text, path, bytes: updated.bytes, mode: mode.word(), counts, session, session_source, warnings })
}

/// What was there before this save, read without the lock: enough to know which files to look at and
/// what to start from.
struct Before {
    /// The checkpoint the session resumed from, if it has none of its own.
    resumed: Option<(Selector, Checkpoint)>,
    /// Files a merge would carry over.
    recorded: Vec<String>,
}

impl Before {
    fn read(
        root: &Path,
        place: &Place,
        resumed_from: Option<&Selector>,
        mode: Mode,
        warnings: &mut Vec<String>,
    ) -> Self {
        // What is wrong with the own document is said under the lock.
        let own = place.load().ok().flatten().map(|loaded| loaded.checkpoint);
        let resumed = match resumed_from {
            Some(selector) if own.is_none() => match Place::of(root, selector).and_then(|place| place.load()) {
                Ok(Some(loaded)) => Some((selector.clone(), loaded.checkpoint)),
                Ok(None) => {
                    warnings.push(format!(
                        "resumedFrom \"{}\" names no checkpoint of this project; the save went ahead without it.",
                        selector.as_str()
                    ));
                    None
                }
                Err(error) => {
                    warnings.push(format!("resumedFrom could not be read, so the save went ahead without it: {error}"));
                    None
                }
            },
            _ => None,
        };
        let base = own.as_ref().or(resumed.as_ref().map(|(_, checkpoint)| checkpoint)).filter(|_| mode == Mode::Merge);
        let recorded =
            base.map(|base| base.modified_files.iter().map(|file| file.path.clone()).collect()).unwrap_or_default();
        Self { resumed, recorded }
    }
}

/// What git and the file system say.
struct Facts {
    source: Option<Box<dyn Source>>,
    git: Option<GitState>,
    files: Vec<ModifiedFile>,
    /// What files of earlier saves hold now.
    contents: HashMap<String, Content>,
    left_out: Option<LeftOut>,
}

impl Facts {
    fn gather(root: &Path, input: &SaveInput, before: &Before, warnings: &mut Vec<String>) -> Self {
        let source = match git::open(root, Budget::of(limits::GIT_BUDGET)) {
            Found::Repository(source) => Some(source),
            Found::Nothing => None,
            Found::Unusable(reason) => {
                warnings.push(format!("No git facts were recorded: {}.", reason.trim_end_matches('.')));
                None
            }
        };
        let mut changes = Changes::default();
        let mut git = None;
        if let Some(source) = &source {
            match source.changes() {
                Ok(found) => changes = found,
                Err(git::Failure(reason)) => warnings.push(format!("Changed files could not be told: {reason}.")),
            }
            match source.head() {
                Ok(Head::Commit { id, branch }) => {
                    git = Some(GitState { branch, head: id, dirty: !changes.list.is_empty(), state: source.state() });
                }
                Ok(Head::Unborn) => {}
                Err(git::Failure(reason)) => warnings.push(format!("Git's HEAD could not be read: {reason}.")),
            }
        }
        let left_out = tell_left_out(&changes, warnings);
        let files = files(root, input, changes.list, source.as_deref(), warnings);
        let known: HashSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
        let contents = source.as_ref().map_or_else(HashMap::new, |source| {
            let carried: Vec<RelativePath> = before
                .recorded
                .iter()
                .filter(|path| !known.contains(path.as_str()))
                .filter_map(|path| RelativePath::from_text(path))
                .collect();
            let contents = source.contents(&carried);
            carried.iter().map(RelativePath::text).zip(contents).collect()
        });
        Self { source, git, files, contents, left_out }
    }
}

/// Says what of the untracked files is not in the document one by one.
fn tell_left_out(changes: &Changes, warnings: &mut Vec<String>) -> Option<LeftOut> {
    if !changes.directories.is_empty() {
        let names: Vec<String> = changes.directories.iter().take(5).map(|path| code(&path.text())).collect();
        let more = changes.directories.len() - names.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        warnings.push(format!(
            "Untracked directories with more than {} files are one entry each, without hashes: {}{more}.",
            limits::UNTRACKED_FILES,
            names.join(", ")
        ));
    }
    if changes.untracked_incomplete {
        warnings.push(
            "There was no time to find all untracked files; those that are missing are not compared on load."
                .to_owned(),
        );
        return Some(LeftOut::Unseen);
    }
    (!changes.directories.is_empty()).then_some(LeftOut::Folded)
}

/// The files the caller named, then those git found.
fn files(
    root: &Path,
    input: &SaveInput,
    changes: Vec<Change>,
    source: Option<&dyn Source>,
    warnings: &mut Vec<String>,
) -> Vec<ModifiedFile> {
    let mut named: Vec<(RelativePath, Option<String>)> = Vec::new();
    for file in input.modified_files.iter().flatten() {
        let Given::Inside(path) = given(&file.path, root) else {
            warnings.push(format!("{} is outside the project and was left out.", code(&file.path)));
            continue;
        };
        if path.is_own_file() {
            warnings.push(format!("{} is a checkpoint file and was left out.", code(&file.path)));
            continue;
        }
        let note = file.note.clone().filter(|note| !note.is_empty());
        match named.iter_mut().find(|(known, _)| *known == path) {
            Some((_, known)) => *known = note.or(known.take()),
            None => named.push((path, note)),
        }
    }
    // A name the caller gave was redacted already, so names meet in that form.
    let clean = |path: &RelativePath| redact::text(&path.text()).0.into_owned();
    let mut found: HashMap<String, (usize, Change)> =
        changes.into_iter().enumerate().map(|(order, change)| (clean(&change.path), (order, change))).collect();
    let mut files: Vec<ModifiedFile> = named
        .into_iter()
        .map(|(path, note)| {
            let change = found.remove(&path.text()).map(|(_, change)| change);
            ModifiedFile { note, ..record(&path, change) }
        })
        .collect();
    let mut rest: Vec<(usize, Change)> = found.into_values().collect();
    rest.sort_by_key(|(order, _)| *order);
    files.extend(rest.into_iter().map(|(_, change)| record(&change.path.clone(), Some(change))));

    let holds_secret = |name: &str| name.contains(redact::PLACEHOLDER) || redact::finds_secret(name);
    let mut secret = 0;
    let mut read = Vec::new();
    // What has no room in the document is not read.
    for (at, file) in files.iter().enumerate().take(limits::MODIFIED_FILES) {
        if holds_secret(&file.path) || file.renamed_from.as_deref().is_some_and(holds_secret) {
            secret += 1;
        } else {
            read.extend(RelativePath::from_text(&file.path).map(|path| (at, path)));
        }
    }
    if let Some(source) = source {
        let paths: Vec<RelativePath> = read.iter().map(|(_, path)| path.clone()).collect();
        for ((at, _), content) in read.iter().zip(source.contents(&paths)) {
            files[*at].set_content(&content);
        }
    }
    if secret > 0 {
        warnings.push(format!(
            "{secret} file name(s) hold what looks like a secret; they are stored redacted and not compared on load."
        ));
    }
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

fn addition(
    input: SaveInput,
    facts: &Facts,
    root: &Path,
    session: Option<&(String, SessionSource)>,
    before: &Before,
    context: &Context<'_>,
) -> Addition {
    let now = (context.now)();
    let tasks = input.tasks.map(|tasks| {
        let task =
            |task: input::TaskInput| Task { description: task.description, status: task.status, unknown: Map::new() };
        tasks.into_iter().map(task).collect()
    });
    let command = |command: input::CommandInput| RecentCommand {
        command: command.command,
        exit_code: command.exit_code,
        note: command.note.filter(|note| !note.is_empty()),
        at: Some(now),
        unknown: Map::new(),
    };
    let name = root.file_name().map_or_else(|| "/".to_owned(), |name| name.to_string_lossy().into_owned());
    Addition {
        goal: input.goal,
        tasks,
        summary: input.summary,
        next_steps: input.next_steps,
        decisions: input.decisions,
        commands: input.recent_commands.into_iter().flatten().map(command).collect(),
        files: facts.files.clone(),
        project: Project { name },
        git: facts.git.clone(),
        now,
        id: (context.new_id)(),
        session_id: session.map(|(id, _)| id.clone()),
        resumed_from: before.resumed.as_ref().map(|(selector, _)| selector.as_str().to_owned()),
        redactions: 0,
        untracked_left_out: facts.left_out,
    }
}

/// How many secrets there were in which fields, never what.
fn tell_redactions(words: &Redacted<SaveInput>) -> Option<String> {
    let fields: Vec<&str> = words.fields().iter().map(String::as_str).collect();
    let spans = words.spans();
    (spans > 0).then(|| format!("Redacted {spans} secret-looking value(s) in {}.", fields.join(", ")))
}

struct Finished {
    redactions: usize,
    warnings: Vec<String>,
}

/// The document to write, from what is there under the lock.
fn finish(
    mut addition: Addition,
    mode: Mode,
    current: Current,
    before: Before,
    contents: &HashMap<String, Content>,
) -> Result<(Redacted<Checkpoint>, Finished)> {
    let mut warnings = Vec::new();
    if let Some(reason) = current.damage {
        warnings.push(format!("The checkpoint that was there could not be read ({reason}) and was replaced."));
    }
    let own = current.loaded.map(|loaded| {
        if let Some(reason) = loaded.backup_because {
            warnings.push(format!("The checkpoint that was there could not be read ({reason}); its backup was used."));
        }
        loaded.checkpoint
    });
    let document = match (mode, own) {
        (Mode::Merge, Some(own)) => merge(own, addition, true, contents),
        (Mode::Merge, None) => match before.resumed {
            Some((_, resumed)) => merge(resumed, addition, false, contents),
            None => addition.alone(),
        },
        (Mode::Replace, own) => {
            addition.resumed_from = own.and_then(|own| own.resumed_from).or(addition.resumed_from);
            addition.alone()
        }
    };
    // What was merged in was not looked at yet. Cutting needs the redacted text, since a placeholder
    // may be longer than a secret; it takes text away only, so that the last pass changes nothing.
    let looked_at = redact::redact(document);
    let redactions = looked_at.spans();
    let mut document = looked_at.into_inner();
    document.meta.redactions += redactions as u64;
    let bounded = bound(document).map_err(|error| Error::Internal(error.to_string()))?.checkpoint;
    if let Some(unlisted) = &bounded.meta.unlisted
        && unlisted.count > 0
    {
        warnings.push(format!(
            "{} changed file(s) had no room in the checkpoint; whether they change later will not be told.",
            unlisted.count
        ));
    }
    Ok((redact::redact(bounded), Finished { redactions, warnings }))
}

/// Whether the checkpoint could end up in a commit.
fn git_warnings(place: &Place, root: &Path, source: Option<&dyn Source>) -> Vec<String> {
    let Some(source) = source else { return Vec::new() };
    let tracked = foreign::tracked(source);
    if !tracked.is_empty() {
        let names: Vec<String> = tracked.iter().take(5).map(|path| code(&path.text())).collect();
        let more = if tracked.len() > 5 { format!(" and {} more", tracked.len() - 5) } else { String::new() };
        return vec![format!(
            "Git tracks checkpoint files: {}{more}. Whoever gets the repository can read them. Run git rm --cached on them.",
            names.join(", ")
        )];
    }
    let ignored = place
        .file()
        .strip_prefix(root)
        .ok()
        .and_then(|path| RelativePath::from_bytes(path.to_string_lossy().replace('\\', "/").as_bytes()))
        .is_none_or(|path| !source.ignored(&[path]).is_empty());
    if ignored {
        return Vec::new();
    }
    vec![format!(
        "{} is not git-ignored. Add .claude-checkpoint* to .gitignore.",
        code(&place.file().display().to_string())
    )]
}

fn text(
    path: &str,
    bytes: usize,
    mode: Mode,
    counts: &Counts,
    document: &Checkpoint,
    session: Option<&(String, SessionSource)>,
    warnings: &[String],
) -> String {
    let git = document.git.as_ref().map_or_else(String::new, |git| {
        let branch = git.branch.as_deref().map_or_else(|| "detached HEAD".to_owned(), line);
        format!(" on {branch}@{}", short(&git.head))
    });
    let mut lines = vec![
        format!("Checkpoint saved to {} ({bytes} bytes, {}).", line(path), mode.word()),
        format!(
            "{} task(s), {} file(s), {} command(s){git}.",
            counts.tasks, counts.modified_files, counts.recent_commands
        ),
    ];
    if let Some((id, SessionSource::Argument | SessionSource::Minted)) = session {
        lines.push(format!("Session id: {id}. Pass it as session on every later call of this conversation."));
    }
    lines.extend(warnings.iter().map(|warning| format!("⚠ {}", shortened(&line(warning), 500))));
    lines.join("\n")
}
