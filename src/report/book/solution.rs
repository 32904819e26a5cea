//! A puzzle's solution on the page: verdict, key, main line, every move; and the same for paper.

use std::fmt::Write as _;

use super::super::words::{ending_words, ply_text, turns_text};
use super::super::xml::escape;
use super::line::{LineData, Step, steps};
use super::puzzle::name;
use super::{BookPuzzle, Refutation};
use crate::puzzle::{EndingObject, MoveObject, PliesObject, StatusName, VerdictName};
use crate::rules::{Ending, Ply};

/// Of a line of refutation more plies are cut off.
const REFUTATION_PLIES: usize = 14;
/// Of the lines of series and help play more are not written.
const MOST_LINES: usize = 10;

/// Writes a solution with a player for its main line.
pub(super) fn solution(entry: &BookPuzzle) -> String {
    let lines = lines(entry);
    let mut html = findings(entry);
    for (number, line) in lines.iter().enumerate() {
        let heading = match lines.len() {
            1 => "Main line".to_owned(),
            _ => format!("Line {}", number + 1),
        };
        let _ = writeln!(html, "<h3>{heading}</h3>");
        html += &line_text(line);
        html += &player(entry, line);
    }
    html += &more_lines(entry, lines.len());
    if let Some(moves) = &entry.solution.moves {
        html += &table(entry, moves);
    }
    if let Some(comment) = &entry.puzzle.about.comment {
        let _ = writeln!(html, "<p class=\"comment\">{}</p>", escape(comment));
    }
    html
}

/// Writes a solution for paper.
pub(super) fn printed(number: usize, entry: &BookPuzzle) -> String {
    let heading = escape(&name(&entry.puzzle));
    let mut html = format!(
        "<div class=\"printed\">\n<h3><span class=\"number\">{number}</span> {heading}</h3>\n"
    );
    html += &findings(entry);
    let lines = lines(entry);
    for line in &lines {
        html += &line_text(line);
    }
    html += &more_lines(entry, lines.len());
    if let Some(moves) = &entry.solution.moves {
        let keys = entry.solution.keys.clone().unwrap_or_default();
        let others = moves.iter().filter(|mv| !keys.contains(&mv.mv));
        let others: Vec<String> = others
            .map(|mv| {
                let mut text = format!("{} {}", mv.mv, verdict_of(mv));
                if let Some(refutation) = refutation(entry, mv) {
                    let _ = write!(text, " ({refutation})");
                }
                escape(&text)
            })
            .collect();
        if !others.is_empty() {
            let _ = writeln!(
                html,
                "<p class=\"others\">Other moves: {}.</p>",
                others.join("; ")
            );
        }
    }
    if let Some(comment) = &entry.puzzle.about.comment {
        let _ = writeln!(html, "<p class=\"comment\">{}</p>", escape(comment));
    }
    html + "</div>\n"
}

/// Says how many earlier positions there are.
pub(super) fn earlier(count: usize) -> String {
    match count {
        1 => "1 earlier position counts".to_owned(),
        count => format!("{count} earlier positions count"),
    }
}

