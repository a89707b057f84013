//! Lines as pixels with smooth edges, like strokes on a canvas, but for many lines at once.

// coordinates are truncated to pixels, and coverages to bytes
#![allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]

use wide::{f32x4, i32x4, u32x4};

/// Red, green, blue and opacity, 0 to 255, as in the pixels of a canvas.
pub type Ink = [u8; 4];

/// A rectangle of a picture: pixels row by row, blank at first. Lines first add to a coverage;
/// `ink` then colours all covered pixels at once.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    /// Upper left corner in the picture, in px.
    pub corner: [u32; 2],
    /// Width and height in px.
    pub size: [u32; 2],
    /// The pixels, and some extra ones, as several are processed together.
    pixels: Vec<Ink>,
    /// Coverage of each pixel by lines not inked yet, 0 to 1.
    covered: Vec<f32>,
}

/// Numbers in a register.
const LANES: usize = 4;

/// Pixels that are inked together.
const INKED_AT_ONCE: usize = LANES * LANES;

/// Offsets of adjacent pixels from the first.
const OFFSETS: f32x4 = f32x4::new([0.0, 1.0, 2.0, 3.0]);

/// Bit positions of red, green, blue and opacity in a pixel as a 32-bit number.
const SHIFTS: [u32; 4] = if cfg!(target_endian = "little") { [0, 8, 16, 24] } else { [24, 16, 8, 0] };

impl Raster {
    /// The smallest raster that contains all `places`, in px, and everything within `margin` px of
    /// them, clipped to a picture of this width and height. NaN coordinates are ignored.
    ///
    /// # Panics
    /// If so many pixels exceed the address space.
    #[must_use]
    pub fn around(places: &[[f32; 2]], margin: f32, picture: [u32; 2]) -> Self {
        let [mut low, mut high] = [[f32::INFINITY; 2], [f32::NEG_INFINITY; 2]];
        for place in places {
            for axis in 0..2 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        // negative numbers become 0
        let within = |edge: f32, axis: usize| (edge as u32).min(picture[axis]);
        let corner = [0, 1].map(|axis| within((low[axis] - margin).floor(), axis));
        let end = [0, 1].map(|axis| within((high[axis] + margin).ceil(), axis));
        let size = [0, 1].map(|axis: usize| end[axis].saturating_sub(corner[axis]));
        let area = (size[0] as usize).checked_mul(size[1] as usize);
        let count = area.and_then(|area| area.checked_add(LANES)?.checked_next_multiple_of(INKED_AT_ONCE));
        let count = count.expect("a picture fits into memory");
        Self { corner, size, pixels: vec![[0; 4]; count], covered: vec![0.0; count] }
    }

    /// Red, green, blue and opacity of all pixels, row by row.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.pixels[..self.size[0] as usize * self.size[1] as usize].as_flattened()
    }

    /// Adds a line between two points of the picture, `width` px wide, to the coverage. A line
    /// without length, or with an end that is not finite, is ignored.
    ///
    /// At each pixel of the axis in which the line is longer, the line covers, on the other axis,
    /// an interval that extends ½ w √(1 + m²) to both sides of its middle, with the slope m,
    /// |m| ≤ 1. This gives the exact area of the line, except for the shape of its ends. If two
    /// lines cover a pixel, the uncovered fractions multiply.
    pub fn line(&mut self, from: [f32; 2], to: [f32; 2], width: f32) {
        let axis = usize::from((to[0] - from[0]).abs() < (to[1] - from[1]).abs());
        let Some(segment) = Segment::of(self, axis, from, to, width) else { return };
        if axis == 0 { self.flat(&segment) } else { self.steep(&segment) }
    }

