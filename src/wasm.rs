//! The only door to JavaScript.

use crate::{
    Error, Kind, Parameter, Scene, Value, error::plain, integrators::METHODS, parameters::check_whole, scenes::SCENES,
};
use glam::DVec3;
use js_sys::{Array, Float64Array, Object, Reflect, Uint32Array};
use wasm_bindgen::prelude::*;

/// Most steps in one call, so that a mistyped number can't freeze a page.
const STEPS: u32 = 1_000_000;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** Energies in J. `total` is the sum of the others: left alone, the exact motion keeps it, and a method's error changes it. */
export interface Energy { kinetic: number; elastic: number; gravity: number; dissipated: number; total: number }

/** One option of a choice. */
export interface Option { value: string; label: string }

/** A parameter that is a number. At the fraction p of its way a slider stands for min + (max − min) p^curve. */
export interface NumberParameter {
  key: string; label: string; effect: string; unit: string;
  default: number; min: number; max: number; step: number; curve: number;
}

/** A parameter that is one of several options. */
export interface ChoiceParameter { key: string; label: string; effect: string; default: string; options: Option[] }

export type Parameter = NumberParameter | ChoiceParameter;

/** A scene and what can be set in it. */
export interface Scene { id: string; title: string; parameters: Parameter[] }
"#;

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// Records of all scenes.
#[wasm_bindgen(js_name = sceneRecords, unchecked_return_type = "Scene[]")]
pub fn scene_records() -> Array {
    SCENES.iter().map(|scene| scene_record(scene)).collect()
}

fn scene_record(scene: &Scene) -> JsValue {
    let parameters: Array = scene.parameters.iter().map(parameter_record).collect();
    record(&[("id", scene.id.into()), ("title", scene.title.into()), ("parameters", parameters.into())])
}

fn parameter_record(parameter: &Parameter) -> JsValue {
    let mut fields: Vec<(&str, JsValue)> =
        vec![("key", parameter.key.into()), ("label", parameter.label.into()), ("effect", parameter.effect.into())];
    match parameter.kind {
        Kind::Number { unit, default, min, max, step, curve } => {
            fields.push(("unit", unit.into()));
            let numbers = [("default", default), ("min", min), ("max", max), ("step", step), ("curve", curve)];
            fields.extend(numbers.map(|(key, number)| (key, number.into())));
        }
        Kind::Method { default } => {
            let option = |id: &str, label: &str| record(&[("value", id.into()), ("label", label.into())]);
            let options: Array = METHODS.iter().map(|method| option(method.id, method.label)).collect();
            fields.extend([("default", default.into()), ("options", options.into())]);
        }
    }
    record(&fields)
}

fn record(fields: &[(&str, JsValue)]) -> JsValue {
    let object = Object::new();
    for (key, value) in fields {
        Reflect::set(&object, &(*key).into(), value).expect("a plain object takes any property");
    }
    object.into()
}

/// A running scene. Made by `createSimulation`; `free()` gives its memory back.
///
/// Every refused input throws an Error with one sentence that names the key, the value and the allowed range, and
/// leaves the state as it was.
#[wasm_bindgen]
pub struct Simulation(crate::Simulation);

#[wasm_bindgen]
impl Simulation {
    /// The scene of this id with its default parameters.
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

    /// The value of a parameter.
    #[wasm_bindgen(unchecked_return_type = "number | string")]
    pub fn get(&self, #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue) -> Result<JsValue, JsError> {
        Ok(match self.0.get(&text(key))? {
            Value::Number(number) => (*number).into(),
            Value::Name(text) | Value::Other(text) => text.into(),
        })
    }

