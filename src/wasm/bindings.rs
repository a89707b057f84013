//! The class `Simulation` of JavaScript.

use super::{
    input::{file, finite, number, own_law, text, vector, vectors, whole},
    records,
};
use crate::{
    Error, Iteration, Pair, System, Value,
    scenes::parameters::check_whole,
    simulation::{BUILT, check_bytes},
};
use glam::{DVec2, DVec3};
use js_sys::{Array, Float64Array, Uint8Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// Memory in bytes per particle that `step` takes: positions before the step, and arrays by
/// coordinate in which it computes.
const POSITIONS: usize = 200;

/// Memory in bytes per particle of a moment.
const MOMENT: usize = 400;

/// Memory in bytes per particle of a snapshot, which doubles as it grows.
const SNAPSHOT: usize = 600;

/// Memory in bytes per particle of a state.
const STATE: usize = 200;

/// Memory in bytes per particle of a list that is returned.
const NUMBERS: usize = 300;

/// Memory in bytes per particle to search for modes.
const MODES: usize = 2000;

/// Memory in bytes per particle of matrices as triples.
const MATRICES: usize = 4000;

/// Memory in bytes per particle of the runs that measure an order.
const RUNS: usize = 5000;

/// Particles above which `step` checks for memory. Fewer always have enough, and the check costs as
/// much as a step of a small scene.
const MANY: usize = 10_000;

/// Most steps per call, so that a mistyped number doesn't freeze the page.
const STEPS: u32 = 1_000_000;

/// A running scene, made by `createSimulation`. `free()` releases its memory.
///
/// An invalid input throws an Error with one sentence that names the key, the value and the allowed
/// range, and leaves the state unchanged.
#[wasm_bindgen]
pub struct Simulation(pub(super) crate::Simulation);

/// A checkpoint of a running scene in memory.
#[wasm_bindgen]
pub struct Moment(crate::Moment);

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

    /// Reason why a parameter has no effect with the present values of the others: the motion is
    /// the same, to the bit, for every value of it. Undefined if it has an effect. It can be set in
    /// either case.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    pub fn idle(&self, #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue) -> Result<JsValue, JsError> {
        Ok(self.0.idle(&text(key))?.into())
    }

    /// Advances by `n` time steps, 0 to 1 000 000. Throws if the run explodes, and says which limit
    /// was exceeded.
    pub fn step(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<(), JsError> {
        if self.0.particles().len() > MANY {
            self.0.check_memory_to_step(POSITIONS)?;
        }
        Ok(self.0.step(whole("number of steps", n, [0, STEPS])?)?)
    }

    /// Cause of an explosion with the present step, as the end of a sentence: the step, its limit
    /// and the growth per step, for the scene at its start. With more than 300 particles it may
    /// take seconds, and the error of `step` does not contain it.
    pub fn reason(&self) -> Result<String, JsError> {
        self.0.check_memory(MODES)?;
        Ok(self.0.reason())
    }

    /// Takes up to `n` steps on a copy and returns how many it took. This measures the cost of a
    /// step without changing the state.
    pub fn rehearse(&self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<u32, JsError> {
        self.0.check_memory(BUILT)?;
        Ok(self.0.rehearse(whole("number of steps", n, [0, STEPS])?))
    }

    /// Observed order: runs copies of the state over `time` (s) in `steps`, 2, 4 and 8 times
    /// `steps` steps, and returns their errors and the power of the step with which these shrink.
    /// Method and parameters are the present ones; the present step size has no effect, and a held
    /// particle stays in place. `time` is 0.000001 to 1000 s, `steps` 1 to 10 000.
    #[wasm_bindgen(unchecked_return_type = "Convergence")]
    pub fn convergence(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] time: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] steps: &JsValue,
    ) -> Result<JsValue, JsError> {
        self.0.check_memory(RUNS)?;
        let steps = whole("number of steps", steps, [1, 10_000])?;
        let time = time.as_f64().unwrap_or(f64::NAN);
        Ok(records::convergence(&self.0.convergence(time, steps)?))
    }

    /// Returns to t = 0 with the present parameters.
    pub fn restart(&mut self) -> Result<(), JsError> {
        self.0.check_memory(BUILT)?;
        self.0.restart();
        Ok(())
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

    /// Indices of the torn springs in the order in which they tore, as a copy. They exert no force
    /// until a restart.
    #[wasm_bindgen(getter)]
    pub fn torn(&self) -> Uint32Array {
        Uint32Array::from(self.0.system().map_or(&[][..], |system| &system.springs.torn))
    }

    fn numbers(&self, of: fn(&crate::System) -> &Vec<f64>) -> Float64Array {
        Float64Array::from(self.0.system().map_or(&[][..], |system| of(system)))
    }

    /// Mass of each particle in kg, Infinity for fixed particles, as a copy. A held particle has
    /// its own mass.
    #[wasm_bindgen(getter)]
    pub fn masses(&self) -> Result<Vec<f64>, JsError> {
        self.0.check_memory(NUMBERS)?;
        Ok(self.0.masses())
    }

    /// Indices of the fixed particles, as a copy. A held particle is included only if it is fixed
    /// without the hand, too.
    #[wasm_bindgen(getter)]
    pub fn fixed(&self) -> Result<Vec<usize>, JsError> {
        self.0.check_memory(NUMBERS)?;
        Ok(self.0.fixed().collect())
    }

    /// Gives a spring its own stiffness, damping or rest length, which parameters no longer change;
    /// values left out are kept. A restart undoes it.
    #[wasm_bindgen(js_name = setSpring)]
    pub fn set_spring(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] spring: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Own")] own: &JsValue,
    ) -> Result<(), JsError> {
        self.0.check_memory(BUILT)?;
        let last = self.0.system()?.springs.len().saturating_sub(1);
        let index = whole("spring", spring, [0, u32::try_from(last).unwrap_or(u32::MAX)])? as usize;
        Ok(self.0.set_spring(index, own_law(own)?)?)
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

    fn pairs(&self, of: fn(&crate::System) -> &Vec<[u32; 2]>) -> Uint32Array {
        Uint32Array::from(self.0.system().map_or(&[][..], |system| of(system).as_flattened()))
    }

    /// The present energy account in J. Throws for a flow or a follower, which have none.
    #[wasm_bindgen(getter, unchecked_return_type = "Energy")]
    pub fn energy(&self) -> Result<JsValue, JsError> {
        Ok(records::energy(&self.0.energy()?))
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

    /// Total relative stretch of all links, or of all springs in scenes without links;
    /// dimensionless.
    #[wasm_bindgen(getter)]
    pub fn stretch(&self) -> f64 {
        self.0.system().map_or(0.0, System::stretch)
    }

    /// The obstacles that particles stay out of.
    #[wasm_bindgen(getter, unchecked_return_type = "Obstacle[]")]
    pub fn obstacles(&self) -> Array {
        self.0.system().map_or_else(|_| Array::new(), |system| system.obstacles.iter().map(records::obstacle).collect())
    }

    /// Statistics of each linear system that an implicit method solved in the last step, in turn; a
    /// single one if the equations are linearised. Empty before the first step, undefined for other
    /// methods.
    #[wasm_bindgen(getter, unchecked_return_type = "Iteration[] | undefined")]
    pub fn solver(&self) -> JsValue {
        let list = |iterations: &[Iteration]| iterations.iter().map(records::iteration).collect::<Array>().into();
        self.0.solver().map_or(JsValue::UNDEFINED, list)
    }

    /// Lengths in s of the method's own steps within the last time step, negative if time ran
    /// backwards, as a copy. Empty before the first step, undefined for methods that choose none.
    #[wasm_bindgen(getter, js_name = acceptedSteps)]
    pub fn accepted_steps(&self) -> Option<Vec<f64>> {
        self.0.accepted_steps().map(<[f64]>::to_vec)
    }

    /// Number of own steps within the last time step whose error exceeded the tolerance; undefined
    /// for methods that choose none.
    #[wasm_bindgen(getter, js_name = rejectedSteps)]
    pub fn rejected_steps(&self) -> Option<u32> {
        self.0.rejected_steps()
    }

    /// The exact solution at the present time, from the state after the last external change:
    /// opening, restart, restore, a parameter set (step size and method too), a particle moved,
    /// held or released, a link cut. It is known for flows, and for a mass on one spring to a fixed
    /// particle, driven or not. Undefined otherwise, while a hand holds a particle, and in the
    /// scene `damper` for motion that is not radial and after the mass has reached the anchor.
    #[wasm_bindgen(getter, unchecked_return_type = "Exact | undefined")]
    pub fn exact(&self) -> JsValue {
        self.0.exact().as_ref().map_or(JsValue::UNDEFINED, records::exact)
    }

    /// Number of equal substeps in which the method takes a time step: the value of the parameter
    /// `substeps`, or if that is automatic, the number that the step limit requires, up to 1000. 1
    /// in scenes without this parameter, and for methods that choose their own steps.
    #[wasm_bindgen(getter)]
    pub fn substeps(&self) -> u32 {
        self.0.substeps()
    }

    /// Length of a substep in s: the step that the method takes.
    #[wasm_bindgen(getter)]
    pub fn substep(&self) -> f64 {
        self.0.substep()
    }

    /// Number of substeps of the present time step that keep the method's step limit in every
    /// state, for any value of `substeps`. Undefined if more than 1000 would be needed, or if no
    /// number does.
    #[wasm_bindgen(getter, js_name = enoughSubsteps)]
    pub fn enough_substeps(&self) -> Option<u32> {
        self.0.enough_substeps()
    }

    /// Reason why the exact motion itself grows without end, as a clause: a field that grows, or
    /// damping while time runs backwards. No step of any method is then stable. Undefined if it
    /// does not grow.
    #[wasm_bindgen(getter, js_name = growthSource)]
    pub fn growth_source(&self) -> Option<String> {
        self.0.growth_source().map(String::from)
    }

    /// Largest stable step of the chosen method in s, for its `substep`: the longest one up to
    /// which no motion grows. 0 if every step grows, also with a `growthSource`, Infinity if none
    /// does.
    #[wasm_bindgen(getter, js_name = stepLimit)]
    pub fn step_limit(&mut self) -> Result<f64, JsError> {
        self.0.check_memory(MODES)?;
        Ok(self.0.step_limit())
    }

    /// Least and largest value of a number parameter for which the present time step is stable in
    /// the present state, while all other parameters are kept, as a copy. Both are NaN if no value
    /// is stable; undefined for parameters that the step limit does not depend on, and for those
    /// whose range is not known. The relative precision is 1e-12 for single oscillators and fields.
    /// For methods with `dampers`, an end within the allowed range is where h²ω² + c hγ of the
    /// fastest mode is 4, to about seven digits. With Runge-Kutta methods on many particles it is a
    /// bound: all values in the range are stable, and others may be.
    #[wasm_bindgen(js_name = stableRange)]
    pub fn stable_range(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue,
    ) -> Result<Option<Vec<f64>>, JsError> {
        self.0.check_memory(MODES)?;
        Ok(self.0.stable_range(&text(key))?.map(Vec::from))
    }

    /// Complex factor by which one step of the chosen method, a `substep`, multiplies the
    /// oscillation. Without the method's error it would have the modulus e^(−γh/2) and the angle
    /// h ω_d, the angular frequency times the step. For overdamped motion it is the factor of the
    /// slower exponential. Undefined if the scene has no oscillator, or one without stiffness, for
    /// a method that chooses its own steps, and for one that solves no differential equation.
    #[wasm_bindgen(getter, unchecked_return_type = "Amplification | undefined")]
    pub fn amplification(&self) -> JsValue {
        self.0.amplification().map_or(JsValue::UNDEFINED, records::amplification)
    }

    /// The drive at the present time: its phase θ in rad, its amplitude and its value, a force in N
    /// or the displacement of an anchor in m. Undefined without a drive.
    #[wasm_bindgen(getter, unchecked_return_type = "Drive | undefined")]
    pub fn drive(&self) -> JsValue {
        self.0.excitation().map_or(JsValue::UNDEFINED, |drive| records::drive(drive, self.0.time()))
    }

    /// Exact steady oscillation of the mass under a cosine drive of the present amplitude and of
    /// this angular frequency in rad/s. Undefined without a drive.
    #[wasm_bindgen(unchecked_return_type = "Response | undefined")]
    pub fn response(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = angularFrequency)] angular_frequency: &JsValue,
    ) -> Result<JsValue, JsError> {
        let angular_frequency = number("angularFrequency", angular_frequency)?;
        Ok(self.0.response(angular_frequency).map_or(JsValue::UNDEFINED, records::response))
    }

    /// Resonance of the mass under the drive. Undefined without a drive.
    #[wasm_bindgen(getter, unchecked_return_type = "Resonance | undefined")]
    pub fn resonance(&self) -> JsValue {
        let quality = self.0.oscillator().map_or(0.0, |oscillator| oscillator.quality_factor());
        self.0.resonance().map_or(JsValue::UNDEFINED, |resonance| records::resonance(resonance, quality))
    }

    /// Position of the mass in the steady oscillation, in m: the exact solution without its
    /// transient. Undefined without a cosine drive, and at resonance without damping.
    #[wasm_bindgen(getter)]
    pub fn steady(&self) -> Option<f64> {
        self.0.steady()
    }

    /// Fits an oscillation at the frequency of the drive to samples of a motion, `values` in m at
    /// `times` in s, by least squares. The drive must not have changed since the first sample.
    /// Undefined without a drive, or if the samples are at fewer than three phases of the drive.
    #[wasm_bindgen(unchecked_return_type = "Measured | undefined")]
    pub fn measure(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] times: &[f64],
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] values: &[f64],
    ) -> Result<JsValue, JsError> {
        finite("times", times)?;
        finite("values", values)?;
        let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
        check_whole("number of values", values.len() as f64, [count, count])?;
        Ok(self.0.measure(times, values).map_or(JsValue::UNDEFINED, records::measured))
    }

    /// The fastest modes of a mechanical scene in its present state, and the step limit that they
    /// impose on the chosen method.
    #[wasm_bindgen(unchecked_return_type = "Spectrum")]
    pub fn spectrum(&mut self) -> Result<JsValue, JsError> {
        self.0.check_memory(MODES)?;
        let kept = self.0.keeps_limit();
        Ok(records::spectrum(self.0.spectrum()?, kept))
    }

    /// All undamped modes of a mechanical scene at rest at its present positions, the slowest
    /// first; for at most 300 free particles.
    #[wasm_bindgen(unchecked_return_type = "Mode[]")]
    pub fn modes(&self) -> Result<Array, JsError> {
        Ok(self.0.modes()?.iter().map(records::mode).collect())
    }

    /// The stiffness matrix −∂f/∂x, the mass matrix and the damping matrix −∂f/∂v of a mechanical
    /// scene in its present state, as triples for the free particles; symmetric at rest.
    #[wasm_bindgen(unchecked_return_type = "Matrices")]
    pub fn matrices(&self) -> Result<JsValue, JsError> {
        self.0.check_memory(MATRICES)?;
        Ok(records::matrices(&self.0.matrices()?))
    }

    /// Displacements of the mode that limits the method's step, x y z per particle, normalised to
    /// total length 1, as a copy.
    pub fn mode(&mut self) -> Result<Vec<f64>, JsError> {
        self.0.check_memory(MODES)?;
        Ok(bytemuck::cast_slice(self.0.spectrum()?.mode()).to_vec())
    }

    /// The field of a flow on a grid: x, y, ẋ, ẏ for each of `columns` × `rows` points (at most
    /// 1000 each) of the rectangle from (left, bottom) to (right, top), row by row from the bottom.
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

    /// Stages of the next step of a tracer, without taking it: x, y, ẋ, ẏ for each, the point where
    /// the field is evaluated and the slope there. Undefined if the chosen method is no explicit
    /// Runge-Kutta method; throws in scenes without a field.
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

    /// Energy, forces and stiffness of the scene's first spring and its two ends.
    #[wasm_bindgen(getter, unchecked_return_type = "Pair")]
    pub fn pair(&self) -> Result<JsValue, JsError> {
        let system = self.0.system()?;
        let Some(([i, j], spring)) = system.springs.iter().next() else {
            return Err(Error::NotInScene { what: "springs", scene: self.0.scene().id }.into());
        };
        let x = &system.particles.positions;
        Ok(records::pair(&Pair { p1: x[i], p2: x[j], spring }))
    }

    /// The whole simulation as bytes, for `restore`.
    pub fn snapshot(&self) -> Result<Vec<u8>, JsError> {
        self.0.check_memory(SNAPSHOT)?;
        Ok(self.0.snapshot())
    }

    /// Continues from a `snapshot` of the same scene: the same steps give the same bits.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsError> {
        Ok(self.0.restore(snapshot)?)
    }

    /// The data that steps and hands change, as bytes, for `setState`: a snapshot without
    /// parameters, springs and links.
    pub fn state(&self) -> Result<Vec<u8>, JsError> {
        self.0.check_memory(STATE)?;
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
        self.0.check_memory(STATE)?;
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

    /// Takes a checkpoint of the present state, for `goTo`: faster than a snapshot, but only usable
    /// on this page. `free()` releases its memory.
    pub fn moment(&mut self) -> Result<Moment, JsError> {
        self.0.check_memory(MOMENT)?;
        Ok(Moment(self.0.moment()))
    }

    /// Returns to a moment of the same scene, earlier or later: the same steps give the same bits.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, moment: &Moment) -> Result<(), JsError> {
        self.0.check_memory(BUILT)?;
        Ok(self.0.go_to(&moment.0)?)
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
    #[wasm_bindgen(js_name = loadMesh, unchecked_return_type = "MeshReport")]
    pub fn load_mesh(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] obj: &JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] json: &JsValue,
    ) -> Result<JsValue, JsError> {
        let json = if json.is_undefined() { String::new() } else { file("JSON", json)? };
        Ok(records::mesh_report(&self.0.load_mesh(&file("OBJ", obj)?, &json)?))
    }

    /// Report on the loaded mesh with the present parameters; undefined if none was loaded.
    #[wasm_bindgen(getter, js_name = meshReport, unchecked_return_type = "MeshReport | undefined")]
    pub fn mesh_report(&self) -> JsValue {
        self.0.mesh_report().map_or(JsValue::UNDEFINED, |report| records::mesh_report(&report))
    }

    /// Removes a link of the scene's constraints, or a spring if it has none. The last link takes
    /// its index.
    pub fn cut(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] link: &JsValue) -> Result<(), JsError> {
        self.0.check_memory(BUILT)?;
        let links = self.0.system().map_or(0, System::links);
        let last = u32::try_from(links.saturating_sub(1)).unwrap_or(u32::MAX);
        Ok(self.0.cut(whole("link", link, [0, last])? as usize)?)
    }

    /// Damping ratio ζ = μ/(2 √(k m)); undefined without stiffness, and for scenes that are no
    /// single oscillator.
    #[wasm_bindgen(getter, js_name = dampingRatio)]
    pub fn damping_ratio(&self) -> Option<f64> {
        self.0.oscillator()?.damping_ratio()
    }

    /// Period 2π/ω of the undamped oscillation in s; undefined without stiffness, and for scenes
    /// that are no single oscillator.
    #[wasm_bindgen(getter)]
    pub fn period(&self) -> Option<f64> {
        self.0.oscillator()?.period()
    }

    /// Force on each particle in N, x y z per particle, as a copy: springs, dampers, drive,
    /// contacts, gravity, drag and wind. Empty for a flow or a follower.
    #[wasm_bindgen(getter)]
    pub fn forces(&self) -> Result<Vec<f64>, JsError> {
        self.0.check_memory(NUMBERS)?;
        Ok(self.0.system().map_or_else(|_| Vec::new(), |system| bytemuck::cast_slice(&system.forces()).to_vec()))
    }

    /// Present velocity of the air in m/s, x y z, as a copy; empty for a flow or a follower. It
    /// acts on particles if `airResistance` is not 0.
    #[wasm_bindgen(getter)]
    pub fn air(&self) -> Vec<f64> {
        self.0.system().map_or_else(|_| Vec::new(), |system| system.wind.at(system.time).to_array().to_vec())
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

    fn index(&self, particle: &JsValue) -> Result<usize, Error> {
        let last = u32::try_from(self.0.particles().len() - 1).unwrap_or(u32::MAX);
        Ok(whole("particle", particle, [0, last])? as usize)
    }
}

/// Checks that there is memory of `bytes` to copy an argument from JavaScript; throws if not.
#[wasm_bindgen(js_name = askMemory)]
pub fn ask_memory(bytes: usize) -> Result<(), JsError> {
    Ok(check_bytes(bytes)?)
}

fn view(vectors: &[DVec3]) -> Float64Array {
    // SAFETY: nothing is allocated while the view is made, any bits that the page writes are a
    // valid number, and engine.js detaches all views at calls that may free this memory.
    unsafe { Float64Array::view(bytemuck::cast_slice(vectors)) }
}
