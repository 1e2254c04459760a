//! The trails of a project, for lists.

use std::cmp::Reverse;
use std::path::Path;

use super::foreign::Foreign;
use super::observe::ended;
use super::{Context, Tree, ground, is_live, look};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::git::{self, Budget, Found};
use crate::limits;
use crate::redact;
use crate::session::{Selector, SessionId};
use crate::store::{self, OnTrail, TrailPlace};
use crate::text::{line, shortened};
use crate::trail::{self, Kept, State, TrailEntry};

/// The trails of a project, newest first: those that were kept, and sessions of the last 72 hours whose
/// transcript tells of work. The second value has warnings.
///
/// # Errors
/// When the directory of trails can't be read.
pub fn trails(root: &Path, context: &Context<'_>) -> Result<(Vec<TrailEntry>, Vec<String>)> {
    let mut warnings = Vec::new();
    let mut entries = kept_trails(root, |_| true, context, &mut warnings)?;
    if ground::refusal(root, context).is_none() {
        live(&Tree::new(root), context, &mut entries);
    }
    entries.sort_by(|one, other| {
        other.updated_at.cmp(&one.updated_at).then_with(|| one.session.as_str().cmp(other.session.as_str()))
    });
    Ok((entries, warnings))
}

/// The trails of a project that were kept, of those sessions that are asked for.
///
/// # Errors
/// When the directory of trails can't be read.
pub(super) fn kept_trails(
    root: &Path,
    is_asked_for: impl Fn(&SessionId) -> bool,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Result<Vec<TrailEntry>> {
    let mut entries: Vec<TrailEntry> = Vec::new();
    if ground::refusal(root, context).is_some() {
        return Ok(entries);
    }
    let mut ids = store::trail_ids(root)?;
    ids.retain(is_asked_for);
    if !ids.is_empty() {
        let repository = match git::open(root, Budget::of(limits::GIT_BUDGET)) {
            Found::Repository(source) => Some(source),
            Found::Nothing | Found::Unusable(_) => None,
        };
        let foreign = Foreign::new(root, repository.as_deref());
        for id in ids {
            let place = TrailPlace::of(root, &id)?;
            match place.load() {
                Ok(OnTrail::Kept(kept)) => {
                    entries.push(TrailEntry { is_foreign: foreign.is_trail(&place), ..of_kept(id, &kept, context) });
                }
                Ok(OnTrail::Absent) => {}
                Ok(OnTrail::Corrupt(reason)) => warnings.push(unreadable(&id, &reason)),
                Err(error) => warnings.push(unreadable(&id, &error.to_string())),
            }
        }
    }
    Ok(entries)
}

fn unreadable(id: &SessionId, reason: &str) -> String {
    format!("The trail {} can't be read: {}.", id.as_str(), shortened(&line(reason.trim_end_matches('.')), 200))
}

/// Sessions whose transcript was written lately and of which nothing is kept: the newest, as far as little is
/// to be read.
fn live(tree: &Tree<'_>, context: &Context<'_>, entries: &mut Vec<TrailEntry>) {
    let root = tree.root;
    let now = (context.now)().milliseconds();
    let oldest = now - i64::try_from(limits::TRAIL_LISTED.as_millis()).unwrap_or(i64::MAX);
    let mut files: Vec<_> = ground::transcripts(root, context)
        .into_iter()
        .filter(|(id, _)| !entries.iter().any(|entry| entry.session == *id))
        .filter_map(|(id, path)| {
            let written = ground::modified(&path)?.duration_since(std::time::UNIX_EPOCH).ok()?;
            let written = i64::try_from(written.as_millis()).ok()?;
            (written >= oldest).then_some((id, path, written))
        })
        .collect();
    files.sort_by_key(|(_, _, written)| Reverse(*written));
    let mut left = limits::TRAIL_LISTED_BYTES;
    for (id, path, written) in files.into_iter().take(limits::TRAIL_LISTED_FILES) {
        let size = path.metadata().map_or(0, |metadata| metadata.len());
        if !ground::is_about(root, &path, context) {
            continue;
        }
        if let Some(rest) = left.checked_sub(size) {
            left = rest;
            let Ok(state) = trail::capture(None, &path) else { continue };
            if has_work(tree, &id, state.get(), context) {
                entries.push(of_state(id, state.get(), context));
            }
        } else if let Ok(entry) = crate::transcript::list::entry(&path) {
            // So much was not only said.
            let clean = |text: String| redact::text(&text).0.into_owned();
            entries.push(TrailEntry {
                is_live: is_open(&id, context),
                session: id,
                title: entry.title.map(clean),
                updated_at: entry.updated_at.or_else(|| Timestamp::from_milliseconds(written)),
                branch: entry.git_branch.map(clean),
                ended: None,
                is_kept: false,
                is_foreign: false,
            });
        }
    }
}

/// When a session was last seen to do anything.
pub(super) fn last_seen(kept: &Kept) -> Timestamp {
    kept.state.as_ref().and_then(look::last_time).unwrap_or(kept.captured_at)
}

/// Whether a session did anything, by its transcript, or by the tree when it only ran other commands.
fn has_work(tree: &Tree<'_>, id: &SessionId, state: &State, context: &Context<'_>) -> bool {
    let in_tree = || look::look(tree, id, Some(state), None, context, &mut Vec::new()).speaks_of_work(state);
    state.has_work() || (state.has_commands() && in_tree())
}

fn is_open(id: &SessionId, context: &Context<'_>) -> bool {
    is_live(&Selector::Session(id.clone()), context)
}

fn of_kept(id: SessionId, kept: &Kept, context: &Context<'_>) -> TrailEntry {
    let branch = kept.snapshots.last().and_then(|snapshot| snapshot.branch.clone());
    let empty = TrailEntry {
        is_live: is_open(&id, context),
        session: id.clone(),
        title: None,
        updated_at: Some(kept.captured_at),
        branch: branch.clone(),
        ended: None,
        is_kept: true,
        is_foreign: false,
    };
    let entry = kept.state.as_ref().map_or(empty, |state| of_state(id, state, context));
    TrailEntry {
        ended: ended(Some(kept), kept.state.as_ref()),
        updated_at: Some(last_seen(kept)),
        branch: branch.or(entry.branch.clone()).map(|branch| redact::text(&branch).0.into_owned()),
        is_kept: true,
        ..entry
    }
}

fn of_state(id: SessionId, state: &State, context: &Context<'_>) -> TrailEntry {
    // A kept file is somebody's to edit.
    let clean = |text: &str| redact::text(text).0.into_owned();
    TrailEntry {
        is_live: is_open(&id, context),
        session: id,
        title: state.first_prompt.as_ref().map(|prompt| clean(&prompt.text)),
        updated_at: look::last_time(state),
        branch: state.branch.as_deref().map(clean),
        ended: None,
        is_kept: false,
        is_foreign: false,
    }
}
