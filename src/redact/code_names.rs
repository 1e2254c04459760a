//! Names of code that hold digits and are no secrets: `Ed25519PrivateKey`, `win32api.RegOpenKeyEx`, `uint8_t`.

use super::looks::turns;
use super::shape::Class;

/// What a number may follow in the name of an algorithm, a type, a standard or a platform.
const NUMBERED: &[&str] = words! {
    "sha" "md" "ed" "argon" "pbkdf" "bcrypt" "scrypt" "rfc" "base" "win" "int" "uint" "float" "utf" "auth" "oauth"
    "http" "mt" "crc" "pkcs" "secp" "sect" "nistp" "prime" "aes" "rsa" "des" "dsa" "char" "bytes" "curve" "poly"
    "chacha" "blake" "ripemd" "keccak" "sm" "ipv" "arm" "amd" "dot" "hmacsha" "hmac"
    "asn" "ccm" "salsa" "xsalsa" "xchacha" "mldsa" "mlkem" "kyber" "simd" "avx" "sse" "complex" "vec" "mat" "regclass"
};
/// What may have a number of bits.
const TYPES: &[&str] = words! { "bool" "string" "str" "number" "decimal" "double" "byte" "word" "enum" "struct" };
/// Names with a number inside them.
const WHOLE: &[&str] = words! {
    "3des" "x509" "x25519" "x448" "x86" "x64" "l10n" "i18n" "k8s" "s2k" "p256" "p384" "p521" "u8" "u16" "u32" "u64" "u128"
    "i8" "i16" "i32" "i64" "i128" "f32" "f64" "c14n" "a11y" "h264" "h265" "mp3" "mp4" "s3" "ec2" "b64" "b58" "256k1"
    "secp256k1" "secp256r1" "secp384r1" "prime256v1" "2fa" "p2p" "b2b" "e2e" "v1" "v2" "v3" "v01" "v4" "es256" "es384" "es512"
    "rs256" "rs384" "rs512" "hs256" "hs384" "hs512" "ps256" "ps384" "ps512"
};

/// Whether a value is words of code, with digits only in what is known to have them.
pub(super) fn is_code_name(value: &str) -> bool {
    const JOINTS: Class = Class::of("_.:<>[]*&?-");
    let value = value.trim_end_matches([';', ',', ')', '(']);
    let mut numbered = false;
    let mut words = 0;
    let mut start = 0;
    let bytes = value.as_bytes();
    for at in 0..=bytes.len() {
        let ends = at == bytes.len() || JOINTS.has(bytes[at]);
        let turns = !ends
            && at > start
            && bytes[at].is_ascii_uppercase()
            && (!bytes[at - 1].is_ascii_uppercase() || bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase));
        if !ends && !turns {
            if !bytes[at].is_ascii_alphanumeric() {
                return false;
            }
            continue;
        }
        if at > start {
            let Some(with_number) = word(&value[start..at]) else { return false };
            numbered |= with_number;
            words += 1;
        }
        start = if ends { at + 1 } else { at };
    }
    numbered && words > 0
}

/// Whether a word has a known number in it; none if it is no word of code.
fn word(written: &str) -> Option<bool> {
    let lower = written.to_ascii_lowercase();
    let spoken = |rest: &str| rest.bytes().all(|byte| byte.is_ascii_lowercase());
    if spoken(&lower) {
        return (lower.len() < 4 || lower.bytes().any(|byte| b"aeiouy".contains(&byte))).then_some(false);
    }
    if let Some(rest) = WHOLE.iter().find_map(|whole| lower.strip_prefix(whole)) {
        return spoken(rest).then_some(true);
    }
    let digits = lower.find(|letter: char| letter.is_ascii_digit())?;
    let rest = lower[digits..].trim_start_matches(|letter: char| letter.is_ascii_digit());
    let number = lower.len() - digits - rest.len();
    if TYPES.contains(&&lower[..digits]) && rest.is_empty() {
        return ["8", "16", "32", "64", "128", "256"].contains(&&lower[digits..]).then_some(true);
    }
    (NUMBERED.contains(&&lower[..digits]) && number <= 5 && spoken(rest) && rest.len() <= 12).then_some(true)
}

/// `StringLiteral1`: words of code written together, with a number that tells them apart.
pub(super) fn is_numbered_type(value: &str) -> bool {
    let letters = value.trim_end_matches(|last: char| last.is_ascii_digit());
    let bytes = letters.as_bytes();
    let turns = turns(bytes);
    (1..=2).contains(&(value.len() - letters.len()))
        && turns > 0
        && turns * 5 <= bytes.len()
        && bytes.iter().all(u8::is_ascii_alphabetic)
        && bytes[0].is_ascii_uppercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_code_are_told_from_passwords() {
        for name in [
            "Ed25519PrivateKey",
            "ed25519.Ed25519PrivateKey",
            "win32api.RegOpenKeyEx",
            "Rfc3565KeyWrapBlob",
            "Argon2PasswordHasher",
            "OAuth2PasswordBearer",
            "uint8_t*",
            "FcChar8*",
            "_nl_make_l10nflist",
            "mt19937",
            "secp256k1",
            "Uint8Array",
            "bytes32",
            "bool64",
            "Base64urlUInt",
            "ssh-ed25519-cert-v01",
        ] {
            assert!(is_code_name(name), "{name}");
        }
        for password in ["Summer2024", "vmNW32UyWzIXWr", "abCDx8yzQQpp", "Falc0nMonkey33", "kX9mQ2vLpw", "hunter2x"] {
            assert!(!is_code_name(password), "{password}");
        }
        assert!(is_numbered_type("StringLiteral1") && !is_numbered_type("kQxZ1"));
    }
}
