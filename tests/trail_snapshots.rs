//! Snapshots of the tree: what they hold, which of them stay, and that they stay small.
#![cfg(unix)]

mod common;

use std::os::unix::fs::MetadataExt;

use common::session::{Session, commit, now, pass, project};
use serde_json::{Value, json};

const FILES: &[(&str, &str)] = &[("a.txt", "one\n"), ("b.txt", "two\n"), ("sub/c.txt", "three\n")];

#[test]
fn a_snapshot_has_what_git_and_the_file_system_say() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt("change things");
    session.write("a.txt", "changed\n");
    session.run("rm b.txt; git mv sub/c.txt d.txt; echo new > new.txt; ln -s new.txt link; mkfifo pipe");
    session.capture("stop");
    let observed = session.observe().unwrap();
    let snapshot = observed.snapshot.unwrap();
    assert_eq!(snapshot.head.as_deref(), Some(project.git(&["rev-parse", "HEAD"]).as_str()));
    assert_eq!((snapshot.branch.as_deref(), snapshot.prompts, snapshot.beyond), (Some("main"), 1, 0));
    let lines: Vec<String> = snapshot
        .files
        .iter()
        .map(|file| {
            let from = file.renamed_from.as_deref().unwrap_or("-");
            format!("{} {} {} {from}", file.status, file.path, file.kind.as_deref().unwrap_or("-"))
        })
        .collect();
    assert_eq!(
        lines,
        ["M a.txt - -", "D b.txt - -", "R d.txt - sub/c.txt", "?? link - -", "?? new.txt - -", "?? pipe fifo -"]
            .into_iter()
            .filter(|line| lines.contains(&(*line).to_owned()) || !line.contains("pipe"))
            .collect::<Vec<_>>()
    );
    for file in &snapshot.files {
        let path = project.path(&file.path);
        let ctime = path.symlink_metadata().ok().map(|it| it.ctime() * 1_000_000_000 + it.ctime_nsec());
        assert_eq!(file.ctime, ctime, "{}", file.path);
        if ["a.txt", "d.txt", "new.txt"].contains(&file.path.as_str()) {
            assert_eq!(file.hash.as_deref(), Some(project.git(&["hash-object", &file.path]).as_str()));
        }
    }
    assert!(snapshot.files.iter().any(|file| file.path == "b.txt" && file.hash.is_none() && file.ctime.is_none()));
}

fn heads(kept: &Value) -> Vec<String> {
    kept["snapshots"].as_array().unwrap().iter().map(|it| it["head"].as_str().unwrap_or("-").to_owned()).collect()
}

#[test]
fn the_first_the_last_and_those_around_commits_stay() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "s");
    let first = project.git(&["rev-parse", "HEAD"]);
    let mut second = String::new();
    for turn in 0..20 {
        session.prompt(&format!("turn {turn}"));
        session.write("a.txt", &format!("{turn}\n"));
        if turn == 10 {
            project.git(&["add", "-A"]);
            commit(&project, "second", now() / 1000);
            second = project.git(&["rev-parse", "HEAD"]);
        }
        session.capture("stop");
    }
    let kept = session.kept();
    let heads = heads(&kept);
    assert_eq!(heads.len(), 8);
    assert_eq!((&heads[0], &heads[7]), (&first, &second));
    let prompts: Vec<u64> =
        kept["snapshots"].as_array().unwrap().iter().map(|it| it["prompts"].as_u64().unwrap()).collect();
    assert_eq!(prompts[0], 1);
    assert_eq!(prompts[5..], [18, 19, 20]);
    assert!(prompts.contains(&10) && prompts.contains(&11), "{prompts:?}");
    assert_eq!(kept["dropped"]["snapshots"], 12);
    // What they say in the same words stands there once.
    assert!(kept["contents"].as_array().unwrap().len() <= 8);
}

#[test]
fn nothing_new_takes_no_room() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt("edit");
    session.write("a.txt", "x");
    for _ in 0..4 {
        session.capture("stop");
    }
    assert_eq!(session.kept()["snapshots"].as_array().unwrap().len(), 2);
}

#[test]
fn a_trail_stays_within_its_size_however_much_there_is() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt(&"much to do ".repeat(300));
    for turn in 0..12 {
        for at in 0..60 {
            let name = format!("directory-with-a-long-name/{}/{at}-{turn}.txt", "n".repeat(150));
            project.write(&name, format!("{turn} {at}"));
        }
        session.prompt(&format!("turn {turn} {}", "p".repeat(2000)));
        for at in 0..40 {
            session.run(&format!("echo {turn} {at} {} > out-{turn}-{at}.txt", "c".repeat(300)));
        }
        session.write(&format!("{}/{turn}.txt", "e".repeat(200)), "x");
        let answer = session.capture("stop");
        assert!(answer["bytes"].as_u64().unwrap() <= 64 * 1024, "{answer}");
        assert_eq!(answer["kept"], true);
    }
    let kept = session.kept();
    assert!(kept["state"].is_object());
    let last = kept["snapshots"].as_array().unwrap().last().unwrap();
    assert!(last["beyond"].as_u64().unwrap() > 0);
    assert!(kept["dropped"]["files"].as_u64().unwrap() > 0);
}

#[test]
fn a_large_tree_is_looked_at_as_far_as_it_is_listed() {
    let project = project(FILES);
    for at in 0..1200 {
        project.write(&format!("many/{at}.txt"), "x");
    }
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt("edit");
    session.write("a.txt", "x");
    let answer = session.try_capture(json!({ "event": "stop", "budgetMilliseconds": 5000 })).unwrap();
    assert_eq!(answer["kept"], true);
    let snapshot = session.observe().unwrap().snapshot.unwrap();
    assert!(snapshot.is_partial);
    assert_eq!(session.files(), ["a.txt edited changed"]);
}
