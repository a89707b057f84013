//! Time step, substeps, and the settings of methods.

use super::{
    record::{Record, choice, count, plain, when},
    springs::{self, STIFFNESS_FACTOR},
    surroundings::GRAVITY,
};
use crate::{
    Settings, System, Values,
    integrators::{Offer, Stability},
    scenes::parameters::{Choice, Count, Kind, METHOD, Number, Parameter, Scales, Situation, Slider},
};
use springlab_fast::fit_single;

pub const TIME_STEP: Number = Number::new("timeStepSize");
pub const SUBSTEPS: Choice = Choice::new("substeps");
pub const PRECISION: Choice = Choice::new("precision");
pub const SOLVER: Choice = Choice::new("solver");
pub const TOLERANCE: Number = Number::new("tolerance");
pub const SPECTRAL_RADIUS: Number = Number::new("spectralRadius");
pub const SWEEPS: Count = Count::new("sweeps");

/// Least time step in s.
pub const LEAST_STEP: f64 = 1e-6;

/// The methods that the scene offers.
pub const fn method(default: &'static str, offer: Offer) -> Parameter {
    plain(
        METHOD,
        ["Time integration method", "How a step gets from one state to the next."],
        Kind::Method { default, offer },
    )
}

/// Time step. The slider spans steps from nearly no error to explosion.
pub const fn time_step(default: f64, slider: [f64; 2], max: f64) -> Parameter {
    Record {
        key: TIME_STEP,
        label: "Time step size",
        symbol: "Δt",
        effect: "Longer steps cost less and err more; beyond the step limit the motion explodes.",
        unit: "s",
        default,
        min: LEAST_STEP,
        max,
        slider: Slider::decades(slider),
    }
    .parameter()
    .scaling(Scales::TimeStep)
}

/// Number of substeps of a time step.
pub const fn substeps() -> Parameter {
    substeps_of("1", COUNTS.split_at(1).1)
}

/// The same choice, with as many substeps as the step limit requires as default.
pub const fn automatic_substeps() -> Parameter {
    substeps_of("automatic", COUNTS.split_at(1).1)
}

/// The same choice, with as many substeps as the step limit requires for large scenes as default.
pub const fn substeps_if_large() -> Parameter {
    substeps_of("large", COUNTS)
}

const COUNTS: &[(&str, &str)] = &[
    ("large", "automatic beyond 1200 masses"),
    ("automatic", "automatic"),
    ("1", "1"),
    ("2", "2"),
    ("3", "3"),
    ("4", "4"),
    ("5", "5"),
    ("6", "6"),
    ("7", "7"),
    ("8", "8"),
    ("9", "9"),
    ("10", "10"),
    ("12", "12"),
    ("16", "16"),
    ("20", "20"),
    ("25", "25"),
    ("32", "32"),
    ("50", "50"),
    ("64", "64"),
    ("100", "100"),
];

const fn substeps_of(default: &'static str, options: &'static [(&'static str, &'static str)]) -> Parameter {
    choice(
        SUBSTEPS,
        ["Substeps", "Parts in which a step is taken; automatic: as many as the step limit asks for."],
        default,
        options,
    )
    .idle(|situation| when(situation.values.method().is_adaptive(), "the method chooses its own steps"))
}

/// Choice of 32-bit or 64-bit numbers for steps.
pub const fn precision() -> Parameter {
    precision_of("double", PRECISIONS.split_at(1).1)
}

/// The same choice, with 32 bits for large scenes as default.
pub const fn precision_if_large() -> Parameter {
    precision_of("large", PRECISIONS)
}

const PRECISIONS: &[(&str, &str)] =
    &[("large", "single beyond 1200 masses"), ("double", "double"), ("single", "single")];

const fn precision_of(default: &'static str, options: &'static [(&'static str, &'static str)]) -> Parameter {
    choice(
        PRECISION,
        ["Precision", "Numbers of 64 bits, with 16 digits, or of 32, with 7: steps then take some third less time."],
        default,
        options,
    )
    .idle(|situation| {
        // the springs' ends are examined last, as this reads all of them
        let fit = || situation.system().is_some_and(|system| fit_single(&system.springs.endpoints));
        when(!situation.has_setting(PRECISION), "only symplectic Euler offers it")
            .or_else(|| when(!fit(), "there are too few springs"))
    })
}

