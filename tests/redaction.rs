//! One choke point: a secret put into any field is in no byte written or returned.

mod common;

use common::{Project, strings};
use serde_json::{Value, json};

/// Secrets of the documented kinds, put together here so that none stands in a file.
fn secrets() -> Vec<(String, String)> {
    let body = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";
    let bare = |prefix: &str, length: usize| {
        let token = format!("{prefix}{}", &body[..length]);
        (token.clone(), token)
    };
    let in_text = |before: &str, after: &str| (format!("{before}{body}{after}"), body.to_owned());
    let upper = |prefix: &str, length: usize| {
        let token = format!("{prefix}{}", body[..length].to_uppercase());
        (token.clone(), token)
    };
    let hexadecimal = |prefix: &str| {
        let token = format!("{prefix}{}", "0a1b2c3d4e5f6a7b8c9d".repeat(2));
        (token.clone(), token)
    };
    vec![
        bare("sk-", 32),
        bare("ghp_", 36),
        bare("github_pat_", 30),
        bare("xoxb-", 24),
        in_text("SERVICE_TOKEN=", ""),
        in_text("{\"password\": \"", "\"}"),
        in_text("Authorization: Bearer ", ""),
        in_text("postgres://user:", "@host/db"),
        in_text("run --api-key ", " -v"),
        bare("glpat-", 20),
        bare("npm_", 36),
        in_text("curl -u admin:", " https://host"),
        in_text("mysql -u root -p", " db"),
        in_text("echo ", " | docker login -u a --password-stdin"),
        in_text("the password is ", " for now"),
        in_text("Cookie: sessionid=", "; theme=dark"),
        in_text("https://hooks.slack.com/services/T0/B0/", ""),
        in_text("https://host/cb?access_token=", "&state=1"),
        in_text("-----BEGIN PRIVATE KEY-----\n", "\n-----END PRIVATE KEY-----"),
        in_text("name: DB_PASSWORD\nvalue: ", ""),
        in_text("sudo -S ls <<< ", ""),
        // One of every table of providers that none above is from.
        bare("hf_", 34),
        bare(&["sk", "live", ""].join("_"), 24),
        bare("lin_api_", 36),
        upper("AKIA", 16),
        hexadecimal("sbp_"),
        upper("NRAK-", 27),
    ]
}

fn everything(project: &Project) -> String {
    let mut bytes = String::new();
    for name in project.store() {
        bytes.push_str(&name);
        bytes.push_str(&String::from_utf8_lossy(
            &std::fs::read(project.path(&format!(".claude-checkpoints/{name}"))).unwrap(),
        ));
    }
    bytes
}

#[test]
fn a_secret_in_any_field_reaches_neither_disk_nor_client() {
    for (text, secret) in secrets() {
        let project = Project::with(&[("a", "1\n")]).session("s");
        // A name without the context that gives a secret away is no finding anywhere.
        let is_bare = text == secret;
        if is_bare {
            project.write(&text, "1\n");
            project.git(&["checkout", "-q", "-b", &text]);
        }
        let call = |mode: &str| {
            json!({
                "goal": text, "mode": mode,
                "tasks": [{ "description": text, "status": "done" }],
                "summary": text, "nextSteps": [text], "decisions": [text],
                "modifiedFiles": [{ "path": "a", "note": text }, { "path": format!("/outside/{text}") }, { "path": format!("b {text}") }],
                "recentCommands": [{ "command": text, "note": text, "exitCode": 1 }],
                "resumedFrom": if mode == "replace" { Value::Null } else { json!("s") },
                text.clone(): 1
            })
        };
        let mut said = String::new();
        for mode in ["replace", "merge", "merge"] {
            said.push_str(&project.save(call(mode)).to_string());
        }
        said.push_str(&project.load(json!({})).to_string());
        said.push_str(&project.load(json!({ "format": "full" })).to_string());
        said.push_str(&project.list(json!({})).to_string());
        // What has the form of a selector is kept, as any text of a call is.
        match project.try_save(json!({ "goal": "g", "resumedFrom": text })) {
            Ok(answer) => said.push_str(&answer.to_string()),
            Err(error) => said.push_str(&session_checkpoint::redact::text(&error.to_string()).0),
        }
        for error in [
            project.try_save(json!({ "goal": "g", "mode": text })).unwrap_err(),
            project.try_save(json!({ "goal": "g", "session": text })).unwrap_err(),
            project.try_save(json!({ "goal": "g", "projectRoot": text })).unwrap_err(),
            project.try_list(json!({ "session": text })).unwrap_err(),
            project.try_list(json!({ "projectRoot": text })).unwrap_err(),
            project.try_load(json!({ "checkpoint": text })).unwrap_err(),
            project.try_load(json!({ "session": text })).unwrap_err(),
            project.try_load(json!({ "projectRoot": text })).unwrap_err(),
        ] {
            said.push_str(&session_checkpoint::redact::text(&error.to_string()).0);
        }
        let written = everything(&project);
        assert!(!written.contains(&secret), "{text} on disk: {written}");
        assert!(!said.contains(&secret), "{text} told: {said}");
    }
}

