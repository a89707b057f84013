//! Pieces of the engine's work, for `npm run count` and `npm run bench`: loops over springs and
//! masses, parts of an implicit solution, whole steps. They work on the default cloth in motion, or
//! on the same mesh with its masses and springs shuffled.

use springlab::{
    Impacts, Obstacle, Particles, Rule, Settings, Simulation, Springs, System, Tear, Value, Wind,
    glam::DVec3,
    integrators::METHODS,
    linear::{BlockMatrix, ConjugateGradients},
};
use springlab_fast::{Powers, Singly, Surroundings, add_combination, arrangements, drift};
use std::hint::black_box;

/// Steps in a call, as for a frame, and a time step in s at which all methods are stable.
const CALL: u32 = 8;
const STEP: f64 = 0.002;

/// Time step of implicit methods in s: a frame.
const FRAME: f64 = 1.0 / 60.0;

/// A piece of work.
pub struct Piece {
    /// The name in the tables.
    pub name: &'static str,
    /// The number of elements and their kind. Each spring or mass counts once per step.
    pub size: (usize, &'static str),
    /// Does the work once.
    pub work: Box<dyn FnMut()>,
}

impl Piece {
    fn new(name: &'static str, size: (usize, &'static str), mut work: impl FnMut() + 'static) -> Self {
        work(); // touches the memory for the first time
        Self { name, size, work: Box::new(work) }
    }
}

/// Opens a scene with parameters in the form that a page's address has.
///
/// # Panics
///
/// If the scene refuses them.
#[must_use]
pub fn open(scene: &str, parameters: &str) -> Simulation {
    let mut simulation = Simulation::new(scene).expect("a scene");
    for (key, value) in parameters.split('&').filter_map(|pair| pair.split_once('=')) {
        let value = value.parse().map_or_else(|_| value.into(), Value::Number);
        simulation.set(key, value).expect("the scene takes these parameters");
    }
    simulation
}

/// All pieces, in the order of the tables.
#[must_use]
pub fn pieces() -> Vec<Piece> {
    let cloth = cloth();
    let net = shuffled(&cloth);
    let mut spatial = cloth.clone();
    spatial.particles.positions.iter_mut().for_each(|x| x.z = 0.1 * x.x);
    let spatial_net = shuffled(&spatial);
    vec![
        marching("a step in rows, double", false, true, &cloth),
        marching("a step in rows, single", true, true, &cloth),
        marching("a step in rows in space, double", false, false, &spatial),
        marching("a step in an order of its own, double", false, true, &net),
        marching("a step in an order of its own, single", true, true, &net),
        marching("a step in such an order in space, double", false, false, &spatial_net),
        marching("a step in such an order in space, single", true, false, &spatial_net),
        forces("forces in place, side by side", &cloth),
        forces("forces in place, in no order", &net),
        drifting(&cloth),
        combining(&cloth),
        projecting(&net),
        tearing(&cloth),
        assembling(&net),
        multiplying(&net),
        solving(&net),
        steps("symplectic Euler, in rows", "symplectic-euler", STEP, &cloth),
        steps("symplectic Euler, in rows, with drag", "symplectic-euler", STEP, &System { drag: 0.1, ..cloth.clone() }),
        steps("symplectic Euler, in rows, in air above a ball", "symplectic-euler", STEP, &above_a_ball(&cloth)),
        steps("symplectic Euler", "symplectic-euler", STEP, &net),
        steps("Verlet", "verlet", STEP, &net),
        steps("Runge-Kutta 4, in rows", "runge-kutta-4", STEP, &cloth),
        steps("Runge-Kutta 4", "runge-kutta-4", STEP, &net),
        steps("implicit Euler, linearised", "implicit-euler", FRAME, &net),
        steps("position-based dynamics, 20 sweeps", "position-based", FRAME, &net),
        steps("XPBD, 20 sweeps", "xpbd", FRAME, &net),
    ]
}

