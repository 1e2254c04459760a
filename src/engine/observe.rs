//! What a session did, read now. Writes nothing, ever.

use std::path::Path;

use super::ground::{self, is_about};
use super::{Context, Tree, look};
use crate::error::Result;
use crate::redact::{Redacted, redact};
use crate::session::SessionId;
use crate::store::{OnTrail, TrailPlace};
use crate::trail::{self, Change, Ended, JudgedFile, Kept, Observed, Origin, State, Trail};

/// What is known of a session of this project: what was kept, what its transcript holds now, and the tree.
/// `None` when there is neither, when the session did no work, or when trails are switched off.
///
/// # Errors
/// When the kept file can't be opened, or is of a version this program does not know.
pub fn observe(tree: &Tree<'_>, session: &SessionId, context: &Context<'_>) -> Result<Option<Redacted<Observed>>> {
    let root = tree.root;
    if ground::refusal(root, context).is_some() {
        return Ok(None);
    }
    let mut warnings = Vec::new();
    let kept = match TrailPlace::of(root, session)?.load()? {
        OnTrail::Kept(kept) => Some(*kept),
        OnTrail::Absent => None,
        OnTrail::Corrupt(reason) => {
            warnings.push(format!(
                "The kept trail can't be read ({}); only its transcript was.",
                reason.trim_end_matches('.')
            ));
            None
        }
    };
    // Any id can be asked for, and that of another project's session has no business here.
    if kept.is_none() && !is_own(session, context) {
        match ground::transcript(None, session, context) {
            Some(path) if is_about(root, &path, context) => {}
            _ => return Ok(None),
        }
    }
    let read = look::read(None, session, kept.as_ref(), None, context, &mut warnings);
    if kept.is_none() && read.state.as_ref().is_none_or(|state| !state.has_work() && !state.has_commands()) {
        return Ok(None);
    }
    if let Some(lines) = read.state.as_ref().map(|state| state.unreadable).filter(|lines| *lines > 0) {
        warnings.push(format!(
            "{lines} line(s) of the transcript could not be read: they are damaged, or longer than 32 MB."
        ));
    }
    let before = kept.as_ref().and_then(|kept| kept.snapshots.last());
    let seen = look::look(tree, session, read.state.as_ref(), before, context, &mut warnings);
    let is_work =
        kept.is_some() || read.state.as_ref().is_some_and(|state| state.has_work() || seen.speaks_of_work(state));
    if !is_work {
        return Ok(None);
    }
    let source = match (&kept, &read.transcript) {
        (Some(Kept { state: None, .. }), None) => Origin::Tree,
        (Some(_), None) => Origin::Kept,
        (Some(_), Some(_)) => Origin::Both,
        (None, _) => Origin::Live,
    };
    let files_left_out = kept.as_ref().map_or(0, |kept| kept.dropped.files);
    let ended = ended(kept.as_ref(), read.state.as_ref());
    let (captured_at, snapshot, known) =
        kept.map_or((None, None, Vec::new()), |mut kept| (Some(kept.captured_at), kept.snapshots.pop(), kept.files));
    Ok(Some(redact(Observed {
        session: session.as_str().to_owned(),
        trail: read.state.as_ref().map_or_else(Trail::default, trail::tell),
        files: all_files(root, read.state.as_ref(), known, seen.files),
        files_left_out,
        ended,
        captured_at,
        snapshot,
        source,
        transcript: read.transcript,
        warnings,
    })))
}

/// Whether it is the session that asks, or another of its conversation.
fn is_own(session: &SessionId, context: &Context<'_>) -> bool {
    let own = context.environment.get(crate::environment::SESSION_ID);
    own.into_iter()
        .chain(context.conversation.iter().map(String::as_str))
        .any(|id| id.eq_ignore_ascii_case(session.as_str()))
}

/// How the session ended, unless it went on afterwards.
pub(super) fn ended(kept: Option<&Kept>, state: Option<&State>) -> Option<Ended> {
    let ended = kept?.ended.clone()?;
    let went_on = state.and_then(look::last_time).is_some_and(|last| last > ended.at);
    (!went_on).then_some(ended)
}

/// What the client's tools edited, what was found out before, and what the tree says now: the latest first,
/// each file once for each word and for each subagent beside the session.
fn all_files(root: &Path, state: Option<&State>, known: Vec<JudgedFile>, seen: Vec<JudgedFile>) -> Vec<JudgedFile> {
    let mut files: Vec<JudgedFile> = Vec::new();
    let edited = state.map(|state| trail::edited(state, root)).unwrap_or_default();
    for file in edited.into_iter().chain(seen).chain(known.into_iter().rev()) {
        let is_same =
            |known: &JudgedFile| (&known.path, known.word, &known.agent) == (&file.path, file.word, &file.agent);
        match files.iter_mut().find(|known| is_same(known)) {
            // What was made stays made when it is changed later.
            Some(known) if (known.change, file.change) == (Change::Changed, Change::Created) => {
                known.change = file.change;
            }
            Some(_) => {}
            None => files.push(file),
        }
    }
    files.sort_by_key(|file| std::cmp::Reverse(file.time));
    files
}
