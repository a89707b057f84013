//! Vertices and edges from a Wavefront OBJ, with stiffness, masses and pinned vertices from a JSON file beside it.

mod json;

use crate::{Error, Particles, Spring, System, parameters::check_whole, text};
use glam::DVec3;
use json::Value;

/// Largest coordinate in m and most vertices that are taken.
const LARGEST: f64 = 1e6;
const MOST: usize = 1_000_000;

/// Keywords of the format that say nothing of vertices and edges.
const IGNORED: [&str; 15] =
    ["vt", "vn", "vp", "p", "o", "g", "s", "mg", "usemtl", "mtllib", "usemap", "maplib", "lod", "bevel", "c_interp"];

/// A mesh as it was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub(crate) obj: String,
    pub(crate) json: String,
    vertices: Vec<DVec3>,
    polygons: Vec<Vec<u32>>,
    lines: Vec<[u32; 2]>,
    properties: Properties,
}

/// What the JSON file says.
#[derive(Clone, Debug, Default, PartialEq)]
struct Properties {
    /// Keys, values and lines of parameters of the scene.
    parameters: Vec<(&'static str, f64, usize)>,
    /// One mass in kg for every vertex, instead of the parameter; or none.
    masses: Vec<f64>,
    /// Indices of the vertices that are fixed.
    pinned: Vec<u32>,
}

impl Mesh {
    /// Reads an OBJ and its JSON; an empty JSON has no properties.
    ///
    /// From the OBJ: `v x y z` (m), `f` with three or more corners (`7`, `7/1`, `7//2` or `7/1/2`, negative numbers counting
    /// from the end), `l` polylines. Texture coordinates, normals, groups and materials are passed over, a line that ends in a
    /// backslash goes on in the next. The JSON is an object with any of `stiffness` (N/m), `damping` (N·s/m), `mass` (kg, of
    /// each vertex), `masses` (kg, a list with one for every vertex) and `pinned` (a list of vertices, numbered from 1).
    ///
    /// # Errors
    /// [`Error::File`] with the line and the reason.
    pub fn parse(obj: &str, json: &str) -> Result<Self, Error> {
        let mut mesh = Self {
            obj: obj.to_string(),
            json: json.to_string(),
            vertices: Vec::new(),
            polygons: Vec::new(),
            lines: Vec::new(),
            properties: Properties::default(),
        };
        mesh.read_obj(obj)?;
        mesh.read_json(json)?;
        Ok(mesh)
    }

    /// A cube of 1 m with its centre at the origin, hung at two neighbouring corners.
    #[must_use]
    pub fn cube() -> Self {
        const CUBE: &str = "v -.5 .5 .5\nv .5 .5 .5\nv .5 -.5 .5\nv -.5 -.5 .5\nv -.5 .5 -.5\nv .5 .5 -.5\nv .5 -.5 -.5\n\
            v -.5 -.5 -.5\nf 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 4 3 7 8\nf 2 6 7 3\nf 5 1 4 8\n";
        // no `expect`: it would bring the formatting of every error's fields into the wasm
        let Ok(mesh) = Self::parse(CUBE, "{\"pinned\": [1, 2]}") else { unreachable!("the cube is a mesh") };
        mesh
    }

    fn read_obj(&mut self, obj: &str) -> Result<(), Error> {
        let mut last = 1;
        for (line, text) in logical_lines(obj) {
            last = line;
            self.read_line(&text).map_err(|reason| Error::File { format: "OBJ", line, reason })?;
        }
        if self.edges(false).is_empty() {
            return Err(Error::File { format: "OBJ", line: last, reason: "the file ends without an edge".to_string() });
        }
        Ok(())
    }

