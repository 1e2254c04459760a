//! Which record of a transcript a new one hangs off, so that the client sends it on the next resume.
//!
//! The client resumes along the parents of one record. Which one, was found by resuming files with
//! 2.1.332:
//!
//! 1. It starts from the record that the last `last-prompt` names as its leaf, and goes to the last
//!    record of the file that descends from it. What does not descend from it is not sent.
//! 2. Without one, or when that record is not there, it starts from the last record of the file. A
//!    compaction makes it forget every `last-prompt` before it.
//! 3. It reads one record a line, from the line's beginning, and ignores what follows it there. What
//!    stands before a record makes it ignore the line.
//! 4. A record of a kind it does not know is not there, even as a parent.

use std::collections::HashSet;

use super::Object;
use super::lines::{Line, lines};
use super::records::{self, Item};

/// The kinds of records that have a place in the chain.
const KINDS: [&str; 5] = ["user", "assistant", "attachment", "system", "progress"];

/// What the end of a file says.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct End {
    /// What a new record hangs off.
    pub uuid: Option<String>,
    /// Whether what stands before can't change that.
    pub is_certain: bool,
}

/// Reads the end of a file, or the whole file. The first line of an end may be cut, and does not count.
pub(super) fn end(bytes: &[u8], is_whole: bool) -> End {
    let mut chain = Chain::default();
    for line in lines(bytes).skip(usize::from(!is_whole)) {
        let mut is_first = true;
        records::read(&line, &mut |item| {
            if let Item::Record(record) = item {
                if is_first && begins_line(&line, record.range.start) {
                    chain.learn(&record.object);
                }
                is_first = false;
            }
        });
    }
    chain.end()
}

/// Whether a record is in the client's chain, and not in a subagent's.
pub(super) fn is_link(record: &Object<'_>) -> bool {
    !record.is("isSidechain") && record.text("type").is_some_and(|kind| KINDS.contains(&&*kind))
}

/// Whether only blanks, or the file's byte order mark, stand before a record on its line.
fn begins_line(line: &Line<'_>, start: u64) -> bool {
    let length = usize::try_from(start - line.offset).unwrap_or(usize::MAX);
    let before = line.bytes.get(..length).unwrap_or_default();
    before.trim_ascii().is_empty() || (line.offset == 0 && before == b"\xef\xbb\xbf")
}

/// A record of the chain.
struct Link {
    uuid: String,
    parent: Option<String>,
    /// A compaction. Nothing hangs off it but the summary, which the client writes with it.
    is_boundary: bool,
}

#[derive(Default)]
struct Chain {
    links: Vec<Link>,
    leaf: Option<String>,
    is_after_boundary: bool,
}

impl Chain {
    fn learn(&mut self, record: &Object<'_>) {
        let text = |name| record.text(name).map(String::from);
        if record.text("type").as_deref() == Some("last-prompt") {
            self.leaf = text("leafUuid").or(self.leaf.take());
        } else if is_link(record)
            && let Some(uuid) = text("uuid")
        {
            let is_boundary = record.text("subtype").as_deref() == Some("compact_boundary");
            if is_boundary {
                self.leaf = None;
                self.is_after_boundary = true;
            }
            self.links.push(Link { uuid, parent: text("parentUuid"), is_boundary });
        }
    }

    fn end(&self) -> End {
        let leaf = self.leaf.as_deref();
        let mut branch = HashSet::new();
        let mut uuid = None;
        for link in &self.links {
            let descends = leaf == Some(&*link.uuid) || link.parent.as_deref().is_some_and(|id| branch.contains(id));
            if descends {
                branch.insert(&*link.uuid);
                uuid = Some(&link.uuid);
            }
        }
        let is_certain = uuid.is_some() || (leaf.is_none() && self.is_after_boundary);
        let last = || self.links.iter().rev().find(|link| !link.is_boundary).map(|link| &link.uuid);
        End { uuid: uuid.or_else(last).cloned(), is_certain }
    }
}
