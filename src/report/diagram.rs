//! The board as text.

use anstyle::{AnsiColor, Style};

use crate::board::{Pit, Side};
use crate::rules::{Game, Position};

/// Which characters a diagram is drawn with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Charset {
    /// Box drawing characters.
    #[default]
    Unicode,
    /// ASCII only.
    Ascii,
}

struct Strokes {
    top: [&'static str; 4],
    middle: [&'static str; 4],
    bottom: [&'static str; 4],
    bar: &'static str,
    empty: &'static str,
    mover: &'static str,
}

const UNICODE: Strokes = Strokes {
    top: ["╭", "┬", "╮", "─"],
    middle: ["├", "┼", "┤", "─"],
    bottom: ["╰", "┴", "╯", "─"],
    bar: "│",
    empty: "·",
    mover: "▶",
};

const ASCII: Strokes = Strokes {
    top: ["+", "+", "+", "-"],
    middle: ["+", "+", "+", "-"],
    bottom: ["+", "+", "+", "-"],
    bar: "|",
    empty: ".",
    mover: ">",
};

/// Width of a pit between its bars.
const PIT: usize = 5;

pub(super) const SOUTH: Style = AnsiColor::Green.on_default();
pub(super) const NORTH: Style = AnsiColor::Cyan.on_default();
pub(super) const FAINT: Style = Style::new().dimmed();
pub(super) const STRONG: Style = Style::new().bold();

/// The colour of a side.
pub(super) fn side_style(side: Side) -> Style {
    match side {
        Side::South => SOUTH,
        Side::North => NORTH,
    }
}

/// Draws a board: both rows with pit names, marks as `*`, what each side has captured, who is to move.
///
/// Lines end in newlines; styled for a terminal.
pub fn diagram(position: &Position, charset: Charset) -> String {
    let strokes = match charset {
        Charset::Unicode => UNICODE,
        Charset::Ascii => ASCII,
    };
    let pits = position.row().pits();
    let rule = |[left, cross, right, dash]: [&str; 4]| {
        let spans = vec![dash.repeat(PIT); pits];
        let line = format!("{left}{}{right}", spans.join(cross));
        format!("   {FAINT}{line}{FAINT:#}\n")
    };
    let names = |side| {
        let style = side_style(side);
        let names: String = position
            .pits(side)
            .map(|pit| format!("{:^width$}", pit.letter(), width = PIT + 1))
            .collect();
        format!("    {style}{}{style:#}\n", names.trim_end())
    };
    let contents = |side| {
        let bar = format!("{FAINT}{}{FAINT:#}", strokes.bar);
        let mut line = format!("   {bar}");
        for pit in position.pits(side) {
            line += &content(position, pit, strokes.empty);
            line += &bar;
        }
        line + "\n"
    };
    let player = |side| {
        let style = side_style(side);
        let marker = if position.to_move() == side {
            strokes.mover
        } else {
            " "
        };
        let name = format!("{STRONG}{style}{side}{style:#}{STRONG:#}");
        let captured = position.captured(side);
        let to_move = if position.to_move() == side {
            ", to move"
        } else {
            ""
        };
        format!(" {STRONG}{marker}{STRONG:#} {name}  captured {captured}{to_move}\n")
    };
    let mut text = player(Side::North);
    text += &names(Side::North);
    text += &rule(strokes.top);
    text += &contents(Side::North);
    text += &rule(strokes.middle);
    text += &contents(Side::South);
    text += &rule(strokes.bottom);
    text += &names(Side::South);
    text += &player(Side::South);
    if position.rules().game() == Game::Kiothi && !position.marked().is_empty() {
        text += &format!("   {FAINT}* nki: protected until sown from{FAINT:#}\n");
    }
    text
}

fn content(position: &Position, pit: Pit, empty: &str) -> String {
    let style = side_style(pit.side);
    let number = position.content(pit);
    let mark = if position.is_marked(pit) { "*" } else { "" };
    // The mark hangs on the right, so that numbers stay in line under the pits' names.
    let padded = match number {
        0 => format!("{empty:^PIT$}"),
        _ if mark.is_empty() => format!("{number:^PIT$}"),
        _ => {
            let plain = format!("{number:^PIT$}");
            let end = plain.trim_end().len();
            format!("{}{mark}{}", &plain[..end], " ".repeat(PIT - end - 1))
        }
    };
    match number {
        0 => format!("{FAINT}{padded}{FAINT:#}"),
        _ => format!("{STRONG}{style}{padded}{style:#}{STRONG:#}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse_position;

    #[test]
    fn rows_and_names_stand_in_line() {
        for text in [
            "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16",
            "kiothi 100*,2*,0,33,5,0,0,0,0,1*/1*,0,0,3,0,0,0,0,0,0 n 0-0",
        ] {
            let position = parse_position(text).unwrap();
            for charset in [Charset::Unicode, Charset::Ascii] {
                let drawn = anstream::adapter::strip_str(&diagram(&position, charset)).to_string();
                let widths: Vec<usize> = drawn
                    .lines()
                    .filter(|line| line.starts_with("   ") && !line.contains("nki"))
                    .filter(|line| !line.contains(char::is_alphabetic))
                    .map(|line| line.chars().count())
                    .collect();
                assert_eq!(widths, [3 + 6 * position.row().pits() + 1; 5], "{drawn}");
                assert_eq!(drawn.is_ascii(), charset == Charset::Ascii);
                let ascii_marks = drawn.lines().take(8).collect::<String>();
                let marks = ascii_marks.matches('*').count();
                assert_eq!(marks, position.marked().len());
            }
        }
    }
}
