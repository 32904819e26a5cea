//! Numbers made to agree: upwards, and round where play goes round.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::question::{NO, Question, YES, combined, is_answer};
use super::store::Store;

impl Store {
    /// Works out a question's number from its children's, as they are.
    fn worked_out(&self, question: Question) -> u32 {
        match self.has_edges(question) {
            false => self.number(question),
            true => combined(
                question,
                self.children(question).map(|child| self.number(child)),
            ),
        }
    }

    /// Lifts numbers upwards until they agree; where that takes long, play probably goes round, and the questions touched are settled.
    /// `looked_into` states were changed.
    pub(super) fn lift(&mut self, looked_into: usize) {
        // So many steps are taken in good faith, then twice as many, so that in the end the questions touched hold every way round.
        let mut patience = 128 * looked_into.max(1);
        let mut touched: Vec<Question> = Vec::new();
        let mut steps = 0;
        while let Some(question) = self.queue.pop() {
            let old = self.number(question);
            if is_answer(old) {
                // Its parents were told when it was set.
                continue;
            }
            let new = self.worked_out(question);
            if new == old {
                continue;
            }
            self.set(question, new);
            touched.push(question);
            steps += 1;
            if steps > patience {
                touched.sort_unstable();
                touched.dedup();
                touched.retain(|&q| !is_answer(self.number(q)));
                self.settle(&touched);
                steps = 0;
                patience *= 2;
            }
        }
    }

    /// Settles all open questions.
    pub(super) fn settle_all(&mut self) {
        let open: Vec<Question> = (0..2 * self.len() as u32)
            .filter(|&question| !is_answer(self.number(question)))
            .collect();
        self.settle(&open);
    }

    /// Works out the numbers of some open questions, in order and none twice, anew, all others standing: the least fixpoint, in the order of the numbers.
    /// What gets none has the answer no: it is not won even if everything open around is. Parents of what changed are queued.
    fn settle(&mut self, list: &[Question]) {
        // 1. Questions of the set are found by binary search.
        let place = |question: Question| list.binary_search(&question).ok();
        let mut value: Vec<Option<u32>> = vec![None; list.len()];
        let mut waiting: Vec<u32> = vec![0; list.len()];
        let mut heap: BinaryHeap<Reverse<(u32, u32)>> = BinaryHeap::new();
        for (index, &question) in list.iter().enumerate() {
            if !self.has_edges(question) {
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
        let mut won: Vec<Question> = Vec::new();
        while let Some(Reverse((number, index))) = heap.pop() {
            let index = index as usize;
            if value[index].is_some() {
                continue;
            }
            value[index] = Some(number);
            if number == YES {
                won.push(list[index]);
            }
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
        // 3. What changed; wins in the order in which they were found, each after those that it rests on.
        let values = list.iter().zip(value);
        let others = values.filter(|(_, value)| *value != Some(YES));
        let others = others.map(|(&question, value)| (question, value.unwrap_or(NO)));
        let won = won.into_iter().map(|question| (question, YES));
        for (question, new) in won.chain(others) {
            let old = self.number(question);
            if !is_answer(old) && new != old {
                self.set(question, new);
            }
        }
    }
}
