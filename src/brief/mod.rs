//! A document, and what was observed of its session, as the text a model resumes from.
//!
//! At most [`limits::BRIEF_UNITS`]; when the document says more, whole items go, least important first,
//! and the last line says what is missing and how to get it. What the document says is data: see
//! [`crate::text`].

mod observed;
mod sections;

use std::fmt::Write as _;

pub use observed::Observed;
use sections::{Section, sections};

use crate::checkpoint::Checkpoint;
use crate::clock::Timestamp;
use crate::git::Drift;
use crate::limits;
use crate::text::{code, line, shortened, utf16_units};

/// What a brief is made of besides the document.
#[derive(Debug, Clone, Copy)]
pub struct Brief<'a> {
    /// The document. Without one the brief says what was observed, and nothing else.
    pub checkpoint: Option<&'a Checkpoint>,
    /// What was observed; with a document, what was observed after it was saved.
    pub observed: Option<Observed<'a>>,
    /// The project's name.
    pub project: &'a str,
    /// What changed since, when that could be told.
    pub drift: Option<&'a Drift>,
    /// Why it could not, for a document that was saved in a repository.
    pub no_drift: Option<&'a str>,
    /// The very first line: how to go on from another session's checkpoint.
    pub resume_hint: Option<&'a str>,
    /// The line after it: that this is not the person's own checkpoint.
    pub foreign: Option<&'a str>,
    /// Closing lines.
    pub warnings: &'a [String],
    /// The moment.
    pub now: Timestamp,
}

/// Reserved for the line that says what was left out.
const OMISSION_UNITS: usize = 400;
/// What a brief without a document is.
const OBSERVED: &str = "This session saved no checkpoint. What follows was observed by this program, in the client's \
transcript, git and the file system; the model did not sum it up. Goal, plans and reasons are not known: ask the user.";
/// Most of a brief that closing warnings may take, in percent.
const WARNING_PERCENT: usize = 15;

