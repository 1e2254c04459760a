//! Results of tests, verbs and names of code that hold digits: none is a secret, and what looks like one is.

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
