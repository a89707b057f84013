//! Pairs of particles that are near each other, found with a hashed grid.

use glam::DVec3;
use std::mem::replace;

/// Margin of a search beyond the reach, relative to the reach, so that its pairs are good for some
/// steps. In a flat mesh with spheres of 0.8 times the spacing it finds no neighbours.
const MARGIN: f64 = 0.2;

/// Part of the margin that two particles may use up; less than 1, for rounding.
const USED: f64 = 0.99;

/// End of a cell's list.
const END: u32 = u32::MAX;

/// A hash is the exclusive or of a cell's coordinates times these primes.
const PRIMES: [i64; 3] = [73_856_093, 19_349_663, 83_492_791];

/// The pairs of particles within a reach. Those of a search are kept until particles have moved by
/// half of its margin relative to their mean motion.
///
/// A search divides space into cubes with edges of twice its radius, so that a sphere of that
/// radius meets at most eight of them. The particles in a cube form a list, found by a hash of the
/// cube's coordinates. Cubes with the same hash share a list, which does not matter, because the
/// distance decides about each pair.
///
/// Pairs are sorted. A sum over those within the reach therefore has the same bits, whenever the
/// last search was.
///
/// Source: M. Teschner, B. Heidelberger, M. Müller, D. Pomerantes, M. H. Gross, Optimized spatial
/// hashing for collision detection of deformable objects, 2003.
#[derive(Debug)]
pub(super) struct Neighbours {
    /// Reach in m of the last search.
    reach: f64,
    /// Positions in m at the last search.
    places: Vec<DVec3>,
    /// For each hash the last particle of a list, and for each particle the one before it.
    heads: Vec<u32>,
    before: Vec<u32>,
    /// Pairs [i, j] with j < i.
    pairs: Vec<[u32; 2]>,
}

impl Neighbours {
    /// No pairs of no particles.
    pub const fn new() -> Self {
        Self { reach: 0.0, places: Vec::new(), heads: Vec::new(), before: Vec::new(), pairs: Vec::new() }
    }

    /// Pairs [i, j], j < i, in ascending order: all that are nearer than `reach` (m), and some that
    /// are farther apart.
    pub fn within(&mut self, reach: f64, x: &[DVec3]) -> &[[u32; 2]] {
        if reach != self.reach || x.len() != self.places.len() || !self.is_good_for(x) {
            self.reach = reach;
            self.search(x);
        }
        &self.pairs
    }

    /// True if no two particles can have used up the margin since the last search.
    fn is_good_for(&self, x: &[DVec3]) -> bool {
        let mut mean = DVec3::ZERO;
        for (x, place) in x.iter().zip(&self.places) {
            mean += *x - *place;
        }
        mean /= x.len() as f64;
        let most = 0.5 * USED * MARGIN * self.reach;
        x.iter().zip(&self.places).all(|(x, place)| (*x - *place).distance_squared(mean) <= most * most)
    }

    #[inline(never)]
    fn search(&mut self, x: &[DVec3]) {
        let Self { reach, places, heads, before, pairs } = self;
        let radius = (1.0 + MARGIN) * *reach;
        let edge = 2.0 * radius;
        places.clear();
        places.extend_from_slice(x);
        heads.clear();
        heads.resize((2 * x.len()).next_power_of_two(), END);
        before.clear();
        pairs.clear();
        for (i, place) in (0..).zip(x) {
            let (lowest, first) = (((*place - radius) / edge).floor(), pairs.len());
            for corner in 0..8 {
                let other = DVec3::from_array([0, 1, 2].map(|axis| f64::from(corner >> axis & 1)));
                let mut j = heads[hash(lowest + other) & (heads.len() - 1)];
                while j != END {
                    if place.distance_squared(x[j as usize]) < radius * radius {
                        insert(pairs, first, [i, j]);
                    }
                    j = before[j as usize];
                }
            }
            let list = hash((*place / edge).floor()) & (heads.len() - 1);
            before.push(replace(&mut heads[list], i));
        }
    }
}

/// Hash of a cell with these whole coordinates.
#[inline(never)]
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any number is a hash")]
fn hash(cell: DVec3) -> usize {
    let of = |axis: usize| (cell[axis] as i64).wrapping_mul(PRIMES[axis]);
    (of(0) ^ of(1) ^ of(2)) as usize
}

/// Inserts a pair at its place in the sorted part from `first` on, unless it is there: two of its
/// eight cells may share a list.
fn insert(pairs: &mut Vec<[u32; 2]>, first: usize, pair: [u32; 2]) {
    let mut place = pairs.len();
    while place > first && pairs[place - 1][1] >= pair[1] {
        place -= 1;
    }
    if pairs.get(place) != Some(&pair) {
        pairs.insert(place, pair);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points in a cube with edges of 2 m, by a linear congruential generator.
    fn points(seed: u64, count: usize) -> Vec<DVec3> {
        let mut state = seed;
        let mut unit = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1_u64 << 53) as f64
        };
        (0..count).map(|_| 2.0 * DVec3::new(unit(), unit(), unit()) - 1.0).collect()
    }

    /// All pairs within the reach, by comparing each particle with all others.
    fn by_comparison(reach: f64, x: &[DVec3]) -> Vec<[u32; 2]> {
        let near = |&[i, j]: &[u32; 2]| x[i as usize].distance(x[j as usize]) < reach;
        let count = u32::try_from(x.len()).unwrap();
        (0..count).flat_map(|i| (0..i).map(move |j| [i, j])).filter(near).collect()
    }

    fn by_grid(neighbours: &mut Neighbours, reach: f64, x: &[DVec3]) -> Vec<[u32; 2]> {
        let near = |[i, j]: [u32; 2]| x[i as usize].distance(x[j as usize]) < reach;
        neighbours.within(reach, x).iter().copied().filter(|&pair| near(pair)).collect()
    }

    #[test]
    fn the_grid_finds_the_pairs_that_a_comparison_of_all_finds_in_the_same_order() {
        let mut neighbours = Neighbours::new();
        for (seed, count, reach) in [(1, 400, 0.1), (2, 300, 0.3), (3, 150, 1.5), (4, 2, 4.0), (5, 1, 1.0), (6, 0, 1.0)]
        {
            let x = points(seed, count);
            let expected = by_comparison(reach, &x);
            assert_eq!(by_grid(&mut neighbours, reach, &x), expected, "seed {seed}");
            assert!(count < 2 || !expected.is_empty());
        }
    }

    /// Common motion, motion within the margin, and beyond it.
    #[test]
    fn pairs_of_an_earlier_search_are_complete_while_they_are_kept() {
        let (mut neighbours, reach) = (Neighbours::new(), 0.2);
        let (mut x, shifts) = (points(7, 300), points(8, 300));
        let mut searches = 0;
        for step in 0..200 {
            let places = neighbours.places.clone();
            assert_eq!(by_grid(&mut neighbours, reach, &x), by_comparison(reach, &x), "step {step}");
            searches += u32::from(neighbours.places != places);
            x.iter_mut().zip(&shifts).for_each(|(x, shift)| *x += 0.002 * *shift + DVec3::new(1.0, -0.5, 0.1));
        }
        assert!((10..50).contains(&searches), "{searches} searches");
    }

    #[test]
    fn coincident_and_infinite_positions_are_found_or_passed_over() {
        let x = [DVec3::ONE, DVec3::ONE, DVec3::INFINITY, DVec3::NAN, DVec3::MAX];
        assert_eq!(by_grid(&mut Neighbours::new(), 0.5, &x), [[1, 0]]);
    }
}
