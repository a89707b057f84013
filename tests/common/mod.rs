//! What the tests of laws share.
#![allow(dead_code)] // each test file uses its part

use glam::DVec3;
use serde_json::Value as Json;
use springlab::{Method, Spring, System, integrators::METHODS};

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
    let mut integrator = (method.integrator)(system);
    for _ in 0..n {
        integrator.step(system, h);
    }
}

/// One row of the reference trajectories of the damper: the number of steps, position and velocity in the plane.
pub struct Sample {
    /// Steps of 0.01 s since the start.
    pub steps: u32,
    /// x, y in m and their rates in m/s.
    pub state: [f64; 4],
}

/// The reference trajectories of the damper, by method label.
pub fn damper_reference() -> Vec<(String, Vec<Sample>)> {
    let reference: Json = serde_json::from_str(include_str!("../reference/trajectories.json")).unwrap();
    let runs = reference["damper"].as_object().unwrap();
    let sample = |row: &Json| Sample {
        steps: u32::try_from(row[0].as_u64().unwrap()).unwrap(),
        state: [2, 3, 4, 5].map(|column: usize| row[column].as_f64().unwrap()),
    };
    let label = |key: &str| key.trim_end_matches("/default").to_string();
    runs.iter().map(|(key, rows)| (label(key), rows.as_array().unwrap().iter().map(sample).collect())).collect()
}
