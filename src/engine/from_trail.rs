//! What was observed of a session as a document, for a merge to start from.

use std::collections::HashSet;
use std::path::Path;

use serde_json::Map;

use super::{Context, Tree, observe};
use crate::checkpoint::{
    Checkpoint, FileSource, Generator, Goal, Meta, ModifiedFile, Project, RecentCommand, Task, TaskStatus, VERSION,
};
use crate::limits;
use crate::session::Selector;
use crate::text::shortened;
use crate::trail::{Fact, JudgedFile, Kind, Word};

/// The document of a session that saved none: its tasks, the files it edited, its commands with what was
/// recorded. A goal is not known: the save that goes on from it has to say one. `None` when nothing is known.
pub(super) fn document(root: &Path, selector: &Selector, context: &Context<'_>) -> Option<Checkpoint> {
    let Selector::Session(id) = selector else { return None };
    let observed = observe(&Tree::new(root), id, context).ok().flatten()?;
    let observed = observed.get();
    let facts = |kind: Kind| observed.trail.facts.iter().filter(move |fact| fact.kind == kind);
    let now = (context.now)();
    let time = observed.trail.last_time.unwrap_or(now);
    let commands: Vec<RecentCommand> = facts(Kind::Command).map(command).collect();
    let first = commands.len().saturating_sub(limits::RECENT_COMMANDS);
    // A file that a subagent edited as well is there twice.
    let mut names = HashSet::new();
    let edited = observed.files.iter().filter(|file| {
        file.word == Word::Edited && !Path::new(&file.path).is_absolute() && names.insert(file.path.as_str())
    });
    Some(Checkpoint {
        version: VERSION,
        id: id.as_str().to_owned(),
        created_at: time,
        updated_at: time,
        generator: Generator::this(),
        session_id: Some(id.as_str().to_owned()),
        resumed_from: None,
        project: Project { name: String::new(), unknown: Map::new() },
        git: None,
        goal: Goal {
            primary: String::new(),
            tasks: facts(Kind::Task).take(limits::TASKS).map(task).collect(),
            unknown: Map::new(),
        },
        summary: None,
        next_steps: Vec::new(),
        decisions: Vec::new(),
        modified_files: edited.take(limits::MODIFIED_FILES).map(file).collect(),
        recent_commands: commands[first..].to_vec(),
        meta: Meta::default(),
        unknown: Map::new(),
    })
}

fn task(fact: &Fact) -> Task {
    let status = match fact.value["status"].as_str() {
        Some("completed") => TaskStatus::Done,
        Some("in_progress") => TaskStatus::InProgress,
        _ => TaskStatus::Pending,
    };
    Task { description: shortened(&fact.subject, limits::TASK_DESCRIPTION), status, unknown: Map::new() }
}

/// An exit code is one only where it is that of the command itself.
fn command(fact: &Fact) -> RecentCommand {
    let is_own = fact.value["scope"] == "command";
    let exit_code = fact.value["status"]["code"].as_i64().filter(|_| is_own && fact.value["status"]["kind"] == "exit");
    let result = fact.value["result"].as_str().filter(|_| exit_code.is_none());
    RecentCommand {
        command: shortened(&fact.subject, limits::COMMAND),
        exit_code,
        note: result.map(|result| shortened(result, limits::NOTE)),
        at: fact.time,
        unknown: Map::new(),
    }
}

fn file(file: &JudgedFile) -> ModifiedFile {
    ModifiedFile {
        path: file.path.clone(),
        status: "M".to_owned(),
        source: FileSource::Agent,
        note: None,
        hash: None,
        renamed_from: None,
        size: None,
        kind: None,
        unknown: Map::new(),
    }
}
