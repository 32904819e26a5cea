//! The transposition table: every state once, by its full key.

use hashbrown::HashTable;

/// A state's full key: [`Ring::words`](crate::board::Ring::words).
pub type Key = [u64; 4];

/// States numbered from 0 in the order in which they were met.
///
/// The keys lie in a vector by number; a raw hash table of the numbers finds them. Equal keys are equal states and
/// only these, so no collision can go unnoticed.
#[derive(Debug, Default)]
pub struct Transpositions {
    keys: Vec<Key>,
    numbers: HashTable<u32>,
}

impl Transpositions {
    /// The most states that can be numbered: one bit of a number is kept free.
    pub const MAX_STATES: usize = 1 << 31;

    /// Makes an empty table.
    pub fn new() -> Transpositions {
        Transpositions::default()
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Returns the number of a state, which is new if it was not there.
    ///
    /// # Panics
    ///
    /// If there are [`Transpositions::MAX_STATES`] already.
    pub fn insert(&mut self, key: Key) -> u32 {
        let keys = &mut self.keys;
        let same = |&number: &u32| keys[number as usize] == key;
        if let Some(&number) = self.numbers.find(hash(&key), same) {
            return number;
        }
        assert!(keys.len() < Transpositions::MAX_STATES);
        let number = keys.len() as u32;
        keys.push(key);
        self.numbers
            .insert_unique(hash(&key), number, |&number| hash(&keys[number as usize]));
        number
    }

    /// Returns the number of a state, if it is there.
    pub fn find(&self, key: &Key) -> Option<u32> {
        let same = |&number: &u32| self.keys[number as usize] == *key;
        self.numbers.find(hash(key), same).copied()
    }

    /// Returns the key of a state.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    pub fn key(&self, number: u32) -> Key {
        self.keys[number as usize]
    }

    /// Returns the bytes that it will hold at its peak once `more` states are added.
    ///
    /// While the table of numbers grows, the old one and one of twice its size stand side by side.
    pub fn memory_with(&self, more: usize) -> u64 {
        const SLOT: u64 = size_of::<u32>() as u64 + 1;
        let states = self.keys.len() + more;
        let slots = |capacity: usize| capacity as u64 * 8 / 7;
        let table = if states <= self.numbers.capacity() {
            slots(self.numbers.capacity())
        } else {
            // Old and new together; a table is a power of two and at most seven eighths full.
            slots(self.numbers.capacity()) + (slots(states) + 1).next_power_of_two()
        };
        states as u64 * size_of::<Key>() as u64 + table * SLOT
    }
}

/// Mixes a key into a hash; it only spreads, equality is always that of the keys.
#[inline]
fn hash(key: &Key) -> u64 {
    // Folded multiplication by odd constants (the first digits of the fractions of √2, √3, √5, √7).
    let fold = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let front = fold(
        key[0] ^ 0x6a09_e667_f3bc_c909,
        key[1] ^ 0xbb67_ae85_84ca_a73b,
    );
    let back = fold(
        key[2] ^ 0x3c6e_f372_fe94_f82b,
        key[3] ^ 0xa54f_f53a_5f1d_36f1,
    );
    fold(front ^ 0x9e37_79b9_7f4a_7c15, back.rotate_left(32) | 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    proptest! {
        #[test]
        fn it_is_a_map(keys in prop::collection::vec(prop::array::uniform4(0u64..4), 0..200)) {
            let mut table = Transpositions::new();
            let mut twin: HashMap<Key, u32> = HashMap::new();
            for key in keys {
                let next = twin.len() as u32;
                let expected = *twin.entry(key).or_insert(next);
                prop_assert_eq!(table.insert(key), expected);
                prop_assert_eq!(table.key(expected), key);
            }
            prop_assert_eq!(table.len(), twin.len());
            for (key, number) in &twin {
                prop_assert_eq!(table.find(key), Some(*number));
            }
            prop_assert_eq!(table.find(&[9, 9, 9, 9]), None);
        }
    }
}
