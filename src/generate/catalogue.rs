//! What a set has: counts by theme and level.

use std::fmt::Write as _;

use super::{Rating, Theme};
use crate::puzzle::Puzzle;

/// A set of rated puzzles counted by theme and level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Catalogue {
    /// Puzzles by level.
    pub levels: [usize; 3],
    /// Puzzles with each theme, by level; in the order of [`Theme::ALL`].
    pub themes: Vec<(Theme, [usize; 3])>,
    /// A row for each puzzle: its id and its rating.
    pub puzzles: Vec<(String, Rating)>,
}

impl Catalogue {
    /// Counts puzzles; those without a rating among their tags are left out.
    pub fn new<'a>(puzzles: impl IntoIterator<Item = &'a Puzzle>) -> Catalogue {
        let mut catalogue = Catalogue {
            themes: Theme::ALL.map(|theme| (theme, [0; 3])).into(),
            ..Catalogue::default()
        };
        for puzzle in puzzles {
            let Some(rating) = Rating::from_tags(&puzzle.about.tags) else {
                continue;
            };
            let level = rating.level() as usize;
            catalogue.levels[level] += 1;
            for (theme, counts) in &mut catalogue.themes {
                counts[level] += usize::from(rating.themes.contains(theme));
            }
            catalogue.puzzles.push((puzzle.id.clone(), rating));
        }
        catalogue
    }

    /// Writes it as a page of Markdown: the counts, then a line for each puzzle.
    pub fn markdown(&self) -> String {
        let mut text = String::from("# Catalogue\n\n");
        let total: usize = self.levels.iter().sum();
        let _ = writeln!(text, "{total} problems.\n");
        let _ = writeln!(
            text,
            "| theme | easy | medium | hard | all |\n|---|---|---|---|---|"
        );
        let mut row = |name: &str, counts: &[usize; 3]| {
            let all: usize = counts.iter().sum();
            let [easy, medium, hard] = counts;
            let _ = writeln!(text, "| {name} | {easy} | {medium} | {hard} | {all} |");
        };
        row("all", &self.levels);
        for (theme, counts) in &self.themes {
            if counts.iter().any(|count| *count > 0) {
                row(theme.name(), counts);
            }
        }
        let _ = writeln!(
            text,
            "\n| problem | level | difficulty | quality | only moves | plies | themes |\n|---|---|---|---|---|---|---|"
        );
        for (id, rating) in &self.puzzles {
            let themes: Vec<&str> = rating.themes.iter().map(|theme| theme.name()).collect();
            let _ = writeln!(
                text,
                "| {id} | {} | {} | {} | {} | {} | {} |",
                rating.level().name(),
                rating.difficulty.score(),
                rating.quality.score(),
                rating.difficulty.only_moves,
                rating.plies,
                themes.join(", "),
            );
        }
        text
    }
}
