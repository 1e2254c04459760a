//! Ordinary text to redact: the files below a directory.

use std::path::{Path, PathBuf};

use session_checkpoint::redact;

/// Every file below a directory, without what was built or fetched.
pub fn files(directory: &Path, list: &mut Vec<PathBuf>) {
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
pub fn judge(name: &str, text: &str) -> (usize, usize) {
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
