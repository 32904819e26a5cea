//! The states that were met, with their moves in both directions.

use super::question::{NO, Question, YES, is_answer};
use crate::board::Ring;
use crate::rules::RuleSet;
use crate::search::chunks::Chunks;
use crate::search::packing::Packing;
use crate::search::transpositions::Transpositions;

/// No edge.
pub(super) const NONE: u32 = u32::MAX;

/// The bit of an edge's target that says that the mover keeps the turn.
const KEEPS_TURN: u32 = 1 << 31;

/// What is known of a state beside its key.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    /// The numbers of its two questions: the side to move wins, the other wins.
    pub(super) numbers: [u32; 2],
    /// Its first edge; the others follow. [`NONE`] on the rim and where its edges were forgotten.
    pub(super) edges: u32,
    /// The first edge that leads to it. Once someone is known to win, when that was found: such a state has to tell nobody any more.
    pub(super) link: u32,
}

impl State {
    /// Tells whether both questions are answered.
    pub(super) fn is_settled(&self) -> bool {
        self.numbers.into_iter().all(is_answer)
    }

    /// Tells whether someone is known to win.
    pub(super) fn is_won(&self) -> bool {
        self.numbers.contains(&YES)
    }
}

/// An edge between states of which not everything is known.
#[derive(Debug, Clone, Copy)]
pub(super) struct Edge {
    /// The state that it leads to, with [`KEEPS_TURN`].
    pub(super) target: u32,
    pub(super) origin: u32,
    /// The next edge with the same target.
    pub(super) next: u32,
}

impl Edge {
    pub(super) fn new(origin: u32, target: u32, keeps_turn: bool) -> Edge {
        let flag = if keeps_turn { KEEPS_TURN } else { 0 };
        Edge {
            target: target | flag,
            origin,
            next: NONE,
        }
    }

    /// Returns the state that it leads to.
    #[inline]
    pub(super) fn to(self) -> u32 {
        self.target & !KEEPS_TURN
    }

    /// Tells whether the mover keeps the turn.
    pub(super) fn keeps_turn(self) -> bool {
        self.target & KEEPS_TURN != 0
    }

    /// Gives its ends other numbers.
    pub(super) fn renumber(&mut self, new_of: impl Fn(u32) -> u32) {
        *self = Edge::new(new_of(self.origin), new_of(self.to()), self.keeps_turn());
    }

    /// Returns the question at its other end that is about the same side's win.
    #[inline]
    fn across(self, state: u32, question: Question) -> Question {
        let turned = u32::from(self.target & KEEPS_TURN == 0);
        state << 1 | ((question & 1) ^ turned)
    }
}

/// States with full keys, edges, numbers; and the questions of which the number may be wrong.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) packing: Packing,
    pub(super) keys: Transpositions,
    pub(super) states: Chunks<State>,
    pub(super) edges: Chunks<Edge>,
    /// How many wins were found.
    pub(super) wins: u32,
    pub(super) queue: Vec<Question>,
}

impl Store {
    /// The most states, some room left for those that come between two checks: questions are numbered by 32 bits, and one more is a flag.
    pub(super) const MOST_STATES: usize = Transpositions::MAX_STATES / 2 - (1 << 20);
    /// The most edges, likewise.
    pub(super) const MOST_EDGES: usize = u32::MAX as usize - (1 << 20);

