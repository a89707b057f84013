//! Driven systems: every method evaluates the drive at the right time, and the account books its
//! work.

use crate::common::{after, random::check};
use glam::DVec3;
use num_complex::Complex64;
use proptest::{sample::select, strategy::Strategy};
use springlab::{
    Damper, Excitation, Forcing, Input, Particles, Settings, Simulation, Spring, System, Waveform,
    exact::DampedOscillator, fit_oscillation, integrators::Offer, observed_order,
};
use std::f64::consts::{FRAC_PI_2, PI, TAU};

const SOLVED: Settings = Settings {
    single: false,
    newton: true,
    tolerance: 1e-15,
    iterations: 1000,
    sweeps: 10,
    step_tolerance: f64::INFINITY,
    spectral_radius: 0.8,
    stiffness_factor: 1.0,
};

const MASS: f64 = 0.5;
const STIFFNESS: f64 = 5.0;
const OMEGA: f64 = 2.2;
const AMPLITUDE: f64 = 0.7;
const START: (f64, f64) = (0.4, -0.3);

/// An anchor and a mass on a spring of rest length 0; the drive moves the anchor or pushes the mass
/// along x.
fn driven(input: Input, waveform: Waveform, damping: f64) -> System {
    let mut system = System::default();
    system.particles.push(DVec3::ZERO, 0.0);
    system.particles.push(DVec3::X * START.0, MASS.recip());
    system.particles.velocities[1] = DVec3::X * START.1;
    system.springs.damper = Damper::Isotropic;
    system.springs.push([1, 0], Spring { stiffness: STIFFNESS, damping, ..Spring::default() });
    let particle = usize::from(input == Input::Force);
    let amplitude = DVec3::X * AMPLITUDE;
    system.excitation =
        Some(Excitation { input, waveform, particle, amplitude, angular_frequency: OMEGA, ..Excitation::default() });
    system.advance(0.0);
    system.open_account();
    system
}

/// u and u̇ of m ü + μ u̇ + k u = m f(t) at the time `t`, by Taylor series of order 28 in steps so
/// short that terms decrease.
fn taylor(oscillator: &DampedOscillator, start: (f64, f64), forcing: &Forcing, t: f64) -> (f64, f64) {
    let (gamma, omega_squared) = (oscillator.damping_rate(), oscillator.omega_squared());
    let fastest = gamma + omega_squared.sqrt() + forcing.angular_frequency;
    let steps = (2.0 * fastest * t).ceil().max(1.0);
    let h = t / steps;
    let (mut u, mut rate) = start;
    for step in 0..steps as u32 {
        let begin = h * f64::from(step);
        let mut wave = forcing.wave * Complex64::from_polar(1.0, forcing.angular_frequency * begin);
        let mut derivatives = vec![u, rate];
        for n in 0..28 {
            let polynomial = [forcing.constant + forcing.slope * begin, forcing.slope].get(n).copied().unwrap_or(0.0);
            let push = polynomial + wave.re;
            derivatives.push(push - gamma * derivatives[n + 1] - omega_squared * derivatives[n]);
            wave *= Complex64::new(0.0, forcing.angular_frequency);
        }
        let series = |from: usize| {
            derivatives[from..].iter().enumerate().rev().fold(0.0, |sum, (n, d)| sum * h / (n as f64 + 1.0) + d)
        };
        (u, rate) = (series(0), series(1));
    }
    (u, rate)
}

