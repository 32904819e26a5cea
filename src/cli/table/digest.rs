//! `bonduc table digest`.

use std::sync::Arc;

use bonduc::limits::{Control, Progress, Stop};
use bonduc::tables::{LayerStack, Source, TableFolder, digest as digest_layer};
use serde_json::json;

use super::super::args::DigestArgs;
use super::super::exit::Exit;
use super::super::out::{Out, message};
use super::super::progress::Watch;
use super::which::{row, rules, rules_value};

/// Prints the digests of all layers up to a number of seeds.
pub fn run(args: &DigestArgs) -> anyhow::Result<Exit> {
    crate::cli::set_threads(args.work.threads)?;
    let interrupt = crate::cli::interrupt_flag()?;
    let rules = rules(&args.layers.game, args.layers.rules.as_deref())?;
    let row = row(args.layers.pits)?;
    let progress = Arc::new(Progress::default());
    let control = Control::start(args.work.limits(), interrupt, progress.clone());
    let mut out = Out::new();
    let mut exit = Exit::default();
    // With a folder, digests are those of its files and nothing is built.
    let source = match &args.dir {
        Some(dir) => Source {
            folder: Some(TableFolder::new(dir)),
            build: false,
            write_up_to: 0,
        },
        None => Source::memory(),
    };
    let mut stack = LayerStack::with_source(rules, row, source);
    for seeds in 0..=args.layers.seeds {
        let watch = Watch::start(&format!("{seeds} seeds"), progress.clone());
        let built = stack.build_up_to(seeds, &control);
        drop(watch);
        match built {
            Ok(true) => {}
            Ok(false) => {
                let faults = stack.take_faults();
                exit.damaged |= !faults.is_empty();
                exit.bad_input |= faults.is_empty();
                match faults.first() {
                    Some(fault) => message(&format!("error: {fault}")),
                    None => message(&format!("error: the layer of {seeds} seeds is not there")),
                }
                break;
            }
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
            "pits": args.layers.pits,
            "seeds": digest.seeds,
            "positions": digest.positions,
            "never_win": digest.never_win,
            "always_draw": digest.always_draw,
            "fnv1a64": format!("{:016x}", digest.fnv1a64),
        }))?;
    }
    Ok(exit)
}
