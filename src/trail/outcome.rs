//! How a command ended: what its result records, and no more.

use std::sync::LazyLock;

use memchr::memmem::Finder;

use super::check::Check;
use super::entries::{LineFacts, Scope, Status, Verdict};
use super::tally::{Tally, tally};
use super::words;
use crate::limits;
use crate::transcript::{Object, Value};

/// A result, as its record has it.
pub(super) struct Result<'a> {
    /// Its block in the message.
    pub block: &'a Object<'a>,
    /// The record.
    pub record: &'a Object<'a>,
    /// `toolUseResult`, when it is an object.
    pub details: Option<Object<'a>>,
}

/// What a result says.
pub(super) struct Outcome {
    /// How the command ended.
    pub status: Status,
    /// What that speaks for.
    pub scope: Scope,
    /// What became of the check.
    pub verdict: Option<Verdict>,
    /// Only part of the output is there.
    pub is_cut: bool,
    /// What it printed, as far as it is looked at.
    pub output: String,
    /// In milliseconds, when the client recorded it.
    pub duration: Option<u64>,
}

/// How much of an output is read where its first words say everything, in bytes.
const FIRST_WORDS: usize = 512;

/// Reads a result.
pub(super) fn read(result: &Result<'_>, line: &LineFacts) -> Outcome {
    let Result { block, record, details } = result;
    let details = details.as_ref();
    // Most outputs are of no interest beyond their first words.
    let is_told = details.is_some_and(|details| details.get("gitOperation").is_some());
    let is_of_interest = line.check == Some(Check::Test) || line.commit.is_some() || is_told;
    // The message can be a preview of what is here in full.
    let printed = details.filter(|_| is_of_interest).and_then(printed);
    let most = if is_of_interest && printed.is_none() { limits::TRAIL_OUTPUT_BYTES } else { FIRST_WORDS };
    let raw = block.get("content");
    let (content, is_whole) = raw.map(|content| words::content(content, most)).unwrap_or_default();
    let status = if block.is("is_error") { failed(&content, record) } else { succeeded(&content, details, line) };
    let mut is_cut = raw.is_some_and(is_marked_as_cut);
    let (output, is_whole) = printed.unwrap_or((content, is_whole));
    is_cut |= is_of_interest && !is_whole;
    is_cut |= details.is_some_and(|details| details.get("persistedOutputPath").is_some());
    let milliseconds = |name| details?.get(name)?.integer().and_then(|number| u64::try_from(number).ok());
    let duration = milliseconds("durationMs").or_else(|| milliseconds("duration_ms"));
    let (scope, verdict) = judge(&status, line, Some((&output, is_cut)));
    Outcome { status, scope, verdict, is_cut, output, duration }
}

/// What a command printed, and whether that is all of it.
fn printed(details: &Object<'_>) -> Option<(String, bool)> {
    let text = |name| details.get(name).and_then(|text| words::beginning(text, limits::TRAIL_OUTPUT_BYTES));
    let (stdout, is_whole) = text("stdout")?;
    let (stderr, is_other_whole) = text("stderr").unwrap_or((String::new(), true));
    let output = if stderr.is_empty() { stdout } else { format!("{stdout}\n{stderr}") };
    Some((output, is_whole && is_other_whole))
}

/// A result that is an error.
fn failed(content: &str, record: &Object<'_>) -> Status {
    let is_rejected =
        record.object("permissionDecision").and_then(|decision| decision.text("decision").map(|text| text == "reject"));
    match record.text("toolDenialKind").as_deref() {
        // An interruption is recorded as a rejection, but nothing was decided.
        Some("user-rejected") if is_rejected != Some(true) => return Status::Interrupted,
        Some(_) => return Status::Denied,
        None if is_rejected == Some(true) => return Status::Denied,
        None => {}
    }
    if let Some(rest) = content.strip_prefix("Exit code ") {
        let (code, rest) = rest.split_once('\n').unwrap_or((rest, ""));
        let code = code.trim().parse().ok();
        if rest.starts_with("Command timed out") {
            return Status::TimedOut { code };
        }
        return code.map_or(Status::Error, |code| Status::Exit { code });
    }
    if content.starts_with("<tool_use_error>") {
        return Status::NotRun;
    }
    // A subagent's records do not say what was decided.
    if content.starts_with("The user doesn't want to") || content.starts_with("[Request interrupted") {
        return Status::Interrupted;
    }
    if content.starts_with("Permission to use ") {
        return Status::Denied;
    }
    Status::Error
}

/// A result that is no error.
fn succeeded(content: &str, details: Option<&Object<'_>>, line: &LineFacts) -> Status {
    let Some(details) = details else {
        // A subagent's results have no details.
        let is_background = content.starts_with("Command running in background")
            || content.starts_with("Command did not complete within its ");
        return match () {
            () if is_background => Status::NoResult,
            () if line.is_interpreted => Status::Unknown,
            () => Status::Exit { code: 0 },
        };
    };
    let is_set = |name| details.get(name).is_some_and(|value| value.raw() != "null");
    if is_set("backgroundTaskId") {
        return Status::NoResult;
    }
    if details.is("interrupted") {
        return Status::Interrupted;
    }
    if is_set("returnCodeInterpretation") {
        let meaning = details.get("returnCodeInterpretation").and_then(|text| words::beginning(text, 4096));
        return Status::Interpreted { meaning: words::clean(&meaning.unwrap_or_default().0, limits::TRAIL_NAME) };
    }
    Status::Exit { code: 0 }
}

