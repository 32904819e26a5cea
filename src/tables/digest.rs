//! A layer's fingerprint, for comparison between programs.

use super::Layer;
use crate::index::Lexicographic;
use crate::value::{DrawsWithLead, WinsWithLead};

/// The digest of one layer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerDigest {
    /// Number of seeds.
    pub seeds: u32,
    /// Number of boards.
    pub positions: u64,
    /// Boards that cannot be won at any lead.
    pub never_win: u64,
    /// Boards that can be drawn at any lead.
    pub always_draw: u64,
    /// FNV-1a, 64 bits, over W and D as signed bytes (never 127, always −128), board by board.
    pub fnv1a64: u64,
}

/// Computes the digest of a layer (FNV-1a: Fowler, Noll, Vo).
pub fn digest(layer: &Layer) -> LayerDigest {
    let mut digest = LayerDigest {
        seeds: layer.index().seeds(),
        positions: layer.index().boards(),
        never_win: 0,
        always_draw: 0,
        fnv1a64: 0xcbf2_9ce4_8422_2325,
    };
    let order = Lexicographic::new(layer.index().row(), layer.index().seeds());
    let order = order.expect("a layer in memory can be numbered");
    let mut ring = order.unrank(0);
    loop {
        let thresholds = layer.thresholds(&ring);
        digest.never_win += u64::from(thresholds.wins() == WinsWithLead::Never);
        digest.always_draw += u64::from(thresholds.draws() == DrawsWithLead::Always);
        for byte in thresholds.to_i8() {
            digest.fnv1a64 ^= u64::from(byte as u8);
            digest.fnv1a64 = digest.fnv1a64.wrapping_mul(0x0000_0100_0000_01b3);
        }
        if !order.advance(&mut ring) {
            return digest;
        }
    }
}
