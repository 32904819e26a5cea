//! The least fixpoint of thresholds over positions that may reach one another: one pass over the leads.
//!
//! "Won at lead x" (W ≤ x) and "lost at lead −x" (D ≥ 1 − x) hold for ever more positions as x grows. Going
//! through the leads upwards, every position settles at most once in each sense:
//!
//! * it is won at x when a move out of the set offers W ≤ x, when a position that gets the turn is lost
//!   at −x, or when one that keeps the turn is won at x;
//! * it is lost at −x when its moves out of the set offer D ≥ 1 − x at best and all its edges inside have
//!   come in: one that gives the turn comes in when its target is won at x, one that keeps the turn when its
//!   target is lost at −x.
//!
//! What never settles is W = ∞, D = −∞: there play can go round for ever. Every edge is walked at most twice,
//! and the order of work within a lead does not change the result.

use super::Thresholds;

/// An edge as its target sees it: where it comes from, and whether the mover keeps the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Incoming(u32);

impl Incoming {
    /// The most positions that a set may have.
    pub const MAX_POSITIONS: u64 = 1 << 31;

    /// Makes an edge that comes from a position.
    #[inline]
    pub fn new(from: u32, keeps_turn: bool) -> Incoming {
        debug_assert!(u64::from(from) < Incoming::MAX_POSITIONS);
        Incoming(from << 1 | u32::from(keeps_turn))
    }

    /// Returns the position that it comes from.
    #[inline]
    pub fn from(self) -> u32 {
        self.0 >> 1
    }

    /// Tells whether the mover keeps the turn.
    #[inline]
    pub fn keeps_turn(self) -> bool {
        self.0 & 1 == 1
    }
}

/// The edges between the positions of a set.
pub trait Edges {
    /// Returns the edges inside the set that lead to a position.
    fn incoming(&self, position: u32) -> impl Iterator<Item = Incoming> + '_;
}

/// What is known of the positions of a set while they settle.
///
/// At first it holds, for each position, what its moves out of the set, its end or its endless sowings offer
/// ([`Thresholds::NOTHING`] where there are none), and the number of its edges inside the set.
pub trait Ledger {
    /// Returns what stands there.
    fn get(&self, position: u32) -> Thresholds;

    /// Overwrites what stands there.
    fn set(&mut self, position: u32, thresholds: Thresholds);

    /// Returns how many edges of the position have not come in.
    fn pending(&self, position: u32) -> u8;

    /// Counts one edge of the position as come in and returns how many have not.
    fn come_in(&mut self, position: u32) -> u8;
}

/// Which of the two senses a position has settled in.
#[derive(Clone, Copy)]
enum Settled {
    Won,
    Lost,
}

/// Works out the thresholds of a set of positions; room for its work is kept between calls.
#[derive(Default)]
pub struct Settler {
    /// Positions that become won or lost when the pass comes to a lead, by lead.
    won: Vec<Vec<u32>>,
    lost: Vec<Vec<u32>>,
    stack: Vec<(u32, Settled)>,
}

impl Settler {
    /// Makes a settler without any room yet.
    pub fn new() -> Settler {
        Settler::default()
    }

    /// Settles the `members` of a set whose boards hold `seeds` seeds each.
    ///
    /// Afterwards the ledger holds their thresholds.
    pub fn settle(
        &mut self,
        edges: &impl Edges,
        ledger: &mut impl Ledger,
        members: impl Iterator<Item = u32> + Clone,
        seeds: u32,
    ) {
        // 1. Sort what is offered from outside by lead. Thresholds lie between -seeds and seeds + 1.
        let least = -(seeds as i16);
        let leads = 2 * seeds as usize + 2;
        if self.won.len() < leads {
            self.won.resize_with(leads, Vec::new);
            self.lost.resize_with(leads, Vec::new);
        }
        let bucket = |lead: i16| (lead.max(least) - least) as usize;
        for member in members.clone() {
            let offered = ledger.get(member);
            if let Some(lead) = offered.won_from() {
                self.won[bucket(lead)].push(member);
            }
            if let Some(lead) = offered.lost_from()
                && ledger.pending(member) == 0
            {
                self.lost[bucket(lead)].push(member);
            }
        }
        // 2. Go through the leads.
        for index in 0..leads {
            let x = least + index as i16;
            // What was won or lost already at a smaller lead is not so again. All that settles at this lead from
            // outside is on the stack before anything spreads, so nothing spreads twice.
            for member in self.won[index].drain(..) {
                if ledger.get(member).won_from() == Some(x) {
                    self.stack.push((member, Settled::Won));
                }
            }
            for member in self.lost[index].drain(..) {
                self.stack.push((member, Settled::Lost));
            }
            while let Some((target, settled)) = self.stack.pop() {
                for edge in edges.incoming(target) {
                    let from = edge.from();
                    match (settled, edge.keeps_turn()) {
                        (Settled::Won, true) | (Settled::Lost, false) => {
                            let mut known = ledger.get(from);
                            if known.won_from().is_none_or(|lead| lead > x) {
                                known.settle_won(x);
                                ledger.set(from, known);
                                self.stack.push((from, Settled::Won));
                            }
                        }
                        (Settled::Won, false) | (Settled::Lost, true) => {
                            if ledger.come_in(from) > 0 {
                                continue;
                            }
                            let mut known = ledger.get(from);
                            match known.lost_from() {
                                Some(lead) if lead > x => self.lost[bucket(lead)].push(from),
                                Some(_) => {
                                    known.settle_lost(x);
                                    ledger.set(from, known);
                                    self.stack.push((from, Settled::Lost));
                                }
                                None => {}
                            }
                        }
                    }
                }
            }
        }
        // 3. Where an edge never came in, play can go round: a draw at any lead.
        for member in members {
            if ledger.pending(member) > 0 {
                let mut known = ledger.get(member);
                known.settle_always();
                ledger.set(member, known);
            }
        }
    }
}
