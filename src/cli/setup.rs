//! Positions from paths, texts or a recorded set-up, and moves played on them first.

use bonduc::puzzle::{Entry, LoadOptions, Puzzle, load_with};
use bonduc::rules::RecordedSetup;
use bonduc::value::Stipulation;
use clap::builder::PossibleValuesParser;

/// The names that `--setup` takes.
pub fn setup_names() -> PossibleValuesParser {
    RecordedSetup::all()
        .iter()
        .map(|setup| setup.name)
        .collect::<Vec<_>>()
        .into()
}

/// Reads all inputs by some options, or takes the set-up in their place; positions of the opening are among them.
pub fn entries(inputs: &[String], setup: Option<&str>, options: LoadOptions) -> Vec<Entry> {
    let options = LoadOptions {
        openings: true,
        ..options
    };
    match setup.and_then(RecordedSetup::from_name) {
        Some(setup) => vec![Entry {
            id: setup.name.to_owned(),
            origin: "the set-up".to_owned(),
            path: "$".to_owned(),
            puzzle: Ok(Puzzle::of_setup(setup)),
        }],
        None => load_with(inputs, &mut std::io::stdin(), &options),
    }
}

/// Plays moves on every position first; where they cannot be played, or lead to no position to be sown from, its entry is refused.
pub fn play_first(entries: &mut [Entry], after: &[String]) {
    let moves = all_moves(after);
    for entry in entries {
        if let Ok(puzzle) = &entry.puzzle {
            entry.puzzle = puzzle.after(&moves, "--after").map_err(|fault| vec![fault]);
        }
        entry.refuse_opening();
    }
}

/// Asks something of every puzzle in place of its own stipulation, if anything is to be asked.
pub fn ask(entries: &mut [Entry], stipulation: Option<Stipulation>) {
    if stipulation.is_none() {
        return;
    }
    for entry in entries {
        if let Ok(puzzle) = &mut entry.puzzle {
            puzzle.stipulation = stipulation;
        }
    }
}

/// Returns the moves of several texts, one after another.
pub fn all_moves(texts: &[String]) -> Vec<&str> {
    texts.iter().flat_map(|text| moves(text)).collect()
}

/// The moves of a text: blanks stand between them, or commas between sowings.
fn moves(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().flat_map(|word| {
        let commas = !bonduc::notation::is_redistribution(word);
        word.split(move |letter| commas && letter == ',')
            .filter(|mv| !mv.is_empty())
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn moves_stand_between_blanks_or_commas() {
        let moves: Vec<&str> = super::moves(" d,f>a2,b3,C5  A,B>C9 c3, a1,b2").collect();
        assert_eq!(moves, ["d,f>a2,b3,C5", "A,B>C9", "c3", "a1", "b2"]);
    }
}
