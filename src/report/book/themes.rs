//! Labels of puzzles: themes for the index, and how hard a puzzle is said to be.

use std::collections::BTreeMap;

use super::BookPuzzle;

/// Names of labels that say how hard a puzzle is, as `difficulty=40`.
const MEASURES: [&str; 2] = ["difficulty", "level"];

/// Returns how hard a puzzle is said to be: a name and a value for each label that says so.
pub(super) fn measures(tags: &[String]) -> Vec<(&str, &str)> {
    let measures = tags.iter().filter_map(|tag| tag.split_once('='));
    measures
        .filter(|(name, _)| MEASURES.contains(name))
        .collect()
}

/// Returns the labels that are themes.
pub(super) fn themes(tags: &[String]) -> impl Iterator<Item = &str> {
    let measure =
        |tag: &str| matches!(tag.split_once('='), Some((name, _)) if MEASURES.contains(&name));
    tags.iter()
        .map(String::as_str)
        .filter(move |tag| !measure(tag))
}

/// Returns all themes in alphabetical order, each with the numbers of its puzzles from 1.
pub(super) fn index(puzzles: &[BookPuzzle]) -> BTreeMap<&str, Vec<usize>> {
    let mut index: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, puzzle) in (1..).zip(puzzles) {
        for theme in themes(&puzzle.puzzle.about.tags) {
            let numbers = index.entry(theme).or_default();
            if numbers.last() != Some(&number) {
                numbers.push(number);
            }
        }
    }
    index
}
