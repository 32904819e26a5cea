//! A graph that grows where a forced win is looked for, valued for both sides.
//!
//! A state is a board as the side to move sees it, with its lead. Two *questions* are asked of each: does the side to move force a win,
//! does the other? What is known for certain of a question is kept: answered by yes (0) or no ([`NO`]); an open one has a number in the manner of
//! *weak proof numbers*, a guess of how much has still to be done for a yes. A state that was not looked into yet, the *rim*, has a first guess; a choice
//! of the side that is to win goes by its best child; a choice of the other by its worst child, how many are not won yet, and a part of what the
//! others ask for (see `question`).
//!
//! From the root a question is followed down through the best and the worst children to the rim, where states are looked into; numbers are then
//! lifted upwards through the parents. Sound are a *yes*, which comes from ends and tables alone, upwards; and a *no*, which comes from
//! children or, where play goes round, from a least fixpoint over some open questions: those that are not won although everything around
//! them that is open is taken as won have the answer no (see `settle`). No answer depends on the way on which a state
//! was met. So whatever is short of memory can be forgotten, and looked into again (see `forget`).
//!
//! Weak proof numbers: Ueda, Hashimoto, Hashimoto, Iida 2008. Numbers settled in their own order: Knuth 1977.

mod forget;
mod question;
mod saved;
mod settle;
mod store;

use super::batch::in_parts;
use super::graph::Known;
use super::own_row::OwnRows;
use crate::board::Ring;
use crate::limits::{Control, Phase, Proving, Stop};
use crate::rules::{RuleSet, Step, Turn};
use crate::value::{Thresholds, Verdict};
use question::{NO, Question, YES, first_numbers};
use store::Store;

pub use saved::{SavedFault, remove_search};

/// The growing graph of a board and what comes of it.
pub struct GrowingGraph<'k, K: Known + ?Sized> {
    rules: RuleSet,
    root: Ring,
    known: &'k K,
    store: Store,
    own_rows: OwnRows,
    forgotten: u64,
    /// States that were met before this run, when the search was taken up from a file.
    met_before: u64,
}

/// What a choice is known to come to before it is looked into.
#[derive(Debug, Clone, Copy)]
enum Found {
    Result(Verdict),
    State(Ring, i16, bool),
}

/// States that are looked into at once: one while the graph is small, then one for each so many, and at most so many. A larger part of the graph
/// makes the numbers stale, a smaller one does not keep two cores busy.
const STATES_EACH: usize = 1 << 13;
const MOST_AT_ONCE: usize = 64;

