//! What the person said, as against everything else that is a user record.

use super::Object;

/// How a message begins that the client made: the wrapper of a command, its output, a reminder, a
/// notification, a hook's words, an interruption. (Seen with 2.1.332.)
const MADE_BY_THE_CLIENT: [&str; 15] = [
    "<command-name>",
    "<command-message>",
    "<command-args>",
    "<local-command-caveat>",
    "<local-command-stdout>",
    "<local-command-stderr>",
    "<bash-input>",
    "<bash-stdout>",
    "<bash-stderr>",
    "<system-reminder>",
    "<task-notification>",
    // What is open in an editor stands in a block of its own before the words.
    "<ide_",
    // Clients that do not say whose it is.
    "<teammate-message",
    "<channel ",
    "[Request interrupted",
];

/// The person's words, when this record is a prompt on the main chain: not a subagent's, not the
/// client's own text, not a summary, not a tool's result.
#[must_use]
pub fn of(record: &Object<'_>) -> Option<String> {
    let is_other = ["isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"];
    let is_user = record.text("type").as_deref() == Some("user") && !is_by_another(record);
    if !is_user || is_other.iter().any(|name| record.is(name)) {
        return None;
    }
    let content = record.object("message")?.get("content")?;
    let text = match content.text() {
        Some(text) => text.into_owned(),
        None => texts(&content.elements()?)?,
    };
    is_by_person(&text).then_some(text)
}

/// Whether the client says that a message is somebody else's: another session's, a channel's, a plugin's, its own.
pub(crate) fn is_by_another(message: &Object<'_>) -> bool {
    let kind = message.object("origin").and_then(|origin| origin.text("kind").map(String::from));
    kind.is_some_and(|kind| !matches!(kind.as_str(), "human" | "auto-continuation"))
}

/// Whether a text says anything, and is none of those that the client makes.
pub(crate) fn is_by_person(text: &str) -> bool {
    let start = text.trim_start();
    let is_of_hook = || start.lines().next().is_some_and(|line| line.trim_end().ends_with(" hook feedback:"));
    !start.is_empty() && !MADE_BY_THE_CLIENT.iter().any(|mark| start.starts_with(mark)) && !is_of_hook()
}

/// The text blocks of a message without tool results.
fn texts(blocks: &[super::Value<'_>]) -> Option<String> {
    let mut texts = Vec::new();
    for block in blocks.iter().filter_map(|block| block.object()) {
        match block.text("type").as_deref() {
            Some("tool_result") => return None,
            Some("text") => texts.extend(block.text("text").filter(|text| is_by_person(text)).map(String::from)),
            _ => {}
        }
    }
    Some(texts.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(record: &str) -> Option<String> {
        of(&Object::parse(record).unwrap())
    }

    #[test]
    fn a_prompt_is_what_the_person_said() {
        assert_eq!(prompt(r#"{"type":"user","message":{"content":"fix it"}}"#).unwrap(), "fix it");
        let typed = r#"{"type":"user","origin":{"kind":"human"},"message":{"content":"fix it"}}"#;
        assert_eq!(prompt(typed).unwrap(), "fix it");
        let blocks = r#"{"type":"user","message":{"content":[{"type":"text","text":"a"},{"type":"image"},{"type":"text","text":"b"}]}}"#;
        assert_eq!(prompt(blocks).unwrap(), "a\nb");
        let behind = r#"{"type":"user","message":{"content":[{"type":"text","text":"<ide_opened_file>x</ide_opened_file>"},{"type":"text","text":"b"}]}}"#;
        assert_eq!(prompt(behind).unwrap(), "b");
    }

    #[test]
    fn everything_else_is_none() {
        for record in [
            r#"{"type":"assistant","message":{"content":"x"}}"#,
            r#"{"type":"user","isMeta":true,"message":{"content":"x"}}"#,
            r#"{"type":"user","isSidechain":true,"message":{"content":"x"}}"#,
            r#"{"type":"user","isCompactSummary":true,"message":{"content":"x"}}"#,
            r#"{"type":"user","message":{"content":[{"type":"tool_result","content":"x"},{"type":"text","text":"y"}]}}"#,
            r#"{"type":"user","message":{"content":"<command-name>/compact</command-name>"}}"#,
            r#"{"type":"user","message":{"content":"<task-notification>x"}}"#,
            r#"{"type":"user","message":{"content":"TaskCompleted hook feedback:\nx"}}"#,
            r#"{"type":"user","message":{"content":"<teammate-message teammate_id=\"a\">x"}}"#,
            r#"{"type":"user","message":{"content":"  "}}"#,
            r#"{"type":"user","origin":{"kind":"peer"},"message":{"content":"x"}}"#,
            r#"{"type":"user","message":"wrong"}"#,
            r#"{"type":"user","message":{"content":7}}"#,
        ] {
            assert_eq!(prompt(record), None, "{record}");
        }
    }
}
