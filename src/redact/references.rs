//! What stands where a secret could and is none: variables, templates, calls, paths, types, masks,
//! placeholders and words.

use super::Words;
use super::looks::{has_random_case, is_identifier, is_made_of_words, is_uuid, looks_secret};
use super::shape::Class;

/// How a value was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quote {
    /// Bare.
    None,
    /// In single quotes, where a shell replaces nothing.
    Single,
    /// In double quotes or backticks.
    Double,
}

const NAME: Class = Class::of("A-Za-z0-9_");

/// Whether a value only points to a secret: a variable, a template, a call, a path, an address.
pub(super) fn is_reference(value: &str, quote: Quote) -> bool {
    // Most values have none of the signs: asked once, most questions need not be.
    let signs = Class::in_text(value);
    is_variable(value, quote)
        || quote == Quote::None && value.starts_with('`')
        || is_template(value, &signs)
        || points(value)
        || signs.has(b':') && is_address(value)
        || signs.meets(const { &Class::of("/\\") }) && is_path(value)
        || quote == Quote::None
            && (signs.has(b'(') && is_call(value)
                || signs.meets(const { &Class::of(".[:>&*") }) && is_member(value)
                || signs.has(b'$') && (is_numbered(value) || is_bundled(value))
                || signs.has(b'=') && is_assignment(value))
}

/// `tools=$1`, `Name[Name.Token=1]="Token"`: code that gives something else a value.
fn is_assignment(value: &str) -> bool {
    value.contains("=$") || value.contains("]=\"")
}

/// `scheme://…`
fn is_address(value: &str) -> bool {
    let scheme = const { Class::of("A-Za-z0-9+.:-") }.run(value.as_bytes(), 0, value.len());
    let at = value[..scheme].rfind(':').filter(|at| at + 1 == scheme);
    at.is_some_and(|at| at > 0 && value[at..].starts_with("://"))
}

fn points(value: &str) -> bool {
    let [first, second, ..] = value.as_bytes() else { return false };
    const { Class::nth_of(POINTERS, 0) }.has(*first)
        && const { Class::nth_of(POINTERS, 1) }.has(*second)
        && POINTERS.iter().any(|prefix| prefix.as_bytes()[0] == *first && value.starts_with(prefix))
}

/// How values start that a tool looks up elsewhere.
const POINTERS: &[&str] = words! {
    "process.env" "os.environ" "os.getenv" "os.Getenv" "import.meta" "Deno.env" "Bun.env" "std::env" "env." "env!"
    "ENV[" "ENV." "secrets." "vars." "var." "local." "data." "module." "config." "self." "this." "!Ref" "!Sub"
    "!GetAtt" "!ImportValue" "!vault" "!reference" "!secret" "!env" "!!" "ENC[" "{cipher}" "ref+" "arn:aws"
    "function(" "qr/" ".env" "keyring:" "ssm:" "secretsmanager:" "env:" "file:" "AQICAH" "vault:"
};

fn is_variable(value: &str, quote: Quote) -> bool {
    // Compose and make write a dollar twice.
    let value = value.strip_prefix('$').filter(|rest| rest.starts_with('$')).unwrap_or(value);
    if let Some(rest) = value.strip_prefix('$') {
        let name = NAME.run(rest.as_bytes(), 0, rest.len());
        let tail = &rest[name..];
        let is_name = rest.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        let all_of_it = tail.is_empty()
            || tail == "="
            || tail.starts_with("->")
            || tail.starts_with(['[', ':', ',', ';', ')', '/', '.'])
            || (tail.starts_with('$') && quote == Quote::None);
        return match quote {
            // What a shell does not replace is the value itself, unless it is plainly a name of one.
            Quote::Single => rest.starts_with(['{', '(']) || (all_of_it && is_name && is_plain_name(&rest[..name])),
            Quote::None | Quote::Double => {
                rest.starts_with(['{', '(', '@', '*', '#', '?'])
                    || (is_name && all_of_it)
                    || (!rest.is_empty() && name <= 2 && rest.bytes().all(|byte| byte.is_ascii_digit()))
            }
        };
    }
    let inner =
        |mark: char| value.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark)).filter(|it| !it.is_empty());
    inner('%')
        .or_else(|| inner('!'))
        .or_else(|| inner('@'))
        .or_else(|| inner('_').filter(|it| it.starts_with('_')))
        .is_some_and(|name| name.bytes().all(|byte| NAME.has(byte) || byte == b':'))
}

