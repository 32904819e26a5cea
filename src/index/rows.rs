//! Numbering the contents of a single row.

use super::lexicographic::{advance, binomial};
use crate::board::{MAX_ROW, Row};

/// The contents of one row, from the owner's left; unused pits are 0.
pub type RowContents = [u8; MAX_ROW];

/// All contents of a row with 0 up to some number of seeds, numbered for each number of seeds from 0.
///
/// Mirror images are told apart by their numbers: with h pairs of contents that differ from their mirror images and p that
/// do not, numbers 0 to h−1 are one of each pair, h to h+p−1 those that are their own image, and number h+p+k is the image of
/// number k.
#[derive(Debug)]
pub struct RowTable {
    row: Row,
    /// `at_most[k][r]`: ways to put at most r seeds into k pits.
    at_most: Vec<Vec<u32>>,
    /// By number of seeds.
    by_seeds: Vec<RowClass>,
}

/// The contents of a row with a certain number of seeds.
#[derive(Debug)]
struct RowClass {
    /// Contents by number.
    contents: Vec<RowContents>,
    /// Numbers by lexicographic rank.
    numbers: Vec<u32>,
    /// h: pairs of mirror images.
    pairs: u32,
}

impl RowTable {
    /// Makes the table for up to so many seeds, or `None` if it would have 2^28 entries or more.
    pub fn new(row: Row, seeds: u32) -> Option<RowTable> {
        RowTable::entries(row, seeds)?;
        let pits = row.pits();
        let at_most = (0..pits)
            .map(|k| {
                (0..=seeds)
                    .map(|r| binomial(u64::from(r) + k as u64, k as u64))
                    .map(|count| u32::try_from(count?).ok())
                    .collect()
            })
            .collect::<Option<Vec<Vec<u32>>>>()?;
        let mut table = RowTable {
            row,
            at_most,
            by_seeds: Vec::new(),
        };
        for seeds in 0..=seeds {
            let class = table.class(u8::try_from(seeds).ok()?);
            table.by_seeds.push(class);
        }
        Some(table)
    }

    /// Returns the number of entries that a table has, or `None` from 2^28.
    pub fn entries(row: Row, seeds: u32) -> Option<u64> {
        let pits = row.pits() as u64;
        binomial(u64::from(seeds) + pits, pits).filter(|&entries| entries < 1 << 28)
    }

    /// Returns the bytes that a table holds.
    pub fn memory(row: Row, seeds: u32) -> Option<u64> {
        let bytes = (size_of::<RowContents>() + size_of::<u32>()) as u64;
        Some(RowTable::entries(row, seeds)? * bytes)
    }

    fn class(&self, seeds: u8) -> RowClass {
        let pits = self.row.pits();
        let mut halves = Vec::new();
        let mut palindromes = Vec::new();
        let mut contents = [0; MAX_ROW];
        contents[pits - 1] = seeds;
        loop {
            let image = self.mirrored(&contents);
            match contents.cmp(&image) {
                std::cmp::Ordering::Less => halves.push(contents),
                std::cmp::Ordering::Equal => palindromes.push(contents),
                std::cmp::Ordering::Greater => {}
            }
            if !advance(&mut contents[..pits]) {
                break;
            }
        }
        let pairs = halves.len() as u32;
        let images: Vec<RowContents> = halves.iter().map(|half| self.mirrored(half)).collect();
        let contents = [halves, palindromes, images].concat();
        let mut numbers = vec![0; contents.len()];
        for (number, contents) in (0u32..).zip(&contents) {
            numbers[self.rank(&contents[..pits], seeds) as usize] = number;
        }
        RowClass {
            contents,
            numbers,
            pairs,
        }
    }

    fn mirrored(&self, contents: &RowContents) -> RowContents {
        let mut image = *contents;
        image[..self.row.pits()].reverse();
        image
    }

    /// The lexicographic rank of contents among those with as many seeds.
    #[inline]
    fn rank(&self, pits: &[u8], seeds: u8) -> u32 {
        let mut left = usize::from(seeds);
        let mut rank = 0;
        for (&content, at_most) in pits[..pits.len() - 1].iter().zip(self.at_most.iter().rev()) {
            let before = at_most[left];
            left -= usize::from(content);
            rank += before - at_most[left];
        }
        rank
    }

    /// Returns the length of a row.
    pub fn row(&self) -> Row {
        self.row
    }

    /// Returns the most seeds that the table has.
    pub fn seeds(&self) -> u32 {
        self.by_seeds.len() as u32 - 1
    }

    /// Returns how many contents with so many seeds there are.
    pub fn count(&self, seeds: u32) -> u64 {
        self.by_seeds[seeds as usize].contents.len() as u64
    }

    /// Returns how many pairs of different mirror images there are among these.
    pub fn pairs(&self, seeds: u32) -> u64 {
        self.by_seeds[seeds as usize].pairs.into()
    }

    /// Returns the number of contents, which have so many seeds.
    #[inline]
    pub fn number(&self, pits: &[u8], seeds: u8) -> u32 {
        self.by_seeds[usize::from(seeds)].numbers[self.rank(pits, seeds) as usize]
    }

    /// Returns the contents with a number.
    #[inline]
    pub fn contents(&self, number: u64, seeds: u32) -> &[u8] {
        &self.by_seeds[seeds as usize].contents[number as usize][..self.row.pits()]
    }
}
