//! Words with a rule of their own: what stands near them is a secret because of what they are.

use super::engine::Scan;
use super::judge::{Joint, is_candidate};
use super::keyed::{self, Place};
use super::looks::{is_made_of_words, looks_random, looks_secret};
use super::names::{Head, Name, Need, secret_name};
use super::references::{Quote, is_mask, is_reference, is_sample};
use super::shape::Class;
use super::values::{Around, value};
use super::{Words, manifests, prose, span};

/// Looks at the text around a word at `start..end`.
type Look = fn(&mut Scan<'_>, usize, usize);

/// Every such word. Case does not count.
pub(super) const ROWS: &[(&str, Look)] = &[
    ("mot de passe", spoken),
    ("contraseña", spoken),
    ("clave de acceso", spoken),
    ("parola d'ordine", spoken),
    ("palavra-passe", spoken),
    ("lösenord", spoken),
    ("adgangskode", spoken),
    ("hasło", spoken),
    ("heslo", spoken),
    ("пароль", spoken),
    ("密码", spoken),
    ("パスワード", spoken),
    ("initialadminpassword", below),
    ("initial-password", below),
    ("password to proceed", below),
    ("kind: secret", manifests::secret),
    ("kind: 'secret", manifests::secret),
    ("kind: \"secret", manifests::secret),
    ("\"kind\":\"secret\"", manifests::secret_json),
    ("\"kind\": \"secret\"", manifests::secret_json),
    ("\"kty\"", manifests::web_key),
    ("&p=", short_password),
    ("?key=", query_key),
    ("&key=", query_key),
    ("define(", constant),
    ("env(", unless_set),
    ("environ.get(", unless_set),
    ("pscredential", second),
    ("networkcredential", second),
    ("credentials(", second),
    ("basicauth(", second),
    ("setuser ", granted),
    ("basic_auth(", second),
    ("basicauth.new(", second),
    (".login(", second),
    ("mysqli(", third),
    ("mysqli_connect(", third),
    ("pdo(", third),
    ("getconnection(", third),
    ("sequelize(", third),
    ("logging in", told),
    ("logged in", told),
    ("sign in", told),
    ("signed in", told),
    ("snmp-server community", community),
    ("enable secret", community),
    ("enable password", community),
    ("assword:", sent),
    ("@tcp(", data_source),
    ("@unix(", data_source),
    ("@//", easy_connect),
];

/// Looks at the word of a row.
pub(super) fn look(scan: &mut Scan<'_>, row: usize, start: usize, end: usize) {
    ROWS[row].1(scan, start, end);
}

/// The word for a password in a language whose word the names do not hold.
fn spoken(scan: &mut Scan<'_>, start: usize, end: usize) {
    let name = Name { head: Head::Password, need: Need::Anything, loud: false, compound: true };
    let quoted = keyed::quoted(scan.bytes, start, end);
    keyed::after(scan, &Place { range: start..end, name, flag: false, quoted });
}

/// What a tool prints below the line that announces a password.
fn below(scan: &mut Scan<'_>, _: usize, end: usize) {
    const WITHIN: usize = 200;
    let bytes = scan.bytes;
    let rest = &bytes[end..bytes.len().min(end + WITHIN)];
    let Some(line) = rest.iter().position(|byte| *byte == b'\n') else { return };
    let start = end + line + const { Class::of("\r\n \t") }.run(bytes, end + line, 12);
    let length = const { Class::of("!-~") }.run(bytes, start, 80);
    let follows = bytes.get(start + length);
    let Some(said) = scan.text.get(start..start + length) else { return };
    let is_told = said.len() >= 8 && looks_secret(said) && !is_made_of_words(said) && is_candidate(said, Quote::Double);
    if matches!(follows, None | Some(b'\n' | b'\r')) && is_told {
        scan.keep(span(start..start + length));
    }
}

/// `?u=user&p=password`
fn short_password(scan: &mut Scan<'_>, start: usize, end: usize) {
    let bytes = scan.bytes;
    let before = const { Class::of("!-~") }.run_back(bytes, start, 80);
    let has_user = bytes[start - before..start].windows(3).any(|three| matches!(three, b"?u=" | b"&u="));
    let Some(found) = value(scan.text, end, Around { open: None, query: true }, 200).filter(|_| has_user) else {
        return;
    };
    let said = &scan.text[found.range.clone()];
    if said.len() >= 6 && looks_secret(said) && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}

/// `?key=…`: an API's key is long and mixed, a key of a thing is not.
fn query_key(scan: &mut Scan<'_>, _: usize, end: usize) {
    const LEAST: usize = 30;
    let length = const { Class::of("A-Za-z0-9_-") }.run(scan.bytes, end, 200);
    let said = &scan.text[end..end + length];
    let has = |class: fn(&u8) -> bool| said.bytes().any(|byte| class(&byte));
    let is_mixed = length >= LEAST && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    if is_mixed && looks_random(said) && is_candidate(said, Quote::None) {
        scan.keep(span(end..end + length));
    }
}

/// `define('DB_PASSWORD', '…')`, and the salts of a `WordPress` configuration.
fn constant(scan: &mut Scan<'_>, _: usize, end: usize) {
    const SALT: usize = 40;
    let bytes = scan.bytes;
    let at = end + const { Class::of(" ") }.run(bytes, end, 4);
    let Some(name) = value(scan.text, at, Around::default(), 80) else { return };
    let comma = name.range.end + 1;
    if name.quote == Quote::None || bytes.get(comma) != Some(&b',') {
        return;
    }
    let at = comma + 1 + const { Class::of(" \t") }.run(bytes, comma + 1, 40);
    if !matches!(bytes.get(at), Some(b'"' | b'\'')) {
        return;
    }
    let written = &scan.text[name.range.clone()];
    let Some(holds) = secret_name(written) else { return };
    let Some(found) = value(scan.text, at, Around::default(), 300) else { return };
    let said = &scan.text[found.range.clone()];
    let is_salt = (written.ends_with("_KEY") || written.ends_with("_SALT"))
        && said.len() >= SALT
        && !is_sample(said)
        && !is_mask(said)
        && !said.starts_with("put your");
    if is_salt && found.quote != Quote::None {
        scan.keep(span(found.range));
    } else {
        keyed::take(
            scan,
            &Place { range: name.range, name: Name { loud: true, ..holds }, flag: false, quoted: None },
            Joint::Equals,
            at,
        );
    }
}

/// `getenv("DB_PASSWORD", "…")`: what the variable is if it is not set.
fn unless_set(scan: &mut Scan<'_>, _: usize, end: usize) {
    let bytes = scan.bytes;
    let Some(name) = value(scan.text, end, Around::default(), 80) else { return };
    let comma = name.range.end + 1;
    let Some(holds) = secret_name(&scan.text[name.range.clone()]).filter(|_| name.quote != Quote::None) else { return };
    let at = comma + 1 + const { Class::of(" \t") }.run(bytes, comma + 1, 8);
    if bytes.get(comma) == Some(&b',') && matches!(bytes.get(at), Some(b'"' | b'\'')) {
        let place = Place { range: name.range, name: Name { loud: false, ..holds }, flag: false, quoted: None };
        keyed::take(scan, &place, Joint::Assigned, at);
    }
}

/// "logging in with user / password"
fn told(scan: &mut Scan<'_>, _: usize, end: usize) {
    prose::credentials(scan, end);
}

/// `ACL SETUSER bob on >password`
fn granted(scan: &mut Scan<'_>, _: usize, end: usize) {
    const WITHIN: usize = 80;
    let bytes = scan.bytes;
    let rest = &bytes[end..bytes.len().min(end + WITHIN)];
    let Some(mark) = memchr::memmem::find(rest, b" >") else { return };
    let start = end + mark + 2;
    let length = const { Class::of("!-~") }.run(bytes, start, 200);
    let Some(said) = scan.text.get(start..start + length) else { return };
    let said = said.trim_end_matches(['"', '\'']);
    if looks_secret(said) && is_candidate(said, Quote::Double) {
        scan.keep(span(start..start + said.len()));
    }
}

/// `snmp-server community … RO`, `enable secret 5 …`
fn community(scan: &mut Scan<'_>, _: usize, end: usize) {
    let bytes = scan.bytes;
    let mut start = end + const { Class::of(" ") }.run(bytes, end, 4);
    // How the secret is encrypted is told by a digit before it.
    if start > end && bytes.get(start).is_some_and(u8::is_ascii_digit) && bytes.get(start + 1) == Some(&b' ') {
        start += 2;
    }
    let Some(found) = value(scan.text, start, Around::default(), 200).filter(|_| start > end) else { return };
    let said = &scan.text[found.range.clone()];
    if looks_secret(said) && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}

/// `mysqli_connect("host", "user", "password")`
fn third(scan: &mut Scan<'_>, _: usize, end: usize) {
    argument(scan, end, 3);
}

/// The argument of a call that is a password, if it is written out.
fn argument(scan: &mut Scan<'_>, start: usize, count: usize) {
    let bytes = scan.bytes;
    let mut at = start;
    for number in 1..=count {
        at += const { Class::of(" \t\r\n") }.run(bytes, at, 40);
        let Some(found) = value(scan.text, at, Around::default(), scan.value_limit().min(300)) else { return };
        scan.spend(found.range.len());
        if number == count {
            let said = &scan.text[found.range.clone()];
            if found.quote != Quote::None && looks_secret(said) && is_candidate(said, found.quote) {
                scan.keep(span(found.range));
            }
            return;
        }
        let next = found.range.end + usize::from(found.quote != Quote::None);
        let comma = bytes[next..bytes.len().min(next + 60)].iter().position(|byte| b",;)".contains(byte));
        let Some(comma) = comma.filter(|comma| bytes[next + comma] == b',') else { return };
        at = next + comma + 1;
    }
}

/// `PSCredential("user", "password")`, `NetworkCredential('user', 'password')`, `.login("user", "password")`
fn second(scan: &mut Scan<'_>, _: usize, end: usize) {
    let bytes = scan.bytes;
    let mut start = end + const { Class::of("]:new") }.run(bytes, end, 8);
    start += const { Class::of(" (") }.run(bytes, start, 4);
    for word in ["-ArgumentList ", "-argumentlist ", "@("] {
        if scan.text.get(start..).is_some_and(|rest| rest.starts_with(word)) {
            start += word.len();
        }
    }
    argument(scan, start, 2);
}

/// What a script of expect types where it is asked for a password.
fn sent(scan: &mut Scan<'_>, _: usize, end: usize) {
    const WITHIN: usize = 60;
    let bytes = scan.bytes;
    let rest = &bytes[end..bytes.len().min(end + WITHIN)];
    let Some(send) = memchr::memmem::find(rest, b"send ") else { return };
    let start = end + send + 5 + const { Class::of("- ") }.run(bytes, end + send + 5, 4);
    let Some(found) = value(scan.text, start, Around::default(), 256) else { return };
    let mut said = &scan.text[found.range.clone()];
    while let Some(less) = said.strip_suffix("\\r").or_else(|| said.strip_suffix("\\n")) {
        said = less;
    }
    if found.quote != Quote::None && said.len() >= 3 && is_candidate(said, found.quote) {
        scan.keep(span(found.range.start..found.range.start + said.len()));
    }
}

const BEFORE_AT: Class = Class::of("!#-&(-?A-_a-~");

/// `user:password@tcp(host)/database`, the data source name of Go's driver for `MySQL`.
fn data_source(scan: &mut Scan<'_>, start: usize, _: usize) {
    let length = BEFORE_AT.run_back(scan.bytes, start, 200);
    let Some(written) = scan.text.get(start - length..start) else { return };
    let Some((user, password)) = written.split_once(':') else { return };
    if !user.is_empty() && is_password_of_address(password) {
        scan.keep(span(start - password.len()..start));
    }
}

/// `user/password@//host`, the easy connect string of Oracle.
fn easy_connect(scan: &mut Scan<'_>, start: usize, _: usize) {
    let length = BEFORE_AT.run_back(scan.bytes, start, 200);
    let Some(written) = scan.text.get(start - length..start) else { return };
    let Some((user, password)) = written.split_once('/') else { return };
    let is_user = !user.is_empty() && user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_$#".contains(&byte));
    if is_user && looks_secret(password) && !is_made_of_words(password) && is_password_of_address(password) {
        scan.keep(span(start - password.len()..start));
    }
}

fn is_password_of_address(password: &str) -> bool {
    static WRITTEN: Words = Words::of(words! { "password" "passwd" "pass" "pwd" "secret" "pw" });
    password.len() >= 3
        && !WRITTEN.has(password)
        && !is_reference(password, Quote::None)
        && !is_mask(password)
        && !is_sample(password)
        && !password.contains('«')
}
