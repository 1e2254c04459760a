//! What a session really did, taken from its transcript without a model's help.
//!
//! A [`capture`] takes in what is new in a transcript and in those of its subagents. What it knows is a
//! [`State`], which is kept between two captures and stays within [`crate::limits::TRAIL_STATE_BYTES`]
//! however long the session is; what it tells is a [`Trail`], made of the state alone.
//!
//! 1. [`read`](self): a file from where it was read up to, twice: first for the way through it
//!    (`chain`), then along that way (`fold`). Bulk records are passed over before they are parsed.
//! 2. `fold`, `commands`, `work`, `outcome`, `edits`, `tokens`, `agents`: a record into the state.
//! 3. `shell`, `called`, `check`, `checks`, `runner`, `tally`, `paths`, `symbols`: what command lines, outputs and patches say. Tables.
//! 4. [`facts`]: the state as facts.
//! 5. [`Snapshot`], [`changed`], [`JudgedFile`]: what git and the file system say about files.
//! 6. [`Kept`]: what is kept between two captures. [`Observed`]: what is seen of a session now.
//!
//! Every string is cleaned of secrets and cut as it comes in, so that neither can be forgotten.

mod agents;
mod attempts;
mod called;
mod chain;
mod check;
mod check_options;
mod checks;
mod commands;
mod edits;
mod entries;
mod facts;
mod files;
mod fold;
mod hash;
mod judge;
mod kept;
mod observed;
mod outcome;
mod paths;
mod pool;
mod read;
mod repository;
mod runner;
mod script;
mod shell;
mod shell_words;
mod snapshot;
mod state;
mod symbols;
mod tally;
mod tokens;
mod turns;
mod words;
mod work;
mod worth;

use std::path::Path;
use std::time::Instant;

pub use check::Check;
pub use entries::{
    Agent, Command, Commit, File, Open, Said, Scope, Status, Symbol, Task, Tokens, Usage, Uses, Verdict,
};
pub use facts::{Fact, Kind, LeftOut, Trail};
pub use files::{JudgedFile, Word};
pub use hash::Hash;
pub use judge::{Changed, Interval, changed, edited};
pub use kept::{Dropped, KEPT_VERSION, Kept};
pub use observed::{Ended, Observed, Origin, TrailEntry};
pub use paths::Change;
pub use pool::Pool;
pub use snapshot::{Listed, Snapshot};
pub use state::{Source, State, VERSION};
pub use worth::speak_of_work;

use crate::error::Result;
use crate::limits;
use crate::redact::{Redacted, redact};
use read::Read;

/// Takes in what is new in a transcript since `previous`, or all of it. A previous state of another format, of
/// a file that was replaced, or of a conversation that went back behind it is of no use and is not used.
///
/// The subagents' files are looked for beside the transcript. One that can't be read is passed over.
///
/// # Errors
/// When the transcript is missing, no regular file, or can't be read.
pub fn capture(previous: Option<State>, transcript: &Path) -> Result<Redacted<State>> {
    if let Some(mut state) = previous.filter(|state| state.version == VERSION)
        && take_in(transcript, &mut state)?
    {
        return Ok(redact(state));
    }
    let mut state = State::new();
    take_in(transcript, &mut state)?;
    Ok(redact(state))
}

/// The same within some time: what was read until then is a state like any other, which a later capture
/// goes on from. The second value is whether everything was read.
///
/// # Errors
/// When the transcript is missing, no regular file, or can't be read.
pub fn capture_until(
    previous: Option<State>,
    transcript: &Path,
    deadline: Option<Instant>,
) -> Result<(Redacted<State>, bool)> {
    let Some(deadline) = deadline else { return Ok((capture(previous, transcript)?, true)) };
    let mut state = previous.filter(|state| state.version == VERSION).unwrap_or_else(State::new);
    if !own_until(transcript, &mut state, deadline)? {
        return Ok((redact(state), false));
    }
    if let Some(is_done) = agents_of(transcript, &mut state, Some(deadline)) {
        return Ok((redact(state), is_done));
    }
    // What one of them did is not told apart from the rest.
    state = State::new();
    let is_done = own_until(transcript, &mut state, deadline)?
        && agents_of(transcript, &mut state, Some(deadline)).unwrap_or(false);
    Ok((redact(state), is_done))
}

/// Takes in the session's own file, as far as there is time.
fn own_until(transcript: &Path, state: &mut State, deadline: Instant) -> Result<bool> {
    loop {
        let before = state.source.offset;
        match read::file(transcript, state, None, Some(limits::TRAIL_PART_BYTES))? {
            Read::Done => return Ok(true),
            Read::Part if state.source.offset > before && Instant::now() >= deadline => return Ok(false),
            Read::Part if state.source.offset > before => {}
            // In such parts it would be the same again.
            Read::Part | Read::StartOver => {
                return read::whole(transcript, state, limits::TRAIL_PART_BYTES, &|| Instant::now() >= deadline);
            }
        }
    }
}

/// What a state tells.
#[must_use]
pub fn tell(state: &State) -> Trail {
    facts::of(state)
}

/// Whether it could go on from what was known.
fn take_in(transcript: &Path, state: &mut State) -> Result<bool> {
    let is_new = !matches!(read::file(transcript, state, None, None)?, Read::StartOver);
    Ok(is_new && agents_of(transcript, state, None).is_some())
}

/// Takes in the files of the subagents, as far as there is time. Whether everything was read; `None` when what was
/// known of one of them is of no use any more.
fn agents_of(transcript: &Path, state: &mut State, deadline: Option<Instant>) -> Option<bool> {
    let (found, left_out) = agents::find(transcript, state);
    state.agents_left_out = left_out;
    let is_there = |agent: &Agent| found.iter().any(|found| found.agent.id == agent.id);
    if !state.agents.iter().all(is_there) && state.agents.len() < limits::TRAIL_AGENTS {
        // One of them belongs to a branch that was left, or its file is gone: what it did is not told apart.
        return None;
    }
    state.agents.retain(is_there);
    for agents::Found { file, agent } in found {
        let at = match state.agents.binary_search_by(|known| known.id.cmp(&agent.id)) {
            Ok(at) => {
                let known = &mut state.agents[at];
                (known.description, known.agent_type, known.is_finished) =
                    (agent.description, agent.agent_type, agent.is_finished);
                known.call = agent.call;
                at
            }
            Err(at) => {
                state.agents.insert(at, agent);
                at
            }
        };
        loop {
            let before = state.agents[at].source.offset;
            match read::file(&file, state, Some(at), deadline.map(|_| limits::TRAIL_PART_BYTES)) {
                Ok(Read::StartOver) => return None,
                Ok(Read::Part) if deadline.is_some_and(|deadline| Instant::now() >= deadline) => {
                    return Some(false);
                }
                Ok(Read::Part) if state.agents[at].source.offset > before => {}
                Ok(Read::Part | Read::Done) | Err(_) => break,
            }
        }
    }
    Some(true)
}
