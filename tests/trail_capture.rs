//! When a trail is kept, and where; that it is found whatever became of its transcript; that nothing hurts it.
#![cfg(unix)]

mod common;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use common::session::{Session, files, pass, project, trails, with_client};
use common::{Project, code};
use serde_json::json;
use session_checkpoint::trail::Origin;
use session_checkpoint::transcript::place;

const FILES: &[(&str, &str)] = &[("a.txt", "one\n"), ("b.txt", "two\n")];

/// A session that edited a file.
fn worked<'a>(project: &'a Project, id: &str) -> Session<'a> {
    pass(project);
    let mut session = Session::new(project, id);
    session.prompt("edit a");
    session.write("a.txt", "changed\n");
    session
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

fn trail(project: &Project, id: &str) -> std::path::PathBuf {
    project.path(&format!(".claude-checkpoints/trails/{id}.json"))
}

#[test]
fn a_kept_trail_is_private_and_git_does_not_see_it() {
    let project = project(FILES);
    let session = worked(&project, "s");
    let answer = session.capture("stop");
    assert_eq!((answer["kept"].clone(), answer["complete"].clone()), (json!(true), json!(true)), "{answer}");
    assert_eq!(answer["path"], json!(trail(&project, "s")));
    assert_eq!(mode(&trail(&project, "s")), 0o600);
    assert_eq!(mode(trail(&project, "s").parent().unwrap()), 0o700);
    assert_eq!(project.git(&["status", "--porcelain"]).trim(), "M a.txt");
    let kept = session.kept();
    assert_eq!((kept["version"].clone(), kept["sessionId"].clone()), (json!(1), json!("s")));
}

#[test]
fn a_session_that_did_nothing_leaves_nothing() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "talk");
    session.prompt("what is this?");
    session.says("a project");
    assert_eq!(session.capture("stop")["reason"], "no work");
    session.run("cat a.txt; ls");
    session.run("echo x > /dev/null");
    assert_eq!(session.capture("stop")["reason"], "no work");
    assert!(project.store().is_empty() && session.observe().is_none() && trails(&project).is_empty());
}

#[test]
fn a_check_or_a_commit_is_work() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "check");
    session.prompt("does it pass?");
    session.run("npm test");
    assert_eq!(session.capture("stop")["kept"], true);
}

#[test]
fn trails_can_be_switched_off() {
    for value in ["off", "0", "false", "no", "OFF"] {
        let project = project(FILES).set("SESSION_CHECKPOINT_TRAIL", value);
        let session = worked(&project, "s");
        assert_eq!(session.capture("stop")["reason"], "off");
        assert!(project.store().is_empty() && session.observe().is_none() && trails(&project).is_empty());
    }
}

#[test]
fn no_trail_is_kept_where_no_project_is() {
    let project = project(FILES);
    let root = project.root.to_str().unwrap().to_owned();
    for (name, value) in [("HOME", root.as_str()), ("TMPDIR", &root), ("HOME", &format!("{root}/below"))] {
        std::fs::create_dir_all(project.path("below")).unwrap();
        let project = project.at(&project.root).set(name, value);
        assert_eq!(worked(&project, "s").capture("stop")["reason"], "broad", "{name}={value}");
    }
    for root in ["/", "/tmp", "/usr"] {
        let answer = project
            .call(session_checkpoint::engine::capture, json!({ "session": "s", "event": "stop", "projectRoot": root }));
        assert_eq!(answer.unwrap()["reason"], "broad", "{root}");
    }
    assert!(project.store().is_empty());
}

#[test]
fn outside_a_repository_a_trail_is_kept_only_beside_checkpoints() {
    let project = with_client(Project::bare());
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt("make it");
    session.write("a.txt", "new\n");
    session.run("echo x > b.txt");
    assert_eq!(session.capture("stop")["reason"], "outside");
    assert!(project.store().is_empty());
    project.save(json!({ "goal": "g", "session": "other" }));
    assert_eq!(session.capture("stop")["kept"], true);
    assert_eq!(session.files(), ["a.txt edited created", "b.txt edited changed"]);
}

#[test]
fn a_transcript_is_found_by_the_sessions_id() {
    let project = project(FILES);
    let session = worked(&project, "s");
    let missing = project.outside().join("missing.jsonl");
    let moved = project.outside().join("configuration/projects/-of-the-worktree");
    std::fs::create_dir_all(&moved).unwrap();
    std::fs::rename(&session.path, moved.join("s.jsonl")).unwrap();
    let answer = session.try_capture(json!({ "event": "stop", "transcriptPath": missing })).unwrap();
    assert_eq!(answer["kept"], true);
    assert_eq!(session.kept()["state"]["firstPrompt"]["text"], "edit a");
}

