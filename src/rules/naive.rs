//! The rules again: short, slow and obviously right; the twin of the fast path, for tests and benches.
//!
//! Written from the rules' text over South's and North's rows as the diagram shows them, seed by seed,
//! with every state of a sowing remembered. It shares no code with the fast path but the
//! plain data types.

use std::collections::HashSet;

use super::{
    ChainGap, Direction, EmptyOpposite, EndlessSowing, Move, Redistribution, RuleSet, Triple,
};
use crate::board::{Pit, Ring, Side};

/// What the twin says of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NaiveOutcome {
    /// It may not be chosen.
    Illegal,
    /// It never ends and is a draw.
    Endless,
    /// It ends.
    Sown {
        /// The board afterwards.
        board: NaiveBoard,
        /// Seeds captured.
        captured: usize,
        /// Whether the same player sows again.
        again: bool,
        /// Number of laps.
        laps: u64,
    },
}

/// A board in absolute terms: a column's content and mark for each side.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NaiveBoard {
    /// South's row from the left of the diagram.
    pub south: Vec<usize>,
    /// North's row from the left of the diagram.
    pub north: Vec<usize>,
    /// Marks of South's row.
    pub south_nki: Vec<bool>,
    /// Marks of North's row.
    pub north_nki: Vec<bool>,
}

impl NaiveBoard {
    /// Reads a ring as `viewer` sees it.
    pub fn from_ring(ring: &Ring, viewer: Side) -> NaiveBoard {
        let n = ring.row().pits();
        let read = |side| {
            (0..n).map(move |column| {
                let column = column as u8;
                Pit { side, column }.cell(ring.row(), viewer)
            })
        };
        NaiveBoard {
            south: read(Side::South).map(|c| ring.cells()[c].into()).collect(),
            north: read(Side::North).map(|c| ring.cells()[c].into()).collect(),
            south_nki: read(Side::South).map(|c| ring.is_nki(c)).collect(),
            north_nki: read(Side::North).map(|c| ring.is_nki(c)).collect(),
        }
    }

    fn seeds(&mut self, (side, column): Place) -> &mut usize {
        match side {
            Side::South => &mut self.south[column],
            Side::North => &mut self.north[column],
        }
    }

    fn nki(&mut self, (side, column): Place) -> &mut bool {
        match side {
            Side::South => &mut self.south_nki[column],
            Side::North => &mut self.north_nki[column],
        }
    }

    /// The next pit of the ring: South's row is walked rightwards, North's leftwards.
    fn step(&self, (side, column): Place, direction: Direction) -> Place {
        let end = self.south.len() - 1;
        let rightwards = (side == Side::South) == (direction == Direction::Ccw);
        match (rightwards, column) {
            (true, c) if c == end => (!side, end),
            (true, c) => (side, c + 1),
            (false, 0) => (!side, 0),
            (false, c) => (side, c - 1),
        }
    }
}

type Place = (Side, usize);

/// Plays a move of `side`, whose cells are counted from his own left.
pub fn play(rules: &RuleSet, board: &NaiveBoard, side: Side, mv: Move) -> NaiveOutcome {
    let n = board.south.len();
    let column = |cell: u8| match side {
        Side::South => usize::from(cell),
        Side::North => n - 1 - usize::from(cell),
    };
    match (rules, mv) {
        (RuleSet::Giuthi(_), Move::Sow { cell, direction }) if usize::from(cell) < n => {
            let from = (side, column(cell));
            let count = *board.clone().seeds(from);
            if count < 2 {
                return NaiveOutcome::Illegal;
            }
            sow(rules, board.clone(), from, count, direction)
        }
        (RuleSet::Kiothi(_), Move::Lift { cell, count }) if usize::from(cell) < n => {
            let from = (side, column(cell));
            let count = usize::from(count);
            if count < 1 || count > *board.clone().seeds(from) {
                return NaiveOutcome::Illegal;
            }
            sow(rules, board.clone(), from, count, Direction::Ccw)
        }
        _ => NaiveOutcome::Illegal,
    }
}

/// Plays a redistribution of `side`, warrior by warrior; `second` says that it ends the opening. `None`: it is not legal.
pub fn redistribute(
    board: &NaiveBoard,
    side: Side,
    second: bool,
    choice: &Redistribution,
) -> Option<NaiveBoard> {
    let n = board.south.len();
    let mut board = board.clone();
    let mut hand = 0i32;
    let mut emptied = HashSet::new();
    for pit in &choice.emptied {
        let place = (pit.side, usize::from(pit.column));
        if place.0 != side || place.1 >= n || *board.seeds(place) == 0 || !emptied.insert(place) {
            return None;
        }
        while *board.seeds(place) > 0 {
            *board.seeds(place) -= 1;
            hand += 1;
        }
    }
    let mut filled = HashSet::new();
    for (pit, count) in &choice.placed {
        let place = (pit.side, usize::from(pit.column));
        if place.1 >= n || *count == 0 || !filled.insert(place) {
            return None;
        }
        for _ in 0..*count {
            *board.seeds(place) += 1;
            hand -= 1;
        }
    }
    if emptied.len() != 2 || hand != 0 {
        return None;
    }
    for side in Side::BOTH {
        for place in (0..n).map(|column| (side, column)) {
            *board.nki(place) = second && *board.seeds(place) > 0;
        }
    }
    Some(board)
}

