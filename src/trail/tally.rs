//! What a test runner says itself at the end of its output. Some end with status 0 although tests failed, or
//! although there was none. What other runners printed in between, as where a test runs a test runner, is not the
//! runner's own word.

use std::borrow::Cow;
use std::sync::LazyLock;

use aho_corasick::Input;
use aho_corasick::automaton::Automaton as _;
use aho_corasick::nfa::contiguous::NFA;

use super::runner::{Closing, Runner, closing};

/// Longest line that is looked at, in bytes.
const LONGEST_LINE: usize = 1000;

/// What the closing lines of an output count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tally {
    /// Failed tests, as the last closing lines say.
    pub failed: u64,
    /// Tests that any closing line counts.
    pub ran: u64,
    /// Whether any line counted tests.
    pub is_counted: bool,
    /// Failures were counted, or that nothing ran was said, and it is not sure that the runner itself did that.
    pub is_doubtful: bool,
}

impl Tally {
    /// A runner said that it ran, and that it ran nothing.
    pub fn is_nothing(self) -> bool {
        self.is_counted && self.ran == 0 && !self.is_doubtful
    }
}

/// What is in every closing line. Most lines have none of it and are not looked at.
static MARKS: LazyLock<Option<NFA>> = LazyLock::new(|| {
    NFA::builder()
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
            " skipped",
            "Summary [",
        ])
        .ok()
});

/// How lines begin that runners and what runs them print behind a closing line.
const TRAILERS: [&str; 39] = [
    "Snapshots:",
    "Time:",
    "Ran all test suites",
    "Test Suites:",
    "Test Files",
    "Start at",
    "Duration",
    "Type Errors",
    "Errors ",
    "# ",
    "ℹ ",
    "OK",
    "FAIL",
    "BUILD ",
    "[INFO]",
    "[ERROR]",
    "Total time",
    "Doc-tests",
    "running 0 tests",
    "npm notice",
    "npm ERR!",
    "npm error",
    "error: test failed",
    "make",
    "Done in",
    "Force exiting Jest",
    "coverage:",
    "[WARNING]",
    "% Coverage",
    "===",
    "Statements",
    "Branches",
    "Functions",
    "Lines",
    "Total Test time",
    "> There were",
    "Randomized with",
    "error: test run failed",
    "Jest did not exit",
];
/// How the list of failed tests begins that some print last.
const DETAILS: [&str; 4] = ["✖ failing tests:", "1) ", "Failed examples:", "The following tests FAILED:"];

/// Lines of one runner with nothing of somebody else's in between.
struct Last {
    runner: Runner,
    failed: u64,
    /// Where they end.
    end: usize,
}

/// Counts what an output's closing lines say.
pub(super) fn tally(output: &str) -> Tally {
    let mut tally = Tally::default();
    let mut last: Option<Last> = None;
    let mut failed_before: Vec<Runner> = Vec::new();
    let Some(marks) = MARKS.as_ref() else { return tally };
    let mut start = 0;
    while let Ok(Some(found)) = marks.try_find(&Input::new(output).range(start..)) {
        let at = found.start();
        let begin = output[..at].rfind('\n').map_or(0, |before| before + 1);
        let end = output[at..].find('\n').map_or(output.len(), |distance| at + distance);
        start = end;
        if end - begin > LONGEST_LINE {
            continue;
        }
        let line = plain(&output[begin..end]);
        let Some(Closing { runner, failed, ran }) = closing(line.trim()) else { continue };
        tally.ran = tally.ran.saturating_add(ran.max(failed));
        tally.is_counted = true;
        let is_one = |last: &Last| last.runner == runner || [last.runner, runner].contains(&Runner::Any);
        match &mut last {
            Some(last) if is_one(last) && only_trails(&output[last.end..begin]) => {
                last.failed = last.failed.saturating_add(failed);
                last.runner = if runner == Runner::Any { last.runner } else { runner };
                last.end = end;
            }
            _ => {
                failed_before.extend(last.filter(|last| last.failed > 0).map(|last| last.runner));
                last = Some(Last { runner, failed, end });
            }
        }
    }
    let Some(last) = last else { return tally };
    let rest = &output[last.end..];
    let is_its_own = only_trails(rest) || (last.failed > 0 && has_details(rest));
    tally.failed = last.failed;
    tally.is_doubtful = if is_its_own {
        last.failed == 0 && last.runner.closes_often() && failed_before.contains(&last.runner)
    } else {
        last.failed > 0 || !failed_before.is_empty() || tally.ran == 0
    };
    tally
}

