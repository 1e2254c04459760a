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
        Self::from_bytes(&bytes_of(text))
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
                .map(|rest| rest.strip_prefix(b"s").unwrap_or(rest))
                .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"."))
        })
    }
}

/// Where this product's own files are below a root.
pub const OWN_PLACES: [&str; 3] = [".claude-checkpoint", ".claude-checkpoint.prev", ".claude-checkpoints"];

/// The bytes a text form stands for.
fn bytes_of(text: &str) -> Vec<u8> {
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
    bytes
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

/// Takes a caller's path, relative or absolute and in text form, apart. `root` is resolved already. The
/// path may name the root, or a directory in it, through symlinks, so its longest existing parent is
/// resolved too; its last part is not, since it may be a symlink that is meant itself.
#[must_use]
pub fn given(path: &str, root: &Path) -> Given {
    let text = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let whole = normalize(&root.join(native(bytes_of(&text))));
    let (Some(parent), Some(name)) = (whole.parent(), whole.file_name()) else { return Given::Outside };
    let below = resolve_existing(parent).join(name);
    match below.strip_prefix(root) {
        Ok(below) => RelativePath::from_bytes(&native_bytes(below)).map_or(Given::Outside, Given::Inside),
        Err(_) => Given::Outside,
    }
}

/// A path as the operating system writes it, from bytes.
#[cfg(unix)]
#[must_use]
pub fn native(bytes: Vec<u8>) -> PathBuf {
    use std::os::unix::ffi::OsStringExt;
    PathBuf::from(std::ffi::OsString::from_vec(bytes))
}

/// A path as the operating system writes it, from bytes.
#[cfg(not(unix))]
#[must_use]
pub fn native(bytes: Vec<u8>) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(&bytes).into_owned())
}

/// A path as git writes it.
#[cfg(unix)]
#[must_use]
pub fn native_bytes(path: &Path) -> Vec<u8> {
    std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str()).to_vec()
}

/// A path as git writes it.
#[cfg(not(unix))]
#[must_use]
pub fn native_bytes(path: &Path) -> Vec<u8> {
    path.to_string_lossy().replace('\\', "/").into_bytes()
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
        assert_eq!(given("../project/a.rs", root), path("a.rs"));
        assert_eq!(given("src/a.rs", root), path("src/a.rs"));
        assert_eq!(given("./src//b/../a.rs", root), path("src/a.rs"));
        assert_eq!(given("/nowhere/project/src/a.rs", root), path("src/a.rs"));
        assert_eq!(given("/nowhere/project/../project/a.rs", root), path("a.rs"));
        for outside in ["../a", "a/../../b", "/etc/passwd", "/nowhere/project-2/a", "/nowhere/project", ".", "/"] {
            assert_eq!(given(outside, root), Given::Outside, "{outside}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_directory_that_is_a_symlink_is_followed_and_a_file_is_not() {
        use std::os::unix::fs::symlink;
        let base = tempfile::tempdir().unwrap();
        let root = base.path().canonicalize().unwrap().join("project");
        std::fs::create_dir_all(root.join("src")).unwrap();
        symlink("/etc", root.join("out")).unwrap();
        symlink("src", root.join("in")).unwrap();
        symlink(&root, base.path().join("also")).unwrap();
        assert_eq!(given("out/hostname", &root), Given::Outside);
        assert_eq!(given("in/a", &root), path("src/a"));
        assert_eq!(given("out", &root), path("out"));
        assert_eq!(given(&base.path().join("also/src/a").display().to_string(), &root), path("src/a"));
    }

    #[test]
    fn own_files_are_known_at_every_depth() {
        for own in [
            ".claude-checkpoint",
            ".claude-checkpoint.prev",
            "a/.claude-checkpoints/x.json",
            ".claude-checkpoints.a1b2c3.tmp/.gitignore",
        ] {
            assert!(RelativePath::from_bytes(own.as_bytes()).unwrap().is_own_file(), "{own}");
        }
        for other in [".claude-checkpointing/x", ".claude/checkpoint", "claude-checkpoints/x"] {
            assert!(!RelativePath::from_bytes(other.as_bytes()).unwrap().is_own_file(), "{other}");
        }
    }
}
