//! What people, tools and git do to a working tree, for sequences made up by proptest.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::PathBuf;

use proptest::prelude::*;
use session_checkpoint::path::RelativePath;

use super::Project;

/// Names that meet each other as files and directories, and names that are hard to print.
pub const NAMES: [&[u8]; 12] = [
    b"a",
    b"b c",
    b"d",
    b"d/x",
    b"d/y.log",
    b"e/deep/z",
    b"q\"uote\\",
    b"new\nline",
    b" -> ",
    b"n\xff",
    b":(top)x",
    b"x.log",
];

/// Long enough to be recognised after a change, or not.
const CONTENTS: [&str; 6] = ["", "1\n", "2\n", "one\ntwo\nthree\nfour\nfive\nsix\n", "one\r\ntwo\r\n", "x\0y\r\n"];

/// One thing that happens to a working tree.
#[derive(Debug, Clone)]
pub enum Step {
    Write(usize, usize),
    Append(usize),
    Delete(usize),
    Rename(usize, usize),
    MakeDirectory(usize),
    Symlink(usize, usize),
    Executable(usize, bool),
    Ignore(usize),
    Attributes(usize),
    /// A git command, with or without a name at its end.
    Git(&'static [&'static str], Option<usize>),
}

const IGNORED: [&str; 6] = ["*.log\n", "d/\n", "/a\n!a\n", "e/**\n!e/deep/\n", "*\n!.gitignore\n", "\"b c\"\nb\\ c\n"];
const ATTRIBUTES: [&str; 4] = ["* text=auto\n", "a text eol=crlf\n", "* -text\n", "a ident\nd/* text\n"];

/// Any step.
pub fn step() -> impl Strategy<Value = Step> {
    let name = || 0..NAMES.len();
    let git = |command: &'static [&'static str]| Just(Step::Git(command, None));
    let git_on = move |command: &'static [&'static str]| name().prop_map(move |name| Step::Git(command, Some(name)));
    prop_oneof![
        8 => (name(), 0..CONTENTS.len()).prop_map(|(name, content)| Step::Write(name, content)),
        3 => name().prop_map(Step::Append),
        3 => name().prop_map(Step::Delete),
        3 => (name(), name()).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => name().prop_map(Step::MakeDirectory),
        2 => (name(), name()).prop_map(|(name, target)| Step::Symlink(name, target)),
        1 => (name(), any::<bool>()).prop_map(|(name, on)| Step::Executable(name, on)),
        1 => (0..IGNORED.len()).prop_map(Step::Ignore),
        1 => (0..ATTRIBUTES.len()).prop_map(Step::Attributes),
        4 => git(&["add", "-A"]),
        4 => git_on(&["add", "--"]),
        1 => git_on(&["add", "-f", "--"]),
        1 => git_on(&["add", "-N", "--"]),
        2 => git_on(&["rm", "-q", "--cached", "-r", "--"]),
        4 => git(&["commit", "-q", "-m", "some"]),
        2 => git(&["commit", "-q", "-a", "-m", "all"]),
        1 => git(&["commit", "-q", "--amend", "-m", "again"]),
        2 => git(&["checkout", "-q", "-B", "topic"]),
        2 => git(&["checkout", "-q", "main"]),
        1 => git(&["checkout", "-q", "topic"]),
        1 => git(&["checkout", "-q", "--detach"]),
        2 => git(&["merge", "-q", "--no-edit", "topic"]),
        1 => git(&["rebase", "-q", "topic"]),
        1 => git(&["stash", "-q", "-u"]),
        1 => git(&["stash", "pop", "-q"]),
        1 => git(&["reset", "-q"]),
        1 => git(&["reset", "-q", "--hard"]),
    ]
}

fn place(project: &Project, name: usize) -> PathBuf {
    RelativePath::from_bytes(NAMES[name]).unwrap().under(&project.root)
}

/// What can't be done is not done: a file where a directory would have to be, nothing to commit.
pub fn carry_out(project: &Project, step: &Step) {
    let parent = |name: usize| std::fs::create_dir_all(place(project, name).parent().unwrap());
    let _ = match step {
        Step::Write(name, content) => {
            parent(*name).and_then(|()| std::fs::write(place(project, *name), CONTENTS[*content]))
        }
        Step::Append(name) => std::fs::read(place(project, *name))
            .and_then(|content| std::fs::write(place(project, *name), [content, b"more\n".to_vec()].concat())),
        Step::Delete(name) => {
            let place = place(project, *name);
            std::fs::remove_file(&place).or_else(|_| std::fs::remove_dir_all(&place))
        }
        Step::Rename(from, to) => {
            parent(*to).and_then(|()| std::fs::rename(place(project, *from), place(project, *to)))
        }
        Step::MakeDirectory(name) => std::fs::create_dir_all(place(project, *name)),
        Step::Symlink(name, target) => {
            parent(*name).and_then(|()| symlink(place(project, *target).file_name().unwrap(), place(project, *name)))
        }
        Step::Executable(name, on) => {
            let place = place(project, *name);
            let mode = if *on { 0o755 } else { 0o644 };
            let is_file = place.symlink_metadata().is_ok_and(|metadata| metadata.is_file());
            if is_file { std::fs::set_permissions(place, std::fs::Permissions::from_mode(mode)) } else { Ok(()) }
        }
        Step::Ignore(at) => std::fs::write(project.path(".gitignore"), IGNORED[*at]),
        Step::Attributes(at) => std::fs::write(project.path(".gitattributes"), ATTRIBUTES[*at]),
        Step::Git(command, name) => {
            let mut git = project.git_command(command);
            git.env("GIT_EDITOR", "true").env("GIT_LITERAL_PATHSPECS", "1").env("GIT_MERGE_AUTOEDIT", "no");
            if let Some(name) = name {
                git.arg(place(project, *name).strip_prefix(&project.root).unwrap());
            }
            git.output().map(drop)
        }
    };
}
