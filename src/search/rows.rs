//! Lists of numbered owners, packed one behind another (compressed sparse rows).

use std::ops::Range;

/// For each owner from 0 up a list of items.
#[derive(Debug)]
pub(super) struct Rows<T> {
    /// The items of owner o lie from `starts[o]` to `starts[o + 1]`.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T: Copy> Rows<T> {
    /// Sorts items by their owners; those of one owner keep their order. `filler` is any item.
    ///
    /// # Panics
    ///
    /// If there are 2^32 items or more.
    pub(super) fn sort(
        owners: usize,
        filler: T,
        items: impl Iterator<Item = (u32, T)> + Clone,
    ) -> Rows<T> {
        let mut starts = vec![0u32; owners + 1];
        for (owner, _) in items.clone() {
            starts[owner as usize] += 1;
        }
        let mut sum = 0u32;
        for start in &mut starts {
            sum = sum
                .checked_add(std::mem::replace(start, sum))
                .expect("fewer than 2^32 items");
        }
        let mut sorted = vec![filler; sum as usize];
        for (owner, item) in items {
            let at = &mut starts[owner as usize];
            sorted[*at as usize] = item;
            *at += 1;
        }
        // Each start has moved to its end, which is the next one's start; the last stands twice.
        starts.rotate_right(1);
        starts[0] = 0;
        Rows {
            starts,
            items: sorted,
        }
    }

    /// Returns an owner's items.
    #[inline]
    pub(super) fn of(&self, owner: u32) -> &[T] {
        &self.items[self.range(owner)]
    }

    fn range(&self, owner: u32) -> Range<usize> {
        let at = owner as usize;
        self.starts[at] as usize..self.starts[at + 1] as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_back_by_owner() {
        let items = [(2, 'a'), (0, 'b'), (2, 'c'), (4, 'd')];
        let rows = Rows::sort(5, ' ', items.into_iter());
        let lists: Vec<String> = (0..5)
            .map(|owner| rows.of(owner).iter().collect())
            .collect();
        assert_eq!(lists, ["b", "", "ac", "", "d"]);
        let none: Rows<u8> = Rows::sort(1, 0, std::iter::empty());
        assert!(none.of(0).is_empty());
    }
}
