//! The positions by which a side holds at least a draw, taken from the growing graph.
//!
//! That the other side does not win is true of each state by itself, however it was found. So any choice of moves to such states makes a set that is closed
//! under play, and a proof; which are chosen decides how large it becomes. Ends, sowings without end, leads as great as what is left, and going
//! round in the own row ask for little or nothing more. Moves into the set come first, and each board is there once, for the least lead that is needed: when a
//! smaller one turns up, the board is looked at again. Boards of the layers are left to who knows all thresholds.

use std::collections::HashMap;

use super::evidence::board_after;
use crate::board::{Ring, Side};
use crate::certificate::{FromLead, Proved};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Move, RuleSet, Step};
use crate::search::{GrowingGraph, Known, OwnRows};
use crate::tables::LayerStack;
use crate::value::Verdict;

/// Bytes for each position: itself twice, its key and place, its turn to be looked at.
const POSITION_BYTES: u64 = 2 * size_of::<Proved>() as u64 + 100;

/// A board, who is to move, and the least lead of the side that holds.
pub(super) type Board = (Ring, Side, FromLead);

/// A set of positions that is closed where a side holds the draw.
pub(super) struct HeldSet<'a, 'k> {
    rules: &'a RuleSet,
    side: Side,
    graph: &'a mut GrowingGraph<'k, dyn Known>,
    layers: Option<&'a LayerStack>,
    control: &'a Control,
    /// Bytes of memory that are held beside it.
    held: u64,
    own_rows: OwnRows,
    positions: Vec<Proved>,
    /// The position of each board and mover.
    at: HashMap<[u64; 4], u32>,
    /// Positions to be looked at, the last ones first.
    open: Vec<u32>,
}

impl<'a, 'k> HeldSet<'a, 'k> {
    /// Makes an empty set beside which `held` bytes of memory are held.
    pub(super) fn new(
        rules: &'a RuleSet,
        side: Side,
        graph: &'a mut GrowingGraph<'k, dyn Known>,
        layers: Option<&'a LayerStack>,
        control: &'a Control,
        held: u64,
    ) -> HeldSet<'a, 'k> {
        HeldSet {
            rules,
            side,
            graph,
            layers,
            control,
            held,
            own_rows: OwnRows::default(),
            positions: Vec::new(),
            at: HashMap::new(),
            open: Vec::new(),
        }
    }

