//! Keeping a document within its limits.
//!
//! What goes first: texts beyond their length (only a document edited by hand has them) and entries beyond
//! a list's limit (the oldest; done tasks before open ones; files from the end of the list, where git's
//! untracked ones and those of earlier saves are). Then, while the file is larger than 64 KiB:
//! fingerprints of untracked files, the oldest commands, files from the end of the list, the oldest
//! decisions, the last next steps, down to a few of each; then the fields this version does not know and
//! the other fingerprints; then what is left of those lists; then the end of the summary. The goal and the
//! tasks always fit.

use super::{Checkpoint, FileSource, ModifiedFile, TaskStatus, fingerprint};
use crate::limits;
use crate::text::shortened;

/// Cuts `checkpoint` to its limits and sets `meta.truncated` when anything went. Text is only ever taken
/// away, so a redacted document stays one.
///
/// # Errors
/// Never for a document of this type; serde's signature says so.
pub fn bound(checkpoint: Checkpoint) -> serde_json::Result<Checkpoint> {
    let mut cut = Cut { checkpoint, dropped: Vec::new(), tracked: true, untracked: true };
    cut.texts();
    cut.lists();
    for stage in STAGES {
        if cut.fits()? {
            break;
        }
        cut.as_little_as_fits(stage)?;
    }
    Ok(cut.checkpoint)
}

/// One thing that can go, down to a number that stays.
#[derive(Clone, Copy)]
enum Stage {
    Commands(usize),
    Files(usize),
    Decisions(usize),
    NextSteps(usize),
    Unknown,
    UntrackedFingerprints,
    TrackedFingerprints,
    Summary,
}

const STAGES: [Stage; 12] = [
    Stage::UntrackedFingerprints,
    Stage::Commands(5),
    Stage::Files(20),
    Stage::Decisions(5),
    Stage::NextSteps(5),
    Stage::Unknown,
    Stage::TrackedFingerprints,
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
    /// Whether fingerprints of tracked ones still have room.
    tracked: bool,
    /// Whether fingerprints of untracked ones still have room.
    untracked: bool,
}

impl Cut {
    fn fits(&self) -> serde_json::Result<bool> {
        Ok(self.checkpoint.to_json()?.len() <= limits::FILE_BYTES)
    }

    /// Every text to its length.
    fn texts(&mut self) {
        let checkpoint = &mut self.checkpoint;
        let meta = &mut checkpoint.meta;
        let mut clip = |text: &mut String, most: usize| {
            if text.len() > most && text.chars().count() > most {
                *text = shortened(text, most);
                meta.truncated = true;
            }
        };
        clip(&mut checkpoint.id, limits::SESSION_ID);
        for id in [&mut checkpoint.session_id, &mut checkpoint.resumed_from].into_iter().flatten() {
            clip(id, limits::SESSION_ID);
        }
        clip(&mut checkpoint.project.name, limits::NAME);
        if let Some(git) = &mut checkpoint.git {
            for name in [&mut git.branch, &mut git.state].into_iter().flatten() {
                clip(name, limits::NAME);
            }
        }
        clip(&mut checkpoint.goal.primary, limits::GOAL);
        checkpoint.goal.tasks.iter_mut().for_each(|task| clip(&mut task.description, limits::TASK_DESCRIPTION));
        checkpoint.summary.iter_mut().for_each(|summary| clip(summary, limits::SUMMARY));
        checkpoint.next_steps.iter_mut().for_each(|step| clip(step, limits::NEXT_STEP));
        checkpoint.decisions.iter_mut().for_each(|decision| clip(decision, limits::DECISION));
        for file in &mut checkpoint.modified_files {
            file.note.iter_mut().for_each(|note| clip(note, limits::NOTE));
        }
        for command in &mut checkpoint.recent_commands {
            clip(&mut command.command, limits::COMMAND);
            command.note.iter_mut().for_each(|note| clip(note, limits::NOTE));
        }
    }

    /// Every list to its limit.
    fn lists(&mut self) {
        let tasks = &mut self.checkpoint.goal.tasks;
        let mut over = tasks.len().saturating_sub(limits::TASKS);
        self.checkpoint.meta.truncated |= over > 0;
        for done_only in [true, false] {
            tasks.retain(|task| {
                let goes = over > 0 && (!done_only || task.status == TaskStatus::Done);
                over -= usize::from(goes);
                !goes
            });
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
    fn as_little_as_fits(&mut self, stage: Stage) -> serde_json::Result<()> {
        let checkpoint = &self.checkpoint;
        let most = match stage {
            Stage::Commands(keep) => checkpoint.recent_commands.len().saturating_sub(keep),
            Stage::Files(keep) => checkpoint.modified_files.len().saturating_sub(keep),
            Stage::Decisions(keep) => checkpoint.decisions.len().saturating_sub(keep),
            Stage::NextSteps(keep) => checkpoint.next_steps.len().saturating_sub(keep),
            Stage::Summary => checkpoint.summary.as_deref().map_or(0, |summary| summary.chars().count()),
            Stage::Unknown | Stage::TrackedFingerprints | Stage::UntrackedFingerprints => 1,
        };
        // The size falls as the number grows, so the smallest number that fits can be searched for.
        let (mut low, mut high) = (0, most);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut trial = self.clone();
            trial.take(stage, middle);
            if trial.fits()? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        self.take(stage, low);
        Ok(())
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
                checkpoint.goal.unknown.clear();
                checkpoint.project.unknown.clear();
                checkpoint.goal.tasks.iter_mut().for_each(|task| task.unknown.clear());
                checkpoint.modified_files.iter_mut().for_each(|file| file.unknown.clear());
                checkpoint.recent_commands.iter_mut().for_each(|command| command.unknown.clear());
            }
            Stage::TrackedFingerprints => {
                self.tracked = false;
                self.note_dropped();
            }
            Stage::UntrackedFingerprints => {
                self.untracked = false;
                self.note_dropped();
            }
            Stage::Summary => {
                if let Some(summary) = &mut checkpoint.summary {
                    let keep = summary.chars().count() - number;
                    *summary = shortened(summary, keep);
                }
            }
        }
    }

