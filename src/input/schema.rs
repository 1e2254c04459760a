//! A table as JSON Schema, which is how a client learns it.

use serde_json::{Map, Value, json};

use super::{Field, Kind};

/// JSON Schema (2020-12) of an object with these fields.
#[must_use]
pub fn schema(fields: &[Field]) -> Value {
    let properties: Map<String, Value> = fields.iter().map(|field| (field.name.to_owned(), property(field))).collect();
    let required: Vec<&str> = fields.iter().filter(|field| field.required).map(|field| field.name).collect();
    let mut object = json!({ "type": "object", "properties": properties });
    if !required.is_empty() {
        object["required"] = json!(required);
    }
    object
}

fn property(field: &Field) -> Value {
    let mut value = of(&field.kind);
    if !field.doc.is_empty() {
        value["description"] = json!(field.doc);
    }
    value
}

fn of(kind: &Kind) -> Value {
    match kind {
        Kind::Text { min: 0, max } => json!({ "type": "string", "maxLength": max }),
        Kind::Text { min, max } => json!({ "type": "string", "minLength": min, "maxLength": max }),
        Kind::Integer { min: i64::MIN } => json!({ "type": "integer" }),
        Kind::Integer { min } => json!({ "type": "integer", "minimum": min }),
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Choice(words) => json!({ "type": "string", "enum": words }),
        Kind::List { max, item } => json!({ "type": "array", "maxItems": max, "items": of(item) }),
        Kind::Object(fields) => schema(fields),
    }
}
