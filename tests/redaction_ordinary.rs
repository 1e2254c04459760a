//! What the redactor does to ordinary text: this repository, its lock files and their history. The example
//! `redact_tree` does the same for any directory and prints every replacement for a person to judge.

use std::path::Path;
use std::process::Command;

#[path = "common/tree.rs"]
mod tree;

use tree::{files, judge};

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
    assert!(bytes > 500_000, "most of the repository was not read");
    assert_eq!(spans, 0, "the lines above are no secrets");
}
