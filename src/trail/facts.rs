//! A state as facts.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::attempts::{has_failed, is_made_good};
use super::entries::{Command, File, Said, Scope, Status, Tokens, Verdict};
use super::fold::SHELLS;
use super::paths::Change;
use super::state::State;
use crate::clock::Timestamp;

/// What a fact is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// What the person said. The value's `position` is `first` or `latest`.
    Prompt,
    /// A command the person ran (`!`). Its result is not known.
    PersonCommand,
    /// A task as it stands: `status`, `id`.
    Task,
    /// A command and how its last run ended: see [`result`](self).
    Command,
    /// A file that the client's edit tools changed, or that a command line names: `change`, `edits`,
    /// `added`, `removed`, `named`. With no `edits` it is a candidate: whether its content changed is not
    /// known here.
    File,
    /// A function, class, type or export: `symbol`, `path`, `change`.
    Symbol,
    /// A commit: `sha`, `branch`, `kind`; `repository` when it is not the session's own.
    Commit,
    /// Edits after the last commit: `edits`, `files`.
    EditsSinceCommit,
    /// A call without a recorded result, or a background command without one. Its process may still run.
    Unfinished,
    /// A command or check that failed and did not succeed later: the same value as for its command.
    FailedAttempt,
    /// The assistant's last words.
    LastWords,
    /// A subagent: `type`, `finished`, `lastWords`, `tokens`.
    Agent,
    /// How often a tool was called: `calls`, `errors`.
    Tool,
    /// Tokens by kind. The subject is `session` or `subagents`.
    Tokens,
    /// How often the conversation was compacted: `count`, `trigger`.
    Compactions,
    /// How many messages are on branches that were left.
    Abandoned,
    /// The session that this one was forked from. What that one did before is not told of this one, except for what
    /// was asked and its tasks.
    Fork,
    /// How many lines of the transcript could not be read: `lines`.
    Unreadable,
}

/// One fact.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is about.
    pub kind: Kind,
    /// Whom or what in particular: the words, the command, the path.
    pub subject: String,
    /// What is known of it.
    pub value: Value,
    /// When.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Timestamp>,
    /// The ids of the records that say so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub evidence: Vec<String>,
    /// The subagent that did it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// How many of a kind there was no room for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LeftOut {
    /// Prompts between the first and the latest.
    pub prompts: u64,
    /// Tasks.
    pub tasks: u64,
    /// Commands.
    pub commands: u64,
    /// Files.
    pub files: u64,
    /// Declarations.
    pub symbols: u64,
    /// Commits.
    pub commits: u64,
    /// Calls that had no result yet.
    pub open: u64,
    /// Calls of tools beyond those counted by name.
    pub tools: u64,
    /// Subagents.
    pub agents: u64,
    /// Commands of the person.
    pub person_commands: u64,
}

/// What a session did.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Trail {
    /// The session.
    pub session_id: Option<String>,
    /// Where it was started.
    pub directory: Option<String>,
    /// The branch it was on last.
    pub branch: Option<String>,
    /// When it last did something.
    pub last_time: Option<Timestamp>,
    /// The facts, by kind and within one by time.
    pub facts: Vec<Fact>,
    /// What there was no room for.
    pub left_out: LeftOut,
}

impl Trail {
    /// Whether the session changed a file (or named one in a command line), committed or ran a check.
    #[must_use]
    pub fn has_work(&self) -> bool {
        self.facts.iter().any(|fact| match fact.kind {
            Kind::File | Kind::Commit => true,
            Kind::Command => fact.value.get("check").is_some(),
            _ => false,
        })
    }
}

/// The facts of a state.
pub(super) fn of(state: &State) -> Trail {
    let mut facts = Vec::new();
    prompts(state, &mut facts);
    work(state, &mut facts);
    ends(state, &mut facts);
    counts(state, &mut facts);
    let kept = state.prompts.len() as u64 + u64::from(state.first_prompt.is_some());
    Trail {
        session_id: state.session_id.clone(),
        directory: state.directory.clone(),
        branch: state.branch.clone(),
        last_time: state.last_time,
        facts,
        left_out: LeftOut {
            prompts: state.prompts_total.saturating_sub(kept),
            tasks: state.tasks.left_out(),
            commands: state.commands.left_out(),
            files: state.files.left_out() + state.files_unnamed,
            symbols: state.symbols.left_out(),
            commits: state.commits.left_out(),
            open: state.open.left_out(),
            tools: state.tools_left_out,
            agents: state.agents_left_out,
            person_commands: state.person.left_out(),
        },
    }
}

