//! Springs and masses as pixels.

use crate::{Simulation, Springs};
use glam::{DVec2, DVec3};
use springlab_fast::{Ink, Raster};

/// From metres to px, where parallel lines stay parallel: x to the right and y down from the left upper corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Where the origin is, in px.
    pub origin: DVec2,
    /// What a metre along x, y and z comes to, in px.
    pub axes: [DVec2; 3],
}

impl View {
    /// Where points are in the picture, in px.
    #[must_use]
    pub fn places(&self, points: &[DVec3]) -> Vec<[f32; 2]> {
        let [x, y, z] = self.axes;
        points.iter().map(|p| (self.origin + p.x * x + p.y * y + p.z * z).as_vec2().to_array()).collect()
    }
}

/// How springs are drawn whose strain ‖x_j − x_i‖/L − 1 is beyond that of the stroke before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stroke {
    /// Their largest strain.
    pub up_to: f64,
    /// In px.
    pub width: f32,
    /// Their colour.
    pub ink: Ink,
}

/// How a picture of springs and masses looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Its width and height in px.
    pub size: [u32; 2],
    /// Where it looks.
    pub view: View,
    /// How springs are drawn, from compressed to stretched, those of the first stroke below all others. A single one takes all, whatever their strain.
    pub strokes: Vec<Stroke>,
    /// The side of the square that a free mass is drawn as above them, in px, and its colour; if they are.
    pub masses: Option<(f32, Ink)>,
}

impl Simulation {
    /// Draws springs and free masses with particles at `positions`: as many as there are, where they are or elsewhere. Torn springs are left out, and with several
    /// strokes those beyond all of them. It is blank for a flow or a follower.
    ///
    /// # Panics
    /// With fewer positions than particles.
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
    /// The stroke of each spring by its number, or one that there is not.
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
