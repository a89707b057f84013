//! Theory of a simulation, for JavaScript.

use super::{
    bindings::{STEPS, Simulation},
    input::{finite, number, text, whole},
    memory::{self, Call},
    records::{
        Amplification, Convergence, Deviation, Drive, Effort, Exact, Iteration, Matrices, Measured, Mode, Pair, Rates,
        Resonance, Response, Spectrum, StepMoment,
    },
};
use crate::{Error, Plane, base::check::check_whole, base::text::short};
use glam::DVec2;
use num_complex::Complex64;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl Simulation {
    /// The exact solution at the present time, from the state after the last external change:
    /// opening, restart, restore, a parameter set (step size and method too), a particle moved,
    /// held or released, a link cut. It is known for flows, and for a mass on one spring to a fixed
    /// particle, driven or not. Undefined otherwise, while a hand holds a particle, and in the
    /// scene `damper` for motion that is not radial and after the mass has reached the anchor.
    #[wasm_bindgen(getter)]
    pub fn exact(&self) -> Option<Exact> {
        self.0.exact().as_ref().map(Exact::new)
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

    /// Complex factor by which one step of the chosen method, a `substep`, multiplies the
    /// oscillation. Without the method's error it would have the modulus e^(−γh/2) and the angle
    /// h ω_d, the angular frequency times the step. For overdamped motion it is the factor of the
    /// slower exponential. Undefined if the scene has no oscillator, or one without stiffness, for
    /// a method that chooses its own steps, and for one that solves no differential equation.
    #[wasm_bindgen(getter)]
    pub fn amplification(&self) -> Option<Amplification> {
        self.0.amplification().map(Amplification::new)
    }

    /// The modified energy H̃ = H + c h f·v + h² (d vᵀKv + e f·M⁻¹f) in J, which the chosen method
    /// conserves to the next order in the `substep` h: c, d, e are ±½, 0, 0 for symplectic Euler,
    /// velocities or positions first, 0, 1/12, −1/24 for velocity Verlet, Verlet and RATTLE,
    /// 0, −1/24, 1/12 for leapfrog, and 0, −1/24, −1/24 for implicit midpoint. f are the forces,
    /// K = −∂f/∂x, M the masses. Undefined where `noModifiedEnergy` says why.
    #[wasm_bindgen(getter, js_name = modifiedEnergy)]
    pub fn modified_energy(&self) -> Result<Option<f64>, JsError> {
        memory::check(&self.0, Call::Numbers)?;
        Ok(self.0.modified_energy().ok())
    }

    /// Reason why there is no modified energy, as a clause: a method that is not symplectic,
    /// damping, a drive. Undefined if there is one.
    #[wasm_bindgen(getter, js_name = noModifiedEnergy)]
    pub fn no_modified_energy(&self) -> Result<Option<String>, JsError> {
        memory::check(&self.0, Call::Numbers)?;
        Ok(self.0.modified_energy().err().map(String::from))
    }

    /// Numerical damping and frequency shift of the chosen method according to its factor per step,
    /// with uncertainties of 0. Undefined without an `amplification`, and if the exact motion does
    /// not oscillate.
    #[wasm_bindgen(getter, js_name = predictedDeviation)]
    pub fn predicted_deviation(&self) -> Option<Deviation> {
        self.0.predicted_deviation().map(Deviation::new)
    }

    /// Numerical damping and frequency shift of the chosen method, measured over up to 4668 steps
    /// of two copies of the state, whose difference is an oscillation without drive. Undefined
    /// where `exact` is, if the exact motion does not oscillate, if a copy explodes, and if no
    /// oscillation fits.
    #[wasm_bindgen(js_name = measuredDeviation)]
    pub fn measured_deviation(&self) -> Result<Option<Deviation>, JsError> {
        memory::check(&self.0, Call::Runs)?;
        Ok(self.0.measured_deviation().map(Deviation::new))
    }

    /// |R(z)| of the chosen method at z = x + iy: the factor by which a step h changes the size of
    /// the solution of ẏ = λy, z = hλ. If the method chooses its own steps, h is one of these.
    /// Undefined for methods that need positions and velocities.
    #[wasm_bindgen(js_name = stabilityFactor)]
    pub fn stability_factor(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] re: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] im: &JsValue,
    ) -> Result<Option<f64>, JsError> {
        Ok(self.0.stability_factor(Complex64::new(number("re", re)?, number("im", im)?)))
    }

    /// Matrix of a step of `h` s of the chosen method on an oscillator ü + γ u̇ + ω² u = 0, nine
    /// numbers by rows that map (u, h u̇, h² ü), or for Verlet (u, u − u₋, h u̇). A method that
    /// remembers no third number has zeros for it. γ in 1/s and ω² in 1/s² may be negative.
    /// Undefined for a method that has no `amplification`.
    #[wasm_bindgen(js_name = stepMatrix)]
    pub fn step_matrix(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] gamma: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = omegaSquared)] omega_squared: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] h: &JsValue,
    ) -> Result<Option<Vec<f64>>, JsError> {
        let oscillator = [number("gamma", gamma)?, number("omegaSquared", omega_squared)?];
        let matrix = self.0.step_matrix(oscillator, number("h", h)?);
        Ok(matrix.map(|matrix| matrix.transpose().to_cols_array().to_vec()))
    }

    /// Factors per step of the chosen method on a grid of points in a plane, row by row: `columns`
    /// points from `x` on, `dx` apart, in each of `rows` rows from `y` on, `dy` apart, each number
    /// 1 to 1000. In the plane "rates" a point is z = hλ, and the factor |R(z)|. In the plane
    /// "oscillators" it is (hγ, hω) of ü + γ u̇ + ω² u = 0, and the factor the largest one.
    /// Undefined if the method has no such factor.
    #[wasm_bindgen(js_name = growthMap)]
    #[expect(clippy::too_many_arguments, reason = "a grid has six numbers")]
    pub fn growth_map(
        &self,
        #[wasm_bindgen(unchecked_param_type = "\"rates\" | \"oscillators\"")] plane: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] x: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] y: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] dx: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] dy: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] columns: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] rows: &JsValue,
    ) -> Result<Option<Vec<f64>>, JsError> {
        memory::check(&self.0, Call::Built)?;
        let plane = match text(plane).as_str() {
            "rates" => Plane::Rates,
            "oscillators" => Plane::Oscillators,
            value => {
                let known = vec!["rates", "oscillators"];
                return Err(Error::UnknownOption { key: "plane".into(), value: short(value), known }.into());
            }
        };
        let corner = [number("x", x)?, number("y", y)?];
        let spacing = [number("dx", dx)?, number("dy", dy)?];
        let counts = [whole("number of columns", columns, [1, 1000])?, whole("number of rows", rows, [1, 1000])?];
        Ok(self.0.growth_map(plane, corner, spacing, counts.map(|count| count as usize)))
    }

    /// Rates λ of the motions e^(λt) of the linearised system in its present state: all of a small
    /// one, and for a large one those of points that enclose all others. `leftOut` says what they
    /// leave out.
    pub fn rates(&mut self) -> Result<Rates, JsError> {
        memory::check(&self.0, Call::Modes)?;
        Ok(Rates::new(&self.0.rates()?))
    }

    /// Observed order: runs copies of the state over `time` (s) in `steps`, 2, 4 and 8 times
    /// `steps` steps, and returns their errors and the power of the step with which these shrink.
    /// Method and parameters are the present ones; the present step size has no effect, and a held
    /// particle stays in place. `time` is 0.000001 to 1000 s, `steps` 1 to 10 000.
    pub fn convergence(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] time: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] steps: &JsValue,
    ) -> Result<Convergence, JsError> {
        memory::check(&self.0, Call::Runs)?;
        let steps = whole("number of steps", steps, [1, 10_000])?;
        let time = time.as_f64().unwrap_or(f64::NAN);
        Ok(Convergence::new(&self.0.convergence(time, steps)?))
    }

    /// Takes up to `n` steps on a copy and returns how many it took. This measures the cost of a
    /// step without changing the state.
    pub fn rehearse(&self, #[wasm_bindgen(unchecked_param_type = "number")] n: &JsValue) -> Result<u32, JsError> {
        memory::check(&self.0, Call::Built)?;
        Ok(self.0.rehearse(whole("number of steps", n, [0, STEPS])?))
    }

    /// Largest stable step of the chosen method in s, for its `substep`: the longest one up to
    /// which no motion grows. 0 if every step grows, also with a `growthSource`, Infinity if none
    /// does, NaN if no limit is known, as in an exploded state.
    #[wasm_bindgen(getter, js_name = stepLimit)]
    pub fn step_limit(&mut self) -> Result<f64, JsError> {
        memory::check(&self.0, Call::Modes)?;
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
        memory::check(&self.0, Call::Modes)?;
        Ok(self.0.stable_range(&text(key))?.map(Vec::from))
    }

    /// Reason why the exact motion itself grows without end, as a clause: a field that grows, or
    /// damping while time runs backwards. No step of any method is then stable. Undefined if it
    /// does not grow, or only until compressed springs have turned.
    #[wasm_bindgen(getter, js_name = growthSource)]
    pub fn growth_source(&self) -> Option<String> {
        self.0.growth_source().map(String::from)
    }

    /// Cause of an explosion with the present step, as the end of a sentence: the step, its limit
    /// and the growth per step, for the scene at its start. With more than 300 particles it may
    /// take seconds, and the error of `step` does not contain it.
    pub fn reason(&self) -> Result<String, JsError> {
        memory::check(&self.0, Call::Modes)?;
        Ok(self.0.reason())
    }

    /// Reason why a parameter has no effect with the present values of the others: the motion is
    /// the same, to the bit, for every value of it. Undefined if it has an effect. It can be set in
    /// either case.
    #[wasm_bindgen(unchecked_return_type = "string | undefined")]
    pub fn idle(&self, #[wasm_bindgen(unchecked_param_type = "string")] key: &JsValue) -> Result<JsValue, JsError> {
        Ok(self.0.idle(&text(key))?.into())
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

    /// The fastest modes of a mechanical scene in its present state, and the step limit that they
    /// impose on the chosen method. Refused in an exploded state.
    pub fn spectrum(&mut self) -> Result<Spectrum, JsError> {
        memory::check(&self.0, Call::Modes)?;
        let kept = self.0.keeps_limit();
        let spectrum = self.0.spectrum()?;
        Ok(Spectrum::new(spectrum, spectrum.step_limit(), kept))
    }

    /// Displacements of the mode that limits the method's step, x y z per particle, normalised to
    /// total length 1, as a copy.
    pub fn mode(&mut self) -> Result<Vec<f64>, JsError> {
        memory::check(&self.0, Call::Modes)?;
        Ok(bytemuck::cast_slice(self.0.spectrum()?.mode()).to_vec())
    }

    /// All undamped modes of a mechanical scene at rest at its present positions, the slowest
    /// first; for at most 300 free particles.
    pub fn modes(&self) -> Result<Vec<Mode>, JsError> {
        Ok(self.0.modes()?.iter().map(Mode::new).collect())
    }

    /// The stiffness matrix −∂f/∂x, the mass matrix and the damping matrix −∂f/∂v of a mechanical
    /// scene in its present state, as triples for the free particles; symmetric at rest.
    pub fn matrices(&self) -> Result<Matrices, JsError> {
        memory::check(&self.0, Call::Matrices)?;
        Ok(Matrices::new(&self.0.matrices()?))
    }

    /// Energy, forces and stiffness of the scene's first spring and its two ends.
    #[wasm_bindgen(getter)]
    pub fn pair(&self) -> Result<Pair, JsError> {
        let system = self.0.system()?;
        let Some(([i, j], spring)) = system.springs.iter().next() else {
            return Err(Error::NotInScene { what: "springs", scene: self.0.scene().id }.into());
        };
        let x = &system.particles.positions;
        Ok(Pair::new(&crate::Pair { p1: x[i], p2: x[j], spring }))
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

    /// Moments of the next step as the method takes it, without taking it: the start, then every
    /// evaluation, stage, iteration or correction of a constraint, until the end. With `substeps`
    /// it is the first substep. Of more than 64 particles only the chosen one is shown, and only
    /// the corrections that move it. Of more than 1000 moments the first 999 and the last are kept.
    #[wasm_bindgen(js_name = insideStep)]
    pub fn inside_step(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] particle: &JsValue,
    ) -> Result<Vec<StepMoment>, JsError> {
        memory::check(&self.0, Call::Built)?;
        let particle = self.index(particle)?;
        Ok(self.0.inside_step(particle)?.iter().map(StepMoment::new).collect())
    }

    /// The eight constants c₀ … c₇ of a follower.
    #[wasm_bindgen(getter)]
    pub fn constants(&self) -> Result<Vec<f64>, JsError> {
        let follower = self.0.follower()?;
        Ok(follower.constants(self.0.time_step()).0.to_vec())
    }

    /// The drive at the present time: its phase θ in rad, its amplitude and its value, a force in N
    /// or the displacement of an anchor in m. Undefined without a drive.
    #[wasm_bindgen(getter)]
    pub fn drive(&self) -> Option<Drive> {
        self.0.excitation().map(|drive| Drive::new(drive, self.0.time()))
    }

    /// Exact steady oscillation of the mass under a cosine drive of the present amplitude and of
    /// this angular frequency in rad/s. Undefined without a drive.
    pub fn response(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number", js_name = angularFrequency)] angular_frequency: &JsValue,
    ) -> Result<Option<Response>, JsError> {
        let angular_frequency = number("angularFrequency", angular_frequency)?;
        Ok(self.0.response(angular_frequency).map(Response::new))
    }

    /// Resonance of the mass under the drive. Undefined without a drive.
    #[wasm_bindgen(getter)]
    pub fn resonance(&self) -> Option<Resonance> {
        let quality = self.0.oscillator().map_or(0.0, |oscillator| oscillator.quality_factor());
        self.0.resonance().map(|resonance| Resonance::new(resonance, quality))
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
    pub fn measure(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] times: &[f64],
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] values: &[f64],
    ) -> Result<Option<Measured>, JsError> {
        finite("times", times)?;
        finite("values", values)?;
        let count = u32::try_from(times.len()).unwrap_or(u32::MAX);
        check_whole("number of values", values.len() as f64, [count, count])?;
        Ok(self.0.measure(times, values).map(Measured::new))
    }

    /// Statistics of each linear system that an implicit method solved in the last step, in turn; a
    /// single one if the equations are linearised. Empty before the first step, undefined for other
    /// methods.
    #[wasm_bindgen(getter)]
    pub fn solver(&self) -> Option<Vec<Iteration>> {
        Some(self.0.solver()?.iter().map(Iteration::new).collect())
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

    /// Force evaluations and linear systems of the steps since a restart or the last change of a
    /// parameter.
    #[wasm_bindgen(getter)]
    pub fn effort(&self) -> Effort {
        Effort::new(self.0.effort(), self.0.time_step())
    }

    /// Largest violation of a link after the last step in m.
    #[wasm_bindgen(getter)]
    pub fn residual(&self) -> f64 {
        self.0.system().map_or(0.0, |system| system.residual)
    }
}
