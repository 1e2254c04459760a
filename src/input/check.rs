//! A call against its table.

use serde_json::Value;

use super::{Field, Kind};

/// One problem with a call.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub struct Violation {
    /// Where, as `tasks[3].description`.
    pub field: String,
    /// What is allowed there.
    pub limit: String,
    /// What was given.
    pub actual: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}: {}, got {}", self.field, self.limit, self.actual)
    }
}

/// What a check found.
#[derive(Debug, Default, PartialEq)]
pub struct Checked {
    /// Everything that has to change before the call can be carried out.
    pub violations: Vec<Violation>,
    /// Fields no table knows. They are ignored, and the caller is told.
    pub unknown: Vec<String>,
}

/// Checks `input` against `fields` and takes out what stands for "not given" (`null` in an optional
/// field), since models write it that way.
pub fn check(input: &mut Value, fields: &[Field]) -> Checked {
    let mut checked = Checked::default();
    object(input, fields, "", &mut checked);
    checked
}

fn object(value: &mut Value, fields: &[Field], path: &str, checked: &mut Checked) {
    let actual = type_of(value);
    let Value::Object(map) = value else {
        let field = if path.is_empty() { "arguments" } else { path };
        return checked.violation(field, "an object".to_owned(), actual);
    };
    let unknown = map.keys().filter(|key| fields.iter().all(|field| field.name != key.as_str()));
    checked.unknown.extend(unknown.map(|key| join(path, key)));
    for field in fields {
        let here = join(path, field.name);
        match map.get_mut(field.name) {
            None if field.required => checked.violation(&here, "required".to_owned(), "nothing"),
            None => {}
            Some(Value::Null) if !field.required => {
                map.remove(field.name);
            }
            Some(value) => one(value, &field.kind, &here, checked),
        }
    }
}

fn one(value: &mut Value, kind: &Kind, path: &str, checked: &mut Checked) {
    match (kind, &mut *value) {
        (Kind::Text { min, max }, Value::String(text)) => {
            let length = text.chars().count();
            if length > *max {
                checked.violation(path, format!("at most {max} characters"), &length.to_string());
            } else if length < *min {
                checked.violation(path, format!("at least {min} character"), &length.to_string());
            }
        }
        (Kind::Integer { min }, Value::Number(number)) => match number.as_i64() {
            Some(whole) if whole >= *min => {}
            Some(whole) => checked.violation(path, format!("at least {min}"), &whole.to_string()),
            None => checked.violation(path, "a whole number".to_owned(), &number.to_string()),
        },
        (Kind::Flag, Value::Bool(_)) => {}
        (Kind::Choice(words), Value::String(word)) if words.contains(&word.as_str()) => {}
        (Kind::Choice(words), Value::String(word)) => {
            checked.violation(path, format!("one of {}", words.join(", ")), &quoted(word));
        }
        (Kind::List { max, item }, Value::Array(items)) => {
            if items.len() > *max {
                checked.violation(path, format!("at most {max} entries"), &items.len().to_string());
            }
            // What is beyond the limit has to go anyway.
            for (index, value) in items.iter_mut().enumerate().take(*max) {
                one(value, item, &format!("{path}[{index}]"), checked);
            }
        }
        (Kind::Object(fields), _) => object(value, fields, path, checked),
        (_, value) => {
            let wanted = match kind {
                Kind::Text { .. } | Kind::Choice(_) => "a string",
                Kind::Integer { .. } => "a whole number",
                Kind::Flag => "true or false",
                Kind::List { .. } => "an array",
                Kind::Object(_) => "an object",
            };
            checked.violation(path, wanted.to_owned(), type_of(value));
        }
    }
}

impl Checked {
    fn violation(&mut self, field: &str, limit: String, actual: &str) {
        self.violations.push(Violation { field: field.to_owned(), limit, actual: actual.to_owned() });
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// A word of the caller, short enough for a message.
fn quoted(word: &str) -> String {
    let mut short: String = word.chars().take(40).collect();
    if short.len() < word.len() {
        short.push('…');
    }
    format!("\"{short}\"")
}

/// A kind of value, in words.
pub(crate) fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}
