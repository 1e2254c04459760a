//! The document before this one.

use std::path::Path;

use super::rename::rename;
use super::write::{rename_temporary, temporary_name, write_temporary};
use super::{OnDisk, Place};
use crate::error::{Error, Result};
use crate::redact::redact;

/// Makes the valid document in the main file the backup. A corrupt or missing one changes nothing:
/// the backup stays the last valid document.
///
/// The main file is already durable, so a hard link to it is a durable backup without another fsync.
/// A document that today's rules would redact further must not stay as it is: its backup is a
/// redacted copy.
pub(super) fn keep(place: &Place, main: &OnDisk, warnings: &mut Vec<String>) -> Result<()> {
    let OnDisk::Document(document) = main else { return Ok(()) };
    let redacted = redact((**document).clone());
    if redacted.spans() > 0 {
        let json = redacted.get().to_json().map_err(|error| Error::Internal(error.to_string()))?;
        return copy(place, json.as_bytes());
    }
    if link(place)? {
        return Ok(());
    }
    warnings.push("This file system has no hard links; the backup was copied.".to_owned());
    let bytes = std::fs::read(&place.file).map_err(|error| Error::unwritable("reading", &place.file, &error))?;
    copy(place, &bytes)
}

/// Links the main file under the backup's name. `false` where there are no hard links.
fn link(place: &Place) -> Result<bool> {
    let backup = place.backup();
    private(&place.file)?;
    let name = temporary_name(place);
    match std::fs::hard_link(&place.file, &name) {
        Ok(()) => {}
        Err(error) if is_unsupported(&error) => return Ok(false),
        Err(error) => return Err(Error::unwritable("linking the backup", name, &error)),
    }
    let renamed = rename(&name, &backup);
    // Renaming between two links of one file does nothing and leaves both names.
    let _ = std::fs::remove_file(&name);
    renamed.map_err(|error| Error::unwritable("renaming", backup, &error))?;
    Ok(true)
}

/// Whether the file system, or the rules for files of this kind, have no hard links.
fn is_unsupported(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{CrossesDevices, PermissionDenied, TooManyLinks, Unsupported};
    // Linux answers EPERM where a file system has none; ENOTSUP, ENOSYS and EMLINK mean the same to us.
    matches!(error.kind(), Unsupported | PermissionDenied | CrossesDevices | TooManyLinks)
        || matches!(error.raw_os_error(), Some(38 | 95))
}

fn copy(place: &Place, bytes: &[u8]) -> Result<()> {
    rename_temporary(write_temporary(place, bytes)?, &place.backup())
}

/// A file written by hand may be readable by others.
#[cfg(unix)]
fn private(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let metadata = file.metadata().map_err(|error| Error::unreadable(file, &error))?;
    if metadata.permissions().mode() & 0o777 != 0o600 {
        // A file of another owner can't be changed; the link is as private as it was.
        let _ = std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600));
    }
    Ok(())
}

#[cfg(not(unix))]
fn private(_: &Path) -> Result<()> {
    Ok(())
}
