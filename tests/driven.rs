//! Driven systems: every method sees the drive at its time, and the account books its work.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // counts of steps and derivatives

mod common;

use common::after;
use glam::DVec3;
use springlab::{
    Damper, Excitation, Input, Particles, Settings, Spring, System, Waveform,
    integrators::{FORCE_BASED, MECHANICAL},
    observed_order,
};
use std::f64::consts::TAU;

const SOLVED: Settings =
    Settings { newton: true, tolerance: 1e-15, iterations: 1000, sweeps: 10, stiffness_factor: 1.0 };

const MASS: f64 = 0.5;
const STIFFNESS: f64 = 5.0;
const OMEGA: f64 = 2.2;
const AMPLITUDE: f64 = 0.7;
const START: (f64, f64) = (0.4, -0.3);

/// An anchor and a mass on a spring of rest length 0, driven at the one or the other along x.
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

/// u and u̇ after the time `t` by Taylor series of order 24 over steps of 0.1 s: ½ ω t < 0.2 there, so the remainder is below rounding.
/// The force w and its derivatives: F⁽ⁿ⁾ = AΩⁿ cos(Ωt + nπ/2), or A, or AΩt/2π while it rises.
fn truth(input: Input, waveform: Waveform, damping: f64, t: f64) -> (f64, f64) {
    let (gamma, omega_squared) = (damping / MASS, STIFFNESS / MASS);
    let drive = |n: i32, t: f64| match (waveform, n) {
        (Waveform::Cosine, _) => OMEGA.powi(n) * (OMEGA * t + f64::from(n) * TAU / 4.0).cos(),
        (Waveform::Step, 0) => 1.0,
        (Waveform::Ramp, 0) => OMEGA * t / TAU,
        (Waveform::Ramp, 1) => OMEGA / TAU,
        _ => 0.0,
    };
    let push = |n: i32, t: f64| match input {
        Input::Force => AMPLITUDE / MASS * drive(n, t),
        Input::Motion => AMPLITUDE * (omega_squared * drive(n, t) + gamma * drive(n + 1, t)),
    };
    let (mut u, mut rate) = START;
    let steps = (t / 0.1).round() as u32;
    for step in 0..steps {
        let mut derivatives = vec![u, rate];
        for n in 0..24 {
            let next = push(n, 0.1 * f64::from(step))
                - gamma * derivatives[n as usize + 1]
                - omega_squared * derivatives[n as usize];
            derivatives.push(next);
        }
        let series = |from: usize| {
            derivatives[from..].iter().enumerate().rev().fold(0.0, |sum, (n, d)| sum * 0.1 / (n as f64 + 1.0) + d)
        };
        (u, rate) = (series(0), series(1));
    }
    (u, rate)
}

fn everything() -> impl Iterator<Item = (Input, Waveform, f64)> {
    let inputs = [Input::Force, Input::Motion];
    let waveforms = [Waveform::Cosine, Waveform::Step, Waveform::Ramp];
    inputs.into_iter().flat_map(move |input| {
        waveforms.into_iter().flat_map(move |waveform| [0.0, 0.4].map(|damping| (input, waveform, damping)))
    })
}

/// The time ends within the ramp's rise of 2π/Ω = 2.9 s: at its kink no method has an order.
#[test]
fn every_method_has_its_order_on_the_driven_oscillator() {
    for (input, waveform, damping) in everything() {
        let start = driven(input, waveform, damping);
        let (u, rate) = truth(input, waveform, damping, 1.6);
        let solved = MECHANICAL.iter().filter(|method| method.order > 0).map(|method| (method, SOLVED));
        let linearised = FORCE_BASED.iter().map(|method| (method, Settings { newton: false, ..SOLVED }));
        for (method, settings) in solved.chain(linearised) {
            let largest = [0.002, 0.01, 0.02, 0.04][method.order as usize - 1];
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

/// What the drive puts in is stored, or heat of the damper, or the method's own error, which shrinks with its order.
#[test]
fn the_work_of_the_drive_is_booked_with_the_order_of_the_method() {
    for (input, waveform, damping) in everything() {
        let start = driven(input, waveform, damping);
        for method in FORCE_BASED {
            let largest = [0.002, 0.01, 0.02, 0.04][method.order as usize - 1];
            let energies = [1.0, 0.125].map(|part| after(&start, method.id, SOLVED, part * largest, 1.6).energy());
            let what = format!("{} {input:?} {waveform:?} damping {damping}", method.id);
            let work = energies[1].work;
            let drives = work.drive.abs() > 0.01 || (input, waveform) == (Input::Motion, Waveform::Step);
            assert!(drives && work.hand == 0.0, "{what}: {work:?}");
            let [long, short] = energies.map(|energy| energy.numerical().abs());
            // 8^order, by the half where the leading terms nearly cancel; below 1e-12 J of some 1 J it is rounding
            let shrunk = short < long * 2.0 * 0.125_f64.powf(f64::from(method.order)) || short < 1e-12;
            assert!(shrunk, "{what}: {long} J, then {short} J");
        }
    }
}
