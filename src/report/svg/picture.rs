//! Whole pictures: a board, or a turn board by board.

use std::fmt::Write as _;

use super::super::opening::redistribution_turns;
use super::super::words::ply_text;
use super::super::xml::{coordinate, escape};
use super::board::{PLAYER, write_board, write_player, write_star};
use super::frame::{BOARD_HEIGHT, Frame};
use super::lanes::{Tracks, lay};
use super::sowing::{room, write_joins, write_lap_number, write_marks, write_tracks};
use super::style::{Theme, style_sheet};
use super::words::{board_words, lap_words, outcome_words};
use crate::board::Side;
use crate::rules::{Course, Move, Position, Stage, Trace};

/// How a picture is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SvgOptions {
    /// For which eyes and paper.
    pub theme: Theme,
    /// The width in pixels; `None`: a pit is 72 wide.
    pub size: Option<u32>,
    /// Which pits have their number beside the letter.
    pub figures: Figures,
    /// Whether paper and style are inside; otherwise the page around it has the [`style_sheet`].
    pub alone: bool,
    /// A line above the board.
    pub caption: Option<String>,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            theme: Theme::Auto,
            size: None,
            figures: Figures::Auto,
            alone: true,
            caption: None,
        }
    }
}

/// Which pits have their number beside the letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Figures {
    /// Those whose seeds are more than can be counted at a glance: 5 to 12. Beyond that the heap has its figure.
    #[default]
    Auto,
    /// All.
    Always,
    /// None.
    Never,
}

/// The least width between the margins: both players' lines have room in it.
const LEAST_WIDTH: f64 = 330.0;
const MARGIN: f64 = 14.0;
const CAPTION: f64 = 24.0;
/// What a letter of a caption takes, about.
const CAPTION_LETTER: f64 = 9.5;
const LEGEND: f64 = 22.0;
/// Between one board and the next.
const BETWEEN: f64 = 18.0;

/// One board of a picture.
struct Panel {
    position: Position,
    caption: Option<String>,
    words: String,
    /// A sowing from here, with its laps in lanes.
    sowing: Option<(Side, Trace, Tracks)>,
}

/// Draws a board. `title` says in words what the picture shows.
pub fn svg_diagram(stage: &Stage, title: &str, options: &SvgOptions) -> String {
    let position = *stage.position();
    let panel = Panel {
        position,
        caption: options.caption.clone(),
        words: board_words(&position),
        sowing: None,
    };
    write_picture(&[panel], title, options)
}

/// Draws the moves of a game, each on the board from which it starts, lap by lap, and then the board to which they lead; without moves as
/// [`svg_diagram`]. `title` says in words what the picture shows.
pub fn svg_course(course: &Course, title: &str, options: &SvgOptions) -> String {
    let mut panels = Vec::new();
    let mut number = 0;
    let mut now = *course.start();
    // 1. The opening.
    for (made, (side, text)) in course
        .redistributions()
        .iter()
        .zip(redistribution_turns(course.redistributions()))
    {
        number += 1;
        panels.push(Panel {
            position: *now.position(),
            caption: Some(format!("{number}. {side} {text}")),
            words: board_words(now.position()),
            sowing: None,
        });
        now = made.stage;
    }
    // 2. The sowings.
    let mut before = *now.position();
    for ply in course.plies() {
        number += 1;
        let trace = match ply.mv {
            Move::Pass => None,
            mv => before.rules().trace(before.ring(), mv),
        };
        let told = match (&trace, ply.mv) {
            (Some(trace), _) if trace.laps.len() == 1 => ": 1 lap".to_owned(),
            (Some(trace), _) => format!(": {} laps", trace.laps.len()),
            (None, Move::Pass) => String::new(),
            (None, _) => ": never ends".to_owned(),
        };
        let mut words = board_words(&before);
        if let Some(trace) = &trace {
            words += &format!(" {}: {}.", ply_text(ply), lap_words(trace, ply.side));
        }
        panels.push(Panel {
            position: before,
            caption: Some(format!("{number}. {} {}{told}", ply.side, ply_text(ply))),
            words,
            sowing: trace.map(|trace| {
                let tracks = lay(&trace.laps, before.row(), ply.side);
                (ply.side, trace, tracks)
            }),
        });
        before = ply.position;
    }
    // 3. Where that leads.
    let last = course.stage();
    panels.push(Panel {
        position: *last.position(),
        words: board_words(last.position()),
        caption: match number {
            0 => options.caption.clone(),
            _ => Some(outcome_words(&last, course.ending())),
        },
        sowing: None,
    });
    if number > 0
        && let Some(caption) = &options.caption
    {
        let first = panels[0].caption.take().unwrap_or_default();
        panels[0].caption = Some(format!("{caption} — {first}"));
    }
    write_picture(&panels, title, options)
}