#[test]
fn spans_are_counted_for_the_call_and_summed_up_by_merges() {
    let project = Project::with(&[]).session("s");
    let secret = |at: usize| format!("A_TOKEN=value{at}value{at} B_SECRET=other{at}other");
    let first = project.save(json!({ "goal": "g", "decisions": [secret(1)] }));
    assert_eq!(first["counts"]["redactions"], 2);
    assert_eq!(strings(&first["warnings"]), ["Redacted 2 secret-looking value(s) in decisions."]);
    let redactions = |project: &Project| project.document("s")["meta"]["redactions"].clone();
    assert_eq!(redactions(&project), 2);
    let merged = project.save(json!({ "goal": "g", "mode": "merge", "summary": secret(2) }));
    assert_eq!((merged["counts"]["redactions"].as_u64(), redactions(&project).as_u64()), (Some(2), Some(4)));
    let plain = project.save(json!({ "goal": "g", "mode": "merge" }));
    assert_eq!((plain["counts"]["redactions"].as_u64(), redactions(&project).as_u64()), (Some(0), Some(4)));
    project.save(json!({ "goal": "g" }));
    assert_eq!(redactions(&project), 0);
}

#[test]
fn descriptions_that_differ_in_a_secret_only_meet_in_a_merge() {
    let project = Project::with(&[]).session("s");
    let task = |value: &str, status: &str| json!({ "goal": "g", "mode": "merge", "tasks": [{ "description": format!("use API_TOKEN={value}"), "status": status }] });
    project.save(task("first0value", "pending"));
    project.save(task("second0value", "done"));
    assert_eq!(
        project.document("s")["goal"]["tasks"],
        json!([{ "description": "use API_TOKEN=«redacted»", "status": "done" }])
    );
}

#[test]
fn a_file_name_that_holds_a_secret_is_stored_redacted_without_hash_and_outside_drift() {
    let project = Project::with(&[]).session("s");
    let name = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    project.write(&format!("{name}.txt"), "1\n");
    let answer = project.save(json!({ "goal": "g" }));
    assert!(strings(&answer["warnings"]).iter().any(|warning| warning.contains("1 file name(s)")), "{answer}");
    let file = project.document("s")["modifiedFiles"][0].clone();
    assert_eq!((file["path"].as_str(), file.get("hash")), (Some("«redacted».txt"), None::<&Value>));
    project.write(&format!("{name}.txt"), "2\n");
    assert_eq!(project.changed(), Vec::<String>::new());
}

#[test]
fn a_session_id_that_looks_like_a_secret_never_becomes_a_file_name() {
    let id = ["ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    let project = Project::with(&[]).session(&id);
    assert!(project.try_save(json!({ "goal": "g" })).is_err());
    assert_eq!(project.store(), Vec::<String>::new());
}

#[test]
fn what_an_older_version_stored_meets_what_comes_in_redacted() {
    let project = Project::with(&[]).session("s");
    let text = ["use API_TOKEN", "first0value0here"].join("=");
    project.save(json!({ "goal": "g", "tasks": [{ "description": "placeholder", "status": "pending" }], "decisions": ["placeholder"] }));
    let file = ".claude-checkpoints/s.json";
    project.write(file, project.read(file).replace("placeholder", &text));
    project.save(json!({ "goal": "g", "mode": "merge", "tasks": [{ "description": text, "status": "done" }], "decisions": [text] }));
    let document = project.document("s");
    assert_eq!(document["goal"]["tasks"], json!([{ "description": "use API_TOKEN=«redacted»", "status": "done" }]));
    assert_eq!(document["decisions"], json!(["use API_TOKEN=«redacted»"]));
}

#[test]
fn a_branch_that_holds_a_secret_is_told() {
    let project = Project::with(&[]).session("s");
    let branch = ["fix/ghp", "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"].join("_");
    project.git(&["checkout", "-q", "-b", &branch]);
    let answer = project.save(json!({ "goal": "g" }));
    assert!(strings(&answer["warnings"])[0].contains("branch"), "{answer}");
    assert_eq!(project.document("s")["git"]["branch"], "fix/«redacted»");
    // The same branch is no change, although only its redacted name was kept.
    assert_eq!(project.load(json!({}))["drift"]["branchChanged"], false);
}

#[test]
fn a_count_of_redactions_beyond_all_measure_does_not_overflow() {
    let project = Project::with(&[]).session("s");
    project.save(json!({ "goal": "g" }));
    let file = ".claude-checkpoints/s.json";
    project.write(file, project.read(file).replace("\"redactions\": 0", &format!("\"redactions\": {}", u64::MAX)));
    project.save(json!({ "goal": "API_TOKEN=value0value0", "mode": "merge" }));
    assert_eq!(project.document("s")["meta"]["redactions"], u64::MAX);
}
