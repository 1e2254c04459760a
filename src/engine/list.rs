//! List: resolve → read → render.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::foreign::Foreign;
use super::relation::{Relation, Relations};
use super::{Context, output, parse, resolve};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::git::{self, Budget, Found};
use crate::input::{self, ListInput};
use crate::limits;
use crate::redact::Redacted;
use crate::session::{Conversation, Selector};
use crate::store::{self, Listed};
use crate::text::{code, line, shortened, some_of, utf16_units};
use crate::trail::TrailEntry;

/// One checkpoint as a client sees it.
#[allow(clippy::struct_excessive_bools, reason = "independent facts, each a field of the contract")]
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Entry {
    pub(super) selector: String,
    goal: String,
    pub(super) updated_at: Option<Timestamp>,
    age: String,
    branch: Option<String>,
    all_tasks_done: bool,
    pub(super) is_current_session: bool,
    pub(super) from_backup: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    relation: Option<Relation>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) foreign: bool,
    source: Origin,
    /// Said in the text alone.
    #[serde(skip)]
    is_live: bool,
}

/// What an entry is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Origin {
    /// What a model saved.
    Checkpoint,
    /// What was observed of a session that saved nothing.
    Trail,
}

#[derive(Serialize)]
struct Output {
    text: String,
    path: String,
    entries: Vec<Entry>,
    total: usize,
    omitted: usize,
    warnings: Vec<String>,
}

/// Lists the checkpoints of a project.
///
/// # Errors
/// For arguments, roots and sessions that can't be used, and a store that can't be read.
pub fn list(input: Value, context: &Context<'_>) -> Result<Redacted<Value>> {
    let (input, mut warnings) = parse::<ListInput>(input, input::LIST)?;
    let (root, conversation) =
        resolve(input.project_root.as_deref(), input.session.as_deref(), context, &mut warnings)?;
    let entries = everything(&root, &conversation, context, &mut warnings)?;
    answer(&root, entries, input.limit, "No checkpoints", warnings)
}

/// Entries as a list's answer.
pub(super) fn answer(
    root: &Path,
    mut entries: Vec<Entry>,
    limit: Option<u64>,
    nothing: &str,
    warnings: Vec<String>,
) -> Result<Redacted<Value>> {
    let total = entries.len();
    let count = counted(&entries);
    let limit = usize::try_from(limit.unwrap_or(limits::LIST_DEFAULT)).unwrap_or(usize::MAX);
    if limit > 0 {
        entries.truncate(limit);
    }
    let omitted = total - entries.len();
    let place = line(&root.display().to_string());
    let text = if total == 0 {
        format!("{nothing} in {place}.")
    } else {
        let first = format!("{count} in {place}, newest first:");
        let last = (omitted > 0).then(|| format!("{omitted} more; pass limit 0 for all."));
        rows(&first, &entries, last.as_deref(), &warnings)
    };
    output(&Output { text, path: root.display().to_string(), entries, total, omitted, warnings })
}

/// How many there are of which origin.
pub(super) fn counted(entries: &[Entry]) -> String {
    let trails = entries.iter().filter(|entry| entry.is_trail()).count();
    let parts = [(entries.len() - trails, "checkpoint(s)"), (trails, "session(s) that saved none")];
    let parts: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, noun)| format!("{count} {noun}")).collect();
    parts.join(" and ")
}