#[test]
fn a_transcript_that_moves_while_the_session_goes_on_is_read_on() {
    let project = project(FILES);
    let mut session = worked(&project, "s");
    session.capture("stop");
    let folder = project.outside().join("configuration/projects/-worktree");
    std::fs::create_dir_all(&folder).unwrap();
    let moved = folder.join("s.jsonl");
    std::fs::rename(&session.path, &moved).unwrap();
    let hook = json!({ "event": "stop", "transcriptPath": session.path.clone() });
    session.path = moved;
    session.prompt("and b");
    session.write("b.txt", "more\n");
    session.try_capture(hook).unwrap();
    assert_eq!(session.files(), ["a.txt edited changed", "b.txt edited changed"]);
    assert_eq!(session.kept()["state"]["promptsTotal"], 2);
}

#[test]
fn without_any_transcript_git_and_the_file_system_tell_what_they_can() {
    let project = project(FILES);
    project.write("a.txt", "changed\n");
    pass(&project);
    let session = Session::new(&project, "gone");
    assert_eq!(session.capture("stop")["kept"], true);
    pass(&project);
    project.write("b.txt", "changed\n");
    assert_eq!(session.capture("stop")["kept"], true);
    let observed = session.observe().unwrap();
    assert_eq!(observed.source, Origin::Tree);
    assert_eq!(files(&observed), ["b.txt since changed"]);
    assert_eq!(observed.snapshot.unwrap().files.len(), 2);
}

#[test]
fn a_file_that_is_still_being_written_is_read_to_its_last_whole_line() {
    let project = project(FILES);
    let mut session = worked(&project, "s");
    let half = r#"{"type":"user","uuid":"#;
    let whole = std::fs::read_to_string(&session.path).unwrap();
    std::fs::write(&session.path, format!("{whole}{half}")).unwrap();
    assert_eq!(session.capture("stop")["complete"], true);
    std::fs::write(&session.path, whole).unwrap();
    session.prompt("go on");
    session.capture("stop");
    assert_eq!(session.kept()["state"]["promptsTotal"], 2);
}

#[test]
fn the_end_of_a_session_is_kept_and_forgotten_when_it_goes_on() {
    let project = project(FILES);
    let mut session = worked(&project, "s");
    let input = json!({ "event": "sessionend", "reason": "prompt_input_exit", "budgetMilliseconds": 900 });
    assert_eq!(session.try_capture(input).unwrap()["kept"], true);
    let observed = session.observe().unwrap();
    assert_eq!((observed.ended.unwrap().reason.as_str(), observed.source), ("prompt_input_exit", Origin::Both));
    assert!(trails(&project)[0].ended.is_some());
    pass(&project);
    session.prompt("one more thing");
    assert!(session.observe().unwrap().ended.is_none());
    session.capture("stop");
    assert!(session.kept().get("ended").is_none());
}

#[test]
fn a_capture_without_time_keeps_a_part_and_the_next_one_goes_on() {
    let project = project(FILES);
    let mut session = worked(&project, "s");
    session.capture("stop");
    let filler = "x".repeat(1 << 20);
    for _ in 0..70 {
        session.says(&filler);
    }
    session.prompt("after much");
    let hurry = json!({ "event": "sessionend", "budgetMilliseconds": 1 });
    let first = session.try_capture(hurry.clone()).unwrap();
    assert_eq!((first["kept"].clone(), first["complete"].clone()), (json!(true), json!(false)));
    let so_far = session.kept()["state"]["source"]["offset"].as_u64().unwrap();
    assert!(so_far > 30 << 20, "{so_far}");
    session.try_capture(hurry).unwrap();
    assert!(session.kept()["state"]["source"]["offset"].as_u64().unwrap() > so_far);
    assert_eq!(session.capture("stop")["complete"], true);
    assert_eq!(session.kept()["state"]["promptsTotal"], 2);
}

#[test]
fn nothing_of_a_secret_is_written() {
    let secret = ["ghp_", "16C7e42F292c6912E7710c838347Ae178B4a"].concat();
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt(&format!("use the token {secret}"));
    session.run(&format!("echo {secret} > a.txt; cat a.txt"));
    session.run(&format!("echo x > {secret}.txt; F={secret}.md; echo y > $F"));
    session.write(&format!("{secret}/b.txt"), &secret);
    session.says(&format!("the token is {secret}"));
    project.git(&["checkout", "-q", "-b", &secret]);
    session.capture("stop");
    session.prompt("again");
    session.run(&format!("git add -A; git commit -q -m {secret}; rm {secret}.txt; touch x"));
    let end = json!({ "event": "sessionend", "reason": secret });
    assert_eq!(session.try_capture(end).unwrap()["kept"], true);
    let written = std::fs::read_to_string(trail(&project, "s")).unwrap();
    assert!(!written.contains(&secret), "{written}");
    let observed = serde_json::to_string(&session.observe().unwrap()).unwrap();
    assert!(!observed.contains(&secret), "{observed}");
    assert!(!format!("{:?}", trails(&project)).contains(&secret));
    for file in project.store() {
        assert!(!file.contains(&secret));
    }
}

