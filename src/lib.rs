//! The engine of session-checkpoint-mcp: everything a checkpoint is and does, usable without Node.
//!
//! Modules in reading order:
//!
//! 1. [`engine`]: the three use cases, save, load and list. Each reads as one line of arrows.
//! 2. [`input`]: what a call may contain, as one table that validates it and describes it to clients.
//! 3. [`root`] and [`session`]: which directory and which conversation a call is about.
//! 4. [`git`]: facts about the working tree, and what changed since a checkpoint (drift).
//! 5. [`checkpoint`]: the document, how two of them merge, and how one is kept within its limits.
//! 6. [`redact`]: secrets out. [`redact::Redacted`] is the only thing the store and a caller ever get.
//! 7. [`store`]: where documents live, how they are written, backed up, locked and listed.
//! 8. [`brief`]: a document as the text a model resumes from.
//! 9. [`transcript`]: Claude Code's own session files.
//! 10. [`trail`]: what a session did, taken from its transcript.
//!
//! Nothing here reads the clock, the environment or a random source on its own: [`engine::Context`]
//! carries them in. (libgit2 alone reads the user's own git configuration, as git does.)
//! `addon` is the only module that knows Node.

#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

#[cfg_attr(test, allow(dead_code, reason = "napi registers nothing in a test binary"))]
mod addon;
pub mod brief;
pub mod checkpoint;
pub mod clock;
pub mod contract;
pub mod engine;
pub mod environment;
pub mod error;
pub mod git;
pub mod input;
pub mod limits;
pub mod path;
pub mod root;
pub mod session;
pub mod store;
pub mod text;
pub mod trail;
pub mod transcript;

pub use session_checkpoint_redact as redact;

pub use error::{Error, Result};
