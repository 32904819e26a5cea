//! A position that can be played.

use super::{Move, RuleSet, Setup, SetupFault, Turn};
use crate::board::{Pit, Ring, Row, Side};

/// A valid position: rules, board, who is to move, what was captured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    rules: RuleSet,
    /// The board as the player to move sees it.
    ring: Ring,
    to_move: Side,
    captured: [u8; 2],
    /// By how much South's lead counts for more than was captured.
    handicap: i16,
}

impl Position {
    /// Makes a position of a setup.
    ///
    /// # Errors
    ///
    /// All that is wrong with the setup, if anything is.
    pub fn from_setup(setup: &Setup) -> Result<Position, Vec<SetupFault>> {
        let faults = setup.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut cells = setup.south.clone();
        cells.extend(setup.north.iter().rev());
        let mut ring = Ring::from_cells(&cells);
        let marks = setup.marked.iter();
        ring.set_nki(marks.fold(0, |nki, pit| nki | 1 << pit.cell(ring.row(), Side::South)));
        if setup.to_move == Side::North {
            ring = ring.turned();
        }
        Ok(Position {
            rules: setup.rules,
            ring,
            to_move: setup.to_move,
            captured: setup.captured.map(|seeds| seeds as u8),
            handicap: 0,
        })
    }

    /// Makes a position of a board as South, who is to move, sees it, and what South and North have captured.
    ///
    /// # Panics
    ///
    /// If there are more than 255 seeds in all, or marks that cannot be.
    pub fn from_south(rules: RuleSet, ring: &Ring, captured: [u32; 2]) -> Position {
        let bare = Position {
            rules,
            ring: *ring,
            to_move: Side::South,
            captured: [0, 0],
            handicap: 0,
        };
        let setup = Setup {
            captured,
            ..bare.to_setup()
        };
        Position::from_setup(&setup).expect("a board and a score that can be")
    }

    /// Returns the setup that it can be made of, marks in the order of their letters.
    pub fn to_setup(&self) -> Setup {
        Setup {
            rules: self.rules,
            north: self.row_contents(Side::North),
            south: self.row_contents(Side::South),
            marked: self.marked(),
            captured: self.captured.map(u32::from),
            to_move: self.to_move,
        }
    }

    /// Returns the position after a board has come of a choice of the player to move.
    ///
    /// `ring` is as `to_move`, who is next, sees it.
    pub(crate) fn followed_by(&self, ring: Ring, to_move: Side, captured: u8) -> Position {
        let mut next = Position {
            ring,
            to_move,
            ..*self
        };
        next.captured[self.to_move.index()] += captured;
        next
    }

    /// Returns the same position played by other rules of its game.
    ///
    /// # Panics
    ///
    /// If the rules are those of the other game.
    pub fn with_rules(&self, rules: RuleSet) -> Position {
        assert_eq!(rules.game(), self.rules.game(), "rules of the same game");
        Position { rules, ..*self }
    }

    /// Returns the same board with the other side to move, as if this one had passed; whether it may is not looked at.
    pub fn with_turn_passed(&self) -> Position {
        self.followed_by(self.ring.turned(), !self.to_move, 0)
    }

    /// Returns the same position with a side's lead counting for so many more, -510 to 510, so that whoever wins has that margin less in hand.
    ///
    /// This is how a solver for wins answers what margins can be had. It changes leads alone: totals and the text form are as before.
    pub fn with_handicap(&self, side: Side, seeds: i16) -> Position {
        let handicap = match side {
            Side::South => seeds,
            Side::North => -seeds,
        };
        Position { handicap, ..*self }
    }

    /// Returns by how much a side's lead counts for more than was captured.
    pub fn handicap(&self, side: Side) -> i16 {
        match side {
            Side::South => self.handicap,
            Side::North => -self.handicap,
        }
    }

    /// Returns the rules that are played by.
    pub fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns the board as the player to move sees it.
    pub fn ring(&self) -> &Ring {
        &self.ring
    }

    /// Returns the length of a row.
    pub fn row(&self) -> Row {
        self.ring.row()
    }

    /// Returns who is to move.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns how many seeds a side has captured so far.
    pub fn captured(&self, side: Side) -> u8 {
        self.captured[side.index()]
    }

    /// Returns captured by the side to move minus captured by the other, -255 to 255, with the handicap if there is one.
    pub fn lead(&self) -> i16 {
        let captured = |side| i16::from(self.captured(side));
        captured(self.to_move) - captured(!self.to_move) + self.handicap(self.to_move)
    }

    /// Returns captured by a side minus captured by the other, -255 to 255, with the handicap if there is one.
    pub fn lead_of(&self, side: Side) -> i16 {
        match side == self.to_move {
            true => self.lead(),
            false => -self.lead(),
        }
    }

    /// Returns a pit's content.
    ///
    /// # Panics
    ///
    /// If the board has no such pit.
    pub fn content(&self, pit: Pit) -> u8 {
        self.ring.cells()[pit.cell(self.row(), self.to_move)]
    }

    /// Tells whether a pit is nki.
    pub fn is_marked(&self, pit: Pit) -> bool {
        self.ring.is_nki(pit.cell(self.row(), self.to_move))
    }

    /// Returns a side's pits from left to right of the diagram.
    pub fn pits(&self, side: Side) -> impl Iterator<Item = Pit> + use<> {
        (0..self.row().pits() as u8).map(move |column| Pit { side, column })
    }

    /// Returns a side's contents from left to right of the diagram.
    pub fn row_contents(&self, side: Side) -> Vec<u8> {
        self.pits(side).map(|pit| self.content(pit)).collect()
    }

    /// Returns the nki boma in the order of their letters: North's first, as in ASCII.
    pub fn marked(&self) -> Vec<Pit> {
        [Side::North, Side::South]
            .into_iter()
            .flat_map(|side| self.pits(side))
            .filter(|&pit| self.is_marked(pit))
            .collect()
    }

    /// Says what the rules ask of the player to move.
    pub fn turn(&self) -> Turn {
        self.rules.turn(&self.ring)
    }

    /// Returns all legal choices in the fixed order of move lists, a forced pass included.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.rules.expand(&self.ring, |mv, _| moves.push(mv));
        moves.sort_by(|a, b| a.order(*b, self.to_move));
        moves
    }

    /// Returns the final totals if the game is over here, indexed by [`Side::index`].
    pub fn final_totals(&self) -> Option<[u16; 2]> {
        let Turn::Over { own, other } = self.turn() else {
            return None;
        };
        let mut totals = self.captured.map(u16::from);
        totals[self.to_move.index()] += u16::from(own);
        totals[(!self.to_move).index()] += u16::from(other);
        Some(totals)
    }
}
