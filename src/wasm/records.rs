//! Records for JavaScript as plain objects.

use super::{
    input::text,
    record::{Field, fill},
};
use crate::{
    Error, Excitation, Kind, Slider, Solution, StepLimit, Support,
    base::elementary::atan2,
    integrators::{Limit, Stability, Tableau},
    scenes::Blueprint,
};
use glam::{DMat3, DVec3};
use js_sys::{Array, Float64Array, Object, Uint32Array};
use num_complex::Complex64;
use wasm_bindgen::prelude::*;

record! {
    /// A scene and its parameters.
    Scene(scene: &crate::Scene) {
        id: str = scene.id,
        title: str = scene.title,
        /// Masses and springs, tracers in a linear field, or followers of a point.
        model: {
            Blueprint::Mechanical { .. } => "mechanical",
            Blueprint::Flow { .. } => "flow",
            Blueprint::Follower { .. } => "follower",
        } = scene.model,
        parameters: [Parameter] = scene.parameters.iter().map(Parameter::of).collect::<Vec<_>>(),
    }
}

union! {
    /// A parameter of a scene.
    Parameter = NumberParameter | ChoiceParameter
}

impl Parameter {
    fn of(parameter: &crate::Parameter) -> Self {
        match parameter.kind {
            Kind::Number { unit, default, min, max, slider } => {
                NumberParameter::new(parameter, unit, false, [default, min, max], slider).into()
            }
            Kind::Count { default, min, max, slider } => {
                NumberParameter::new(parameter, "", true, [default, min, max].map(f64::from), slider).into()
            }
            Kind::Choice { default, .. } | Kind::Method { default, .. } => {
                ChoiceParameter::new(parameter, default).into()
            }
        }
    }
}

record! {
    /// The fields that numbers and choices share.
    ParameterBase(parameter: &crate::Parameter) {
        /// Name in `set` and `get`.
        key: str = parameter.key,
        /// Name on a page.
        label: str = parameter.label,
        /// Letter in formulas; empty if it has none.
        symbol: str = parameter.symbol,
        /// Effect of raising or choosing it, in a sentence.
        effect: str = parameter.effect,
        /// True if a change restarts the scene.
        restarts: bool = parameter.restarts,
        /// True if the step limit depends on it: see `stableRange`.
        limiting: bool = parameter.limiting(),
    }
}

record! {
    /// A number parameter.
    NumberParameter(parameter: &crate::Parameter, unit: &str, whole: bool, range: [f64; 3], slider: Slider)
    extends ParameterBase(parameter) {
        /// SI unit; empty if dimensionless.
        unit: str = unit,
        /// Another unit while a choice has a certain value; undefined if there is none.
        unitWith?: UnitWith = parameter.unit_with.as_ref().map(UnitWith::new),
        /// True if only whole numbers are allowed.
        whole: bool = whole,
        /// Value at the start.
        default: f64 = range[0],
        /// Smallest allowed value.
        min: f64 = range[1],
        /// Largest allowed value.
        max: f64 = range[2],
        /// Left end of the slider.
        from: f64 = slider.ends()[0],
        /// Right end of the slider.
        to: f64 = slider.ends()[1],
        /// Increment of an arrow key on a linear slider; undefined for a logarithmic one.
        step?: f64 = slider.step(),
    }
}

record! {
    /// Unit of a number while a choice of the same scene has a certain value.
    UnitWith(unit: &crate::UnitWith) {
        /// Key of the choice.
        key: str = unit.key,
        /// Value of the choice.
        option: str = unit.option,
        /// SI unit of the number then.
        unit: str = unit.unit,
    }
}

record! {
    /// A parameter with several options.
    ChoiceParameter(parameter: &crate::Parameter, default: &str) extends ParameterBase(parameter) {
        /// Value at the start.
        default: str = default,
        /// All values, in the order of a list on a page.
        options: [Option] = parameter.kind.options().map(Option::new).collect::<Vec<_>>(),
    }
}

record! {
    /// An option of a choice.
    Option(option: (&str, &str)) {
        value: str = option.0,
        label: str = option.1,
    }
}

