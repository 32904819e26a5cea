//! Random numbers that depend on a seed and a number alone.

/// A stream of random numbers (SplitMix64: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
///
/// Every candidate has a stream of its own, made of the run's seed and the candidate's number, so it comes out the same whoever works on it and when.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

/// The odd constant of SplitMix64: 2^64 divided by the golden ratio.
const GAMMA: u64 = 0x9e37_79b9_7f4a_7c15;

impl Random {
    /// Makes the stream of a candidate.
    pub(super) fn of(seed: u64, number: u64) -> Random {
        let mut seeds = Random(seed);
        let start = seeds.next();
        let mut stream = Random(start ^ number.wrapping_mul(GAMMA));
        Random(stream.next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GAMMA);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number from 0 to `end - 1`.
    pub(super) fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_their_own_and_spread_evenly() {
        let draws = |seed, number| {
            let mut random = Random::of(seed, number);
            [(); 4].map(|()| random.below(1000))
        };
        assert_eq!(draws(1, 2), draws(1, 2));
        assert_ne!(draws(1, 2), draws(2, 1));
        assert_ne!(draws(1, 2), draws(1, 3));
        let mut counts = [0u32; 10];
        for number in 0..10_000 {
            counts[Random::of(7, number).below(10) as usize] += 1;
        }
        assert!(
            counts.iter().all(|count| (850..1150).contains(count)),
            "{counts:?}"
        );
    }
}
