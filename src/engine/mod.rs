//! The use cases: save, load and list, which are the tools, and what only a person asks for.
//!
//! Each takes a call and a [`Context`] and returns what a tool's `structuredContent` holds.

mod capture;
mod delete;
mod facts;
mod foreign;
mod from_trail;
mod ground;
mod list;
mod load;
mod look;
mod observation;
mod observe;
mod prune;
mod relation;
mod restore;
mod save;
mod trail;
mod trails;
mod tree;

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use capture::capture;
pub use delete::delete;
pub use list::list;
pub use load::{load, load_previous};
pub use observe::observe;
pub use prune::prune;
pub use restore::restore_previous;
pub use save::save;
pub use trail::{touched, trail};
pub use trails::trails;
pub use tree::Tree;

/// The words for how a checkpoint relates to the session that asks.
pub const RELATIONS: [&str; 2] = relation::Relation::WORDS;

use crate::clock::Timestamp;
use crate::environment::{self, Environment};
use crate::error::{Error, Result};
use crate::input::{self, Field, Violation};
use crate::redact::{self, Redacted};
use crate::session::{Conversation, Selector};
use crate::text::{line, shortened, some_of};
use crate::{limits, root};

/// Everything a use case would otherwise read from its surroundings.
pub struct Context<'a> {
    /// Environment variables.
    pub environment: &'a Environment,
    /// The caller's working directory.
    pub working_directory: &'a Path,
    /// The client's roots, as URIs.
    pub client_roots: &'a [String],
    /// Other session ids of the same client process, newest first: `/clear` gives a conversation a new one.
    pub conversation: &'a [String],
    /// Ids of sessions that are open in a running client.
    pub live: &'a [String],
    /// Longest brief, in UTF-16 code units, from [`limits::BRIEF_UNITS_LEAST`] to [`limits::BRIEF_UNITS`].
    pub brief_units: usize,
    /// The clock.
    pub now: &'a dyn Fn() -> Timestamp,
    /// Makes ids nobody else has.
    pub new_id: &'a dyn Fn() -> String,
}

/// What a use case returns: a tool's `structuredContent`.
pub type Output = Redacted<Value>;

/// A use case by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UseCase {
    /// [`save`]
    Save,
    /// [`load`]
    Load,
    /// [`list`]
    List,
    /// [`load_previous`]
    LoadPrevious,
    /// [`restore_previous`]
    RestorePrevious,
    /// [`delete`]
    Delete,
    /// [`prune`]
    Prune,
    /// [`capture`]
    Capture,
    /// [`trail`]
    Trail,
    /// [`touched`]
    Touched,
}

/// A call as it comes over a language boundary.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    #[serde(default)]
    input: Value,
    /// Absent: the working directory of this process.
    cwd: Option<String>,
    #[serde(default, deserialize_with = "or_default")]
    roots: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    conversation: Vec<String>,
    #[serde(default, deserialize_with = "or_default")]
    live: Vec<String>,
    brief_units: Option<usize>,
}

/// `null` for nothing.
fn or_default<'de, D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Vec<String>, D::Error> {
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Carries out a call given as JSON `{input, env, cwd, roots, conversation, live, briefUnits}` with the real clock, and answers in JSON:
/// `{"ok": structuredContent}` or `{"error": {code, message, violations}}`.
#[must_use]
pub fn answer(use_case: UseCase, request: &str) -> String {
    let result = request_of(request).and_then(|(request, environment)| {
        // One that was deleted is an error only for a call that names no other directory.
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("(deleted)"));
        let context = Context {
            environment: &environment,
            working_directory: &request.cwd.map_or_else(here, PathBuf::from),
            client_roots: &request.roots,
            conversation: &request.conversation,
            live: &request.live,
            brief_units: request.brief_units.unwrap_or(limits::BRIEF_UNITS),
            now: &system_time,
            new_id: &|| uuid::Uuid::new_v4().to_string(),
        };
        match use_case {
            UseCase::Save => save(request.input, &context),
            UseCase::Load => load(request.input, &context),
            UseCase::List => list(request.input, &context),
            UseCase::LoadPrevious => load_previous(request.input, &context),
            UseCase::RestorePrevious => restore_previous(request.input, &context),
            UseCase::Delete => delete(request.input, &context),
            UseCase::Prune => prune(request.input, &context),
            UseCase::Capture => capture(request.input, &context),
            UseCase::Trail => trail(request.input, &context),
            UseCase::Touched => touched(request.input, &context),
        }
    });
    match result {
        Ok(value) => json!({ "ok": value.get() }).to_string(),
        Err(error) => failed(&error),
    }
}

