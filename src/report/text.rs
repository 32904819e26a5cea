//! The answer as text for people.

use std::fmt::Write as _;

use super::composed::{composed_summary, composed_text};
use super::diagram::{Charset, FAINT, STRONG, diagram};
use super::game::turn_lines;
use super::words::{ending_words, position_words};
use crate::notation::NamedMove;
use crate::puzzle::{About, Solution};
use crate::rules::{Game, Move, PlyNext, Position};
use crate::search::Cycles;
use crate::solve::{
    Answer, AnswerLevel, Asked, GoalLine, Length, LineEnd, Method, MoveAnswer, Solved, Status,
};
use crate::value::{DrawsWithLead, Goal, Thresholds, Verdict, WinsWithLead};

/// Writes an answer: the board, what was asked, verdict, keys, line, all moves, how it was found.
pub fn answer_text(id: &str, about: &About, answer: &Answer, charset: Charset) -> String {
    let position = &answer.position;
    let mut text = format!("{STRONG}{id}{STRONG:#}  {}\n", position_words(position));
    let credits = [&about.title, &about.author, &about.source];
    let plain = |text: &String| text.replace(char::is_control, " ");
    let mut credits: Vec<String> = credits.into_iter().flatten().map(plain).collect();
    credits.extend(about.year.map(|year| year.to_string()));
    if !credits.is_empty() {
        let _ = writeln!(text, "{}", credits.join(", "));
    }
    let _ = write!(text, "\n{}\n", diagram(position, charset));
    let earlier = answer.history.len();
    if earlier > 0 {
        let rule = match position.rules().game() {
            Game::Giuthi => "G12",
            Game::Kiothi => "K13",
        };
        let what = match earlier {
            1 => "1 earlier position counts".to_owned(),
            earlier => format!("{earlier} earlier positions count"),
        };
        let _ = writeln!(text, "{what} for repetition ({rule}).");
    }
    if let Some(stipulation) = &answer.stipulation {
        let side = stipulation.side(position);
        let what = stipulation.words(position.rules().game());
        let _ = writeln!(text, "Asked: {side} {what}.");
    }
    if let Some(asked) = &answer.asked {
        text += &asked_text(answer, asked);
    }
    match &answer.status {
        Status::Solved(solved) => text += &solved_text(answer, solved),
        Status::Composed => {}
        Status::Unsolved(unsolved) => {
            let side = position.to_move();
            let proved = match (unsolved.at_least, unsolved.at_most) {
                (at_least, at_most) if at_least == at_most => {
                    let what = match at_least {
                        Verdict::Win => format!("{side} wins"),
                        Verdict::Draw => "a draw".to_owned(),
                        Verdict::Loss => format!("{side} loses"),
                    };
                    format!(
                        "Proved: {what}; not what every move leads to (--answer verdict asks for less)."
                    )
                }
                (Verdict::Draw, _) => format!("Proved: {side} does not lose."),
                (_, Verdict::Draw) => format!("Proved: {side} does not win."),
                _ => "Nothing is proved so far.".to_owned(),
            };
            let stop = unsolved.stop;
            let _ = writeln!(text, "{STRONG}Not solved{STRONG:#}: {stop}. {proved}");
        }
    }
    text += &method_text(answer);
    text
}

fn solved_text(answer: &Answer, solved: &Solved) -> String {
    let position = &answer.position;
    let side = position.to_move();
    let name = |mv: Move| NamedMove::new(mv, side, position.row()).to_string();
    // 1. The verdict and what it hangs on.
    let verdict = match solved.verdict {
        Verdict::Win => format!("{side} wins"),
        Verdict::Draw => "A draw".to_owned(),
        Verdict::Loss => format!("{side} loses"),
    };
    let plies = |plies: u32| match plies {
        1 => "1 ply".to_owned(),
        plies => format!("{plies} plies"),
    };
    let length = match solved.length {
        Length::Proved(0) => ", the game is over".to_owned(),
        Length::Proved(length) => {
            let proved = match solved.verdict {
                Verdict::Loss => "proved: it cannot hold out longer",
                _ => "proved shortest",
            };
            format!(" in {} ({proved})", plies(length))
        }
        Length::Draw => String::new(),
        Length::Unknown => ", in how many plies is not proved".to_owned(),
    };
    let mut text = format!("{STRONG}{verdict}{STRONG:#}{length}.\n");
    if let (Some(goal), Some(false)) = (answer.goal(), answer.goal_met()) {
        let what = match goal {
            Goal::Win => "a win",
            Goal::Draw => "a draw",
        };
        let _ = writeln!(text, "The puzzle's goal, {what}, cannot be forced.");
    }
    if let Some(thresholds) = solved.thresholds
        && answer.level == AnswerLevel::Full
    {
        let _ = writeln!(text, "{}", lead_words(position, thresholds));
    }
    if let Some(stop) = solved.stop {
        let _ = writeln!(text, "Lengths are not worked out: {stop}.");
    }
    // 2. The keys.
    if answer.asked.is_none()
        && let Some(keys) = answer.keys()
        && !solved.moves.is_empty()
    {
        text += &keys_text(position, &keys, solved.moves.len());
    }
    // 3. The line.
    if let Some(line) = &solved.line {
        if !line.plies.is_empty() {
            let _ = write!(text, "\nLine\n{}", turn_lines(&line.plies));
        }
        let last = line.plies.last().map_or(position, |ply| &ply.position);
        let _ = writeln!(text, "  {}", ending_words(line.ending, last));
    }
    // 4. All moves by their verdicts.
    if answer.level >= AnswerLevel::Moves && !solved.moves.is_empty() {
        text += "\nMoves\n";
        for (verdict, word) in [
            (Verdict::Win, "winning"),
            (Verdict::Draw, "drawing"),
            (Verdict::Loss, "losing"),
        ] {
            let moves = solved.moves.iter().filter(|mv| mv.verdict == verdict);
            for (i, mv) in moves.enumerate() {
                let label = if i == 0 { word } else { "" };
                let named = name(mv.mv);
                let details = move_details(mv, answer.level == AnswerLevel::Full);
                let _ = writeln!(text, "  {label:<8} {STRONG}{named:<5}{STRONG:#} {details}");
            }
        }
    }
    text
}

