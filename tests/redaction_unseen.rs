//! Forms that were written without sight of the rules, and the rules' answers to what was missed.

#![allow(clippy::too_many_lines, reason = "tables")]

#[path = "common/forms.rs"]
mod forms;

use forms::{goes, stays};
use session_checkpoint::redact::text;

#[test]
fn values_in_tables_files_and_pages() {
    goes(&[
        "fastcgi_param DB_PASSWORD §;",
        "dotenv set DB_PASSWORD §",
        "etcdctl put /db/password §",
        "consul kv put db/password §",
        "machine api.heroku.com login me@x.io password §",
        "REDISCLI_AUTH=§ redis-cli ping",
        "secret: !!str ¤",
        "password: &dbpw \"§\"",
        "\u{1b}[1mpassword:\u{1b}[0m §",
        "<td>Password</td><td>§</td>",
        "<dt>API key</dt>\n  <dd>¤</dd>",
        "id,email,password\n1,a@b.c,§",
        "email,password,role\na@b.c,§,admin\nd@e.f,§,user",
        " username | password\n----------+----------\n bob      | §",
        "+----+----------+\n| id | password |\n+----+----------+\n|  1 | §        |",
        "\"bearer\": {\"gitlab.acme.dev\": \"¤\"}",
        "[smtp.acme.dev]:587 bot@acme.dev:§",
        "https://api.openweathermap.org/data/2.5/weather?q=Paris&appid=µ",
        "BW_SESSION=\"¤\" bw list items",
        "page.fill('#password', '§')",
        "await page.getByLabel('Password').fill('§');",
        "cy.get('input[name=password]').type('§')",
        "driver.find_element(By.ID, \"password\").send_keys(\"§\")",
        ".auth(\"ci\", \"§\")",
        ".basic_auth(\"ci\", Some(\"§\"))",
        "db.changeUserPassword(\"app\", \"§\")",
        "User.objects.create_superuser('a', 'a@b.c', '§')",
        "SELECT pgp_sym_encrypt('x', '§');",
        "<p>password: §&quot;</p>",
    ]);
    stays(&[
        "id,email,password\nint,text,text",
        "username | password\n---------+---------\nstring   | string",
        "| Password | Token |\n|---|---|\n| required | optional |",
        "<td>Password</td><td>required</td>",
        "await page.getByLabel('Password').fill(process.env.PW);",
        "cy.get('input[name=password]').type(user.password)",
        "fastcgi_param HTTPS on;",
        "'password' => 'required|min:8|confirmed',",
        "const TOKEN: &str = NAME;",
        "https://img.shields.io/codecov/c/gh/a/b?style=flat-square&token=B1EnafGlRL",
        "&ldquo;secret:1&rdquo; and &ldquo;secret:2&rdquo;",
        "aws ecr get-login-password | docker login --password-stdin 123456789012.dkr.ecr.us-east-1.amazonaws.com",
        "DB_PASSWORD: attribute for passing the password on",
    ]);
}

