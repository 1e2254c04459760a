//! Results of tests, verbs and names of code that hold digits: none is a secret, and what looks like one is.

#![allow(clippy::too_many_lines, reason = "tables")]

#[path = "common/forms.rs"]
mod forms;

use forms::{goes, stays};

#[test]
fn results_and_verbs_stay() {
    stays(&[
        "PASS: gdb.mi/pr11022.exp: data-write",
        "PASS: TestFoo123",
        "PASS tests/auth2.test.ts",
        "--- PASS: TestX1/sub_2 (0.00s)",
        "XPASS: ld-elf/pr12345.d: link",
        "PASS: ld-scripts/defined2\nPASS: gdb.base/step9.exp: next over call2",
        "  * Pass admindir to dpkg, Closes: Bug#54039",
        "warnings where we pass FcChar8* pointers in",
        "Pass it to _nl_make_l10nflist.",
        "Pass uint8_t* to it",
    ]);
    goes(&["USER: app\nPASS: §", "PASS=§", "SMTP_PASS: §", "the root pass is §", "pass: §", "user bob pass §"]);
}

#[test]
fn names_of_code_stay() {
    stays(&[
        "self, private_key: ed25519.Ed25519PrivateKey, f_priv: _FragList",
        "RegOpenKeyEx = win32api.RegOpenKeyEx",
        "password_hasher = Argon2PasswordHasher",
        "token = OAuth2PasswordBearer",
        "random_device(const std::string& __token = \"mt19937\")",
        "pub const WRAP_KEY: &'static str = \"Rfc3565KeyWrapBlob\";",
        "const token = \"TK_IDENT_1\";",
        "Token: StringLiteral1",
        "password: bcrypt12",
        "password: input2",
        "Private key material: Base64urlUInt for RSA",
        "\"\\<sk-ssh-ed25519-cert-v01@openssh\\.com\\>\"",
        "--s2k-digest-algo is now used for all password mangling.",
        "problem identified by \"jamesh\"",
        "cvs://:pserver:anoncvs@sources.example.org:/cvs/src",
        "$pass = '-anonymous@'",
        "PWD = \"'`pwd`'\"",
        "password={password}",
        "print(f\"password={password!r}\")",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]);
}

#[test]
fn secrets_that_hold_signs_or_sizes_go() {
    goes(&["password: §", "bind_password = §", "<password>{¤}</password>", "UID=sa;PWD={§};"]);
    // A key of 30 bytes that starts with a slash.
    let key = ["/tFUfXVjqj4D3Uz9z", "sjkX225KDr/7baekUE2NxVl"].concat();
    for form in ["aws_secret_access_key = ?", "SecretAccessKey: ?", "AWS_SECRET_ACCESS_KEY=?"] {
        let clean = session_checkpoint::redact::text(&form.replace('?', &key)).0.into_owned();
        assert_eq!(clean, form.replace('?', "«redacted»"));
    }
    // Random text behind a documented prefix without a digit.
    let token = ["glpat", "roftmn_xGDHVUJXRsbbR"].join("-");
    assert_eq!(session_checkpoint::redact::text(&token).0, "«redacted»");
}

#[test]
fn everyday_words_and_code() {
    stays(&[
        "Fix password: reset mail never arrives",
        "Authorization: check first",
        "Session token: opaque, stored server-side",
        "Document the --token flag in README",
        "Unexpected token: } (line 3)",
        "Unexpected token } in JSON at position 12",
        "const password = req.body.password;",
        "apiKey: options.apiKey,",
        "max_token: 128000",
        "password: (optional) the password",
        "The password must be at least 12 characters",
        "token = tokens[i + 1]",
        "token: tokens[0],",
        "if (password == other.password) {",
        "password != confirm",
        "let key = map.key();",
        "key: 'value'",
        "token_count: 12",
        "Authorization: Bearer <token>",
        "Authorization: Bearer ${TOKEN}",
        "--token $TOKEN",
        "--password \"$PASS\"",
        "--token <TOKEN>",
        "PASSWORD=********",
        "API_KEY=xxxxxxxx",
        "API_KEY=changeme",
        "API_KEY=your-key-here",
        "TOKEN=$(cat t)",
        "TOKEN=`cat t`",
        "secret: ${{ secrets.X }}",
        "secretName: app-tls",
        "secretKeyRef:\n  name: db\n  key: password",
        "password: !vault |",
        "password = var.password",
        "password: process.env.PASSWORD",
        "password = os.environ['PASSWORD']",
        "password = getpass.getpass()",
        "public_key = \"abc123def456ghi789jkl012\"",
        "-----BEGIN CERTIFICATE-----\nMIIB0123456789abcdefABCDEF0123456789\n-----END CERTIFICATE-----",
        "passwordField.setText(password)",
        "type=\"password\"",
        "<input type=\"password\" name=\"password\" placeholder=\"Password\">",
        "password?: string",
        "token: Token | null = null",
        "pub token: Option<Token>,",
        "fn token(&self) -> &str {",
        "the token is expired",
        "the token is invalid since v2.1.0",
        "tokens used: 48213",
        "Tokens: 12.5k in, 3k out",
        "password reset moved to src/auth2/reset.ts",
        "key: ctrl+shift+p",
        "\"key\": \"Enter\"",
        "git config user.name alice",
        "mysql -p db",
        "mysql -u root -p",
        "docker run -p 8080:80 img",
        "ssh -p 2222 host",
        "curl -u admin https://x",
        "tar -p -xf a",
        "unzip -p a.zip b.txt",
        "7z a out.7z dir",
        "zip -r a.zip b",
        "see https://x.io/docs/token?lang=en",
        "https://x.io:8080/a@b",
        "git@github.com:a/b.git",
        "ssh://git@host:22/a.git",
        "http://user@host/",
        "http://localhost:3000/?token=",
        "mailto:a@b.c",
        "postgres://localhost/db",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "integrity sha512-AbCdEf0123456789==",
        "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "sort by key 3b96bd8bd858568f1222ffc80c01c11d554f47be",
        "test_token_refresh_1",
        "TestTokenRefresh/case_2",
        "session: 0c0b0a09-0807-4605-8403-020100ffeedd",
        "session id e10e666f-0807-4605-8403-020100ffeedd",
        "request-id: abc123",
        "cookie: httpOnly, secure",
        "Bearer tokens expire after 3600s",
        "Basic auth for v2 endpoints",
        "echo hello | docker build -",
        "echo done | sudo tee /x",
        "vault kv get secret/a",
        "gh secret list",
        "aws ssm get-parameter --name /a/password",
        "password: 8 characters",
        "PASS tests/auth.test.ts",
        "pass: 12, fail: 0",
        "2 passed; 0 failed",
        "Passed: 42/42 tests",
        "# password = secret",
        "KEYS=3",
        "CACHE_KEY=v1-abc123-deps",
        "API_KEY_HEADER=X-Api-Key",
        "credentials: include",
        "creds: see vault",
        "login: alice/bob",
        "secret santa list 2024",
        "keyboard: qwerty123",
        "hotkey=F12",
        "author: jane2000",
        "authority: 10.0.0.1:8443",
        "oauth2: enabled",
        "salted: true",
        "seed=42",
        "seed: 0x243f6a8885a308d3",
        "const TOKEN_KIND: u32 = 0x8009_0308_u32;",
        "token: Uint8Array",
        "secret: bytes32",
        "password: Vec<u8>,",
        "pub Key: DOT11EXT_SET_DEFAULT_KEY,",
        "password hash: bcrypt12x",
        "auth: required",
        "auth=basic",
    ]);
}
