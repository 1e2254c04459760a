//! Which file a session is in.
//!
//! The client names a project's folder after the project's path, and two paths can have one name. So a
//! folder's name finds candidates, and the `cwd` in the records says what they are about.

use std::path::{Path, PathBuf};

use super::list;
use crate::error::{Error, Result};
use crate::limits;

/// Longest folder name, in UTF-16 code units, before the client cuts it and adds a number.
const LONGEST: usize = 200;

/// The client's name for a project's folder: everything but ASCII letters and digits becomes a hyphen,
/// and what is longer than 200 UTF-16 code units is cut and marked with a number made of the whole path.
/// (Seen with 2.1.332.)
#[must_use]
pub fn folder_name(project: &str) -> String {
    let units: Vec<u16> = project.encode_utf16().collect();
    let name: String = units
        .iter()
        .map(|unit| match u8::try_from(*unit) {
            Ok(byte) if byte.is_ascii_alphanumeric() => char::from(byte),
            _ => '-',
        })
        .collect();
    if name.len() <= LONGEST {
        return name;
    }
    let number = units.iter().fold(0_i32, |number, unit| number.wrapping_mul(31).wrapping_add(i32::from(*unit)));
    format!("{}-{}", &name[..LONGEST], base36(number.unsigned_abs()))
}

fn base36(mut number: u32) -> String {
    let mut digits = Vec::new();
    loop {
        digits.push(char::from_digit(number % 36, 36).unwrap_or('0'));
        number /= 36;
        if number == 0 {
            return digits.iter().rev().collect();
        }
    }
}

/// Where the client's project folders are.
#[must_use]
pub fn projects(configuration: &Path) -> PathBuf {
    configuration.join("projects")
}

/// The folders a project's sessions can be in: its own, and for a long path those that only differ in
/// the number, which other versions of the client make differently.
#[must_use]
pub fn folders(configuration: &Path, project: &str) -> Vec<PathBuf> {
    let name = folder_name(project);
    let projects = projects(configuration);
    let mut folders = vec![projects.join(&name)];
    if name.len() > LONGEST {
        let prefix = &name[..=LONGEST];
        folders.extend(all_folders(configuration).into_iter().filter(|folder| {
            let other = folder.file_name().unwrap_or_default().to_string_lossy();
            other.starts_with(prefix) && other != name.as_str()
        }));
    }
    folders
}

/// Every project folder, by name.
#[must_use]
pub fn all_folders(configuration: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(projects(configuration)).into_iter().flatten().flatten();
    // A folder whose name is no UTF-8 is not the client's.
    let is_folder = |path: &PathBuf| path.to_str().is_some() && path.is_dir();
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_folder).collect();
    folders.sort();
    folders
}

/// Where a session of a project is or would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Where the client looks for it first, and where a new one is written.
    pub path: PathBuf,
    /// Where it is among the project's own, when it is there.
    pub own: Option<PathBuf>,
    /// Where it is, when it is anywhere.
    pub found: Option<PathBuf>,
}

/// Finds a session: in the project's folder, in one of another number, in any other project's (a session
/// is moved with a worktree, and a project's folder can be renamed).
///
/// # Errors
/// When the id can't name a file.
pub fn find(configuration: &Path, project: &str, session: &str) -> Result<Place> {
    let name = file_name(session)?;
    let folders = folders(configuration, project);
    let path = folders[0].join(&name);
    let files = folders.iter().map(|folder| folder.join(&name)).filter(|path| path.exists());
    let subagents = folders.iter().flat_map(|folder| subagent_named(folder, &name));
    // Long paths can share the beginning that is left of their names: there the records have the say.
    let own = files.chain(subagents).find(|file| *file == path || is_about(file, project));
    let found = own.clone().or_else(|| everywhere(configuration, &name).into_iter().next());
    Ok(Place { path, own, found })
}

/// Whether the records of a file say that it is about a project, or say nothing about that.
fn is_about(file: &Path, project: &str) -> bool {
    list::entry(file).is_ok_and(|entry| entry.cwd.is_none_or(|cwd| list::is_within(&cwd, project)))
}

