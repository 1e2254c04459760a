//! What only a person asks for: the trail of one session, also of one that saved, and the sessions that
//! touched a file.

use serde_json::Value;

use super::list::{self, Entry, everything};
use super::load::Whose;
use super::observation::Observation;
use super::{Context, Output, Tree, own_or, parse, resolve};
use crate::error::{Error, Result};
use crate::input::{self, LoadInput, TouchedInput};
use crate::path::{Given, given};
use crate::session::Selector;
use crate::store::Place;
use crate::text::line;

/// What was observed of a session, whether it saved or not.
///
/// # Errors
/// For arguments, roots and sessions that can't be used, and a session of which nothing is known.
pub fn trail(input: Value, context: &Context<'_>) -> Result<Output> {
    let (input, mut warnings) = parse::<LoadInput>(input, input::LOAD)?;
    let (root, conversation) =
        resolve(input.project_root.as_deref(), input.session.as_deref(), context, &mut warnings)?;
    let selector = own_or(input.checkpoint.as_deref(), &conversation)?;
    let whose = Whose::of_selector(&selector, conversation.selector().as_ref(), context);
    let tree = Tree::new(&root);
    match Observation::alone(&tree, &selector, context)? {
        Some(observation) => observation.answer(&tree, whose, input.format, context, warnings),
        None => {
            Err(Error::SelectorUnknown { selector: selector.as_str().to_owned(), root: root.display().to_string() })
        }
    }
}

/// The sessions that touched a file: that list it in what they saved, or were seen to change it.
///
/// # Errors
/// For arguments and roots that can't be used, and a store that can't be read.
pub fn touched(input: Value, context: &Context<'_>) -> Result<Output> {
    let (input, mut warnings) = parse::<TouchedInput>(input, input::TOUCHED)?;
    let (root, conversation) = resolve(input.project_root.as_deref(), None, context, &mut warnings)?;
    let path = match given(&input.file, &root) {
        Given::Inside(path) => path.text(),
        Given::Outside => input.file.clone(),
    };
    let mut entries = everything(&root, &conversation, context, &mut warnings)?;
    let tree = Tree::new(&root);
    entries.retain(|entry| has_touched(entry, &tree, &path, context, &mut warnings));
    let nothing = format!("No session is known to have touched {}", line(&path));
    list::answer(&root, entries, input.limit, &nothing, warnings)
}

fn has_touched(entry: &Entry, tree: &Tree<'_>, path: &str, context: &Context<'_>, warnings: &mut Vec<String>) -> bool {
    let Ok(selector) = Selector::parse(&entry.selector, "checkpoint") else { return false };
    let saved = Place::of(tree.root, &selector).and_then(|place| place.load()).ok().flatten();
    let is_saved = saved.is_some_and(|loaded| {
        let names =
            |file: &crate::checkpoint::ModifiedFile| file.path == path || file.renamed_from.as_deref() == Some(path);
        loaded.checkpoint.modified_files.iter().any(names)
    });
    is_saved
        || Observation::of(tree, &selector, context, warnings).is_some_and(|observation| {
            let files = &observation.observed().files;
            // What changed after a session is not what it did.
            let is_its = |file: &&crate::trail::JudgedFile| file.word != crate::trail::Word::Since;
            files.iter().filter(is_its).any(|file| file.path == path || file.renamed_from.as_deref() == Some(path))
        })
}
