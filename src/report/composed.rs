//! The solutions of series and help play, and claims of them, as JSON and as text.

use std::fmt::Write as _;

use super::diagram::{FAINT, STRONG};
use super::text::grouped;
use super::verify::finding_text;
use super::words::{ending_words, position_words, turns_text};
use crate::notation::NamedMove;
use crate::puzzle::{Solution, SolutionsObject, StatusName};
use crate::rules::Position;
use crate::solve::{Answer, Asked, SolutionLine, Solutions};
use crate::value::{Kind, Stipulation};
use crate::verify::{ComposedJudgement, Finding, Kind as VerifyKind};

/// Solved, if all solutions were counted.
pub(super) fn composed_status(answer: &Answer) -> StatusName {
    match &answer.asked {
        Some(Asked::Composed(solutions)) if !solutions.complete => StatusName::Unsolved,
        _ => StatusName::Solved,
    }
}

/// Fills in the solutions of series or help play.
pub(super) fn fill_composed(object: &mut Solution, answer: &Answer) {
    let row = answer.position.row();
    let intended = match answer.stipulation.map(|asked| asked.kind) {
        Some(Kind::Series(composed) | Kind::Help(composed)) => composed.solutions,
        _ => None,
    };
    let none = SolutionsObject {
        count: 0,
        complete: true,
        intended,
        lines: Vec::new(),
    };
    let Some(Asked::Composed(solutions)) = &answer.asked else {
        object.keys = Some(Vec::new());
        object.solutions = Some(none);
        return;
    };
    object.keys = answer.keys().map(|keys| {
        let keys = keys.into_iter();
        keys.map(|mv| NamedMove::new(mv, solutions.first, row).to_string())
            .collect()
    });
    let lines = solutions.lines.iter();
    object.solutions = Some(SolutionsObject {
        count: solutions.count,
        complete: solutions.complete,
        lines: lines.map(line_names).collect(),
        ..none
    });
}

fn line_names(line: &SolutionLine) -> Vec<String> {
    let plies = line.plies.iter();
    plies
        .map(|ply| NamedMove::new(ply.mv, ply.side, ply.position.row()).to_string())
        .collect()
}

/// Writes what was found: how many solutions, whether that is as intended, and the first of them.
pub(super) fn composed_text(answer: &Answer, solutions: &Solutions) -> String {
    let mut text = format!("{}\n", count_text(solutions));
    if let Some(keys) = answer.keys()
        && keys.len() > 1
    {
        let row = answer.position.row();
        let names = keys.into_iter();
        let names = names.map(|mv| NamedMove::new(mv, solutions.first, row).to_string());
        let names: Vec<String> = names.collect();
        let _ = writeln!(text, "First moves: {}", names.join(", "));
    }
    if !solutions.lines.is_empty() {
        text += "\nSolutions\n";
    }
    let side = answer.stipulation.map(|asked| asked.side(&answer.position));
    for (number, line) in (1..).zip(&solutions.lines) {
        let turns: Vec<String> = turns_text(&line.plies)
            .into_iter()
            .map(|(side, moves)| format!("{side} {moves}"))
            .collect();
        let _ = writeln!(text, "{number:>3}. {}", turns.join("; "));
        let end = match (line.ending, side) {
            (Some(ending), _) => ending_words(ending, &line.last),
            (None, Some(side)) => {
                let captured = line.last.captured(side);
                format!("{side} has captured {captured}.")
            }
            (None, None) => continue,
        };
        let _ = writeln!(text, "     {FAINT}{end}{FAINT:#}");
    }
    let more = solutions.count - solutions.lines.len() as u64;
    if more > 0 && !solutions.lines.is_empty() {
        let _ = writeln!(text, "     and {} more", grouped(more));
    }
    text
}

/// Says how many solutions there are, and whether that is as intended.
fn count_text(solutions: &Solutions) -> String {
    let count = match (solutions.count, solutions.complete) {
        (0, true) => format!("{STRONG}No solution{STRONG:#}"),
        (0, false) => format!("{STRONG}Not solved{STRONG:#}"),
        (1, _) => format!("{STRONG}1 solution{STRONG:#}"),
        (count, _) => format!("{STRONG}{} solutions{STRONG:#}", grouped(count)),
    };
    let found = match (solutions.complete, solutions.stop) {
        (true, _) => String::new(),
        (false, stop) => {
            let why = match stop {
                Some(stop) => format!("; {stop}"),
                None => String::new(),
            };
            match solutions.count {
                0 => format!(", none found so far: there may be some{why}"),
                _ => format!(" so far, there may be more{why}"),
            }
        }
    };
    let intended = match (solutions.as_intended(), solutions.intended) {
        (Some(true), _) => ", as intended".to_owned(),
        (Some(false), Some(intended)) => format!(", not as intended ({intended})"),
        _ => String::new(),
    };
    format!("{count}{found}{intended}.")
}

/// Says in a few words, for a table, how many solutions there are.
pub(super) fn composed_summary(solutions: &SolutionsObject) -> String {
    let more = if solutions.complete { "" } else { " or more" };
    let count = match solutions.count {
        1 => format!("1{more} solution"),
        count => format!("{}{more} solutions", grouped(count)),
    };
    match solutions.intended.map(u64::from) {
        Some(intended) if solutions.complete && intended != solutions.count => {
            format!("{count}, {} intended", grouped(intended))
        }
        _ => count,
    }
}

/// Writes a judgement of a claimed solution of series or help play for people.
pub fn composed_verify_text(
    id: &str,
    position: &Position,
    stipulation: &Stipulation,
    judgement: &ComposedJudgement,
) -> String {
    let game = position.rules().game();
    let mut text = format!("{STRONG}{id}{STRONG:#}  {}\n", position_words(position));
    let side = stipulation.side(position);
    let _ = writeln!(text, "Claimed: how {side} {}.", stipulation.words(game));
    let is_cook = |finding: &&Finding| finding.kind == VerifyKind::Cook;
    let (cooks, own): (Vec<_>, Vec<_>) = judgement.findings.iter().partition(is_cook);
    for finding in own {
        text += &finding_text(finding, position, false);
    }
    if let Some(ending) = judgement.ending {
        let end = ending_words(ending, &judgement.last);
        let _ = writeln!(text, "            {FAINT}{end}{FAINT:#}");
    }
    for finding in cooks {
        text += &finding_text(finding, position, false);
    }
    let _ = writeln!(text, "{}", count_text(&judgement.solutions));
    text += &match (judgement.faults(), judgement.intended) {
        (0, 1) => format!("{STRONG}Sound{STRONG:#}: the claim is the only solution.\n"),
        (0, intended) => {
            format!(
                "{STRONG}Sound{STRONG:#}: the claim is one of the {intended} intended solutions.\n"
            )
        }
        (1, _) => format!("{STRONG}Unsound{STRONG:#}: 1 fault.\n"),
        (faults, _) => format!("{STRONG}Unsound{STRONG:#}: {faults} faults.\n"),
    };
    text
}