/// Exact u and u̇ of the driven system until the end of a ramp. A moving anchor exerts k a + μ ȧ.
fn truth(input: Input, waveform: Waveform, damping: f64, t: f64) -> (f64, f64) {
    let oscillator = DampedOscillator { mass: MASS, stiffness: STIFFNESS, damping };
    let (pull, drag) = match input {
        Input::Force => (AMPLITUDE / MASS, 0.0),
        Input::Motion => (AMPLITUDE * STIFFNESS / MASS, AMPLITUDE * damping / MASS),
    };
    let slope = OMEGA / TAU;
    let forcing = match waveform {
        Waveform::Cosine => {
            Forcing { wave: Complex64::new(pull, drag * OMEGA), angular_frequency: OMEGA, ..Forcing::default() }
        }
        Waveform::Step => Forcing { constant: pull, ..Forcing::default() },
        Waveform::Ramp => Forcing { constant: drag * slope, slope: pull * slope, ..Forcing::default() },
    };
    taylor(&oscillator, START, &forcing, t)
}

fn everything() -> impl Iterator<Item = (Input, Waveform, f64)> {
    let inputs = [Input::Force, Input::Motion];
    let waveforms = [Waveform::Cosine, Waveform::Step, Waveform::Ramp];
    inputs.into_iter().flat_map(move |input| {
        waveforms.into_iter().flat_map(move |waveform| [0.0, 0.4].map(|damping| (input, waveform, damping)))
    })
}

/// Runs end during the ramp's rise of 2π/Ω = 2.9 s: at its kink no method keeps its order.
#[test]
fn every_method_has_its_order_on_the_driven_oscillator() {
    for (input, waveform, damping) in everything() {
        let start = driven(input, waveform, damping);
        let (u, rate) = truth(input, waveform, damping, 1.6);
        let solved = Offer::Mechanical.methods().filter(|method| method.order > 0).map(|method| (method, SOLVED));
        let linearised = Offer::Forces.methods().map(|method| (method, Settings { newton: false, ..SOLVED }));
        for (method, settings) in solved.chain(linearised) {
            let largest = [0.002, 0.01, 0.02, 0.04, 0.04][method.order as usize - 1];
            let steps = [1.0, 0.5, 0.25, 0.125].map(|part| part * largest);
            let errors = steps.map(|h| {
                let Particles { positions, velocities, .. } = after(&start, method.id, settings, h, 1.6).particles;
                (positions[1].x - u).hypot(velocities[1].x - rate)
            });
            let order = observed_order(&steps, &errors).unwrap();
            let what = format!("{} {settings:?} {input:?} {waveform:?} damping {damping}", method.id);
            assert!((order - f64::from(method.order)).abs() < 0.15, "{what}: order {order}, errors {errors:?}");
        }
    }
}

/// The work of the drive is stored, heats the damper, or is the method's error, which shrinks by
/// its order.
#[test]
fn the_work_of_the_drive_is_booked_with_the_order_of_the_method() {
    for (input, waveform, damping) in everything() {
        let start = driven(input, waveform, damping);
        for method in Offer::Forces.methods() {
            let largest = [0.002, 0.01, 0.02, 0.04, 0.04][method.order as usize - 1];
            let energies = [1.0, 0.125].map(|part| after(&start, method.id, SOLVED, part * largest, 1.6).energy());
            let what = format!("{} {input:?} {waveform:?} damping {damping}", method.id);
            let work = energies[1].work;
            let drives = work.drive.abs() > 0.01 || (input, waveform) == (Input::Motion, Waveform::Step);
            assert!(drives && work.hand == 0.0, "{what}: {work:?}");
            let [long, short] = energies.map(|energy| energy.numerical().abs());
            // by 8^order; by half of it where leading terms nearly cancel. Below 1e-12 J of 1 J it
            // is rounding
            let shrunk = short < long * 2.0 * 0.125_f64.powf(f64::from(method.order)) || short < 1e-12;
            assert!(shrunk, "{what}: {long} J, then {short} J");
        }
    }
}

/// Oscillators with damping from none to strong, many just beside critical.
fn oscillator() -> impl Strategy<Value = DampedOscillator> {
    let zetas =
        vec![0.0, 1e-9, 0.01, 0.3, 0.99, 1.0 - 1e-6, 1.0 - 1e-12, 1.0, 1.0 + 1e-12, 1.0 + 1e-6, 1.01, 2.0, 20.0];
    (0.1..10.0, 0.5..50.0, select(zetas)).prop_map(|(mass, stiffness, zeta): (f64, f64, f64)| DampedOscillator {
        mass,
        stiffness,
        damping: 2.0 * zeta * (stiffness * mass).sqrt(),
    })
}

