//! A JSON value, read by the browser in wasm and by serde_json natively.
//!
//! If a key occurs twice in an object, both readers silently take the last value.

use crate::base::text;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Text(String),
    /// `true`, `false` or `null`.
    Word(&'static str),
    /// A list that contains only numbers, or nothing.
    Numbers(Vec<f64>),
    /// Any other list.
    List(Vec<Value>),
    Object(Vec<Entry>),
}

/// A key and its value.
pub type Entry = (String, Value);

/// Most levels of nested lists and objects.
const DEPTH: u32 = 16;

impl Value {
    /// Description of the value, for an error message.
    pub fn kind(&self) -> String {
        match self {
            Self::Number(number) => text::plain(*number),
            Self::Text(text) => format!("the text {}", text::quoted(text)),
            Self::Word(word) => (*word).to_string(),
            Self::Numbers(_) => "a list of numbers".to_string(),
            Self::List(_) => "a list".to_string(),
            Self::Object(_) => "an object".to_string(),
        }
    }
}

/// Reads an object, `{ "key": value, … }`.
///
/// # Errors
/// The reader's message, as the rest of a sentence.
pub fn read(json: &str) -> Result<Vec<Entry>, String> {
    let value = reader::parse(json.strip_prefix('\u{feff}').unwrap_or(json))?;
    match reader::value(&value, DEPTH) {
        Some(Value::Object(entries)) => Ok(entries),
        Some(value) => Err(format!("the file has to be an object, and {} was given", value.kind())),
        None => Err(format!("there are more than {DEPTH} lists and objects in each other")),
    }
}

/// `Numbers` if all values are numbers, otherwise `List`.
fn list(values: Vec<Value>) -> Value {
    let number = |value: &Value| if let Value::Number(number) = value { Some(*number) } else { None };
    match values.iter().map(number).collect() {
        Some(numbers) => Value::Numbers(numbers),
        None => Value::List(values),
    }
}

#[cfg(not(target_arch = "wasm32"))]
mod reader {
    use super::{Value, list};
    use serde_json::Value as Json;

    pub fn parse(json: &str) -> Result<Json, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    /// Converts a value, with at most `depth` levels of nesting; `None` if there are more.
    pub fn value(json: &Json, depth: u32) -> Option<Value> {
        let inner = |json: &Json| value(json, depth.checked_sub(1)?);
        Some(match json {
            Json::Null => Value::Word("null"),
            Json::Bool(word) => Value::Word(if *word { "true" } else { "false" }),
            Json::Number(number) => Value::Number(number.as_f64().unwrap_or(f64::NAN)),
            Json::String(text) => Value::Text(text.clone()),
            Json::Array(_) | Json::Object(_) if depth == 0 => return None,
            Json::Array(entries) => list(entries.iter().map(inner).collect::<Option<_>>()?),
            Json::Object(object) => {
                let entry = |(key, json): (&String, &Json)| Some((key.clone(), inner(json)?));
                Value::Object(object.iter().map(entry).collect::<Option<_>>()?)
            }
        })
    }
}

#[cfg(target_arch = "wasm32")]
mod reader {
    use super::{Value, list};
    use js_sys::{Array, Error, JSON, Object};
    use wasm_bindgen::prelude::*;

    /// Parses the text. An error is the browser's message, which names the position, without the
    /// function's name and on one line.
    pub fn parse(json: &str) -> Result<JsValue, String> {
        JSON::parse(json).map_err(|error| {
            let message = String::from(error.unchecked_into::<Error>().message());
            let message = message.strip_prefix("JSON.parse: ").unwrap_or(&message);
            message.chars().map(|c| if c == '\n' { ' ' } else { c }).collect()
        })
    }

    /// Converts a value, with at most `depth` levels of nesting; `None` if there are more.
    pub fn value(json: &JsValue, depth: u32) -> Option<Value> {
        if let Some(number) = json.as_f64() {
            return Some(Value::Number(number));
        }
        if let Some(text) = json.as_string() {
            return Some(Value::Text(text));
        }
        if let Some(word) = json.as_bool() {
            return Some(Value::Word(if word { "true" } else { "false" }));
        }
        if json.is_null() {
            return Some(Value::Word("null"));
        }
        if depth == 0 {
            return None;
        }
        if Array::is_array(json) {
            let mut values = Vec::new();
            for entry in json.unchecked_ref::<Array>().iter() {
                values.push(value(&entry, depth - 1)?);
            }
            return Some(list(values));
        }
        let mut entries = Vec::new();
        for entry in Object::entries(json.unchecked_ref()).iter() {
            let entry: &Array = entry.unchecked_ref();
            entries.push((entry.get(0).as_string()?, value(&entry.get(1), depth - 1)?));
        }
        Some(Value::Object(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_texts_become_values() {
        let json = "\u{feff}{\n \"k\" : 1500.0,\n\t\"pinned\":[1,2.5 , 3e-3],\r\n \"masses\": [] ,\"obj\": \"a \\\"b\\\" \\\\ ü\",\n\
            \"springs\": [[1, 3], {}], \"x\": [true, null, [[]]] }\n";
        let mut entries = read(json).unwrap();
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        let list = |list: Vec<Value>| Value::List(list);
        let expected = [
            ("k", Value::Number(1500.0)),
            ("masses", Value::Numbers(vec![])),
            ("obj", Value::Text("a \"b\" \\ ü".to_string())),
            ("pinned", Value::Numbers(vec![1.0, 2.5, 3e-3])),
            ("springs", list(vec![Value::Numbers(vec![1.0, 3.0]), Value::Object(vec![])])),
            ("x", list(vec![Value::Word("true"), Value::Word("null"), list(vec![Value::Numbers(vec![])])])),
        ];
        assert_eq!(entries, expected.map(|(key, value)| (key.to_string(), value)));
        assert_eq!(read("{}"), Ok(Vec::new()));
    }

    /// Native and browser readers agree: both return the nearest number.
    #[test]
    fn numbers_are_exact_to_the_last_bit() {
        for number in [0.1 + 0.2, 1.0 / 3.0, 5e-324, f64::MAX, 123_456_789.012_345_67, 2.0_f64.powi(53) + 2.0] {
            assert_eq!(read(&format!("{{\"a\": {number:?}}}")).unwrap()[0].1, Value::Number(number), "{number:?}");
        }
    }

    #[test]
    fn texts_that_are_not_objects_are_refused_with_the_readers_reason() {
        for (json, reason) in [
            ("{\n\"a\": much}", "expected value at line 2 column 6"),
            ("{\"a\": [1,]}", "trailing comma at line 1 column 10"),
            ("{\"a\": 1} 2", "trailing characters at line 1 column 10"),
            ("[1, 2]", "the file has to be an object, and a list of numbers was given"),
            ("null", "the file has to be an object, and null was given"),
        ] {
            assert_eq!(read(json), Err(reason.to_string()), "{json}");
        }
        let nested = |depth: usize| read(&format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth)));
        assert!(nested(15).is_ok());
        assert_eq!(nested(16), Err("there are more than 16 lists and objects in each other".to_string()));
        assert!(nested(100_000).unwrap_err().starts_with("recursion limit exceeded at line 1 column"));
    }
}