    /// Collects what these boards need, on all of which the side has to hold the draw.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub(super) fn collect(&mut self, boards: &[Board]) -> Result<(), Stop> {
        for &board in boards {
            self.need(board);
        }
        let mut count = 0u32;
        while let Some(index) = self.open.pop() {
            count = count.wrapping_add(1);
            if count.is_multiple_of(256) {
                let set = self.positions.len() as u64 * POSITION_BYTES + self.own_rows.memory();
                self.control.check()?;
                self.control.check_memory(self.held + set)?;
                self.control.progress().advance(256);
            }
            self.look(index)?;
        }
        Ok(())
    }

    /// Returns the positions that these boards need, breadth first, and the boards of the layers that have to be held beside: others were passed over in
    /// the end.
    ///
    /// # Errors
    ///
    /// If the time is up or an interrupt came.
    pub(super) fn needed(&self, boards: &[Board]) -> Result<(Vec<Proved>, Vec<Board>), Stop> {
        let mut seen = vec![false; self.positions.len()];
        let mut queue: Vec<u32> = Vec::new();
        let mut reach = |queue: &mut Vec<u32>, (ring, to_move, _): Board| {
            let index = self.at[&key(&ring, to_move)];
            if !std::mem::replace(&mut seen[index as usize], true) {
                queue.push(index);
            }
        };
        for &board in boards {
            reach(&mut queue, board);
        }
        let (mut positions, mut leaves) = (Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            next += 1;
            if next.is_multiple_of(256) {
                self.control.check()?;
            }
            let proved = self.positions[index as usize];
            let Proved {
                ring,
                to_move,
                from,
                mv,
                ..
            } = proved;
            if self.in_layers(&ring) {
                leaves.push((ring, to_move, from));
                continue;
            }
            positions.push(proved);
            let mut follow = |step| {
                if let Some(board) = board_after(step, to_move, from, self.side) {
                    reach(&mut queue, board);
                }
            };
            match mv {
                Some(mv) => follow(self.rules.step(&ring, mv).expect("a legal move")),
                None if from.holds_whatever(&ring) => {}
                None => {
                    self.rules.expand(&ring, |_, step| follow(step));
                }
            }
        }
        Ok((positions, leaves))
    }

    fn in_layers(&self, ring: &Ring) -> bool {
        self.layers
            .is_some_and(|layers| layers.thresholds(ring).is_some())
    }

    /// Tells whether the side is to move and can go round in its own row.
    fn goes_round(&mut self, ring: &Ring, to_move: Side) -> bool {
        to_move == self.side && self.own_rows.can_go_round(self.rules, ring)
    }

    /// Tells whether the set has a position that speaks for these leads.
    fn has(&self, (ring, to_move, from): Board) -> bool {
        let there = self.at.get(&key(&ring, to_move));
        there.is_some_and(|&index| self.positions[index as usize].from <= from)
    }

    /// Sees to it that a position is there for these leads.
    fn need(&mut self, board: Board) {
        if self.has(board) {
            return;
        }
        let (ring, to_move, mut from) = board;
        let settled = from.holds_whatever(&ring) || self.in_layers(&ring);
        if !settled && self.goes_round(&ring, to_move) {
            from = FromLead::Any;
        }
        let new = self.positions.len() as u32;
        let index = *self.at.entry(key(&ring, to_move)).or_insert(new);
        if index == new {
            self.positions.push(Proved {
                ring,
                to_move,
                from,
                rank: 0,
                left: 0,
                mv: None,
            });
        }
        self.positions[index as usize].from = from;
        self.open.push(index);
    }

    /// Chooses a move or follows all moves of one position.
    fn look(&mut self, index: u32) -> Result<(), Stop> {
        let Proved {
            ring,
            to_move,
            from,
            ..
        } = self.positions[index as usize];
        if from.holds_whatever(&ring) || self.in_layers(&ring) {
            return Ok(());
        }
        let mut steps = Vec::new();
        let control = self.control;
        let go_on = || control.check().is_ok();
        let over = self
            .rules
            .expand_while(&ring, &go_on, |mv, step| steps.push((mv, step)));
        if over.map_err(|_| control.why_given_up())?.is_some() {
            return Ok(());
        }
        if to_move != self.side {
            for (_, step) in steps {
                if let Some(board) = board_after(step, to_move, from, self.side) {
                    self.need(board);
                }
            }
            return Ok(());
        }
        steps.sort_by(|a, b| a.0.order(b.0, to_move));
        let (mv, board) = match self.whatever_the_lead(&steps) {
            Some(found) => {
                self.positions[index as usize].from = FromLead::Any;
                found
            }
            None => {
                let (mv, board) = self.cheapest(&steps, from)?;
                (mv, Some(board))
            }
        };
        self.positions[index as usize].mv = Some(mv);
        if let Some(board) = board {
            self.need(board);
        }
        Ok(())
    }

    /// Returns a move that holds the draw with any lead, and the board after it: into a sowing without end, or on a way round in the own row.
    fn whatever_the_lead(&mut self, steps: &[(Move, Step)]) -> Option<(Move, Option<Board>)> {
        if let Some((mv, _)) = steps.iter().find(|(_, step)| *step == Step::Endless) {
            return Some((*mv, None));
        }
        steps.iter().find_map(|&(mv, step)| {
            let Step::Keep(ring) = step else {
                return None;
            };
            let board = (ring, self.side, FromLead::Any);
            let holds = !self.in_layers(&ring) && self.goes_round(&ring, self.side);
            holds.then_some((mv, Some(board)))
        })
    }

    /// Returns a move that holds the draw, and the board after it; of several, one that seems to ask for few new positions.
    fn cheapest(&mut self, steps: &[(Move, Step)], from: FromLead) -> Result<(Move, Board), Stop> {
        let mut best: Option<(i64, (Move, Board))> = None;
        let mut unknown = Vec::new();
        for &(mv, step) in steps {
            let board = board_after(step, self.side, from, self.side).expect("no endless sowing");
            match self.holds(board) {
                Some(true) => {
                    let cost = self.cost(board)?;
                    if best.is_none_or(|(least, _)| cost < least) {
                        best = Some((cost, (mv, board)));
                    }
                }
                Some(false) => {}
                None => unknown.push((mv, board)),
            }
        }
        if let Some((_, best)) = best {
            return Ok(best);
        }
        // What the graph did not have to know, or has forgotten, it finds out.
        for (mv, board) in unknown {
            let (ring, to_move, from) = board;
            let lead = self.lead(to_move, from).expect("a lead");
            let verdict = self.graph.verdict(&ring, lead, self.control)?;
            self.control.progress().begin(Phase::Certifying, 0);
            let lost = if to_move == self.side {
                Verdict::Loss
            } else {
                Verdict::Win
            };
            if verdict != lost {
                return Ok((mv, board));
            }
        }
        unreachable!("a held draw without a move that holds it")
    }

    /// Returns the lead of who is to move.
    fn lead(&self, to_move: Side, from: FromLead) -> Option<i16> {
        match from {
            FromLead::Any => None,
            FromLead::At(own) if to_move == self.side => Some(own),
            FromLead::At(own) => Some(-own),
        }
    }

    /// Tells whether the side holds the draw on a board, as far as that is known by now.
    fn holds(&mut self, board: Board) -> Option<bool> {
        let (ring, to_move, from) = board;
        if self.has(board) || from.holds_whatever(&ring) || self.goes_round(&ring, to_move) {
            return Some(true);
        }
        let (at_least, at_most) = self.graph.bounds(&ring, self.lead(to_move, from)?);
        let (at_least, at_most) = match to_move == self.side {
            true => (at_least, at_most),
            false => (!at_most, !at_least),
        };
        match (at_least, at_most) {
            (Verdict::Win | Verdict::Draw, _) => Some(true),
            (_, Verdict::Loss) => Some(false),
            _ => None,
        }
    }

    /// Guesses how much has to be held on a board, in tenths of a seed.
    fn cost(&mut self, board: Board) -> Result<i64, Stop> {
        /// More than so much makes no difference.
        const FAR: i64 = 20;
        let (ring, to_move, from) = board;
        if self.has(board) {
            return Ok(i64::MIN);
        }
        if self.at.contains_key(&key(&ring, to_move)) {
            // The board would have to be looked at again.
            return Ok(i64::MAX);
        }
        if from.holds_whatever(&ring) {
            return Ok(i64::MIN + 1);
        }
        if self.goes_round(&ring, to_move) {
            return Ok(i64::MIN + 2);
        }
        let control = self.control;
        let go_on = || control.check().is_ok();
        let mut replies = 0;
        let over = self.rules.expand_while(&ring, &go_on, |_, _| replies += 1);
        if over.map_err(|_| control.why_given_up())?.is_some() {
            return Ok(i64::MIN + 1);
        }
        let lead = match from {
            FromLead::Any => 0,
            FromLead::At(lead) => i64::from(lead).min(FAR),
        };
        let replies = if to_move == self.side { 0 } else { replies };
        Ok(10 * (i64::from(ring.seeds()) - lead) + replies)
    }
}

fn key(ring: &Ring, to_move: Side) -> [u64; 4] {
    ring.words(to_move.index() as u16)
}
