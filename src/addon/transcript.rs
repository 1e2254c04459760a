//! Bindings for session files: synchronous, as the library is whose calls they carry.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use napi::bindgen_prelude::{Buffer, Uint8Array, Uint32Array};
use napi_derive::napi;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::quiet_panics;
use crate::engine;
use crate::error::{Error, Result};
use crate::transcript::lines::Position;
use crate::transcript::page::{self, Next, Wish};
use crate::transcript::pairing::{self, Message};
use crate::transcript::scan::{self, Scan};
use crate::transcript::{append, list, place};

/// A transcript in memory.
#[napi(object)]
pub struct Transcript {
    /// The file.
    pub bytes: Buffer,
    /// Three numbers a record: offset, length, kind. See `transcript::scan`.
    pub spans: Uint32Array,
    /// `{"ok": {losses, facts}}` or `{"error": …}`.
    pub answer: String,
}

/// Where the records of some bytes stand.
#[napi(object)]
pub struct Spans {
    /// Three numbers a record.
    pub spans: Uint32Array,
    /// `{"ok": {losses, facts}}` or `{"error": …}`.
    pub answer: String,
}

/// Reads a transcript whole.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn transcript_read(path: String) -> Transcript {
    let mut bytes = Vec::new();
    let mut spans = Vec::new();
    let answer = answer(|| {
        let (content, scan) = scan::file(Path::new(&path))?;
        bytes = content;
        Ok(report(scan, &mut spans))
    });
    Transcript { bytes: bytes.into(), spans: spans.into(), answer }
}

/// Looks through the bytes of a transcript.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over the array")]
pub fn transcript_scan(bytes: Uint8Array) -> Spans {
    let mut spans = Vec::new();
    let answer = answer(|| Ok(report(scan::bytes(&bytes), &mut spans)));
    Spans { spans: spans.into(), answer }
}

/// What the ends of a transcript say of its session, as `{"ok": facts}` or `{"error": …}`.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn transcript_ends(path: String) -> String {
    answer(|| Ok(json!(scan::ends(Path::new(&path))?)))
}

fn report(scan: Scan, spans: &mut Vec<u32>) -> Value {
    *spans = scan.spans;
    json!({ "losses": scan.losses, "facts": scan.facts })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AppendRequest {
    path: PathBuf,
    lines: Vec<String>,
    chain_at: Option<usize>,
}

/// Appends records to a transcript: `{path, lines, chainAt}`.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn transcript_append(request: String) -> String {
    answer(|| {
        let AppendRequest { path, lines, chain_at } = read(&request)?;
        let appended = append::append(&path, &lines, chain_at)?;
        Ok(json!({ "parentUuid": appended.parent_uuid, "bytes": appended.bytes, "created": appended.is_new }))
    })
}

/// The client's name for a project's folder.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn project_folder(path: String) -> String {
    place::folder_name(&path)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlaceRequest {
    claude_dir: PathBuf,
    project_path: Option<String>,
    session_id: String,
}

/// Where a session is: `{claudeDir, projectPath, sessionId}`. Without a project every file of that name.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn transcript_place(request: String) -> String {
    answer(|| {
        let PlaceRequest { claude_dir, project_path, session_id } = read(&request)?;
        let Some(project) = project_path else {
            return Ok(json!({ "files": place::find_by_id(&claude_dir, &session_id)? }));
        };
        let place = place::find(&claude_dir, &project, &session_id)?;
        Ok(json!({ "path": place.path, "own": place.own, "found": place.found }))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ListRequest {
    claude_dir: PathBuf,
    project_path: Option<String>,
}

/// The sessions there are: `{claudeDir, projectPath}`. Without a project, all.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn transcript_list(request: String) -> String {
    answer(|| {
        let ListRequest { claude_dir, project_path } = read(&request)?;
        let (entries, warnings) = list::list(&claude_dir, project_path.as_deref())?;
        Ok(json!({ "entries": entries, "warnings": warnings }))
    })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
struct PageRequest {
    path: PathBuf,
    from: Option<Next>,
    json: bool,
    everything: bool,
}

/// A part of a transcript: `{path, from, json, everything}`.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn transcript_page(request: String) -> String {
    answer(|| {
        let request: PageRequest = read(&request)?;
        let from = request.from.map_or(Position::START, |next| Position { offset: next.offset, line: next.line });
        let wish = Wish { from, is_json: request.json, is_everything: request.everything };
        Ok(json!(page::page(&request.path, &wish)?))
    })
}

/// What becomes of messages whose tool calls and results do not match.
#[napi]
#[must_use]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn tool_pairing(skeleton: String) -> String {
    answer(|| Ok(json!(pairing::plan(&read::<Vec<Message>>(&skeleton)?))))
}

fn read<T: DeserializeOwned>(request: &str) -> Result<T> {
    serde_json::from_str(request).map_err(|error| Error::Internal(format!("a request can't be read: {error}")))
}

/// Carries out a call and answers in JSON. A panic that left it would abort Node.
fn answer(call: impl FnOnce() -> Result<Value>) -> String {
    quiet_panics();
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => json!({ "ok": value }).to_string(),
        Ok(Err(error)) => engine::failed(&error),
        Err(panic) => engine::panicked(panic.as_ref()),
    }
}
