//! Commands that failed, and whether what they check succeeded later.

use super::entries::{Command, Status, Verdict};

pub(super) fn has_failed(command: &Command) -> bool {
    match command.verdict {
        Some(Verdict::Failed) => true,
        Some(_) => false,
        None => match command.status {
            Status::Exit { code } => code != 0,
            Status::TimedOut { .. } | Status::Error => true,
            _ => false,
        },
    }
}

/// Whether later runs of the same checks succeeded. The same command is one entry.
pub(super) fn is_made_good(failed: &Command, commands: &[Command]) -> bool {
    // Where only part of the output is there, the status is what is known.
    let has_succeeded = |command: &&Command| match command.verdict {
        Some(verdict) => verdict == Verdict::Passed,
        None => command.decides.0 && command.status == Status::Exit { code: 0 },
    };
    let later: Vec<&Command> =
        commands.iter().filter(|command| command.time >= failed.time).filter(has_succeeded).collect();
    let is_good = |check| later.iter().any(|later| later.same == Some(check) || later.before.contains(&check));
    failed.same.is_some_and(is_good) && failed.before.iter().copied().all(is_good)
}
