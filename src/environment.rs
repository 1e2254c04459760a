//! The environment variables the product knows, once.
//!
//! The engine never reads the process environment: a caller hands the variables over.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The project of calls that name none.
pub const PROJECT_ROOT: &str = "CHECKPOINT_PROJECT_ROOT";
/// The session's id, set by Claude Code.
pub const SESSION_ID: &str = "CLAUDE_CODE_SESSION_ID";
/// What a client without a session id gets: `mint` or `legacy`.
pub const SESSION_IDS: &str = "CHECKPOINT_SESSION_IDS";
/// Silences the note that the Claude Code plugin gives at a session's start; the engine has no use for it.
pub const NUDGE: &str = "SESSION_CHECKPOINT_NUDGE";
/// How the plugin gives a session back what it had; for its hooks alone.
pub const RESTORE: &str = "SESSION_CHECKPOINT_RESTORE";
/// Silences the plugin's reminder to save; for its hooks alone.
pub const REMIND: &str = "SESSION_CHECKPOINT_REMIND";
/// Whether what sessions do is kept and shown.
pub const TRAIL: &str = "SESSION_CHECKPOINT_TRAIL";
/// Where hooks and command line keep what they remember; for them and the server's JavaScript.
pub const STATE_DIRECTORY: &str = "SESSION_CHECKPOINT_STATE_DIR";

/// Where Claude Code keeps its files, when not in `.claude` in the home directory.
pub const CLIENT_CONFIGURATION: &str = "CLAUDE_CONFIG_DIR";
/// The home directory, by system.
const HOMES: [&str; 2] = ["HOME", "USERPROFILE"];

/// The directory for temporary files, by system.
const TEMPORARY: [&str; 3] = ["TMPDIR", "TEMP", "TMP"];

/// The variables the engine reads.
pub const READ: [&str; 10] = [
    PROJECT_ROOT,
    SESSION_ID,
    SESSION_IDS,
    TRAIL,
    TEMPORARY[0],
    TEMPORARY[1],
    TEMPORARY[2],
    CLIENT_CONFIGURATION,
    HOMES[0],
    HOMES[1],
];

/// The variables a call sees. Empty ones count as unset.
#[derive(Debug, Clone, Default)]
pub struct Environment(BTreeMap<String, String>);

impl Environment {
    /// Keeps what has a value.
    pub fn new(variables: impl IntoIterator<Item = (String, String)>) -> Self {
        Self(variables.into_iter().filter(|(_, value)| !value.is_empty()).collect())
    }

    /// The value of a variable, unless it is unset or empty.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether what sessions do is kept and shown.
    #[must_use]
    pub fn has_trails(&self) -> bool {
        let off = ["off", "0", "false", "no"];
        !self.get(TRAIL).is_some_and(|value| off.iter().any(|word| value.trim().eq_ignore_ascii_case(word)))
    }

    /// Directories that are no project: the home directory and those for temporary files.
    pub fn shared_directories(&self) -> impl Iterator<Item = &Path> {
        HOMES.iter().chain(&TEMPORARY).filter_map(|name| self.get(name)).map(Path::new)
    }

    /// The directory Claude Code keeps its files in.
    #[must_use]
    pub fn client_configuration(&self) -> Option<PathBuf> {
        let in_home = || HOMES.iter().find_map(|name| self.get(name)).map(|home| Path::new(home).join(".claude"));
        self.get(CLIENT_CONFIGURATION).map(PathBuf::from).or_else(in_home)
    }
}

/// Name, who sets it, default and purpose of every variable, for the documentation.
pub const DOCUMENTED: [[&str; 4]; 8] = [
    [
        PROJECT_ROOT,
        "you",
        "the client's root, else the server's working directory",
        "Absolute path of the project a call is about when it names none itself (`projectRoot`). Meant for clients that know of no project, Claude Desktop among them.",
    ],
    [
        SESSION_ID,
        "Claude Code",
        "a session id is minted by the first save",
        "Names this session's file, `.claude-checkpoints/<id>.json`. You never set it.",
    ],
    [
        SESSION_IDS,
        "you",
        "`mint`",
        "With `legacy`, every conversation that brings no id writes the one file `.claude-checkpoint`, which is what versions before 1.0 did. A value that is neither means `mint`, and is warned about. Claude Code always brings an id.",
    ],
    [
        NUDGE,
        "you",
        "on",
        "`off`, `0`, `false` or `no`: the Claude Code plugin, which is a separate install, does not point to the project's checkpoints at a session's start. The server itself has no use for it.",
    ],
    [
        RESTORE,
        "you",
        "`nudge`",
        "How the plugin brings back what was saved. `nudge`: it points to checkpoints and lets the model ask you; after a compaction it shows the model the conversation's own checkpoint. `brief`: it does so at every start too, and where the conversation has none, with the newest one of this branch. `off`, `0`, `false` or `no`: neither.",
    ],
    [
        REMIND,
        "you",
        "on",
        "`off`, `0`, `false` or `no`: the plugin does not remind the model to save after much work, which it does at most once per session.",
    ],
    [
        TRAIL,
        "you",
        "on",
        "`off`, `0`, `false` or `no`: what a session did is neither kept nor shown; only what was saved is. See [docs/trail.md](docs/trail.md).",
    ],
    [
        STATE_DIRECTORY,
        "you",
        "`session-checkpoint` in `$XDG_STATE_HOME` or `~/.local/state`, in `~/Library/Application Support`, or in `%LOCALAPPDATA%`",
        "Absolute path of the directory where the plugin's hooks note which session ids belong to one conversation, and what went wrong in them; at most 1 MB. Set it where the server sees it as well.",
    ],
];
