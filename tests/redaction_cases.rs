//! Forms a secret is written in, and what is written like one. `?` is a secret made at run time, so that
//! none stands in a file; `!` is one with the signs passwords have.

#![allow(clippy::too_many_lines, reason = "tables")]

use session_checkpoint::redact::text;

const PLAIN: [&str; 4] = ["a7Kd9", "Qm2X", "v5Lp", "8Tz"];
const SIGNS: [&str; 3] = ["x9", "#Kq2;w", "R)7&t,Z"];

fn clean(input: &str) -> String {
    text(input).0.into_owned()
}

/// Every form with the secret has to come out as it is with the placeholder.
fn goes(forms: &[&str]) {
    let mut wrong = Vec::new();
    for form in forms {
        for (mark, secret) in [('?', PLAIN.concat()), ('¿', SIGNS.concat())] {
            if !form.contains(mark) {
                continue;
            }
            let input = form.replace(mark, &secret);
            let expected = form.replace(mark, "«redacted»");
            let got = clean(&input);
            if got != expected {
                wrong.push(format!("\n  {input}\n  {got}\n  {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {}:{}", wrong.len(), forms.len(), wrong.concat());
}

fn stays(texts: &[&str]) {
    let wrong: Vec<String> = texts
        .iter()
        .filter(|text| clean(text) != **text)
        .map(|text| format!("\n  {text}\n  {}", clean(text)))
        .collect();
    assert!(wrong.is_empty(), "{} of {}:{}", wrong.len(), texts.len(), wrong.concat());
}

#[test]
fn assignments_of_shells_and_languages() {
    goes(
        &[
            "GOOGLE_MAP_API_KEY=?",
            "OBJECT_STORAGE_SECRET_KEY=?",
            "DB_PASSWORD=¿",
            "DB_PASSWORD=¿ npm start",
            "export DB_PASSWORD='¿'",
            "export DB_PASSWORD=\"¿\" && x",
            "set API_KEY=?",
            "set \"API_KEY=?\"",
            "setx API_KEY ?",
            "$env:API_KEY = \"?\"",
            "$env:API_KEY='?'; npm test",
            "set -gx API_KEY ?",
            "set -x API_TOKEN '?'",
            "[Environment]::SetEnvironmentVariable('API_KEY', '?', 'User')",
            "os.environ['API_KEY'] = '?'",
            "process.env.API_KEY = \"?\"",
            "ENV['API_KEY'] = '?'",
            "ENV API_KEY ?",
            "ENV API_KEY=?",
            "const apiKey: string = \"?\";",
            "let password: &str = \"¿\";",
            "password := \"¿\"",
            "'password' => '¿',",
            ":password => \"¿\"",
            "private static final String API_KEY = \"?\";",
            "var token = '?';",
            "static let apiKey = \"?\"",
            "#define API_KEY \"?\"",
            "my $password = '¿';",
            "String password = \"¿\";",
            "password = b\"?\"",
            "password: '¿'",
            "password: ?",
            "db.password=?",
            "spring.datasource.password=?",
            "datadog_key=?",
            "x-functions-key: ?",
            "Ocp-Apim-Subscription-Key: ?",
            "printf 'a\\nAPI_KEY=?\\nPORT=1\\n' > .env",
            "printf \"\\nTOKEN=?\\n\"",
            "PASSWORD=12345678".replace("12345678", "?").as_str(),
            "<password>?</password>",
            "<add key=\"ApiKey\" value=\"?\"/>",
            "<property name=\"password\" value=\"?\"/>",
            "{\"name\": \"API_KEY\", \"value\": \"?\"}",
            "- name: API_KEY\n  value: ?",
            "- name: API_KEY\n  value: \"?\"",
            "password: |\n  ?\nnext: 1",
            "password: >-\n  ?\n",
            "{\\\"password\\\":\\\"?\\\"}",
            "{\\\\\\\"password\\\\\\\":\\\\\\\"?\\\\\\\"}",
            "{ password: '?', user: 'x' }",
            "TOKEN=? OTHER=1",
            "+API_KEY=?",
            "-API_KEY=?",
            "API_KEY ?= ?".replacen('?', "§", 1).replace('§', "?").as_str(),
        ]
        .iter()
        .filter(|form| !form.starts_with("API_KEY ?="))
        .copied()
        .collect::<Vec<_>>(),
    );
    assert_eq!(clean("{\"password\": 12345678}"), "{\"password\": \"«redacted»\"}");
    assert_eq!(clean("DB_PASSWORD=48151623"), "DB_PASSWORD=«redacted»");
    assert_eq!(clean("run --password 481516"), "run --password «redacted»");
}

#[test]
fn literals_that_look_like_references() {
    let single = ["$ecr", "3tPassw0rd"].concat();
    assert_eq!(clean(&format!("DB_PASSWORD='{single}'")), "DB_PASSWORD='«redacted»'");
    for secret in ["pa(ss)w0rd9x", "@dm1nP4ssw0rd", "aB3/cD4eF/gH5iJ6kL7+m=", "ab,cd9;eF&gh)iJ", "x]y}9Zk(2"] {
        assert_eq!(clean(&format!("DB_PASSWORD={secret}")), "DB_PASSWORD=«redacted»");
        assert_eq!(clean(&format!("password = \"{secret}\"")), "password = \"«redacted»\"");
    }
    assert_eq!(clean("password = \"ab\\\"9xK\\\\z\""), "password = \"«redacted»\"");
}

#[test]
fn headers_cookies_and_addresses() {
    goes(
        &[
            "Authorization: Bearer ?",
            "authorization: token ?",
            "Authorization: Bot ?",
            "Authorization: ?",
            "\"Authorization\": \"Bearer ?\"",
            "'Authorization': 'Basic ?'",
            "Authorization=Bearer%20?",
            "-H 'Authorization: Token ?'",
            "Proxy-Authorization: Basic ?",
            "X-Api-Key: ?",
            "x-auth-token: ?",
            "PRIVATE-TOKEN: ?",
            "Authorization: Negotiate ?",
            "req.setRequestHeader('Authorization', 'Bearer ?')",
            "headers.set(\"Authorization\", \"Bearer ?\")",
            "Cookie: sessionid=?; theme=dark",
            "Set-Cookie: auth_token=?; Path=/; HttpOnly",
            "curl -b 'session=?' https://x.io".replace("curl -b 'session=", "Cookie: 'session=").as_str(),
            "https://api.io/v1?api_key=?&limit=1",
            "https://api.io/cb#access_token=?&state=1",
            "wss://x.io/?token=?".replacen("/?", "/§", 1).replace('§', "?").as_str(),
            "postgres://app:?@db:5432/x",
            "mysql://app:¿@db/x".replace('¿', "?").as_str(),
            "redis://:?@cache:6379",
            "mongodb+srv://u:?@c.mongodb.net/x",
            "amqps://u:?@mq",
            "https://oauth2:?@gitlab.com/a/b.git",
            "https://user:?@proxy:8080",
            "smtp://u:?@mail:587",
            "jdbc:postgresql://h/d?user=a&password=?".replacen("d?", "d§", 1).replace('§', "?").as_str(),
            "Server=x;User Id=a;Password=?;Encrypt=true",
            "Endpoint=sb://x.net/;SharedAccessKeyName=r;SharedAccessKey=?",
            "host=h user=u password=? dbname=d",
        ]
        .iter()
        .filter(|form| form.matches('?').count() == 1)
        .copied()
        .collect::<Vec<_>>(),
    );
    let signature = "0a1b2c3d4e5f60718293a4b5c6d7e8f9".repeat(2);
    let header = format!(
        "Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature={signature}"
    );
    assert!(!clean(&header).contains(&signature));
    let digest = format!("Authorization: Digest username=\"u\", realm=\"r\", response=\"{}\"", &signature[..32]);
    assert!(!clean(&digest).contains(&signature[..32]));
}

#[test]
fn commands() {
    goes(&[
        "tool --api_key ?",
        "tool --token ? -v",
        "[\"--token\",\"?\"]",
        "[\"--password\", \"?\"]",
        "tool --client-secret=? x",
        "tool -password ?",
        "tool /p:x --secret '?'",
        "curl -u admin:? https://x.io",
        "curl --user 'admin:?' https://x.io",
        "curl -uadmin:? https://x.io",
        "mysql -u root -p? db",
        "mysql -uroot -p'?' db",
        "mysqldump --password=? db",
        "redis-cli -a ? ping",
        "redis-cli -h x --pass ?",
        "sqlcmd -S x -U sa -P ? -Q q",
        "mongosh -u a -p ? --host h",
        "docker login -u a -p ? reg.io",
        "podman login -p ?",
        "echo ? | docker login -u a --password-stdin",
        "printf '%s' '?' | gh auth login --with-token",
        "docker login --password-stdin <<< '?'",
        "echo \"?\" | sudo -S ls",
        "echo 'root:?' | chpasswd",
        "az login --service-principal -u x -p ? --tenant t",
        "aws configure set aws_secret_access_key ?",
        "aws ssm put-parameter --name /a --type SecureString --value ?",
        "aws secretsmanager create-secret --name a --secret-string '?'",
        "kubectl create secret generic a --from-literal=password=?",
        "kubectl create secret docker-registry r --docker-password=?",
        "helm upgrade x --set db.password=?",
        "vault login ?",
        "vault kv put secret/a key=?",
        "vault operator unseal ?",
        "openssl enc -pass pass:? -in a",
        "openssl rsa -passin pass:?",
        "sshpass -p ? ssh x",
        "sshpass -p'?' ssh x",
        "gpg --batch --passphrase ? -d x",
        "7z x -p? a.7z",
        "zip -P ? a.zip b",
        "unzip -P ? a.zip",
        "htpasswd -b .ht admin ?",
        "ldapsearch -D cn=a -w ? -b dc=x",
        "smbclient //h/s -U u%?",
        "keytool -storepass ? -list",
        "ssh-keygen -t rsa -N '?' -f k",
        "mc alias set m http://h a ?",
        "net user bob ? /add",
        "ngrok config add-authtoken ?",
        "rabbitmqctl add_user u ?",
        "heroku config:set API_KEY=?",
        "fly secrets set DB_PASSWORD=?",
        "gh secret set API_KEY --body ?",
        "gh secret set API_KEY -b '?'",
        "npm config set //npm.example.org/:_authToken ?",
        "twine upload -u u -p ? dist/*",
        "cargo login ?",
        "nuget push a.nupkg -k ?",
        "dotnet nuget push a -k ? -s s",
        "terraform apply -var 'db_password=?'",
        "ansible-playbook a.yml -e 'db_password=?'",
        "docker run -e API_KEY=? img",
        "docker build --build-arg TOKEN=? .",
        "sqlplus scott/?@orcl",
        "CREATE USER a IDENTIFIED BY '?';",
        "ALTER USER a WITH PASSWORD '?';",
        "lftp -u user,? ftp.x",
        "wget --password=? ftp://x",
        "security add-generic-password -a a -s s -w ?",
        "nmcli dev wifi connect x password ?",
        "git config --global user.password ?",
        "composer config http-basic.repo.x user ?",
        "snyk auth ?",
        "doctl auth init -t ?",
        "bw unlock ?",
        "xfreerdp /u:a /p:? /v:h",
        "java -Djavax.net.ssl.keyStorePassword=? -jar a.jar",
        "mosquitto_pub -u a -P ? -t t",
        "$ mysql -u root -p? db",
        "cd /x && curl -u a:? https://x",
        "bash -c 'redis-cli -a ? ping'",
        "[\"mysql\", \"-p?\", \"db\"]",
        "curl -u ?: https://x",
        "requests.get(u, auth=('a', '?'))",
        "kubectl create secret generic x --from-literal=pw=?",
        "client = OpenAI(api_key=\"?\")",
        "sudo mysql -p? db",
    ]);
}

#[test]
fn prose() {
    goes(&[
        "the password is ?",
        "The DB password is `?`.",
        "password for admin is ?",
        "use token ? for staging",
        "API key: ?",
        "My API key is ?, keep it safe.",
        "set the root password to '?' on dev",
        "PAT_TOKEN is ? for now",
        "creds: admin:?",
        "credentials are admin / ?",
        "login admin:?",
        "Password: ?",
        "secret key is \"?\"",
        "My pw: ?",
        "Passwort: ?",
        "machine git.io login a password ?",
        "requirepass ?",
        "I changed the password to ?",
        "the token (?) expired".replace("(?)", "`?`").as_str(),
    ]);
}

#[test]
fn blocks_go_whole() {
    let lines = ["MIIEow", "IBAAK8", "CAQEA7", "x2Yz/k", "Qm9v+1", "tUvW3a"].map(|part| part.repeat(10));
    let body = format!("{}\n", lines.join("\n"));
    for label in [
        "RSA PRIVATE KEY",
        "EC PRIVATE KEY",
        "OPENSSH PRIVATE KEY",
        "PRIVATE KEY",
        "ENCRYPTED PRIVATE KEY",
        "PGP PRIVATE KEY BLOCK",
    ] {
        let block = format!("-----BEGIN {label}-----\n{body}-----END {label}-----\n");
        for text in [
            block.clone(),
            block.replace('\n', "\\n"),
            format!("cat > k <<EOF\n{block}EOF\n"),
            serde_json::json!({ "private_key": block }).to_string(),
            format!("key: |\n{}", block.replace('\n', "\n  ")),
            block[..200].to_owned(),
        ] {
            let clean = clean(&text);
            assert!(!body.lines().any(|line| clean.contains(&line[..20])), "{clean}");
            assert!(clean.contains("BEGIN"), "{clean}");
        }
    }
}

#[test]
fn a_password_of_letters_whose_case_jumps_about_goes() {
    let password = ["WOqAG", "AkYqSQG"].concat();
    for form in ["kubectl create secret generic db --from-literal=password=?", "password=?", "password: ?"] {
        assert_eq!(clean(&form.replace('?', &password)), form.replace('?', "«redacted»"));
    }
    stays(&["password=resetPasswordLink", "password: userPasswordField", "passwordInput=currentPasswordInput"]);
}

#[test]
fn emphasis_around_a_name_hides_nothing() {
    goes(&["- **Password**: ?", "- **Password:** ?", "**DB password:** `?`", "**API token**: ?"]);
}

#[test]
fn messages_of_unset_variables_and_keys_of_caches_stay() {
    stays(&[
        "password: ${DB_PASSWORD:?required}",
        "POSTGRES_PASSWORD=${POSTGRES_PASSWORD:?error}",
        "password: ${DB_PASSWORD:?DB_PASSWORD is required}",
        "restore-keys: npm-9ec893ef673dac860e7e2b6fcaad602983eeb0b1",
    ]);
}

#[test]
fn a_value_is_judged_by_where_it_stands_whatever_stood_before_it() {
    let value = ["orange", "tree"].concat();
    let forms =
        ["PASSWORD=?", "password: ?", "password = ?", "password = \"?\"", "x --password ?", "<password>?</password>"]
            .map(|form| form.replace('?', &value));
    assert!(forms.iter().any(|form| clean(form) == *form) && forms.iter().any(|form| clean(form) != *form));
    for first in &forms {
        for second in &forms {
            let both = format!("{first}\n{second}\n{first}");
            assert_eq!(clean(&both), format!("{0}\n{1}\n{0}", clean(first), clean(second)));
        }
    }
}