#[test]
fn arguments_of_more_tools() {
    goes(&[
        "mycli -u root -p § acme",
        "mysqlsh root:‡@db:3306",
        "isql warehouse loader § -b",
        "beeline -u jdbc:hive2://h:10000 -n hive -p §",
        "sqlplus -s app/‡ @q.sql",
        "curl -sSfu 'ci:§' https://x",
        "https -A bearer -a ¤ api.acme.dev",
        "skopeo login -u bob -p '§' quay.io",
        "az containerapp secret set -n a -g g --secrets dbpw=§",
        "flyctl auth docker -t ¤",
        "supabase link -p § --project-ref x",
        "supabase secrets set STRIPE=§",
        "dotnet nuget add source x -n a -u b -p §",
        "pnpm config set '//r/:_authToken' \"¤\"",
        "poetry publish -u b -p §",
        "conan remote login acme bob -p §",
        "openssl passwd -6 '§'",
        "mkpasswd -m sha-512 '§'",
        "smbclient //h/s § -U bob",
        "slappasswd -s §",
        "snmpget -v2c -c § h sysDescr.0",
        "sendemail -f a -xu b -xp §",
        "airflow users create -u a -p § -r Admin",
        "knife bootstrap h -x b -P §",
        "llm keys set openai --value ¤",
        "java -jar jenkins-cli.jar -auth bob:§ who-am-i",
        "ngrok http 80 --basic-auth=\"bob:§\"",
        "pass insert -e x <<< '§'",
        "vncpasswd -f <<< '§' > p",
        "chpasswd <<< 'bob:§'",
        "addauth digest app:§",
        "quote PASS §",
        "USER bob\nPASS §",
        "redis-cli ACL SETUSER app on '>§' ~* +@all",
        "sed -i 's/^DB_PASSWORD=.*/DB_PASSWORD=‡/' .env",
    ]);
    stays(&[
        "isql -S db -U sa",
        "smbclient //h/s -U bob",
        "snmpget -v2c -c public h sysDescr.0",
        "openssl passwd -6",
        "mkpasswd -m sha-512",
        "etcdctl put foo bar",
        "supabase secrets list",
        "poetry publish -r test",
        "curl -sSfo out.tgz https://x/a:b",
        "sqlplus / as sysdba",
        "imp scripts/load.sql",
        "PASS src/auth/token.spec.ts",
    ]);
}

#[test]
fn sentences_between_a_name_and_its_secret() {
    goes(&[
        "the root password on db-1 is \"§\"",
        "here's my key: ¤",
        "our Mistral key is ¤",
        "fix: replace leaked key ¤ in config",
        "the API key (`¤`) is committed in config.js:12",
        "DB_PASSWORD is currently \"§\"",
        "the credentials are bob and §",
        "Here's the password:\n```\n§\n```",
        "Your new access token is:\n\n¤\n",
        "it's § (the sudo password)",
        "Password for the elastic user (reset with `bin/x`):\n  §",
        "パスワードは § です",
        "şifre: §",
        "Пароль: §",
        "jelszó: §",
        "salasana: §",
        "passord: §",
        "密碼：§",
        "mật khẩu: §",
        "recovery code: ab12c-de34f",
        "backup codes: 73642946, 45799198",
    ]);
    stays(&[
        "the public key is AAAAB3NzaC1yc2EAAAADAQABAAABgQDFx7",
        "the cache key: user_42_profile_settings_page_v2",
        "the password on db-1 is rotated",
        "the credentials are stored and rotated",
        "Here's the password:\n```\nnpm test\n```",
        "it's required (the sudo password)",
        "the passphrase is \"asked for again\"",
        "passphrase: \"leave it blank for none\"",
    ]);
}

#[test]
fn passwords_of_words() {
    let hyphens = ["copper", "thistle", "saddle57"].join("-");
    let capitals = ["Harbor", "Thistle", "4888"].concat();
    for password in [&hyphens, &capitals] {
        for form in [
            "use password § to log in as admin",
            "SetEnvironmentVariable(\"DB_PASSWORD\", \"§\", \"User\")",
            "[\"redis-server\", \"--requirepass\", \"§\"]",
            "try § as the password",
            "I hardcoded the password (§) in config.py",
            "config create r webdav user bob pass §",
        ] {
            let input = form.replace('§', password);
            assert_eq!(text(&input).0, form.replace('§', "«redacted»"), "{input}");
        }
    }
    let phrase = ["raven", "lantern", "thistle", "granite"].join(" ");
    let groups = ["mlqp", "drdw", "osda", "huhx"];
    for (form, secret) in [
        ("BORG_PASSPHRASE='§' borg create ::a /home", phrase.clone()),
        ("\"passphrase\": \"§\"", phrase.clone()),
        ("the passphrase is \"§\"", phrase),
        ("xcrun notarytool submit a.zip --password §", groups.join("-")),
        ("server.login('bot@acme.dev', '§')", groups.join(" ")),
        ("app password: §", groups.join(" ")),
    ] {
        let input = form.replace('§', &secret);
        assert_eq!(text(&input).0, form.replace('§', "«redacted»"), "{input}");
    }
    stays(&[
        "password this-must-have-been-read",
        "use password reset-flow-test12 for now",
        "\"passphrase\": \"Enter your new passphrase\"",
        "\"passphrase\": \"must not be empty\"",
        "app password: this must have been",
    ]);
}

