//! Reads every text file below a directory, prints every line the redactor would change, and how many there
//! were in how much text at what speed.
//!
//! `cargo run --release --example redact_tree -- DIRECTORY`

#![allow(clippy::unwrap_used, reason = "a tool for developers")]

use std::path::Path;
use std::time::{Duration, Instant};

use session_checkpoint::redact;

#[path = "../tests/common/tree.rs"]
mod tree;

use tree::{files, judge};

fn main() {
    let Some(directory) = std::env::args_os().nth(1) else {
        eprintln!("usage: redact_tree DIRECTORY");
        std::process::exit(2);
    };
    let mut list = Vec::new();
    files(Path::new(&directory), &mut list);
    let (mut bytes, mut spans, mut spent) = (0, 0, Duration::ZERO);
    for path in &list {
        if let Ok(text) = std::fs::read_to_string(path) {
            let start = Instant::now();
            let _ = redact::text(&text);
            spent += start.elapsed();
            let (read, replaced) = judge(&path.to_string_lossy(), &text);
            (bytes, spans) = (bytes + read, spans + replaced);
        }
    }
    #[allow(clippy::cast_precision_loss, reason = "a figure for people")]
    let megabytes = bytes as f64 / 1e6;
    println!("{spans} replacements in {megabytes:.1} MB, {:.1} MB/s", megabytes / spent.as_secs_f64());
}