record! {
    /// A time integration method.
    Method(method: &crate::Method) {
        /// Id.
        value: str = method.id,
        /// Name on a page.
        label: str = method.label,
        /// Order of accuracy: 0 if the method does not converge, Infinity for exact steps.
        order: f64 = if method.order == u32::MAX { f64::INFINITY } else { f64::from(method.order) },
        /// Force evaluations per step; for implicit methods, per linear solve.
        stages: u32 = method.stages,
        /// True if it is symplectic on an undamped system: it preserves phase-space area. Implicit
        /// midpoint is if its equations are solved; linearised it preserves only the volume.
        symplectic: bool = method.symplectic,
        /// True if a step −Δt takes back a step Δt of an undamped system, except for rounding.
        symmetric: bool = method.symmetric,
        /// End of the sentence “It may gain energy …” for gains within the step limit; empty if
        /// there are none.
        gains: str = method.gains,
        /// True if it moves particles out of obstacles by projection. With others, obstacles push
        /// with the penalty force.
        projectsContacts: bool = method.projects_contacts,
        /// Coefficient c, if the method is stable while h²ω² + c hγ < 4.
        dampers?: f64 = match method.stability {
            Stability::Partitioned { limit: Limit::Sum(c), .. } => Some(c),
            _ => None,
        },
        /// Weights bᵢ of the slopes of an explicit Runge-Kutta method; their sum is 1.
        weights?: Float64Array = match method.stability {
            Stability::Polynomial(_, Tableau { b, .. }) => Some(Float64Array::from(b)),
            _ => None,
        },
        /// One step on the undamped oscillator in TeX. Absent for methods that no scene offers for
        /// one oscillator, and for one that chooses its own steps.
        formula?: Formula = method.formula.as_ref().map(Formula::new),
    }
}

record! {
    /// One step on the undamped oscillator ẍ = −ω²x in TeX, with y = Δt ω and z = iy.
    Formula(formula: &crate::integrators::Formula) {
        /// R(z), the matrix on (x, v/ω), or an equation for the positions xₙ or for the factor R.
        /// In the equation for R, σ = (1 − ρ∞)/(1 + ρ∞).
        step: str = formula.step,
        /// |R|, in full or its leading terms.
        amplification: str = formula.amplification,
        /// Leading term in y of the phase error arg R − y per step.
        phaseError: str = formula.phase_error,
    }
}

record! {
    /// Energy account in J.
    Energy(energy: &crate::Energy) {
        /// ½ Σ m v².
        kinetic: f64 = energy.kinetic,
        /// Energy stored in springs.
        elastic: f64 = energy.elastic,
        /// Potential energy of gravity.
        gravity: f64 = energy.gravity,
        /// Energy stored in penalty contacts.
        contact: f64 = energy.contact,
        /// Heat from the dampers of springs and contacts since the start.
        damping: f64 = energy.work.damping,
        /// Heat from drag and air resistance since the start.
        drag: f64 = energy.work.drag,
        /// Heat from friction since the start.
        friction: f64 = energy.work.friction,
        /// Energy lost in impacts since the start; it never decreases.
        impact: f64 = energy.work.impact,
        /// Energy that springs had stored when they tore, since the start.
        tearing: f64 = energy.work.tearing,
        /// Sum of damping, drag, friction, impact and tearing.
        dissipated: f64 = energy.work.heat(),
        /// Work of the hand that moves, holds or throws a particle, since the start.
        hand: f64 = energy.work.hand,
        /// Work of the drive since the start.
        drive: f64 = energy.work.drive,
        /// Work of the moving air since the start.
        wind: f64 = energy.work.wind,
        /// Kinetic, elastic, gravity and contact energy at the start, plus its changes by
        /// parameters, springs or links that were changed since.
        start: f64 = energy.start,
        /// Gain or loss by the method: `total` − `start` − `hand` − `drive` − `wind`.
        numerical: f64 = energy.numerical(),
        /// Stored energy and heat. The exact motion conserves it without external work.
        total: f64 = energy.total(),
    }
}

record! {
    /// Statistics of one linear system of an implicit step.
    Iteration(iteration: &crate::Iteration) {
        /// Relative residual afterwards, dimensionless.
        residual: f64 = iteration.residual,
        /// Iterations of conjugate gradients.
        products: u32 = iteration.products,
        /// Number of times the correction was shortened.
        halvings: u32 = iteration.halvings,
        /// Compressed springs whose negative stiffness was reduced; 0 if it was used unchanged.
        convexified: u32 = iteration.convexified,
        /// True if the matrix was indefinite at first, and the negative stiffness was reduced
        /// further.
        limited: bool = iteration.limited,
    }
}

