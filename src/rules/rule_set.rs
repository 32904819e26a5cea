//! Rule sets as data: the two games, their options, their presets.

use std::fmt;

/// Which of the two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Game {
    /// The game of the Kikuyu and Embu.
    Giuthi,
    /// The game of the Meru.
    Kiothi,
}

impl Game {
    /// Both games.
    pub const BOTH: [Game; 2] = [Game::Giuthi, Game::Kiothi];

    /// Returns `giuthi` or `kiothi`, the word that files use.
    pub fn name(self) -> &'static str {
        match self {
            Game::Giuthi => "giuthi",
            Game::Kiothi => "kiothi",
        }
    }

    /// Reads [`Game::name`].
    pub fn from_name(name: &str) -> Option<Game> {
        Game::BOTH.into_iter().find(|game| game.name() == name)
    }

    /// Returns the options that its rule sets have, in a fixed order.
    pub fn options(self) -> &'static [OptionSpec] {
        match self {
            Game::Giuthi => &GIUTHI_OPTIONS,
            Game::Kiothi => &KIOTHI_OPTIONS,
        }
    }

    /// Returns the game's own rule set, all options at their defaults.
    pub fn defaults(self) -> RuleSet {
        match self {
            Game::Giuthi => RuleSet::Giuthi(GiuthiRules::default()),
            Game::Kiothi => RuleSet::Kiothi(KiothiRules::default()),
        }
    }
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Game::Giuthi => "Giuthi",
            Game::Kiothi => "Kiothi",
        })
    }
}

/// G7 when the opposite pit is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EmptyOpposite {
    /// The fallen seed is taken all the same and the chain (G8) applies.
    #[default]
    TakeSeed,
    /// Nothing is taken, the fallen seed stays, no chain (Russ 1984, as other software reads it).
    NoCapture,
}

/// G8 when the enemy pit opposite a pit of the run is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum ChainGap {
    /// The run goes on past it.
    #[default]
    PassOver,
    /// The run ends before it (Russ 1984, as other software reads it).
    Stop,
}

/// What a sowing is whose laps never end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum EndlessSowing {
    /// It ends the game as a draw, as G12 and K13 do for a repeated board.
    #[default]
    Draw,
    /// It is no legal choice.
    Illegal,
}

/// Kiothi's starting board (K2); it has no bearing on play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Start {
    /// Five warriors in each of the six rightmost boma.
    #[default]
    Six,
    /// Five warriors in each of the five rightmost boma.
    Five,
}

/// K11, the triple capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Triple {
    /// All three next boma or none.
    #[default]
    AllThree,
    /// The unbroken run of up to three that are occupied and not nki.
    Run,
}

/// The options of a Giuthi rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GiuthiRules {
    /// G7 with an empty opposite pit.
    pub empty_opposite: EmptyOpposite,
    /// G8 with an empty enemy pit in the run.
    pub chain_gap: ChainGap,
    /// Sowings that never end.
    pub endless_sowing: EndlessSowing,
}

/// The options of a Kiothi rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct KiothiRules {
    /// K2.
    pub setup: Start,
    /// K11.
    pub triple: Triple,
    /// K10 only if this sowing dropped a warrior into the enemy row (one modern account).
    pub must_cross: bool,
    /// Sowings that never end.
    pub endless_sowing: EndlessSowing,
}

/// One game with every choice of reading made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Giuthi.
    Giuthi(GiuthiRules),
    /// Kiothi.
    Kiothi(KiothiRules),
}

/// A rule set that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Preset {
    /// Giuthi's defaults.
    Giuthi,
    /// Giuthi as other software reads Russ 1984: `no_capture` and `stop`.
    GiuthiRuss,
    /// Kiothi's defaults.
    Kiothi,
}

impl Preset {
    /// All presets; a game's own preset comes before its others.
    pub const ALL: [Preset; 3] = [Preset::Giuthi, Preset::GiuthiRuss, Preset::Kiothi];

    /// Returns its name in files and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Preset::Giuthi => "giuthi",
            Preset::GiuthiRuss => "giuthi-russ",
            Preset::Kiothi => "kiothi",
        }
    }

    /// Reads [`Preset::name`].
    pub fn from_name(name: &str) -> Option<Preset> {
        Preset::ALL.into_iter().find(|preset| preset.name() == name)
    }

    /// Returns the rule set that it names.
    pub fn rules(self) -> RuleSet {
        match self {
            Preset::Giuthi => Game::Giuthi.defaults(),
            Preset::GiuthiRuss => RuleSet::Giuthi(GiuthiRules {
                empty_opposite: EmptyOpposite::NoCapture,
                chain_gap: ChainGap::Stop,
                endless_sowing: EndlessSowing::Draw,
            }),
            Preset::Kiothi => Game::Kiothi.defaults(),
        }
    }
}

/// One option of a game's rule sets: its name, its values, how to get and set it.
///
/// The tables of these are the only place where option names are spelled: text,
/// JSON, schema and error messages all read them.
pub struct OptionSpec {
    /// The name in files.
    pub name: &'static str,
    /// The names of its values, the default first.
    pub values: &'static [&'static str],
    /// Whether files write it as a JSON boolean (then the values are `false`, `true`).
    pub boolean: bool,
    /// What it settles, with the rule's id.
    pub about: &'static str,
    get: fn(&RuleSet) -> usize,
    set: fn(&mut RuleSet, usize),
}

