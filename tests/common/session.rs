//! A session of the client: its transcript, with commands that really run.

#![allow(clippy::needless_pass_by_value, reason = "values are written where they are passed")]

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use session_checkpoint::clock::Timestamp;
use session_checkpoint::engine;
use session_checkpoint::session::SessionId;
use session_checkpoint::trail::{Observed, TrailEntry, Word};
use session_checkpoint::transcript::place;

use super::Project;

/// What the file system's clock may be behind the system's.
const BEHIND: i64 = 30;

/// Milliseconds after 1970.
pub fn now() -> i64 {
    i64::try_from(SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis()).unwrap()
}

/// Lets the file system's clock pass, so that what is written later has a later time.
pub fn pass(project: &Project) {
    use std::os::unix::fs::MetadataExt;
    let end = now() + BEHIND;
    let probe = project.outside().join("probe");
    loop {
        std::fs::write(&probe, "").unwrap();
        let metadata = probe.metadata().unwrap();
        if metadata.ctime() * 1000 + metadata.ctime_nsec() / 1_000_000 > end {
            return;
        }
        std::thread::yield_now();
    }
}

/// A repository with one commit, made an hour ago, for a client whose clock is the system's.
pub fn project(files: &[(&str, &str)]) -> Project {
    let project = Project::unborn();
    for (path, content) in files {
        project.write(path, content);
    }
    project.git(&["add", "-A"]);
    commit(&project, "first", now() / 1000 - 3600);
    with_client(project)
}

/// The same project for a client with its own configuration.
pub fn with_client(project: Project) -> Project {
    let configuration = project.outside().join("configuration");
    std::fs::create_dir_all(&configuration).unwrap();
    project.set_time(now());
    project.set("CLAUDE_CONFIG_DIR", configuration.to_str().unwrap())
}

/// Commits what is staged, at that second.
pub fn commit(project: &Project, message: &str, seconds: i64) {
    let date = format!("@{seconds} +0000");
    let mut command = project.git_command(&["commit", "-q", "--allow-empty", "-m", message]);
    assert!(command.env("GIT_COMMITTER_DATE", &date).env("GIT_AUTHOR_DATE", &date).status().unwrap().success());
}

/// One session.
pub struct Session<'a> {
    project: &'a Project,
    pub id: String,
    pub path: PathBuf,
    last: Option<String>,
    count: usize,
}

impl<'a> Session<'a> {
    /// A session that was started in the project's root.
    /// One that has a transcript goes on there.
    pub fn new(project: &'a Project, id: &str) -> Self {
        Self::in_folder(project, id, &place::folder_name(project.root.to_str().unwrap()))
    }

    /// A session whose transcript is in a folder of that name.
    pub fn in_folder(project: &'a Project, id: &str, folder: &str) -> Self {
        let folder = project.outside().join("configuration/projects").join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{id}.jsonl"));
        let known = std::fs::read_to_string(&path).unwrap_or_default();
        let last = known.lines().last().and_then(|line| serde_json::from_str::<Value>(line).ok());
        let last = last.and_then(|record| record["uuid"].as_str().map(str::to_owned));
        Self { project, id: id.to_owned(), path, last, count: known.lines().count() }
    }

    fn record(&mut self, mut record: Value) {
        self.count += 1;
        let uuid = format!("00000000-0000-4000-8000-{:012}", self.count);
        record["uuid"] = json!(uuid);
        record["parentUuid"] = json!(self.last);
        record["sessionId"] = json!(self.id);
        record["cwd"] = json!(self.project.root);
        record["gitBranch"] = json!("main");
        record["isSidechain"] = json!(false);
        record["timestamp"] = json!(Timestamp::from_milliseconds(now()).unwrap().iso());
        let mut file = std::fs::OpenOptions::new().create(true).append(true).open(&self.path).unwrap();
        writeln!(file, "{record}").unwrap();
        self.last = Some(uuid);
    }

    pub fn prompt(&mut self, text: &str) {
        self.record(json!({ "type": "user", "message": { "role": "user", "content": text } }));
    }

    pub fn says(&mut self, text: &str) {
        self.assistant(json!({ "type": "text", "text": text }));
    }

    fn assistant(&mut self, block: Value) {
        let id = format!("msg-{}", self.count);
        let message = json!({ "id": id, "role": "assistant", "content": [block] });
        self.record(json!({ "type": "assistant", "message": message }));
    }

