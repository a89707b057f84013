//! Springs and the masses between them.

use super::record::{Record, choice, when};
use crate::{
    Damper, Elasticity, System, UnitWith, Values,
    models::forces,
    oscillator::exact::DampedOscillator,
    scenes::parameters::{Choice, Number, Parameter, Scales, Situation, Slider},
};

pub const STIFFNESS: Number = Number::new("stiffness");
pub const DAMPING: Number = Number::new("damping");
pub const REST_LENGTH: Number = Number::new("restLength");
pub const MASS: Number = Number::new("mass");
pub const SPRING_LAW: Choice = Choice::new("springLaw");
pub const DAMPING_DIRECTION: Choice = Choice::new("dampingDirection");
pub const STIFFNESS_FACTOR: Number = Number::new("stiffnessFactor");

/// Least mass in kg: one node of the finest cloth.
pub const LEAST_MASS: f64 = 1e-9;

/// Stiffness. The slider spans a decade to both sides of the default.
pub const fn stiffness(default: f64, max: f64) -> Parameter {
    Record {
        key: STIFFNESS,
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
    .scaling(Scales::Springs)
    .idle(without_springs)
}

/// Stiffness of a scene with a choice of the [`law`].
pub const fn lawful_stiffness(default: f64, max: f64) -> Parameter {
    stiffness(default, max).measured(UnitWith { key: SPRING_LAW.name, option: "relative", unit: "N" })
}

/// Damping. The slider spans 0 to `most` in a hundred steps.
pub const fn damping(default: f64, most: f64, max: f64) -> Parameter {
    Record {
        key: DAMPING,
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
    .scaling(Scales::Dampers)
    .idle(|situation| without_dampers(situation).or(without_springs_of(situation, 1)))
}

/// Mass. The slider spans a decade to both sides of the default.
pub const fn mass(default: f64) -> Parameter {
    Record {
        key: MASS,
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
    .scaling(Scales::Masses)
    .idle(without_inertia)
}

/// Spring law. The two laws agree at a rest length of 1 m.
pub const fn law() -> Parameter {
    choice(
        SPRING_LAW,
        ["Spring law", "What the stiffness multiplies: the elongation in m, or the elongation over the rest length."],
        "hooke",
        &[("hooke", "Elongation"), ("relative", "Relative elongation")],
    )
    .idle(|situation| {
        let unit = situation.system()?.springs.rest_lengths.iter().all(|length| *length == 1.0);
        when(ignores_law(situation), "only forces follow a law")
            .or(without_stiffness(situation))
            .or(when(unit, "each spring is 1 m long"))
    })
}

pub const fn damping_direction() -> Parameter {
    choice(
        DAMPING_DIRECTION,
        ["Damping acts", "Along the spring only, or on the whole relative velocity of its ends."],
        "axial",
        &[("axial", "along the spring"), ("isotropic", "in all directions")],
    )
    .idle(without_damping)
}

pub const fn stiffness_factor() -> Parameter {
    Record {
        key: STIFFNESS_FACTOR,
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
    .idle(|situation| {
        when(!ignores_law(situation), "only position-based dynamics has one").or(without_stiffness(situation))
    })
}

/// True if springs move their ends regardless of their spring law, and there are no dampers.
pub fn ignores_law(situation: &Situation) -> bool {
    situation.has_setting(STIFFNESS_FACTOR)
}

pub fn is_all_zero(numbers: &[f64]) -> bool {
    numbers.iter().all(|number| *number == 0.0)
}

/// No spring takes its stiffness from the parameters.
pub fn without_springs(situation: &Situation) -> Option<&'static str> {
    without_springs_of(situation, 0)
}

/// No spring takes a property from the parameters; `index` is its position in
/// [`Springs::own`](crate::Springs::own).
fn without_springs_of(situation: &Situation, index: usize) -> Option<&'static str> {
    let System { springs, .. } = situation.system()?;
    let all = !springs.own.is_empty() && springs.own.iter().all(|own| own[index].is_some());
    when(springs.is_empty(), "only springs have one").or(when(all, "every spring has its own"))
}

/// No spring is stiff.
pub fn without_stiffness(situation: &Situation) -> Option<&'static str> {
    let zero = is_all_zero(&situation.system()?.springs.stiffnesses);
    without_springs(situation).or(when(zero, "the stiffness is 0"))
}

/// The method has no dampers.
fn without_dampers(situation: &Situation) -> Option<&'static str> {
    when(ignores_law(situation), "this method has no dampers")
}

/// No damper acts.
pub fn without_damping(situation: &Situation) -> Option<&'static str> {
    let zero = is_all_zero(&situation.system()?.springs.dampings);
    without_dampers(situation).or(when(zero, "the damping is 0"))
}

/// Without forces other than gravity the motion does not depend on the mass.
pub fn without_inertia(situation: &Situation) -> Option<&'static str> {
    let tied = |system: &System| {
        let System { springs, constraints, .. } = system;
        let free = constraints.is_empty() && springs.own.is_empty();
        !(free && forces::all(system, |force| force.is_uniform()))
    };
    let undamped = ignores_law(situation) || situation.is_zero(DAMPING);
    when(situation.is_zero(STIFFNESS) && undamped && !situation.system().is_some_and(tied), "no force depends on it")
}

/// Writes stiffness, damping and spring law into all springs without values of their own.
pub fn tune(values: &Values, system: &mut System) {
    tune_damper(values, system);
    let relative = values.has(SPRING_LAW) && values.name(SPRING_LAW) == "relative";
    let law = if relative { Elasticity::Relative } else { Elasticity::Hooke };
    let (k, damping) = (values.number(STIFFNESS), values.number(DAMPING));
    system.springs.tune(|_, rest_length| [law.stiffness(k, rest_length), damping]);
}

/// Writes the direction of the dampers into the springs, if the scene has this parameter.
pub fn tune_damper(values: &Values, system: &mut System) {
    if values.has(DAMPING_DIRECTION) {
        let axial = values.name(DAMPING_DIRECTION) == "axial";
        system.springs.damper = if axial { Damper::Axial } else { Damper::Isotropic };
    }
}

/// Writes the mass into all particles that are not fixed.
pub fn tune_masses(values: &Values, system: &mut System) {
    let inverse_mass = values.number(MASS).recip();
    for w in system.particles.inverse_masses.iter_mut().filter(|w| **w > 0.0) {
        *w = inverse_mass;
    }
}

/// The oscillator of one mass on one spring.
pub fn oscillator(values: &Values) -> DampedOscillator {
    DampedOscillator {
        mass: values.number(MASS),
        stiffness: values.number(STIFFNESS),
        damping: values.number_or(DAMPING, 0.0),
    }
}
