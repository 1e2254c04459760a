//! Which files a trail names, and with which of the three words.
#![cfg(unix)]

mod common;

use common::session::{Session, commit, now, pass, project, trails};
use session_checkpoint::git::{self, Budget};

const FILES: &[(&str, &str)] = &[
    ("a.txt", "one\n"),
    ("b.txt", "two\n"),
    ("c.txt", "three\n"),
    ("moved.txt", "to be moved\n"),
    ("git-moved.txt", "to be moved by git\n"),
    ("gone.txt", "to be removed\n"),
    ("quiet.txt", "not touched\n"),
];

fn shell_session<'a>(project: &'a common::Project, id: &str) -> Session<'a> {
    let mut session = Session::new(project, id);
    session.prompt("do it all in the shell");
    session.run("sed -i.bak s/one/ONE/ a.txt; rm a.txt.bak");
    session.run("cat > new.txt <<'END'\nhello\nEND");
    session.run("F=b.txt; printf changed > $F");
    session.run("git mv git-moved.txt by-git.txt && mv moved.txt by-mv.txt");
    session.run("rm gone.txt");
    session.run("sed -i.tmp s/nothing/else/ quiet.txt; rm quiet.txt.tmp");
    session
}

const SHELL_FILES: [&str; 8] = [
    "a.txt edited changed",
    "b.txt during changed",
    "by-git.txt edited created from git-moved.txt",
    "by-mv.txt edited created from moved.txt",
    "git-moved.txt edited deleted",
    "gone.txt edited deleted",
    "moved.txt edited deleted",
    "new.txt edited created",
];

#[test]
fn a_session_that_edits_through_its_shell_has_all_changed_moved_and_deleted_files() {
    let project = project(FILES);
    pass(&project);
    let session = shell_session(&project, "shell");
    assert_eq!(session.files(), SHELL_FILES, "read live");
    assert_eq!(session.capture("stop")["kept"], true);
    assert_eq!(session.files(), SHELL_FILES, "kept");
    std::fs::remove_file(&session.path).unwrap();
    assert_eq!(session.files(), SHELL_FILES, "when the transcript is gone");
}

#[test]
fn what_the_session_committed_stays_its_work() {
    let project = project(FILES);
    pass(&project);
    let mut session = shell_session(&project, "committed");
    session.run("git add -A && git commit -q -m all");
    assert_eq!(session.files(), SHELL_FILES);
}

#[test]
fn what_was_dirty_before_the_session_is_not_its_work() {
    let project = project(FILES);
    project.write("c.txt", "dirty before\n");
    project.write("untracked.txt", "before\n");
    pass(&project);
    let mut session = Session::new(&project, "later");
    session.prompt("edit b");
    session.write("b.txt", "by the client\n");
    assert_eq!(session.files(), ["b.txt edited changed"]);
    session.capture("stop");
    assert_eq!(session.files(), ["b.txt edited changed"]);
}

#[test]
fn a_persons_edit_between_two_turns_is_not_the_sessions() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "turns");
    session.prompt("edit a");
    session.run("echo ONE > a.txt");
    session.capture("stop");
    pass(&project);
    project.write("b.txt", "by a person\n");
    pass(&project);
    session.prompt("edit c");
    session.run("echo more >> c.txt");
    session.capture("stop");
    assert_eq!(session.files(), ["a.txt edited changed", "b.txt since changed", "c.txt edited changed"]);
}

#[test]
fn what_changes_after_the_last_capture_changed_since() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "since");
    session.prompt("edit a");
    session.write("a.txt", "by the client\n");
    session.capture("stop");
    pass(&project);
    project.write("a.txt", "by a person\n");
    std::fs::remove_file(project.path("b.txt")).unwrap();
    assert_eq!(session.files(), ["a.txt edited changed", "a.txt since changed", "b.txt since deleted"]);
}

#[test]
fn without_hooks_a_killed_sessions_files_are_found_in_the_same_way() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "killed");
    session.prompt("edit a");
    session.run("printf x > a.txt");
    session.prompt("and c");
    session.run("printf y > c.txt");
    session.call("Bash", serde_json::json!({ "command": "printf z > b.txt && sleep 100" }));
    pass(&project);
    project.write("b.txt", "z");
    assert_eq!(session.files(), ["a.txt edited changed", "b.txt since changed", "c.txt edited changed"]);
}