fn said(kind: Kind, said: &Said, value: Value) -> Fact {
    Fact {
        kind,
        subject: said.text.clone(),
        value,
        time: said.time,
        evidence: evidence(&[&said.evidence]),
        agent: None,
    }
}

fn evidence(ids: &[&String]) -> Vec<String> {
    ids.iter().filter(|id| !id.is_empty()).map(|id| (*id).clone()).collect()
}

fn prompts(state: &State, facts: &mut Vec<Fact>) {
    facts.extend(state.first_prompt.iter().map(|prompt| said(Kind::Prompt, prompt, json!({ "position": "first" }))));
    facts.extend(state.prompts.iter().map(|prompt| said(Kind::Prompt, prompt, json!({ "position": "latest" }))));
    facts.extend(
        state.person.items().iter().map(|command| said(Kind::PersonCommand, command, json!({ "result": "unknown" }))),
    );
    facts.extend(state.tasks.items().iter().map(|task| Fact {
        kind: Kind::Task,
        subject: task.subject.clone(),
        value: without_nulls(json!({ "status": task.status, "id": task.id })),
        time: task.time,
        evidence: evidence(&[&task.evidence]),
        agent: None,
    }));
}

fn work(state: &State, facts: &mut Vec<Fact>) {
    facts.extend(state.commands.items().iter().map(|command| of_command(Kind::Command, command)));
    facts.extend(state.files.items().iter().map(of_file));
    facts.extend(state.symbols.items().iter().map(|symbol| Fact {
        kind: Kind::Symbol,
        subject: symbol.name.clone(),
        value: json!({ "symbol": symbol.kind, "path": symbol.path, "change": if symbol.is_added { "added" } else { "removed" } }),
        time: symbol.time,
        evidence: evidence(&[&symbol.evidence]),
        agent: None,
    }));
    facts.extend(state.commits.items().iter().map(|commit| Fact {
        kind: Kind::Commit,
        subject: commit.subject.clone().unwrap_or_default(),
        value: without_nulls(json!({
            "sha": commit.sha, "branch": commit.branch, "kind": commit.kind, "repository": commit.repository,
        })),
        time: commit.time,
        evidence: evidence(&[&commit.evidence]),
        agent: commit.agent.clone(),
    }));
    if state.edits_since_commit > 0 {
        let files: Vec<&File> = state.files.items().iter().filter(|file| file.edits_since_commit > 0).collect();
        facts.push(Fact {
            kind: Kind::EditsSinceCommit,
            subject: state
                .commits
                .items()
                .iter()
                .rfind(|commit| commit.repository.is_none())
                .and_then(|commit| commit.sha.clone())
                .unwrap_or_default(),
            value: json!({
                "edits": state.edits_since_commit,
                "files": files.iter().map(|file| &file.path).collect::<Vec<_>>(),
            }),
            time: files.last().and_then(|file| file.time),
            evidence: files.last().map(|file| evidence(&[&file.evidence])).unwrap_or_default(),
            agent: None,
        });
    }
}

fn of_file(file: &File) -> Fact {
    Fact {
        kind: Kind::File,
        subject: file.path.clone(),
        value: json!({
            "change": match file.change { Change::Created => "created", Change::Changed => "changed", Change::Deleted => "deleted" },
            "edits": file.edits,
            "added": file.added,
            "removed": file.removed,
            "named": file.named,
        }),
        time: file.time,
        evidence: evidence(&[&file.evidence]),
        agent: file.agent.clone(),
    }
}

fn of_command(kind: Kind, command: &Command) -> Fact {
    Fact {
        kind,
        subject: command.command.clone(),
        value: without_nulls(json!({
            "result": result(command),
            "status": command.status,
            "scope": command.scope,
            "check": command.check,
            "verdict": command.verdict,
            "directory": command.directory,
            "count": command.count,
            "milliseconds": command.duration,
            "isUpTo": command.is_up_to.then_some(true),
            "isOutputCut": command.is_cut.then_some(true),
        })),
        time: command.time,
        evidence: command.evidence.iter().filter(|id| !id.is_empty()).cloned().collect(),
        agent: command.agent.clone(),
    }
}

