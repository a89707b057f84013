//! Runs of adjacent springs.

use bytemuck::cast;

/// A run of springs: spring `first` + n links the particles i + n and j + n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    /// Index of its first spring.
    pub first: usize,
    /// Number of springs.
    pub length: usize,
    /// The particles i and j of the first spring.
    pub ends: [usize; 2],
    /// No later run has an end below this particle.
    pub settled: usize,
}

/// Least mean length of runs at which laying particles out pays.
const LEAST_MEAN_LENGTH: usize = 8;

/// After this many runs, their mean length decides about all.
const SAMPLE: usize = 64;

/// Finds the runs of all springs; none if they are short.
pub(crate) fn find(endpoints: &[[u32; 2]]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut first = 0;
    while first < endpoints.len() {
        if runs.len() >= SAMPLE && runs.len() * LEAST_MEAN_LENGTH > first {
            return Vec::new();
        }
        let length = length(&endpoints[first..]);
        runs.push(Run { first, length, ends: endpoints[first].map(|i| i as usize), settled: 0 });
        first += length;
    }
    if runs.len() * LEAST_MEAN_LENGTH > endpoints.len() {
        return Vec::new();
    }
    let mut settled = usize::MAX;
    for run in runs.iter_mut().rev() {
        run.settled = settled;
        settled = settled.min(run.ends[0]).min(run.ends[1]);
    }
    runs
}

/// Length of the run that begins with the first spring.
fn length(endpoints: &[[u32; 2]]) -> usize {
    const BLOCK: usize = 8;
    // both ends as one number: adding 1 to each end adds the same number to it
    let both = |ends: [u32; 2]| cast::<_, u64>(ends);
    let differs = |first: u64, ends: [u32; 2], n: u64| both(ends) ^ first.wrapping_add(n * both([1, 1]));
    let (blocks, _) = endpoints.as_chunks::<BLOCK>();
    let first = both(endpoints[0]);
    // without an early exit, comparing a block takes as long as two springs
    let all_follow = |&(block, n): &(&[[u32; 2]; BLOCK], u64)| {
        block.iter().zip(n..).fold(0, |differ, (ends, n)| differ | differs(first, *ends, n)) == 0
    };
    let whole = BLOCK * blocks.iter().zip((0..).step_by(BLOCK)).take_while(all_follow).count();
    whole + endpoints[whole..].iter().zip(whole as u64..).take_while(|&(ends, n)| differs(first, *ends, n) == 0).count()
}