/// Forcing with frequencies from 0 to far above resonance, many just beside it.
fn forced() -> impl Strategy<Value = (DampedOscillator, Forcing)> {
    let parts = vec![0.0, 1e-9, 0.3, 0.999, 1.0 - 1e-7, 1.0 - 1e-13, 1.0, 1.0 + 1e-10, 1.0 + 1e-5, 1.1, 3.0, 30.0];
    let terms = [-1.0..1.0, -1.0..1.0, -1.0..1.0, -1.0..1.0];
    (oscillator(), select(parts), terms).prop_map(|(oscillator, part, [constant, slope, re, im])| {
        let angular_frequency = part * oscillator.angular_frequency();
        (oscillator, Forcing { constant, slope, wave: Complex64::new(re, im), angular_frequency })
    })
}

#[test]
fn the_driven_motion_is_that_of_a_taylor_series() {
    check(300, &(forced(), 0.0..12.0), |((oscillator, forcing), t): (_, f64)| {
        let omega = oscillator.angular_frequency();
        let start = (0.3, -0.4);
        let (u, rate) = oscillator.driven_motion(start, &forcing, t);
        let (expected, expected_rate) = taylor(&oscillator, start, &forcing, t);
        // sum of the largest terms: 1 m/s² constant and at resonance, and the slope
        let scale = 0.3 + 0.4 / omega + (2.0 + t) / (omega * omega) + t / omega;
        let gap = (u - expected).abs().max((rate - expected_rate).abs() / omega);
        // some thousand steps of the series, each with a few roundings
        assert!(gap < 1e-12 * scale, "{gap} m of {scale} m at t = {t}");
    });
}

/// By central differences of step h = 1e-4/ω: truncation h² u⁗/12 < 1e-6 of the largest term up to
/// Ω = 30 ω, rounding 1e-8.
#[test]
fn the_driven_motion_solves_its_equation() {
    check(200, &(forced(), 0.0..12.0), |((oscillator, forcing), t): (_, f64)| {
        let h = 1e-4 / oscillator.angular_frequency().max(forcing.angular_frequency).max(oscillator.damping_rate());
        let t = t + h;
        let [(before, _), (u, rate), (after, _)] =
            [t - h, t, t + h].map(|t| oscillator.driven_motion((0.3, -0.4), &forcing, t));
        let push = forcing.constant
            + forcing.slope * t
            + (forcing.wave * Complex64::from_polar(1.0, forcing.angular_frequency * t)).re;
        let slope = (after - before) / (2.0 * h);
        let acceleration = (after - 2.0 * u + before) / (h * h);
        let residual = acceleration + oscillator.damping_rate() * rate + oscillator.omega_squared() * u - push;
        let rounding = 1e-15 * (u.abs() + 0.3) / (h * h);
        let scale =
            2.0 + t + oscillator.omega_squared() * (u.abs() + 0.3) + oscillator.damping_rate() * (rate.abs() + 0.4);
        assert!(residual.abs() < 1e-6 * scale + 8.0 * rounding, "residual {residual} m/s² of {scale}");
        assert!(
            (slope - rate).abs() * h < 1e-7 * h * scale + 1e-14 * (u.abs() + 0.3),
            "rate {rate} m/s, slope {slope} m/s"
        );
    });
}

