//! What a save makes of the document that is there.

use std::collections::HashMap;

use crate::git::Content;

use super::{
    Checkpoint, FileSource, Generator, GitState, Goal, Meta, ModifiedFile, Project, RecentCommand, Task, Unlisted,
    VERSION,
};
use crate::clock::Timestamp;

/// What files hold now, by the text form of their path.
pub type Contents = HashMap<String, Content>;

/// What one save brings: the caller's words and the facts found at that moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Addition {
    /// See [`Goal::primary`].
    pub goal: String,
    /// Tasks, when given.
    pub tasks: Option<Vec<Task>>,
    /// Summary, when given.
    pub summary: Option<String>,
    /// Next steps, when given.
    pub next_steps: Option<Vec<String>>,
    /// Decisions, when given.
    pub decisions: Option<Vec<String>>,
    /// Commands, oldest first.
    pub commands: Vec<RecentCommand>,
    /// Files the caller named, then those git found, each path once.
    pub files: Vec<ModifiedFile>,
    /// Name of the project.
    pub project: String,
    /// See [`Checkpoint::git`].
    pub git: Option<GitState>,
    /// The moment.
    pub now: Timestamp,
    /// Identity for a document that does not continue one.
    pub id: String,
    /// The owning session.
    pub session_id: Option<String>,
    /// The checkpoint the session resumed from.
    pub resumed_from: Option<String>,
    /// Secrets replaced in this call so far.
    pub redactions: u64,
    /// Whether untracked files were left out, because there was no time or too many.
    pub untracked_left_out: Option<LeftOut>,
}

/// Untracked files that are in a document by their directory, or not at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// Each is below a directory that the document lists.
    Folded,
    /// Some were not found in time.
    Unseen,
}

impl LeftOut {
    fn unlisted(self) -> Option<Unlisted> {
        (self == Self::Unseen).then(|| Unlisted { untracked_unknown: true, ..Unlisted::default() })
    }
}

impl Addition {
    /// A document of nothing but this save: what `replace` writes, and a first `merge`.
    #[must_use]
    pub fn alone(self) -> Checkpoint {
        Checkpoint {
            version: VERSION,
            id: self.id,
            created_at: self.now,
            updated_at: self.now,
            generator: Generator::this(),
            session_id: self.session_id,
            resumed_from: self.resumed_from,
            project: Project { name: self.project, unknown: serde_json::Map::new() },
            git: self.git,
            goal: Goal { primary: self.goal, tasks: self.tasks.unwrap_or_default(), unknown: serde_json::Map::new() },
            summary: self.summary,
            next_steps: self.next_steps.unwrap_or_default(),
            decisions: self.decisions.unwrap_or_default(),
            modified_files: self.files,
            recent_commands: self.commands,
            meta: Meta {
                redactions: self.redactions,
                truncated: self.untracked_left_out.is_some(),
                unlisted: self.untracked_left_out.and_then(LeftOut::unlisted),
                ..Meta::default()
            },
            unknown: serde_json::Map::new(),
        }
    }
}

/// Folds a save into a document. Lists may come out over their limits; [`super::bound`] cuts them.
///
/// `continues` says whether the document is the session's own (its identity stays) or the one it
/// resumed from (a new document begins). `contents` has what files the document lists hold now. A file
/// it does not know keeps the hash it was recorded with: another process recorded it while this save
/// was under way.
#[must_use]
pub fn merge(document: Checkpoint, addition: Addition, continues: bool, contents: &Contents) -> Checkpoint {
    let mut merged = document;
    if !continues {
        merged.id = addition.id;
        merged.created_at = addition.now;
        merged.session_id = addition.session_id;
        merged.resumed_from = None;
    }
    merged.resumed_from = merged.resumed_from.or(addition.resumed_from);
    merged.updated_at = addition.now;
    merged.generator = Generator::this();
    merged.project.name = addition.project;
    merged.git = addition.git;
    merged.goal.primary = addition.goal;
    for task in addition.tasks.into_iter().flatten() {
        match merged.goal.tasks.iter_mut().find(|known| known.description == task.description) {
            Some(known) => known.status = task.status,
            None => merged.goal.tasks.push(task),
        }
    }
    merged.summary = addition.summary.or(merged.summary);
    merged.next_steps = addition.next_steps.unwrap_or(merged.next_steps);
    for decision in addition.decisions.into_iter().flatten() {
        if !merged.decisions.contains(&decision) {
            merged.decisions.push(decision);
        }
    }
    merged.modified_files = files(merged.modified_files, addition.files, contents);
    merged.recent_commands.extend(addition.commands);
    merged.meta.redactions = merged.meta.redactions.saturating_add(addition.redactions);
    merged.meta.truncated |= addition.untracked_left_out.is_some();
    merged.meta.unlisted = addition.untracked_left_out.and_then(LeftOut::unlisted);
    merged
}

