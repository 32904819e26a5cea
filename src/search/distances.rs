//! How long forced wins take: the winner hurries, the loser delays.
//!
//! A state is a board and the lead of the player to move, at which the position is decided (its verdict, known
//! beforehand, is a win or a loss). From the states asked for, what can follow is collected ply by ply: every move of
//! the loser, and those moves of the winner that keep the win. Then lengths are settled from the ends backwards,
//! shortest first: a winner's state with the first of its moves that is settled, a loser's with the last. Since a
//! fastest win keeps the win at every step, the moves left out cannot shorten it.
//!
//! What is collected need not be everything. A win in k plies lies wholly within k plies; so with all states up to
//! depth k looked at, every length of at most k − j of a state at depth j is found and exact. The depth grows until
//! all states asked for are settled in this sense. Lengths are worked out anew only when the states have doubled, so
//! the earlier times together cost no more than the last. Along a line of best play from a state asked for, each state is one ply
//! deeper and one ply nearer its end, so its length is known too, and so are those of all moves that are as good; a
//! winner's move of unknown length is a longer way.

use super::batch::{BATCH, PARALLEL_FROM, in_parts};
use super::graph::canonical;
use super::rows::Rows;
use super::transpositions::{Key, Transpositions, four};
use crate::board::{Ring, Side};
use crate::limits::{Control, Phase, Stop};
use crate::rules::{RuleSet, Step};
use crate::value::{Thresholds, Verdict};

/// The lengths of forced wins from some states on.
#[derive(Debug)]
pub struct Distances {
    rules: RuleSet,
    identity: Identity,
    states: Transpositions,
    /// Plies to the end, or [`UNSETTLED`].
    plies: Vec<u32>,
    /// States before `levels[k]` lie at most k plies from those asked for.
    levels: Vec<usize>,
    /// Whether all states that can follow have been collected.
    complete: bool,
}

pub(super) const UNSETTLED: u32 = u32::MAX;

/// Leads lie between −255 and 255; this makes them keys.
const LEAD_OFFSET: i16 = 0x4000;

/// The bit of a state's key that says that North is to move.
const NORTH: u16 = 0x8000;

/// Which states are taken as one.
#[derive(Debug)]
pub(super) enum Identity {
    /// Mirror images, and the same for either side.
    Shared,
    /// None but equal ones; those on certain boards are not entered.
    Actual {
        /// The boards, as keys with a lead of 0.
        avoided: Vec<Key>,
    },
}

impl Identity {
    pub(super) fn key(&self, rules: &RuleSet, ring: &Ring, to_move: Side, lead: i16) -> Key {
        let lead = (lead + LEAD_OFFSET) as u16;
        match (self, to_move) {
            (Identity::Shared, _) => canonical(rules, ring).words(lead),
            (Identity::Actual { .. }, Side::South) => ring.words(lead),
            (Identity::Actual { .. }, Side::North) => ring.words(lead | NORTH),
        }
    }

    fn avoids(&self, rules: &RuleSet, ring: &Ring, to_move: Side) -> bool {
        match self {
            Identity::Shared => false,
            Identity::Actual { avoided } => avoided.contains(&self.key(rules, ring, to_move, 0)),
        }
    }
}

/// Turns a key into board, who is to move (South, where that makes no difference) and lead.
pub(super) fn state_of(key: Key) -> (Ring, Side, i16) {
    let (ring, extra) = Ring::from_words(key);
    let to_move = match extra & NORTH {
        0 => Side::South,
        _ => Side::North,
    };
    (ring, to_move, (extra & !NORTH) as i16 - LEAD_OFFSET)
}

/// What a decided state has: how many edges, whether the winner is to move.
pub(super) struct Expanded {
    pub(super) edges: u8,
    pub(super) winner: bool,
    /// Whether it is not entered: then it is never settled, and has no edges.
    pub(super) avoided: bool,
}

/// What expanding some states gave: each of them, and the edges of all, in order.
#[derive(Default)]
struct Expansion {
    states: Vec<Expanded>,
    edges: Vec<Key>,
}

/// The states that have been expanded, and the targets of the edges of all, in order.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) states: Vec<Expanded>,
    pub(super) targets: Vec<u32>,
}

