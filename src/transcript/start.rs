//! How a transcript begins. A forked session's file begins with the records of the one it was forked from.

use std::io::Read as _;
use std::path::Path;

use super::lines::lines;
use super::records::{self, Item};
use super::source;

/// How much of the beginning is read, in bytes.
const HEAD: u64 = 64 * 1024;

/// The `uuid` of the first record that has one. `None` as well when the file can't be read or its first
/// 64 KB have no such record: whoever asks goes on without.
#[must_use]
pub fn first_uuid(path: &Path) -> Option<String> {
    let (file, _) = source::open(path).ok()?;
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head).ok()?;
    let mut found = None;
    for line in lines(&head) {
        records::read(&line, &mut |item| {
            if let (Item::Record(record), None) = (item, &found) {
                found = record.object.text("uuid").map(String::from);
            }
        });
        if found.is_some() {
            break;
        }
    }
    found
}