#[test]
fn where_another_session_was_at_work_nothing_is_said_to_be_the_sessions_own() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "one");
    let mut other = Session::new(&project, "other");
    session.prompt("edit a");
    other.prompt("look around");
    session.run("printf x > a.txt");
    session.write("c.txt", "by the client\n");
    assert_eq!(session.files(), ["a.txt during changed", "c.txt edited changed"]);
}

#[test]
fn where_another_session_is_open_nothing_is_said_to_be_the_sessions_own() {
    let mut project = project(FILES);
    let other = Session::new(&project, "other");
    std::fs::write(&other.path, format!("{{\"type\":\"user\",\"uuid\":\"u\",\"cwd\":{:?}}}\n", project.root)).unwrap();
    std::fs::File::options().write(true).open(&other.path).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
    pass(&project);
    let mut session = Session::new(&project, "one");
    session.prompt("edit a");
    session.run("printf x > a.txt");
    assert_eq!(session.files(), ["a.txt edited changed"]);
    project.live = vec!["other".to_owned(), "one".to_owned()];
    let session = Session::new(&project, "one");
    assert_eq!(session.files(), ["a.txt during changed"]);
}

#[test]
fn where_another_trail_was_captured_in_between_nothing_is_said_to_be_the_sessions_own() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "one");
    session.prompt("edit a");
    session.write("b.txt", "x");
    session.capture("stop");
    let mut other = Session::new(&project, "other");
    other.prompt("edit c");
    other.write("c.txt", "y");
    other.capture("stop");
    std::fs::remove_file(&other.path).unwrap();
    session.prompt("edit a");
    session.run("printf x > a.txt");
    session.capture("stop");
    let files = session.files();
    assert!(files.contains(&"a.txt during changed".to_owned()), "{files:?}");
}

#[test]
fn ignored_files_that_a_command_names_are_named() {
    let project = project(&[(".gitignore", "*.log\n"), ("a.txt", "one\n")]);
    pass(&project);
    let mut session = Session::new(&project, "ignored");
    session.prompt("log it");
    session.run("echo x > out.log && echo y > a.txt");
    assert_eq!(session.files(), ["a.txt edited changed", "out.log edited changed"]);
}

#[test]
fn a_line_ending_is_no_change() {
    let project = project(&[(".gitattributes", "*.txt text eol=crlf\n"), ("a.txt", "one\n")]);
    pass(&project);
    let mut session = Session::new(&project, "endings");
    session.prompt("do both");
    session.run("F=a.txt; printf 'one\\r\\n' > $F; printf x > new.md");
    assert_eq!(session.files(), ["new.md edited created"]);
}

#[test]
fn the_commit_before_a_moment_is_the_same_for_both_sources() {
    let project = project(FILES);
    let start = now() / 1000;
    let first = project.git(&["rev-parse", "HEAD"]);
    commit(&project, "second", start + 10);
    let second = project.git(&["rev-parse", "HEAD"]);
    let sources = git::sources(&project.root, Budget::of(std::time::Duration::from_mins(1)));
    for source in [sources.libgit2.unwrap(), sources.program.unwrap()] {
        assert_eq!(source.last_before(start).unwrap(), Some(first.clone()), "{}", source.name());
        assert_eq!(source.last_before(start + 10).unwrap(), Some(second.clone()), "{}", source.name());
        assert_eq!(source.last_before(start - 7200).unwrap(), None, "{}", source.name());
    }
}

#[test]
fn a_session_whose_commands_alone_changed_files_is_listed_without_hooks() {
    let project = project(FILES);
    pass(&project);
    let mut reader = Session::new(&project, "reader");
    reader.prompt("look");
    reader.run("cat a.txt; ls");
    assert!(trails(&project).is_empty());
    pass(&project);
    let mut session = Session::new(&project, "shell");
    session.prompt("change it");
    session.run("printf 'changed\n' > a.txt");
    project.set_time(now());
    let listed: Vec<String> = trails(&project).iter().map(|entry| entry.session.as_str().to_owned()).collect();
    assert_eq!(listed, ["shell"]);
    let touched = project.call(session_checkpoint::engine::touched, serde_json::json!({ "file": "a.txt" })).unwrap();
    assert_eq!(touched["entries"][0]["selector"], "shell");
}

