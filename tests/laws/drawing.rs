//! Pictures of springs and masses.

use glam::{DVec2, DVec3};
use springlab::{Look, Raster, Simulation, Stroke, View};

const INK: [u8; 4] = [10, 20, 30, 255];

/// A view of 100 px a metre with the origin in the middle of the upper edge.
fn look(strokes: &[Stroke]) -> Look {
    let view =
        View { origin: DVec2::new(100.0, 0.0), axes: [DVec2::X, -DVec2::Y, DVec2::ZERO].map(|axis| 100.0 * axis) };
    Look { size: [200, 200], view, strokes: strokes.to_vec(), masses: None }
}

fn plain() -> Look {
    look(&[Stroke { up_to: f64::INFINITY, width: 1.0, ink: INK }])
}

/// The colour of a pixel, blank outside of the drawn part.
fn pixel(raster: &Raster, x: u32, y: u32) -> [u8; 4] {
    let ([left, top], [width, height]) = (raster.corner, raster.size);
    if x < left || y < top || x >= left + width || y >= top + height {
        return [0; 4];
    }
    let at = 4 * ((y - top) * width + x - left) as usize;
    raster.bytes()[at..at + 4].try_into().unwrap()
}

/// Sum of the opacity of pixels of this colour, in px².
fn area(raster: &Raster, [r, g, b, _]: [u8; 4]) -> f64 {
    raster.bytes().chunks(4).filter(|pixel| pixel[..3] == [r, g, b]).map(|pixel| f64::from(pixel[3]) / 255.0).sum()
}

fn cloth(width: f64, height: f64) -> Simulation {
    simulation!("cloth", width = width, height = height)
}

fn positions(simulation: &Simulation) -> &[DVec3] {
    &simulation.particles().positions
}

#[test]
fn a_spring_is_drawn_between_its_ends_in_the_view() {
    let mut cloth = cloth(2.0, 2.0);
    let places = [DVec3::new(-0.5, -0.5, 0.0), DVec3::new(0.5, -0.5, 9.0), DVec3::new(-0.5, -1.5, 0.0), DVec3::NAN];
    let raster = cloth.draw(&places, &plain());
    // half a pixel to either side of y = 50 and x = 50
    for at in [60, 90, 130] {
        assert_eq!([pixel(&raster, at, 49)[3], pixel(&raster, at, 50)[3], pixel(&raster, at, 51)[3]], [128, 128, 0]);
        assert_eq!([pixel(&raster, 49, at)[3], pixel(&raster, 50, at)[3], pixel(&raster, 51, at)[3]], [128, 128, 0]);
    }
    assert_eq!(pixel(&raster, 151, 50), [0; 4]);
    // the diagonal spring, and nothing to the mass without a place
    assert_eq!(pixel(&raster, 100, 99)[..3], INK[..3]);
    assert_eq!(pixel(&raster, 120, 120), [0; 4]);
    cloth.step(1).unwrap();
}

#[test]
fn every_spring_is_drawn_with_the_stroke_of_its_strain() {
    let pair = simulation!("cloth", width = 2.0, height = 2.0);
    let length = pair.system().unwrap().springs.rest_lengths[0];
    let strokes = [(-0.05, [200, 0, 0, 255]), (0.05, [0, 200, 0, 255]), (0.25, [0, 0, 200, 255])];
    let strokes = strokes.map(|(up_to, ink)| Stroke { up_to, width: 2.0, ink });
    for (strain, drawn) in [(-0.1, Some(0)), (0.0, Some(1)), (0.049, Some(1)), (0.051, Some(2)), (0.26, None)] {
        let end = length * (1.0 + strain);
        // all other springs are stretched beyond the last stroke
        let places = [DVec3::ZERO, DVec3::new(end, 0.0, 0.0), DVec3::new(0.0, -90.0, 0.0), DVec3::new(0.0, 90.0, 0.0)];
        let mut look = look(&strokes);
        look.view.origin = DVec2::new(20.0, 20.0);
        let raster = pair.draw(&places, &look);
        for (kind, stroke) in strokes.iter().enumerate() {
            let expected = if drawn == Some(kind) { 200.0 * end } else { 0.0 };
            // opacity has 255 levels, in three rows of pixels
            assert!((area(&raster, stroke.ink) - expected).abs() < 0.02 * expected + 1e-9, "{strain}: {kind}");
        }
    }
}

#[test]
fn free_masses_are_squares_above_the_springs_and_fixed_ones_are_not_drawn() {
    let cloth = cloth(3.0, 2.0);
    let mut look = plain();
    look.masses = Some((4.0, [1, 2, 3, 255]));
    let places: Vec<DVec3> = (0..6).map(|i| DVec3::new(0.1 * f64::from(i) - 0.5, -1.0, 0.0)).collect();
    let raster = cloth.draw(&places, &look);
    let fixed: Vec<usize> = cloth.fixed().collect();
    assert!(!fixed.is_empty());
    for i in 0..6_u8 {
        let drawn = pixel(&raster, 50 + 10 * u32::from(i), 100);
        assert_eq!(drawn == [1, 2, 3, 255], !fixed.contains(&usize::from(i)), "{i}");
    }
    let area = area(&raster, [1, 2, 3, 255]);
    assert!((area - 16.0 * (6 - fixed.len()) as f64).abs() < 1e-9, "{area}");
}

#[test]
fn torn_springs_and_scenes_without_springs_leave_the_picture_blank() {
    let mut drape = simulation!("drape", width = 8.0, height = 7.0, density = 2.0, tear = 25.0, pins = "2");
    // seen from above
    let mut look = plain();
    look.view = View { origin: DVec2::splat(100.0), axes: [DVec2::X, DVec2::ZERO, DVec2::Y].map(|axis| 90.0 * axis) };
    let places = positions(&drape).to_vec();
    let whole = area(&drape.draw(&places, &look), INK);
    while drape.system().unwrap().springs.torn.is_empty() && drape.time() < 1.0 {
        drape.step(1).unwrap();
    }
    let left = area(&drape.draw(&places, &look), INK);
    assert!(0.0 < left && left < whole, "{left} of {whole}");
    let flow = Simulation::new("rotation").unwrap();
    assert_eq!(area(&flow.draw(positions(&flow), &plain()), INK), 0.0);
}
