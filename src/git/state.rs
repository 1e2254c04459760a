//! What is going on in a repository besides its branch: read from the files git keeps for it.

use std::path::Path;

/// Files and directories below the git directory, and what they mean. The first of a kind counts.
const MARKS: [(&str, &str); 7] = [
    ("rebase-merge", "rebase in progress"),
    ("rebase-apply/applying", "patches being applied"),
    ("rebase-apply", "rebase in progress"),
    ("MERGE_HEAD", "merge in progress"),
    ("CHERRY_PICK_HEAD", "cherry-pick in progress"),
    ("REVERT_HEAD", "revert in progress"),
    ("BISECT_LOG", "bisect in progress"),
];

/// Says what is going on; `None` on an ordinary day.
pub(super) fn of(git_directory: &Path, common_directory: &Path, detached: bool) -> Option<String> {
    let is_there = |directory: &Path, name: &str| directory.join(name).symlink_metadata().is_ok();
    let mut state: Vec<&str> = Vec::new();
    for (name, meaning) in MARKS {
        // A stopped rebase also has the pick it stopped at.
        let rebasing = state.first().is_some_and(|first| first.starts_with("rebase") || first.starts_with("patches"));
        let part_of_it = rebasing && name != "BISECT_LOG";
        if !part_of_it && is_there(git_directory, name) && !state.contains(&meaning) {
            state.push(meaning);
        }
    }
    if detached {
        state.push("detached HEAD");
    }
    if is_there(common_directory, "shallow") {
        state.push("shallow clone");
    }
    (!state.is_empty()).then(|| state.join(", "))
}
