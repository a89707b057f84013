//! An order in which what springs link lies near each other.

use crate::lanes;

/// So many particles that the search finds one after the other give their first springs, then their second ones, and so on: of springs at the same particle,
/// the next would wait for the force of the one before.
pub(crate) const TOGETHER: usize = 4;

/// A breadth-first search over the particles that springs link.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// For each particle, as how many-th the search finds it.
    pub places: Vec<u32>,
    /// The springs: those of particles that the search finds before others come before theirs, and those of `TOGETHER` such particles take turns.
    pub turns: Vec<u32>,
    /// The places that they link, to a whole number of registers filled up with the last.
    pub endpoints: Vec<[u32; 2]>,
}

impl Order {
    /// Searches from the first particle on that is not found yet, as often as there is one.
    ///
    /// # Panics
    /// If a spring links particles that are not there.
    #[cold] // compiled for its size
    pub fn breadth_first(count: usize, links: &[[u32; 2]]) -> Self {
        const NOWHERE: u32 = u32::MAX;
        assert!(links.iter().flatten().all(|&i| (i as usize) < count), "a spring links particles that there are");
        let incident = Incident::at(count, links);
        let mut places = vec![NOWHERE; count];
        let mut turns = Vec::with_capacity(links.len());
        let mut crossed: [Vec<u32>; TOGETHER] = Default::default();
        let mut found: Vec<usize> = Vec::with_capacity(count);
        let find = |particle: usize, found: &mut Vec<usize>, places: &mut [u32]| {
            if places[particle] == NOWHERE {
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
                    // what lies before has crossed its springs
                    if places[other] as usize > searched {
                        crossed[searched % TOGETHER].push(spring);
                    }
                }
                searched += 1;
                if searched % TOGETHER == 0 {
                    deal(&mut crossed, &mut turns);
                }
            }
        }
        deal(&mut crossed, &mut turns);
        let mut endpoints: Vec<_> =
            turns.iter().map(|&turn| links[turn as usize].map(|i| places[i as usize])).collect();
        endpoints.resize(turns.len().next_multiple_of(lanes::MOST), endpoints.last().copied().unwrap_or_default());
        Self { places, turns, endpoints }
    }
}

/// Gives the first spring of each list its turn, then their second ones.
fn deal(lists: &mut [Vec<u32>], turns: &mut Vec<u32>) {
    let longest = lists.iter().map(Vec::len).max().unwrap_or_default();
    (0..longest).for_each(|n| turns.extend(lists.iter().filter_map(|list| list.get(n))));
    lists.iter_mut().for_each(Vec::clear);
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

    /// 3 – 0 – 2 and 0 – 4, beside 1 alone and 5 – 6.
    #[test]
    fn what_is_linked_lies_near() {
        let Order { places, turns, .. } = Order::breadth_first(7, &[[5, 6], [2, 0], [0, 3], [4, 0]]);
        assert_eq!(places, [0, 4, 1, 2, 3, 5, 6]);
        assert_eq!(turns, [1, 2, 3, 0]);
    }

    /// Two springs may link the same particles. One from a particle to itself has no length and no force, and gets no turn.
    #[test]
    fn every_spring_has_one_turn() {
        let ends = [[3, 1], [0, 1], [1, 0], [2, 3], [2, 2], [0, 3]];
        let Order { turns, endpoints, .. } = Order::breadth_first(4, &ends);
        let mut all = turns.clone();
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2, 3, 5]);
        assert_eq!(endpoints.len(), 8);
    }

    /// A row of seven, each linked with the next two: 0 – 1, 1 – 2, 2 – 3, 3 – 4, then 0 – 2, 1 – 3 …
    #[test]
    fn particles_that_follow_one_another_take_turns() {
        let ends: Vec<_> = (0..5).flat_map(|i| [[i, i + 1], [i, i + 2]]).collect();
        let Order { turns, endpoints, .. } = Order::breadth_first(7, &ends);
        assert_eq!(turns, [0, 2, 4, 6, 1, 3, 5, 7, 8, 9]);
        assert_eq!(endpoints[..4], [[0, 1], [1, 2], [2, 3], [3, 4]]);
    }
}
