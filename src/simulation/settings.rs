//! Settings of a method.

use crate::{Settings, Values, scenes::shared::stepping};

/// Relative tolerance of linear systems with more than 8 particles. The remaining error is far
/// below the method's own.
const TOLERANCE: f64 = 1e-6;

/// Number of particles of the default cloth, 40 × 30. Scenes with more count as large.
const LARGE: usize = 1200;

/// True if the options `large` of substeps and precision take effect.
pub fn is_large(particles: usize) -> bool {
    particles > LARGE
}

/// Method settings from these values. Keeps Newton's method even if the equations are linear.
pub fn settings(values: &Values, particles: usize) -> Settings {
    let mut settings = Settings::default();
    if particles > 8 {
        settings.tolerance = TOLERANCE;
    }
    stepping::tune(values, is_large(particles), &mut settings);
    settings
}