#[test]
fn names_in_headers_of_c() {
    stays(&[
        "#define sk_X509_VERIFY_PARAM_unshift(sk, ptr) OPENSSL_sk_unshift(ossl_check_X509_VERIFY_PARAM_sk_type(sk))",
        "#define OBJ_userPassword                OBJ_X509,35L",
        "#define NL80211_ATTR_KEYS NL80211_ATTR_KEYS",
        " * @NL80211_CMD_DEL_KEY: delete a key identified by %NL80211_ATTR_KEY_IDX",
        " * @NL80211_ATTR_SAE_PASSWORD: attribute for passing SAE password material.",
        "#define hmac_gosthash94cp_set_key nettle_hmac_gosthash94cp_set_key",
        "#define V4L2_CID_MPEG_VIDEO_FORCE_KEY_FRAME (V4L2_CID_CODEC_BASE+229)",
        "#define TLS1_RFC_PSK_WITH_AES_256_CCM_8 \"TLS_PSK_WITH_AES_256_CCM_8\"",
        "CK_TOKEN_INFO * p11_kit_iter_get_token (P11KitIter *iter);",
        "    U_UNEXPECTED_TOKEN=0x10100, /**< Syntax error */",
        "      Iop_PwMin8Ux8, Iop_PwMin16Ux4, Iop_PwMin32Ux2,",
        "def token      : ValueType<0, 248>;  // TokenTy",
        "var privateKeyValidator = asn1Validator.privateKeyValidator;",
        r#"# define REG_GITFORWINDOWS_KEY_WOW64 L"SOFTWARE\\Wow6432Node\\Microsoft\\Windows\\Uninstall\\Git_is1""#,
        "NEXT_PUBLIC_CLERK_PUBLISHABLE_KEY=pk_live_sol4yynL6hH1l8gkdmQ9dRAvWKMnAF",
    ]);
}

#[test]
fn what_tools_write_before_and_around_a_line_hides_nothing() {
    goes(&[
        "+mysql -uroot -p§ acme",
        "-mysql -uroot -p§ acme",
        "   12→mysql -uroot -p§ acme",
        "❯mysql -uroot -p§ acme",
        "   12→  - name: DB_PASSWORD\n   13→    value: §",
        "+- name: DB_PASSWORD\n+  value: §",
        "  12\tpassword: |\n  13\t  §",
        "+variable \"db_password\" {\n+  default = \"§\"\n+}",
        "   3→kind: Secret\n   4→stringData:\n   5→  url: §",
        "   12→requirepass §",
        "\u{1b}[32mrequirepass §\u{1b}[0m",
        "\u{1b}[32mhtpasswd -nbB bob '§'\u{1b}[0m",
        "htpasswd -nbB bob '§'  # todo",
        "-password is §, user is admin",
        "<code>use § as the password</code>",
        "(§ is the admin password)",
        "{\\\"command\\\":\\\"poetry publish -u b -p §\\\"}",
        "`Token:\n\n    ¤`",
    ]);
    stays(&[
        "{\"command\":\"grep -c \\\"PASSWORD=\\\" .env\",\"timeout\":5}",
        "`json:\"password\" validate:\"required,min=8\"`",
        "\u{1b}[32mmysql -u root -p\u{1b}[0m",
        "\u{1b}[32mnet user bob /delete\u{1b}[0m",
        "-password: string",
        "   12→password: string,\n   13→token: string,",
    ]);
    let body = ["MHcCAQEE", "aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vWx", "Yz5aB3dE5fG7hI9jK1l"].concat();
    for sign in ['+', '-'] {
        let armour = |word: &str| format!("{sign}-----{word} EC PRIVATE {}-----\n", "KEY");
        let lines = format!("{sign}Proc-Type: 4,ENCRYPTED\n{sign}\n{sign}{body}\n{sign}{body}\n");
        let input = format!("{}{lines}{}", armour("BEGIN"), armour("END"));
        assert!(!text(&input).0.contains(&body[..12]), "{}", text(&input).0);
    }
}

