//! The starting boards that the sources record, by name (G1, K2).

use super::{Game, KiothiRules, Opening, Position, RuleSet, Setup, Stage, Start};
use crate::board::Side;

/// A starting board that has a name, as `giuthi-2x7x6` or `kiothi-six`; South is to move.
#[derive(Debug, PartialEq, Eq)]
pub struct RecordedSetup {
    /// Its name in files and on the command line.
    pub name: &'static str,
    /// Where it comes from, with the rule's id.
    pub source: &'static str,
    game: Game,
    /// Pits a row.
    pits: usize,
    /// How many pits of a row are filled, counted from its owner's right.
    filled: usize,
    /// Seeds in each of these.
    seeds: u8,
}

const RECORDED: &str = "recorded set-up (G1)";
const PLAYED: &str = "set-up that is played as well (G1)";

const fn giuthi(name: &'static str, source: &'static str, pits: usize, seeds: u8) -> RecordedSetup {
    RecordedSetup {
        name,
        source,
        game: Game::Giuthi,
        pits,
        filled: pits,
        seeds,
    }
}

const fn kiothi(name: &'static str, source: &'static str, filled: usize) -> RecordedSetup {
    RecordedSetup {
        name,
        source,
        game: Game::Kiothi,
        pits: 10,
        filled,
        seeds: 5,
    }
}

/// All of them. Of 2x5 no number of seeds is recorded; four is the least that G1 allows.
static ALL: [RecordedSetup; 10] = [
    giuthi(
        "giuthi-2x5x4",
        "recorded board, of unrecorded seeds (G1)",
        5,
        4,
    ),
    giuthi("giuthi-2x6x4", RECORDED, 6, 4),
    giuthi("giuthi-2x6x6", RECORDED, 6, 6),
    giuthi("giuthi-2x7x6", RECORDED, 7, 6),
    giuthi("giuthi-2x8x4", RECORDED, 8, 4),
    giuthi("giuthi-2x8x6", PLAYED, 8, 6),
    giuthi("giuthi-2x8x8", RECORDED, 8, 8),
    giuthi("giuthi-2x10x9", RECORDED, 10, 9),
    kiothi("kiothi-six", "recorded set-up (K2)", 6),
    kiothi("kiothi-five", "set-up of some accounts (K2)", 5),
];

impl RecordedSetup {
    /// Returns all of them, Giuthi's first, smaller boards before larger ones.
    pub fn all() -> &'static [RecordedSetup] {
        &ALL
    }

    /// Finds one by its name.
    pub fn from_name(name: &str) -> Option<&'static RecordedSetup> {
        ALL.iter().find(|setup| setup.name == name)
    }

    /// Returns the game.
    pub fn game(&self) -> Game {
        self.game
    }

    /// Returns the rule set that goes with it: the game's own, in Kiothi with the option `setup` as it is here.
    pub fn rules(&self) -> RuleSet {
        match self.game {
            Game::Giuthi => self.game.defaults(),
            Game::Kiothi => RuleSet::Kiothi(KiothiRules {
                setup: match self.filled {
                    5 => Start::Five,
                    _ => Start::Six,
                },
                ..KiothiRules::default()
            }),
        }
    }

    /// Returns where a game begins, South to move: in Kiothi the opening, with no redistribution made (K3).
    ///
    /// # Panics
    ///
    /// If the rules are the other game's.
    pub fn stage(&self, rules: RuleSet) -> Stage {
        assert_eq!(rules.game(), self.game, "rules of the other game");
        let empty = self.pits - self.filled;
        // From the left of the diagram; North's right is on that side.
        let mut south = vec![0; empty];
        south.extend(vec![self.seeds; self.filled]);
        let north = south.iter().rev().copied().collect();
        let setup = Setup {
            rules,
            north,
            south,
            marked: Vec::new(),
            captured: [0, 0],
            to_move: Side::South,
        };
        let position = Position::from_setup(&setup).expect("a board that is played on");
        match self.game {
            Game::Giuthi => Stage::Sowing(position),
            Game::Kiothi => Stage::Opening(Opening::new(position, 0).expect("occupied boma")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_what_they_are() {
        for setup in RecordedSetup::all() {
            let position = *setup.stage(setup.rules()).position();
            let seeds = position.ring().seeds();
            let (n, row) = (position.row().pits(), position.row_contents(Side::South));
            let name = match setup.game() {
                Game::Giuthi => format!("giuthi-2x{n}x{}", seeds as usize / (2 * n)),
                Game::Kiothi => {
                    // K2: the rightmost boma, as each player sees it.
                    assert_eq!((row[9], row[0]), (5, 0));
                    let north = position.row_contents(Side::North);
                    assert_eq!((north[0], north[9]), (5, 0));
                    let words = [("kiothi-six", 60), ("kiothi-five", 50)];
                    let word = words.iter().find(|(_, all)| *all == seeds);
                    word.unwrap().0.to_owned()
                }
            };
            assert_eq!(setup.name, name);
            assert_eq!(RecordedSetup::from_name(&name), Some(setup));
        }
        assert_eq!(RecordedSetup::from_name("giuthi-2x9x9"), None);
    }
}
