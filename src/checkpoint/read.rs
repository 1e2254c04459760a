//! Bytes of a file to a document.

use serde_json::{Map, Value};

use super::{Checkpoint, VERSION};

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
    let corrupt = |error: serde_json::Error| Unreadable::Corrupt(error.to_string());
    // People's editors leave byte order marks.
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0) {
        return Err(Unreadable::Corrupt("the file is empty".to_owned()));
    }
    match serde_json::from_slice(bytes) {
        Ok(checkpoint @ Checkpoint { version: VERSION, .. }) => Ok(checkpoint),
        Ok(Checkpoint { version, .. }) => Err(Unreadable::Version(version.to_string())),
        // The version is the one field every format has.
        Err(error) => match serde_json::from_slice::<Map<String, Value>>(bytes)
            .ok()
            .and_then(|map| map.get("version").cloned())
        {
            Some(version) if !version.is_null() && version != VERSION => Err(Unreadable::Version(version.to_string())),
            _ => Err(corrupt(error)),
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
    fn a_byte_order_mark_is_read_over() {
        assert!(parse(format!("\u{feff}{MINIMAL}").as_bytes()).is_ok());
    }
}
