//! Steps close behind one another: what is in the caches takes several steps before it leaves them.

use std::ops::Range;

/// A part of a step.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Stage {
    /// Springs that pull, or runs of them.
    pub pulls: Range<usize>,
    /// They touch no particle from this one on.
    pub touched: usize,
    /// Particles that move on, as no later stage touches them: those of all stages follow one another, to the last.
    pub moves: Range<usize>,
}

/// Takes so many steps by stages. A step takes its next one as soon as the step before has moved on all that it touches. `take` is told the step, and
/// returns whether all that moved on are within reach. Returns how many steps there are up to the first that leaves it, with this one.
pub(crate) fn roll(stages: &[Stage], steps: usize, take: &mut dyn FnMut(usize, &Stage) -> bool) -> usize {
    // of each step the next stage, and whether it is inside so far
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
