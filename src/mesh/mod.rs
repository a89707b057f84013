//! Vertices and edges from a Wavefront OBJ, with stiffness, masses and pinned vertices from an
//! accompanying JSON file.

mod json;
mod obj;
mod properties;

use crate::{Error, Own, Particles, Spring, System};
use glam::DVec3;
use obj::in_line;
use properties::Properties;

/// Largest absolute value of a coordinate in m, and of a velocity component in m/s.
const LARGEST: f64 = 1e6;

/// A mesh, as read from its files.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub(crate) obj: String,
    pub(crate) json: String,
    vertices: Vec<DVec3>,
    polygons: Vec<Vec<u32>>,
    lines: Vec<[u32; 2]>,
    properties: Properties,
}

/// Choice of diagonals of polygons that become springs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diagonals {
    /// No diagonals.
    None,
    /// The diagonals from the first corner.
    Fan,
    /// Both diagonals of a quadrilateral; those from the first corner of a polygon with more
    /// corners.
    Crossed,
}

impl Mesh {
    /// Reads an OBJ and its JSON; an empty JSON has no properties.
    ///
    /// From the OBJ: `v x y z` (m), `f` with three or more corners (`7`, `7/1`, `7//2` or `7/1/2`,
    /// negative numbers counting from the end), `l` polylines, and `f` with two corners, which is a
    /// line. Texture coordinates, normals, groups and materials are ignored. A backslash at the end
    /// of a line joins it with the next.
    ///
    /// The JSON is an object with any of these keys. Other programs use the short names. Vertices
    /// are numbered from 1:
    ///
    /// - `stiffness` or `k` (N/m), `damping` (N·s/m), `mass` or `m` (kg, of each vertex): the
    ///   parameters of the scene.
    /// - `masses` (kg): a list with one for every vertex. `mass` or `m` takes such a list too.
    /// - `pinned` or `b`: a list of vertices that are fixed.
    /// - `springs`: a list of springs, `[1, 2]` or `{"ends": [1, 2], "stiffness": 500, "damping":
    ///   1, "restLength": 0.9}`, also with `a` and `b` for the ends and `k` for the stiffness. The
    ///   parameters of the scene do not change these values of a spring.
    /// - `prestrain`, −10 to 1: springs without a given rest length have (1 − prestrain) times the
    ///   distance of their vertices as rest length.
    /// - `velocities` (m/s): a list with `[x, y, z]` for every vertex, 0 for fixed vertices.
    /// - `obj`: the name of the OBJ file, ignored.
    ///
    /// An error names the path of the wrong value, with list indices from 0: `springs[3].ends`. If
    /// a key occurs twice, the last one counts.
    ///
    /// Every spring of the JSON becomes a spring, also a second one between the same vertices.
    /// Every segment of a line becomes a spring, unless a spring of the JSON links its ends. Edges
    /// and diagonals of polygons become springs if nothing else links their ends, each once.
    ///
    /// # Errors
    /// [`Error::File`] with the line of the OBJ or the path in the JSON, and the reason.
    pub fn parse(obj: &str, json: &str) -> Result<Self, Error> {
        let mut mesh = Self {
            obj: obj.to_string(),
            json: json.to_string(),
            vertices: Vec::new(),
            polygons: Vec::new(),
            lines: Vec::new(),
            properties: Properties::default(),
        };
        let last = mesh.read_obj(obj)?;
        mesh.read_json(json)?;
        if mesh.properties.springs.is_empty() && mesh.edges(Diagonals::None).is_empty() {
            return Err(in_line(last, "the file ends without an edge".to_string()));
        }
        Ok(mesh)
    }

    /// A cube of 1 m with its centre at the origin, hung at two neighbouring corners.
    #[must_use]
    pub fn cube() -> Self {
        const CUBE: &str = "v -.5 .5 .5\nv .5 .5 .5\nv .5 -.5 .5\nv -.5 -.5 .5\nv -.5 .5 -.5\nv .5 .5 -.5\nv .5 -.5 -.5\n\
            v -.5 -.5 -.5\nf 1 2 3 4\nf 8 7 6 5\nf 5 6 2 1\nf 4 3 7 8\nf 2 6 7 3\nf 5 1 4 8\n";
        // not `expect`, which would add the formatting of every error's fields to the wasm
        let Ok(mesh) = Self::parse(CUBE, "{\"pinned\": [1, 2]}") else { unreachable!("the cube is a mesh") };
        mesh
    }

