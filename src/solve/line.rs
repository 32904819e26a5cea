//! The principal variation.

use super::{Length, Line, MoveAnswer, Solved, Status, Values};
use crate::board::{Ring, Side};
use crate::rules::{Move, Position, Record, RuleSet, Step};
use crate::search::Distances;
use crate::value::{Thresholds, Verdict};

/// One choice with what it offers.
pub(super) struct Candidate {
    pub(super) mv: Move,
    pub(super) step: Step,
    pub(super) offered: Thresholds,
}

impl Candidate {
    /// Returns what is to be said of the choice, made at a position and with this length.
    pub(super) fn answer(&self, position: &Position, length: Length) -> MoveAnswer {
        let mut record = Record::new(*position);
        let ply = record.play(self.mv).expect("a choice that the rules offer");
        MoveAnswer {
            mv: self.mv,
            verdict: self.offered.verdict(position.lead()),
            thresholds: Some(self.offered),
            length,
            captured: ply.captured,
            next: ply.next,
        }
    }
}

/// Returns all legal choices on a board as its mover sees it, in the fixed order.
pub(super) fn choices(rules: &RuleSet, ring: &Ring, mover: Side) -> Vec<(Move, Step)> {
    let mut choices = Vec::new();
    rules.expand(ring, |mv, step| choices.push((mv, step)));
    choices.sort_by(|a, b| a.0.order(b.0, mover));
    choices
}

/// Returns all choices of the side to move, in the fixed order, with what they offer.
pub(super) fn candidates(position: &Position, values: &Values) -> Vec<Candidate> {
    candidates_by(position, |step| values.offered(step))
}

/// Does the same with what `offered` says that each choice offers.
pub(super) fn candidates_by(
    position: &Position,
    mut offered: impl FnMut(Step) -> Thresholds,
) -> Vec<Candidate> {
    let choices = choices(position.rules(), position.ring(), position.to_move());
    let candidates = choices.into_iter().map(|(mv, step)| Candidate {
        mv,
        step,
        offered: offered(step),
    });
    candidates.collect()
}

/// Returns the state after a choice, with the lead of who is then to move; `None` after an endless sowing.
pub(super) fn state_after(step: Step, lead: i16) -> Option<(Ring, i16)> {
    match step {
        Step::Endless => None,
        Step::Keep(ring) => Some((ring, lead)),
        Step::Turn { ring, captured } => Some((ring, -(lead + i16::from(captured)))),
    }
}

/// Returns how long the game lasts after a choice that gives this verdict, the choice included.
pub(super) fn length(
    step: Step,
    lead: i16,
    verdict: Verdict,
    distances: Option<&Distances>,
) -> Length {
    match (verdict, state_after(step, lead), distances) {
        (Verdict::Draw, ..) => Length::Draw,
        (_, Some((ring, lead)), Some(distances)) => distances
            .plies(&ring, lead)
            .map_or(Length::Unknown, |plies| Length::Proved(plies + 1)),
        _ => Length::Unknown,
    }
}

/// Plays on as best: at each ply the first choice in the fixed order among those that keep the verdict and, for wins and
/// losses, have the best length.
///
/// `length` gives the plies to the end from a decided board, its side to move and its lead. `None` if one that decides is not known.
pub(super) fn best_play(
    mut record: Record,
    values: &Values,
    length: impl Fn(&Ring, Side, i16) -> Option<u32>,
) -> Option<Line> {
    let mut plies = Vec::new();
    loop {
        if let Some(ending) = record.ending() {
            return Some(Line { plies, ending });
        }
        let here = record.position();
        let lead = here.lead();
        let verdict = values.of(here.ring()).verdict(lead);
        let mut best: Option<(Move, u32)> = None;
        for candidate in candidates(here, values) {
            if candidate.offered.verdict(lead) != verdict {
                continue;
            }
            let after = state_after(candidate.step, lead);
            let mover = match candidate.step {
                Step::Keep(_) => here.to_move(),
                _ => !here.to_move(),
            };
            let plies = after.and_then(|(ring, lead)| length(&ring, mover, lead));
            let plies = match (plies, verdict) {
                (_, Verdict::Draw) => 0,
                (Some(plies), _) => plies,
                // Below a state of known length, a winner's choice without one is a longer way (see `Distances`).
                (None, Verdict::Win) => continue,
                (None, Verdict::Loss) => return None,
            };
            let better = best.is_none_or(|(_, best)| match verdict {
                Verdict::Win => plies < best,
                Verdict::Draw => false,
                Verdict::Loss => plies > best,
            });
            if better {
                best = Some((candidate.mv, plies));
            }
        }
        let (mv, _) = best?;
        plies.push(record.play(mv).expect("a choice that the rules offer"));
    }
}

/// Answers a position at which the game is over.
pub(super) fn over(position: &Position, difference: i16) -> Status {
    let thresholds = Thresholds::ended(difference);
    let verdict = thresholds.verdict(position.lead());
    let ending = Record::new(*position).ending().expect("the game is over");
    Status::Solved(Solved {
        verdict,
        thresholds: Some(thresholds),
        moves: Vec::new(),
        // A draw has no length, here as elsewhere.
        length: match verdict {
            Verdict::Draw => Length::Draw,
            _ => Length::Proved(0),
        },
        line: Some(Line {
            plies: Vec::new(),
            ending,
        }),
        certificate: None,
        stop: None,
    })
}