/// Whether the client left something out. It writes none of these characters as an escape.
fn is_marked_as_cut(content: Value<'_>) -> bool {
    static MARKS: LazyLock<[Finder<'static>; 3]> =
        LazyLock::new(|| ["<persisted-output>", "Output too large", "truncated"].map(Finder::new));
    let text = content.raw().as_bytes();
    let [persisted, large, truncated] = &*MARKS;
    persisted.find(text).is_some()
        || large.find(text).is_some()
        || truncated.find_iter(text).any(|at| {
            let (before, after) = (&text[..at], &text[at + truncated.needle().len()..]);
            before.ends_with(b"[")
                || before.ends_with(b"(output ")
                || (before.ends_with(b"<") && after.starts_with(b"-output>"))
                || (before.ends_with(b" ") && after.starts_with(b"]"))
        })
}

/// What a status says about the command's check. The output is nothing when it was not recorded, as that
/// of a background command.
pub(super) fn judge(status: &Status, line: &LineFacts, output: Option<(&str, bool)>) -> (Scope, Option<Verdict>) {
    let Some(check) = line.check else { return (line.scope, None) };
    let (success_decides, failure_decides) = line.decides;
    let is_test = check == Check::Test;
    let tally = match output {
        Some((output, false)) if is_test => tally(output),
        _ => Tally::default(),
    };
    match status {
        Status::Exit { code: 0 } if success_decides && (output.is_some() || !is_test) => {
            let verdict = match output {
                // What the runner says last may be missing.
                Some((_, true)) if is_test => None,
                _ if tally.is_doubtful => None,
                _ if tally.failed > 0 => Some(Verdict::Failed),
                _ if tally.is_nothing() => Some(Verdict::RanNoTest),
                _ => Some(Verdict::Passed),
            };
            (Scope::Command, verdict)
        }
        // The check was not found, can't be run, or was stopped: by a limit of time or by a signal.
        Status::Exit { code: 124 | 126 | 127 | 130 | 137 | 143 } if failure_decides => (Scope::Command, None),
        Status::Exit { .. } if failure_decides && output.is_some_and(|(output, _)| is_missing(output)) => {
            (Scope::Command, None)
        }
        // The line did not come as far as the check.
        Status::Exit { .. } if failure_decides && output.is_some_and(|(output, _)| did_not_get_there(output)) => {
            (Scope::Line, None)
        }
        Status::Exit { code } if *code != 0 && failure_decides => {
            (Scope::Command, Some(if tally.is_nothing() { Verdict::RanNoTest } else { Verdict::Failed }))
        }
        Status::Exit { .. } => (Scope::Line, None),
        _ => (line.scope, None),
    }
}

/// Whether what is printed first is that the shell, or what only prepares a check, could not do its part.
fn did_not_get_there(output: &str) -> bool {
    const COMPLAINTS: [&str; 8] =
        [": cd: ", ":cd:", ": pushd: ", "bash: line ", "source:", "mkdir: ", "rm: ", "touch: "];
    const REASONS: [&str; 5] = ["o such file", "ot a directory", "ermission denied", "cannot ", "can't "];
    let first = first_line(output);
    COMPLAINTS.iter().any(|complaint| first.contains(complaint)) && REASONS.iter().any(|reason| first.contains(reason))
}

/// Whether what is printed first is that there is no such check, or no program for it.
fn is_missing(output: &str) -> bool {
    const COMPLAINTS: [&str; 6] = [
        "Missing script: ",
        ": *** No rule to make target ",
        "python: No module named ",
        "python3: No module named ",
        "error: no such command: ",
        "could not determine executable to run",
    ];
    let first = first_line(output);
    // Of something that a target is made of it is a failure.
    COMPLAINTS.iter().any(|complaint| first.contains(complaint)) && !first.contains(", needed by ")
}

fn first_line(output: &str) -> &str {
    output.lines().find(|line| !line.trim().is_empty() && !line.starts_with("Exit code ")).unwrap_or_default()
}

/// The end of a background command: its call, and how it ended.
pub(super) struct Notified {
    /// The id of the call.
    pub call: String,
    /// How it ended; nothing when the notification says it did not yet.
    pub status: Option<Status>,
}

/// Reads a `<task-notification>`.
pub(super) fn notification(text: &str) -> Option<Notified> {
    let text = text.trim_start().strip_prefix("<task-notification>")?;
    let element = |name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        rest.split_once(&format!("</{name}>")).map(|(inner, _)| inner.trim())
    };
    let call = element("tool-use-id")?.to_owned();
    let summary = element("summary").unwrap_or_default();
    // The summary quotes the command: what counts is at its end.
    let code = summary
        .rfind("exit code ")
        .and_then(|at| summary[at + "exit code ".len()..].trim_end_matches([')', '.', ' ']).parse().ok());
    let status = match (element("status")?, code) {
        ("completed" | "failed", Some(code)) => Some(Status::Exit { code }),
        ("failed", None) => Some(Status::Error),
        ("killed" | "stopped", _) => Some(Status::Stopped),
        ("completed", None) => Some(Status::Unknown),
        _ => None,
    };
    Some(Notified { call, status })
}
