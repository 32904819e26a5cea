//! `bonduc table`.

use std::sync::Arc;

use anyhow::{Context as _, bail};
use bonduc::board::Row;
use bonduc::limits::{Control, Limits, Progress, Stop};
use bonduc::rules::{Game, Preset, RuleSet};
use bonduc::tables::{LayerStack, digest as digest_layer};
use serde_json::{Map, Value, json};

use super::args::DigestArgs;
use super::exit::Exit;
use super::out::{Out, message};
use super::progress::Watch;

/// Prints the digests of all layers up to a number of seeds.
pub fn digest(args: &DigestArgs) -> anyhow::Result<Exit> {
    super::set_threads(args.threads)?;
    let interrupt = super::interrupt_flag()?;
    let rules = rules(&args.game, args.rules.as_deref())?;
    let row = Row::new(args.pits.into()).context("2 to 12 pits a row")?;
    let limits = Limits {
        memory: args.memory,
        ..Limits::default()
    };
    let progress = Arc::new(Progress::default());
    let control = Control::start(limits, interrupt, progress.clone());
    let mut out = Out::new();
    let mut exit = Exit::default();
    let mut stack = LayerStack::new(rules, row);
    for seeds in 0..=args.seeds {
        let watch = Watch::start(&format!("{seeds} seeds"), progress.clone());
        let built = stack.build_up_to(seeds, &control);
        drop(watch);
        match built {
            Ok(()) => {}
            Err(Stop::Interrupted) => {
                exit.interrupted = true;
                break;
            }
            Err(stop) => {
                exit.limit = true;
                message(&format!("{seeds} seeds: {stop}"));
                break;
            }
        }
        let digest = digest_layer(&stack.layers()[seeds as usize]);
        out.write_json(&json!({
            "game": rules.game().name(),
            "rules": rules_value(&rules),
            "pits": args.pits,
            "seeds": digest.seeds,
            "positions": digest.positions,
            "never_win": digest.never_win,
            "always_draw": digest.always_draw,
            "fnv1a64": format!("{:016x}", digest.fnv1a64),
        }))?;
    }
    Ok(exit)
}

/// Reads a game and its rule set: a preset's name and options, separated by commas.
fn rules(game: &str, text: Option<&str>) -> anyhow::Result<RuleSet> {
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
fn rules_value(rules: &RuleSet) -> Value {
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
