//! A graph that grows where a forced win is looked for, valued for both sides.
//!
//! A state is a board as the side to move sees it, with its lead. Two *questions* are asked of each: does the side to move force a win,
//! does the other? What is known for certain of a question is kept: answered by yes (0) or no ([`NO`]); an open one has a *weak proof
//! number*, a guess of how much has still to be done for a yes. A state that was not looked into yet, the *rim*, has a first guess; a choice of the
//! side that is to win has one more than its best child; a choice of the other has its worst child and the number of children that are not won yet.
//!
//! From the root a question is followed down through the best and the worst children to the rim, where a state is looked into; numbers are then
//! lifted upwards through the parents. Sound are a *yes*, which comes from ends and tables alone, upwards; and a *no*, which comes from
//! children or, where play goes round, from a least fixpoint over some open questions: those that are not won although everything around
//! them that is open is taken as won have the answer no (see `settle`). No answer depends on the way on which a state
//! was met.
//!
//! Weak proof numbers: Ueda, Hashimoto, Hashimoto, Iida 2008. Numbers settled in their own order: Knuth 1977.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::distances::{Identity, state_of};
use super::graph::Known;
use super::own_row::OwnRows;
use super::transpositions::{Key, Transpositions};
use crate::board::{Ring, Side};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{Game, RuleSet, Step, Turn};
use crate::value::{Thresholds, Verdict};

/// The answer no.
const NO: u32 = u32::MAX;

/// The answer yes.
const YES: u32 = 0;

/// Questions are numbered by 32 bits, of which one is for the side, and so are edges; some room is left for the states that are looked into between two
/// checks.
const MOST_STATES: usize = Transpositions::MAX_STATES / 2 - (1 << 20);
const MOST_EDGES: usize = u32::MAX as usize - (1 << 20);

/// No edge.
const NONE: u32 = u32::MAX;

/// The bit of an edge's target that says that the mover keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;

/// A question: a state's number, doubled, and whether it is about the other side's win.
type Question = u32;

/// What is known of a state beside its key.
#[derive(Debug, Clone, Copy)]
struct State {
    /// The numbers of its two questions: the side to move wins, the other wins.
    numbers: [u32; 2],
    /// Where its edges begin, or [`NONE`] while it is on the rim.
    start: u32,
    /// How many edges it has.
    edges: u32,
    /// The first edge that leads to it.
    parent: u32,
}

/// An edge between states of which not everything is known.
#[derive(Debug, Clone, Copy)]
struct Edge {
    /// The state that it leads to, with [`KEEPS_TURN`].
    target: u32,
    origin: u32,
    /// The next edge with the same target.
    next: u32,
}

/// The growing graph.
pub struct GrowingGraph<'k, K: Known + ?Sized> {
    rules: RuleSet,
    known: &'k K,
    keys: Transpositions,
    states: Vec<State>,
    edges: Vec<Edge>,
    /// For each question the last round in which it was touched.
    stamps: Vec<u32>,
    round: u32,
    /// Questions of which the number may be wrong.
    queue: Vec<Question>,
    own_rows: OwnRows,
    /// Whether play went round the last time that a question was followed.
    went_round: bool,
}

/// Guesses how much has to be done for a yes to either question of a state that was not looked into: the seeds that the winner has still to get, and
/// for a choice of the other side's the pits that he may choose from. Who leads by all that is left does not lose, who trails by as much does not
/// win.
///
/// On random positions of 32 seeds (2x8) this took a tenth of the states that the same guess for all does.
fn first_numbers(rules: &RuleSet, ring: &Ring, lead: i16) -> [u32; 2] {
    let seeds = ring.seeds() as i16;
    let least = match rules.game() {
        Game::Giuthi => 2,
        Game::Kiothi => 1,
    };
    let own = &ring.cells()[..ring.row().pits()];
    let pits = own.iter().filter(|&&content| content >= least).count() as u32;
    let needed = |lead: i16| ((seeds - lead) / 2 + 1).max(0) as u32;
    [
        if lead <= -seeds { NO } else { 1 + needed(lead) },
        if lead >= seeds {
            NO
        } else {
            1 + needed(-lead) + 2 * pits
        },
    ]
}

