//! The answer as the JSON that other programs read.

use super::composed::{composed_status, fill_composed};
use crate::notation::NamedMove;
use crate::puzzle::{
    Fault, GoalObject, LeadObject, LeadWord, LinePly, MoveObject, PliesObject, Solution, StatusName,
};
use crate::rules::{Move, Position};
use crate::solve::{
    Answer, AnswerLevel, Asked, Length, LineEnd, Method, MoveAnswer, Solved, Status,
};
use crate::value::{DrawsWithLead, Thresholds, WinsWithLead};

/// An object with nothing in it but an id and a status.
fn bare(id: &str, status: StatusName) -> Solution {
    Solution {
        program: None,
        position: None,
        history: None,
        id: id.to_owned(),
        game: None,
        to_move: None,
        status,
        faults: None,
        verdict: None,
        verdict_at_least: None,
        verdict_at_most: None,
        goal: None,
        goal_met: None,
        goal_impossible: None,
        goal_plies: None,
        goal_line: None,
        goal_ending: None,
        wins_with_lead: None,
        draws_with_lead: None,
        moves: None,
        keys: None,
        plies: None,
        plies_at_most: None,
        shortest: None,
        line: None,
        ending: None,
        solutions: None,
        analysis: None,
        readings: None,
        hangs_on: None,
        certificate: None,
        method: None,
        positions: None,
        seconds: None,
    }
}

/// Returns the object of a puzzle that was refused.
pub fn refusal(id: &str, faults: Vec<Fault>) -> Solution {
    Solution {
        faults: Some(faults),
        ..bare(id, StatusName::Refused)
    }
}

/// Returns the object of an answer.
pub fn solution(id: &str, answer: &Answer) -> Solution {
    let position = &answer.position;
    // What is asked is part of the answer, as the verdict is.
    let asked_known = !matches!(answer.asked, Some(Asked::Unknown(_)));
    let status = match answer.status {
        Status::Solved(_) if asked_known => StatusName::Solved,
        Status::Solved(_) | Status::Unsolved(_) => StatusName::Unsolved,
        Status::Composed => composed_status(answer),
    };
    let mut object = Solution {
        game: Some(position.rules().game().name().to_owned()),
        to_move: Some(position.to_move().name().to_owned()),
        goal: answer.stipulation.as_ref().map(GoalObject::from),
        goal_met: answer.goal_met(),
        method: Some(answer.method.name().to_owned()),
        positions: Some(answer.positions),
        seconds: Some(answer.seconds),
        ..bare(id, status)
    };
    match &answer.status {
        Status::Unsolved(unsolved) => {
            object.verdict_at_least = Some(unsolved.at_least.into());
            object.verdict_at_most = Some(unsolved.at_most.into());
        }
        Status::Solved(solved) if asked_known => fill_solved(&mut object, answer, solved),
        Status::Solved(solved) => {
            object.verdict_at_least = Some(solved.verdict.into());
            object.verdict_at_most = Some(solved.verdict.into());
        }
        Status::Composed => fill_composed(&mut object, answer),
    }
    match &answer.asked {
        Some(Asked::Impossible(why)) => object.goal_impossible = Some(why.to_string()),
        Some(Asked::Found(found)) => {
            object.goal_plies = found.plies;
            if let Some(line) = &found.line {
                object.goal_line = Some(line.plies.iter().map(LinePly::from).collect());
                object.goal_ending = match line.end {
                    LineEnd::Over(ending) => Some(ending.into()),
                    LineEnd::TimeUp | LineEnd::OutOfReach => None,
                };
            }
        }
        Some(Asked::Unknown(_) | Asked::Composed(_)) | None => {}
    }
    object
}

fn fill_solved(object: &mut Solution, answer: &Answer, solved: &Solved) {
    let position = &answer.position;
    // A board that is over has no moves to tell apart: all is known at any level.
    let over = answer.method == Method::Rules;
    object.verdict = Some(solved.verdict.into());
    if over || answer.level == AnswerLevel::Full {
        let leads = solved.thresholds.map(leads);
        object.wins_with_lead = leads.map(|(wins, _)| wins);
        object.draws_with_lead = leads.map(|(_, draws)| draws);
    }
    if over || answer.level >= AnswerLevel::Moves {
        let full = answer.level == AnswerLevel::Full;
        let moves = solved.moves.iter();
        object.moves = Some(moves.map(|mv| move_object(position, mv, full)).collect());
    }
    let text = |mv: Move| NamedMove::new(mv, position.to_move(), position.row()).to_string();
    object.keys = answer
        .keys()
        .map(|keys| keys.into_iter().map(text).collect());
    object.plies = plies(solved.length);
    object.shortest = Some(solved.length != Length::Unknown);
    if let Some(line) = &solved.line {
        object.line = Some(line.plies.iter().map(LinePly::from).collect());
        object.ending = Some(line.ending.into());
    }
}

fn leads(thresholds: Thresholds) -> (LeadObject, LeadObject) {
    let wins = match thresholds.wins() {
        WinsWithLead::At(lead) => LeadObject::At(lead),
        WinsWithLead::Never => LeadObject::Word(LeadWord::Never),
    };
    let draws = match thresholds.draws() {
        DrawsWithLead::At(lead) => LeadObject::At(lead),
        DrawsWithLead::Always => LeadObject::Word(LeadWord::Always),
    };
    (wins, draws)
}

pub(super) fn plies(length: Length) -> PliesObject {
    match length {
        Length::Proved(plies) => Some(Some(plies)),
        Length::Draw => Some(None),
        Length::Unknown => None,
    }
}

fn move_object(position: &Position, answer: &MoveAnswer, full: bool) -> MoveObject {
    let leads = answer.thresholds.filter(|_| full).map(leads);
    MoveObject {
        mv: NamedMove::new(answer.mv, position.to_move(), position.row()).to_string(),
        verdict: answer.verdict.into(),
        wins_with_lead: leads.map(|(wins, _)| wins),
        draws_with_lead: leads.map(|(_, draws)| draws),
        plies: plies(answer.length),
        captured: answer.captured,
        next: answer.next.name().to_owned(),
    }
}