#[test]
fn a_touched_file_that_a_person_edited_between_turns_is_not_the_sessions() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "touched");
    session.prompt("make one");
    session.run("touch made.txt");
    pass(&project);
    project.write("a.txt", "by a person\n");
    pass(&project);
    session.prompt("touch it");
    session.run("touch a.txt");
    assert_eq!(session.files(), ["a.txt during changed", "made.txt edited created"]);
}

#[test]
fn a_repository_within_that_was_there_before_was_not_created() {
    let project = project(FILES);
    project.write("inner/b.txt", "two\n");
    project.git(&["init", "-q", "inner"]);
    project.git(&["-C", "inner", "commit", "-q", "--allow-empty", "-m", "inner"]);
    pass(&project);
    let mut session = Session::new(&project, "inner");
    session.prompt("change it");
    session.run("cd inner && printf x > b.txt && printf y > new.txt");
    // Git does not look into it, so that `new.txt` is known by the command alone.
    assert_eq!(session.files(), ["inner during changed", "inner/b.txt edited changed", "inner/new.txt edited changed"]);
}

#[test]
fn an_empty_file_is_no_sign_of_a_rename() {
    let project = project(&[("a/mark", ""), ("b/x.txt", "same\n"), ("c/y.txt", "same\n")]);
    pass(&project);
    let mut session = Session::new(&project, "renamed");
    session.prompt("move");
    session.run("rm a/mark; touch d; mkdir to; mv c/y.txt to/y.txt; mv b/x.txt to/x.txt");
    let files = session.files();
    let made: Vec<&String> = files.iter().filter(|file| file.contains("created")).collect();
    assert_eq!(
        made,
        ["d edited created", "to/x.txt edited created from b/x.txt", "to/y.txt edited created from c/y.txt"]
    );
}

#[test]
fn a_commit_message_with_quotes_in_a_here_document_hides_nothing_behind_it() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "message");
    session.prompt("commit");
    session.run("git commit -q --allow-empty -m \"$(cat <<'END'\nDon't :) break\nEND\n)\" && printf x > a.txt");
    assert_eq!(session.files(), ["a.txt edited changed"]);
    let facts = session.observe().unwrap().trail.facts;
    assert!(facts.iter().any(|fact| fact.kind == session_checkpoint::trail::Kind::Commit));
}

#[test]
fn a_check_that_succeeds_elsewhere_makes_no_failure_good() {
    let project = project(&[("pytest", "exit 0\n"), ("sub/pytest", "exit 1\n")]);
    pass(&project);
    let mut session = Session::new(&project, "elsewhere");
    session.prompt("test");
    session.run("chmod +x pytest sub/pytest && cd sub && ./pytest");
    pass(&project);
    session.run("./pytest");
    let failed = |session: &Session<'_>| {
        let facts = session.observe().unwrap().trail.facts;
        facts.iter().filter(|fact| fact.kind == session_checkpoint::trail::Kind::FailedAttempt).count()
    };
    assert_eq!(failed(&session), 1);
    project.write("sub/pytest", "exit 0\n");
    session.run("cd sub/../sub && ./pytest");
    assert_eq!(failed(&session), 0);
}

#[test]
fn a_session_that_was_started_above_or_below_may_have_done_it() {
    use session_checkpoint::transcript::place::folder_name;
    for other in ["..", "sub"] {
        let project = project(FILES);
        std::fs::create_dir(project.path("sub")).unwrap();
        pass(&project);
        let mut session = Session::new(&project, "one");
        session.prompt("change it");
        session.run("printf x > a.txt");
        assert_eq!(session.files(), ["a.txt edited changed"]);
        let place = project.root.join(other).canonicalize().unwrap();
        let mut other = Session::in_folder(&project, "other", &folder_name(place.to_str().unwrap()));
        other.prompt("change something");
        assert_eq!(session.files(), ["a.txt during changed"], "{}", place.display());
    }
}