#[test]
fn a_trail_of_another_version_is_left_alone_and_a_corrupt_one_replaced() {
    let project = project(FILES);
    let session = worked(&project, "s");
    session.capture("stop");
    std::fs::write(trail(&project, "s"), r#"{"version":2,"new":"format"}"#).unwrap();
    assert_eq!(code(session.try_capture(json!({ "event": "stop" }))), "VERSION_UNSUPPORTED");
    assert_eq!(project.read(".claude-checkpoints/trails/s.json"), r#"{"version":2,"new":"format"}"#);
    for corrupt in ["", "{", "null", "[1]", r#"{"version":1}"#, r#"{"version":1,"state":{"version":1}}"#] {
        std::fs::write(trail(&project, "s"), corrupt).unwrap();
        assert!(!session.observe().unwrap().files.is_empty());
        assert_eq!(session.capture("stop")["kept"], true, "{corrupt}");
    }
    // A state of another format is read again.
    let mut kept = session.kept();
    kept["state"] = json!({ "version": 99 });
    std::fs::write(trail(&project, "s"), kept.to_string()).unwrap();
    session.capture("stop");
    assert_eq!(session.kept()["state"]["firstPrompt"]["text"], "edit a");
}

#[test]
fn what_stands_in_the_way_is_an_error_and_never_waited_for() {
    let project = project(FILES);
    let session = worked(&project, "s");
    session.capture("stop");
    let file = trail(&project, "s");
    std::fs::remove_file(&file).unwrap();
    rustix::fs::mknodat(rustix::fs::CWD, &file, rustix::fs::FileType::Fifo, rustix::fs::Mode::from_raw_mode(0o600), 0)
        .unwrap();
    assert_eq!(code(session.try_capture(json!({ "event": "stop" }))), "STORE_REFUSED");
    assert!(session.observe().is_some());
    std::fs::remove_file(&file).unwrap();
    std::fs::remove_dir(file.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(project.outside(), file.parent().unwrap()).unwrap();
    assert_eq!(code(session.try_capture(json!({ "event": "stop" }))), "STORE_REFUSED");
    assert!(!project.outside().join("s.json").exists());
}

#[test]
fn pipes_in_the_tree_and_for_a_transcript_are_not_waited_for() {
    let project = project(FILES);
    let session = worked(&project, "s");
    let pipe = |path: &Path| {
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    };
    pipe(&project.path("pipe"));
    pipe(&session.path.with_file_name("other.jsonl"));
    let named = project.outside().join("transcript");
    pipe(&named);
    let answer = session.try_capture(json!({ "event": "stop", "transcriptPath": named })).unwrap();
    assert_eq!(answer["kept"], true, "{answer}");
    assert_eq!(trails(&project).len(), 1);
}

#[test]
fn a_directory_that_can_not_be_written_is_an_error_and_can_be_observed() {
    let project = project(FILES);
    let session = worked(&project, "s");
    if rustix::process::geteuid().is_root() {
        // Permissions mean nothing to root; a file in the place of the directory does.
        project.write(".claude-checkpoints", "");
    } else {
        std::fs::set_permissions(&project.root, std::fs::Permissions::from_mode(0o500)).unwrap();
    }
    let result = code(session.try_capture(json!({ "event": "stop" })));
    let observed = session.observe_result();
    std::fs::set_permissions(&project.root, std::fs::Permissions::from_mode(0o700)).unwrap();
    assert!(["STORE_REFUSED", "STORE_UNWRITABLE"].contains(&result), "{result}");
    assert!(observed.is_err() || observed.unwrap().is_some());
}

#[test]
fn captures_at_the_same_moment_lose_nothing() {
    let project = project(FILES);
    worked(&project, "s").capture("stop");
    let mut session = Session::new(&project, "s");
    session.prompt("in between");
    let shared = (project.root.clone(), project.outside().join("configuration"));
    let threads: Vec<_> = (0..8)
        .map(|at| {
            let (root, configuration) = shared.clone();
            std::thread::spawn(move || {
                let request = json!({
                    "input": { "session": "s", "event": if at == 7 { "sessionend" } else { "stop" } },
                    "env": { "CLAUDE_CONFIG_DIR": configuration },
                    "cwd": root,
                });
                session_checkpoint::engine::answer(session_checkpoint::engine::UseCase::Capture, &request.to_string())
            })
        })
        .collect();
    for thread in threads {
        let answer = thread.join().unwrap();
        assert!(answer.contains("\"kept\":true"), "{answer}");
    }
    let session = Session::new(&project, "s");
    assert_eq!(files(&session.observe().unwrap()), ["a.txt edited changed"]);
    assert!(session.kept()["snapshots"].as_array().unwrap().len() <= 8);
    assert_eq!(std::fs::read_dir(trail(&project, "s").parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_trail_goes_with_its_checkpoint_and_alone() {
    let project = project(FILES);
    for with_checkpoint in [true, false] {
        worked(&project, "s").capture("stop");
        if with_checkpoint {
            project.save(json!({ "goal": "g", "session": "s" }));
        }
        project.call(session_checkpoint::engine::delete, json!({ "checkpoint": "s" })).unwrap();
        assert!(!trail(&project, "s").exists());
    }
    assert_eq!(project.store(), [".gitignore", "trails"]);
}

#[test]
fn lists_have_kept_trails_and_live_transcripts() {
    let project = project(FILES);
    let kept = worked(&project, "kept");
    kept.capture("stop");
    std::fs::remove_file(&kept.path).unwrap();
    worked(&project, "live");
    let old = worked(&project, "old");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(80);
    std::fs::File::options().write(true).open(&old.path).unwrap().set_modified(long_ago).unwrap();
    let mut elsewhere = Session::in_folder(&project, "elsewhere", "-other-project");
    elsewhere.prompt("edit");
    elsewhere.write("b.txt", "x");
    let mut listed: Vec<(String, bool)> =
        trails(&project).iter().map(|entry| (entry.session.as_str().to_owned(), entry.is_kept)).collect();
    listed.sort();
    assert_eq!(listed, [("kept".to_owned(), true), ("live".to_owned(), false)]);
    assert_eq!(trails(&project)[0].title.as_deref(), Some("edit a"));
    assert!(trails(&project).iter().all(|entry| !entry.is_foreign));
}

#[test]
fn a_session_of_another_project_is_not_observed_here() {
    let project = project(FILES);
    let other = project.outside().join("other");
    std::fs::create_dir(&other).unwrap();
    let elsewhere = project.at(&other);
    let mut session = Session::in_folder(&elsewhere, "s", &place::folder_name(other.to_str().unwrap()));
    session.prompt("edit");
    session.write("b.txt", "x");
    assert!(Session::new(&project, "s").observe().is_none());
}

#[test]
fn a_trail_that_git_tracks_is_foreign() {
    let project = project(FILES);
    worked(&project, "s").capture("stop");
    project.git(&["add", "-f", ".claude-checkpoints/trails/s.json"]);
    assert!(trails(&project)[0].is_foreign);
}

#[test]
fn files_there_was_no_room_for_are_counted_in_every_answer() {
    let project = project(&[("a.txt", "one\n")]);
    pass(&project);
    let mut session = Session::new(&project, "many");
    session.prompt("make many");
    session.run("for i in $(seq 700); do echo $i > a-file-with-a-name-that-is-long-enough-$i.txt; done");
    session.capture("stop");
    assert!(session.kept()["dropped"]["files"].as_u64().unwrap() > 0);
    for format in ["brief", "full"] {
        let answer =
            project.call(session_checkpoint::engine::load, json!({ "checkpoint": "many", "format": format })).unwrap();
        let warnings = answer["warnings"].to_string();
        assert!(warnings.contains("Not kept one by one") && warnings.contains("file(s) that changed"), "{warnings}");
    }
}

#[test]
fn an_emptied_transcript_takes_nothing_back() {
    let project = project(FILES);
    let session = worked(&project, "emptied");
    session.capture("stop");
    std::fs::write(&session.path, "").unwrap();
    session.capture("stop");
    let observed = session.observe().unwrap();
    assert_eq!(observed.source, Origin::Kept);
    assert!(files(&observed).iter().any(|file| file.contains("edited")));
}

#[test]
fn a_trail_of_a_newer_version_is_no_unknown_session() {
    let project = project(FILES);
    let session = worked(&project, "newer");
    session.capture("stop");
    let file = project.path(".claude-checkpoints/trails/newer.json");
    let written =
        std::fs::read_to_string(&file).unwrap().replace("\"version\":1,\"generator", "\"version\":9,\"generator");
    std::fs::write(&file, written).unwrap();
    for action in [session_checkpoint::engine::load, session_checkpoint::engine::trail] {
        assert_eq!(code(project.call(action, json!({ "checkpoint": "newer" }))), "VERSION_UNSUPPORTED");
    }
}

#[test]
fn where_git_can_not_tell_what_changed_a_session_whose_commands_name_files_is_not_lost() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "s");
    session.prompt("change it");
    session.run("echo x > a.txt");
    project.write(".git/index", "no index");
    let answer = session.capture("stop");
    assert_eq!(answer["kept"], true, "{answer}");
    assert!(answer["warnings"].to_string().contains("could not be told by git"), "{answer}");
    assert_eq!(trails(&project).len(), 1);
    assert!(session.observe().is_some());
}
