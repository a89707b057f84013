//! The engine in browsers, as `wasm-pack test --headless` runs it.
#![cfg(target_arch = "wasm32")]

mod common;

use common::damper_reference;
use springlab::{Simulation, integrators::METHODS};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn damper_follows_the_reference_trajectories() {
    for (label, samples) in damper_reference() {
        let mut simulation = Simulation::new("damper").unwrap();
        simulation.set("method", METHODS.iter().find(|method| method.label == label).unwrap().id).unwrap();
        let mut done = 0;
        for sample in samples {
            simulation.step(sample.steps - done).unwrap();
            done = sample.steps;
            let (x, v) = (simulation.system().particles.positions[1], simulation.system().particles.velocities[1]);
            for (actual, expected) in [x.x, x.y, v.x, v.y].into_iter().zip(sample.state) {
                assert!(
                    (actual - expected).abs() <= 1e-9 * expected.abs(),
                    "{label} after {done}: {actual}, {expected}"
                );
            }
        }
    }
}

#[wasm_bindgen_test]
fn a_position_can_be_drawn_on_a_canvas() {
    let mut simulation = Simulation::new("damper").unwrap();
    simulation.step(100).unwrap();
    let position = simulation.system().particles.positions[1];
    let context = canvas(80, 40);
    context.fill_rect(10.0 * position.x - 2.0, 18.0, 4.0, 4.0);
    let alpha = |x: f64| context.get_image_data(x, 20.0, 1.0, 1.0).unwrap().data()[3];
    assert_eq!((alpha((10.0 * position.x).floor()), alpha(60.0)), (255, 0), "the mass is drawn where it is");
}

fn canvas(width: u32, height: u32) -> CanvasRenderingContext2d {
    let document = web_sys::window().unwrap().document().unwrap();
    let canvas: HtmlCanvasElement = document.create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    canvas.get_context("2d").unwrap().unwrap().unchecked_into()
}
