//! What a trail stands on: where one may be kept at all, which file the session's transcript is, and who
//! else may have been at work.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::Context;
use super::relation::other_ids;
use crate::clock::Timestamp;
use crate::limits;
use crate::session::{Selector, SessionId};
use crate::store::{self, DIRECTORY, OnTrail, TrailPlace};
use crate::transcript::{list, place};

/// Directories that hold many projects, or none.
const BROAD: [&str; 12] =
    ["/bin", "/etc", "/home", "/media", "/mnt", "/opt", "/tmp", "/usr", "/var", "/var/tmp", "/Users", "/Volumes"];

/// Why no trail is kept in a project, in the word of a capture's answer.
pub(super) fn refusal(root: &Path, context: &Context<'_>) -> Option<&'static str> {
    if !context.environment.has_trails() {
        Some("off")
    } else if is_broad(root, context) {
        Some("broad")
    } else if !is_in_repository(root) && !root.join(DIRECTORY).is_dir() {
        Some("outside")
    } else {
        None
    }
}

/// Whether a directory holds more than a project: the whole file system, a home directory, one for temporary
/// files, or one above these.
fn is_broad(root: &Path, context: &Context<'_>) -> bool {
    let is_named = |directory: &Path| directory.canonicalize().is_ok_and(|directory| directory.starts_with(root));
    root.parent().is_none()
        || BROAD.iter().any(|directory| root == Path::new(directory))
        || context.environment.shared_directories().any(is_named)
}

fn is_in_repository(root: &Path) -> bool {
    root.ancestors().any(|place| place.join(".git").symlink_metadata().is_ok())
}

/// The session's transcript: the one that was named, when it is there, else the one last written of all that
/// have the session's name, in whatever folder.
pub(super) fn transcript(named: Option<&Path>, session: &SessionId, context: &Context<'_>) -> Option<PathBuf> {
    if let Some(named) = named.filter(|path| path.is_file()) {
        return Some(named.to_path_buf());
    }
    let configuration = context.environment.client_configuration()?;
    let found = place::find_by_id(&configuration, session.as_str()).ok()?;
    found.into_iter().filter(|path| path.is_file()).max_by_key(|path| modified(path))
}

/// Whether a transcript is about the project: it is in one of its folders, or began in it.
pub(super) fn is_about(root: &Path, transcript: &Path, context: &Context<'_>) -> bool {
    let Some(configuration) = context.environment.client_configuration() else { return false };
    let folders = place::folders(&configuration, &root.display().to_string());
    let is_in_folder = transcript.parent().is_some_and(|parent| folders.iter().any(|folder| folder == parent));
    let begins = || list::entry(transcript).ok().and_then(|entry| entry.cwd);
    match begins() {
        Some(directory) => Path::new(&directory).canonicalize().is_ok_and(|directory| directory.starts_with(root)),
        None => is_in_folder,
    }
}

/// When a file was last written.
pub(super) fn modified(path: &Path) -> Option<SystemTime> {
    path.metadata().and_then(|metadata| metadata.modified()).ok()
}

/// The ids under which the session may be known.
fn own_ids(session: &SessionId, context: &Context<'_>) -> Vec<Selector> {
    let own = Selector::Session(session.clone());
    let others = other_ids(context, None);
    // Those of the conversation are the session's only when it is part of it.
    let is_part = others.contains(&own)
        || context
            .environment
            .get(crate::environment::SESSION_ID)
            .is_some_and(|id| id.eq_ignore_ascii_case(session.as_str()));
    if is_part { std::iter::once(own).chain(others).collect() } else { vec![own] }
}

/// Whether another session could have changed files of the project since a moment: one that is open in a
/// running client, one whose transcript was written since, or one whose trail was captured since.
pub(super) fn has_others(root: &Path, session: &SessionId, since: Timestamp, context: &Context<'_>) -> bool {
    let own = own_ids(session, context);
    let is_other = |id: &SessionId| !own.contains(&Selector::Session(id.clone()));
    let since_then = |path: &Path| {
        let written = modified(path).and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
        written.is_none_or(|time| i64::try_from(time.as_millis()).is_ok_and(|time| time >= since.milliseconds()))
    };
    let kept = store::trail_ids(root).unwrap_or_default();
    let is_captured = |id: &SessionId| {
        let Ok(place) = TrailPlace::of(root, id) else { return true };
        let captured_since = || match place.load() {
            Ok(OnTrail::Kept(kept)) => kept.captured_at >= since,
            _ => false,
        };
        since_then(place.file()) && captured_since()
    };
    if kept.iter().filter(|id| is_other(id)).any(is_captured) {
        return true;
    }
    let Some(configuration) = context.environment.client_configuration() else { return false };
    let live = context.live.iter().take(limits::CONVERSATION).filter_map(|id| SessionId::parse(id).ok());
    let is_here = |id: &SessionId| {
        let files = place::find_by_id(&configuration, id.as_str()).unwrap_or_default();
        files.iter().any(|file| is_near(root, file, context))
    };
    live.filter(is_other).any(|id| is_here(&id))
        || transcripts(root, context).into_iter().any(|(id, path)| is_other(&id) && since_then(&path))
        || around(root, &configuration)
            .into_iter()
            .any(|(id, path)| is_other(&id) && since_then(&path) && is_near(root, &path, context))
}

/// Whether a session may be at work in the project: it began in it, or in a directory above that is no broad one.
fn is_near(root: &Path, transcript: &Path, context: &Context<'_>) -> bool {
    let is_above = || {
        let begun = list::entry(transcript).ok().and_then(|entry| entry.cwd);
        let directory = begun.and_then(|directory| Path::new(&directory).canonicalize().ok());
        directory.is_some_and(|directory| root.starts_with(&directory) && !is_broad(&directory, context))
    };
    is_about(root, transcript, context) || is_above()
}

/// The transcripts in the folders of directories above and below a project, and of others with such a name.
fn around(root: &Path, configuration: &Path) -> Vec<(SessionId, PathBuf)> {
    let folder = |path: &Path| place::folder_name(&path.display().to_string());
    let below = format!("{}-", folder(root));
    let above: Vec<String> = root.ancestors().skip(1).map(folder).collect();
    let is_around = |path: &PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.starts_with(&below) || above.iter().any(|above| above == name)
    };
    sessions_in(place::all_folders(configuration).into_iter().filter(is_around))
}

/// The transcripts in the folders of a project.
pub(super) fn transcripts(root: &Path, context: &Context<'_>) -> Vec<(SessionId, PathBuf)> {
    let Some(configuration) = context.environment.client_configuration() else { return Vec::new() };
    sessions_in(place::folders(&configuration, &root.display().to_string()).into_iter())
}

fn sessions_in(folders: impl Iterator<Item = PathBuf>) -> Vec<(SessionId, PathBuf)> {
    let files = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let session = |file: std::fs::DirEntry| {
        let path = file.path();
        let id = SessionId::parse(path.file_name()?.to_str()?.strip_suffix(".jsonl")?).ok()?;
        Some((id, path))
    };
    files.filter_map(session).collect()
}
