//! A sowing on a picture: its laps in their lanes, where it starts and ends, what it takes.

use std::fmt::Write as _;

use super::super::xml::coordinate;
use super::frame::{CORNER, Frame, PIT, pit_at};
use super::lanes::{Track, Tracks, goes_right};
use super::style::LAP_COLOURS;
use crate::board::{Pit, Side};
use crate::rules::{Direction, Trace};

/// The distance of the first lane from the board.
const FIRST_LANE: f64 = 19.0;
/// The distance of lanes.
const LANE: f64 = 16.0;
/// How far the last lane is from what is beyond.
const BEYOND: f64 = 10.0;
/// The radius of a bend into a pit.
const BEND: f64 = 5.0;
/// How far rings around pits lie from their middle.
const AROUND: f64 = PIT + 3.8;

/// Returns how much room so many lanes take on each side of the board.
pub(super) fn room(lanes: usize) -> f64 {
    match lanes {
        0 => 0.0,
        lanes => FIRST_LANE + LANE * (lanes as f64 - 1.0) + BEYOND,
    }
}

/// Draws the laps.
pub(super) fn write_tracks(svg: &mut String, frame: &Frame, tracks: &Tracks) {
    for track in &tracks.tracks {
        write_track(svg, frame, track);
    }
    // Words and numbers above all lines.
    write_rounds(svg, frame, tracks);
    for track in tracks.tracks.iter().filter(|track| track.start.at_pit) {
        let colour = track.lap % LAP_COLOURS;
        let (x, y) = start(frame, track);
        write_lap_number(svg, x, y, track.lap, colour);
    }
}

/// Draws the number of a lap.
pub(super) fn write_lap_number(svg: &mut String, x: f64, y: f64, lap: usize, colour: usize) {
    let _ = writeln!(
        svg,
        "<circle class=\"f{colour}\" cx=\"{x}\" cy=\"{}\" r=\"7.5\"/><text class=\"lap-number\" x=\"{x}\" y=\"{}\">{}</text>",
        coordinate(y),
        coordinate(y + 3.6),
        lap + 1,
        x = coordinate(x),
    );
}

/// The distance of a lane from the board.
fn distance(lane: usize) -> f64 {
    FIRST_LANE + LANE * lane as f64
}

/// The column of a cell, and the heights of the board's edge and of the lane there.
fn place(frame: &Frame, cell: usize, lane: usize) -> (f64, f64, f64) {
    let pit = Pit::at_cell(cell, frame.row, Side::South);
    let x = frame.column(pit.column);
    match pit.side {
        Side::South => (x, frame.bottom(), frame.bottom() + distance(lane)),
        Side::North => (x, frame.top, frame.top - distance(lane)),
    }
}

fn start(frame: &Frame, track: &Track) -> (f64, f64) {
    let (x, _, y) = place(frame, track.from, track.lane);
    (x + track.start.offset, y)
}

fn write_track(svg: &mut String, frame: &Frame, track: &Track) {
    let colour = track.lap % LAP_COLOURS;
    let row = frame.row;
    let to = track.to(row);
    // 1. The line.
    let (x, y) = start(frame, track);
    let (_, edge, _) = place(frame, track.from, track.lane);
    let c = coordinate;
    let right = |cell: usize| match goes_right(cell, row, track.direction) {
        true => 1.0,
        false => -1.0,
    };
    let mut line = match track.start.at_pit {
        true => {
            let out = (y - edge).signum();
            format!(
                "M{x} {} V{} Q{x} {y} {} {y}",
                c(edge),
                c(y - BEND * out),
                c(x + BEND * right(track.from)),
                x = c(x),
                y = c(y)
            )
        }
        false => format!("M{} {}", c(x), c(y)),
    };
    let mut cell = track.from;
    for next in track.cells(row) {
        if (cell < row.pits()) != (next < row.pits()) {
            line += &corner(frame, track, cell);
        }
        cell = next;
    }
    let (column, edge, y) = place(frame, to, track.lane);
    let x = column + track.end.offset;
    if track.end.at_pit {
        let out = (y - edge).signum();
        let _ = write!(
            line,
            " H{} Q{x} {y} {x} {} V{}",
            c(x - BEND * right(to)),
            c(y - BEND * out),
            c(edge + 6.0 * out),
            x = c(x),
            y = c(y)
        );
    } else {
        // On to the next part of the lap, whose lane may be any other one.
        let _ = write!(line, " H{}", c(x));
    }
    let _ = writeln!(svg, "<path class=\"lap l{colour}\" d=\"{line}\"/>");
    // 2. The seeds that fall.
    let cells: Vec<usize> = track.cells(row).collect();
    let passed = match track.end.at_pit {
        true => &cells[..cells.len() - 1],
        false => &cells[..],
    };
    for &cell in passed {
        let (x, _, y) = place(frame, cell, track.lane);
        let _ = write!(
            svg,
            "<circle class=\"f{colour}\" cx=\"{}\" cy=\"{}\" r=\"2.7\"/>",
            c(x),
            c(y)
        );
    }
    // 3. The head.
    if track.end.at_pit {
        let out = (y - edge).signum();
        let back = edge + 9.0 * out;
        let _ = writeln!(
            svg,
            "<polygon class=\"f{colour}\" points=\"{},{} {},{} {},{}\"/>",
            c(x),
            c(edge),
            c(x - 4.5),
            c(back),
            c(x + 4.5),
            c(back)
        );
    }
}

