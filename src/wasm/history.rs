//! States of a simulation that JavaScript keeps, and steps back in time.

use super::{
    bindings::Simulation,
    input::vectors,
    memory::{self, Call},
};
use js_sys::{Float64Array, Uint8Array};
use wasm_bindgen::prelude::*;

/// A checkpoint of a running scene in memory.
#[wasm_bindgen]
pub struct Moment(crate::Checkpoint);

#[wasm_bindgen]
impl Moment {
    /// Memory in bytes that this moment needs in addition to earlier ones, to within a few hundred
    /// bytes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Takes a checkpoint of the present state, for `goTo`: faster than a snapshot, but only usable
    /// on this page. `free()` releases its memory.
    pub fn moment(&mut self) -> Result<Moment, JsError> {
        memory::check(&self.0, Call::Moment)?;
        Ok(Moment(self.0.moment()))
    }

    /// Returns to a moment of the same scene, earlier or later: the same steps give the same bits.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, moment: &Moment) -> Result<(), JsError> {
        memory::check(&self.0, Call::Built)?;
        Ok(self.0.go_to(&moment.0)?)
    }

    /// The data that steps and hands change, as bytes, for `setState`: a snapshot without
    /// parameters, springs and links.
    pub fn state(&self) -> Result<Vec<u8>, JsError> {
        memory::check(&self.0, Call::State)?;
        Ok(self.0.state())
    }

    /// Continues from the `state` of a simulation with the same scene, parameters, springs and
    /// links: the same steps give the same bits. With two lists, sets the positions (m) and
    /// velocities (m/s) of all particles at once, x y z for each, as `setPosition` and
    /// `setVelocity` do for one. A fixed or held particle keeps its velocity; 0 or this velocity
    /// must be given for it.
    #[wasm_bindgen(js_name = setState)]
    pub fn set_state(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array | ArrayLike<number>")] state: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "ArrayLike<number>")] velocities: &JsValue,
    ) -> Result<(), JsError> {
        memory::check(&self.0, Call::State)?;
        if velocities.is_undefined() {
            return Ok(self.0.set_state(&Uint8Array::new(state).to_vec())?);
        }
        let count = self.0.particles().len();
        let list = |key, list: &JsValue| vectors(key, &Float64Array::new(list).to_vec(), count);
        Ok(self.0.set_motion(&list("positions", state)?, &list("velocities", velocities)?)?)
    }

    /// Number of changes of parameters, springs or links. While it is the same, `setState` accepts
    /// the state of a copy.
    #[wasm_bindgen(getter)]
    pub fn changes(&self) -> u32 {
        self.0.changes()
    }

    /// Reverses time: from now on steps have −Δt, or Δt again, and `time` runs the other way, until
    /// a restart. A method that is its own adjoint (`symmetric` in its record) returns to its start
    /// except for rounding: without damping both forms of Verlet, leapfrog and RATTLE, with or
    /// without it implicit midpoint and exact steps. Other methods don't return.
    pub fn reverse(&mut self) {
        self.0.reverse();
    }

    /// True if steps go back in time.
    #[wasm_bindgen(getter)]
    pub fn backwards(&self) -> bool {
        self.0.backwards()
    }

    /// The whole simulation as bytes, for `restore`.
    pub fn snapshot(&self) -> Result<Vec<u8>, JsError> {
        memory::check(&self.0, Call::Snapshot)?;
        Ok(self.0.snapshot())
    }

    /// Continues from a `snapshot` of the same scene: the same steps give the same bits.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsError> {
        Ok(self.0.restore(snapshot)?)
    }
}