#[test]
fn without_damping_the_amplitude_at_resonance_grows_as_t_over_two_omega() {
    let oscillator = DampedOscillator { mass: 2.0, stiffness: 18.0, damping: 0.0 };
    let forcing = Forcing { wave: Complex64::from(1.0), angular_frequency: 3.0, ..Forcing::default() };
    for t in [1e-6_f64, 0.1, 1.0, 10.0, 1000.0] {
        let (u, rate) = oscillator.driven_motion((0.0, 0.0), &forcing, t);
        let (expected, slope) = (t * (3.0 * t).sin() / 6.0, ((3.0 * t).sin() + 3.0 * t * (3.0 * t).cos()) / 6.0);
        // a phase of 3000 rad is rounded by 4e-13
        assert!((u - expected).abs() < 1e-12 * t && (rate - slope).abs() < 1e-12 * (1.0 + t), "{u} m at {t} s");
    }
}

/// After 40 time constants of the transients e^(−γt/2) and e^(−ω²t/γ).
#[test]
fn the_driven_motion_tends_to_the_steady_state() {
    let damped = oscillator().prop_filter("it must settle", |oscillator| oscillator.quality_factor() < 60.0);
    check(200, &(damped, 0.01..5.0), |(oscillator, part): (DampedOscillator, f64)| {
        let angular_frequency = part * oscillator.angular_frequency();
        let forcing =
            Forcing { wave: Complex64::from(oscillator.mass.recip()), angular_frequency, ..Forcing::default() };
        let t = 80.0 / oscillator.damping_rate() + 40.0 * oscillator.damping_rate() / oscillator.omega_squared();
        let (u, _) = oscillator.driven_motion((1.0, 0.0), &forcing, t);
        let steady = oscillator.transfer(Input::Force, angular_frequency);
        let gap = u - steady.amplitude * (angular_frequency * t + steady.phase).cos();
        // a phase of up to 10⁴ rad is rounded by 1e-12; the transient is e^(−40)
        assert!(gap.abs() < 1e-11 * (steady.amplitude + 1.0), "{gap} m of {} m", steady.amplitude);
    });
}

/// H = 1/(k − mΩ² + iμΩ) for a force, (k + iμΩ) times that for an anchor; near 0 and ∞ by leading
/// terms.
#[test]
fn the_transfer_functions_are_their_complex_fractions_with_their_limits() {
    check(200, &oscillator(), |oscillator| {
        let DampedOscillator { mass, stiffness, damping } = oscillator;
        let omega = oscillator.angular_frequency();
        for part in [1e-4, 0.2, 0.9, 1.0, 1.2, 7.0, 1e4] {
            let w = part * omega;
            let below = Complex64::new(stiffness - mass * w * w, damping * w);
            for (input, above) in
                [(Input::Force, Complex64::from(1.0)), (Input::Motion, Complex64::new(stiffness, damping * w))]
            {
                let steady = oscillator.transfer(input, w);
                let back = Complex64::from_polar(1.0, steady.phase) * steady.amplitude * below;
                let small = below.norm() < 1e-9 * stiffness;
                assert!(small || (back - above).norm() < 1e-12 * above.norm(), "{input:?} at {part} ω: {steady:?}");
                assert!((-PI..=0.0).contains(&steady.phase), "{input:?} at {part} ω: {steady:?}");
            }
        }
        let [rest, resonance, far] = [0.0, omega, 1e6 * omega].map(|w| oscillator.transfer(Input::Force, w));
        assert_eq!((rest.amplitude, rest.phase), (stiffness.recip(), 0.0));
        let q = oscillator.quality_factor();
        assert!((resonance.amplitude * stiffness / q - 1.0).abs() < 1e-6 || q > 1e6, "Q = {q}: {resonance:?}");
        assert!((far.amplitude * mass * 1e12 * omega * omega - 1.0).abs() < 1e-6 && far.phase < -PI + 1e-4, "{far:?}");
        if damping > 1e-3 {
            // far above resonance the damper transmits the motion: |H| = μ/mΩ
            let far = oscillator.transfer(Input::Motion, 1e9 * omega);
            assert!((far.amplitude * mass * 1e9 * omega / damping - 1.0).abs() < 1e-6, "{far:?}");
            assert!((far.phase + FRAC_PI_2).abs() < 1e-3, "{far:?}");
        }
    });
}

