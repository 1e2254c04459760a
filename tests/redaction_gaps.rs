//! Forms of configuration, commands, sentences and blocks that tools write less often.

#[path = "common/forms.rs"]
mod forms;

use forms::{goes, stays};
use session_checkpoint::redact::text;

#[test]
fn keyed_values() {
    goes(&[
        "Set-Item -Path Env:API_TOKEN -Value \"§\"",
        "user default on >§ ~* +@all",
        "bind_credentials: \"§\"",
        "mot_de_passe = \"§\"",
        "密码：§",
        "tokens:\n  - ¤\n  - ¤\n",
        "{\"passwords\": [\"§\", \"§\"]}",
        "{\"value\": \"§\", \"name\": \"DB_PASSWORD\"}",
        "<wsse:Password Type=\"PasswordText\">§</wsse:Password>",
        "<apiToken><![CDATA[§]]></apiToken>",
        "<key>ApiKey</key>\n<string>¤</string>",
        "{\"github-oauth\":{\"github.com\":\"µ\"}}",
        "const s = process.env.JWT_SECRET || '§';",
        "const t = process.env.API_TOKEN ?? \"¤\"",
        "DBI->connect(\"dbi:mysql:x\", \"root\", \"§\")",
        "api_key <- \"¤\"",
        "ALTER USER scott IDENTIFIED BY §;",
        "CREATE USER x IDENTIFIED WITH sha256_password BY '§'",
        "CREATE LOGIN bob WITH PASSWORD = N'§';",
        "INSERT INTO users (email, password) VALUES ('a@b.c', '§'), ('d@e.f', '§');",
        "Some(Config { api_key: Some(\"¤\") })",
        "password%3D§",
        "Content-Disposition: form-data; name=\"password\"\n\n§\n--b",
    ]);
    stays(&[
        "INSERT INTO users (name, password) VALUES ($1, $2)",
        "tokens:\n  - access_token\n  - refresh_token\n",
        "\"passwords\": [\"too short\", \"too long\"]",
        "const s = process.env.JWT_SECRET || 'development';",
        "if (!token || 'x' in y) {",
        "keys = [\"user:42:name\", \"user:43:name\"]",
        "<password type=\"hidden\">${password}</password>",
        "api_key: Some(\"API_KEY\".into())",
        "name=\"password\"\n\nThe password is checked",
    ]);
}

#[test]
fn commands() {
    goes(&[
        "curl --cert client.pem:§ https://host",
        "127.0.0.1:6379> AUTH default §",
        "kubectl create secret generic db --from-literal=username=admin --from-literal=dbconn='§'",
        "az sql server create -n s -u a -p § -l westus",
        "gh secret set DB_PW -b'§'",
        "npm config set //registry.npmjs.org/:_authToken §",
        "gem push x.gem --key µ",
        "bundle config gems.example.org bob:§",
        "ftp> user bob §",
        "a1 LOGIN bob §",
        "wandb login µ",
        "drush upwd admin §",
        "winrs -r:h -u:bob -p:§ cmd",
        "cloudflared service install ¤",
    ]);
    stays(&[
        "npm config set fund false",
        "bundle config set --local path vendor",
        "ftp> user bob",
        "a user LOGIN page",
    ]);
}

#[test]
fn sentences() {
    goes(&[
        "use token ‡ for staging",
        "Please use the password **§** to sign in",
        "password was reset to §",
        "our staging password, §, is in the wiki",
        "§  is the password",
        "it asks for the password, type §",
        "密码是§",
    ]);
    stays(&[
        "the password, as always, is in the wiki",
        "use token authentication for staging",
        "the password was reset to its default",
        "use token v2 for staging",
        "the password, type and length are checked",
    ]);
}

#[test]
fn blocks() {
    let lines = |length: usize, count: usize, alphabet: &str| -> Vec<String> {
        let all: Vec<char> = alphabet.chars().collect();
        (0..count).map(|line| (0..length).map(|at| all[(line * 7 + at * 5) % all.len()]).collect()).collect()
    };
    let hexadecimal = lines(32, 16, "0f1e2d3c4b5a6978");
    let base64 = lines(64, 5, "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vWx+/");
    let numbered: Vec<String> =
        base64.iter().enumerate().map(|(at, line)| format!("     {}\t{line}", at + 2)).collect();
    let key = ["-----BEGIN PRIVATE", "KEY-----"].join(" ");
    for (block, secret) in [
        (format!("-----BEGIN OpenVPN Static key V1-----\n{}\n-----END", hexadecimal.join("\n")), &hexadecimal[9]),
        (format!("$ANSIBLE_VAULT;1.1;AES256\n{}\n", hexadecimal.join("\n")), &hexadecimal[9]),
        (format!("     1\t{key}\n{}\n     7\t-----END", numbered.join("\n")), &base64[3]),
    ] {
        let (clean, spans) = text(&block);
        assert!(!clean.contains(&secret[..10]) && spans == 1, "{clean}");
        assert_eq!(text(&clean).1, 0);
    }
    goes(&["Recovery codes:\n‡\n"]);
}

#[test]
fn tokens_behind_a_hyphen_or_an_underscore_of_a_name() {
    let body = "a9B7c3D1e5F0g2H4a9B7c3D1e5F0g2H4a9B7";
    for token in [format!("{}{body}", "ghp_"), format!("{}{}", "AKI", "AQ3EGRHTJKLMNPR7X")] {
        for name in ["feat-", "key_", "--token-"] {
            let written = format!("{name}{token}.txt");
            assert!(!text(&written).0.contains(&token[4..]), "{name}{}", &token[..4]);
        }
    }
    assert_eq!(text("a-npm_run_this_and_that_and_nothing").0, "a-npm_run_this_and_that_and_nothing");
}
