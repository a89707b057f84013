//! Several steps in a wave: particles take their next steps while they are in the cache.

use std::ops::Range;

/// A part of a step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    /// Springs, or runs of springs, that pull.
    pub pulls: Range<usize>,
    /// All particles that they touch are below this index.
    pub touched: usize,
    /// Particles that move on, because no later stage touches them. The stages' ranges follow one
    /// another and cover all particles.
    pub moves: Range<usize>,
}

/// Takes a number of steps by stages. A step takes its next stage as soon as the step before has
/// moved all particles that the stage touches. `take` gets the index of the step, and returns true
/// if all particles that it moved are within reach. Returns the number of steps up to and including
/// the first that leaves it.
pub(crate) fn step_by_stages(stages: &[Stage], steps: usize, take: &mut dyn FnMut(usize, &Stage) -> bool) -> usize {
    // for each step, the index of its next stage, and true if all moved particles are within reach
    let mut wave = vec![(0, true); steps];
    while wave.last().is_some_and(|&(next, _)| next < stages.len()) {
        let mut moved = usize::MAX;
        for (n, (next, inside)) in wave.iter_mut().enumerate() {
            if let Some(stage) = stages.get(*next).filter(|stage| stage.touched <= moved) {
                *inside &= take(n, stage);
                *next += 1;
            }
            moved = next.checked_sub(1).map_or(0, |last| stages[last].moves.end);
        }
    }
    wave.iter().position(|(_, inside)| !inside).map_or(steps, |beyond| beyond + 1)
}
