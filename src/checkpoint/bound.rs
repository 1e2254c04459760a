//! Keeping a document within its limits.
//!
//! What goes first: entries beyond a list's limit (the oldest; done tasks before open ones; files git
//! no longer reports before those it does). Then, while the file is larger than 64 KiB: the oldest
//! commands, files from the end of the list, the oldest decisions, the last next steps, down to a few
//! of each; then the fields this version does not know; then what is left of those lists; then the end
//! of the summary. The goal and the tasks always fit.

use super::{Checkpoint, FileSource, ModifiedFile, TaskStatus, Unlisted, fingerprint};
use crate::limits;

/// A document within its limits.
#[derive(Debug)]
pub struct Bounded {
    /// The document.
    pub checkpoint: Checkpoint,
    /// Its JSON text, at most 64 KiB.
    pub json: String,
}

/// Cuts `checkpoint` to its limits and sets `meta.truncated` when anything went.
///
/// # Errors
/// Never for a document of this type; serde's signature says so.
pub fn bound(checkpoint: Checkpoint) -> serde_json::Result<Bounded> {
    let mut cut = Cut { checkpoint, dropped: Vec::new(), fingerprints: true };
    cut.lists();
    let mut json = cut.checkpoint.to_json()?;
    for stage in STAGES {
        if json.len() <= limits::FILE_BYTES {
            break;
        }
        json = cut.as_little_as_fits(stage)?;
    }
    Ok(Bounded { checkpoint: cut.checkpoint, json })
}

/// One thing that can go, down to a number that stays.
#[derive(Clone, Copy)]
enum Stage {
    Commands(usize),
    Files(usize),
    Decisions(usize),
    NextSteps(usize),
    Unknown,
    Fingerprints,
    Summary,
}

const STAGES: [Stage; 11] = [
    Stage::Commands(5),
    Stage::Files(20),
    Stage::Decisions(5),
    Stage::NextSteps(5),
    Stage::Unknown,
    Stage::Fingerprints,
    Stage::Commands(0),
    Stage::Files(0),
    Stage::Decisions(0),
    Stage::NextSteps(0),
    Stage::Summary,
];

/// A document being cut, with what the cutting has to remember.
#[derive(Clone)]
struct Cut {
    checkpoint: Checkpoint,
    /// Dirty files the list has no room for.
    dropped: Vec<ModifiedFile>,
    /// Whether their fingerprints still have room.
    fingerprints: bool,
}

impl Cut {
    /// Every list to its limit.
    fn lists(&mut self) {
        while self.checkpoint.goal.tasks.len() > limits::TASKS {
            let tasks = &mut self.checkpoint.goal.tasks;
            let oldest = tasks.iter().position(|task| task.status == TaskStatus::Done).unwrap_or(0);
            tasks.remove(oldest);
            self.checkpoint.meta.truncated = true;
        }
        let decisions = self.checkpoint.decisions.len().saturating_sub(limits::DECISIONS);
        let commands = self.checkpoint.recent_commands.len().saturating_sub(limits::RECENT_COMMANDS);
        let steps = self.checkpoint.next_steps.len().saturating_sub(limits::NEXT_STEPS);
        let files = self.checkpoint.modified_files.len().saturating_sub(limits::MODIFIED_FILES);
        self.take(Stage::Decisions(0), decisions);
        self.take(Stage::Commands(0), commands);
        self.take(Stage::NextSteps(0), steps);
        self.take(Stage::Files(0), files);
    }

