//! Shared parts of the tests.
#![allow(dead_code, unused_macros)] // each test binary uses its part

/// Sets parameters, then those of lists: `set!(simulation, method = "verlet", ..[("drag", 0.1)])`.
macro_rules! set {
    ($simulation:expr $(, $key:ident = $value:expr)* $(, ..$list:expr)* $(,)?) => {
        $($simulation.set(stringify!($key), $value).unwrap();)*
        $(for (key, value) in $list.iter().cloned() {
            $simulation.set(key, value).unwrap();
        })*
    };
}

/// A simulation of a scene with parameters: `simulation!("cloth", width = 8.0, height = 6.0)`.
macro_rules! simulation {
    ($scene:expr $(, $key:ident = $value:expr)* $(, ..$list:expr)* $(,)?) => {{
        let mut simulation = Simulation::new($scene).unwrap();
        set!(simulation $(, $key = $value)* $(, ..$list)*);
        simulation
    }};
}

pub mod portable;
#[cfg(not(target_arch = "wasm32"))]
pub mod random;
pub mod surfaces;

use glam::DVec3;
use serde_json::Value as Json;
use springlab::{Method, Obstacle, Rule, Settings, Simulation, Spring, System, integrators::METHODS};

/// A seeded generator of random numbers: a Weyl sequence and a multiply-xorshift mix.
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

    /// Parameters as large as those of the scenes.
    pub fn spring(&mut self) -> Spring {
        Spring {
            stiffness: self.between(0.5, 20.0),
            damping: self.between(0.0, 2.0),
            rest_length: self.between(0.0, 4.0),
            ..Spring::default()
        }
    }

    /// Two free moving masses on a spring.
    pub fn free_pair(&mut self) -> System {
        let mut system = System::default();
        for _ in 0..2 {
            let particle = system.particles.push(self.vector(3.0), self.between(0.5, 4.0));
            system.particles.velocities[particle] = self.vector(2.0);
        }
        system.springs.push([0, 1], self.spring());
        system
    }

    pub fn ball(&mut self, on_a_string: bool) -> Ball {
        let (mass, height, g) = (self.between(0.1, 3.0), self.between(0.5, 2.0), self.between(1.0, 20.0));
        let speed = self.between(-2.0, 0.5);
        let mut system = System { gravity: DVec3::Y * -g, ..System::default() };
        system.particles.push(DVec3::Y * height, mass.recip());
        system.particles.velocities[0] = DVec3::Y * speed;
        if on_a_string {
            system.particles.push(DVec3::Y * 5.0, 0.0);
            system.constraints.push([0, 1], 5.0, Rule::Maximum);
        } else {
            system.obstacles = vec![Obstacle::Plane { point: DVec3::ZERO, normal: DVec3::Y }];
        }
        system.open_account();
        Ball { system, fall: 0.5 * mass * speed * speed + mass * g * height, mass, g, speed }
    }
}

/// A ball that falls on the floor or into its string at height 0, and its energy above that in J.
pub struct Ball {
    pub system: System,
    pub fall: f64,
    pub mass: f64,
    pub g: f64,
    pub speed: f64,
}

/// Six masses of 0.1 kg in a level row of links of 0.2 m, held at the left.
pub fn rope(link: impl Fn(&mut System, [u32; 2])) -> System {
    let mut system = System { gravity: DVec3::Y * -9.81, ..System::default() };
    for i in 0..6_u32 {
        system.particles.push(DVec3::X * 0.2 * f64::from(i), if i == 0 { 0.0 } else { 10.0 });
    }
    (1..6).for_each(|i| link(&mut system, [i - 1, i]));
    system.open_account();
    system
}

/// The same rope of rods.
pub fn rods() -> System {
    rope(|system, ends| system.constraints.push(ends, 0.2, Rule::Fixed))
}

/// The method with this id.
pub fn method(id: &str) -> &'static Method {
    METHODS.iter().find(|method| method.id == id).unwrap()
}

/// Solves all equations to rounding. A method that chooses its own steps takes the given ones.
pub const SOLVED: Settings = Settings {
    single: false,
    newton: true,
    tolerance: 1e-15,
    iterations: 1000,
    sweeps: 400,
    step_tolerance: f64::INFINITY,
    spectral_radius: 0.8,
    stiffness_factor: 1.0,
};

