//! The least damping of a network of springs, relative to its stiffness.

use crate::{Damper, Spring, Springs};
use glam::DVec3;

/// A length that exceeds another one by less than this part of it counts as equal.
const ROUNDING: f64 = 1e-9;

/// A spring with its ends and its length in m.
type Piece = ([usize; 2], Spring, f64);

/// A time ρ in s with D ≥ ρ K for all springs with a free end together: infinite without stiffness,
/// 0 if none is known.
///
/// A spring with a damper has D ≥ (μ/k) K. One without is borne by two with dampers that lead from
/// one of its ends to the other: its elongation is the sum of theirs, and as
/// k (e₁ + e₂)² ≤ 2k e₁² + 2k e₂², each of them bears 2k beside its own stiffness. With isotropic
/// dampers this holds in every state. With axial ones the three must lie on a line, and no spring
/// may be stretched, because nothing slows motion across it. Without positions (m) this is left
/// out: ρ is then that of motion along the springs, where those lie on a line whose rest lengths
/// add up.
pub(super) fn retardation(springs: &Springs, weights: &[f64], positions: Option<&[DVec3]>) -> f64 {
    let axial = springs.damper == Damper::Axial;
    let is_free = |&([i, j], _): &([usize; 2], Spring)| weights[i] > 0.0 || weights[j] > 0.0;
    let length = |[i, j]: [usize; 2], rest_length| positions.map_or(rest_length, |x| x[i].distance(x[j]));
    let pieces: Vec<Piece> = (springs.iter().filter(is_free))
        .map(|(ends, spring)| (ends, spring, length(ends, spring.rest_length)))
        .filter(|(_, spring, _)| spring.stiffness > 0.0 || spring.damping > 0.0)
        .collect();
    let mut loads: Vec<f64> = pieces.iter().map(|(_, spring, _)| spring.stiffness).collect();
    let mut slowing = Vec::new();
    for &(ends, spring, length) in pieces.iter().filter(|(_, spring, _)| spring.stiffness > 0.0) {
        if axial && length > (1.0 + ROUNDING) * spring.rest_length {
            return 0.0;
        }
        if spring.damping == 0.0 {
            if slowing.is_empty() {
                slowing = with_dampers(&pieces);
            }
            match shortest(&slowing, &pieces, ends) {
                Some((around, bearers)) if !axial || around <= (1.0 + ROUNDING) * length => {
                    for n in bearers {
                        loads[n] += 2.0 * spring.stiffness;
                    }
                }
                _ => return 0.0,
            }
        }
    }
    let borne = pieces.iter().zip(loads).filter(|((_, spring, _), load)| spring.damping > 0.0 && *load > 0.0);
    borne.map(|((_, spring, _), load)| spring.damping / load).fold(f64::INFINITY, f64::min)
}

/// One end, the other one and the index of every spring with a damper, from both ends and sorted.
fn with_dampers(pieces: &[Piece]) -> Vec<[usize; 3]> {
    let damped = pieces.iter().enumerate().filter(|(_, (_, spring, _))| spring.damping > 0.0);
    let mut ends: Vec<_> = damped.flat_map(|(n, ([i, j], ..))| [[*i, *j, n], [*j, *i, n]]).collect();
    ends.sort_unstable();
    ends
}

/// Length in m and indices of the two springs with dampers that lead the shortest way from one end
/// to the other.
fn shortest(slowing: &[[usize; 3]], pieces: &[Piece], [i, j]: [usize; 2]) -> Option<(f64, [usize; 2])> {
    let at = |end: usize| {
        let first = slowing.partition_point(|one| one[0] < end);
        slowing[first..].iter().take_while(move |one| one[0] == end)
    };
    let ways = at(i).flat_map(|one| at(j).filter(|other| other[1] == one[1]).map(|other| [one[2], other[2]]));
    ways.map(|[n, m]| (pieces[n].2 + pieces[m].2, [n, m])).min_by(|one, other| one.0.total_cmp(&other.0))
}
