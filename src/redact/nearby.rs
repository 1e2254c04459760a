//! Words with a rule of their own: what stands near them is a secret because of what they are.

use super::calls::{first, logged_in_with, second, third};
use super::engine::Scan;
use super::judge::{Joint, is_candidate};
use super::keyed::{self, Place};
use super::looks::{is_made_of_words, is_uuid, looks_random, looks_secret};
use super::names::{Head, Name, Need, secret_name};
use super::prompts::{granted, granted_to, logged_in, prompted};
use super::references::{Quote, is_mask, is_sample};
use super::shape::Class;
use super::values::{Around, value};
use super::{accounts, elements, manifests, prose, referred, span, tables, urls};

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
    ("şifre", spoken),
    ("Şifre", spoken),
    ("parola", spoken),
    ("jelszó", spoken),
    ("salasana", spoken),
    ("passord", spoken),
    ("lozinka", spoken),
    ("geslo", spoken),
    ("slaptažodis", spoken),
    ("parool", spoken),
    ("mật khẩu", spoken),
    ("kata sandi", spoken),
    ("κωδικός", spoken),
    ("סיסמה", spoken),
    ("كلمة المرور", spoken),
    ("รหัสผ่าน", spoken),
    ("पासवर्ड", spoken),
    ("Пароль", spoken),
    ("密碼", spoken),
    ("口令", spoken),
    ("비밀번호", spoken),
    ("패스워드", spoken),
    ("비번", spoken),
    ("암호", spoken),
    ("p/w", spoken),
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
    (".auth(", second),
    ("changeuserpassword(", second),
    ("create_superuser(", third),
    ("pgp_sym_encrypt(", second),
    ("pgp_sym_decrypt(", second),
    ("addauth digest ", told),
    (" / ", accounts::paired),
    ("admin:", accounts::named),
    ("root:", accounts::named),
    ("(admin/", accounts::named),
    ("(root/", accounts::named),
    ("jwt.sign(", second),
    ("jwt.verify(", second),
    ("jwt.encode(", second),
    ("jwt.decode(", second),
    (".signwith(", second),
    ("createhmac(", second),
    ("hmac.new(", first),
    ("fernet(", first),
    ("cookieparser(", first),
    ("aes.encrypt(", second),
    ("aes.decrypt(", second),
    ("sharedkeycredential(", second),
    ("twilio(", second),
    ("simple_bind_s(", second),
    ("simple_bind(", second),
    ("ldap_bind(", third),
    ("oci_connect(", second),
    ("odbc_connect(", third),
    ("oracle.connect(", second),
    ("db::connect(", third),
    ("]:587 ", told),
    ("]:465 ", told),
    ("quote pass ", prompted),
    ("for root@localhost: ", prompted),
    ("for the elastic user", below),
    ("shown again: ", referred::told),
    ("?appid=", query_key),
    ("&appid=", query_key),
    ("\"bearer\"", of_hosts),
    ("recovery code:", codes),
    ("backup code:", codes),
    ("dbi->connect(", third),
    ("insert into", tables::inserted),
    (" on >", granted_to),
    ("> auth ", prompted),
    ("ftp> user ", prompted),
    (" login ", logged_in),
    ("auth plain ", encoded),
    ("auth login ", encoded),
    ("codecov.io/bash", uploaded),
    (".dockerconfigjson:", encoded),
    ("\"github-oauth\"", of_hosts),
    ("\"gitlab-token\"", of_hosts),
    ("\"gitlab-oauth\"", of_hosts),
    ("recovery codes", codes),
    ("backup codes", codes),
    ("mysqli(", third),
    ("mysql_connect(", third),
    ("login_with_api_key", logged_in_with),
    ("type=\"password\"", elements::typed),
    ("type='password'", elements::typed),
    ("jenkins-crumb:", encoded),
    ("pac key", community),
    ("new one is", referred::told),
    ("new one's", referred::told),
    ("it's now", referred::told),
    ("it is now", referred::told),
    ("is now set to", referred::told),
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
    ("@tcp(", urls::data_source),
    ("@unix(", urls::data_source),
    ("@//", urls::easy_connect),
];

/// Looks at the word of a row.
pub(super) fn look(scan: &mut Scan<'_>, row: usize, start: usize, end: usize) {
    ROWS[row].1(scan, start, end);
}

