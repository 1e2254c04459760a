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
