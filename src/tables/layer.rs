//! The values of one layer.

use crate::board::Ring;
use crate::index::LayerIndex;
use crate::value::Thresholds;

/// The thresholds of all boards of one layer, two bytes a number of its [`LayerIndex`].
///
/// The bytes are those of the layer's digest: W with 127 for never, D with −128 for always. So a
/// layer has at most [`Layer::MAX_SEEDS`] seeds.
#[derive(Debug, Clone)]
pub struct Layer {
    index: LayerIndex,
    values: Vec<Packed>,
}

impl Layer {
    /// The most seeds whose thresholds fit signed bytes: W goes up to seeds + 1, below 127.
    pub const MAX_SEEDS: u32 = 125;

    /// Makes a layer of its values in order.
    ///
    /// # Panics
    ///
    /// If there are not as many values as the layer has boards.
    pub(super) fn new(index: LayerIndex, values: Vec<Packed>) -> Layer {
        assert_eq!(values.len() as u64, index.positions());
        Layer { index, values }
    }

    /// Returns the numbering of its boards.
    pub fn index(&self) -> &LayerIndex {
        &self.index
    }

    /// Returns the layer with other values, right or wrong, to try out what checks layers.
    ///
    /// # Panics
    ///
    /// If a value does not fit a layer.
    pub fn map(&self, value: impl Fn(u64, Thresholds) -> Thresholds) -> Layer {
        let values = (0..).zip(&self.values);
        let values = values.map(|(rank, packed)| Packed::pack(value(rank, packed.unpack())));
        Layer::new(self.index.clone(), values.collect())
    }

    /// Returns the bytes of memory that it holds.
    pub fn memory(&self) -> u64 {
        size_of_val(&self.values[..]) as u64
    }

    /// Returns the values of all boards, in order.
    pub(super) fn values(&self) -> &[Packed] {
        &self.values
    }

    /// Returns the thresholds at a number of the index.
    ///
    /// # Panics
    ///
    /// If there is no such number.
    #[inline]
    pub fn at(&self, rank: u64) -> Thresholds {
        self.values[rank as usize].unpack()
    }

    /// Returns the thresholds of a board of this layer, seen by the side to move.
    #[inline]
    pub fn thresholds(&self, ring: &Ring) -> Thresholds {
        self.values[self.index.rank(ring) as usize].unpack()
    }
}

/// Thresholds in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Packed {
    pub(super) wins: i8,
    pub(super) draws: i8,
}

impl Packed {
    /// Returns the two bytes as a number, for tables by value.
    #[inline]
    pub(super) fn number(self) -> usize {
        usize::from(u16::from_le_bytes([self.wins as u8, self.draws as u8]))
    }

    /// Makes it of [`Packed::number`].
    pub(super) fn from_number(number: usize) -> Packed {
        let [wins, draws] = (number as u16).to_le_bytes();
        Packed {
            wins: wins as i8,
            draws: draws as i8,
        }
    }

    /// Packs thresholds that lie within a layer's range.
    ///
    /// No D of a layer is as great as 127, so it can stand for "no move offers anything yet" while a layer is built.
    #[inline]
    pub(super) fn pack(thresholds: Thresholds) -> Packed {
        let [wins, draws] = thresholds.to_i8();
        Packed { wins, draws }
    }

    #[inline]
    pub(super) fn unpack(self) -> Thresholds {
        Thresholds::from_i8([self.wins, self.draws])
    }
}
