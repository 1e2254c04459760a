//! Which arguments of which tools are secrets, from their manuals.

/// One way a tool takes a secret.
#[derive(Debug, Clone, Copy)]
pub(super) enum Argument {
    /// The word after the flag, or what follows it behind `=`.
    Next(&'static str),
    /// What is glued to the flag: `-psecret`.
    Glued(&'static str),
    /// Both.
    Either(&'static str),
    /// What follows `user:` after the flag.
    User(&'static str),
    /// What follows `user%` after the flag.
    Percent(&'static str),
    /// What follows `name=` after the flag.
    Pair(&'static str),
    /// What follows `user,` after the flag.
    Comma(&'static str),
    /// What follows `pass:` after the flag.
    Source(&'static str),
    /// The n-th word after a word that starts so.
    After(&'static str, usize),
    /// The last word, if a flag before it holds that letter.
    LastWith(char),
    /// Values of all `name=value` words after a word.
    Pairs(&'static str),
    /// `user/password@host`
    Oracle,
    /// Cookies in the word after the flag.
    Cookies(&'static str),
    /// The first word that is no flag.
    First,
}

impl Argument {
    /// The letter of the flag it starts with, if it starts with one.
    pub(super) const fn letter(self) -> Option<u8> {
        match self {
            Next(flag) | Glued(flag) | Either(flag) | User(flag) | Percent(flag) | Pair(flag) | Comma(flag)
            | Source(flag) | Cookies(flag) => {
                if flag.len() > 1 {
                    Some(flag.as_bytes()[1])
                } else {
                    None
                }
            }
            After(..) | LastWith(_) | Pairs(_) | Oracle | First => None,
        }
    }
}

/// A family of tools.
pub(super) struct Tool {
    pub(super) names: &'static [&'static str],
    /// A word without which none of the arguments mean a secret.
    pub(super) only_with: &'static [&'static str],
    pub(super) arguments: &'static [Argument],
}

const fn tool(
    names: &'static [&'static str],
    only_with: &'static [&'static str],
    arguments: &'static [Argument],
) -> Tool {
    Tool { names, only_with, arguments }
}

use Argument::{
    After, Comma, Cookies, Either, First, Glued, LastWith, Next, Oracle, Pair, Pairs, Percent, Source, User,
};

/// All tools.
pub(super) static TOOLS: &[Tool] = &[
    tool(
        &["curl"],
        &[],
        &[
            Cookies("-b"),
            Cookies("--cookie"),
            User("-u"),
            User("--user"),
            User("-U"),
            User("--proxy-user"),
            User("--cert"),
            User("-E"),
            Next("--pass"),
            Next("--proxy-pass"),
            Next("--oauth2-bearer"),
            Next("--proxy-tlspassword"),
        ],
    ),
    tool(
        &["http", "https", "xh", "xhs", "httpie", "aria2c", "hurl"],
        &[],
        &[User("-a"), User("--auth"), User("-u"), User("--user")],
    ),
    tool(
        &[
            "mysql",
            "mysqldump",
            "mysqladmin",
            "mysqlimport",
            "mysqlcheck",
            "mysqlshow",
            "mysqlsh",
            "mysqlslap",
            "mysqlbinlog",
            "mycli",
            "mariadb",
            "mariadb-dump",
            "mariadb-admin",
            "xtrabackup",
            "mydumper",
        ],
        &[],
        &[Glued("-p"), After("password", 1)],
    ),
    tool(
        &["redis-cli", "valkey-cli", "keydb-cli", "redis-benchmark"],
        &[],
        &[
            Either("-a"),
            Next("--pass"),
            After("AUTH", 1),
            After("auth", 1),
            After("requirepass", 1),
            After("masterauth", 1),
        ],
    ),
    tool(
        &["sqlcmd", "bcp", "osql", "tsql", "freebcp", "isql", "sqsh", "mssql-cli", "mssql-scripter", "sqlpackage"],
        &[],
        &[Either("-P")],
    ),
    tool(
        &[
            "mongosh",
            "mongo",
            "mongodump",
            "mongorestore",
            "mongoexport",
            "mongoimport",
            "mongostat",
            "mongotop",
            "mongofiles",
            "cqlsh",
            "cypher-shell",
            "evil-winrm",
            "rdesktop",
            "twine",
            "crackmapexec",
            "nxc",
            "netexec",
            "smbmap",
            "ncftp",
            "ncftpput",
            "ncftpget",
            "couchbase-cli",
            "cbq",
            "arangosh",
            "vsql",
            "gsql",
            "nzsql",
            "hdbsql",
            "psexec",
            "PsExec",
            "asadmin",
        ],
        &[],
        &[Either("-p"), Next("--password")],
    ),
    tool(
        &[
            "docker",
            "podman",
            "nerdctl",
            "buildah",
            "helm",
            "oras",
            "crane",
            "cosign",
            "oc",
            "cf",
            "ibmcloud",
            "az",
            "nexus",
            "jf",
            "jfrog",
            "argocd",
            "tkn",
            "singularity",
            "apptainer",
            "regctl",
            "conda",
        ],
        &["login", "auth"],
        &[Next("-p"), Next("-P"), After("auth", 2)],
    ),
    tool(
        &["skopeo", "buildah", "podman", "crane", "oras"],
        &[],
        &[User("--creds"), User("--src-creds"), User("--dest-creds"), User("--from-creds")],
    ),
    tool(
        &["az"],
        &["secret", "appsettings", "connection-string", "variable", "kv"],
        &[Next("--value"), Next("--secret")],
    ),
    tool(&["az"], &["sql", "postgres", "mysql", "mariadb", "synapse"], &[Next("-p")]),
    tool(&["kubectl", "oc", "kubectl.exe", "k3s", "microk8s"], &["secret"], &[Pair("--from-literal")]),
    tool(&["bundle", "bundler"], &["config"], &[User("")]),
    tool(&["gem"], &["push", "yank"], &[Next("--key")]),
    tool(&["cloudflared"], &[], &[After("install", 1), Next("--token")]),
    tool(&["wandb"], &["login"], &[After("login", 1)]),
    tool(&["drush"], &[], &[After("upwd", 2), After("user:password", 2), After("user-password", 2)]),
    tool(&["winrs", "winrm"], &[], &[Glued("-p:"), Glued("/p:"), Glued("-password:"), Glued("/password:")]),
    tool(&["aws"], &["put-parameter", "ssm"], &[Next("--value")]),
    tool(
        &["aws"],
        &["secretsmanager", "iam", "cognito-idp", "rds", "elasticache"],
        &[Next("--secret-string"), Next("--auth-token"), Next("--password")],
    ),
    tool(
        &["vault", "bao"],
        &[],
        &[
            After("login", 1),
            After("unseal", 1),
            After("unwrap", 1),
            After("revoke", 1),
            Pairs("put"),
            Pairs("write"),
            Pairs("patch"),
            Next("-token"),
            Next("-password"),
        ],
    ),
    tool(
        &["openssl"],
        &[],
        &[
            Source("-pass"),
            Source("-passin"),
            Source("-passout"),
            Source("-password"),
            Source("-kdfopt"),
            Next("-k"),
            Next("-K"),
            Next("-hmac"),
            Next("-psk"),
            Next("-srppass"),
            Next("-macopt"),
        ],
    ),
    tool(&["sshpass"], &[], &[Either("-p")]),
    tool(
        &["keytool", "jarsigner", "apksigner", "zipalign"],
        &[],
        &[
            Next("-storepass"),
            Next("-keypass"),
            Next("-srcstorepass"),
            Next("-deststorepass"),
            Next("-srckeypass"),
            Next("-destkeypass"),
            Next("-new"),
            Source("--ks-pass"),
            Source("--key-pass"),
        ],
    ),
    tool(
        &["ConvertTo-SecureString", "convertto-securestring"],
        &["-AsPlainText", "-asplaintext", "-Force"],
        &[Next("-String"), First],
    ),
    tool(&["db2", "db2cmd"], &["connect", "CONNECT", "attach"], &[After("using", 1), After("USING", 1)]),
    tool(&["7z", "7za", "7zr", "7zz", "rar", "unrar", "7zG"], &[], &[Glued("-p"), Glued("-hp")]),
    tool(&["zip", "unzip", "zipcloak", "funzip", "fcrackzip"], &[], &[Either("-P")]),
    tool(&["htpasswd", "htdigest"], &[], &[LastWith('b')]),
    tool(
        &[
            "ldapsearch",
            "ldapadd",
            "ldapmodify",
            "ldapdelete",
            "ldapmodrdn",
            "ldapwhoami",
            "ldapcompare",
            "ldappasswd",
            "ldapvi",
            "dsconf",
            "dsidm",
        ],
        &[],
        &[Either("-w"), Next("-s"), Next("-a")],
    ),
    tool(
        &[
            "smbclient",
            "rpcclient",
            "smbget",
            "smbcacls",
            "smbtree",
            "winexe",
            "net",
            "pth-winexe",
            "wmic",
            "samba-tool",
            "nmblookup",
            "smbcquotas",
        ],
        &[],
        &[Percent("-U"), Percent("--user")],
    ),
    tool(&["net", "net.exe", "net1"], &["user"], &[After("user", 2)]),
    tool(&["net", "net.exe"], &["use"], &[After("\\\\", 1), After("\\", 1)]),
    tool(
        &["cmdkey", "xfreerdp", "xfreerdp3", "wfreerdp", "mstsc", "signtool", "msiexec", "schtasks"],
        &[],
        &[Glued("/pass:"), Glued("/p:"), Next("/p"), Next("/rp"), Glued("/gp:")],
    ),
    tool(&["lftp"], &[], &[Comma("-u"), Comma("--user")]),
    tool(&["ssh-keygen"], &[], &[Next("-N"), Next("-P")]),
    tool(&["mc", "mcli"], &["alias", "config"], &[After("set", 4), After("add", 4)]),
    tool(&["mc", "mcli"], &["user"], &[After("add", 3)]),
    tool(&["ngrok"], &[], &[After("add-authtoken", 1), After("authtoken", 1), After("add-api-key", 1)]),
    tool(
        &["rabbitmqctl", "rabbitmqadmin"],
        &[],
        &[After("add_user", 2), After("change_password", 2), After("authenticate_user", 2), Next("-p")],
    ),
    tool(
        &["influx", "doctl", "vercel", "hub", "nomad", "consul", "turso", "render"],
        &[],
        &[Next("-t"), Next("-token")],
    ),
    tool(
        &["composer", "poetry"],
        &[],
        &[
            After("http-basic.", 2),
            After("pypi-token.", 1),
            After("bearer.", 1),
            After("github-oauth.", 1),
            After("gitlab-token.", 1),
            After("gitlab-oauth.", 1),
        ],
    ),
    tool(&["gh", "glab"], &["secret", "variable"], &[Either("-b"), Next("--body"), Next("--value"), Next("-v")]),
    tool(&["glab"], &["variable"], &[After("set", 2)]),
    tool(&["netlify", "ntl", "heroku", "amplify"], &[], &[After("env:set", 2)]),
    tool(&["pulumi"], &["--secret"], &[After("set", 2), After("--secret", 2)]),
    tool(&["eas", "firebase", "dapr", "akamai", "oci"], &[], &[Next("--value"), Next("--secret-content-content")]),
    tool(&["snyk", "codecov"], &[], &[After("auth", 1), Next("-t")]),
    tool(&["cargo"], &["login"], &[After("login", 1)]),
    tool(
        &["nuget", "nuget.exe", "dotnet", "gem"],
        &[],
        &[
            Next("-k"),
            Next("-ApiKey"),
            After("setapikey", 1),
            After("setApiKey", 1),
            Next("-Password"),
            Next("-password"),
            Next("-p:Password"),
        ],
    ),
    tool(&["dotnet"], &["user-secrets"], &[After("set", 2)]),
    tool(&["bw", "lpass", "rbw"], &[], &[After("unlock", 1), After("login", 2)]),
    tool(
        &["nmcli", "iwctl"],
        &[],
        &[After("password", 1), After("wifi-sec.psk", 1), After("802-11-wireless-security.psk", 1)],
    ),
    tool(&["wpa_passphrase"], &[], &[After("", 2)]),
    tool(&["networksetup"], &[], &[After("-setairportnetwork", 3)]),
    tool(&["security"], &[], &[Next("-w"), Next("-p"), Next("-P"), Next("-k")]),
    tool(&["useradd", "usermod", "adduser", "groupmod"], &[], &[Next("-p"), Next("--password")]),
    tool(&["plink", "pscp", "psftp", "puttygen", "putty"], &[], &[Next("-pw"), Next("--new-passphrase")]),
    tool(
        &["mosquitto_pub", "mosquitto_sub", "mosquitto_rr", "ipmitool", "mqttx", "snowsql", "bteq"],
        &[],
        &[Next("-P")],
    ),
    tool(&["mosquitto_passwd"], &[], &[LastWith('b')]),
    tool(&["ipmitool"], &[], &[After("password", 2)]),
    tool(&["snmpwalk", "snmpget", "snmpset", "snmpbulkwalk"], &[], &[Next("-A"), Next("-X")]),
    tool(&["rclone"], &[], &[After("obscure", 1), Pairs("create"), Pairs("update")]),
    tool(&["swaks"], &[], &[Next("-ap"), Next("--auth-password")]),
    tool(
        &["sqlplus", "sqlldr", "expdp", "impdp", "exp", "imp", "rman", "sqlcl", "usql", "tnsping"],
        &["/", "@"],
        &[Oracle],
    ),
    tool(&["pdftk"], &[], &[After("user_pw", 1), After("owner_pw", 1), After("input_pw", 1)]),
    tool(&["qpdf"], &[], &[After("--encrypt", 1), After("--encrypt", 2)]),
    tool(&["certutil", "pk12util", "certreq"], &[], &[Next("-p"), Next("-W"), Next("-K")]),
    tool(&["ansible-vault", "ansible", "ansible-playbook"], &[], &[Next("--become-pass"), After("encrypt_string", 1)]),
    tool(&["wp"], &[], &[Glued("--user_pass="), Glued("--dbpass="), Glued("--admin_password=")]),
    tool(&["drush", "occ"], &[], &[Glued("--account-pass="), Glued("--db-su-pw="), Glued("--admin-pass=")]),
    tool(&["restic", "borg", "duplicity", "kopia"], &[], &[Next("--password")]),
    tool(
        &["impacket-secretsdump", "impacket-psexec", "impacket-wmiexec", "secretsdump.py", "psexec.py", "wmiexec.py"],
        &[],
        &[User("")],
    ),
    tool(&["svn", "svnsync", "hg", "bzr"], &[], &[Next("--password")]),
    tool(&["msfvenom", "hydra", "medusa"], &[], &[Next("-p")]),
    tool(&["etcdctl"], &[], &[User("--user"), After("add", 2)]),
    tool(
        &["kcadm.sh", "kcadm", "add-user.sh", "jboss-cli.sh"],
        &[],
        &[Next("--password"), Next("-p"), Next("--new-password")],
    ),
];
