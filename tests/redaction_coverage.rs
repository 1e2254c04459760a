//! Secrets by where they stand: sentences, tables, manifests, commands, addresses. `§` is a secret made at run time, so that none stands in a file.

#![allow(clippy::too_many_lines, reason = "tables")]

#[path = "common/forms.rs"]
mod forms;

use forms::{goes, stays};

#[test]
fn sentences_and_tables() {
    goes(&[
        "Das Passwort lautet §.",
        "Das Passwort ist § bitte ändern",
        "Das neue Kennwort für den Admin lautet: §",
        "Le mot de passe est §",
        "Le mot de passe : §",
        "mot de passe admin : §",
        "La contraseña es §",
        "contraseña: §",
        "La clave de acceso es §",
        "A senha é §",
        "A senha do banco é §, ok?",
        "La password è §",
        "La parola d'ordine è §",
        "Het wachtwoord is §",
        "| User | Password |\n|------|----------|\n| bob | § |\n| alice | § |",
        "| Service | API token | Owner |\n| --- | :---: | --- |\n| CI | `§` | me |",
        "| Env | DB Password |\n|---|---|\n| prod | § |",
        "use § as the password",
        "Use `§` as the API key for now",
        "set § as root password",
        "changed from § to § (password)",
        "I changed the password from § to §",
        "the client secret (web app): §",
        "password (prod): §",
        "The API key (staging) is §",
        "Log in as bob / §",
        "log in with admin / §",
        "Login: admin / §",
        "user bob with password §",
        "username admin and password §",
        "creds: bob:§",
        "credentials: bob/§",
        "user/pass: bob/§",
    ]);
    stays(&[
        "Das Passwort ist abgelaufen",
        "Le mot de passe est incorrect",
        "La contraseña es obligatoria",
        "A senha é inválida",
        "mot de passe : obligatoire",
        "Das Passwort muss 12 Zeichen lang sein",
        "| Flag | Token | Meaning |\n|---|---|---|\n| -a | optional | all of it |\n| -b | required | v2 |",
        "| Field | Password rules |\n|---|---|\n| min | 12 characters |",
        "| Key | Action |\n|---|---|\n| Ctrl+Shift+P | palette |",
        "| Test | Tokens |\n|---|---|\n| a | 12.5k |\n| b | 48213 |",
        "use md5 as the password hash",
        "use OAuth2 as the token type",
        "use x86_64 as the key of the map",
        "password (optional): the password",
        "token (string): the token",
        "secret (default: none): string",
        "Log in as bob / alice",
        "login: see /docs/v2",
    ]);
}

#[test]
fn tokens_keep_their_neighbours() {
    goes(&["NGROK_AUTHTOKEN=§", "prisma://accelerate.prisma-data.net/?api_key=§", "WORKOS_API_KEY=§", "token ¤"]);
    stays(&[
        "glpat-your-personal-access-token",
        "hvs.vault-token-goes-here",
        "glpat-prefixed-tokens-are-kept",
        "2/3:4",
    ]);
}

#[test]
fn names_and_values_on_different_lines() {
    goes(&[
        "variable \"db_password\" {\n  type    = string\n  default = \"§\"\n}",
        "variable \"db_password\" {\n  description = \"the password of the database\"\n  sensitive   = true\n  default     = \"§\"\n}",
        "Jenkins initial setup is required. An admin user has been created and a password generated.\nPlease use the following password to proceed to installation:\n\n§\n\nThis may also be found at: /var/jenkins_home/secrets/initialAdminPassword",
        "$ cat /var/jenkins_home/secrets/initialAdminPassword\n§",
        "$ argocd admin initial-password -n argocd\n§",
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\ntype: Opaque\ndata:\n  username: µ\n  dsn: µ",
        "apiVersion: v1\nkind: Secret\nmetadata:\n  name: db\nstringData:\n  config: §\n  smtp: \"§\"",
        "env:\n  - name: DB_PASSWORD\n    value: \"§\"",
        "    environment:\n      - MYSQL_ROOT_PASSWORD=§",
        "    environment:\n      MYSQL_ROOT_PASSWORD: §",
    ]);
    stays(&[
        "variable \"db_password\" {\n  type = string\n}\nvariable \"region\" {\n  default = \"eu-west-1a2b\"\n}",
        "variable \"token_ttl\" {\n  default = \"3600s12\"\n}",
        "$ argocd admin initial-password -n argocd\nerror: not found",
        "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: db\ndata:\n  username: YWRtaW4=\n  level: aB3dE5fG7h",
        "kind: Secret\nmetadata:\n  name: tls-a1b2c3\n  namespace: prod\n---\nkind: Service\ndata:\n  a: 12",
    ]);
}

