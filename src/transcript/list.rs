//! The sessions there are, told from the first and the last 64 KB of each file.

use std::path::{Path, PathBuf};

use serde::Serialize;

use super::Object;
use super::lines::lines;
use super::records::{self, Item};
use super::{place, prompt, source};
use crate::clock::Timestamp;
use crate::error::{Result, reason_of};
use crate::redact;
use crate::text::{line, shortened};

/// Longest title, in characters.
const TITLE: usize = 200;

/// One session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    /// The file's name. What its records say can differ, and does not count for a resume.
    pub session_id: String,
    /// The file.
    pub path: PathBuf,
    /// Where the session was started, as its records say.
    pub cwd: Option<String>,
    /// The branch of the last record that names one.
    pub git_branch: Option<String>,
    /// The title it was given, else its first prompt.
    pub title: Option<String>,
    /// Of the first record with a time.
    pub created_at: Option<Timestamp>,
    /// Of the last record with a time.
    pub updated_at: Option<Timestamp>,
    /// The file's size.
    pub bytes: u64,
    /// How many subagents' transcripts stand beside it.
    pub subagents: usize,
    /// Their files, by name.
    pub subagent_paths: Vec<PathBuf>,
}

/// The sessions of a project, or of all, newest first. A session belongs to the project its records
/// name; one that names none, to the project of its folder. The second value has what could not be read.
///
/// # Errors
/// None today: what can't be read is a warning.
pub fn list(configuration: &Path, project: Option<&str>) -> Result<(Vec<Entry>, Vec<String>)> {
    let mut warnings = unreadable_projects(configuration);
    let folders = match project {
        Some(project) => place::folders(configuration, project),
        None => place::all_folders(configuration),
    };
    let mut entries = Vec::new();
    for path in folders.iter().flat_map(|folder| transcripts(folder, &mut warnings)).collect::<Vec<_>>() {
        match entry(&path) {
            Ok(entry) => entries.push(entry),
            Err(error) => warnings.push(error.to_string()),
        }
    }
    if let Some(project) = project {
        entries.retain(|entry: &Entry| entry.cwd.as_deref().is_none_or(|cwd| is_within(cwd, project)));
    }
    entries.sort_by(|one, other| {
        other.updated_at.cmp(&one.updated_at).then_with(|| one.session_id.cmp(&other.session_id))
    });
    Ok((entries, warnings))
}

/// Whether a directory is the project or in it.
pub(super) fn is_within(directory: &str, project: &str) -> bool {
    Path::new(directory).starts_with(project)
        || Path::new(directory).canonicalize().is_ok_and(|directory| directory.starts_with(project))
}

fn transcripts(folder: &Path, warnings: &mut Vec<String>) -> Vec<PathBuf> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
        Err(error) => {
            warnings.push(format!("{} could not be read: {}.", folder.display(), reason_of(&error)));
            return Vec::new();
        }
    };
    let is_transcript = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jsonl");
    let (named, nameless): (Vec<_>, Vec<_>) =
        entries.flatten().map(|entry| entry.path()).filter(is_transcript).partition(|path| path.to_str().is_some());
    warnings.extend(nameless.iter().map(|path| {
        format!("{} was left out: its name is no UTF-8, so no session can be asked for by it.", path.display())
    }));
    named
}

/// Says it when there are project folders and nobody may look which.
fn unreadable_projects(configuration: &Path) -> Vec<String> {
    let projects = place::projects(configuration);
    match std::fs::read_dir(&projects) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            vec![format!("{} could not be read: {}.", projects.display(), reason_of(&error))]
        }
        _ => Vec::new(),
    }
}

/// What the two ends of a file say about its session.
///
/// # Errors
/// When the file can't be read.
pub fn entry(path: &Path) -> Result<Entry> {
    let (ends, size) = source::ends(path)?;
    let subagent_paths = place::subagents(path);
    let mut entry = Entry {
        session_id: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        path: path.to_path_buf(),
        cwd: None,
        git_branch: None,
        title: None,
        created_at: None,
        updated_at: None,
        bytes: size,
        subagents: subagent_paths.len(),
        subagent_paths,
    };
    let mut first_prompt = None;
    for end in ends {
        for line in lines(&end) {
            records::read(&line, &mut |item| {
                if let Item::Record(record) = item {
                    entry.learn(&record.object, &mut first_prompt);
                }
            });
        }
    }
    entry.title = entry.title.or(first_prompt).map(|title| shown(&title));
    Ok(entry)
}

/// A title without its secrets. They are replaced before it is cut: half a secret is not recognised.
fn shown(title: &str) -> String {
    shortened(&line(&redact::text(title).0), TITLE)
}

impl Entry {
    fn learn(&mut self, record: &Object<'_>, first_prompt: &mut Option<String>) {
        let text = |name| record.text(name).map(String::from);
        match record.text("type").as_deref() {
            Some("custom-title") => self.title = text("customTitle"),
            Some("ai-title" | "summary") if self.title.is_none() => {
                self.title = text("aiTitle").or_else(|| text("summary"));
            }
            _ => {}
        }
        if self.cwd.is_none() {
            self.cwd = text("cwd");
        }
        if let Some(branch) = text("gitBranch") {
            self.git_branch = Some(branch);
        }
        if let Some(time) = record.text("timestamp").and_then(|time| Timestamp::parse(&time)) {
            self.created_at.get_or_insert(time);
            self.updated_at = Some(time);
        }
        if first_prompt.is_none() {
            *first_prompt = prompt::of(record);
        }
    }
}
