//! Which program a command runs in the end, whatever stands before it.

use super::script::script;
use super::shell::Word;

/// A program's name without its directory.
pub(super) fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// The words of the command that is run in the end, without assignments, `time`, `npx` and the like.
pub(super) fn called(words: &[Word]) -> Vec<String> {
    called_words(words).iter().map(|word| word.text.clone()).collect()
}

/// The same as they stand in the line.
pub(super) fn called_words(words: &[Word]) -> &[Word] {
    let all: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let mut rest = all.as_slice();
    loop {
        let length = length_of_prefix(rest).or_else(|| length_of_container(rest)).unwrap_or(0).min(rest.len());
        if length == 0 {
            return &words[words.len() - rest.len()..];
        }
        rest = &rest[length..];
    }
}

/// Whether the command is run in a container, which can fail in the same way without running it.
pub(super) fn is_in_container(words: &[Word]) -> bool {
    let before = &words[..words.len() - called_words(words).len()];
    before.iter().any(|word| CONTAINERS.contains(&base(&word.text)))
}

/// Programs that run another one and end as it does; what has to stand behind their names; those of their options
/// that have a value of their own.
const PREFIXES: [(&[&str], &[&str], &[&str]); 8] = [
    (&["time", "command", "exec", "nohup", "setsid", "cross-env", "dotenv"], &[], &["-f", "-o", "-e"]),
    (&["nice", "ionice", "stdbuf", "xvfb-run"], &[], &["-n", "-c", "-i", "-o", "-e", "-s"]),
    (&["env", "sudo"], &[], &["-u", "--unset", "-C", "--chdir", "-g"]),
    (&["npx", "bunx", "pnpx"], &[], OF_PACKAGES),
    (&["pnpm", "npm", "bun", "yarn", "bundle"], &["exec", "dlx", "x", "run"], OF_PACKAGES),
    (&["uv", "poetry", "pipenv", "pdm", "rye", "hatch", "pixi", "mise"], &["run", "exec"], OF_PACKAGES),
    (&["conda", "mamba", "micromamba"], &["run"], &["-n", "--name", "-p", "--prefix"]),
    (&["python", "python3", "py"], &["-m"], &[]),
];
const OF_PACKAGES: &[&str] = &["-p", "--package", "-c", "--with", "--extra", "--group", "--filter"];
const CONTAINERS: [&str; 5] = ["docker", "podman", "docker-compose", "podman-compose", "kubectl"];

/// How many words stand before a command that do not change what its status means.
fn length_of_prefix(words: &[&str]) -> Option<usize> {
    let first = words.first()?;
    if is_assignment(first) {
        return Some(1);
    }
    let (program, second) = (base(first), words.get(1).copied().unwrap_or_default());
    if matches!(program, "timeout" | "gtimeout") {
        // It has a status of its own only when the time is over.
        return Some(behind_options(words, 1, &["-k", "-s", "--kill-after", "--signal"]) + 1);
    }
    let (_, verbs, with_value) = PREFIXES
        .iter()
        .find(|(programs, verbs, _)| programs.contains(&program) && (verbs.is_empty() || verbs.contains(&second)))?;
    let is_script = match (program, second) {
        // It only says where a program is; a script of the project is one, whatever runs it.
        ("command", "-v" | "-V") | ("npm" | "pnpm" | "bun", "run") => true,
        ("yarn" | "pdm" | "hatch" | "pixi" | "mise" | "rye", "run") => {
            script(words.get(2).copied().unwrap_or_default()).is_some()
        }
        _ => false,
    };
    (!is_script).then(|| behind_options(words, 1 + usize::from(!verbs.is_empty()), with_value))
}

/// How many words stand before what is run in a container and waited for.
fn length_of_container(words: &[&str]) -> Option<usize> {
    const WITH_VALUE: [&str; 18] = [
        "-f",
        "--file",
        "-p",
        "--project-name",
        "--profile",
        "-e",
        "--env",
        "--env-file",
        "-u",
        "--user",
        "-v",
        "--volume",
        "-w",
        "--workdir",
        "--name",
        "--network",
        "--entrypoint",
        "-n",
    ];
    words.first().filter(|program| CONTAINERS.contains(&base(program)))?;
    let mut at = behind_options(words, 1, &WITH_VALUE);
    at += usize::from(words.get(at) == Some(&"compose"));
    at = behind_options(words, at, &WITH_VALUE);
    words.get(at).filter(|verb| matches!(**verb, "run" | "exec"))?;
    let end = behind_options(words, at + 1, &WITH_VALUE);
    let is_left = |word: &&str| matches!(*word, "-d" | "--detach" | "--entrypoint");
    // What it runs in stands before the command.
    let end = end + 1 + usize::from(words.get(end + 1) == Some(&"--"));
    (end < words.len() && !words[at..end].iter().any(is_left)).then_some(end)
}

/// Where the options end that begin at a place.
fn behind_options(words: &[&str], from: usize, with_value: &[&str]) -> usize {
    let mut at = from;
    while let Some(option) = words.get(at).filter(|word| word.starts_with('-')) {
        at += 1 + usize::from(with_value.contains(option));
    }
    at
}

/// The line that a command gives to a shell: `bash -c '…'`. The second value is whether it stands there as it
/// will be read.
pub(super) fn given_line(words: &[Word]) -> Option<(&str, bool)> {
    const SHELLS: [&str; 5] = ["sh", "bash", "zsh", "dash", "ksh"];
    let words = called_words(words);
    let (program, arguments) = words.split_first()?;
    let is_shell = SHELLS.contains(&base(&program.text));
    let mut arguments = arguments.iter().skip_while(|word| {
        let options = word.text.strip_prefix(['-', '+']);
        // `-o` has a value of its own.
        options.is_some_and(|options| options.starts_with('-') || !options.contains('c')) || word.text == "pipefail"
    });
    let options = arguments.next().filter(|word| is_shell && word.text.starts_with('-'))?;
    let line = arguments.next()?;
    Some((&line.text, !line.is_expanded && options.text.trim_start_matches(['-', 'l', 'i', 'e', 'u', 'x']) == "c"))
}

pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|character: char| character.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}
