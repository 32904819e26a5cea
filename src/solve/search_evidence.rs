//! The certificate of an answer by search: its proofs, taken from the growing graph and from the layers below.
//!
//! *A win* goes through the graph by what was found to be won earlier and earlier, then through the layers by lengths. *A held draw* is a [`HeldSet`].

use std::collections::{HashMap, HashSet};

use super::evidence::{
    Certify, Evidence, board_after, board_of, held_from, proofs_to_make, wins_from,
};
use super::held_set::HeldSet;
use super::searched::found_move;
use super::{MoveAnswer, Values};
use crate::board::{Ring, Side};
use crate::certificate::{Aim, Certificate, FromLead, Proof, Proved};
use crate::limits::{Control, Phase, Stop};
use crate::rules::Position;
use crate::search::{Distances, GrowingGraph, Known};
use crate::tables::LayerStack;
use crate::value::{Goal, Verdict};

/// Bytes for each position of a win: itself twice, and that it was seen.
const POSITION_BYTES: u64 = 2 * size_of::<Proved>() as u64 + 100;

/// What a certificate of an answer by search is made of.
pub(super) struct SearchEvidence<'a, 'k> {
    pub(super) position: &'a Position,
    pub(super) goal: Option<Goal>,
    pub(super) verdict: Verdict,
    /// The moves, with their verdicts as far as these are to be shown.
    pub(super) moves: &'a [MoveAnswer],
    pub(super) graph: &'a mut GrowingGraph<'k, dyn Known>,
    pub(super) layers: Option<&'a LayerStack>,
    pub(super) control: &'a Control,
}

impl SearchEvidence<'_, '_> {
    /// Makes the certificate; lengths are not known, so nothing is shown of them.
    ///
    /// # Errors
    ///
    /// If a limit is reached.
    pub(super) fn certificate(&mut self, certify: Certify) -> Result<Certificate, Stop> {
        self.control.progress().begin(Phase::Certifying, 0);
        let mut proofs =
            proofs_to_make(self.position, self.goal, self.verdict, self.moves, certify);
        let (mut wins, mut draws): (Vec<&mut Proof>, Vec<&mut Proof>) =
            proofs.iter_mut().partition(|proof| proof.aim == Aim::Win);
        let mut held = 0;
        let bytes = |proof: &Proof| (proof.positions.len() * size_of::<Proved>()) as u64;
        // Wins first: to hold a draw the graph may have to grow, and so to forget.
        for proof in &mut wins {
            proof.positions = self.wins(proof, held)?;
            held += bytes(proof);
        }
        for proof in &mut draws {
            proof.positions = self.holds(proof, held)?;
            held += bytes(proof);
        }
        Ok(Certificate {
            position: *self.position,
            history: Vec::new(),
            proofs,
        })
    }

    /// Returns the boards that a proof starts from.
    fn starts(&self, proof: &Proof) -> Vec<(Ring, Side, FromLead)> {
        let starts = proof.starts.iter();
        starts
            .filter_map(|&start| board_of(self.position, start, proof.side))
            .collect()
    }

    /// Returns the bytes of memory held by graph and layers.
    fn memory(&self) -> u64 {
        let layers = self.layers.map_or(0, LayerStack::memory);
        layers + self.graph.memory()
    }

    /// Collects the positions of a draw that is held: through the graph, then through the layers to the end.
    fn holds(&mut self, proof: &Proof, held: u64) -> Result<Vec<Proved>, Stop> {
        let starts = self.starts(proof);
        let (rules, held) = (self.position.rules(), held + self.memory());
        let mut set = HeldSet::new(
            rules,
            proof.side,
            self.graph,
            self.layers,
            self.control,
            held,
        );
        set.collect(&starts)?;
        let (mut positions, leaves) = set.needed(&starts)?;
        let held = held + (positions.len() * size_of::<Proved>()) as u64;
        positions.extend(self.below(proof, &leaves, held)?);
        Ok(positions)
    }

