//! Which check a command line runs (tests, a build, a linter, a type checker), and whether the status
//! of the whole line is the status of the check.

use serde::{Deserialize, Serialize};

use super::called::{base, called, is_in_container};
use super::check_options::{is_watching, succeeds_anyway};
use super::checks::of;
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
    /// Which of the line's commands it is.
    pub at: usize,
    /// The check as it is called without what stands around it, to find the same one again.
    pub same: String,
    /// The checks that have to succeed before it, each with its place.
    pub before: Vec<(usize, String)>,
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
    let is_watching = is_watching(words);
    // What ends the line earlier, or makes another status or another program of it.
    let is_bent = commands[..*index].iter().any(|earlier| {
        matches!(
            earlier.words.first().map_or("", |word| word.text.as_str()),
            "exit" | "return" | "trap" | "alias" | "exec"
        )
    });
    // `set -e` passes over what fails within an `&&` chain.
    let is_alone = (*index == 0 || commands[*index - 1].joint != Joint::And) && command.joint == Joint::Then;
    let is_seen = !command.around.is_unseen
        && !command.redirects.iter().any(|redirect| redirect.is_output && !redirect.is_descriptor);
    // What follows must not be able to end otherwise than the check did.
    let is_last = match command.joint {
        Joint::End | Joint::And => true,
        Joint::Then => options.stops_at_failure && is_alone,
        Joint::Pipe => options.keeps_failure && *index + 2 == commands.len() && only_passes_on(&commands[*index + 1]),
        Joint::Or | Joint::Background => false,
    };
    let is_chain = commands[*index..].iter().all(|later| match later.joint {
        Joint::End | Joint::And => true,
        Joint::Then => options.stops_at_failure && is_alone,
        Joint::Pipe => std::ptr::eq(later, command),
        Joint::Or | Joint::Background => false,
    });
    // Before it, only what can't swallow its failure: anything joined by `&&` or `;`.
    let is_reached = commands[..*index].iter().all(|earlier| matches!(earlier.joint, Joint::And | Joint::Then));
    let is_in_list = commands[*index..].iter().any(|command| command.around.is_in_list);
    let decides = is_last && is_chain && is_reached && !is_watching && !is_bent && !is_in_list;
    let others_prepare = commands.iter().enumerate().all(|(at, other)| {
        at == *index || (command.joint == Joint::Pipe && at == index + 1) || prepares(&other.words)
            // What `;` joins in front of it does not decide the status.
            || (at < *index && other.joint == Joint::Then && !options.stops_at_failure)
    });
    Judged {
        check: Some(*check),
        at: *index,
        success_decides: decides && is_seen && !succeeds_anyway(words),
        failure_decides: decides && others_prepare && checks.len() == 1 && !is_carried(command),
        same: name(command, words),
        before: checks
            .iter()
            .filter(|(at, _, words)| {
                let mut chain = commands[*at..*index].iter();
                *at < *index
                    && chain.all(|one| one.joint == Joint::And && !one.around.is_in_list)
                    && !succeeds_anyway(words)
            })
            .map(|(at, _, words)| (*at, name(&commands[*at], words)))
            .collect(),
    }
}

fn is_carried(command: &Simple) -> bool {
    command.around.is_in_container || is_in_container(&command.words)
}