    /// Takes away as little of one thing as makes the file fit, or all that may go.
    fn as_little_as_fits(&mut self, stage: Stage) -> serde_json::Result<String> {
        let checkpoint = &self.checkpoint;
        let most = match stage {
            Stage::Commands(keep) => checkpoint.recent_commands.len().saturating_sub(keep),
            Stage::Files(keep) => checkpoint.modified_files.len().saturating_sub(keep),
            Stage::Decisions(keep) => checkpoint.decisions.len().saturating_sub(keep),
            Stage::NextSteps(keep) => checkpoint.next_steps.len().saturating_sub(keep),
            Stage::Summary => checkpoint.summary.as_deref().map_or(0, |summary| summary.chars().count()),
            Stage::Unknown | Stage::Fingerprints => 1,
        };
        // The size falls as the number grows, so the smallest number that fits can be searched for.
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut trial = self.clone();
            trial.take(stage, middle);
            if trial.checkpoint.to_json()?.len() <= limits::FILE_BYTES {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.take(stage, low);
        self.checkpoint.to_json()
    }

    fn take(&mut self, stage: Stage, number: usize) {
        if number == 0 {
            return;
        }
        let checkpoint = &mut self.checkpoint;
        checkpoint.meta.truncated = true;
        match stage {
            Stage::Commands(_) => drop(checkpoint.recent_commands.drain(..number)),
            Stage::Decisions(_) => drop(checkpoint.decisions.drain(..number)),
            Stage::NextSteps(_) => checkpoint.next_steps.truncate(checkpoint.next_steps.len() - number),
            Stage::Files(_) => {
                let keep = checkpoint.modified_files.len() - number;
                let went = checkpoint.modified_files.split_off(keep);
                self.dropped.extend(went.into_iter().filter(|file| file.source == FileSource::Git));
                self.note_dropped();
            }
            Stage::Unknown => {
                checkpoint.unknown.clear();
                checkpoint.meta.unknown.clear();
                checkpoint.goal.tasks.iter_mut().for_each(|task| task.unknown.clear());
                checkpoint.modified_files.iter_mut().for_each(|file| file.unknown.clear());
                checkpoint.recent_commands.iter_mut().for_each(|command| command.unknown.clear());
            }
            Stage::Fingerprints => {
                self.fingerprints = false;
                self.note_dropped();
            }
            Stage::Summary => {
                if let Some(summary) = &mut checkpoint.summary {
                    let keep = summary.chars().count() - number;
                    *summary = crate::text::shortened(summary, keep);
                }
            }
        }
    }

    fn note_dropped(&mut self) {
        if self.dropped.is_empty() {
            return;
        }
        let fits = self.fingerprints && self.dropped.len() <= limits::UNLISTED_FINGERPRINTS;
        let paths = fits.then(|| {
            let names = self.dropped.iter().flat_map(|file| std::iter::once(&file.path).chain(&file.renamed_from));
            let mut paths: Vec<String> = names.map(|name| fingerprint(name)).collect();
            paths.sort();
            paths.concat()
        });
        let untracked = self.checkpoint.meta.unlisted.as_ref().is_some_and(|unlisted| unlisted.untracked);
        self.checkpoint.meta.unlisted = Some(Unlisted { count: self.dropped.len() as u64, paths, untracked });
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    /// A document whose every list and text has the given size.
    fn document(tasks: usize, items: usize, text: &str) -> Checkpoint {
        let list: Vec<String> = (0..items).map(|at| format!("{at} {text}")).collect();
        let status = |at: usize| ["pending", "done", "in_progress", "blocked"][at % 4];
        serde_json::from_value(json!({
            "version": 1, "id": "i", "createdAt": "2026-01-01T00:00:00Z", "updatedAt": "2026-01-01T00:00:00Z",
            "generator": { "name": "n", "version": "1" }, "project": { "name": "p" }, "git": null,
            "goal": {
                "primary": "g",
                "tasks": (0..tasks).map(|at| json!({ "description": format!("task {at}"), "status": status(at) })).collect::<Vec<_>>()
            },
            "summary": text,
            "nextSteps": list, "decisions": list,
            "modifiedFiles": (0..items).map(|at| json!({ "path": format!("f{at}"), "status": "M", "source": "git", "note": text })).collect::<Vec<_>>(),
            "recentCommands": list.iter().map(|text| json!({ "command": text })).collect::<Vec<_>>(),
            "later": { "text": text }
        }))
        .unwrap()
    }

    #[test]
    fn what_fits_is_left_alone() {
        let small = document(3, 3, "x");
        let bounded = bound(small.clone()).unwrap();
        assert_eq!(bounded.checkpoint, small);
        assert!(!bounded.checkpoint.meta.truncated);
    }

    #[test]
    fn beyond_a_list_limit_the_oldest_go_and_done_tasks_before_open_ones() {
        let bounded = bound(document(33, 130, "x")).unwrap().checkpoint;
        assert!(bounded.meta.truncated);
        let names: Vec<&str> = bounded.goal.tasks.iter().map(|task| task.description.as_str()).collect();
        assert_eq!(names.len(), 30);
        for gone in ["task 1", "task 5", "task 9"] {
            assert!(!names.contains(&gone), "{gone}");
        }
        assert_eq!((bounded.decisions.len(), bounded.decisions[0].as_str()), (20, "110 x"));
        assert_eq!((bounded.recent_commands.len(), bounded.recent_commands[49].command.as_str()), (50, "129 x"));
        assert_eq!((bounded.next_steps.len(), bounded.next_steps[0].as_str()), (20, "0 x"));
        assert_eq!(bounded.modified_files.len(), 100);
        let unlisted = bounded.meta.unlisted.unwrap();
        assert_eq!(unlisted.count, 30);
        assert_eq!(unlisted.paths.as_ref().unwrap().len(), 30 * 8);
        assert!(unlisted.may_hold("f120") && !unlisted.may_hold("f20"));
    }

    #[test]
    fn the_oldest_commands_go_first_when_the_file_is_too_large() {
        let bounded = bound(document(3, 50, &"x".repeat(700))).unwrap();
        assert!(bounded.json.len() <= limits::FILE_BYTES);
        let cut = bounded.checkpoint;
        assert!(cut.recent_commands.len() < 50);
        assert!(cut.recent_commands.last().unwrap().command.starts_with("49 "));
        assert_eq!((cut.decisions.len(), cut.summary.unwrap().len()), (20, 700));
    }

    #[test]
    fn goal_and_thirty_tasks_fit_whatever_they_are_made_of() {
        let mut huge = document(30, 120, &"\u{1}".repeat(4000));
        huge.goal.primary = "\u{1}".repeat(limits::GOAL);
        for task in &mut huge.goal.tasks {
            task.description = "\u{1}".repeat(limits::TASK_DESCRIPTION);
        }
        let tasks = huge.goal.tasks.clone();
        let bounded = bound(huge).unwrap();
        assert!(bounded.json.len() <= limits::FILE_BYTES, "{}", bounded.json.len());
        assert_eq!(bounded.checkpoint.goal.tasks, tasks);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn a_bounded_document_is_within_every_limit_and_bounding_it_again_changes_nothing(
            tasks in 0usize..40, items in 0usize..150, length in 0usize..900, filler in prop_oneof![Just("x"), Just("😀"), Just("\u{2}")]
        ) {
            let bounded = bound(document(tasks, items, &filler.repeat(length))).unwrap();
            let cut = &bounded.checkpoint;
            prop_assert!(bounded.json.len() <= limits::FILE_BYTES);
            prop_assert!(cut.goal.tasks.len() == tasks.min(limits::TASKS));
            prop_assert!(cut.modified_files.len() <= limits::MODIFIED_FILES);
            let again = bound(cut.clone()).unwrap();
            prop_assert_eq!(again.json, bounded.json);
        }
    }
}
