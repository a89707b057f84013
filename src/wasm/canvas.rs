//! Pictures of springs and masses on a canvas.

// widths are in px, and colours are bytes
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use super::{
    bindings::Simulation,
    input::{finite, whole},
    memory::check_bytes,
};
use crate::{Error, Look, Stroke, View, base::check::check_whole};
use glam::DVec2;
use springlab_fast::Raster;
use wasm_bindgen::{Clamped, JsCast, prelude::*};
use web_sys::{CanvasRenderingContext2d, ImageData};

/// Largest width and height in px of a canvas in browsers.
const LARGEST: u32 = 1 << 14;

/// Memory of a picture in bytes per pixel.
const PIXEL: usize = 8;

/// Memory of a picture in bytes per particle.
const PARTICLE: usize = 8;

/// Memory of a picture in bytes per spring.
const SPRING: usize = 1;

/// A picture of springs and masses, as pixels.
#[wasm_bindgen]
pub struct Drawing(Raster);

#[wasm_bindgen]
impl Drawing {
    /// Writes the pixels to a canvas with this 2D context. They replace those in the rectangle that
    /// springs and masses cover.
    pub fn put(&self, #[wasm_bindgen(unchecked_param_type = "object")] context: &JsValue) -> Result<(), JsError> {
        let Raster { corner: [x, y], size: [width, height], .. } = self.0;
        if width == 0 || height == 0 {
            return Ok(());
        }
        let context: &CanvasRenderingContext2d = context.unchecked_ref();
        // a view of the engine's memory, without a copy
        ImageData::new_with_u8_clamped_array_and_sh(Clamped(self.0.bytes()), width, height)
            .and_then(|image| context.put_image_data(&image, f64::from(x), f64::from(y)))
            .map_err(|_| JsError::new("context must be that of a canvas for two dimensions."))
    }
}

#[wasm_bindgen]
impl Simulation {
    /// Draws springs, and on top free masses as squares, for a picture of `width` × `height` px,
    /// each up to 16 384. Torn springs are left out; a flow or a follower gives a blank picture.
    ///
    /// - `view`: eight numbers, the origin (x, y in px from the upper left corner) and the images
    ///   of a metre along x, y and z (x, y in px each).
    /// - `strokes`: six numbers per stroke, up to 100 strokes, the first one at the bottom: the
    ///   largest strain of its springs, the width in px, and red, green, blue and opacity from 0 to
    ///   255. A spring gets the first stroke whose strain is not below its own; springs above all
    ///   strokes are not drawn. A single stroke applies to all springs.
    /// - `masses`: the side of a square in px and its colour, five numbers, or an empty list.
    /// - `positions`: x y z in m at which each particle is drawn, or an empty list for the present
    ///   positions.
    pub fn draw(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] width: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] height: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] view: &[f64],
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] strokes: &[f64],
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] masses: &[f64],
        #[wasm_bindgen(unchecked_param_type = "ArrayLike<number>")] positions: &[f64],
    ) -> Result<Drawing, JsError> {
        let size = [whole("width", width, [1, LARGEST])?, whole("height", height, [1, LARGEST])?];
        let look = Look { size, view: view_of(view)?, strokes: strokes_of(strokes)?, masses: masses_of(masses)? };
        let own = &self.0.particles().positions[..];
        if !positions.is_empty() {
            count("positions", positions.len(), [3 * own.len(); 2])?;
        }
        let springs = self.0.system().map_or(0, |system| system.springs.len());
        check_bytes(PIXEL * (size[0] * size[1]) as usize + PARTICLE * own.len() + SPRING * springs)?;
        let positions = if positions.is_empty() { own } else { bytemuck::cast_slice(positions) };
        Ok(Drawing(self.0.draw(positions, &look)))
    }
}

fn view_of(numbers: &[f64]) -> Result<View, Error> {
    count("view", numbers.len(), [8, 8])?;
    finite("view", numbers)?;
    let [origin, x, y, z] = [0, 2, 4, 6].map(|i| DVec2::new(numbers[i], numbers[i + 1]));
    Ok(View { origin, axes: [x, y, z] })
}

fn strokes_of(numbers: &[f64]) -> Result<Vec<Stroke>, Error> {
    check_whole("number of strokes", numbers.len() as f64 / 6.0, [1, 100])?;
    let stroke = |&[up_to, width, ref ink @ ..]: &[f64; 6]| {
        finite("strokes", &[width])?;
        Ok(Stroke { up_to, width: width as f32, ink: ink.map(|part| part as u8) })
    };
    numbers.as_chunks().0.iter().map(stroke).collect()
}

fn masses_of(numbers: &[f64]) -> Result<Option<(f32, [u8; 4])>, Error> {
    if numbers.is_empty() {
        return Ok(None);
    }
    count("masses", numbers.len(), [5, 5])?;
    finite("masses", numbers)?;
    Ok(Some((numbers[0] as f32, [1, 2, 3, 4].map(|i| numbers[i] as u8))))
}

fn count(what: &str, numbers: usize, range: [usize; 2]) -> Result<u32, Error> {
    let range = range.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
    check_whole(&format!("length of {what}"), numbers as f64, range)
}
