//! What a test runner says itself in its closing lines. Some end with status 0 although tests failed, or
//! although there was none.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

/// Longest line that is looked at, in bytes.
const LONGEST_LINE: usize = 1000;

/// What the closing lines of an output count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Failed tests.
    pub failed: u64,
    /// Tests that ran, failed ones among them.
    pub ran: u64,
    /// Whether any line counted tests.
    pub is_counted: bool,
}

impl Tally {
    /// A runner said that it ran, and that it ran nothing.
    pub fn is_nothing(self) -> bool {
        self.is_counted && self.ran == 0 && self.failed == 0
    }
}

/// What is in every closing line. Most lines have none of it and are not looked at.
static MARKS: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    // Only a search for the leftmost one can skip what has none of them.
    AhoCorasick::builder()
        .match_kind(MatchKind::LeftmostFirst)
        .build([
            "passed",
            "passing",
            "pass",
            "failed",
            "failing",
            " fail",
            "Failed:",
            "FAIL",
            "PASS",
            "Failures:",
            "failure",
            "Tests",
            "tests",
            "test result:",
            "Ran ",
            "OK (",
            "ok  ",
            "ok \t",
            "1..0",
            "o test",
            "O TESTS",
            "example",
            "collected 0",
            "deselected",
            "Summary [",
        ])
        .ok()
});

/// Counts what an output's closing lines say.
pub(super) fn tally(output: &str) -> Tally {
    let mut tally = Tally::default();
    let Some(marks) = MARKS.as_ref() else { return tally };
    let mut start = 0;
    while let Some(found) = marks.find(&output[start..]) {
        let at = start + found.start();
        let begin = output[..at].rfind('\n').map_or(0, |before| before + 1);
        let end = output[at..].find('\n').map_or(output.len(), |distance| at + distance);
        start = end;
        if end - begin > LONGEST_LINE {
            continue;
        }
        let line = plain(&output[begin..end]);
        if let Some((failed, ran)) = closing(line.trim()) {
            tally.failed = tally.failed.saturating_add(failed);
            tally.ran = tally.ran.saturating_add(ran.max(failed));
            tally.is_counted = true;
        }
    }
    tally
}

/// A line without colours.
fn plain(line: &str) -> Cow<'_, str> {
    if !line.contains('\u{1b}') {
        return Cow::Borrowed(line);
    }
    let mut plain = String::with_capacity(line.len());
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\u{1b}' {
            for escaped in characters.by_ref() {
                if escaped.is_ascii_alphabetic() {
                    break;
                }
            }
        } else {
            plain.push(character);
        }
    }
    Cow::Owned(plain)
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
static ANYWHERE: LazyLock<Option<AhoCorasick>> = LazyLock::new(|| {
    let others = ["Failed:", " tests failed out of ", " examples, ", " example, ", " tests completed, "];
    // A line is too short for what makes other searches fast.
    AhoCorasick::builder().prefilter(false).build(NOTHING.iter().chain(&others)).ok()
});

/// Failed and run tests, when the line is a runner's last word.
fn closing(line: &str) -> Option<(u64, u64)> {
    if ANYWHERE.as_ref().is_some_and(|anywhere| anywhere.is_match(line))
        && let Some(counted) = anywhere(line)
    {
        return Some(counted);
    }
    // maven
    let line = ["[ERROR] ", "[WARNING] ", "[INFO] "].iter().find_map(|level| line.strip_prefix(level)).unwrap_or(line);
    let starts = |mark: &str| line.starts_with(mark);
    match line.chars().next()? {
        'T' => tests(line),
        '#' | 'ℹ' => tap(line),
        // cargo test
        't' => line.strip_prefix("test result: ").map(failed_and_passed),
        // nextest
        'S' if starts("Summary [") => Some(failed_and_passed(line)),
        // unittest
        'R' => line.strip_prefix("Ran ").filter(|rest| rest.contains(" test")).and_then(leading).map(|ran| (0, ran)),
        'F' => failed(line),
        // swift
        'E' => line.strip_prefix("Executed ").filter(|rest| rest.contains(" failure")).and_then(of_all),
        // phpunit
        'O' => line.strip_prefix("OK (").and_then(leading).map(|ran| (0, ran)),
        'B' if starts("BUILD FAILED") || starts("BUILD FAILURE") => Some((1, 1)),
        // go
        '-' if starts("--- FAIL: ") => Some((1, 1)),
        '-' if starts("--- PASS: ") => Some((0, 1)),
        'o' if starts("ok  \t") || starts("ok \t") => Some((0, 1)),
        // deno: `ok | 3 passed | 0 failed (2ms)`.
        'o' if starts("ok | ") && line.contains(" passed") => Some(failed_and_passed(line)),
        '=' | '0'..='9' => counted(line),
        _ => None,
    }
}

