//! What the cloth page starts with holds: a hand makes no energy out of nothing, whatever it drags, whatever stands in the way, whatever the size.
//!
//! A mass jumps aside within one picture, the worst that a hand can do at a time: what its springs then store becomes heat at once. Or it swings to and fro
//! for as long as the run lasts, and what the method makes of the heat adds up: the hand brings forty times as much as is ever stored.

use crate::common::random::seeded;
use glam::DVec3;
use proptest::prelude::*;
use springlab::Simulation;
use std::f64::consts::TAU;

/// The method with which the page starts, and the step in s: attributes of its laboratory.
const METHOD: &str = "runge-kutta-4";
const START: f64 = 0.0005;

/// The page takes steps for a picture at a time, in s.
const FRAME: f64 = 1.0 / 60.0;

/// When a drag begins and ends, in s.
const DRAG: [f64; 2] = [0.3, 1.8];

/// When a swing ends, in s.
const SWING: f64 = 28.0;

/// Width and height of the page's picture in px, on a phone: the smaller it is, the farther goes a pixel.
const PICTURE: [f64; 2] = [360.0, 281.0];

/// What the method may make, as a part of the largest energy in motion, springs and contacts. That of the weight is left out: its zero says nothing.
const MOST: f64 = 0.02;

#[derive(Clone, Debug)]
struct Drag {
    /// Which mass, as parts of the cloth's width and height.
    mass: [f64; 2],
    /// How far to the right and down, in px.
    pixels: [f64; 2],
    way: Way,
}

#[derive(Clone, Copy, Debug)]
enum Way {
    /// All of it at once, and then a rest.
    Jump,
    /// All of it within the last tenth of a second, and a throw after it.
    Throw,
    /// To and fro, to both sides, so many times a second.
    Swing(f64),
}

/// In the middle, by 40 × 20 px.
const MIDDLE: Drag = Drag { mass: [0.5, 0.5], pixels: [40.0, 20.0], way: Way::Jump };

fn cloth(size: [u32; 2], obstacle: &str, corners: &str) -> Simulation {
    let mut simulation = Simulation::new("cloth").unwrap();
    simulation.set("method", METHOD).unwrap();
    simulation.set("timeStepSize", START).unwrap();
    simulation.set("width", f64::from(size[0])).unwrap();
    simulation.set("height", f64::from(size[1])).unwrap();
    simulation.set("obstacle", obstacle).unwrap();
    simulation.set("fixedParticles", corners).unwrap();
    simulation
}

/// Pixels per metre of the page's camera, before the cloth leaves its frame.
fn scale(size: [u32; 2]) -> f64 {
    let [right, down] = size.map(|count| 0.2 * f64::from(count - 1));
    let margin = 0.06 * right.max(down);
    (PICTURE[0] / (right + 2.0 * margin)).min(PICTURE[1] / (1.4 * down + margin))
}

/// The mass at parts of the cloth's width and height.
fn at(parts: [f64; 2], [width, height]: [u32; 2]) -> usize {
    let place = |part: f64, count: u32| (part * f64::from(count - 1)).round();
    (place(parts[1], height) * f64::from(width) + place(parts[0], width)) as usize
}

/// The largest numerical entry of the account in a run with a drag, as a part of the largest energy in motion, springs and contacts.
fn made(mut simulation: Simulation, size: [u32; 2], drag: &Drag, seconds: f64) -> f64 {
    let particle = at(drag.mass, size);
    let way = DVec3::new(drag.pixels[0], -drag.pixels[1], 0.0) / scale(size);
    let mut from = DVec3::ZERO;
    let (mut numerical, mut stored) = (0.0_f64, 0.0_f64);
    for frame in 0.. {
        let time = FRAME * f64::from(frame);
        if time > seconds {
            break;
        }
        let end = if let Way::Swing(_) = drag.way { SWING } else { DRAG[1] };
        let [begins, ends] = [DRAG[0], end].map(|moment| (time - moment).abs() < 0.5 * FRAME);
        if begins {
            from = simulation.particles().positions[particle];
        }
        let held = time > DRAG[0] - 0.5 * FRAME && time < end;
        let at = match drag.way {
            Way::Jump => 1.0,
            Way::Throw => (1.0 + (time - end) / 0.1).max(0.0),
            Way::Swing(frequency) => (TAU * frequency * (time - DRAG[0])).sin(),
        };
        if held {
            simulation.hold(particle, from + at * way, FRAME).unwrap();
        }
        if ends {
            simulation.release(if let Way::Throw = drag.way { way / 0.1 } else { DVec3::ZERO }).unwrap();
        }
        let due = ((time + FRAME - simulation.time()) / START).round() as u32;
        simulation.step(due).unwrap();
        let energy = simulation.energy().unwrap();
        numerical = numerical.max(energy.numerical().abs());
        stored = stored.max(energy.kinetic + energy.elastic + energy.contact);
    }
    numerical / stored
}

