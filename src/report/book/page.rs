//! The page as a whole.

use std::fmt::Write as _;

use super::super::svg::{
    ALL_DRAWN, GLOSS, GLOSS_AT, HEAP, KEPT, SEED, Theme, arrangement, kept_places, on_rings,
    style_sheet,
};
use super::super::xml::escape;
use super::BookPuzzle;
use super::puzzle::{article, name};
use super::solution::printed;
use super::themes::index;
use crate::rules::Game;

const STYLE: &str = include_str!("book.css");
const SCRIPT: &str = include_str!("book.js");

/// Makes the page of a book.
pub fn book_html(title: &str, puzzles: &[BookPuzzle]) -> String {
    let title = escape(title);
    let mut html = format!(
        "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"generator\" content=\"bonduc {}\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <title>{title}</title>\n<style>\n/*<![CDATA[*/\n{STYLE}{}/*]]>*/\n</style>\n</head>\n<body>\n",
        env!("CARGO_PKG_VERSION"),
        style_sheet(Theme::Auto),
    );
    // 1. The title page.
    let count = match puzzles.len() {
        1 => "1 puzzle".to_owned(),
        count => format!("{count} puzzles"),
    };
    let _ = writeln!(
        html,
        "<header id=\"top\">\n<h1>{title}</h1>\n<p class=\"count\">{count}</p>"
    );
    html += &signs(puzzles);
    html.push_str("</header>\n");
    html += &contents(puzzles);
    // 2. The puzzles.
    let themes = index(puzzles);
    html.push_str("<main>\n");
    for (number, puzzle) in (1..).zip(puzzles) {
        html += &article(number, puzzle, &themes);
    }
    html.push_str("</main>\n");
    // 3. The index.
    if !themes.is_empty() {
        html.push_str("<nav class=\"index\" aria-labelledby=\"themes\">\n<h2 id=\"themes\">Themes</h2>\n<dl>\n");
        for (place, (theme, numbers)) in themes.iter().enumerate() {
            let _ = write!(html, "<dt id=\"theme-{place}\">{}</dt><dd>", escape(theme));
            for (i, &number) in numbers.iter().enumerate() {
                let comma = if i > 0 { ", " } else { "" };
                let words = escape(&name(&puzzles[number - 1].puzzle));
                let _ = write!(
                    html,
                    "{comma}<a href=\"#p{number}\" title=\"{words}\">{number}</a>"
                );
            }
            html.push_str("</dd>\n");
        }
        html.push_str("</dl>\n</nav>\n");
    }
    // 4. The solutions once more, for paper.
    html.push_str("<section class=\"solutions\">\n<h2>Solutions</h2>\n");
    for (number, puzzle) in (1..).zip(puzzles) {
        html += &printed(number, puzzle);
    }
    html.push_str("</section>\n");
    let _ = write!(
        html,
        "<script>\n//<![CDATA[\nvar SEEDS = {};\n{SCRIPT}//]]>\n</script>\n</body>\n</html>\n",
        seed_tables()
    );
    html
}

/// Explains how moves are written, for the games that there are.
fn signs(puzzles: &[BookPuzzle]) -> String {
    let has = |game| {
        let mut games = puzzles
            .iter()
            .map(|puzzle| puzzle.puzzle.position.rules().game());
        games.any(|own| own == game)
    };
    let mut html =
        String::from("<details class=\"signs\">\n<summary>How to read this book</summary>\n");
    html.push_str(
        "<p>South has the lower row, with the pits a, b, c and so on from the left; North the upper one, with A, B, C. A triangle stands before the side to move. \
         The sowings of one turn are joined by commas, and x4 says that a sowing captures four seeds. A ply is one sowing or one forced pass.</p>\n",
    );
    if has(Game::Giuthi) {
        html.push_str("<p>Giuthi: c+ sows from c counter-clockwise, c- clockwise; pass is a forced pass.</p>\n");
    }
    if has(Game::Kiothi) {
        html.push_str("<p>Kiothi: c3 lifts three warriors from c and sows them counter-clockwise. A ring and a star mark nki, the boma that are protected until they are sown from.</p>\n");
    }
    html.push_str(
        "<p class=\"screen\">Solutions are hidden until they are opened. In an opened one the main line can be played through with the buttons below its board, or with the arrow keys. \
         On paper the solutions come at the end.</p>\n</details>\n",
    );
    html
}

fn contents(puzzles: &[BookPuzzle]) -> String {
    let mut html = String::from(
        "<nav class=\"contents\" aria-labelledby=\"contents\">\n<h2 id=\"contents\">Contents</h2>\n<ol>\n",
    );
    for (number, puzzle) in (1..).zip(puzzles) {
        let _ = writeln!(
            html,
            "<li><a href=\"#p{number}\">{}</a></li>",
            escape(&name(&puzzle.puzzle))
        );
    }
    html + "</ol>\n</nav>\n"
}

/// Where seeds lie, for the script: those of 0 to 12 in a pit and of a heap, those in a dish, and their sizes.
fn seed_tables() -> String {
    let pits: Vec<_> = (0..=ALL_DRAWN).map(arrangement).collect();
    let dishes: Vec<_> = (0..=ALL_DRAWN + 1).map(kept_places).collect();
    serde_json::json!({
        "pits": pits,
        "heap": on_rings(&HEAP),
        "dishes": dishes,
        "sizes": { "seed": SEED, "kept": KEPT, "gloss": GLOSS, "glossAt": GLOSS_AT },
    })
    .to_string()
}
