//! The size of a grid of particles.

use crate::scenes::parameters::{Count, Slider, Values};

pub const WIDTH: Count = Count::new("width");
pub const HEIGHT: Count = Count::new("height");

/// Slider for the number of particles in a row or column: up to 200, a picture shows them all.
pub const PARTICLES: Slider = Slider::decades([2.0, 200.0]);

/// Number of particles of a grid with these values; 1 for other scenes.
pub fn particles(values: &Values) -> usize {
    [WIDTH, HEIGHT].into_iter().filter(|key| values.has(key)).map(|key| values.count(key) as usize).product()
}
