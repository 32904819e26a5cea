//! What a key threatens.

use super::Hero;
use crate::limits::Stop;
use crate::rules::{Ply, Record, Turn};
use crate::solve::Solver;
use crate::value::Goal;

/// A key with what it threatens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Threat {
    /// The hero's sowings from the key, the first of them, to the end of his turn.
    pub turn: Vec<Ply>,
    /// What would come if the other side did not move.
    pub kind: ThreatKind,
}

/// What would come after a key if the other side did not move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ThreatKind {
    /// The hero would go on and reach his aim: by this line.
    Threat(Vec<Ply>),
    /// He could not: the key waits, and it is having to move that hurts the other side.
    Waiting,
    /// Nothing can be said: the game is over, or the other side has to pass.
    Nothing,
}

/// The hero's turn that a key begins, and the game at its end.
pub(super) struct KeyTurn {
    plies: Vec<Ply>,
    record: Record,
}

/// Plays each key and then as best to the end of the hero's turn.
pub(super) fn turns(hero: &Hero) -> Result<Vec<KeyTurn>, Stop> {
    let start = Record::new(*hero.study.position());
    if !hero.is_to_move(start.position()) {
        return Ok(Vec::new());
    }
    let mut turns = Vec::new();
    for (ply, mut record) in hero.keys(&start) {
        let mut plies = vec![ply];
        while hero.is_to_move(record.position()) {
            let Some((ply, after)) = hero.best(&record)? else {
                break;
            };
            plies.push(ply);
            record = after;
        }
        turns.push(KeyTurn { plies, record });
    }
    Ok(turns)
}

/// Solves what would come if the other side did not move at the end of a key's turn.
pub(super) fn threat(solver: &mut Solver, turn: KeyTurn, goal: Goal) -> Result<Threat, Stop> {
    let KeyTurn { plies, record } = turn;
    let at = record.position();
    let kind = if record.ending().is_some() || at.turn() != Turn::Sow {
        ThreatKind::Nothing
    } else {
        let passed = at.with_turn_passed();
        let study = solver.study(&passed)?;
        // Who would have to pass himself threatens nothing.
        match passed.turn() == Turn::Sow && goal.is_met_by(study.verdict(&passed)) {
            true => ThreatKind::Threat(study.line(Record::new(passed))?.plies),
            false => ThreatKind::Waiting,
        }
    };
    Ok(Threat { turn: plies, kind })
}
