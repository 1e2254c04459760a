//! Capture: resolve → find the transcript → read what is new → look at the tree → keep.

use serde::Serialize;
use serde_json::Value;

use super::{Context, Output, output, parse};
use crate::error::Result;
use crate::input::{self, CaptureInput};

/// What a capture did.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Captured {
    text: String,
    /// Whether a trail is kept now.
    kept: bool,
    /// Why not; one of `off`, `broad`, `outside`, `no work`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The kept file, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    /// Its size.
    bytes: usize,
    /// Whether everything was taken in; else another capture goes on.
    complete: bool,
    warnings: Vec<String>,
}

/// Keeps what a session did so far.
///
/// # Errors
/// For arguments, roots and sessions that can't be used, and a store that can't be written.
pub fn capture(input: Value, _context: &Context<'_>) -> Result<Output> {
    let (_input, warnings) = parse::<CaptureInput>(input, input::CAPTURE)?;
    output(&Captured {
        text: String::new(),
        kept: false,
        reason: Some("no work"),
        path: None,
        bytes: 0,
        complete: true,
        warnings,
    })
}
