//! The environment variables the product knows, once.
//!
//! The engine never reads the process environment: a caller hands the variables over.

use std::collections::BTreeMap;

/// Default project of clients that have no current one. A `projectRoot` argument goes first.
pub const PROJECT_ROOT: &str = "CHECKPOINT_PROJECT_ROOT";
/// The session's id, set by Claude Code.
pub const SESSION_ID: &str = "CLAUDE_CODE_SESSION_ID";
/// What a client without a session id gets: `mint` or `legacy`.
pub const SESSION_IDS: &str = "CHECKPOINT_SESSION_IDS";
/// Turns the plugin's session-start note off. Read by the hook, not by the engine.
pub const NUDGE: &str = "SESSION_CHECKPOINT_NUDGE";

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
}

/// Name, who sets it, default and purpose of every variable, for the documentation.
pub const DOCUMENTED: [[&str; 4]; 4] = [
    [
        PROJECT_ROOT,
        "you",
        "the client's root, else the server's working directory",
        "Absolute path of the project, for clients that have no current one, such as Claude Desktop. A `projectRoot` argument goes first.",
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
        "`legacy`: clients without a session id share one `.claude-checkpoint`, as before 1.0. Any other value mints, with a warning. Claude Code is not affected.",
    ],
    [
        NUDGE,
        "you",
        "on",
        "`off`, `0`, `false` or `no` silences the note the Claude Code plugin gives at the start of a session. The server does not read it.",
    ],
];
