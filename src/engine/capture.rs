//! Capture: resolve → find the transcript → read what is new → look at the tree → keep.
//!
//! Nothing here is needed for a load to be right, which reads the transcript itself: what is kept outlives
//! the transcript, and the snapshots say what the tree was like in between.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::Value;

use super::{Context, Output, Tree, ground, look, output, parse};
use crate::checkpoint::Generator;
use crate::error::{Error, Result};
use crate::input::{self, CaptureEvent, CaptureInput, Violation};
use crate::session::SessionId;
use crate::store::{OnTrail, TrailPlace};
use crate::text::{line, shortened};
use crate::trail::{Dropped, Ended, KEPT_VERSION, Kept, State};
use crate::{environment, limits, root};

/// What a capture did.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Captured {
    text: String,
    /// Whether a trail is kept now.
    kept: bool,
    /// Why not: `off`, `broad`, `outside` or `no work`.
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

/// Keeps what a session did so far, once it did anything. What could not be told is a warning.
///
/// # Errors
/// For arguments, roots and sessions that can't be used, a trail of a version this program does not know,
/// and a store that can't be read or written.
pub fn capture(input: Value, context: &Context<'_>) -> Result<Output> {
    let begin = Instant::now();
    let (input, warnings) = parse::<CaptureInput>(input, input::CAPTURE)?;
    let root = root::resolve(
        input.project_root.as_deref(),
        context.environment,
        context.client_roots,
        context.working_directory,
    )?;
    let session = session(&input, context)?;
    if let Some(reason) = ground::refusal(&root, context) {
        return answer(Err(reason), true, warnings);
    }
    let place = TrailPlace::of(&root, &session)?;
    let known = match place.load()? {
        OnTrail::Kept(kept) => Some(*kept),
        OnTrail::Absent | OnTrail::Corrupt(_) => None,
    };
    let time = input.budget_milliseconds.map(Duration::from_millis);
    Capture { root, session, place, input, time, begin, warnings, context }.run(known)
}

/// The session a capture is of. A hook knows it better than the environment of its process.
fn session(input: &CaptureInput, context: &Context<'_>) -> Result<SessionId> {
    let own = context.environment.get(environment::SESSION_ID).map(|id| (id, environment::SESSION_ID));
    let Some((id, origin)) = input.session.as_deref().map(|id| (id, "session")).or(own) else {
        return Err(Error::InputInvalid(vec![Violation {
            field: "session".to_owned(),
            limit: "required outside of a session".to_owned(),
            actual: "nothing".to_owned(),
        }]));
    };
    SessionId::parse(id).map_err(|reason| Error::SessionInvalid { value: id.to_owned(), origin, reason })
}

/// What takes longer to read should not have to be read twice.
const LONG: Duration = Duration::from_millis(100);

/// One capture.
struct Capture<'a> {
    root: PathBuf,
    session: SessionId,
    place: TrailPlace,
    input: CaptureInput,
    time: Option<Duration>,
    begin: Instant,
    warnings: Vec<String>,
    context: &'a Context<'a>,
}

