//! Which program a command runs in the end, whatever stands before it.

use super::script::script;
use super::shell::Word;

/// A program's name without its directory.
pub(super) fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// The words of the command that is run in the end, without assignments, `time`, `npx` and the like.
pub(super) fn called(words: &[Word]) -> Vec<String> {
    let mut rest: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    loop {
        let before = rest.len();
        rest = without_prefix(rest);
        if rest.len() == before {
            return rest.into_iter().map(ToOwned::to_owned).collect();
        }
    }
}

/// Drops one thing in front of a command that does not change what its status means.
fn without_prefix(words: Vec<&str>) -> Vec<&str> {
    let Some(first) = words.first() else { return words };
    if is_assignment(first) {
        return words[1..].to_vec();
    }
    let second = words.get(1).copied().unwrap_or_default();
    let skip = match (base(first), second) {
        // It only says where a program is.
        ("command", "-v" | "-V") => return words,
        ("time" | "command" | "exec" | "nohup" | "env" | "npx" | "bunx" | "pnpx" | "nice" | "sudo" | "xvfb-run", _) => {
            1
        }
        ("pnpm", "exec" | "dlx")
        | ("npm", "exec" | "x")
        | ("bun", "x")
        | ("yarn", "exec" | "dlx" | "run")
        | ("bundle", "exec")
        | ("uv" | "poetry" | "pipenv" | "pdm" | "rye" | "hatch" | "pixi" | "mise", "run" | "exec")
        | ("python" | "python3" | "py", "-m") => 2,
        ("timeout" | "gtimeout", _) => return without_timeout(&words),
        _ => return words,
    };
    // A script of the project that is called through `yarn run` is a script, not a program.
    if first.ends_with("yarn") && second == "run" && script(words.get(2).copied().unwrap_or_default()).is_some() {
        return words;
    }
    let mut rest = &words[skip..];
    while let Some(option) = rest.first().filter(|word| word.starts_with('-')) {
        let has_value =
            matches!(*option, "-p" | "--package" | "-c" | "-n" | "--with" | "--extra" | "--group" | "-u" | "--filter");
        rest = &rest[(1 + usize::from(has_value)).min(rest.len())..];
    }
    rest.to_vec()
}

/// Drops `timeout`, its options and its duration. It has a status of its own only when the time is over.
fn without_timeout<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let mut rest = &words[1..];
    while let Some(option) = rest.first().filter(|word| word.starts_with('-')) {
        let has_value = matches!(*option, "-k" | "-s" | "--kill-after" | "--signal");
        rest = &rest[(1 + usize::from(has_value)).min(rest.len())..];
    }
    rest.get(1..).unwrap_or_default().to_vec()
}

pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|character: char| character.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
