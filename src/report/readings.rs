//! What the readings of the rules make of a position.

use super::diagram::STRONG;
use super::solution::solution;
use crate::notation::rules_text;
use crate::puzzle::{ReadingObject, StatusName};
use crate::rules::OptionSpec;
use crate::solve::{Answer, Readings};
use crate::value::Verdict;

/// Writes each reading as an object.
pub fn reading_objects(readings: &Readings) -> Vec<ReadingObject> {
    readings.answers.iter().map(reading_object).collect()
}

fn reading_object(answer: &Answer) -> ReadingObject {
    let object = solution("", answer);
    ReadingObject {
        rules: rules_text(answer.position.rules()),
        status: object.status,
        verdict: object.verdict,
        goal_met: object.goal_met,
        keys: object.keys,
        plies: object.plies,
        goal_plies: object.goal_plies,
        solutions: object.solutions.map(|solutions| solutions.count),
    }
}

/// Names the options on which something hangs.
pub fn hangs_on(readings: &Readings) -> Vec<String> {
    let options = readings.hangs_on().into_iter();
    options.map(|spec| spec.name.to_owned()).collect()
}

/// Writes the readings as a table, and in a sentence what hangs on which option.
pub fn readings_text(readings: &Readings) -> String {
    // 1. A line for each reading; a star marks the puzzle's own.
    let head = ["rules", "verdict", "keys", "plies"].map(str::to_owned);
    let rows: Vec<[String; 4]> = readings.answers.iter().map(row).collect();
    let mut widths = head.clone().map(|cell| cell.chars().count());
    for row in &rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let [a, b, c, d] = widths;
    let mut text = "\nReadings of the rules\n".to_owned();
    for [rules, verdict, keys, plies] in [&head].into_iter().chain(&rows) {
        let line = format!("  {rules:<a$}  {verdict:<b$}  {keys:<c$}  {plies:>d$}");
        text += line.trim_end();
        text.push('\n');
    }
    // 2. What hangs on them.
    text + &format!("  {STRONG}{}{STRONG:#}\n", sentence(readings))
}

fn row(answer: &Answer) -> [String; 4] {
    let object = reading_object(answer);
    let rules = match object.rules.as_str() {
        "" => answer.position.rules().game().name().to_owned(),
        rules => rules.to_owned(),
    };
    let verdict = match object.verdict.map(Verdict::from) {
        Some(verdict) => verdict.to_string(),
        None => match (object.solutions, object.status) {
            (Some(1), StatusName::Solved) => "1 solution".to_owned(),
            (Some(count), StatusName::Solved) => format!("{count} solutions"),
            _ => "unsolved".to_owned(),
        },
    };
    let verdict = match object.goal_met {
        Some(false) => format!("{verdict}, goal missed"),
        _ => verdict,
    };
    let keys = match object.keys {
        Some(keys) => keys.join(" "),
        None => "?".to_owned(),
    };
    let own = match object.goal_met {
        // The keys are those of the goal, and so is the length.
        Some(true) => object.goal_plies.map(Some).or(object.plies),
        _ => object.plies,
    };
    let plies = match own {
        Some(Some(plies)) => plies.to_string(),
        Some(None) => "-".to_owned(),
        None => String::new(),
    };
    [rules, verdict, keys, plies]
}

fn sentence(readings: &Readings) -> String {
    let verdict = readings.verdict_hangs_on();
    let mut keys = readings.keys_hang_on();
    keys.retain(|spec| !verdict.iter().any(|named| named.name == spec.name));
    let asked = readings
        .answers
        .first()
        .is_some_and(|one| one.asked.is_some());
    let what = match asked {
        true => "Verdict or goal",
        false => "The verdict",
    };
    let count = readings.answers.len();
    let unanswered = readings.unanswered();
    let found = match (verdict.is_empty(), keys.is_empty()) {
        (true, true) if !readings.agree() => {
            "The readings that were answered differ, but no two of them in one option alone."
                .to_owned()
        }
        (true, true) if unanswered == 0 => format!("All {count} readings agree."),
        (true, true) if unanswered + 1 >= count => String::new(),
        (true, true) => format!(
            "The {} readings that were answered agree.",
            count - unanswered
        ),
        (false, true) => format!("{what} hangs on {}.", names(&verdict)),
        (true, false) => format!("{what} is the same; the keys hang on {}.", names(&keys)),
        (false, false) => format!(
            "{what} hangs on {}; the keys also on {}.",
            names(&verdict),
            names(&keys)
        ),
    };
    let left_out = match unanswered {
        0 => String::new(),
        1 => format!("1 of {count} readings is not answered within the limits and left out."),
        _ => format!(
            "{unanswered} of {count} readings are not answered within the limits and left out."
        ),
    };
    let sentences = [found, left_out];
    let said = sentences.iter().filter(|part| !part.is_empty());
    said.map(String::as_str).collect::<Vec<_>>().join(" ")
}

/// Joins names as in a sentence: `a`, `a and b`, `a, b and c`.
fn names(options: &[&OptionSpec]) -> String {
    let names: Vec<&str> = options.iter().map(|spec| spec.name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