record! {
    /// A moment of a step. Vectors are x y z of each particle, or of the chosen one if there are
    /// more than 64; all are in SI units.
    StepMoment(moment: &crate::StepMoment) {
        /// Action that leads to this state: `start`; `evaluation` of the accelerations `a` or of
        /// the field; `kick`, v ← v + h a; `drift`, x ← x + h v; `stage` of a Runge-Kutta method, y
        /// + h Σ aᵢⱼ kⱼ, with its rate (`velocities`, `a`); `combination`, y + h Σ bᵢ kᵢ; the end
        /// of an own step, `accepted` or `rejected`; `guess`, `iteration`, `return` to the best
        /// iterate and `solution` of an implicit method; `flight` before corrections, the
        /// correction of a `spring`, a `link` or by an `obstacle`, and the `velocities` that
        /// follow; `first` or `second` coordinate of a tracer, or its `map` P x + q; `motion` by an
        /// exact formula or by the follower's constants.
        event: str = moment.event.name(),
        /// Time in s.
        time: f64 = moment.time,
        /// Positions in m.
        positions: Float64Array = coordinates(&moment.positions),
        /// Velocities in m/s.
        velocities: Float64Array = coordinates(&moment.velocities),
        /// Other vectors: accelerations `a` in m/s², at the end `aNew`; positions `before` the step
        /// in m; velocity change `w`, mean velocity `v` and residual `r` of an implicit equation,
        /// in m/s and kg·m/s.
        vectors: [(&str, Float64Array)] =
            moment.vectors.iter().map(|(name, list)| (*name, coordinates(list))).collect::<Vec<_>>(),
        /// Numbers: length `h` of the action in s; number of the `stage` from 0; `error` of an own
        /// step in tolerances; factors `sigma` and `tau` in s, relative `residual`, `part` of the
        /// correction taken and matrix `products` of an implicit method; value C of a constraint
        /// `before` and `after` in m, `length` of a link in m, impulse times h `lambda` before and
        /// its `change` in kg·m, `multiplier` of a constraint with its `rate` afterwards in m/s,
        /// inverse masses `w1` and `w2` in 1/kg.
        numbers: [(&str, f64)] = moment.numbers,
        /// Coefficients aᵢⱼ of a stage or bᵢ of a combination; empty otherwise.
        coefficients: Float64Array = Float64Array::from(moment.coefficients),
        /// Particles that a correction moves; empty if the action concerns all.
        particles: Float64Array =
            Float64Array::from(&moment.particles.iter().map(|i| *i as f64).collect::<Vec<_>>()[..]),
    }
}

record! {
    /// Cost of the steps since a restart or the last change of a parameter.
    Effort(effort: crate::Effort, step: f64) {
        /// Simulated time of these steps in s.
        time: f64 = effort.steps as f64 * step,
        /// Evaluations of all forces, or of the field. Those that only begin a method's history, or
        /// serve the energy account alone, do not count.
        evaluations: f64 = effort.evaluations as f64,
        /// Linear systems that were solved.
        solves: f64 = effort.solves as f64,
    }
}

record! {
    /// The exact solution at the present time, as copies with x y z per particle.
    Exact(solution: &Solution) {
        /// Time in s of the last external change, whose state the solution starts from.
        since: f64 = solution.since,
        /// Positions in m.
        positions: Float64Array = coordinates(&solution.particles.positions),
        /// Velocities in m/s.
        velocities: Float64Array = coordinates(&solution.particles.velocities),
    }
}

record! {
    /// Errors of runs with four step sizes, and the observed order.
    Convergence(convergence: &crate::Convergence) {
        /// Step sizes in s, each half of the previous one.
        stepSizes: Float64Array = Float64Array::from(&convergence.steps[..]),
        /// Error for each step size: the largest distance in m of a particle from the reference, at
        /// any multiple of the longest step.
        errors: Float64Array = Float64Array::from(&convergence.errors[..]),
        /// The exact solution if it is known for the whole time, else the run with half of the step
        /// size. The errors are then the changes by halving.
        reference: { true => "exact", false => "halved step" } = convergence.exact,
        /// Order p of error ≈ C Δt^p; undefined if fewer than two errors are clearly above
        /// rounding.
        order?: f64 = convergence.order,
    }
}