/// The default cloth after 50 steps.
fn cloth() -> System {
    let mut simulation = open("cloth", "");
    simulation.step(50).expect("stable");
    simulation.system().expect("a cloth is mechanical").clone()
}

/// The cloth with air resistance, and a ball that it doesn't reach.
fn above_a_ball(cloth: &System) -> System {
    let wind = Wind { resistance: 0.1, ..Wind::default() };
    let ball = Obstacle::Sphere { centre: DVec3::new(4.0, -20.0, 0.0), radius: 2.0 };
    System { wind, obstacles: vec![ball], ..cloth.clone() }
}

/// The same mesh with its masses, its springs and their ends shuffled.
fn shuffled(system: &System) -> System {
    let mut net = system.clone();
    let places = order(system.particles.len());
    for (i, &place) in places.iter().enumerate() {
        net.particles.positions[place] = system.particles.positions[i];
        net.particles.velocities[place] = system.particles.velocities[i];
        net.particles.inverse_masses[place] = system.particles.inverse_masses[i];
    }
    net.springs = Springs { damper: system.springs.damper, ..Springs::default() };
    let springs: Vec<_> = system.springs.iter().collect();
    for n in order(springs.len()) {
        let ([i, j], spring) = springs[n];
        let ends = if n % 2 == 0 { [i, j] } else { [j, i] };
        net.springs.push(ends.map(|i| u32::try_from(places[i]).expect("some thousand masses")), spring);
    }
    net
}

/// The numbers below `count` shuffled, by a linear congruential generator.
fn order(count: usize) -> Vec<usize> {
    let mut order: Vec<_> = (0..count).collect();
    let mut random: u64 = 1;
    for last in (1..count).rev() {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        order.swap(last, (random >> 33) as usize % (last + 1));
    }
    order
}

fn laws(springs: &Springs) -> springlab_fast::Springs<'_> {
    let Springs { endpoints, rest_lengths, stiffnesses, dampings, .. } = springs;
    let versions = [endpoints.version(), rest_lengths.version(), stiffnesses.version(), dampings.version()];
    springlab_fast::Springs { endpoints, rest_lengths, stiffnesses, dampings, isotropic: false, versions }
}

/// Steps of symplectic Euler without the overhead of a call.
fn marching(name: &'static str, single: bool, planar: bool, system: &System) -> Piece {
    let System { particles, springs, gravity, .. } = system.clone();
    let mut laid_out = arrangements(single).into_iter().filter_map(|mut arrangement| {
        let Particles { velocities, inverse_masses, .. } = &particles;
        arrangement.lay_out(&|| planar, &laws(&springs), velocities, inverse_masses).then_some(arrangement)
    });
    let mut arrangement = laid_out.next().expect("there is an arrangement for these");
    arrangement.start([&particles.positions, &particles.velocities, &[]]);
    let surroundings = Surroundings { gravity, ..Surroundings::default() };
    Piece::new(name, (springs.len() * CALL as usize, "spring"), move || {
        let mut singly = Singly::new(surroundings, None);
        let mut powers = [Powers::default(); CALL as usize];
        black_box(arrangement.steps(&laws(&springs), &mut singly, [STEP, f64::INFINITY], &mut powers));
        black_box(powers);
    })
}

fn forces(name: &'static str, system: &System) -> Piece {
    let System { particles, springs, .. } = system.clone();
    let mut forces = vec![DVec3::ZERO; particles.len()];
    Piece::new(name, (springs.len(), "spring"), move || {
        black_box(springs.add_forces(&particles.positions, &particles.velocities, &mut forces));
    })
}

fn drifting(system: &System) -> Piece {
    let mut particles = system.particles.clone();
    Piece::new("x ← x + h v", (particles.len(), "mass"), move || {
        drift(&mut particles.positions, STEP, &particles.velocities);
    })
}