/// Draws the join of a lap's two parts.
pub(super) fn write_joins(svg: &mut String, frame: &Frame, tracks: &Tracks) {
    for pair in tracks.tracks.windows(2) {
        let [before, after] = pair else { continue };
        if before.end.at_pit {
            continue;
        }
        let colour = before.lap % LAP_COLOURS;
        let (x, y) = start(frame, after);
        let (_, _, from) = place(frame, before.to(frame.row), before.lane);
        let _ = writeln!(
            svg,
            "<path class=\"lap l{colour}\" d=\"M{} {} V{}\"/>",
            coordinate(x),
            coordinate(from),
            coordinate(y)
        );
    }
}

/// Says how many rounds are left out, at the joins.
fn write_rounds(svg: &mut String, frame: &Frame, tracks: &Tracks) {
    for pair in tracks.tracks.windows(2) {
        let [before, after] = pair else { continue };
        let rounds = match before.rounds_left_out {
            0 => continue,
            1 => "1 more round".to_owned(),
            rounds => format!("{rounds} more rounds"),
        };
        let (x, y) = start(frame, after);
        let (_, _, from) = place(frame, before.to(frame.row), before.lane);
        let middle = (from + y) / 2.0 + 3.5;
        let _ = writeln!(
            svg,
            "<text class=\"rounds\" x=\"{}\" y=\"{}\">{rounds}</text>",
            coordinate(x),
            coordinate(middle)
        );
    }
}

/// The way round an end of the board, from the row of `cell` to the other.
fn corner(frame: &Frame, track: &Track, cell: usize) -> String {
    let c = coordinate;
    let far = distance(track.lane);
    let radius = CORNER + far;
    let south = cell < frame.row.pits();
    let right = south == (track.direction == Direction::Ccw);
    let (x, inner) = match right {
        true => (frame.right() + far, frame.right() + far - radius),
        false => (frame.left - far, frame.left - far + radius),
    };
    let (low, high) = (frame.bottom() + far, frame.top - far);
    let (from, to) = if south { (low, high) } else { (high, low) };
    let up = if south { -1.0 } else { 1.0 };
    let sweep = match track.direction {
        Direction::Ccw => 0,
        Direction::Cw => 1,
    };
    format!(
        " H{} A{r} {r} 0 0 {sweep} {} {} V{} A{r} {r} 0 0 {sweep} {} {}",
        c(inner),
        c(x),
        c(from + radius * up),
        c(to - radius * up),
        c(inner),
        c(to),
        r = c(radius),
    )
}

/// Marks where a sowing starts and ends, and crosses out what it takes.
pub(super) fn write_marks(svg: &mut String, frame: &Frame, trace: &Trace, side: Side) {
    let ring = &trace.sown.ring;
    let c = coordinate;
    let circle = |class: &str, cell: u8| {
        let (x, y) = frame.pit(pit_at(cell, ring, side));
        format!(
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n",
            c(x),
            c(y),
            c(AROUND)
        )
    };
    if let [first, ..] = &trace.laps[..] {
        *svg += &circle("start l0", first.cell);
    }
    if let [.., last] = &trace.laps[..] {
        let colour = (trace.laps.len() - 1) % LAP_COLOURS;
        *svg += &circle(&format!("end l{colour}"), last.last);
    }
    for taken in &trace.taken {
        let pit = pit_at(taken.cell, ring, side);
        let (x, y) = frame.pit(pit);
        let arm = PIT * 0.62;
        let (l, r) = (c(x - arm), c(x + arm));
        let (t, b) = (c(y - arm), c(y + arm));
        let cross = format!("M{l} {t} L{r} {b} M{l} {b} L{r} {t}");
        let _ = writeln!(
            svg,
            "<g class=\"taken-pit\" data-pit=\"{pit}\" data-taken=\"{seeds}\"><path class=\"cross-edge\" d=\"{cross}\"/><path class=\"cross\" d=\"{cross}\"/>\
             <circle class=\"taken-plate\" cx=\"{}\" cy=\"{}\" r=\"11\"/><text class=\"taken\" x=\"{}\" y=\"{}\">{seeds}</text></g>",
            c(x),
            c(y),
            c(x),
            c(y + 4.3),
            seeds = taken.seeds,
        );
    }
}