/// Takes `n` steps of size `h`.
pub fn run(system: &mut System, method: &Method, h: f64, n: usize) {
    run_with(system, method, Settings::default(), h, n);
}

/// Takes `n` steps of size `h` with settings of the method.
pub fn run_with(system: &mut System, method: &Method, settings: Settings, h: f64, n: usize) {
    let mut integrator = method.mechanical.unwrap()(system, settings);
    for _ in 0..n {
        integrator.step(system, h).unwrap();
    }
}

/// The system after a time in steps of `h`, both in s.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // a count of steps
pub fn after(start: &System, id: &str, settings: Settings, h: f64, time: f64) -> System {
    let mut system = start.clone();
    run_with(&mut system, method(id), settings, h, (time / h).round() as usize);
    system
}

/// Largest distance in m of a particle between two systems.
pub fn distance(a: &System, b: &System) -> f64 {
    let ends = a.particles.positions.iter().zip(&b.particles.positions);
    ends.map(|(x, y)| x.distance(*y)).fold(0.0, f64::max)
}

fn reference() -> Json {
    serde_json::from_str(include_str!("../reference/trajectories.json")).unwrap()
}

/// Runs a scene to the number of steps of each sample and compares them there.
fn follow(simulation: &mut Simulation, samples: &Json, mut compare: impl FnMut(&Simulation, &Json)) {
    let mut done = 0;
    for sample in samples.as_array().unwrap() {
        let steps = sample[0].as_u64().unwrap();
        simulation.step(u32::try_from(steps - done).unwrap()).unwrap();
        done = steps;
        compare(simulation, sample);
    }
}

fn assert_near(actual: f64, expected: f64, scale: f64, what: &str) {
    assert!((actual - expected).abs() <= 1e-9 * scale, "{what}: {actual} instead of {expected}");
}

fn with_method(scene: &str, label: &str) -> Simulation {
    simulation!(scene, method = METHODS.iter().find(|method| method.label == label).unwrap().id)
}

/// Asserts that the mass of a scene has its reference positions and velocities to 1e-9 after 1, 10,
/// 100, 1000 and 2000 steps, with every method that has a reference.
pub fn assert_mass_follows_the_reference(scene: &str) {
    let reference = reference();
    let runs = reference[scene].as_object().unwrap();
    assert_eq!(runs.len(), 4);
    for (key, samples) in runs {
        let label = key.trim_end_matches("/default");
        follow(&mut with_method(scene, label), samples, |simulation, sample| {
            let state = &sample.as_array().unwrap()[2..]; // after the number of steps and the time
            let axes = state.len() / 2;
            let particles = simulation.particles();
            let [x, v] = [&particles.positions, &particles.velocities].map(|list| list[1].to_array());
            for (expected, actual) in state.iter().zip([&x[..axes], &v[..axes]].concat()) {
                let expected = expected.as_f64().unwrap();
                assert_near(actual, expected, expected.abs(), label);
            }
        });
    }
}

/// Asserts that the cloth has its reference positions and velocities, to 1e-9 of the length of each
/// vector: a coordinate that is exactly zero on paper is rounding in a run.
pub fn assert_cloth_follows_the_reference() {
    let cloth = &reference()["cloth"];
    let mut simulation = Simulation::new("cloth").unwrap();
    let counts = [simulation.particles().len(), simulation.system().unwrap().springs.len()];
    assert_eq!(counts.map(|count| count as u64), ["particles", "springs"].map(|key| cloth[key].as_u64().unwrap()));
    follow(&mut simulation, &cloth["samples"], |simulation, sample| {
        for row in sample[1].as_array().unwrap() {
            let row: Vec<f64> = row.as_array().unwrap().iter().map(|entry| entry.as_f64().unwrap()).collect();
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // an index
            let i = row[0] as usize;
            let (x, v) = (simulation.particles().positions[i], simulation.particles().velocities[i]);
            for (actual, expected) in [(x, [row[1], row[2]]), (v, [row[3], row[4]])] {
                let scale = expected[0].hypot(expected[1]);
                assert_near(actual.x, expected[0], scale, "cloth");
                assert_near(actual.y, expected[1], scale, "cloth");
            }
        }
    });
}