/// Every checkpoint of a project, and the sessions that saved none but did something, in list order.
pub(super) fn everything(
    root: &Path,
    conversation: &Conversation,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<Entry>> {
    let mut entries = entries(root, conversation, context, warnings)?;
    let trails = match super::trails(root, context) {
        Ok((trails, more)) => {
            warnings.extend(more);
            trails
        }
        // What was saved is there all the same.
        Err(error) => {
            warnings.push(format!("Sessions that saved nothing are missing: {}", line(&error.to_string())));
            Vec::new()
        }
    };
    let own = conversation.selector();
    let mut relations = Relations::new(conversation, context);
    let now = (context.now)();
    for trail in trails {
        if entries.iter().any(|entry| entry.selector.eq_ignore_ascii_case(trail.session.as_str())) {
            continue;
        }
        let selector = Selector::Session(trail.session.clone());
        let is_own = own.as_ref() == Some(&selector);
        let relation = if is_own { None } else { relations.of(&selector) };
        entries.push(Entry::of_trail(&trail, is_own, relation, now));
    }
    entries.sort_by(|one, other| other.updated_at.cmp(&one.updated_at).then_with(|| one.selector.cmp(&other.selector)));
    Ok(entries)
}

/// Every checkpoint of a project, in list order, with a warning about those that can't be read.
pub(super) fn entries(
    root: &Path,
    conversation: &Conversation,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<Entry>> {
    let listed = store::list(root)?;
    if listed.is_empty() {
        return Ok(Vec::new());
    }
    let repository = match git::open(root, Budget::of(limits::GIT_BUDGET)) {
        Found::Repository(source) => Some(source),
        Found::Nothing | Found::Unusable(_) => None,
    };
    let foreign = Foreign::new(root, repository.as_deref());
    let own = conversation.selector();
    let mut relations = Relations::new(conversation, context);
    let now = (context.now)();
    let mut unreadable = Vec::new();
    let entries = listed
        .into_iter()
        .map(|listed| {
            let is_own = own.as_ref() == Some(listed.place.selector());
            let relation = if is_own { None } else { relations.of(listed.place.selector()) };
            let is_ours = is_own || relation == Some(Relation::Conversation);
            let foreign = !is_ours && foreign.is(&listed.place);
            let standing = Standing { is_own, relation, foreign };
            entry(listed, standing, now, &mut unreadable)
        })
        .collect();
    if !unreadable.is_empty() {
        warnings.push(format!("Can't be read: {}.", some_of(&unreadable, 5)));
    }
    Ok(entries)
}

impl Entry {
    pub(super) fn of_trail(
        trail: &TrailEntry,
        is_current_session: bool,
        relation: Option<Relation>,
        now: Timestamp,
    ) -> Self {
        let title = trail.title.as_deref().map(line).filter(|title| !title.is_empty());
        Self {
            selector: trail.session.as_str().to_owned(),
            goal: title.map_or_else(|| "(no prompt was recorded)".to_owned(), |title| shortened(&title, limits::GOAL)),
            updated_at: trail.updated_at,
            age: trail.updated_at.map_or_else(|| "unknown".to_owned(), |time| time.age_or_difference(now)),
            branch: trail.branch.as_deref().map(|branch| shortened(&line(branch), limits::NAME)),
            all_tasks_done: false,
            is_current_session,
            from_backup: false,
            relation,
            foreign: trail.is_foreign && !is_current_session,
            source: Origin::Trail,
            is_live: trail.is_live,
        }
    }

    /// Whether it is what was observed of a session that saved nothing.
    pub(super) fn is_trail(&self) -> bool {
        self.source == Origin::Trail
    }

    /// Whether it has to do with the session that asks.
    pub(super) fn is_related(&self) -> bool {
        self.relation.is_some()
    }

    /// The entry in a load's answer, which has a limit of size.
    pub(super) fn brief(mut self) -> Self {
        self.goal = shortened(&self.goal, 200);
        self.branch = self.branch.map(|branch| shortened(&branch, 80));
        self
    }
}

/// What a checkpoint is to the session that asks.
#[derive(Clone, Copy)]
struct Standing {
    is_own: bool,
    relation: Option<Relation>,
    foreign: bool,
}

fn entry(listed: Listed, standing: Standing, now: Timestamp, unreadable: &mut Vec<String>) -> Entry {
    let selector = listed.place.selector().as_str().to_owned();
    let Standing { is_own: is_current_session, relation, foreign } = standing;
    match listed.content {
        Ok(heading) => Entry {
            selector,
            goal: shortened(&line(&heading.goal), limits::GOAL),
            updated_at: Some(heading.updated_at),
            age: heading.updated_at.age_or_difference(now),
            branch: heading.branch.as_deref().map(|branch| shortened(&line(branch), limits::NAME)),
            all_tasks_done: heading.all_tasks_done,
            is_current_session,
            from_backup: listed.from_backup,
            relation,
            foreign,
            source: Origin::Checkpoint,
            is_live: false,
        },
        Err(reason) => {
            unreadable.push(format!("{selector} ({})", line(reason.trim_end_matches('.'))));
            Entry {
                selector,
                goal: "(unreadable)".to_owned(),
                updated_at: None,
                age: "unknown".to_owned(),
                branch: None,
                all_tasks_done: false,
                is_current_session,
                from_backup: false,
                relation,
                foreign,
                source: Origin::Checkpoint,
                is_live: false,
            }
        }
    }
}

/// Entries as text: a first line, a row each as far as there is room, closing lines.
pub(super) fn rows(first: &str, entries: &[Entry], last: Option<&str>, warnings: &[String]) -> String {
    let mut closing: Vec<String> = last.map(str::to_owned).into_iter().collect();
    closing.extend(warnings.iter().take(5).map(|warning| format!("⚠ {}", shortened(&line(warning), 300))));
    if warnings.len() > 5 {
        closing.push(format!("⚠ {} more warning(s)", warnings.len() - 5));
    }
    let mut left = limits::BRIEF_UNITS - utf16_units(first) - utf16_units(&closing.join("\n")) - 100;
    let mut text = vec![first.to_owned()];
    for (at, entry) in entries.iter().enumerate() {
        let row = row(entry);
        let units = utf16_units(&row) + 1;
        if units > left {
            text.push(format!("… and {} more in entries", entries.len() - at));
            break;
        }
        left -= units;
        text.push(row);
    }
    text.extend(closing);
    text.join("\n")
}

fn row(entry: &Entry) -> String {
    let mut about = vec![entry.age.clone()];
    about.extend(entry.branch.as_deref().map(|branch| format!("branch {}", code(&shortened(branch, 80)))));
    let flags = [
        (entry.is_trail(), "nothing saved: observed only"),
        (entry.is_live && !entry.is_current_session, "still open"),
        (entry.all_tasks_done, "all tasks done"),
        (entry.is_current_session, "this session"),
        (entry.from_backup, "from its backup"),
        (entry.foreign, "foreign: came with the project or from another user"),
    ];
    about.extend(entry.relation.map(|relation| relation.words().to_owned()));
    about.extend(flags.iter().filter(|(set, _)| *set).map(|(_, name)| (*name).to_owned()));
    format!("- {}: {} ({})", code(&entry.selector), shortened(&entry.goal, 160), about.join(", "))
}
