//! Paths relative to the project root, as bytes, with one lossless text form.
//!
//! Git and Unix file names are bytes. The text form is the name itself where it is UTF-8; a byte that
//! is not part of UTF-8 text is written `\xNN` (two lower-case hex digits), and so is the backslash
//! of a name that really contains such a sequence. [`RelativePath::from_text`] undoes exactly that.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

/// A path below the project root: `/`-separated bytes without leading slash, `.` or `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RelativePath(Vec<u8>);

impl RelativePath {
    /// From bytes as git prints them; `None` when they do not stay below the root.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let bytes = bytes.strip_suffix(b"/").unwrap_or(bytes);
        let safe = !bytes.is_empty()
            && !bytes.contains(&0)
            && bytes.split(|&byte| byte == b'/').all(|part| !part.is_empty() && part != b"." && part != b"..");
        safe.then(|| Self(bytes.to_vec()))
    }

    /// From the text form.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let mut bytes = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let Some((&first, tail)) = rest.split_first() {
            if let Some(byte) = escaped(rest) {
                bytes.push(byte);
                rest = &rest[4..];
            } else {
                bytes.push(first);
                rest = tail;
            }
        }
        Self::from_bytes(&bytes)
    }

    /// The bytes, as git has them.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text form.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::with_capacity(self.0.len());
        for chunk in self.0.utf8_chunks() {
            let mut valid = chunk.valid();
            while let Some(at) = valid.find('\\') {
                let (before, from) = valid.split_at(at);
                text.push_str(before);
                text.push_str(if escaped(from.as_bytes()).is_some() { "\\x5c" } else { "\\" });
                valid = &from[1..];
            }
            text.push_str(valid);
            for byte in chunk.invalid() {
                let _ = write!(text, "\\x{byte:02x}");
            }
        }
        text
    }

    /// The file's place under `root`.
    #[must_use]
    pub fn under(&self, root: &Path) -> PathBuf {
        root.join(self.native())
    }

    /// The path as the operating system writes it.
    #[cfg(unix)]
    #[must_use]
    pub fn native(&self) -> Cow<'_, Path> {
        use std::os::unix::ffi::OsStrExt;
        Cow::Borrowed(Path::new(std::ffi::OsStr::from_bytes(&self.0)))
    }

    /// The path as the operating system writes it.
    #[cfg(not(unix))]
    #[must_use]
    pub fn native(&self) -> Cow<'_, Path> {
        Cow::Owned(PathBuf::from(String::from_utf8_lossy(&self.0).into_owned()))
    }

    /// Whether the path is inside a directory.
    #[must_use]
    pub fn is_below(&self, directory: &Self) -> bool {
        self.0.strip_prefix(directory.0.as_slice()).is_some_and(|rest| rest.starts_with(b"/"))
    }

    /// Whether the path is one of this product's own files, at whatever depth.
    #[must_use]
    pub fn is_own_file(&self) -> bool {
        self.0.split(|&byte| byte == b'/').any(|part| {
            part.strip_prefix(b".claude-checkpoint".as_slice())
                .is_some_and(|rest| rest.is_empty() || rest == b"s" || rest.starts_with(b"."))
        })
    }
}

/// The byte that `\xNN` at the start of `bytes` stands for.
fn escaped(bytes: &[u8]) -> Option<u8> {
    let [b'\\', b'x', high, low, ..] = *bytes else { return None };
    let digit = |byte: u8| match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    };
    Some(digit(high)? << 4 | digit(low)?)
}

/// What a caller's path turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Given {
    /// A path below the root.
    Inside(RelativePath),
    /// Not below the root, or the root itself.
    Outside,
}

/// Takes a caller's path, relative or absolute, apart. `root` is resolved already; an absolute path
/// may still name it through a symlink, so its longest existing part is resolved too.
#[must_use]
pub fn given(path: &str, root: &Path) -> Given {
    let native = Path::new(path);
    if !native.is_absolute() {
        let text = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
        return inside(&text);
    }
    let normal = normalize(native);
    let below = normal.strip_prefix(root).map(Path::to_path_buf).ok().or_else(|| {
        let parent = resolve_existing(normal.parent()?);
        parent.join(normal.file_name()?).strip_prefix(root).map(Path::to_path_buf).ok()
    });
    match below {
        Some(below) => inside_native(&below),
        None => Given::Outside,
    }
}