/// `DB_PASS` or `password`, not `ecr3tPassw0rd`.
fn is_plain_name(name: &str) -> bool {
    let has_lower = name.bytes().any(|byte| byte.is_ascii_lowercase());
    let has_upper = name.bytes().any(|byte| byte.is_ascii_uppercase());
    let word = name.trim_end_matches(|last: char| last.is_ascii_digit());
    (!has_lower || !has_upper) && !word.bytes().any(|byte| byte.is_ascii_digit())
}

fn is_template(value: &str, signs: &Class) -> bool {
    const MARKS: &[&str] = words! { "$(" "#{" "<%" "%(" "$[" "\\(" "%{" "@{" "%s" "{0}" "{}" };
    if !signs.meets(const { &Class::of("${<%([#@`&") }) {
        return false;
    }
    let has = |mark: &str| signs.has(mark.as_bytes()[0]) && signs.has(mark.as_bytes()[1]) && value.contains(mark);
    let whole = |open: char, close: char| value.starts_with(open) && (value.ends_with(close) || !value.contains(close));
    signs.has(b'{') && has_expression(value)
        || MARKS.iter().any(|mark| has(mark))
        || (whole('<', '>') && !value[1..].contains('<'))
        || (whole('{', '}') && !value.contains('"') && !looks_secret_inside(value))
        || signs.has(b'`') && value.matches('`').count() > 1
        || whole('[', ']')
        || value.starts_with("&#")
        || value.starts_with("&lt;")
        || (value.starts_with('@') && (is_path(&value[1..]) || value == "@-" || has_extension(&value[1..])))
        || signs.has(b'{') && is_braced(value)
        || signs.has(b'%') && has_precision(value)
}

/// `%0.f`: a number of printf.
fn has_precision(value: &str) -> bool {
    let is_one = |(at, _): (usize, &str)| {
        value[at + 1..].trim_start_matches(|digit: char| digit.is_ascii_digit()).starts_with('.')
    };
    value.match_indices('%').take(8).any(is_one)
}

/// `${name…}` or `{{ name }}` somewhere, and not a password that happens to hold such signs.
fn has_expression(value: &str) -> bool {
    let bytes = value.as_bytes();
    let shell = value.match_indices("${").any(|(at, _)| {
        let name = NAME.run(bytes, at + 2, bytes.len());
        !matches!(bytes.get(at + 2 + name), Some(b']' | b')' | b'>'))
    });
    shell
        || value.match_indices("{{").any(|(at, _)| {
            let inner = &value[at + 2..];
            inner.find('}').is_none_or(|end| inner[end..].starts_with("}}") || inner[..end].contains('{'))
        })
}

/// `{AQAAABAAAAAw…}`: what Maven, Jenkins and ODBC put in braces is no name.
fn looks_secret_inside(value: &str) -> bool {
    inside_braces(value).is_some()
}

/// What stands in braces around a whole value, if it can't be the name of a template's field.
pub(super) fn inside_braces(value: &str) -> Option<&str> {
    const BODY: Class = Class::of("A-Za-z0-9+/=_@#%^&*~!.-");
    let inner = value.strip_prefix('{')?.strip_suffix('}')?;
    let is_body = BODY.run(inner.as_bytes(), 0, inner.len()) == inner.len();
    // {name!r} of Python's templates
    let name = inner.strip_suffix(['r', 's', 'a']).and_then(|rest| rest.strip_suffix('!')).unwrap_or(inner);
    (is_body && !is_identifier(name) && !is_member(inner) && !is_uuid(inner) && looks_secret(inner)).then_some(inner)
}

