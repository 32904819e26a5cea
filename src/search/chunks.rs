//! A vector in pieces, which grows without being copied.

use std::ops::{Index, IndexMut};

/// Items of one piece: 2^16.
const BITS: u32 = 16;
const PIECE: usize = 1 << BITS;

/// A vector of which the memory grows piece by piece: never is a large one copied into one of twice the size.
#[derive(Debug)]
pub(super) struct Chunks<T> {
    /// All are full but the last.
    pieces: Vec<Vec<T>>,
    len: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Chunks<T> {
        Chunks {
            pieces: Vec::new(),
            len: 0,
        }
    }
}

impl<T: Copy> Chunks<T> {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn push(&mut self, item: T) {
        if self.len.is_multiple_of(PIECE) {
            self.pieces.push(Vec::new());
        }
        // The first piece grows as vectors do, so that small graphs stay small; the others are as large as they get.
        if self.pieces.len() > 1 && self.len.is_multiple_of(PIECE) {
            self.pieces[self.len >> BITS].reserve_exact(PIECE);
        }
        self.pieces[self.len >> BITS].push(item);
        self.len += 1;
    }

    /// Leaves the first `len` items, and gives back the memory of the others.
    pub(super) fn truncate(&mut self, len: usize) {
        debug_assert!(len <= self.len);
        self.pieces.truncate(len.div_ceil(PIECE));
        if let Some(last) = self.pieces.last_mut() {
            last.truncate(len - ((len - 1) & !(PIECE - 1)));
        }
        self.len = len;
    }

    /// Returns `count` items from `at` on, which must not reach beyond the end of a piece.
    #[inline]
    pub(super) fn run(&self, at: usize, count: usize) -> &[T] {
        let within = at & (PIECE - 1);
        &self.pieces[at >> BITS][within..within + count]
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.pieces.iter().flatten()
    }

    /// Returns the bytes that it holds once some more items are there.
    pub(super) fn memory_with(&self, more: usize) -> u64 {
        let items = match self.len + more {
            few if few <= PIECE => 3 * few,
            many => many.next_multiple_of(PIECE),
        };
        (items * size_of::<T>()) as u64
    }
}

impl<T> Index<usize> for Chunks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.pieces[at >> BITS][at & (PIECE - 1)]
    }
}

impl<T> IndexMut<usize> for Chunks<T> {
    #[inline]
    fn index_mut(&mut self, at: usize) -> &mut T {
        &mut self.pieces[at >> BITS][at & (PIECE - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_vector() {
        let mut chunks = Chunks::default();
        let most = 2 * PIECE + 7;
        for item in 0..most {
            chunks.push(item);
        }
        assert_eq!(chunks.len(), most);
        assert!(chunks.iter().copied().eq(0..most));
        chunks[PIECE] += 5;
        assert_eq!(chunks[PIECE], PIECE + 5);
        for len in [most - 1, 2 * PIECE, 2 * PIECE - 1, PIECE, 3, 0] {
            chunks.truncate(len);
            assert_eq!(chunks.len(), len);
            assert_eq!(chunks.iter().count(), len);
            assert_eq!(chunks.pieces.len(), len.div_ceil(PIECE));
        }
        chunks.push(9);
        assert!(chunks.iter().eq([&9]));
    }
}
