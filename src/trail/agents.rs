//! Subagents of a session: the files beside its transcript, and which of them belong to the way.

use std::path::{Path, PathBuf};

use super::entries::Agent;
use super::hash::Hash;
use super::state::State;
use super::words::clean;
use crate::limits;
use crate::transcript::{Object, Value, place};

/// Largest description of a subagent that is read, in bytes.
const META_BYTES: u64 = 256 * 1024;
/// Most files of subagents that are looked at.
const MOST_FILES: usize = 2000;

/// A subagent and its file.
pub(super) struct Found {
    pub file: PathBuf,
    pub agent: Agent,
}

/// The subagents of a session that are kept, in the order of their names, and how many others there are.
/// Those of a call that the way does not lead over are none of it.
pub(super) fn find(transcript: &Path, state: &State) -> (Vec<Found>, u64) {
    let files = place::subagents(transcript);
    let mut left_out = files.len().saturating_sub(MOST_FILES) as u64;
    let mut found: Vec<(usize, Found)> = Vec::new();
    for file in files.into_iter().take(MOST_FILES) {
        let (agent, depth) = describe(&file);
        let called = agent.call.and_then(|call| state.agent_calls.iter().position(|known| *known == call));
        match (called, agent.call) {
            (Some(order), _) => found.push((order + 1, Found { file, agent })),
            // Whose call is in another subagent's file, or is not known.
            (None, None) => found.push((0, Found { file, agent })),
            (None, Some(_)) if depth > 1 => found.push((0, Found { file, agent })),
            (None, Some(_)) => {}
        }
    }
    // The latest calls are kept.
    found.sort_by_key(|(order, _)| std::cmp::Reverse(*order));
    left_out += found.len().saturating_sub(limits::TRAIL_AGENTS) as u64;
    found.truncate(limits::TRAIL_AGENTS);
    let mut found: Vec<Found> = found.into_iter().map(|(_, found)| found).collect();
    found.sort_by(|a, b| a.agent.id.cmp(&b.agent.id));
    (found, left_out)
}

/// What stands beside a subagent's file, and how deep it was called.
fn describe(file: &Path) -> (Agent, i64) {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let id = clean(stem.strip_prefix("agent-").unwrap_or(&stem), 40);
    let agent = Agent { id, ..Agent::default() };
    let meta = file.with_extension("meta.json");
    let is_small = std::fs::metadata(&meta).is_ok_and(|meta| meta.is_file() && meta.len() <= META_BYTES);
    let Some(text) = is_small.then(|| std::fs::read_to_string(&meta).ok()).flatten() else { return (agent, 0) };
    let Some(meta) = Object::parse(&text) else { return (agent, 0) };
    let named = |name| {
        meta.text(name).map(|text: std::borrow::Cow<'_, str>| clean(&text, limits::TRAIL_NAME)).unwrap_or_default()
    };
    let agent = Agent {
        agent_type: named("agentType"),
        description: named("description"),
        call: meta.text("toolUseId").map(|id| Hash::of(id.as_bytes())),
        is_finished: meta.is("finished"),
        ..agent
    };
    (agent, meta.get("spawnDepth").and_then(Value::integer).unwrap_or(1))
}
