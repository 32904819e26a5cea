//! Labels of puzzles: themes for the index, and how hard and how good a puzzle is said to be.

use std::collections::BTreeMap;

use super::BookPuzzle;

/// Names of labels with a number that are told beside a puzzle, as `difficulty=40`; other labels with a number say how that came about.
const MEASURES: [&str; 2] = ["difficulty", "quality"];
/// Labels that say how hard a puzzle is in a word.
const LEVELS: [&str; 3] = ["easy", "medium", "hard"];

/// Returns what is said of a puzzle's difficulty and quality, in words.
pub(super) fn measures(tags: &[String]) -> Vec<String> {
    let tags = || tags.iter().map(String::as_str);
    let levels = tags().filter(|tag| LEVELS.contains(tag));
    let numbers = tags().filter_map(|tag| tag.split_once('='));
    let numbers = numbers.filter(|(name, _)| MEASURES.contains(name));
    let numbers = numbers.map(|(name, value)| format!("{name} {value}"));
    levels.map(str::to_owned).chain(numbers).collect()
}

/// Returns the labels that are themes.
pub(super) fn themes(tags: &[String]) -> impl Iterator<Item = &str> {
    tags.iter()
        .map(String::as_str)
        .filter(|tag| !tag.contains('=') && !LEVELS.contains(tag))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_told_apart() {
        let tags = ["relay", "medium", "difficulty=52", "laps=10", "quality=77"].map(str::to_owned);
        assert_eq!(themes(&tags).collect::<Vec<_>>(), ["relay"]);
        assert_eq!(measures(&tags), ["medium", "difficulty 52", "quality 77"]);
    }
}