record! {
    /// Complex factor by which one step multiplies an oscillation.
    Amplification(factor: Complex64) {
        /// Modulus, dimensionless.
        modulus: f64 = factor.norm_sqr().sqrt(),
        /// Angle in rad, 0 to π.
        angle: f64 = atan2(factor.im, factor.re),
    }
}

record! {
    /// Difference between the motion e^(λ′t) that a method makes of an oscillation and its e^(λt).
    Deviation(deviation: crate::Deviation) {
        /// Numerical damping Re (λ − λ′) in 1/s; negative if the method feeds the oscillation.
        damping: f64 = deviation.damping,
        /// Frequency shift Im (λ′ − λ) in rad/s; negative if the method is late.
        frequency: f64 = deviation.frequency,
        /// Uncertainty of the damping in 1/s, 0 for a prediction.
        dampingUncertainty: f64 = deviation.uncertainties[0],
        /// Uncertainty of the frequency in rad/s, 0 for a prediction.
        frequencyUncertainty: f64 = deviation.uncertainties[1],
    }
}

record! {
    /// The drive at the present time.
    Drive(drive: &Excitation, time: f64) {
        /// Phase Ωt + φ in rad.
        phase: f64 = drive.phase_at(time),
        /// Amplitude in N for a force, in m for an anchor.
        amplitude: f64 = drive.amplitude.x,
        /// Present value in N for a force, in m for an anchor.
        value: f64 = drive.at(time).0.x,
    }
}

record! {
    /// A steady oscillation under a drive.
    Response(response: crate::Response) {
        /// Amplitude in m.
        amplitude: f64 = response.amplitude,
        /// Phase relative to the drive in rad, −π to π, negative if the motion lags.
        phase: f64 = response.phase,
    }
}

record! {
    /// The resonance of an oscillator under a drive.
    Resonance(resonance: crate::Resonance, quality: f64) {
        /// Angular frequency Ω in rad/s of the largest amplitude.
        angularFrequency: f64 = resonance.angular_frequency,
        /// Largest amplitude in m, Infinity without damping.
        amplitude: f64 = resonance.amplitude,
        /// Lower end in rad/s of the band with at least half of the largest power.
        low: f64 = resonance.band[0],
        /// Upper end in rad/s of this band.
        high: f64 = resonance.band[1],
        /// Quality factor ω/γ.
        quality: f64 = quality,
    }
}

record! {
    /// Fit of mean + amplitude cos(θ + phase) to a motion under a drive with the phase θ.
    Measured(measured: crate::Measured) extends Response(measured.response) {
        /// Mean in m.
        mean: f64 = measured.mean,
        /// Root mean square of the residual in m.
        rest: f64 = measured.rest,
    }
}

record! {
    /// The fastest modes of a mechanical scene in its present state, and the step limit of the
    /// chosen method.
    Spectrum(spectrum: &crate::Spectrum, limit: StepLimit, kept: bool) {
        /// Largest ω in rad/s.
        angularFrequency: f64 = spectrum.angular_frequency(),
        /// Largest γ in 1/s.
        dampingRate: f64 = spectrum.damping_rate(),
        /// Step limit of the chosen method in s: 0 backwards in time with damping, NaN if unknown.
        stepLimit: f64 = limit.seconds,
        /// True if the limit is only a bound: all steps up to it are stable, and longer ones may
        /// be.
        bound: bool = limit.bound,
        /// True if automatic substeps keep the present time step within the limit.
        kept: bool = kept,
        /// False if the search ended early because it took too long; the next one continues it.
        settled: bool = spectrum.is_settled(),
        /// Largest h²ω² + c hγ of a mode for the present substep h, dimensionless. c is the
        /// method's `dampers`, else 2. A method with `dampers` is stable while this is below 4.
        sum: f64 = spectrum.sum(),
        /// The summands h²ω² and c hγ, for methods with `dampers`.
        parts?: Float64Array = spectrum.parts().map(|parts| Float64Array::from(&parts[..])),
        /// Upper bound of the c hγ that friction at obstacles adds, dimensionless. No limit counts
        /// it: where both sums exceed 4 it may chatter within a bound, and nothing grows.
        friction: f64 = spectrum.friction(),
        remedies: Remedies = Remedies::new(spectrum.remedies()),
    }
}

