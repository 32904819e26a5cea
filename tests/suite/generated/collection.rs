//! The shipped collection: whole, rated, without repeats; `.ci/run` has `verify` judge it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use bonduc::generate::{Catalogue, Level, Rating, Registry, Theme, id_of};
use bonduc::puzzle::Puzzle;
use bonduc::rules::Game;

use super::sets::no_two_alike;
use super::themes::puzzles;
use crate::cli::{bonduc, code, objects, text};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn collection() -> [Vec<Puzzle>; 2] {
    ["puzzles/giuthi", "puzzles/kiothi"].map(puzzles)
}

fn is_selected(puzzle: &&Puzzle) -> bool {
    puzzle.about.tags.iter().any(|tag| tag == "selected")
}

#[test]
fn every_problem_is_named_rated_and_solved() {
    for (puzzles, (game, least)) in collection()
        .iter()
        .zip([(Game::Giuthi, 200), (Game::Kiothi, 100)])
    {
        assert!(puzzles.len() >= least, "{}", puzzles.len());
        let folder = format!("solutions/{}", game.name());
        let solutions = fs::read_dir(root().join(&folder)).unwrap();
        let solutions = solutions.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let solutions: BTreeSet<String> =
            solutions.filter(|name| name.ends_with(".json")).collect();
        let names = puzzles.iter().map(|puzzle| format!("{}.json", puzzle.id));
        assert_eq!(solutions, names.collect());
        for puzzle in puzzles {
            let asked = puzzle.stipulation.unwrap();
            assert_eq!(puzzle.position.rules().game(), game);
            assert_eq!(id_of(&puzzle.position, &asked), puzzle.id);
            assert!(
                Rating::from_tags(&puzzle.about.tags).is_some(),
                "{}",
                puzzle.id
            );
        }
        let catalogue = root().join(format!("puzzles/{}/catalogue.md", game.name()));
        let markdown = Catalogue::new(puzzles).markdown();
        assert!(
            fs::read_to_string(catalogue).unwrap() == markdown,
            "{}'s catalogue",
            game.name()
        );
    }
}

#[test]
fn all_themes_and_levels_are_there() {
    let puzzles = collection().concat();
    let ratings = puzzles
        .iter()
        .map(|puzzle| Rating::from_tags(&puzzle.about.tags).unwrap());
    let ratings: Vec<Rating> = ratings.collect();
    for theme in Theme::ALL {
        assert!(
            ratings.iter().any(|rating| rating.themes.contains(&theme)),
            "{}",
            theme.name()
        );
    }
    for level in Level::ALL {
        let count = ratings
            .iter()
            .filter(|rating| rating.level() == level)
            .count();
        assert!(count >= 50, "{count} {}", level.name());
    }
    let pits: BTreeSet<usize> = puzzles
        .iter()
        .map(|puzzle| puzzle.position.row().pits())
        .collect();
    assert_eq!(pits, BTreeSet::from([5, 6, 7, 8, 10]));
}

#[test]
fn nothing_is_shipped_twice() {
    let [giuthi, kiothi] = collection();
    no_two_alike(&giuthi);
    no_two_alike(&kiothi);
    let mut registry = Registry::default();
    for puzzle in puzzles("puzzles").iter().chain(&giuthi).chain(&kiothi) {
        // Of the earlier puzzles, some pairs were composed as variations of each other.
        let taken = registry.take(puzzle);
        let generated = giuthi
            .iter()
            .chain(&kiothi)
            .any(|other| other.id == puzzle.id);
        assert!(taken || !generated, "{} repeats another", puzzle.id);
    }
}

#[test]
fn the_evidence_holds() {
    for game in Game::BOTH {
        let (solutions, puzzles) = (
            format!("solutions/{}", game.name()),
            format!("puzzles/{}", game.name()),
        );
        let output = bonduc(&[
            "check",
            "--format",
            "json",
            &solutions,
            "--against",
            &puzzles,
        ]);
        assert_eq!(code(&output), 0, "{}", text(&output.stderr));
        for report in objects(&output) {
            let certified: Vec<&str> = report["certified"]
                .as_array()
                .unwrap()
                .iter()
                .map(|what| what.as_str().unwrap())
                .collect();
            let certified = certified.join(" ");
            assert!(certified.contains("keys"), "{report}");
        }
    }
}

/// docs/selected.md has the selected problems with the sentences of their files, in their order, and the boards as they are.
#[test]
fn the_selected_problems_are_shown() {
    let puzzles = collection().concat();
    let selected: Vec<&Puzzle> = puzzles.iter().filter(is_selected).collect();
    assert_eq!(selected.len(), 20);
    let page = fs::read_to_string(root().join("docs/selected.md")).unwrap();
    for puzzle in selected {
        let about = &puzzle.about;
        let title = about
            .title
            .as_deref()
            .expect("a selected problem has a title");
        let comment = about
            .comment
            .as_deref()
            .expect("a selected problem has its idea told");
        let section = page
            .split("\n## ")
            .find(|section| section.contains(&puzzle.id));
        let section = section.unwrap_or_else(|| panic!("{} is not on the page", puzzle.id));
        assert!(section.starts_with(title), "{}", puzzle.id);
        assert!(section.contains(comment), "{}", puzzle.id);
        let file = format!(
            "puzzles/{}/{}.json",
            puzzle.position.rules().game().name(),
            puzzle.id
        );
        let board = text(&bonduc(&["show", &file]).stdout);
        let board = board.split_once("\n\n").unwrap().1;
        assert!(section.contains(board.trim_end()), "{}\n{board}", puzzle.id);
    }
}
