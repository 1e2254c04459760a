//! The lines of a transcript, the records in them, and the values of a record.
//!
//! 1. [`lines`]: a file as lines, in bounded memory.
//! 2. [`records`]: a line as records, and what can be saved of a damaged one.
//! 3. [`Object`] and [`Value`]: what a record says, taken apart where it stands.

mod json;
pub mod lines;
#[cfg(any(test, fuzzing))]
pub mod properties;
pub mod records;
mod tape;

pub use json::{Object, Value};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::properties;

    /// A record as the client writes them, and damage as it happens.
    fn piece() -> impl Strategy<Value = Vec<u8>> {
        let record = (0..1000_u32, "[a-z \\\\\"{}]{0,20}").prop_map(|(number, text)| {
            let text = serde_json::to_string(&text).unwrap();
            let content = format!("[{{\"type\":\"text\",\"text\":{text}}}]");
            format!("{{\"type\":\"user\",\"uuid\":\"u{number}\",\"message\":{{\"content\":{content}}}}}").into_bytes()
        });
        let cut = (record.clone(), any::<prop::sample::Index>()).prop_map(|(mut record, length)| {
            record.truncate(length.index(record.len()));
            record
        });
        prop_oneof![
            6 => record,
            2 => cut,
            1 => (1..20_usize).prop_map(|count| vec![0; count]),
            3 => Just(b"\n".to_vec()),
            1 => Just(b"\r\n".to_vec()),
            1 => Just(b" ".to_vec()),
            1 => Just(b"\xef\xbb\xbf".to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..10),
        ]
    }

    proptest! {
        #[test]
        fn damaged_files_have_the_properties(pieces in prop::collection::vec(piece(), 0..30)) {
            prop_assert_eq!(properties::check(&pieces.concat()), Ok(()));
        }
    }

    #[test]
    fn lines_that_begin_records_and_end_none_have_the_properties() {
        for part in ["{\"type\":\"user\",\"uuid\":", "{\"a\":[", "{\"a\":1}x", "{\"a\":\"", "{\"a\":1},", "\0{"] {
            assert_eq!(properties::check(part.repeat(100_000 / part.len()).as_bytes()), Ok(()));
        }
    }
}