/// Damping ratios from 1e-4 to 1e6, one of them with k = 0.01 N/m and μ = 500 N·s/m. The tolerance
/// is the rounding of the power near a sharp peak, 1e-15/ζ.
#[test]
fn the_band_of_any_damping_ends_at_half_power() {
    for input in [Input::Force, Input::Motion] {
        for tenth in -40..=60 {
            let zeta = 10_f64.powf(0.1 * f64::from(tenth));
            let damping = 2.0 * zeta * 0.01_f64.sqrt();
            let weak = [DampedOscillator { mass: 1.0, stiffness: 0.01, damping }, STRONG];
            for oscillator in weak {
                let resonance = oscillator.resonance(input);
                let edges: Vec<f64> = resonance.band.into_iter().filter(|edge| *edge > 0.0).collect();
                assert!(!edges.is_empty(), "{input:?}, {oscillator:?}: {resonance:?}");
                for edge in edges {
                    let power = (oscillator.transfer(input, edge).amplitude / resonance.amplitude).powi(2);
                    let tolerance = 1e-13 * (1.0 + zeta.recip());
                    assert!((power - 0.5).abs() < tolerance, "{input:?}, {oscillator:?}: {power} at {edge} rad/s");
                }
            }
        }
    }
    // with 60 digits; a strongly damped mass follows the force as k u + μ u̇ = f, to half power at
    // k/μ = 2e-5 rad/s
    let [low, high] = STRONG.resonance(Input::Force).band;
    assert!(low == 0.0 && (high / 2.000_000_080_000_003e-5 - 1.0).abs() < 1e-14, "{high} rad/s");
}

const STRONG: DampedOscillator = DampedOscillator { mass: 1.0, stiffness: 0.01, damping: 500.0 };

/// Compared with samples in steps of 1e-3 ω, whose largest is lower by at most 1e-6/ζ².
#[test]
fn the_resonance_is_the_maximum_of_the_curve_and_its_band_ends_at_half_power() {
    for input in [Input::Force, Input::Motion] {
        for zeta in [0.02, 0.1, 0.3, 0.7, 0.8, 1.0, 3.0] {
            let oscillator = DampedOscillator { mass: 0.5, stiffness: 8.0, damping: 4.0 * zeta };
            let resonance = oscillator.resonance(input);
            let at = |w: f64| oscillator.transfer(input, w).amplitude;
            let highest = (0..40_000).map(|i| at(4e-3 * f64::from(i))).fold(0.0, f64::max);
            assert!(highest <= resonance.amplitude * (1.0 + 1e-14), "{input:?}, ζ = {zeta}: {highest}, {resonance:?}");
            assert!(highest > resonance.amplitude * (1.0 - 1e-6 / (zeta * zeta)), "{input:?}, ζ = {zeta}");
            for edge in resonance.band.into_iter().filter(|edge| *edge > 0.0) {
                let power = (at(edge) / resonance.amplitude).powi(2);
                assert!((power - 0.5).abs() < 1e-12, "{input:?}, ζ = {zeta}: {power} at {edge} rad/s");
            }
            assert_eq!(
                resonance.band[0] > 0.0,
                at(0.0) < resonance.amplitude * 0.5_f64.sqrt(),
                "{input:?}, ζ = {zeta}"
            );
        }
    }
    let oscillator = DampedOscillator { mass: 1.0, stiffness: 16.0, damping: 0.4 };
    let resonance = oscillator.resonance(Input::Force);
    assert!((resonance.angular_frequency - (16.0_f64 - 0.08).sqrt()).abs() < 1e-15);
    assert_eq!(oscillator.quality_factor(), 10.0);
    let undamped = DampedOscillator { damping: 0.0, ..oscillator }.resonance(Input::Motion);
    assert_eq!((undamped.angular_frequency, undamped.band), (4.0, [4.0, 4.0]));
    assert!(undamped.amplitude.is_infinite());
}

