//! What was observed, as sections of a brief: after a save one more section, without a save the whole brief.

use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use super::sections::{Item, Section};
use super::short;
use crate::clock::Timestamp;
use crate::text::{code, line, shortened};
use crate::trail::{Fact, Kind};

/// What a brief says of a trail.
#[derive(Debug, Clone, Copy)]
pub struct Observed<'a> {
    /// The facts to tell: all of them, or those after the save.
    pub facts: &'a [Fact],
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
    /// Which facts belong to it.
    is_of: fn(&Fact) -> bool,
}

/// In the order they are shown.
const PARTS: [Part; 11] = [
    Part { title: "What the person asked", prefix: "Asked: ", noun: "prompts", is_of: |fact| fact.kind == Kind::Prompt },
    Part {
        title: "Unfinished when it was last seen",
        prefix: "Unfinished: ",
        noun: "unfinished calls",
        is_of: |fact| fact.kind == Kind::Unfinished,
    },
    Part { title: "Tasks, as the client lists them", prefix: "Task ", noun: "tasks", is_of: |fact| fact.kind == Kind::Task },
    Part {
        title: "Failed, and did not succeed later",
        prefix: "Failed, and did not succeed later: ",
        noun: "failed attempts",
        is_of: |fact| fact.kind == Kind::FailedAttempt,
    },
    Part { title: "Files", prefix: "File ", noun: "files", is_of: |fact| fact.kind == Kind::File },
    Part {
        title: "Commands, with what the client recorded",
        prefix: "Ran ",
        noun: "commands",
        is_of: |fact| fact.kind == Kind::Command,
    },
    Part {
        title: "Commits",
        prefix: "Commit: ",
        noun: "commits",
        is_of: |fact| matches!(fact.kind, Kind::Commit | Kind::EditsSinceCommit),
    },
    Part {
        title: "Commands of the person, results unknown",
        prefix: "The person ran ",
        noun: "commands of the person",
        is_of: |fact| fact.kind == Kind::PersonCommand,
    },
    Part {
        title: "The assistant's last words: a claim, nothing was checked",
        prefix: "The assistant's last words, a claim: ",
        noun: "last words",
        is_of: |fact| fact.kind == Kind::LastWords,
    },
    Part { title: "Subagents", prefix: "Subagent: ", noun: "subagents", is_of: |fact| fact.kind == Kind::Agent },
    Part {
        title: "Declarations that edits added or removed",
        prefix: "Declaration: ",
        noun: "declarations",
        is_of: |fact| fact.kind == Kind::Symbol,
    },
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
        Section::plain("Observed after the last save (recorded by the client, not told by the model)", "observations", items)
    }

    fn items(&self, part: &Part, prefix: &str) -> Vec<Item> {
        let facts = self.facts.iter().filter(|fact| (part.is_of)(fact) && !self.is_told_elsewhere(fact));
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
                let which = if text("position").as_deref() == Some("first") { "first: " } else { "" };
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
                let what = if tool == "Bash" { code(&fact.subject) } else { format!("{tool} {}", code(&fact.subject)) };
                let background = if fact.value["isBackground"] == true { "in the background, " } else { "" };
                let since = fact.time.map(|time| format!(", called {}", time.readable())).unwrap_or_default();
                format!("{what} ({background}{}{since})", text("result").unwrap_or_default())
            }
            Kind::File => self.file(fact),
            Kind::Commit => {
                let sha = text("sha").map_or_else(String::new, |sha| format!("{} ", short(&sha)));
                let branch = text("branch").map_or_else(String::new, |branch| format!(" on {}", code(&branch)));
                format!("{sha}“{subject}”{branch} ({})", text("kind").unwrap_or_default())
            }
            Kind::EditsSinceCommit => format!("{} edit(s) after the last commit", count("edits")),
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

    fn file(&self, fact: &Fact) -> String {
        let count = |name: &str| fact.value[name].as_u64().unwrap_or(0);
        let mut about = String::new();
        let change = fact.value["change"].as_str().map(line).unwrap_or_default();
        if count("edits") > 0 {
            let _ = write!(about, "edited by this session: {change}, +{} −{} lines", count("added"), count("removed"));
        } else {
            let _ = write!(about, "named in a command line that may have {change} it");
        }
        format!("{} ({about})", self.path(&fact.subject))
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
            .map(|fact| format!("{} {}", shortened(&line(&fact.subject), 60), fact.value["calls"].as_u64().unwrap_or(0)))
            .collect();
        if !tools.is_empty() {
            numbers.push(format!("calls of tools: {}", crate::text::some_of(&tools, 12)));
        }
        numbers.extend(of(Kind::Compactions).map(|fact| format!("{} compaction(s)", fact.value["count"])));
        numbers.extend(of(Kind::Abandoned).map(|fact| format!("{} message(s) on branches that were left", fact.value["messages"])));
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
        Kind::File if fact.value["edits"].as_u64().unwrap_or(0) == 0 => 6,
        Kind::File | Kind::LastWords => 4,
        Kind::Command if fact.value.get("check").is_some_and(|check| *check != Value::Null) => 4,
        Kind::Command => 5,
        Kind::Agent | Kind::PersonCommand => 6,
        _ => 7,
    }
}