#[test]
fn an_ignored_file_that_was_only_touched_is_nobodys_work() {
    let project = project(&[(".gitignore", "*.log\n")]);
    project.write("old.log", "old\n");
    pass(&project);
    let mut session = Session::new(&project, "ignored");
    session.prompt("touch it");
    session.run("touch old.log; printf x > new.log");
    assert_eq!(session.files(), ["new.log edited changed"]);
}

#[test]
fn what_a_subagent_edited_as_well_is_not_lost() {
    use session_checkpoint::transcript::place::folder_name;
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "main");
    session.prompt("edit it, then let it be edited");
    session.write("a.txt", "1\n");
    session.call("Task", serde_json::json!({ "description": "edit it" }));
    let folder = format!("{}/main/subagents", folder_name(project.root.to_str().unwrap()));
    let mut agent = Session::in_folder(&project, "agent-a1", &folder);
    std::fs::write(agent.path.with_extension("meta.json"), r#"{"agentType":"helper","description":"edit it"}"#)
        .unwrap();
    agent.prompt("edit it");
    agent.write("a.txt", "2\n");
    let observed = session.observe().unwrap();
    let mut agents: Vec<Option<&str>> = observed.files.iter().map(|file| file.agent.as_deref()).collect();
    agents.sort_unstable();
    assert_eq!(agents, [None, Some("a1")]);
    let save = serde_json::json!({ "goal": "go on", "mode": "merge", "resumedFrom": "main", "session": "next" });
    project.call(session_checkpoint::engine::save, save).unwrap();
    let saved: serde_json::Value = serde_json::from_str(&project.read(".claude-checkpoints/next.json")).unwrap();
    assert_eq!(saved["modifiedFiles"].as_array().unwrap().len(), 1);
}

#[test]
fn a_commit_that_was_thrown_away_hides_no_change() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "amended");
    session.prompt("commit");
    session.run("printf x > a.txt; git commit -qam one");
    pass(&project);
    session.capture("stop");
    session.prompt("amend");
    session.run("git commit -q --amend -m two; git reflog expire --expire=now --all; git gc -q --prune=now; rm b.txt");
    assert_eq!(session.files(), ["a.txt edited changed", "b.txt edited deleted"]);
}

#[test]
fn a_quiet_commit_that_decides_its_line_is_known() {
    let project = project(FILES);
    let mut session = Session::new(&project, "quiet");
    session.prompt("commit");
    session.run("git add -A\ngit commit -q --allow-empty -m lines\n");
    session.run("git commit -q --allow-empty -F - <<'END'\nx\nEND");
    session.run("false && git commit -q --allow-empty -m never; true");
    let facts = session.observe().unwrap().trail.facts;
    let kind = session_checkpoint::trail::Kind::Commit;
    assert_eq!(facts.iter().filter(|fact| fact.kind == kind).count(), 2);
}

#[test]
fn a_commit_in_another_repository_commits_nothing_here() {
    use session_checkpoint::trail::Kind;
    let project = project(&[("a.txt", "one\n"), (".gitignore", "inner\n")]);
    let other = project.outside().join("other");
    for place in [&other, &project.path("inner")] {
        std::fs::create_dir(place).unwrap();
        project.git(&["init", "-q", place.to_str().unwrap()]);
    }
    pass(&project);
    let mut session = Session::new(&project, "elsewhere");
    session.prompt("edit and commit");
    session.write("a.txt", "1\n");
    session.write("inner/b.txt", "2\n");
    let edits = |session: &Session<'_>| {
        let facts = session.observe().unwrap().trail.facts;
        facts.iter().find(|fact| fact.kind == Kind::EditsSinceCommit).map(|fact| fact.value["edits"].as_u64().unwrap())
    };
    let commit = "commit -q --allow-empty -m x";
    for (line, left) in [
        (format!("cd {} && git {commit}", other.display()), Some(2)),
        (format!("git -C {} {commit}", other.display()), Some(2)),
        (format!("cd $HOME/other && git {commit}"), Some(2)),
        (format!("git -C \"$HOME/other\" {commit}"), Some(2)),
        (format!("git --git-dir={}/.git {commit}", other.display()), Some(2)),
        (format!("GIT_DIR={}/.git git {commit}", other.display()), Some(2)),
        (format!("for i in 1; do cd {} && git {commit}; done", other.display()), Some(2)),
        (format!("(cd inner && git {commit})"), Some(1)),
        (format!("cd \"$(git rev-parse --show-toplevel)\" && git {commit}"), None),
    ] {
        session.run(&line);
        assert_eq!(edits(&session), left, "{line}");
    }
    let facts = session.observe().unwrap().trail.facts;
    let commits = facts.iter().filter(|fact| fact.kind == Kind::Commit);
    let elsewhere = commits.filter(|fact| fact.value.get("repository").is_some()).count();
    assert_eq!(elsewhere, 3);
}

