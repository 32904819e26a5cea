//! A board and who is to move, in two words: `0,0,0,3,0/2,0,0,0,4 s`.

use std::fmt::Write as _;

use crate::board::{Pit, Ring, Side};

/// The two rows of a board as they were written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// North's pits from left to right of the diagram.
    pub north: Vec<u8>,
    /// South's pits from left to right of the diagram.
    pub south: Vec<u8>,
    /// The pits with a mark, in the order in which they stand.
    pub marked: Vec<Pit>,
}

impl Rows {
    /// Reads `NORTH/SOUTH`: numbers from 0 to 255 with commas between them, `*` after that of a marked pit.
    ///
    /// Whether such a board can be is not looked at.
    ///
    /// # Errors
    ///
    /// The part that cannot be read.
    pub fn parse(text: &str) -> Result<Rows, &str> {
        let (north, south) = text.split_once('/').ok_or(text)?;
        let mut marked = Vec::new();
        let north = parse_row(north, Side::North, &mut marked)?;
        let south = parse_row(south, Side::South, &mut marked)?;
        Ok(Rows {
            north,
            south,
            marked,
        })
    }
}

fn parse_row<'a>(text: &'a str, side: Side, marked: &mut Vec<Pit>) -> Result<Vec<u8>, &'a str> {
    let mut row = Vec::with_capacity(12);
    for (column, pit_text) in text.split(',').enumerate() {
        let number = match pit_text.strip_suffix('*') {
            Some(number) => {
                let column = u8::try_from(column).map_err(|_| text)?;
                marked.push(Pit { side, column });
                number
            }
            None => pit_text,
        };
        let content = number_up_to(number, 255).ok_or(text)?;
        row.push(content as u8);
    }
    Ok(row)
}

/// Reads a side's letter, `s` or `n`.
pub fn parse_side(text: &str) -> Option<Side> {
    match text {
        "s" => Some(Side::South),
        "n" => Some(Side::North),
        _ => None,
    }
}

/// Appends `NORTH/SOUTH` and the letter of the side to move, whose view the ring is, with a blank between them.
pub fn push_board(text: &mut String, ring: &Ring, to_move: Side) {
    let row = ring.row();
    for side in [Side::North, Side::South] {
        for column in 0..row.pits() as u8 {
            let cell = Pit { side, column }.cell(row, to_move);
            let mark = if ring.is_nki(cell) { "*" } else { "" };
            let comma = if column == 0 { "" } else { "," };
            // Writing to a string does not fail.
            let _ = write!(text, "{comma}{}{mark}", ring.cells()[cell]);
        }
        text.push(if side == Side::North { '/' } else { ' ' });
    }
    text.push_str(&to_move.name()[..1]);
}

/// Reads a number without sign, up to `most`.
pub(super) fn number_up_to(text: &str, most: u32) -> Option<u32> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&number| plain && number <= most)
}
