//! The engine in browsers, as `wasm-pack test --headless` runs it.
#![cfg(target_arch = "wasm32")]

mod common;

use springlab::Simulation;
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn damper_follows_the_reference_trajectories() {
    common::assert_damper_follows_the_reference();
}

#[wasm_bindgen_test]
fn oscillator_follows_the_reference_trajectories() {
    common::assert_oscillator_follows_the_reference();
}

#[wasm_bindgen_test]
fn cloth_follows_the_reference_trajectories() {
    common::assert_cloth_follows_the_reference();
}

#[wasm_bindgen_test]
fn a_position_can_be_drawn_on_a_canvas() {
    let mut simulation = Simulation::new("damper").unwrap();
    simulation.step(100).unwrap();
    let position = simulation.particles().positions[1];
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
