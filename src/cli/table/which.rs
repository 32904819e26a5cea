//! Which layers a command is about.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use bonduc::board::Row;
use bonduc::rules::{Game, Preset, RuleSet};
use bonduc::tables::TableFolder;
use etcetera::BaseStrategy as _;
use serde_json::{Map, Value, json};

/// Returns the folder for table files: the one given, or the user's cache.
pub fn folder(given: Option<&PathBuf>) -> anyhow::Result<TableFolder> {
    match given {
        Some(path) => Ok(TableFolder::new(path)),
        None => cache_folder().context("no cache folder is known; name one with --dir or --tables"),
    }
}

/// Returns the user's cache folder for tables, if there is one.
pub fn cache_folder() -> Option<TableFolder> {
    let base = etcetera::choose_base_strategy().ok()?;
    Some(TableFolder::new(base.cache_dir().join("bonduc/tables")))
}

/// Returns a row of so many pits.
pub fn row(pits: u8) -> anyhow::Result<Row> {
    Row::new(pits.into()).context("a row has 2 to 12 pits")
}

/// Reads a game and its rule set: a preset's name and options, separated by commas.
pub fn rules(game: &str, text: Option<&str>) -> anyhow::Result<RuleSet> {
    let Some(game) = Game::from_name(game) else {
        bail!("found the game {game:?}, expected giuthi or kiothi");
    };
    let mut rules = game.defaults();
    for (index, word) in text.unwrap_or_default().split([',', ' ']).enumerate() {
        if word.is_empty() {
            continue;
        }
        let preset = Preset::from_name(word.strip_prefix("rules=").unwrap_or(word));
        match (word.split_once('='), preset) {
            (_, Some(preset)) if index == 0 && preset.rules().game() == game => {
                rules = preset.rules();
            }
            (Some((name, value)), None) => rules.set_option(name, value)?,
            _ => {
                let presets: Vec<&str> = Preset::ALL
                    .into_iter()
                    .filter(|preset| preset.rules().game() == game)
                    .map(Preset::name)
                    .collect();
                bail!(
                    "found the rules {word:?}, expected {} first, or an option as {}={}",
                    presets.join(" or "),
                    game.options()[0].name,
                    game.options()[0].values[0],
                );
            }
        }
    }
    Ok(rules)
}

/// Writes a rule set as puzzle files do.
pub fn rules_value(rules: &RuleSet) -> Value {
    let (preset, options) = rules.as_preset();
    if options.is_empty() {
        return json!(preset.name());
    }
    let mut object = Map::new();
    object.insert("preset".to_owned(), json!(preset.name()));
    for (spec, value) in options {
        let value = if spec.boolean {
            json!(value == "true")
        } else {
            json!(value)
        };
        object.insert(spec.name.to_owned(), value);
    }
    Value::Object(object)
}