fn name(command: &Simple, words: &[String]) -> String {
    format!("{}{}", if is_carried(command) { "in a container: " } else { "" }, words.join(" "))
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
        for command in commands.iter().take_while(|command| {
            command.around.enters == 0 && command.words.first().is_some_and(|word| word.text == "set")
        }) {
            for word in &command.words[1..] {
                let is_short = word.text.starts_with('-') && !word.text.starts_with("--");
                options.stops_at_failure |= (is_short && word.text.contains('e')) || word.text == "errexit";
                options.keeps_failure |= word.text == "pipefail";
            }
            if command.words[1..].iter().any(|word| word.text.starts_with('+')) {
                options = Self { stops_at_failure: false, keeps_failure: false };
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
            ("timeout 60 npm test", Check::Test),
            ("timeout -k 5 60s npx jest", Check::Test),
            ("npm --prefix web run build", Check::Build),
            ("npm test -w packages/a", Check::Test),
            ("pnpm --filter web test", Check::Test),
            ("make -j 4 -C sub test", Check::Test),
            ("./mvnw -q clean verify", Check::Test),
            ("npx jest --watch=false", Check::Test),
            ("(cd x && npm test)", Check::Test),
            ("{ npm test; }", Check::Test),
            ("bash -lc 'npm test'", Check::Test),
            ("bash -ec 'cd x && npm test'", Check::Test),
            ("env FOO=1 npm test", Check::Test),
            ("time npm test", Check::Test),
            ("time -p npm test", Check::Test),
            ("sudo -n -u me nice -n 5 npm test", Check::Test),
            ("npx turbo run test --filter=web", Check::Test),
            ("turbo build", Check::Build),
            ("npx nx test app", Check::Test),
            ("nx run-many -t lint,test", Check::Lint),
            ("nx affected --target=test", Check::Test),
            ("make check", Check::Test),
            ("make CI=1 test", Check::Test),
            ("just test", Check::Test),
            ("task test", Check::Test),
            ("./gradlew :app:testDebugUnitTest", Check::Test),
            ("mvn -q test", Check::Test),
            ("dotnet test", Check::Test),
            ("python manage.py test", Check::Test),
            ("pdm run test", Check::Test),
            ("conda run -n e pytest", Check::Test),
            ("yarn workspace web run test", Check::Test),
            ("./test.sh", Check::Test),
            ("bash -x ./scripts/run_tests.sh --fast", Check::Test),
            ("scripts/test", Check::Test),
            ("../bin/lint", Check::Lint),
        ] {
            assert_eq!(judged(line).check, Some(check), "{line}");
            assert!(judged(line).success_decides && judged(line).failure_decides, "{line}");
        }
        for line in [
            "npm install",
            "ls test",
            "git grep test",
            "git commit -m test",
            "cat jest.config.js",
            "node test.js",
            "test -f x",
            "/usr/bin/test -f x",
            "bash -n test.sh",
            "sh test",
            "./test.log",
            "./test-data.sh",
            "docker run -d app npm test",
        ] {
            assert_eq!(judged(line).check, None, "{line}");
        }
        assert_eq!(judged("cd a && npx jest x").same, judged("CI=1 yarn exec jest x").same);
        assert_eq!(judged("npm run lint && cd a && npm test").before, [(0, "npm run lint".to_owned())]);
        assert_eq!(judged("npm run lint; npm test").before, []);
    }

    #[test]
    fn what_only_tells_is_no_check() {
        for line in [
            "pytest --collect-only",
            "npx jest --listTests",
            "cargo test --no-run",
            "npx playwright test --list",
            "mvn package -DskipTests",
            "make -n test",
            "npx eslint --version",
            "tsc --help",
            "tsc --init",
            "tsc -v",
            "vitest list",
            "cargo nextest list",
            "ctest -N",
            "tox -l",
            "jest --showConfig",
            "command -v pytest",
            "mvn test -DskipTests=true",
            "mvn test -Dmaven.test.skip",
            "go test -c -o x ./a",
            "ctest --show-only",
            "dotnet test -t",
            "phpunit --list-groups",
            "gradle test -m",
            "make -q test",
            "tsc --listFilesOnly",
            "swift build --show-bin-path",
            "ninja -t targets",
            "ninja clean",
            "cmake --build . --target clean",
        ] {
            assert_eq!(judged(line).check, None, "{line}");
        }
        let passed_on = judged("cargo test -- --list");
        assert_eq!((passed_on.check, passed_on.success_decides), (Some(Check::Test), false));
    }

    #[test]
    fn what_runs_or_formats_or_prepares_is_no_check() {
        for line in [
            "bun run server.ts",
            "deno run main.ts",
            "dart run",
            "swift run app",
            "nx run app:serve",
            "lerna run publish",
            "ruff format .",
            "biome format --write .",
            "golangci-lint version",
            "npm run test-server",
            "npm run test:e2e:install",
            "npx lint-staged",
            "make build-clean",
        ] {
            assert_eq!(judged(line).check, None, "{line}");
        }
        assert_eq!(judged("bun run build").check, Some(Check::Build));
        assert_eq!(judged("npx nx run app:test").check, Some(Check::Test));
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
            ("npx jest --watchAll=true", false, false),
            ("npm run test:watch", false, false),
            ("set +o pipefail; npm test | tail -3", false, false),
            ("set -e; set +e; npm test; echo done", false, false),
            ("true || npm test", false, false),
            ("set -e; npm test; echo done", true, true),
            ("set -e; npm test && echo ok; echo done", false, false),
            ("set -e; test -d a && npm test; echo done", false, false),
            ("exit 0; npm test", false, false),
            ("exec > log; npm test", false, false),
            ("npm test --if-present", false, true),
            ("ruff check --exit-zero", false, true),
            ("make -i test", false, true),
            ("make -ki test", false, true),
            ("golangci-lint run --issues-exit-code 0", false, true),
            ("ruff check -e .", false, true),
            ("npm test -- --help", false, true),
            ("(cd x && npm test) && echo done", true, true),
            ("(cd x && npm test); echo done", false, false),
            ("(cd x; npm test)", false, false),
            ("(npm test || true)", false, false),
            ("(npm test &)", false, false),
            ("(npm test) &", false, false),
            ("(npm test) | tail -3", false, false),
            ("(npm test) > log", false, true),
            ("(rm -f x; mkdir x) && npm test", true, true),
            ("(set -e; npm test); echo done", false, false),
            ("(set -o pipefail && npm test) | tail -3", false, false),
            ("{ npm test; echo done; }", false, false),
            ("bash -c 'npm test; true'", false, false),
            ("bash -c 'npm test | tail'", false, false),
            ("bash -c \"$CHECKS npm test\"", false, false),
            ("true || (npm test)", false, false),
            ("bash -c 'npm test' || true", false, false),
            ("docker compose -f a.yml run --rm app npm test", true, false),
            ("docker compose run app sh -c 'npm test'", true, false),
            ("docker exec -it app npm test || true", false, false),
            ("kubectl exec pod -- npm test", true, false),
            ("mvn -fn test", false, true),
        ] {
            let judged = judged(line);
            assert_eq!((judged.success_decides, judged.failure_decides), (success, failure), "{line}");
        }
    }
}
