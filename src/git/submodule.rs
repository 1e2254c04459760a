//! Submodules and nested repositories, asked in process: git would start itself in each, with
//! configuration that came with the project.

use std::path::Path;

use super::process::{Budget, Git};
use super::{Found, Head, open_exactly};
use crate::path::RelativePath;

/// The commit the repository at `place` is at; `None` when it has none of its own.
pub(super) fn head(place: &Path, budget: Budget) -> Option<String> {
    // Without a repository of its own, git would answer for the one around it.
    place.join(".git").symlink_metadata().ok()?;
    match open_exactly(place, budget) {
        Found::Repository(source) => match source.head() {
            Ok(Head::Commit { id, .. }) => Some(id),
            _ => None,
        },
        Found::Nothing | Found::Unusable(_) => None,
    }
}

/// Submodules with uncommitted changes below the root.
pub(super) fn dirty(top: &Path, prefix: &[u8], git: &Git) -> Vec<RelativePath> {
    let registered = registered(top, prefix);
    if registered.is_empty() {
        return Vec::new();
    }
    // A registered path counts only while the index has a commit there.
    let mut arguments = vec!["ls-files".into(), "--stage".into(), "-z".into(), "--".into()];
    arguments.extend(registered.iter().map(|(path, _)| path.native().into_owned().into_os_string()));
    let staged = git.run(&arguments).unwrap_or_default();
    let links: Vec<RelativePath> = staged
        .split(|&byte| byte == 0)
        .filter(|line| line.starts_with(b"160000 "))
        .filter_map(|line| RelativePath::from_bytes(line.splitn(2, |&byte| byte == b'\t').nth(1)?))
        .collect();
    registered
        .into_iter()
        .filter(|(path, ignore)| links.contains(path) && is_dirty(top, prefix, path, *ignore, git.budget()))
        .map(|(path, _)| path)
        .collect()
}

/// What a submodule's `ignore` setting leaves out.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ignore {
    Nothing,
    Untracked,
    Everything,
}

/// Paths and settings of `.gitmodules`, below the root.
fn registered(top: &Path, prefix: &[u8]) -> Vec<(RelativePath, Ignore)> {
    let file = top.join(".gitmodules");
    if !file.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Vec::new();
    }
    let Ok(config) = git2::Config::open(&file) else { return Vec::new() };
    let mut registered = Vec::new();
    let Ok(mut entries) = config.entries(Some(r"^submodule\..*\.path$")) else { return registered };
    while let Some(Ok(entry)) = entries.next() {
        let path = entry.value_bytes().strip_prefix(prefix).and_then(RelativePath::from_bytes);
        let Some((path, name)) = path.zip(entry.name().ok()) else { continue };
        let ignore = config.get_string(&name.replace(".path", ".ignore")).unwrap_or_default();
        let ignore = match ignore.as_str() {
            "all" | "dirty" => Ignore::Everything,
            "untracked" => Ignore::Untracked,
            _ => Ignore::Nothing,
        };
        registered.push((path, ignore));
    }
    registered
}

fn is_dirty(top: &Path, prefix: &[u8], path: &RelativePath, ignore: Ignore, budget: Budget) -> bool {
    if ignore == Ignore::Everything {
        return false;
    }
    let Some(whole) = RelativePath::from_bytes(&[prefix, path.as_bytes()].concat()) else { return false };
    let place = whole.under(top);
    if place.join(".git").symlink_metadata().is_err() {
        return false;
    }
    let Found::Repository(source) = open_exactly(&place, budget) else { return false };
    source
        .changes()
        .is_ok_and(|changes| changes.list.iter().any(|change| ignore != Ignore::Untracked || !change.is_untracked()))
}