/// A line that is told by what is within it.
fn anywhere(line: &str) -> Option<(u64, u64)> {
    // go: `?  pkg [no test files]` and `ok pkg 0.1s [no tests to run]` stand beside packages with tests.
    if NOTHING.iter().any(|text| line.contains(text)) && !line.contains("passed") {
        return Some((0, 0));
    }
    // dotnet
    if line.contains("Failed:") && line.contains("Passed:") {
        let failed = after(line, "Failed:")?;
        return Some((failed, failed + after(line, "Passed:")?));
    }
    // ctest: `50% tests passed, 1 tests failed out of 2`.
    if let Some((before, of)) = line.split_once(" tests failed out of ") {
        return Some((trailing(before)?, leading(of)?));
    }
    // rspec, gradle: `3 examples, 1 failure`, `3 tests completed, 1 failed`.
    if let Some((total, rest)) = line.split_once(" examples, ").or_else(|| line.split_once(" example, ")) {
        return Some((leading(rest).filter(|_| rest.contains("failure"))?, number(total)?));
    }
    let (total, rest) = line.split_once(" tests completed, ")?;
    Some((leading(rest).filter(|_| rest.contains("failed"))?, number(total)?))
}

/// jest, vitest, phpunit; surefire: `Tests run: 3, Failures: 1, Errors: 0`.
fn tests(line: &str) -> Option<(u64, u64)> {
    // Of one class; a run of all that failed may come after it.
    let rest = line.strip_prefix("Tests").filter(|rest| !rest.contains("Time elapsed"))?;
    if rest.starts_with(" run:") || (rest.starts_with(':') && rest.contains("Assertions:")) {
        let total = after(line, if rest.starts_with(" run:") { "Tests run:" } else { "Tests:" })?;
        return Some((after(line, "Failures:").unwrap_or(0) + after(line, "Errors:").unwrap_or(0), total));
    }
    let is_list = rest.starts_with([':', ' '])
        && ["passed", "failed", "total", "skipped", "todo"].iter().any(|word| rest.contains(word));
    is_list.then(|| failed_and_passed(rest))
}

/// TAP of node:test, and its other reporter.
fn tap(line: &str) -> Option<(u64, u64)> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("ℹ "))?;
    if let Some(number) = rest.strip_prefix("tests ").and_then(number) {
        return Some((0, number));
    }
    if let Some(number) = rest.strip_prefix("fail ").and_then(number) {
        return Some((number, 0));
    }
    let (failed, of) = rest.strip_prefix("failed ")?.split_once(" of ")?;
    Some((number(failed)?, leading(of)?))
}

/// A line that begins with an F.
fn failed(line: &str) -> Option<(u64, u64)> {
    // unittest
    if let Some(rest) = line.strip_prefix("FAILED (") {
        let count = |name| after(rest, name).unwrap_or(0);
        return Some((count("failures=") + count("errors="), 0)).filter(|(failed, _)| *failed > 0);
    }
    // deno
    if line.starts_with("FAILED | ") && line.contains(" passed") {
        return Some(failed_and_passed(line));
    }
    // go
    let is_go =
        line == "FAIL" || line.starts_with("FAIL\t") || line.starts_with("FAIL ") && line.contains("[build failed]");
    is_go.then_some((1, 1))
}

/// A line that begins with a number, or with a bar before it.
fn counted(line: &str) -> Option<(u64, u64)> {
    if line == "1..0" {
        return Some((0, 0));
    }
    // mocha, and bun's ` 3 pass`.
    let mut words = line.split_whitespace();
    if let (Some(count), Some(word)) = (words.next().and_then(number), words.next()) {
        let is_all = words.next().is_none_or(|next| next.starts_with('('));
        match word {
            "passing" | "pass" if is_all => return Some((0, count)),
            "failing" | "fail" if is_all => return Some((count, count)),
            _ => {}
        }
    }
    // minitest, mix, bats: `3 runs, 3 assertions, 1 failures, 0 errors`, `3 tests, 1 failure`.
    if (line.contains(" runs, ") || line.contains(" tests, ") || line.contains(" test, ")) && line.contains(" failure")
    {
        return of_all(line);
    }
    // pytest: `== 1 failed, 2 passed in 0.1s ==`, quiet without the bars.
    let bare = line.trim_matches(['=', ' ']);
    let is_pytest = bare.contains(" in ")
        && bare.ends_with(['s', ')'])
        && bare.starts_with(|first: char| first.is_ascii_digit())
        && ["passed", "failed", "error", "skipped", "deselected", "xfailed"].iter().any(|word| bare.contains(word));
    is_pytest.then(|| failed_and_passed(bare))
}