/// `prefix-{name}`: a template of Python, Rust or C#.
fn is_braced(value: &str) -> bool {
    value.find('{').is_some_and(|open| {
        value[open + 1..].find('}').is_some_and(|length| {
            length > 0
                && value[open + 1..open + 1 + length].bytes().all(|byte| NAME.has(byte) || b".:[]'!".contains(&byte))
                && is_plain_name(&value[open + 1..open + 1 + length])
        })
    })
}

/// A function call: a name with its arguments.
fn is_call(value: &str) -> bool {
    let name = const { Class::of("A-Za-z0-9_.:!?<>&*@") }.run(value.as_bytes(), 0, value.len());
    let Some(rest) = value.get(name..) else { return false };
    if !rest.starts_with('(') || name == 0 || value.starts_with(|first: char| first.is_ascii_digit()) {
        return false;
    }
    // What comes after the last bracket is code, not the rest of a password.
    rest.rfind(')').is_none_or(|close| {
        rest[close + 1..].bytes().all(|byte| b"?.;,)}]!'\"".contains(&byte))
            || rest[close + 1..].starts_with(['.', '?', '['])
    })
}

/// `req.body.password`, `lexer.next`, `Token::Eof`, `items[0]`: names, not a secret with full stops.
fn is_member(value: &str) -> bool {
    let value = value.trim_end_matches(['!', '?', ';', ',', ')', '}', ']', '+', '.']);
    let value = value.trim_start_matches('$');
    let parts: Vec<&str> = value
        .split(['.', '[', ']', '?', '!', ':', '>', '&', '*', '|', '-'].as_slice())
        .filter(|part| !part.is_empty())
        .collect();
    let is_joined = value.contains('.')
        || value.contains("::")
        || value.contains("->")
        || value.contains('[')
        || value.starts_with(['&', '*']);
    is_joined
        && !parts.is_empty()
        && value.bytes().all(|byte| NAME.has(byte) || b".[]?!:'\"-><&*|$".contains(&byte))
        && (value.contains('[')
            || !parts.iter().any(|part| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_digit())))
        && parts.iter().all(|part| is_identifier(part.trim_matches(['"', '\'']).trim_start_matches('$')))
}

/// `ProgressTokenSchema$1`: what a bundler makes of a name that was taken.
fn is_numbered(value: &str) -> bool {
    let value = value.trim_end_matches([';', ',', ')', '}']);
    value.rsplit_once('$').is_some_and(|(name, number)| {
        !name.is_empty()
            && (1..=2).contains(&number.len())
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && is_identifier(name)
    })
}

/// `module$exports$acme$tokens.Token`: a name of a bundler that joins the parts of a path.
fn is_bundled(value: &str) -> bool {
    value.starts_with(|first: char| first.is_ascii_alphabetic())
        && value.matches('$').count() > 2
        && value.bytes().all(|byte| NAME.has(byte) || b"$.;".contains(&byte))
}

