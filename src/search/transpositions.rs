//! The transposition table: every state once, by its full key.

use hashbrown::HashTable;

use super::chunks::Chunks;

/// A state's full key of four words: [`Ring::words`](crate::board::Ring::words).
pub type Key = [u64; 4];

/// Parts of the table of numbers, each of which grows by itself: 2^6.
const SHARD_BITS: u32 = 6;

/// States numbered from 0 in the order in which they were met.
///
/// The keys, all of the same number of words, lie in a vector by number; raw hash tables of the numbers find them. Equal keys are equal states and
/// only these, so no collision can go unnoticed.
#[derive(Debug)]
pub struct Transpositions {
    /// Words of a key: a divisor of the length of a chunk.
    width: usize,
    words: Chunks<u64>,
    shards: Vec<HashTable<u32>>,
    /// States that the shards can hold as they are.
    capacity: usize,
}

impl Transpositions {
    /// The most states that can be numbered: one bit of a number is kept free.
    pub const MAX_STATES: usize = 1 << 31;

    /// Makes an empty table for keys of 1, 2 or 4 words.
    ///
    /// # Panics
    ///
    /// If the keys have another number of words.
    pub fn new(width: usize) -> Transpositions {
        assert!(matches!(width, 1 | 2 | 4), "keys of {width} words");
        Transpositions {
            width,
            words: Chunks::default(),
            shards: vec![HashTable::new(); 1 << SHARD_BITS],
            capacity: 0,
        }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.words.len() / self.width
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.len() == 0
    }

    /// Returns the number of a state, which is new if it was not there.
    ///
    /// # Panics
    ///
    /// If there are [`Transpositions::MAX_STATES`] already.
    #[inline]
    pub fn insert(&mut self, key: &[u64]) -> u32 {
        debug_assert_eq!(key.len(), self.width);
        let hash = hash(key);
        if let Some(number) = self.look_up(hash, key) {
            return number;
        }
        let number = self.len();
        assert!(number < Transpositions::MAX_STATES);
        for &word in key {
            self.words.push(word);
        }
        self.enter(hash, number as u32);
        number as u32
    }

    /// Returns the number of a state, if it is there.
    pub fn find(&self, key: &[u64]) -> Option<u32> {
        self.look_up(hash(key), key)
    }

    /// Returns the key of a state.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    #[inline]
    pub fn key(&self, number: u32) -> &[u64] {
        key_of(&self.words, self.width, number)
    }

    /// Leaves only some states, numbered anew in the same order.
    pub(super) fn retain(&mut self, stays: impl Fn(u32) -> bool) {
        for shard in &mut self.shards {
            *shard = HashTable::new();
        }
        self.capacity = 0;
        let mut next = 0;
        for number in 0..self.len() as u32 {
            if !stays(number) {
                continue;
            }
            let from = number as usize * self.width;
            for word in 0..self.width {
                self.words[next as usize * self.width + word] = self.words[from + word];
            }
            let hash = hash(self.key(next));
            self.enter(hash, next);
            next += 1;
        }
        self.words.truncate(next as usize * self.width);
    }

    /// Returns the bytes that it will hold once `more` states are added.
    pub fn memory_with(&self, more: usize) -> u64 {
        /// A number and a byte of its hash.
        const SLOT: u64 = size_of::<u32>() as u64 + 1;
        let states = self.len() + more;
        // The shards fill evenly, so they grow one soon after the other.
        let capacity = match states > self.capacity / 16 * 15 {
            true => states.max(2 * self.capacity),
            false => self.capacity,
        };
        // A table is at most seven eighths full.
        self.words.memory_with(more * self.width) + capacity as u64 * 8 / 7 * SLOT
    }

    fn look_up(&self, hash: u64, key: &[u64]) -> Option<u32> {
        let same = |&number: &u32| key_of(&self.words, self.width, number) == key;
        self.shards[shard(hash)].find(hash, same).copied()
    }

    /// Enters a number that is not there by the hash of its key.
    fn enter(&mut self, hash: u64, number: u32) {
        let (words, width) = (&self.words, self.width);
        let table = &mut self.shards[shard(hash)];
        let before = table.capacity();
        table.insert_unique(hash, number, |&number| {
            self::hash(key_of(words, width, number))
        });
        self.capacity += table.capacity() - before;
    }
}

/// Returns a key of four words.
///
/// # Panics
///
/// If it has another number.
#[inline]
pub(super) fn four(key: &[u64]) -> Key {
    key.try_into().expect("a key of four words")
}

#[inline]
fn key_of(words: &Chunks<u64>, width: usize, number: u32) -> &[u64] {
    words.run(number as usize * width, width)
}

/// Returns the shard of a hash: by other bits than those that a table looks at first and last.
fn shard(hash: u64) -> usize {
    (hash >> 40) as usize & ((1 << SHARD_BITS) - 1)
}

/// Mixes a key into a hash; it only spreads, equality is always that of the keys.
#[inline]
pub(super) fn hash(key: &[u64]) -> u64 {
    // Folded multiplication by odd constants (the first digits of the fractions of √2, √3, √5).
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mixed = key.iter().fold(0x6a09_e667_f3bc_c909, |mixed, &word| {
        fold(mixed ^ word, 0xbb67_ae85_84ca_a73b)
    });
    fold(mixed, 0x3c6e_f372_fe94_f82b | 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    fn map_of(keys: &[Vec<u64>], width: usize) -> Transpositions {
        let mut table = Transpositions::new(width);
        let mut twin: HashMap<&[u64], u32> = HashMap::new();
        for key in keys {
            let key = &key[..width];
            let next = twin.len() as u32;
            let expected = *twin.entry(key).or_insert(next);
            assert_eq!(table.insert(key), expected);
            assert_eq!(table.key(expected), key);
        }
        assert_eq!(table.len(), twin.len());
        for (key, number) in &twin {
            assert_eq!(table.find(key), Some(*number));
        }
        assert_eq!(table.find(&[9, 9, 9, 9][..width]), None);
        table
    }

    proptest! {
        #[test]
        fn it_is_a_map(
            keys in prop::collection::vec(prop::collection::vec(0u64..4, 4), 0..200),
            width in prop::sample::select(vec![1, 2, 4]),
            every in 1u32..5,
        ) {
            let mut table = map_of(&keys, width);
            let before: Vec<Vec<u64>> = (0..table.len() as u32)
                .filter(|number| number % every == 0)
                .map(|number| table.key(number).to_vec())
                .collect();
            table.retain(|number| number % every == 0);
            prop_assert_eq!(table.len(), before.len());
            for (number, key) in before.iter().enumerate() {
                prop_assert_eq!(table.find(key), Some(number as u32));
                prop_assert_eq!(table.key(number as u32), &key[..]);
            }
        }
    }
}
