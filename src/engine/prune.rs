//! Prune: list → leave what is in use or somebody else's → lock each → remove. Asked for by a person; nothing
//! is ever pruned by itself.

use serde::Serialize;
use serde_json::Value;

use super::list::{Entry, entries, rows};
use super::{Context, is_live, output, parse, resolve};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::input::{self, PruneInput};
use crate::session::Selector;
use crate::store::Place;
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
/// to it. Those that are in use, foreign, or can't be read stay.
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
    old.retain(|entry| entry.updated_at.is_some_and(is_old));

    let (mut pruned, mut kept) = (Vec::new(), Vec::new());
    for entry in old {
        let selector = Selector::parse(&entry.selector, "checkpoint")?;
        if let Some(reason) = why_kept(&entry, &selector, context) {
            kept.push(Kept { selector: entry.selector, reason });
            continue;
        }
        if dry_run {
            pruned.push(entry);
            continue;
        }
        // A session may have saved in the meantime.
        let is_still_old =
            |place: &Place| place.load().is_ok_and(|found| found.is_some_and(|it| is_old(it.checkpoint.updated_at)));
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
    let age = format!("not saved for {days} day(s) or longer");
    let first = match (pruned.len(), dry_run) {
        (0, _) => format!("Nothing to delete in {root}: no checkpoint that may go was {age}."),
        (count, true) => format!("{count} checkpoint(s) in {root} would be deleted, {age}:"),
        (count, false) => format!("Deleted {count} checkpoint(s) in {root}, {age}:"),
    };
    let kept: Vec<String> = kept.iter().take(10).map(|kept| format!("{} ({})", kept.selector, kept.reason)).collect();
    let last = (!kept.is_empty()).then(|| format!("Old enough, and kept: {}.", kept.join(", ")));
    rows(&first, pruned, last.as_deref(), warnings)
}