/// Treatment of implicit equations. Newton's method has no effect on linear ones: one linear system
/// solves them.
pub const fn solver() -> Parameter {
    choice(
        SOLVER,
        ["Implicit equations", "Linearised once a step, or solved by Newton's method."],
        "linearised",
        &[("linearised", "linearised"), ("newton", "solved (Newton)")],
    )
    .idle(|situation| {
        let linear = situation.system().is_some_and(System::is_linear);
        when(!situation.has_setting(SOLVER), "only implicit methods solve equations")
            .or(when(linear, "linear equations are solved at once"))
    })
}

/// Tolerance of the method that chooses its own steps.
pub const fn tolerance() -> Parameter {
    Record {
    key: TOLERANCE,
    label: "Tolerance",
    symbol: "",
    effect: "Largest relative error of a step that Runge-Kutta 45 chooses itself; a smaller one makes it take more of them.",
    unit: "",
    default: 1e-6,
    min: 1e-10,
    max: 0.1,
    slider: Slider::around(1e-6),
}.parameter()
.idle(|situation| {
        when(!situation.has_setting(TOLERANCE), "only Runge-Kutta 45 has one").or(in_free_flight(situation))
    })
}

/// Spectral radius of generalised-α.
pub const fn spectral_radius() -> Parameter {
    Record {
    key: SPECTRAL_RADIUS,
    label: "Spectral radius",
    symbol: "ρ∞",
    effect: "What a step of generalised-α leaves of motions far too fast for it: 1 all, as implicit midpoint, and 0 nothing.",
    unit: "",
    default: 0.8,
    min: 0.0,
    max: 1.0,
    slider: Slider::even([0.0, 1.0], 0.05),
}.parameter()
.idle(|situation| {
        when(!situation.has_setting(SPECTRAL_RADIUS), "only generalised-α has one").or(in_free_flight(situation))
    })
}

/// Number of sweeps. Position-based methods sweep over springs and links, Verlet and RATTLE only
/// over links.
pub const fn sweeps() -> Parameter {
    let texts = ["Sweeps", "Passes over all links per step; more of them meet the links better."];
    let sweeps = count(SWEEPS, texts, 20, [1, 1000], Slider::decades([1.0, 100.0]));
    Parameter { restarts: false, ..sweeps }.idle(|situation| {
        let system = situation.system()?;
        let without_springs = matches!(situation.values.method().stability, Stability::Partitioned { .. })
            || springs::ignores_law(situation) && springs::is_all_zero(&system.springs.stiffnesses);
        when(!situation.has_setting(SWEEPS), "only methods that project sweep")
            .or(when(without_springs && system.passes(2) == 1, "there are no links to sweep over"))
    })
}

/// No force acts, not even gravity, so that every step is free flight.
fn in_free_flight(situation: &Situation) -> Option<&'static str> {
    let weightless = situation.values.has(springs::MASS) && situation.is_zero(GRAVITY);
    when(weightless && springs::without_inertia(situation).is_some(), "no force acts")
}

/// Writes the settings of methods, as far as the scene has them. `large` tells what the option
/// `large` stands for.
pub fn tune(values: &Values, large: bool, settings: &mut Settings) {
    if values.has(PRECISION) {
        settings.single = match values.name(PRECISION) {
            "large" => large,
            precision => precision == "single",
        };
    }
    if values.has(SOLVER) {
        settings.newton = values.name(SOLVER) == "newton";
    }
    if values.has(SWEEPS) {
        settings.sweeps = values.count(SWEEPS);
    }
    settings.step_tolerance = values.number_or(TOLERANCE, settings.step_tolerance);
    settings.spectral_radius = values.number_or(SPECTRAL_RADIUS, settings.spectral_radius);
    settings.stiffness_factor = values.number_or(STIFFNESS_FACTOR, settings.stiffness_factor);
}
