//! Scripts of a project, which are known by their names alone.

use super::check::Check;

/// What a script of a project checks, by its name.
pub(super) fn script(name: &str) -> Option<Check> {
    // Of what is about checks, but none: `test-server`, `build:clean`.
    const OTHERS: [&str; 19] = [
        "clean", "install", "setup", "server", "serve", "data", "import", "fixtures", "seed", "init", "start", "stop",
        "deps", "reset", "update", "download", "info", "staged", "env",
    ];
    if name.split([':', '-', '.', '_']).any(|part| OTHERS.contains(&part)) {
        return None;
    }
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

/// What a program of the project checks, by the name of its file: `./test.sh`, `scripts/run-tests`.
pub(super) fn file(program: &str) -> Option<Check> {
    let (directory, name) = program.rsplit_once('/').unwrap_or(("", program));
    let bare = name.strip_suffix(".sh").or_else(|| name.strip_suffix(".bash"));
    // Without a directory the shell looks for a program of the system.
    let is_of_project =
        bare.is_some() || !(directory.is_empty() || program.starts_with('/') && directory.ends_with("bin"));
    let bare = bare.unwrap_or(name);
    let bare = bare.strip_prefix("run").map_or(bare, |rest| rest.trim_start_matches(['-', '_', '.']));
    // An underscore parts the words of a file's name.
    script(&bare.replace('_', "-")).filter(|_| is_of_project && !bare.contains('.'))
}