    /// Draws a square with sides of `side` px in ink, in each pixel by the covered fraction.
    pub fn square(&mut self, middle: [f32; 2], side: f32, ink: Ink) {
        if !middle.iter().all(|x| x.is_finite()) {
            return;
        }
        let [columns, rows] = self.size.map(|size| size as f32);
        let [x, y] = [0, 1].map(|axis| middle[axis] - self.corner[axis] as f32 - 0.5 * side);
        let [left, right] = [x, x + side].map(|x| x.clamp(0.0, columns));
        let [top, bottom] = [y, y + side].map(|y| y.clamp(0.0, rows));
        let covers = |from: f32, to: f32, pixels: f32x4| clamp(to - pixels) - clamp(from - pixels);
        for j in top as usize..bottom.ceil() as usize {
            let part = f32::from(ink[3]) * covers(top, bottom, f32x4::splat(j as f32));
            for i in (left as usize..right.ceil() as usize).step_by(LANES) {
                let at = j * self.size[0] as usize + i;
                let opacities = round(part * covers(left, right, i as f32 + OFFSETS));
                let Some(Ok(pixels)) = self.pixels.get_mut(at..at + LANES).map(<&mut [Ink; LANES]>::try_from) else {
                    continue;
                };
                *pixels = bytemuck::cast(over(bytemuck::cast(*pixels), ink, opacities));
            }
        }
    }

    /// Covers the pixels of a line that is longer horizontally: four columns at a time, row by row.
    fn flat(&mut self, segment: &Segment) {
        let [columns, end] = [self.size[0] as usize, self.size[1] as usize];
        for i in segment.pixels().step_by(LANES) {
            let middles = [segment.middle(i), segment.middle(i + LANES - 1)];
            let middle = segment.middle(i) + segment.slope * OFFSETS;
            let part = segment.part(i as f32 + OFFSETS);
            for j in segment.across(middles[0].min(middles[1]), middles[0].max(middles[1]), end) {
                self.cover(j * columns + i, segment.length(middle - j as f32) * part);
            }
        }
    }

    /// Covers the pixels of a line that is longer vertically: row by row, and in each row the
    /// pixels that the line may touch.
    fn steep(&mut self, segment: &Segment) {
        let columns = self.size[0] as usize;
        let (rows, beyond) = (segment.pixels(), f32x4::splat(columns as f32));
        let wide = ((2.0 * segment.half) as usize).saturating_add(2).min(columns);
        let groups = wide.div_ceil(LANES);
        for j in rows.clone() {
            let middle = segment.middle(j);
            let is_inner = rows.start < j && j + 1 < rows.end;
            let part = if is_inner { f32x4::ONE } else { segment.part(f32x4::splat(j as f32)) };
            let first = (middle - segment.half) as usize;
            for i in (0..groups).map(|group| first + LANES * group) {
                let left = i as f32 + OFFSETS;
                // pixels beyond the last column would be in the next row
                let part = part & left.simd_lt(beyond);
                self.cover(j * columns + i, segment.length(middle - left) * part);
            }
        }
    }

    /// Adds coverage to adjacent pixels.
    #[inline]
    fn cover(&mut self, at: usize, part: f32x4) {
        let Some(Ok(place)) = self.covered.get_mut(at..at + LANES).map(<&mut [f32; LANES]>::try_from) else { return };
        let covered = f32x4::new(*place);
        *place = (covered + part * (1.0 - covered)).to_array();
    }

    /// Draws ink over the pixels covered since the last call.
    pub fn ink(&mut self, ink: Ink) {
        let (pixels, covered) =
            (self.pixels.as_chunks_mut::<INKED_AT_ONCE>().0, self.covered.as_chunks_mut::<INKED_AT_ONCE>().0);
        for (pixels, covered) in pixels.iter_mut().zip(covered) {
            if !is_any(bytemuck::cast(*covered)) {
                continue;
            }
            let parts: [f32x4; LANES] = bytemuck::cast(std::mem::take(covered));
            let opacities = parts.map(|part| round(part * f32::from(ink[3])));
            let there: [u32x4; LANES] = bytemuck::cast(*pixels);
            *pixels = bytemuck::cast(if is_any(there) {
                [0, 1, 2, 3].map(|i| over(there[i], ink, opacities[i]))
            } else {
                opacities.map(|opacity| on_blank(ink, opacity))
            });
        }
    }
}

/// True if any bit is set.
#[inline]
fn is_any([a, b, c, d]: [u32x4; LANES]) -> bool {
    (a | b | c | d).simd_gt(u32x4::ZERO).any()
}

