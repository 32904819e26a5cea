//! `bonduc table info`.

use std::sync::Arc;

use anyhow::bail;
use bonduc::index::RowTable;
use bonduc::limits::{Control, Limits, Progress};
use bonduc::notation::position_text;
use bonduc::report::grouped;
use bonduc::rules::Position;
use bonduc::solve::longest_win;
use bonduc::tables::{
    LayerFile, LayerStack, LayerStatistics, Source, TableError, TableFolder, layer_name, statistics,
};
use serde_json::json;

use super::super::args::{Format, InfoArgs};
use super::super::exit::Exit;
use super::super::out::{Out, message};
use super::super::progress::Watch;
use super::files;

/// Lists table files.
pub fn run(args: &InfoArgs) -> anyhow::Result<Exit> {
    let mut out = Out::new();
    let mut exit = Exit::default();
    for (_, file) in files::open(&args.paths)? {
        let described = file.and_then(|file| Ok((statistics_of(&file, args.values)?, file)));
        let (statistics, file) = match described {
            Ok(described) => described,
            Err(error) => {
                exit.damaged = true;
                message(&format!("error: {error}"));
                continue;
            }
        };
        let header = file.header();
        let longest = match args.longest {
            true => longest_of(&file, args.memory, &mut exit)?,
            false => None,
        };
        let bits = 8.0 * file.bytes() as f64 / header.boards as f64;
        match args.format {
            Format::Json => {
                let mut object = json!({
                    "file": file.path().display().to_string(),
                    "game": header.game, "rules": header.rules, "pits": header.pits,
                    "seeds": header.seeds, "boards": header.boards, "positions": header.positions,
                    "bytes": file.bytes(), "values": header.values.len(),
                });
                if let Some(counts) = statistics {
                    object["never_win"] = json!(counts.never_win);
                    object["always_draw"] = json!(counts.always_draw);
                    object["on_repetition"] = json!(counts.on_repetition);
                }
                if let Some((position, plies)) = &longest {
                    object["longest_win"] = json!({"position": position, "plies": plies});
                }
                out.write_json(&object)?;
            }
            Format::Text => {
                let name = layer_name(file.rules(), file.row(), header.seeds);
                let mut line = format!(
                    "{name:<28} {:>14} boards {:>13} bytes {bits:>5.2} bits a board",
                    grouped(header.boards),
                    grouped(file.bytes()),
                );
                if let Some(counts) = statistics {
                    let part = |count: u64| 100.0 * count as f64 / header.boards as f64;
                    line += &format!(
                        "  never won {:.1}%, always drawn {:.1}%, on repetition {:.1}%",
                        part(counts.never_win),
                        part(counts.always_draw),
                        part(counts.on_repetition),
                    );
                }
                if let Some((position, plies)) = &longest {
                    line += &format!("\n  longest win: {plies} plies, {position}");
                }
                out.write(&(line + "\n"))?;
            }
        }
    }
    Ok(exit)
}

/// Finds the longest win of a layer: a position in text, and its plies.
fn longest_of(
    file: &LayerFile,
    memory: u64,
    exit: &mut Exit,
) -> anyhow::Result<Option<(String, u32)>> {
    let (rules, seeds) = (file.rules(), file.header().seeds);
    let folder = file.path().parent().unwrap_or(file.path());
    let source = Source {
        folder: Some(TableFolder::new(folder)),
        build: false,
        write_up_to: 0,
    };
    let interrupt = Arc::default();
    let limits = Limits {
        memory,
        ..Limits::default()
    };
    let progress = Arc::new(Progress::default());
    let control = Control::start(limits, interrupt, progress.clone());
    let watch = Watch::start(&format!("{seeds} seeds"), progress);
    let mut stack = LayerStack::with_source(*rules, file.row(), source);
    let found = match stack.build_up_to(seeds, &control) {
        Ok(true) => longest_win(rules, &stack, &control),
        Ok(false) => bail!("{}: the layers below are not there", file.path().display()),
        Err(stop) => Err(stop),
    };
    drop(watch);
    match found {
        Ok(longest) => Ok(longest.map(|win| {
            // The lead as a score: the winner's captures and the other's.
            let lead = u32::from(win.lead.unsigned_abs());
            let captured = if win.lead < 0 { [0, lead] } else { [lead, 0] };
            let position = Position::from_south(*rules, &win.ring, captured);
            (position_text(&position), win.plies)
        })),
        Err(stop) => {
            exit.limit = true;
            message(&format!("{seeds} seeds: {stop}"));
            Ok(None)
        }
    }
}

/// Counts a layer's values, if that is asked for.
fn statistics_of(file: &LayerFile, wanted: bool) -> Result<Option<LayerStatistics>, TableError> {
    if !wanted {
        return Ok(None);
    }
    let Some(rows) = RowTable::new(file.row(), file.header().seeds) else {
        return Ok(None);
    };
    Ok(Some(statistics(&file.load(&Arc::new(rows))?)))
}
