//! Which names hold secrets: `DB_PASSWORD`, `apiKey`, `x-auth-token`, not `max_tokens` or `sort_key`.

use super::Words;

/// What a name says its value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Head {
    Password,
    Secret,
    Token,
    Key,
    /// Something that is a secret if its value looks like one.
    Other,
}

/// What a value has to look like for the name's word to be taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Need {
    /// Anything that is no reference.
    Anything,
    /// No word, number or name.
    SecretLike,
    /// Long and mixed.
    Random,
}

/// A name that holds a secret.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) head: Head,
    pub(super) need: Need,
    /// Written as environment variables are.
    pub(super) loud: bool,
    /// More than the bare word, as in `DB_PASS`.
    pub(super) compound: bool,
}

/// Words after the head that leave it one: `SECRET_KEY_BASE`, `TOKEN_PROD`, `client-key-data`.
static SUFFIXES: Words = Words::of(words! {
    "base" "value" "val" "dev" "development" "prod" "production" "stage" "staging" "test" "live" "sandbox" "old"
    "new" "current" "previous" "primary" "secondary" "default" "local" "b64" "base64" "hex" "raw" "plain"
    "plaintext" "text" "string" "str" "data" "again" "confirm" "confirmation" "content" "contents" "decrypted"
});

/// Words after the head that make it something about a secret.
pub(super) static ABOUT: Words = Words::of(words! {
    "id" "ids" "name" "names" "path" "paths" "file" "files" "filename" "dir" "type" "types" "kind" "url" "uri"
    "endpoint" "host" "ttl" "length" "len" "size" "count" "limit" "max" "min" "enabled" "expires" "expiry"
    "expiration" "expire" "timeout" "policy" "hash" "hashes" "digest" "env" "var" "variable" "field" "input"
    "prompt" "manager" "store" "provider" "service" "version" "index" "prefix" "suffix" "format" "regex" "pattern"
    "label" "title" "hint" "placeholder" "help" "error" "message" "required" "reset" "usage" "budget" "header" "arn"
    "ref" "reference" "cmd" "command" "script" "algorithm" "alg" "encryption" "rotation" "age" "status" "state"
    "scope" "scopes" "stdin" "stream" "tree" "span" "pos" "position"
});

/// What a token or key counts, cuts or orders instead of opening something.
const DATA: &[&str] = words! {
    "sort" "primary" "foreign" "partition" "cache" "public" "row" "index" "group" "order" "hash" "range" "map"
    "object" "composite" "unique" "hot" "lookup" "translation" "message" "i18n" "dict" "json" "registry" "column"
    "field" "event" "metric" "feature" "flag" "query" "param" "header" "host" "arrow" "enter" "escape" "esc" "tab"
    "ctrl" "alt" "shift" "meta" "any" "press" "idempotency" "dedup" "routing" "node" "item" "list" "react" "state"
    "route" "path" "file" "config" "setting" "settings" "property" "attribute" "locale" "natural" "surrogate" "site"
    "publishable" "anon" "known" "restore" "recv" "socket" "pub"
};

/// What makes a word of `key` that is no key.
const SPOKEN_KEYS: &[&str] = words! { "whis" "pass" "smoc" "cand" };

const COUNTED: &[&str] = words! {
    "next" "page" "sync" "continuation" "cursor" "pagination" "max" "min" "num" "total" "pad" "eos" "bos" "unk"
    "sep" "cls" "mask" "stop" "special" "start" "end" "first" "last" "prev" "per" "peek" "lookahead" "cancellation"
    "change" "idempotency" "action" "starting" "input" "output" "lexer" "parser" "keyword" "string" "number" "operator" "image" "design"
};

/// What makes a key one that opens something.
const DOORS: &[&str] = words! {
    "api" "access" "private" "secret" "client" "auth" "encryption" "encrypt" "decryption" "signing" "sign"
    "signature" "master" "account" "app" "application" "service" "license" "licence" "shared" "hmac" "jwt"
    "subscription" "functions" "function" "admin" "deploy" "webhook" "aes" "consumer" "server" "crypto" "cipher"
    "symmetric" "sdk" "live" "ingest" "integration" "management" "personal" "token" "root" "unseal" "recovery"
    "wallet" "rest" "storage" "vault" "pass" "deployer" "priv"
};

