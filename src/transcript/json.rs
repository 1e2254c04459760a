//! JSON as the client reads it, without copying what nobody asks for.
//!
//! A record is kept as its text; a value is looked at where it stands. That accepts what `JSON.parse`
//! accepts and `serde_json::Value` does not: half a surrogate pair in an escape (read as U+FFFD), any
//! depth of nesting, any size of number, and a key given twice, of which the last counts.

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// One JSON value, as text.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a>(&'a str);

/// An object: its members in the order of the text.
#[derive(Debug, Clone, Default)]
pub struct Object<'a>(Vec<(Cow<'a, str>, Value<'a>)>);

impl<'a> Object<'a> {
    /// Reads a text that is one object and nothing else.
    #[must_use]
    pub fn parse(text: &'a str) -> Option<Self> {
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let object = deserializer.deserialize_map(Members).ok()?;
        deserializer.end().ok()?;
        Some(object)
    }

    /// A member's value.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<Value<'a>> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, value)| *value)
    }

    /// A member that is a string.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name)?.text()
    }

    /// A member that is an object.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<Object<'a>> {
        self.get(name)?.object()
    }

    /// Whether a member is `true`.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value.0 == "true")
    }

    /// The members, in the order of the text.
    pub fn members(&self) -> impl Iterator<Item = (&str, Value<'a>)> {
        self.0.iter().map(|(key, value)| (key.as_ref(), *value))
    }
}

impl<'a> Value<'a> {
    /// The value's own text.
    #[must_use]
    pub fn raw(self) -> &'a str {
        self.0
    }

    /// The string it is.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        if !self.0.starts_with('"') {
            return None;
        }
        serde_json::Deserializer::from_str(self.0).deserialize_bytes(Text).ok()
    }

    /// The object it is.
    #[must_use]
    pub fn object(self) -> Option<Object<'a>> {
        if self.0.starts_with('{') { Object::parse(self.0) } else { None }
    }

    /// The elements of the array it is.
    #[must_use]
    pub fn elements(self) -> Option<Vec<Value<'a>>> {
        if !self.0.starts_with('[') {
            return None;
        }
        serde_json::Deserializer::from_str(self.0).deserialize_seq(Elements).ok()
    }

    /// The whole number it is.
    #[must_use]
    pub fn integer(self) -> Option<i64> {
        self.0.parse().ok()
    }
}

/// Where the JSON value that `bytes` begin with ends, or how far it could be read.
///
/// # Errors
/// The offset at which it stops being JSON.
pub(super) fn value_end(bytes: &[u8]) -> Result<usize, usize> {
    let mut values = serde_json::Deserializer::from_slice(bytes).into_iter::<IgnoredAny>();
    let end = match values.next() {
        Some(Ok(_)) => Ok(values.byte_offset()),
        // There is no line break within a line, so a column is an offset.
        Some(Err(error)) => Err(error.column()),
        None => Err(bytes.len()),
    };
    #[cfg(any(test, fuzzing))]
    WORK.with(|work| work.set(work.get() + end.unwrap_or_else(|read| read)));
    end
}

#[cfg(any(test, fuzzing))]
thread_local! {
    static WORK: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// How many bytes [`value_end`] has read since this was asked last.
#[cfg(any(test, fuzzing))]
pub(super) fn take_work() -> usize {
    WORK.with(std::cell::Cell::take)
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Object<'de>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object<'de>, A::Error> {
        // What the client writes has about twenty.
        let mut members = Vec::with_capacity(20);
        while let Some(key) = map.next_key_seed(Text)? {
            let value: &RawValue = map.next_value()?;
            members.push((key, Value(value.get())));
        }
        Ok(Object(members))
    }
}

struct Elements;

impl<'de> Visitor<'de> for Elements {
    type Value = Vec<Value<'de>>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<Value<'de>>, A::Error> {
        let mut elements = Vec::new();
        while let Some(value) = sequence.next_element::<&RawValue>()? {
            elements.push(Value(value.get()));
        }
        Ok(elements)
    }
}

/// A string asked for as bytes: only so does `serde_json` hand out half a surrogate pair.
struct Text;

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Cow<'de, str>;

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_bytes(self)
    }
}

impl<'de> Visitor<'de> for Text {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_borrowed_bytes<E>(self, bytes: &'de [u8]) -> Result<Cow<'de, str>, E> {
        Ok(String::from_utf8_lossy(bytes))
    }

    fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(String::from_utf8_lossy(bytes).into_owned()))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_json_parse_accepts_is_accepted() {
        let object =
            Object::parse(r#" {"a":"\ud800x","a":"last \ud83d\ude00","n":1e999,"big":9007199254740993} "#).unwrap();
        assert_eq!(object.text("a").unwrap(), "last 😀");
        assert_eq!(object.get("big").unwrap().integer(), Some(9_007_199_254_740_993));
        assert_eq!(object.get("n").unwrap().raw(), "1e999");
        let object = Object::parse(r#"{"\ud800":"\udc00!"}"#).unwrap();
        assert!(object.text("\u{fffd}\u{fffd}\u{fffd}").unwrap().ends_with('!'));
    }

    #[test]
    fn depth_costs_no_stack() {
        let deep = format!("{{\"a\":{}1{}}}", "[".repeat(1_000_000), "]".repeat(1_000_000));
        let object = Object::parse(&deep).unwrap();
        assert_eq!(object.get("a").unwrap().elements().unwrap().len(), 1);
    }

    #[test]
    fn what_json_parse_refuses_is_refused() {
        for text in [
            "",
            "{",
            "null",
            "[1]",
            "{\"a\":01}",
            "{\"a\":'b'}",
            "{\"a\":1,}",
            "{\"a\":\"\t\"}",
            "{} {}",
            "{\"a\":\"\\x\"}",
        ] {
            assert!(Object::parse(text).is_none(), "{text}");
        }
    }

    #[test]
    fn wrong_types_are_nothing_rather_than_errors() {
        let object = Object::parse(r#"{"a":1,"b":null,"c":{"d":[true]}}"#).unwrap();
        assert_eq!(object.text("a"), None);
        assert!(object.object("b").is_none());
        assert!(!object.is("c"));
        let elements = object.object("c").unwrap().get("d").unwrap().elements().unwrap();
        assert_eq!(elements[0].raw(), "true");
    }
}
