//! One mass on a spring with a damper, simulated twice: by hand, with formulas that you can check
//! on paper, and by the engine. Both give the same numbers. The same program in JavaScript is
//! examples/one-spring.js. To run this one: `cargo run --example one_spring`.
//!
//! The model: a mass moves along a line, without gravity. A spring and a damper, side by side,
//! connect it to a fixed point. Two variables are its state:
//!
//! - u, elongation in m, the length of the spring minus its rest length
//! - v, velocity of the mass in m/s, v = du/dt

use springlab::{Simulation, exact::DampedOscillator};
use std::{
    error::Error,
    io::{self, Write},
};

const M: f64 = 0.5; // mass in kg
const K: f64 = 5.0; // stiffness of the spring in N/m
const MU: f64 = 0.5; // coefficient μ of the damper in N·s/m
const REST_LENGTH: f64 = 4.0; // m
const U0: f64 = 2.0; // elongation at t = 0 in m, where v = 0
const H: f64 = 0.01; // time step in s, also written Δt
const STEPS: u32 = 300; // 3 s in all

/// A state: u in m, v in m/s.
type State = [f64; 2];

/// A method: the state one time step later.
type Step = fn(State) -> State;

/// Force on the mass in N: −k u of the spring, −μ v of the damper.
fn force([u, v]: State) -> f64 {
    -K * u - MU * v
}

/// Acceleration in m/s², from the equation of motion m dv/dt = −k u − μ v.
fn a([u, v]: State) -> f64 {
    force([u, v]) / M
}

/// Energy in J: kinetic, ½ m v², and elastic, ½ k u². The damper takes from it.
fn energy([u, v]: State) -> f64 {
    M * v * v / 2.0 + K * u * u / 2.0
}

/// u ← u + h v and v ← v + h a(u, v), both from the old state.
fn explicit_euler([u, v]: State) -> State {
    let u_new = u + H * v;
    let v_new = v + H * a([u, v]);
    [u_new, v_new]
}

/// v ← v + h a(u, v), then u ← u + h v with the new velocity.
fn symplectic_euler([u, v]: State) -> State {
    let v_new = v + H * a([u, v]);
    let u_new = u + H * v_new;
    [u_new, v_new]
}

/// Half a step of explicit Euler, then a whole step with the rates found there.
fn runge_kutta_2([u, v]: State) -> State {
    let (u_half, v_half) = (u + H / 2.0 * v, v + H / 2.0 * a([u, v]));
    let (u_new, v_new) = (u + H * v_half, v + H * a([u_half, v_half]));
    [u_new, v_new]
}

/// Explicit Euler with the new u and v on the right. The first line inserted in the second, and
/// solved for the new velocity: (m + h μ + h² k) v_new = m v − h k u.
fn implicit_euler([u, v]: State) -> State {
    let v_new = (M * v - H * K * u) / (M + H * MU + H * H * K);
    let u_new = u + H * v_new;
    [u_new, v_new]
}

/// Exact state at the time t in s, for γ < 2ω: with γ = μ/m, ω² = k/m and ω_d² = ω² − γ²/4,
/// u = u₀ e^(−γt/2) (cos ω_d t + γ/(2ω_d) sin ω_d t) and v = −u₀ e^(−γt/2) ω²/ω_d sin ω_d t.
fn exact(t: f64) -> State {
    let (gamma, omega_squared) = (MU / M, K / M);
    let omega_d = (omega_squared - gamma * gamma / 4.0).sqrt();
    let (decay, (sin, cos)) = ((-gamma * t / 2.0).exp(), (omega_d * t).sin_cos());
    [U0 * decay * (cos + gamma / (2.0 * omega_d) * sin), -U0 * decay * omega_squared / omega_d * sin]
}

fn main() -> Result<(), Box<dyn Error>> {
    write(io::stdout().lock())
}

/// Writes a line for each method, and one for the exact motion: u and energy at the end, by hand
/// and by the engine.
pub(crate) fn write(mut out: impl Write) -> Result<(), Box<dyn Error>> {
    writeln!(out, "       after 3 s   u by hand [m]   by the engine   E by hand [J]   by the engine u differs by [m]")?;
    let mut line = |name: &str, u: f64, u_engine: f64, e: f64, e_engine: f64| {
        writeln!(out, "{name:>16}{u:16.9}{u_engine:16.9}{e:16.9}{e_engine:16.9}{:16.1e}", u_engine - u)
    };
    // in the engine's scene "damper" the fixed point is at x = 0, and the mass starts at x = 6 m
    let mut simulation = Simulation::new("damper")?;
    let parameters = [("mass", M), ("stiffness", K), ("damping", MU), ("restLength", REST_LENGTH), ("timeStepSize", H)];
    for (key, value) in parameters {
        simulation.set(key, value)?;
    }
    let methods: [(&str, Step); 4] = [
        ("explicit-euler", explicit_euler),
        ("symplectic-euler", symplectic_euler),
        ("runge-kutta-2", runge_kutta_2),
        ("implicit-euler", implicit_euler),
    ];
    for (method, step) in methods {
        let by_hand = (0..STEPS).fold([U0, 0.0], |state, _| step(state));
        simulation.set("method", method)?;
        simulation.restart();
        simulation.step(STEPS)?;
        let u = simulation.particles().positions[1].x - REST_LENGTH; // particle 0 is the fixed point
        let account = simulation.energy()?;
        line(method, by_hand[0], u, energy(by_hand), account.kinetic + account.elastic)?;
    }
    let t = f64::from(STEPS) * H;
    let (u, v) = DampedOscillator { mass: M, stiffness: K, damping: MU }.motion((U0, 0.0), t);
    line("exact", exact(t)[0], u, energy(exact(t)), energy([u, v]))?;
    Ok(())
}
