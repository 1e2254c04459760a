//! Restore: resolve → lock → swap the checkpoint with its backup. Asked for by a person.

use serde::Serialize;
use serde_json::Value;

use super::{Context, Output, output, own_or, parse, resolve};
use crate::clock::Timestamp;
use crate::error::Result;
use crate::input::{self, RestoreInput};
use crate::store::Place;
use crate::text::{code, line, shortened};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Restored {
    text: String,
    path: String,
    selector: String,
    goal: String,
    updated_at: Timestamp,
    warnings: Vec<String>,
}

/// Makes the backup of a checkpoint the checkpoint again, and the checkpoint its backup: done twice,
/// nothing has changed.
///
/// # Errors
/// For arguments, roots and sessions that can't be used, a checkpoint without a backup that can be read,
/// and a store that can't be written.
pub fn restore_previous(input: Value, context: &Context<'_>) -> Result<Output> {
    let (input, mut warnings) = parse::<RestoreInput>(input, input::RESTORE)?;
    let (root, conversation) =
        resolve(input.project_root.as_deref(), input.session.as_deref(), context, &mut warnings)?;
    let place = Place::of(&root, &own_or(input.checkpoint.as_deref(), &conversation)?)?;
    let (document, more) = place.restore_backup()?;
    warnings.extend(more);
    let document = document.get();
    let path = place.file().display().to_string();
    let selector = place.selector().as_str().to_owned();
    let goal = document.goal.primary.clone();
    let text = format!(
        "Restored checkpoint {selector}, saved {}, goal {}. What it replaced is the backup now; restoring again brings it back. File: {}",
        document.updated_at.age_or_difference((context.now)()),
        code(&shortened(&line(&goal), 120)),
        line(&path)
    );
    output(&Restored { text, path, selector, goal, updated_at: document.updated_at, warnings })
}
