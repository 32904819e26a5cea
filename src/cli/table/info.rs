//! `bonduc table info`.

use std::sync::Arc;

use anyhow::Context as _;
use bonduc::index::RowTable;
use bonduc::report::grouped;
use bonduc::tables::{LayerFile, LayerStatistics, TableError, layer_name, statistics};
use serde_json::json;

use super::super::args::{Format, InfoArgs};
use super::super::exit::Exit;
use super::super::out::{Out, message};
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
                out.write(&(line + "\n"))?;
            }
        }
    }
    Ok(exit)
}

/// Counts a layer's values, if that is asked for.
fn statistics_of(file: &LayerFile, wanted: bool) -> Result<Option<LayerStatistics>, TableError> {
    if !wanted {
        return Ok(None);
    }
    let rows = RowTable::new(file.row(), file.header().seeds)
        .context("a row table")
        .map(Arc::new);
    match rows {
        Ok(rows) => Ok(Some(statistics(&file.load(&rows)?))),
        Err(_) => Ok(None),
    }
}
