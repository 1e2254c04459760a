//! What the redactor costs: the first call, texts made to be slow, and ordinary text. The limits hold for
//! a release build; another is only checked for not hanging. One test, so that nothing runs beside it.

use std::time::{Duration, Instant};

use session_checkpoint::redact;

fn time(text: &str) -> Duration {
    let start = Instant::now();
    std::hint::black_box(redact::text(std::hint::black_box(text)));
    start.elapsed()
}

#[test]
fn redacting_is_fast() {
    let is_release = !cfg!(debug_assertions);
    let call = "curl -H 'Authorization: Bearer a1B2c3D4e5F6g7H8' https://u:p4ssw0rd@h/x && API_KEY=a1B2c3D4 make password: x1y2z3w4";
    let first = time(call);
    let second = time(call);
    println!("first call {first:?}, second {second:?}");
    // It is under 5 ms on an idle machine, and nothing can be run twice for the first time.
    assert!(!is_release || first.saturating_sub(second) < Duration::from_millis(30));

    // A build that is not optimized reads a tenth of it, once.
    let (length, rounds) = if is_release { (1_000_000, 5) } else { (100_000, 1) };
    let megabyte = |part: &str| part.repeat(length / part.len());
    let lines = [
        ("keys of every rule", megabyte("sk-ghp_AKIAglpat-eyJxoxb-AIzaSK")),
        ("names without values", megabyte("password=token:secret ")),
        ("open quotes", megabyte("password=\"token='secret=`")),
        ("escaped quotes", megabyte("\"password\\\":\\\"")),
        ("addresses", megabyte("://a:b")),
        ("one run of an alphabet", format!("eyJ{}", megabyte("aB3"))),
        ("jwt heads", megabyte("eyJhbGciOi.eyJ")),
        ("tools", megabyte("mysql curl -u a:b ")),
        ("pipes", megabyte("echo a | sudo -S ")),
        ("blocks", megabyte("-----BEGIN PRIVATE KEY-----")),
        ("secrets", megabyte("API_KEY=a1B2c3D4e5F6 ")),
        ("joined assignments", megabyte("A_TOKEN=a1B2c3;")),
        ("full stops", megabyte("abcdef.")),
        ("bearers", megabyte("bearer bearer: authorization: ")),
        ("prose", megabyte("the password is to be ")),
        ("cookies", megabyte("cookie: a=b;")),
        ("slashes", megabyte("\\")),
        ("equals", megabyte("key=key=")),
        ("base64 of blocks", megabyte("LS0tLS1CRUdJTi ")),
        ("hyphens", megabyte("--password ")),
        ("base64", megabyte("aGVsbG8gd29ybGQhIFRva2VuPXBhc3M9")),
        ("open templates", megabyte("password=${")),
        ("nested quotes", megabyte("\"'`password='\"`")),
        ("begins without end", megabyte("-----BEGIN RSA PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7bq9 ")),
        ("addresses with credentials", megabyte("postgres://user:a1B2c3D4@host/db ")),
        ("escaped JSON in JSON", megabyte("{\\\"password\\\":\\\"a1B2c3D4e5\\\",\\\"a\\\":1}")),
        ("joined environments", megabyte("DB_PASSWORD=a1B2c3D4e5\\n")),
        ("query strings", megabyte("k=v&token=a1B2c3&")),
        ("short pairs", megabyte("k=v&")),
        ("one word", megabyte("passwordtokenkey")),
        ("characters of many bytes", megabyte("パスワード: пароль “password” é ")),
        ("placeholders", megabyte("«redacted»")),
        ("placeholders behind names", megabyte("TOKEN=«redacted» ")),
        ("values behind values", megabyte("A_TOKEN=a1B2c3,")),
        ("piped secrets", megabyte("echo a1B2c3D4|sudo -S ")),
        ("passwords of tools", megabyte("mysql -pa1B2c3D4 ")),
        ("tokens", megabyte("ghp_a1B2c3D4e5F6 ")),
        ("elements", megabyte("<password>a1B2c3D4")),
        ("openings of calls", megabyte("auth=('a', '")),
        ("brackets", megabyte("password=(((({{{{[[[[")),
        ("names told in a row", megabyte("pass ")),
        ("named values", megabyte("name: TOKEN value: a1B2c3D4 ")),
        ("authorizations", megabyte("Authorization:W")),
        ("lists of digests", megabyte("authorization: digest a=b,")),
        ("cookies in cookies", megabyte("cookie:a=")),
        ("addresses in addresses", megabyte("://a:b@c")),
        ("names behind colons", megabyte("token:")),
        ("names behind equals signs", megabyte("password=")),
        ("names of keys", megabyte("key ")),
        ("flags of tools", megabyte("curl -u ")),
        ("tools piped into", megabyte("echo x | docker login --password-stdin ")),
        ("sentences", megabyte("password is ")),
        ("braces", megabyte("password={{")),
        ("objects", megabyte("{\"a\":{\"password\":\"x1y2z3\"},")),
        ("services", megabyte("deepgram key = ")),
        ("fields of passwords", megabyte("<a type=\"password\" ")),
        ("separated values", megabyte("token,a1B2c3D4e5F6g7H8")),
        ("records", megabyte("token|a1B2c3D4\n")),
        ("sentences that refer", megabyte("token: the new one is ")),
        ("keys of addresses", megabyte("?key=a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6")),
        ("signatures", megabyte("--token \"sv=1&sig=a1B2&\" ")),
        ("secrets again", megabyte("TOKEN=a1B2c3D4e5F6g7H8i9J0 ")),
        ("rounds", "xh:5432:d:u:jdbc:oracle:thin:a/\\n'auth=('a', '".repeat(400)),
        ("apostrophes", megabyte("Here's the API token: a1B2c3D4e5F6g7H8i9J0k1L2m3N4 ")),
    ];
    // Each of one line takes less than 50 ms on an idle machine; the limit is for a busy one, and below what is not linear.
    let mut slow = false;
    for (name, line) in lines {
        let spent = (0..rounds).map(|_| time(&line)).min().unwrap();
        println!("{name}: {spent:?}");
        slow |= spent > if is_release { Duration::from_millis(300) } else { Duration::from_secs(20) };
    }

    assert!(!slow, "a text made to be slow is");

    let ordinary = include_str!("../src/engine/save.rs").repeat(100);
    let spent = (0..rounds).map(|_| time(&ordinary)).min().unwrap();
    #[allow(clippy::cast_precision_loss)]
    let speed = ordinary.len() as f64 / 1e6 / spent.as_secs_f64();
    println!("ordinary text: {speed:.0} MB/s");
    assert!(!is_release || speed > 50.0);
}