/// The ranks of what is won, by question.
pub struct Ranks(Vec<u32>);

/// What a choice is known to come to before it is looked into.
enum Found {
    Result(Verdict),
    State(Ring, i16, bool),
}

impl<'k, K: Known + ?Sized> GrowingGraph<'k, K> {
    /// Makes a graph with nothing in it.
    pub fn new(rules: &RuleSet, known: &'k K) -> GrowingGraph<'k, K> {
        GrowingGraph {
            rules: *rules,
            known,
            keys: Transpositions::new(),
            states: Vec::new(),
            edges: Vec::new(),
            stamps: Vec::new(),
            round: 0,
            queue: Vec::new(),
            own_rows: OwnRows::default(),
            went_round: false,
        }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Returns a result that the side to move at a board gets at least, and one that it gets at most, as far as is known by now.
    pub fn bounds(&self, ring: &Ring, lead: i16) -> (Verdict, Verdict) {
        if let Some(verdict) = self.result(ring, lead) {
            return (verdict, verdict);
        }
        let key = self.key(ring, lead);
        let [own, other] = match self.keys.find(&key) {
            Some(number) => self.states[number as usize].numbers,
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

    /// Orders what is won: from each such state the winner has a move to a lower rank, and all moves of the other lead to lower ranks or to what is known
    /// beforehand.
    pub fn ranks(&self) -> Ranks {
        let count = 2 * self.states.len();
        let mut ranks = vec![NONE; count];
        let mut waiting: Vec<u32> = vec![0; count];
        let mut queue: Vec<Question> = Vec::new();
        for question in 0..count as u32 {
            let open = self.children(question).count() as u32;
            waiting[question as usize] = open;
            if self.number(question) == YES && open == 0 {
                ranks[question as usize] = 0;
                queue.push(question);
            }
        }
        let mut next = 0;
        while let Some(&question) = queue.get(next) {
            next += 1;
            for parent in self.parents(question) {
                let at = parent as usize;
                waiting[at] -= 1;
                let won = self.number(parent) == YES && ranks[at] == NONE;
                if won && (parent & 1 == 0 || waiting[at] == 0) {
                    ranks[at] = ranks[question as usize] + 1;
                    queue.push(parent);
                }
            }
        }
        Ranks(ranks)
    }

    /// Returns the rank of a state that is decided, whoever wins; `None` if that is not known, or known beforehand.
    pub fn rank(&self, ranks: &Ranks, ring: &Ring, lead: i16) -> Option<u32> {
        let number = self.keys.find(&self.key(ring, lead))?;
        let both = [2 * number, 2 * number + 1].map(|question| ranks.0[question as usize]);
        both.into_iter().find(|&rank| rank != NONE)
    }

    fn key(&self, ring: &Ring, lead: i16) -> Key {
        Identity::Shared.key(&self.rules, ring, Side::South, lead)
    }

    /// Finds the result for the side to move at a board with a lead.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub fn verdict(&mut self, ring: &Ring, lead: i16, control: &Control) -> Result<Verdict, Stop> {
        control.progress().begin(Phase::Proving, 0);
        if let Some(verdict) = self.result(ring, lead) {
            return Ok(verdict);
        }
        let root = self.enter(ring, lead);
        let mut count = 0u32;
        loop {
            let [own, other] = self.states[root as usize].numbers;
            let question = match (own, other) {
                (YES, _) => return Ok(Verdict::Win),
                (_, YES) => return Ok(Verdict::Loss),
                (NO, NO) => return Ok(Verdict::Draw),
                (NO, _) => 2 * root + 1,
                (_, NO) => 2 * root,
                (own, other) if own <= other => 2 * root,
                _ => 2 * root + 1,
            };
            count = count.wrapping_add(1);
            if count.is_multiple_of(64) {
                control.check()?;
                control.check_memory(self.known.memory() + self.memory())?;
                control.check_nodes(self.states.len() as u64)?;
                if self.states.len() > MOST_STATES || self.edges.len() > MOST_EDGES {
                    return Err(Stop::Memory);
                }
                control.progress().advance(64);
            }
            self.grow(question, control)?;
        }
    }

    /// Returns the bytes held, tables apart, once some more states are there.
    fn memory(&self) -> u64 {
        fn vector<T>(vector: &Vec<T>) -> u64 {
            // Near its end it is copied to one of twice the size.
            let full = vector.len() + 8192 > vector.capacity();
            let held = if full {
                3 * vector.capacity()
            } else {
                vector.capacity()
            };
            (held * size_of::<T>()) as u64
        }
        let numbers = vector(&self.states) + vector(&self.edges) + vector(&self.stamps);
        self.keys.memory_with(8192) + numbers + self.own_rows.memory()
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
        let number = self.keys.insert(self.key(ring, lead));
        if number as usize == self.states.len() {
            let mut numbers = first_numbers(&self.rules, ring, lead);
            if numbers[1] != NO && self.own_rows.can_go_round(&self.rules, ring) {
                numbers[1] = NO;
            }
            self.states.push(State {
                numbers,
                start: NONE,
                edges: 0,
                parent: NONE,
            });
            self.stamps.extend([0, 0]);
        }
        number
    }

    /// Follows a question to the rim and looks into the state there.
    fn grow(&mut self, root: Question, control: &Control) -> Result<(), Stop> {
        if self.round == u32::MAX {
            self.stamps.fill(0);
            self.round = 0;
        }
        self.round += 1;
        let mut at = root;
        let mut path = Vec::new();
        loop {
            if self.stamps[at as usize] == self.round {
                // Play goes round: the numbers on the way have no support, or are not up to date. If that happens again before a
                // state was looked into, all are worked out anew; then every way down leads to lower numbers, and so to the rim.
                let again = std::mem::replace(&mut self.went_round, true);
                if again || !self.settle(&path) {
                    let open: Vec<Question> = (0..2 * self.states.len() as u32)
                        .filter(|&q| !matches!(self.number(q), YES | NO))
                        .collect();
                    self.settle(&open);
                }
                self.lift();
                return Ok(());
            }
            self.stamps[at as usize] = self.round;
            path.push(at);
            let state = self.states[(at >> 1) as usize];
            if state.start == NONE {
                self.went_round = false;
                let before = state.numbers;
                self.look_into(at >> 1, control)?;
                for (question, before) in [at & !1, at | 1].into_iter().zip(before) {
                    match self.number(question) {
                        now @ (YES | NO) if now != before => self.tell_parents(question),
                        YES | NO => {}
                        _ => self.queue.push(question),
                    }
                }
                self.lift();
                return Ok(());
            }
            at = self.follow(at).expect("an open question has an open child");
        }
    }

    /// Returns the child through which an open question is followed: the best one of the side that is to win, the worst of the other's.
    fn follow(&self, question: Question) -> Option<Question> {
        let mut best: Option<(u32, Question)> = None;
        for child in self.children(question) {
            let number = self.number(child);
            if matches!(number, YES | NO) {
                continue;
            }
            let better = best.is_none_or(|(least, _)| match question & 1 {
                0 => number < least,
                _ => number > least,
            });
            if better {
                best = Some((number, child));
            }
        }
        best.map(|(_, child)| child)
    }

    fn number(&self, question: Question) -> u32 {
        self.states[(question >> 1) as usize].numbers[(question & 1) as usize]
    }

    fn set(&mut self, question: Question, number: u32) {
        self.states[(question >> 1) as usize].numbers[(question & 1) as usize] = number;
    }

    fn children(&self, question: Question) -> impl Iterator<Item = Question> + '_ {
        let State { start, edges, .. } = self.states[(question >> 1) as usize];
        let range = match start {
            NONE => 0..0,
            start => start as usize..(start + edges) as usize,
        };
        self.edges[range].iter().map(move |edge| {
            let turned = u32::from(edge.target & KEEPS_TURN == 0);
            (edge.target & !KEEPS_TURN) << 1 | ((question & 1) ^ turned)
        })
    }

    fn parents(&self, question: Question) -> impl Iterator<Item = Question> + '_ {
        let first = self.states[(question >> 1) as usize].parent;
        let edge = |edge: u32| (edge != NONE).then(|| self.edges[edge as usize]);
        std::iter::successors(edge(first), move |last| edge(last.next)).map(move |edge| {
            let turned = u32::from(edge.target & KEEPS_TURN == 0);
            edge.origin << 1 | ((question & 1) ^ turned)
        })
    }

    /// Plays all moves of a state of the rim.
    fn look_into(&mut self, number: u32, control: &Control) -> Result<(), Stop> {
        let (ring, _, lead) = state_of(self.keys.key(number));
        let go_on = || control.check().is_ok();
        let mut found = Vec::with_capacity(16);
        let over = self.rules.expand_while(&ring, &go_on, |_, step| {
            let (ring, next_lead, keeps) = match step {
                Step::Endless => return found.push(Found::Result(Verdict::Draw)),
                Step::Keep(ring) => (ring, lead, true),
                Step::Turn { ring, captured } => (ring, -(lead + i16::from(captured)), false),
            };
            found.push(match self.result(&ring, next_lead) {
                Some(result) if keeps => Found::Result(result),
                Some(result) => Found::Result(!result),
                None => Found::State(ring, next_lead, keeps),
            });
        });
        let over = over.map_err(|_| control.why_given_up())?;
        debug_assert!(over.is_none(), "an end has a result and is no state");
        let best = |found: &Found| match found {
            Found::Result(result) => Some(*result),
            Found::State(..) => None,
        };
        let best = found.iter().filter_map(best).max();
        let start = self.edges.len() as u32;
        let numbers = &mut self.states[number as usize].numbers;
        match best {
            Some(Verdict::Win) => *numbers = [YES, NO],
            Some(Verdict::Draw) => numbers[1] = NO,
            Some(Verdict::Loss) | None => {}
        }
        if best != Some(Verdict::Win) {
            for choice in found {
                let Found::State(ring, lead, keeps) = choice else {
                    continue;
                };
                let target = self.enter(&ring, lead);
                let edge = self.edges.len() as u32;
                let flag = if keeps { KEEPS_TURN } else { 0 };
                let parent = &mut self.states[target as usize].parent;
                self.edges.push(Edge {
                    target: target | flag,
                    origin: number,
                    next: std::mem::replace(parent, edge),
                });
            }
        }
        let state = &mut self.states[number as usize];
        state.start = start;
        state.edges = self.edges.len() as u32 - start;
        Ok(())
    }

    /// Works out a question's number from its children's, as they are.
    fn worked_out(&self, question: Question) -> u32 {
        match self.states[(question >> 1) as usize].start {
            NONE => self.number(question),
            _ => combined(
                question,
                self.children(question).map(|child| self.number(child)),
            ),
        }
    }

    /// Lifts numbers upwards until they agree; where that takes long, play probably goes round, and the questions touched are settled.
    fn lift(&mut self) {
        // So many steps are taken in good faith, then twice as many, so that in the end the questions touched hold every way round.
        let mut patience = 128;
        let mut touched: Vec<Question> = Vec::new();
        let mut steps = 0;
        while let Some(question) = self.queue.pop() {
            let old = self.number(question);
            if matches!(old, YES | NO) {
                // Its parents were told when it was set.
                continue;
            }
            let new = self.worked_out(question);
            if new == old {
                continue;
            }
            self.set(question, new);
            touched.push(question);
            self.tell_parents(question);
            steps += 1;
            if steps > patience {
                touched.sort_unstable();
                touched.dedup();
                touched.retain(|&q| !matches!(self.number(q), YES | NO));
                self.settle(&touched);
                steps = 0;
                patience *= 2;
            }
        }
    }

    fn tell_parents(&mut self, question: Question) {
        let mut queue = std::mem::take(&mut self.queue);
        queue.extend(
            self.parents(question)
                .filter(|&parent| !matches!(self.number(parent), YES | NO)),
        );
        self.queue = queue;
    }

    /// Works out the numbers of some open questions anew, all others standing: the least fixpoint, in the order of the numbers. What gets none
    /// has the answer no: it is not won even if everything open around is. Tells whether anything changed; parents of what did are
    /// queued.
    fn settle(&mut self, questions: &[Question]) -> bool {
        // 1. Questions of the set are marked; their place is found by binary search in the sorted list.
        let mut list = questions.to_vec();
        list.sort_unstable();
        list.dedup();
        let place = |question: Question| list.binary_search(&question).ok();
        let mut value: Vec<Option<u32>> = vec![None; list.len()];
        let mut waiting: Vec<u32> = vec![0; list.len()];
        let mut heap: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for (index, &question) in list.iter().enumerate() {
            if self.states[(question >> 1) as usize].start == NONE {
                heap.push(Reverse((self.number(question), index as u32)));
                continue;
            }
            waiting[index] = self
                .children(question)
                .filter(|&child| place(child).is_some())
                .count() as u32;
            // One's own choice needs one child, the other's all of them.
            if question & 1 == 0 || waiting[index] == 0 {
                let outside = self
                    .children(question)
                    .filter(|&child| place(child).is_none());
                let number = combined(question, outside.map(|child| self.number(child)));
                if number != NO {
                    heap.push(Reverse((number, index as u32)));
                }
            }
        }
        // 2. From the least number up.
        while let Some(Reverse((number, index))) = heap.pop() {
            let index = index as usize;
            if value[index].is_some() {
                continue;
            }
            value[index] = Some(number);
            for parent in self.parents(list[index]) {
                let Some(at) = place(parent) else {
                    continue;
                };
                if value[at].is_some() {
                    continue;
                }
                waiting[at] -= 1;
                let new = match (parent & 1, waiting[at]) {
                    (0, _) => combined(parent, std::iter::once(number)),
                    (_, 0) => combined(
                        parent,
                        self.children(parent).map(|child| match place(child) {
                            Some(child) => value[child].unwrap_or(NO),
                            None => self.number(child),
                        }),
                    ),
                    _ => NO,
                };
                if new != NO {
                    heap.push(Reverse((new, at as u32)));
                }
            }
        }
        // 3. What changed.
        let mut changed = false;
        for (&question, value) in list.iter().zip(value) {
            let new = value.unwrap_or(NO);
            if new != self.number(question) {
                changed = true;
                self.set(question, new);
                self.tell_parents(question);
            }
        }
        changed
    }
}

/// Makes a question's number of its children's: of the best one, where the side that is to win chooses; of all, where the other does.
fn combined(question: Question, children: impl Iterator<Item = u32>) -> u32 {
    let more = |number: u32, by: u32| number.saturating_add(by).min(NO - 1);
    if question & 1 == 0 {
        return match children.min() {
            None | Some(NO) => NO,
            Some(YES) => YES,
            Some(least) => more(least, 1),
        };
    }
    let (mut worst, mut open) = (YES, 0);
    for number in children {
        worst = worst.max(number);
        open += u32::from(number != YES);
    }
    match worst {
        YES | NO => worst,
        worst => more(worst, open),
    }
}
