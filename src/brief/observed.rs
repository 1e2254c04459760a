//! What was observed, as sections of a brief: after a save one more section, without a save the whole brief.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::sections::{Item, Section};
use super::short;
use crate::clock::Timestamp;
use crate::text::{code, line, shortened};
use crate::trail::{Change, Fact, JudgedFile, Kind, Word};

/// What a brief says of a trail.
#[derive(Debug, Clone, Copy)]
pub struct Observed<'a> {
    /// The facts to tell: all of them, or those after the save.
    pub facts: &'a [Fact],
    /// The files to tell.
    pub files: &'a [JudgedFile],
    /// The project's root: paths below it are shown without it.
    pub root: &'a Path,
    /// When the session last did something.
    pub until: Option<Timestamp>,
    /// The branch it was on last.
    pub branch: Option<&'a str>,
}

/// What one kind of fact is called.
struct Part {
    /// The heading of its section.
    title: &'static str,
    /// What stands before each in the section after a save.
    prefix: &'static str,
    /// What they are called when some are left out.
    noun: &'static str,
    /// What belongs to it.
    take: Take,
}

enum Take {
    Facts(&'static [Kind]),
    Files(Word),
}

const fn part(title: &'static str, prefix: &'static str, noun: &'static str, take: Take) -> Part {
    Part { title, prefix, noun, take }
}

/// In the order they are shown.
const PARTS: [Part; 13] = [
    part("What the person asked", "Asked: ", "prompts", Take::Facts(&[Kind::Prompt])),
    part("Unfinished when it was last seen", "Unfinished: ", "unfinished calls", Take::Facts(&[Kind::Unfinished])),
    part("Tasks, as the client lists them", "Task ", "tasks", Take::Facts(&[Kind::Task])),
    part(
        "Failed, and did not succeed later",
        "Failed, and did not succeed later: ",
        "failed attempts",
        Take::Facts(&[Kind::FailedAttempt]),
    ),
    part("Files edited by this session", "Edited by this session: ", "files it edited", Take::Files(Word::Edited)),
    part(
        "Files changed during this session's turn, by whom is not known",
        "Changed during this session's turn, by whom is not known: ",
        "files changed in its turns",
        Take::Files(Word::DuringTurn),
    ),
    part("Files changed since", "Changed since: ", "files changed since", Take::Files(Word::Since)),
    part("Commands, with what the client recorded", "Ran ", "commands", Take::Facts(&[Kind::Command])),
    part("Commits", "Commit: ", "commits", Take::Facts(&[Kind::Commit, Kind::EditsSinceCommit])),
    part(
        "Commands of the person, results unknown",
        "The person ran, result unknown: ",
        "commands of the person",
        Take::Facts(&[Kind::PersonCommand]),
    ),
    part(
        "The assistant's last words: a claim, not checked",
        "The assistant's last words, a claim: ",
        "last words",
        Take::Facts(&[Kind::LastWords]),
    ),
    part("Subagents", "Subagent: ", "subagents", Take::Facts(&[Kind::Agent])),
    part("Declarations that edits added or removed", "Declaration: ", "declarations", Take::Facts(&[Kind::Symbol])),
];

impl Observed<'_> {
    /// A section for each kind of fact.
    pub(super) fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<Section> =
            PARTS.iter().map(|part| Section::plain(part.title, part.noun, self.items(part, ""))).collect();
        sections.push(Section::plain("In numbers", "numbers", self.numbers().into_iter().collect()));
        sections
    }

    /// One section for all of them.
    pub(super) fn section(&self) -> Section {
        let items = PARTS.iter().flat_map(|part| self.items(part, part.prefix)).collect();
        Section::plain(
            "Observed after the last save (recorded by the client, not told by the model)",
            "observations",
            items,
        )
    }

    fn items(&self, part: &Part, prefix: &str) -> Vec<Item> {
        let kinds = match part.take {
            Take::Files(word) => {
                let files = self.files.iter().filter(|file| file.word == word);
                return files.map(|file| Item { text: format!("- {prefix}{}", self.file(file)), rank: 4 }).collect();
            }
            Take::Facts(kinds) => kinds,
        };
        let facts = self.facts.iter().filter(|fact| kinds.contains(&fact.kind) && !self.is_told_elsewhere(fact));
        facts
            .map(|fact| {
                let agent = if fact.agent.is_some() && fact.kind != Kind::Agent { ", by a subagent" } else { "" };
                Item { text: format!("- {prefix}{}{agent}", self.words(fact)), rank: rank(fact) }
            })
            .collect()
    }

    /// A command that is told as a failed attempt or as unfinished.
    fn is_told_elsewhere(&self, fact: &Fact) -> bool {
        fact.kind == Kind::Command
            && self.facts.iter().any(|other| {
                matches!(other.kind, Kind::FailedAttempt | Kind::Unfinished)
                    && !fact.evidence.is_empty()
                    && other.evidence == fact.evidence
            })
    }

    fn words(&self, fact: &Fact) -> String {
        let text = |name: &str| fact.value[name].as_str().map(line).filter(|text| !text.is_empty());
        let count = |name: &str| fact.value[name].as_u64().unwrap_or(0);
        let subject = line(&fact.subject);
        match fact.kind {
            Kind::Prompt => {
                let is_first = text("position").as_deref() == Some("first");
                let has_more = || self.facts.iter().filter(|fact| fact.kind == Kind::Prompt).count() > 1;
                let which = if is_first && has_more() { "first: " } else { "" };
                format!("{which}“{}”", shortened(&subject, 600))
            }
            Kind::Task => {
                let mark = match text("status").as_deref() {
                    Some("completed") => "x",
                    Some("in_progress") => "~",
                    _ => " ",
                };
                format!("[{mark}] {subject}")
            }
            Kind::Command | Kind::FailedAttempt => self.command(fact),
            Kind::Unfinished => {
                let tool = text("tool").unwrap_or_default();
                let what = if matches!(tool.as_str(), "Bash" | "PowerShell") {
                    code(&fact.subject)
                } else {
                    format!("{tool} {}", code(&fact.subject))
                };
                let background = if fact.value["isBackground"] == true { "in the background, " } else { "" };
                let since = fact.time.map(|time| format!(", called {}", time.readable())).unwrap_or_default();
                format!("{what} ({background}{}{since})", text("result").unwrap_or_default())
            }
            Kind::Commit => {
                let sha = text("sha").map_or_else(String::new, |sha| format!("{} ", short(&sha)));
                let branch = text("branch").map_or_else(String::new, |branch| format!(" on {}", code(&branch)));
                let place = text("repository").map_or_else(String::new, |place| format!(" in {}", self.path(&place)));
                format!("{sha}“{subject}”{branch}{place} ({})", text("kind").unwrap_or_default())
            }
            Kind::EditsSinceCommit => {
                format!("{} edit(s) that no known commit of this session followed", count("edits"))
            }
            Kind::PersonCommand => code(&fact.subject),
            Kind::LastWords => format!("“{}”", shortened(&subject, 500)),
            Kind::Agent => {
                let end = if fact.value["finished"] == true { "finished" } else { "not seen to finish" };
                let said = text("lastWords").map(|words| format!(", its last words: “{}”", shortened(&words, 200)));
                format!("“{subject}” ({end}{})", said.unwrap_or_default())
            }
            Kind::Symbol => {
                let sign = if text("change").as_deref() == Some("added") { '+' } else { '−' };
                let path = fact.value["path"].as_str().unwrap_or_default();
                format!("{sign}{} {} in {}", text("symbol").unwrap_or_default(), code(&fact.subject), self.path(path))
            }
            _ => subject,
        }
    }

    fn command(&self, fact: &Fact) -> String {
        let mut about = vec![fact.value["result"].as_str().map(line).unwrap_or_default()];
        let times = fact.value["count"].as_u64().unwrap_or(1);
        about.extend((times > 1).then(|| format!("{times} times, the last result")));
        if let Some(milliseconds) = fact.value["milliseconds"].as_u64().filter(|milliseconds| *milliseconds >= 1000) {
            let up_to = if fact.value["isUpTo"] == true { "up to " } else { "" };
            about.push(format!("{up_to}{} s", milliseconds / 1000));
        }
        let place = fact.value["directory"].as_str().map(Path::new).filter(|place| *place != self.root);
        about.extend(place.map(|place| format!("in {}", self.path(&place.to_string_lossy()))));
        format!("{} → {}", code(&fact.subject), about.join(", "))
    }

    fn file(&self, file: &JudgedFile) -> String {
        let mut about = match file.change {
            Change::Created => "created",
            Change::Changed => "changed",
            Change::Deleted => "deleted",
        }
        .to_owned();
        if let Some(old) = &file.renamed_from {
            let _ = write!(about, ", was {}", self.path(old));
        }
        if file.edits > 0 {
            let _ = write!(about, ", +{} −{} lines", file.added, file.removed);
        }
        if file.word == Word::DuringTurn && !file.evidence.is_empty() {
            about.push_str(", a command of this session names it");
        }
        // Otherwise a subagent's command named it, and who changed it is not known.
        let agent = if file.agent.is_some() && file.word == Word::Edited { ", by a subagent" } else { "" };
        format!("{} ({about}{agent})", self.path(&file.path))
    }

    /// A path, below the root without it.
    fn path(&self, path: &str) -> String {
        let below = Path::new(path).strip_prefix(self.root).ok().map(|path| path.to_string_lossy().into_owned());
        code(&below.filter(|path| !path.is_empty()).unwrap_or_else(|| path.to_owned()))
    }

    /// What can be counted, in one line.
    fn numbers(&self) -> Option<Item> {
        let mut numbers = Vec::new();
        let of = |kind: Kind| self.facts.iter().filter(move |fact| fact.kind == kind);
        let tools: Vec<String> = of(Kind::Tool)
            .map(|fact| {
                format!("{} {}", shortened(&line(&fact.subject), 60), fact.value["calls"].as_u64().unwrap_or(0))
            })
            .collect();
        if !tools.is_empty() {
            numbers.push(format!("calls of tools: {}", crate::text::some_of(&tools, 12)));
        }
        numbers.extend(of(Kind::Compactions).map(|fact| format!("{} compaction(s)", fact.value["count"])));
        numbers.extend(
            of(Kind::Fork).map(|fact| format!("forked from {}, whose work is not told here", code(&fact.subject))),
        );
        numbers.extend(
            of(Kind::Abandoned).map(|fact| format!("{} message(s) on branches that were left", fact.value["messages"])),
        );
        (!numbers.is_empty()).then(|| Item { text: format!("- {}", numbers.join("; ")), rank: 9 })
    }
}

/// Those of a lower rank are shown first.
fn rank(fact: &Fact) -> u8 {
    let word = |name: &str| fact.value[name].as_str().unwrap_or_default();
    match fact.kind {
        Kind::Prompt | Kind::Unfinished => 1,
        Kind::Task if word("status") == "completed" => 8,
        Kind::Task => 2,
        Kind::FailedAttempt | Kind::Commit | Kind::EditsSinceCommit => 3,
        Kind::LastWords => 4,
        Kind::Command if fact.value.get("check").is_some_and(|check| *check != Value::Null) => 4,
        Kind::Command => 5,
        Kind::Agent | Kind::PersonCommand => 6,
        _ => 7,
    }
}