/// The number that a list begins with is that of all tests.
fn of_all(list: &str) -> Option<(u64, u64)> {
    Some((failed_and_passed(list).0, leading(list)?))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn closing_lines_of_known_runners() {
        for (output, failed, ran) in [
            ("Tests:       1 failed, 2 passed, 3 total", 1, 3),
            ("Test Suites: 1 passed, 1 total\nTests:       2 passed, 2 total", 0, 2),
            ("No tests found, exiting with code 0", 0, 0),
            (" Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)", 1, 3),
            ("\u{1b}[32m      Tests \u{1b}[39m 3 passed (3)", 0, 3),
            ("No test files found, exiting with code 0", 0, 0),
            ("  2 passing (3ms)\n  1 failing", 1, 3),
            ("  0 passing (1ms)", 0, 0),
            ("# tests 3\n# pass 2\n# fail 1\n# skipped 0", 1, 4),
            ("ℹ tests 0\nℹ pass 0\nℹ fail 0", 0, 0),
            ("=== 1 failed, 2 passed, 1 warning in 0.12s ===", 1, 3),
            ("2 passed in 0.01s", 0, 2),
            ("=== no tests ran in 0.01s ===", 0, 0),
            ("=== 3 deselected in 0.01s ===", 0, 0),
            ("Ran 3 tests in 0.001s\n\nFAILED (failures=1, errors=1)", 2, 5),
            ("Ran 0 tests in 0.000s\n\nNO TESTS RAN", 0, 0),
            ("test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s", 2, 3),
            ("test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 5 filtered out; finished in 0.00s", 0, 0),
            ("     Summary [   0.1s] 3 tests run: 2 passed, 1 failed, 0 skipped", 1, 3),
            ("--- FAIL: TestA (0.00s)\nFAIL\nFAIL\texample.org/a\t0.1s", 3, 3),
            ("ok  \texample.org/a\t0.1s", 0, 1),
            ("ok  \texample.org/a\t0.1s [no tests to run]", 0, 0),
            ("3 examples, 1 failure, 1 pending", 1, 3),
            ("0 examples, 0 failures", 0, 0),
            ("OK (3 tests, 3 assertions)", 0, 3),
            ("Tests: 3, Assertions: 3, Failures: 1.", 1, 3),
            ("No tests executed!", 0, 0),
            ("Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3, Duration: 3 ms", 1, 3),
            ("[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 0\n[INFO] BUILD SUCCESS", 1, 3),
            (
                "[ERROR] Tests run: 1, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 0.1 s <<< FAILURE! -- in A",
                0,
                0,
            ),
            ("Tests run: 3, Failures: 1, Errors: 1, Skipped: 0", 2, 3),
            ("3 tests completed, 1 failed\nBUILD FAILED in 1s", 2, 4),
            ("100% tests passed, 0 tests failed out of 3", 0, 3),
            ("No tests were found!!!", 0, 0),
            ("1..0", 0, 0),
            (" 2 pass\n 1 fail", 1, 3),
            ("3 runs, 3 assertions, 1 failures, 1 errors, 0 skips", 2, 3),
            ("0 runs, 0 assertions, 0 failures, 0 errors, 0 skips", 0, 0),
            ("3 tests, 1 failure", 1, 3),
            ("Executed 0 tests, with 0 failures (0 unexpected) in 0.000 (0.001) seconds", 0, 0),
            ("Executed 3 tests, with 1 failure (0 unexpected) in 0.005 (0.006) seconds", 1, 3),
            ("      Tests  no tests", 0, 0),
            ("ok | 3 passed | 0 failed (2ms)", 0, 3),
        ] {
            let tally = tally(output);
            assert_eq!((tally.failed, tally.ran), (failed, ran), "{output}");
        }
    }

    #[test]
    fn other_lines_count_nothing() {
        for output in [
            "",
            "all good",
            "Tests",
            "3 failed attempts to connect",
            "warning: 2 tests in a",
            "failing over",
            "é",
            "OK (",
            "Ran",
        ] {
            assert_eq!(tally(output), Tally::default(), "{output}");
        }
    }
}
