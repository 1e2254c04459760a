//! Passwords made to be remembered or typed: words with a number, and the letters in groups that mail providers hand out.

/// `copper-thistle-saddle57`, `HarborThistle4888`: at least two words that nobody joins otherwise, and a number of their own.
pub(super) fn is_memorable(value: &str) -> bool {
    const LEAST: usize = 4;
    let stem = value.trim_end_matches(|last: char| last.is_ascii_digit());
    if !(2..=4).contains(&(value.len() - stem.len())) || !stem.is_ascii() {
        return false;
    }
    let is_word = |word: &str, first: fn(&u8) -> bool| {
        let bytes = word.as_bytes();
        bytes.len() >= LEAST && first(&bytes[0]) && bytes[1..].iter().all(u8::is_ascii_lowercase)
    };
    let hyphened = stem.split('-').all(|word| is_word(word, u8::is_ascii_lowercase));
    if stem.contains('-') {
        return hyphened && stem.split('-').count() >= 3;
    }
    // The words start where the capital letters stand.
    let starts = stem.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_uppercase()).map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([stem.len()]);
    let words = || starts.clone().zip(ends.clone()).map(|(start, end)| &stem[start..end]);
    value.len() - stem.len() >= 3
        && starts.clone().next() == Some(0)
        && words().count() >= 2
        && words().all(|word| is_word(word, u8::is_ascii_uppercase))
}

/// `zfgx-sxbw-iwom-zvtj`: a password for one app, as Apple and Google make them, in four groups of four letters.
/// <https://support.apple.com/102654>, <https://support.google.com/accounts/answer/185833>
pub(super) fn is_for_one_app(value: &str) -> bool {
    const LENGTH: usize = 19;
    let bytes = value.as_bytes();
    let joint = match bytes.get(4) {
        Some(joint @ (b'-' | b' ')) if bytes.len() == LENGTH => *joint,
        _ => return false,
    };
    let is_grouped =
        bytes.iter().enumerate().all(|(at, byte)| if at % 5 == 4 { *byte == joint } else { byte.is_ascii_lowercase() });
    // Four words have more vowels.
    is_grouped && bytes.iter().filter(|byte| b"aeiou".contains(byte)).count() <= 4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_with_a_number_are_told_from_names() {
        for password in ["copper-thistle-saddle57", "HarborThistle4888"] {
            assert!(is_memorable(password), "{password}");
        }
        for name in
            ["fix-12345", "auth-v2-1", "Windows2019", "OAuth2Config", "test-case-12", "PBKDF2", "sha-256", "OpenSSL3"]
        {
            assert!(!is_memorable(name), "{name}");
        }
    }

    #[test]
    fn groups_of_letters_are_told_from_words() {
        for password in [["zfgx", "sxbw", "iwom", "zvtj"].join("-"), ["mlqp", "drdw", "osda", "huhx"].join(" ")] {
            assert!(is_for_one_app(&password), "{password}");
        }
        for words in ["this-must-have-been", "some text that says", "abcd-efgh-ijkl", "read-only-user-data"] {
            assert!(!is_for_one_app(words), "{words}");
        }
    }
}
