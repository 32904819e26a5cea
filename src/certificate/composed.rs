//! A solution of series or help play checked: its lines replayed by the rules.
//!
//! There is no certificate for these kinds: that there are no other lines is not shown.

use std::collections::HashSet;

use super::answer::{Claim, Findings, solution_history, solution_position};
use crate::notation::NamedMove;
use crate::puzzle::{Fault, Solution, StatusName};
use crate::rules::Position;
use crate::value::{ComposedPlay, ComposedState, Kind, Stipulation};

/// Returns what a solution answers, if that is series or help play.
pub fn composed_stipulation(solution: &Solution) -> Option<Stipulation> {
    let stipulation = solution.goal?.stipulation()?;
    (stipulation.kind != Kind::Direct).then_some(stipulation)
}

/// Checks a solution of series or help play: that each line which it lists is one, that no two are the same, and that what it says of them fits. How many there are beside those listed is only
/// stated.
///
/// # Errors
///
/// The first thing that is wrong.
pub fn check_composed(solution: &Solution, stipulation: &Stipulation) -> Result<Findings, Fault> {
    let position = solution_position(solution)?;
    let fault = |path: &str, found: String, expected: &str| Err(Fault::new(path, found, expected));
    let Some(solutions) = &solution.solutions else {
        return fault(
            "$.solutions",
            "nothing".to_owned(),
            "the solutions that were found",
        );
    };
    // 1. What does not belong there.
    let others = [
        ("$.verdict", solution.verdict.is_some()),
        ("$.verdict_at_least", solution.verdict_at_least.is_some()),
        ("$.verdict_at_most", solution.verdict_at_most.is_some()),
        ("$.moves", solution.moves.is_some()),
        ("$.plies", solution.plies.is_some()),
        ("$.plies_at_most", solution.plies_at_most.is_some()),
        ("$.line", solution.line.is_some()),
        ("$.ending", solution.ending.is_some()),
        ("$.wins_with_lead", solution.wins_with_lead.is_some()),
        ("$.draws_with_lead", solution.draws_with_lead.is_some()),
        ("$.goal_ending", solution.goal_ending.is_some()),
        ("$.goal_line", solution.goal_line.is_some()),
        ("$.goal_plies", solution.goal_plies.is_some()),
        ("$.analysis", solution.analysis.is_some()),
        ("$.certificate", solution.certificate.is_some()),
    ];
    if let Some((path, _)) = others.into_iter().find(|(_, there)| *there) {
        let expected = "no such field for series and help play";
        return fault(path, "a claim".to_owned(), expected);
    }
    // 2. Numbers that belong together.
    let complete = solution.status == StatusName::Solved;
    if solutions.complete != complete {
        let found = solutions.complete.to_string();
        return fault("$.solutions.complete", found, "what the status says");
    }
    let (Kind::Series(composed) | Kind::Help(composed)) = stipulation.kind else {
        return fault(
            "$.goal",
            "play against the other side".to_owned(),
            "series or help play",
        );
    };
    if solutions.intended != composed.solutions {
        let found = format!("{:?}", solutions.intended);
        return fault("$.solutions.intended", found, "what the goal says");
    }
    let met = match solutions.count {
        0 => complete.then_some(false),
        _ => Some(true),
    };
    if solution.goal_met != met {
        let found = format!("{:?}", solution.goal_met);
        return fault("$.goal_met", found, "what the number of solutions says");
    }
    if (solutions.lines.len() as u64) > solutions.count {
        let found = solutions.count.to_string();
        return fault("$.solutions.count", found, "as many as are listed, or more");
    }
    let impossible = stipulation.impossible(&position);
    if solution.goal_impossible != impossible.map(|why| why.to_string()) {
        let found = format!("{:?}", solution.goal_impossible);
        return fault("$.goal_impossible", found, "what the numbers of seeds say");
    }
    // 3. The lines.
    let history = solution_history(solution, &position)?;
    let mut seen = HashSet::new();
    for (index, line) in solutions.lines.iter().enumerate() {
        let path = format!("$.solutions.lines[{index}]");
        replay(&position, &history, stipulation, line, &path)?;
        if !seen.insert(line) {
            return fault(
                &path,
                "a line for the second time".to_owned(),
                "another line",
            );
        }
    }
    // 4. The first moves.
    let mut findings = Findings::default();
    let mut firsts: Vec<&String> = Vec::new();
    for first in solutions.lines.iter().filter_map(|line| line.first()) {
        if !firsts.contains(&first) {
            firsts.push(first);
        }
    }
    let all_listed = solutions.lines.len() as u64 == solutions.count;
    match &solution.keys {
        Some(keys) => {
            let missing = firsts.iter().any(|&first| !keys.contains(first));
            if !complete || missing || all_listed && keys.len() != firsts.len() {
                let expected = "the first moves of all solutions";
                return fault("$.keys", keys.join(" "), expected);
            }
            findings.put(Claim::Keys, impossible.is_some());
        }
        None if complete => {
            let expected = "the first moves of all solutions";
            return fault("$.keys", "nothing".to_owned(), expected);
        }
        None => {}
    }
    if !solutions.lines.is_empty() {
        findings.certified.push(Claim::Solutions);
    }
    findings.put(Claim::NoOthers, complete && impossible.is_some());
    Ok(findings)
}

/// Plays a line through, and makes sure that it is a solution.
fn replay(
    position: &Position,
    history: &[Position],
    stipulation: &Stipulation,
    line: &[String],
    path: &str,
) -> Result<(), Fault> {
    let Some(mut play) = ComposedPlay::new(position, history, stipulation) else {
        return Err(Fault::new(
            "$.goal",
            "play against the other side",
            "series or help play",
        ));
    };
    for (ply, text) in line.iter().enumerate() {
        let here = *play.position();
        let game = here.rules().game();
        let mv = NamedMove::parse_for(text, game, here.row(), here.to_move());
        let mv = mv.map_err(|error| error.to_string());
        let played = mv.and_then(|mv| play.play(mv).map_err(|error| error.to_string()));
        if let Err(error) = played {
            let path = format!("{path}[{ply}]");
            return Err(Fault::new(
                path,
                format!("{text:?}: {error}"),
                "a legal move",
            ));
        }
    }
    match play.state() {
        ComposedState::Reached(_) => Ok(()),
        ComposedState::Going => {
            let found = format!("a line of {}", play.progress());
            Err(Fault::new(path, found, "one of full length"))
        }
        ComposedState::Missed(_) => {
            let found = format!("{}, which misses the goal", line.join(" "));
            Err(Fault::new(path, found, "a line that reaches the goal"))
        }
    }
}
