//! The sessions there are, told from the first and the last 64 KB of each file.

use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::json::Object;
use super::lines::lines;
use super::records::{self, Item};
use super::{place, prompt, source};
use crate::clock::Timestamp;
use crate::error::{Result, reason_of};
use crate::text::{line, shortened};

/// How much of a file's beginning and of its end is read, in bytes.
const END: u64 = 64 * 1024;
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
}

/// The sessions of a project, or of all, newest first. A session belongs to the project its records
/// name; one that names none, to the project of its folder. The second value has what could not be read.
///
/// # Errors
/// When there is a folder of projects and it can't be read.
pub fn list(configuration: &Path, project: Option<&str>) -> Result<(Vec<Entry>, Vec<String>)> {
    let folders = match project {
        Some(project) => place::folders(configuration, project),
        None => place::all_folders(configuration),
    };
    let mut entries = Vec::new();
    let mut warnings = Vec::new();
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
fn is_within(directory: &str, project: &str) -> bool {
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
    entries.flatten().map(|entry| entry.path()).filter(is_transcript).collect()
}

/// What the two ends of a file say about its session.
///
/// # Errors
/// When the file can't be read.
pub fn entry(path: &Path) -> Result<Entry> {
    let (mut file, size) = source::open(path)?;
    let mut entry = Entry {
        session_id: path.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
        path: path.to_path_buf(),
        cwd: None,
        git_branch: None,
        title: None,
        created_at: None,
        updated_at: None,
        bytes: size,
        subagents: place::subagents(path).len(),
    };
    let mut first_prompt = None;
    let (head, tail) = ends(&mut file, size).map_err(|error| source::unreadable(path, &error))?;
    // What an end cuts off is half a line: the last one of the head, the first one of the tail.
    for end in [head, tail] {
        for line in lines(&end) {
            records::read(&line, &mut |item| {
                if let Item::Record(record) = item {
                    entry.learn(&record.object, &mut first_prompt);
                }
            });
        }
    }
    entry.title = entry.title.or(first_prompt).map(|title| shortened(&line(&title), TITLE));
    Ok(entry)
}

/// The first and the last bytes of a file, which are all of a small one.
fn ends(file: &mut File, size: u64) -> std::io::Result<(Vec<u8>, Vec<u8>)> {
    let mut head = Vec::new();
    let mut tail = Vec::new();
    let is_small = size <= 2 * END;
    file.by_ref().take(if is_small { 2 * END } else { END }).read_to_end(&mut head)?;
    if !is_small {
        file.seek(SeekFrom::Start(size - END))?;
        file.take(END).read_to_end(&mut tail)?;
    }
    Ok((head, tail))
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