    pub(super) fn new(rules: &RuleSet, root: &Ring) -> Store {
        let packing = Packing::new(rules, root);
        Store {
            keys: Transpositions::new(packing.width()),
            packing,
            states: Chunks::default(),
            edges: Chunks::default(),
            wins: 0,
            queue: Vec::new(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    pub(super) fn state(&self, number: u32) -> State {
        self.states[number as usize]
    }

    /// Returns a state's board and lead.
    pub(super) fn position(&self, number: u32) -> (Ring, i16) {
        self.packing.unpack(self.keys.key(number))
    }

    pub(super) fn find(&self, ring: &Ring, lead: i16) -> Option<u32> {
        let key = self.packing.pack(ring, lead);
        self.keys.find(&key[..self.packing.width()])
    }

    /// Returns the number of a state; it is new if it is not below the number of states, and then has to be pushed.
    pub(super) fn number_of(&mut self, ring: &Ring, lead: i16) -> u32 {
        let key = self.packing.pack(ring, lead);
        self.keys.insert(&key[..self.packing.width()])
    }

    /// Adds the state that has just been given a number, on the rim.
    pub(super) fn push(&mut self, numbers: [u32; 2]) {
        self.states.push(State {
            numbers,
            edges: NONE,
            link: NONE,
        });
    }

    #[inline]
    pub(super) fn number(&self, question: Question) -> u32 {
        self.states[(question >> 1) as usize].numbers[(question & 1) as usize]
    }

    /// Tells whether a question's state has edges to go on by.
    pub(super) fn has_edges(&self, question: Question) -> bool {
        self.states[(question >> 1) as usize].edges != NONE
    }

    /// Sets an open question's number and has its parents looked at. Where one side wins the other does not.
    pub(super) fn set(&mut self, question: Question, number: u32) {
        // A won state lists its parents no longer, so they are told first.
        self.tell_parents(question);
        let other = question ^ 1;
        if number == YES && self.number(other) != NO {
            self.tell_parents(other);
        }
        let wins = self.wins;
        let state = &mut self.states[(question >> 1) as usize];
        state.numbers[(question & 1) as usize] = number;
        if number == YES {
            state.numbers[(other & 1) as usize] = NO;
            state.link = wins;
            // Beyond, order is lost, and with it evidence, but no answer.
            self.wins = self.wins.saturating_add(1);
        }
    }

    /// Answers a question, if it is open.
    pub(super) fn answer(&mut self, question: Question, answer: u32) {
        if !is_answer(self.number(question)) {
            self.set(question, answer);
        }
    }

    /// Follows an open question down to the rim: to the best child of the side that is to win, to the worst ones of the other's. Returns up to so many
    /// states of the rim, in order; `None` if the way does not lead to lower numbers, which then do not agree.
    pub(super) fn rim_of(&self, question: Question, most: usize) -> Option<Vec<u32>> {
        let mut rim = Vec::with_capacity(most);
        let mut open = vec![(question, most)];
        let mut children: Vec<(u32, Question)> = Vec::new();
        while let Some((at, most)) = open.pop() {
            if !self.has_edges(at) {
                rim.push(at >> 1);
                continue;
            }
            let here = self.number(at);
            children.clear();
            children.extend(
                self.children(at)
                    .map(|child| (self.number(child), child))
                    .filter(|&(number, _)| !is_answer(number)),
            );
            if at & 1 == 0 {
                let &best = children.iter().min_by_key(|(number, _)| *number)?;
                children.clear();
                children.push(best);
            } else {
                // Stable, so that of equal ones the first is followed.
                children.sort_by_key(|&(number, _)| std::cmp::Reverse(number));
            }
            let mut left = most;
            for &(number, child) in &children {
                if number >= here {
                    return None;
                }
                // Half of what is left for the worst.
                let share = if at & 1 == 0 { left } else { left.div_ceil(2) };
                open.push((child, share));
                left -= share;
                if left == 0 {
                    break;
                }
            }
        }
        rim.sort_unstable();
        rim.dedup();
        Some(rim)
    }

    fn tell_parents(&mut self, question: Question) {
        let mut queue = std::mem::take(&mut self.queue);
        queue.extend(
            self.parents(question)
                .filter(|&parent| !is_answer(self.number(parent))),
        );
        self.queue = queue;
    }

    /// Adds edges of a state that has none, in order.
    pub(super) fn link(&mut self, origin: u32, targets: impl Iterator<Item = (u32, bool)>) {
        let first = self.edges.len() as u32;
        for (target, keeps_turn) in targets {
            let number = self.edges.len() as u32;
            let mut edge = Edge::new(origin, target, keeps_turn);
            edge.next = std::mem::replace(&mut self.states[target as usize].link, number);
            self.edges.push(edge);
        }
        if self.edges.len() as u32 > first {
            self.states[origin as usize].edges = first;
        }
    }

    /// Returns a state's edges.
    #[inline]
    pub(super) fn edges_of(&self, number: u32) -> impl Iterator<Item = Edge> + '_ {
        let first = self.states[number as usize].edges;
        let range = match first {
            NONE => 0..0,
            first => first as usize..self.edges.len(),
        };
        range
            .map(|at| self.edges[at])
            .take_while(move |edge| edge.origin == number)
    }

    #[inline]
    pub(super) fn children(&self, question: Question) -> impl Iterator<Item = Question> + '_ {
        self.edges_of(question >> 1)
            .map(move |edge| edge.across(edge.to(), question))
    }

    #[inline]
    pub(super) fn parents(&self, question: Question) -> impl Iterator<Item = Question> + '_ {
        let state = self.states[(question >> 1) as usize];
        let first = if state.is_won() { NONE } else { state.link };
        let edge = |edge: u32| (edge != NONE).then(|| self.edges[edge as usize]);
        std::iter::successors(edge(first), move |last| edge(last.next))
            .map(move |edge| edge.across(edge.origin, question))
    }

    /// Returns the bytes held, once as many states and edges are there as may come between two checks.
    pub(super) fn memory(&self) -> u64 {
        const MORE: usize = 1 << 12;
        // To forget takes four bits a state, and a stack of which no more is known.
        let to_forget = self.len();
        let queue = self.queue.capacity() * size_of::<Question>();
        self.memory_with(MORE, MORE) + (queue + to_forget) as u64
    }

    /// Returns the bytes held by states and edges, once some more are there.
    pub(super) fn memory_with(&self, states: usize, edges: usize) -> u64 {
        self.keys.memory_with(states)
            + self.states.memory_with(states)
            + self.edges.memory_with(edges)
    }
}
