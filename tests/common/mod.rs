//! A project to test against: a temporary directory, its git, a clock that stands still, and ids that
//! count.

#![allow(dead_code, reason = "each test file uses its part")]

pub mod facts;
#[cfg(unix)]
pub mod session;
#[cfg(unix)]
pub mod steps;

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::Once;

use serde_json::{Value, json};
use session_checkpoint::clock::Timestamp;
use session_checkpoint::engine::{self, Context};
use session_checkpoint::environment::Environment;
use session_checkpoint::{Error, Result, limits};
use tempfile::TempDir;

/// A throw-away project.
pub struct Project {
    base: Rc<TempDir>,
    /// Its root, without symlinks.
    pub root: PathBuf,
    now: Cell<i64>,
    ids: Cell<u32>,
    variables: Vec<(String, String)>,
    /// Other ids of the conversation.
    pub conversation: Vec<String>,
    /// Ids of sessions open in a running client.
    pub live: Vec<String>,
    pub brief_units: usize,
}

impl Project {
    /// A directory that is no repository.
    pub fn bare() -> Self {
        isolate();
        let base = tempfile::tempdir().unwrap();
        let root = base.path().canonicalize().unwrap().join("my-app");
        std::fs::create_dir(&root).unwrap();
        Self {
            base: Rc::new(base),
            root,
            now: Cell::new(1_793_697_320_112),
            ids: Cell::new(0),
            variables: Vec::new(),
            conversation: Vec::new(),
            live: Vec::new(),
            brief_units: limits::BRIEF_UNITS,
        }
    }

    /// A repository without commits.
    pub fn unborn() -> Self {
        let project = Self::bare();
        project.git(&["init", "-q", "-b", "main"]);
        project
    }

    /// A repository with one commit of these files.
    pub fn with(files: &[(&str, &str)]) -> Self {
        let project = Self::unborn();
        for (path, content) in files {
            project.write(path, content);
        }
        project.git(&["add", "-A"]);
        project.git(&["commit", "-q", "--allow-empty", "-m", "first"]);
        project
    }

    /// The same project for a client with this variable set.
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The same project seen by Claude Code in this session.
    pub fn session(self, id: &str) -> Self {
        self.set("CLAUDE_CODE_SESSION_ID", id)
    }

    /// The same project, when the client's conversation had these ids too.
    pub fn conversation(mut self, ids: &[&str]) -> Self {
        self.conversation = ids.iter().map(|id| (*id).to_owned()).collect();
        self
    }

    /// Another directory of the same test.
    pub fn at(&self, root: &Path) -> Self {
        Self {
            base: Rc::clone(&self.base),
            root: root.to_path_buf(),
            now: self.now.clone(),
            ids: self.ids.clone(),
            variables: self.variables.clone(),
            conversation: self.conversation.clone(),
            live: self.live.clone(),
            brief_units: self.brief_units,
        }
    }