/// Whether a text is only what may stand behind a closing line.
fn only_trails(text: &str) -> bool {
    text.lines().all(|line| {
        let line = plain(line);
        let line = line.trim();
        // The rows of a table are those of coverage.
        let is_row = || line.matches('|').count() > 2;
        let counts = || line.ends_with(" expect() calls") || line.contains(" actionable task");
        line.is_empty() || TRAILERS.iter().any(|mark| line.starts_with(mark)) || is_row() || counts()
    })
}

/// Whether a text begins with the list of the tests that failed.
fn has_details(text: &str) -> bool {
    let mut lines = text.lines().map(|line| plain(line).trim().to_owned());
    lines.find(|line| !only_trails(line)).is_some_and(|line| DETAILS.iter().any(|mark| line.starts_with(mark)))
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
            ("# tests 3\n# pass 2\n# fail 1\n# skipped 0", 1, 3),
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
            ("3 examples, 1 failure, 1 pending", 1, 2),
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
    fn what_was_skipped_did_not_run() {
        for output in [
            "3 skipped in 0.01s",
            "ℹ tests 3\nℹ suites 0\nℹ pass 0\nℹ fail 0\nℹ skipped 3",
            "3 examples, 0 failures, 3 pending",
            "3 runs, 0 assertions, 0 failures, 0 errors, 3 skips",
            "Tests: 3, Assertions: 0, Skipped: 3.",
            "Tests run: 3, Failures: 0, Errors: 0, Skipped: 3",
        ] {
            assert!(tally(output).is_nothing(), "{output}");
        }
        for output in ["# pass 3\n# skip 0\n# fail 0", "3 tests, 0 failures, 1 skipped", "2 passed, 1 skipped in 0.1s"]
        {
            assert!(!tally(output).is_nothing(), "{output}");
        }
        let most = u64::MAX;
        assert_eq!(tally(&format!("Failed: {most}, Passed: {most}")).failed, most);
        assert_eq!(tally(&format!("Tests run: {most}, Failures: {most}, Errors: 1")).failed, most);
    }

    #[test]
    fn only_the_runners_own_last_lines_count() {
        let nested = "Tests:       1 failed, 2 passed, 3 total\nTime: 1 s\n";
        let own = "# tests 2\n# suites 0\n# pass 2\n# fail 0\n# duration_ms 5.1\n";
        let failing = "ℹ tests 2\nℹ pass 1\nℹ fail 1\nℹ duration_ms 5\n\n✖ failing tests:\n\n✖ it (1ms)\n  Error\n";
        for (output, failed, is_doubtful) in [
            // A test of a test runner.
            (format!("{nested}ok 1 - it\n{own}"), 0, false),
            (format!("# fail 1\nok 1 - it\n{own}"), 0, false),
            (format!("{failing}more\n{own}\n\nnpm notice\n"), 0, false),
            // Nobody knows whose failures these are.
            (format!("{nested}all is well\n"), 1, true),
            (format!("{nested}ok 1 - it\n{own}bye\n"), 0, true),
            ("No tests found\nall is well\n".to_owned(), 0, true),
            // Its own.
            (failing.to_owned(), 1, false),
            (nested.to_owned(), 1, false),
            ("  1 passing\n  1 failing\n\n  1) it\n     Error\n".to_owned(), 1, false),
            (" 3 pass\n 1 fail\n 5 expect() calls\nRan 4 tests across 1 file. [5.00ms]\n".to_owned(), 1, false),
            ("50% tests passed, 1 tests failed out of 2\n\nTotal Test time (real) = 0.1 sec\n\nThe following tests FAILED:\n\t  1 - a (Failed)\n".to_owned(), 1, false),
            ("3 tests completed, 1 failed\n\n> There were failing tests. See the report at: x\n\nBUILD SUCCESSFUL in 1s\n2 actionable tasks: 2 executed\n".to_owned(), 1, false),
            (" Test Files  1 failed (1)\n      Tests  1 failed | 2 passed (3)\n   Duration  1s\n\n % Coverage report from v8\n-----|-----|----|\nFile | % a | % b |\n".to_owned(), 1, false),
            // One module after the other.
            ("[ERROR] Tests run: 3, Failures: 1\n[INFO] next\nmore\n[INFO] Tests run: 2, Failures: 0\n[INFO] BUILD SUCCESS".to_owned(), 0, true),
            ("test result: ok. 3 passed; 0 failed\n\n   Doc-tests x\n\nrunning 0 tests\n\ntest result: ok. 0 passed; 0 failed\n".to_owned(), 0, false),
        ] {
            let tally = tally(&output);
            assert_eq!((tally.failed, tally.is_doubtful), (failed, is_doubtful), "{output}");
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
