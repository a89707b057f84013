//! A mesh, as read from its files.

use super::{
    obj::{self, in_line},
    places,
    properties::{LARGEST, Properties},
    report::MeshReport,
};
use crate::{Error, Particles};
use glam::DVec3;

/// Distance within which two vertices are at the same place, relative to the size of the mesh: 80
/// times the rounding of single precision, and far below any edge that is meant to be one.
const SAME: f64 = 1e-5;

/// A mesh, as read from its files.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    pub(crate) obj: String,
    pub(crate) json: String,
    pub(super) vertices: Vec<DVec3>,
    pub(super) polygons: Vec<Vec<u32>>,
    pub(super) lines: Vec<[u32; 2]>,
    pub(super) properties: Properties,
    /// For each vertex the first one at its place.
    pub(super) places: Vec<u32>,
    /// The part of the report that no parameter changes.
    pub(super) reading: MeshReport,
}

impl Mesh {
    /// Reads an OBJ and its JSON; an empty JSON has no properties.
    ///
    /// From the OBJ: `v x y z` (m), `f` with three or more corners (`7`, `7/1`, `7//2` or `7/1/2`,
    /// negative numbers counting from the end), `l` polylines, and `f` with two corners, which is a
    /// line. The rest is passed over and counted. A backslash at the end of a line joins it with
    /// the next, unless that begins with one of these keywords.
    ///
    /// The JSON is an object with any of these keys. Other programs use the short names. Vertices
    /// are numbered from 1:
    ///
    /// - `stiffness` or `k` (N/m), `damping` (N·s/m), `mass` or `m` (kg, of each vertex): the
    ///   parameters of the scene.
    /// - `masses` (kg): a list with one for every vertex. `mass` or `m` takes such a list too.
    /// - `pinned` or `b`: a list of vertices that are fixed; an empty one lets the mesh fall.
    /// - `springs`: a list of springs, `[1, 2]` or `{"ends": [1, 2], "stiffness": 500, "damping":
    ///   1, "restLength": 0.9}`, also with `a` and `b` for the ends and `k` for the stiffness. The
    ///   parameters of the scene do not change these values of a spring.
    /// - `prestrain`, −10 to 1: springs without a given rest length have (1 − prestrain) times the
    ///   distance of their vertices as rest length.
    /// - `velocities` (m/s): a list with `[x, y, z]` for every vertex, 0 for fixed vertices.
    ///
    /// Other keys are passed over and reported. An error names the path of the wrong value, with
    /// list indices from 0: `springs[3].ends`. If a key occurs twice, the last one counts.
    ///
    /// Every spring of the JSON becomes a spring, also a second one between the same vertices.
    /// Every segment of a line becomes a spring, unless a spring of the JSON links its ends. Edges
    /// and diagonals of polygons become springs if nothing else links their ends, each once. None
    /// of them has length 0, except a spring with a given rest length.
    ///
    /// Vertices nearer to each other than 10⁻⁵ of the mesh's size and 10⁻³ of the longest edge at
    /// each are welded to one particle, unless the scene's parameter `weld` is off. Vertices
    /// without an edge are left out. A JSON with masses, velocities or springs is about the
    /// vertices as they are numbered: each of them is then a particle. A mesh with coordinates
    /// beyond 10⁶ m is shifted to the origin.
    ///
    /// # Errors
    /// [`Error::File`] with the line of the OBJ or the path in the JSON, and the reason.
    pub fn parse(obj: &str, json: &str) -> Result<Self, Error> {
        let read = obj::read(obj)?;
        let mut reading = MeshReport { skipped: read.skipped, ..MeshReport::default() };
        let properties = Properties::read(json, &read.vertices, &mut reading)?;
        let mut mesh = Self {
            obj: obj.to_string(),
            json: json.to_string(),
            vertices: read.vertices,
            polygons: read.polygons,
            lines: read.lines,
            properties,
            places: Vec::new(),
            reading,
        };
        mesh.place(&read.numbers)?;
        if mesh.properties.springs.is_empty() && !mesh.has_edge() {
            let missing = mesh.lines.is_empty() && mesh.polygons.is_empty();
            let why = if missing { "springs need f or l lines" } else { "the ends of each are at the same place" };
            let reason = format!("the file ends with {} vertices and without an edge; {why}", mesh.vertices.len());
            return Err(obj::foreign(obj).unwrap_or_else(|| in_line(read.end, reason)));
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

    /// True if each vertex is a particle, because the JSON gives values of single ones.
    pub(super) fn is_numbered(&self) -> bool {
        let Properties { masses, velocities, springs, .. } = &self.properties;
        !(masses.is_empty() && velocities.is_empty() && springs.is_empty())
    }

    /// Length of the longest edge at each vertex, negative for those that become no particle.
    fn reach(&self) -> Vec<f64> {
        let mut reach: Vec<f64> = vec![if self.is_numbered() { 0.0 } else { -1.0 }; self.vertices.len()];
        self.each_edge(&mut |[i, j]| {
            let length = self.vertices[i as usize].distance(self.vertices[j as usize]);
            for i in [i, j] {
                reach[i as usize] = reach[i as usize].max(length);
            }
        });
        reach
    }

    /// Shifts far vertices to the origin and finds those at the same place. `numbers` has the line
    /// of each vertex.
    fn place(&mut self, numbers: &[u32]) -> Result<(), Error> {
        let reach = self.reach();
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for (x, reach) in self.vertices.iter().zip(&reach) {
            if *reach >= 0.0 {
                (low, high) = (low.min(*x), high.max(*x));
            }
        }
        if low.min(-high).min_element() < -LARGEST {
            let centre = (0.5 * low + 0.5 * high).round();
            for ((x, line), reach) in self.vertices.iter_mut().zip(numbers).zip(&reach) {
                *x -= centre;
                if *reach >= 0.0 && x.abs().max_element() > LARGEST {
                    let reason = "the mesh is more than 2000000 m wide with this vertex; scale it down".to_string();
                    return Err(in_line(*line as usize, reason));
                }
            }
            self.reading.shift = centre;
        }
        self.places = places::find(&self.vertices, &reach, low - self.reading.shift, SAME * low.distance(high));
        Ok(())
    }

    /// True if an edge has a length when vertices are welded.
    fn has_edge(&self) -> bool {
        let place = |i: u32| if self.is_numbered() { i } else { self.places[i as usize] };
        let mut found = false;
        self.each_edge(&mut |ends| {
            let [x, y] = ends.map(|i| self.vertices[place(i) as usize]);
            found |= x.distance(y) > 0.0;
        });
        found
    }

    /// Visits all segments of lines and sides of polygons.
    fn each_edge(&self, visit: &mut dyn FnMut([u32; 2])) {
        self.lines.iter().for_each(|&ends| visit(ends));
        self.polygons.iter().for_each(|polygon| sides(polygon).for_each(&mut *visit));
    }

    /// Number of vertices at the place of an earlier one.
    pub(super) fn doubled(&self) -> usize {
        self.places.iter().zip(0..).filter(|&(&place, i)| place != i).count()
    }

    /// True if the parameter `weld` has an effect.
    pub(crate) fn can_weld(&self) -> bool {
        !self.is_numbered() && self.doubled() > 0
    }

    /// True if the JSON doesn't tell what is fixed and how it moves, so that the parameter
    /// `support` does.
    pub(crate) fn needs_support(&self) -> bool {
        self.properties.pinned.is_none() && self.properties.velocities.is_empty()
    }

    /// Parameters of the scene that the JSON sets: key, value, and the name used in the file.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = (&'static str, f64, &'static str)> {
        self.properties.parameters.iter().copied()
    }

    /// True if the file gives masses.
    pub(crate) fn gives_masses(&self) -> bool {
        !self.properties.masses.is_empty()
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

/// The sides of a polygon.
pub(super) fn sides(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(&i, &j)| [i, j])
}
