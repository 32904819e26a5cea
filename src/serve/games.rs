//! `GET /api/games`: both games, what can be set, and their recorded set-ups.

use std::collections::BTreeMap;

use axum::http::StatusCode;
use axum::response::Response;
use schemars::JsonSchema;
use serde::Serialize;

use super::failure::json;
use crate::board::{MAX_ROW, MAX_SEEDS, MIN_ROW};
use crate::notation::stage_text;
use crate::rules::{Game, Preset, RecordedSetup, RuleSet};

/// What there is to choose from.
#[derive(Debug, Serialize, JsonSchema)]
pub(super) struct Games {
    /// The program and its version.
    program: &'static str,
    /// The games.
    games: Vec<GameObject>,
    /// The least pits a row.
    least_pits: usize,
    /// The most pits a row.
    most_pits: usize,
    /// The most seeds of a game.
    most_seeds: u32,
}

/// One game.
#[derive(Debug, Serialize, JsonSchema)]
struct GameObject {
    /// `giuthi` or `kiothi`.
    name: &'static str,
    /// Its rule sets that have names; the game's own comes first.
    presets: Vec<PresetObject>,
    /// What can be set in its rule sets.
    options: Vec<OptionObject>,
    /// Its recorded set-ups.
    setups: Vec<SetupObject>,
}

/// A rule set that has a name.
#[derive(Debug, Serialize, JsonSchema)]
struct PresetObject {
    /// The name.
    name: &'static str,
    /// What it sets, by option.
    options: BTreeMap<&'static str, &'static str>,
}

/// One option.
#[derive(Debug, Serialize, JsonSchema)]
struct OptionObject {
    /// The name in files.
    name: &'static str,
    /// What it settles.
    about: &'static str,
    /// Its values, the default first.
    values: Vec<&'static str>,
}

/// A starting board.
#[derive(Debug, Serialize, JsonSchema)]
struct SetupObject {
    /// The name.
    name: &'static str,
    /// Where it comes from.
    source: &'static str,
    /// The board in one line of text; Kiothi's as it stands before the opening.
    text: String,
    /// Whether redistributions come first (K3).
    opening: bool,
}

/// Tells what there is.
pub(super) async fn games() -> Response {
    let games = Games {
        program: concat!("bonduc ", env!("CARGO_PKG_VERSION")),
        games: Game::BOTH.map(object).into(),
        least_pits: MIN_ROW,
        most_pits: MAX_ROW,
        most_seeds: MAX_SEEDS,
    };
    json(StatusCode::OK, &games)
}

fn object(game: Game) -> GameObject {
    let presets = Preset::ALL.into_iter();
    let presets = presets.filter(|preset| preset.rules().game() == game);
    let setups = RecordedSetup::all().iter();
    let setups = setups.filter(|setup| setup.game() == game);
    GameObject {
        name: game.name(),
        presets: presets
            .map(|preset| PresetObject {
                name: preset.name(),
                options: option_values(&preset.rules()),
            })
            .collect(),
        options: game
            .options()
            .iter()
            .map(|spec| OptionObject {
                name: spec.name,
                about: spec.about,
                values: spec.values.to_vec(),
            })
            .collect(),
        setups: setups
            .map(|setup| {
                let stage = setup.stage(setup.rules());
                SetupObject {
                    name: setup.name,
                    source: setup.source,
                    text: stage_text(&stage),
                    opening: stage.opening().is_some(),
                }
            })
            .collect(),
    }
}

/// Returns what a rule set sets, by option.
pub(super) fn option_values(rules: &RuleSet) -> BTreeMap<&'static str, &'static str> {
    let options = rules.options();
    options.map(|(spec, value)| (spec.name, value)).collect()
}
