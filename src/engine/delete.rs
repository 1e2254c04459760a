//! Delete: resolve → refuse what is in use → lock → remove. Asked for by a person, never by a model.

use serde::Serialize;
use serde_json::Value;

use super::{Context, Output, is_live, output, parse, resolve};
use crate::error::{Error, Result};
use crate::input::{self, DeleteInput};
use crate::session::Selector;
use crate::store::Place;
use crate::text::line;

#[derive(Serialize)]
struct Deleted {
    text: String,
    path: String,
    selector: String,
    /// The files that went, below the project.
    files: Vec<String>,
    warnings: Vec<String>,
}

/// Deletes one checkpoint with its backup and everything that belongs to it.
///
/// # Errors
/// For arguments and roots that can't be used, an unknown selector, a session that is open in a running
/// client unless `force` is given, and files that can't be removed.
pub fn delete(input: Value, context: &Context<'_>) -> Result<Output> {
    let (input, mut warnings) = parse::<DeleteInput>(input, input::DELETE)?;
    let (root, _) = resolve(input.project_root.as_deref(), None, context, &mut warnings)?;
    let selector = Selector::parse(&input.checkpoint, "checkpoint")?;
    if !input.force.unwrap_or(false) && is_live(&selector, context) {
        return Err(Error::SessionLive { id: selector.as_str().to_owned() });
    }
    let place = Place::of(&root, &selector)?;
    let Some(removed) = place.remove(|_| true)? else {
        return Err(Error::SelectorUnknown { selector: input.checkpoint, root: root.display().to_string() });
    };
    warnings.extend(removed.warnings);
    let path = place.file().display().to_string();
    let selector = place.selector().as_str().to_owned();
    let is_whole = removed.files.iter().any(|file| file == place.file());
    let files: Vec<String> =
        removed.files.iter().map(|file| file.strip_prefix(&root).unwrap_or(file).display().to_string()).collect();
    let text = if is_whole {
        format!("Deleted checkpoint {selector} ({}).", line(&path))
    } else {
        format!("Deleted what there was of {selector}, which had no checkpoint: {}.", line(&files.join(", ")))
    };
    output(&Deleted { text, path, selector, files, warnings })
}
