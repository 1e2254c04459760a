//! Claude Code's own session files, called transcripts: read, listed and appended to.
//!
//! A transcript is `<config>/projects/<folder>/<session id>.jsonl`, one JSON record a line. Nothing about
//! it is documented by the client; what is known was seen. Records of every kind, also of kinds nobody
//! knows yet, are kept as their text.
//!
//! Lines and records are read by a crate of their own (`src/records`).
//!
//! 1. [`lines`]: a file as lines, in bounded memory.
//! 2. [`records`]: a line as records, and what can be saved of a damaged one.
//! 3. [`scan`]: a whole file at once, for the library.
//! 4. [`page`]: a part of a file, for showing it.
//! 5. [`place`]: which file a session is in.
//! 6. [`prompt`]: what the person said.
//! 7. [`list`]: the sessions there are.
//! 8. [`chain`]: what a new record hangs off.
//! 9. [`append`]: new records at the end of a file.
//! 10. [`pairing`]: tool results with their calls.
//! 11. [`start`]: how a file begins, which forked sessions share.

pub mod append;
mod chain;
pub mod list;
pub mod page;
pub mod pairing;
pub mod place;
pub mod prompt;
pub mod scan;
pub(crate) mod source;
pub mod start;

#[cfg(fuzzing)]
pub use session_checkpoint_records::properties;
pub use session_checkpoint_records::{Object, Value, lines, records};
