//! A document into its file, whole or not at all.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::{NamedTempFile, TempPath};

use super::lock::Lock;
use super::rename::rename;
use super::{OnDisk, Place, backup};
use crate::checkpoint::Checkpoint;
use crate::error::{Error, Result};
use crate::redact::Redacted;

/// Random characters in a temporary file's name: `<file>.<random>.tmp`.
const RANDOM: usize = 6;

/// Writes `document` into the main file and makes the one that is there its backup. One fsync of the
/// file, one of the directory. Returns the size of the file.
pub(super) fn replace(
    place: &Place,
    main: &OnDisk,
    document: &Redacted<Checkpoint>,
    lock: &Lock,
    warnings: &mut Vec<String>,
) -> Result<usize> {
    let json = document.get().to_json().map_err(|error| Error::Internal(error.to_string()))?;
    remove_leftovers(place, lock);
    let file = write_temporary(place, json.as_bytes())?;
    if let OnDisk::Corrupt(_) = main {
        // Somebody may want to mend it.
        rename(&place.file, &place.sibling(".corrupt"))
            .map_err(|error| Error::unwritable("keeping the unreadable", &place.file, &error))?;
    }
    backup::keep(place, main, warnings)?;
    rename_temporary(file, &place.file)?;
    sync_directory(&place.file);
    Ok(json.len())
}

/// A durable private file beside the document. It is removed when dropped.
pub(super) fn write_temporary(place: &Place, bytes: &[u8]) -> Result<TempPath> {
    let mut file = temporary(place)?;
    let written = file.write_all(bytes).and_then(|()| file.as_file().sync_all());
    written.map_err(|error| Error::unwritable("writing", file.path(), &error))?;
    Ok(file.into_temp_path())
}

/// Gives a temporary file its name.
pub(super) fn rename_temporary(file: TempPath, name: &Path) -> Result<()> {
    let file = file.keep().map_err(|error| Error::unwritable("keeping", name, &error.error))?;
    rename(&file, name).map_err(|error| {
        let _ = std::fs::remove_file(&file);
        Error::unwritable("renaming a new file to", name, &error)
    })
}

/// A new private file beside the document.
fn temporary(place: &Place) -> Result<NamedTempFile> {
    let (directory, prefix) = parts(place);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp").rand_bytes(RANDOM);
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600));
    builder.tempfile_in(&directory).map_err(|error| Error::unwritable("creating a file in", directory, &error))
}

/// A name no file has, for a link.
pub(super) fn temporary_name(place: &Place) -> PathBuf {
    let (directory, prefix) = parts(place);
    let random: String = uuid::Uuid::new_v4().simple().to_string().chars().take(RANDOM).collect();
    directory.join(format!("{prefix}{random}.tmp"))
}

fn parts(place: &Place) -> (PathBuf, String) {
    let name = place.file.file_name().unwrap_or_default().to_string_lossy();
    (place.file.parent().unwrap_or(&place.root).to_path_buf(), format!("{name}."))
}

/// Removes what saves that were killed left behind. Under the lock no other save of this checkpoint
/// is under way; where there are no locks, an hour of age says the same.
pub(super) fn remove_leftovers(place: &Place, lock: &Lock) {
    let (directory, prefix) = parts(place);
    let Ok(entries) = std::fs::read_dir(&directory) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(".tmp"));
        let is_ours = random
            .is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        if is_ours && (lock.is_exclusive() || is_old(&entry)) {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

fn is_old(entry: &std::fs::DirEntry) -> bool {
    let modified = entry.metadata().and_then(|metadata| metadata.modified()).ok();
    modified.and_then(|time| time.elapsed().ok()).is_some_and(|age| age > Duration::from_hours(1))
}

/// Makes the renames durable. A file system that can't sync a directory has done what it can.
#[cfg(unix)]
pub(super) fn sync_directory(file: &Path) {
    if let Some(Ok(directory)) = file.parent().map(std::fs::File::open) {
        let _ = directory.sync_all();
    }
}

/// Windows has no such call; the rename itself is written through.
#[cfg(not(unix))]
pub(super) fn sync_directory(_: &Path) {}
