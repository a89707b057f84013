//! Modified energies, areas of phase space, and numerical damping and frequency shift, against
//! matrices of steps, longer runs and closed forms.

use crate::common::random::offers;
use glam::{DVec2, DVec3};
use num_complex::Complex64;
use springlab::{Method, Simulation, Value, integrators::METHODS};
use std::f64::consts::TAU;

/// Methods with a modified energy that a scene offers.
fn symplectic(scene: &str) -> impl Iterator<Item = &'static Method> {
    let scene = Simulation::new(scene).unwrap().scene();
    METHODS.iter().copied().filter(|method| method.modified_energy.is_some() && offers(scene, method.id))
}

/// Power of the step with which the first neglected term of a modified energy shrinks.
fn next_order(method: &Method) -> f64 {
    if method.order == 1 { 2.0 } else { 4.0 }
}

/// Sets position (m) and velocity (m/s) of a mass along the x axis.
fn put(simulation: &mut Simulation, mass: usize, x: f64, v: f64) {
    simulation.set_position(mass, DVec3::X * x).unwrap();
    simulation.set_velocity(mass, DVec3::X * v).unwrap();
}

/// The matrix M of a step on (x, v), with det M = 1 and tr M = 2 cos θ, is the exact motion of the
/// energy ½ m θ/(h sin θ) (M₁₂ v² + (M₁₁ − M₂₂) x v − M₂₁ x²). This is the whole series of H̃; the
/// terms left out shrink as the next power of h.
#[test]
fn the_modified_energy_of_an_oscillator_is_that_of_its_steps_matrix() {
    let (state, mass) = ((0.7, -1.9), 0.5);
    for method in symplectic("oscillator").filter(|method| method.id != "exact") {
        let error = |h: f64| {
            let mut oscillator = simulation!("oscillator", method = method.id, timeStepSize = h, mass = mass);
            // positions after one and two steps: Verlet reports other velocities
            let mut positions = |x: f64, v: f64| {
                put(&mut oscillator, 1, x, v);
                [(); 2].map(|()| {
                    oscillator.step(1).unwrap();
                    oscillator.particles().positions[1].x
                })
            };
            let ([m11, _], [m12, second]) = (positions(1.0, 0.0), positions(0.0, 1.0));
            let trace = second / m12; // M² = tr M · M − 1
            let m22 = trace - m11;
            let m21 = (m11 * m22 - 1.0) / m12;
            let theta = (0.5 * trace).acos();
            let (x, v) = state;
            let whole = 0.5 * mass * theta / (h * theta.sin()) * (m12 * v * v + (m11 - m22) * x * v - m21 * x * x);
            put(&mut oscillator, 1, x, v);
            (oscillator.modified_energy().unwrap() - whole).abs()
        };
        let (long, short) = (error(0.08), error(0.04));
        let slope = (long / short).log2();
        // the term after the next is smaller by (hω)² = 0.06; midpoint keeps linear energies
        assert!((slope - next_order(method)).abs() < 0.1, "{}: {slope}, {long} J", method.id);
    }
}

/// Range of the energy and of the modified energy over a number of steps, in J.
fn ranges(simulation: &mut Simulation, steps: u32) -> [f64; 2] {
    let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 2];
    for _ in 0..steps / EVERY {
        simulation.step(EVERY).unwrap();
        let values = [simulation.energy().unwrap().stored(), simulation.modified_energy().unwrap()];
        for ([low, high], value) in ends.iter_mut().zip(values) {
            (*low, *high) = (low.min(value), high.max(value));
        }
    }
    ends.map(|[low, high]| high - low)
}

/// Steps between two samples of an energy; odd, so that they meet all phases.
const EVERY: u32 = 7;

/// A mass on a spring, a plane pair that swings and turns, and a mass between two springs that
/// swings along and across them; without damping.
fn run_of(scene: &str, id: &str, h: f64) -> Simulation {
    let mut simulation = Simulation::new(scene).unwrap();
    if scene == "chain" {
        set!(simulation, particles = 3.0, damping = 0.0, gravity = 0.0, stiffness = 20.0);
        simulation.set_velocity(1, DVec3::new(1.0, 0.6, 0.0)).unwrap();
    }
    set!(simulation, method = id, timeStepSize = h);
    let _ = simulation.set("solver", "newton");
    if scene == "pair" {
        simulation.set_velocity(0, DVec3::new(0.3, -0.4, 0.0)).unwrap();
        simulation.set_velocity(1, DVec3::new(-0.3, 0.4, 0.0)).unwrap();
    }
    simulation
}

