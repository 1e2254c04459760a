//! Which records of a transcript count: those on the way from its last leaf to the beginning.
//!
//! Every message names the one it follows (`parentUuid`). A conversation that was rewound leaves a branch
//! behind; what hangs off it is abandoned. Where the way goes on:
//!
//! - The leaf is the last record that follows the one the newest `last-prompt` names (`leafUuid`), as the
//!   client itself resumes; without such a record, the last one.
//! - A compaction's boundary has no parent but a `logicalParentUuid`.
//! - A parent that is nowhere before it (a line was lost, or was never written, as the client does when it
//!   compacts by itself) is replaced by the record that stands before it.
//!
//! A parent is looked for before its child only, so there are no cycles.
//!
//! What was read earlier is known by its leaf alone. As long as all that is new hangs off it, or off
//! something else that is new, what was learnt stands; in every other case the way is looked for in the whole
//! file, and where it is not the one that was known, the file is read again from its beginning. That is rare (a
//! rewind, a compaction whose parent is not there, a capture between the results of calls made side by side) and
//! costs one reading.

use std::sync::LazyLock;

use memchr::memmem::{self, Finder};
use serde::{Deserialize, Serialize};

use super::hash::Hash;
use crate::transcript::Object;

/// The parent of a record that has none.
const NOBODY: Hash = Hash(0);
/// The parent of a boundary that names none: the record before it.
const THE_ONE_BEFORE: Hash = Hash(1);

/// Whether a record is one of the conversation, and not of a kind whose ids merely look alike.
pub(super) fn is_link(object: &Object<'_>, of_agent: bool) -> bool {
    let is_kind = matches!(object.text("type").as_deref(), Some("user" | "assistant" | "system" | "attachment"));
    is_kind && object.text("uuid").is_some() && (of_agent || !object.is("isSidechain"))
}

/// A link as its line shows it at first sight, without the line being parsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Quick {
    uuid: Hash,
    parent: Hash,
    /// The record is context that the client added, and nobody's words.
    pub is_mere_context: bool,
}

/// Looks at a line as the client writes it: the parent first, one `uuid`, the kind where it always stands.
/// `None` for every other line, which has to be parsed.
pub(super) fn quick(line: &[u8], of_agent: bool) -> Option<Quick> {
    const ID: usize = 36;
    static MARK: LazyLock<Finder<'static>> = LazyLock::new(|| Finder::new(b"\"uuid\":\""));
    let rest = line.strip_prefix(b"{\"parentUuid\":\"")?;
    let (parent, rest) = rest.split_at_checked(ID)?;
    let is_side = rest.starts_with(b"\",\"isSidechain\":true,\"");
    if !(rest.starts_with(b"\",\"isSidechain\":false,\"") || (is_side && of_agent)) {
        return None;
    }
    let at = MARK.find(line)?;
    let (uuid, rest) = line[at + MARK.needle().len()..].split_at_checked(ID)?;
    let is_id = |id: &[u8]| id.iter().all(|byte| byte.is_ascii_hexdigit() || *byte == b'-');
    if !rest.starts_with(b"\"") || !is_id(uuid) || !is_id(parent) || MARK.find(rest).is_some() {
        return None;
    }
    let before = &line[..at];
    let is_attachment = before.ends_with(b",\"type\":\"attachment\",");
    let head = &before[..before.len().min(400)];
    let is_said = memmem::find(head, b",\"type\":\"user\",\"message\":{").is_some();
    if !is_attachment && !is_said && !before.ends_with(b",\"type\":\"assistant\",") {
        return None;
    }
    let is_mere_context = is_attachment && memmem::find(before, b"queued_command").is_none();
    Some(Quick { uuid: Hash::of(uuid), parent: Hash::of(parent), is_mere_context })
}

/// Where a capture stood in the conversation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Leaf {
    /// The last leaf; nothing when it can't be told from another record of its id.
    uuid: Option<Hash>,
    /// What the newest `last-prompt` names.
    prompt: Option<Hash>,
    /// Whether that record was there.
    is_prompt_known: bool,
}

/// The records of a part of a file.
#[derive(Debug, Default)]
pub(super) struct Links {
    uuids: Vec<Hash>,
    parents: Vec<Hash>,
    prompt: Option<Hash>,
}

