//! Wavefront OBJ: vertices, polygons and lines.

use super::Skipped;
use crate::{Error, base::text};
use glam::DVec3;

/// Most vertices of a mesh.
const MOST: usize = 1_000_000;

/// Beginnings of files in other formats, and their names; no OBJ begins so.
const OTHERS: [(&str, &str); 14] = [
    ("ply", "a PLY"),
    ("solid", "an STL"),
    ("glTF", "a glTF"),
    ("{", "a glTF or another JSON"),
    ("OFF", "an OFF"),
    ("Kaydara", "an FBX"),
    ("; FBX", "an FBX"),
    ("BLENDER", "a Blender"),
    ("ISO-10303", "a STEP"),
    ("#VRML", "a VRML"),
    ("#usda", "a USD"),
    ("PXR-USDC", "a USD"),
    ("PK\u{3}", "a compressed"),
    ("<", "an HTML or XML"),
];

/// Contents of a file. Indices count from 0.
#[derive(Default)]
pub(super) struct Obj {
    pub(super) vertices: Vec<DVec3>,
    /// The line of each vertex.
    pub(super) numbers: Vec<u32>,
    pub(super) polygons: Vec<Vec<u32>>,
    pub(super) lines: Vec<[u32; 2]>,
    /// Other statements.
    pub(super) skipped: Skipped,
    /// Number of the last line.
    pub(super) end: usize,
    /// Corners larger than all before, each with its line: one of them is the first without a
    /// vertex, if any is.
    records: Vec<(usize, u32)>,
}

/// Reads a file. Faces and lines may precede their vertices.
///
/// # Errors
/// [`Error::File`] with the line and the reason.
pub(super) fn read(text: &str) -> Result<Obj, Error> {
    let refuse = |line, reason| Err(foreign(text).unwrap_or_else(|| in_line(line, reason)));
    let mut obj = Obj { end: 1, ..Obj::default() };
    let mut rest = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut number = 0;
    while let Some(line) = next_line(&mut rest) {
        number += 1;
        let (first, mut statement) = (number, line.to_string());
        // a backslash joins lines; names of files may end in one, too
        while statement.ends_with('\\') {
            statement.pop();
            let mut ahead = rest;
            match next_line(&mut ahead) {
                Some(next) if !matches!(next.split_ascii_whitespace().next(), Some("v" | "f" | "fo" | "l")) => {
                    statement.push(' ');
                    statement.push_str(next);
                    (rest, number) = (ahead, number + 1);
                }
                _ => break,
            }
        }
        if !statement.is_empty() {
            obj.end = first;
            if let Err(reason) = obj.read_statement(&statement) {
                return refuse(first, reason);
            }
        }
    }
    let count = obj.vertices.len();
    for &(line, corner) in &obj.records {
        if corner as usize >= count {
            let reason = format!("there is no vertex {}, as the file has {count}; correct the number", corner + 1);
            return refuse(line, reason);
        }
    }
    Ok(obj)
}

/// Takes the next line from a text, without comment and blanks around it. Lines end in LF, CR or
/// both.
fn next_line<'a>(rest: &mut &'a str) -> Option<&'a str> {
    if rest.is_empty() {
        return None;
    }
    let bytes = rest.as_bytes();
    let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r')).unwrap_or(bytes.len());
    let line = rest.get(..end)?;
    // not indices, whose refusals would add the formatting of characters to the wasm
    *rest = rest.get(end + if bytes.get(end..end + 2) == Some(b"\r\n") { 2 } else { 1 }..).unwrap_or_default();
    Some(line.split('#').next()?.trim_ascii())
}

impl Obj {
    fn read_statement(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("v") => self.read_vertex(words)?,
            // an older name of faces is fo
            Some(kind @ ("f" | "fo" | "l")) => {
                let mut corners = Vec::new();
                for word in words {
                    corners.push(self.corner(word)?);
                }
                match corners.len() {
                    0 | 1 => self.skipped.add(kind),
                    3.. if kind != "l" => self.polygons.push(corners),
                    _ => {
                        for ends in corners.windows(2) {
                            self.lines.push([ends[0], ends[1]]);
                        }
                    }
                }
            }
            Some(keyword) => self.skipped.add(keyword),
            None => {}
        }
        Ok(())
    }

    fn read_vertex<'a>(&mut self, mut words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let mut x = DVec3::ZERO;
        for axis in 0..3 {
            let Some(word) = words.next() else {
                return Err(format!("a vertex needs 3 coordinates, and has {axis}; write 0 for one that is missing"));
            };
            x[axis] = text::parse(word).ok_or_else(|| {
                let advice = if word.contains(',') { "write a decimal point" } else { "correct the coordinate" };
                format!("{} is not a number; {advice}", text::quoted(word))
            })?;
            if !x[axis].is_finite() {
                return Err(format!(
                    "the coordinate {} is too large for a number; scale the mesh down",
                    text::short(word)
                ));
            }
        }
        // a weight or a colour
        if words.next().is_some() {
            self.skipped.add("colours");
        }
        if self.vertices.len() == MOST {
            return Err(format!("there are more than {MOST} vertices; simplify the mesh"));
        }
        self.vertices.push(x);
        self.numbers.push(u32::try_from(self.end).unwrap_or(u32::MAX));
        Ok(())
    }

    /// Index of the vertex that a corner names.
    fn corner(&mut self, corner: &str) -> Result<u32, String> {
        let word = corner.split('/').next().unwrap_or_default();
        let number: i64 = word.parse().map_err(|_| {
            format!(
                "{} is not the number of a vertex; vertices have the numbers 1, 2, 3 and so on",
                text::quoted(corner)
            )
        })?;
        let before = i64::try_from(self.vertices.len()).unwrap_or(i64::MAX);
        let index = if number < 0 { before + number } else { number - 1 };
        let index = u32::try_from(index).ok().filter(|&index| (index as usize) < MOST).ok_or_else(|| match number {
            ..0 => format!("there is no vertex {number}, as {before} are before this line; correct the number"),
            _ => format!("there is no vertex {number}; correct the number, from 1 to {MOST} at most"),
        })?;
        if self.records.last().is_none_or(|&(_, most)| index > most) {
            self.records.push((self.end, index));
        }
        Ok(index)
    }
}

#[cold]
pub(super) fn in_line(line: usize, reason: String) -> Error {
    Error::File { format: "OBJ", place: format!("line {line}"), reason }
}

/// Refusal of a file in another format.
#[cold]
pub(super) fn foreign(text: &str) -> Option<Error> {
    let text = text.trim_start_matches('\u{feff}');
    let begins = |&&(beginning, _): &&(&str, &str)| text.trim_ascii_start().starts_with(beginning);
    let kind = match OTHERS.iter().find(begins) {
        Some((_, kind)) => kind,
        None if text.contains('\0') => "a binary or UTF-16",
        None => return None,
    };
    Some(in_line(1, format!("this is {kind} file; export the mesh as Wavefront OBJ")))
}
