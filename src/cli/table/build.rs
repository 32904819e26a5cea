//! `bonduc table build`.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bonduc::board::Row;
use bonduc::index::Lexicographic;
use bonduc::limits::{Control, Phase, Progress, Stop};
use bonduc::report::grouped;
use bonduc::rules::{Game, RuleSet};
use bonduc::tables::{LayerStack, Made, Source, TableFolder, held_memory, planned_memory};

use super::super::args::BuildArgs;
use super::super::exit::Exit;
use super::super::out::{Out, message};
use super::super::progress::Watch;
use super::which::{folder, row, rules};

/// Builds what is not there yet.
pub fn run(args: &BuildArgs) -> anyhow::Result<Exit> {
    crate::cli::set_threads(args.work.threads)?;
    let rules = rules(&args.layers.game, args.layers.rules.as_deref())?;
    let row = row(args.layers.pits)?;
    let folder = folder(args.dir.as_ref())?;
    let mut out = Out::new();
    let plan = Plan::new(&rules, row, args.layers.seeds, &folder, args.work.memory);
    out.write(&plan.text())?;
    if args.plan {
        return Ok(Exit::default());
    }
    let interrupt = crate::cli::interrupt_flag()?;
    folder.create()?;
    let progress = Arc::new(Progress::default());
    let control = Control::start(args.work.limits(), interrupt, progress.clone());
    let source = Source {
        folder: Some(folder.clone()),
        build: true,
        write_up_to: 0,
    };
    let mut stack = LayerStack::with_source(rules, row, source);
    let mut exit = Exit::default();
    let start = Instant::now();
    let (mut built, mut bytes) = (0u64, 0u64);
    progress.begin(Phase::Layers, plan.positions);
    for seeds in 0..=args.layers.seeds {
        let clock = Instant::now();
        let watch = Watch::start(&format!("{seeds} seeds"), progress.clone());
        let made = stack.push(args.layers.seeds, &control);
        drop(watch);
        for fault in stack.take_faults() {
            exit.damaged = true;
            message(&format!(
                "error: {fault}; it is left as it is: remove it to have it built again"
            ));
        }
        let made = match made {
            Ok(made) => made,
            Err(Stop::Interrupted) => {
                exit.interrupted = true;
                message(&format!(
                    "interrupted: the layers below {seeds} seeds are done"
                ));
                break;
            }
            Err(stop) => {
                exit.limit = true;
                message(&format!("{seeds} seeds: {stop}; allow more with --memory"));
                break;
            }
        };
        match made {
            Some(Made::Built {
                replaces_damaged: false,
            }) => {}
            Some(Made::Read) => continue,
            // What stands on a damaged file is not built: whoever mends it decides first.
            _ => break,
        }
        let written = stack.write_top(&folder)?;
        let index = stack.layers()[seeds as usize].index();
        let boards = index.boards();
        built += boards;
        bytes += written;
        let bits = 8.0 * written as f64 / boards as f64;
        let took = clock.elapsed().as_secs_f64();
        out.write(&format!(
            "{seeds:>3} seeds  {:>15} boards  {:>14} bytes  {bits:>5.2} bits a board  {took:>8.2} s\n",
            grouped(boards),
            grouped(written),
        ))?;
    }
    let took = start.elapsed();
    if built > 0 {
        out.write(&format!(
            "{} boards, {} bytes in {:.2} s: {:.1} million boards a second\n",
            grouped(built),
            grouped(bytes),
            took.as_secs_f64(),
            rate(built, took) / 1e6,
        ))?;
    }
    Ok(exit)
}

fn rate(boards: u64, took: Duration) -> f64 {
    boards as f64 / took.as_secs_f64().max(1e-9)
}

/// What is to be built, and what that will take.
struct Plan {
    lines: Vec<PlannedLayer>,
    /// Positions in all layers, mirror images once, roughly: what progress is measured by.
    positions: u64,
    folder: TableFolder,
    /// Memory allowed.
    memory: u64,
    /// Boards a second.
    rate: f64,
}

struct PlannedLayer {
    seeds: u32,
    boards: Option<u64>,
    memory: Option<u64>,
    lean: bool,
    there: bool,
}

/// Boards a second on two cores that the plan reckons with, measured at 12 seeds (2x8), 20 (2x5), 9 (Kiothi 2x10).
fn planned_rate(game: Game) -> f64 {
    match game {
        Game::Giuthi => 8e6,
        Game::Kiothi => 5e6,
    }
}

/// How much longer the way with two bytes a position takes.
const LEAN_SLOWER: f64 = 10.0;

/// Bits a board on disk that the plan reckons with.
const PLANNED_BITS: u64 = 3;

impl Plan {
    fn new(rules: &RuleSet, row: Row, seeds: u32, folder: &TableFolder, memory: u64) -> Plan {
        let halves = if rules.has_reflection() { 2 } else { 1 };
        let line = |seeds| {
            let fast = planned_memory(rules, row, seeds);
            let lean = fast.is_none_or(|bytes| bytes > memory);
            PlannedLayer {
                seeds,
                boards: Lexicographic::count(row, seeds),
                memory: if lean {
                    held_memory(rules, row, seeds)
                } else {
                    fast
                },
                lean,
                there: folder.layer_path(rules, row, seeds).exists(),
            }
        };
        let lines: Vec<PlannedLayer> = (0..=seeds).map(line).collect();
        Plan {
            positions: lines.iter().filter_map(|line| line.boards).sum::<u64>() / halves,
            lines,
            folder: folder.clone(),
            memory,
            rate: planned_rate(rules.game()),
        }
    }

    fn time(&self, line: &PlannedLayer, boards: u64) -> String {
        let slower = if line.lean { LEAN_SLOWER } else { 1.0 };
        match boards as f64 / self.rate * slower {
            seconds if seconds < 1.0 => "< 1 s".to_owned(),
            seconds if seconds < 600.0 => format!("{seconds:.0} s"),
            seconds => format!("{:.0} min", seconds / 60.0),
        }
    }

    fn text(&self) -> String {
        let mut text = format!("Plan for {}\n", self.folder.path().display());
        for line in &self.lines {
            let Some(boards) = line.boards else {
                text += &format!("{:>3} seeds  more boards than can be counted\n", line.seeds);
                continue;
            };
            let memory = line.memory.map_or("?".to_owned(), megabytes);
            let what = match line {
                PlannedLayer { there: true, .. } => "there",
                PlannedLayer { lean: true, .. } => "to build, the slow way",
                _ => "to build",
            };
            text += &format!(
                "{:>3} seeds  {:>15} boards  memory {memory:>9}  disk {:>9}  {:>8}  {what}\n",
                line.seeds,
                grouped(boards),
                megabytes(boards * PLANNED_BITS / 8),
                self.time(line, boards),
            );
        }
        text += &format!("Memory allowed: {}\n", megabytes(self.memory));
        text
    }
}

fn megabytes(bytes: u64) -> String {
    match bytes {
        0..0x10_0000 => format!("{} KiB", bytes.div_ceil(1 << 10)),
        _ => format!("{} MiB", grouped(bytes.div_ceil(1 << 20))),
    }
}