/// The sum over the stages of Runge-Kutta 4.
fn combining(system: &System) -> Piece {
    let count = system.particles.len();
    let mut y = vec![0.0; 6 * count];
    let rates = vec![vec![1.0; 6 * count]; 4];
    Piece::new("y ← y + h Σ cⱼ kⱼ, of four", (count, "mass"), move || {
        add_combination(&mut y, STEP, &[1.0, 2.0, 2.0, 1.0], &rates);
    })
}

/// M + h D + h² K, the matrix of implicit Euler.
fn linear_system(system: &System, matrix: &mut BlockMatrix) {
    let (x, v) = (&system.particles.positions, &system.particles.velocities);
    system.linearise(x, v, [FRAME * FRAME, FRAME], matrix);
    for (i, m) in system.particles.free() {
        matrix.add_diagonal(i, springlab::glam::DMat3::from_diagonal(DVec3::splat(m)));
    }
}

fn assembling(system: &System) -> Piece {
    let system = system.clone();
    let mut matrix = BlockMatrix::with_capacity(system.particles.len(), system.springs.len());
    Piece::new("M + h D + h² K", (system.springs.len(), "spring"), move || {
        linear_system(&system, &mut matrix);
    })
}

fn multiplying(system: &System) -> Piece {
    let (x, springs) = (system.particles.velocities.clone(), system.springs.len());
    let mut matrix = BlockMatrix::with_capacity(x.len(), springs);
    linear_system(system, &mut matrix);
    let mut y = vec![DVec3::ZERO; x.len()];
    Piece::new("its product with a vector", (springs, "spring"), move || {
        matrix.multiply(&x, black_box(&mut y));
    })
}

fn solving(system: &System) -> Piece {
    let count = system.particles.len();
    let mut matrix = BlockMatrix::with_capacity(count, system.springs.len());
    linear_system(system, &mut matrix);
    let mut impulses = system.forces();
    matrix.clear_fixed(&mut impulses);
    let (mut gradients, mut change) = (ConjugateGradients::default(), vec![DVec3::ZERO; count]);
    let Settings { tolerance, iterations, .. } = Settings::default();
    Piece::new("conjugate gradients, to their end", (system.springs.len(), "spring"), move || {
        change.fill(DVec3::ZERO);
        gradients.solve(&matrix, &impulses, &mut change, (tolerance, iterations)).expect("positive definite");
    })
}

/// A sweep over constraints as long as the springs.
fn projecting(system: &System) -> Piece {
    let (mut net, mut impacts) = (system.clone(), Impacts::default());
    let ends = std::mem::take(&mut net.springs.endpoints);
    for (&ends, length) in ends.iter().zip(&net.springs.rest_lengths) {
        net.constraints.push(ends, *length, Rule::Fixed);
    }
    let state = [&net.particles.positions[..], &net.particles.velocities];
    impacts.begin(&net.constraints, state);
    Piece::new("a sweep of projection", (net.constraints.len(), "link"), move || net.project(&mut impacts))
}

fn tearing(system: &System) -> Piece {
    let System { particles, springs, .. } = system.clone();
    let tear = Tear { strain: 1.0, columns: 40 };
    Piece::new("a look for what tears", (springs.len(), "spring"), move || {
        assert!(tear.torn(&springs, &particles.positions).is_empty(), "nothing is strained so far");
    })
}

/// One call of a method's steps, always from the same state.
fn steps(name: &'static str, method: &str, step: f64, system: &System) -> Piece {
    let start = system.clone();
    let mut system = system.clone();
    let method = METHODS.iter().find(|one| one.id == method).expect("there is this method");
    let mut integrator = method.mechanical.expect("for masses and springs")(&system, Settings::default());
    Piece::new(name, (start.springs.len() * CALL as usize, "spring"), move || {
        system.particles.clone_from(&start.particles);
        system.history.clear();
        let mut left = CALL;
        while left > 0 {
            left -= integrator.steps(&mut system, step, left, f64::INFINITY).expect("stable");
        }
    })
}
