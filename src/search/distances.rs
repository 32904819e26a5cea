//! How long forced wins take: the winner hurries, the loser delays.
//!
//! A state is a board and the lead of the player to move, at which the position is decided (its verdict, known
//! beforehand, is a win or a loss). From the states asked for, all that can follow is collected: every move of the loser, and
//! those moves of the winner that keep the win. Then lengths are settled from the ends backwards, shortest
//! first: a winner's state with the first of its moves that is settled, a loser's with the last. Since a fastest
//! win keeps the win at every step, the moves left out cannot shorten it; so the lengths are exact.

use super::batch::{BATCH, in_parts};
use super::graph::canonical;
use super::rows::Rows;
use super::transpositions::{Key, Transpositions};
use crate::board::Ring;
use crate::limits::{Control, Phase, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::{Thresholds, Verdict};

/// The lengths of forced wins from some states on.
#[derive(Debug)]
pub struct Distances {
    rules: RuleSet,
    states: Transpositions,
    plies: Vec<u32>,
}

/// Leads lie between −255 and 255; this makes them keys.
const LEAD_OFFSET: i16 = 0x4000;

fn key(rules: &RuleSet, ring: &Ring, lead: i16) -> Key {
    canonical(rules, ring).words((lead + LEAD_OFFSET) as u16)
}

/// What a decided state has: how many edges, whether the winner is to move.
struct Expanded {
    edges: u8,
    winner: bool,
}

/// What expanding some states gave: each of them, and the edges of all, in order.
#[derive(Default)]
struct Expansion {
    states: Vec<Expanded>,
    edges: Vec<Key>,
}

impl Distances {
    /// Works out the lengths of all decided states that can follow from `roots`, themselves included.
    ///
    /// `values` gives the exact thresholds of every board that can be reached. `held` is the number of bytes of
    /// memory that the caller holds already. Roots that are draws are left out.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    ///
    /// # Panics
    ///
    /// If the thresholds contradict one another.
    pub fn new(
        rules: &RuleSet,
        values: &(impl Fn(&Ring) -> Thresholds + Sync),
        roots: impl Iterator<Item = (Ring, i16)>,
        held: u64,
        control: &Control,
    ) -> Result<Distances, Stop> {
        control.progress().begin(Phase::Lengths, 0);
        let mut states = Transpositions::new();
        for (ring, lead) in roots {
            if values(&ring).verdict(lead) != Verdict::Draw {
                states.insert(key(rules, &ring, lead));
            }
        }
        // 1. Collect the states and their edges.
        let mut expanded: Vec<Expanded> = Vec::new();
        let mut targets: Vec<u32> = Vec::new();
        let mut next = 0;
        while next < states.len() {
            control.check()?;
            let batch = next..states.len().min(next + BATCH);
            next = batch.end;
            let found = in_parts(batch.clone(), |part| expand(rules, values, &states, part));
            let edges: usize = found.iter().map(|some| some.edges.len()).sum();
            // Edges once each way, 8; a state's expansion, length, counter, starts, queue: 2 + 4 + 1 + 4 + 4.
            let bytes = states.memory_with(edges)
                + 8 * (targets.len() + edges) as u64
                + 15 * (states.len() + edges) as u64;
            control.check_memory(held + bytes)?;
            if targets.len() + edges >= u32::MAX as usize
                || states.len() + edges > Transpositions::MAX_STATES
            {
                return Err(Stop::Memory);
            }
            for mut some in found {
                expanded.append(&mut some.states);
                targets.extend(some.edges.into_iter().map(|key| states.insert(key)));
            }
            control.check_nodes(states.len() as u64)?;
            control.progress().advance(batch.len() as u64);
        }
        // 2. Settle from the ends backwards.
        let plies = settle(&expanded, &targets, control)?;
        Ok(Distances {
            rules: *rules,
            states,
            plies,
        })
    }

    /// Returns the number of plies from a decided state to the end of the game, or `None` for one that was not asked for.
    pub fn plies(&self, ring: &Ring, lead: i16) -> Option<u32> {
        let state = self.states.find(&key(&self.rules, ring, lead))?;
        Some(self.plies[state as usize])
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }
}

/// Plays the moves of some states that have to be looked at.
fn expand(
    rules: &RuleSet,
    values: &impl Fn(&Ring) -> Thresholds,
    states: &Transpositions,
    numbers: std::ops::Range<usize>,
) -> Expansion {
    let mut expansion = Expansion::default();
    for number in numbers {
        let (ring, lead) = Ring::from_words(states.key(number as u32));
        let lead = lead as i16 - LEAD_OFFSET;
        let winner = values(&ring).verdict(lead) == Verdict::Win;
        let before = expansion.edges.len();
        let over = rules.expand(&ring, |_, step| {
            let (next, next_lead, verdict) = match step {
                Step::Endless => return,
                Step::Keep(next) => (next, lead, values(&next).verdict(lead)),
                Step::Turn { ring, captured } => {
                    let next_lead = -(lead + i16::from(captured));
                    (ring, next_lead, !values(&ring).verdict(next_lead))
                }
            };
            if winner && verdict != Verdict::Win {
                return;
            }
            assert_ne!(
                verdict,
                Verdict::Draw,
                "a lost position with a move that draws"
            );
            expansion.edges.push(key(rules, &next, next_lead));
        });
        let edges = expansion.edges.len() - before;
        assert_eq!(
            over.is_some(),
            edges == 0,
            "a won position without a winning move"
        );
        expansion.states.push(Expanded {
            edges: edges as u8,
            winner,
        });
    }
    expansion
}

/// Settles all states, breadth first from the ends: every edge is one ply.
fn settle(expanded: &[Expanded], targets: &[u32], control: &Control) -> Result<Vec<u32>, Stop> {
    const UNSETTLED: u32 = u32::MAX;
    let origins = (0u32..)
        .zip(expanded)
        .flat_map(|(origin, state)| std::iter::repeat_n(origin, state.edges.into()));
    let incoming = Rows::sort(expanded.len(), 0, targets.iter().copied().zip(origins));
    let mut pending: Vec<u8> = expanded.iter().map(|state| state.edges).collect();
    let mut plies = vec![UNSETTLED; expanded.len()];
    let mut queue = Vec::with_capacity(expanded.len());
    for (number, state) in (0u32..).zip(expanded) {
        if state.edges == 0 {
            plies[number as usize] = 0;
            queue.push(number);
        }
    }
    let mut next = 0;
    while let Some(&target) = queue.get(next) {
        next += 1;
        if next.is_multiple_of(1 << 14) {
            control.check()?;
        }
        for &origin in incoming.of(target) {
            let at = origin as usize;
            pending[at] -= 1;
            let settles = expanded[at].winner || pending[at] == 0;
            if settles && plies[at] == UNSETTLED {
                plies[at] = plies[target as usize] + 1;
                queue.push(origin);
            }
        }
    }
    assert_eq!(
        queue.len(),
        expanded.len(),
        "a decided position that is never decided"
    );
    Ok(plies)
}
