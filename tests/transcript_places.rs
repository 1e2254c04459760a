//! Finding and listing sessions: folders collide and move, and what the records say counts.

use std::path::{Path, PathBuf};

use session_checkpoint::transcript::{list, place};
use tempfile::TempDir;

struct Configuration(TempDir);

impl Configuration {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn session(&self, folder: &str, id: &str, cwd: &str, second: u32, prompt: &str) -> PathBuf {
        let folder = self.path().join("projects").join(folder);
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{id}.jsonl"));
        let record = format!(
            "{{\"type\":\"user\",\"cwd\":\"{cwd}\",\"gitBranch\":\"main\",\"timestamp\":\"2026-11-01T10:00:{second:02}.000Z\",\"message\":{{\"content\":\"{prompt}\"}}}}\n"
        );
        std::fs::write(&path, record).unwrap();
        path
    }

    fn ids(&self, project: Option<&str>) -> Vec<String> {
        let (entries, warnings) = list::list(self.path(), project).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        entries.into_iter().map(|entry| entry.session_id).collect()
    }
}

#[test]
fn two_projects_with_one_folder_name_are_two() {
    let configuration = Configuration::new();
    configuration.session("-home-me-a-b", "one", "/home/me/a_b", 1, "x");
    configuration.session("-home-me-a-b", "other", "/home/me/a-b", 2, "x");
    configuration.session("-home-me-a-b", "below", "/home/me/a_b/src", 3, "x");
    assert_eq!(configuration.ids(Some("/home/me/a_b")), ["below", "one"]);
    assert_eq!(configuration.ids(Some("/home/me/a-b")), ["other"]);
    assert_eq!(configuration.ids(None), ["below", "other", "one"]);
}

#[test]
fn a_session_is_found_in_whatever_folder_it_is() {
    let configuration = Configuration::new();
    let moved = configuration.session("-home-me-worktree", "moved", "/home/me/a", 1, "x");
    let found = place::find(configuration.path(), "/home/me/a", "moved").unwrap();
    assert_eq!(found.found.as_deref(), Some(moved.as_path()));
    assert_eq!(found.path, configuration.path().join("projects/-home-me-a/moved.jsonl"));
    assert_eq!(place::find(configuration.path(), "/home/me/a", "absent").unwrap().found, None);
    assert_eq!(place::find_by_id(configuration.path(), "moved").unwrap(), [moved]);
}

#[test]
fn a_long_path_is_also_found_under_another_number() {
    let configuration = Configuration::new();
    let project = format!("/{}", "a".repeat(300));
    let other_number = format!("-{}-zzz", "a".repeat(199));
    let path = configuration.session(&other_number, "id", &project, 1, "x");
    configuration.session(&format!("-{}", "a".repeat(150)), "short", "/else", 2, "x");
    assert_eq!(place::find(configuration.path(), &project, "id").unwrap().found, Some(path));
    assert_eq!(configuration.ids(Some(&project)), ["id"]);
}

#[test]
fn an_entry_says_what_the_ends_of_a_file_say() {
    let configuration = Configuration::new();
    let path = configuration.session("-p", "id", "/p", 1, "first words");
    let mut text = std::fs::read_to_string(&path).unwrap();
    text.push_str(&format!("{{\"type\":\"blob\",\"x\":\"{}\"}}\n", "y".repeat(300_000)));
    text.push_str("{\"type\":\"assistant\",\"gitBranch\":\"topic\",\"timestamp\":\"2026-11-02T10:00:00.000Z\"}\n");
    std::fs::write(&path, &text).unwrap();
    std::fs::create_dir_all(path.with_extension("").join("subagents")).unwrap();
    std::fs::write(path.with_extension("").join("subagents/agent-1.jsonl"), "").unwrap();
    std::fs::write(path.with_extension("").join("subagents/agent-1.meta.json"), "").unwrap();
    let entry = list::entry(&path).unwrap();
    assert_eq!(entry.title.as_deref(), Some("first words"));
    assert_eq!(entry.git_branch.as_deref(), Some("topic"));
    assert_eq!(entry.created_at.unwrap().iso(), "2026-11-01T10:00:01.000Z");
    assert_eq!(entry.updated_at.unwrap().iso(), "2026-11-02T10:00:00.000Z");
    assert_eq!((entry.subagents, entry.bytes), (1, text.len() as u64));

    text.push_str("{\"type\":\"custom-title\",\"customTitle\":\"named\"}\n");
    std::fs::write(&path, &text).unwrap();
    assert_eq!(list::entry(&path).unwrap().title.as_deref(), Some("named"));
}

#[test]
fn what_can_not_be_read_is_said_and_the_rest_is_listed() {
    let configuration = Configuration::new();
    configuration.session("-p", "good", "/p", 1, "x");
    std::fs::create_dir(configuration.path().join("projects/-p/dir.jsonl")).unwrap();
    let (entries, warnings) = list::list(configuration.path(), Some("/p")).unwrap();
    assert_eq!(entries.len(), 1);
    assert!(warnings[0].ends_with("dir.jsonl could not be read: it is a directory."), "{warnings:?}");
    assert!(list::list(&configuration.path().join("nowhere"), None).unwrap().0.is_empty());
}
