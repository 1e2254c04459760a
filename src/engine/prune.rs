//! Prune: list → leave what is in use or somebody else's → lock each → remove. Asked for by a person; nothing
//! is ever pruned by itself. A trail without a checkpoint is pruned like one; what is in use of a checkpoint's
//! trail keeps both.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;

use super::list::{Entry, counted, entries, rows};
use super::trails::{kept_trails, last_seen};
use super::{Context, is_live, output, parse, resolve};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::input::{self, PruneInput};
use crate::session::{Selector, SessionId};
use crate::store::{OnTrail, Place, TrailPlace};
use crate::text::{line, shortened};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    text: String,
    path: String,
    dry_run: bool,
    /// What went, or would go.
    pruned: Vec<Entry>,
    /// What is old enough and stays.
    kept: Vec<Kept>,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct Kept {
    selector: String,
    reason: &'static str,
}

/// Deletes checkpoints that were last saved a while ago, each with its backup and everything that belongs
/// to it, and what was kept of sessions that saved none and were at work last as long ago. Those that are in use,
/// foreign, or can't be read stay.
///
/// # Errors
/// For arguments and roots that can't be used, and a store that can't be read. One checkpoint that can't be
/// removed is a warning.
pub fn prune(input: Value, context: &Context<'_>) -> Result<super::Output> {
    let (input, mut warnings) = parse::<PruneInput>(input, input::PRUNE)?;
    let (root, conversation) = resolve(input.project_root.as_deref(), None, context, &mut warnings)?;
    let now = (context.now)();
    let is_old = |time: Timestamp| time.days_before(now).is_some_and(|days| days >= input.older_than_days);
    let dry_run = input.dry_run.unwrap_or(false);
    let mut old = entries(&root, &conversation, context, &mut warnings)?;
    let has_saved = |id: &SessionId| old.iter().any(|entry| entry.selector.eq_ignore_ascii_case(id.as_str()));
    let trails = kept_trails(&root, |id| !has_saved(id), context, &mut warnings)?;
    let own = conversation.selector();
    let is_own = |id: &SessionId| own.as_ref().is_some_and(|own| own.as_str() == id.as_str());
    old.extend(trails.iter().map(|trail| Entry::of_trail(trail, is_own(&trail.session), None, now)));
    old.retain(|entry| entry.updated_at.is_some_and(is_old));
    old.sort_by_key(|entry| std::cmp::Reverse(entry.updated_at));
    let went_on = |selector: &Selector| trail_time(&root, selector).is_some_and(|time| !is_old(time));

    let (mut pruned, mut kept) = (Vec::new(), Vec::new());
    for entry in old {
        let selector = Selector::parse(&entry.selector, "checkpoint")?;
        let reason = why_kept(&entry, &selector, context)
            .or_else(|| went_on(&selector).then_some("its session was at work since, without a save"));
        if let Some(reason) = reason {
            kept.push(Kept { selector: entry.selector, reason });
            continue;
        }
        if dry_run {
            pruned.push(entry);
            continue;
        }
        // A session may have saved in the meantime.
        let is_still_old = |place: &Place| match place.load() {
            Ok(Some(loaded)) => is_old(loaded.checkpoint.updated_at),
            Ok(None) => entry.is_trail() && trail_time(&root, &selector).is_some_and(is_old),
            Err(_) => false,
        };
        match Place::of(&root, &selector).and_then(|place| place.remove(is_still_old)) {
            Ok(Some(removed)) => {
                warnings.extend(removed.warnings);
                pruned.push(entry);
            }
            Ok(None) => kept.push(Kept { selector: entry.selector, reason: "it was saved just now" }),
            Err(error) => {
                warnings.push(shortened(&line(&error.to_string()), 500));
                kept.push(Kept { selector: entry.selector, reason: "it could not be deleted" });
            }
        }
    }
    let text = text(&line(&root.display().to_string()), input.older_than_days, dry_run, &pruned, &kept, &warnings);
    output(&Output { text, path: root.display().to_string(), dry_run, pruned, kept, warnings })
}

/// When a session was last at work, by the trail that was kept of it.
fn trail_time(root: &Path, selector: &Selector) -> Option<Timestamp> {
    let Selector::Session(id) = selector else { return None };
    match TrailPlace::of(root, id).and_then(|place| place.load()) {
        Ok(OnTrail::Kept(kept)) => Some(last_seen(&kept)),
        _ => None,
    }
}

fn why_kept(entry: &Entry, selector: &Selector, context: &Context<'_>) -> Option<&'static str> {
    if entry.is_current_session || is_live(selector, context) {
        Some("its session is open")
    } else if entry.foreign {
        Some("it is foreign: git tracks it or may do so, or it belongs to another user")
    } else if entry.from_backup {
        Some("its file is damaged or missing, and only its backup was read")
    } else {
        None
    }
}

fn text(root: &str, days: u64, dry_run: bool, pruned: &[Entry], kept: &[Kept], warnings: &[String]) -> String {
    let age = format!("untouched for {days} day(s) or longer");
    let count = counted(pruned);
    let first = match (pruned.is_empty(), dry_run) {
        (true, _) => format!("Nothing to delete in {root}: nothing that may go was {age}."),
        (false, true) => format!("{count} in {root} would be deleted, {age}:"),
        (false, false) => format!("Deleted {count} in {root}, {age}:"),
    };
    let kept: Vec<String> = kept.iter().take(10).map(|kept| format!("{} ({})", kept.selector, kept.reason)).collect();
    let last = (!kept.is_empty()).then(|| format!("Old enough, and kept: {}.", kept.join(", ")));
    rows(&first, pruned, last.as_deref(), warnings)
}
