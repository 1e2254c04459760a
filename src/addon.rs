//! Node-API bindings: text in, text out, off the main thread.
//!
//! A call takes one JSON text and settles with one JSON text, `{"ok": …}` or `{"error": {code,
//! message, violations}}`: JSON crosses faster than values do, and an error keeps its code.
//! `index.js` turns it into a result or an exception.

mod transcript;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Once;

use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;

use crate::contract;
use crate::engine::{self, UseCase};

/// One engine call on libuv's thread pool.
pub struct Call {
    use_case: UseCase,
    request: String,
}

impl Task for Call {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<String> {
        let request = std::mem::take(&mut self.request);
        let use_case = self.use_case;
        quiet_panics();
        // A panic that left this function would abort Node.
        let answer = catch_unwind(AssertUnwindSafe(|| engine::answer(use_case, &request)))
            .unwrap_or_else(|panic| engine::panicked(panic.as_ref()));
        Ok(answer)
    }

    fn resolve(&mut self, _env: Env, answer: String) -> napi::Result<String> {
        Ok(answer)
    }
}

/// A panic's message can quote what a caller wrote, and the standard hook prints it past redaction. Where
/// it happened is enough here; the caller gets the message, redacted.
fn quiet_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            let place =
                panic.location().map_or_else(String::new, |place| format!(" at {}:{}", place.file(), place.line()));
            eprintln!("{}: internal error{place}", contract::NAME);
        }));
    });
}

/// Saves a checkpoint.
#[napi]
#[must_use]
pub fn save(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Save, request })
}

/// Loads a checkpoint.
#[napi]
#[must_use]
pub fn load(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Load, request })
}

/// Lists checkpoints.
#[napi]
#[must_use]
pub fn list(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::List, request })
}

/// Loads a checkpoint's backup.
#[napi]
#[must_use]
pub fn load_previous(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::LoadPrevious, request })
}

/// Swaps a checkpoint with its backup.
#[napi]
#[must_use]
pub fn restore_previous(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::RestorePrevious, request })
}

/// Deletes a checkpoint.
#[napi]
#[must_use]
pub fn delete_checkpoint(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Delete, request })
}

/// Deletes old checkpoints.
#[napi]
#[must_use]
pub fn prune(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Prune, request })
}

/// Keeps what a session did so far.
#[napi]
#[must_use]
pub fn capture(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Capture, request })
}

/// Tells what was observed of a session.
#[napi]
#[must_use]
pub fn trail(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Trail, request })
}

/// Lists the sessions that touched a file.
#[napi]
#[must_use]
pub fn touched(request: String) -> AsyncTask<Call> {
    AsyncTask::new(Call { use_case: UseCase::Touched, request })
}

/// A text without its secrets and how many spans were replaced, on the calling thread. A panic that left
/// this function would abort Node, so that one is an error without words of the text.
///
/// # Errors
/// If redacting panicked.
#[napi]
#[allow(clippy::needless_pass_by_value, reason = "Node-API hands over an owned string")]
pub fn redact(text: String) -> napi::Result<RedactedText> {
    quiet_panics();
    let redacted = catch_unwind(AssertUnwindSafe(|| {
        let (clean, spans) = crate::redact::text(&text);
        RedactedText { text: clean.into_owned(), redactions: u32::try_from(spans).unwrap_or(u32::MAX) }
    }));
    redacted.map_err(|_| napi::Error::from_reason("internal error"))
}

/// What [`redact`] answers.
#[napi(object)]
pub struct RedactedText {
    /// The text without its secrets.
    pub text: String,
    /// How many spans were replaced.
    pub redactions: u32,
}

/// The contract as JSON: what generated files are made of.
#[cfg(feature = "contract")]
#[napi(js_name = "contract")]
#[must_use]
pub fn contract_json() -> String {
    contract::export().to_string()
}

/// Version of the engine.
#[napi]
#[must_use]
pub fn version() -> &'static str {
    contract::VERSION
}
