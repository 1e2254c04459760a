//! Making the store's directory, which ignores itself in git from its first moment on.

use std::path::Path;

use super::DIRECTORY;
use crate::error::{Error, Result};

/// Creates the directory with its `.gitignore` inside, private to the user. It is prepared under another
/// name and renamed, so that nobody ever sees one without the other; when somebody else was faster, theirs
/// stays.
pub(super) fn create(root: &Path, directory: &Path) -> Result<()> {
    remove_leftovers(root);
    let mut builder = tempfile::Builder::new();
    let prefix = format!("{DIRECTORY}.");
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let prepared =
        builder.tempdir_in(root).map_err(|error| Error::unwritable("creating a directory in", root, &error))?;
    let ignore = prepared.path().join(".gitignore");
    std::fs::write(&ignore, "*\n").map_err(|error| Error::unwritable("writing", ignore, &error))?;
    match std::fs::rename(prepared.path(), directory) {
        Ok(()) => {
            // It has another name now; there is nothing left to remove under the old one.
            let _ = prepared.keep();
            Ok(())
        }
        Err(_) if directory.symlink_metadata().is_ok() => Ok(()),
        Err(error) => Err(Error::unwritable("renaming a directory to", directory, &error)),
    }
}

/// Removes what saves that were killed while they prepared a directory left behind.
fn remove_leftovers(root: &Path) {
    let prefix = format!("{DIRECTORY}.");
    let Ok(entries) = std::fs::read_dir(root) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let random = name.to_str().and_then(|name| name.strip_prefix(&prefix)?.strip_suffix(".tmp"));
        let is_ours = random.is_some();
        let is_left = entry.metadata().and_then(|metadata| metadata.modified()).is_ok_and(|time| {
            // Another save may be preparing one right now.
            time.elapsed().is_ok_and(|age| age.as_secs() >= 10)
        });
        if is_ours && is_left {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
