//! What the redactor does to ordinary text: this repository, its lock files and history, and, when they
//! are there, the sources of the crates it is built from. Prints every replacement for a person to judge.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use session_checkpoint::redact;

fn files(directory: &Path, list: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_symlink() || ["target", "node_modules", ".git", "fixtures"].contains(&name.as_str()) {
            continue;
        }
        if path.is_dir() {
            files(&path, list);
        } else {
            list.push(path);
        }
    }
}

/// How many bytes were read and how many replacements were made; each is printed with what is around it.
fn judge(name: &str, text: &str) -> (usize, usize) {
    let (clean, spans) = redact::text(text);
    if spans > 0 {
        let mut rest = text;
        for line in clean.lines() {
            let line_before = rest.lines().next().unwrap_or_default();
            rest = rest.get(line_before.len() + 1..).unwrap_or_default();
            if line.contains(redact::PLACEHOLDER) && !line_before.contains(redact::PLACEHOLDER) {
                let at = line.find(redact::PLACEHOLDER).unwrap();
                let from = line.floor_char_boundary(at.saturating_sub(60));
                let shown: String = line_before[line_before.floor_char_boundary(from)..].chars().take(200).collect();
                println!("{name}: {shown}");
            }
        }
    }
    (text.len(), spans)
}

#[test]
fn this_repository_survives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut list = Vec::new();
    files(root, &mut list);
    let (mut bytes, mut spans) = (0, 0);
    for path in &list {
        // Tests and what they were copied from hold things that look like secrets on purpose.
        let is_about_secrets = path.to_string_lossy().contains("redact");
        if let Ok(text) = std::fs::read_to_string(path)
            && !is_about_secrets
        {
            let (read, replaced) = judge(&path.strip_prefix(root).unwrap().to_string_lossy(), &text);
            (bytes, spans) = (bytes + read, spans + replaced);
        }
    }
    let log = Command::new("git")
        .args(["log", "-p", "--", "Cargo.lock", "package-lock.json", "CHANGELOG.md"])
        .current_dir(root)
        .output();
    if let Ok(log) = log {
        let (read, replaced) = judge("git log", &String::from_utf8_lossy(&log.stdout));
        (bytes, spans) = (bytes + read, spans + replaced);
    }
    println!("{spans} replacements in {bytes} bytes");
}

#[test]
#[ignore = "reads all of the cargo registry; run with --ignored --nocapture in release mode"]
fn the_sources_of_the_crates() {
    let home = std::env::var("CARGO_HOME")
        .map_or_else(|_| PathBuf::from(std::env::var("HOME").unwrap()).join(".cargo"), PathBuf::from);
    let mut list = Vec::new();
    files(&home.join("registry/src"), &mut list);
    let (mut bytes, mut spans) = (0, 0);
    let mut spent = std::time::Duration::ZERO;
    for path in &list {
        if let Ok(text) = std::fs::read_to_string(path) {
            let start = Instant::now();
            let _ = redact::text(&text);
            spent += start.elapsed();
            let (read, replaced) = judge(&path.to_string_lossy(), &text);
            (bytes, spans) = (bytes + read, spans + replaced);
        }
    }
    #[allow(clippy::cast_precision_loss)]
    let megabytes = bytes as f64 / 1e6;
    println!("{spans} replacements in {megabytes:.1} MB, {:.1} MB/s", megabytes / spent.as_secs_f64());
}