/// The energy of symplectic Euler swings as h, of the others as h²; the modified one as h² and h⁴.
#[test]
fn over_1e5_steps_modified_energies_swing_with_the_next_power_of_the_step() {
    for (scene, h) in [("oscillator", 0.04), ("pair", 0.04), ("chain", 0.005)] {
        for method in symplectic(scene).filter(|method| method.id != "exact" && method.id != "rattle") {
            let [long, short] = [h, 0.5 * h].map(|h| ranges(&mut run_of(scene, method.id, h), 100_000));
            let [plain, modified] = [0, 1].map(|i| (long[i] / short[i]).log2());
            // on the oscillator, symplectic Euler conserves H̃ exactly, and implicit midpoint H too
            let linear = scene == "oscillator";
            let order = f64::from(method.order);
            let exact = linear && method.id == "implicit-midpoint";
            assert!(exact || (plain - order).abs() < 0.1, "{scene}, {}: H as h^{plain}", method.id);
            let exact = exact || linear && method.order == 1;
            let next = next_order(method);
            assert!(exact || (modified - next).abs() < 0.1, "{scene}, {}: H̃ as h^{modified}", method.id);
        }
    }
}

/// ½ m v² + ½ k x² ∓ ½ h k x v is exactly constant; of rounding errors 1e-16 of 10 J in each step,
/// √1000 remain.
#[test]
fn symplectic_eulers_modified_energy_of_an_oscillator_is_constant_to_rounding() {
    for id in ["symplectic-euler", "symplectic-euler-adjoint"] {
        let mut oscillator = simulation!("oscillator", method = id, timeStepSize = 0.1);
        let start = oscillator.modified_energy().unwrap();
        for _ in 0..1000 {
            oscillator.step(1).unwrap();
            let change = oscillator.modified_energy().unwrap() - start;
            assert!(change.abs() < 1e-13 * start, "{id}: {change} J");
        }
    }
}

#[test]
fn where_there_is_no_modified_energy_a_clause_says_why() {
    let held = || {
        let mut damper = Simulation::new("damper").unwrap();
        damper.hold(1, DVec3::X, 0.0).unwrap();
        damper
    };
    for (simulation, reason) in vec![
        (simulation!("oscillator", method = "runge-kutta-4"), "the method is not symplectic"),
        (Simulation::new("rotation").unwrap(), "its motion has no energy"),
        (simulation!("damper", damping = 0.1), "damping takes energy"),
        (simulation!("cloth", drag = 0.1, damping = 0.0), "damping takes energy"),
        (simulation!("cloth", airResistance = 0.1, damping = 0.0), "damping takes energy"),
        (simulation!("resonance", damping = 0.0), "a drive does work"),
        (simulation!("pair", method = "implicit-midpoint"), "linearised equations are not symplectic"),
        (simulation!("verlet", method = "verlet"), "links hold the masses"),
        (simulation!("drape", damping = 0.0, drag = 0.0), "obstacles may push"),
        (held(), "a hand holds a mass"),
    ] {
        assert_eq!(simulation.modified_energy(), Err(reason), "{}", simulation.scene().id);
    }
}

/// Area of the polygon of states (x, v).
fn area(states: &[DVec2]) -> f64 {
    let next = states.iter().cycle().skip(1);
    0.5 * states.iter().zip(next).map(|(one, other)| one.perp_dot(*other)).sum::<f64>()
}

/// States on a small circle around (1.2 m, 0.4 m/s).
fn drop() -> impl Iterator<Item = DVec2> {
    (0..50).map(|i| DVec2::new(1.2, 0.4) + 0.1 * DVec2::from_angle(TAU * f64::from(i) / 50.0))
}

/// Area of a drop of an undamped mass after 1000 steps, relative to that after the first one:
/// before it Verlet's velocities are given, and afterwards its own.
fn area_after(id: &str, h: f64) -> f64 {
    let mut runs: Vec<_> = drop()
        .map(|state| {
            let mut run = simulation!("oscillator", method = id, timeStepSize = h);
            put(&mut run, 1, state.x, state.y);
            run
        })
        .collect();
    let mut after = |steps: u32| {
        let states = runs.iter_mut().map(|run| {
            run.step(steps).unwrap();
            DVec2::new(run.particles().positions[1].x, run.particles().velocities[1].x)
        });
        area(&states.collect::<Vec<_>>())
    };
    let first = after(1);
    after(999) / first
}

/// A linear map carries polygons exactly; 1e-12 are the rounding errors of 1000 steps.
#[test]
fn symplectic_methods_keep_the_area_of_a_drop() {
    for method in symplectic("oscillator") {
        for h in [0.005, 0.3] {
            let ratio = area_after(method.id, h);
            assert!((ratio - 1.0).abs() < 1e-12, "{}, {h} s: {ratio}", method.id);
        }
    }
}

/// ω² = 10/s²: |1 + iy|² = 1 + y² a step, |1 − iy|⁻², and of Runge-Kutta 4 1 − y⁶/72 + y⁸/576.
#[test]
fn other_methods_scale_the_area_of_a_drop_by_their_determinant() {
    let h = 0.02;
    let y2: f64 = 10.0 * h * h;
    for (id, determinant) in [
        ("explicit-euler", 1.0 + y2),
        ("implicit-euler", (1.0 + y2).recip()),
        ("runge-kutta-2", 1.0 + 0.25 * y2 * y2),
        ("runge-kutta-4", 1.0 - y2.powi(3) / 72.0 + y2.powi(4) / 576.0),
    ] {
        let (ratio, expected) = (area_after(id, h), determinant.powi(999));
        assert!((ratio / expected - 1.0).abs() < 1e-11, "{id}: {ratio}, not {expected}");
    }
}

