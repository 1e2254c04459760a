//! Running the git program: without a shell, without writing, bounded in time and output, and without
//! running anything a repository's configuration names.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::Failure;

/// Most bytes read of one command's output.
const OUTPUT_BYTES: u64 = 256 * 1024 * 1024;

/// The time all git facts of one call may take.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    end: Instant,
}

impl Budget {
    /// A budget that begins now.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        Self { end: Instant::now() + time }
    }

    /// What is left.
    #[must_use]
    pub fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// Variables a git process keeps: where programs and the user's configuration are.
const KEPT: [&str; 9] = [
    "PATH",
    "HOME",
    "XDG_CONFIG_HOME",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "SYSTEMROOT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
];

/// Settings that would make git run something, write something or reach out, switched off.
const SETTINGS: [&str; 9] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "core.untrackedCache=false",
    "core.preloadIndex=true",
    "core.quotePath=false",
    "protocol.allow=never",
    "status.submoduleSummary=false",
    "diff.external=",
    "log.showSignature=false",
];

/// A git program that works in one directory.
#[derive(Debug, Clone)]
pub(super) struct Git {
    program: PathBuf,
    directory: PathBuf,
    budget: Budget,
    /// `-c` settings that switch the repository's own filters off.
    filters: Vec<OsString>,
}

/// How a command ended.
pub(super) struct Ended {
    pub status: Option<i32>,
    pub output: Vec<u8>,
    pub message: String,
}

impl Git {
    /// Looks for git on the PATH; `None` without one.
    pub fn find(directory: &Path, budget: Budget) -> Option<Self> {
        let name = if cfg!(windows) { "git.exe" } else { "git" };
        let path = std::env::var_os("PATH")?;
        let program = std::env::split_paths(&path)
            .filter(|place| place.is_absolute())
            .map(|place| place.join(name))
            .find(|candidate| candidate.is_file())?;
        Some(Self { program, directory: directory.to_path_buf(), budget, filters: Vec::new() })
    }

    /// The same program with these filter drivers switched off.
    pub fn without_filters(mut self, drivers: &[String]) -> Self {
        self.filters = drivers
            .iter()
            .flat_map(|driver| {
                ["clean=", "smudge=", "process=", "required=false"].map(|setting| format!("filter.{driver}.{setting}"))
            })
            .map(OsString::from)
            .collect();
        self
    }

    /// The time that is left.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Runs a command that has to succeed and returns what it printed.
    pub fn run<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Result<Vec<u8>, Failure> {
        self.run_with(arguments, None)
    }

    /// Runs a command that has to succeed with this on its standard input.
    pub fn run_with<A: AsRef<OsStr>>(&self, arguments: &[A], input: Option<Vec<u8>>) -> Result<Vec<u8>, Failure> {
        let ended = self.end(arguments, input)?;
        if ended.status == Some(0) {
            return Ok(ended.output);
        }
        Err(Failure(ended.message))
    }

    /// Runs a command to its end, whatever it is.
    pub fn end<A: AsRef<OsStr>>(&self, arguments: &[A], input: Option<Vec<u8>>) -> Result<Ended, Failure> {
        let mut command = Command::new(&self.program);
        command.args(["--no-optional-locks", "--no-pager", "--literal-pathspecs"]);
        for setting in SETTINGS.iter().map(OsStr::new).chain(self.filters.iter().map(OsString::as_os_str)) {
            command.arg("-c").arg(setting);
        }
        command.args(arguments).current_dir(&self.directory).env_clear();
        for name in KEPT {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        command
            .env("LC_ALL", "C")
            .env("GIT_OPTIONAL_LOCKS", "0")
            .env("GIT_TERMINAL_PROMPT", "0")
            .env("GIT_NO_LAZY_FETCH", "1")
            .stdin(if input.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().map_err(|error| Failure(format!("git could not be started ({error})")))?;
        self.collect(child, input)
    }

    fn collect(&self, mut child: Child, input: Option<Vec<u8>>) -> Result<Ended, Failure> {
        if let (Some(input), Some(mut stdin)) = (input, child.stdin.take()) {
            // Written beside the reading, or both pipes could fill up. It ends when git does.
            std::thread::spawn(move || stdin.write_all(&input));
        }
        let (sender, receiver) = channel();
        for (is_output, pipe) in [
            (true, child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>)),
            (false, child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>)),
        ] {
            let sender = sender.clone();
            std::thread::spawn(move || {
                let mut bytes = Vec::new();
                let most = if is_output { OUTPUT_BYTES } else { 64 * 1024 };
                if let Some(pipe) = pipe {
                    let _ = pipe.take(most).read_to_end(&mut bytes);
                }
                let _ = sender.send((is_output, bytes));
            });
        }
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            match receiver.recv_timeout(self.budget.left()) {
                Ok((true, bytes)) => output = bytes,
                Ok((false, bytes)) => errors = bytes,
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    // It only reads, so there is nothing it could leave half done.
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(Failure("git took longer than the time for it".to_owned()));
                }
            }
        }
        if output.len() as u64 >= OUTPUT_BYTES {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Failure("git printed more than can be read".to_owned()));
        }
        let status = child.wait().map_err(|error| Failure(error.to_string()))?;
        let message = String::from_utf8_lossy(&errors);
        let message = message.lines().next().unwrap_or_default().trim_start_matches("fatal: ").to_owned();
        let message = if message.is_empty() { format!("git ended with {status}") } else { message };
        Ok(Ended { status: status.code(), output, message })
    }
}
