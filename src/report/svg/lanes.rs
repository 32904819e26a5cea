//! The way of a sowing around the board: which lap runs in which lane, and where it leaves and enters the pits.
//!
//! Lanes go round the board like those of a running track, the first one closest to it. A lap takes the innermost lane in which nothing runs
//! where it does, so that no two laps ever lie on each other.

use crate::board::{Pit, Row, Side};
use crate::rules::{Direction, Lap};

/// Laps that would need a lane beyond these are not drawn.
pub(super) const MOST_LANES: usize = 14;
/// The most room between connections at a pit, and that for all of them.
const SLOT: f64 = 15.0;
const SLOTS: f64 = 46.0;

/// A lap, or a part of one that goes round more than once, in its lane.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Track {
    /// The lap, from 0.
    pub(super) lap: usize,
    /// The lane, from 0.
    pub(super) lane: usize,
    /// The cell where it starts, as South sees the ring.
    pub(super) from: usize,
    /// From pit to pit, 1 to once round.
    pub(super) steps: usize,
    pub(super) direction: Direction,
    /// How it starts and ends.
    pub(super) start: End,
    pub(super) end: End,
    /// Whole rounds left out after it.
    pub(super) rounds_left_out: usize,
}

/// An end of a track.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct End {
    /// Whether it is at a pit; otherwise the lap goes on in another lane.
    pub(super) at_pit: bool,
    /// How far right of the pit's middle it lies.
    pub(super) offset: f64,
}

/// All laps that are drawn.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Tracks {
    pub(super) tracks: Vec<Track>,
    /// How many laps are not drawn.
    pub(super) left_out: usize,
}

impl Track {
    /// Returns the cells that it passes, the first one apart, the last one included.
    pub(super) fn cells(&self, row: Row) -> impl Iterator<Item = usize> + use<> {
        let (m, from, direction) = (row.cells(), self.from, self.direction);
        (1..=self.steps).map(move |step| match direction {
            Direction::Ccw => (from + step) % m,
            Direction::Cw => (from + m * step - step) % m,
        })
    }

    /// Returns the cell where it ends.
    pub(super) fn to(&self, row: Row) -> usize {
        self.cells(row).last().unwrap_or(self.from)
    }

    /// The gaps between pits that it covers, a bit each; gap `i` is between cells `i` and `i + 1`.
    fn gaps(&self, row: Row) -> u32 {
        let m = row.cells();
        let gap = |step: usize| match self.direction {
            Direction::Ccw => (self.from + step) % m,
            Direction::Cw => (self.from + m * (step + 1) - step - 1) % m,
        };
        (0..self.steps).fold(0, |gaps, step| gaps | 1 << gap(step))
    }
}

impl Tracks {
    /// Returns how many lanes are taken along a side's row.
    pub(super) fn lanes_along(&self, side: Side, row: Row) -> usize {
        let along = |track: &&Track| {
            let mut cells = track.cells(row).chain([track.from]);
            cells.any(|cell| (cell < row.pits()) == (side == Side::South))
        };
        let lanes = self.tracks.iter().filter(along).map(|track| track.lane + 1);
        lanes.max().unwrap_or(0)
    }

    /// Returns how many lanes are taken around the ends of the board.
    pub(super) fn lanes_around(&self, row: Row) -> usize {
        let n = row.pits();
        let ends = 1 << (n - 1) | 1 << (2 * n - 1);
        let around = self
            .tracks
            .iter()
            .filter(|track| track.gaps(row) & ends != 0);
        around.map(|track| track.lane + 1).max().unwrap_or(0)
    }
}

/// Tells whether going this way from a cell is going right on the picture.
pub(super) fn goes_right(cell: usize, row: Row, direction: Direction) -> bool {
    (cell < row.pits()) == (direction == Direction::Ccw)
}

/// Lays the laps of a sowing by `side` into lanes.
pub(super) fn lay(laps: &[Lap], row: Row, side: Side) -> Tracks {
    let m = row.cells();
    let mut taken: Vec<u32> = Vec::new();
    let mut all = Tracks::default();
    for (number, lap) in laps.iter().enumerate() {
        let from = Pit::at_cell(lap.cell.into(), row, side).cell(row, Side::South);
        let hand = usize::from(lap.hand);
        let track = |steps, start: bool, end: bool, rounds_left_out| Track {
            lap: number,
            lane: 0,
            from,
            steps,
            direction: lap.direction,
            start: End {
                at_pit: start,
                offset: 0.0,
            },
            end: End {
                at_pit: end,
                offset: 0.0,
            },
            rounds_left_out,
        };
        let parts = match hand <= m {
            true => vec![track(hand, true, true, 0)],
            false => {
                let rest = (hand - 1) % m + 1;
                let left_out = (hand - m - rest) / m;
                vec![track(m, true, false, left_out), track(rest, false, true, 0)]
            }
        };
        let mut laid = Vec::new();
        let mut lanes = taken.clone();
        for mut part in parts {
            let gaps = part.gaps(row);
            let free = lanes.iter().position(|taken| taken & gaps == 0);
            part.lane = free.unwrap_or(lanes.len());
            if part.lane == lanes.len() {
                lanes.push(0);
            }
            lanes[part.lane] |= gaps;
            laid.push(part);
        }
        if lanes.len() > MOST_LANES {
            all.left_out = laps.len() - number;
            break;
        }
        taken = lanes;
        all.tracks.extend(laid);
    }
    place_ends(&mut all.tracks, row);
    all
}

