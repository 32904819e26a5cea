//! What is asked, in words on one line: `win`, `margin>=5 for north within 3 turns`.

use super::json::Json;
use super::reader::Reader;
use super::stipulation;
use super::{GoalName, GoalObject, KindName, SideName, WithinObject};
use crate::value::Stipulation;

/// The form, for messages.
pub(super) const FORM: &str = "win, draw, margin>=N, margin=N or capture>=N, then, where they apply, \
     for south|north, within N turns|sowings, series N or help N, solutions N";

/// Writes what is asked in words.
pub(super) fn stipulation_text(goal: &GoalObject) -> String {
    let mut text = match (goal.goal, goal.at_least, goal.exactly) {
        (GoalName::Margin, _, Some(number)) => format!("margin={number}"),
        (GoalName::Margin, number, _) => format!("margin>={}", number.unwrap_or(0)),
        (GoalName::Capture, number, _) => format!("capture>={}", number.unwrap_or(0)),
        (GoalName::Win, ..) => "win".to_owned(),
        (GoalName::Draw, ..) => "draw".to_owned(),
    };
    if let Some(side) = goal.side {
        text += match side {
            SideName::South => " for south",
            SideName::North => " for north",
        };
    }
    match goal.within {
        Some(WithinObject::Turns(count)) => text += &format!(" within {count} turns"),
        Some(WithinObject::Sowings(count)) => text += &format!(" within {count} sowings"),
        None => {}
    }
    let moves = goal.moves.unwrap_or(0);
    match goal.kind {
        Some(KindName::Series) => text += &format!(" series {moves}"),
        Some(KindName::Help) => text += &format!(" help {moves}"),
        Some(KindName::Direct) | None => {}
    }
    if let Some(solutions) = goal.solutions {
        text += &format!(" solutions {solutions}");
    }
    text
}

/// Reads what is asked from words on one line, such as `margin=2 within 3 turns`.
///
/// # Errors
///
/// What is wrong with it.
pub fn read_stipulation(text: &str) -> Result<Stipulation, String> {
    let json = parse_stipulation(text).ok_or_else(|| format!("expected {FORM}"))?;
    let mut reader = Reader::default();
    let read = stipulation::read(&mut reader, "", &json);
    match (reader.faults.first(), read) {
        (None, Some(stipulation)) => Ok(stipulation),
        (fault, _) => Err(fault.map_or_else(String::new, |fault| {
            let place = fault.path.trim_start_matches('.');
            let place = if place.is_empty() { "it" } else { place };
            format!(
                "{place}: found {}, expected {}",
                fault.found, fault.expected
            )
        })),
    }
}

/// Reads what is asked into the object of a puzzle file; whether its parts go together is left to the reader of these. `None` if it has not
/// the form.
pub(super) fn parse_stipulation(text: &str) -> Option<Json> {
    let mut fields: Vec<(String, Json)> = Vec::new();
    let word = |text: &str| Json::String(text.to_owned());
    let number = |text: &str| Some(Json::Number(text.parse::<i64>().ok()?.into()));
    let mut words = text.split_whitespace();
    // 1. The goal and its number.
    let goal = words.next()?;
    let (name, bound) = match (goal.split_once(">="), goal.split_once('=')) {
        (Some((name, least)), _) => (name, Some(("at_least", number(least)?))),
        (None, Some((name, exactly))) => (name, Some(("exactly", number(exactly)?))),
        (None, None) => (goal, None),
    };
    let mut put = |name: &str, value: Json| {
        let known = fields.iter().any(|(before, _)| before == name);
        fields.push((name.to_owned(), value));
        (!known).then_some(())
    };
    put("goal", word(name))?;
    if let Some((name, value)) = bound {
        put(name, value)?;
    }
    // 2. The rest, in any order.
    while let Some(what) = words.next() {
        let value = words.next()?;
        match what {
            "for" => put("for", word(value))?,
            "within" => {
                let unit = match words.next()? {
                    "turns" | "turn" => "turns",
                    "sowings" | "sowing" => "sowings",
                    _ => return None,
                };
                let count = vec![(unit.to_owned(), number(value)?)];
                put("within", Json::Object(count))?;
            }
            "series" | "help" => {
                put("kind", word(what))?;
                put("moves", number(value)?)?;
            }
            "solutions" => put("solutions", number(value)?)?,
            _ => return None,
        }
    }
    Some(Json::Object(fields))
}

#[cfg(test)]
mod tests {
    use super::super::reader::Reader;
    use super::super::stipulation;
    use super::*;

    #[test]
    fn stipulations_go_both_ways() {
        for text in [
            "win",
            "draw for north",
            "margin>=-5",
            "margin=2 for south within 3 turns",
            "capture>=12 within 4 sowings",
            "win series 3",
            "draw for south help 4 solutions 2",
        ] {
            let json = parse_stipulation(text).unwrap();
            let mut reader = Reader::default();
            let read = stipulation::read(&mut reader, "$", &json);
            assert!(reader.faults.is_empty(), "{text}: {:?}", reader.faults);
            let again = stipulation_text(&GoalObject::from(&read.unwrap()));
            assert_eq!(again, text);
        }
        for text in [
            "",
            "margin>=x",
            "win for",
            "win within 3",
            "win within 3 days",
            "win soon 3",
            "win for south for north",
            "win within 2 turns within 3 turns",
        ] {
            assert_eq!(parse_stipulation(text), None, "{text}");
        }
    }
}
