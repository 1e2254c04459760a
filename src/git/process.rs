//! Running the git program: without a shell, without writing, bounded in time and output, and without
//! running anything a repository's configuration names.

use std::ffi::{OsStr, OsString};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use super::Failure;
use crate::path::native;

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

    /// This part of what is left, for something that must not use up the rest.
    #[must_use]
    pub fn part(self, numerator: u32, denominator: u32) -> Self {
        Self::of(self.left() * numerator / denominator)
    }

    /// What is left.
    #[must_use]
    pub fn left(self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }
}

/// Variables a git process keeps: where programs and the user's configuration are.
const KEPT: [&str; 10] = [
    "PATH",
    "HOME",
    "XDG_CONFIG_HOME",
    "USERPROFILE",
    "HOMEDRIVE",
    "HOMEPATH",
    "SYSTEMROOT",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
];

/// Settings that would make git run something, write something or reach out, switched off.
const SETTINGS: [(&str, &str); 9] = [
    ("core.fsmonitor", "false"),
    ("core.hooksPath", "/dev/null"),
    ("core.untrackedCache", "false"),
    ("core.preloadIndex", "true"),
    ("core.quotePath", "false"),
    ("protocol.allow", "never"),
    ("status.submoduleSummary", "false"),
    ("diff.external", ""),
    ("log.showSignature", "false"),
];

/// How a command takes the names among its arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Names {
    /// As they are, letter by letter.
    Literal,
    /// In any case.
    AnyCase,
    /// The command's own way, for the one that refuses to be told: `check-ignore`. Its names have to begin
    /// with `./`.
    Unsaid,
}

/// A git program that works in one directory.
#[derive(Debug, Clone)]
pub(super) struct Git {
    program: PathBuf,
    directory: PathBuf,
    budget: Budget,
    names: Names,
    /// Settings that switch the repository's own filters off.
    filters: Vec<(OsString, &'static str)>,
}

fn late() -> Failure {
    Failure("git took longer than the time for it".to_owned())
}

/// How a command ended.
pub(super) struct Ended {
    pub status: Option<i32>,
    pub output: Vec<u8>,
    pub message: String,
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|metadata| metadata.is_file() && metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

impl Git {
    /// Looks for git on the PATH; `None` without one. What a project brought along does not count:
    /// package runners put directories of the project on the PATH.
    pub fn find(directory: &Path, budget: Budget) -> Option<Self> {
        let name = if cfg!(windows) { "git.exe" } else { "git" };
        let path = std::env::var_os("PATH")?;
        let program = std::env::split_paths(&path)
            .filter(|place| place.is_absolute() && !place.ends_with("node_modules/.bin"))
            .map(|place| place.join(name))
            .filter(|candidate| is_executable(candidate))
            .find(|candidate| candidate.canonicalize().is_ok_and(|real| !real.starts_with(directory)))?;
        Some(Self { program, directory: directory.to_path_buf(), budget, names: Names::Literal, filters: Vec::new() })
    }

    /// The same program with these filter drivers switched off.
    pub fn without_filters<'a>(mut self, drivers: impl Iterator<Item = &'a Vec<u8>>) -> Self {
        for driver in drivers {
            for (name, value) in [("clean", ""), ("smudge", ""), ("process", ""), ("required", "false")] {
                let key = [b"filter.", driver.as_slice(), b".", name.as_bytes()].concat();
                self.filters.push((native(key).into_os_string(), value));
            }
        }
        self
    }

    /// The same program with a part of the time.
    pub fn within(&self, budget: Budget) -> Self {
        Self { budget, ..self.clone() }
    }

    /// The same program taking names another way.
    pub fn taking(&self, names: Names) -> Self {
        Self { names, ..self.clone() }
    }

    /// The same program started elsewhere.
    pub fn at(&self, directory: &Path) -> Self {
        Self { directory: directory.to_path_buf(), ..self.clone() }
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
        // To start a process only to end it takes time as well, and some questions are asked for every file.
        if self.budget.left().is_zero() {
            return Err(late());
        }
        let mut command = Command::new(&self.program);
        command.args(["--no-optional-locks", "--no-pager"]);
        match self.names {
            Names::Literal => drop(command.arg("--literal-pathspecs")),
            Names::AnyCase => drop(command.arg("--icase-pathspecs")),
            Names::Unsaid => {}
        }
        command.args(arguments).current_dir(&self.directory).env_clear();
        for name in KEPT {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        // Not as `-c name=value`: a name may itself hold `=`, and then another setting would be set.
        let settings = SETTINGS.iter().map(|(name, value)| (OsStr::new(name), *value));
        let filters = self.filters.iter().map(|(name, value)| (name.as_os_str(), *value));
        let mut count = 0;
        for (name, value) in settings.chain(filters) {
            command.env(format!("GIT_CONFIG_KEY_{count}"), name).env(format!("GIT_CONFIG_VALUE_{count}"), value);
            count += 1;
        }
        command
            .env("GIT_CONFIG_COUNT", count.to_string())
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
                    return Err(late());
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_time_nothing_is_started() {
        let directory = tempfile::tempdir().unwrap();
        let git = Git::find(directory.path(), Budget::of(Duration::ZERO)).unwrap();
        // Not even to find that it is not there.
        let git = Git { program: directory.path().join("missing"), ..git };
        assert_eq!(git.end(&["--version"], None).err().unwrap().0, late().0);
    }
}