#[test]
fn accounts_emphasis_and_arguments() {
    goes(&[
        "log in using root / §",
        "Test user: test@acme.io / §",
        "Verified that `admin` / `§` can log in",
        "Credentials\n-----------\nadmin / §",
        "# Credentials\nadmin:§",
        "[+] admin:§ (Pwn3d!)",
        "mysql (root/‡)",
        "DB creds — app_user:‡@db.internal",
        "so the secret ended up being ¤",
        "enter § when prompted for the password",
        "typed § at the password prompt",
        "When prompted for a password, enter §",
        "I'll use the password you gave me, ‡, to connect.",
        "The password's §",
        "Password [staging] = §",
        "Password ⇒ §",
        "*Password*: §",
        "<b>Password:</b> §",
        "<li>Password: <code>§</code></li>",
        "<strong>API key</strong>: ¤",
        "jwt.sign(payload, '¤')",
        "jwt.verify(token, \"¤\")",
        "crypto.createHmac('sha256', '¤')",
        "hmac.new(b'¤', msg, hashlib.sha256)",
        "cookieParser('§')",
        "StorageSharedKeyCredential('acct', '¤')",
        "ldap_bind($c, 'cn=admin', '§')",
        "conn.simple_bind_s(\"cn=admin\", \"§\")",
        "oci_connect('scott', '§', 'db');",
        "<name>javax.jdo.option.ConnectionPassword</name>\n<value>§</value>",
        "<meta-data android:name=\"com.x.API_KEY\" android:value=\"¤\"/>",
        "args:\n    - --password\n    - §",
        "parameters:\n  dbPassword:\n    value: §",
        "\"adminPassword\": { \"value\": \"§\" }",
        "{\"name\":\"password\",\"type\":\"string\",\"value\":\"§\"}",
        "pepper = \"¤\"",
        "RABBITMQ_ERLANG_COOKIE=¤",
        "Authorization: Token token=\"¤\"",
    ]);
    stays(&[
        "admin / editor / viewer",
        "user / group / other permissions",
        "12 GB / 1024MiB",
        "root:x:0:0:root:/root:/bin/bash",
        "admin:latest",
        "acme/admin:4f3a2b1c0d9e",
        "enter the value when prompted for the password",
        "the password you gave me, as agreed, to connect",
        "jwt.sign(payload, process.env.JWT_SECRET)",
        "jwt.verify(token, secret)",
        "crypto.createHmac('sha256', key)",
        "<b>Password:</b> required",
        "\"password\": { \"type\": \"string\", \"minLength\": 8 }",
        "\"token\": {\n  \"description\": \"The token to use\"\n}",
        "\"ARN\": \"arn:aws:secretsmanager:us-west-2:123456789012:secret:MyTestSecret-a1b2c3\",",
        "\"ChangeToken\": \"5cc04419-9727-42bb-997b-ee77c42c720b\"",
        "\"AWS::Config::AggregationAuthorization\": \"af318b77aaceeeaa\"",
        "a.tokens.Token = module$contents$acme$third_party$css$tokens_Token;",
        "STORAGE_LOCATION_URI_KEY = 'defaultStorageLocationUri'",
    ]);
}
