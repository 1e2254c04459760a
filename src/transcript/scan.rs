//! A whole transcript in memory: where its records stand and what was lost, for the library, which reads
//! the records themselves when somebody looks at them.

use std::io::Read as _;
use std::path::Path;

use serde::Serialize;

use super::Object;
use super::chain;
use super::lines::lines;
use super::records::{self, Item, Loss, Record};
use super::source;
use crate::error::{Error, Result};
use crate::limits;

/// What a file holds.
#[derive(Debug, Default)]
pub struct Scan {
    /// Three numbers a record, in the order of the file: where it begins, its length, both in bytes, and
    /// [`KIND_USER`], [`KIND_ASSISTANT`] or [`KIND_ATTACHMENT`] with [`ASCII`].
    pub spans: Vec<u32>,
    /// What is in no record.
    pub losses: Vec<Loss>,
    /// What a session that is continued needs to know.
    pub facts: Facts,
}

/// A message of the person, or a tool's result.
pub const KIND_USER: u32 = 1;
/// A message of the model.
pub const KIND_ASSISTANT: u32 = 2;
/// Context that the client added.
pub const KIND_ATTACHMENT: u32 = 3;
/// The record has ASCII characters only: it can be read without decoding.
pub const ASCII: u32 = 4;

/// What the records of a file say about their session.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// The first one named.
    pub session_id: Option<String>,
    /// The first one named: where the session was started.
    pub cwd: Option<String>,
    /// The client's version, as the last record has it.
    pub version: Option<String>,
    /// As the last record has it.
    pub git_branch: Option<String>,
    /// As the last record has it.
    pub slug: Option<String>,
    /// As the last message of the model has it.
    pub model: Option<String>,
    /// The last record of the chain. A new record mostly hangs off it; an append looks closer.
    pub last_uuid: Option<String>,
    /// Of the last record that has a time.
    pub last_timestamp: Option<String>,
}

/// Reads a file whole. The first value is its bytes.
///
/// # Errors
/// When it is missing, no regular file, unreadable or larger than the library can hold.
pub fn file(path: &Path) -> Result<(Vec<u8>, Scan)> {
    let (file, size) = source::open(path)?;
    let too_large = || Error::TranscriptTooLarge { path: path.display().to_string() };
    if size > limits::TRANSCRIPT_BYTES {
        return Err(too_large());
    }
    let mut content = Vec::new();
    content
        .try_reserve_exact(usize::try_from(size).unwrap_or(usize::MAX).saturating_add(1))
        .map_err(|_| too_large())?;
    // It may be growing.
    let read = file.take(limits::TRANSCRIPT_BYTES).read_to_end(&mut content);
    read.map_err(|error| source::unreadable(path, &error))?;
    let scan = bytes(&content);
    Ok((content, scan))
}

/// What the first and the last 64 KB of a file say of its session. Reads no more of it, whatever its size.
///
/// # Errors
/// When it is missing, no regular file or unreadable.
pub fn ends(path: &Path) -> Result<Facts> {
    let (ends, _) = source::ends(path)?;
    let mut scan = Scan::default();
    for end in ends {
        for line in lines(&end) {
            records::read(&line, &mut |item| {
                if let Item::Record(record) = item {
                    scan.add(&record);
                }
            });
        }
    }
    Ok(scan.facts)
}

/// Looks through the bytes of a file.
#[must_use]
pub fn bytes(content: &[u8]) -> Scan {
    let mut scan = Scan::default();
    for line in lines(content) {
        records::read(&line, &mut |item| match item {
            Item::Record(record) => scan.add(&record),
            Item::Loss(loss) => scan.losses.push(loss),
        });
    }
    scan
}

impl Scan {
    fn add(&mut self, record: &Record<'_>) {
        let kind = match record.object.text("type").as_deref() {
            Some("user") => KIND_USER,
            Some("assistant") => KIND_ASSISTANT,
            Some("attachment") => KIND_ATTACHMENT,
            _ => 0,
        };
        let ascii = if record.text.is_ascii() { ASCII } else { 0 };
        let number = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let length = record.range.end - record.range.start;
        self.spans.extend([number(record.range.start), number(length), kind | ascii]);
        self.facts.learn(&record.object, kind);
    }
}

impl Facts {
    fn learn(&mut self, object: &Object<'_>, kind: u32) {
        let last = |fact: &mut Option<String>, name| {
            if let Some(text) = object.text(name)
                && fact.as_deref() != Some(&text)
            {
                *fact = Some(text.into_owned());
            }
        };
        if self.session_id.is_none() {
            last(&mut self.session_id, "sessionId");
        }
        if self.cwd.is_none() {
            last(&mut self.cwd, "cwd");
        }
        last(&mut self.version, "version");
        last(&mut self.git_branch, "gitBranch");
        last(&mut self.slug, "slug");
        last(&mut self.last_timestamp, "timestamp");
        if chain::is_link(object) {
            last(&mut self.last_uuid, "uuid");
        }
        if kind == KIND_ASSISTANT
            && let Some(model) = object.object("message").and_then(|message| message.text("model").map(String::from))
        {
            self.model = Some(model);
        }
    }
}