#[test]
fn what_a_person_wrote_before_a_command_that_did_not_come_to_it_is_not_the_sessions() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "passed-by");
    session.prompt("write");
    project.write("a.txt", "by a person\n");
    project.write("b.txt", "by a person\n");
    pass(&project);
    session.run("false && echo x > a.txt");
    session.run("grep -q nothing b.txt && cp c.txt b.txt; echo done");
    session.run("echo more >> c.txt");
    assert_eq!(session.files(), ["a.txt during changed", "b.txt during changed", "c.txt edited changed"]);
}

#[test]
fn what_a_person_removed_is_not_the_sessions_work_because_a_command_names_it() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "removed");
    session.prompt("tidy up");
    std::fs::remove_file(project.path("a.txt")).unwrap();
    std::fs::remove_file(project.path("b.txt")).unwrap();
    pass(&project);
    session.run("rm -f a.txt");
    session.run("rm b.txt");
    pass(&project);
    session.run("rm c.txt");
    session.run("rm -f gone.txt && echo done");
    assert_eq!(
        session.files(),
        ["a.txt during deleted", "b.txt during deleted", "c.txt edited deleted", "gone.txt edited deleted"]
    );
    std::fs::remove_file(project.path("quiet.txt")).unwrap();
    pass(&project);
    session.run("rm -f quiet.txt; echo new > new.txt");
    assert!(session.files().contains(&"quiet.txt during deleted".to_owned()));
}

#[test]
fn what_a_person_edited_is_not_the_sessions_work_because_sed_matched_nothing() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "sed");
    session.prompt("replace it");
    project.write("a.txt", "by a person\n");
    pass(&project);
    session.run("sed -i s/nothing/else/ a.txt; perl -pi -e s/nothing/else/ a.txt");
    session.run("echo new > b.txt && sed -i s/new/newer/ b.txt");
    assert_eq!(session.files(), ["a.txt during changed", "b.txt edited changed"]);
    session.capture("precompact");
    pass(&project);
    session.run("sed -i s/person/PERSON/ a.txt");
    // What it was before is known from within the same turn.
    assert!(session.files().contains(&"a.txt edited changed".to_owned()));
}

#[test]
fn a_commit_in_the_second_in_which_the_session_begins_is_what_it_began_with() {
    let project = project(FILES);
    project.write("late.txt", "one\n");
    project.git(&["add", "-A"]);
    // Its time has no milliseconds: it can't be told apart from one after the first prompt.
    commit(&project, "late", now() / 1000);
    pass(&project);
    let mut session = Session::new(&project, "late");
    session.prompt("work");
    session.run("rm b.txt && sed -i s/one/ONE/ late.txt");
    assert_eq!(session.files(), ["b.txt edited deleted", "late.txt edited changed"]);
}

#[test]
fn a_commit_that_the_session_makes_at_once_is_its_own() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "at-once");
    session.prompt("work");
    session.run("echo new > new.txt && git add -A && git commit -q -m new");
    assert_eq!(session.files(), ["new.txt edited created"]);
}

