//! What the closing lines of test runners look like.

use std::sync::LazyLock;

use aho_corasick::Input;
use aho_corasick::automaton::Automaton as _;
use aho_corasick::nfa::contiguous::NFA;

/// What a runner's closing line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Closing {
    /// Whose it is.
    pub runner: Runner,
    /// Failed tests.
    pub failed: u64,
    /// Tests that ran, failed ones among them where the line counts them.
    pub ran: u64,
}

/// A runner, or several that close in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Runner {
    /// Any of them: it found nothing to run.
    Any,
    Cargo,
    Ctest,
    Deno,
    Dotnet,
    Go,
    Gradle,
    Jest,
    Maven,
    /// bun closes in the same way.
    Mocha,
    /// mix and bats close in the same way.
    Minitest,
    Nextest,
    Node,
    Phpunit,
    Pytest,
    Rspec,
    Swift,
    Unittest,
    Vitest,
}

impl Runner {
    /// Whether one call of it closes several times: for every package, module or binary.
    pub fn closes_often(self) -> bool {
        matches!(self, Self::Cargo | Self::Dotnet | Self::Go | Self::Gradle | Self::Maven)
    }
}

/// What runners print when they found nothing to run.
const NOTHING: [&str; 15] = [
    "Tests  no tests",
    "No tests found",
    "No test files found",
    "no tests ran",
    "NO TESTS RAN",
    "No tests executed",
    "No tests were found",
    "no tests to run",
    "No test is available",
    "No test matches",
    "no test files",
    "No tests ran",
    "No tests matched",
    "collected 0 items",
    "No examples found",
];

/// What a closing line can have anywhere. Every other one is told by its first character.
static ANYWHERE: LazyLock<Option<NFA>> = LazyLock::new(|| {
    let others = ["Failed:", " tests failed out of ", " examples, ", " example, ", " tests completed, "];
    NFA::builder().build(NOTHING.iter().chain(&others)).ok()
});

/// What a line counts, when it is a runner's last word.
pub(super) fn closing(line: &str) -> Option<Closing> {
    use Runner::{Cargo, Deno, Go, Gradle, Maven, Mocha, Nextest, Node, Phpunit, Swift, Unittest};
    if ANYWHERE.as_ref().is_some_and(|anywhere| matches!(anywhere.try_find(&Input::new(line)), Ok(Some(_))))
        && let Some((runner, counts)) = anywhere(line)
    {
        return Some(runner.counts(counts));
    }
    // maven
    let line = ["[ERROR] ", "[WARNING] ", "[INFO] "].iter().find_map(|level| line.strip_prefix(level)).unwrap_or(line);
    let starts = |mark: &str| line.starts_with(mark);
    let (runner, counts) = match line.chars().next()? {
        'T' => tests(line)?,
        '#' | 'ℹ' => (Node, tap(line)?),
        't' => (Cargo, line.strip_prefix("test result: ").map(failed_and_passed)?),
        // bun
        'R' if line.contains(" tests across ") => (Mocha, (0, 0)),
        'S' if starts("Summary [") => (Nextest, failed_and_passed(line)),
        'R' => (Unittest, (0, line.strip_prefix("Ran ").filter(|rest| rest.contains(" test")).and_then(leading)?)),
        'F' => failed(line)?,
        'E' => (Swift, line.strip_prefix("Executed ").filter(|rest| rest.contains(" failure")).and_then(of_all)?),
        'O' => (Phpunit, (0, line.strip_prefix("OK (").and_then(leading)?)),
        'B' if starts("BUILD FAILED") => (Gradle, (1, 1)),
        'B' if starts("BUILD FAILURE") => (Maven, (1, 1)),
        '-' if starts("--- FAIL: ") => (Go, (1, 1)),
        '-' if starts("--- PASS: ") => (Go, (0, 1)),
        'o' if starts("ok  \t") || starts("ok \t") => (Go, (0, 1)),
        // `ok | 3 passed | 0 failed (2ms)`
        'o' if starts("ok | ") && line.contains(" passed") => (Deno, failed_and_passed(line)),
        '=' | '0'..='9' => counted(line)?,
        _ => return None,
    };
    Some(runner.counts(counts))
}

