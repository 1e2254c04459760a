//! What libgit2's side hashes: the bytes of the working tree as git would store them.

use std::borrow::Cow;
use std::path::Path;

use git2::{AttrCheckFlags, AttrValue};

use super::super::attributes::AttributeFiles;
use super::super::content::{self, Content, Raw, blob_id};
use super::super::convert::{self, Attribute, Filter, LineEndings};
use super::super::submodule;
use super::Libgit2;
use crate::path::RelativePath;

impl Libgit2 {
    pub fn plain_contents(&self, paths: &[RelativePath]) -> Vec<Content> {
        let plain = |path: &RelativePath| match content::read(&self.root, path) {
            Raw::File(bytes) => Content::Hash(blob_id(&bytes)),
            _ => self.content(path),
        };
        paths.iter().map(plain).collect()
    }

    pub(super) fn content(&self, path: &RelativePath) -> Content {
        let place = path.under(&self.root);
        match content::read(&self.root, path) {
            Raw::File(bytes) => Content::Hash(blob_id(&self.to_git(path, &bytes))),
            Raw::Symlink(target) => Content::Hash(blob_id(&target)),
            Raw::Directory => match submodule::head(&place, self.budget) {
                Some(commit) => Content::Hash(commit),
                None => Content::Irregular("directory"),
            },
            Raw::Other(content) => content,
        }
    }

    /// Whether a file only seems modified, because a filter stands between it and the index: its
    /// stat data are those of the index, or it is the same LFS pointer.
    pub(super) fn only_filtered(&self, path: &RelativePath) -> bool {
        let filter = self.filter(path);
        if filter == Filter::None {
            return false;
        }
        let Some(entry) = self.repository.index().ok().and_then(|index| index.get_path(&self.in_repository(path), 0))
        else {
            return false;
        };
        let Ok(metadata) = path.under(&self.root).symlink_metadata() else { return false };
        if stat_matches(&entry, &metadata) {
            return true;
        }
        filter == Filter::Lfs && self.content(path) == Content::Hash(entry.id.to_string())
    }

    /// The bytes git would hash for a file of the working tree.
    fn to_git<'a>(&self, path: &RelativePath, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        match self.filter(path) {
            Filter::Other => return Cow::Borrowed(bytes),
            Filter::Lfs => return convert::lfs_pointer(bytes),
            Filter::None => {}
        }
        let whole = self.in_repository(path);
        // Most files have neither, and each attribute costs a search.
        let endings = if bytes.contains(&b'\r') { self.line_endings(&whole) } else { LineEndings::Keep };
        let converted = endings.to_git(bytes);
        let has_ident = convert::has_ident(&converted) && self.attribute(&whole, "ident") == Attribute::True;
        if has_ident { convert::without_ident(converted) } else { converted }
    }

    fn line_endings(&self, whole: &Path) -> LineEndings {
        let autocrlf = self.repository.config().ok().and_then(|config| {
            let config = &config;
            config
                .get_bool("core.autocrlf")
                .ok()
                .or_else(|| config.get_string("core.autocrlf").ok().map(|value| value.eq_ignore_ascii_case("input")))
        });
        let attribute = |name: &str| self.attribute(whole, name);
        LineEndings::of(attribute("text"), attribute("crlf"), attribute("eol"), autocrlf.unwrap_or(false))
    }

    pub(super) fn filter(&self, path: &RelativePath) -> Filter {
        let whole = self.in_repository(path);
        if matches!(self.attribute(&whole, "working-tree-encoding"), Attribute::Value(_)) {
            return Filter::Other;
        }
        let Attribute::Value(name) = self.attribute(&whole, "filter") else {
            return Filter::None;
        };
        let name = String::from_utf8_lossy(name);
        let configured = self.repository.config().ok().is_some_and(|config| {
            ["clean", "process"].iter().any(|kind| config.get_entry(&format!("filter.{name}.{kind}")).is_ok())
        });
        match name.as_ref() {
            _ if !configured => Filter::None,
            "lfs" => Filter::Lfs,
            _ => Filter::Other,
        }
    }

    pub(super) fn attribute(&self, whole: &Path, name: &str) -> Attribute<'_> {
        let files = self.attributes.get_or_init(|| AttributeFiles::new(&self.repository, &self.top()));
        if !files.can_apply_to(&self.top().join(whole)) {
            return Attribute::Unspecified;
        }
        let value = self.repository.get_attr_bytes(whole, name, AttrCheckFlags::FILE_THEN_INDEX).ok().flatten();
        match AttrValue::from_bytes(value) {
            AttrValue::True => Attribute::True,
            AttrValue::False => Attribute::False,
            AttrValue::Unspecified => Attribute::Unspecified,
            AttrValue::Bytes(value) => Attribute::Value(value),
            AttrValue::String(value) => Attribute::Value(value.as_bytes()),
        }
    }
}

#[cfg(unix)]
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the index holds the low 32 bits")]
fn stat_matches(entry: &git2::IndexEntry, metadata: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    entry.mtime.seconds() == metadata.mtime() as i32
        && entry.mtime.nanoseconds() == metadata.mtime_nsec() as u32
        && entry.file_size == metadata.size() as u32
        && (entry.ino == 0 || entry.ino == metadata.ino() as u32)
}

#[cfg(not(unix))]
fn stat_matches(entry: &git2::IndexEntry, metadata: &std::fs::Metadata) -> bool {
    let modified = metadata.modified().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    modified.is_some_and(|time| i64::from(entry.mtime.seconds()) == time.as_secs() as i64)
        && entry.file_size == metadata.len() as u32
}
