//! What the git program's side hashes, and what stands between files and the index.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::Path;

use super::super::content::{self, Content, Raw, hex};
use super::super::convert::Filter;
use super::super::{Change, Failure, Head, Source, submodule};
use super::Program;
use crate::path::RelativePath;

impl Program {
    /// What stands between these files and the index.
    pub(super) fn filters(&self, paths: &[&RelativePath]) -> Result<HashMap<RelativePath, Filter>, Failure> {
        let mut filters = HashMap::new();
        if self.drivers.is_empty() || paths.is_empty() {
            return Ok(filters);
        }
        let output = self.git.run_with(&["check-attr", "-z", "--stdin", "filter"], Some(joined(paths)))?;
        let fields: Vec<&[u8]> = output.split(|&byte| byte == 0).collect();
        for triple in fields.chunks_exact(3) {
            let name = triple[2];
            if let (Some(path), true) = (RelativePath::from_bytes(triple[0]), self.drivers.contains(name)) {
                filters.insert(path, if name == b"lfs" { Filter::Lfs } else { Filter::Other });
            }
        }
        Ok(filters)
    }

    pub(super) fn blob_id(&self, bytes: &[u8]) -> String {
        if self.is_sha256 {
            use sha2::{Digest, Sha256};
            let header = format!("blob {}\0", bytes.len());
            return hex(&Sha256::new().chain_update(header).chain_update(bytes).finalize());
        }
        content::blob_id(bytes)
    }

    /// Hashes regular files as git does, in one process.
    pub(super) fn hash_objects(&self, paths: &[&RelativePath]) -> Result<Vec<String>, Failure> {
        if paths.is_empty() {
            return Ok(Vec::new());
        }
        let mut input = Vec::new();
        for path in paths {
            // These are names below the top, wherever git is started.
            input.extend(quoted(&[self.prefix.as_slice(), path.as_bytes()].concat()));
            input.push(b'\n');
        }
        let output = self.git.run_with(&["hash-object", "--stdin-paths"], Some(input))?;
        let hashes: Vec<String> = String::from_utf8_lossy(&output).lines().map(str::to_owned).collect();
        if hashes.len() == paths.len() { Ok(hashes) } else { Err(Failure("git did not hash every file".to_owned())) }
    }

    /// Takes out files that only seem modified, because a filter stands between them and the index.
    pub(super) fn without_filtered(
        &self,
        changes: Vec<Change>,
        index: &HashMap<RelativePath, String>,
    ) -> Result<Vec<Change>, Failure> {
        let modified: Vec<&RelativePath> =
            changes.iter().filter(|change| change.status == "M").map(|change| &change.path).collect();
        let filters = self.filters(&modified)?;
        if filters.is_empty() {
            return Ok(changes);
        }
        let filtered: Vec<RelativePath> = filters.keys().cloned().collect();
        let same_stat = self.same_stat(&filtered)?;
        let contents = self.contents(&filtered);
        let equal: HashSet<RelativePath> = filtered
            .into_iter()
            .zip(contents)
            .filter(|(path, content)| {
                let id = index.get(path).cloned().unwrap_or_default();
                same_stat.contains(path) || (filters.get(path) == Some(&Filter::Lfs) && *content == Content::Hash(id))
            })
            .map(|(path, _)| path)
            .collect();
        // A staged modification stays one.
        let staged = self.staged(&equal)?;
        Ok(changes
            .into_iter()
            .filter(|change| !equal.contains(&change.path) || staged.contains(&change.path))
            .collect())
    }

    fn staged(&self, paths: &HashSet<RelativePath>) -> Result<HashSet<RelativePath>, Failure> {
        if paths.is_empty() || self.tracked_changes()?.head == Head::Unborn {
            return Ok(HashSet::new());
        }
        let mut arguments: Vec<OsString> =
            ["diff-index", "--cached", "--name-only", "--no-renames", "-z", "--relative", "HEAD", "--"]
                .map(OsString::from)
                .into();
        arguments.extend(paths.iter().map(|path| path.native().into_owned().into_os_string()));
        let output = self.git.run(&arguments)?;
        Ok(output.split(|&byte| byte == 0).filter_map(RelativePath::from_bytes).collect())
    }

    /// Files whose stat data are those of the index, as `git ls-files --debug` shows them.
    fn same_stat(&self, paths: &[RelativePath]) -> Result<HashSet<RelativePath>, Failure> {
        let mut same = HashSet::new();
        for path in paths {
            let arguments: Vec<OsString> =
                vec!["ls-files".into(), "--debug".into(), "-z".into(), "--".into(), path.native().into_owned().into()];
            let output = String::from_utf8_lossy(&self.git.run(&arguments)?).into_owned();
            let value = |name: &str| -> Option<String> {
                let rest = &output[output.find(name)? + name.len()..];
                Some(rest.split(['\n', '\t', ' ']).next().unwrap_or_default().to_owned())
            };
            let Ok(metadata) = path.under(&self.root).symlink_metadata() else { continue };
            let (Some(time), Some(size)) = (value("mtime: "), value("size: ")) else { continue };
            if content::modified(&metadata) == time && size == metadata.len().to_string() {
                same.insert(path.clone());
            }
        }
        Ok(same)
    }

    pub(super) fn other(&self, place: &Path, raw: Raw) -> Content {
        match raw {
            Raw::File(bytes) => Content::Hash(self.blob_id(&bytes)),
            Raw::Symlink(target) => Content::Hash(self.blob_id(&target)),
            Raw::Directory => match submodule::head(place, self.git.budget()) {
                Some(commit) => Content::Hash(commit),
                None => Content::Irregular("directory"),
            },
            Raw::Other(content) => content,
        }
    }
}

pub(super) fn joined(paths: &[&RelativePath]) -> Vec<u8> {
    let mut joined = Vec::new();
    for path in paths {
        joined.extend(path.as_bytes());
        joined.push(0);
    }
    joined
}

/// A name as `--stdin-paths` reads it: in C-style quotes when it could be taken for something else.
fn quoted(name: &[u8]) -> Vec<u8> {
    if name.first() != Some(&b'"') && !name.contains(&b'\n') {
        return name.to_vec();
    }
    let mut quoted = vec![b'"'];
    for &byte in name {
        match byte {
            b'"' | b'\\' => quoted.extend([b'\\', byte]),
            b'\n' => quoted.extend(b"\\n"),
            byte => quoted.push(byte),
        }
    }
    quoted.push(b'"');
    quoted
}
