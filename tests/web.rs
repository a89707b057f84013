//! The engine in browsers, run by `wasm-pack test --headless`.
#![cfg(target_arch = "wasm32")]

mod common;

use glam::DVec2;
use springlab::{Look, Simulation, Stroke, View};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

wasm_bindgen_test_configure!(run_in_browser);

#[wasm_bindgen_test]
fn damper_follows_the_reference_trajectories() {
    common::assert_mass_follows_the_reference("damper");
}

#[wasm_bindgen_test]
fn oscillator_follows_the_reference_trajectories() {
    common::assert_mass_follows_the_reference("oscillator");
}

#[wasm_bindgen_test]
fn cloth_follows_the_reference_trajectories() {
    common::assert_cloth_follows_the_reference();
}

#[wasm_bindgen_test]
fn a_driven_oscillator_has_the_bits_it_has_natively() {
    common::portable::assert_driven_oscillator_is_portable();
}

#[wasm_bindgen_test]
fn a_cloth_in_gusts_has_the_bits_it_has_natively() {
    common::portable::assert_cloth_in_gusts_is_portable();
}

#[wasm_bindgen_test]
fn a_cloth_with_self_contact_has_the_bits_it_has_natively() {
    common::portable::assert_self_contact_is_portable();
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

/// A canvas computes coverage differently and has square ends. Lines shifted by a tenth of a pixel
/// would differ by 11 % and 5 % of the drawn area, lines wider by a tenth by 10 %.
#[wasm_bindgen_test]
fn springs_are_drawn_as_a_canvas_strokes_them() {
    let mut cloth = Simulation::new("cloth").unwrap();
    cloth.step(300).unwrap();
    let positions = &cloth.particles().positions;
    let axes = [DVec2::X, -DVec2::Y, DVec2::ZERO].map(|axis| 55.0 * axis);
    let view = View { origin: DVec2::new(20.3, 10.7), axes };
    let places = view.places(positions);
    for width in [1.8_f32, 4.2] {
        let strokes = vec![Stroke { up_to: f64::INFINITY, width, ink: [30, 60, 200, 255] }];
        let raster = cloth.draw(positions, &Look { size: [500, 500], view, strokes, masses: None });
        let context = canvas(500, 500);
        context.set_stroke_style_str("rgb(30, 60, 200)");
        context.set_line_width(f64::from(width));
        for &[i, j] in &*cloth.system().unwrap().springs.endpoints {
            let [[x, y], [right, bottom]] = [i, j].map(|i| places[i as usize].map(f64::from));
            context.begin_path();
            context.move_to(x, y);
            context.line_to(right, bottom);
            context.stroke();
        }
        let [left, top] = raster.corner.map(f64::from);
        let [columns, rows] = raster.size.map(f64::from);
        let stroked = context.get_image_data(left, top, columns, rows).unwrap().data();
        let (mut drawn, mut differs, mut more) = (0.0, 0.0, 0.0);
        for (theirs, ours) in stroked.chunks(4).zip(raster.bytes().chunks(4)) {
            drawn += f64::from(ours[3]) / 255.0;
            let difference = (f64::from(ours[3]) - f64::from(theirs[3])) / 255.0;
            differs += difference.abs();
            more += difference;
        }
        assert!(drawn > 10_000.0, "{drawn} px²");
        let [differs, more] = [differs, more].map(|area| area / drawn);
        assert!(differs < 0.05 && more.abs() < 0.005, "{width} px: {differs}, {more} of {drawn} px²");
    }
}

fn canvas(width: u32, height: u32) -> CanvasRenderingContext2d {
    let document = web_sys::window().unwrap().document().unwrap();
    let canvas: HtmlCanvasElement = document.create_element("canvas").unwrap().unchecked_into();
    canvas.set_width(width);
    canvas.set_height(height);
    canvas.get_context("2d").unwrap().unwrap().unchecked_into()
}
