//! Which directory a call is about.
//!
//! The root is not the git top level: a checkpoint belongs to the directory the person works in.

use std::path::{Path, PathBuf};

use crate::environment::{self, Environment};
use crate::error::{Error, Result, reason_of};

/// Settles the project root: the argument, else `CHECKPOINT_PROJECT_ROOT`, else the client's first
/// `file://` root, else the working directory. Symlinks are resolved.
///
/// # Errors
/// When the one that counts is relative, missing or no directory. The error names it and where it
/// came from; the next candidate is not tried, since that would write somewhere unexpected.
pub fn resolve(
    argument: Option<&str>,
    environment: &Environment,
    client_roots: &[String],
    working_directory: &Path,
) -> Result<PathBuf> {
    if let Some(argument) = argument {
        return directory(Path::new(argument), "projectRoot");
    }
    if let Some(value) = environment.get(environment::PROJECT_ROOT) {
        return directory(Path::new(value), environment::PROJECT_ROOT);
    }
    if let Some(root) = client_roots.iter().find(|uri| has_file_scheme(uri)) {
        let origin = "the client's root";
        let path = from_file_uri(root).ok_or_else(|| Error::RootUnusable {
            value: root.clone(),
            origin,
            reason: "it names no path on this machine".to_owned(),
        })?;
        return directory(&path, origin);
    }
    directory(working_directory, "the working directory")
}

fn directory(path: &Path, origin: &'static str) -> Result<PathBuf> {
    let value = || path.display().to_string();
    if !path.is_absolute() {
        return Err(Error::RootNotAbsolute { value: value(), origin });
    }
    let unusable = |error: std::io::Error| Error::RootUnusable { value: value(), origin, reason: reason_of(&error) };
    let resolved = path.canonicalize().map_err(unusable)?;
    if !resolved.metadata().map_err(unusable)?.is_dir() {
        return Err(Error::RootNotDirectory { value: value(), origin });
    }
    Ok(resolved)
}

fn has_file_scheme(uri: &str) -> bool {
    uri.get(..7).is_some_and(|scheme| scheme.eq_ignore_ascii_case("file://"))
}

/// The path of a `file:` URI (RFC 8089): no host or `localhost`, percent-encoded bytes.
fn from_file_uri(uri: &str) -> Option<PathBuf> {
    let rest = uri.get(7..)?;
    let (host, path) = rest.split_at(rest.find('/')?);
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return None;
    }
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.split(['?', '#']).next().unwrap_or(path).as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        rest = tail;
        if first == b'%' {
            let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = tail.get(2..)?;
        } else {
            bytes.push(first);
        }
    }
    if bytes.contains(&0) {
        return None;
    }
    native(bytes)
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "the other platforms need the Option")]
fn native(bytes: Vec<u8>) -> Option<PathBuf> {
    Some(crate::path::native(bytes))
}

#[cfg(not(unix))]
fn native(bytes: Vec<u8>) -> Option<PathBuf> {
    let text = String::from_utf8(bytes).ok()?;
    // file:///C:/project names C:/project.
    let drive = text.strip_prefix('/').filter(|rest| rest.as_bytes().get(1) == Some(&b':'));
    Some(PathBuf::from(drive.unwrap_or(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(root: Option<&Path>) -> Environment {
        Environment::new(root.map(|root| (environment::PROJECT_ROOT.to_owned(), root.display().to_string())))
    }

    #[test]
    fn the_first_of_four_sources_counts() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        let [a, b, c, d] = ["a", "b", "c %d", "d"].map(|name| base.join(name));
        for directory in [&a, &b, &c, &d] {
            std::fs::create_dir(directory).unwrap();
        }
        let roots = ["https://example.org/x".to_owned(), format!("file://{}/c%20%25d", base.display())];
        let text = a.display().to_string();
        let with = environment(Some(&b));
        let without = environment(None);
        assert_eq!(resolve(Some(&text), &with, &roots, &d).unwrap(), a);
        assert_eq!(resolve(None, &with, &roots, &d).unwrap(), b);
        assert_eq!(resolve(None, &without, &roots, &d).unwrap(), c);
        assert_eq!(resolve(None, &without, &roots[..1], &d).unwrap(), d);
    }

    #[test]
    fn an_unusable_root_is_an_error_that_names_value_and_origin() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let path = file.path().display().to_string();
        let missing = format!("{path}-missing");
        let none = environment(None);
        let cases = [
            (resolve(Some("./app"), &none, &[], Path::new("/")), "ROOT_NOT_ABSOLUTE", "./app", "projectRoot"),
            (resolve(Some(&missing), &none, &[], Path::new("/")), "ROOT_UNUSABLE", missing.as_str(), "projectRoot"),
            (resolve(Some(&path), &none, &[], Path::new("/")), "ROOT_NOT_DIRECTORY", path.as_str(), "projectRoot"),
            (
                resolve(None, &environment(Some(Path::new("rel"))), &[], Path::new("/")),
                "ROOT_NOT_ABSOLUTE",
                "rel",
                "CHECKPOINT_PROJECT_ROOT",
            ),
            (
                resolve(None, &none, &["file://host/x".to_owned()], Path::new("/")),
                "ROOT_UNUSABLE",
                "file://host/x",
                "client",
            ),
        ];
        for (result, code, value, origin) in cases {
            let error = result.unwrap_err();
            assert_eq!(error.code(), code);
            assert!(error.to_string().contains(value) && error.to_string().contains(origin), "{error}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn symlinks_are_resolved() {
        let base = tempfile::tempdir().unwrap();
        let base = base.path().canonicalize().unwrap();
        std::fs::create_dir(base.join("real")).unwrap();
        std::os::unix::fs::symlink(base.join("real"), base.join("link")).unwrap();
        let link = base.join("link").display().to_string();
        assert_eq!(resolve(Some(&link), &environment(None), &[], Path::new("/")).unwrap(), base.join("real"));
    }
}