/// Says what was found: whether the goal can be forced, the verdict, the keys.
fn findings(entry: &BookPuzzle) -> String {
    let mut words = Vec::new();
    let (puzzle, solution) = (&entry.puzzle, &entry.solution);
    let position = &puzzle.position;
    let plain = puzzle.stipulation.is_none() || puzzle.goal().is_some();
    if solution.status != StatusName::Solved {
        words.push("Not solved within the limits that were set.".to_owned());
    } else if let Some(solutions) = &solution.solutions {
        words.push(match solutions.count {
            0 => "No solution.".to_owned(),
            1 => "One solution.".to_owned(),
            count => format!("{count} solutions."),
        });
    } else {
        let side = puzzle
            .stipulation
            .map(|stipulation| stipulation.side(position));
        let asked = side.filter(|_| !plain);
        match (asked, &solution.goal_impossible, solution.goal_met) {
            (Some(_), Some(why), _) => words.push(format!("Impossible: {why}.")),
            (Some(side), None, Some(true)) => {
                let plies = solution.goal_plies.map(in_plies).unwrap_or_default();
                words.push(format!("{side} can force it{plies}."));
            }
            (Some(side), None, Some(false)) => words.push(format!("{side} cannot force it.")),
            _ => {}
        }
        if let Some(verdict) = solution.verdict {
            let to_move = position.to_move();
            let result = match verdict {
                VerdictName::Win => format!("{to_move} wins{}", length(solution.plies)),
                VerdictName::Draw => "A draw".to_owned(),
                VerdictName::Loss => format!("{to_move} loses{}", length(solution.plies)),
            };
            words.push(match asked {
                Some(_) => format!("The game itself: {result}."),
                None => format!("{result}."),
            });
            if plain && solution.goal_met == Some(false) {
                words.push("What is asked cannot be forced.".to_owned());
            }
        }
    }
    let mut html = format!("<p class=\"verdict\">{}", escape(&words.join(" ")));
    if let Some(keys) = solution.keys.as_ref().filter(|keys| !keys.is_empty()) {
        let what = if keys.len() == 1 { "Key" } else { "Keys" };
        let _ = write!(
            html,
            " {what}: <strong class=\"key\">{}</strong>.",
            escape(&keys.join(", "))
        );
    }
    html + "</p>\n"
}

fn in_plies(plies: u32) -> String {
    match plies {
        0 => ", as the game is over".to_owned(),
        1 => " in 1 ply".to_owned(),
        plies => format!(" in {plies} plies"),
    }
}

fn length(plies: PliesObject) -> String {
    plies.flatten().map(in_plies).unwrap_or_default()
}

/// A line with what is said of its end.
struct MainLine {
    steps: Vec<Step>,
    end: Option<String>,
}

/// Returns the lines to be shown: that to the goal or that of the game, or those of series and help play.
fn lines(entry: &BookPuzzle) -> Vec<MainLine> {
    let (puzzle, solution) = (&entry.puzzle, &entry.solution);
    let play = |moves: Vec<&str>, ending: Option<EndingObject>| {
        let steps = steps(&puzzle.position, &moves)?;
        let last = steps
            .last()
            .map_or(puzzle.position, |step| step.ply.position);
        let end = ending.map(|ending| ending_words(ending_of(ending), &last));
        (!steps.is_empty() || end.is_some()).then_some(MainLine { steps, end })
    };
    if let Some(solutions) = &solution.solutions {
        let lines = solutions.lines.iter().take(MOST_LINES);
        return lines
            .filter_map(|line| play(line.iter().map(String::as_str).collect(), None))
            .collect();
    }
    let (line, ending) = match &solution.goal_line {
        Some(line) => (Some(line), solution.goal_ending),
        None => (solution.line.as_ref(), solution.ending),
    };
    let line = line.and_then(|line| play(line.iter().map(|ply| ply.mv.as_str()).collect(), ending));
    line.into_iter().collect()
}

fn ending_of(ending: EndingObject) -> Ending {
    match ending {
        EndingObject::NoMoves { south, north } => Ending::NoMoves { south, north },
        EndingObject::Repetition {
            first_ply,
            again_ply,
        } => Ending::Repetition {
            first_ply: first_ply.map(|ply| ply as usize),
            again_ply: again_ply as usize,
        },
        EndingObject::EndlessSowing => Ending::EndlessSowing,
    }
}

/// Says how many lines of series and help play are not shown.
fn more_lines(entry: &BookPuzzle, shown: usize) -> String {
    let solutions = entry.solution.solutions.as_ref();
    match solutions.map_or(0, |solutions| solutions.count.saturating_sub(shown as u64)) {
        0 => String::new(),
        more => format!("<p class=\"more\">And {more} more.</p>\n"),
    }
}

