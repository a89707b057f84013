//! Runs with the same bits on every platform. Each is held to an independent solution too, so that
//! no hash is taken on faith.

use super::distance;
use glam::DVec3;
use springlab::{Particles, Simulation};

/// FNV-1a of the bits of all positions and velocities, continued from the `hash` of others.
fn hashed(hash: u64, particles: &Particles) -> u64 {
    let numbers = particles.positions.iter().chain(&particles.velocities).flat_map(DVec3::to_array);
    let bytes = numbers.flat_map(|number| number.to_bits().to_le_bytes());
    bytes.fold(hash, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

fn assert_hash(found: u64, expected: u64) {
    assert_eq!(found, expected, "{found:#x} instead of {expected:#x}");
}

/// A step takes the cosine of the drive; the exact solution takes exponentials and sines. Both
/// follow x = X cos(Ωt − φ) + exp(−γt/2) (A cos ω_d t + B sin ω_d t), computed with the functions
/// of f64.
pub fn assert_driven_oscillator_is_portable() {
    const STEP: f64 = 0.02;
    let (k, m, mu, omega, stretch) = (16.0_f64, 1.0, 0.4, 3.0, 0.1);
    let (inertia, loss) = (k - m * omega * omega, mu * omega);
    let (amplitude, lag) = (k * stretch / inertia.hypot(loss), loss.atan2(inertia));
    let half = 0.5 * mu / m;
    let omega_d = (k / m - half * half).sqrt();
    let a = -amplitude * lag.cos();
    let b = (half * a - amplitude * omega * lag.sin()) / omega_d;
    let mut driven = simulation!("resonance", method = "runge-kutta-4", timeStepSize = STEP);
    let mut hashes = [EMPTY; 2];
    for step in 1..=1000 {
        driven.step(1).unwrap();
        let t = f64::from(step) * STEP;
        let transient = (-half * t).exp() * (a * (omega_d * t).cos() + b * (omega_d * t).sin());
        let expected = amplitude * (omega * t - lag).cos() + transient;
        let states = [driven.particles(), &driven.exact().unwrap().particles];
        for ((state, bound), hash) in states.into_iter().zip([1e-6, 2e-14]).zip(&mut hashes) {
            let x = state.positions[1].x;
            assert!((x - expected).abs() < bound, "{x} m instead of {expected} m after {t} s");
            *hash = hashed(*hash, state);
        }
    }
    assert_hash(hashes[0], 0xdbe4_573f_641f_e3b7);
    assert_hash(hashes[1], 0x61ad_be86_c086_2a4a);
}

/// The sine of gusts in the fast loops of a cloth, against Runge-Kutta 4 with half the step.
pub fn assert_cloth_in_gusts_is_portable() {
    let gusts = |method: &str, step: f64, steps| {
        let air =
            [("wind", 8.0), ("gusts", 0.6), ("gustPeriod", 0.3), ("windDirection", 30.0), ("airResistance", 0.01)];
        let mut cloth = simulation!("cloth", method = method, timeStepSize = step, ..air);
        cloth.step(steps).unwrap();
        cloth
    };
    let cloth = gusts("symplectic-euler", 0.001, 400);
    let fine = gusts("runge-kutta-4", 0.0005, 800);
    let gap = distance(cloth.system().unwrap(), fine.system().unwrap());
    assert!(gap < 0.002, "{gap} m apart"); // the error of first order
    assert_hash(hashed(EMPTY, cloth.particles()), 0xa62c_d50b_0912_a713);
}

/// A sheet squeezed to 0.7 of its width, whose spheres push each other apart in the fast loops,
/// against Runge-Kutta 4 with a tenth of the step.
pub fn assert_self_contact_is_portable() {
    let squeezed = |method: &str, step: f64, steps| {
        let mut sheet = simulation!("drape", width = 16.0, height = 16.0, selfContact = "on", airResistance = 0.0);
        set!(sheet, method = method, timeStepSize = step, substeps = 1.0);
        let x: Vec<_> = sheet.particles().positions.iter().map(|x| *x * DVec3::new(0.7, 1.0, 1.0)).collect();
        sheet.set_motion(&x, &vec![DVec3::ZERO; x.len()]).unwrap();
        sheet.step(steps).unwrap();
        sheet
    };
    let sheet = squeezed("symplectic-euler", 1e-4, 200);
    let fine = squeezed("runge-kutta-4", 1e-5, 2000);
    let gap = distance(sheet.system().unwrap(), fine.system().unwrap());
    assert!(gap < 0.002, "{gap} m apart"); // the error of first order
    assert!(sheet.energy().unwrap().work.damping > 0.1);
    assert_hash(hashed(EMPTY, sheet.particles()), 0x143d_bc65_68c4_b77d);
}