/// The way through a part of a file.
#[derive(Debug)]
pub(super) struct Way {
    /// For every record, in the order of the file, whether the way leads over it.
    pub is_on: Vec<bool>,
    /// Where the next part begins.
    pub leaf: Leaf,
    uuids: Vec<Hash>,
}

impl Way {
    /// What tells the way over some of the records, behind what tells the way to them.
    pub fn trace(&self, before: Hash, records: std::ops::Range<usize>) -> Hash {
        let on = records.filter(|at| self.is_on[*at]);
        on.fold(before, |trace, at| trace.then(self.uuids[at]))
    }
}

impl Links {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.uuids.len()
    }

    /// Takes in a link.
    pub fn add_quick(&mut self, quick: Quick) {
        self.uuids.push(quick.uuid);
        self.parents.push(quick.parent);
    }

    /// Takes a record in, whatever it is.
    pub fn add(&mut self, object: &Object<'_>, of_agent: bool) {
        let hash = |name| object.text(name).map(|text: std::borrow::Cow<'_, str>| Hash::of(text.as_bytes()));
        if is_link(object, of_agent) {
            let parent = hash("parentUuid").or_else(|| hash("logicalParentUuid")).unwrap_or_else(|| {
                if object.text("subtype").as_deref() == Some("compact_boundary") { THE_ONE_BEFORE } else { NOBODY }
            });
            self.uuids.push(hash("uuid").unwrap_or(NOBODY));
            self.parents.push(parent);
        } else if object.text("type").as_deref() == Some("last-prompt") && object.get("leafUuid").is_some() {
            self.prompt = hash("leafUuid");
        }
    }

    /// Finds the way. `None` when it leads into what was read earlier at another place than its leaf.
    pub fn way(self, previous: Option<&Leaf>) -> Option<Way> {
        let count = self.uuids.len();
        let order = self.order();
        let prompt = self.prompt.or(previous.and_then(|leaf| leaf.prompt));
        let prompt_at = prompt.and_then(|prompt| self.last_before(&order, prompt, count));
        if let Some(previous) = previous {
            let is_old = |hash| previous.uuid == Some(hash);
            let follows =
                |at: usize| is_old(self.parents[at]) || self.last_before(&order, self.parents[at], at).is_some();
            let is_same = prompt == previous.prompt || prompt.is_some_and(is_old);
            if !(0..count).all(follows) || (prompt_at.is_none() && !is_same) {
                return None;
            }
        }
        let parent = |at: usize| -> Option<usize> {
            match self.parents[at] {
                NOBODY => None,
                parent => match self.last_before(&order, parent, at) {
                    None if previous.is_some() => None,
                    None => at.checked_sub(1),
                    found => found,
                },
            }
        };
        let leaf = match prompt_at {
            None => count.checked_sub(1),
            Some(start) => {
                let mut follows = vec![false; count];
                follows[start] = true;
                for at in start + 1..count {
                    follows[at] = parent(at).is_some_and(|parent| follows[parent]);
                }
                follows.iter().rposition(|follows| *follows)
            }
        };
        let mut is_on = vec![false; count];
        let mut next = leaf;
        while let Some(at) = next {
            is_on[at] = true;
            next = parent(at);
        }
        let uuid = match leaf {
            Some(at) => Some(self.uuids[at]).filter(|uuid| self.last_before(&order, *uuid, count) == Some(at)),
            None => previous.and_then(|leaf| leaf.uuid),
        };
        let was_known = previous.is_some_and(|leaf| leaf.is_prompt_known && leaf.prompt == prompt);
        let is_old = previous.is_some_and(|leaf| leaf.uuid.is_some() && leaf.uuid == prompt);
        let leaf = Leaf { uuid, prompt, is_prompt_known: prompt_at.is_some() || was_known || is_old };
        Some(Way { is_on, leaf, uuids: self.uuids })
    }

    /// The records by their id, and by their place among those of one id.
    fn order(&self) -> Vec<u32> {
        let count = u32::try_from(self.uuids.len()).unwrap_or(u32::MAX);
        let mut order: Vec<u32> = (0..count).collect();
        order.sort_unstable_by_key(|at| (self.uuids[*at as usize], *at));
        order
    }

    /// The last record of an id before another record.
    fn last_before(&self, order: &[u32], uuid: Hash, before: usize) -> Option<usize> {
        let end = order.partition_point(|at| (self.uuids[*at as usize], *at as usize) < (uuid, before));
        let at = *order.get(end.checked_sub(1)?)? as usize;
        (self.uuids[at] == uuid).then_some(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn links(records: &[&str]) -> Links {
        let mut links = Links::default();
        for record in records {
            links.add(&Object::parse(record).unwrap(), false);
        }
        links
    }

    fn record(uuid: &str, parent: &str) -> String {
        format!(r#"{{"type":"user","uuid":"{uuid}","parentUuid":{parent}}}"#)
    }

    fn on(records: &[String]) -> Vec<bool> {
        let records: Vec<&str> = records.iter().map(String::as_str).collect();
        links(&records).way(None).unwrap().is_on
    }

    #[test]
    fn a_line_of_the_client_is_seen_at_first_sight() {
        let fixtures =
            std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/trail")).unwrap().flatten();
        let mut count = 0;
        for file in fixtures.map(|entry| entry.path()).filter(|path| path.is_file()) {
            for line in std::fs::read_to_string(file).unwrap().lines() {
                let Some(quick) = quick(line.as_bytes(), false) else { continue };
                let object = Object::parse(line).unwrap();
                let mut links = Links::default();
                links.add(&object, false);
                assert_eq!((links.uuids, links.parents), (vec![quick.uuid], vec![quick.parent]), "{line}");
                count += 1;
            }
        }
        assert!(count > 200, "{count}");
    }

    #[test]
    fn a_branch_that_was_left_does_not_count() {
        let records = [record("a", "null"), record("b", "\"a\""), record("c", "\"a\"")];
        assert_eq!(on(&records), [true, false, true]);
    }

    #[test]
    fn the_newest_last_prompt_names_the_branch() {
        let prompt = r#"{"type":"last-prompt","leafUuid":"b"}"#.to_owned();
        let mut records = vec![record("a", "null"), record("b", "\"a\""), prompt, record("c", "\"a\"")];
        assert_eq!(on(&records), [true, true, false]);
        records.push(record("d", "\"b\""));
        assert_eq!(on(&records), [true, true, false, true]);
    }

    #[test]
    fn the_way_leads_over_a_boundary_and_a_missing_parent() {
        let boundary =
            r#"{"type":"system","subtype":"compact_boundary","uuid":"b","parentUuid":null,"logicalParentUuid":"a"}"#;
        let records = [record("a", "null"), record("x", "null"), boundary.to_owned(), record("c", "\"b\"")];
        assert_eq!(on(&records), [true, false, true, true]);
        assert_eq!(on(&[record("a", "null"), record("c", "\"lost\"")]), [true, true]);
    }

    #[test]
    fn other_kinds_are_no_links_and_cycles_end() {
        let other = r#"{"type":"file-history-snapshot","uuid":"a","messageId":"a"}"#.to_owned();
        assert_eq!(on(&[record("a", "\"b\""), other, record("b", "\"a\"")]), [true, true]);
        assert_eq!(on(&[record("a", "\"a\""), record("a", "\"a\"")]), [true, true]);
    }

    #[test]
    fn an_id_that_is_no_text_is_nobodys_parent() {
        let wrong = r#"{"type":"user","uuid":7,"parentUuid":null}"#;
        let first = links(&[wrong]).way(None).unwrap().leaf;
        assert!(links(&[&record("a", "null")]).way(Some(&first)).is_none());
    }

    #[test]
    fn what_hangs_off_something_old_other_than_the_leaf_starts_over() {
        let first = links(&[&record("a", "null"), &record("b", "\"a\"")]).way(None).unwrap().leaf;
        assert!(links(&[&record("c", "\"b\""), &record("d", "\"c\"")]).way(Some(&first)).is_some());
        assert!(links(&[&record("c", "\"a\"")]).way(Some(&first)).is_none());
        assert!(links(&[&record("c", "null")]).way(Some(&first)).is_none());
    }
}
