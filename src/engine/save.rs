//! Save: resolve → ask git → redact → lock → read → merge → bound → write → say what was done.

use std::path::Path;

use serde::Serialize;
use serde_json::{Map, Value};

use super::facts::Facts;
use super::relation::checkpoint_of_conversation;
use super::{Context, output, parse, resolve};
use super::{foreign, from_trail};
use crate::brief::short;
use crate::checkpoint::{Addition, Checkpoint, Contents, RecentCommand, Task, bound, merge};
use crate::error::{Error, Result};
use crate::git::{Failure, Source};
use crate::input::{self, Mode, SaveInput};
use crate::path::{RelativePath, native_bytes};
use crate::redact::{self, Redacted};
use crate::session::{Conversation, Selector, SessionId, SessionSource};
use crate::store::{Current, Place};
use crate::text::{code, line, shortened, some_of};

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
    let (root, conversation) =
        resolve(input.project_root.as_deref(), input.session.as_deref(), context, &mut warnings)?;
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

    let before = Before::read(&root, &place, resumed_from.as_ref(), input.mode, context, &mut warnings);
    let named = input.modified_files.as_deref().unwrap_or_default();
    let facts = Facts::gather(&root, named, &before.recorded, &mut warnings);
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
    /// The checkpoint the session goes on from, if it has none of its own.
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
        context: &Context<'_>,
        warnings: &mut Vec<String>,
    ) -> Self {
        // What is wrong with the own document is said under the lock.
        let own = place.load();
        let has_own = !matches!(own, Ok(None));
        let own = own.ok().flatten().map(|loaded| loaded.checkpoint);
        let mut resumed = resumed_from.filter(|_| !has_own).and_then(|selector| {
            let reason = match Place::of(root, selector).and_then(|place| place.load()) {
                Ok(Some(loaded)) => return Some((selector.clone(), loaded.checkpoint)),
                Ok(None) => match from_trail::document(root, selector, context) {
                    Some(observed) => return Some((selector.clone(), observed)),
                    None => format!("names no checkpoint of this project (\"{}\")", selector.as_str()),
                },
                Err(error) => format!("could not be read. {}", error.to_string().trim_end_matches('.')),
            };
            warnings.push(format!("The save went ahead without resumedFrom, which {reason}."));
            None
        });
        if !has_own && resumed_from.is_none() && mode == Mode::Merge {
            // `/clear` gave the conversation a new id; for the person it goes on.
            resumed = checkpoint_of_conversation(root, Some(place.selector()), context, warnings)
                .map(|(place, loaded)| (place.selector().clone(), loaded.checkpoint));
        }
        let base = own.as_ref().or(resumed.as_ref().map(|(_, checkpoint)| checkpoint)).filter(|_| mode == Mode::Merge);
        let recorded =
            base.map(|base| base.modified_files.iter().map(|file| file.path.clone()).collect()).unwrap_or_default();
        Self { resumed, recorded }
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
        project: name,
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

/// How much of what a model wrote a document holds.
struct Sizes([(usize, &'static str); 5]);

impl Sizes {
    fn of(document: &Checkpoint) -> Self {
        let summary = document.summary.as_deref().map_or(0, |summary| summary.chars().count());
        Self([
            (document.goal.tasks.len(), "task(s)"),
            (document.recent_commands.len(), "of the oldest command(s)"),
            (document.decisions.len(), "of the oldest decision(s)"),
            (document.next_steps.len(), "of the last next step(s)"),
            (summary, "character(s) of the summary"),
        ])
    }

    /// Says what went, when something did.
    fn less(&self, after: &Self) -> Option<String> {
        let went = self.0.iter().zip(&after.0).filter(|(before, after)| before.0 > after.0);
        let went: Vec<String> = went.map(|(before, after)| format!("{} {}", before.0 - after.0, before.1)).collect();
        (!went.is_empty()).then(|| format!("Left out to keep the checkpoint within its limits: {}.", went.join(", ")))
    }
}

/// The document to write, from what is there under the lock.
fn finish(
    mut addition: Addition,
    mode: Mode,
    current: Current,
    before: Before,
    contents: &Contents,
) -> Result<(Redacted<Checkpoint>, Finished)> {
    let mut warnings = Vec::new();
    if let Some(reason) = current.damage {
        warnings.push(format!(
            "The checkpoint that was there could not be read ({reason}). It was replaced, and kept beside it with the ending .corrupt."
        ));
    }
    let own = current.loaded.map(|loaded| {
        if let Some(reason) = loaded.backup_because {
            let used = if mode == Mode::Merge { "; its backup was used" } else { "" };
            warnings.push(format!("The checkpoint that was there could not be read ({reason}){used}."));
        }
        loaded.checkpoint
    });
    // Redacted before the merge, like what came in, so that equal texts meet.
    let mut redactions = 0;
    let mut known = |document: Checkpoint| {
        let looked_at = redact::redact(document);
        redactions += looked_at.spans();
        looked_at.into_inner()
    };
    let document = match (mode, own) {
        (Mode::Merge, Some(own)) => merge(known(own), addition, true, contents),
        (Mode::Merge, None) => match before.resumed {
            Some((_, resumed)) => merge(known(resumed), addition, false, contents),
            None => addition.alone(),
        },
        (Mode::Replace, own) => {
            addition.resumed_from = own.and_then(|own| own.resumed_from).or(addition.resumed_from);
            addition.alone()
        }
    };
    // Names from git were not looked at yet.
    let looked_at = redact::redact(document);
    redactions += looked_at.spans();
    if looked_at.fields().contains("branch") {
        warnings.push("The branch's name holds what looks like a secret; it is stored redacted.".to_owned());
    }
    // Cut after redacting, since a placeholder may be longer than a secret. Cutting takes text away only,
    // so the last look changes nothing.
    let mut document = looked_at.into_inner();
    document.meta.redactions = document.meta.redactions.saturating_add(redactions as u64);
    let before = Sizes::of(&document);
    let document = bound(document).map_err(|error| Error::Internal(error.to_string()))?;
    warnings.extend(before.less(&Sizes::of(&document)));
    if let Some(unlisted) = document.meta.unlisted.as_ref().filter(|unlisted| unlisted.count > 0) {
        warnings.push(format!(
            "{} changed file(s) had no room in the checkpoint; whether they change later will not be told.",
            unlisted.count
        ));
    }
    Ok((redact::redact(document), Finished { redactions, warnings }))
}

/// Whether the checkpoint could end up in a commit.
fn git_warnings(place: &Place, root: &Path, source: Option<&dyn Source>) -> Option<String> {
    let source = source?;
    let unknown = |reason: Failure| format!("Whether git ignores the checkpoint could not be told: {}.", reason.0);
    let tracked = match foreign::tracked(source) {
        Ok(tracked) => tracked,
        Err(reason) => return Some(unknown(reason)),
    };
    if !tracked.is_empty() {
        let names: Vec<String> = tracked.iter().map(|path| code(&path.text())).collect();
        return Some(format!(
            "Git tracks checkpoint files: {}. Whoever gets the repository can read them. Run git rm --cached on them.",
            some_of(&names, 5)
        ));
    }
    let path = RelativePath::from_bytes(&native_bytes(place.file().strip_prefix(root).ok()?))?;
    match source.find_ignored(&[path]) {
        Ok(ignored) if !ignored.is_empty() => None,
        Ok(_) => {
            let file = code(&place.file().display().to_string());
            Some(format!("{file} is not git-ignored. Add .claude-checkpoint* to .gitignore."))
        }
        Err(reason) => Some(unknown(reason)),
    }
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
    lines.extend(warnings.iter().map(|warning| format!("⚠ {}", shortened(&line(warning), 1000))));
    lines.join("\n")
}