    /// Advances by `n` time steps, 0 to 1 000 000. Throws when the state runs away, and says which limit was broken.
    pub fn step(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<(), JsError> {
        Ok(self.0.step(whole("number of steps", n, STEPS)?)?)
    }

    /// Takes up to `n` steps on a copy and returns how many it took: for measuring what a step costs.
    pub fn rehearse(&self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<u32, JsError> {
        Ok(self.0.rehearse(whole("number of steps", n, STEPS)?))
    }

    /// Back to t = 0 with the parameters as they are.
    pub fn restart(&mut self) {
        self.0.restart();
    }

    /// Simulated time in s.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.0.time()
    }

    /// Positions in m, x y z per particle: a view over the engine's memory, valid until the next call.
    #[wasm_bindgen(getter)]
    pub fn positions(&self) -> Float64Array {
        view(&self.0.system().particles.positions)
    }

    /// Velocities in m/s, x y z per particle: a view over the engine's memory, valid until the next call.
    #[wasm_bindgen(getter)]
    pub fn velocities(&self) -> Float64Array {
        view(&self.0.system().particles.velocities)
    }

    /// The two particles of each spring: a view over the engine's memory, valid until the next call.
    #[wasm_bindgen(getter)]
    pub fn springs(&self) -> Uint32Array {
        // SAFETY: the caller is told that the view ends with the next call; nothing is allocated in between.
        unsafe { Uint32Array::view(self.0.system().springs.endpoints.as_flattened()) }
    }

    /// The energy account now, in J.
    #[wasm_bindgen(getter, unchecked_return_type = "Energy")]
    pub fn energy(&self) -> JsValue {
        let energy = self.0.energy();
        record(&[
            ("kinetic", energy.kinetic.into()),
            ("elastic", energy.elastic.into()),
            ("gravity", energy.gravity.into()),
            ("dissipated", energy.dissipated.into()),
            ("total", energy.total().into()),
        ])
    }

    /// Largest stable time step of the chosen method in s: 0 if every step grows, Infinity if none does.
    #[wasm_bindgen(getter, js_name = stepLimit)]
    pub fn step_limit(&self) -> f64 {
        self.0.step_limit()
    }

    /// Damping ratio ζ = μ / (2 √(k m)); undefined without stiffness.
    #[wasm_bindgen(getter, js_name = dampingRatio)]
    pub fn damping_ratio(&self) -> Option<f64> {
        self.0.oscillator().damping_ratio()
    }

    /// Period 2π/ω of the undamped oscillation in s; undefined without stiffness.
    #[wasm_bindgen(getter)]
    pub fn period(&self) -> Option<f64> {
        self.0.oscillator().period()
    }

    /// Forces f + f^D of the springs and gravity on each particle in N, x y z per particle: a copy.
    #[wasm_bindgen(getter)]
    pub fn forces(&self) -> Vec<f64> {
        bytemuck::cast_slice(&self.0.system().forces()).to_vec()
    }

    /// Puts a particle at (x, y, z) in m. Its velocity stays.
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

    /// Gives a particle the velocity (x, y, z) in m/s.
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

    /// Holds a particle at (x, y, z) in m, at rest, until it is held elsewhere or released.
    pub fn hold(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] particle: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: &JsValue,
    ) -> Result<(), JsError> {
        let particle = self.index(particle)?;
        Ok(self.0.hold(particle, vector([x, y, z]))?)
    }

    /// Lets go of the held particle with the velocity (x, y, z) in m/s.
    pub fn release(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] z: &JsValue,
    ) -> Result<(), JsError> {
        Ok(self.0.release(vector([x, y, z]))?)
    }

    fn index(&self, particle: &JsValue) -> Result<usize, Error> {
        let last = u32::try_from(self.0.system().particles.len() - 1).unwrap_or(u32::MAX);
        Ok(whole("particle", particle, last)? as usize)
    }
}

fn view(vectors: &[DVec3]) -> Float64Array {
    // SAFETY: the caller is told that the view ends with the next call; nothing is allocated in between.
    unsafe { Float64Array::view(bytemuck::cast_slice(vectors)) }
}

/// JavaScript would make a number of null, "5" and true; here only a number is one.
fn whole(key: &'static str, value: &JsValue, max: u32) -> Result<u32, Error> {
    match value.as_f64() {
        Some(number) => check_whole(key, number, max),
        None => Err(Error::NotWhole { key, value: text(value), max: f64::from(max) }),
    }
}

/// What is no number becomes NaN, which every range refuses.
fn vector(coordinates: [&JsValue; 3]) -> DVec3 {
    DVec3::from_array(coordinates.map(|value| value.as_f64().unwrap_or(f64::NAN)))
}

/// A name as it is; anything else described as a sentence would.
fn text(value: &JsValue) -> String {
    if let Some(text) = value.as_string() {
        text
    } else if let Some(number) = value.as_f64() {
        plain(number)
    } else if value.is_null() {
        "null".to_string()
    } else {
        value.js_typeof().as_string().unwrap_or_default()
    }
}