    fn read_line(&mut self, text: &str) -> Result<(), String> {
        let mut words = text.split_ascii_whitespace();
        match words.next() {
            Some("v") => self.read_vertex(words),
            Some("f") => {
                let corners = self.read_corners(words)?;
                if corners.len() < 3 {
                    return Err(format!("a polygon needs at least 3 corners, and has {}", corners.len()));
                }
                self.check_edges(corners.iter().zip(corners.iter().cycle().skip(1)))?;
                self.polygons.push(corners);
                Ok(())
            }
            Some("l") => {
                let corners = self.read_corners(words)?;
                if corners.len() < 2 {
                    return Err("a line needs at least 2 vertices".to_string());
                }
                self.check_edges(corners.iter().zip(&corners[1..]))?;
                self.lines.extend(corners.windows(2).map(|ends| [ends[0], ends[1]]));
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
        // a fourth number is a weight, three more a colour
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

    /// The index from 0 of a vertex that a corner names.
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

    fn check_edges<'a>(&self, edges: impl Iterator<Item = (&'a u32, &'a u32)>) -> Result<(), String> {
        for (&i, &j) in edges {
            if self.vertices[i as usize].distance(self.vertices[j as usize]) == 0.0 {
                return Err(format!("the vertices {} and {} are at the same place", i + 1, j + 1));
            }
        }
        Ok(())
    }

    fn read_json(&mut self, json: &str) -> Result<(), Error> {
        if json.trim_ascii().is_empty() {
            return Ok(());
        }
        let refuse = |(line, reason)| Error::File { format: "JSON", line, reason };
        for (key, value, line) in json::read(json).map_err(refuse)? {
            self.take_property(&key, value, line).map_err(|reason| refuse((line, reason)))?;
        }
        Ok(())
    }

    fn take_property(&mut self, key: &str, value: Value, line: usize) -> Result<(), String> {
        let parameter = ["stiffness", "damping", "mass"].into_iter().find(|known| *known == key);
        match (key, parameter, value) {
            (_, Some(key), Value::Number(number)) => self.properties.parameters.push((key, number, line)),
            (_, Some(key), Value::List(_)) => return Err(format!("\"{key}\" must be a number")),
            ("pinned" | "masses", _, Value::Number(_)) => return Err(format!("\"{key}\" must be a list of numbers")),
            ("pinned", _, Value::List(list)) => {
                self.properties.pinned = list.into_iter().map(|number| self.pin(number)).collect::<Result<_, _>>()?;
            }
            ("masses", _, Value::List(list)) => {
                let count = self.vertices.len();
                if list.len() != count {
                    return Err(format!("there are {} masses for {count} vertices", list.len()));
                }
                if let Some(&mass) = list.iter().find(|mass| !(0.001..=1e6).contains(*mass)) {
                    let mass = text::plain(mass);
                    return Err(format!("the mass {mass} is not in the range from 0.001 to 1000000 kg"));
                }
                self.properties.masses = list;
            }
            _ => return Err(format!("\"{key}\" is not known; known: stiffness, damping, mass, masses, pinned")),
        }
        Ok(())
    }

    /// The index of the vertex with this number from 1.
    fn pin(&self, number: f64) -> Result<u32, String> {
        let count = u32::try_from(self.vertices.len()).unwrap_or(u32::MAX);
        check_whole("vertex", number, [1, count])
            .map(|number| number - 1)
            .map_err(|_| format!("there is no vertex {}; they are numbered from 1 to {count}", text::plain(number)))
    }

    /// Parameters of the scene that the JSON sets, with their lines.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&'static str, f64, usize)> {
        self.properties.parameters.iter().copied()
    }

    /// Every edge once, the smaller index first: of polygons and lines, and with `triangulated` the diagonals of a fan from the
    /// first corner of every polygon.
    #[must_use]
    pub fn edges(&self, triangulated: bool) -> Vec<[u32; 2]> {
        let mut larger = vec![Vec::new(); self.vertices.len()];
        let mut add = |i: u32, j: u32| larger[i.min(j) as usize].push(i.max(j));
        for polygon in &self.polygons {
            polygon.iter().zip(polygon.iter().cycle().skip(1)).for_each(|(&i, &j)| add(i, j));
            polygon[2..polygon.len() - 1].iter().filter(|_| triangulated).for_each(|&corner| add(polygon[0], corner));
        }
        self.lines.iter().for_each(|&[i, j]| add(i, j));
        // the last vertex that each one was linked to, so that an edge of several polygons comes once
        let mut linked = vec![u32::MAX; self.vertices.len()];
        let mut edges = Vec::new();
        for (i, neighbours) in (0..).zip(&larger) {
            for &j in neighbours {
                let apart = self.vertices[i as usize].distance(self.vertices[j as usize]) > 0.0;
                if std::mem::replace(&mut linked[j as usize], i) != i && apart {
                    edges.push([i, j]);
                }
            }
        }
        edges
    }

    /// Particles at the vertices, springs of rest length along the edges.
    #[must_use]
    pub(crate) fn system(&self, triangulated: bool) -> System {
        let mut system = System::default();
        for &vertex in &self.vertices {
            system.particles.push(vertex, 1.0);
        }
        for &vertex in &self.properties.pinned {
            system.particles.inverse_masses[vertex as usize] = 0.0;
        }
        for ends in self.edges(triangulated) {
            let [x, y] = ends.map(|i| self.vertices[i as usize]);
            system.springs.push(ends, Spring { rest_length: x.distance(y), ..Spring::default() });
        }
        system
    }

    /// The masses of the file, where it has any.
    pub(crate) fn write_masses(&self, particles: &mut Particles) {
        for (w, mass) in particles.inverse_masses.iter_mut().zip(&self.properties.masses) {
            if *w > 0.0 {
                *w = mass.recip();
            }
        }
    }
}

/// Lines without comments, with the number of their first line, those that end in a backslash joined with the next.
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

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2/1 3//1 -1\n";

