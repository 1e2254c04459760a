//! Files and tasks: what results of edits, command lines and task tools say about them.

use super::edits;
use super::entries::{File, Open, Symbol, Task};
use super::fold::{Context, Fold};
use super::paths::{Candidate, Change, normal};
use super::words::{self, clean};
use crate::clock::Timestamp;
use crate::limits;
use crate::transcript::{Object, Value};

/// The tools whose results say how tasks stand.
pub(super) const TASK_TOOLS: [&str; 3] = ["TaskCreate", "TaskUpdate", "TodoWrite"];

impl Fold<'_> {
    /// A path as it is kept; nothing when it is too long for that.
    pub(super) fn path(&mut self, path: &str) -> Option<String> {
        if path.len() > limits::TRAIL_PATH {
            self.state.files_unnamed += 1;
            return None;
        }
        if self.state.files.items().iter().any(|file| file.path == path) {
            return Some(path.to_owned());
        }
        Some(clean(path, limits::TRAIL_PATH)).filter(|path| !path.is_empty())
    }

    /// The result of an edit tool.
    pub(super) fn edited(&mut self, open: Open, details: Option<&Object<'_>>, context: &Context) {
        let edit = details.map(edits::result).unwrap_or_default();
        let path = match edit.path {
            Some(path) => self.path(&path),
            None => Some(open.subject).filter(|path| !path.is_empty()),
        };
        let Some(path) = path else { return };
        let path =
            if path.starts_with('/') || open.directory.is_empty() { path } else { normal(&open.directory, &path) };
        let lines = edit.lines.or(open.edit).unwrap_or_default();
        let mut file = self.file(&path, context);
        // It stays created when it is edited later.
        if file.edits == 0 || file.change == Change::Deleted {
            file.change = if edit.is_new { Change::Created } else { Change::Changed };
        }
        file.edits += 1;
        file.edits_since_commit += 1;
        file.added += lines.added;
        file.removed += lines.removed;
        self.state.files.push(file);
        self.state.edits_since_commit += 1;
        for (is_added, kind, name) in edit.symbols {
            self.symbol(Symbol {
                kind: kind.to_owned(),
                name: clean(&name, limits::TRAIL_NAME),
                path: path.clone(),
                is_added,
                time: context.time,
                evidence: context.evidence.clone(),
            });
        }
    }

    /// A declaration that was added and removed again is no news.
    fn symbol(&mut self, symbol: Symbol) {
        let is_same =
            |other: &Symbol| (&other.kind, &other.name, &other.path) == (&symbol.kind, &symbol.name, &symbol.path);
        let before = self.state.symbols.take(is_same);
        if before.is_none_or(|before| before.is_added == symbol.is_added) {
            self.state.symbols.push(symbol);
        }
    }

    /// A file that a command line names, which was called at a time and succeeded or not.
    pub(super) fn named(
        &mut self,
        candidate: &Candidate,
        called: Option<Timestamp>,
        succeeded: bool,
        context: &Context,
    ) {
        let mut file = self.file(&candidate.path, context);
        let is_first = file.edits == 0 && file.named == 0;
        // What was made stays made, whatever is written to it later.
        if is_first || candidate.change != Change::Changed || file.change == Change::Deleted {
            file.change = candidate.change;
        }
        file.is_only_made = candidate.only_makes && (file.named == 0 || file.is_only_made);
        file.named += 1;
        file.called = called;
        file.leaves.clone_from(&candidate.leaves);
        // What is written has a time of its own; of what was removed only the command says that it was there.
        if !candidate.may_keep && (succeeded || candidate.change != Change::Deleted) {
            file.done = context.time;
        }
        self.state.files.push(file);
    }

    /// The file of a path, taken out to be put back as the latest.
    fn file(&mut self, path: &str, context: &Context) -> File {
        let known = self.state.files.take(|file| file.path == path && file.agent == context.agent);
        let mut file = known.unwrap_or_else(|| File {
            path: path.to_owned(),
            change: Change::Changed,
            edits: 0,
            edits_since_commit: 0,
            added: 0,
            removed: 0,
            named: 0,
            is_only_made: false,
            called: None,
            done: None,
            leaves: None,
            time: None,
            evidence: String::new(),
            agent: context.agent.clone(),
        });
        file.time = context.time;
        file.evidence.clone_from(&context.evidence);
        file
    }

    /// The result of a tool for tasks.
    pub(super) fn task(&mut self, open: &Open, details: Option<&Object<'_>>, context: &Context) {
        let Some(details) = details else { return };
        match open.tool.as_str() {
            "TaskCreate" => self.task_made(open, details, context),
            "TaskUpdate" => self.task_changed(open, details, context),
            "TodoWrite" => self.todos(details, context),
            _ => {}
        }
    }

    fn task_made(&mut self, open: &Open, details: &Object<'_>, context: &Context) {
        let Some(task) = details.object("task") else { return };
        let subject = task.get("subject").and_then(|text| words::beginning(text, 4096));
        let subject = subject.map_or_else(|| open.subject.clone(), |(subject, _)| clean(&subject, limits::TRAIL_NAME));
        let Some(id) = short(&task, "id") else { return };
        self.state.tasks.drop_all(|task| task.id.as_ref() == Some(&id));
        self.state.tasks.push(context.task(Some(id), subject, "pending".to_owned()));
    }

    fn task_changed(&mut self, open: &Open, details: &Object<'_>, context: &Context) {
        let Some(id) = short(details, "taskId").filter(|_| details.is("success")) else { return };
        let Some(before) = self.state.tasks.take(|task| task.id.as_ref() == Some(&id)) else { return };
        let told = details.object("statusChange").and_then(|change| short(&change, "to"));
        let status = told.or_else(|| open.status.clone()).unwrap_or(before.status);
        if status != "deleted" {
            let subject = if open.subject.is_empty() { before.subject } else { open.subject.clone() };
            self.state.tasks.push(context.task(Some(id), subject, status));
        }
    }

    /// The older list, which is always written as a whole.
    fn todos(&mut self, details: &Object<'_>, context: &Context) {
        let Some(todos) = details.get("newTodos").and_then(Value::elements) else { return };
        self.state.tasks.drop_all(|task| task.id.is_none());
        for todo in todos.iter().filter_map(|todo| todo.object()) {
            let Some((subject, _)) = todo.get("content").and_then(|text| words::beginning(text, 4096)) else {
                continue;
            };
            let status = short(&todo, "status").unwrap_or_else(|| "pending".to_owned());
            self.state.tasks.push(context.task(None, clean(&subject, limits::TRAIL_NAME), status));
        }
    }
}

impl Context {
    fn task(&self, id: Option<String>, subject: String, status: String) -> Task {
        Task { id, subject, status, time: self.time, evidence: self.evidence.clone() }
    }
}

/// A short string.
fn short(object: &Object<'_>, name: &str) -> Option<String> {
    let (text, _) = object.get(name).and_then(|text| words::beginning(text, 256))?;
    Some(clean(&text, 24))
}
