//! Every line of the right answers for values and lengths.

use bonduc::limits::Limits;
use bonduc::notation::NamedMove;
use bonduc::rules::Position;
use bonduc::solve::{Answer, AnswerLevel, Length, Request, Solved, Solver, Status};
use bonduc::value::{DrawsWithLead, Thresholds, WinsWithLead};
use serde_json::{Value, json};

use crate::support::{data, position};

pub fn solver() -> Solver {
    Solver::new(Limits::default(), Default::default(), Default::default())
}

pub fn solve(solver: &mut Solver, position: Position) -> Answer {
    solver.solve(&Request {
        level: Some(AnswerLevel::Full),
        ..Request::new(position)
    })
}

pub fn solved(answer: &Answer) -> &Solved {
    match &answer.status {
        Status::Solved(solved) => solved,
        Status::Unsolved(unsolved) => panic!("{unsolved:?}"),
        Status::Composed => panic!("series or help play"),
    }
}

fn pair(thresholds: Thresholds) -> Value {
    let wins = match thresholds.wins() {
        WinsWithLead::Never => json!("never"),
        WinsWithLead::At(lead) => json!(lead),
    };
    let draws = match thresholds.draws() {
        DrawsWithLead::Always => json!("always"),
        DrawsWithLead::At(lead) => json!(lead),
    };
    json!([wins, draws])
}

fn values_agree(file: &str) {
    let mut solver = solver();
    for line in data(file) {
        let position = position(&line);
        let answer = solve(&mut solver, position);
        let solved = solved(&answer);
        let expected = json!([line["wins_with_lead"], line["draws_with_lead"]]);
        assert_eq!(pair(solved.thresholds.unwrap()), expected, "{line}");
        let moves: serde_json::Map<String, Value> = solved
            .moves
            .iter()
            .map(|mv| {
                let named = NamedMove::new(mv.mv, position.to_move(), position.row());
                (named.to_string(), pair(mv.thresholds.unwrap()))
            })
            .collect();
        assert_eq!(Value::Object(moves), line["moves"], "{line}");
    }
}

#[test]
fn giuthi_values() {
    values_agree("giuthi-values.jsonl");
}

#[test]
fn kiothi_values() {
    values_agree("kiothi-values.jsonl");
}

#[test]
fn values_of_positions_with_many_seeds() {
    values_agree("giuthi-search.jsonl");
}

#[test]
fn lengths() {
    let mut solver = solver();
    let plies = |length| match length {
        Length::Proved(plies) => json!(plies),
        Length::Draw => json!(null),
        Length::Unknown => panic!("not proved"),
    };
    for line in data("plies.jsonl") {
        let position = position(&line);
        let answer = solve(&mut solver, position);
        let solved = solved(&answer);
        assert_eq!(line["verdict"], solved.verdict.name(), "{line}");
        assert_eq!(plies(solved.length), line["plies"], "{line}");
        let moves: serde_json::Map<String, Value> = solved
            .moves
            .iter()
            .map(|mv| {
                let named = NamedMove::new(mv.mv, position.to_move(), position.row());
                let value = json!([mv.verdict.name(), plies(mv.length)]);
                (named.to_string(), value)
            })
            .collect();
        assert_eq!(Value::Object(moves), line["moves"], "{line}");
    }
}
