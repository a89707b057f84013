//! A parameter whose record calls it idle changes no bit of the motion; one that it calls nothing changes some.

use crate::common::Random;
use springlab::{Kind, Method, Parameter, Scene, Simulation, Value, integrators::Stability, scenes::SCENES};

/// Steps of a run: a first one, and some that go on from it.
const STEPS: u32 = 3;

/// Few particles: there are some hundred thousand runs. Position-based dynamics leaves springs soft.
const SIZES: [(&str, f64); 7] = [
    ("width", 3.0),
    ("height", 2.0),
    ("particles", 4.0),
    ("followers", 2.0),
    ("tracers", 3.0),
    ("sweeps", 3.0),
    ("stiffnessFactor", 0.01),
];

/// What a run begins with: short and long steps, with a hand that leads a particle or without.
const STARTS: [(f64, Option<usize>); 4] = [(1e-3, None), (1.0, None), (1e-3, Some(0)), (1e-3, Some(2))];

/// A scene with few particles.
fn open(scene: &Scene, method: &Method) -> Simulation {
    let mut simulation = Simulation::new(scene.id).unwrap();
    for (key, value) in SIZES {
        // not every scene has all
        let _ = simulation.set(key, value);
    }
    simulation.set("method", method.id).unwrap();
    simulation
}

/// Puts particles at places that look random, with such velocities, and one of them into each obstacle that there is.
fn disturb(simulation: &mut Simulation, held: Option<usize>) {
    let mut random = Random(7);
    let flat = simulation.system().is_err();
    let mut vector = |size| random.vector(size).with_z(if flat { 0.0 } else { random.between(-size, size) });
    let masses = simulation.masses();
    let free: Vec<_> = (0..masses.len()).filter(|&i| masses[i].is_finite()).collect();
    for i in 0..masses.len() {
        let place = simulation.particles().positions[i] + vector(0.05);
        // what a drive leads, nothing else does
        let _ = simulation.set_position(i, place);
        // tracers have that of the field
        let _ = simulation.set_velocity(i, vector(1.0));
    }
    let obstacles = simulation.system().map_or_else(|_| Vec::new(), |system| system.obstacles.clone());
    for (obstacle, &particle) in obstacles.iter().zip(free.iter().rev()) {
        let place = simulation.particles().positions[particle];
        let (depth, normal) = obstacle.distance(place);
        simulation.set_position(particle, place - (depth + 0.01) * normal).unwrap();
    }
    if let Some(particle) = held.filter(|&particle| particle < masses.len()) {
        let place = simulation.particles().positions[particle] + vector(3.0);
        let _ = simulation.hold(particle, place, 0.002);
    }
}

/// Bits of positions and velocities after some steps.
fn run(simulation: &mut Simulation, (length, held): (f64, Option<usize>)) -> Vec<u64> {
    // some scenes take no longer steps than 0.1 s
    simulation.set("timeStepSize", length).or_else(|_| simulation.set("timeStepSize", 0.1)).unwrap();
    simulation.restart();
    disturb(simulation, held);
    // what runs away does so with every value or shows by it
    let _ = simulation.step(STEPS);
    let particles = simulation.particles();
    let numbers = [&particles.positions, &particles.velocities].into_iter().flatten().flat_map(glam::DVec3::to_array);
    numbers.map(f64::to_bits).collect()
}

/// Values of a parameter from all of its range.
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

fn choices(scene: &Scene, simulation: &Simulation) -> Vec<(&'static str, Value)> {
    let choices = |parameter: &Parameter| match parameter.kind {
        Kind::Number { min, max, .. } if min <= 0.0 && max > 0.0 => vec![0.0.into()],
        Kind::Choice { .. } => values(parameter),
        _ => Vec::new(),
    };
    let all = scene.parameters.iter().flat_map(|one| choices(one).into_iter().map(|value| (one.key, value)));
    all.filter(|(key, value)| simulation.get(key) != Ok(value)).collect()
}

/// Tells where the records are wrong with the parameters as they are.
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

/// With all methods, and with one of each kind for every choice and every 0.
#[test]
fn records_say_what_changes_nothing() {
    let mut all = Vec::new();
    for scene in SCENES {
        let offer = scene.parameters.iter().find_map(|parameter| match parameter.kind {
            Kind::Method { offer, .. } => Some(offer),
            _ => None,
        });
        let mut kinds = Vec::new();
        for method in offer.unwrap().methods() {
            let mut simulation = open(scene, method);
            let mut told = |about: &str, wrong: Vec<String>| {
                all.extend(wrong.into_iter().map(|wrong| format!("{}, {}{about}: {wrong}", scene.id, method.id)));
            };
            told("", wrong(scene, &mut simulation));
            let projection = !matches!(method.stability, Stability::Partitioned { .. });
            let kind = (method.settings, method.projects_contacts, projection);
            if kinds.contains(&kind) {
                continue;
            }
            kinds.push(kind);
            for (key, value) in choices(scene, &simulation) {
                let now = simulation.get(key).unwrap().clone();
                simulation.set(key, value.clone()).unwrap();
                told(&format!(", {key} {value:?}"), wrong(scene, &mut simulation));
                simulation.set(key, now).unwrap();
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}