#[test]
fn a_fit_finds_amplitude_and_phase_in_samples_at_any_times() {
    let inputs = (0.1..3.0, -3.0..3.0, -1.0..1.0, 5.0..20.0, 20..200_u32);
    check(100, &inputs, |(amplitude, phase, mean, length, count): (f64, f64, f64, f64, u32)| {
        let sample = |i: u32| 1e3 + length * (f64::from(i) / f64::from(count)).powf(1.3);
        let samples = (0..count).map(|i| (sample(i), mean + amplitude * (sample(i) + phase).cos()));
        let measured = fit_oscillation(samples).unwrap();
        let gaps = [
            measured.response.amplitude - amplitude,
            measured.response.phase - phase,
            measured.mean - mean,
            measured.rest,
        ];
        // phases of 10³ rad are rounded by 1e-13; samples over 5 rad or more make the fit
        // well-conditioned
        assert!(gaps.iter().all(|gap| gap.abs() < 1e-10), "{gaps:?}");
    });
    assert_eq!(fit_oscillation([(0.0, 1.0), (1.0, 2.0)].into_iter()), None);
    assert_eq!(fit_oscillation([(0.5, 1.0); 50].into_iter()), None);
}

/// The rest is the root mean square, 0.2/√2, of the part at another frequency.
#[test]
fn the_rest_of_a_fit_is_the_part_at_other_frequencies() {
    let samples =
        (0..1000).map(|i| TAU * f64::from(i) / 100.0).map(|phase| (phase, phase.cos() + 0.2 * (3.0 * phase).sin()));
    let measured = fit_oscillation(samples).unwrap();
    assert!((measured.response.amplitude - 1.0).abs() < 1e-12 && (measured.rest - 0.2 * 0.5_f64.sqrt()).abs() < 1e-12);
}

// The scene

/// Largest distance between run and exact solution in m and m/s, the anchor included.
fn gap(simulation: &Simulation) -> f64 {
    let (run, exact) = (simulation.particles(), simulation.exact().unwrap().particles);
    let apart = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    apart(&run.positions, &exact.positions).max(apart(&run.velocities, &exact.velocities))
}

/// The error of Runge-Kutta 4 is about ωt (hω)⁴/120 of 0.5 m, 2e-9 m/s at 2 ms. A ramp that ends
/// within a step is evaluated as if it continued to the end of the step: an error of at most Δt γ
/// a₀ Ω/2π of the velocity.
#[test]
fn the_exact_solution_follows_changes_of_the_drive_during_a_run() {
    for drive in ["force", "anchor"] {
        for waveform in ["cosine", "step", "ramp"] {
            for step in [0.002, 0.001] {
                let mut simulation = simulation!(
                    "resonance",
                    drive = drive,
                    waveform = waveform,
                    method = "runge-kutta-4",
                    timeStepSize = step
                );
                let steps = |time: f64| (time / step).round() as u32;
                simulation.step(steps(0.9)).unwrap();
                simulation.set("drivingFrequency", 4.3).unwrap();
                simulation.set_velocity(1, DVec3::new(0.1, 0.4, 0.0)).unwrap();
                assert_eq!(gap(&simulation), 0.0);
                simulation.step(steps(0.3)).unwrap();
                simulation.set("amplitude", 0.25).unwrap();
                simulation.step(steps(5.0)).unwrap();
                let tolerance = if waveform == "ramp" { 0.07 * step } else { 2e-9 * (step / 0.002_f64).powi(4) };
                assert!(gap(&simulation) < tolerance, "{drive}, {waveform}: {} m apart", gap(&simulation));
            }
        }
    }
}

