//! A flat JSON object of numbers and lists of numbers, with the line of every value.
//!
//! The usual library would be a fifth of the wasm module; this is the part of the format that a mesh needs.

use crate::text;

/// A value: a number or a list of numbers.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    List(Vec<f64>),
}

/// Key, value, and the line of the key.
pub type Entry = (String, Value, usize);

/// Reads `{ "key": 1.5, "key": [1, 2] }`.
pub fn read(json: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut reader = Reader { rest: json, line: 1 };
    reader.object().map_err(|reason| (reader.line, reason))
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Reader<'a> {
    fn object(&mut self) -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        self.expect('{')?;
        if !self.take('}') {
            loop {
                let key = self.key()?;
                let line = self.line;
                if entries.iter().any(|(known, ..): &Entry| *known == key) {
                    return Err(format!("\"{key}\" stands there twice"));
                }
                self.expect(':')?;
                entries.push((key, self.value()?, line));
                if !self.take(',') {
                    break;
                }
            }
            self.expect('}')?;
        }
        match self.peek() {
            None => Ok(entries),
            Some(next) => Err(format!("\"{next}\" stands behind the end of the object")),
        }
    }

    fn value(&mut self) -> Result<Value, String> {
        if !self.take('[') {
            return Ok(Value::Number(self.number()?));
        }
        let mut list = Vec::new();
        if !self.take(']') {
            loop {
                list.push(self.number()?);
                if !self.take(',') {
                    break;
                }
            }
            self.expect(']')?;
        }
        Ok(Value::List(list))
    }

    fn key(&mut self) -> Result<String, String> {
        self.expect('"')?;
        let end = self.rest.bytes().position(|byte| byte == b'"' || byte == b'\n').unwrap_or(self.rest.len());
        let key = self.advance(end);
        if !self.rest.starts_with('"') {
            return Err("a key has no closing quotation mark".to_string());
        }
        self.advance(1);
        Ok(key.to_string())
    }

    fn number(&mut self) -> Result<f64, String> {
        self.peek();
        let end = self.rest.bytes().position(|byte| b",]} \t\r\n".contains(&byte)).unwrap_or(self.rest.len());
        let word = self.rest.get(..end).unwrap_or_default();
        // JSON knows no leading plus, point or zeros; a number that is clear all the same is taken
        let number = text::parse(word).ok_or_else(|| match word {
            "" => "a number is missing".to_string(),
            _ => format!("{word} is not a number"),
        })?;
        self.advance(end);
        Ok(number)
    }

    fn expect(&mut self, mark: char) -> Result<(), String> {
        if self.take(mark) {
            return Ok(());
        }
        Err(match self.peek() {
            Some(next) => format!("\"{mark}\" is missing before \"{next}\""),
            None => format!("\"{mark}\" is missing at the end"),
        })
    }

    fn take(&mut self, mark: char) -> bool {
        let there = self.peek() == Some(mark);
        if there {
            self.advance(1);
        }
        there
    }

    /// The next character that is no space.
    fn peek(&mut self) -> Option<char> {
        let spaces = self.rest.bytes().take_while(|byte| b" \t\r\n\xef\xbb\xbf".contains(byte)).count();
        self.advance(spaces);
        self.rest.chars().next()
    }

    fn advance(&mut self, count: usize) -> &'a str {
        // not `split_at`: its message for a cut within a character would be another 2 kB of wasm
        let (head, rest) = self.rest.split_at_checked(count).unwrap_or((self.rest, ""));
        self.line += head.bytes().filter(|&byte| byte == b'\n').count();
        self.rest = rest;
        head
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the usual library.
    #[test]
    fn what_is_read_is_what_the_text_says() {
        let json = "{\n \"stiffness\" : 1.5e3,\n\t\"pinned\":[1,2 , 3],\r\n \"masses\": [] }\n";
        let expected: serde_json::Value = serde_json::from_str(json).unwrap();
        let entries = read(json).unwrap();
        assert_eq!(entries.len(), expected.as_object().unwrap().len());
        for (key, value, _) in &entries {
            let value = match value {
                Value::Number(number) => serde_json::json!(number),
                Value::List(list) => serde_json::json!(list),
            };
            let as_floats =
                serde_json::from_str::<serde_json::Value>(&expected[key].to_string().replace("1.5e3", "1500.0"));
            let same = match (&value, as_floats.unwrap()) {
                (serde_json::Value::Array(a), serde_json::Value::Array(b)) => {
                    a.iter().map(serde_json::Value::as_f64).eq(b.iter().map(serde_json::Value::as_f64))
                }
                (a, b) => a.as_f64() == b.as_f64(),
            };
            assert!(same, "{key}: {value}");
        }
        assert_eq!(entries.iter().map(|(.., line)| *line).collect::<Vec<_>>(), [2, 3, 4]);
        assert_eq!(read("{}"), Ok(Vec::new()));
    }

    #[test]
    fn what_the_library_refuses_is_refused_with_its_line() {
        for (json, line) in [
            ("{", 1),
            ("", 1),
            ("[]", 1),
            ("{\"a\"}", 1),
            ("{\"a\": }", 1),
            ("{\n\"a\": [1,\n2", 3),
            ("{\n\"a\": [1,]\n}", 2),
            ("{\"a\": 1} 2", 1),
            ("{\"a: 1}", 1),
            ("{\"a\": 1,\n}", 2),
        ] {
            assert!(serde_json::from_str::<serde_json::Map<_, _>>(json).is_err(), "{json}");
            assert_eq!(read(json).unwrap_err().0, line, "{json}");
        }
        assert_eq!(read("{\"a\":1,\n\"a\":2}"), Err((2, "\"a\" stands there twice".to_string())));
        assert_eq!(read("{\"a\": \"much\"}"), Err((1, "\"much\" is not a number".to_string())));
    }
}
