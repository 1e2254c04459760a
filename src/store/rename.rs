//! Renaming over a file that somebody may be reading.
//!
//! Unix replaces the name at once. Windows refuses while another process has the old file open, so
//! the rename is tried again for a while. It is never replaced by writing into the old file, which a
//! crash could leave half written.

use std::io::{Error, ErrorKind, Result};
use std::path::Path;
use std::time::Duration;

/// How often a refused rename is tried again, and how long the naps between are: 10 ms doubling to
/// half a second, six seconds in all.
const TRIES: u32 = 16;

/// Renames `from` to `to`.
pub(super) fn rename(from: &Path, to: &Path) -> Result<()> {
    with_retries(|| std::fs::rename(from, to), is_held, std::thread::sleep)
}

/// Whether the failure is a reader that will go away.
fn is_held(error: &Error) -> bool {
    // ERROR_ACCESS_DENIED, ERROR_SHARING_VIOLATION, ERROR_LOCK_VIOLATION
    cfg!(windows) && (error.kind() == ErrorKind::PermissionDenied || matches!(error.raw_os_error(), Some(5 | 32 | 33)))
}

fn with_retries(
    mut attempt: impl FnMut() -> Result<()>,
    is_held: impl Fn(&Error) -> bool,
    mut sleep: impl FnMut(Duration),
) -> Result<()> {
    let mut nap = Duration::from_millis(10);
    for _ in 0..TRIES {
        match attempt() {
            Err(error) if is_held(&error) => {
                sleep(nap);
                nap = (nap * 2).min(Duration::from_millis(500));
            }
            settled => return settled,
        }
    }
    attempt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held() -> Error {
        Error::from(ErrorKind::PermissionDenied)
    }

    fn run(failures: u32) -> (Result<()>, u32, Duration) {
        let (mut attempts, mut slept) = (0, Duration::ZERO);
        let result = with_retries(
            || {
                attempts += 1;
                if attempts <= failures { Err(held()) } else { Ok(()) }
            },
            |error| error.kind() == ErrorKind::PermissionDenied,
            |nap| slept += nap,
        );
        (result, attempts, slept)
    }

    #[test]
    fn a_rename_a_reader_holds_up_is_tried_again_with_growing_naps() {
        let (result, attempts, slept) = run(3);
        assert!(result.is_ok());
        assert_eq!((attempts, slept), (4, Duration::from_millis(70)));
    }

    #[test]
    fn a_reader_that_never_leaves_ends_in_the_error() {
        let (result, attempts, slept) = run(u32::MAX);
        assert_eq!(result.unwrap_err().kind(), ErrorKind::PermissionDenied);
        assert_eq!(attempts, TRIES + 1);
        assert!(slept > Duration::from_secs(5) && slept < Duration::from_secs(10), "{slept:?}");
    }

    #[test]
    fn another_failure_is_final_at_once() {
        let mut attempts = 0;
        let result = with_retries(
            || {
                attempts += 1;
                Err(Error::from(ErrorKind::StorageFull))
            },
            |error| error.kind() == ErrorKind::PermissionDenied,
            |_| {},
        );
        assert_eq!((result.unwrap_err().kind(), attempts), (ErrorKind::StorageFull, 1));
    }
}
