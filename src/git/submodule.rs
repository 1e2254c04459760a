//! Submodules and nested repositories, asked in process: git would start itself in each, with
//! configuration that came with the project.

use std::collections::HashMap;
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

/// Submodules with uncommitted changes among these.
pub(super) fn dirty(
    top: &Path,
    prefix: &[u8],
    registered: Vec<(RelativePath, Ignore)>,
    git: &Git,
) -> Vec<RelativePath> {
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

/// What a submodule's `ignore` setting leaves out of a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ignore {
    /// Nothing.
    Nothing,
    /// Files git does not know.
    Untracked,
    /// Everything but another commit.
    Dirty,
    /// Everything that is not staged.
    All,
}

impl Ignore {
    fn of(setting: &[u8]) -> Self {
        match setting {
            b"all" => Self::All,
            b"dirty" => Self::Dirty,
            b"untracked" => Self::Untracked,
            _ => Self::Nothing,
        }
    }
}

/// Paths of `.gitmodules` below the root, and what is left out of each: the repository's configuration
/// goes before `.gitmodules`, and that before the general setting.
pub(super) fn registered(top: &Path, prefix: &[u8], git: &Git) -> Vec<(RelativePath, Ignore)> {
    let file = top.join(".gitmodules");
    if !file.symlink_metadata().is_ok_and(|metadata| metadata.is_file()) {
        return Vec::new();
    }
    let Ok(config) = git2::Config::open(&file) else { return Vec::new() };
    let mut registered = Vec::new();
    let Ok(mut entries) = config.entries(None) else { return registered };
    let configured = configured(git);
    while let Some(Ok(entry)) = entries.next() {
        let Some(name) = entry.name_bytes().strip_suffix(b".path") else { continue };
        if !name.starts_with(b"submodule.") || !entry.has_value() {
            continue;
        }
        let Some(path) = entry.value_bytes().strip_prefix(prefix).and_then(RelativePath::from_bytes) else { continue };
        let name = [name, b".ignore"].concat();
        let own = configured.get(&name).cloned();
        let shared = || config.get_string(std::str::from_utf8(&name).ok()?).ok().map(String::into_bytes);
        let general = || configured.get(b"diff.ignoresubmodules".as_slice()).cloned();
        let setting = own.or_else(shared).or_else(general).unwrap_or_default();
        registered.push((path, Ignore::of(&setting)));
    }
    registered
}

/// Names and values of the settings that leave submodules out.
fn configured(git: &Git) -> HashMap<Vec<u8>, Vec<u8>> {
    let arguments = ["config", "-z", "--get-regexp", r"^(submodule\..*\.ignore|diff\.ignoresubmodules)$"];
    let output = git.end(&arguments, None).map(|ended| ended.output).unwrap_or_default();
    let pairs = output.split(|&byte| byte == 0).filter_map(|pair| {
        let line = pair.iter().position(|&byte| byte == b'\n')?;
        Some((pair[..line].to_vec(), pair[line + 1..].to_vec()))
    });
    pairs.collect()
}

fn is_dirty(top: &Path, prefix: &[u8], path: &RelativePath, ignore: Ignore, budget: Budget) -> bool {
    if matches!(ignore, Ignore::All | Ignore::Dirty) {
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