/// Reads a call. What is wrong with it is the caller's to mend.
fn request_of(text: &str) -> Result<(Request, Environment)> {
    let invalid = |field: &str, limit: &str, actual: &str| {
        let violation = Violation { field: field.to_owned(), limit: limit.to_owned(), actual: actual.to_owned() };
        Error::InputInvalid(vec![violation])
    };
    let value: Value = serde_json::from_str(text)
        .map_err(|error| invalid("arguments", "JSON at most 120 levels deep", &error.to_string()))?;
    let mut variables = Vec::new();
    for name in environment::READ {
        match &value["env"][name] {
            Value::String(value) => variables.push((name.to_owned(), value.clone())),
            Value::Null => {}
            other => return Err(invalid(&format!("env.{name}"), "a string", input::type_of(other))),
        }
    }
    for (field, limit) in [
        ("cwd", "a string"),
        ("roots", "a list of strings"),
        ("conversation", "a list of strings"),
        ("live", "a list of strings"),
    ] {
        let value = &value[field];
        let fits = match field {
            "cwd" => value.is_string(),
            _ => value.as_array().is_some_and(|items| items.iter().all(Value::is_string)),
        };
        if !value.is_null() && !fits {
            return Err(invalid(field, limit, input::type_of(value)));
        }
    }
    let units = &value["briefUnits"];
    let range = limits::BRIEF_UNITS_LEAST as u64..=limits::BRIEF_UNITS as u64;
    if !units.is_null() && !units.as_u64().is_some_and(|units| range.contains(&units)) {
        let limit = format!("a whole number from {} to {}", range.start(), range.end());
        let actual = if units.is_number() { units.to_string() } else { input::type_of(units).to_owned() };
        return Err(invalid("briefUnits", &limit, &actual));
    }
    let request = serde_json::from_value(value).map_err(|error| invalid("arguments", "a call", &error.to_string()))?;
    Ok((request, Environment::new(variables)))
}

/// The answer to a call that panicked.
#[must_use]
pub fn panicked(panic: &(dyn std::any::Any + Send)) -> String {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("a panic without a message");
    failed(&Error::Internal(message.to_owned()))
}

/// The answer to a call that was not carried out.
#[must_use]
pub fn failed(error: &Error) -> String {
    let value = json!({
        "code": error.code(),
        "message": error.to_string(),
        "violations": error.violations(),
    });
    json!({ "error": redact::redact(value).get() }).to_string()
}

fn system_time() -> Timestamp {
    Timestamp::from_milliseconds(chrono::Utc::now().timestamp_millis()).unwrap_or(Timestamp::EPOCH)
}

/// Checks a call against its table and reads it. The second value has warnings.
fn parse<T: DeserializeOwned>(mut value: Value, fields: &'static [Field]) -> Result<(T, Vec<String>)> {
    if value.is_null() {
        value = json!({});
    }
    let checked = input::check(&mut value, fields);
    if !checked.violations.is_empty() {
        return Err(Error::InputInvalid(checked.violations));
    }
    let warnings = match checked.unknown.as_slice() {
        [] => Vec::new(),
        unknown => {
            let names: Vec<String> = unknown.iter().map(|name| shortened(&line(name), 60)).collect();
            vec![format!("Unknown field(s) were ignored: {}.", some_of(&names, 10))]
        }
    };
    let input = serde_json::from_value(value).map_err(|error| Error::Internal(error.to_string()))?;
    Ok((input, warnings))
}

/// Which directory and whose conversation a call is about.
fn resolve(
    project_root: Option<&str>,
    session: Option<&str>,
    context: &Context<'_>,
    warnings: &mut Vec<String>,
) -> Result<(PathBuf, Conversation)> {
    let root = root::resolve(project_root, context.environment, context.client_roots, context.working_directory)?;
    let (conversation, warning) = Conversation::resolve(context.environment, session)?;
    warnings.extend(warning);
    Ok((root, conversation))
}

/// The checkpoint a person names, or the session's own.
fn own_or(checkpoint: Option<&str>, conversation: &Conversation) -> Result<Selector> {
    match checkpoint {
        Some(checkpoint) => Selector::parse(checkpoint, "checkpoint"),
        None => conversation.selector().ok_or_else(|| {
            Error::InputInvalid(vec![Violation {
                field: "checkpoint".to_owned(),
                limit: "required outside of a session".to_owned(),
                actual: "nothing".to_owned(),
            }])
        }),
    }
}

/// Whether a checkpoint's session is open in a running client.
fn is_live(selector: &Selector, context: &Context<'_>) -> bool {
    let own = context.environment.get(environment::SESSION_ID);
    let open = context.live.iter().chain(context.conversation).map(String::as_str).chain(own);
    matches!(selector, Selector::Session(_)) && open.into_iter().any(|id| id.eq_ignore_ascii_case(selector.as_str()))
}

/// What a use case returns, redacted.
fn output(value: &impl Serialize) -> Result<Output> {
    serde_json::to_value(value).map(redact::redact).map_err(|error| Error::Internal(error.to_string()))
}