fn write_picture(panels: &[Panel], title: &str, options: &SvgOptions) -> String {
    // 1. The measures.
    let row = panels[0].position.row();
    let around = |panel: &Panel| {
        let sowing = panel.sowing.as_ref();
        sowing.map_or(0, |(_, _, tracks)| tracks.lanes_around(row))
    };
    let side_room = room(panels.iter().map(around).max().unwrap_or(0));
    let board = Frame::board_width(row);
    let inside = LEAST_WIDTH.max(board + 2.0 * side_room);
    let width = inside + 2.0 * MARGIN;
    let mut body = String::new();
    let mut y = MARGIN;
    // 2. The boards.
    for (i, panel) in panels.iter().enumerate() {
        if i > 0 {
            y += BETWEEN;
        }
        y = write_panel(&mut body, panel, y, (width, board), options);
    }
    // 3. What the signs mean.
    let marked = panels
        .iter()
        .any(|panel| !panel.position.marked().is_empty());
    let sowings = || panels.iter().filter_map(|panel| panel.sowing.as_ref());
    let sown = sowings().next().is_some();
    let taken = sowings().any(|(_, trace, _)| !trace.taken.is_empty());
    let left = MARGIN + 9.0;
    let mut legend = |sign: &dyn Fn(&mut String, f64), words: &str| {
        y += LEGEND;
        let middle = y - LEGEND / 2.0;
        sign(&mut body, middle);
        let _ = writeln!(
            body,
            "<text class=\"legend\" x=\"{}\" y=\"{}\">{words}</text>",
            coordinate(left + 16.0),
            coordinate(middle + 4.5)
        );
    };
    if marked {
        let star = |svg: &mut String, y| write_star(svg, left, y);
        legend(&star, "nki: protected until sown from");
    }
    if sown {
        let number = |svg: &mut String, y| write_lap_number(svg, left, y, 0, 0);
        legend(&number, "laps in order; a seed falls at each dot and arrow");
    }
    if taken {
        let plate = |svg: &mut String, y| {
            let (x, y, base) = (coordinate(left), coordinate(y), coordinate(y + 4.0));
            let _ = write!(
                svg,
                "<circle class=\"taken-plate\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/><text class=\"taken\" x=\"{x}\" y=\"{base}\">×</text>"
            );
        };
        legend(
            &plate,
            "captured: so many seeds, when the last one has fallen",
        );
    }
    y += MARGIN;
    // 4. The whole.
    let shown_width = options.size.map_or(width, f64::from);
    let shown_height = y * shown_width / width;
    let title = escape(title);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bonduc\" role=\"img\" aria-label=\"{title}\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\">\n<title>{title}</title>\n",
        coordinate(shown_width),
        coordinate(shown_height),
        coordinate(width),
        coordinate(y),
    );
    let words: Vec<&str> = panels.iter().map(|panel| panel.words.as_str()).collect();
    let _ = writeln!(svg, "<desc>{}</desc>", escape(&words.join(" ")));
    if options.alone {
        let _ = writeln!(svg, "<style>\n{}</style>", style_sheet(options.theme));
        svg.push_str("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n");
    }
    svg + &body + "</svg>\n"
}

/// Draws one board from a height on, and returns the height below it. `widths` are the picture's and the board's.
fn write_panel(
    svg: &mut String,
    panel: &Panel,
    mut y: f64,
    (width, board): (f64, f64),
    options: &SvgOptions,
) -> f64 {
    let position = &panel.position;
    let lanes = |side| match &panel.sowing {
        Some((_, _, tracks)) => room(tracks.lanes_along(side, position.row())),
        None => 0.0,
    };
    svg.push_str("<g class=\"panel\">\n");
    if let Some(caption) = &panel.caption {
        for line in wrapped(caption, ((width - 2.0 * MARGIN) / CAPTION_LETTER) as usize) {
            let _ = writeln!(
                svg,
                "<text class=\"caption\" x=\"{MARGIN}\" y=\"{}\">{}</text>",
                coordinate(y + 17.0),
                escape(&line)
            );
            y += CAPTION;
        }
    }
    let left = (width - board) / 2.0;
    // The players' lines end with the board, or with the picture where that is small.
    let ends = match board < LEAST_WIDTH {
        true => (MARGIN, width - MARGIN),
        false => (left, left + board),
    };
    write_player(svg, position, Side::North, ends, y + PLAYER / 2.0);
    y += PLAYER + lanes(Side::North);
    let frame = Frame {
        row: position.row(),
        left,
        top: y,
    };
    write_board(svg, &frame, position, options.figures);
    if let Some((side, trace, tracks)) = &panel.sowing {
        write_joins(svg, &frame, tracks);
        write_tracks(svg, &frame, tracks);
        write_marks(svg, &frame, trace, *side);
    }
    y += BOARD_HEIGHT + lanes(Side::South);
    write_player(svg, position, Side::South, ends, y + PLAYER / 2.0);
    y += PLAYER;
    if let Some((_, _, tracks)) = &panel.sowing
        && tracks.left_out > 0
    {
        let laps = match tracks.left_out {
            1 => "1 further lap is".to_owned(),
            laps => format!("{laps} further laps are"),
        };
        let _ = writeln!(
            svg,
            "<text class=\"legend\" x=\"{MARGIN}\" y=\"{}\">{laps} not drawn; the last seed falls where the dashed ring is.</text>",
            coordinate(y + 14.0)
        );
        y += LEGEND;
    }
    svg.push_str("</g>\n");
    y
}

/// Breaks a text at blanks into lines of at most so many letters; longer words are cut.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for part in letters.chunks(most) {
            let part: String = part.iter().collect();
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + part.chars().count() <= most => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}