    /// A call without a result. Returns its id.
    pub fn call(&mut self, tool: &str, input: Value) -> String {
        let call = format!("toolu-{}", self.count);
        self.assistant(json!({ "type": "tool_use", "id": call, "name": tool, "input": input }));
        call
    }

    fn result(&mut self, call: &str, content: &str, is_error: bool, details: Value) {
        let block = json!({ "type": "tool_result", "tool_use_id": call, "content": content, "is_error": is_error });
        self.record(json!({
            "type": "user",
            "message": { "role": "user", "content": [block] },
            "toolUseResult": details,
        }));
    }

    /// Runs a command in the project, as the client would.
    pub fn run(&mut self, command: &str) {
        let call = self.call("Bash", json!({ "command": command }));
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(&self.project.root).stdin(Stdio::null());
        shell.env("HOME", self.project.outside()).env("GIT_CONFIG_NOSYSTEM", "1").env("GIT_CONFIG_GLOBAL", "/dev/null");
        for role in ["AUTHOR", "COMMITTER"] {
            shell.env(format!("GIT_{role}_NAME"), "Test").env(format!("GIT_{role}_EMAIL"), "test@example.org");
        }
        let output = shell.output().unwrap();
        let code = output.status.code().unwrap_or(1);
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        if code == 0 {
            let details = json!({ "stdout": text, "stderr": "", "interrupted": false });
            self.result(&call, &text, false, details);
        } else {
            let text = format!("Exit code {code}\n{text}");
            self.result(&call, &text, true, json!(format!("Error: {text}")));
        }
    }

    /// Writes a file by the client's tool.
    pub fn write(&mut self, path: &str, content: &str) {
        let file = self.project.path(path);
        let call = self.call("Write", json!({ "file_path": file, "content": content }));
        let is_new = !file.exists();
        self.project.write(path, content);
        let lines: Vec<String> = content.lines().map(|line| format!("+{line}")).collect();
        let hunks = json!([{ "oldStart": 1, "oldLines": 0, "newStart": 1, "newLines": lines.len(), "lines": lines }]);
        let kind = if is_new { "create" } else { "update" };
        let details = json!({ "type": kind, "filePath": file, "content": content, "structuredPatch": hunks });
        self.result(&call, "written", false, details);
    }

    /// Captures as a hook does. What the hook's clock says is the system's.
    pub fn capture(&self, event: &str) -> Value {
        self.try_capture(json!({ "event": event })).unwrap()
    }

    pub fn try_capture(&self, mut input: Value) -> session_checkpoint::Result<Value> {
        self.project.set_time(now());
        input["session"] = json!(self.id);
        self.project.call(engine::capture, input)
    }

    pub fn observe(&self) -> Option<Observed> {
        self.observe_result().unwrap()
    }

    pub fn observe_result(&self) -> session_checkpoint::Result<Option<Observed>> {
        self.project.set_time(now());
        let id = SessionId::parse(&self.id).unwrap();
        let observed = self
            .project
            .with_context(|context| engine::observe(&engine::Tree::new(&self.project.root), &id, context))?;
        Ok(observed.map(session_checkpoint::redact::Redacted::into_inner))
    }

    /// The kept document.
    pub fn kept(&self) -> Value {
        serde_json::from_str(&self.project.read(&format!(".claude-checkpoints/trails/{}.json", self.id))).unwrap()
    }

    pub fn is_kept(&self) -> bool {
        self.project.path(&format!(".claude-checkpoints/trails/{}.json", self.id)).exists()
    }

    /// The observed files, a line each in order of their names: path, word, change.
    pub fn files(&self) -> Vec<String> {
        files(&self.observe().unwrap())
    }
}

pub fn files(observed: &Observed) -> Vec<String> {
    let mut lines: Vec<String> = observed
        .files
        .iter()
        .map(|file| {
            let word = match file.word {
                Word::Edited => "edited",
                Word::DuringTurn => "during",
                Word::Since => "since",
            };
            let from = file.renamed_from.as_ref().map_or(String::new(), |from| format!(" from {from}"));
            format!("{} {word} {:?}{from}", file.path, file.change).to_lowercase()
        })
        .collect();
    lines.sort();
    lines
}

pub fn trails(project: &Project) -> Vec<TrailEntry> {
    let root: &Path = &project.root;
    project.with_context(|context| engine::trails(root, context)).unwrap().0
}
