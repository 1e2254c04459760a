//! Which check a command line runs (tests, a build, a linter, a type checker), and whether the status
//! of the whole line is the status of the check.

use serde::{Deserialize, Serialize};

use super::shell::{Joint, Simple, Word};

/// What a check is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Check {
    /// Tests.
    Test,
    /// A build.
    Build,
    /// A linter, or a formatter that only looks.
    Lint,
    /// A type checker.
    Types,
}

/// What a line says about its check.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Judged {
    /// The last check that the line runs.
    pub check: Option<Check>,
    /// The line's exit 0 says that the check succeeded.
    pub success_decides: bool,
    /// Another status says that the check failed.
    pub failure_decides: bool,
    /// The check as it is called without what stands around it, to find the same one again.
    pub same: String,
}

/// Judges a line.
pub(super) fn judge(commands: &[Simple]) -> Judged {
    let checks: Vec<(usize, Check, Vec<String>)> = commands
        .iter()
        .enumerate()
        .filter_map(|(index, command)| {
            let words = called(&command.words);
            of(&words).map(|check| (index, check, words))
        })
        .collect();
    let Some((index, check, words)) = checks.last() else { return Judged::default() };
    let options = Options::of(commands);
    let command = &commands[*index];
    let is_watching = words.iter().skip(1).any(|word| {
        matches!(
            word.as_str(),
            "--watch" | "--watchAll" | "-w" | "watch" | "dev" | "--watch-all" | "--looponfail" | "-f=watch"
        )
    });
    let is_seen = !command.redirects.iter().any(|redirect| redirect.is_output && !redirect.is_descriptor);
    // What follows must not be able to end otherwise than the check did.
    let is_last = match command.joint {
        Joint::End | Joint::And => true,
        // Nothing behind the last separator.
        Joint::Then => *index + 1 == commands.len() || options.stops_at_failure,
        Joint::Pipe => options.keeps_failure && *index + 2 == commands.len() && only_passes_on(&commands[*index + 1]),
        Joint::Or | Joint::Background => false,
    };
    let is_chain = commands[*index..].iter().all(|later| match later.joint {
        Joint::End | Joint::And => true,
        Joint::Then => options.stops_at_failure || *index + 1 == commands.len(),
        Joint::Pipe => std::ptr::eq(later, command),
        Joint::Or | Joint::Background => false,
    });
    // Before it, only what can't swallow its failure: anything joined by `&&` or `;`.
    let is_reached = commands[..*index].iter().all(|earlier| matches!(earlier.joint, Joint::And | Joint::Then));
    let decides = is_last && is_chain && is_reached && !is_watching;
    let others_prepare = commands.iter().enumerate().all(|(at, other)| {
        at == *index || (command.joint == Joint::Pipe && at == index + 1) || prepares(&other.words)
            // What `;` joins in front of it does not decide the status.
            || (at < *index && other.joint == Joint::Then && !options.stops_at_failure)
    });
    Judged {
        check: Some(*check),
        success_decides: decides && is_seen,
        failure_decides: decides && others_prepare && checks.len() == 1,
        same: words.join(" "),
    }
}

/// Options of the shell that the line itself sets.
struct Options {
    /// `set -e`
    stops_at_failure: bool,
    /// `set -o pipefail`
    keeps_failure: bool,
}

impl Options {
    fn of(commands: &[Simple]) -> Self {
        let mut options = Self { stops_at_failure: false, keeps_failure: false };
        for command in
            commands.iter().take_while(|command| command.words.first().is_some_and(|word| word.text == "set"))
        {
            for word in &command.words[1..] {
                let is_short = word.text.starts_with('-') && !word.text.starts_with("--");
                options.stops_at_failure |= (is_short && word.text.contains('e')) || word.text == "errexit";
                options.keeps_failure |= word.text == "pipefail";
            }
        }
        options
    }
}

/// Whether a command behind a pipe ends well whatever it reads.
fn only_passes_on(command: &Simple) -> bool {
    let program = command.words.first().map_or("", |word| base(&word.text));
    command.redirects.is_empty() && matches!(program, "tail" | "cat" | "tee" | "sed" | "sort" | "nl" | "wc")
}

/// Whether a command only prepares the check, and hardly ever fails on its own.
fn prepares(words: &[Word]) -> bool {
    let called = called(words);
    let program = called.first().map_or("", |word| base(word));
    matches!(
        program,
        "" | "cd"
            | "export"
            | "set"
            | "source"
            | "."
            | "mkdir"
            | "touch"
            | "rm"
            | "echo"
            | "printf"
            | "true"
            | "pushd"
            | "unset"
            | "clear"
    )
}

fn base(program: &str) -> &str {
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
        // `timeout` has a status of its own, and its duration is a word.
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

pub(super) fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        !name.is_empty()
            && !name.starts_with(|character: char| character.is_ascii_digit())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    })
}

