//! Races the engine natively. Arguments: steps per call, and the least duration of a turn in ms.
//!
//! Every line of input is answered by one line. `SCENE⇥PARAMETERS`, the latter as in a page's
//! address, opens a simulation and answers its number of springs; for a mesh `⇥OBJ FILE⇥JSON`
//! follow. A number takes a turn of that simulation and answers the time of a spring and step in
//! ns.

use springlab::Simulation;
use springlab_bench::set;
use std::{
    env, fs, io,
    time::{Duration, Instant},
};

fn main() {
    let numbers: Vec<u32> = env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let (call, turn) = (numbers[0], Duration::from_millis(numbers[1].into()));
    let mut simulations = Vec::new();
    for line in io::stdin().lines() {
        let line = line.expect("text");
        if let Ok(n) = line.parse::<usize>() {
            println!("{}", time(&mut simulations[n], call, turn));
        } else {
            let simulation = open(&line);
            println!("{}", springs(&simulation));
            simulations.push(simulation);
        }
    }
}

fn open(line: &str) -> Simulation {
    let [scene, parameters, mesh @ ..] = &line.split('\t').collect::<Vec<_>>()[..] else {
        panic!("a scene and its parameters, not {line}")
    };
    let mut simulation = Simulation::new(scene).expect("a scene");
    if let [obj, json] = mesh {
        simulation.load_mesh(&fs::read_to_string(obj).expect("a file"), json).expect("a mesh");
    }
    set(&mut simulation, parameters);
    simulation
}

fn springs(simulation: &Simulation) -> usize {
    simulation.system().expect("masses and springs").springs.len()
}

fn time(simulation: &mut Simulation, call: u32, turn: Duration) -> f64 {
    let start = Instant::now();
    let mut steps = 0.0;
    loop {
        simulation.step(call).expect("stable");
        steps += f64::from(call);
        let time = start.elapsed();
        if time >= turn {
            return time.as_secs_f64() * 1e9 / (steps * springs(simulation) as f64);
        }
    }
}
