//! A running scene, as JavaScript sees it.

use super::{
    input::{finite, number, own_law, text, vector, whole},
    records,
};
use crate::{
    Error, Iteration, Pair, System, Value,
    parameters::check_whole,
    simulation::{BUILT, check_bytes},
};
use glam::{DVec2, DVec3};
use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::prelude::*;

/// What calls may take beside the simulation, in bytes a particle: places of the step before and columns for the next, moments, snapshots that double as
/// they grow, states, numbers that go out, modes, matrices as triples, and the runs of which an order is taken.
const PLACES: usize = 200;
const MOMENT: usize = 400;
const SNAPSHOT: usize = 600;
const STATE: usize = 200;
const NUMBERS: usize = 300;
const MODES: usize = 2000;
const MATRICES: usize = 4000;
const RUNS: usize = 5000;

/// Steps of more particles ask for memory: what fewer take there always is, and to ask costs as much as a step of some.
const MANY: usize = 10_000;

/// Most steps in one call, so that a mistyped number can't freeze a page.
const STEPS: u32 = 1_000_000;

/// A running scene. Made by `createSimulation`; `free()` gives its memory back.
///
/// Every refused input throws an Error with one sentence that names the key, the value and the allowed range, and
/// leaves the state as it was.
#[wasm_bindgen]
pub struct Simulation(pub(super) crate::Simulation);

/// A moment of a running scene.
#[wasm_bindgen]
pub struct Moment(crate::Moment);

#[wasm_bindgen]
impl Moment {
    /// The memory in bytes, but for a few hundred, that it takes beside the moments before it.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

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

