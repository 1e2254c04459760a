//! JSON as the client reads it, without copying what nobody asks for.
//!
//! A record is kept as its text; a value is looked at where it stands. That accepts what `JSON.parse`
//! accepts and `serde_json::Value` does not: half a surrogate pair in an escape (read as U+FFFD), any
//! depth of nesting, any size of number, and a key given twice, of which the last counts.
//!
//! A text is checked once, as a whole. What stands in it is JSON then, and is only taken apart: looking
//! into a member of a member reads the same bytes again, which is most of the work of a large file. Where that
//! is too much already, a [`Tape`] looks at quotes and brackets alone, and once.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use serde::de::{DeserializeSeed, Deserializer as _, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::tape::{Spot, Tape};

/// One JSON value, as text that was checked.
#[derive(Debug, Clone, Copy)]
pub struct Value<'a>(Spot<'a>);

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

    /// Takes apart a text that is one object at a glance.
    #[must_use]
    #[inline(never)]
    pub(crate) fn glance(text: &'a str, tape: &'a Tape) -> Option<Self> {
        Value(tape.whole(text)).object()
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
        self.get(name).is_some_and(|value| value.raw() == "true")
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
        self.0.text
    }

    /// The string it is.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        let inner = self.raw().strip_prefix('"')?.strip_suffix('"')?;
        if memchr(b'\\', inner.as_bytes()).is_none() {
            return Some(Cow::Borrowed(inner));
        }
        if let Ok(text) = serde_json::from_str(self.raw()) {
            return Some(Cow::Owned(text));
        }
        serde_json::Deserializer::from_str(self.raw()).deserialize_bytes(Text).ok()
    }

    /// The object it is.
    #[must_use]
    pub fn object(self) -> Option<Object<'a>> {
        let mut parts = self.0.parts(b'{')?.map(Value);
        // What the client writes has about twenty.
        let mut members = Vec::with_capacity(20);
        while let Some(key) = parts.next() {
            members.push((key.text()?, parts.next()?));
        }
        Some(Object(members))
    }

    /// The elements of the array it is.
    #[must_use]
    pub fn elements(self) -> Option<Vec<Value<'a>>> {
        Some(self.0.parts(b'[')?.map(Value).collect())
    }

    /// The whole number it is.
    #[must_use]
    pub fn integer(self) -> Option<i64> {
        self.raw().parse().ok()
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
            members.push((key, Value(Spot::of(value.get()))));
        }
        Ok(Object(members))
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
    fn what_was_checked_is_taken_apart_as_it_was_read() {
        let text = r#" {"a" : { "x\"y" :[ 1 , -2.5e3,true ,null, "s\\", "\\\"", {}, [] , "]}" ] , "b":"" },"a":[{"c":{"d":"\ud83d\ude00"}},"é"] } "#;
        let whole: serde_json::Value = serde_json::from_str(text).unwrap();
        let object = Object::parse(text).unwrap();
        let again = |value: Value<'_>| serde_json::from_str::<serde_json::Value>(value.raw()).unwrap();
        assert_eq!(again(object.get("a").unwrap()), whole["a"]);
        let first = object.members().next().unwrap().1.object().unwrap();
        let elements = first.get("x\"y").unwrap().elements().unwrap();
        let raw: Vec<&str> = elements.iter().map(|value| value.raw()).collect();
        assert_eq!(raw, ["1", "-2.5e3", "true", "null", r#""s\\""#, r#""\\\"""#, "{}", "[]", r#""]}""#]);
        assert_eq!(elements[5].text().unwrap(), "\\\"");
        assert_eq!((elements[6].object().unwrap().members().count(), elements[7].elements().unwrap().len()), (0, 0));
        assert_eq!(first.text("b").unwrap(), "");
        assert!(object.get("a").unwrap().object().is_none() && elements[6].elements().is_none());
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
