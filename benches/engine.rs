//! What the engine's parts cost, each beside the git command that does the same, in the same run.
//!
//! `cargo bench` measures all; `cargo bench -- 200` one size. A table of ratios follows. Times differ from
//! machine to machine; ratios hardly do.

#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion};
use serde_json::{Value, json};
use session_checkpoint::engine::{UseCase, answer};
use session_checkpoint::git::{self, Budget, Source};
use session_checkpoint::path::RelativePath;

const SIZES: [usize; 3] = [200, 10_000, 100_000];
const CHANGED: usize = 20;
const CHECKPOINTS: usize = 1000;
/// Longer than anything here takes.
const TIME: Duration = Duration::from_mins(1);

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let place = tempfile::tempdir().unwrap();
    for files in SIZES {
        repository(&mut criterion, place.path(), files);
    }
    list(&mut criterion, place.path());
    criterion.final_summary();
    print_ratios();
}

fn repository(criterion: &mut Criterion, place: &Path, files: usize) {
    let root = place.join(files.to_string());
    let mut group = criterion.benchmark_group(format!("{files} files"));
    group.measurement_time(Duration::from_secs(4)).warm_up_time(Duration::from_secs(1));
    // Only what is measured is made: a filter may have left this size out.
    let mut made = false;
    let mut ready = || {
        if !std::mem::replace(&mut made, true) {
            make_repository(&root, files);
            call(UseCase::Save, &root, &json!({ "goal": "Measure" }));
        }
    };
    let status = || run(Command::new("git").args(["status", "--porcelain", "-z", "-uall"]), &root);
    let document = |root: &Path| {
        let loaded = call(UseCase::Load, root, &json!({ "format": "full" }));
        serde_json::from_value(loaded["checkpoint"].clone()).unwrap()
    };
    let changed: Vec<RelativePath> =
        (0..CHANGED).filter_map(|at| RelativePath::from_text(&format!("directory-0/{at}.txt"))).collect();

    group.bench_function("command: git status", |bencher| {
        ready();
        bencher.iter(status);
    });
    group.bench_function("save", |bencher| {
        ready();
        bencher.iter(|| call(UseCase::Save, &root, &json!({ "goal": "Measure", "mode": "merge" })));
    });
    group.bench_function("load", |bencher| {
        ready();
        bencher.iter(|| call(UseCase::Load, &root, &json!({})));
    });
    group.bench_function("drift", |bencher| {
        ready();
        let document = document(&root);
        bencher.iter(|| {
            let git::Found::Repository(source) = git::open(&root, Budget::of(TIME)) else { unreachable!() };
            git::drift(source.as_ref(), &document).unwrap()
        });
    });
    for name in ["libgit2", "git"] {
        let source = |root: &Path| -> Box<dyn Source> {
            let sources = git::sources(root, Budget::of(TIME));
            if name == "git" { sources.program.unwrap() } else { sources.libgit2.unwrap() }
        };
        group.bench_with_input(BenchmarkId::new("changes", name), &root, |bencher, root| {
            ready();
            // A source remembers, so each is asked once.
            bencher.iter_batched(|| source(root), |source| source.changes().unwrap(), BatchSize::PerIteration);
        });
        group.bench_with_input(BenchmarkId::new("hash 20 files", name), &root, |bencher, root| {
            ready();
            let source = source(root);
            bencher.iter(|| source.contents(&changed));
        });
    }
    group.finish();
    let _ = std::fs::remove_dir_all(&root);
}

fn list(criterion: &mut Criterion, place: &Path) {
    let root = place.join("list");
    std::fs::create_dir(&root).unwrap();
    let mut group = criterion.benchmark_group(format!("{CHECKPOINTS} checkpoints"));
    for at in 0..CHECKPOINTS {
        let summary = "What was done, and why, in the words somebody would use. ".repeat(10);
        let input = json!({ "goal": format!("Goal {at}"), "summary": summary, "session": format!("session-{at}") });
        call(UseCase::Save, &root, &input);
    }
    let directory = root.join(".claude-checkpoints");
    let names: Vec<PathBuf> = (0..CHECKPOINTS).map(|at| PathBuf::from(format!("session-{at}.json"))).collect();
    group.bench_function("command: cat", |bencher| {
        bencher.iter(|| run(Command::new("cat").args(&names), &directory));
    });
    group.bench_function("list", |bencher| bencher.iter(|| call(UseCase::List, &root, &json!({ "limit": 0 }))));
    group.finish();
}

