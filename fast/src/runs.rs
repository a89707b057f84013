//! Which springs lie side by side.

use bytemuck::cast;

/// Springs that lie side by side: spring `first` + n links the particles i + n and j + n.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Run {
    /// Index of its first spring.
    pub first: usize,
    /// How many there are.
    pub length: usize,
    /// The particles i and j.
    pub ends: [usize; 2],
    /// No later run has an end below this particle.
    pub settled: usize,
}

/// How many springs a run has on average, at least, where it is worth while to lay particles out for them.
const LONG: usize = 8;

/// So many short ones tell that the others are short as well.
const ENOUGH: usize = 64;

/// Finds the runs of all springs, none where they are short.
pub(crate) fn find(endpoints: &[[u32; 2]]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut first = 0;
    while first < endpoints.len() {
        if runs.len() >= ENOUGH && runs.len() * LONG > first {
            return Vec::new();
        }
        let length = length(&endpoints[first..]);
        runs.push(Run { first, length, ends: endpoints[first].map(|i| i as usize), settled: 0 });
        first += length;
    }
    if runs.len() * LONG > endpoints.len() {
        return Vec::new();
    }
    let mut settled = usize::MAX;
    for run in runs.iter_mut().rev() {
        run.settled = settled;
        settled = settled.min(run.ends[0]).min(run.ends[1]);
    }
    runs
}

/// How many springs follow one another side by side, from the first on.
fn length(endpoints: &[[u32; 2]]) -> usize {
    const BLOCK: usize = 8;
    // both ends as one number, in which 1 more is 1 more for each
    let both = |ends: [u32; 2]| cast::<_, u64>(ends);
    let differs = |first: u64, ends: [u32; 2], n: u64| both(ends) ^ first.wrapping_add(n * both([1, 1]));
    let (blocks, _) = endpoints.as_chunks::<BLOCK>();
    let first = both(endpoints[0]);
    // compared without an early end, several take as long as two
    let all_follow = |&(block, n): &(&[[u32; 2]; BLOCK], u64)| {
        block.iter().zip(n..).fold(0, |differ, (ends, n)| differ | differs(first, *ends, n)) == 0
    };
    let whole = BLOCK * blocks.iter().zip((0..).step_by(BLOCK)).take_while(all_follow).count();
    whole + endpoints[whole..].iter().zip(whole as u64..).take_while(|&(ends, n)| differs(first, *ends, n) == 0).count()
}
