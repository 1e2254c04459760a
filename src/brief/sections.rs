//! What a brief says, section by section, each item with its importance.

use std::fmt::Write as _;

use super::{Brief, short};
use crate::checkpoint::{Checkpoint, ModifiedFile, RecentCommand, Task, TaskStatus};
use crate::git::{Drift, History};
use crate::limits;
use crate::text::{code, line, paragraphs, shortened, utf16_units};

/// One section.
pub(super) struct Section {
    title: Title,
    /// What its items are called when some are left out.
    pub noun: &'static str,
    /// In the order they are shown.
    pub items: Vec<Item>,
    /// Whether the last items matter most.
    pub newest_first: bool,
    /// Whether the text is this program's own, not the document's.
    pub is_ours: bool,
}

/// One item, never shown in part.
pub(super) struct Item {
    pub text: String,
    /// Items of a lower rank are shown before any of a higher one.
    pub rank: u8,
}

enum Title {
    Plain(&'static str),
    Files(usize),
    Commands,
}

impl Section {
    /// One of what the document or the trail says.
    pub fn plain(title: &'static str, noun: &'static str, items: Vec<Item>) -> Self {
        Self { title: Title::Plain(title), noun, items, newest_first: false, is_ours: false }
    }

    /// The heading above `shown` items.
    pub fn heading(&self, shown: usize) -> String {
        match self.title {
            Title::Plain(title) => format!("## {title}"),
            Title::Files(total) => format!("## Files touched ({total})"),
            Title::Commands => format!("## Recent commands (last {shown}, oldest first)"),
        }
    }
}

/// Most of a brief that the names of changed files may take, in UTF-16 code units.
const CHANGED_UNITS: usize = 2500;

/// Everything the brief could say, in the order it is shown.
pub(super) fn sections(brief: &Brief<'_>) -> Vec<Section> {
    let Some(checkpoint) = brief.checkpoint else {
        let mut sections = brief.observed.map_or_else(Vec::new, |observed| observed.sections());
        for section in &mut sections {
            section.newest_first = true;
        }
        return sections;
    };
    let plain = Section::plain;
    let files = &checkpoint.modified_files;
    let mut sections = vec![
        plain(
            "Goal",
            "goal",
            vec![Item { text: paragraphs(&shortened(&checkpoint.goal.primary, limits::GOAL)), rank: 0 }],
        ),
        plain("Tasks", "tasks", checkpoint.goal.tasks.iter().map(task).collect()),
        plain("Where things stand", "lines of the summary", summary(checkpoint.summary.as_deref().unwrap_or_default())),
        plain("Next steps", "next steps", numbered(&checkpoint.next_steps)),
        Section { newest_first: true, ..plain("Decisions & gotchas", "decisions", bullets(&checkpoint.decisions, 5)) },
        Section { title: Title::Files(files.len()), ..plain("", "files", files.iter().map(file).collect()) },
        Section {
            title: Title::Commands,
            newest_first: true,
            ..plain("", "commands", checkpoint.recent_commands.iter().map(command).collect())
        },
        Section { is_ours: true, ..plain("Since this checkpoint", "changes", since(brief, checkpoint)) },
    ];
    sections.extend(brief.observed.map(|observed| Section { newest_first: true, ..observed.section() }));
    sections
}

fn task(task: &Task) -> Item {
    let (mark, rank) = match task.status {
        TaskStatus::Done => ("x", 8),
        TaskStatus::InProgress => ("~", 2),
        TaskStatus::Pending => (" ", 2),
        TaskStatus::Blocked => ("!", 2),
    };
    Item { text: format!("- [{mark}] {}", line(&task.description)), rank }
}

/// A summary is shown by lines, so that a long one is cut between two of them.
fn summary(summary: &str) -> Vec<Item> {
    if summary.trim().is_empty() {
        return Vec::new();
    }
    paragraphs(summary).split('\n').map(|line| Item { text: line.to_owned(), rank: 4 }).collect()
}

fn numbered(steps: &[String]) -> Vec<Item> {
    let numbered = steps.iter().enumerate();
    numbered.map(|(at, step)| Item { text: format!("{}. {}", at + 1, line(step)), rank: 3 }).collect()
}

fn bullets(items: &[String], rank: u8) -> Vec<Item> {
    items.iter().map(|item| Item { text: format!("- {}", line(item)), rank }).collect()
}

fn file(file: &ModifiedFile) -> Item {
    let mut about = line(&file.status);
    if let Some(old) = &file.renamed_from {
        let _ = write!(about, " from {}", line(old));
    }
    if let Some(size) = file.size {
        let _ = write!(about, ", {size} bytes, not read");
    }
    if let Some(kind) = &file.kind {
        let _ = write!(about, ", {}, not read", line(kind));
    }
    let note = note(file.note.as_deref());
    Item { text: format!("- {} ({about}){note}", line(&file.path)), rank: 7 }
}

fn command(command: &RecentCommand) -> Item {
    let result = match command.exit_code {
        Some(0) => "✓ ".to_owned(),
        Some(code) => format!("✗ exit {code} "),
        None => String::new(),
    };
    let note = note(command.note.as_deref());
    Item { text: format!("- {result}{}{note}", code(&command.command)), rank: 6 }
}

fn note(note: Option<&str>) -> String {
    match note.map(line) {
        Some(note) if !note.is_empty() => format!(" — {note}"),
        _ => String::new(),
    }
}

/// What happened after the save; nothing for a document that was saved outside a repository.
fn since(brief: &Brief<'_>, checkpoint: &Checkpoint) -> Vec<Item> {
    let Some(saved) = &checkpoint.git else { return Vec::new() };
    let lines = match (brief.drift, brief.no_drift) {
        (Some(drift), _) => changes(drift, &saved.head),
        (None, Some(reason)) => {
            vec![format!("- ⚠ What changed could not be checked: {}. Re-read files before editing.", line(reason))]
        }
        (None, None) => Vec::new(),
    };
    lines.into_iter().map(|text| Item { text, rank: 1 }).collect()
}

fn changes(drift: &Drift, saved_head: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if drift.branch_changed {
        lines.push(match &drift.current_branch {
            Some(branch) => format!("- ⚠ The branch is now {}", code(&shortened(branch, 200))),
            None => "- ⚠ HEAD is now detached".to_owned(),
        });
    }
    match drift.history {
        History::Continued => {}
        History::Rewritten => lines.push(format!(
            "- ⚠ Saved commit {} is no longer part of this history (rebased, reset or another branch); files were compared by content",
            short(saved_head)
        )),
        History::Gone => lines.push(format!(
            "- ⚠ Saved commit {} is no longer in the repository; only files that were uncommitted at the save could be compared",
            short(saved_head)
        )),
    }
    if let Some(commits) = drift.commits_since.filter(|commits| *commits > 0) {
        lines.push(format!("- {commits} new commit(s) on HEAD"));
    }
    if !drift.changed.is_empty() {
        lines.push(format!(
            "- ⚠ Changed after the checkpoint, re-read before editing: {}",
            names(drift.changed.iter().map(crate::path::RelativePath::text))
        ));
    }
    if lines.is_empty() {
        let files = if drift.warnings.is_empty() {
            "every file as it was saved"
        } else {
            "no change in the files that could be compared"
        };
        lines.push(format!("- Nothing changed: same branch, no new commits, {files}"));
    }
    lines
}

/// As many names as have room, and the number of the others.
fn names(paths: impl ExactSizeIterator<Item = String>) -> String {
    let total = paths.len();
    let mut text = String::new();
    let mut units = 0;
    for (at, path) in paths.enumerate() {
        let name = code(&path);
        units += utf16_units(&name) + 2;
        if at > 0 && (units > CHANGED_UNITS || at >= limits::CHANGED_SINCE) {
            return format!("{text} and {} more", total - at);
        }
        if at > 0 {
            text.push_str(", ");
        }
        text.push_str(&name);
    }
    text
}