/// Why an option could not be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OptionFault {
    /// The game has no option of that name.
    #[error("{game} has no rule option {name:?}; it has {}", .game.options().iter().map(|o| o.name).collect::<Vec<_>>().join(", "))]
    UnknownOption {
        /// The game.
        game: Game,
        /// The name found.
        name: String,
    },
    /// The option has no value of that name.
    #[error("rule option {option} cannot be {value:?}; it can be {}", .values.join(", "))]
    UnknownValue {
        /// The option.
        option: &'static str,
        /// The value found.
        value: String,
        /// The values that it has.
        values: &'static [&'static str],
    },
}

macro_rules! option_spec {
    ($rules:ident, $field:ident: $($value:expr => $name:literal),+; $boolean:literal, $about:literal) => {
        OptionSpec {
            name: stringify!($field),
            values: &[$($name),+],
            boolean: $boolean,
            about: $about,
            get: |rules| match rules {
                RuleSet::$rules(rules) => [$($value),+]
                    .iter()
                    .position(|value| *value == rules.$field)
                    .expect("every value is listed"),
                _ => unreachable!("an option of another game"),
            },
            set: |rules, index| match rules {
                RuleSet::$rules(rules) => rules.$field = [$($value),+][index],
                _ => unreachable!("an option of another game"),
            },
        }
    };
}

static GIUTHI_OPTIONS: [OptionSpec; 3] = [
    option_spec!(Giuthi, empty_opposite:
        EmptyOpposite::TakeSeed => "take_seed", EmptyOpposite::NoCapture => "no_capture";
        false, "G7 when the opposite pit is empty"),
    option_spec!(Giuthi, chain_gap:
        ChainGap::PassOver => "pass_over", ChainGap::Stop => "stop";
        false, "G8 when an enemy pit opposite the run is empty"),
    option_spec!(Giuthi, endless_sowing:
        EndlessSowing::Draw => "draw", EndlessSowing::Illegal => "illegal";
        false, "a sowing whose laps never end"),
];

static KIOTHI_OPTIONS: [OptionSpec; 4] = [
    option_spec!(Kiothi, setup:
        Start::Six => "six", Start::Five => "five";
        false, "K2, the starting board"),
    option_spec!(Kiothi, triple:
        Triple::AllThree => "all_three", Triple::Run => "run";
        false, "K11, the triple capture"),
    option_spec!(Kiothi, must_cross:
        false => "false", true => "true";
        true, "K10 only after a warrior fell into the enemy row"),
    option_spec!(Kiothi, endless_sowing:
        EndlessSowing::Draw => "draw", EndlessSowing::Illegal => "illegal";
        false, "a sowing whose laps never end"),
];

impl RuleSet {
    /// Returns the game.
    pub fn game(&self) -> Game {
        match self {
            RuleSet::Giuthi(_) => Game::Giuthi,
            RuleSet::Kiothi(_) => Game::Kiothi,
        }
    }

    /// Returns how sowings without an end are taken.
    pub fn endless_sowing(&self) -> EndlessSowing {
        match self {
            RuleSet::Giuthi(rules) => rules.endless_sowing,
            RuleSet::Kiothi(rules) => rules.endless_sowing,
        }
    }

    /// Tells whether exchanging left and right maps the game onto itself: Giuthi only.
    pub fn has_reflection(&self) -> bool {
        matches!(self, RuleSet::Giuthi(_))
    }

    /// Sets one option by name.
    ///
    /// # Errors
    ///
    /// If the game has no such option, or the option no such value.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionFault> {
        let game = self.game();
        let spec = game.options().iter().find(|spec| spec.name == name);
        let spec = spec.ok_or_else(|| OptionFault::UnknownOption {
            game,
            name: name.to_owned(),
        })?;
        let index = spec.values.iter().position(|known| *known == value);
        let index = index.ok_or_else(|| OptionFault::UnknownValue {
            option: spec.name,
            value: value.to_owned(),
            values: spec.values,
        })?;
        (spec.set)(self, index);
        Ok(())
    }

    /// Returns every option with its value, in the order of [`Game::options`].
    pub fn options(&self) -> impl Iterator<Item = (&'static OptionSpec, &'static str)> {
        let specs = self.game().options().iter();
        specs.map(|spec| (spec, spec.values[(spec.get)(self)]))
    }

    /// Returns the preset that comes nearest and the options in which it differs from it.
    ///
    /// A preset that fits wholly is preferred; otherwise it is the game's own.
    pub fn as_preset(&self) -> (Preset, Vec<(&'static OptionSpec, &'static str)>) {
        if let Some(preset) = Preset::ALL.into_iter().find(|p| p.rules() == *self) {
            return (preset, Vec::new());
        }
        let own = Preset::ALL
            .into_iter()
            .find(|preset| preset.rules().game() == self.game())
            .expect("each game has a preset");
        let base = own.rules();
        let differing = self
            .game()
            .options()
            .iter()
            .filter(|spec| (spec.get)(self) != (spec.get)(&base))
            .map(|spec| (spec, spec.values[(spec.get)(self)]))
            .collect();
        (own, differing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_can_be_set_and_read() {
        for game in Game::BOTH {
            for spec in game.options() {
                for (index, value) in spec.values.iter().enumerate() {
                    let mut rules = game.defaults();
                    rules.set_option(spec.name, value).unwrap();
                    assert_eq!((spec.get)(&rules), index);
                    let (preset, differing) = rules.as_preset();
                    assert_eq!(preset.rules(), game.defaults());
                    assert_eq!(differing.len(), usize::from(index > 0));
                }
            }
        }
    }

    #[test]
    fn faults_name_what_there_is() {
        let mut rules = Game::Kiothi.defaults();
        let fault = rules.set_option("chain_gap", "stop").unwrap_err();
        assert!(fault.to_string().contains("triple"), "{fault}");
        let fault = rules.set_option("triple", "two").unwrap_err();
        assert!(fault.to_string().contains("all_three"), "{fault}");
    }
}