/// γ = 0.5 N·s/m / 1 kg.
#[test]
fn exact_motion_shrinks_a_drop_by_the_damping_rate() {
    let numbers = [("damping", 0.5), ("tracers", 50.0), ("timeStepSize", 0.05)];
    let mut phase = simulation!("phase", method = "exact", ..numbers);
    let of = |phase: &Simulation| area(&phase.particles().positions.iter().map(|x| x.truncate()).collect::<Vec<_>>());
    let start = of(&phase);
    phase.step(100).unwrap();
    let (ratio, expected) = (of(&phase) / start, (-0.5 * 5.0_f64).exp());
    assert!((ratio / expected - 1.0).abs() < 1e-12, "{ratio}, not {expected}");
}

/// Explicit Euler: |G|² = 1 + y², arg G = atan y. Symplectic methods: cos arg G = 1 − y²/2.
#[test]
fn predicted_deviations_are_those_of_the_closed_forms() {
    let (h, omega) = (0.05, 10.0_f64.sqrt());
    let y = h * omega;
    for (id, damping, angle) in [
        ("explicit-euler", -0.5 * (y * y).ln_1p() / h, y.atan()),
        ("implicit-euler", 0.5 * (y * y).ln_1p() / h, y.atan()),
        ("velocity-verlet", 0.0, (1.0 - 0.5 * y * y).acos()),
        ("exact", 0.0, y),
    ] {
        let deviation = simulation!("oscillator", method = id, timeStepSize = h).predicted_deviation().unwrap();
        assert!((deviation.damping - damping).abs() < 1e-13, "{id}: {deviation:?}");
        assert!((deviation.frequency - (angle / h - omega)).abs() < 1e-13, "{id}: {deviation:?}");
    }
}

/// With and without drive and damping, in time steps and substeps, also in a field.
#[test]
fn measured_deviations_are_the_predicted_ones() {
    let cases: [(&str, &[(&str, Value)]); 6] = [
        ("oscillator", &[("timeStepSize", Value::Number(0.05))]),
        ("oscillator", &[("timeStepSize", Value::Number(0.0005))]),
        ("damper", &[("damping", Value::Number(0.4)), ("timeStepSize", Value::Number(0.02))]),
        ("resonance", &[("timeStepSize", Value::Number(0.02))]),
        ("rotation", &[("timeStepSize", Value::Number(0.2))]),
        ("phase", &[("damping", Value::Number(0.3))]),
    ];
    for (scene, values) in cases {
        let record = Simulation::new(scene).unwrap().scene();
        for method in METHODS.iter().filter(|method| offers(record, method.id) && !method.is_adaptive()) {
            let mut simulation = simulation!(scene, method = method.id, ..values);
            simulation.step(3).unwrap();
            let [predicted, measured] =
                [simulation.predicted_deviation(), simulation.measured_deviation()].map(Option::unwrap);
            let error = Complex64::new(measured.damping - predicted.damping, measured.frequency - predicted.frequency);
            // rounding by 1e-16 of positions of 6 m beside differences of 0.4 m, in a time of 0.3 s
            assert!(error.norm() < 1e-9, "{scene}, {}: {predicted:?}, {measured:?}", method.id);
            assert!(measured.uncertainties.iter().all(|error| *error < 1e-9), "{scene}, {}: {measured:?}", method.id);
        }
    }
}

/// A step of 16 substeps turns by 9 rad, more than a whole turn.
#[test]
fn a_measured_frequency_counts_whole_turns_within_a_step() {
    let mut oscillator = simulation!("oscillator", method = "velocity-verlet", timeStepSize = 2.0, stiffness = 10.0);
    oscillator.set("substeps", "16").unwrap();
    let [predicted, measured] = [oscillator.predicted_deviation(), oscillator.measured_deviation()].map(Option::unwrap);
    assert!(oscillator.time_step() * 20_f64.sqrt() > TAU);
    assert!((measured.frequency - predicted.frequency).abs() < 1e-9, "{predicted:?}, {measured:?}");
}

#[test]
fn without_a_known_oscillation_nothing_is_measured() {
    for (simulation, what) in [
        (simulation!("damper", damping = 20.0), "overdamped"),
        (Simulation::new("cloth").unwrap(), "many masses"),
        (Simulation::new("decay").unwrap(), "one exponential"),
    ] {
        assert_eq!(simulation.measured_deviation(), None, "{what}");
        assert_eq!(simulation.predicted_deviation(), None, "{what}");
    }
    let mut damper = Simulation::new("damper").unwrap();
    damper.set_velocity(1, DVec3::Y).unwrap();
    assert_eq!(damper.measured_deviation(), None, "it moves across its spring");
}