/// Every file of a session's name, whatever folder it is in.
///
/// # Errors
/// When the id can't name a file.
pub fn find_by_id(configuration: &Path, session: &str) -> Result<Vec<PathBuf>> {
    Ok(everywhere(configuration, &file_name(session)?))
}

fn everywhere(configuration: &Path, name: &str) -> Vec<PathBuf> {
    let folders = all_folders(configuration);
    let sessions = folders.iter().map(|folder| folder.join(name)).filter(|path| path.exists());
    sessions.chain(folders.iter().flat_map(|folder| subagent_named(folder, name))).collect()
}

/// The file of a session. No id gets out of its folder.
fn file_name(session: &str) -> Result<String> {
    match check_id(session) {
        Ok(()) => Ok(format!("{session}.jsonl")),
        Err(reason) => Err(Error::SessionInvalid { value: session.to_owned(), origin: "sessionId", reason }),
    }
}

/// Checks that an id can name a transcript. `Err` is the rule it breaks, as part of a sentence. What is
/// no name for a checkpoint can be one here.
///
/// # Errors
/// When the id could leave its folder or be hidden in it.
pub fn check_id(session: &str) -> std::result::Result<(), &'static str> {
    if session.is_empty() {
        Err("it is empty")
    } else if session.len() > limits::SESSION_ID {
        Err("it is longer than 128 characters")
    } else if !session.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte)) {
        Err("only letters, digits, dot, underscore and hyphen are allowed")
    } else if session.starts_with('.') {
        Err("it starts with a dot")
    } else {
        Ok(())
    }
}

/// The subagents' transcripts of a session, by name: `<session>/subagents/agent-*.jsonl` beside its file.
#[must_use]
pub fn subagents(transcript: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(companion(transcript).join("subagents")).into_iter().flatten().flatten();
    let is_transcript =
        |path: &PathBuf| path.to_str().is_some() && path.extension().is_some_and(|extension| extension == "jsonl");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_transcript).collect();
    files.sort();
    files
}

/// How a subagent's transcript is named.
const SUBAGENT: &str = "agent-";

/// The subagents' transcripts of a name in a project's folder. One session has one of a name.
fn subagent_named(folder: &Path, name: &str) -> Vec<PathBuf> {
    if !name.starts_with(SUBAGENT) {
        return Vec::new();
    }
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path().join("subagents").join(name))
        .filter(|path| path.to_str().is_some() && path.exists())
        .collect();
    files.sort();
    files
}

/// The directory the client keeps beside a transcript: subagents, tool results, the title.
#[must_use]
pub fn companion(transcript: &Path) -> PathBuf {
    transcript.with_extension("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_as_the_client_names_it() {
        assert_eq!(folder_name("/Users/me/my_project.v2"), "-Users-me-my-project-v2");
        // A character outside the basic plane is two units.
        assert_eq!(folder_name("/ä/😀"), "-----");
        let exact = format!("/{}", "a".repeat(199));
        assert_eq!(folder_name(&exact), format!("-{}", "a".repeat(199)));
        let long = format!("/{}", "a".repeat(200));
        assert_eq!(folder_name(&long), format!("-{}-{}", "a".repeat(199), "b6ymvl"));
    }

    #[test]
    fn the_smallest_number_has_an_absolute_value() {
        assert_eq!(base36(i32::MIN.unsigned_abs()), "zik0zk");
        assert_eq!(base36(0), "0");
    }

    #[test]
    fn no_id_leaves_its_folder() {
        for id in ["", "..", ".", "a/b", "../x", "a\\b", "a\0b", ".x", &"x".repeat(129)] {
            assert!(matches!(file_name(id), Err(Error::SessionInvalid { .. })), "{id:?}");
        }
        for id in ["legacy", "x.json", "-x", &"x".repeat(128)] {
            assert_eq!(file_name(id).unwrap(), format!("{id}.jsonl"));
        }
    }
}
