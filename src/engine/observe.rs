//! What a session did, read now. Writes nothing, ever.

use std::path::Path;

use super::Context;
use crate::error::Result;
use crate::redact::Redacted;
use crate::session::SessionId;
use crate::trail::{Observed, TrailEntry};

/// What is known of a session of this project: what was kept, what its transcript holds now, and the tree.
/// `None` when there is neither, when the session did no work, or when trails are switched off.
///
/// # Errors
/// When what stands in the place of the kept file is none, or of a version this program does not know.
pub fn observe(_root: &Path, _session: &SessionId, _context: &Context<'_>) -> Result<Option<Redacted<Observed>>> {
    Ok(None)
}

/// The trails of a project, newest first: those that were kept, and sessions of the last 72 hours whose
/// transcript tells of work. The second value has warnings.
///
/// # Errors
/// When the directory of trails can't be read.
pub fn trails(_root: &Path, _context: &Context<'_>) -> Result<(Vec<TrailEntry>, Vec<String>)> {
    Ok((Vec::new(), Vec::new()))
}
