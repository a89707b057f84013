//! JSON with the line of every key and of every entry of a list.
//!
//! The browser's own reader knows no lines, and the usual library would be a fifth of the wasm module.

use crate::text;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Text(String),
    /// true, false or null.
    Word(&'static str),
    /// A list of numbers only, also the empty list.
    Numbers(Vec<f64>),
    /// Any other list, with the line where each entry begins.
    List(Vec<(Value, usize)>),
    Object(Vec<Entry>),
}

/// Key, value, and the line of the key.
pub type Entry = (String, Value, usize);

/// How deep lists and objects may lie in each other.
const DEPTH: u32 = 16;

impl Value {
    /// What it is, for a sentence.
    pub fn kind(&self) -> String {
        match self {
            Self::Number(number) => text::plain(*number),
            Self::Text(text) => format!("the text \"{text}\""),
            Self::Word(word) => (*word).to_string(),
            Self::Numbers(_) => "a list of numbers".to_string(),
            Self::List(_) => "a list".to_string(),
            Self::Object(_) => "an object".to_string(),
        }
    }
}

/// Reads an object, `{ "key": value, … }`.
pub fn read(json: &str) -> Result<Vec<Entry>, (usize, String)> {
    let mut reader = Reader { rest: json, line: 1, depth: 0 };
    reader.file().map_err(|reason| (reader.line, reason))
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    depth: u32,
}

impl<'a> Reader<'a> {
    fn file(&mut self) -> Result<Vec<Entry>, String> {
        self.expect('{')?;
        let entries = self.object()?;
        match self.peek() {
            None => Ok(entries),
            Some(next) => Err(format!("\"{next}\" stands behind the end of the object")),
        }
    }

    /// What follows a `{`.
    fn object(&mut self) -> Result<Vec<Entry>, String> {
        let mut entries = Vec::new();
        self.entries('}', |reader| {
            let key = reader.key()?;
            let line = reader.line;
            if entries.iter().any(|(known, ..): &Entry| *known == key) {
                return Err(format!("\"{key}\" stands there twice"));
            }
            reader.expect(':')?;
            entries.push((key, reader.value()?, line));
            Ok(())
        })?;
        Ok(entries)
    }

    /// What follows a `[`.
    fn list(&mut self) -> Result<Value, String> {
        let mut list = Vec::new();
        self.entries(']', |reader| {
            reader.peek();
            let line = reader.line;
            list.push((reader.value()?, line));
            Ok(())
        })?;
        let number = |(value, _): &(Value, usize)| if let Value::Number(number) = value { Some(*number) } else { None };
        Ok(match list.iter().map(number).collect() {
            Some(numbers) => Value::Numbers(numbers),
            None => Value::List(list),
        })
    }