impl Distances {
    /// Works out the lengths of the decided ones of `roots`.
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
        let roots = roots.map(|(ring, lead)| (ring, Side::South, lead));
        let distances = Distances::by(Identity::Shared, rules, values, roots, held, control)?;
        let all_known = (0..distances.levels[0]).all(|root| distances.exact(root).is_some());
        assert!(all_known, "a decided position that is never decided");
        Ok(distances)
    }

    /// Works out the lengths as far as states that count as one, and those to be avoided, allow.
    pub(super) fn by(
        identity: Identity,
        rules: &RuleSet,
        values: &(impl Fn(&Ring) -> Thresholds + Sync),
        roots: impl Iterator<Item = (Ring, Side, i16)>,
        held: u64,
        control: &Control,
    ) -> Result<Distances, Stop> {
        control.progress().begin(Phase::Lengths, 0);
        let mut states = Transpositions::new(4);
        for (ring, to_move, lead) in roots {
            if values(&ring).verdict(lead) != Verdict::Draw {
                states.insert(&identity.key(rules, &ring, to_move, lead));
            }
        }
        let mut distances = Distances {
            rules: *rules,
            identity,
            levels: vec![states.len()],
            states,
            plies: Vec::new(),
            complete: false,
        };
        let mut collected = Collected::default();
        let mut settled = 0;
        loop {
            distances.collect_level(&mut collected, values, held, control)?;
            if distances.complete || distances.states.len() >= 2 * settled {
                settled = distances.states.len();
                distances.plies = settle(&collected, settled, control)?;
                let all_known =
                    (0..distances.levels[0]).all(|root| distances.exact(root).is_some());
                if all_known || distances.complete {
                    return Ok(distances);
                }
            }
        }
    }

    /// Looks at the states of the deepest level, which gives the next one, if there is any.
    fn collect_level(
        &mut self,
        collected: &mut Collected,
        values: &(impl Fn(&Ring) -> Thresholds + Sync),
        held: u64,
        control: &Control,
    ) -> Result<(), Stop> {
        let end = self.states.len();
        let mut next = collected.states.len();
        while next < end {
            control.check()?;
            let batch = next..end.min(next + BATCH);
            next = batch.end;
            let found = in_parts(batch.clone(), PARALLEL_FROM, |part| {
                self.expand(values, part, control)
            });
            let found = found.into_iter().collect::<Result<Vec<_>, Stop>>()?;
            let edges: usize = found.iter().map(|some| some.edges.len()).sum();
            let states = self.states.len() + edges;
            let targets = collected.targets.len() + edges;
            // Edges once each way, 8; a state's expansion, length, counter, starts, queue: 2 + 4 + 1 + 4 + 4.
            let bytes = self.states.memory_with(edges) + 8 * targets as u64 + 15 * states as u64;
            control.check_memory(held + bytes)?;
            if targets >= u32::MAX as usize || states > Transpositions::MAX_STATES {
                return Err(Stop::Memory);
            }
            for mut some in found {
                collected.states.append(&mut some.states);
                let numbers = some.edges.into_iter().map(|key| self.states.insert(&key));
                collected.targets.extend(numbers);
            }
            control.check_nodes(self.states.len() as u64)?;
            control.progress().advance(batch.len() as u64);
        }
        if self.states.len() > end {
            self.levels.push(self.states.len());
        } else {
            self.complete = true;
        }
        Ok(())
    }

    /// Returns the number of plies from a decided state to the end of the game.
    ///
    /// `None` for a state that does not follow from those asked for, or of which only a bound is known.
    pub fn plies(&self, ring: &Ring, lead: i16) -> Option<u32> {
        self.plies_for(ring, Side::South, lead)
    }

    pub(super) fn plies_for(&self, ring: &Ring, to_move: Side, lead: i16) -> Option<u32> {
        let key = self.identity.key(&self.rules, ring, to_move, lead);
        self.exact(self.states.find(&key)? as usize)
    }

    /// Returns a state's length if it is exact.
    fn exact(&self, state: usize) -> Option<u32> {
        let plies = *self.plies.get(state)?;
        let depth = self.levels.partition_point(|&end| end <= state);
        // All states up to depth `levels.len() - 2` have been looked at, so every end within that depth is known as one.
        let looked_at = self.levels.len().saturating_sub(2);
        let exact = plies != UNSETTLED && (self.complete || plies as usize + depth <= looked_at);
        exact.then_some(plies)
    }

    /// Returns the bytes of memory held.
    pub fn memory(&self) -> u64 {
        self.states.memory_with(0) + 4 * self.plies.len() as u64
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Tells whether there are none.
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// Plays the moves of some states that have to be looked at.
    fn expand(
        &self,
        values: &impl Fn(&Ring) -> Thresholds,
        numbers: std::ops::Range<usize>,
        control: &Control,
    ) -> Result<Expansion, Stop> {
        let go_on = || control.check().is_ok();
        let mut expansion = Expansion::default();
        for number in numbers {
            if number.is_multiple_of(64) {
                control.check()?;
            }
            let (ring, to_move, lead) = state_of(four(self.states.key(number as u32)));
            let winner = values(&ring).verdict(lead) == Verdict::Win;
            if self.identity.avoids(&self.rules, &ring, to_move) {
                expansion.states.push(Expanded {
                    edges: 0,
                    winner,
                    avoided: true,
                });
                continue;
            }
            let before = expansion.edges.len();
            let over = self.rules.expand_while(&ring, &go_on, |_, step| {
                let (next, mover, next_lead, verdict) = match step {
                    Step::Endless => return,
                    Step::Keep(next) => (next, to_move, lead, values(&next).verdict(lead)),
                    Step::Turn { ring, captured } => {
                        let next_lead = -(lead + i16::from(captured));
                        let verdict = !values(&ring).verdict(next_lead);
                        (ring, !to_move, next_lead, verdict)
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
                let key = self.identity.key(&self.rules, &next, mover, next_lead);
                expansion.edges.push(key);
            });
            let over = over.map_err(|_| control.why_given_up())?;
            let edges = expansion.edges.len() - before;
            assert_eq!(
                over.is_some(),
                edges == 0,
                "a won position without a winning move"
            );
            expansion.states.push(Expanded {
                edges: edges as u8,
                winner,
                avoided: false,
            });
        }
        Ok(expansion)
    }
}

/// Settles what can be settled of `count` states, breadth first from the ends: every edge is one ply. States that have not
/// been expanded stay unsettled, and with them what hangs on them.
pub(super) fn settle(
    collected: &Collected,
    count: usize,
    control: &Control,
) -> Result<Vec<u32>, Stop> {
    let expanded = &collected.states;
    let origins = (0u32..)
        .zip(expanded)
        .flat_map(|(origin, state)| std::iter::repeat_n(origin, state.edges.into()));
    let edges = collected.targets.iter().copied().zip(origins);
    let incoming = Rows::sort(count, 0, edges);
    let mut pending: Vec<u8> = expanded.iter().map(|state| state.edges).collect();
    let ended = |state: &Expanded| state.edges == 0 && !state.avoided;
    let mut plies = vec![UNSETTLED; count];
    let mut queue = Vec::new();
    for (number, state) in (0u32..).zip(expanded) {
        if ended(state) {
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
    Ok(plies)
}