/// Names the keys among so many moves.
fn keys_text(position: &Position, keys: &[Move], moves: usize) -> String {
    let name = |mv: &Move| NamedMove::new(*mv, position.to_move(), position.row()).to_string();
    let names: Vec<String> = keys.iter().map(name).collect();
    match names.len() {
        0 => "No key.\n".to_owned(),
        1 if moves == 1 => format!("Only move: {}\n", names[0]),
        1 => format!("Key: {STRONG}{}{STRONG:#}, and no other.\n", names[0]),
        _ => format!("Keys: {STRONG}{}{STRONG:#}\n", names.join(", ")),
    }
}

/// Says what became of a stipulation that the verdict does not answer.
fn asked_text(answer: &Answer, asked: &Asked) -> String {
    let position = &answer.position;
    let side = (answer.stipulation).map_or(position.to_move(), |asked| asked.side(position));
    let mut text = String::new();
    let found = match asked {
        Asked::Impossible(why) => {
            let rest = match answer.status {
                Status::Composed => "",
                _ => "\nThe game itself\n",
            };
            return format!("{STRONG}Impossible{STRONG:#}: {why}.\n{rest}");
        }
        Asked::Unknown(stop) => {
            return format!("{STRONG}Not known{STRONG:#} whether it can be forced: {stop}.\n");
        }
        Asked::Composed(solutions) => return composed_text(answer, solutions),
        Asked::Found(found) => found,
    };
    let plies = match found.plies {
        Some(1) => " in 1 ply (proved shortest)".to_owned(),
        Some(plies @ 2..) => format!(" in {plies} plies (proved shortest)"),
        _ => String::new(),
    };
    let _ = match found.met {
        true => writeln!(text, "{STRONG}{side} can force it{STRONG:#}{plies}."),
        false => writeln!(text, "{STRONG}{side} cannot force it{STRONG:#}."),
    };
    if let Some(stop) = found.stop {
        let _ = writeln!(text, "Not all of it is worked out: {stop}.");
    }
    if let Some(keys) = &found.keys
        && found.met
        && side == position.to_move()
    {
        let moves = position.legal_moves().len();
        if moves > 0 {
            text += &keys_text(position, keys, moves);
        }
    }
    let own_line = match &answer.status {
        Status::Solved(solved) => solved.line.as_ref(),
        Status::Unsolved(_) | Status::Composed => None,
    };
    let same = |line: &GoalLine| {
        own_line.is_some_and(|own| own.plies == line.plies && LineEnd::Over(own.ending) == line.end)
    };
    if let Some(line) = found.line.as_ref().filter(|line| !same(line)) {
        if !line.plies.is_empty() {
            let what = match found.met {
                true => "Line to the goal",
                false => "Line that keeps it off",
            };
            let _ = write!(text, "\n{what}\n{}", turn_lines(&line.plies));
        }
        let last = line.plies.last().map_or(position, |ply| &ply.position);
        let end = match line.end {
            LineEnd::Over(ending) => ending_words(ending, last),
            LineEnd::TimeUp => format!("{side} is to move, and the time is up."),
            LineEnd::OutOfReach => "What is asked is out of reach by now.".to_owned(),
        };
        let _ = writeln!(text, "  {end}");
    }
    if found.line.as_ref().is_some_and(same) {
        let what = match found.met {
            true => "reaches the goal",
            false => "keeps it off",
        };
        let _ = writeln!(text, "The game's own line {what}.");
    }
    let _ = writeln!(text, "\nThe game itself");
    text
}