#[test]
fn what_sed_put_into_a_file_is_the_sessions_work() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "put");
    session.prompt("replace it");
    pass(&project);
    session.run("sed -i 's|one|ONE/1|g' a.txt && perl -pi -e 's/two/zwei/' b.txt");
    // What these leave is not in the line.
    session.run("sed -i -E 's/(th)ree/\\1/' c.txt");
    let files = session.files();
    assert_eq!(files, ["a.txt edited changed", "b.txt edited changed", "c.txt during changed"]);
}

#[test]
fn what_a_person_made_is_not_the_sessions_work_because_it_touched_it() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "touched");
    session.prompt("touch it");
    project.write("new.txt", "by a person\n");
    project.write("other.txt", "by a person\n");
    pass(&project);
    session.run("touch new.txt made.txt; cp -n a.txt other.txt; true");
    assert_eq!(session.files(), ["made.txt edited created", "new.txt during created", "other.txt during created"]);
}

#[test]
fn what_was_moved_with_its_directory_is_where_it_came_to() {
    let project = project(&[("from/a.txt", "one\n"), ("from/b.txt", "two\n"), ("c.txt", "three\n")]);
    project.write("from/untracked.txt", "before\n");
    project.write("old/untracked.txt", "before\n");
    pass(&project);
    let mut session = Session::new(&project, "moved");
    session.prompt("move");
    session.run("mv from to");
    session.run("echo new > old/new.txt");
    assert_eq!(
        session.files(),
        [
            "from/a.txt edited deleted",
            "from/b.txt edited deleted",
            "old/new.txt edited created",
            "to/a.txt edited created from from/a.txt",
            "to/b.txt edited created from from/b.txt",
        ]
    );
}

#[test]
fn a_copy_is_not_where_a_file_was_moved_to() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "copied");
    session.prompt("copy and move");
    session.run("cp a.txt 0.txt; mkdir sub; mv a.txt sub/");
    assert_eq!(
        session.files(),
        ["0.txt edited created", "a.txt edited deleted", "sub/a.txt edited created from a.txt"]
    );
}

#[test]
fn a_submodule_whose_commit_moved_changed() {
    let project = project(FILES);
    let other = project.outside().join("module");
    std::fs::create_dir(&other).unwrap();
    project.git(&["init", "-q", other.to_str().unwrap()]);
    project.git(&["-C", other.to_str().unwrap(), "commit", "-q", "--allow-empty", "-m", "one"]);
    let add = ["-c", "protocol.file.allow=always", "submodule", "add", "-q", other.to_str().unwrap(), "module"];
    project.git(&add);
    commit(&project, "with a module", now() / 1000 - 1800);
    pass(&project);
    let mut session = Session::new(&project, "module");
    session.prompt("commit in it");
    session.run("git -C module commit -q --allow-empty -m two");
    assert_eq!(session.files(), ["module during changed"]);
}

#[test]
fn what_was_created_stays_created_when_it_is_changed_in_a_later_turn() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "later");
    session.prompt("make it");
    session.run("echo one > new.txt");
    session.capture("stop");
    pass(&project);
    session.prompt("change it");
    session.run("echo two > new.txt");
    assert_eq!(session.files(), ["new.txt edited created"]);
}

#[test]
fn a_moved_file_that_was_edited_then_was_made_by_the_session() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "moved");
    session.prompt("move and edit");
    session.run("git mv a.txt new.txt");
    session.write("new.txt", "changed\n");
    assert_eq!(session.files(), ["a.txt edited deleted", "new.txt edited created"]);
    session.capture("stop");
    assert_eq!(session.files(), ["a.txt edited deleted", "new.txt edited created"]);
}

#[test]
fn a_clock_that_went_back_hides_no_session() {
    let project = project(FILES);
    pass(&project);
    let mut session = Session::new(&project, "clock");
    session.prompt("from the future");
    let text = std::fs::read_to_string(&session.path).unwrap();
    let mut record: serde_json::Value = serde_json::from_str(&text).unwrap();
    record["timestamp"] = serde_json::json!("2999-01-01T00:00:00.000Z");
    std::fs::write(&session.path, format!("{record}\n")).unwrap();
    session.run("echo x > a.txt");
    assert_eq!(session.files(), ["a.txt during changed"]);
    project.set_time(now());
    assert_eq!(trails(&project).len(), 1);
}
