//! The class `Simulation` of JavaScript.

use super::{
    input::{text, whole},
    memory::{self, Call},
    records::Energy,
};
use crate::{Error, Value};
use glam::DVec3;
use js_sys::Float64Array;
use wasm_bindgen::prelude::*;

/// Most steps per call, so that a mistyped number doesn't freeze the page.
pub const STEPS: u32 = 1_000_000;

/// A running scene, made by `createSimulation`. `free()` releases its memory.
///
/// An invalid input throws an Error with one sentence that names the key, the value and the allowed
/// range, and leaves the state unchanged.
#[wasm_bindgen]
pub struct Simulation(pub(super) crate::Simulation);

#[wasm_bindgen]
impl Simulation {
    /// Opens a scene with its default parameters.
    pub fn open(#[wasm_bindgen(unchecked_param_type = "string")] scene: &JsValue) -> Result<Simulation, JsError> {
        Ok(Self(crate::Simulation::new(&text(scene))?))
    }

    /// Sets a parameter, from the next step on.
    pub fn set(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number | string")] value: &JsValue,
    ) -> Result<(), JsError> {
        let value = match (value.as_f64(), value.as_string()) {
            (Some(number), _) => Value::Number(number),
            (None, Some(name)) => Value::Name(name),
            (None, None) => Value::Other(text(value)),
        };
        Ok(self.0.set(&text(key), value)?)
    }

    /// Returns the value of a parameter.
    #[wasm_bindgen(unchecked_return_type = "number | string")]
    pub fn get(&self, #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue) -> Result<JsValue, JsError> {
        Ok(match self.0.get(&text(key))? {
            Value::Number(number) => (*number).into(),
            Value::Name(text) | Value::Other(text) => text.into(),
        })
    }

    /// Advances by `n` time steps, 0 to 1 000 000. Throws if the run explodes, and says which limit
    /// was exceeded.
    pub fn step(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<(), JsError> {
        memory::check_step(&self.0)?;
        Ok(self.0.step(whole("number of steps", n, [0, STEPS])?)?)
    }

    /// Returns to t = 0 with the present parameters.
    pub fn restart(&mut self) -> Result<(), JsError> {
        memory::check(&self.0, Call::Built)?;
        self.0.restart();
        Ok(())
    }

    /// Simulated time in s.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.0.time()
    }

    /// Positions in m, x y z per particle: a view of the engine's memory, valid until the next
    /// call. Values written to it move the particles, but energy account, history and exact
    /// solution don't record that. Coordinates out of range end the run at the next step.
    #[wasm_bindgen(getter)]
    pub fn positions(&self) -> Float64Array {
        view(&self.0.particles().positions)
    }

    /// Velocities in m/s, x y z per particle: a view of the engine's memory, with the same rules as
    /// `positions`.
    #[wasm_bindgen(getter)]
    pub fn velocities(&self) -> Float64Array {
        view(&self.0.particles().velocities)
    }

    /// The present energy account in J. Throws for a flow or a follower, which have none.
    #[wasm_bindgen(getter)]
    pub fn energy(&self) -> Result<Energy, JsError> {
        Ok(Energy::new(&self.0.energy()?))
    }

    pub(super) fn index(&self, particle: &JsValue) -> Result<usize, Error> {
        let last = u32::try_from(self.0.particles().len() - 1).unwrap_or(u32::MAX);
        Ok(whole("particle", particle, [0, last])? as usize)
    }
}

/// Checks that there is memory of `bytes` to copy an argument from JavaScript; throws if not.
#[wasm_bindgen(js_name = askMemory)]
pub fn ask_memory(bytes: usize) -> Result<(), JsError> {
    Ok(memory::check_bytes(bytes)?)
}

fn view(vectors: &[DVec3]) -> Float64Array {
    // SAFETY: nothing is allocated while the view is made, any bits that the page writes are a
    // valid number, and engine.js detaches all views at calls that may free this memory.
    unsafe { Float64Array::view(bytemuck::cast_slice(vectors)) }
}
