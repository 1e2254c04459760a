//! Tables of texts a secret has to go from, and of texts that have to stay.

use session_checkpoint::redact::text;

/// Secrets made here, so that none stands in a file: `§` a password, `‡` one of letters and digits, `¤` what is
/// generated, `µ` hexadecimal.
fn secrets() -> [(char, String); 7] {
    [
        ('‡', ["Kx7m", "Q2vLp9", "aB3dE5"].concat()),
        ('§', ["Kx7m", "Q2vLp9", "aB3dE5"].concat()),
        ('§', ["vmNW32", "UyWz16XWr"].concat()),
        ('§', ["Harbor", "!4821x"].concat()),
        ('§', ["9f-K2", "_qZ7w.Lm3"].concat()),
        ('¤', ["Kx7mQ2vLp9aB3d", "E5fG7hI9jK1lM3nO", "5pQ7rS9tU1vWx"].concat()),
        ('µ', ["4f3a2b1c0d9e8f7a", "6b5c4d3e2f1a0b9c", "4f3a2b1c"].concat()),
    ]
}

/// Every form has to come out as it is, with the placeholder for each secret.
pub fn goes(forms: &[&str]) {
    let mut wrong = Vec::new();
    for form in forms {
        for (mark, secret) in secrets().into_iter().filter(|(mark, _)| form.contains(*mark)) {
            let input = form.replace(mark, &secret);
            let expected = form.replace(mark, "«redacted»");
            let got = text(&input).0.into_owned();
            if got != expected {
                wrong.push(format!("\n  {input}\n  {got}\n  {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:{}", wrong.len(), wrong.concat());
}

/// Every text has to come out as it is.
pub fn stays(texts: &[&str]) {
    let wrong: Vec<String> = texts
        .iter()
        .map(|input| (input, text(input).0))
        .filter(|(input, clean)| *input != clean)
        .map(|(input, clean)| format!("\n  {input}\n  {clean}"))
        .collect();
    assert!(wrong.is_empty(), "{} wrong:{}", wrong.len(), wrong.concat());
}
