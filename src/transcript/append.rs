//! New records at the end of a transcript that a client may be writing to.
//!
//! The file is only ever appended to: whole lines in one write, after a line feed of their own when the
//! file ends in half a line. The client resumes along the parents of a record, so the first new one is
//! hung off what it would resume from at that moment: see [`chain`].

use std::borrow::Cow;
#[cfg(unix)]
use std::fs::TryLockError;
use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::Path;
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::Object;
use super::chain;
use crate::error::{Error, Result, reason_of};

/// How much of a file's end is searched at first, in bytes; then ever more.
const END: u64 = 64 * 1024;
/// How much of it is searched for what the client resumes from, once there is a record to hang off.
const FAR: u64 = 1024 * 1024;

/// What an append did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// What the chained record hangs off; `None` when it is the first, or none was to be chained.
    pub parent_uuid: Option<String>,
    /// How many bytes were added.
    pub bytes: usize,
    /// Whether the file is new.
    pub is_new: bool,
}

/// Appends records, each the JSON text of an object. The parent of the record at index `chain_at` is
/// set to the record that the client would resume from; the others stay as they are. A new file and its directories are
/// for this user only.
///
/// # Errors
/// When a text is no JSON object, or the file can't be read or written. What was in the file stays.
pub fn append(path: &Path, records: &[String], chain_at: Option<usize>) -> Result<Appended> {
    let unwritable = |action, error: &std::io::Error| Error::TranscriptUnwritable {
        action,
        path: path.display().to_string(),
        reason: reason_of(error),
    };
    if let Some(directory) = path.parent() {
        create_private(directory).map_err(|error| unwritable("creating the directory of", &error))?;
    }
    let (mut file, is_new) = open(path).map_err(|error| unwritable("opening", &error))?;
    if !file.metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Err(unwritable("opening", &std::io::Error::other("it is not a regular file")));
    }
    let lock = lock(&file);
    let appended = append_to(&mut file, records, chain_at, &unwritable);
    if is_new && appended.is_err() && file.metadata().is_ok_and(|metadata| metadata.len() == 0) {
        // It would be a session without a message.
        let _ = std::fs::remove_file(path);
    }
    drop(lock);
    appended.map(|(parent_uuid, bytes)| Appended { parent_uuid, bytes, is_new })
}

