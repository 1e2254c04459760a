//! A part of a transcript for showing it: bounded in memory, whatever the file's size.

use std::borrow::Cow;
use std::io::{Seek as _, SeekFrom};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::lines::{Lines, Position};
use super::records::{self, Item, Loss, Record};
use super::source;
use super::{Object, Value};
use crate::error::Result;
use crate::limits;
use crate::text::{line, visible};

/// How many bytes of a file make one page, at least.
const PAGE: u64 = 1024 * 1024;

/// What of a file to show, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wish {
    /// Where to start: where the page before ended.
    pub from: Position,
    /// Records as their JSON rather than as what is said in them.
    pub is_json: bool,
    /// Records of every kind, not only messages.
    pub is_everything: bool,
}

/// A part of a transcript.
#[derive(Debug, Default, Serialize)]
pub struct Page {
    /// What is shown, in the order of the file.
    pub records: Vec<Shown>,
    /// What is in no record.
    pub losses: Vec<Loss>,
    /// Where the next page starts; `None` at the end of the file.
    pub next: Option<Next>,
}

/// [`Position`], as callers hand it back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Next {
    /// In bytes.
    pub offset: u64,
    /// Counts from 1.
    pub line: u64,
}

/// One record.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Shown {
    /// The line it is on.
    pub line: u64,
    /// Its type, such as `user`.
    pub kind: String,
    /// As the record has it.
    pub timestamp: Option<String>,
    /// Whether it is a subagent's.
    pub is_sidechain: bool,
    /// What is said in it, with what a terminal would obey made visible.
    pub parts: Vec<Part>,
    /// Its JSON, when that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub json: Option<String>,
}

/// One content block.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part {
    /// The block's type: `text`, `thinking`, `tool_use`, `tool_result`, `image`, ….
    pub kind: String,
    /// A call's tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The words, a call's input as JSON, a result's text.
    pub text: String,
    /// Whether a result is an error.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}

/// Reads one page.
///
/// # Errors
/// When the file is missing or can't be read.
pub fn page(path: &Path, wish: &Wish) -> Result<Page> {
    let unreadable = |error: std::io::Error| source::unreadable(path, &error);
    let (mut file, _) = source::open(path)?;
    file.seek(SeekFrom::Start(wish.from.offset)).map_err(unreadable)?;
    let mut lines = Lines::new(file, wish.from, limits::TRANSCRIPT_LINE_BYTES);
    let mut page = Page::default();
    while let Some(line) = lines.next_line().map_err(unreadable)? {
        records::read(&line, &mut |item| match item {
            Item::Record(record) => page.add(&record, wish),
            Item::Loss(loss) => page.losses.push(loss),
        });
        let Position { offset, line } = lines.position();
        if offset - wish.from.offset >= PAGE {
            page.next = Some(Next { offset, line });
            break;
        }
    }
    Ok(page)
}

impl Page {
    fn add(&mut self, record: &Record<'_>, wish: &Wish) {
        let kind = record.object.text("type").unwrap_or_default();
        let is_message = kind == "user" || kind == "assistant";
        if !is_message && !wish.is_everything {
            return;
        }
        self.records.push(Shown {
            line: record.line,
            kind: line(&kind),
            timestamp: record.object.text("timestamp").map(|time| line(&time)),
            is_sidechain: record.object.is("isSidechain"),
            parts: if wish.is_json { Vec::new() } else { parts(&record.object) },
            json: wish.is_json.then(|| record.text.to_owned()),
        });
    }
}

fn parts(record: &Object<'_>) -> Vec<Part> {
    let Some(content) = record.object("message").and_then(|message| message.get("content")) else {
        return Vec::new();
    };
    if let Some(text) = content.text() {
        return vec![Part { kind: "text".to_owned(), name: None, text: visible(&text), is_error: false }];
    }
    let blocks = content.elements().unwrap_or_default();
    blocks.iter().filter_map(|block| block.object()).map(|block| part(&block)).collect()
}

fn part(block: &Object<'_>) -> Part {
    let kind = block.text("type").unwrap_or_default();
    let text = match kind.as_ref() {
        "tool_use" | "server_tool_use" => block.get("input").map_or("", Value::raw).into(),
        "tool_result" => block.get("content").map(said).unwrap_or_default(),
        "thinking" => block.text("thinking").unwrap_or_default(),
        _ => block.text("text").unwrap_or_default(),
    };
    Part {
        text: visible(&text),
        kind: line(&kind),
        name: block.text("name").map(|name| line(&name)),
        is_error: block.is("is_error"),
    }
}

/// The words of a result: a string, or its text blocks.
fn said(content: Value<'_>) -> Cow<'_, str> {
    if let Some(text) = content.text() {
        return text;
    }
    let blocks = content.elements().unwrap_or_default();
    let texts: Vec<String> = blocks
        .iter()
        .filter_map(|block| block.object())
        .map(|block| match block.text("text") {
            Some(text) => text.into_owned(),
            None => format!("[{}]", block.text("type").unwrap_or_default()),
        })
        .collect();
    texts.join("\n").into()
}
