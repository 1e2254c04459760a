//! What is known for a check: programs and their arguments.

use super::called::base;
use super::check::Check;
use super::check_options::only_tells;
use super::script::{self, script};

/// Options that have a value of their own, where the name of a target or of a script is looked for.
const WITH_VALUE: [&str; 12] = [
    "--prefix",
    "--workspace",
    "-w",
    "--filter",
    "-F",
    "-C",
    "--dir",
    "--cwd",
    "-f",
    "--manifest-path",
    "--config",
    "-pl",
];

/// What a command checks. One table.
pub(super) fn of(words: &[String]) -> Option<Check> {
    let program = base(words.first()?).trim_end_matches(".exe").trim_end_matches(".cmd");
    let has = |option: &str| words[1..].iter().any(|word| word == option);
    if only_tells(program, &words[1..]) {
        return None;
    }
    let is_value = |at: usize| WITH_VALUE.contains(&words[at - 1].as_str());
    let argument = (1..words.len())
        .find(|at| {
            let is_other = words[*at].starts_with(['-', '+']) || words[*at].contains('=');
            !is_other && !is_value(*at) && words[*at].parse::<u32>().is_err()
        })
        .map_or("", |at| words[at].as_str());
    // These take several goals.
    let argument = match program {
        "mvn" | "mvnw" | "gradle" | "gradlew" if argument == "clean" => words
            .iter()
            .skip_while(|word| *word != "clean")
            .skip(1)
            .find(|word| !word.starts_with('-'))
            .map_or("", String::as_str),
        _ => argument,
    };
    // `gradle :app:test`, `moon run app:test`
    let task = argument.rsplit(':').next().unwrap_or_default();
    let value_of = |options: &[&str]| {
        words.iter().enumerate().find_map(|(at, word)| match word.split_once('=') {
            Some((option, value)) => Some(value).filter(|_| options.contains(&option)),
            None => words.get(at + 1).map(String::as_str).filter(|_| options.contains(&word.as_str())),
        })
    };
    Some(match (program, argument) {
        (
            "jest" | "mocha" | "ava" | "tap" | "pytest" | "py.test" | "unittest" | "rspec" | "phpunit" | "pest"
            | "ctest" | "tox" | "nox" | "bats" | "behave" | "behat" | "busted" | "elm-test" | "wtr",
            _,
        )
        | (
            "playwright" | "ng" | "deno" | "bun" | "mix" | "swift" | "dart" | "flutter" | "zig" | "cargo" | "go"
            | "dotnet" | "sbt" | "rails" | "bazel" | "stack" | "cabal" | "xcodebuild" | "manage.py" | "meson" | "lein"
            | "gleam" | "forge" | "hardhat" | "composer" | "hatch",
            "test",
        )
        | ("cypress", "run")
        | ("make", "check")
        | ("mvn" | "mvnw", "test" | "verify" | "integration-test") => Check::Test,
        ("gradle" | "gradlew", _) if task == "check" || task.starts_with("test") => Check::Test,
        ("python" | "python3" | "php", "manage.py" | "artisan") | ("xcodebuild", _) if has("test") => Check::Test,
        ("node", _) if has("--test") => Check::Test,
        ("cargo", "nextest") if has("run") => Check::Test,
        ("vitest", _) if !matches!(argument, "bench" | "list" | "init") => Check::Test,
        ("eslint" | "flake8" | "pylint" | "rubocop" | "shellcheck" | "stylelint" | "oxlint" | "clippy", _)
        | ("ruff", "check")
        | ("biome", "check" | "lint" | "ci")
        | ("golangci-lint" | "pre-commit", "run")
        | ("cargo", "clippy")
        | ("deno", "lint")
        | ("go", "vet") => Check::Lint,
        ("prettier" | "black", _) | ("ruff", "format") if has("--check") || has("-c") => Check::Lint,
        ("biome", "format") if !has("--write") && !has("--fix") => Check::Lint,
        ("cargo", "fmt") if has("--check") => Check::Lint,
        ("mypy" | "pyright" | "basedpyright" | "vue-tsc" | "ty" | "flow" | "svelte-check", _)
        | ("cargo" | "deno", "check") => Check::Types,
        ("tsc", _) => {
            if has("--noEmit") {
                Check::Types
            } else {
                Check::Build
            }
        }
        (
            "cargo" | "go" | "dotnet" | "swift" | "zig" | "vite" | "next" | "bazel" | "docker" | "stack" | "cabal",
            "build",
        )
        | ("mvn" | "mvnw", "package" | "compile" | "install")
        | ("webpack" | "rollup" | "esbuild" | "tsup", _)
        | ("make" | "ninja", "") => Check::Build,
        ("gradle" | "gradlew", _) if matches!(task, "build" | "assemble") => Check::Build,
        ("cmake", _) if has("--build") => return target(value_of(&["-t", "--target"]).unwrap_or_default()),
        ("nx" | "moon", "run") => return script(words.iter().find_map(|word| word.split(':').nth(1))?),
        ("nx", "run-many" | "affected") => {
            return value_of(&["-t", "--target", "--targets"])?.split(',').find_map(script);
        }
        // Of several tasks the first that is a check.
        ("turbo", _) => return words[1..].iter().filter(|word| !word.starts_with('-')).find_map(|word| script(word)),
        (
            "npm" | "pnpm" | "yarn" | "bun" | "lerna" | "composer" | "pdm" | "hatch" | "pixi" | "mise" | "rye",
            "run" | "run-script",
        ) => {
            let at = words.iter().position(|word| word == argument)?;
            return script(words[at + 1..].iter().find(|word| !word.starts_with('-'))?);
        }
        ("yarn", "workspace") => return script(words.get(3..)?.iter().find(|word| *word != "run")?),
        ("ninja", name) => return target(name),
        ("npm" | "pnpm" | "yarn" | "make" | "just" | "task" | "rake" | "nx" | "inv" | "invoke" | "mage", name) => {
            return script(name);
        }
        ("sh" | "bash" | "zsh" | "dash", name) if !has("-n") && !has("-c") => return script::file(name),
        _ => return script::file(&words[0]),
    })
}

/// What a target of a build is about: nearly always something that is built.
fn target(name: &str) -> Option<Check> {
    script(name).or(Some(Check::Build).filter(|_| name != "clean"))
}