impl Brief<'_> {
    /// The text, within `units` UTF-16 code units.
    #[must_use]
    pub fn render(&self, units: usize) -> String {
        let units = units.min(limits::BRIEF_UNITS);
        let sections = sections(self);
        let everything: Vec<Vec<bool>> = sections.iter().map(|section| vec![true; section.items.len()]).collect();
        let whole = self.compose(&sections, &everything, units);
        if utf16_units(&whole) <= units {
            return whole;
        }
        self.compose(&sections, &self.fitting(&sections, units), units)
    }

    /// Which items fit, taken in the order of their importance.
    fn fitting(&self, sections: &[Section], units: usize) -> Vec<Vec<bool>> {
        let mut shown: Vec<Vec<bool>> = sections.iter().map(|section| vec![false; section.items.len()]).collect();
        let mut used = utf16_units(&self.compose(sections, &shown, units));
        let units = units.saturating_sub(OMISSION_UNITS);
        let mut order: Vec<(u8, usize, usize)> = Vec::new();
        for (at, section) in sections.iter().enumerate() {
            order.extend(section.items.iter().enumerate().map(|(item, content)| (content.rank, at, item)));
        }
        // Within one rank the later of two newest-first items comes first.
        order.sort_by_key(|&(rank, at, item)| {
            let place = if sections[at].newest_first { usize::MAX - item } else { item };
            (rank, at, place)
        });
        let mut full: Vec<(u8, usize)> = Vec::new();
        for (rank, at, item) in order {
            // A list ends where its first item does not fit: a hole would mislead.
            if full.contains(&(rank, at)) {
                continue;
            }
            let section = &sections[at];
            let heading = if shown[at].contains(&true) { 0 } else { utf16_units(&section.heading(1)) + 8 };
            // A line break, and a quotation mark where the text is another person's.
            let cost =
                utf16_units(&section.items[item].text) + 1 + if self.foreign.is_some() { 2 } else { 0 } + heading;
            if used + cost > units {
                full.push((rank, at));
            } else {
                used += cost;
                shown[at][item] = true;
            }
        }
        shown
    }

    fn compose(&self, sections: &[Section], shown: &[Vec<bool>], units: usize) -> String {
        let mut text = String::new();
        for first in [self.resume_hint, self.foreign].into_iter().flatten() {
            let _ = writeln!(text, "{first}");
        }
        let _ = writeln!(text, "{}", self.title());
        if let Some(branch) = self.branch() {
            let _ = writeln!(text, "{branch}");
        }
        let mut missing = Vec::new();
        for (section, shown) in sections.iter().zip(shown) {
            let items: Vec<&str> = section
                .items
                .iter()
                .zip(shown)
                .filter(|(_, shown)| **shown)
                .map(|(item, _)| item.text.as_str())
                .collect();
            let left_out = section.items.len() - items.len();
            if left_out > 0 {
                missing.push(format!("{left_out} of {} {}", section.items.len(), section.noun));
            }
            if items.is_empty() {
                continue;
            }
            let _ = writeln!(text, "\n{}", section.heading(items.len()));
            for item in items {
                if self.foreign.is_some() && !section.is_ours {
                    for line in item.lines() {
                        let _ = writeln!(text, "> {line}");
                    }
                } else {
                    let _ = writeln!(text, "{item}");
                }
            }
        }
        self.close(&mut text, &missing, units * WARNING_PERCENT / 100);
        text.truncate(text.trim_end().len());
        text
    }

    fn close(&self, text: &mut String, missing: &[String], most: usize) {
        let mut used = 0;
        for (at, warning) in self.warnings.iter().enumerate() {
            let warning = format!("⚠ {}", line(warning));
            used += utf16_units(&warning);
            if used > most {
                let _ = writeln!(text, "\n⚠ {} more warning(s)", self.warnings.len() - at);
                break;
            }
            let gap = if at == 0 { "\n" } else { "" };
            let _ = writeln!(text, "{gap}{warning}");
        }
        if !missing.is_empty() {
            let _ = writeln!(
                text,
                "\nLeft out for length: {}. load_session_checkpoint with format \"full\" returns everything.",
                missing.join(", ")
            );
        }
    }

    fn title(&self) -> String {
        let name = shortened(&line(self.project), 100);
        // Somebody else's name could read like a sentence of ours.
        let name = if self.foreign.is_some() { code(&name) } else { name };
        let (what, moment) = match (self.checkpoint, self.observed.and_then(|observed| observed.until)) {
            (Some(checkpoint), _) => ("checkpoint saved", Some(checkpoint.updated_at)),
            (None, moment) => ("nothing saved, last seen", moment),
        };
        let Some(moment) = moment else { return format!("# Resuming: {name} (nothing saved)") };
        match moment.age(self.now) {
            Some(age) => format!("# Resuming: {name} ({what} {age}, {})", moment.readable()),
            None => format!("# Resuming: {name} ({what} {}, clock differs)", moment.readable()),
        }
    }

    fn branch(&self) -> Option<String> {
        let Some(checkpoint) = self.checkpoint else {
            let branch = self.observed?.branch.map(|branch| format!("Branch {}. ", code(&shortened(branch, 200))));
            return Some(format!("{}{OBSERVED}", branch.unwrap_or_default()));
        };
        let git = checkpoint.git.as_ref()?;
        let branch = match &git.branch {
            Some(branch) => format!("Branch {}", code(&shortened(branch, 200))),
            None => "Detached HEAD".to_owned(),
        };
        let mut about = vec![if git.dirty { "uncommitted changes" } else { "no uncommitted changes" }.to_owned()];
        about.extend(git.state.as_deref().map(|state| shortened(&line(state), 100)));
        Some(format!("{branch} @ {} ({})", short(&git.head), about.join(", ")))
    }
}

/// A commit id as people write it.
#[must_use]
pub fn short(id: &str) -> String {
    line(&id.chars().take(9).collect::<String>())
}
