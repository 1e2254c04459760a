//! What the client's edit tools say they did: lines added and removed, and what they declare.

use super::entries::EditFacts;
use super::symbols;
use super::words;
use crate::limits;
use crate::transcript::{Object, Value};

/// The tools whose results are edits.
pub(super) const TOOLS: [&str; 4] = ["Edit", "Write", "MultiEdit", "NotebookEdit"];

/// An edit as its result records it.
#[derive(Debug, Default)]
pub(super) struct Edit {
    /// The file, when the result names it.
    pub path: Option<String>,
    /// The file was not there before.
    pub is_new: bool,
    /// Lines, when the result has them.
    pub lines: Option<EditFacts>,
    /// Declarations: whether it was added, its kind, its name.
    pub symbols: Vec<(bool, &'static str, String)>,
}

/// Reads `toolUseResult` of an edit.
pub(super) fn result(details: &Object<'_>) -> Edit {
    let text =
        |name| details.get(name).and_then(|text| words::beginning(text, 16 * 1024)).filter(|(_, is_whole)| *is_whole);
    let path = text("filePath").or_else(|| text("notebook_path")).map(|(path, _)| path);
    let is_new = details.text("type").as_deref() == Some("create");
    let mut edit = Edit { path, is_new, ..Edit::default() };
    let hunks = details.get("structuredPatch").and_then(Value::elements);
    let mut facts = EditFacts::default();
    for hunk in hunks.iter().flatten().filter_map(|hunk| hunk.object()) {
        for line in hunk.get("lines").and_then(Value::elements).unwrap_or_default() {
            let Some((line, _)) = words::beginning(line, 1024) else { continue };
            edit.line(&line, &mut facts);
        }
    }
    if is_new && let Some(content) = details.get("content") {
        facts.added = line_count(content);
        let (content, _) = words::beginning(content, limits::TRAIL_OUTPUT_BYTES).unwrap_or_default();
        for line in content.lines() {
            edit.declare(true, line);
        }
    }
    let has_lines = hunks.is_some() || is_new;
    edit.lines = has_lines.then_some(facts);
    // What is on both sides was only moved or changed within.
    let both: Vec<(bool, &'static str, String)> = edit.symbols.clone();
    edit.symbols
        .retain(|(is_added, kind, name)| !both.iter().any(|(other, k, n)| other != is_added && k == kind && n == name));
    edit
}

impl Edit {
    fn line(&mut self, line: &str, facts: &mut EditFacts) {
        if let Some(text) = line.strip_prefix('+') {
            facts.added += 1;
            self.declare(true, text);
        } else if let Some(text) = line.strip_prefix('-') {
            facts.removed += 1;
            self.declare(false, text);
        }
    }

    fn declare(&mut self, is_added: bool, line: &str) {
        const MOST: usize = 40;
        if self.symbols.len() < MOST
            && let Some((kind, name)) = symbols::declared(line)
            && !self.symbols.iter().any(|known| known.0 == is_added && known.1 == kind && known.2 == name)
        {
            self.symbols.push((is_added, kind, name));
        }
    }
}

/// What the input of an edit says about its lines: a subagent's results have no patch.
pub(super) fn input(input: &Object<'_>) -> EditFacts {
    let count = |object: &Object<'_>, name| object.get(name).map_or(0, line_count);
    let mut facts = EditFacts {
        added: count(input, "new_string") + count(input, "content") + count(input, "new_source"),
        removed: count(input, "old_string"),
    };
    for edit in input.get("edits").and_then(Value::elements).unwrap_or_default().iter().filter_map(|edit| edit.object())
    {
        facts.added += count(&edit, "new_string");
        facts.removed += count(&edit, "old_string");
    }
    facts
}

/// The lines of a JSON string, without decoding it.
fn line_count(text: Value<'_>) -> u64 {
    let raw = text.raw();
    if !raw.starts_with('"') || raw.len() < 3 {
        return 0;
    }
    let inner = &raw.as_bytes()[1..raw.len() - 1];
    let mut count = 0;
    let mut at = 0;
    let mut is_ended = false;
    while let Some(distance) = memchr::memchr(b'\\', &inner[at..]) {
        is_ended = inner.get(at + distance + 1) == Some(&b'n');
        count += u64::from(is_ended);
        at += distance + 2;
        is_ended &= at >= inner.len();
        if at >= inner.len() {
            break;
        }
    }
    count + u64::from(!is_ended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_counted_as_they_are_written() {
        for (json, lines) in [
            (r#""""#, 0),
            (r#""a""#, 1),
            (r#""a\n""#, 1),
            (r#""a\nb""#, 2),
            (r#""a\\n""#, 1),
            (r#""\n\n""#, 2),
            ("7", 0),
        ] {
            let text = format!("{{\"a\":{json}}}");
            assert_eq!(line_count(Object::parse(&text).unwrap().get("a").unwrap()), lines, "{json}");
        }
    }
}