const PASSWORDS: &[&str] = words! {
    "password" "passwd" "passphrase" "passcode" "passwort" "kennwort" "wachtwoord" "contrasena" "senha" "pwd"
};
/// Names that end with `pass` and mean it, written as one word.
const JOINED: &[&str] = words! {
    "dbpass" "userpass" "adminpass" "mypass" "rootpass" "smtppass" "mailpass" "ftppass" "sshpass" "keypass"
    "bindpw" "rootpw" "storepass" "srcstorepass" "deststorepass" "requirepass" "masterauth" "pgpass" "becomepass"
};

/// At most so many words are looked at, from the end.
const WORDS: usize = 12;

/// What a name holds, or nothing for a name of something else.
pub(super) fn secret_name(name: &str) -> Option<Name> {
    let mut buffer = [""; WORDS];
    let words = split(name, &mut buffer);
    // What tells which key a service account has is a part of that key's file.
    if name.to_ascii_lowercase().ends_with("private_key_id") {
        return Some(Name { head: Head::Key, need: Need::Random, loud: false, compound: true });
    }
    let mut last = words.len();
    let mut need = Need::Anything;
    while last > 0 {
        let word = words[last - 1];
        let (before, prior) = (last.checked_sub(2).map(|at| words[at]), &words[..last - 1]);
        if let Some((head, least)) = head(word, before, prior, name) {
            // A name ends with what it names; a tail nobody knows asks for a value nobody would doubt.
            let loud = !name.bytes().any(|byte| byte.is_ascii_lowercase());
            return Some(Name { head, need: need.max(least), loud, compound: words.len() > 1 || word.len() > 8 });
        }
        // The second half of Vault's AppRole, which is a UUID: https://developer.hashicorp.com/vault/docs/auth/approle
        if word.eq_ignore_ascii_case("id") && before.is_some_and(|before| before.eq_ignore_ascii_case("secret")) {
            return Some(Name { head: Head::Secret, need: Need::Random, loud: false, compound: true });
        }
        if ABOUT.has(word) {
            return None;
        }
        if !SUFFIXES.has(word) && word.parse::<u32>().is_err() {
            need = Need::Random;
        }
        last -= 1;
    }
    None
}

/// Whether a word is in a list, in whatever case.
pub(super) fn is(word: &str, list: &[&str]) -> bool {
    let first = word.as_bytes().first().map_or(0, u8::to_ascii_lowercase);
    list.iter()
        .any(|known| known.len() == word.len() && known.as_bytes()[0] == first && word.eq_ignore_ascii_case(known))
}

/// What one word says, given the words before it.
fn head(word: &str, before: Option<&str>, prior: &[&str], name: &str) -> Option<(Head, Need)> {
    let lower = word.to_ascii_lowercase();
    let word = lower.trim_end_matches(|last: char| last.is_ascii_digit());
    let after = |list: &[&str]| before.is_some_and(|before| is(before, list));
    if PASSWORDS.iter().any(|known| word.ends_with(known)) || JOINED.contains(&word) {
        return Some((Head::Password, Need::Anything));
    }
    if word.ends_with("secret") {
        return Some((Head::Secret, Need::Anything));
    }
    if let Some(stem) = word.strip_suffix("token") {
        let counted = after(COUNTED) || is(stem, COUNTED);
        return (!counted).then_some((Head::Token, Need::Anything));
    }
    // What Duo calls its keys: https://duo.com/docs/authapi
    if matches!(word, "skey" | "akey") {
        return Some((Head::Key, Need::Random));
    }
    if let Some(stem) = word.strip_suffix("key").or_else(|| word.strip_suffix("keys")) {
        let plural = if word.ends_with('s') { Need::Random } else { Need::Anything };
        let door = is(stem, DOORS)
            || DOORS.iter().take(19).any(|door| stem.ends_with(door))
            || prior.iter().any(|word| is(word, DOORS));
        let data = if stem.is_empty() { after(DATA) || after(COUNTED) } else { is(stem, DATA) };
        if data {
            return None;
        }
        if door {
            return Some((Head::Key, plural));
        }
        // Any other key opens something only if its value says so; one word such as monkey never does.
        let named = stem.is_empty() && before.is_some()
            || stem.len() >= 4 && stem.bytes().all(|byte| byte.is_ascii_lowercase()) && !SPOKEN_KEYS.contains(&stem);
        let loud = stem.is_empty() && !name.bytes().any(|byte| byte.is_ascii_lowercase());
        return named.then_some((Head::Key, if loud { Need::SecretLike.max(plural) } else { Need::Random }));
    }
    match word {
        "pass" => Some((Head::Password, if before.is_some() { Need::Anything } else { Need::SecretLike })),
        "passe" if after(&["de"]) => Some((Head::Password, Need::Anything)),
        "credentials" | "credential" if after(&["bind", "ldap"]) => Some((Head::Password, Need::Anything)),
        // The form wallets hand a private key out in: https://en.bitcoin.it/wiki/Wallet_import_format
        "wif" => Some((Head::Key, Need::Random)),
        // https://redis.io/docs/latest/develop/tools/cli
        "auth" if after(&["rediscli"]) => Some((Head::Password, Need::Anything)),
        "psk" | "mnemonic" => Some((Head::Secret, Need::Anything)),
        "pw" => Some((Head::Password, Need::SecretLike)),
        "phrase" if after(&["seed", "recovery", "pass", "backup", "secret"]) => Some((Head::Secret, Need::Anything)),
        "auth" | "credential" | "credentials" | "creds" | "jwt" | "bearer" | "secrets" | "tokens" | "passwords"
        | "salt" | "pepper" | "seed" | "sas" | "authkey" => Some((Head::Other, Need::Random)),
        "pat" if before.is_some() => Some((Head::Token, Need::Random)),
        _ => None,
    }
}

