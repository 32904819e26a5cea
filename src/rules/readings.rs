//! All readings of a game's rules.

use super::{OptionSpec, RuleSet};

/// Options that say how a game starts, not how it is played (K2).
const WITHOUT_BEARING: [&str; 1] = ["setup"];

impl RuleSet {
    /// Returns the options of its game that bear on play, in their fixed order.
    pub fn options_of_play(&self) -> impl Iterator<Item = &'static OptionSpec> + use<> {
        let options = self.game().options().iter();
        options.filter(|spec| !WITHOUT_BEARING.contains(&spec.name))
    }

    /// Returns its game's rule sets under all combinations of the options that bear on play, the defaults first and the last option
    /// changing fastest; the other options are as here, so that it is itself one of them.
    pub fn readings(&self) -> Vec<RuleSet> {
        let mut readings = vec![*self];
        for spec in self.options_of_play() {
            readings = readings
                .iter()
                .flat_map(|rules| rules.with_each_value(spec))
                .collect();
        }
        readings
    }

    /// Tells whether two rule sets differ in this option and in no other.
    pub fn differs_only_in(&self, other: &RuleSet, spec: &OptionSpec) -> bool {
        self.game() == other.game()
            && self != other
            && self.with_each_value(spec).any(|rules| rules == *other)
    }

    fn with_each_value<'a>(&self, spec: &'a OptionSpec) -> impl Iterator<Item = RuleSet> + use<'a> {
        let own = *self;
        spec.values.iter().map(move |value| {
            let mut rules = own;
            let set = rules.set_option(spec.name, value);
            set.expect("an option of its own game");
            rules
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Game;

    #[test]
    fn every_combination_comes_once() {
        for game in Game::BOTH {
            let own = game.defaults();
            let readings = own.readings();
            assert_eq!(readings.len(), 8);
            assert_eq!(readings[0], own);
            for (i, rules) in readings.iter().enumerate() {
                assert!(!readings[..i].contains(rules));
                assert_eq!(rules.readings(), readings);
                // Three options of two values: each reading has one neighbour by each option.
                for spec in own.options_of_play() {
                    let neighbours = readings
                        .iter()
                        .filter(|other| rules.differs_only_in(other, spec));
                    assert_eq!(neighbours.count(), 1);
                }
            }
        }
    }

    #[test]
    fn the_starting_board_is_kept() {
        let mut five = Game::Kiothi.defaults();
        five.set_option("setup", "five").unwrap();
        let readings = five.readings();
        assert_eq!(readings.len(), 8);
        assert!(readings.contains(&five));
        assert!(!readings.contains(&Game::Kiothi.defaults()));
    }
}
