//! A numbering of particles in which linked particles are close to each other.

use crate::lanes;
use std::array::from_fn;

/// Springs per block. In each block they are interleaved, 0, 4, 8, 12, 1, 5, …: otherwise
/// consecutive springs of one particle would have to wait for each other's forces.
pub(crate) const BLOCK: usize = 16;

/// A breadth-first numbering of the particles that springs link.
#[derive(Debug, Default)]
pub(crate) struct Numbering {
    /// New number of each particle: its position in the order in which the search finds particles.
    pub places: Vec<u32>,
    /// Springs in the order in which the search crosses them, interleaved within blocks. No spring
    /// has an end below the lower end of a spring in an earlier block.
    pub turns: Vec<u32>,
    /// Ends of these springs as new numbers, padded with the last spring to a whole number of
    /// registers.
    pub endpoints: Vec<[u32; 2]>,
}

impl Numbering {
    /// Searches from the first particle not found yet, until all are found.
    ///
    /// # Panics
    /// If a spring links a particle that does not exist.
    #[cold] // makes the compiler optimise for size
    pub fn breadth_first(count: usize, links: &[[u32; 2]]) -> Self {
        const NOT_FOUND: u32 = u32::MAX;
        assert!(links.iter().flatten().all(|&i| (i as usize) < count), "a spring links particles that there are");
        let incident = Incident::at(count, links);
        let mut places = vec![NOT_FOUND; count];
        let mut turns = Vec::with_capacity(links.len());
        let mut found: Vec<usize> = Vec::with_capacity(count);
        let find = |particle: usize, found: &mut Vec<usize>, places: &mut [u32]| {
            if places[particle] == NOT_FOUND {
                places[particle] = u32::try_from(found.len()).expect("indices of particles have 32 bits");
                found.push(particle);
            }
        };
        let mut searched = 0;
        for first in 0..count {
            find(first, &mut found, &mut places);
            while searched < found.len() {
                let particle = found[searched];
                for &spring in incident.of(particle) {
                    let [i, j] = links[spring as usize].map(|i| i as usize);
                    let other = if i == particle { j } else { i };
                    find(other, &mut found, &mut places);
                    // particles with lower numbers have crossed their springs already
                    if places[other] as usize > searched {
                        turns.push(spring);
                    }
                }
                searched += 1;
            }
        }
        for block in turns.as_chunks_mut::<BLOCK>().0 {
            *block = from_fn(|n| block[n % 4 * 4 + n / 4]);
        }
        let mut endpoints: Vec<_> =
            turns.iter().map(|&turn| links[turn as usize].map(|i| places[i as usize])).collect();
        endpoints.resize(turns.len().next_multiple_of(lanes::MOST), endpoints.last().copied().unwrap_or_default());
        Self { places, turns, endpoints }
    }
}

/// The springs at each particle.
struct Incident {
    first: Vec<usize>,
    springs: Vec<u32>,
}

impl Incident {
    fn at(count: usize, endpoints: &[[u32; 2]]) -> Self {
        let mut first = vec![0; count + 1];
        for end in endpoints.iter().flatten() {
            first[*end as usize + 1] += 1;
        }
        for i in 0..count {
            first[i + 1] += first[i];
        }
        let (mut next, mut springs) = (first.clone(), vec![0; first[count]]);
        for (spring, ends) in (0..).zip(endpoints) {
            for end in ends.map(|end| end as usize) {
                springs[next[end]] = spring;
                next[end] += 1;
            }
        }
        Self { first, springs }
    }

    fn of(&self, particle: usize) -> &[u32] {
        &self.springs[self.first[particle]..self.first[particle + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 3 – 0 – 2 and 0 – 4, next to a lone 1 and 5 – 6.
    #[test]
    fn particles_are_numbered_breadth_first() {
        let Numbering { places, turns, .. } = Numbering::breadth_first(7, &[[5, 6], [2, 0], [0, 3], [4, 0]]);
        assert_eq!(places, [0, 4, 1, 2, 3, 5, 6]);
        assert_eq!(turns, [1, 2, 3, 0]);
    }

    /// Two springs may link the same particles. A spring from a particle to itself has no length
    /// and no force, and is left out.
    #[test]
    fn every_spring_between_two_particles_occurs_once() {
        let ends = [[3, 1], [0, 1], [1, 0], [2, 3], [2, 2], [0, 3]];
        let Numbering { turns, endpoints, .. } = Numbering::breadth_first(4, &ends);
        let mut all = turns.clone();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 5]);
        assert_eq!(endpoints.len(), 8);
    }

    /// A row of ten, each linked with the next two: 0 – 1, 2 – 3, 4 – 5, 6 – 7, then 0 – 2, 2 – 4 …
    #[test]
    fn springs_found_from_the_same_particle_are_dealt_apart() {
        let ends: Vec<_> = (0..8).flat_map(|i| [[i, i + 1], [i, i + 2]]).chain([[8, 9]]).collect();
        let Numbering { turns, endpoints, .. } = Numbering::breadth_first(10, &ends);
        assert_eq!(turns, [0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 16]);
        assert_eq!(endpoints[..8], [[0, 1], [2, 3], [4, 5], [6, 7], [0, 2], [2, 4], [4, 6], [6, 8]]);
    }
}
