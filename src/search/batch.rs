//! Expanding states batch by batch, on all cores.

use std::ops::Range;

use rayon::prelude::*;

/// States that are expanded between two looks at the limits.
pub(super) const BATCH: usize = 1 << 12;

/// Below this many states a batch is not worth spreading over cores, where a state takes less than a microsecond.
pub(super) const PARALLEL_FROM: usize = 128;

/// Calls `expand` on parts of a range, perhaps at the same time, and gives the results in order. Ranges below `parallel_from` are left whole.
pub(super) fn in_parts<T: Send>(
    range: Range<usize>,
    parallel_from: usize,
    expand: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    if range.len() < parallel_from.max(2) {
        return vec![expand(range)];
    }
    let threads = rayon::current_num_threads();
    let part = range.len().div_ceil(4 * threads).max(parallel_from / 2);
    let starts: Vec<usize> = range.clone().step_by(part).collect();
    starts
        .into_par_iter()
        .map(|start| expand(start..range.end.min(start + part)))
        .collect()
}