    /// The directory around the root.
    pub fn outside(&self) -> PathBuf {
        self.root.parent().unwrap().to_path_buf()
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    pub fn read(&self, path: &str) -> String {
        std::fs::read_to_string(self.path(path)).unwrap()
    }

    /// Runs git in the project and returns what it printed.
    pub fn git(&self, arguments: &[&str]) -> String {
        let output = self.git_command(arguments).output().unwrap();
        assert!(
            output.status.success(),
            "git {arguments:?}: {}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    }

    /// Runs git with this on its standard input.
    pub fn git_with_input(&self, arguments: &[&str], input: &[u8]) -> String {
        let output = self.try_git_with_input(arguments, input).unwrap_or_else(|| panic!("git {arguments:?}"));
        String::from_utf8(output).unwrap().trim_end().to_owned()
    }

    /// Runs git with this on its standard input; `None` when it says no. An answer of nothing, which some
    /// commands give by ending with 1, is one.
    pub fn try_git_with_input(&self, arguments: &[&str], input: &[u8]) -> Option<Vec<u8>> {
        let mut command = self.git_command(arguments);
        command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
        let mut child = command.stderr(std::process::Stdio::null()).spawn().unwrap();
        std::io::Write::write_all(&mut child.stdin.take().unwrap(), input).unwrap();
        let output = child.wait_with_output().unwrap();
        let nothing = output.status.code() == Some(1) && output.stdout.is_empty();
        (output.status.success() || nothing).then_some(output.stdout)
    }

    /// A git command with an identity and no configuration of the machine.
    pub fn git_command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new("git");
        command
            .arg("-C")
            .arg(&self.root)
            .args(arguments)
            .env("HOME", self.base.path())
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("GIT_AUTHOR_DATE", "2026-11-03T00:00:00Z")
            .env("GIT_COMMITTER_DATE", "2026-11-03T00:00:00Z");
        for role in ["AUTHOR", "COMMITTER"] {
            command.env(format!("GIT_{role}_NAME"), "Test").env(format!("GIT_{role}_EMAIL"), "test@example.org");
        }
        command
    }

    /// Commits everything.
    pub fn commit(&self, message: &str) {
        self.git(&["add", "-A"]);
        self.git(&["commit", "-q", "--allow-empty", "-m", message]);
    }

    /// Lets time pass.
    pub fn wait(&self, seconds: i64) {
        self.now.set(self.now.get() + seconds * 1000);
    }

    /// Makes it this time, in milliseconds after 1970.
    pub fn set_time(&self, milliseconds: i64) {
        self.now.set(milliseconds);
    }

    /// Carries out one use case as a client of this project.
    pub fn call(&self, use_case: fn(Value, &Context<'_>) -> Result<engine::Output>, input: Value) -> Result<Value> {
        self.with_context(|context| use_case(input, context)).map(session_checkpoint::redact::Redacted::into_inner)
    }

    /// Does something in the surroundings of a client of this project.
    pub fn with_context<T>(&self, act: impl FnOnce(&Context<'_>) -> T) -> T {
        let environment = Environment::new(self.variables.iter().cloned());
        let now = || Timestamp::from_milliseconds(self.now.get()).unwrap();
        let new_id = || {
            self.ids.set(self.ids.get() + 1);
            format!("00000000-0000-4000-8000-{:012}", self.ids.get())
        };
        let context = Context {
            environment: &environment,
            working_directory: &self.root,
            client_roots: &[],
            conversation: &self.conversation,
            live: &self.live,
            brief_units: self.brief_units,
            now: &now,
            new_id: &new_id,
        };
        act(&context)
    }

    pub fn save(&self, input: Value) -> Value {
        self.try_save(input).unwrap()
    }

    pub fn try_save(&self, input: Value) -> Result<Value> {
        self.call(engine::save, input)
    }

    pub fn load(&self, input: Value) -> Value {
        self.try_load(input).unwrap()
    }

    pub fn try_load(&self, input: Value) -> Result<Value> {
        self.call(engine::load, input)
    }

    pub fn list(&self, input: Value) -> Value {
        self.try_list(input).unwrap()
    }

    pub fn try_list(&self, input: Value) -> Result<Value> {
        self.call(engine::list, input)
    }

    /// The brief of a load without arguments.
    pub fn brief(&self) -> String {
        self.load(json!({}))["text"].as_str().unwrap().to_owned()
    }

    /// Names of changed files, from a load without arguments.
    pub fn changed(&self) -> Vec<String> {
        strings(&self.load(json!({}))["drift"]["changedSince"])
    }

    /// A saved document.
    pub fn document(&self, id: &str) -> Value {
        serde_json::from_str(&self.read(&format!(".claude-checkpoints/{id}.json"))).unwrap()
    }

    /// Every file below the checkpoint directory, by name.
    pub fn store(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.path(".claude-checkpoints"))
            .map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        names.sort();
        names
    }
}

/// The strings of a JSON array.
pub fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|value| value.as_str().unwrap().to_owned()).collect()
}

/// The code of a call that failed.
pub fn code<T: std::fmt::Debug>(result: Result<T>) -> &'static str {
    result.unwrap_err().code()
}

/// An error's code and message.
pub fn told<T: std::fmt::Debug>(result: Result<T>) -> String {
    let error: Error = result.unwrap_err();
    format!("{}: {error}", error.code())
}

/// Keeps libgit2 from reading the configuration of the machine the tests run on.
fn isolate() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let empty = Path::new("/nonexistent");
        for level in [git2::ConfigLevel::Global, git2::ConfigLevel::XDG, git2::ConfigLevel::System] {
            // Before any other use of libgit2 in this process.
            #[allow(unsafe_code, reason = "the only way to tell libgit2")]
            unsafe {
                git2::opts::set_search_path(level, empty).unwrap();
            };
        }
    });
}