/// Whether a value is a path of a file or of a resource.
pub(super) fn is_path(value: &str) -> bool {
    if is_key_of_known_length(value) {
        return false;
    }
    let rooted =
        value.starts_with("./") || value.starts_with("../") || value.starts_with("~/") || value.starts_with("~\\");
    let drive = value.as_bytes().get(1..3).is_some_and(|next| next == b":\\" || next == b":/");
    let registry = value.contains('\\') && value.split('\\').all(is_made_of_words);
    // And one of the registry written in code, with a number in a part.
    let named = |part: &&str| part.len() >= 3 && is_made_of_words(part);
    let parts = || value.split('\\').filter(|part| !part.is_empty());
    let written =
        value.contains("\\\\") && parts().count() >= 4 && parts().filter(named).count() + 1 >= parts().count();
    if rooted || drive || registry || written {
        return true;
    }
    if !value.contains('/') || value.contains(['=', '+', '!', '#', '$', '%', '^', '&', ';']) {
        return false;
    }
    let segments: Vec<&str> = value.split('/').filter(|segment| !segment.is_empty()).collect();
    // Base64 has slashes too: what random text puts between them is no word.
    !segments.is_empty()
        && segments
            .iter()
            .all(|segment| is_made_of_words(segment.trim_matches(['@', '~', '*', ':', '[', ']', '(', ')'])))
}

/// Base64 of 30 or 64 bytes, as cloud providers hand it out, has slashes and may start with one.
fn is_key_of_known_length(value: &str) -> bool {
    const BODY: Class = Class::of("A-Za-z0-9+/");
    let body = value.trim_start_matches("./").trim_end_matches('=');
    matches!(value.len(), 40 | 88)
        && BODY.run(body.as_bytes(), 0, body.len()) == body.len()
        && body.bytes().any(|byte| byte.is_ascii_digit())
        && has_random_case(body)
}

fn has_extension(value: &str) -> bool {
    value.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty()
            && (1..=5).contains(&extension.len())
            && extension.bytes().all(|byte| byte.is_ascii_lowercase())
            && is_made_of_words(stem)
    })
}

/// Whether a value is a mask: `xxxx`, `****`, `...`.
pub(super) fn is_mask(value: &str) -> bool {
    const MASKING: Class = Class::of("xX*.#");
    let bytes = value.as_bytes();
    if bytes.is_empty() {
        return true;
    }
    let run = bytes.windows(4).any(|four| MASKING.has(four[0]) && four.iter().all(|byte| *byte == four[0]));
    let first = bytes[0];
    run || (bytes.len() >= 3 && bytes.iter().all(|byte| *byte == first || b"-_. ".contains(byte)))
        || bytes.iter().all(|byte| b"*xX.-_#?:".contains(byte))
        || (bytes.contains(&b'*') && value.contains("***"))
        || value.ends_with("...")
        || (!value.is_ascii() && (value.starts_with('…') || value.ends_with('…') || value.contains('•')))
}

/// Whether a value says itself that it is an example.
pub(super) fn is_sample(value: &str) -> bool {
    const MARKS: &[&str] = words! {
        "example" "changeme" "change-me" "change_me" "changethis" "change-this" "change_this" "your-" "your_"
        "yourpassword" "yoursecret" "yourtoken" "your api" "placeholder" "replaceme" "replace-" "replace_" "redacted"
        "dummy" "goes-here" "goes_here" "insert-"
    };
    // Every mark has four letters on end, as random text seldom has.
    let mut run = 0;
    let has_word = value.bytes().any(|byte| {
        run = if byte.is_ascii_alphabetic() { run + 1 } else { 0 };
        run == 4
    });
    if !has_word {
        return false;
    }
    let bytes = value.as_bytes();
    let starts = const { Class::of("ecyprdgiECYPRDGI") };
    let goes_on = const { Class::of("xholeunXHOLEUN") };
    let here = |at: usize, mark: &str| {
        bytes.get(at..at + mark.len()).is_some_and(|part| part.eq_ignore_ascii_case(mark.as_bytes()))
    };
    let could = |at: &usize| starts.has(bytes[*at]) && goes_on.has(bytes[*at + 1]);
    (0..bytes.len() - 1).filter(could).any(|at| {
        let first = bytes[at].to_ascii_lowercase();
        MARKS.iter().any(|mark| mark.as_bytes()[0] == first && here(at, mark))
    })
}

