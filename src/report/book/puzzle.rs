//! One puzzle on the page.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::svg::{SvgOptions, svg_diagram};
use super::super::words::position_words;
use super::super::xml::escape;
use super::BookPuzzle;
use super::solution::{earlier, solution};
use super::themes::{measures, themes};
use crate::notation::{board_text, rules_text};
use crate::puzzle::Puzzle;
use crate::rules::Game;

/// Returns a puzzle's title with its id, or the id alone.
pub(super) fn name(puzzle: &Puzzle) -> String {
    match &puzzle.about.title {
        Some(title) => format!("{title} ({})", puzzle.id),
        None => puzzle.id.clone(),
    }
}

/// Writes a puzzle: number, credits, diagram, what is asked, and the solution to be opened.
pub(super) fn article(
    number: usize,
    entry: &BookPuzzle,
    index: &BTreeMap<&str, Vec<usize>>,
) -> String {
    let puzzle = &entry.puzzle;
    let (position, about) = (&puzzle.position, &puzzle.about);
    let heading = about.title.as_ref().unwrap_or(&puzzle.id);
    let mut html = format!(
        "<article id=\"p{number}\" data-id=\"{}\">\n<h2><span class=\"number\">{number}</span> {}</h2>\n",
        escape(&puzzle.id),
        escape(heading)
    );
    // 1. Credits.
    let mut credits = Vec::new();
    credits.extend(about.author.clone());
    credits.extend(about.source.clone());
    credits.extend(about.year.map(|year| year.to_string()));
    if about.title.is_some() {
        credits.push(puzzle.id.clone());
    }
    credits.extend(measures(&about.tags));
    if !credits.is_empty() {
        let credits: Vec<String> = credits.iter().map(|credit| escape(credit)).collect();
        let _ = writeln!(html, "<p class=\"credits\">{}</p>", credits.join(" · "));
    }
    // 2. The board.
    let title = format!("{}. {}", name(puzzle), position_words(position));
    let options = SvgOptions {
        alone: false,
        ..SvgOptions::default()
    };
    let svg = svg_diagram(&puzzle.stage(), &title, &options);
    let _ = writeln!(html, "<figure>\n{svg}</figure>");
    // 3. What is asked.
    let game = position.rules().game();
    let asked = match &puzzle.stipulation {
        Some(stipulation) => format!(
            "{} {}.",
            stipulation.side(position),
            stipulation.words(game)
        ),
        None => format!(
            "{} to move. What is the result, and how?",
            position.to_move()
        ),
    };
    let rules = match rules_text(position.rules()) {
        rules if rules.is_empty() => game.to_string(),
        rules => format!("{game}, {rules}"),
    };
    let _ = writeln!(
        html,
        "<p class=\"asked\"><strong>{}</strong> <span class=\"game\">{}</span></p>",
        escape(&asked),
        escape(&rules)
    );
    if !puzzle.history.is_empty() {
        let rule = match game {
            Game::Giuthi => "G12",
            Game::Kiothi => "K13",
        };
        let boards = puzzle.history.iter().map(board_text);
        let boards: Vec<String> = boards
            .map(|board| format!("<code>{}</code>", escape(&board)))
            .collect();
        let count = earlier(puzzle.history.len());
        let _ = writeln!(
            html,
            "<p class=\"history\">{count} for repetition ({rule}): {}.</p>",
            boards.join(", ")
        );
    }
    // 4. The solution.
    let _ = writeln!(
        html,
        "<details class=\"solution\">\n<summary>Solution<span class=\"unseen\"> of puzzle {number}</span></summary>\n{}</details>",
        solution(entry)
    );
    let themes = themes(&about.tags).filter_map(|theme| {
        let place = index.keys().position(|own| *own == theme)?;
        Some(format!("<a href=\"#theme-{place}\">{}</a>", escape(theme)))
    });
    let mut themes: Vec<String> = themes.collect();
    themes.push("<a href=\"#contents\">contents</a>".to_owned());
    let _ = writeln!(
        html,
        "<p class=\"ways\">{}</p>\n</article>",
        themes.join(" · ")
    );
    html
}