/// The words of a name: parts between signs, and between a small and a capital letter.
fn split<'name, 'buffer>(name: &'name str, buffer: &'buffer mut [&'name str; WORDS]) -> &'buffer [&'name str] {
    let bytes = name.as_bytes();
    let mut count = 0;
    let mut end = bytes.len();
    let mut start = end;
    while start > 0 && count < WORDS {
        let at = start - 1;
        let sign = !bytes[at].is_ascii_alphanumeric() && bytes[at].is_ascii();
        let turn = start < end
            && ((bytes[at].is_ascii_lowercase() && bytes[start].is_ascii_uppercase())
                || (bytes[at].is_ascii_uppercase()
                    && bytes[start].is_ascii_uppercase()
                    && bytes.get(start + 1).is_some_and(u8::is_ascii_lowercase)
                    && start + 1 < end));
        if sign || turn {
            if let Some(word) = name.get(start..end).filter(|word| !word.is_empty()) {
                buffer[count] = word;
                count += 1;
            }
            end = if sign { at } else { start };
        }
        start = at;
    }
    if count < WORDS
        && let Some(word) = name.get(start..end).filter(|word| !word.is_empty())
    {
        buffer[count] = word;
        count += 1;
    }
    buffer[..count].reverse();
    &buffer[..count]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_secrets_are_told_from_names_of_settings() {
        for name in [
            "password",
            "DB_PASSWORD",
            "dbPassword",
            "GOOGLE_MAP_API_KEY",
            "OBJECT_STORAGE_SECRET_KEY",
            "x-functions-key",
            "datadog_key",
            "SECRET_KEY_BASE",
            "apikey",
            "clientSecret",
            "X-Auth-Token",
            "_authToken",
            "APIKey",
            "SMTP_PASS",
            "ansible_become_pass",
            "client-key-data",
            "requirepass",
            "AWS_SECRET_ACCESS_KEY",
            "token2",
            "HMAC_KEY",
            "AZURE_DEVOPS_EXT_PAT",
        ] {
            assert!(secret_name(name).is_some(), "{name}");
        }
        for name in [
            "SORT_KEY",
            "max_token",
            "PRIMARY_KEY",
            "publicKey",
            "cache-key",
            "monkey",
            "TURKEY",
            "key",
            "tokenizer",
            "nextPageToken",
            "PASSWORD_RESET_TIMEOUT",
            "token_type",
            "API_KEY_ID",
            "KEY_SIZE",
            "secretName",
            "compass",
            "bypass",
            "access_key_id",
            "passwordPolicy",
            "SSH_KEY_TYPE",
            "keyspace",
        ] {
            assert!(secret_name(name).is_none(), "{name}");
        }
        assert_eq!(secret_name("TOKEN_ACME").map(|name| name.need), Some(Need::Random));
    }

    #[test]
    fn names_split_at_signs_and_turns_of_case() {
        let mut buffer = [""; WORDS];
        assert_eq!(split("myAPIKey_old-2", &mut buffer), ["my", "API", "Key", "old", "2"]);
    }
}