/// Says with which leads the position is won and drawn.
fn lead_words(position: &Position, thresholds: Thresholds) -> String {
    let side = position.to_move();
    let draws = match thresholds.draws() {
        DrawsWithLead::Always => "draws with any lead".to_owned(),
        DrawsWithLead::At(lead) => format!("draws with a lead of {lead} or more"),
    };
    let wins = match thresholds.wins() {
        WinsWithLead::Never => "never wins".to_owned(),
        WinsWithLead::At(lead) => format!("wins with a lead of {lead} or more"),
    };
    format!(
        "With other scores: {side} {wins}, {draws}; here the lead is {}.",
        position.lead()
    )
}

fn move_details(answer: &MoveAnswer, full: bool) -> String {
    let length = match answer.length {
        Length::Proved(1) => "  1 ply".to_owned(),
        Length::Proved(plies) => format!("{plies:>3} plies"),
        Length::Draw | Length::Unknown => String::new(),
    };
    let mut parts = Vec::new();
    if answer.captured > 0 {
        parts.push(format!("captures {}", answer.captured));
    }
    match answer.next {
        PlyNext::Again => parts.push("sows again".to_owned()),
        PlyNext::Opponent => {}
        PlyNext::Over(_) => parts.push("ends the game".to_owned()),
        PlyNext::Endless => parts.push("never ends: a draw".to_owned()),
    }
    let mut text = String::new();
    if let Some(thresholds) = answer.thresholds.filter(|_| full) {
        let wins = match thresholds.wins() {
            WinsWithLead::Never => "never wins".to_owned(),
            WinsWithLead::At(lead) => format!("wins from {lead}"),
        };
        let draws = match thresholds.draws() {
            DrawsWithLead::Always => "always draws".to_owned(),
            DrawsWithLead::At(lead) => format!("draws from {lead}"),
        };
        text = format!(" {FAINT}({wins}, {draws}){FAINT:#}");
    }
    let parts = parts.join(", ") + &text;
    let text = format!("{length:<9}  {}", parts.trim_start());
    text.trim_end().to_owned()
}

fn method_text(answer: &Answer) -> String {
    let positions = grouped(answer.positions);
    let how = match answer.method {
        Method::Rules | Method::Tables => return String::new(),
        Method::Search => format!("search of {positions} positions"),
        Method::Series | Method::Help => format!("lines through {positions} positions"),
        Method::Layers => format!("layers of {positions} positions"),
        Method::Graph(Cycles { components: 0, .. }) => format!("graph of {positions} positions"),
        Method::Graph(cycles) => format!(
            "graph of {positions} positions, of which {} can come round again (in {} group{}, the largest of {})",
            grouped(cycles.positions as u64),
            grouped(cycles.components as u64),
            if cycles.components == 1 { "" } else { "s" },
            grouped(cycles.largest as u64),
        ),
    };
    format!("\n{FAINT}{how}, {:.2} s{FAINT:#}\n", answer.seconds)
}

/// Writes a number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes one line for each of several answers, as a table: id, verdict, keys, plies.
pub fn summary_text(solutions: &[Solution]) -> String {
    let rows: Vec<[String; 4]> = solutions.iter().map(summary_row).collect();
    let head = ["puzzle", "verdict", "keys", "plies"].map(str::to_owned);
    let mut widths = head.clone().map(|cell| cell.chars().count());
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let line = |row: &[String; 4]| {
        let [id, verdict, keys, plies] = row;
        let [a, b, c, d] = widths;
        let line = format!("{id:<a$}  {verdict:<b$}  {keys:<c$}  {plies:>d$}");
        line.trim_end().to_owned()
    };
    let mut text = format!("{STRONG}{}{STRONG:#}\n", line(&head));
    for row in &rows {
        text += &line(row);
        text.push('\n');
    }
    text
}

fn summary_row(solution: &Solution) -> [String; 4] {
    let word = |value: serde_json::Result<serde_json::Value>| {
        let value = value.unwrap_or_default();
        value.as_str().unwrap_or_default().to_owned()
    };
    let verdict = match &solution.verdict {
        Some(verdict) => word(serde_json::to_value(verdict)),
        None => word(serde_json::to_value(solution.status)),
    };
    let verdict = match &solution.solutions {
        Some(solutions) => composed_summary(solutions),
        None => verdict,
    };
    let verdict = match solution.goal_met {
        Some(false) => format!("{verdict}, goal missed"),
        _ => verdict,
    };
    let verdict = match &solution.hangs_on {
        Some(options) if !options.is_empty() => {
            format!("{verdict}, hangs on {}", options.join(" "))
        }
        _ => verdict,
    };
    let keys = solution.keys.as_deref().unwrap_or_default().join(" ");
    let own = match solution.goal_met {
        // How long the goal takes, where it is another than the game's.
        Some(true) => solution.goal_plies.map(Some).or(solution.plies),
        _ => solution.plies,
    };
    let plies = match own {
        Some(Some(plies)) => plies.to_string(),
        Some(None) => "-".to_owned(),
        None => String::new(),
    };
    [solution.id.clone(), verdict, keys, plies]
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_stand_in_groups() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1000, "1,000"),
            (1234567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