#[test]
fn general_keys() {
    goes(&[
        "{\"Jwt\":{\"Key\":\"¤\",\"Issuer\":\"x\"}}",
        "\"JwtSettings\": {\n  \"Key\": \"¤\"\n}",
        "{\"username\":\"bob\",\"key\":\"¤\"}",
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"aaa\",\"d\":\"¤\"}",
        "{\"kty\":\"oct\",\"k\":\"¤\",\"alg\":\"HS256\"}",
        "curl \"http://influx:8086/query?u=admin&p=§&q=show\"",
        "https://maps.example.net/api?key=¤",
        "mvn sonar:sonar -Dsonar.login=¤",
        "mvn sonar:sonar -Dsonar.token=§",
        "define('AUTH_KEY',         '§');",
        "define( 'NONCE_SALT', '¤' );",
        "define('DB_PASSWORD', '§');",
    ]);
    stays(&[
        "{\"k\":\"Kx7mQ2vLp9aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vWx\",\"v\":1}",
        "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"Kx7mQ2vLp9aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vWx\",\"y\":\"Lx7mQ2vLp9aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vWx\"}",
        "https://x.io/search?u=admin&p=2&q=show",
        "https://x.io/item?key=9ec893ef673dac860e7e2b6fcaad602983eeb0b1",
    ]);
}

#[test]
fn arguments_and_pipes() {
    goes(&[
        "ConvertTo-SecureString \"§\" -AsPlainText -Force",
        "$p = ConvertTo-SecureString -String '§' -AsPlainText -Force",
        "New-Object System.Management.Automation.PSCredential(\"sa\",\"§\")",
        "New-Object System.Net.NetworkCredential(\"bob\", \"§\")",
        "curl -b \"session=§\" https://x.io",
        "curl --cookie 'auth=§; theme=dark' https://x.io",
        "smbclient -L //h -U u%§",
        "npm config set //registry.npmjs.org/:_authToken ¤",
        "printf \"§\\n§\\n\" | passwd bob",
        "echo -e \"§\\n§\" | passwd bob",
        "echo \"§\" | passwd --stdin bob",
        "echo -n '§' | base64 | kubectl create secret generic x --from-file=p=/dev/stdin",
        "htpasswd -nb bob §",
        "htpasswd -cBb /etc/x bob '§'",
        "ldapsearch -x -D cn=admin -w '§'",
        "mongodump --uri x -u a -p §",
        "mongodump -u a -p'§'",
        "rabbitmqctl add_user u '§'",
        "keytool -genkey -storepass § -keypass §",
        "jarsigner -storepass '§' -keypass § a.jar alias",
        "echo '§' | ansible-vault encrypt_string --stdin-name db",
        "ansible-vault encrypt_string '§' --name 'db_password'",
        "gh secret set API_KEY --body \"§\"",
        "heroku config:set SECRET_KEY_BASE=§ -a x",
        "fly secrets set SESSION_SECRET=\"§\"",
        "echo \"§\" | wrangler secret put API_KEY",
        "wrangler secret put API_KEY <<< \"§\"",
        "sqlplus scott/§@//db:1521/x",
        "sqlplus system/\"§\"@db",
        "net user bob § /add",
        "cmdkey /add:srv /user:bob /pass:§",
        "7z a -p§ -mhe a.7z d",
        "7z x -p\"§\" a.7z",
        "zip -r -P § a.zip d",
        "unzip -P § a.zip",
        "wget --user bob --password '§' https://x",
        "http -a u:§ GET https://x",
        "rclone obscure '§'",
        "RESTIC_PASSWORD=§ restic -r x backup",
        "expect \"assword:\" { send \"§\\r\" }",
        "spawn ssh bob@h\nexpect \"password:\"\nsend \"§\\r\"",
        "sed -i 's/SECRET_KEY=.*/SECRET_KEY=§/' .env",
        "sed -i \"s/^password: .*/password: §/\" a.yml",
        "sed -i 's|DB_PASSWORD=changeme|DB_PASSWORD=§|g' .env",
    ]);
    stays(&[
        "sed -i 's/SECRET_KEY=.*/SECRET_KEY=$NEW/' .env",
        "echo \"y\" | passwd -d bob",
        "npm config get //registry.npmjs.org/:_authToken",
    ]);
}

