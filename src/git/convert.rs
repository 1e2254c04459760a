//! What git does to a file's bytes before it hashes them: line endings and `$Id$`.
//!
//! The rules are those of gitattributes(5) and of `core.autocrlf` and `core.eol` in git-config(1).
//! Programs configured as filters are never run: see [`Filter`].

use std::borrow::Cow;

/// What the attributes and the configuration say about a path's line endings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineEndings {
    /// Bytes stay.
    Keep,
    /// Text by decree: every CRLF becomes LF.
    Text,
    /// Text if it looks like it.
    Auto,
}

/// A value of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attribute<'a> {
    /// Not mentioned, or `!name`.
    Unspecified,
    /// `name`
    True,
    /// `-name`
    False,
    /// `name=value`
    Value(&'a [u8]),
}

impl LineEndings {
    /// Settles the treatment from the attributes `text`, `crlf` (its older name) and `eol`, and from
    /// whether `core.autocrlf` is `true` or `input`.
    pub(super) fn of(text: Attribute<'_>, crlf: Attribute<'_>, eol: Attribute<'_>, autocrlf: bool) -> Self {
        let by_name = |attribute: Attribute<'_>| match attribute {
            Attribute::True | Attribute::Value(b"input") => Some(LineEndings::Text),
            Attribute::False => Some(LineEndings::Keep),
            Attribute::Value(b"auto") => Some(LineEndings::Auto),
            _ => None,
        };
        let has_eol = matches!(eol, Attribute::Value(b"lf" | b"crlf"));
        match by_name(text).or_else(|| by_name(crlf)) {
            Some(settled) => settled,
            None if has_eol => LineEndings::Text,
            None if autocrlf => LineEndings::Auto,
            None => LineEndings::Keep,
        }
    }

    /// The bytes `git hash-object` hashes. (`git add` looks into the index as well, and leaves the CRLF of
    /// a text that already has them there; the comparison with plain bytes covers that.)
    pub(super) fn to_git(self, bytes: &[u8]) -> Cow<'_, [u8]> {
        if self == LineEndings::Keep {
            return Cow::Borrowed(bytes);
        }
        let statistics = Statistics::of(bytes);
        let convert = statistics.crlf > 0 && (self == LineEndings::Text || !statistics.is_binary());
        if !convert {
            return Cow::Borrowed(bytes);
        }
        let mut converted = Vec::with_capacity(bytes.len());
        for (at, &byte) in bytes.iter().enumerate() {
            if byte != b'\r' || bytes.get(at + 1) != Some(&b'\n') {
                converted.push(byte);
            }
        }
        Cow::Owned(converted)
    }
}

/// What git counts to tell text from binary.
struct Statistics {
    nul: bool,
    lone_cr: bool,
    crlf: usize,
    printable: usize,
    unprintable: usize,
}

impl Statistics {
    fn of(bytes: &[u8]) -> Self {
        let mut counted = Self { nul: false, lone_cr: false, crlf: 0, printable: 0, unprintable: 0 };
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            at += 1;
            match byte {
                b'\r' if bytes.get(at) == Some(&b'\n') => {
                    counted.crlf += 1;
                    at += 1;
                }
                b'\r' => counted.lone_cr = true,
                b'\n' => {}
                0x08 | b'\t' | 0x1b | 0x0c => counted.printable += 1,
                0 => {
                    counted.nul = true;
                    counted.unprintable += 1;
                }
                1..32 | 0x7f => counted.unprintable += 1,
                _ => counted.printable += 1,
            }
        }
        // An end-of-file mark of old systems is no sign of a binary.
        if bytes.last() == Some(&0x1a) {
            counted.unprintable -= 1;
        }
        counted
    }

    fn is_binary(&self) -> bool {
        self.lone_cr || self.nul || (self.printable >> 7) < self.unprintable
    }
}

/// Whether there is anything for `ident` to do.
pub(super) fn has_ident(bytes: &[u8]) -> bool {
    find(bytes, b"$Id:").is_some()
}

/// Takes the value out of `$Id: … $`, as the `ident` attribute asks.
pub(super) fn without_ident(bytes: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    let mut cleaned: Option<Vec<u8>> = None;
    let mut copied = 0;
    let mut at = 0;
    while let Some(found) = find(&bytes[at..], b"$Id:") {
        let start = at + found + 3;
        let rest = &bytes[start..];
        let line = rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
        let Some(end) = rest[..line].iter().position(|&byte| byte == b'$') else {
            at = start;
            continue;
        };
        let cleaned = cleaned.get_or_insert_with(Vec::new);
        cleaned.extend_from_slice(&bytes[copied..start]);
        copied = start + end;
        at = copied + 1;
    }
    match cleaned {
        Some(mut cleaned) => {
            cleaned.extend_from_slice(&bytes[copied..]);
            Cow::Owned(cleaned)
        }
        None => bytes,
    }
}

fn find(haystack: &[u8], needle: &[u8]) -> Option<usize> {
    haystack.windows(needle.len()).position(|window| window == needle)
}

/// The program a path's `filter` attribute asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Filter {
    /// None, or one that is not configured.
    None,
    /// Git LFS, whose result is a short text that we can write ourselves.
    Lfs,
    /// Any other. It is not run: the bytes are taken as they are.
    Other,
}

/// What Git LFS stores for a file: its pointer (Git LFS specification, version 1). A file that is a
/// pointer already, because it was never downloaded, stays one.
pub(super) fn lfs_pointer(bytes: &[u8]) -> Cow<'_, [u8]> {
    use sha2::{Digest, Sha256};
    const START: &[u8] = b"version https://git-lfs.github.com/spec/";
    if bytes.is_empty() || (bytes.len() < 1024 && bytes.starts_with(START)) {
        return Cow::Borrowed(bytes);
    }
    let digest = super::content::hex(&Sha256::digest(bytes));
    Cow::Owned(
        format!("version https://git-lfs.github.com/spec/v1\noid sha256:{digest}\nsize {}\n", bytes.len()).into_bytes(),
    )
}
