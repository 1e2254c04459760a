//! One look at a session: its transcript from where it was read up to, the tree, and what changed since the
//! look before.

use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{Context, Tree, ground};
use crate::clock::Timestamp;
use crate::git::{Failure, Found};
use crate::session::SessionId;
use crate::trail::{self, Interval, JudgedFile, Kept, Snapshot, State, speak_of_work};

/// What was seen of a transcript.
pub(super) struct Read {
    pub state: Option<State>,
    pub transcript: Option<PathBuf>,
    /// Whether it was read to its end.
    pub is_complete: bool,
}

/// Reads what is new in a session's transcript. Without one, what was known stays.
pub(super) fn read(
    named: Option<&Path>,
    session: &SessionId,
    kept: Option<&Kept>,
    deadline: Option<Instant>,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Read {
    let known = kept.and_then(|kept| kept.state.clone());
    let Some(transcript) = ground::transcript(named, session, context) else {
        return Read { state: known, transcript: None, is_complete: true };
    };
    // A file that was emptied tells of nothing, and does not take back what was known.
    if known.is_some() && transcript.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        return Read { state: known, transcript: None, is_complete: true };
    }
    match trail::capture_until(known.clone(), &transcript, deadline) {
        Ok((state, is_complete)) => Read { state: Some(state.into_inner()), transcript: Some(transcript), is_complete },
        Err(error) => {
            warnings.push(error.to_string());
            Read { state: known, transcript: None, is_complete: false }
        }
    }
}

/// What was seen of the tree.
#[derive(Default)]
pub(super) struct Seen {
    pub snapshot: Option<Snapshot>,
    /// What changed since the snapshot before, besides what the client's edit tools account for.
    pub files: Vec<JudgedFile>,
    /// Whether another session could have done it.
    pub has_others: bool,
    /// Whether more may have changed than could be told.
    pub is_partial: bool,
}

impl Seen {
    /// Whether the session did anything that is worth keeping: what was found says so, or its commands name files
    /// and not everything could be found.
    pub fn speaks_of_work(&self, state: &State) -> bool {
        speak_of_work(&self.files, state, self.has_others) || (self.is_partial && state.names_files())
    }
}

/// Looks at the tree.
pub(super) fn look(
    tree: &Tree<'_>,
    session: &SessionId,
    state: Option<&State>,
    before: Option<&Snapshot>,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Seen {
    let now = (context.now)();
    let root = tree.root;
    let since = before.map(|before| before.time).or_else(|| state?.begin());
    let has_others = since.is_some_and(|since| ground::has_others(root, session, since, context));
    if let Found::Unusable(reason) = tree.found() {
        warnings.push(untold(reason));
    }
    let source = tree.source();
    let interval = Interval { root, state, before, has_others };
    let see = || -> Result<(Option<Snapshot>, trail::Changed), Failure> {
        let prompts = state.map_or(0, |state| state.prompts_total);
        let snapshot = source.map(|source| Snapshot::take(source, root, now, prompts)).transpose()?;
        Ok((snapshot, trail::changed(source, &interval)?))
    };
    match see() {
        Ok((snapshot, trail::Changed { files, is_partial })) => {
            if is_partial {
                warnings.push("Of some files it is not known whether they changed: there are too many, or they could not be read.".to_owned());
            }
            Seen { snapshot, files, has_others, is_partial }
        }
        Err(Failure(reason)) => {
            warnings.push(untold(&reason));
            Seen { snapshot: None, files: Vec::new(), has_others, is_partial: true }
        }
    }
}

fn untold(reason: &str) -> String {
    format!("Which files changed could not be told by git: {}.", reason.trim_end_matches('.'))
}

/// When a session did something last, by what its transcript says.
pub(super) fn last_time(state: &State) -> Option<Timestamp> {
    state.agents.iter().filter_map(|agent| agent.time).chain(state.last_time).max()
}
