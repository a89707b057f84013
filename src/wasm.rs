//! The only door to JavaScript.

use crate::{
    Error, Kind, Pair, Parameter, Remedies, Scene, Value, elementary::atan2, integrators::METHODS,
    parameters::check_range, parameters::check_whole, scenes::SCENES, text::plain,
};
use glam::{DMat3, DVec2, DVec3};
use js_sys::{Array, Float64Array, Object, Reflect, Uint8Array, Uint32Array};
use num_complex::Complex64;
use wasm_bindgen::prelude::*;

/// Most steps in one call, so that a mistyped number can't freeze a page.
const STEPS: u32 = 1_000_000;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/**
 * Energies in J. Stored now: kinetic, elastic, gravity, contact. Heat since the start: damping, drag, friction, together
 * `dissipated`. `total` is stored energy and heat: left alone, the exact motion keeps it. `hand` is work done from outside, and
 * `numerical` what remains of the change of `total`: the gain or loss of the method.
 */
export interface Energy {
  kinetic: number; elastic: number; gravity: number; contact: number;
  damping: number; drag: number; friction: number; dissipated: number;
  hand: number; numerical: number; total: number;
}

/**
 * The fastest mode of a mechanical scene now: ω in rad/s, γ in 1/s, the step limit of the chosen method in s. With the present step h,
 * `sum` is h²ω² + 2hγ, of which symplectic Euler takes up to 4.
 */
export interface Spectrum {
  angularFrequency: number; dampingRate: number; stepLimit: number; sum: number; remedies: Remedies;
}

/**
 * Factors of at most 1 on the present stiffness, damping and time step, each the largest that makes the step stable if it alone is
 * changed: 1 where the step is stable already, left out where there is none. ω² is taken as in proportion to the stiffness and γ to the
 * damping, which leaves out contacts and drag.
 */
export interface Remedies { stiffness?: number; damping?: number; timeStepSize?: number }

/**
 * The exact solution now, from the state of the last change from outside, at the simulated time `since` in s: positions in m and
 * velocities in m/s, x y z per particle, as copies.
 */
export interface Exact { since: number; positions: Float64Array; velocities: Float64Array }

/** What one step makes of an oscillation: the factor on it, by its modulus and its angle in rad from 0 to π. */
export interface Amplification { modulus: number; angle: number }

/**
 * Two nodes and a spring: V in J, the forces on node 1 and node 2 in N, K in N/m by rows, the 6 × 6 Jacobian of both forces by
 * rows, eigenvalues of K with unit eigenvectors (the first along the spring), K by finite differences, and whether K is
 * indefinite.
 */
export interface Pair {
  energy: number; force12: number[]; force21: number[]; stiffness: number[]; jacobian: number[];
  eigenvalues: number[]; eigenvectors: number[][]; differences: number[]; indefinite: boolean;
}

/** A time integration method. `order` is 0 for one that does not converge and Infinity for exact steps. */
export interface Method { value: string; label: string; order: number; stages: number; symplectic: boolean }

/** One option of a choice. */
export interface Option { value: string; label: string }

/**
 * A parameter that is a number. At the fraction p of its way a slider stands for min + (max − min) p^curve. If it `restarts`,
 * a change builds the scene anew.
 */
export interface NumberParameter {
  key: string; label: string; effect: string; restarts: boolean; unit: string; whole: boolean;
  default: number; min: number; max: number; step: number; curve: number;
}

/** A parameter that is one of several options. */
export interface ChoiceParameter {
  key: string; label: string; effect: string; restarts: boolean; default: string; options: Option[];
}

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
    let mut fields: Vec<(&str, JsValue)> = vec![
        ("key", parameter.key.into()),
        ("label", parameter.label.into()),
        ("effect", parameter.effect.into()),
        ("restarts", parameter.restarts.into()),
    ];
    match parameter.kind {
        Kind::Number { unit, default, min, max, step, curve } => {
            fields.extend(number_fields(unit, false, [default, min, max, step, curve]));
        }
        Kind::Count { default, min, max } => {
            let [default, min, max] = [default, min, max].map(f64::from);
            fields.extend(number_fields("", true, [default, min, max, 1.0, 1.0]));
        }
        Kind::Choice { default, .. } | Kind::Method { default, .. } => {
            let option = |(value, label): (&str, &str)| record(&[("value", value.into()), ("label", label.into())]);
            let options: Array = parameter.kind.options().map(option).collect();
            fields.extend([("default", default.into()), ("options", options.into())]);
        }
    }
    record(&fields)
}