/// The word for a password in a language whose word the names do not hold.
fn spoken(scan: &mut Scan<'_>, start: usize, end: usize) {
    let name = Name { head: Head::Password, need: Need::Anything, loud: false, compound: true };
    let quoted = keyed::quoted(scan.bytes, start, end);
    // Chinese writes its verb without a space, and Korean what marks the subject.
    for verb in ["是", "는", "은", "は"] {
        if scan.text[end..].starts_with(verb) {
            let gap = const { Class::of(" ") }.run(scan.bytes, end + verb.len(), 1);
            let place = Place { range: start..end, name, flag: false, quoted: None };
            return prose::after(scan, &place, end + verb.len(), gap);
        }
    }
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

/// `?key=…`: an API's key is long and mixed, a key of a thing is not. Where the address is that of an API, it is random.
fn query_key(scan: &mut Scan<'_>, start: usize, end: usize) {
    const LEAST: (usize, usize) = (30, 20);
    let length = const { Class::of("A-Za-z0-9_-") }.run(scan.bytes, end, 200);
    let said = &scan.text[end..end + length];
    let has = |class: fn(&u8) -> bool| said.bytes().any(|byte| class(&byte));
    let is_mixed = length >= LEAST.0 && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
    if (is_mixed || length >= LEAST.1 && is_of_api(scan.bytes, start))
        && looks_random(said)
        && is_candidate(said, Quote::None)
    {
        scan.keep(span(end..end + length));
    }
}

/// Whether a query belongs to an address such as `https://api.host/…` or `https://host/api/…`.
fn is_of_api(bytes: &[u8], start: usize) -> bool {
    let length = const { Class::of("!#-&(-;=?-_a-z~") }.run_back(bytes, start, 160);
    let address = &bytes[start - length..start];
    [&b"://api."[..], b"/api/", b"/rest/"].iter().any(|mark| memchr::memmem::find(address, mark).is_some())
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
    accounts::credentials(scan, end - usize::from(scan.bytes[end - 1] == b' '));
}

/// `AUTH PLAIN …` of SMTP, `.dockerconfigjson: …`: base64.
fn encoded(scan: &mut Scan<'_>, _: usize, end: usize) {
    const LEAST: usize = 12;
    let start = end + const { Class::of(" \"'") }.run(scan.bytes, end, 3);
    let length = const { Class::of("A-Za-z0-9+/=") }.run(scan.bytes, start, scan.value_limit());
    scan.spend(length);
    let said = &scan.text[start..start + length];
    if length >= LEAST && (looks_random(said) || looks_secret(said)) && is_candidate(said, Quote::Double) {
        scan.keep(span(start..start + length));
    }
}

/// `bash <(curl -s https://codecov.io/bash) -t …`
fn uploaded(scan: &mut Scan<'_>, _: usize, end: usize) {
    const TOKEN: Class = Class::of("0-9a-f-");
    let rest = &scan.bytes[end..scan.bytes.len().min(end + 60)];
    let Some(flag) = memchr::memmem::find(rest, b" -t ") else { return };
    let start = end + flag + 4;
    let length = TOKEN.run(scan.bytes, start, 40);
    if length == 36 && scan.text.get(start..start + length).is_some_and(is_uuid) {
        scan.keep(span(start..start + length));
    }
}

/// `"github-oauth": {"github.com": "…"}` of Composer.
fn of_hosts(scan: &mut Scan<'_>, _: usize, end: usize) {
    let at = end + const { Class::of(" \t:") }.run(scan.bytes, end, 8);
    if scan.bytes.get(at) != Some(&b'{') {
        return;
    }
    for (_, range) in manifests::members(scan, at, scan.bytes.len().min(end + 600)) {
        let said = &scan.text[range.clone()];
        if looks_random(said) && is_candidate(said, Quote::Double) {
            scan.keep(span(range));
        }
    }
}

/// Recovery codes, one on a line below the words that announce them.
fn codes(scan: &mut Scan<'_>, _: usize, end: usize) {
    const MOST: usize = 20;
    const CODE: Class = Class::of("A-Za-z0-9-");
    let mut at = end + const { Class::of(":") }.run(scan.bytes, end, 1);
    for _ in 0..MOST {
        let start = at + const { Class::of(" \t\r\n,") }.run(scan.bytes, at, 12);
        let length = CODE.run(scan.bytes, start, 40);
        let Some(said) = scan.text.get(start..start + length) else { return };
        let has_digit = said.bytes().any(|byte| byte.is_ascii_digit());
        let ends = matches!(scan.bytes.get(start + length), None | Some(b'\n' | b'\r' | b','));
        if start == at || length < 8 || !has_digit || !ends || is_mask(said) {
            return;
        }
        scan.keep(span(start..start + length));
        at = start + length;
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
    if said.bytes().any(|byte| byte.is_ascii_digit()) && said.len() >= 6 && is_candidate(said, found.quote) {
        scan.keep(span(found.range));
    }
}

/// A text without the escapes of line ends behind it, at any depth.
pub(super) fn without_line_end(mut said: &str) -> &str {
    while let Some(less) = said.strip_suffix(['r', 'n']).filter(|less| less.ends_with('\\')) {
        said = less.trim_end_matches('\\');
    }
    said
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
    said = without_line_end(said);
    if found.quote != Quote::None && said.len() >= 3 && is_candidate(said, found.quote) {
        scan.keep(span(found.range.start..found.range.start + said.len()));
    }
}
