//! A board on a picture: wood, pits, seeds, marks, letters; the players and what they have captured.

use std::fmt::Write as _;

use super::super::xml::coordinate;
use super::frame::{BOARD_HEIGHT, CORNER, Frame, PIT, RIM};
use super::picture::Figures;
use super::seeds::{ALL_DRAWN, write_seed, write_seeds};
use crate::board::{Pit, Side};
use crate::rules::{Game, Position};

/// The height of a player's line above or below a board.
pub(super) const PLAYER: f64 = 38.0;
/// From so many seeds on a figure helps.
const FIGURE_FROM: u8 = 5;
/// The size of a captured seed.
pub(in super::super) const KEPT: f64 = 4.2;
/// The width and height of the dish with captured seeds.
const DISH: (f64, f64) = (70.0, 28.0);

/// Draws the board.
pub(super) fn write_board(svg: &mut String, frame: &Frame, position: &Position, figures: Figures) {
    let _ = writeln!(
        svg,
        "<rect class=\"board\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{BOARD_HEIGHT}\" rx=\"{CORNER}\"/>",
        coordinate(frame.left),
        coordinate(frame.top),
        coordinate(frame.right() - frame.left),
    );
    for side in [Side::North, Side::South] {
        for pit in position.pits(side) {
            write_pit(svg, frame, position, pit, figures);
        }
    }
}

fn write_pit(svg: &mut String, frame: &Frame, position: &Position, pit: Pit, figures: Figures) {
    let (x, y) = frame.pit(pit);
    let content = position.content(pit);
    let marked = position.is_marked(pit);
    let words = match (content, marked) {
        (content, true) => format!("{pit}: {content}, nki"),
        (content, false) => format!("{pit}: {content}"),
    };
    let _ = write!(
        svg,
        "<g class=\"pit\" data-pit=\"{pit}\" data-seeds=\"{content}\" transform=\"translate({} {})\"><title>{words}</title>\
         <circle class=\"hollow\" r=\"{PIT}\"/>",
        coordinate(x),
        coordinate(y),
    );
    // The rim's words lie outwards.
    let baseline = match pit.side {
        Side::North => -PIT - 6.0,
        Side::South => PIT + RIM - 6.5,
    };
    svg.push_str("<g class=\"marks\">");
    if marked {
        write_mark(svg, baseline - 5.0);
    }
    svg.push_str("</g><g class=\"seeds\">");
    write_seeds(svg, pit, content);
    svg.push_str("</g>");
    let _ = write!(
        svg,
        "<text class=\"letter\" y=\"{}\">{pit}</text>",
        coordinate(baseline)
    );
    let shown = match figures {
        Figures::Auto => (FIGURE_FROM..=ALL_DRAWN).contains(&content),
        Figures::Always => true,
        Figures::Never => false,
    };
    let figure = if shown {
        content.to_string()
    } else {
        String::new()
    };
    let _ = writeln!(
        svg,
        "<text class=\"figure\" x=\"24\" y=\"{}\">{figure}</text></g>",
        coordinate(baseline),
    );
}

/// Draws a mark around the middle of a pit, with its star in the rim.
fn write_mark(svg: &mut String, star: f64) {
    let _ = write!(
        svg,
        "<circle class=\"ring-edge\" r=\"{PIT}\"/><circle class=\"ring\" r=\"{PIT}\"/>"
    );
    write_star(svg, -22.0, star);
}

/// Draws a star.
pub(super) fn write_star(svg: &mut String, x: f64, y: f64) {
    let mut points = Vec::new();
    for i in 0..10 {
        let radius = if i % 2 == 0 { 7.5 } else { 3.2 };
        let (sin, cos) = (f64::from(i) * 36.0).to_radians().sin_cos();
        let (x, y) = (x + radius * sin, y - radius * cos);
        points.push(format!("{},{}", coordinate(x), coordinate(y)));
    }
    let _ = write!(
        svg,
        "<polygon class=\"star\" points=\"{}\"/>",
        points.join(" ")
    );
}

/// Draws a player's line between two edges around the height `y`: who, whether he is to move, what he has captured.
pub(super) fn write_player(
    svg: &mut String,
    position: &Position,
    side: Side,
    (left, right): (f64, f64),
    y: f64,
) {
    let to_move = position.to_move() == side;
    let captured = position.captured(side);
    let _ = write!(
        svg,
        "<g class=\"player\" data-side=\"{}\" data-captured=\"{captured}\">",
        side.name()
    );
    // 1. Who.
    let base = coordinate(y + 5.5);
    let marker = if to_move { "mover" } else { "mover absent" };
    let hidden = if to_move {
        ""
    } else {
        " visibility=\"hidden\""
    };
    let _ = write!(
        svg,
        "<polygon class=\"{marker}\"{hidden} points=\"{l},{} {l},{} {},{}\"/>\
         <text class=\"side\" x=\"{}\" y=\"{base}\">{side}</text>\
         <text class=\"waits\" x=\"{}\" y=\"{base}\">{}</text>",
        coordinate(y - 7.5),
        coordinate(y + 7.5),
        coordinate(left + 13.0),
        coordinate(y),
        coordinate(left + 21.0),
        coordinate(left + 80.0),
        if to_move { "to move" } else { "" },
        l = coordinate(left),
    );
    // 2. What he has.
    let (width, height) = DISH;
    let dish = right - width;
    let label = match position.rules().game() {
        Game::Giuthi => "captured",
        Game::Kiothi => "prison",
    };
    let _ = write!(
        svg,
        "<text class=\"label\" x=\"{}\" y=\"{base}\">{label}</text>\
         <text class=\"total\" x=\"{}\" y=\"{base}\">{captured}</text>\
         <rect class=\"hollow dish\" x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" rx=\"14\"/>\
         <g class=\"kept-seeds\" transform=\"translate({} {})\">",
        coordinate(dish - 44.0),
        coordinate(dish - 8.0),
        coordinate(dish),
        coordinate(y - height / 2.0),
        coordinate(dish + width / 2.0),
        coordinate(y),
    );
    write_kept(svg, captured);
    svg.push_str("</g></g>\n");
}

/// Draws captured seeds around the point (0, 0).
fn write_kept(svg: &mut String, captured: u8) {
    for (number, (x, y)) in kept_places(captured).into_iter().enumerate() {
        write_seed(svg, "kept", number, x, y, KEPT);
    }
}

/// Returns where captured seeds lie around the middle of the dish: each up to twelve, beyond that a heap.
pub(in super::super) fn kept_places(captured: u8) -> Vec<(f64, f64)> {
    // How many lie in a row, and its height.
    let (rows, step) = match captured {
        0..=6 => (vec![(captured, 0.0)], 9.4),
        7..=ALL_DRAWN => (vec![(6, -4.7), (captured - 6, 4.7)], 9.4),
        _ => (vec![(7, 6.0), (6, 0.2), (5, -5.6)], 7.4),
    };
    let mut places = Vec::new();
    for (count, y) in rows {
        let first = -step * (f64::from(count) - 1.0) / 2.0;
        places.extend((0..count).map(|i| (first + step * f64::from(i), y)));
    }
    places
}
