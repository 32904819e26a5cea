//! Claimed solutions of series and help play judged.

use super::claim::nodes;
use super::{Finding, Kind};
use crate::limits::Stop;
use crate::notation::NamedMove;
use crate::puzzle::Claim;
use crate::rules::{Ending, Ply, Position};
use crate::solve::Solutions;
use crate::value::{ComposedPlay, ComposedState, Missed, Stipulation};

/// What was found out about a claimed solution of series or help play.
#[derive(Debug, Clone, PartialEq)]
pub struct ComposedJudgement {
    /// The findings: of the claim, then of other solutions that are too many.
    pub findings: Vec<Finding>,
    /// How the game ends with the claimed line, if that can be played and ends it.
    pub ending: Option<Ending>,
    /// The position at the end of what can be played of it.
    pub last: Position,
    /// How many solutions there may be: as many as the puzzle says or, where it says nothing, one.
    pub intended: u64,
    /// All solutions.
    pub solutions: Solutions,
}

impl ComposedJudgement {
    /// Tells whether the claim is a solution, and there are as many as intended.
    pub fn is_sound(&self) -> bool {
        self.faults() == 0
    }

    /// Returns how many findings make it unsound.
    pub fn faults(&self) -> usize {
        let kinds = self.findings.iter().map(|finding| finding.kind);
        kinds.filter(|kind| kind.spoils(true)).count()
    }
}

/// Judges a claim about series or help play, of which these solutions were found.
///
/// A solution gets a finding [`Kind::Right`] for each ply; anything else one finding that says where it fails. Where there are more solutions than intended,
/// each other one that is listed is a [`Kind::Cook`]; where there are fewer, that is a finding without a move.
///
/// # Errors
///
/// If a limit kept the solutions from being counted, and what was found does not decide.
///
/// # Panics
///
/// If the stipulation is for play against the other side.
pub fn judge_composed(
    position: &Position,
    history: &[Position],
    stipulation: &Stipulation,
    claim: &Claim,
    solutions: Solutions,
) -> Result<ComposedJudgement, Stop> {
    let mut play = ComposedPlay::new(position, history, stipulation).expect("series or help play");
    let mut judgement = ComposedJudgement {
        findings: Vec::new(),
        ending: None,
        last: *position,
        intended: solutions.intended.map_or(1, u64::from),
        solutions,
    };
    let (plies, fault) = claimed(&mut play, claim);
    let path: Vec<NamedMove> = plies.iter().map(named).collect();
    // 1. The claim.
    judgement.last = *play.position();
    judgement.ending = match play.state() {
        ComposedState::Reached(ending) => ending,
        ComposedState::Missed(Missed::TooSoon(ending) | Missed::Goal(ending)) => Some(ending),
        ComposedState::Going | ComposedState::Missed(_) => None,
    };
    let missed = match play.state() {
        ComposedState::Missed(why) => Some(missed_words(why, &play, stipulation, position)),
        _ => None,
    };
    let short = || (Kind::TooShort, None, play.progress());
    let fault = fault
        .or(missed.map(|why| (Kind::Wrong, None, why)))
        .or((play.state() == ComposedState::Going).then(short));
    let is_solution = fault.is_none();
    match fault {
        Some((kind, mv, reason)) => {
            // What is wrong with the whole is said of its last ply.
            let (mv, path) = match (kind, mv, path.split_last()) {
                (Kind::Wrong, None, Some((&last, before))) => (Some(last), before.to_vec()),
                _ => (mv, path.clone()),
            };
            judgement
                .findings
                .push(finding(path, kind, mv, Some(reason)));
        }
        None => {
            for (ply, &mv) in path.iter().enumerate() {
                let before = path[..ply].to_vec();
                judgement
                    .findings
                    .push(finding(before, Kind::Right, Some(mv), None));
            }
        }
    }
    // 2. The other solutions.
    let (count, intended) = (judgement.solutions.count, judgement.intended);
    if count > intended {
        for line in &judgement.solutions.lines {
            let others: Vec<NamedMove> = line.plies.iter().map(named).collect();
            if is_solution && others == path {
                continue;
            }
            let Some((first, rest)) = line.plies.split_first() else {
                continue;
            };
            judgement.findings.push(Finding {
                line: rest.to_vec(),
                ending: line.ending,
                ..finding(Vec::new(), Kind::Cook, Some(named(first)), None)
            });
        }
    } else if let (true, Some(stop)) = (is_solution, judgement.solutions.stop) {
        return Err(stop);
    } else if is_solution && count < intended {
        let are = if count == 1 { "is" } else { "are" };
        let reason = format!("{intended} solutions are intended, and there {are} {count}");
        judgement
            .findings
            .push(finding(path, Kind::Wrong, None, Some(reason)));
    }
    Ok(judgement)
}

fn named(ply: &Ply) -> NamedMove {
    NamedMove::new(ply.mv, ply.side, ply.position.row())
}

fn finding(
    path: Vec<NamedMove>,
    kind: Kind,
    mv: Option<NamedMove>,
    reason: Option<String>,
) -> Finding {
    Finding {
        path,
        kind,
        mv,
        reason,
        line: Vec::new(),
        ending: None,
    }
}

/// Where a claim cannot be played on: how, by which move, and why.
type Fault = (Kind, Option<NamedMove>, String);

/// Plays a claim, as far as it can be played.
fn claimed(play: &mut ComposedPlay, claim: &Claim) -> (Vec<Ply>, Option<Fault>) {
    let mut plies = Vec::new();
    let roots = nodes(claim);
    let mut next = &roots[..];
    loop {
        let node = match next {
            [] => return (plies, None),
            [node] => node,
            _ => {
                let reason = "variations, where one line is expected".to_owned();
                return (plies, Some((Kind::Illegal, Some(next[1].mv), reason)));
            }
        };
        let illegal = |reason| Some((Kind::Illegal, Some(node.mv), reason));
        let here = *play.position();
        let side = here.to_move();
        let Some(mv) = node.mv.for_side(side, here.row()) else {
            let reason = format!("{side} is to move, and the pit is not his");
            return (plies, illegal(reason));
        };
        match play.play(mv) {
            Ok(ply) => plies.push(ply),
            Err(error) => return (plies, illegal(error.to_string())),
        }
        next = &node.next;
    }
}

/// Says why a line is no solution.
fn missed_words(
    missed: Missed,
    play: &ComposedPlay,
    stipulation: &Stipulation,
    position: &Position,
) -> String {
    let side = stipulation.side(position);
    match missed {
        Missed::TooSoon(_) => format!("the game is over after {}", play.progress()),
        Missed::CannotSow => format!("{side} cannot sow after {}", play.progress()),
        Missed::NotOver => format!("the game is not over after {}", play.progress()),
        Missed::Goal(_) => format!("the game is over, and {side} misses the goal"),
        Missed::Captured(captured) => format!("{side} has captured {captured}"),
    }
}