impl Capture<'_> {
    fn run(mut self, known: Option<Kept>) -> Result<Output> {
        let is_kept = known.is_some();
        // Half of the time is for what has to be read, the rest for the tree.
        let deadline = self.time.map(|time| self.begin + time / 2);
        let named = self.input.transcript_path.as_deref().map(Path::new);
        let read = look::read(named, &self.session, known.as_ref(), deadline, self.context, &mut self.warnings);
        let has_work = is_kept || read.state.as_ref().is_some_and(State::has_work);
        // Whoever only talked has changed nothing, and the tree need not be asked.
        if !has_work && read.state.as_ref().is_some_and(|state| !state.has_commands()) {
            return answer(Err("no work"), read.is_complete, self.warnings);
        }
        let mut known = known;
        let mut kept = self.document(known.clone(), read.state, read.is_complete);
        if has_work && self.is_short_of_time(read.is_complete) {
            // The tree may take longer than there is time: what was read is safe then.
            kept = self.keep(known.as_ref(), kept)?.0;
            known = Some(kept.clone());
        }
        let (state, before) = (kept.state.as_ref(), kept.snapshots.last());
        let tree = Tree::within(&self.root, self.left());
        let seen = look::look(&tree, &self.session, state, before, self.context, &mut self.warnings);
        let is_worth = has_work
            || match &kept.state {
                Some(state) => seen.speaks_of_work(state),
                // Without a transcript nobody knows what the session did; later captures can say what changed.
                None => seen.snapshot.as_ref().is_some_and(|snapshot| !snapshot.files.is_empty()),
            };
        if !is_worth {
            return answer(Err("no work"), read.is_complete, self.warnings);
        }
        kept.add_files(seen.files);
        if let Some(snapshot) = seen.snapshot {
            kept.add_snapshot(snapshot);
        }
        let (_, bytes) = self.keep(known.as_ref(), kept)?;
        answer(Ok((self.place.file(), bytes)), read.is_complete, self.warnings)
    }

    /// The document before the tree was looked at.
    fn document(&self, known: Option<Kept>, state: Option<State>, is_complete: bool) -> Kept {
        let now = (self.context.now)();
        let is_end = self.input.event == CaptureEvent::SessionEnd;
        let reason = || shortened(&line(self.input.reason.as_deref().unwrap_or("other")), 40);
        let (snapshots, files, dropped) = known.map_or((Vec::new(), Vec::new(), Dropped::default()), |known| {
            (known.snapshots, known.files, known.dropped)
        });
        Kept {
            version: KEPT_VERSION,
            generator: Generator::this(),
            session_id: self.session.as_str().to_owned(),
            captured_at: now,
            event: self.input.event,
            ended: is_end.then(|| Ended { at: now, reason: reason() }),
            is_complete,
            state,
            snapshots,
            files,
            dropped,
        }
    }

    fn keep(&mut self, known: Option<&Kept>, kept: Kept) -> Result<(Kept, usize)> {
        self.place.keep(known, kept, &mut self.warnings)
    }

    /// Whether what was read has to be kept before the tree is asked: nothing comes after the session's end, and
    /// what took long should not have to be read again. Everywhere else it would be one more write to wait for.
    fn is_short_of_time(&self, is_complete: bool) -> bool {
        let took_long = || self.begin.elapsed() > LONG;
        self.time.is_some() && (self.input.event == CaptureEvent::SessionEnd || !is_complete || took_long())
    }

    /// The time for the tree, with some left for writing.
    fn left(&self) -> Duration {
        let spare = Duration::from_millis(100);
        let left = self.time.map(|time| time.saturating_sub(self.begin.elapsed()).saturating_sub(spare).max(spare));
        left.unwrap_or(limits::GIT_BUDGET)
    }
}

fn answer(
    done: std::result::Result<(&Path, usize), &'static str>,
    complete: bool,
    mut warnings: Vec<String>,
) -> Result<Output> {
    warnings.dedup();
    let (text, path, bytes, reason) = match done {
        Ok((path, bytes)) => {
            let path = path.display().to_string();
            (format!("Trail kept in {} ({bytes} bytes).", line(&path)), Some(path), bytes, None)
        }
        Err(reason) => (format!("No trail is kept: {}.", words(reason)), None, 0, Some(reason)),
    };
    output(&Captured { text, kept: path.is_some(), reason, path, bytes, complete, warnings })
}

fn words(reason: &str) -> &str {
    match reason {
        "off" => "trails are switched off by SESSION_CHECKPOINT_TRAIL",
        "broad" => "the directory holds more than one project",
        "outside" => "the directory is no repository and has no checkpoints",
        _ => "the session changed no file, made no commit and ran no check so far",
    }
}