fn holds(size: [u32; 2], obstacle: &str, corners: &str, drag: &Drag, seconds: f64) {
    let part = made(cloth(size, obstacle, corners), size, drag, seconds);
    println!("{size:?} {obstacle:6} {corners} corners, {drag:?}, {seconds} s: {:.2} %", 100.0 * part);
    assert!(part < MOST, "{size:?}, {obstacle}, {corners} corners, {drag:?}: {:.2} %", 100.0 * part);
}

#[test]
fn a_drag_on_the_default_cloth_above_a_box_makes_less_than_2_percent() {
    holds([40, 30], "box", "2", &MIDDLE, 4.0);
}

#[test]
fn a_drag_above_any_obstacle_makes_less_than_2_percent_in_30_s() {
    for obstacle in ["none", "ground", "sphere", "box"] {
        holds([10, 8], obstacle, "2", &MIDDLE, 30.0);
    }
}

#[test]
fn half_a_minute_of_swinging_makes_less_than_2_percent() {
    for (size, obstacle) in [([10, 8], "ground"), ([20, 15], "none")] {
        holds(size, obstacle, "2", &Drag { way: Way::Swing(2.0), ..MIDDLE }, 30.0);
    }
}

/// As fast as a hand can shake a mouse.
#[test]
fn half_a_minute_of_shaking_makes_less_than_2_percent() {
    holds([20, 15], "none", "2", &Drag { way: Way::Swing(8.0), ..MIDDLE }, 30.0);
    holds([20, 15], "box", "2", &Drag { pixels: [100.0, 0.0], way: Way::Swing(4.0), ..MIDDLE }, 30.0);
}

#[test]
fn a_jump_across_the_picture_to_an_obstacle_makes_less_than_2_percent() {
    for obstacle in ["sphere", "box"] {
        holds([20, 15], obstacle, "1", &Drag { mass: [0.9, 0.9], pixels: [-150.0, 150.0], way: Way::Jump }, 3.0);
    }
    for pixels in [[200.0, 150.0], [20.0, 190.0], [-180.0, 60.0]] {
        holds([15, 6], "ground", "2", &Drag { pixels, ..MIDDLE }, 3.0);
    }
}

/// What explodes with the demo's step before a hand comes near, unless substeps keep the limit: of so large a cloth they do unasked.
#[test]
fn the_largest_cloth_bears_its_weight_and_a_drag() {
    let mut simulation = cloth([200, 150], "none", "2");
    simulation.set("method", "symplectic-euler").unwrap();
    simulation.set("timeStepSize", 0.005).unwrap();
    simulation.set("substeps", 1.0).unwrap();
    assert!(simulation.step(400).is_err(), "the demo's step");
    holds([200, 150], "box", "2", &MIDDLE, 0.4);
}

proptest! {
    #![proptest_config(seeded(12))]
    #[test]
    fn any_drag_of_any_mass_makes_less_than_2_percent(
        size in [2_u32..16, 2_u32..16], place in [0.0..1.0, 0.0..1.0], pixels in [-60.0..60.0, -60.0..60.0],
        way in prop::sample::select(vec![Way::Jump, Way::Throw]),
        obstacle in prop::sample::select(vec!["none", "ground", "sphere", "box"]), corners in prop::sample::select(vec!["1", "2", "4"]),
    ) {
        // the page has no hand for the corners that hold the cloth
        prop_assume!(cloth(size, obstacle, corners).particles().inverse_masses[at(place, size)] > 0.0);
        holds(size, obstacle, corners, &Drag { mass: place, pixels, way }, 3.0);
    }
}

/// All of it, for half a minute; the largest is 0.5 %, of a corner shaken above the ball. It takes some 20 minutes: `cargo test --release --test hold -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn every_drag_obstacle_and_size_makes_less_than_2_percent_in_30_s() {
    for obstacle in ["none", "ground", "sphere", "box"] {
        for mass in [[0.5, 0.5], [0.03, 0.0], [0.03, 0.03], [1.0, 1.0]] {
            holds([40, 30], obstacle, "2", &Drag { mass, ..MIDDLE }, 30.0);
        }
        holds([40, 30], obstacle, "2", &Drag { way: Way::Throw, ..MIDDLE }, 30.0);
        holds([40, 30], obstacle, "1", &MIDDLE, 30.0);
        for mass in [[0.5, 0.5], [0.03, 0.03], [1.0, 1.0]] {
            for (pixels, frequency) in
                [([40.0, 20.0], 8.0), ([0.0, 40.0], 8.0), ([100.0, 50.0], 4.0), ([0.0, 100.0], 4.0)]
            {
                holds([40, 30], obstacle, "2", &Drag { mass, pixels, way: Way::Swing(frequency) }, 30.0);
            }
        }
        for size in [[2, 2], [2, 150], [200, 2], [10, 8], [200, 150]] {
            holds(size, obstacle, "2", &MIDDLE, 30.0);
        }
    }
}