#[test]
fn a_change_of_frequency_keeps_the_phase_also_in_a_snapshot() {
    for drive in ["force", "anchor"] {
        let mut simulation = simulation!("resonance", drive = drive, drivingFrequency = 5.0);
        simulation.step(1234).unwrap();
        let before = simulation.excitation().unwrap().at(simulation.time()).0;
        simulation.set("drivingFrequency", 1.7).unwrap();
        let after = simulation.excitation().unwrap().at(simulation.time()).0;
        // a phase of 60 rad is rounded by 1e-14
        assert!(before.distance(after) < 1e-13 * before.length(), "{before} N, then {after} N");
        simulation.step(100).unwrap();
        let mut restored = Simulation::new("resonance").unwrap();
        restored.restore(&simulation.snapshot()).unwrap();
        assert_eq!(restored.snapshot(), simulation.snapshot());
        simulation.step(500).unwrap();
        restored.step(500).unwrap();
        assert_eq!(restored.particles(), simulation.particles());
        assert_eq!(restored.snapshot(), simulation.snapshot());
        simulation.restart();
        assert_eq!(simulation.excitation().unwrap().phase, 0.0);
    }
}

/// After the transient. Velocity Verlet swings faster by (Δtω)²/24 = 7e-5, which resonance
/// multiplies by 2Q = 20.
#[test]
fn amplitude_and_phase_measured_in_a_run_are_those_of_the_transfer_function() {
    for (drive, frequency) in
        [("force", 1.0), ("force", 3.0), ("force", 4.0), ("force", 6.0), ("anchor", 3.0), ("anchor", 9.0)]
    {
        let mut simulation = simulation!("resonance", drive = drive, drivingFrequency = frequency);
        simulation.step(8000).unwrap();
        let (mut times, mut values) = (Vec::new(), Vec::new());
        for _ in 0..(2.0 * TAU / frequency / 0.01) as u32 {
            simulation.step(1).unwrap();
            times.push(simulation.time());
            values.push(simulation.particles().positions[1].x);
        }
        let (measured, exact) = (simulation.measure(&times, &values).unwrap(), simulation.response(frequency).unwrap());
        let (found, what) = (measured.response, format!("{drive} at {frequency} rad/s: {measured:?}, {exact:?}"));
        assert!((found.amplitude / exact.amplitude - 1.0).abs() < 2e-3, "{what}");
        assert!((found.phase - exact.phase).abs() < 3e-3, "{what}");
        assert!(measured.rest < 1e-5 && measured.mean.abs() < 1e-5, "{what}");
        let steady = simulation.steady().unwrap();
        // the transient after 80 s, e^(−16), and the method's error
        assert!((simulation.particles().positions[1].x - steady).abs() < 4e-3 * exact.amplitude, "{what}: {steady} m");
        let exact = simulation.exact().unwrap().particles.positions[1].x;
        assert!((exact - steady).abs() < 1e-6, "{what}: exact {exact} m, steady {steady} m");
    }
}

/// A ramp of half a period leaves an amplitude of 0.2/π m.
#[test]
fn a_ramp_of_whole_periods_leaves_the_oscillator_at_rest() {
    for (drive, frequency, swing) in
        [("anchor", 4.0, 0.0), ("force", 2.0, 0.0), ("force", 8.0, 0.2 / std::f64::consts::PI)]
    {
        let mut simulation =
            simulation!("resonance", drive = drive, waveform = "ramp", damping = 0.0, drivingFrequency = frequency);
        let mut largest: f64 = 0.0;
        for _ in 0..50 {
            simulation.step(100).unwrap();
            let exact = simulation.exact().unwrap().particles;
            largest = largest.max((exact.positions[1].x - 0.1).hypot(exact.velocities[1].x / 4.0));
        }
        simulation.step(1000).unwrap();
        let end = simulation.exact().unwrap().particles;
        let amplitude = (end.positions[1].x - 0.1).hypot(end.velocities[1].x / 4.0);
        assert!((amplitude - swing).abs() < 1e-12 && largest > swing, "{drive} at {frequency} rad/s: {amplitude} m");
    }
}

