//! Tool results with their calls: the API refuses a conversation in which a call has no result, a result
//! no call, or two results one call.
//!
//! Messages of one role in a row are one turn to the API. So a result counts wherever it stands in the
//! person's turn that follows the call's turn, and what is missing is put where the API looks for it.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

/// What matters of a message.
#[derive(Debug, Clone, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// The ids of its calls.
    #[serde(default)]
    pub uses: Vec<String>,
    /// One entry per content block: the id of the call it is the result of, or nothing.
    #[serde(default)]
    pub results: Vec<Option<String>>,
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, and tools.
    User,
    /// The model.
    Assistant,
}

/// What becomes of the messages: one entry per message of the repaired conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Step {
    /// The message it is; `None` for one that is made up.
    pub origin: Option<usize>,
    /// Its content blocks that go.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drop: Vec<usize>,
    /// Calls whose made-up results come first in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<String>,
    /// It stands for a first message of which nothing was left.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub orphan: bool,
}

/// Plans the repair. A repaired conversation is repaired into itself.
#[must_use]
pub fn plan(messages: &[Message]) -> Vec<Step> {
    let mut steps = Vec::with_capacity(messages.len());
    let mut at = 0;
    while at < messages.len() {
        let calls = at..run_end(messages, at, Role::Assistant);
        let answers = calls.end..run_end(messages, calls.end, Role::User);
        turn(messages, calls, answers.clone(), &mut steps);
        at = answers.end;
    }
    steps
}

/// Where the messages of one role that begin at `start` end.
fn run_end(messages: &[Message], start: usize, role: Role) -> usize {
    start + messages[start..].iter().take_while(|message| message.role == role).count()
}

/// The model's turn and the answer to it.
fn turn(messages: &[Message], calls: std::ops::Range<usize>, answers: std::ops::Range<usize>, steps: &mut Vec<Step>) {
    let called: HashSet<&str> =
        messages[calls.clone()].iter().flat_map(|message| &message.uses).map(String::as_str).collect();
    let mut answered: HashSet<&str> = HashSet::new();
    let mut kept = Vec::new();
    for index in answers {
        let mut drop = Vec::new();
        for (block, result) in messages[index].results.iter().enumerate() {
            let Some(id) = result.as_deref() else { continue };
            // One result a call, and none without one.
            if !(called.contains(id) && answered.insert(id)) {
                drop.push(block);
            }
        }
        kept.push(Step { origin: Some(index), drop, ..Step::default() });
    }
    let missing_of = |message: &Message| -> Vec<String> {
        let mut missing: Vec<String> = Vec::new();
        for id in &message.uses {
            if !answered.contains(id.as_str()) && !missing.contains(id) {
                missing.push(id.clone());
            }
        }
        missing
    };
    // Without a single result each message of the turn is answered on its own, as one that was cut off.
    let is_answered = !answered.is_empty();
    let mut missing = Vec::new();
    for index in calls.clone() {
        steps.push(Step { origin: Some(index), ..Step::default() });
        let own = missing_of(&messages[index]);
        if is_answered || index + 1 == calls.end {
            missing.extend(own.into_iter().filter(|id| !missing.contains(id)).collect::<Vec<_>>());
        } else if !own.is_empty() {
            steps.push(Step { missing: own, ..Step::default() });
        }
    }
    let is_first = steps.is_empty();
    // The results of a turn come before anything else that is said in the answer.
    match kept.first_mut() {
        Some(first) => first.missing = missing,
        None if !missing.is_empty() => kept.push(Step { missing, ..Step::default() }),
        None => {}
    }
    let whole = kept.len();
    kept.retain(|step| {
        let is_left = step.origin.is_none_or(|index| {
            let blocks = messages[index].results.len();
            step.drop.is_empty() || step.drop.len() < blocks
        });
        is_left || !step.missing.is_empty()
    });
    if is_first && kept.is_empty() && whole > 0 {
        kept.push(Step { orphan: true, ..Step::default() });
    }
    steps.extend(kept);
}