fn inside(text: &str) -> Given {
    // `./a` and `a//b` are written by people; `..` is followed as far as it stays inside.
    let mut parts: Vec<&str> = Vec::new();
    for part in text.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                if parts.pop().is_none() {
                    return Given::Outside;
                }
            }
            part => parts.push(part),
        }
    }
    RelativePath::from_text(&parts.join("/")).map_or(Given::Outside, Given::Inside)
}

fn inside_native(below: &Path) -> Given {
    #[cfg(unix)]
    let bytes = std::os::unix::ffi::OsStrExt::as_bytes(below.as_os_str()).to_vec();
    #[cfg(not(unix))]
    let bytes = below.to_string_lossy().replace('\\', "/").into_bytes();
    // A caller writes the text form, also inside an absolute path.
    RelativePath::from_text(&String::from_utf8_lossy(&bytes)).map_or(Given::Outside, Given::Inside)
}

/// Folds `.` and `..` away without asking the file system.
fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

/// `path` with symlinks resolved as far as it exists.
fn resolve_existing(path: &Path) -> PathBuf {
    let mut rest = Vec::new();
    let mut existing = path;
    loop {
        if let Ok(resolved) = existing.canonicalize() {
            return rest.iter().rev().fold(resolved, |whole: PathBuf, part| whole.join(part));
        }
        let (Some(parent), Some(name)) = (existing.parent(), existing.file_name()) else {
            return path.to_path_buf();
        };
        rest.push(name);
        existing = parent;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn path(text: &str) -> Given {
        Given::Inside(RelativePath::from_text(text).unwrap())
    }

    #[test]
    fn names_that_are_no_utf8_have_a_lossless_text_form() {
        let name = RelativePath::from_bytes(b"a\xff.txt").unwrap();
        assert_eq!(name.text(), "a\\xff.txt");
        assert_eq!(RelativePath::from_text("a\\xff.txt"), Some(name));
        let literal = RelativePath::from_bytes(br"a\xff.txt").unwrap();
        assert_eq!(literal.text(), r"a\x5cxff.txt");
        assert_eq!(RelativePath::from_bytes(br"a\b.txt").unwrap().text(), r"a\b.txt");
    }

    proptest! {
        #[test]
        fn text_form_and_bytes_are_one_to_one(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\\'), Just(b'x'), Just(b'5'), Just(b'c'), 1u8..], 1..12)
        ) {
            if let Some(path) = RelativePath::from_bytes(&bytes) {
                prop_assert_eq!(RelativePath::from_text(&path.text()), Some(path));
            }
        }
    }

    #[test]
    fn a_path_stays_below_the_root_or_is_outside() {
        let root = Path::new("/nowhere/project");
        assert_eq!(given("src/a.rs", root), path("src/a.rs"));
        assert_eq!(given("./src//b/../a.rs", root), path("src/a.rs"));
        assert_eq!(given("/nowhere/project/src/a.rs", root), path("src/a.rs"));
        assert_eq!(given("/nowhere/project/../project/a.rs", root), path("a.rs"));
        for outside in ["../a", "a/../../b", "/etc/passwd", "/nowhere/project-2/a", "/nowhere/project", ".", "/"] {
            assert_eq!(given(outside, root), Given::Outside, "{outside}");
        }
    }

    #[test]
    fn own_files_are_known_at_every_depth() {
        for own in [".claude-checkpoint", ".claude-checkpoint.prev", "a/.claude-checkpoints/x.json"] {
            assert!(RelativePath::from_bytes(own.as_bytes()).unwrap().is_own_file(), "{own}");
        }
        for other in [".claude-checkpointing/x", ".claude/checkpoint", "claude-checkpoints/x"] {
            assert!(!RelativePath::from_bytes(other.as_bytes()).unwrap().is_own_file(), "{other}");
        }
    }
}
