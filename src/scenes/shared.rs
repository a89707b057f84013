//! Parameters that several scenes share, and their effect on a system.

use super::idle;
use crate::{
    Damper, Elasticity, Kind, Obstacle, Parameter, Slider, System, UnitWith, Values, Wind,
    base::elementary::{cos, sin},
    integrators::Offer,
};
use glam::DVec3;

/// Least mass in kg: one node of the finest cloth.
pub const LEAST_MASS: f64 = 1e-9;

/// Least time step in s.
pub const LEAST_STEP: f64 = 1e-6;

/// Description of a numeric parameter; see [`Kind::Number`].
pub struct Number {
    pub key: &'static str,
    pub label: &'static str,
    pub symbol: &'static str,
    pub effect: &'static str,
    pub unit: &'static str,
    pub default: f64,
    pub min: f64,
    pub max: f64,
    pub slider: Slider,
}

impl Number {
    /// Makes a parameter that acts from the next step on.
    pub const fn parameter(self) -> Parameter {
        let Self { key, label, symbol, effect, unit, default, min, max, slider } = self;
        let kind = Kind::Number { unit, default, min, max, slider };
        Parameter { symbol, ..plain([key, label, effect], kind) }
    }
}

/// A whole number whose change rebuilds the scene.
pub const fn count(names: [&'static str; 3], default: u32, [min, max]: [u32; 2], slider: Slider) -> Parameter {
    Parameter { restarts: true, ..plain(names, Kind::Count { default, min, max, slider }) }
}

/// A parameter without a symbol that acts from the next step on and does not affect the step limit.
const fn plain([key, label, effect]: [&'static str; 3], kind: Kind) -> Parameter {
    Parameter {
        key,
        label,
        symbol: "",
        effect,
        kind,
        restarts: false,
        limiting: false,
        unit_with: None,
        idle: |_| None,
    }
}

/// Slider for the number of particles in a row or column: up to 200, a picture shows them all.
pub const PARTICLES: Slider = Slider::decades([2.0, 200.0]);

/// A choice that acts from the next step on.
pub const fn choice(
    names: [&'static str; 3],
    default: &'static str,
    options: &'static [(&'static str, &'static str)],
) -> Parameter {
    plain(names, Kind::Choice { default, options })
}

/// The same parameter, but a change rebuilds the scene.
pub const fn restarting(parameter: Parameter) -> Parameter {
    Parameter { restarts: true, ..parameter }
}

/// The methods that the scene offers.
pub const fn method(default: &'static str, offer: Offer) -> Parameter {
    plain(
        ["method", "Time integration method", "How a step gets from one state to the next."],
        Kind::Method { default, offer },
    )
}

/// Time step. The slider spans steps from nearly no error to explosion.
pub const fn time_step(default: f64, slider: [f64; 2], max: f64) -> Parameter {
    Number {
        key: "timeStepSize",
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
    .limiting()
}

/// Stiffness of a scene with [`ELASTICITY`].
pub const fn lawful_stiffness(default: f64, max: f64) -> Parameter {
    stiffness(default, max).measured(UnitWith { key: ELASTICITY.key, option: "relative", unit: "N" })
}

/// Stiffness. The slider spans a decade to both sides of the default.
pub const fn stiffness(default: f64, max: f64) -> Parameter {
    Number {
        key: "stiffness",
        label: "Stiffness",
        symbol: "k",
        effect: "A stiffer spring swings faster and needs shorter steps.",
        unit: "N/m",
        default,
        min: 0.0,
        max,
        slider: Slider::around(default),
    }
    .parameter()
    .limiting()
    .idle(idle::stiffness)
}

/// Damping. The slider spans 0 to `most` in a hundred steps.
pub const fn damping(default: f64, most: f64, max: f64) -> Parameter {
    Number {
        key: "damping",
        label: "Damping",
        symbol: "μ",
        effect: "More damping turns motion into heat sooner; explicit methods need shorter steps for it.",
        unit: "N·s/m",
        default,
        min: 0.0,
        max,
        slider: Slider::even([0.0, most], 0.01 * most),
    }
    .parameter()
    .limiting()
    .idle(idle::damping)
}

/// Mass. The slider spans a decade to both sides of the default.
pub const fn mass(default: f64) -> Parameter {
    Number {
        key: "mass",
        label: "Mass",
        symbol: "m",
        effect: "A heavier mass swings slower and allows longer steps.",
        unit: "kg",
        default,
        min: LEAST_MASS,
        max: 100.0,
        slider: Slider::around(default),
    }
    .parameter()
    .limiting()
    .idle(idle::mass)
}

pub const fn gravity(default: f64) -> Parameter {
    Number {
        key: "gravity",
        label: "Gravity",
        symbol: "g",
        effect: "Acceleration upwards; negative pulls down.",
        unit: "m/s²",
        default,
        min: -100.0,
        max: 100.0,
        slider: Slider::even([-20.0, 20.0], 0.1),
    }
    .parameter()
}

pub const GRAVITY_DIRECTION: Parameter = Number {
    key: "gravityDirection",
    label: "Gravity direction",
    symbol: "",
    effect: "Turns gravity in the plane, anticlockwise: at 90° what fell down falls to the right.",
    unit: "°",
    default: 0.0,
    min: -180.0,
    max: 180.0,
    slider: Slider::even([-180.0, 180.0], 1.0),
}
.parameter()
.idle(idle::gravity_direction);

pub const DRAG: Parameter = Number {
    key: "drag",
    label: "Drag",
    symbol: "b",
    effect: "Slows every particle against the air at rest, in proportion to its speed.",
    unit: "N·s/m",
    default: 0.0,
    min: 0.0,
    max: 100.0,
    slider: Slider::even([0.0, 1.0], 0.01),
}
.parameter()
.limiting();

pub const AIR_RESISTANCE: Parameter = Number {
    key: "airResistance",
    label: "Air resistance",
    symbol: "",
    effect: "Slows every particle against the air, in proportion to the square of their relative speed; the wind blows with it.",
    unit: "kg/m",
    default: 0.0,
    min: 0.0,
    max: 100.0,
    slider: Slider::even([0.0, 0.1], 0.001),
}.parameter().limiting();

pub const WIND: Parameter = Number {
    key: "wind",
    label: "Wind",
    symbol: "",
    effect: "Speed of the air. It pulls at what resists it: see the air resistance.",
    unit: "m/s",
    default: 0.0,
    min: 0.0,
    max: 100.0,
    slider: Slider::even([0.0, 30.0], 0.5),
}
.parameter()
.idle(idle::wind);

pub const WIND_DIRECTION: Parameter = Number {
    key: "windDirection",
    label: "Wind direction",
    symbol: "",
    effect: "Where the wind blows to, in the plane, anticlockwise: at 0° to the right, at 90° upwards.",
    unit: "°",
    default: 0.0,
    min: -180.0,
    max: 180.0,
    slider: Slider::even([-180.0, 180.0], 1.0),
}
.parameter()
.idle(idle::wind_direction);

pub const GUSTS: Parameter = Number {
    key: "gusts",
    label: "Gusts",
    symbol: "",
    effect: "By which part of its speed the wind rises and falls: at 1 it dies down to nothing.",
    unit: "",
    default: 0.0,
    min: 0.0,
    max: 1.0,
    slider: Slider::even([0.0, 1.0], 0.05),
}
.parameter()
.idle(idle::wind_direction);

pub const GUST_PERIOD: Parameter = Number {
    key: "gustPeriod",
    label: "Gust period",
    symbol: "",
    effect: "The time from one gust to the next.",
    unit: "s",
    default: 4.0,
    min: 0.01,
    max: 1000.0,
    slider: Slider::around(4.0),
}
.parameter()
.idle(idle::gust_period);

pub const ELASTICITY: Parameter = choice(
    [
        "springLaw",
        "Spring law",
        "What the stiffness multiplies: the elongation in m, or the elongation over the rest length.",
    ],
    "hooke",
    &[("hooke", "Elongation"), ("relative", "Relative elongation")],
)
.idle(idle::spring_law);

pub const DAMPER: Parameter = choice(
    ["dampingDirection", "Damping acts", "Along the spring only, or on the whole relative velocity of its ends."],
    "axial",
    &[("axial", "along the spring"), ("isotropic", "in all directions")],
)
.idle(idle::damper);

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
        [
            "precision",
            "Precision",
            "Numbers of 64 bits, with 16 digits, or of 32, with 7: steps then take some third less time.",
        ],
        default,
        options,
    )
    .idle(idle::precision)
}

/// Number of substeps of a time step.
pub const fn substeps() -> Parameter {
    substeps_of("1", SUBSTEPS.split_at(1).1)
}

/// The same choice, with as many substeps as the step limit requires as default.
pub const fn automatic_substeps() -> Parameter {
    substeps_of("automatic", SUBSTEPS.split_at(1).1)
}

/// The same choice, with as many substeps as the step limit requires for large scenes as default.
pub const fn substeps_if_large() -> Parameter {
    substeps_of("large", SUBSTEPS)
}

const SUBSTEPS: &[(&str, &str)] = &[
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
        ["substeps", "Substeps", "Parts in which a step is taken; automatic: as many as the step limit asks for."],
        default,
        options,
    )
    .idle(idle::substeps)
}

pub const OBSTACLE: Parameter = choice(
    ["obstacle", "Obstacle", "A solid body in the way."],
    "none",
    &[("none", "none"), ("ground", "ground"), ("sphere", "sphere"), ("box", "box")],
);

pub const FRICTION: Parameter = Number {
    key: "friction",
    label: "Friction",
    symbol: "",
    effect: "Coulomb's coefficient at the obstacle; with methods that project, particles slide freely.",
    unit: "",
    default: 0.3,
    min: 0.0,
    max: 2.0,
    slider: Slider::even([0.0, 1.0], 0.05),
}
.parameter()
.idle(idle::contact);

pub const SOLVER: Parameter = choice(
    ["solver", "Implicit equations", "Linearised once a step, or solved by Newton's method."],
    "linearised",
    &[("linearised", "linearised"), ("newton", "solved (Newton)")],
)
.idle(idle::solver);

/// Tolerance of the method that chooses its own steps.
pub const TOLERANCE: Parameter = Number {
    key: "tolerance",
    label: "Tolerance",
    symbol: "",
    effect: "Largest relative error of a step that Runge-Kutta 45 chooses itself; a smaller one makes it take more of them.",
    unit: "",
    default: 1e-6,
    min: 1e-10,
    max: 0.1,
    slider: Slider::around(1e-6),
}.parameter()
.idle(idle::tolerance);

/// Spectral radius of generalised-α.
pub const SPECTRAL_RADIUS: Parameter = Number {
    key: "spectralRadius",
    label: "Spectral radius",
    symbol: "ρ∞",
    effect: "What a step of generalised-α leaves of motions far too fast for it: 1 all, as implicit midpoint, and 0 nothing.",
    unit: "",
    default: 0.8,
    min: 0.0,
    max: 1.0,
    slider: Slider::even([0.0, 1.0], 0.05),
}.parameter()
.idle(idle::spectral_radius);

pub const SWEEPS: Parameter = Parameter {
    restarts: false,
    ..count(
        ["sweeps", "Sweeps", "Passes over all links per step; more of them meet the links better."],
        20,
        [1, 1000],
        Slider::decades([1.0, 100.0]),
    )
    .idle(idle::sweeps)
};

pub const STIFFNESS_FACTOR: Parameter = Number {
    key: "stiffnessFactor",
    label: "Stiffness factor",
    symbol: "",
    effect: "Part of a spring's elongation that position-based dynamics takes away at a time.",
    unit: "",
    default: 1.0,
    min: 0.01,
    max: 1.0,
    slider: Slider::even([0.01, 1.0], 0.01),
}
.parameter()
.idle(idle::stiffness_factor);

/// Writes stiffness, damping and spring law into all springs without values of their own, and the
/// masses into all free particles.
pub fn tune_springs(values: &Values, system: &mut System) {
    tune_damper(values, system);
    let relative = values.has("springLaw") && values.name("springLaw") == "relative";
    let law = if relative { Elasticity::Relative } else { Elasticity::Hooke };
    let (k, damping) = (values.number("stiffness"), values.number("damping"));
    system.springs.tune(|_, rest_length| [law.stiffness(k, rest_length), damping]);
    tune_masses(values, system);
    tune_surroundings(values, system);
}

/// Writes the direction of the dampers into the springs, if the scene has this parameter.
pub fn tune_damper(values: &Values, system: &mut System) {
    if values.has("dampingDirection") {
        let axial = values.name("dampingDirection") == "axial";
        system.springs.damper = if axial { Damper::Axial } else { Damper::Isotropic };
    }
}

/// Writes the mass into all particles that are not fixed.
pub fn tune_masses(values: &Values, system: &mut System) {
    let inverse_mass = values.number("mass").recip();
    for w in system.particles.inverse_masses.iter_mut().filter(|w| **w > 0.0) {
        *w = inverse_mass;
    }
}

/// Writes gravity, drag, wind and the contact law into the system, as far as the scene has them.
pub fn tune_surroundings(values: &Values, system: &mut System) {
    if values.has("gravity") {
        let angle = if values.has("gravityDirection") { values.number("gravityDirection").to_radians() } else { 0.0 };
        system.gravity = values.number("gravity") * DVec3::new(-sin(angle), cos(angle), 0.0);
    }
    if values.has("drag") {
        system.drag = values.number("drag");
    }
    if values.has("wind") {
        let angle = values.number("windDirection").to_radians();
        system.wind = Wind {
            resistance: values.number("airResistance"),
            velocity: values.number("wind") * DVec3::new(cos(angle), sin(angle), 0.0),
            gusts: values.number("gusts"),
            period: values.number("gustPeriod"),
        };
    }
    if values.has("friction") {
        system.contact.friction = values.number("friction");
        // a method that projects feels no penalty force, which then stores no energy
        let projects = values.method().projects_contacts;
        system.contact.stiffness = if projects { 0.0 } else { values.number("contactStiffness") };
        system.contact.damping = values.number("contactDamping");
    }
}

pub const CONTACT_STIFFNESS: Parameter = Number {
    key: "contactStiffness",
    label: "Contact stiffness",
    symbol: "",
    effect: "How hard the obstacle pushes back for each metre of depth.",
    unit: "N/m",
    default: 5000.0,
    min: 1.0,
    max: 1e6,
    slider: Slider::around(5000.0),
}
.parameter()
.limiting()
.idle(idle::contact);

pub const CONTACT_DAMPING: Parameter = Number {
    key: "contactDamping",
    label: "Contact damping",
    symbol: "",
    effect: "Takes the bounce out of the obstacle.",
    unit: "N·s/m",
    default: 10.0,
    min: 0.0,
    max: 1e4,
    slider: Slider::even([0.0, 100.0], 1.0),
}
.parameter()
.limiting()
.idle(idle::contact);

/// The chosen obstacle with its highest point at `top`, below an object of the given width (m).
pub fn obstacles(values: &Values, width: f64, top: DVec3) -> Vec<Obstacle> {
    let size = 0.25 * width.max(0.4);
    let centre = top - size * DVec3::Y;
    match values.name("obstacle") {
        "ground" => vec![Obstacle::Plane { point: top, normal: DVec3::Y }],
        "sphere" => vec![Obstacle::Sphere { centre, radius: size }],
        "box" => vec![Obstacle::Box { centre, half: DVec3::splat(size) }],
        _ => Vec::new(),
    }
}