record! {
    /// Factors on the present stiffness, damping and time step: each is the largest one that makes
    /// the step stable if it alone is changed, undefined if there is none. For a method with
    /// `dampers` a factor may exceed 1 and shows the margin; for others it is at most 1. ω² is
    /// assumed proportional to the stiffness and γ to the damping, without contacts and drag.
    Remedies(remedies: crate::Remedies) {
        stiffness?: f64 = remedies.stiffness,
        damping?: f64 = remedies.damping,
        timeStepSize?: f64 = remedies.step,
    }
}

record! {
    /// Rates λ of motions e^(λt).
    Rates(rates: &crate::Rates) {
        /// Real and imaginary part of each in 1/s. Those of an oscillation are a conjugate pair.
        values: Float64Array =
            Float64Array::from(&rates.values.iter().flat_map(|rate| [rate.re, rate.im]).collect::<Vec<_>>()[..]),
        /// γ in 1/s and ω² in 1/s² of the oscillators ü + γ u̇ + ω² u = 0 with these motions. Those
        /// of a small system are its modes without dampers, with the damping rate of each.
        oscillators: Float64Array = Float64Array::from(rates.oscillators.as_flattened()),
        /// True if these are the rates of all motions.
        all: bool = rates.all,
        /// True if these belong to the corners of a polygon in (γ, ω²) that encloses the points of
        /// all motions. If neither is true, they are those of a single mass along its spring.
        enclosing: bool = rates.enclosing,
        /// Motions or forces that are left out, as a noun phrase: motion across the spring of a
        /// single mass that moves along it; from a polygon, friction and the turning of dampers
        /// with their springs, unless they have no effect in the present state.
        leftOut?: str = rates.left_out,
    }
}

record! {
    /// Matrices of M ü + D u̇ + K u = 0 for the free particles in the present state.
    Matrices(matrices: &crate::Matrices) {
        /// K = −∂f/∂x in N/m.
        stiffness: Triples = Triples::new(&matrices.stiffness),
        /// M in kg.
        mass: Triples = Triples::new(&matrices.mass),
        /// D = −∂f/∂v in N·s/m.
        damping: Triples = Triples::new(&matrices.damping),
    }
}

record! {
    /// A sparse matrix as triples of row, column and value. Rows and columns are numbered 3 i +
    /// axis for particle i.
    Triples(triples: &[(u32, u32, f64)]) {
        rows: Uint32Array = Uint32Array::from(&triples.iter().map(|triple| triple.0).collect::<Vec<_>>()[..]),
        columns: Uint32Array = Uint32Array::from(&triples.iter().map(|triple| triple.1).collect::<Vec<_>>()[..]),
        values: Float64Array = Float64Array::from(&triples.iter().map(|triple| triple.2).collect::<Vec<_>>()[..]),
    }
}

record! {
    /// An undamped motion u cos ωt of all particles together.
    Mode(mode: &crate::Mode) {
        /// ω in rad/s, 0 if the state is unstable.
        angularFrequency: f64 = mode.angular_frequency(),
        /// ω² in 1/s².
        omegaSquared: f64 = mode.omega_squared,
        /// Damping rate γ = uᵀDu/uᵀMu in 1/s.
        dampingRate: f64 = mode.damping_rate,
        /// Displacements u with total length 1, x y z per particle up to the last free one.
        shape: Float64Array = coordinates(&mode.shape),
    }
}

argument! {
    /// A spring's own values, which parameters do not change.
    Own => crate::Own {
        /// Stiffness in N/m, 0 to 10⁸.
        stiffness => stiffness,
        /// Damping coefficient in N·s/m, 0 to 10⁵.
        damping => damping,
        /// Rest length in m, 0 to 10⁶.
        restLength => rest_length,
    }
}

union! {
    /// A body at rest, in m: the half-space below a plane, a ball, or a box with half its edge
    /// lengths.
    Obstacle = PlaneObstacle | SphereObstacle | BoxObstacle
}