/// A line within a raster, along the axis in which it is longer and across it, in px.
struct Segment {
    /// First coordinate along the axis.
    first: f32,
    /// Last coordinate along the axis.
    last: f32,
    /// Coordinate across where the coordinate along is 0.
    origin: f32,
    /// Change of the coordinate across per pixel along.
    slope: f32,
    /// Half the width across.
    half: f32,
}

impl Segment {
    /// Clips a line to the raster; `None` if nothing of it is inside.
    fn of(raster: &Raster, axis: usize, from: [f32; 2], to: [f32; 2], width: f32) -> Option<Self> {
        let along_and_across = |place: [f32; 2]| [0, 1].map(|i| place[axis ^ i] - raster.corner[axis ^ i] as f32);
        let [a, b] = [from, to].map(along_and_across);
        let [start, end] = if a[0] <= b[0] { [a, b] } else { [b, a] };
        let slope = (end[1] - start[1]) / (end[0] - start[0]);
        let half = 0.5 * width * (1.0 + slope * slope).sqrt();
        let [length, breadth] = [0, 1].map(|i| raster.size[axis ^ i] as f32);
        // for a level line these are infinite, and equal if it is outside the raster
        let edges = [-half - 1.0, breadth + half + 1.0].map(|edge| start[0] + (edge - start[1]) / slope);
        let first = start[0].max(0.0).max(edges[0].min(edges[1]));
        let last = end[0].min(length).min(edges[0].max(edges[1]));
        let is_visible = slope.is_finite() && [start, end].as_flattened().iter().all(|x| x.is_finite()) && first < last;
        is_visible.then_some(Self { first, last, origin: start[1] - slope * start[0], slope, half })
    }

    /// The pixels along the line.
    fn pixels(&self) -> std::ops::Range<usize> {
        self.first as usize..self.last.ceil() as usize
    }

    /// Coordinate across at the centre of a pixel.
    fn middle(&self, pixel: usize) -> f32 {
        self.origin + self.slope * (pixel as f32 + 0.5)
    }

    /// The pixels across, below `end`, that the line touches between these two coordinates of its
    /// middle.
    fn across(&self, low: f32, high: f32, end: usize) -> std::ops::Range<usize> {
        (low - self.half) as usize..((high + self.half).ceil() as usize).min(end)
    }

    /// Part of each pixel that the line covers along its axis, 0 to 1.
    fn part(&self, pixels: f32x4) -> f32x4 {
        let [near, far] = [f32x4::splat(self.first) - pixels, f32x4::splat(self.last) - pixels];
        (clamp(far) - clamp(near)).fast_max(f32x4::ZERO)
    }

    /// Part of a pixel that the line covers across its axis, for the line's middle relative to the
    /// start of the pixel.
    fn length(&self, middle: f32x4) -> f32x4 {
        clamp(middle + self.half) - clamp(middle - self.half)
    }
}

/// Limits to 0 … 1.
#[inline]
fn clamp(parts: f32x4) -> f32x4 {
    parts.fast_max(f32x4::ZERO).fast_min(f32x4::ONE)
}

/// 2²³. Adding it to a number from 0 to 255 rounds the number: the sum's last bit has the value 1.
const ROUNDER: f32 = (1 << 23) as f32;

#[inline]
fn round(numbers: f32x4) -> f32x4 {
    (numbers + ROUNDER) - ROUNDER
}

/// Rounds numbers from 0 to 255, and shifts them to the bits of a colour channel.
#[inline]
fn byte(numbers: f32x4, channel: usize) -> u32x4 {
    let bits: u32x4 = bytemuck::cast(numbers + ROUNDER);
    (bits & u32x4::splat(0xff)) << SHIFTS[channel]
}

/// Ink with integer opacities, 0 to 255, on blank pixels.
#[inline]
fn on_blank(ink: Ink, opacities: f32x4) -> u32x4 {
    let colour = u32x4::splat(u32::from_ne_bytes([ink[0], ink[1], ink[2], 0]));
    let there: u32x4 = bytemuck::cast(opacities.simd_gt(f32x4::ZERO));
    (colour & there) | byte(opacities, 3)
}