/// The files of this save, with the notes they had, then the ones recorded before. Those with a note come
/// first: when there is no room for all, the others go.
fn files(before: Vec<ModifiedFile>, mut now: Vec<ModifiedFile>, contents: &Contents) -> Vec<ModifiedFile> {
    let mut before: HashMap<String, (usize, ModifiedFile)> =
        before.into_iter().enumerate().map(|(order, file)| (file.path.clone(), (order, file))).collect();
    for file in &mut now {
        // A renamed file is the one it was.
        let old = file.renamed_from.as_ref().and_then(|old| before.remove(old));
        if let Some((_, known)) = before.remove(&file.path).or(old) {
            file.note = file.note.take().or(known.note);
            file.unknown = known.unknown;
        }
    }
    let mut carried: Vec<(usize, ModifiedFile)> = before.into_values().collect();
    carried.sort_by_key(|(order, _)| *order);
    now.extend(carried.into_iter().map(|(_, file)| carry(file, contents)));
    now.sort_by_key(|file| file.note.is_none());
    now
}

/// A file recorded at an earlier save that git has nothing to say about now.
fn carry(mut file: ModifiedFile, contents: &Contents) -> ModifiedFile {
    let gone = match contents.get(&file.path) {
        Some(content) => {
            file.set_content(content);
            *content == Content::Absent
        }
        None => file.status == "D",
    };
    if gone { "D" } else { "M" }.clone_into(&mut file.status);
    file.source = FileSource::Agent;
    file.renamed_from = None;
    file
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::TaskStatus;
    use super::*;

    fn addition() -> Addition {
        Addition {
            goal: "goal".to_owned(),
            tasks: None,
            summary: None,
            next_steps: None,
            decisions: None,
            commands: Vec::new(),
            files: Vec::new(),
            project: "p".to_owned(),
            git: None,
            now: Timestamp::from_milliseconds(1000).unwrap(),
            id: "new".to_owned(),
            session_id: Some("s".to_owned()),
            resumed_from: None,
            redactions: 0,
            untracked_left_out: None,
        }
    }

    fn task(description: &str, status: TaskStatus) -> Task {
        Task { description: description.to_owned(), status, unknown: serde_json::Map::new() }
    }

    fn file(path: &str, hash: &str) -> ModifiedFile {
        ModifiedFile {
            path: path.to_owned(),
            status: "M".to_owned(),
            source: FileSource::Git,
            note: None,
            hash: Some(hash.to_owned()),
            renamed_from: None,
            size: None,
            kind: None,
            unknown: serde_json::Map::new(),
        }
    }

    fn command(text: &str) -> RecentCommand {
        RecentCommand {
            command: text.to_owned(),
            exit_code: None,
            note: None,
            at: None,
            unknown: serde_json::Map::new(),
        }
    }

    fn fold(document: Checkpoint, addition: Addition) -> Checkpoint {
        merge(document, addition, true, &HashMap::new())
    }

    #[test]
    fn tasks_are_updated_by_description_and_new_ones_follow() {
        let before = Addition {
            tasks: Some(vec![task("a", TaskStatus::Done), task("b", TaskStatus::InProgress)]),
            ..addition()
        };
        let merged = fold(
            before.alone(),
            Addition { tasks: Some(vec![task("b", TaskStatus::Done), task("c", TaskStatus::Pending)]), ..addition() },
        );
        assert_eq!(
            merged.goal.tasks,
            [task("a", TaskStatus::Done), task("b", TaskStatus::Done), task("c", TaskStatus::Pending)]
        );
    }

    #[test]
    fn summary_and_next_steps_stay_unless_given_and_an_empty_list_empties() {
        let before = Addition {
            summary: Some("s".to_owned()),
            next_steps: Some(vec!["n".to_owned()]),
            decisions: Some(vec!["d".to_owned()]),
            ..addition()
        };
        let kept = fold(before.clone().alone(), addition());
        assert_eq!((kept.summary.as_deref(), kept.next_steps.len()), (Some("s"), 1));
        let emptied = fold(
            before.alone(),
            Addition {
                summary: Some("t".to_owned()),
                next_steps: Some(vec![]),
                decisions: Some(vec!["d".to_owned(), "e".to_owned()]),
                ..addition()
            },
        );
        assert_eq!((emptied.summary.as_deref(), emptied.next_steps.len()), (Some("t"), 0));
        assert_eq!(emptied.decisions, ["d", "e"]);
    }

    #[test]
    fn identity_stays_on_the_own_document_and_is_new_on_a_resumed_one() {
        let own = Addition { id: "old".to_owned(), resumed_from: Some("x".to_owned()), ..addition() }.alone();
        let merged = fold(own.clone(), Addition { resumed_from: Some("y".to_owned()), ..addition() });
        assert_eq!((merged.id.as_str(), merged.resumed_from.as_deref()), ("old", Some("x")));
        let begun = merge(own, Addition { resumed_from: Some("y".to_owned()), ..addition() }, false, &HashMap::new());
        assert_eq!((begun.id.as_str(), begun.resumed_from.as_deref()), ("new", Some("y")));
    }

    #[test]
    fn files_recorded_before_are_carried_over_hashed_again_and_keep_their_notes() {
        let noted = ModifiedFile { note: Some("why".to_owned()), ..file("a", "1") };
        let before = Addition { files: vec![noted, file("b", "1"), file("c", "1"), file("old", "1")], ..addition() };
        let renamed = ModifiedFile { renamed_from: Some("old".to_owned()), ..file("new", "2") };
        let contents =
            HashMap::from([("b".to_owned(), Content::Hash("2".to_owned())), ("c".to_owned(), Content::Absent)]);
        let merged =
            merge(before.alone(), Addition { files: vec![file("a", "2"), renamed], ..addition() }, true, &contents);
        let told: Vec<_> = merged
            .modified_files
            .iter()
            .map(|file| {
                (file.path.as_str(), file.status.as_str(), file.source, file.hash.as_deref(), file.note.as_deref())
            })
            .collect();
        assert_eq!(
            told,
            [
                ("a", "M", FileSource::Git, Some("2"), Some("why")),
                ("new", "M", FileSource::Git, Some("2"), None),
                ("b", "M", FileSource::Agent, Some("2"), None),
                ("c", "D", FileSource::Agent, None, None),
            ]
        );
    }

    #[test]
    fn unknown_fields_survive_a_merge() {
        let mut before = addition().alone();
        before.unknown.insert("later".to_owned(), 1.into());
        assert_eq!(fold(before, addition()).unknown["later"], 1);
    }

    fn additions() -> impl Strategy<Value = Addition> {
        let status = prop_oneof![Just(TaskStatus::Pending), Just(TaskStatus::Done), Just(TaskStatus::Blocked)];
        let tasks = proptest::collection::vec(("[a-e]", status).prop_map(|(name, status)| task(&name, status)), 0..5);
        let words = proptest::collection::vec("[a-e]", 0..5);
        let files = proptest::collection::btree_map("[a-e]", "[0-9]", 0..4)
            .prop_map(|files| files.iter().map(|(path, hash)| file(path, hash)).collect());
        (
            proptest::option::of(tasks),
            proptest::option::of(words.clone()),
            proptest::option::of(words.clone()),
            words,
            files,
            proptest::option::of("[a-z]{1,3}"),
        )
            .prop_map(|(tasks, next_steps, decisions, commands, files, summary)| Addition {
                tasks,
                next_steps,
                decisions,
                summary,
                files,
                commands: commands.iter().map(|text| command(text)).collect(),
                ..addition()
            })
    }

    proptest! {
        #[test]
        fn merging_the_same_facts_twice_is_merging_them_once(first in additions(), second in additions()) {
            let second = Addition { commands: Vec::new(), ..second };
            let once = fold(first.alone(), second.clone());
            prop_assert_eq!(fold(once.clone(), second), once);
        }

        #[test]
        fn a_merge_loses_nothing(first in additions(), second in additions()) {
            let before = first.clone().alone();
            let merged = fold(before.clone(), second.clone());
            for decision in before.decisions.iter().chain(second.decisions.iter().flatten()) {
                prop_assert!(merged.decisions.contains(decision));
            }
            for name in before.goal.tasks.iter().chain(second.tasks.iter().flatten()).map(|task| &task.description) {
                prop_assert!(merged.goal.tasks.iter().any(|task| task.description == *name));
            }
            for path in before.modified_files.iter().chain(&second.files).map(|file| &file.path) {
                prop_assert_eq!(merged.modified_files.iter().filter(|file| file.path == *path).count(), 1);
            }
            let commands: Vec<_> = before.recent_commands.iter().chain(&second.commands).cloned().collect();
            prop_assert_eq!(merged.recent_commands, commands);
        }

        #[test]
        fn merging_one_by_one_appends_in_order(first in additions(), second in additions(), third in additions()) {
            let stepwise = fold(fold(first.clone().alone(), second.clone()), third.clone());
            let joined = Addition { commands: [second.commands.clone(), third.commands.clone()].concat(), ..third };
            let at_once = fold(fold(first.alone(), Addition { commands: Vec::new(), ..second }), joined);
            prop_assert_eq!(stepwise.recent_commands, at_once.recent_commands);
        }
    }
}
