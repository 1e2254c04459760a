//! Bytes of a file to a document.

use serde::Deserialize;
use serde_json::Value;

use super::{Checkpoint, VERSION};
use crate::text::shortened;

/// Why bytes are no document of ours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// Not JSON, no version, or a field of the wrong type; with the reason.
    Corrupt(String),
    /// A version this program does not know.
    Version(String),
}

/// Reads a document.
///
/// # Errors
/// [`Unreadable::Version`] for a document that says it is of another version (it may be fine: it must
/// not be touched), [`Unreadable::Corrupt`] for everything else.
pub fn parse(bytes: &[u8]) -> Result<Checkpoint, Unreadable> {
    /// The one field every version has. Everything else is skipped, however deep it is.
    #[derive(Deserialize)]
    struct Versioned {
        version: Option<Value>,
    }
    let corrupt = |reason: &str| Unreadable::Corrupt(shortened(reason, 200));
    // People's editors leave byte order marks.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match bytes.iter().find(|byte| !byte.is_ascii_whitespace() && **byte != 0) {
        None => return Err(corrupt("the file is empty")),
        Some(b'{') => {}
        Some(_) => return Err(corrupt("it is no JSON object")),
    }
    let version = |version: &Value| Unreadable::Version(shortened(&version.to_string(), 40));
    match serde_json::from_slice(bytes) {
        Ok(checkpoint @ Checkpoint { version: VERSION, .. }) => Ok(checkpoint),
        Ok(Checkpoint { version: other, .. }) => Err(version(&other.into())),
        Err(error) => match serde_json::from_slice::<Versioned>(bytes) {
            Ok(Versioned { version: Some(other) }) if other.as_f64() != Some(1.0) => Err(version(&other)),
            _ => Err(corrupt(&error.to_string())),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINIMAL: &str = r#"{"version":1,"id":"i","createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z",
        "generator":{"name":"n","version":"1.0.0"},"project":{"name":"p"},"git":null,"goal":{"primary":"g"}}"#;

    #[test]
    fn a_document_without_version_is_corrupt_and_another_version_is_not_ours() {
        assert!(parse(MINIMAL.as_bytes()).is_ok());
        let other = MINIMAL.replace("\"version\":1,", "\"version\":2,");
        assert_eq!(parse(other.as_bytes()), Err(Unreadable::Version("2".to_owned())));
        assert_eq!(parse(br#"{"version":"next","new":true}"#), Err(Unreadable::Version("\"next\"".to_owned())));
        assert_eq!(parse(br#"{"version":7}"#), Err(Unreadable::Version("7".to_owned())));
        let none = MINIMAL.replace("\"version\":1,", "");
        assert!(matches!(parse(none.as_bytes()), Err(Unreadable::Corrupt(_))));
    }

    #[test]
    fn damage_is_corrupt_with_a_reason() {
        for bad in ["", "\0\0\0", "{", "[]", "null", "{\"version\":1}", &MINIMAL[..100], &MINIMAL.replace("\"g\"", "7")]
        {
            assert!(matches!(parse(bad.as_bytes()), Err(Unreadable::Corrupt(reason)) if !reason.is_empty()), "{bad}");
        }
        assert!(matches!(parse(b"\xff\xfe"), Err(Unreadable::Corrupt(_))));
    }

    #[test]
    fn what_a_newer_version_wrote_is_kept() {
        let newer = MINIMAL.replace("\"git\":null", "\"git\":null,\"later\":{\"a\":[1]}");
        let read = parse(newer.as_bytes()).unwrap();
        assert_eq!(read.unknown["later"]["a"][0], 1);
        assert!(read.to_json().unwrap().contains("\"later\""));
    }

    #[test]
    fn the_version_of_a_newer_document_is_seen_however_deep_it_is() {
        let deep = format!("{{\"tree\":{}{},\"version\":2}}", "[".repeat(500), "]".repeat(500));
        assert_eq!(parse(deep.as_bytes()), Err(Unreadable::Version("2".to_owned())));
        let long = format!("{{\"version\":\"{}\"}}", "x".repeat(100_000));
        assert!(matches!(parse(long.as_bytes()), Err(Unreadable::Version(version)) if version.len() < 100));
    }

    #[test]
    fn a_byte_order_mark_is_read_over() {
        assert!(parse(format!("\u{feff}{MINIMAL}").as_bytes()).is_ok());
    }
}
