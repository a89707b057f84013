//! What the tests of laws share.
#![allow(dead_code)] // each test file uses its part

use glam::DVec3;
use serde_json::Value as Json;
use springlab::{Method, Settings, Simulation, Spring, System, integrators::METHODS};

/// A seeded generator (Weyl sequence and a multiply-xorshift mix), for states that look random and repeat exactly.
pub struct Random(pub u64);

impl Random {
    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mix = self.0;
        mix = (mix ^ (mix >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mix = (mix ^ (mix >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        ((mix ^ (mix >> 32)) >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in [low, high).
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// Every coordinate uniform in [−size, size).
    pub fn vector(&mut self, size: f64) -> DVec3 {
        DVec3::from_array([(); 3].map(|()| self.between(-size, size)))
    }

    /// Parameters of the size the scenes have.
    pub fn spring(&mut self) -> Spring {
        Spring {
            stiffness: self.between(0.5, 20.0),
            damping: self.between(0.0, 2.0),
            rest_length: self.between(0.0, 4.0),
            ..Spring::default()
        }
    }

    /// Two free masses on a spring, both moving.
    pub fn free_pair(&mut self) -> System {
        let mut system = System::default();
        for _ in 0..2 {
            let particle = system.particles.push(self.vector(3.0), self.between(0.5, 4.0));
            system.particles.velocities[particle] = self.vector(2.0);
        }
        system.springs.push([0, 1], self.spring());
        system
    }
}

/// The method of this id.
pub fn method(id: &str) -> &'static Method {
    METHODS.iter().find(|method| method.id == id).unwrap()
}

/// Takes `n` steps of size `h`.
pub fn run(system: &mut System, method: &Method, h: f64, n: usize) {
    run_with(system, method, Settings::default(), h, n);
}

/// … with settings of the method.
pub fn run_with(system: &mut System, method: &Method, settings: Settings, h: f64, n: usize) {
    let mut integrator = method.mechanical.unwrap()(system, settings);
    for _ in 0..n {
        integrator.step(system, h).unwrap();
    }
}

/// Runs the damper with every method that has a reference trajectory and compares positions and velocities in the plane
/// after 1, 10, 100, 1000 and 2000 steps, to 1e-9 relative.
pub fn assert_damper_follows_the_reference() {
    let reference: Json = serde_json::from_str(include_str!("../reference/trajectories.json")).unwrap();
    let runs = reference["damper"].as_object().unwrap();
    assert_eq!(runs.len(), 4);
    for (key, samples) in runs {
        let label = key.trim_end_matches("/default");
        let mut simulation = Simulation::new("damper").unwrap();
        simulation.set("method", METHODS.iter().find(|method| method.label == label).unwrap().id).unwrap();
        let mut done = 0;
        for sample in samples.as_array().unwrap() {
            let steps = sample[0].as_u64().unwrap();
            simulation.step(u32::try_from(steps - done).unwrap()).unwrap();
            done = steps;
            let (x, v) = (simulation.particles().positions[1], simulation.particles().velocities[1]);
            for (column, actual) in [x.x, x.y, v.x, v.y].into_iter().enumerate() {
                let expected = sample[column + 2].as_f64().unwrap(); // after the number of steps and the time
                assert!(
                    (actual - expected).abs() <= 1e-9 * expected.abs(),
                    "{label} after {done} steps: {actual} instead of {expected}"
                );
            }
        }
    }
}
