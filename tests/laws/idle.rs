//! A parameter that is idle, by its record, changes no bit of the motion; any other changes some.

use crate::{FULL, common::Random};
use springlab::{Kind, Method, Parameter, Scene, Simulation, Value, integrators::Stability, scenes::SCENES};

/// Steps of a run: a first one, and two that continue.
const STEPS: u32 = 3;

/// Few particles, because all cases together make 250 000 runs, and a factor that leaves the
/// springs of position-based dynamics soft.
const SIZES: [(&str, f64); 7] = [
    ("width", 3.0),
    ("height", 2.0),
    ("particles", 4.0),
    ("followers", 2.0),
    ("tracers", 3.0),
    ("sweeps", 3.0),
    ("stiffnessFactor", 0.01),
];

/// Time steps in s, short and long, and the particle that a hand leads.
const STARTS: [(f64, Option<usize>); 4] = [(1e-3, None), (1.0, None), (1e-3, Some(0)), (1e-3, Some(2))];

/// A scene with few particles.
fn open(scene: &Scene, method: &Method) -> Simulation {
    let mut simulation = Simulation::new(scene.id).unwrap();
    for (key, value) in SIZES {
        // refused where the scene has no such parameter
        let _ = simulation.set(key, value);
    }
    simulation.set("method", method.id).unwrap();
    simulation
}

/// Moves all particles, gives them velocities, and puts one particle into each obstacle, and one
/// next to another.
fn disturb(simulation: &mut Simulation, held: Option<usize>) {
    let mut random = Random(7);
    let flat = simulation.system().is_err();
    let mut vector = |size| random.vector(size).with_z(if flat { 0.0 } else { random.between(-size, size) });
    let masses = simulation.masses();
    let free: Vec<_> = (0..masses.len()).filter(|&i| masses[i].is_finite()).collect();
    for i in 0..masses.len() {
        let place = simulation.particles().positions[i] + vector(0.05);
        // refused for a particle that a drive leads
        let _ = simulation.set_position(i, place);
        // refused for tracers, whose velocity is the field's
        let _ = simulation.set_velocity(i, vector(1.0));
    }
    let obstacles = simulation.system().map_or_else(|_| Vec::new(), |system| system.obstacles.clone());
    for (obstacle, &particle) in obstacles.iter().zip(free.iter().rev()) {
        let place = simulation.particles().positions[particle];
        let (depth, normal) = obstacle.distance(place);
        simulation.set_position(particle, place - (depth + 0.01) * normal).unwrap();
    }
    if let (Ok(_), [first, .., last]) = (simulation.get("selfContact"), &free[..]) {
        let x = &simulation.particles().positions;
        let (moving, place) = if free.len() > obstacles.len() {
            (*first, x[(first + masses.len() - 1) % masses.len()] + vector(0.1))
        } else {
            // each is in an obstacle, where it stays; the last one slides along the ground
            (*last, x[*first].with_y(x[*last].y))
        };
        simulation.set_position(moving, place).unwrap();
    }
    if let Some(particle) = held.filter(|&particle| particle < masses.len()) {
        let place = simulation.particles().positions[particle] + vector(3.0);
        let _ = simulation.hold(particle, place, 0.002);
    }
}

/// Bits of positions and velocities after some steps.
fn run(simulation: &mut Simulation, (length, held): (f64, Option<usize>)) -> Vec<u64> {
    // some scenes allow at most 0.1 s
    simulation.set("timeStepSize", length).or_else(|_| simulation.set("timeStepSize", 0.1)).unwrap();
    simulation.restart();
    disturb(simulation, held);
    // a run that diverges ends early: with other bits, if the parameter matters
    let _ = simulation.step(STEPS);
    let particles = simulation.particles();
    let numbers = [&particles.positions, &particles.velocities].into_iter().flatten().flat_map(glam::DVec3::to_array);
    numbers.map(f64::to_bits).collect()
}

/// Values of a parameter from its whole range.
fn values(parameter: &Parameter) -> Vec<Value> {
    match parameter.kind {
        Kind::Number { min, max, slider, .. } => {
            let [from, to] = slider.ends();
            [min, 0.99 * from + 0.01 * to, to, max].map(Value::Number).into()
        }
        Kind::Count { min, .. } => [min, min + 1, min + 4].map(|count| f64::from(count).into()).into(),
        _ => parameter.kind.options().map(|(option, _)| option.into()).collect(),
    }
}

/// Every other option of a choice, and 0 for every number that can be 0.
fn choices(scene: &Scene, simulation: &Simulation) -> Vec<(&'static str, Value)> {
    let choices = |parameter: &Parameter| match parameter.kind {
        Kind::Number { min, max, .. } if min <= 0.0 && max > 0.0 => vec![0.0.into()],
        Kind::Choice { .. } => values(parameter),
        _ => Vec::new(),
    };
    let all = scene.parameters.iter().flat_map(|one| choices(one).into_iter().map(|value| (one.key, value)));
    all.filter(|(key, value)| simulation.get(key) != Ok(value)).collect()
}

/// Parameters whose record is wrong about being idle with the values that the simulation has now.
fn wrong(scene: &Scene, simulation: &mut Simulation) -> Vec<String> {
    let before = STARTS.map(|start| run(simulation, start));
    let mut wrong = Vec::new();
    for parameter in scene.parameters.iter().filter(|parameter| !["method", "timeStepSize"].contains(&parameter.key)) {
        let (key, idle) = (parameter.key, simulation.idle(parameter.key).unwrap());
        let now = simulation.get(key).unwrap().clone();
        let changes = values(parameter).into_iter().filter(|value| *value != now).any(|value| {
            simulation.set(key, value).unwrap();
            let changes = STARTS.into_iter().zip(&before).any(|(start, bits)| run(simulation, start) != *bits);
            simulation.set(key, now.clone()).unwrap();
            changes
        });
        if changes == idle.is_some() {
            wrong.push(format!("{key} {}, idle is {idle:?}", if changes { "changes bits" } else { "changes none" }));
        }
    }
    wrong
}

/// Every method with the defaults of the scene; and every choice and every 0 in turn, with one
/// method of each kind (in the fast tests with one of them in turn).
#[test]
fn a_parameter_is_idle_exactly_where_no_value_changes_the_motion() {
    let mut all = Vec::new();
    for scene in SCENES {
        let offer = scene.parameters.iter().find_map(|parameter| match parameter.kind {
            Kind::Method { offer, .. } => Some(offer),
            _ => None,
        });
        let mut complain = |method: &Method, setting: &str, wrong: Vec<String>| {
            all.extend(wrong.into_iter().map(|wrong| format!("{}, {}{setting}: {wrong}", scene.id, method.id)));
        };
        let (mut kinds, mut examples) = (Vec::new(), Vec::new());
        for method in offer.unwrap().methods() {
            complain(method, "", wrong(scene, &mut open(scene, method)));
            let projection = !matches!(method.stability, Stability::Partitioned { .. });
            let kind = (method.settings, method.projects_contacts, projection);
            if !kinds.contains(&kind) {
                kinds.push(kind);
                examples.push(method);
            }
        }
        for (n, method) in examples.iter().enumerate() {
            let mut simulation = open(scene, method);
            for (i, (key, value)) in choices(scene, &simulation).into_iter().enumerate() {
                if !FULL && i % examples.len() != n {
                    continue;
                }
                let now = simulation.get(key).unwrap().clone();
                simulation.set(key, value.clone()).unwrap();
                complain(method, &format!(", {key} {value:?}"), wrong(scene, &mut simulation));
                simulation.set(key, now).unwrap();
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
