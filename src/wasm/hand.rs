//! Changes from outside: particles that are held, moved and thrown, links that are cut.

use super::{
    bindings::Simulation,
    input::{number, vector, whole},
    memory::{self, Call},
};
use crate::System;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Simulation {
    /// Holds a particle and moves it to (x, y, z) in m within `time` (s, default 0), at a constant
    /// velocity and whatever forces act on it; the dampers of its springs feel this velocity. Then
    /// it rests until it is moved on or released. For a point inside an obstacle the nearest point
    /// of its surface is used.
    pub fn hold(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] particle: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "number")] time: &JsValue,
    ) -> Result<(), JsError> {
        let particle = self.index(particle)?;
        let time = if time.is_undefined() { 0.0 } else { number("time", time)? };
        Ok(self.0.hold(particle, vector([x, y, z]), time)?)
    }

    /// Releases the held particle with the velocity (x, y, z) in m/s.
    pub fn release(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: &JsValue,
    ) -> Result<(), JsError> {
        Ok(self.0.release(vector([x, y, z]))?)
    }

    /// Moves a particle to (x, y, z) in m, at once. Its velocity is kept.
    #[wasm_bindgen(js_name = setPosition)]
    pub fn set_position(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] particle: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: &JsValue,
    ) -> Result<(), JsError> {
        let particle = self.index(particle)?;
        Ok(self.0.set_position(particle, vector([x, y, z]))?)
    }

    /// Sets the velocity of a particle to (x, y, z) in m/s.
    #[wasm_bindgen(js_name = setVelocity)]
    pub fn set_velocity(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] particle: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: &JsValue,
    ) -> Result<(), JsError> {
        let particle = self.index(particle)?;
        Ok(self.0.set_velocity(particle, vector([x, y, z]))?)
    }

    /// Removes a link of the scene's constraints, or a spring if it has none. The last link takes
    /// its index.
    pub fn cut(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] link: &JsValue) -> Result<(), JsError> {
        memory::check(&self.0, Call::Built)?;
        let links = self.0.system().map_or(0, System::links);
        let last = u32::try_from(links.saturating_sub(1)).unwrap_or(u32::MAX);
        Ok(self.0.cut(whole("link", link, [0, last])? as usize)?)
    }
}