impl Runner {
    fn counts(self, (failed, ran): (u64, u64)) -> Closing {
        Closing { runner: self, failed, ran }
    }
}

/// A line that is told by what is within it.
fn anywhere(line: &str) -> Option<(Runner, (u64, u64))> {
    // go: `?  pkg [no test files]` and `ok pkg 0.1s [no tests to run]` stand beside packages with tests.
    if NOTHING.iter().any(|text| line.contains(text)) && !line.contains("passed") {
        return Some((Runner::Any, (0, 0)));
    }
    if line.contains("Failed:") && line.contains("Passed:") {
        let failed = after(line, "Failed:")?;
        return Some((Runner::Dotnet, (failed, failed.saturating_add(after(line, "Passed:")?))));
    }
    // `50% tests passed, 1 tests failed out of 2`
    if let Some((before, of)) = line.split_once(" tests failed out of ") {
        return Some((Runner::Ctest, (trailing(before)?, leading(of)?)));
    }
    // `3 examples, 1 failure`
    if let Some((total, rest)) = line.split_once(" examples, ").or_else(|| line.split_once(" example, ")) {
        let failed = leading(rest).filter(|_| rest.contains("failure"))?;
        return Some((Runner::Rspec, (failed, number(total)?.saturating_sub(skipped(rest)))));
    }
    // `3 tests completed, 1 failed`
    let (total, rest) = line.split_once(" tests completed, ")?;
    Some((Runner::Gradle, (leading(rest).filter(|_| rest.contains("failed"))?, number(total)?)))
}

/// jest, vitest, phpunit; surefire: `Tests run: 3, Failures: 1, Errors: 0`.
fn tests(line: &str) -> Option<(Runner, (u64, u64))> {
    // Of one class; a run of all that failed may come after it.
    let rest = line.strip_prefix("Tests").filter(|rest| !rest.contains("Time elapsed"))?;
    if rest.starts_with(" run:") || (rest.starts_with(':') && rest.contains("Assertions:")) {
        let total = after(line, if rest.starts_with(" run:") { "Tests run:" } else { "Tests:" })?;
        let count = |mark| after(line, mark).unwrap_or(0);
        let counts = (count("Failures:").saturating_add(count("Errors:")), total.saturating_sub(count("Skipped:")));
        return Some((if rest.starts_with(':') { Runner::Phpunit } else { Runner::Maven }, counts));
    }
    let is_list = rest.starts_with([':', ' '])
        && ["passed", "failed", "total", "skipped", "todo"].iter().any(|word| rest.contains(word));
    let runner = if rest.starts_with(':') { Runner::Jest } else { Runner::Vitest };
    is_list.then(|| (runner, failed_and_passed(rest)))
}

/// TAP of node:test, and its other reporter.
fn tap(line: &str) -> Option<(u64, u64)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))?;
    // All of them may have been skipped.
    if rest.strip_prefix("tests ").and_then(number).is_some() {
        return Some((0, 0));
    }
    if let Some(number) = rest.strip_prefix("pass ").and_then(number) {
        return Some((0, number));
    }
    if let Some(number) = rest.strip_prefix("fail ").and_then(number) {
        return Some((number, 0));
    }
    let (failed, of) = rest.strip_prefix("failed ")?.split_once(" of ")?;
    Some((number(failed)?, leading(of)?))
}