/// How a command ended, in words that claim no more than was recorded.
fn result(command: &Command) -> String {
    let verdict = match command.verdict {
        Some(Verdict::Passed) => "passed",
        Some(Verdict::Failed) => "failed",
        Some(Verdict::RanNoTest) => "ran no test",
        None => "",
    };
    let status = match &command.status {
        Status::Exit { code } if command.scope == Scope::Line => format!("exit {code} of the whole line"),
        Status::Exit { code } => format!("exit {code}"),
        Status::Interpreted { meaning } => return format!("no error; the client says: {meaning}"),
        Status::TimedOut { code: Some(code) } => format!("timed out, exit {code}"),
        Status::TimedOut { code: None } => "timed out".to_owned(),
        Status::NoResult => "in the background, no result recorded".to_owned(),
        Status::Stopped => "in the background, stopped".to_owned(),
        Status::Denied => "denied, did not run".to_owned(),
        Status::NotRun => "refused by the client, did not run".to_owned(),
        Status::Interrupted => "interrupted or rejected by the person, may have run".to_owned(),
        Status::Error => "failed, no status recorded".to_owned(),
        Status::Unknown => "no error, no status recorded".to_owned(),
    };
    if verdict.is_empty() { status } else { format!("{verdict} ({status})") }
}

/// What was not finished, and what never succeeded.
fn ends(state: &State, facts: &mut Vec<Fact>) {
    const MAY_RUN: &str = "no result recorded; its process may still run";
    facts.extend(state.open.items().iter().map(|open| Fact {
        kind: Kind::Unfinished,
        subject: open.subject.clone(),
        value: json!({ "tool": open.tool, "directory": open.directory, "result": if SHELLS.contains(&open.tool.as_str()) { MAY_RUN } else { "no result recorded" } }),
        time: open.time,
        evidence: evidence(&[&open.evidence]),
        agent: open.agent.clone(),
    }));
    let background = state.commands.items().iter().filter(|command| command.status == Status::NoResult);
    facts.extend(background.map(|command| Fact {
        kind: Kind::Unfinished,
        subject: command.command.clone(),
        value: json!({ "tool": "Bash", "directory": command.directory, "isBackground": true, "result": MAY_RUN }),
        time: command.time,
        evidence: command.evidence.iter().filter(|id| !id.is_empty()).cloned().collect(),
        agent: command.agent.clone(),
    }));
    let failed = state
        .commands
        .items()
        .iter()
        .filter(|command| has_failed(command) && !is_made_good(command, state.commands.items()));
    facts.extend(failed.map(|command| of_command(Kind::FailedAttempt, command)));
    facts.extend(state.words.iter().map(|words| said(Kind::LastWords, words, json!({}))));
}

fn counts(state: &State, facts: &mut Vec<Fact>) {
    let fact = |kind, subject: &str, value| Fact {
        kind,
        subject: subject.to_owned(),
        value,
        time: None,
        evidence: Vec::new(),
        agent: None,
    };
    facts.extend(state.agents.iter().map(|agent| Fact {
        kind: Kind::Agent,
        subject: agent.description.clone(),
        value: without_nulls(json!({
            "type": agent.agent_type,
            "finished": agent.is_finished,
            "lastWords": agent.words,
            "tokens": agent.usage.tokens,
        })),
        time: agent.time,
        evidence: Vec::new(),
        agent: Some(agent.id.clone()),
    }));
    facts.extend(state.tools.iter().map(|(name, uses)| fact(Kind::Tool, name, json!(uses))));
    facts.push(fact(Kind::Tokens, "session", json!(state.usage.tokens)));
    if !state.agents.is_empty() {
        let all = state.agents.iter().fold(Tokens::default(), |all, agent| all.plus(agent.usage.tokens));
        facts.push(fact(Kind::Tokens, "subagents", json!(all)));
    }
    if state.compactions.count > 0 {
        facts.push(Fact {
            time: state.compactions.time,
            evidence: evidence(&[&state.compactions.evidence]),
            ..fact(
                Kind::Compactions,
                "",
                without_nulls(json!({ "count": state.compactions.count, "trigger": state.compactions.trigger })),
            )
        });
    }
    facts.extend(state.forked_from.iter().map(|fork| said(Kind::Fork, fork, json!({}))));
    if state.abandoned > 0 {
        facts.push(fact(Kind::Abandoned, "", json!({ "messages": state.abandoned })));
    }
    if state.unreadable > 0 {
        facts.push(fact(Kind::Unreadable, "", json!({ "lines": state.unreadable })));
    }
}

fn without_nulls(mut value: Value) -> Value {
    if let Value::Object(members) = &mut value {
        members.retain(|_, value| !value.is_null());
    }
    value
}
