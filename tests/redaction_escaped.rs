//! What stands in strings: documents with lines and quotes of their own behind the escapes of JSON.

#[path = "common/forms.rs"]
mod forms;

use forms::{goes, stays};
use serde_json::{Value, json};
use session_checkpoint::redact::text;

/// Documents of more than one line, or with quotes. `§` is a secret.
const DOCUMENTS: &[&str] = &[
    "kind: Secret\nstringData:\n  database: §\n  other: \"§\"\n",
    "env:\n  - name: DB_PASSWORD\n    value: \"§\"\n",
    "password: >-\n  §\nuser: bob",
    "variable \"db_password\" {\n  type    = string\n  default = \"§\"\n}",
    "{\"kty\": \"oct\", \"k\": \"¤\"}",
    "<add key=\"ApiSecret\" value=\"§\" />",
    "<property name=\"password\">§</property>",
    "client.setPassword(\"§\");",
    "token = \"\"\"§\"\"\"",
    "cat <<'EOF' > ~/.netrc\nmachine h\nlogin bob\npassword §\nEOF",
    "set \"API_KEY=§\"",
    "docker run --env \"API_KEY=§\" app",
    "curl -H \"PRIVATE-TOKEN: §\" https://host",
];

fn clean(input: &str) -> String {
    let (clean, _) = text(input);
    assert_eq!(text(&clean).1, 0, "{clean}");
    clean.into_owned()
}

#[test]
fn documents_in_strings_are_read_as_documents() {
    goes(DOCUMENTS);
    for document in DOCUMENTS {
        let secret = ["vmNW32", "UyWz16XWr", "aB3dE5fG7h"].concat();
        let plain = document.replace(['§', '¤'], &secret);
        let expected = document.replace(['§', '¤'], "«redacted»");
        let once = json!({ "content": plain, "id": 7 });
        let twice = json!([{ "body": once.to_string(), "ok": true }, once]);
        let redacted: Value = serde_json::from_str(&clean(&twice.to_string())).unwrap();
        assert_eq!(redacted[1], json!({ "content": expected, "id": 7 }));
        let inner: Value = serde_json::from_str(redacted[0]["body"].as_str().unwrap()).unwrap();
        assert_eq!(inner, redacted[1]);
    }
}

#[test]
fn strings_of_code_stay() {
    stays(&[
        "println!(\"Password:\\n\\tis {}\\n\", \"required\");",
        "{\"text\": \"password:\\n  - at least 8 characters\\n  - one sign\"}",
        "let pattern = \"token\\\\s*=\\\\s*\\\"([^\\\"]+)\\\"\";",
        "{\"a\": \"x\\n\\\"key\\\": \\\"value\\\"\"}",
    ]);
}

#[test]
fn an_encrypted_key_in_a_string_goes_as_a_whole() {
    let kind = ["RSA PRIVATE", "KEY"].join(" ");
    let body = "Kx7mQ2vLp9aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vWx+/aB3dE5fG7hI9jK1lM3nO\n".repeat(4);
    let key = format!(
        "-----BEGIN {kind}-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n{body}-----END {kind}-----\n"
    );
    for input in [json!({ "key": key }).to_string(), json!({ "log": json!({ "key": key }).to_string() }).to_string()] {
        let clean = clean(&input);
        assert!(!clean.contains("E5fG7hI9"), "{clean}");
        assert!(serde_json::from_str::<Value>(&clean).is_ok() && clean.contains("Proc-Type"), "{clean}");
    }
}
