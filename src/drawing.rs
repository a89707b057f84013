//! Drawing of springs and masses into pixels.

use crate::{Simulation, Springs};
use glam::{DVec2, DVec3};
use springlab_fast::{Ink, Raster};

/// Parallel projection from metres to pixels, with x to the right and y down from the top left
/// corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The origin of space, in px.
    pub origin: DVec2,
    /// Images of the unit vectors x, y and z, in px/m.
    pub axes: [DVec2; 3],
}

impl View {
    /// Places of points in the picture, in px.
    #[must_use]
    pub fn places(&self, points: &[DVec3]) -> Vec<[f32; 2]> {
        let [x, y, z] = self.axes;
        points.iter().map(|p| (self.origin + p.x * x + p.y * y + p.z * z).as_vec2().to_array()).collect()
    }
}

/// Style of the springs whose strain ‖x_j − x_i‖/L − 1 is above the previous stroke's limit and at
/// most this one's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Largest strain, dimensionless.
    pub up_to: f64,
    /// Width in px.
    pub width: f32,
    /// Colour.
    pub ink: Ink,
}

/// Size, projection and style of a picture of springs and masses.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Width and height in px.
    pub size: [u32; 2],
    /// Projection.
    pub view: View,
    /// Strokes in the order of strain, from compressed to stretched; the first is drawn below the
    /// others. A single stroke is for all springs, whatever their strain.
    pub strokes: Vec<Stroke>,
    /// Side in px and colour of the squares drawn for free masses, above the springs. `None` draws
    /// no masses.
    pub masses: Option<(f32, Ink)>,
}

impl Simulation {
    /// Draws springs and free masses with the particles at `positions` (m), one for each particle.
    /// Torn springs are left out, and with several strokes also springs beyond the last one's
    /// strain. The picture is blank for a flow or a follower.
    ///
    /// # Panics
    /// If there are fewer positions than particles.
    #[must_use]
    pub fn draw(&self, positions: &[DVec3], look: &Look) -> Raster {
        let places = look.view.places(positions);
        let side = look.masses.map_or(0.0, |(side, _)| side);
        let widest = look.strokes.iter().fold(side, |widest, stroke| widest.max(stroke.width));
        let mut raster = Raster::around(&places, widest, look.size);
        let Ok(system) = self.system() else { return raster };
        let kinds = look.kinds(&system.springs, positions);
        for (kind, stroke) in (0..u8::MAX).zip(&look.strokes) {
            for (&[i, j], _) in system.springs.endpoints.iter().zip(&kinds).filter(|&(_, &of)| of == kind) {
                raster.line(places[i as usize], places[j as usize], stroke.width);
            }
            raster.ink(stroke.ink);
        }
        if let Some((side, ink)) = look.masses {
            let fixed: Vec<usize> = self.fixed().collect();
            for i in (0..places.len()).filter(|i| fixed.binary_search(i).is_err()) {
                raster.square(places[i], side, ink);
            }
        }
        raster
    }
}

impl Look {
    /// Index of each spring's stroke, or `u8::MAX` for a spring that is not drawn.
    fn kinds(&self, springs: &Springs, positions: &[DVec3]) -> Vec<u8> {
        let distance = |&[i, j]: &[u32; 2]| positions[i as usize].distance(positions[j as usize]);
        let kind = |strain| {
            (0..).zip(&self.strokes).find(|(_, stroke)| strain <= stroke.up_to).map_or(u8::MAX, |(kind, _)| kind)
        };
        let mut kinds = match &self.strokes[..] {
            [_] => vec![0; springs.len()],
            _ => springs
                .endpoints
                .iter()
                .zip(&*springs.rest_lengths)
                .map(|(ends, length)| kind(distance(ends) / length - 1.0))
                .collect(),
        };
        for &torn in &springs.torn {
            kinds[torn as usize] = u8::MAX;
        }
        kinds
    }
}
