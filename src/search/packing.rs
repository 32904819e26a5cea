//! A board and its lead in as few words as they need.

use super::graph::canonical;
use crate::board::Ring;
use crate::index::UpTo;
use crate::rules::RuleSet;

/// Packs boards that come of one board, each with its lead, into keys: equal keys for equal states, and only for these.
///
/// Mirror images, where they are the same, and the two sides share a key. Leads by more than all that is left on the board are taken as a lead by one more: whatever
/// follows comes to the same.
#[derive(Debug, Clone)]
pub(super) struct Packing {
    rules: RuleSet,
    /// Seeds of the board that all others come of.
    seeds: i16,
    form: Form,
}

/// How a key is made.
#[derive(Debug, Clone)]
enum Form {
    /// The board's number, its marks and its lead, in a word or two.
    Ranked {
        boards: UpTo,
        mark_bits: u32,
        lead_bits: u32,
        width: usize,
    },
    /// The board as it is.
    Plain,
}

/// A key: the words in use come first.
pub(super) type Packed = [u64; 4];

/// Leads lie between −256 and 256; this makes them numbers.
const LEAD_OFFSET: i16 = 0x100;

impl Packing {
    /// Makes the packing for a board and what comes of it.
    pub(super) fn new(rules: &RuleSet, root: &Ring) -> Packing {
        let seeds = root.seeds();
        let bits = |count: u64| u64::BITS - (count - 1).leading_zeros();
        let ranked = |boards: UpTo| {
            let mark_bits = match root.nki() {
                0 => 0,
                _ => root.row().cells() as u32,
            };
            // From -(seeds + 1) to seeds + 1.
            let lead_bits = bits(2 * u64::from(seeds) + 3);
            let width = match bits(boards.boards()) + mark_bits + lead_bits {
                0..=64 => 1,
                65..=128 => 2,
                _ => return None,
            };
            Some(Form::Ranked {
                boards,
                mark_bits,
                lead_bits,
                width,
            })
        };
        Packing {
            rules: *rules,
            seeds: seeds as i16,
            form: UpTo::new(root.row(), seeds)
                .and_then(ranked)
                .unwrap_or(Form::Plain),
        }
    }

    /// Returns the number of words of a key.
    pub(super) fn width(&self) -> usize {
        match self.form {
            Form::Ranked { width, .. } => width,
            Form::Plain => 4,
        }
    }

    /// Packs a board and its lead.
    ///
    /// # Panics
    ///
    /// If the board has more seeds than the one that others come of. Right only if it has the same row length, and no marks if that has none.
    #[inline]
    pub(super) fn pack(&self, ring: &Ring, lead: i16) -> Packed {
        let ring = canonical(&self.rules, ring);
        let most = ring.seeds() as i16 + 1;
        let lead = lead.clamp(-most, most);
        match &self.form {
            Form::Plain => ring.words((lead + LEAD_OFFSET) as u16),
            Form::Ranked {
                boards,
                mark_bits,
                lead_bits,
                ..
            } => {
                let mut packed = u128::from(boards.rank(&ring));
                packed = packed << mark_bits | u128::from(ring.nki());
                let from_least = lead + self.seeds + 1;
                packed = packed << lead_bits | from_least as u128;
                [packed as u64, (packed >> 64) as u64, 0, 0]
            }
        }
    }

    /// Tells whether a key, from who knows where, is that of some board.
    pub(super) fn is_key(&self, key: &[u64]) -> bool {
        match &self.form {
            Form::Plain => Ring::is_words(key.try_into().expect("a key of four words")),
            Form::Ranked {
                boards,
                mark_bits,
                lead_bits,
                ..
            } => joined(key) >> lead_bits >> mark_bits < u128::from(boards.boards()),
        }
    }

    /// Returns the board, one of its mirror images, and the lead of a key.
    pub(super) fn unpack(&self, key: &[u64]) -> (Ring, i16) {
        match &self.form {
            Form::Plain => {
                let (ring, lead) = Ring::from_words(key.try_into().expect("a key of four words"));
                (ring, lead as i16 - LEAD_OFFSET)
            }
            Form::Ranked {
                boards,
                mark_bits,
                lead_bits,
                ..
            } => {
                let packed = joined(key);
                let low = |value: u128, bits: u32| value & ((1 << bits) - 1);
                let lead = low(packed, *lead_bits) as i16 - self.seeds - 1;
                let marked = packed >> lead_bits;
                let mut ring = boards.unrank((marked >> mark_bits) as u64);
                ring.set_nki(low(marked, *mark_bits) as u32);
                (ring, lead)
            }
        }
    }
}

/// Returns the number that a key of one or two words is.
fn joined(key: &[u64]) -> u128 {
    let second = key.get(1).copied().unwrap_or(0);
    u128::from(second) << 64 | u128::from(key[0])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Game;
    use proptest::prelude::*;

    /// Boards, with marks or without, and what comes of them, with leads.
    fn states() -> impl Strategy<Value = (RuleSet, Ring, Ring, i16)> {
        let kinds = (2usize..=12, any::<bool>(), any::<u32>());
        let cells = (
            prop::collection::vec(0u8..=6, 24),
            prop::collection::vec(0u8..=6, 24),
        );
        (kinds, cells, -300i16..300).prop_map(|((n, kiothi, marks), (cells, less), lead)| {
            let m = 2 * n;
            let mut root = Ring::from_cells(&cells[..m]);
            let mut ring = root;
            for (cell, less) in ring.cells_mut().iter_mut().zip(less) {
                *cell = cell.saturating_sub(less);
            }
            let game = if kiothi { Game::Kiothi } else { Game::Giuthi };
            let rules = game.defaults();
            if kiothi {
                root.set_nki(marks & ((1 << m) - 1));
                ring.set_nki(root.nki() & marks >> 3);
            }
            (rules, root, ring, lead)
        })
    }

    proptest! {
        #[test]
        fn what_is_packed_comes_back((rules, root, ring, lead) in states()) {
            let packing = Packing::new(&rules, &root);
            let key = packing.pack(&ring, lead);
            prop_assert!(key[packing.width()..].iter().all(|&word| word == 0));
            let (back, back_lead) = packing.unpack(&key[..packing.width()]);
            let most = ring.seeds() as i16 + 1;
            prop_assert_eq!(back_lead, lead.clamp(-most, most));
            prop_assert_eq!(back, canonical(&rules, &ring));
            prop_assert_eq!(packing.pack(&back, back_lead), key);
        }
    }

    #[test]
    fn whole_games_take_a_word() {
        let width = |pits: usize, seeds: u8| {
            let root = Ring::from_cells(&vec![seeds; 2 * pits]);
            Packing::new(&Game::Giuthi.defaults(), &root).width()
        };
        assert_eq!((width(5, 6), width(6, 6), width(8, 4)), (1, 1, 1));
        assert_eq!((width(8, 6), width(12, 4)), (2, 4));
    }
}
