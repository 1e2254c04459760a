//! Options of checks that change what their status means.

use super::called::base;

/// Options with which a tool only says what it would do, or what there is.
const ONLY_TELLS: [&str; 28] = [
    "--help",
    "-h",
    "--version",
    "-V",
    "--dry-run",
    "--collect-only",
    "--co",
    "--list",
    "--listTests",
    "--list-tests",
    "--no-run",
    "--print-config",
    "--showConfig",
    "--show-config",
    "--clearCache",
    "--clear-cache",
    "--init",
    "--fixtures",
    "--markers",
    "--clean",
    "-DskipTests",
    "-DskipTests=true",
    "-Dmaven.test.skip",
    "-Dmaven.test.skip=true",
    "--list-groups",
    "--listFilesOnly",
    "--show-bin-path",
    "--show-only",
];

/// Options with which a tool ends with 0 whatever it finds, or without having anything to do.
const ALWAYS_SUCCEEDS: [&str; 9] = [
    "--if-present",
    "--exit-zero",
    "--ignore-errors",
    "-fn",
    "--fail-never",
    "-Dmaven.test.failure.ignore",
    "-Dmaven.test.failure.ignore=true",
    "--issues-exit-code=0",
    "--pass-on-failing-test-suite",
];

/// Whether a check is only asked about itself.
pub(super) fn only_tells(program: &str, options: &[String]) -> bool {
    options.iter().take_while(|word| *word != "--").any(|word| {
        ONLY_TELLS.contains(&word.as_str())
            || matches!(
                (program, word.as_str()),
                ("make", "-n" | "-q" | "-t")
                    | ("just" | "ninja", "-n")
                    | ("ninja" | "dotnet", "-t")
                    | ("gradle" | "gradlew", "-m")
                    | ("docker", "--check")
                    | ("ctest", "-N")
                    | ("tox" | "nox", "-l")
                    | ("go", "-c" | "-list")
                    | ("tsc" | "jest" | "eslint", "-v")
            )
    })
}

/// Whether a check may end with 0 although it found something, or did not run.
pub(super) fn succeeds_anyway(words: &[String]) -> bool {
    let passed_on = words.iter().skip_while(|word| *word != "--").skip(1);
    let program = words.first().map_or("", |program| base(program));
    let is_short = |word: &str, letter| word.starts_with('-') && !word.starts_with("--") && word.contains(letter);
    words.iter().any(|word| {
        ALWAYS_SUCCEEDS.contains(&word.as_str())
            || (program == "make" && is_short(word, 'i'))
            || (program == "ruff" && word == "-e")
    }) || words.windows(2).any(|pair| pair[0] == "--issues-exit-code" && pair[1] == "0")
        || passed_on.into_iter().any(|word| ONLY_TELLS.contains(&word.as_str()))
}

/// Whether a check goes on until somebody stops it, by an option or by the name of its script.
pub(super) fn is_watching(words: &[String]) -> bool {
    // There it names a workspace.
    let is_npm = words.first().is_some_and(|program| base(program) == "npm");
    words.iter().skip(1).any(|word| match word.as_str() {
        "-w" => !is_npm,
        "dev" | "--looponfail" | "-f=watch" => true,
        option if option.starts_with("--watch") => !option.ends_with("=false"),
        option if option.starts_with('-') => false,
        name => name.split([':', '-', '.', '_']).any(|part| part == "watch"),
    })
}