impl Obstacle {
    pub fn of(obstacle: &crate::Obstacle) -> Self {
        match *obstacle {
            crate::Obstacle::Plane { point, normal } => PlaneObstacle::new(point, normal).into(),
            crate::Obstacle::Sphere { centre, radius } => SphereObstacle::new(centre, radius).into(),
            crate::Obstacle::Box { centre, half } => BoxObstacle::new(centre, half).into(),
        }
    }
}

record! {
    /// The half-space below a plane.
    PlaneObstacle(point: DVec3, normal: DVec3) {
        shape: "plane",
        /// A point of the plane in m.
        point: Float64Array = coordinates(&[point]),
        /// Its normal, of length 1, on the free side.
        normal: Float64Array = coordinates(&[normal]),
    }
}

record! {
    /// A ball.
    SphereObstacle(centre: DVec3, radius: f64) {
        shape: "sphere",
        /// Centre in m.
        centre: Float64Array = coordinates(&[centre]),
        /// Radius in m.
        radius: f64 = radius,
    }
}

record! {
    /// A box with edges along the axes.
    BoxObstacle(centre: DVec3, half: DVec3) {
        shape: "box",
        /// Centre in m.
        centre: Float64Array = coordinates(&[centre]),
        /// Half its edge lengths in m.
        half: Float64Array = coordinates(&[half]),
    }
}

record! {
    /// A report on the reading of a mesh: changes, things passed over, and findings.
    MeshReport(report: &crate::MeshReport) {
        /// One sentence for each thing worth knowing; none for a mesh that was read as it is.
        sentences: [String] = report.sentences(),
        /// Support at the start: as the JSON says, by the topmost vertices, on the obstacle right
        /// below, or none.
        support: {
            Support::Given => "given",
            Support::Hangs => "hangs",
            Support::Stands => "stands",
            Support::Falls => "falls",
        } = report.support,
        /// Number of pieces that no spring joins.
        pieces: usize = report.pieces,
        /// Number of vertices welded to another one at the same place.
        welded: usize = report.welded,
        /// Number of vertices that are not welded to another one at the same place.
        doubled: usize = report.doubled,
        /// Number of vertices without an edge, which are left out.
        stray: usize = report.stray,
        /// Number of edges without length, which are left out.
        empty: usize = report.empty,
        /// Vector in m that was subtracted from all positions.
        shift: Float64Array = coordinates(&[report.shift]),
        /// Number of statements of the OBJ besides vertices, faces and lines.
        skipped: usize = report.skipped.count,
        /// Number of unknown keys of the JSON.
        keys: usize = report.keys.count,
    }
}

record! {
    /// Two nodes and a spring.
    Pair(pair: &crate::Pair) {
        /// Elastic energy V in J.
        energy: f64 = pair.energy(),
        /// Force on node 1 in N.
        force12: [f64] = pair.forces().0.to_array(),
        /// Force on node 2 in N.
        force21: [f64] = pair.forces().1.to_array(),
        /// Stiffness matrix K in N/m, row by row.
        stiffness: [f64] = rows(pair.stiffness()),
        /// 6 × 6 Jacobian of both forces in N/m, row by row.
        jacobian: [f64] = jacobian(pair),
        /// Eigenvalues of K in N/m.
        eigenvalues: [f64] = pair.eigen().map(|(value, _)| value),
        /// Unit eigenvectors of K, the first along the spring.
        eigenvectors: [[f64; 3]] = pair.eigen().map(|(_, vector)| vector.to_array()),
        /// K by finite differences in N/m, row by row.
        differences: [f64] = rows(pair.stiffness_by_differences()),
        /// True if K is indefinite.
        indefinite: bool = pair.is_indefinite(),
    }
}

fn jacobian(pair: &crate::Pair) -> [f64; 36] {
    let blocks = pair.blocks();
    std::array::from_fn(|place| {
        let [row, column] = [place / 6, place % 6];
        blocks[row / 3][column / 3].col(column % 3)[row % 3]
    })
}

fn rows(matrix: DMat3) -> [f64; 9] {
    matrix.transpose().to_cols_array()
}

fn coordinates(vectors: &[DVec3]) -> Float64Array {
    Float64Array::from(bytemuck::cast_slice(vectors))
}
