//! When the turns of a session began.

use super::snapshot::Snapshot;
use super::state::State;
use crate::clock::Timestamp;

/// How far a ctime, which the kernel takes from a coarse clock, may be off, in milliseconds.
pub(super) const SLACK: i64 = 20;

/// When the only turn after a snapshot began; `None` when there may have been several.
pub(super) fn turn(state: &State, before: Option<&Snapshot>) -> Option<i64> {
    let known = before.map_or(0, |before| before.prompts);
    let new = usize::try_from(state.prompts_total.saturating_sub(known)).ok()?;
    let times: Vec<i64> = prompts(state).collect();
    // Of those since then, the first has to be known.
    if new == 0 {
        // The same turn goes on.
        return before.map(|before| before.time.milliseconds());
    }
    if new > times.len() {
        return None;
    }
    let latest = times.len() - new;
    times.get(latest).copied()
}

/// When the turn began that a moment is in; `None` when that prompt is not known any more.
pub(super) fn turn_of(state: &State, moment: i64) -> Option<i64> {
    let times: Vec<i64> = prompts(state).collect();
    let at = times.iter().rposition(|time| *time <= moment + SLACK)?;
    let is_gap = at == 0 && state.prompts_total.saturating_sub(state.prompts_copied) > times.len() as u64;
    (!is_gap).then(|| times[at])
}

/// When the prompts that are known were given, oldest first.
fn prompts(state: &State) -> impl Iterator<Item = i64> + '_ {
    let said = state.first_prompt.iter().chain(&state.prompts);
    let fork = state.forked_from.as_ref().and_then(|fork| fork.time);
    said.filter_map(|said| said.time)
        .filter(move |time| fork.is_none_or(|fork| *time > fork))
        .map(Timestamp::milliseconds)
}
