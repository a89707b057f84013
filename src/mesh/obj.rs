//! Wavefront OBJ: vertices, polygons and lines.

use super::report::count;
use crate::{Error, text};
use glam::DVec3;

/// Most vertices of a mesh.
const MOST: usize = 1_000_000;

/// How files of other formats begin, which no OBJ does, and what they are.
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
    /// What else there is, each with its number.
    pub(super) skipped: Vec<(String, usize)>,
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
    let mut obj = Obj { end: 1, ..Obj::default() };
    for (number, line) in logical_lines(text).filter(|(_, line)| !line.is_empty()) {
        obj.end = number;
        obj.read_line(&line).map_err(|reason| foreign(text).unwrap_or_else(|| in_line(number, reason)))?;
    }
    let count = obj.vertices.len();
    match obj.records.iter().find(|&&(_, corner)| corner as usize >= count) {
        Some(&(line, corner)) => {
            let reason = format!("there is no vertex {}, as the file has {count}; correct the number", corner + 1);
            Err(foreign(text).unwrap_or_else(|| in_line(line, reason)))
        }
        None => Ok(obj),
    }
}

impl Obj {
    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("v") => self.read_vertex(words)?,
            // an older name of faces is fo
            Some(kind @ ("f" | "fo" | "l")) => {
                let corners = words.map(|word| self.corner(word)).collect::<Result<Vec<u32>, String>>()?;
                match corners.len() {
                    0 | 1 => count(&mut self.skipped, kind),
                    3.. if kind != "l" => self.polygons.push(corners),
                    _ => self.lines.extend(corners.windows(2).map(|ends| [ends[0], ends[1]])),
                }
            }
            Some(keyword) => count(&mut self.skipped, keyword),
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
                format!("\"{word}\" is not a number; {advice}")
            })?;
            if !x[axis].is_finite() {
                return Err(format!("the coordinate {word} is too large for a number; scale the mesh down"));
            }
        }
        // a weight or a colour
        if words.next().is_some() {
            count(&mut self.skipped, "colour or weight");
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
            format!("\"{corner}\" is not the number of a vertex; vertices have the numbers 1, 2, 3 and so on")
        })?;
        let before = i64::try_from(self.vertices.len()).unwrap_or(i64::MAX);
        let index = if number < 0 { before + number } else { number - 1 };
        let index = u32::try_from(index).ok().filter(|&index| (index as usize) < MOST).ok_or_else(|| match number {
            ..0 => format!("there is no vertex {number}, as {before} are before this line; correct the number"),
            _ => format!("there is no vertex {number}; they are numbered from 1 to at most {MOST}"),
        })?;
        if self.records.last().is_none_or(|&(_, most)| index > most) {
            self.records.push((self.end, index));
        }
        Ok(index)
    }
}

pub(super) fn in_line(line: usize, reason: String) -> Error {
    Error::File { format: "OBJ", place: format!("line {line}"), reason }
}

/// Refusal of a file in another format.
pub(super) fn foreign(text: &str) -> Option<Error> {
    let text = text.trim_start_matches('\u{feff}');
    let begins = |&&(beginning, _): &&(&str, &str)| text.trim_ascii_start().starts_with(beginning);
    let kind = match OTHERS.iter().find(begins) {
        Some((_, kind)) => kind,
        None if text.contains('\0') => "a binary",
        None => return None,
    };
    Some(in_line(1, format!("this is {kind} file; export the mesh as Wavefront OBJ")))
}

/// Lines without comments, each with the number of its first line. A line that ends in a backslash
/// is joined with the next, unless that has a keyword: names of files may end in one, too.
fn logical_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text.split('\n').flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
    let mut lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim_ascii()).zip(1..).peekable();
    std::iter::from_fn(move || {
        let (text, number) = lines.next()?;
        let mut whole = text.to_string();
        while whole.ends_with('\\') {
            whole.pop();
            let keyword = |line: &str| ["v", "f", "fo", "l"].map(Some).contains(&line.split_ascii_whitespace().next());
            match lines.next_if(|(next, _)| !keyword(next)) {
                Some((next, _)) => whole.extend([" ", next]),
                None => break,
            }
        }
        Some((number, whole))
    })
}