fn append_to(
    file: &mut File,
    records: &[String],
    chain_at: Option<usize>,
    unwritable: &dyn Fn(&'static str, &std::io::Error) -> Error,
) -> Result<(Option<String>, usize)> {
    let end = end_of(file).map_err(|error| unwritable("reading the end of", &error))?;
    let parent_uuid = if chain_at.is_some() { end.parent } else { None };

    let mut text = String::new();
    if end.is_within_line {
        text.push('\n');
    }
    for (index, record) in records.iter().enumerate() {
        let invalid = || Error::RecordInvalid { index };
        if record.contains('\n') {
            return Err(invalid());
        }
        let object = Object::parse(record).ok_or_else(invalid)?;
        if chain_at == Some(index) {
            text.push_str(&with_parent(record, &object, parent_uuid.as_deref()));
        } else {
            text.push_str(record);
        }
        text.push('\n');
    }
    reserve(file, text.len()).map_err(|error| unwritable("writing", &error))?;
    write_at_once(file, text.as_bytes()).map_err(|error| unwritable("writing", &error))?;
    Ok((parent_uuid, text.len()))
}

/// Writes everything in one write, or nothing: what a short write left is taken back, unless another
/// program has written behind it since. Then it stays, and the error says so.
fn write_at_once(file: &mut File, bytes: &[u8]) -> std::io::Result<()> {
    let written = loop {
        match file.write(bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            other => break other?,
        }
    };
    if written == bytes.len() {
        return Ok(());
    }
    // A write that appends leaves the position behind what it wrote.
    let end = file.stream_position()?;
    let start = end.saturating_sub(written as u64);
    let why = match file.write(&bytes[written..]) {
        Err(error) => reason_of(&error),
        Ok(0) => "the disk took only a part".to_owned(),
        Ok(more) if written + more == bytes.len() && file.stream_position()? == start + bytes.len() as u64 => {
            return Ok(());
        }
        Ok(_) => "the disk took only a part".to_owned(),
    };
    if file.stream_position()? == end && file.metadata()?.len() == end && file.set_len(start).is_ok() {
        return Err(std::io::Error::other(why));
    }
    Err(std::io::Error::other(format!(
        "{why}, and a part of a record stays at byte {start}, because another program has written behind it"
    )))
}

/// How long writers of this program wait for each other.
#[cfg(unix)]
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Keeps other appends of this program out between looking where a record hangs and writing it: two
/// that hang off the same record are two branches, of which the client resumes one. The client knows
/// nothing of the lock, and where there is none, an append goes on without it. Dropping it unlocks.
#[cfg(unix)]
fn lock(file: &File) -> Option<Lock> {
    let start = Instant::now();
    let file = file.try_clone().ok()?;
    loop {
        match file.try_lock() {
            Ok(()) => return Some(Lock(file)),
            Err(TryLockError::WouldBlock) if start.elapsed() < LONGEST_WAIT => {
                std::thread::sleep(Duration::from_millis(2));
            }
            Err(_) => return None,
        }
    }
}

/// A lock there would keep the client from writing.
#[cfg(not(unix))]
fn lock(_file: &File) -> Option<Lock> {
    None
}

struct Lock(#[allow(dead_code, reason = "only Unix has one")] File);

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

/// A record with another parent, byte for byte the same otherwise.
fn with_parent<'a>(record: &'a str, object: &Object<'_>, parent: Option<&str>) -> Cow<'a, str> {
    let value = serde_json::Value::from(parent).to_string();
    match object.get("parentUuid") {
        Some(old) => {
            // The value is a part of the record's own text.
            let start = old.raw().as_ptr() as usize - record.as_ptr() as usize;
            format!("{}{value}{}", &record[..start], &record[start + old.raw().len()..]).into()
        }
        None => match record.trim_start().strip_prefix('{') {
            Some(rest) if object.members().next().is_some() => format!("{{\"parentUuid\":{value},{rest}").into(),
            Some(_) => format!("{{\"parentUuid\":{value}}}").into(),
            None => record.into(),
        },
    }
}

/// What a file ends with.
struct End {
    parent: Option<String>,
    is_within_line: bool,
}

/// Looks for what a new record hangs off, from the end of the file on.
fn end_of(file: &mut File) -> std::io::Result<End> {
    let size = file.seek(SeekFrom::End(0))?;
    let mut length = END;
    loop {
        let length_read = length.min(size);
        file.seek(SeekFrom::Start(size - length_read))?;
        let mut bytes = Vec::new();
        (&*file).take(length_read).read_to_end(&mut bytes)?;
        let is_whole = length_read == size;
        let end = chain::end(&bytes, is_whole);
        if is_whole || end.is_certain || (end.uuid.is_some() && length_read >= FAR) {
            return Ok(End { parent: end.uuid, is_within_line: bytes.last().is_some_and(|byte| *byte != b'\n') });
        }
        length = length.saturating_mul(4);
    }
}

/// Makes sure that the disk has room before a byte is written, where the file system can say so: half a
/// write would leave half a record.
#[cfg(any(target_os = "linux", target_os = "android"))]
fn reserve(file: &File, length: usize) -> std::io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;

    let size = file.metadata()?.len();
    match fallocate(file, FallocateFlags::KEEP_SIZE, size, length as u64) {
        Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG)) if length > 0 => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android")))]
#[allow(clippy::unnecessary_wraps, reason = "it is so on one platform")]
fn reserve(_file: &File, _length: usize) -> std::io::Result<()> {
    Ok(())
}

/// Opens a file for appending. The second value is whether it was made.
fn open(path: &Path) -> std::io::Result<(File, bool)> {
    let mut options = OpenOptions::new();
    options.read(true).append(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;

        use rustix::fs::OFlags;

        options.mode(0o600).custom_flags(OFlags::NONBLOCK.bits().cast_signed());
    }
    match options.open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        other => return Ok((other?, false)),
    }
    if path.is_symlink() {
        return Err(std::io::Error::other("it is a link that leads nowhere"));
    }
    match options.clone().create_new(true).open(path) {
        // Somebody else made it in between.
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok((options.open(path)?, false)),
        other => Ok((other?, true)),
    }
}

fn create_private(directory: &Path) -> std::io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(directory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_parent_of_a_record_changes() {
        let parent = |record: &str, parent| with_parent(record, &Object::parse(record).unwrap(), parent).into_owned();
        assert_eq!(
            parent(r#"{"a":1e999, "parentUuid":null,"b":"\ud800"}"#, Some("u")),
            r#"{"a":1e999, "parentUuid":"u","b":"\ud800"}"#
        );
        assert_eq!(parent(r#"{"a":1}"#, None), r#"{"parentUuid":null,"a":1}"#);
        assert_eq!(parent("{}", Some("\"")), r#"{"parentUuid":"\""}"#);
    }
}