fn sow(
    rules: &RuleSet,
    mut board: NaiveBoard,
    from: Place,
    count: usize,
    direction: Direction,
) -> NaiveOutcome {
    let side = from.0;
    let (mut from, mut hand, mut direction) = (from, count, direction);
    let mut crossed = false;
    let mut laps = 0u64;
    let mut states = HashSet::new();
    let last = loop {
        if !states.insert((board.clone(), from, hand, direction)) {
            return match rules.endless_sowing() {
                EndlessSowing::Draw => NaiveOutcome::Endless,
                EndlessSowing::Illegal => NaiveOutcome::Illegal,
            };
        }
        laps += 1;
        *board.seeds(from) -= hand;
        *board.nki(from) = false;
        let mut at = from;
        let mut was_empty = false;
        for _ in 0..hand {
            at = board.step(at, direction);
            was_empty = *board.seeds(at) == 0;
            *board.seeds(at) += 1;
            crossed |= at.0 != side;
        }
        if was_empty {
            break at;
        }
        if matches!(rules, RuleSet::Kiothi(_)) && laps == 1 && at.0 == side {
            return NaiveOutcome::Illegal;
        }
        from = at;
        hand = *board.seeds(at);
        if matches!(rules, RuleSet::Giuthi(_)) {
            direction = direction.reversed();
        }
    };
    let (captured, again) = match rules {
        RuleSet::Giuthi(options) => {
            if last.0 != side {
                (0, false)
            } else if !crossed {
                (0, true)
            } else {
                let gap_stops = options.chain_gap == ChainGap::Stop;
                let empty_bars = options.empty_opposite == EmptyOpposite::NoCapture;
                let taken = giuthi_capture(&mut board, last, direction, empty_bars, gap_stops);
                (taken, false)
            }
        }
        RuleSet::Kiothi(options) => {
            let may = last.0 == side && (crossed || !options.must_cross);
            let taken = if may {
                kiothi_capture(&mut board, last, options.triple)
            } else {
                0
            };
            (taken, false)
        }
    };
    NaiveOutcome::Sown {
        board,
        captured,
        again,
        laps,
    }
}

fn giuthi_capture(
    board: &mut NaiveBoard,
    (side, column): Place,
    direction: Direction,
    empty_bars: bool,
    gap_stops: bool,
) -> usize {
    if *board.seeds((!side, column)) == 0 && empty_bars {
        return 0;
    }
    let mut taken = 1 + *board.seeds((!side, column));
    *board.seeds((side, column)) = 0;
    *board.seeds((!side, column)) = 0;
    let mut place = board.step((side, column), direction);
    while place.0 == side && *board.seeds(place) == 0 {
        let opposite = (!side, place.1);
        if *board.seeds(opposite) == 0 && gap_stops {
            break;
        }
        taken += *board.seeds(opposite);
        *board.seeds(opposite) = 0;
        place = board.step(place, direction);
    }
    taken
}

fn kiothi_capture(board: &mut NaiveBoard, (side, column): Place, triple: Triple) -> usize {
    let n = board.south.len();
    let opposite = (!side, column);
    if *board.seeds(opposite) == 0 || *board.nki(opposite) {
        return 0;
    }
    let mut taken = 1 + *board.seeds(opposite);
    *board.seeds((side, column)) = 0;
    *board.seeds(opposite) = 0;
    let leftmost = match side {
        Side::South => 0,
        Side::North => n - 1,
    };
    if column == leftmost && n >= 4 {
        // South's right is the diagram's right, North's right is its left.
        let three: Vec<Place> = (1..=3)
            .map(|k| match side {
                Side::South => (!side, column + k),
                Side::North => (!side, column - k),
            })
            .collect();
        let mut run = 0;
        for &place in &three {
            if *board.seeds(place) > 0 && !*board.nki(place) {
                run += 1;
            } else {
                break;
            }
        }
        if triple == Triple::AllThree && run < 3 {
            run = 0;
        }
        for &place in &three[..run] {
            taken += *board.seeds(place);
            *board.seeds(place) = 0;
        }
    }
    taken
}