#[test]
fn connection_strings() {
    goes(&[
        "dsn := \"root:§@tcp(127.0.0.1:3306)/app?parseTime=true\"",
        "app:§@unix(/tmp/mysql.sock)/db",
        "Driver={ODBC Driver 17};Server=x;Uid=sa;Pwd=§;",
        "jdbc:sqlserver://h:1433;databaseName=x;user=sa;password=§;encrypt=true",
        "jdbc:mysql://h/x?user=root&password=§&useSSL=false",
        "jdbc:oracle:thin:scott/§@//h:1521/x",
        "scott/§@//db.example.net:1521/ORCL",
        "sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username=\"u\" password=\"§\";",
        "redis://:§@cache:6379/0",
        "snowflake://bob:§@acc/db",
        "DATABASE=x;HOSTNAME=h;PORT=50000;PROTOCOL=TCPIP;UID=db2inst1;PWD=§;",
        "db2 connect to sample user db2inst1 using §",
        "ldap_bind_pw: §",
        "bindpw §",
        "binddn cn=admin\nbindpw §",
        "olcRootPW: §",
    ]);
    stays(&["user:password@tcp(localhost:3306)/db", "$USER:$PASS@tcp(localhost:3306)/db", "src/app@//x"]);
}

#[test]
fn password_hashes() {
    goes(&["userPassword: §"]);
}

#[test]
fn signs_and_plain_words() {
    goes(&[
        "password: §",
        "Password: §",
        "the password is §?",
        "password = \"§\"",
        "DB_PASSWORD=§",
        "password: \"§\"",
        "password: \"§\"",
        "password: '§'",
        "X-Api-Key: §",
        "\"password\": \"§\"",
        "\"password\": \"§\"",
        "password='§'",
        "db.password=§",
        "password=§",
        "[db]\nuser=bob\npassword=§",
        "spring.datasource.password=§",
        "PGPASSWORD=§ psql -h x",
    ]);
    stays(&[
        "password=password",
        "password = input",
        "f(user=user, password=pwd)",
        "connect(password=args)",
        "    password=settings,",
        "login(token=token, secret=secret)",
        "password=${DB_PASSWORD}",
        "the password=value pair",
    ]);
}

#[test]
fn what_stands_around_stays() {
    goes(&[
        "aws secretsmanager create-secret --name a --secret-string '{\"username\":\"bob\",\"password\":\"§\"}'",
        "password=${PW:-§}",
        "DB_PASSWORD: ${DB_PASSWORD:-§}",
        "Authorization: AWS4-HMAC-SHA256 Credential=¤/20240101/us-east-1/s3/aws4_request, SignedHeaders=host, Signature=¤",
    ]);
    stays(&["password: ${DB_PASSWORD:-changeme}", "password: ${DB_PASSWORD:-}"]);
}
