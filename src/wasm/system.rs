//! The parts of a scene, for JavaScript: springs, masses, links, obstacles, a loaded mesh.

use super::{
    bindings::Simulation,
    input::{file, whole},
    memory::{self, Call},
    records::{MeshReport, Obstacle, Own},
};
use crate::System;
use js_sys::{Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Simulation {
    /// The two particles of each spring, as a copy.
    #[wasm_bindgen(getter)]
    pub fn springs(&self) -> Uint32Array {
        self.pairs(|system| &system.springs.endpoints)
    }

    /// Stiffness of each spring in N/m, as a copy.
    #[wasm_bindgen(getter)]
    pub fn stiffnesses(&self) -> Float64Array {
        self.numbers(|system| &system.springs.stiffnesses)
    }

    /// Damping coefficient of each spring in N·s/m, as a copy.
    #[wasm_bindgen(getter)]
    pub fn dampings(&self) -> Float64Array {
        self.numbers(|system| &system.springs.dampings)
    }

    /// Rest length of each spring in m, as a copy.
    #[wasm_bindgen(getter, js_name = restLengths)]
    pub fn rest_lengths(&self) -> Float64Array {
        self.numbers(|system| &system.springs.rest_lengths)
    }

    /// Gives a spring its own stiffness, damping or rest length, which parameters no longer change;
    /// values left out are kept. A restart undoes it.
    #[wasm_bindgen(js_name = setSpring)]
    pub fn set_spring(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] spring: &JsValue,
        own: &Own,
    ) -> Result<(), JsError> {
        memory::check(&self.0, Call::Built)?;
        let last = self.0.system()?.springs.len().saturating_sub(1);
        let index = whole("spring", spring, [0, u32::try_from(last).unwrap_or(u32::MAX)])? as usize;
        Ok(self.0.set_spring(index, own.read()?)?)
    }

    /// Indices of the torn springs in the order in which they tore, as a copy. They exert no force
    /// until a restart.
    #[wasm_bindgen(getter)]
    pub fn torn(&self) -> Uint32Array {
        Uint32Array::from(self.0.system().map_or(&[][..], |system| &system.springs.torn))
    }

    /// Total relative stretch of all links, or of all springs in scenes without links;
    /// dimensionless.
    #[wasm_bindgen(getter)]
    pub fn stretch(&self) -> f64 {
        self.0.system().map_or(0.0, System::stretch)
    }

    /// Mass of each particle in kg, Infinity for fixed particles, as a copy. A held particle has
    /// its own mass.
    #[wasm_bindgen(getter)]
    pub fn masses(&self) -> Result<Vec<f64>, JsError> {
        memory::check(&self.0, Call::Numbers)?;
        Ok(self.0.masses())
    }

    /// Indices of the fixed particles, as a copy. A held particle is included only if it is fixed
    /// without the hand, too.
    #[wasm_bindgen(getter)]
    pub fn fixed(&self) -> Result<Vec<usize>, JsError> {
        memory::check(&self.0, Call::Numbers)?;
        Ok(self.0.fixed().collect())
    }

    /// Force on each particle in N, x y z per particle, as a copy: springs, dampers, drive,
    /// contacts, gravity, drag and wind. Empty for a flow or a follower.
    #[wasm_bindgen(getter)]
    pub fn forces(&self) -> Result<Vec<f64>, JsError> {
        memory::check(&self.0, Call::Numbers)?;
        Ok(self.0.system().map_or_else(|_| Vec::new(), |system| bytemuck::cast_slice(&system.forces()).to_vec()))
    }

    /// Momentum of the free particles in kg·m/s: x, y, z.
    #[wasm_bindgen(getter)]
    pub fn momentum(&self) -> Vec<f64> {
        self.0.particles().momentum().to_array().to_vec()
    }

    /// Angular momentum of the free particles about the origin in kg·m²/s: x, y, z.
    #[wasm_bindgen(getter, js_name = angularMomentum)]
    pub fn angular_momentum(&self) -> Vec<f64> {
        self.0.particles().angular_momentum().to_array().to_vec()
    }

    /// The two particles of each link that is kept by projection, as a copy.
    #[wasm_bindgen(getter)]
    pub fn links(&self) -> Uint32Array {
        self.pairs(|system| &system.constraints.endpoints)
    }

    /// Length of each link in m, as a copy.
    #[wasm_bindgen(getter, js_name = linkLengths)]
    pub fn link_lengths(&self) -> Float64Array {
        self.numbers(|system| &system.constraints.lengths)
    }

    /// The obstacles that particles stay out of.
    #[wasm_bindgen(getter)]
    pub fn obstacles(&self) -> Vec<Obstacle> {
        self.0.system().map_or_else(|_| Vec::new(), |system| system.obstacles.iter().map(Obstacle::of).collect())
    }

    /// Present velocity of the air in m/s, x y z, as a copy; empty for a flow or a follower. It
    /// acts on particles if `airResistance` is not 0.
    #[wasm_bindgen(getter)]
    pub fn air(&self) -> Vec<f64> {
        self.0.system().map_or_else(|_| Vec::new(), |system| system.wind.at(system.time).to_array().to_vec())
    }

    /// Loads a Wavefront OBJ with the properties in an accompanying JSON file, if there is one, and
    /// restarts: for the scene `mesh`. Returns a report on what was changed and passed over.
    ///
    /// The OBJ contains vertices, lines (also as faces with two corners) and faces; the rest is
    /// passed over. The JSON is an object with any of these keys, where vertices are numbered from
    /// 1:
    ///
    /// - `stiffness` or `k` (N/m), `damping` (N·s/m)
    /// - `mass` or `m` (kg): a number, or a list with one for every vertex, as `masses`
    /// - `pinned` or `b`: a list of fixed vertices; an empty one lets the mesh fall
    /// - `springs`: a list of `[1, 2]` or
    ///   `{"ends": [1, 2], "stiffness": 500, "damping": 1, "restLength": 0.9}`, also with `a` and
    ///   `b` for the ends and `k` for the stiffness
    /// - `prestrain`: a spring without its own rest length has a rest length of (1 − prestrain)
    ///   times its initial length
    /// - `velocities` (m/s): a list with `[x, y, z]` for every vertex
    ///
    /// Other keys are passed over. Without `pinned` and `velocities`, the parameter `support` tells
    /// what keeps the mesh in place.
    ///
    /// Every entry of `springs` becomes a spring, also a second one between the same vertices. So
    /// does each segment of a line, unless `springs` joins its ends, and so do the edges of faces
    /// and the diagonals that the scene's parameter selects, unless they are springs already. An
    /// error names the line of the OBJ, or the path of a value in the JSON with list indices from
    /// 0: `springs[3].ends`.
    ///
    /// Vertices at the same place become one particle unless the parameter `weld` is off, and those
    /// without an edge none. With `masses`, `velocities` or `springs` each vertex is a particle.
    #[wasm_bindgen(js_name = loadMesh)]
    pub fn load_mesh(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] obj: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] json: &JsValue,
    ) -> Result<MeshReport, JsError> {
        let json = if json.is_undefined() { String::new() } else { file("JSON", json)? };
        Ok(MeshReport::new(&self.0.load_mesh(&file("OBJ", obj)?, &json)?))
    }

    /// Report on the loaded mesh with the present parameters; undefined if none was loaded.
    #[wasm_bindgen(getter, js_name = meshReport)]
    pub fn mesh_report(&self) -> Option<MeshReport> {
        self.0.mesh_report().as_ref().map(MeshReport::new)
    }

    fn numbers(&self, of: fn(&crate::System) -> &Vec<f64>) -> Float64Array {
        Float64Array::from(self.0.system().map_or(&[][..], |system| of(system)))
    }

    fn pairs(&self, of: fn(&crate::System) -> &Vec<[u32; 2]>) -> Uint32Array {
        Uint32Array::from(self.0.system().map_or(&[][..], |system| of(system).as_flattened()))
    }
}