    /// Why a parameter means nothing now, with the others as they are: whatever its value, not a bit of the motion changes. Undefined where it
    /// means something. It can be set all the same.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    pub fn idle(&self, #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue) -> Result<JsValue, JsError> {
        Ok(self.0.idle(&text(key))?.into())
    }

    /// Advances by `n` time steps, 0 to 1 000 000. Throws when the state runs away, and says which limit was broken.
    pub fn step(&mut self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<(), JsError> {
        if self.0.particles().len() > MANY {
            self.0.check_memory_to_step(PLACES)?;
        }
        Ok(self.0.step(whole("number of steps", n, [0, STEPS])?)?)
    }

    /// Why a run with the present step runs away, as the end of a sentence: the step, its limit and the growth per step, of the scene at its
    /// start. With more than 300 particles the refusal of `step` leaves it out, as it may take seconds.
    pub fn reason(&self) -> Result<String, JsError> {
        self.0.check_memory(MODES)?;
        Ok(self.0.reason())
    }

    /// Takes up to `n` steps on a copy and returns how many it took: for measuring what a step costs.
    pub fn rehearse(&self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<u32, JsError> {
        self.0.check_memory(BUILT)?;
        Ok(self.0.rehearse(whole("number of steps", n, [0, STEPS])?))
    }

    /// Observed order: runs copies of the state over `time` in s with `steps`, 2, 4 and 8 times `steps` steps, and tells by how much they
    /// err and with which power of the step the error shrinks. Method and parameters are those set; the step size set plays no part,
    /// and a held particle stays where it is. `time` is 0.000001 to 1000 s, `steps` 1 to 10 000.
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

    /// Back to t = 0 with the parameters as they are.
    pub fn restart(&mut self) -> Result<(), JsError> {
        self.0.check_memory(BUILT)?;
        self.0.restart();
        Ok(())
    }

    /// Turns time round: from now on steps have −Δt, or Δt again, and `time` runs the other way, until a restart. A method that is its own
    /// adjoint returns to where it came from but for rounding: Verlet, velocity Verlet without damping, implicit midpoint when its
    /// equations are solved. Others return to another place.
    pub fn reverse(&mut self) {
        self.0.reverse();
    }

    /// Whether steps go back in time.
    #[wasm_bindgen(getter)]
    pub fn backwards(&self) -> bool {
        self.0.backwards()
    }

    /// Simulated time in s.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.0.time()
    }

    /// Positions in m, x y z per particle: a view over the engine's memory, valid until the next call. What is written there is where the
    /// particles are, of which nothing else is told: numbers out of reach end the run at the next step.
    #[wasm_bindgen(getter)]
    pub fn positions(&self) -> Float64Array {
        view(&self.0.particles().positions)
    }

    /// Velocities in m/s, x y z per particle: a view over the engine's memory as positions are.
    #[wasm_bindgen(getter)]
    pub fn velocities(&self) -> Float64Array {
        view(&self.0.particles().velocities)
    }

    /// The two particles of each spring: a copy.
    #[wasm_bindgen(getter)]
    pub fn springs(&self) -> Uint32Array {
        self.pairs(|system| &system.springs.endpoints)
    }

    /// Stiffness of each spring in N/m: a copy.
    #[wasm_bindgen(getter)]
    pub fn stiffnesses(&self) -> Float64Array {
        self.numbers(|system| &system.springs.stiffnesses)
    }

    /// Damping coefficient of each spring in N·s/m: a copy.
    #[wasm_bindgen(getter)]
    pub fn dampings(&self) -> Float64Array {
        self.numbers(|system| &system.springs.dampings)
    }

    /// Rest length of each spring in m: a copy.
    #[wasm_bindgen(getter, js_name = restLengths)]
    pub fn rest_lengths(&self) -> Float64Array {
        self.numbers(|system| &system.springs.rest_lengths)
    }

    /// Which springs have torn, in the order in which they did: a copy. They pull no more, until a restart.
    #[wasm_bindgen(getter)]
    pub fn torn(&self) -> Uint32Array {
        Uint32Array::from(self.0.system().map_or(&[][..], |system| &system.springs.torn))
    }

    fn numbers(&self, of: fn(&crate::System) -> &Vec<f64>) -> Float64Array {
        Float64Array::from(self.0.system().map_or(&[][..], |system| of(system)))
    }

    /// Mass of each particle in kg, Infinity for what is fixed: a copy. A held particle has its own.
    #[wasm_bindgen(getter)]
    pub fn masses(&self) -> Result<Vec<f64>, JsError> {
        self.0.check_memory(NUMBERS)?;
        Ok(self.0.masses())
    }

    /// The indices of the fixed particles: a copy. A held one is not among them.
    #[wasm_bindgen(getter)]
    pub fn fixed(&self) -> Result<Vec<usize>, JsError> {
        self.0.check_memory(NUMBERS)?;
        Ok(self.0.fixed().collect())
    }

    /// Gives a spring stiffness, damping or rest length of its own, which parameters do not change any more; what is left out stays.
    /// Until a restart, which builds the scene anew.
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

    /// The two particles of each link that is kept by projection: a copy.
    #[wasm_bindgen(getter)]
    pub fn links(&self) -> Uint32Array {
        self.pairs(|system| &system.constraints.endpoints)
    }

    /// Length of each link in m: a copy.
    #[wasm_bindgen(getter, js_name = linkLengths)]
    pub fn link_lengths(&self) -> Float64Array {
        self.numbers(|system| &system.constraints.lengths)
    }

    fn pairs(&self, of: fn(&crate::System) -> &Vec<[u32; 2]>) -> Uint32Array {
        Uint32Array::from(self.0.system().map_or(&[][..], |system| of(system).as_flattened()))
    }

    /// The energy account now, in J. Throws for a flow or a follower, which have none.
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

    /// Relative stretch of all links together, of all springs where there are none, dimensionless.
    #[wasm_bindgen(getter)]
    pub fn stretch(&self) -> f64 {
        self.0.system().map_or(0.0, System::stretch)
    }

    /// What particles stay out of.
    #[wasm_bindgen(getter, unchecked_return_type = "Obstacle[]")]
    pub fn obstacles(&self) -> Array {
        self.0.system().map_or_else(|_| Array::new(), |system| system.obstacles.iter().map(records::obstacle).collect())
    }

    /// What each linear system of the last step did for an implicit method's equations, in turn: one if they are linearised. Empty
    /// before a first step, undefined for other methods.
    #[wasm_bindgen(getter, unchecked_return_type = "Iteration[] | undefined")]
    pub fn solver(&self) -> JsValue {
        let list = |iterations: &[Iteration]| iterations.iter().map(records::iteration).collect::<Array>().into();
        self.0.solver().map_or(JsValue::UNDEFINED, list)
    }

    /// The lengths in s of the steps that the method took of its own within the last time step, negative where time ran back: a copy. Empty
    /// before a first step, undefined for methods that choose none.
    #[wasm_bindgen(getter, js_name = acceptedSteps)]
    pub fn accepted_steps(&self) -> Option<Vec<f64>> {
        self.0.accepted_steps().map(<[f64]>::to_vec)
    }

    /// How many steps of its own the method tried in the last time step that missed the tolerance; undefined for methods that choose none.
    #[wasm_bindgen(getter, js_name = rejectedSteps)]
    pub fn rejected_steps(&self) -> Option<u32> {
        self.0.rejected_steps()
    }

    /// The exact solution now, from the state after the last change from outside: opening, restart, restore, a parameter set (step
    /// size and method too), a particle moved, held or released, a link cut. Known for a mass on one spring to a fixed particle, driven or not, and
    /// for flows; undefined for all else, while a hand holds a particle, and in the scene `damper` for motion that is not radial and
    /// from when the mass reaches the anchor.
    #[wasm_bindgen(getter, unchecked_return_type = "Exact | undefined")]
    pub fn exact(&self) -> JsValue {
        self.0.exact().as_ref().map_or(JsValue::UNDEFINED, records::exact)
    }

    /// In how many parts of the same length the method takes a time step: those of the parameter `substeps`, as many as the step limit asks for where it is
    /// automatic; 1 in scenes without.
    #[wasm_bindgen(getter)]
    pub fn substeps(&self) -> u32 {
        self.0.substeps()
    }

    /// The length of such a part in s: the step that the method takes.
    #[wasm_bindgen(getter)]
    pub fn substep(&self) -> f64 {
        self.0.substep()
    }

    /// How many parts of the present time step keep the method's limit in every state, whatever `substeps` is now. Undefined where no number up to 1000 does, or
    /// where there is no limit to keep.
    #[wasm_bindgen(getter, js_name = enoughSubsteps)]
    pub fn enough_substeps(&self) -> Option<u32> {
        self.0.enough_substeps()
    }

    /// Largest stable step of the chosen method in s, for its `substep`: 0 if every step grows, Infinity if none does.
    #[wasm_bindgen(getter, js_name = stepLimit)]
    pub fn step_limit(&mut self) -> Result<f64, JsError> {
        self.0.check_memory(MODES)?;
        Ok(self.0.step_limit())
    }

    /// The least and the largest value of a number parameter with which the present time step is stable in the present state, while all other
    /// parameters stay: a copy. Both are NaN where there is none; undefined for parameters that the step limit does not depend on, and where it is not
    /// known how. Exact to nine digits for single oscillators, fields, and methods with `dampers`; with Runge-Kutta methods on many
    /// particles all of the range is stable, and more may be.
    #[wasm_bindgen(js_name = stableRange)]
    pub fn stable_range(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue,
    ) -> Result<Option<Vec<f64>>, JsError> {
        self.0.check_memory(MODES)?;
        Ok(self.0.stable_range(&text(key))?.map(Vec::from))
    }

    /// What one step of the chosen method, a `substep`, makes of the oscillation. Without the method's error the modulus would be e^(−γh/2) and the angle
    /// h ω_d, the angular frequency times the step. Where nothing swings, it is the factor on the slower motion. Undefined where the scene
    /// has no oscillator, or one without stiffness.
    #[wasm_bindgen(getter, unchecked_return_type = "Amplification | undefined")]
    pub fn amplification(&self) -> JsValue {
        self.0.amplification().map_or(JsValue::UNDEFINED, records::amplification)
    }

    /// What drives the scene now: its phase θ in rad, its amplitude and its value, a force in N or the way of an anchor in m. Undefined where
    /// nothing drives.
    #[wasm_bindgen(getter, unchecked_return_type = "Drive | undefined")]
    pub fn drive(&self) -> JsValue {
        self.0.excitation().map_or(JsValue::UNDEFINED, |drive| records::drive(drive, self.0.time()))
    }

    /// The exact steady oscillation of the mass under a cosine drive of the present amplitude and of this angular frequency in rad/s.
    /// Undefined where nothing drives.
    #[wasm_bindgen(unchecked_return_type = "Response | undefined")]
    pub fn response(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = angularFrequency)] angular_frequency: &JsValue,
    ) -> Result<JsValue, JsError> {
        let angular_frequency = number("angularFrequency", angular_frequency)?;
        Ok(self.0.response(angular_frequency).map_or(JsValue::UNDEFINED, records::response))
    }

    /// Where the drive swings the mass farthest. Undefined where nothing drives.
    #[wasm_bindgen(getter, unchecked_return_type = "Resonance | undefined")]
    pub fn resonance(&self) -> JsValue {
        let quality = self.0.oscillator().map_or(0.0, |oscillator| oscillator.quality_factor());
        self.0.resonance().map_or(JsValue::UNDEFINED, |resonance| records::resonance(resonance, quality))
    }

    /// Where the mass would be now in the steady oscillation, in m: the exact motion without its transient. Undefined where no cosine drives,
    /// and at resonance without damping.
    #[wasm_bindgen(getter)]
    pub fn steady(&self) -> Option<f64> {
        self.0.steady()
    }

    /// The oscillation at the frequency of the drive in samples of a motion, `values` in m at `times` in s, by least squares. The drive must
    /// not have changed since the first of them. Undefined where nothing drives or the samples don't tell.
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

    /// The fastest modes of a mechanical scene in its present state, and what they allow the chosen method.
    #[wasm_bindgen(unchecked_return_type = "Spectrum")]
    pub fn spectrum(&mut self) -> Result<JsValue, JsError> {
        self.0.check_memory(MODES)?;
        let kept = self.0.keeps_limit();
        Ok(records::spectrum(self.0.spectrum()?, kept))
    }

    /// All modes of a mechanical scene in its present state without its dampers, the slowest first; of at most 300 free particles.
    #[wasm_bindgen(unchecked_return_type = "Mode[]")]
    pub fn modes(&self) -> Result<Array, JsError> {
        Ok(self.0.modes()?.iter().map(records::mode).collect())
    }

    /// The stiffness, mass and damping matrices of a mechanical scene in its present state, as triples among its free particles.
    #[wasm_bindgen(unchecked_return_type = "Matrices")]
    pub fn matrices(&self) -> Result<JsValue, JsError> {
        self.0.check_memory(MATRICES)?;
        Ok(records::matrices(&self.0.matrices()?))
    }

    /// The displacements of the mode that asks most of the method's step, of length 1 in all, x y z per particle: a copy.
    pub fn mode(&mut self) -> Result<Vec<f64>, JsError> {
        self.0.check_memory(MODES)?;
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
        Ok(records::pair(&Pair { p1: x[i], p2: x[j], spring }))
    }

    /// The whole state as bytes, for `restore`.
    pub fn snapshot(&self) -> Result<Vec<u8>, JsError> {
        self.0.check_memory(SNAPSHOT)?;
        Ok(self.0.snapshot())
    }

    /// Goes on where `snapshot` was taken, in the same scene: the same steps give the same bits.
    pub fn restore(&mut self, snapshot: &[u8]) -> Result<(), JsError> {
        Ok(self.0.restore(snapshot)?)
    }

    /// What steps and hands change, as bytes, for `setState`: all of a snapshot but parameters, springs and links.
    pub fn state(&self) -> Result<Vec<u8>, JsError> {
        self.0.check_memory(STATE)?;
        Ok(self.0.state())
    }

    /// Goes on from the `state` of a simulation with the same scene, parameters, springs and links: the same steps give the same bits.
    #[wasm_bindgen(js_name = setState)]
    pub fn set_state(&mut self, state: &[u8]) -> Result<(), JsError> {
        self.0.check_memory(STATE)?;
        Ok(self.0.set_state(state)?)
    }

    /// How often parameters, springs or links have changed: as long as it stays, the state of a copy is one for `setState`.
    #[wasm_bindgen(getter)]
    pub fn changes(&self) -> u32 {
        self.0.changes()
    }

    /// The moment as it is, for `goTo`: quicker than a snapshot, and only for this page. `free()` gives its memory back.
    pub fn moment(&mut self) -> Result<Moment, JsError> {
        self.0.check_memory(MOMENT)?;
        Ok(Moment(self.0.moment()))
    }

    /// Goes back, or on, to a moment of the same scene: the same steps give the same bits.
    #[wasm_bindgen(js_name = goTo)]
    pub fn go_to(&mut self, moment: &Moment) -> Result<(), JsError> {
        self.0.check_memory(BUILT)?;
        Ok(self.0.go_to(&moment.0)?)
    }

    /// Takes a Wavefront OBJ, with the properties of a JSON file beside it (or ""), and restarts: for the scene `mesh`.
    ///
    /// From the OBJ come vertices, lines (a face with two corners is one) and faces. The JSON is an object with any of: `stiffness` or `k`
    /// (N/m), `damping` (N·s/m), `mass` or `m` (kg, a number or a list with one for every vertex; `masses` too), `pinned` or `b` (a list
    /// of vertices), `springs` (a list of `[1, 2]` or `{"ends": [1, 2], "stiffness": 500, "damping": 1, "restLength": 0.9}`, also with
    /// `a`, `b` and `k`), `prestrain` (a spring without a rest length of its own is shorter by this part of its length as it lies),
    /// `velocities` (a list with `[x, y, z]` in m/s for every vertex) and `obj` (the file's name, passed over). Vertices are numbered
    /// from 1. Every spring of the JSON is one, also a second one between the same vertices; so is every part of a line where the
    /// JSON has none; faces add those of their edges and diagonals that are neither, each once. The error names the line of the OBJ, or the
    /// path of a value in the JSON, in which places in lists count from 0: `springs[3].ends`.
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
        self.0.check_memory(BUILT)?;
        let links = self.0.system().map_or(0, System::links);
        let last = u32::try_from(links.saturating_sub(1)).unwrap_or(u32::MAX);
        Ok(self.0.cut(whole("link", link, [0, last])? as usize)?)
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

    /// Forces of springs, dampers, contacts, gravity, drag and wind on each particle in N, x y z per particle: a copy; empty for a
    /// flow or a follower.
    #[wasm_bindgen(getter)]
    pub fn forces(&self) -> Result<Vec<f64>, JsError> {
        self.0.check_memory(NUMBERS)?;
        Ok(self.0.system().map_or_else(|_| Vec::new(), |system| bytemuck::cast_slice(&system.forces()).to_vec()))
    }

    /// Velocity of the air now in m/s, x y z: a copy; empty for a flow or a follower. It resists particles where `airResistance` is not 0.
    #[wasm_bindgen(getter)]
    pub fn air(&self) -> Vec<f64> {
        self.0.system().map_or_else(|_| Vec::new(), |system| system.wind.at(system.time).to_array().to_vec())
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
    /// pulls at it, and its neighbours feel its true velocity. Then it rests, until it is led on or released. A place inside an obstacle stands
    /// for the nearest one of its surface.
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

/// Asks for so many bytes, that a call takes from JavaScript.
#[wasm_bindgen(js_name = askMemory)]
pub fn ask_memory(bytes: usize) -> Result<(), JsError> {
    Ok(check_bytes(bytes)?)
}

fn view(vectors: &[DVec3]) -> Float64Array {
    // SAFETY: nothing is allocated in between, any number may be written, and engine.js ends all views where a call may free what they show.
    unsafe { Float64Array::view(bytemuck::cast_slice(vectors)) }
}