/// What a command checks. One table.
fn of(words: &[String]) -> Option<Check> {
    let program = base(words.first()?).trim_end_matches(".exe").trim_end_matches(".cmd");
    let has = |option: &str| words[1..].iter().any(|word| word == option);
    let argument = words[1..].iter().find(|word| !word.starts_with(['-', '+'])).map_or("", String::as_str);
    Some(match (program, argument) {
        (
            "jest" | "mocha" | "ava" | "tap" | "pytest" | "py.test" | "unittest" | "rspec" | "phpunit" | "pest"
            | "ctest" | "tox" | "nox" | "bats",
            _,
        )
        | (
            "playwright" | "cypress" | "ng" | "deno" | "bun" | "mix" | "swift" | "dart" | "flutter" | "zig" | "lerna"
            | "nx",
            "test" | "run",
        )
        | (
            "cargo" | "go" | "dotnet" | "sbt" | "rails" | "rake" | "bazel" | "stack" | "cabal" | "xcodebuild",
            "test" | "nextest",
        )
        | ("mvn" | "mvnw", "test" | "verify" | "integration-test")
        | ("gradle" | "gradlew", "test" | "check") => Check::Test,
        ("node", _) if has("--test") => Check::Test,
        ("vitest", _) if argument != "bench" => Check::Test,
        (
            "eslint" | "biome" | "ruff" | "flake8" | "pylint" | "rubocop" | "golangci-lint" | "shellcheck"
            | "stylelint" | "oxlint" | "clippy",
            _,
        )
        | ("cargo", "clippy")
        | ("go", "vet") => Check::Lint,
        ("prettier" | "black", _) if has("--check") || has("-c") => Check::Lint,
        ("cargo", "fmt") if has("--check") => Check::Lint,
        ("mypy" | "pyright" | "basedpyright" | "vue-tsc" | "ty" | "flow" | "svelte-check", _) | ("cargo", "check") => {
            Check::Types
        }
        ("tsc", _) => {
            if has("--noEmit") {
                Check::Types
            } else {
                Check::Build
            }
        }
        (
            "cargo" | "go" | "dotnet" | "swift" | "zig" | "vite" | "next" | "nx" | "bazel" | "docker" | "stack"
            | "cabal",
            "build",
        )
        | ("mvn" | "mvnw", "package" | "compile" | "install")
        | ("gradle" | "gradlew", "build" | "assemble")
        | ("webpack" | "rollup" | "esbuild" | "tsup" | "ninja", _) => Check::Build,
        ("cmake", _) if has("--build") => Check::Build,
        ("npm" | "pnpm" | "yarn" | "bun", "run" | "run-script") => {
            let at = words.iter().position(|word| word == argument)?;
            return script(words[at + 1..].iter().find(|word| !word.starts_with('-'))?);
        }
        ("npm" | "pnpm" | "yarn" | "make" | "just" | "task" | "rake", name) => {
            return if name.is_empty() && program == "make" { Some(Check::Build) } else { script(name) };
        }
        _ => return None,
    })
}

/// What a script of a project checks, by its name.
fn script(name: &str) -> Option<Check> {
    let head = name.split([':', '-', '.']).next().unwrap_or(name);
    Some(match (name, head) {
        ("typecheck" | "type-check" | "check-types" | "types" | "tsc" | "check:types", _)
        | (_, "typecheck" | "types") => Check::Types,
        (_, "test" | "tests" | "t" | "tst" | "spec" | "unit" | "e2e") => Check::Test,
        (_, "lint" | "eslint") => Check::Lint,
        (_, "build" | "compile") => Check::Build,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trail::shell;

    fn judged(line: &str) -> Judged {
        judge(&shell::parse(line).unwrap())
    }

    #[test]
    fn checks_are_known_through_what_stands_before_them() {
        for (line, check) in [
            ("npm test", Check::Test),
            ("npm run test:unit -- --grep x", Check::Test),
            ("CI=1 npx --yes jest a.test.js", Check::Test),
            ("time pnpm exec vitest run", Check::Test),
            ("uv run pytest -q", Check::Test),
            ("python3 -m unittest discover", Check::Test),
            ("python -m pytest", Check::Test),
            ("poetry run python -m pytest", Check::Test),
            ("bundle exec rspec", Check::Test),
            ("node --test", Check::Test),
            ("cargo +nightly test --test a", Check::Test),
            ("cargo nextest run", Check::Test),
            ("go test ./...", Check::Test),
            ("./gradlew test", Check::Test),
            ("make test", Check::Test),
            ("yarn run build", Check::Build),
            ("yarn lint", Check::Lint),
            ("npx tsc --noEmit", Check::Types),
            ("npm run typecheck", Check::Types),
            ("cargo clippy --all-targets -- -D warnings", Check::Lint),
            ("tsc -p .", Check::Build),
        ] {
            assert_eq!(judged(line).check, Some(check), "{line}");
            assert!(judged(line).success_decides && judged(line).failure_decides, "{line}");
        }
        for line in ["npm install", "ls test", "git commit -m test", "cat jest.config.js", "node test.js"] {
            assert_eq!(judged(line).check, None, "{line}");
        }
        assert_eq!(judged("cd a && npx jest x").same, judged("CI=1 yarn exec jest x").same);
    }

    #[test]
    fn a_status_speaks_only_for_the_check_that_decides_it() {
        for (line, success, failure) in [
            ("cd sub && npm test", true, true),
            ("cd sub; npm test", true, true),
            ("npm ci && npm test", true, false),
            ("npm run build && npm test", true, false),
            ("npm test && echo done", true, true),
            ("npm test && git push", true, false),
            ("set -o pipefail; npm test | tail -3", true, true),
            ("set -euo pipefail\nnpm ci\nnpm test 2>&1 | tee log", true, false),
            ("npm test 2>&1", true, true),
            ("npm test | tail -3", false, false),
            ("set -o pipefail; npm test | grep -v x", false, false),
            ("npm test || true", false, false),
            ("npm test; echo done", false, false),
            ("npm test &", false, false),
            ("npm test & wait", false, false),
            ("npm test > log", false, true),
            ("npm test &> log", false, true),
            ("npx vitest --watch", false, false),
            ("npx jest --watchAll", false, false),
            ("true || npm test", false, false),
        ] {
            let judged = judged(line);
            assert_eq!((judged.success_decides, judged.failure_decides), (success, failure), "{line}");
        }
    }
}