    fn note_dropped(&mut self) {
        if self.dropped.is_empty() {
            return;
        }
        let mut unlisted = self.checkpoint.meta.unlisted.take().unwrap_or_default();
        let (untracked, tracked): (Vec<_>, Vec<_>) = self.dropped.iter().partition(|file| file.status == "??");
        let room = |kept: bool, most: usize| if kept { most } else { 0 };
        let tracked_room = room(self.tracked, limits::TRACKED_FINGERPRINTS);
        let untracked_room = room(self.untracked, limits::UNTRACKED_FINGERPRINTS);
        unlisted.count = self.dropped.len() as u64;
        unlisted.tracked_unknown = tracked.len() > tracked_room;
        unlisted.untracked_unknown |= untracked.len() > untracked_room;
        // A part of the tracked ones would say no more than none: the others could be any.
        let tracked_room = if unlisted.tracked_unknown { 0 } else { tracked_room };
        let kept = tracked.into_iter().take(tracked_room).chain(untracked.into_iter().take(untracked_room));
        let names = kept.flat_map(|file| std::iter::once(&file.path).chain(&file.renamed_from));
        unlisted.paths = names.map(|name| fingerprint(name)).collect();
        self.checkpoint.meta.unlisted = Some(unlisted);
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

    fn size(checkpoint: &Checkpoint) -> usize {
        checkpoint.to_json().unwrap().len()
    }

    #[test]
    fn a_document_edited_by_hand_is_cut_to_the_length_of_its_texts() {
        let mut long = document(1, 1, "x");
        for text in [&mut long.id, &mut long.project.name, &mut long.goal.tasks[0].description, &mut long.goal.primary]
        {
            *text = "é".repeat(100_000);
        }
        let cut = bound(long).unwrap();
        assert!(size(&cut) <= limits::FILE_BYTES && cut.meta.truncated);
        assert_eq!(cut.goal.tasks[0].description.chars().count(), limits::TASK_DESCRIPTION);
    }

    #[test]
    fn very_many_tasks_are_cut_at_once() {
        let cut = bound(document(200_000, 0, "x")).unwrap();
        assert_eq!(cut.goal.tasks.len(), limits::TASKS);
        assert!(cut.goal.tasks.iter().all(|task| task.status != TaskStatus::Done));
    }

    #[test]
    fn fingerprints_never_push_out_what_the_model_wrote() {
        let mut many = document(3, 20, &"x".repeat(200));
        let file = |at: usize, status: &str| ModifiedFile {
            path: format!("{status}{at}"),
            status: status.to_owned(),
            ..many.modified_files[0].clone()
        };
        let files: Vec<ModifiedFile> = (0..3000).map(|at| file(at, "??")).collect();
        many.modified_files.extend(files);
        let cut = bound(many).unwrap();
        assert_eq!((cut.recent_commands.len(), cut.decisions.len()), (20, 20));
        let unlisted = cut.meta.unlisted.unwrap();
        assert!(unlisted.untracked_unknown && !unlisted.tracked_unknown);
    }

    #[test]
    fn what_fits_is_left_alone() {
        let small = document(3, 3, "x");
        let bounded = bound(small.clone()).unwrap();
        assert_eq!(bounded, small);
        assert!(!bounded.meta.truncated);
    }

    #[test]
    fn beyond_a_list_limit_the_oldest_go_and_done_tasks_before_open_ones() {
        let bounded = bound(document(33, 130, "x")).unwrap();
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
        assert_eq!(unlisted.paths.len(), 30 * 8);
        assert!(unlisted.has("f120") && !unlisted.has("f20"));
        assert!(!unlisted.tracked_unknown && !unlisted.untracked_unknown);
    }

    #[test]
    fn the_oldest_commands_go_first_when_the_file_is_too_large() {
        let mut large = document(3, 50, &"x".repeat(290));
        large.recent_commands.iter_mut().for_each(|command| command.command.push_str(&"x".repeat(650)));
        let cut = bound(large).unwrap();
        assert!(size(&cut) <= limits::FILE_BYTES);
        assert!(cut.recent_commands.len() < 50);
        assert!(cut.recent_commands.last().unwrap().command.starts_with("49 "));
        assert_eq!((cut.decisions.len(), cut.summary.unwrap().len()), (20, 290));
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
        assert!(size(&bounded) <= limits::FILE_BYTES, "{}", size(&bounded));
        assert_eq!(bounded.goal.tasks, tasks);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn a_bounded_document_is_within_every_limit_and_bounding_it_again_changes_nothing(
            tasks in 0usize..40, items in 0usize..150, length in 0usize..900, filler in prop_oneof![Just("x"), Just("😀"), Just("\u{2}")]
        ) {
            let cut = bound(document(tasks, items, &filler.repeat(length))).unwrap();
            prop_assert!(size(&cut) <= limits::FILE_BYTES);
            prop_assert!(cut.goal.tasks.len() == tasks.min(limits::TASKS));
            prop_assert!(cut.modified_files.len() <= limits::MODIFIED_FILES);
            prop_assert_eq!(bound(cut.clone()).unwrap(), cut);
        }
    }
}
