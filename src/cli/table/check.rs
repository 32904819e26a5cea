//! `bonduc table check`.

use std::sync::Arc;

use bonduc::board::Row;
use bonduc::limits::{Control, Progress, Stop};
use bonduc::notation::position_text;
use bonduc::rules::{Position, RuleSet};
use bonduc::tables::{
    LayerFile, LayerStack, Made, Source, TableFolder, WrongValue, check_layer, layer_name,
};
use bonduc::value::{DrawsWithLead, Thresholds, WinsWithLead};

use super::super::args::CheckArgs;
use super::super::exit::Exit;
use super::super::out::{Out, message};
use super::super::progress::Watch;
use super::files;

/// Checks table files.
pub fn run(args: &CheckArgs) -> anyhow::Result<Exit> {
    crate::cli::set_threads(args.work.threads)?;
    let interrupt = crate::cli::interrupt_flag()?;
    let progress = Arc::new(Progress::default());
    let mut check = Check {
        control: Control::start(args.work.limits(), interrupt, progress.clone()),
        progress,
        out: Out::new(),
        exit: Exit::default(),
        below: None,
    };
    for (path, file) in files::open(&args.paths)? {
        let file = file.and_then(|file| file.check().map(|()| file));
        match file {
            Err(error) => {
                check.exit.damaged = true;
                message(&format!("error: {error}"));
            }
            Ok(file) if !args.deep => {
                let name = layer_name(file.rules(), file.row(), file.header().seeds);
                check.out.write(&format!("{name}: checksums right\n"))?;
            }
            Ok(file) => {
                let folder = TableFolder::new(path.parent().unwrap_or(&path));
                if !check.deep(&file, folder)? {
                    break;
                }
            }
        }
    }
    Ok(check.exit)
}

struct Check {
    control: Control,
    progress: Arc<Progress>,
    out: Out,
    exit: Exit,
    /// The layers of the files checked before, on which the next one stands.
    below: Option<LayerStack>,
}

impl Check {
    /// Proves the values of one file; returns false when the run is to end.
    fn deep(&mut self, file: &LayerFile, folder: TableFolder) -> anyhow::Result<bool> {
        let (rules, row, seeds) = (file.rules(), file.row(), file.header().seeds);
        let name = layer_name(rules, row, seeds);
        let watch = Watch::start(&name, self.progress.clone());
        let checked = self.prove(rules, row, seeds, folder);
        drop(watch);
        match checked {
            Ok(Proved::Right) => self
                .out
                .write(&format!("{name}: checksums right, all values right\n"))?,
            Ok(Proved::Wrong(wrong)) => {
                self.exit.damaged = true;
                message(&format!("error: {name}: {}", wrong_words(rules, &wrong)));
            }
            Ok(Proved::NoLower(why)) => {
                self.exit.damaged = true;
                message(&format!("error: {name}: {why}"));
            }
            Err(Stop::Interrupted) => {
                self.exit.interrupted = true;
                return Ok(false);
            }
            Err(stop) => {
                self.exit.limit = true;
                message(&format!("{name}: {stop}; allow more with --memory"));
            }
        }
        Ok(true)
    }

    fn prove(
        &mut self,
        rules: &RuleSet,
        row: Row,
        seeds: u32,
        folder: TableFolder,
    ) -> Result<Proved, Stop> {
        let kept = self.below.take();
        let mut stack = kept
            .filter(|stack| stack.is_for(rules, row) && stack.layers().len() <= seeds as usize)
            .unwrap_or_else(|| {
                let source = Source {
                    folder: Some(folder),
                    build: false,
                    write_up_to: 0,
                };
                LayerStack::with_source(*rules, row, source)
            });
        while stack.layers().len() <= seeds as usize {
            let next = stack.layers().len();
            if stack.push(seeds, &self.control)? != Some(Made::Read) {
                let why = match stack.take_faults().first() {
                    Some(fault) => format!("cannot be proved: {fault}"),
                    None => format!("cannot be proved: the layer of {next} seeds is not there"),
                };
                return Ok(Proved::NoLower(why));
            }
        }
        let (lower, top) = stack.layers().split_at(seeds as usize);
        let wrong = check_layer(rules, &top[0], lower, &self.control)?;
        self.below = Some(stack);
        Ok(wrong.map_or(Proved::Right, Proved::Wrong))
    }
}

enum Proved {
    Right,
    Wrong(WrongValue),
    /// A layer below cannot be had.
    NoLower(String),
}

fn wrong_words(rules: &RuleSet, wrong: &WrongValue) -> String {
    let position = position_text(&Position::from_south(*rules, &wrong.ring, [0, 0]));
    let leads = |thresholds: Thresholds| {
        let wins = match thresholds.wins() {
            WinsWithLead::Never => "never wins".to_owned(),
            WinsWithLead::At(lead) => format!("wins from {lead}"),
        };
        match thresholds.draws() {
            DrawsWithLead::Always => format!("{wins}, always draws"),
            DrawsWithLead::At(lead) => format!("{wins}, draws from {lead}"),
        }
    };
    if wrong.found == wrong.offered {
        format!(
            "wrong value of {position}: {} agrees with its moves, but cannot be followed to the end of the game",
            leads(wrong.found)
        )
    } else {
        format!(
            "wrong value of {position}: found {}, its moves give {}",
            leads(wrong.found),
            leads(wrong.offered)
        )
    }
}