impl<'k, K: Known + ?Sized> GrowingGraph<'k, K> {
    /// Makes a graph with nothing in it, for a board and what comes of it.
    pub fn new(rules: &RuleSet, root: &Ring, known: &'k K) -> GrowingGraph<'k, K> {
        GrowingGraph {
            rules: *rules,
            root: *root,
            known,
            store: Store::new(rules, root),
            own_rows: OwnRows::default(),
            forgotten: 0,
            met_before: 0,
        }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.store.len()
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.store.len() == 0
    }

    /// Returns the bytes of memory held, those of what is known beforehand left aside.
    pub fn memory(&self) -> u64 {
        self.store.memory() + self.own_rows.memory()
    }

    /// Returns how many states were forgotten, those that were met again counted again.
    pub fn forgotten(&self) -> u64 {
        self.forgotten
    }

    /// Returns how many states were met, those that were forgotten and met again counted again.
    pub fn met(&self) -> u64 {
        self.store.len() as u64 + self.forgotten
    }

    /// Returns a result that the side to move at a board gets at least, and one that it gets at most, as far as is known by now.
    pub fn bounds(&self, ring: &Ring, lead: i16) -> (Verdict, Verdict) {
        if let Some(verdict) = self.result(ring, lead) {
            return (verdict, verdict);
        }
        let [own, other] = match self.store.find(ring, lead) {
            Some(number) => self.store.state(number).numbers,
            None => first_numbers(&self.rules, ring, lead),
        };
        let at_least = match (own, other) {
            (YES, _) => Verdict::Win,
            (_, NO) => Verdict::Draw,
            _ => Verdict::Loss,
        };
        let at_most = match (own, other) {
            (_, YES) => Verdict::Loss,
            (NO, _) => Verdict::Draw,
            _ => Verdict::Win,
        };
        (at_least, at_most)
    }

    /// Returns when it was found who wins a state, by number from 0; `None` if that is not known, or known beforehand.
    ///
    /// From each such state the winner has a move to a lower number or to a win known beforehand, and all moves of the other lead to such ones, unless
    /// something was forgotten.
    pub fn found(&self, ring: &Ring, lead: i16) -> Option<u32> {
        let state = self.store.state(self.store.find(ring, lead)?);
        state.is_won().then_some(state.link)
    }

    /// Finds the result for the side to move at a board with a lead.
    ///
    /// # Errors
    ///
    /// If a limit is reached. Memory is short only once nothing is left that could be forgotten.
    ///
    /// # Panics
    ///
    /// If the board has more seeds than the one that the graph is for.
    pub fn verdict(&mut self, ring: &Ring, lead: i16, control: &Control) -> Result<Verdict, Stop> {
        if let (at_least, at_most) = self.bounds(ring, lead)
            && at_least == at_most
        {
            return Ok(at_least);
        }
        control.progress().begin(Phase::Proving, 0);
        let mut root = self.enter(ring, lead);
        let mut at_next_check = 0;
        let mut looked_into = 0;
        loop {
            let [own, other] = self.store.state(root).numbers;
            let question = match (own, other) {
                (YES, _) => return Ok(Verdict::Win),
                (_, YES) => return Ok(Verdict::Loss),
                (NO, NO) => return Ok(Verdict::Draw),
                (NO, _) => 2 * root + 1,
                (_, NO) => 2 * root,
                (own, other) if own <= other => 2 * root,
                _ => 2 * root + 1,
            };
            if looked_into >= at_next_check {
                at_next_check = looked_into + 64;
                control.check()?;
                control.check_nodes(self.met() - self.met_before)?;
                let open = |number: u32| (number != NO).then_some(number);
                control.progress().note_proving(Proving {
                    held: self.store.len() as u64,
                    open: [open(own), open(other)],
                });
                if !self.has_room(control) {
                    root = self.make_room(root, control)?;
                    continue;
                }
            }
            let count = self.grow(question, control)?;
            looked_into += count;
            control.progress().advance(count as u64);
        }
    }

    /// Returns the result that is known of a board without looking into it.
    fn result(&self, ring: &Ring, lead: i16) -> Option<Verdict> {
        if let Some(thresholds) = self.known.thresholds(ring) {
            return Some(thresholds.verdict(lead));
        }
        match self.rules.turn(ring) {
            Turn::Over { own, other } => {
                let difference = i16::from(own) - i16::from(other);
                Some(Thresholds::ended(difference).verdict(lead))
            }
            _ => None,
        }
    }

    /// Returns the number of a state, which is new if it was not there.
    fn enter(&mut self, ring: &Ring, lead: i16) -> u32 {
        let number = self.store.number_of(ring, lead);
        if number as usize == self.store.len() {
            self.store.push(first_numbers(&self.rules, ring, lead));
        }
        number
    }

    /// Follows a question to the rim and looks into states there; tells how many, or 1 where numbers had to be made to agree first.
    fn grow(&mut self, question: Question, control: &Control) -> Result<usize, Stop> {
        let at_once = (self.store.len() / STATES_EACH).clamp(1, MOST_AT_ONCE);
        let Some(rim) = self.store.rim_of(question, at_once) else {
            debug_assert!(false, "numbers that do not agree");
            self.store.settle_all();
            self.store.lift(1);
            return Ok(1);
        };
        let choices = in_parts(0..rim.len(), 8, |part| {
            let states = rim[part].iter();
            states
                .map(|&number| self.choices(number, control))
                .collect::<Result<Vec<_>, Stop>>()
        });
        let choices = choices.into_iter().collect::<Result<Vec<_>, Stop>>()?;
        for (&number, (ring, choices)) in rim.iter().zip(choices.into_iter().flatten()) {
            self.take_in(number, &ring, &choices);
        }
        self.store.lift(rim.len());
        Ok(rim.len())
    }

    /// Plays all moves of a state, and returns its board too.
    fn choices(&self, number: u32, control: &Control) -> Result<(Ring, Vec<Found>), Stop> {
        let (ring, lead) = self.store.position(number);
        let go_on = || control.check().is_ok();
        let mut choices = Vec::with_capacity(16);
        let over = self.rules.expand_while(&ring, &go_on, |_, step| {
            let (ring, next_lead, keeps) = match step {
                Step::Endless => return choices.push(Found::Result(Verdict::Draw)),
                Step::Keep(ring) => (ring, lead, true),
                Step::Turn { ring, captured } => (ring, -(lead + i16::from(captured)), false),
            };
            choices.push(match self.result(&ring, next_lead) {
                Some(result) if keeps => Found::Result(result),
                Some(result) => Found::Result(!result),
                None => Found::State(ring, next_lead, keeps),
            });
        });
        let over = over.map_err(|_| control.why_given_up())?;
        debug_assert!(over.is_none(), "an end has a result and is no state");
        Ok((ring, choices))
    }

    /// Enters what a state of the rim leads to.
    fn take_in(&mut self, number: u32, ring: &Ring, choices: &[Found]) {
        let own = 2 * number;
        if self.store.number(own + 1) != NO && self.own_rows.can_go_round(&self.rules, ring) {
            self.store.answer(own + 1, NO);
        }
        let mut best: Option<Verdict> = None;
        let mut targets: Vec<(u32, bool)> = Vec::with_capacity(choices.len());
        for &choice in choices {
            let result = match choice {
                Found::Result(result) => result,
                Found::State(ring, lead, keeps) => {
                    let target = self.enter(&ring, lead);
                    let state = self.store.state(target);
                    if !state.is_settled() {
                        targets.push((target, keeps));
                        continue;
                    }
                    let result = match state.numbers {
                        [YES, _] => Verdict::Win,
                        [_, YES] => Verdict::Loss,
                        _ => Verdict::Draw,
                    };
                    if keeps { result } else { !result }
                }
            };
            if result == Verdict::Win {
                best = Some(result);
                break;
            }
            best = best.max(Some(result));
        }
        match best {
            Some(Verdict::Win) => self.store.answer(own, YES),
            Some(Verdict::Draw) => self.store.answer(own + 1, NO),
            Some(Verdict::Loss) | None => {}
        }
        if best == Some(Verdict::Win) {
            return;
        }
        if targets.is_empty() {
            // Everything is known, and is not a win.
            self.store.answer(own, NO);
            self.store.answer(own + 1, YES);
            return;
        }
        self.store.link(number, targets.into_iter());
        self.store.queue.extend([own, own + 1]);
    }
}