fn number_fields(unit: &str, whole: bool, numbers: [f64; 5]) -> impl Iterator<Item = (&'static str, JsValue)> {
    let numbers = ["default", "min", "max", "step", "curve"].into_iter().zip(numbers.map(JsValue::from));
    [("unit", unit.into()), ("whole", whole.into())].into_iter().chain(numbers)
}

/// Records of all methods.
#[wasm_bindgen(js_name = methodRecords, unchecked_return_type = "Method[]")]
pub fn method_records() -> Array {
    let order = |order: u32| if order == u32::MAX { f64::INFINITY } else { f64::from(order) };
    METHODS
        .iter()
        .map(|method| {
            record(&[
                ("value", method.id.into()),
                ("label", method.label.into()),
                ("order", order(method.order).into()),
                ("stages", method.stages.into()),
                ("symplectic", method.symplectic.into()),
            ])
        })
        .collect()
}

/// The stability function R(z) of a method at z = x + iy, as [Re R, Im R]; undefined for a method that needs positions and
/// velocities.
#[wasm_bindgen(js_name = stabilityFunction, unchecked_return_type = "Float64Array | undefined")]
pub fn stability_function(
    #[wasm_bindgen(unchecked_param_type = "string")] method: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
    #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
) -> Result<Option<Vec<f64>>, JsError> {
    let id = text(method);
    let Some(method) = METHODS.iter().find(|method| method.id == id) else {
        let known = METHODS.iter().map(|method| method.id).collect();
        return Err(Error::UnknownOption { key: "method".into(), value: id, known }.into());
    };
    let z = Complex64::new(number("x", x)?, number("y", y)?);
    Ok(method.stability_function(z).map(|r| vec![r.re, r.im]))
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
        Ok(self.0.step(whole("number of steps", n, [0, STEPS])?)?)
    }

    /// Takes up to `n` steps on a copy and returns how many it took: for measuring what a step costs.
    pub fn rehearse(&self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<u32, JsError> {
        Ok(self.0.rehearse(whole("number of steps", n, [0, STEPS])?))
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
        view(&self.0.particles().positions)
    }

    /// Velocities in m/s, x y z per particle: a view over the engine's memory, valid until the next call.
    #[wasm_bindgen(getter)]
    pub fn velocities(&self) -> Float64Array {
        view(&self.0.particles().velocities)
    }

    /// The two particles of each spring: a view over the engine's memory, valid until the next call.
    #[wasm_bindgen(getter)]
    pub fn springs(&self) -> Uint32Array {
        self.pairs(|system| &system.springs.endpoints)
    }

    /// The two particles of each link that is kept by projection: a view, valid until the next call.
    #[wasm_bindgen(getter)]
    pub fn links(&self) -> Uint32Array {
        self.pairs(|system| &system.constraints.endpoints)
    }

    fn pairs(&self, of: fn(&crate::System) -> &Vec<[u32; 2]>) -> Uint32Array {
        let pairs = self.0.system().map_or(&[][..], |system| of(system).as_flattened());
        // SAFETY: the caller is told that the view ends with the next call; nothing is allocated in between.
        unsafe { Uint32Array::view(pairs) }
    }

    /// The energy account now, in J. Throws for a flow or a follower, which have none.
    #[wasm_bindgen(getter, unchecked_return_type = "Energy")]
    pub fn energy(&self) -> Result<JsValue, JsError> {
        let energy = self.0.energy()?;
        Ok(numbers(&[
            ("kinetic", energy.kinetic),
            ("elastic", energy.elastic),
            ("gravity", energy.gravity),
            ("contact", energy.contact),
            ("damping", energy.work.damping),
            ("drag", energy.work.drag),
            ("friction", energy.work.friction),
            ("dissipated", energy.work.heat()),
            ("hand", energy.work.hand),
            ("numerical", energy.numerical()),
            ("total", energy.total()),
        ]))
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

    /// Largest violation of a link after the last step in m.
    #[wasm_bindgen(getter)]
    pub fn residual(&self) -> f64 {
        self.0.system().map_or(0.0, |system| system.residual)
    }

    /// Relative stretch of all links together, dimensionless.
    #[wasm_bindgen(getter)]
    pub fn stretch(&self) -> f64 {
        self.0.system().map_or(0.0, |system| system.constraints.stretch(&system.particles.positions))
    }

    /// The exact solution now, from the state after the last change from outside: opening, restart, restore, a parameter set (step
    /// size and method too), a particle moved, held or released, a link cut. Known for a mass on one spring to a fixed particle and
    /// for flows; undefined for all else, while a hand holds a particle, and in the scene `damper` for motion that is not radial and
    /// from when the mass reaches the anchor.
    #[wasm_bindgen(getter, unchecked_return_type = "Exact | undefined")]
    pub fn exact(&self) -> JsValue {
        let Some(crate::Solution { since, particles }) = self.0.exact() else { return JsValue::UNDEFINED };
        let copy = |vectors: &[DVec3]| JsValue::from(Float64Array::from(bytemuck::cast_slice(vectors)));
        record(&[
            ("since", since.into()),
            ("positions", copy(&particles.positions)),
            ("velocities", copy(&particles.velocities)),
        ])
    }

    /// Largest stable time step of the chosen method in s: 0 if every step grows, Infinity if none does.
    #[wasm_bindgen(getter, js_name = stepLimit)]
    pub fn step_limit(&mut self) -> f64 {
        self.0.step_limit()
    }

    /// What one step of the chosen method makes of the oscillation. Without the method's error the modulus would be e^(−γh/2) and the angle
    /// h ω_d, the angular frequency times the step. Where nothing swings, it is the factor on the slower motion. Undefined where the scene
    /// has no oscillator, or one without stiffness.
    #[wasm_bindgen(getter, unchecked_return_type = "Amplification | undefined")]
    pub fn amplification(&self) -> JsValue {
        let Some(factor) = self.0.amplification() else { return JsValue::UNDEFINED };
        numbers(&[("modulus", factor.norm_sqr().sqrt()), ("angle", atan2(factor.im, factor.re))])
    }

    /// The fastest mode of a mechanical scene in its present state, by power iteration.
    #[wasm_bindgen(unchecked_return_type = "Spectrum")]
    pub fn spectrum(&mut self) -> Result<JsValue, JsError> {
        let (method, h) = (self.0.method(), self.0.time_step());
        let spectrum = self.0.spectrum()?;
        let Remedies { stiffness, damping, step } = spectrum.remedies(method, h);
        let remedies = [("stiffness", stiffness), ("damping", damping), ("timeStepSize", step)];
        let remedies: Vec<_> = remedies.into_iter().filter_map(|(key, factor)| Some((key, factor?))).collect();
        Ok(record(&[
            ("angularFrequency", spectrum.angular_frequency().into()),
            ("dampingRate", spectrum.damping_rate().into()),
            ("stepLimit", spectrum.step_limit(method).into()),
            ("sum", spectrum.sum(h).into()),
            ("remedies", numbers(&remedies)),
        ]))
    }

    /// The displacements of that mode, of length 1 in all, x y z per particle: a copy.
    pub fn mode(&mut self) -> Result<Vec<f64>, JsError> {
        Ok(bytemuck::cast_slice(self.0.spectrum()?.mode()).to_vec())
    }

    /// The field of a flow on a grid: x, y, ẋ, ẏ for each of `columns` × `rows` points (at most 1000 each) over the rectangle
    /// from (left, bottom) to (right, top), row by row from the bottom.
    #[allow(clippy::too_many_arguments)] // a rectangle and a grid
    pub fn field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] left: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] bottom: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] right: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] top: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] rows: &JsValue,
    ) -> Result<Vec<f64>, JsError> {
        let low = DVec2::new(number("left", left)?, number("bottom", bottom)?);
        let high = DVec2::new(number("right", right)?, number("top", top)?);
        let grid = [whole("columns", columns, [1, 1000])?, whole("rows", rows, [1, 1000])?];
        Ok(self.0.flow()?.samples([low, high], grid))
    }

    /// The stages of the next step of a tracer, without taking it: the place where the field is evaluated and the slope found there, as
    /// x, y, ẋ, ẏ for each. Undefined if the chosen method is no explicit Runge-Kutta method; throws in scenes without a field.
    #[wasm_bindgen(unchecked_return_type = "Float64Array | undefined")]
    pub fn stages(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] particle: &JsValue,
    ) -> Result<Option<Vec<f64>>, JsError> {
        let particle = self.index(particle)?;
        Ok(self.0.stages(particle)?)
    }

    /// The eight constants c₀ … c₇ of a follower.
    #[wasm_bindgen(getter)]
    pub fn constants(&self) -> Result<Vec<f64>, JsError> {
        let follower = self.0.follower()?;
        Ok(follower.constants(self.0.time_step()).0.to_vec())
    }

    /// Energy, forces and stiffness of the scene's first spring with its two ends, as numbers and matrices.
    #[wasm_bindgen(getter, unchecked_return_type = "Pair")]
    pub fn pair(&self) -> Result<JsValue, JsError> {
        let system = self.0.system()?;
        let Some(([i, j], spring)) = system.springs.iter().next() else {
            return Err(Error::NotInScene { what: "springs", scene: self.0.scene().id }.into());
        };
        let x = &system.particles.positions;
        Ok(pair_record(&Pair { p1: x[i], p2: x[j], spring }))
    }

    /// The whole state as bytes, for `restore`.
    pub fn snapshot(&self) -> Vec<u8> {
        self.0.snapshot()
    }

    /// Goes on where `snapshot` was taken, in the same scene: the same steps give the same bits.
    pub fn restore(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "Uint8Array")] snapshot: &JsValue,
    ) -> Result<(), JsError> {
        let bytes = snapshot.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec).unwrap_or_default();
        Ok(self.0.restore(&bytes)?)
    }

    /// Takes a Wavefront OBJ, with the properties of a JSON file beside it (or ""), and restarts: for the scene `mesh`.
    #[wasm_bindgen(js_name = loadMesh)]
    pub fn load_mesh(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] obj: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] json: &JsValue,
    ) -> Result<(), JsError> {
        Ok(self.0.load_mesh(&text(obj), &text(json))?)
    }

    /// Cuts a link of the scene's constraints, or a spring where it has none. The last one gets its index.
    pub fn cut(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] link: &JsValue) -> Result<(), JsError> {
        Ok(self.0.cut(whole("link", link, [0, u32::MAX])? as usize)?)
    }

    /// Damping ratio ζ = μ / (2 √(k m)); undefined without stiffness, and where the scene is no single oscillator.
    #[wasm_bindgen(getter, js_name = dampingRatio)]
    pub fn damping_ratio(&self) -> Option<f64> {
        self.0.oscillator()?.damping_ratio()
    }

    /// Period 2π/ω of the undamped oscillation in s; undefined without stiffness, and where the scene is no single oscillator.
    #[wasm_bindgen(getter)]
    pub fn period(&self) -> Option<f64> {
        self.0.oscillator()?.period()
    }

    /// Forces of springs, dampers, contacts, gravity and drag on each particle in N, x y z per particle: a copy; empty for a
    /// flow or a follower.
    #[wasm_bindgen(getter)]
    pub fn forces(&self) -> Vec<f64> {
        self.0.system().map_or_else(|_| Vec::new(), |system| bytemuck::cast_slice(&system.forces()).to_vec())
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

    /// Takes a particle in hand and leads it to (x, y, z) in m within `time` in s, 0 if left out: it goes there evenly, whatever
    /// pulls at it, and its neighbours feel its true velocity. Then it rests, until it is led on or released.
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
        let last = u32::try_from(self.0.particles().len() - 1).unwrap_or(u32::MAX);
        Ok(whole("particle", particle, [0, last])? as usize)
    }
}