/// Words that stand where a value is named, typed or left out.
static WORDS: Words = Words::of(words! {
    "string" "str" "number" "int" "integer" "bool" "boolean" "any" "object" "bytes" "char" "text" "hidden" "void"
    "unknown" "never" "true" "false" "null" "none" "nil" "undefined" "nan" "required" "optional" "missing" "invalid"
    "expired" "empty" "blank" "unset" "default" "disabled" "enabled" "password" "passwd" "passphrase" "pass" "pwd"
    "pw" "secret" "token" "key" "apikey" "api_key" "api-key" "access_token" "accesstoken" "auth" "credential"
    "credentials" "mypassword" "mysecret" "mytoken" "my-secret" "my-token" "my-password" "my_secret" "my_token"
    "my_password" "the-token" "some-token" "somepassword" "some-secret" "sometoken" "test" "testing" "tests" "foo"
    "bar" "baz" "foobar" "abc" "value" "values" "val" "name" "user" "username" "example" "sample" "demo" "fake"
    "mock" "todo" "tbd" "n/a" "fixme" "await" "async" "new" "function" "return" "yes" "no" "on" "off" "not" "is"
    "the" "a" "an" "in" "for" "from" "with" "if" "self" "this" "super" "let" "const" "var" "auto" "basic" "bearer"
    "digest" "negotiate" "anonymous" "write" "read" "prompt" "ask" "stdin" "file" "env" "vault" "keychain" "plain" "md5" "sha1"
    "sha256"
});

/// Whether a value is a word of a language or of a manual rather than a secret.
pub(super) fn is_word(value: &str) -> bool {
    // The longest word has 12 letters, and few have a digit: most values are neither.
    let has_digit = value.bytes().any(|byte| byte.is_ascii_digit());
    if value.len() > 64 || (has_digit && value.len() > 8) {
        return false;
    }
    let word = value.trim_end_matches(['.', ',', ';', ':', '!', '?', ')']);
    WORDS.has(word) || word.contains(['_', '-', ' ']) && is_name_of_itself(&word.to_ascii_lowercase())
}

/// `user_password`, `GITHUB_TOKEN`, `new-secret`: a name for the thing instead of the thing.
fn is_name_of_itself(lower: &str) -> bool {
    let mut words = lower.split(['_', '-', ' ', '.']).filter(|word| !word.is_empty()).peekable();
    words.peek().is_some()
        && lower.bytes().all(|byte| byte.is_ascii_lowercase() || b"_- .".contains(&byte))
        && words.any(|word| {
            ["password", "passwd", "pass", "secret", "token", "key", "apikey", "passphrase", "credentials", "pwd"]
                .contains(&word)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_points_elsewhere_is_a_reference() {
        for reference in [
            "$KEY",
            "${KEY:-}",
            "$(cat x)",
            "%KEY%",
            "{{ x }}",
            "<TOKEN>",
            "process.env.KEY",
            "./keys/id",
            "~/.ssh/id",
            "/run/secrets/db",
            "req.body.password",
            "lexer.next()",
            "getToken(",
            "https://host/x",
            "@/run/secret",
            "@token.txt",
            "op://vault/item",
            "&str",
            "Token::Eof",
            "${{ secrets.X }}",
        ] {
            assert!(is_reference(reference, Quote::None), "{reference}");
        }
        assert!(is_reference("$DB_PASS", Quote::Single));
    }

    #[test]
    fn a_secret_with_the_marks_of_a_reference_is_none() {
        let words = ["ecr3t", "Passw0rd"];
        assert!(!is_reference(&format!("${}", words.concat()), Quote::Single));
        assert!(!is_reference("pa(ss)w0rd9x", Quote::None));
        assert!(!is_reference("@dm1nP4ssw0rd", Quote::None));
        assert!(!is_reference("aB3/cD4eF/gH5iJ6kL7+m=", Quote::None));
        assert!(!is_reference("/aB3cD4eF/gH5iJ6kL7m", Quote::None));
    }
}