fn make_repository(root: &Path, files: usize) {
    for at in 0..files {
        let directory = root.join(format!("directory-{}", at / 100));
        if at % 100 == 0 {
            std::fs::create_dir_all(&directory).unwrap();
        }
        std::fs::write(directory.join(format!("{}.txt", at % 100)), format!("file {at}\n").repeat(20)).unwrap();
    }
    let identity = ["-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"];
    run(Command::new("git").args(["init", "--quiet"]), root);
    // Git would tidy up beside the measurement.
    run(Command::new("git").args(["config", "gc.auto", "0"]), root);
    run(Command::new("git").args(["config", "maintenance.auto", "false"]), root);
    run(Command::new("git").args(["add", "."]), root);
    run(Command::new("git").args(identity).args(["commit", "--quiet", "--message", "Start"]), root);
    // So that git need not read files whose times are those of its index.
    std::thread::sleep(Duration::from_millis(1100));
    run(Command::new("git").args(["update-index", "--refresh"]), root);
    for at in 0..CHANGED {
        std::fs::write(root.join(format!("directory-0/{at}.txt")), "changed\n").unwrap();
    }
}

fn run(command: &mut Command, directory: &Path) -> Vec<u8> {
    let output = command.current_dir(directory).output().unwrap();
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

fn call(use_case: UseCase, root: &Path, input: &Value) -> Value {
    let mut request = json!({ "input": input, "cwd": root, "env": { "CLAUDE_CODE_SESSION_ID": "bench" } });
    if input.get("session").is_some() {
        request["env"] = json!({});
    }
    let answer: Value = serde_json::from_str(&answer(use_case, &request.to_string())).unwrap();
    assert!(answer.get("ok").is_some(), "{answer}");
    answer["ok"].clone()
}

/// Every measurement as a multiple of its group's command, from what criterion stored.
fn print_ratios() {
    let target = std::env::var("CARGO_TARGET_DIR").unwrap_or_else(|_| "target".to_owned());
    let Ok(groups) = std::fs::read_dir(Path::new(&target).join("criterion")) else { return };
    let mut table = String::new();
    for group in groups.flatten().filter(|group| group.file_name() != "report") {
        let mut measured: Vec<(String, f64)> = Vec::new();
        medians(&group.path(), "", &mut measured);
        let Some(command) = measured.iter().find(|(name, _)| name.starts_with("command")).map(|(_, time)| *time) else {
            continue;
        };
        let _ = writeln!(table, "\n{}", group.file_name().to_string_lossy());
        measured.sort_by(|one, other| one.0.cmp(&other.0));
        for (name, time) in measured {
            let _ = writeln!(table, "  {name:<28} {:>9.2} ms  {:>5.2}x", time / 1e6, time / command);
        }
    }
    println!("{table}");
}

/// Medians in nanoseconds below a directory of criterion's.
fn medians(directory: &Path, name: &str, found: &mut Vec<(String, f64)>) {
    if let Ok(text) = std::fs::read_to_string(directory.join("new/estimates.json")) {
        let estimates: Value = serde_json::from_str(&text).unwrap();
        found.extend(estimates["median"]["point_estimate"].as_f64().map(|median| (name.to_owned(), median)));
        return;
    }
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.flatten().filter(|entry| entry.path().is_dir()) {
        let below = entry.file_name().to_string_lossy().into_owned();
        let name = if name.is_empty() { below } else { format!("{name} {below}") };
        medians(&entry.path(), &name, found);
    }
}