    #[test]
    fn polygons_become_edges_with_or_without_diagonals() {
        let mesh = Mesh::parse(SQUARE, "").unwrap();
        assert_eq!(mesh.edges(false), [[0, 1], [0, 3], [1, 2], [2, 3]]);
        assert_eq!(mesh.edges(true), [[0, 1], [0, 3], [0, 2], [1, 2], [2, 3]]);
        let cube = Mesh::cube();
        assert_eq!((cube.edges(false).len(), cube.edges(true).len()), (12, 18), "edges shared by two faces come once");
    }

    #[test]
    fn lines_continuations_and_foreign_keywords_are_read() {
        let mesh = Mesh::parse(
            "\u{feff}# in C:\\ropes\\\r\nv 0 0 0\r\nv 1 0 0 # end\nv 2 0 \\\n 0\nusemtl hemp\nl 1 2 3\n",
            "",
        )
        .unwrap();
        assert_eq!(mesh.edges(false), [[0, 1], [1, 2]]);
    }

    #[test]
    fn properties_pin_vertices_and_give_masses() {
        let mesh = Mesh::parse(SQUARE, r#"{ "pinned": [2], "masses": [1, 2, 4, 8], "stiffness": 70 }"#).unwrap();
        let mut system = mesh.system(false);
        mesh.write_masses(&mut system.particles);
        assert_eq!(system.particles.inverse_masses, [1.0, 0.0, 0.25, 0.125]);
        assert_eq!(mesh.parameters().collect::<Vec<_>>(), [("stiffness", 70.0, 1)]);
    }

    #[test]
    fn bad_files_are_refused_with_line_and_reason() {
        for (obj, json, sentence) in [
            ("v 0 0 0\nv 1 x 0\n", "", r#"OBJ, line 2: "x" is not a number."#),
            ("v 0 0\n", "", "OBJ, line 1: a vertex needs 3 coordinates, and has 2."),
            ("v 0 0 nan\n", "", r#"OBJ, line 1: "nan" is not a number."#),
            ("v 0 0 1e9\n", "", "OBJ, line 1: the coordinate 1e9 is not in the range from -1000000 to 1000000 m."),
            ("v 0 0 0\nv 1 0 0\n\nf 1 2 3\n", "", "OBJ, line 4: there is no vertex 3; there are 2 so far."),
            ("v 0 0 0\nv 1 0 0\nf 1 2\n", "", "OBJ, line 3: a polygon needs at least 3 corners, and has 2."),
            ("v 0 0 0\nl 1 one\n", "", r#"OBJ, line 2: "one" is not the number of a vertex."#),
            ("v 0 0 0\nv 0 0 0\nl 1 2\n", "", "OBJ, line 3: the vertices 1 and 2 are at the same place."),
            ("v 0 0 0\nvertex 1 0 0\n", "", r#"OBJ, line 2: "vertex" is not known."#),
            ("", "", "OBJ, line 1: the file ends without an edge."),
            (SQUARE, "{\n \"pinned\": [9]\n}", "JSON, line 2: there is no vertex 9; they are numbered from 1 to 4."),
            (SQUARE, "{\n\"masses\": [1, 2]}", "JSON, line 2: there are 2 masses for 4 vertices."),
            (SQUARE, "{\"pinned\": [1.5]}", "JSON, line 1: there is no vertex 1.5; they are numbered from 1 to 4."),
            (SQUARE, "{\"mass\": [1]}", r#"JSON, line 1: "mass" must be a number."#),
            (
                SQUARE,
                "{\"pined\": [1]}",
                r#"JSON, line 1: "pined" is not known; known: stiffness, damping, mass, masses, pinned."#,
            ),
            (
                SQUARE,
                "{\"masses\": [1, 2, 0, 1]}",
                "JSON, line 1: the mass 0 is not in the range from 0.001 to 1000000 kg.",
            ),
        ] {
            assert_eq!(Mesh::parse(obj, json).unwrap_err().to_string(), sentence);
        }
    }
}
