//! Forms that other scanners publish as examples: assignments of every generator, vendors whose keys have no mark,
//! notes. `§`, `¤` and `µ` are secrets made at run time, so that none stands in a file.

#[path = "common/forms.rs"]
mod forms;

use forms::{goes, stays};
use session_checkpoint::redact::text;

#[test]
fn assignments() {
    goes(&[
        "API_TOKEN ::= \"§\"",
        "API_TOKEN :::= \"§\"",
        "$apiToken .= \"§\";",
        "apiToken,¤,",
        "apiToken,¤\nname,bob\n",
        "<apiToken>\n    §\n</apiToken>",
        "<password>\n  §\n</password>",
        "<AdministratorPassword><Value>§</Value><PlainText>true</PlainText></AdministratorPassword>",
        "<AutoLogon><Password><Value>§</Value></Password></AutoLogon>",
        "<input name=\"a\" type=\"password\" value=\"§\">",
        "<input value='§' type='password' name='a'/>",
        " password | §\n user     | bob",
        "apiKey := \" ¤ \"",
        "service key = '¤' other = 1",
        "servicekey: ¤",
        "tool link --key=¤ --host=h",
        "tool link --key µ",
        "API_TOKEN=${API_TOKEN:-¤}",
        "https://api.acme.io/v2?key=¤",
        "https://acme.io/api/v2?key=¤&x=1",
        "net use Z: \\\\nas\\share /user:DOMAIN\\bob §",
        "duo\nskey = '¤'",
        "API Secret\nµ",
        "Mixpanel SECRET Token\nµ\nmore",
    ]);
    stays(&[
        "A ::= B C",
        "x .= \"more text\"",
        "token,type,scope",
        "tokens,count,12",
        "<password>\n</password>",
        "<AdministratorPassword><Value></Value></AdministratorPassword>",
        "<input type=\"password\" value=\"{{ value }}\">",
        "<input type=\"password\" value=\"Password\">",
        " password | text\n user     | text",
        "apiKey := \" \"",
        "sort key = 'user-name-and-date'",
        "monkey: business",
        "FAKEROOTKEY=51452231",
        "    winreg.KEY_READ | winreg.KEY_WOW64_32KEY",
        "tool sort --key=name",
        "tool get --key users/42",
        "API_TOKEN=${API_TOKEN:-unset}",
        "https://acme.io/page?key=chapter-12-of-the-book",
        "net use Z: \\\\nas\\share /user:DOMAIN\\bob /persistent:yes",
        "$$PASSWORD",
        "$API_KEY=$API_KEY=",
        "API Secret\nis asked for below",
        "commit of the token\n9ec893ef673dac860e7e2b6fcaad602983eeb0b1",
    ]);
}

#[test]
fn services_whose_keys_have_no_mark() {
    goes(&[
        "deepgram = µ",
        "deepgram-api: µ",
        "\"launchdarkly\": \"¤\"",
        "splunk.hec=¤",
        "scaleway token ¤",
        "statuspage_api: OAuth µ",
        "CC_TEST_REPORTER_ID: µ",
        "client = PushBullet(\"¤\")",
        "pyowm = 'µ'",
        "X_HONEYCOMB_TEAM: µ",
        "$sonarLogin = \"µ\"",
        "agora.app_certificate=µ",
    ]);
    let uuid = ["1a85e8c0", "3fed", "4f06", "8f1b", "f52bd3de4617"].join("-");
    for name in ["snyk_key = ", "pinecone: ", "postmark: \"", "secret_id: "] {
        let clean = text(&format!("{name}{uuid}")).0.into_owned();
        assert_eq!(clean, format!("{name}«redacted»"));
    }
    stays(&[
        "deepgram = require('deepgram-sdk')",
        "deepgram: 3.4.0",
        "\"snyk\": \"^1.1064.0\"",
        "snyk_org: 1a85e8c0-3fed-4f06-8f1b-f52bd3de4617",
        "datadog_site: datadoghq.eu-and-more-of-it-1",
        "mailgun_domain = mg1.mail2.acme3.example.org",
        "heroku_commit: 9ec893ef673dac860e7e2b6fcaad602983eeb0b1",
        "pinecone-index: products-by-name-and-price-2",
        "import deepgram from 'deepgram'",
        "role_id: 1a85e8c0-3fed-4f06-8f1b-f52bd3de4617",
    ]);
}

#[test]
fn wallets_and_signatures() {
    // The alphabet and the length of the wallet import format.
    let wif = ["L1aW4aubDFB7y", "fras2S1mN3bqg9", "nwySY8nkoLmJe", "bSLD5BWv3ENZ"].concat();
    for form in ["wif: §", "const privKey = '§'", "bitcoin-cli importprivkey §"] {
        let clean = text(&form.replace('§', &wif)).0.into_owned();
        assert_eq!(clean, form.replace('§', "«redacted»"));
    }
    goes(&[
        "az storage blob list --sas-token \"sv=2021-06-08&ss=b&se=2026-01-01&sig=¤\"",
        "SAS_TOKEN=\"?sv=2021-06-08&sig=¤&se=2026\"",
        "pulumi config set --secret dbPassword §",
        "pulumi config set --secret aws:region-key §",
        "I rotated the API key, the new one is ¤.",
        "The token is gone; it's now ¤",
        "jenkins-crumb: µ",
        "pac key 7 §",
        "PSEXEC.EXE \\\\host -u DOMAIN\\bob -p § cmd",
        "USERNAME = 'bob'\n# comment\nPASS = '§'",
        "PASSWORD(‡)",
        "비밀번호: §",
        "비번은 §",
        "패스워드(‡)",
        "P/W: §",
    ]);
    stays(&[
        "wifi: enabled5",
        "Authorization: Digest username=\"bob\", nonce=\"dcd98b7102dd2f0e8b11d0f600bfb0c0\", uri=\"/\"",
        "https://codecov.io/gh/a/b/graph/badge.svg?token=SK9H3YYKLU",
        "pass: TestA1b2",
        "pass: O3inline",
        "password: bool64",
        "The password was weak; the new one is better",
        "The token expired, it is now 401",
        "the new one is 4f3a2b1c0d9e8f7a6b5c4d3e2f1a0b9c4f3a2b1c",
        "curl -u <user:password> https://host",
        "pass_usize(!0_usize)",
        "toolskey = \"VS%0.f0COMNTOOLS\" % version",
    ]);
}

#[test]
fn what_one_place_tells_goes_from_all() {
    goes(&["API_TOKEN=¤\nwe sent ¤ to the host", "token = '¤' | '¤'"]);
    stays(&[
        "NL80211_ATTR_MAC and NL80211_ATTR_MAC",
        "class Crypto_SM4_2Vector_Intrinsic; def x : Crypto_SM4_2Vector_Intrinsic;",
    ]);
}