/// Writes a line turn by turn, each ply with its number for the player.
fn line_text(line: &MainLine) -> String {
    let mut html = String::new();
    if !line.steps.is_empty() {
        html.push_str("<ol class=\"line\">\n");
    }
    let mut number = 0;
    for turn in line.steps.chunk_by(|a, b| a.ply.side == b.ply.side) {
        let plies: Vec<String> = turn
            .iter()
            .map(|step| {
                number += 1;
                let text = escape(&ply_text(&step.ply));
                format!("<span class=\"ply\" data-ply=\"{number}\">{text}</span>")
            })
            .collect();
        let side = turn[0].ply.side;
        let _ = writeln!(
            html,
            "<li><span class=\"who\">{side}</span> {}</li>",
            plies.join(", ")
        );
    }
    if !line.steps.is_empty() {
        html.push_str("</ol>\n");
    }
    if let Some(end) = &line.end {
        let _ = writeln!(html, "<p class=\"end\">{}</p>", escape(end));
    }
    html
}

/// Writes the buttons and the data of a line; the script gives it its board.
fn player(entry: &BookPuzzle, line: &MainLine) -> String {
    if line.steps.is_empty() {
        return String::new();
    }
    let data = LineData::new(&entry.puzzle.position, &line.steps).json();
    let button = |action: &str, label: &str, sign: &str| {
        format!(
            "<button type=\"button\" data-go=\"{action}\" aria-label=\"{label}\">{sign}</button>"
        )
    };
    let buttons = [
        button("first", "To the start", "|◀"),
        button("back", "One ply back", "◀"),
        button("on", "One ply on", "▶"),
        button("last", "To the end", "▶|"),
    ];
    format!(
        "<div class=\"player\" role=\"group\" aria-label=\"Play through the line\" hidden=\"hidden\">\n<div class=\"stage\"></div>\n\
         <p class=\"buttons\">{}</p>\n<p class=\"status\" aria-live=\"polite\"></p>\n\
         <script type=\"application/json\">{data}</script>\n</div>\n",
        buttons.concat()
    )
}

/// Writes every move with its verdict and what refutes it.
fn table(entry: &BookPuzzle, moves: &[MoveObject]) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let keys = entry.solution.keys.clone().unwrap_or_default();
    let mut html = String::from(
        "<h3>All moves</h3>\n<table class=\"moves\">\n<thead><tr><th scope=\"col\">move</th><th scope=\"col\">result</th><th scope=\"col\">then</th></tr></thead>\n<tbody>\n",
    );
    for mv in moves {
        let key = keys.contains(&mv.mv);
        let class = match mv.verdict {
            VerdictName::Win => "win",
            VerdictName::Draw => "draw",
            VerdictName::Loss => "loss",
        };
        let then = match (key, refutation(entry, mv)) {
            (true, _) => "the key".to_owned(),
            (false, Some(refutation)) => refutation,
            (false, None) => String::new(),
        };
        let _ = writeln!(
            html,
            "<tr class=\"{class}{}\"><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>",
            if key { " is-key" } else { "" },
            escape(&move_text(mv)),
            escape(&verdict_of(mv)),
            escape(&then)
        );
    }
    html + "</tbody>\n</table>\n"
}

fn move_text(mv: &MoveObject) -> String {
    match mv.captured {
        0 => mv.mv.clone(),
        captured => format!("{} x{captured}", mv.mv),
    }
}

/// Says what the side to move gets by a move.
fn verdict_of(mv: &MoveObject) -> String {
    match mv.verdict {
        VerdictName::Win => format!("wins{}", length(mv.plies)),
        VerdictName::Draw => "draws".to_owned(),
        VerdictName::Loss => format!("loses{}", length(mv.plies)),
    }
}

/// Writes the play that refutes a move, if it is known.
fn refutation(entry: &BookPuzzle, mv: &MoveObject) -> Option<String> {
    let of_move = |refutation: &&Refutation| refutation.mv == mv.mv;
    let line = &entry.refutations.iter().find(of_move)?.line;
    let shown: &[Ply] = &line[..line.len().min(REFUTATION_PLIES)];
    let turns = turns_text(shown).into_iter();
    let turns: Vec<String> = turns
        .map(|(side, moves)| format!("{side} {moves}"))
        .collect();
    let more = if shown.len() < line.len() { " …" } else { "" };
    (!turns.is_empty()).then(|| turns.join("; ") + more)
}