/// Gives the connections at each pit their places side by side, so that those of one pit do not cross: laps to the left on the left, the inner lanes
/// outermost.
fn place_ends(tracks: &mut [Track], row: Row) {
    for cell in 0..row.cells() {
        // The group (left, in between, right), the order in it, the track, whether it is its start, and the same of what goes on with it.
        let mut ends: Vec<(i32, i32, usize, bool)> = Vec::new();
        for (i, track) in tracks.iter().enumerate() {
            let lane = track.lane as i32;
            if track.from == cell && track.start.at_pit {
                let right = goes_right(cell, row, track.direction);
                ends.push(if right {
                    (2, -lane, i, true)
                } else {
                    (0, lane, i, true)
                });
            }
            if track.to(row) == cell {
                let right = goes_right(cell, row, track.direction);
                ends.push(match (track.end.at_pit, right) {
                    (false, _) => (1, lane, i, false),
                    (true, true) => (0, lane, i, false),
                    (true, false) => (2, -lane, i, false),
                });
            }
        }
        ends.sort();
        let between = ends.len().saturating_sub(1).max(1) as f64;
        let slot = (SLOTS / between).min(SLOT);
        let first = -slot * ends.len().saturating_sub(1) as f64 / 2.0;
        for (place, (_, _, i, start)) in ends.into_iter().enumerate() {
            let offset = first + slot * place as f64;
            if start {
                tracks[i].start.offset = offset;
            } else {
                tracks[i].end.offset = offset;
                if !tracks[i].end.at_pit {
                    // The next part goes on from here.
                    tracks[i + 1].start.offset = offset;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Ring;
    use crate::rules::{Game, Move};
    use proptest::prelude::*;

    /// Every lap's way, seed by seed.
    fn walk(lap: &Lap, row: Row, side: Side) -> Vec<usize> {
        let m = row.cells();
        let mut at = usize::from(lap.cell);
        let mut cells = Vec::new();
        for _ in 0..lap.hand {
            at = match lap.direction {
                Direction::Ccw => (at + 1) % m,
                Direction::Cw => (at + m - 1) % m,
            };
            cells.push(Pit::at_cell(at, row, side).cell(row, Side::South));
        }
        cells
    }

    proptest! {
        #[test]
        fn laps_lie_apart_and_go_where_they_go(
            cells in (2usize..=12).prop_flat_map(|n| prop::collection::vec(0u8..=10, 2 * n)),
            giuthi: bool,
            north: bool,
        ) {
            let game = if giuthi { Game::Giuthi } else { Game::Kiothi };
            let side = if north { Side::North } else { Side::South };
            let ring = Ring::from_cells(&cells);
            let row = ring.row();
            let mut moves = Vec::new();
            game.defaults().expand(&ring, |mv, _| moves.push(mv));
            for mv in moves {
                if mv == Move::Pass {
                    continue;
                }
                let Some(trace) = game.defaults().trace(&ring, mv) else { continue };
                let laid = lay(&trace.laps, row, side);
                let lanes = laid.tracks.iter().map(|track| track.lane + 1).max().unwrap_or(0);
                prop_assert!(lanes <= MOST_LANES);
                let drawn = trace.laps.len() - laid.left_out;
                prop_assert!(laid.left_out == 0 || drawn >= MOST_LANES / 2);
                for (number, lap) in trace.laps[..drawn].iter().enumerate() {
                    let parts: Vec<&Track> =
                        laid.tracks.iter().filter(|track| track.lap == number).collect();
                    let way = walk(lap, row, side);
                    let shown: Vec<usize> =
                        parts.iter().flat_map(|part| part.cells(row)).collect();
                    let rounds: usize = parts.iter().map(|part| part.rounds_left_out).sum();
                    prop_assert_eq!(shown.len() + rounds * row.cells(), way.len());
                    prop_assert_eq!(&shown[..], &way[..shown.len()]);
                    prop_assert_eq!(shown.last(), way.last());
                }
                // No gap of a lane twice.
                for lane in 0..lanes {
                    let mut gaps = 0;
                    for track in laid.tracks.iter().filter(|track| track.lane == lane) {
                        prop_assert_eq!(gaps & track.gaps(row), 0);
                        gaps |= track.gaps(row);
                    }
                    prop_assert!(gaps != 0);
                }
                // No two connections of a pit in one place.
                for cell in 0..row.cells() {
                    let mut offsets = Vec::new();
                    for track in &laid.tracks {
                        if track.from == cell && track.start.at_pit {
                            offsets.push(track.start.offset);
                        }
                        if track.to(row) == cell {
                            offsets.push(track.end.offset);
                        }
                    }
                    offsets.sort_by(f64::total_cmp);
                    for pair in offsets.windows(2) {
                        prop_assert!(pair[1] - pair[0] > 1.0);
                    }
                    prop_assert!(offsets.iter().all(|offset| offset.abs() <= SLOTS / 2.0 + 1e-9));
                }
            }
        }
    }
}