    /// Entries with commas between them, up to the closing mark.
    fn entries(&mut self, end: char, mut entry: impl FnMut(&mut Self) -> Result<(), String>) -> Result<(), String> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(format!("there are more than {DEPTH} lists and objects in each other"));
        }
        if !self.take(end) {
            loop {
                entry(self)?;
                if !self.take(',') {
                    break;
                }
            }
            self.expect(end)?;
        }
        self.depth -= 1;
        Ok(())
    }

    fn value(&mut self) -> Result<Value, String> {
        match self.peek() {
            Some('[') => {
                self.advance(1);
                self.list()
            }
            Some('{') => {
                self.advance(1);
                self.object().map(Value::Object)
            }
            Some('"') => self.string("a text").map(Value::Text),
            _ => self.word(),
        }
    }

    fn key(&mut self) -> Result<String, String> {
        match self.peek() {
            Some('"') => self.string("a key"),
            _ => self.expect('"').map(|()| String::new()),
        }
    }

    /// A text in quotation marks on one line. What stands behind a backslash is taken as it is.
    fn string(&mut self, what: &str) -> Result<String, String> {
        self.advance(1);
        let mut text = String::new();
        loop {
            let end = self.rest.bytes().position(|byte| b"\"\\\n".contains(&byte)).unwrap_or(self.rest.len());
            text.push_str(self.advance(end));
            match self.rest.chars().next() {
                Some('"') => {
                    self.advance(1);
                    return Ok(text);
                }
                Some('\\') => {
                    self.advance(1);
                    let next = self.rest.chars().next().filter(|next| *next != '\n');
                    text.extend(next);
                    self.advance(next.map_or(0, char::len_utf8));
                }
                _ => return Err(format!("{what} has no closing quotation mark")),
            }
        }
    }

    /// A number, true, false or null.
    fn word(&mut self) -> Result<Value, String> {
        let end = self.rest.bytes().position(|byte| b",]} \t\r\n".contains(&byte)).unwrap_or(self.rest.len());
        let word = self.rest.get(..end).unwrap_or_default();
        let value = if let Some(word) = ["true", "false", "null"].into_iter().find(|known| *known == word) {
            Value::Word(word)
        } else {
            // JSON knows no leading plus, point or zeros; a number that is clear all the same is taken
            Value::Number(text::parse(word).ok_or_else(|| match word {
                "" => "a value is missing".to_string(),
                _ => format!("{word} is no value: a text needs quotation marks"),
            })?)
        };
        self.advance(end);
        Ok(value)
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

    fn plain(value: &Value) -> serde_json::Value {
        match value {
            Value::Number(number) => serde_json::json!(number),
            Value::Text(text) => serde_json::json!(text),
            Value::Word(word) => serde_json::from_str(word).unwrap(),
            Value::Numbers(numbers) => serde_json::json!(numbers),
            Value::List(list) => list.iter().map(|(value, _)| plain(value)).collect(),
            Value::Object(entries) => entries.iter().map(|(key, value, _)| (key.clone(), plain(value))).collect(),
        }
    }

    /// Against the usual library; numbers are written as it writes them.
    #[test]
    fn what_is_read_is_what_the_text_says() {
        let json = "{\n \"stiffness\" : 1500.0,\n\t\"pinned\":[1.0,2.0 , 3.0],\r\n \"masses\": [] ,\"obj\": \"a \\\"b\\\" \\\\ ü\",\n\
            \"springs\": [{\"ends\": [1.0, 2.0], \"k\": 0.5},\n [1.0, 3.0], {}], \"x\": [true, null, [[]]] }\n";
        let expected: serde_json::Value = serde_json::from_str(json).unwrap();
        let entries = read(json).unwrap();
        assert_eq!(entries.iter().map(|(.., line)| *line).collect::<Vec<_>>(), [2, 3, 4, 4, 5, 6]);
        let Value::List(springs) = &entries[4].1 else { panic!("{:?}", entries[4]) };
        assert_eq!(springs.iter().map(|(_, line)| *line).collect::<Vec<_>>(), [5, 6, 6]);
        assert_eq!(plain(&Value::Object(entries)), expected);
        assert_eq!(read("{}"), Ok(Vec::new()));
        assert_eq!(read("{\"a\": 1.5e3}").unwrap()[0].1, Value::Number(1500.0));
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
            ("{\"a\": \n[[1, 2]", 2),
            ("{\"a\": tru}", 1),
            ("{\"a\": {\n\"b\" 1}}", 2),
        ] {
            assert!(serde_json::from_str::<serde_json::Map<_, _>>(json).is_err(), "{json}");
            assert_eq!(read(json).unwrap_err().0, line, "{json}");
        }
        assert_eq!(read("{\"a\":1,\n\"a\":2}"), Err((2, "\"a\" stands there twice".to_string())));
        let reason = |json| read(json).unwrap_err().1;
        assert_eq!(reason("{\"a\": much}"), "much is no value: a text needs quotation marks");
        assert_eq!(reason("{\"a\": }"), "a value is missing");
        assert_eq!(reason("{\"a\": \"b\\"), "a text has no closing quotation mark");
        assert_eq!(reason(&"{\"a\":".repeat(100_000)), "there are more than 16 lists and objects in each other");
    }
}