/// A line that begins with an F.
fn failed(line: &str) -> Option<(Runner, (u64, u64))> {
    if let Some(rest) = line.strip_prefix("FAILED (") {
        let count = |name| after(rest, name).unwrap_or(0);
        let failed = count("failures=").saturating_add(count("errors="));
        return (failed > 0).then_some((Runner::Unittest, (failed, 0)));
    }
    if line.starts_with("FAILED | ") && line.contains(" passed") {
        return Some((Runner::Deno, failed_and_passed(line)));
    }
    let is_go =
        line == "FAIL" || line.starts_with("FAIL\t") || line.starts_with("FAIL ") && line.contains("[build failed]");
    is_go.then_some((Runner::Go, (1, 1)))
}

/// A line that begins with a number, or with a bar before it.
fn counted(line: &str) -> Option<(Runner, (u64, u64))> {
    if line == "1..0" {
        return Some((Runner::Any, (0, 0)));
    }
    // mocha, and bun's ` 3 pass`.
    let mut words = line.split_whitespace();
    if let (Some(count), Some(word)) = (words.next().and_then(number), words.next()) {
        let is_all = words.next().is_none_or(|next| next.starts_with('('));
        match word {
            "passing" | "pass" if is_all => return Some((Runner::Mocha, (0, count))),
            "failing" | "fail" if is_all => return Some((Runner::Mocha, (count, count))),
            _ => {}
        }
    }
    // minitest, mix, bats: `3 runs, 3 assertions, 1 failures, 0 errors`, `3 tests, 1 failure`.
    if (line.contains(" runs, ") || line.contains(" tests, ") || line.contains(" test, ")) && line.contains(" failure")
    {
        return of_all(line).map(|counts| (Runner::Minitest, counts));
    }
    // pytest: `== 1 failed, 2 passed in 0.1s ==`, quiet without the bars.
    let bare = line.trim_matches(['=', ' ']);
    let is_pytest = bare.contains(" in ")
        && bare.ends_with(['s', ')'])
        && bare.starts_with(|first: char| first.is_ascii_digit())
        && ["passed", "failed", "error", "skipped", "deselected", "xfailed"].iter().any(|word| bare.contains(word));
    is_pytest.then(|| (Runner::Pytest, failed_and_passed(bare)))
}

/// The number that a list begins with is that of all tests.
fn of_all(list: &str) -> Option<(u64, u64)> {
    Some((failed_and_passed(list).0, leading(list)?.saturating_sub(skipped(list))))
}

/// The number of tests in a list that did not run.
fn skipped(list: &str) -> u64 {
    let is_skipped = |part: &&str| ["skipped", "skips", "pending"].iter().any(|word| part.trim_end().ends_with(word));
    list.split(',').filter(is_skipped).filter_map(leading).fold(0, u64::saturating_add)
}

/// The numbers before `failed` (or `errors`) and `passed` in a list such as `1 failed, 2 passed`.
fn failed_and_passed(text: &str) -> (u64, u64) {
    let mut failed = 0_u64;
    let mut passed = 0_u64;
    let mut last = None;
    for word in text.split([' ', ',', ';', '|', '.', '(', ')']).filter(|word| !word.is_empty()) {
        match (word, last) {
            ("failed" | "error" | "errors" | "failures" | "failure", Some(count)) => {
                failed = failed.saturating_add(count);
            }
            ("passed", Some(count)) => passed = passed.saturating_add(count),
            _ => {}
        }
        last = number(word);
    }
    (failed, failed.saturating_add(passed))
}

fn number(text: &str) -> Option<u64> {
    text.trim().parse().ok()
}

/// The number that a text begins with.
fn leading(text: &str) -> Option<u64> {
    let text = text.trim_start();
    let end = text.find(|character: char| !character.is_ascii_digit()).unwrap_or(text.len());
    number(&text[..end])
}

/// The number that a text ends with.
fn trailing(text: &str) -> Option<u64> {
    let start = text
        .rfind(|character: char| !character.is_ascii_digit())
        .map_or(0, |at| at + text[at..].chars().next().map_or(1, char::len_utf8));
    number(&text[start..])
}

/// The number behind a mark.
fn after(text: &str, mark: &str) -> Option<u64> {
    leading(&text[text.find(mark)? + mark.len()..])
}
