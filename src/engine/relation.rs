//! How another session's checkpoint relates to the session that asks.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Context;
use crate::limits;
use crate::session::{Conversation, Selector, SessionId};
use crate::store::{Loaded, Place};
use crate::text::{line, shortened};
use crate::transcript::{place, start};

/// The relation, in the word of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Relation {
    /// The same conversation under another id: `/clear` gave it a new one.
    Conversation,
    /// A session whose transcript begins with the same record: one is a fork of the other, or both of a third.
    Fork,
}

impl Relation {
    /// Every word, for the contract.
    pub const WORDS: [&str; 2] = ["conversation", "fork"];

    /// As a row of a list says it.
    pub fn words(self) -> &'static str {
        match self {
            Relation::Conversation => "this conversation under another id",
            Relation::Fork => "begins with the same messages as this session",
        }
    }
}

/// Other ids of the conversation, newest first. What can't be an id is nobody's.
pub(super) fn other_ids(context: &Context<'_>, own: Option<&Selector>) -> Vec<Selector> {
    let mut ids: Vec<Selector> = Vec::new();
    for id in context.conversation.iter().take(limits::CONVERSATION) {
        if let Ok(id) = SessionId::parse(id).map(Selector::Session)
            && own != Some(&id)
            && !ids.contains(&id)
        {
            ids.push(id);
        }
    }
    ids
}

/// The checkpoint this conversation saved last under another id.
pub(super) fn checkpoint_of_conversation(
    root: &Path,
    own: Option<&Selector>,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Option<(Place, Loaded)> {
    for selector in other_ids(context, own) {
        match Place::of(root, &selector).and_then(|place| Ok(place.load()?.map(|loaded| (place, loaded)))) {
            Ok(Some(found)) => return Some(found),
            Ok(None) => {}
            Err(error) => warnings.push(format!(
                "What this conversation saved under its id {} was passed over: {}",
                selector.as_str(),
                shortened(&line(&error.to_string()), 300)
            )),
        }
    }
    None
}

/// The sessions that a session is related to.
pub(super) struct Relations {
    others: Vec<Selector>,
    /// The first record of the own transcript, and where to find those of others.
    own: Option<(String, PathBuf)>,
    /// How many transcripts may still be looked at.
    left: usize,
}

impl Relations {
    /// Looks up the session's own transcript; where there is none, nothing is related by a fork.
    pub fn new(conversation: &Conversation, context: &Context<'_>) -> Self {
        let selector = conversation.selector();
        let own = match &selector {
            Some(Selector::Session(id)) => own_start(id, context),
            _ => None,
        };
        Self { others: other_ids(context, selector.as_ref()), own, left: limits::RELATED }
    }

    /// The relation of a checkpoint. Of at most [`limits::RELATED`] the transcript is looked at.
    pub fn of(&mut self, selector: &Selector) -> Option<Relation> {
        if self.others.contains(selector) {
            return Some(Relation::Conversation);
        }
        let (uuid, folder) = self.own.as_ref()?;
        let Selector::Session(id) = selector else { return None };
        self.left = self.left.checked_sub(1)?;
        let is_fork = start::first_uuid(&folder.join(format!("{}.jsonl", id.as_str()))).as_ref() == Some(uuid);
        is_fork.then_some(Relation::Fork)
    }
}

/// How the session's own transcript begins, and the folder it is in. A fork is in the same folder.
fn own_start(id: &SessionId, context: &Context<'_>) -> Option<(String, PathBuf)> {
    let configuration = context.environment.client_configuration()?;
    let path = place::find_by_id(&configuration, id.as_str()).ok()?.into_iter().next()?;
    Some((start::first_uuid(&path)?, path.parent()?.to_path_buf()))
}
