//! Wavefront OBJ: vertices, polygons and lines.

use super::{LARGEST, Mesh};
use crate::{Error, text};
use glam::DVec3;

/// Most vertices of a mesh.
const MOST: usize = 1_000_000;

/// Keywords of the format that do not affect vertices and edges.
const IGNORED: [&str; 15] =
    ["vt", "vn", "vp", "p", "o", "g", "s", "mg", "usemtl", "mtllib", "usemap", "maplib", "lod", "bevel", "c_interp"];

impl Mesh {
    /// Reads all lines and returns the number of the last one.
    pub(super) fn read_obj(&mut self, obj: &str) -> Result<usize, Error> {
        let mut last = 1;
        for (line, text) in logical_lines(obj) {
            last = line;
            self.read_line(&text).map_err(|reason| in_line(line, reason))?;
        }
        Ok(last)
    }

    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("v") => self.read_vertex(words),
            Some(kind @ ("f" | "l")) => {
                let corners = self.read_corners(words)?;
                match (kind, corners.len()) {
                    (_, 2) | ("l", 3..) => {
                        for ends in corners.windows(2) {
                            self.check_edge(ends[0], ends[1])?;
                            self.lines.push([ends[0], ends[1]]);
                        }
                    }
                    ("f", 3..) => {
                        for (&i, &j) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                            self.check_edge(i, j)?;
                        }
                        self.polygons.push(corners);
                    }
                    ("f", count) => return Err(format!("a face needs at least 2 corners, and has {count}")),
                    (_, count) => return Err(format!("a line needs at least 2 vertices, and has {count}")),
                }
                Ok(())
            }
            Some(keyword) if !IGNORED.contains(&keyword) => Err(format!("\"{keyword}\" is not known")),
            _ => Ok(()),
        }
    }

    fn read_vertex<'a>(&mut self, words: impl Iterator<Item = &'a str>) -> Result<(), String> {
        let mut coordinates = Vec::new();
        for word in words {
            let number = text::parse(word).ok_or_else(|| format!("\"{word}\" is not a number"))?;
            if number.abs() > LARGEST {
                return Err(format!("the coordinate {word} is not in the range from -1000000 to 1000000 m"));
            }
            coordinates.push(number);
        }
        // a fourth number is a weight, and three more are a colour
        if coordinates.len() < 3 {
            return Err(format!("a vertex needs 3 coordinates, and has {}", coordinates.len()));
        }
        if self.vertices.len() == MOST {
            return Err(format!("there are more than {MOST} vertices"));
        }
        self.vertices.push(DVec3::from_slice(&coordinates));
        Ok(())
    }

    fn read_corners<'a>(&self, words: impl Iterator<Item = &'a str>) -> Result<Vec<u32>, String> {
        words.map(|word| self.vertex(word)).collect()
    }

    /// Index from 0 of the vertex that a corner names.
    fn vertex(&self, corner: &str) -> Result<u32, String> {
        let word = corner.split('/').next().unwrap_or_default();
        let number: i64 = word.parse().map_err(|_| format!("\"{corner}\" is not the number of a vertex"))?;
        let count = i64::try_from(self.vertices.len()).unwrap_or(i64::MAX);
        let index = if number < 0 { count + number } else { number - 1 };
        if (0..count).contains(&index) {
            Ok(u32::try_from(index).unwrap_or(u32::MAX))
        } else {
            Err(format!("there is no vertex {number}; there are {count} so far"))
        }
    }
}

pub(super) fn in_line(line: usize, reason: String) -> Error {
    Error::File { format: "OBJ", place: format!("line {line}"), reason }
}

/// Lines without comments, each with the number of its first line; a line that ends in a backslash
/// is joined with the next.
fn logical_lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text.lines().map(|line| line.split('#').next().unwrap_or_default()).zip(1..);
    std::iter::from_fn(move || {
        let (text, number) = lines.next()?;
        let mut whole = text.to_string();
        while whole.ends_with('\\') {
            whole.pop();
            match lines.next() {
                Some((next, _)) => whole.extend([" ", next]),
                None => break,
            }
        }
        Some((number, whole))
    })
}
