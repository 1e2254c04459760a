//! What a call may contain: one table per tool that both checks a call and describes it to clients.
//!
//! A check reports every problem at once, so that a model repairs its call in one go.

mod calls;
mod check;
mod schema;
mod tables;

pub use calls::{
    CaptureEvent, CaptureInput, CommandInput, DeleteInput, FileInput, Format, ListInput, LoadInput, Mode, PruneInput,
    RestoreInput, SaveInput, TaskInput, TouchedInput,
};
pub(crate) use check::type_of;
pub use check::{Violation, check};
pub use schema::schema;
pub use tables::{CAPTURE, DELETE, LIST, LOAD, PRUNE, RESTORE, SAVE, TOUCHED};

/// What values a field takes.
#[derive(Debug)]
#[allow(missing_docs, reason = "each variant says what its fields are")]
pub enum Kind {
    /// A string of `min` to `max` code points.
    Text { min: usize, max: usize },
    /// A whole number of at least `min`.
    Integer { min: i64 },
    /// Yes or no.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// At most `max` items.
    List { max: usize, item: &'static Kind },
    /// An object with these fields.
    Object(&'static [Field]),
}

/// One field of an input object.
#[derive(Debug)]
pub struct Field {
    /// Its name in JSON.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Whether a call without it is refused.
    pub required: bool,
    /// What it is for, as clients show it to a model; empty when the name says it.
    pub doc: &'static str,
}