#[test]
fn the_drive_moves_its_anchor_or_a_hand_does_where_the_drive_is_set_to_hand() {
    let mut simulation = simulation!("resonance", drive = "anchor");
    assert_eq!(simulation.particles().positions[0], DVec3::X * 0.1);
    simulation.step(77).unwrap();
    assert_eq!(simulation.particles().positions[0].x, 0.1 * (3.0 * simulation.time()).cos());
    assert_eq!(simulation.particles().velocities[0].x, -0.1 * 3.0 * (3.0 * simulation.time()).sin());
    let before = simulation.snapshot();
    for refused in [simulation.hold(0, DVec3::ZERO, 0.0), simulation.set_position(0, DVec3::ZERO)] {
        assert_eq!(refused.unwrap_err().to_string(), "particle 0 is driven and goes where the drive leads it.");
    }
    assert_eq!(simulation.snapshot(), before);
    simulation.set("waveform", "hand").unwrap();
    assert_eq!((simulation.excitation(), simulation.response(3.0), simulation.steady()), (None, None, None));
    simulation.hold(0, DVec3::X * 0.3, 0.5).unwrap();
    simulation.step(50).unwrap();
    assert_eq!(simulation.particles().positions[0], DVec3::X * 0.3);
    simulation.release(DVec3::ZERO).unwrap();
    simulation.step(6000).unwrap();
    assert!(simulation.particles().positions[1].distance(DVec3::X * 0.3) < 1e-4);
}

/// Explicit Euler replaces γ by about γ − Δtω², so that its resonance is higher.
#[test]
fn explicit_euler_reduces_the_damping_in_proportion_to_the_step() {
    let run = |step: f64| {
        let mut simulation =
            simulation!("resonance", method = "explicit-euler", drivingFrequency = 4.0, timeStepSize = step);
        assert!((simulation.step_limit() - 0.025).abs() < 1e-15);
        simulation.step((100.0 / step) as u32).map(|()| {
            let (mut times, mut values) = (Vec::new(), Vec::new());
            for _ in 0..(TAU / 2.0 / step) as u32 {
                simulation.step(1).unwrap();
                times.push(simulation.time());
                values.push(simulation.particles().positions[1].x);
            }
            simulation.measure(&times, &values).unwrap().response.amplitude
        })
    };
    // γ − Δtω² = 0.24/s instead of 0.4/s: 1.67 m instead of 1 m, up to terms of Δt²
    assert!((run(0.01).unwrap() / (0.4 / 0.24) - 1.0).abs() < 0.03, "{:?}", run(0.01));
    assert!((run(0.001).unwrap() / (0.4 / 0.384) - 1.0).abs() < 0.003);
    assert!(run(0.1).is_err());
}

/// Runge-Kutta 4 at 1 ms, forwards and back over the end of a ramp: at most twice the error of a
/// run through changes.
#[test]
fn the_exact_solution_follows_a_run_backwards_in_time() {
    for drive in ["force", "anchor"] {
        for waveform in ["cosine", "step", "ramp"] {
            let mut simulation = simulation!(
                "resonance",
                drive = drive,
                waveform = waveform,
                method = "runge-kutta-4",
                timeStepSize = 0.001
            );
            simulation.step(3000).unwrap();
            simulation.reverse();
            assert_eq!(gap(&simulation), 0.0);
            simulation.step(2900).unwrap();
            let tolerance = if waveform == "ramp" { 2.0 * 0.07 * 0.001 } else { 2e-9 };
            assert!(gap(&simulation) < tolerance, "{drive}, {waveform}: {} m apart", gap(&simulation));
            let start = if drive == "anchor" && waveform != "ramp" { 0.1 } else { 0.0 };
            let anchor = simulation.particles().positions[0].x;
            assert!((anchor - start).abs() < 0.01, "{drive}, {waveform}: the anchor is at {anchor} m");
        }
    }
}
