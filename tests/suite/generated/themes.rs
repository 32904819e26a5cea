//! Themes, difficulty and quality against the slow twin, over problems of all kinds.

use bonduc::generate::Theme;
use bonduc::puzzle::{Puzzle, load};
use rayon::prelude::*;

use super::twin;

/// Reads puzzles that have to be sound.
pub fn puzzles(path: &str) -> Vec<Puzzle> {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let entries = load(&[path], &mut std::io::empty()).into_iter();
    let puzzles: Vec<Puzzle> = entries.map(|entry| entry.puzzle.unwrap()).collect();
    assert!(!puzzles.is_empty());
    puzzles
}

/// Compares the tags of puzzles with what the twin tells.
fn agree(puzzles: &[Puzzle]) {
    let faults: Vec<String> = puzzles
        .par_iter()
        .filter_map(|puzzle| {
            let own: Vec<&str> = puzzle
                .about
                .tags
                .iter()
                .map(String::as_str)
                .filter(|tag| !matches!(*tag, "unique-line" | "unique-key" | "selected"))
                .collect();
            let twin = twin::tags(puzzle);
            (own != twin).then(|| format!("{}:\n  has  {own:?}\n  twin {twin:?}", puzzle.id))
        })
        .collect();
    assert!(
        faults.is_empty(),
        "{} of {}\n{}",
        faults.len(),
        puzzles.len(),
        faults.join("\n")
    );
}

#[test]
fn tags_are_as_the_twin_tells_them() {
    agree(&puzzles("tests/data/generated.jsonl"));
}

#[test]
fn every_theme_is_there_and_missing() {
    let puzzles = puzzles("tests/data/generated.jsonl");
    for theme in Theme::ALL {
        let of_game = |puzzle: &&Puzzle| {
            let game = puzzle.position.rules().game();
            theme.game().is_none_or(|own| own == game)
        };
        let has = |puzzle: &Puzzle| puzzle.about.tags.iter().any(|tag| tag == theme.name());
        let (with, without): (Vec<&Puzzle>, Vec<&Puzzle>) = puzzles
            .iter()
            .filter(of_game)
            .partition(|puzzle| has(puzzle));
        assert!(!with.is_empty(), "no problem with {}", theme.name());
        assert!(without.len() >= 5, "no problems without {}", theme.name());
    }
}