    /// Collects the positions of wins: through the graph by what was found earlier and earlier, then through the layers to the end.
    fn wins(&self, proof: &Proof, held: u64) -> Result<Vec<Proved>, Stop> {
        let rules = self.position.rules();
        let held = held + self.memory();
        let go_on = || self.control.check().is_ok();
        let mut seen: HashSet<[u64; 4]> = HashSet::new();
        let mut open = self.starts(proof);
        open.reverse();
        let (mut found, mut ends, mut leaves) = (Vec::new(), Vec::new(), Vec::new());
        // 1. What the graph knows.
        while let Some((ring, to_move, from)) = open.pop() {
            let FromLead::At(own) = from else {
                unreachable!("a win from any lead");
            };
            if !seen.insert(key(&ring, to_move, own)) {
                continue;
            }
            if seen.len().is_multiple_of(256) {
                self.control.check()?;
                self.control
                    .check_memory(held + seen.len() as u64 * POSITION_BYTES)?;
                self.control.progress().advance(256);
            }
            let lead = if to_move == proof.side { own } else { -own };
            let mut proved = Proved {
                ring,
                to_move,
                from,
                rank: 0,
                left: 0,
                mv: None,
            };
            let mut steps = Vec::new();
            let over = rules.expand_while(&ring, &go_on, |mv, step| steps.push((mv, step)));
            if over.map_err(|_| self.control.why_given_up())?.is_some() {
                ends.push(proved);
                continue;
            }
            if self
                .layers
                .is_some_and(|layers| layers.thresholds(&ring).is_some())
            {
                leaves.push((ring, to_move, from));
                continue;
            }
            let when = self.graph.found(&ring, lead).ok_or(Stop::Memory)?;
            if to_move == proof.side {
                steps.sort_by(|a, b| a.0.order(b.0, to_move));
                let mv = found_move(self.graph, &ring, &steps, lead, Verdict::Win)?;
                steps.retain(|(one, _)| *one == mv);
                proved.mv = Some(mv);
            }
            for (_, step) in steps {
                let Some((ring, to_move, from)) = board_after(step, to_move, from, proof.side)
                else {
                    continue;
                };
                if let FromLead::At(own) = from {
                    let lead = if to_move == proof.side { own } else { -own };
                    // Something that was forgotten may have been found again, and rest on this.
                    if self.graph.found(&ring, lead) >= Some(when) {
                        return Err(Stop::Memory);
                    }
                }
                open.push((ring, to_move, from));
            }
            found.push((when, proved));
        }
        // 2. What the layers know; all ranks above are greater.
        let held = held + seen.len() as u64 * POSITION_BYTES;
        let mut positions = self.below(proof, &leaves, held)?;
        let known: HashSet<_> = positions
            .iter()
            .map(|proved| (proved.ring.words(0), proved.to_move, proved.from))
            .collect();
        let is_new =
            |proved: &Proved| !known.contains(&(proved.ring.words(0), proved.to_move, proved.from));
        positions.extend(ends.into_iter().filter(is_new));
        let below = positions.iter().map(|proved| proved.rank).max();
        let offset = below.map_or(0, |rank| rank + 1);
        let found = self.ranked(proof.side, found, offset)?;
        Ok(found.into_iter().chain(positions).collect())
    }

    /// Gives ranks to positions of a win with the time at which each was found, all after those that it rests on: one more than the greatest of these. What
    /// is not among them has a rank below `offset`.
    fn ranked(
        &self,
        side: Side,
        mut found: Vec<(u32, Proved)>,
        offset: u32,
    ) -> Result<Vec<Proved>, Stop> {
        let rules = self.position.rules();
        found.sort_by_key(|(when, _)| *when);
        let mut ranks: HashMap<[u64; 4], u32> = HashMap::with_capacity(found.len());
        for (count, (_, proved)) in found.iter_mut().enumerate() {
            if count.is_multiple_of(256) {
                self.control.check()?;
            }
            let (ring, to_move) = (proved.ring, proved.to_move);
            let mut rank = offset;
            let mut rests_on = |step| {
                let after = board_after(step, to_move, proved.from, side);
                if let Some((ring, to_move, FromLead::At(own))) = after
                    && let Some(&below) = ranks.get(&key(&ring, to_move, own))
                {
                    rank = rank.max(below + 1);
                }
            };
            match proved.mv {
                Some(mv) => rests_on(rules.step(&ring, mv).expect("a legal move")),
                None => {
                    rules.expand(&ring, |_, step| rests_on(step));
                }
            }
            proved.rank = rank;
            if let FromLead::At(own) = proved.from {
                ranks.insert(key(&ring, to_move, own), rank);
            }
        }
        Ok(found.into_iter().map(|(_, proved)| proved).collect())
    }

    /// Collects the positions of a proof from boards of the layers on.
    fn below(
        &self,
        proof: &Proof,
        leaves: &[(Ring, Side, FromLead)],
        held: u64,
    ) -> Result<Vec<Proved>, Stop> {
        let Some(layers) = self.layers.filter(|_| !leaves.is_empty()) else {
            return Ok(Vec::new());
        };
        let values = Values::Layers(layers);
        // Only wins go by lengths.
        let decided = leaves.iter().filter_map(|&(ring, to_move, from)| {
            let FromLead::At(own) = from else {
                return None;
            };
            let lead = if to_move == proof.side { own } else { -own };
            (proof.aim == Aim::Win).then_some((ring, lead))
        });
        let distances = Distances::new(
            self.position.rules(),
            &|ring: &Ring| values.of(ring),
            decided,
            held,
            self.control,
        )?;
        self.control.progress().begin(Phase::Certifying, 0);
        let evidence = Evidence {
            position: self.position,
            goal: None,
            verdict: self.verdict,
            moves: &[],
            values: &values,
            distances: &distances,
            control: self.control,
        };
        // The layers count among the values.
        let held = held.saturating_sub(layers.memory());
        match proof.aim {
            Aim::Win => wins_from(&evidence, proof.side, leaves, held),
            Aim::Draw | Aim::Delay => held_from(&evidence, proof.side, leaves, held),
        }
    }
}

/// Returns the key of a board with the lead of a proof's side.
fn key(ring: &Ring, to_move: Side, own: i16) -> [u64; 4] {
    ring.words((2 * own + to_move.index() as i16) as u16)
}
