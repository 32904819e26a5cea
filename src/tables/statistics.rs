//! How the values of a layer are spread.

use rayon::prelude::*;

use super::Layer;
use crate::value::{DrawsWithLead, WinsWithLead};

/// Counts over all boards of a layer, mirror images counted twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LayerStatistics {
    /// Boards that cannot be won at any lead.
    pub never_win: u64,
    /// Boards that can be drawn at any lead.
    pub always_draw: u64,
    /// Boards with leads at which the result is a draw by repetition or endless sowing only: W − D > 1.
    pub on_repetition: u64,
}

/// Boards of a task.
const CHUNK: u64 = 1 << 14;

/// Counts the values of a layer.
pub fn statistics(layer: &Layer) -> LayerStatistics {
    let index = layer.index();
    let chunks = index.positions().div_ceil(CHUNK);
    (0..chunks)
        .into_par_iter()
        .map(|chunk| {
            let mut counts = LayerStatistics::default();
            let range = chunk * CHUNK..index.positions().min((chunk + 1) * CHUNK);
            let mut cursor = index.cursor(range.start);
            for rank in range {
                let thresholds = layer.at(rank);
                let boards = index.boards_at(&cursor.ring());
                let (wins, draws) = (thresholds.wins(), thresholds.draws());
                let repetition = match (wins, draws) {
                    (WinsWithLead::At(wins), DrawsWithLead::At(draws)) => wins - draws > 1,
                    _ => true,
                };
                counts.never_win += boards * u64::from(wins == WinsWithLead::Never);
                counts.always_draw += boards * u64::from(draws == DrawsWithLead::Always);
                counts.on_repetition += boards * u64::from(repetition);
                cursor.advance();
            }
            counts
        })
        .reduce(LayerStatistics::default, |a, b| LayerStatistics {
            never_win: a.never_win + b.never_win,
            always_draw: a.always_draw + b.always_draw,
            on_repetition: a.on_repetition + b.on_repetition,
        })
}
