//! Times steps of the cloth, and the pieces that steps consist of, for `npm run bench`. Prints a
//! line of JSON for each, with the times of its samples, and one with the bytes of the buffers.
//!
//! Parameters are in the form that a page's address has. Every sample of a cloth takes the same
//! steps from the same state.

use springlab::System;
use springlab_bench::{Piece, open, pieces};
use std::time::{Duration, Instant};

const SAMPLES: usize = 15;

/// Least duration of a piece's sample: enough for any clock.
const LEAST: Duration = Duration::from_millis(10);

/// Springs times steps in a sample of a cloth: about 10 ms.
const WORK: usize = 2_000_000;

/// Steps of a sample of implicit methods: the first second at 1/60 s, as their time depends on the
/// motion.
const SECOND: usize = 60;

/// Particles along each side of cloths with about 10², 10³, 10⁴, 10⁵ and 10⁶ springs.
const SIDES: [u32; 5] = [6, 17, 51, 159, 501];

fn main() {
    let by_size = |springs| WORK.div_ceil(springs);
    time_cloth("default", "width=40&height=30", by_size);
    for method in methods() {
        // a time step at which all of them stay stable in a sample
        time_cloth("methods", &format!("method={method}&timeStepSize=0.002"), by_size);
    }
    for stiffness in ["5e3", "1e8"] {
        let parameters = format!("method=implicit-euler&timeStepSize=0.01667&stiffness={stiffness}");
        time_cloth("implicit", &parameters, |_| SECOND);
    }
    for side in SIDES {
        time_cloth("size", &format!("width={side}&height={side}&substeps=1&precision=double"), by_size);
    }
    pieces().into_iter().for_each(time_piece);
    print_bytes(open("cloth", "").system().expect("a cloth is mechanical"));
}

/// Every method that the cloth offers.
fn methods() -> Vec<&'static str> {
    let cloth = open("cloth", "");
    let mut records = cloth.parameters().iter();
    let method = records.find(|record| record.key == "method").expect("a cloth has a method");
    method.kind.options().map(|(id, _)| id).collect()
}

/// Prints the times of samples in ns. The step before each touches memory for the first time.
fn time_cloth(question: &str, parameters: &str, steps: impl Fn(usize) -> usize) {
    let mut cloth = open("cloth", parameters);
    let springs = cloth.system().expect("a cloth is mechanical").springs.len();
    let steps = u32::try_from(steps(springs)).expect("some thousand steps");
    let times = [(); SAMPLES].map(|()| {
        cloth.restart();
        cloth.step(1).expect("stable");
        let start = Instant::now();
        cloth.step(steps).expect("stable");
        start.elapsed().as_nanos()
    });
    let work = springs * steps as usize;
    println!(r#"{{"question": "{question}", "parameters": "{parameters}", "work": {work}, "times": {times:?}}}"#);
}

/// Prints the times of one element in ns.
fn time_piece(Piece { name, size: (size, each), mut work }: Piece) {
    let times = [(); SAMPLES].map(|()| {
        let (start, mut rounds) = (Instant::now(), 0.0);
        while start.elapsed() < LEAST {
            work();
            rounds += 1.0;
        }
        start.elapsed().as_secs_f64() * 1e9 / (rounds * size as f64)
    });
    println!(r#"{{"name": "{name}", "each": "{each}", "times": {times:?}}}"#);
}

/// Prints the bytes of the core's buffers per particle and spring, including those of symplectic
/// Euler.
fn print_bytes(System { particles, springs, .. }: &System) {
    let accelerations = &particles.positions; // of the same type
    let particle = element(&particles.positions)
        + element(&particles.velocities)
        + element(&particles.inverse_masses)
        + element(accelerations);
    let spring = element(&springs.endpoints)
        + element(&springs.rest_lengths)
        + element(&springs.stiffnesses)
        + element(&springs.dampings);
    println!(r#"{{"particle": {particle}, "spring": {spring}}}"#);
}

fn element<T>(_: &[T]) -> usize {
    size_of::<T>()
}
