//! Implements an integration method outside the crate and compares its error with methods of the
//! crate: `cargo run --example own_method`.
//!
//! The method of Forest and Ruth consists of three leapfrog steps, of c Δt, (1 − 2 c) Δt and c Δt.
//! Their errors of order 2 cancel: order 4, and symplectic.

use springlab::{
    Integrator, NotConverged, Settings, Spring, System, exact::DampedOscillator, glam::DVec3, integrators,
    observed_order,
};
use std::{
    error::Error,
    io::{self, Write},
};

/// A mass of 0.5 kg on an undamped spring of 2 N/m and 1 m, stretched by 0.3 m: u = 0.3 m cos(2
/// t/s).
const OSCILLATOR: DampedOscillator = DampedOscillator { mass: 0.5, stiffness: 2.0, damping: 0.0 };
const REST_LENGTH: f64 = 1.0;
const ELONGATION: f64 = 0.3;

/// Step sizes in s. All divide the total time of 12 s, about four periods.
const STEPS: [f64; 3] = [0.1, 0.05, 0.025];
const COUNTS: [u32; 3] = [120, 240, 480];

struct ForestRuth {
    accelerations: Vec<DVec3>,
}

impl ForestRuth {
    fn new(system: &System) -> Self {
        Self { accelerations: vec![DVec3::ZERO; system.particles.len()] }
    }

    /// A leapfrog step: half a drift, a kick, half a drift.
    fn leap(&mut self, system: &mut System, h: f64) {
        drift(system, 0.5 * h);
        let particles = &system.particles;
        let power =
            system.accelerate(system.time, &particles.positions, &particles.velocities, &mut self.accelerations);
        system.work = system.work + h * power;
        for (v, a) in system.particles.velocities.iter_mut().zip(&self.accelerations) {
            *v += h * *a;
        }
        drift(system, 0.5 * h);
    }
}

fn drift(system: &mut System, h: f64) {
    for (x, v) in system.particles.positions.iter_mut().zip(&system.particles.velocities) {
        *x += h * *v;
    }
    system.advance(h);
}

impl Integrator<System> for ForestRuth {
    fn step(&mut self, system: &mut System, h: f64) -> Result<(), NotConverged> {
        let c = 1.0 / (2.0 - 2_f64.cbrt());
        for part in [c, 1.0 - 2.0 * c, c] {
            self.leap(system, part * h);
        }
        Ok(())
    }
}

fn oscillator() -> System {
    let mut system = System::default();
    system.particles.push(DVec3::ZERO, 0.0);
    system.particles.push(DVec3::X * (REST_LENGTH + ELONGATION), 1.0 / OSCILLATOR.mass);
    let spring = Spring { stiffness: OSCILLATOR.stiffness, rest_length: REST_LENGTH, ..Spring::default() };
    system.springs.push([0, 1], spring);
    system
}

type Make = fn(&System) -> Box<dyn Integrator<System>>;

fn main() -> Result<(), Box<dyn Error>> {
    write(io::stdout().lock())
}

/// Writes a line for each method: the error of u in m after 12 s for each step size, and the
/// observed order.
pub(crate) fn write(mut csv: impl Write) -> Result<(), Box<dyn Error>> {
    let methods: [(&str, Make); 3] = [
        ("forest-ruth", |system| Box::new(ForestRuth::new(system))),
        ("velocity-verlet", |system| of_the_crate(&integrators::velocity_verlet::METHOD, system)),
        ("runge-kutta-4", |system| of_the_crate(&integrators::runge_kutta_4::METHOD, system)),
    ];
    writeln!(csv, "method,{},order", STEPS.map(|h| format!("Δt = {h} s")).join(","))?;
    for (name, make) in methods {
        let mut errors = [0.0; 3];
        for (error, (h, count)) in errors.iter_mut().zip(STEPS.into_iter().zip(COUNTS)) {
            let mut system = oscillator();
            let mut method = make(&system);
            for _ in 0..count {
                method.step(&mut system, h)?;
            }
            let u = system.particles.positions[1].length() - REST_LENGTH;
            *error = u - OSCILLATOR.motion((ELONGATION, 0.0), 12.0).0;
        }
        let order = observed_order(&STEPS, &errors.map(f64::abs)).ok_or("the errors are rounding")?;
        writeln!(csv, "{name},{},{order}", errors.map(|error| error.to_string()).join(","))?;
    }
    Ok(())
}

fn of_the_crate(method: &integrators::Method, system: &System) -> Box<dyn Integrator<System>> {
    method.mechanical.expect("a method for springs")(system, Settings::default())
}
