//! Forgetting what is not needed, when memory is short.

use fixedbitset::FixedBitSet;

use super::GrowingGraph;
use super::question::{Question, is_answer};
use super::store::{NONE, Store};
use crate::limits::{Control, Limits, Stop};
use crate::search::graph::Known;

/// How much is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kept {
    /// All that the open questions of the root lead to; and the answers of settled states, which may be met again, and are the evidence.
    Settled,
    /// All that the open questions of the root lead to.
    Open,
    /// Of that what they lead to by the best choices of the side that is to win; the others are rim again.
    Best,
}

impl Kept {
    /// So much of what may be held has to be free afterwards, in parts of 16; otherwise it would have to be done again and again. What is met again after the
    /// last resort is looked into again, so much room is wanted.
    fn free_after(self) -> u64 {
        match self {
            Kept::Settled | Kept::Open => 3,
            Kept::Best => 8,
        }
    }
}

impl<K: Known + ?Sized> GrowingGraph<'_, K> {
    /// Tells whether there is room for more states.
    pub(super) fn has_room(&self, control: &Control) -> bool {
        self.fits(control, 0)
            && self.store.len() <= Store::MOST_STATES
            && self.store.edges.len() <= Store::MOST_EDGES
    }

    /// Forgets what is not needed to go on from a state, which gets the number that is returned.
    ///
    /// # Errors
    ///
    /// If that does not make room.
    pub(super) fn make_room(&mut self, root: u32, control: &Control) -> Result<u32, Stop> {
        let mut root = root;
        for kept in [Kept::Settled, Kept::Open, Kept::Best] {
            let before = self.store.len();
            root = self.store.forget(root, kept, control)?;
            self.forgotten += (before - self.store.len()) as u64;
            if self.fits(control, kept.free_after()) && self.has_room(control) {
                return Ok(root);
            }
        }
        Err(Stop::Memory)
    }

    /// Tells whether what is held fits, with so many sixteenths to spare.
    fn fits(&self, control: &Control, spare: u64) -> bool {
        let held = self.known.memory() + self.memory();
        let allowed = control.limits().memory.saturating_sub(Limits::BASE_MEMORY);
        let with_spare = held + allowed / 16 * spare;
        control.check_memory(with_spare).is_ok()
    }
}

impl Store {
    /// Forgets states and edges that the open questions of a state do not need; returns its new number.
    ///
    /// States that these lead to keep their edges, but for those to settled states. Other open ones that such an edge leads to become rim again, with the
    /// number that they have. All numbers still agree: a settled child adds nothing to an open question's.
    ///
    /// # Errors
    ///
    /// If the time is up or an interrupt came, before anything was forgotten.
    fn forget(&mut self, root: u32, kept: Kept, control: &Control) -> Result<u32, Stop> {
        // 1. What the root's open questions lead to.
        let reached = self.reached([2 * root, 2 * root + 1], kept == Kept::Best, control)?;
        let mut stay = FixedBitSet::with_capacity(self.len());
        let mut inner = FixedBitSet::with_capacity(self.len());
        stay.insert(root as usize);
        for question in reached.ones() {
            inner.insert(question >> 1);
        }
        drop(reached);
        for number in inner.ones() {
            stay.insert(number);
            for edge in self.edges_of(number as u32) {
                if !self.state(edge.to()).is_settled() {
                    stay.insert(edge.to() as usize);
                }
            }
        }
        if kept == Kept::Settled {
            for (number, state) in self.states.iter().enumerate() {
                if state.is_settled() {
                    stay.insert(number);
                }
            }
        }
        // 2. Edges move to the front, still with the old numbers of states; each state that keeps some notes where they begin now.
        let mut end = 0;
        let mut last = NONE;
        for at in 0..self.edges.len() {
            let edge = self.edges[at];
            let kept = inner.contains(edge.origin as usize)
                && !self.state(edge.origin).is_settled()
                && !self.state(edge.to()).is_settled();
            if kept {
                if edge.origin != last {
                    last = edge.origin;
                    self.states[edge.origin as usize].edges = end as u32;
                }
                self.edges[end] = edge;
                end += 1;
            }
        }
        self.edges.truncate(end);
        // 3. States get new numbers in the same order.
        let numbers = Numbers::new(stay);
        let mut end = 0;
        for number in 0..self.len() {
            if !numbers.stay.contains(number) {
                continue;
            }
            let mut state = self.states[number];
            if !inner.contains(number) || state.is_settled() {
                state.edges = NONE;
            }
            if !state.is_won() {
                state.link = NONE;
            }
            self.states[end] = state;
            end += 1;
        }
        self.states.truncate(end);
        self.keys
            .retain(|number| numbers.stay.contains(number as usize));
        // 4. Edges take the new numbers and are listed anew by their targets.
        for at in 0..self.edges.len() {
            let edge = &mut self.edges[at];
            edge.renumber(|number| numbers.new_of(number));
            let target = edge.to() as usize;
            edge.next = std::mem::replace(&mut self.states[target].link, at as u32);
        }
        self.queue = Vec::new();
        Ok(numbers.new_of(root))
    }

    /// Returns the open questions that some lead to, themselves included, over open ones alone; with `best` only by the best choice of the side that is
    /// to win.
    fn reached(
        &self,
        from: [Question; 2],
        best: bool,
        control: &Control,
    ) -> Result<FixedBitSet, Stop> {
        let mut reached = FixedBitSet::with_capacity(2 * self.len());
        let mut open: Vec<Question> = Vec::new();
        let mut reach = |question: Question, open: &mut Vec<Question>| {
            if !is_answer(self.number(question)) && !reached.put(question as usize) {
                open.push(question);
            }
        };
        for question in from {
            reach(question, &mut open);
        }
        let mut count = 0u32;
        while let Some(question) = open.pop() {
            count = count.wrapping_add(1);
            if count.is_multiple_of(1 << 14) {
                control.check()?;
            }
            let children = self.children(question);
            if best && question & 1 == 0 {
                let unanswered = children.filter(|&child| !is_answer(self.number(child)));
                if let Some(child) = unanswered.min_by_key(|&child| self.number(child)) {
                    reach(child, &mut open);
                }
            } else {
                for child in children {
                    reach(child, &mut open);
                }
            }
        }
        Ok(reached)
    }
}

/// The new numbers of states that stay.
struct Numbers {
    stay: FixedBitSet,
    /// How many stay below each multiple of [`Numbers::STEP`].
    below: Vec<u32>,
}

impl Numbers {
    const STEP: usize = 512;

    fn new(stay: FixedBitSet) -> Numbers {
        let mut sum = 0;
        let below = (0..=stay.len() / Numbers::STEP)
            .map(|step| {
                let from = step * Numbers::STEP;
                let before = sum;
                let to = stay.len().min(from + Numbers::STEP);
                sum += stay.count_ones(from..to) as u32;
                before
            })
            .collect();
        Numbers { stay, below }
    }

    /// Returns the new number of a state that stays.
    fn new_of(&self, number: u32) -> u32 {
        let number = number as usize;
        debug_assert!(self.stay.contains(number));
        let step = number / Numbers::STEP;
        let before = self.stay.count_ones(step * Numbers::STEP..number);
        self.below[step] + before as u32
    }
}