    fn check_edge(&self, i: u32, j: u32) -> Result<(), String> {
        if self.vertices[i as usize].distance(self.vertices[j as usize]) > 0.0 {
            return Ok(());
        }
        Err(format!("the vertices {} and {} are at the same place", i + 1, j + 1))
    }

    /// Parameters of the scene that the JSON sets: key, value, and the name used in the file.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&'static str, f64, &'static str)> {
        self.properties.parameters.iter().copied()
    }

    /// The edges between vertices that no spring of the JSON links: all segments of lines, and
    /// each edge and diagonal of polygons once, unless it is a segment of a line. An edge has its
    /// smaller index first, and edges are sorted by it; for equal indices, lines come first.
    ///
    /// ```
    /// use springlab::{Diagonals, Mesh};
    ///
    /// assert_eq!(Mesh::cube().edges(Diagonals::None).len(), 12);
    /// ```
    #[must_use]
    pub fn edges(&self, diagonals: Diagonals) -> Vec<[u32; 2]> {
        let mut larger = [(); 3].map(|()| vec![Vec::new(); self.vertices.len()]);
        let [springs, lines, polygons] = &mut larger;
        let add = |to: &mut Vec<Vec<u32>>, i: u32, j: u32| to[i.min(j) as usize].push(i.max(j));
        self.properties.springs.iter().for_each(|&([i, j], _)| add(springs, i, j));
        self.lines.iter().for_each(|&[i, j]| add(lines, i, j));
        for polygon in &self.polygons {
            polygon.iter().zip(polygon.iter().cycle().skip(1)).for_each(|(&i, &j)| add(polygons, i, j));
            if diagonals != Diagonals::None {
                polygon[2..polygon.len() - 1].iter().for_each(|&corner| add(polygons, polygon[0], corner));
            }
            if diagonals == Diagonals::Crossed && polygon.len() == 4 {
                add(polygons, polygon[1], polygon[3]);
            }
        }
        // for each vertex j, the last vertex i ≤ j linked to it by a spring of the JSON, and by an
        // edge: repeated pairs are found without a search
        let mut linked = [(); 2].map(|()| vec![u32::MAX; self.vertices.len()]);
        let [by_spring, by_edge] = &mut linked;
        let mut edges = Vec::new();
        let apart = |i: u32, j: u32| self.vertices[i as usize].distance(self.vertices[j as usize]) > 0.0;
        for i in 0..u32::try_from(self.vertices.len()).unwrap_or(u32::MAX) {
            let [springs, lines, polygons] = [&springs, &lines, &polygons].map(|of| &of[i as usize]);
            for &j in springs {
                by_spring[j as usize] = i;
            }
            for &j in lines.iter().filter(|&&j| by_spring[j as usize] != i) {
                by_edge[j as usize] = i;
                edges.push([i, j]);
            }
            for &j in polygons.iter().filter(|&&j| by_spring[j as usize] != i) {
                if std::mem::replace(&mut by_edge[j as usize], i) != i && apart(i, j) {
                    edges.push([i, j]);
                }
            }
        }
        edges
    }

    /// Builds particles at the vertices, the springs of the JSON in their order, then springs along
    /// the edges.
    #[must_use]
    pub(crate) fn system(&self, diagonals: Diagonals) -> System {
        let Properties { pinned, springs, prestrain, velocities, .. } = &self.properties;
        let mut system = System::default();
        for &vertex in &self.vertices {
            system.particles.push(vertex, 1.0);
        }
        for (v, velocity) in system.particles.velocities.iter_mut().zip(velocities) {
            *v = *velocity;
        }
        for &vertex in pinned {
            system.particles.inverse_masses[vertex as usize] = 0.0;
        }
        let edges = self.edges(diagonals).into_iter().map(|ends| (ends, Own::default()));
        for (ends, own) in springs.iter().copied().chain(edges) {
            let [x, y] = ends.map(|i| self.vertices[i as usize]);
            let rest_length = (1.0 - prestrain) * x.distance(y);
            system.springs.push(ends, Spring { rest_length, ..Spring::default() });
            system.springs.give(system.springs.len() - 1, own);
        }
        system
    }

    /// Writes the masses of the file into the free particles, if it has any.
    pub(crate) fn write_masses(&self, particles: &mut Particles) {
        for (w, mass) in particles.inverse_masses.iter_mut().zip(&self.properties.masses) {
            if *w > 0.0 {
                *w = mass.recip();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "# a square\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1/1 2/2/1 3//1 -1\n";

    #[test]
    fn polygons_become_edges_with_or_without_diagonals() {
        let mesh = Mesh::parse(SQUARE, "").unwrap();
        assert_eq!(mesh.edges(Diagonals::None), [[0, 1], [0, 3], [1, 2], [2, 3]]);
        assert_eq!(mesh.edges(Diagonals::Fan), [[0, 1], [0, 3], [0, 2], [1, 2], [2, 3]]);
        assert_eq!(mesh.edges(Diagonals::Crossed), [[0, 1], [0, 3], [0, 2], [1, 2], [1, 3], [2, 3]]);
        let cube = Mesh::cube();
        let counts = [Diagonals::None, Diagonals::Fan, Diagonals::Crossed].map(|diagonals| cube.edges(diagonals).len());
        assert_eq!(counts, [12, 18, 24], "edges shared by two faces come once");
        let pentagon = Mesh::parse("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 2 0\nv -1 1 0\nf 1 2 3 4 5\n", "").unwrap();
        assert_eq!(pentagon.edges(Diagonals::Crossed), pentagon.edges(Diagonals::Fan));
    }

    #[test]
    fn a_face_of_two_corners_is_an_edge_and_a_repeated_line_makes_two_springs() {
        let mesh = Mesh::parse(&format!("{SQUARE}f 3 1\nl 2 1\nl 1 2\n"), "").unwrap();
        assert_eq!(mesh.edges(Diagonals::None), [[0, 2], [0, 1], [0, 1], [0, 3], [1, 2], [2, 3]]);
        assert_eq!(mesh.edges(Diagonals::Fan), mesh.edges(Diagonals::None), "the line is the diagonal");
    }

    #[test]
    fn springs_of_the_json_replace_edges_and_are_not_merged() {
        let json = r#"{"springs": [[1, 2], {"ends": [4, 2], "k": 7, "damping": 0.5, "restLength": 3}, {"a": 2, "b": 1}], "prestrain": 0.25}"#;
        let mesh = Mesh::parse(SQUARE, json).unwrap();
        let springs = mesh.system(Diagonals::Crossed).springs;
        assert_eq!(*springs.endpoints, [[0, 1], [3, 1], [1, 0], [0, 3], [0, 2], [1, 2], [2, 3]]);
        assert_eq!(*springs.rest_lengths, [0.75, 3.0, 0.75, 0.75, 0.75 * 2_f64.sqrt(), 0.75, 0.75]);
        assert_eq!(springs.own[1], [Some(7.0), Some(0.5)]);
        assert_eq!((springs.own[0], springs.own.len()), ([None; 2], 7));
        let zero = Mesh::parse("v 0 0 0\nv 0 0 0\n", r#"{"springs": [{"ends": [1, 2], "restLength": 0}]}"#).unwrap();
        assert_eq!(
            zero.system(Diagonals::None).springs.len(),
            1,
            "two vertices at a place may have a spring of a known length"
        );
    }

    #[test]
    fn short_keys_of_other_programs_are_read() {
        let other = Mesh::parse(SQUARE, r#"{"obj": "square.obj", "k": 70, "m": 8e-6, "b": [1, 3]}"#).unwrap();
        assert_eq!(other.properties.pinned, [0, 2]);
        let mut parameters: Vec<_> = other.parameters().collect();
        parameters.sort_by_key(|&(key, ..)| key);
        assert_eq!(parameters, [("mass", 8e-6, "m"), ("stiffness", 70.0, "k")]);
        let list = Mesh::parse(SQUARE, r#"{"m": [8e-6, 1, 1, 1]}"#).unwrap();
        assert_eq!(list.properties.masses, [8e-6, 1.0, 1.0, 1.0]);
    }

    #[test]
    fn velocities_of_the_json_are_initial_velocities() {
        let mesh =
            Mesh::parse(SQUARE, r#"{"velocities": [[0, 0, 0], [1, 2, 3], [0, 0, -1], [0, 0, 0]], "b": [1]}"#).unwrap();
        let velocities = mesh.system(Diagonals::None).particles.velocities;
        assert_eq!(velocities, [DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0), DVec3::NEG_Z, DVec3::ZERO]);
    }

    #[test]
    fn lines_continuations_and_foreign_keywords_are_read() {
        let mesh = Mesh::parse(
            "\u{feff}# in C:\\ropes\\\r\nv 0 0 0\r\nv 1 0 0 # end\nv 2 0 \\\n 0\nusemtl hemp\nl 1 2 3\n",
            "",
        )
        .unwrap();
        assert_eq!(mesh.edges(Diagonals::None), [[0, 1], [1, 2]]);
    }

    #[test]
    fn properties_pin_vertices_and_give_masses() {
        let mesh = Mesh::parse(SQUARE, r#"{ "pinned": [2], "masses": [1, 2, 4, 8], "stiffness": 70 }"#).unwrap();
        let mut system = mesh.system(Diagonals::None);
        mesh.write_masses(&mut system.particles);
        assert_eq!(system.particles.inverse_masses, [1.0, 0.0, 0.25, 0.125]);
        assert_eq!(mesh.parameters().collect::<Vec<_>>(), [("stiffness", 70.0, "stiffness")]);
    }

    #[test]
    fn bad_files_are_refused_with_place_and_reason() {
        for (obj, json, sentence) in [
            ("v 0 0 0\nv 1 x 0\n", "", r#"OBJ, line 2: "x" is not a number."#),
            ("v 0 0\n", "", "OBJ, line 1: a vertex needs 3 coordinates, and has 2."),
            ("v 0 0 nan\n", "", r#"OBJ, line 1: "nan" is not a number."#),
            ("v 0 0 1e9\n", "", "OBJ, line 1: the coordinate 1e9 is not in the range from -1000000 to 1000000 m."),
            ("v 0 0 0\nv 1 0 0\n\nf 1 2 3\n", "", "OBJ, line 4: there is no vertex 3; there are 2 so far."),
            ("v 0 0 0\nv 1 0 0\nf 1\n", "", "OBJ, line 3: a face needs at least 2 corners, and has 1."),
            ("v 0 0 0\nv 1 0 0\nl 1\n", "", "OBJ, line 3: a line needs at least 2 vertices, and has 1."),
            ("v 0 0 0\nv 0 0 0\nf 1 2\n", "", "OBJ, line 3: the vertices 1 and 2 are at the same place."),
            ("v 0 0 0\nl 1 one\n", "", r#"OBJ, line 2: "one" is not the number of a vertex."#),
            ("v 0 0 0\nv 0 0 0\nl 1 2\n", "", "OBJ, line 3: the vertices 1 and 2 are at the same place."),
            ("v 0 0 0\nvertex 1 0 0\n", "", r#"OBJ, line 2: "vertex" is not known."#),
            ("", "", "OBJ, line 1: the file ends without an edge."),
            (SQUARE, "{\n \"pinned\": [9]\n}", "JSON, pinned[0]: there is no vertex 9; they are numbered from 1 to 4."),
            (SQUARE, "{\n\"masses\": [1, 2]}", "JSON, masses: there are 2 masses for 4 vertices."),
            (SQUARE, "{\"pinned\": [1.5]}", "JSON, pinned[0]: there is no vertex 1.5; they are numbered from 1 to 4."),
            (SQUARE, "{\"mass\": [1]}", "JSON, mass: there are 1 masses for 4 vertices."),
            (
                SQUARE,
                "{\"mass\": true}",
                r#"JSON, mass: "mass" takes a number or a list of numbers, and true was given."#,
            ),
            (
                SQUARE,
                "{\"k\": \"eiffel.obj\"}",
                r#"JSON, k: "stiffness" takes a number, and the text "eiffel.obj" was given."#,
            ),
            (SQUARE, "{\"obj\": 5}", r#"JSON, obj: "obj" takes the name of a file, and 5 was given."#),
            (SQUARE, "{\"b\": 5}", r#"JSON, b: "pinned" takes a list of numbers, and 5 was given."#),
            (SQUARE, "{\"k\": 5,\n\"stiffness\": 6}", r#"JSON, stiffness: "stiffness" is given twice."#),
            (
                SQUARE,
                "{\"pined\": [1]}",
                r#"JSON, pined: "pined" is not known; known: stiffness or k, damping, mass or m, masses, pinned or b, springs, prestrain, velocities, obj."#,
            ),
            (
                SQUARE,
                "{\"masses\": [1, 2, 0, 1]}",
                "JSON, masses[2]: mass must be a number from 1e-9 to 1000000 kg; 0 was given.",
            ),
            (SQUARE, "{\"prestrain\": 2}", "JSON, prestrain: prestrain must be a number from -10 to 1; 2 was given."),
            (
                SQUARE,
                "{\"springs\": [1, 2]}",
                r#"JSON, springs: "springs" takes a list of springs, and a list of numbers was given."#,
            ),
            (
                SQUARE,
                "{\"springs\": [[1, 2],\n[1, 2, 3]]}",
                r#"JSON, springs[1]: "ends" takes two vertices, and a list of numbers was given."#,
            ),
            (
                SQUARE,
                "{\"springs\": [[1, 2],\n[1, 5]]}",
                "JSON, springs[1]: there is no vertex 5; they are numbered from 1 to 4.",
            ),
            (SQUARE, "{\"springs\": [[1, 2],\n[3, 3]]}", "JSON, springs[1]: a spring from the vertex 3 to itself."),
            (
                SQUARE,
                "{\"springs\": [[1, 2], [2, 3], [3, 4], {\"ends\": [1, 5]}]}",
                "JSON, springs[3].ends: there is no vertex 5; they are numbered from 1 to 4.",
            ),
            (SQUARE, "{\"k\": 5,\n\"k\"}", "JSON: expected `:` at line 2 column 4."),
            (SQUARE, "{\"springs\": [{\"a\": 2}]}", "JSON, springs[0]: a spring lacks an end."),
            (
                SQUARE,
                "{\"springs\": [{\"ends\": [1, 2],\n\"k\": -1}]}",
                "JSON, springs[0].k: stiffness must be a number from 0 to 100000000 N/m; -1 was given.",
            ),
            (
                SQUARE,
                "{\"springs\": [{\"ends\": [1, 2], \"length\": 1}]}",
                r#"JSON, springs[0].length: "length" is not known; known: ends, a, b, stiffness or k, damping, restLength."#,
            ),
            (SQUARE, "{\"velocities\": [[1, 2, 3]]}", "JSON, velocities: there are 1 velocities for 4 vertices."),
            (
                "v 0 0 0\nv 1 0 0\nl 1 2\n",
                "{\"velocities\": [[0, 0, 0],\n[1, 2]]}",
                "JSON, velocities[1]: a velocity is [x, y, z], and a list of numbers was given.",
            ),
            (
                "v 0 0 0\nv 1 0 0\nl 1 2\n",
                "{\"b\": [2],\n\"velocities\": [[0, 0, 0], [1, 2, 3]]}",
                "JSON, velocities[1]: the pinned vertex 2 has a velocity.",
            ),
        ] {
            assert_eq!(Mesh::parse(obj, json).unwrap_err().to_string(), sentence);
        }
    }
}