fn pair_record(pair: &Pair) -> JsValue {
    let (force12, force21) = pair.forces();
    let list = |numbers: &[f64]| JsValue::from(numbers.iter().map(|number| JsValue::from(*number)).collect::<Array>());
    let rows = |matrix: DMat3| list(&matrix.transpose().to_cols_array());
    let blocks = pair.blocks();
    let entry = |row: usize, column: usize| blocks[row / 3][column / 3].col(column % 3)[row % 3];
    let jacobian: Vec<f64> = (0..36).map(|place| entry(place / 6, place % 6)).collect();
    let eigen = pair.eigen();
    record(&[
        ("energy", pair.energy().into()),
        ("force12", list(&force12.to_array())),
        ("force21", list(&force21.to_array())),
        ("stiffness", rows(pair.stiffness())),
        ("jacobian", list(&jacobian)),
        ("eigenvalues", list(&eigen.map(|(value, _)| value))),
        ("eigenvectors", eigen.iter().map(|(_, vector)| list(&vector.to_array())).collect::<Array>().into()),
        ("differences", rows(pair.stiffness_by_differences(1e-5))),
        ("indefinite", pair.is_indefinite().into()),
    ])
}

fn numbers(fields: &[(&str, f64)]) -> JsValue {
    let fields: Vec<(&str, JsValue)> = fields.iter().map(|&(key, number)| (key, number.into())).collect();
    record(&fields)
}

fn view(vectors: &[DVec3]) -> Float64Array {
    // SAFETY: the caller is told that the view ends with the next call; nothing is allocated in between.
    unsafe { Float64Array::view(bytemuck::cast_slice(vectors)) }
}

/// JavaScript would make a number of null, "5" and true; here only a number is one.
fn whole(key: &str, value: &JsValue, [min, max]: [u32; 2]) -> Result<u32, Error> {
    match value.as_f64() {
        Some(number) => check_whole(key, number, [min, max]),
        None => Err(Error::NotWhole { key: key.into(), value: text(value), min: f64::from(min), max: f64::from(max) }),
    }
}

/// A finite number of at most 10⁹ either way.
fn number(key: &str, value: &JsValue) -> Result<f64, Error> {
    let number = value.as_f64().unwrap_or(f64::NAN);
    check_range(key, number, [-1e9, 1e9], "").map(|()| number)
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