/// Ink with integer opacities, 0 to 255, composited over pixels.
#[inline]
fn over(pixels: u32x4, ink: Ink, opacities: f32x4) -> u32x4 {
    let part =
        |channel: usize| bytemuck::cast::<_, i32x4>((pixels >> SHIFTS[channel]) & u32x4::splat(0xff)).round_float();
    // opacity of the ink, of the pixel seen through it, and of both, in units of 1/255²
    let (above, below) = (opacities * 255.0, part(3) * (255.0 - opacities));
    let whole = above + below;
    let share = 1.0 / whole.fast_max(f32x4::ONE);
    let mix = |i: usize| byte((above * f32::from(ink[i]) + below * part(i)) * share, i);
    mix(0) | mix(1) | mix(2) | byte(whole / 255.0, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    const INK: Ink = [10, 20, 30, 255];

    fn blank(size: [u32; 2]) -> Raster {
        let [right, bottom] = size.map(|size| size as f32);
        Raster::around(&[[0.0, 0.0], [right, bottom]], 0.0, size)
    }

    fn opacity(raster: &Raster) -> Vec<u8> {
        raster.bytes().chunks(4).map(|pixel| pixel[3]).collect()
    }

    /// Sum of opacity, in px².
    fn area(raster: &Raster) -> f32 {
        opacity(raster).into_iter().map(|part| f32::from(part) / 255.0).sum()
    }

    #[test]
    fn a_level_line_covers_its_rectangle() {
        let mut raster = blank([4, 3]);
        raster.line([0.5, 1.5], [3.0, 1.5], 1.5);
        assert_eq!(area(&raster), 0.0);
        raster.ink(INK);
        // a quarter above and below; of the first column only half
        assert_eq!(opacity(&raster), [32, 64, 64, 0, 128, 255, 255, 0, 32, 64, 64, 0]);
        assert!(raster.bytes().chunks(4).all(|pixel| pixel == [0; 4] || pixel[..3] == INK[..3]));
    }

    #[test]
    fn a_line_covers_length_times_width_in_any_direction() {
        for degrees in 0..360 {
            let (sin, cos) = (degrees as f32).to_radians().sin_cos();
            for width in [0.6, 1.0, 2.1, 6.0] {
                let mut raster = blank([64, 64]);
                raster.line([32.3 - 20.0 * cos, 31.9 - 20.0 * sin], [32.3 + 20.0 * cos, 31.9 + 20.0 * sin], width);
                raster.ink(INK);
                // rounding to 1/255 per pixel, for about 40 × (w + 2) pixels
                let (area, most) = (area(&raster), 40.0 * (width + 2.0) / 510.0);
                assert!((area - 40.0 * width).abs() < most, "{degrees}°, {width} px: {area}");
            }
        }
    }

    #[test]
    fn a_square_equals_a_level_line_as_long_as_wide() {
        for (x, y, side, ink) in [
            (9.3, 8.8, 5.0, INK),
            (10.0, 10.0, 4.0, INK),
            (9.7, 4.2, 0.6, INK),
            (1.1, 18.9, 6.6, INK),
            (19.4, 3.5, 7.1, [200, 0, 0, 99]),
            (10.0, 10.0, 90.0, INK),
            (-9.0, 40.0, 8.0, INK),
        ] {
            let [mut one, mut other] = [blank([20, 20]), blank([20, 20])];
            for raster in [&mut one, &mut other] {
                raster.line([0.0, 0.0], [20.0, 19.0], 1.7);
                raster.ink([90, 80, 70, 255]);
            }
            one.square([x, y], side, ink);
            other.line([x - 0.5 * side, y], [x + 0.5 * side, y], side);
            other.ink(ink);
            // the products are computed in another order
            let apart = one.bytes().iter().zip(other.bytes()).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(apart <= Some(1), "{x}, {y}, {side}: {apart:?}");
        }
    }

    #[test]
    fn a_line_is_the_same_from_either_end() {
        let [mut one, mut other] = [blank([20, 20]), blank([20, 20])];
        for (x, y) in [(17.2, 11.7), (1.4, 9.0), (11.0, 18.8), (2.0, 2.0)] {
            one.line([9.1, 8.3], [x, y], 1.3);
            other.line([x, y], [9.1, 8.3], 1.3);
        }
        assert_eq!(one, other);
    }

    #[test]
    fn parts_outside_the_picture_are_clipped() {
        let (mut part, mut whole) = (blank([30, 30]), Raster::around(&[[-50.0, -50.0], [90.0, 90.0]], 3.0, [30, 30]));
        assert_eq!((whole.corner, whole.size), ([0, 0], [30, 30]));
        for raster in [&mut part, &mut whole] {
            raster.line([-50.0, -40.0], [90.0, 70.0], 2.0);
            raster.line([-50.0, 40.0], [90.0, 41.0], 2.0);
            raster.line([-1e30, 10.0], [1e30, 10.0], 2.0);
            raster.line([29.5, -8.0], [29.5, 80.0], 9.0);
            raster.ink(INK);
        }
        assert_eq!(part, whole);
        let opacity = opacity(&part);
        assert_eq!([10 * 30 + 15, 30 * 30 - 1, 30 * 30 - 6].map(|at: usize| opacity[at]), [255, 255, 0]);
    }

    #[test]
    fn a_raster_of_a_part_has_the_same_pixels_as_the_whole() {
        let places = [[11.2, 13.9], [18.1, 15.2]];
        let (mut part, mut whole) = (Raster::around(&places, 1.5, [40, 40]), blank([40, 40]));
        assert_eq!((part.corner, part.size), ([9, 12], [11, 5]));
        for raster in [&mut part, &mut whole] {
            raster.line(places[0], places[1], 1.7);
            raster.ink(INK);
        }
        for y in 0..40 {
            for x in 0..40 {
                let inside = (9..20).contains(&x) && (12..17).contains(&y);
                let of = if inside { part.pixels[(y - 12) * 11 + x - 9] } else { [0; 4] };
                assert_eq!(whole.pixels[40 * y + x], of, "{x}, {y}");
            }
        }
    }

    #[test]
    fn a_line_of_any_width_covers_at_most_the_picture() {
        for (from, to) in [([10.0, -5.0], [11.0, 25.0]), ([-5.0, 10.0], [25.0, 11.0])] {
            for width in [100.0, 1e9, 1e30] {
                let mut raster = blank([20, 20]);
                raster.line(from, to, width);
                raster.ink(INK);
                assert_eq!(area(&raster), 400.0, "{width}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "a picture fits into memory")]
    #[cfg(target_pointer_width = "32")]
    fn more_pixels_than_the_address_space_holds_are_refused() {
        blank([1 << 16, 1 << 16]);
    }

    #[test]
    fn lines_and_squares_at_nan_or_infinity_draw_nothing() {
        for odd in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            let mut raster = Raster::around(&[[odd, 3.0], [3.0, odd], [7.0, 8.0]], 1.0, [20, 20]);
            raster.line([odd, 3.0], [7.0, 8.0], 1.0);
            raster.line([7.0, 8.0], [3.0, odd], 1.0);
            raster.line([7.0, 8.0], [7.0, 8.0], 1.0);
            raster.square([odd, 3.0], 2.0, INK);
            raster.square([7.0, odd], 2.0, INK);
            raster.ink(INK);
            assert_eq!(area(&raster), 0.0);
        }
        assert_eq!(Raster::around(&[], 1.0, [20, 20]).size, [0, 0]);
        assert_eq!(Raster::around(&[[-9.0, -9.0]], 1.0, [20, 20]).size, [0, 0]);
        assert_eq!(Raster::around(&[[99.0, 9.0]], 1.0, [20, 20]).size[0], 0);
    }

    #[test]
    fn ink_over_ink_is_composited_source_over() {
        let mut raster = blank([1, 1]);
        let mut stroke = |width, ink| {
            raster.line([0.0, 0.5], [1.0, 0.5], width);
            raster.ink(ink);
            raster.pixels[0]
        };
        assert_eq!(stroke(0.5, [200, 0, 0, 255]), [200, 0, 0, 128]);
        // half of a half shines through: ¾ in all, of which a third is red
        assert_eq!(stroke(0.5, [0, 100, 0, 255]), [66, 67, 0, 192]);
        assert_eq!(stroke(1.0, [1, 2, 3, 255]), [1, 2, 3, 255]);
        assert_eq!(stroke(1.0, [9, 9, 9, 0]), [1, 2, 3, 255]);
        assert_eq!(stroke(1.0, [101, 102, 103, 51]), [21, 22, 23, 255]);
    }
}
