//! `bonduc generate`.

mod args;
mod given;
mod journal;
mod reporter;
mod set;

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, bail};
use bonduc::generate::{Brief, Found, Generator, Ground, Source, Theme, Unique};
use bonduc::limits::{Control, Progress, Stop};
use bonduc::puzzle::{Puzzle, load};
use bonduc::rules::Game;

use super::exit::Exit;
use super::out::{Out, message};
use super::progress::Watch;
pub use args::GenerateArgs;
use args::UniqueWhat;
use given::Given;
use journal::Journal;
use reporter::Reporter;

/// Makes a set.
pub fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    if args.list_themes {
        Out::new().write(&themes_text())?;
        return Ok(Exit::default());
    }
    super::set_threads(args.work.threads)?;
    let brief = brief(args)?;
    brief.check()?;
    // Made first, as it may be among those that are not to be repeated.
    if let Some(folder) = &args.out {
        let error = || format!("cannot make the folder {}", folder.display());
        fs::create_dir_all(folder).with_context(error)?;
    }
    let mut besides = besides(&args.besides)?;
    let mut journal = match &args.out {
        Some(folder) => Some(Journal::open(folder, &brief, &mut besides, args.fresh)?),
        None => None,
    };
    let interrupt = super::interrupt_flag()?;
    let progress = Arc::new(Progress::default());
    let control = Control::start(args.limits(), interrupt, progress.clone());
    let mut exit = Exit::default();
    // 1. Tables.
    let tables = super::solve::tables(&args.tables);
    let watch = Watch::start("tables", progress);
    let ground = Ground::prepare(&brief, &tables, &control);
    drop(watch);
    let mut ground = match ground {
        Ok(ground) => ground,
        Err(stop) => return stopped(stop, exit),
    };
    for fault in ground.take_faults() {
        exit.damaged = true;
        message(&format!("{fault}; not used"));
    }
    // 2. The run.
    let Some(mut generator) = Generator::new(&brief, &ground) else {
        bail!("boards with so many seeds are too many to be numbered; expected fewer seeds");
    };
    besides.iter().for_each(|puzzle| generator.besides(puzzle));
    let mut reporter = Reporter::new(&brief);
    if let Some(journal) = &mut journal {
        let (tally, found) = journal.so_far();
        if tally.tried > 0 {
            let (tried, kept) = (tally.tried, found.len());
            message(&format!(
                "goes on after {tried} boards, {kept} of them taken"
            ));
        }
        generator.take_up(tally, found);
    }
    while !generator.is_done() {
        let before = generator.found().len();
        if let Err(stop) = generator.go_on(&control) {
            reporter.end();
            return match journal {
                Some(_) => {
                    message(&format!("{stop}: the same command goes on from here"));
                    exit.stopped(stop);
                    Ok(exit)
                }
                None => stopped(stop, exit),
            };
        }
        let new = &generator.found()[before..];
        match &mut journal {
            Some(journal) => journal.note(new, generator.tally())?,
            // Of a run that does not choose, what is found is taken: it goes out at once, and an interrupt loses none of it.
            None if !brief.chooses() => print(new, args)?,
            None => (),
        }
        reporter.tell(generator.tally());
    }
    reporter.end();
    let (tally, found) = generator.finish();
    message(&reporter::summary(&brief, &tally, found.len()));
    exit.check_failed |= found.len() < brief.count && !brief.chooses();
    // 3. The set.
    match &args.out {
        None if brief.chooses() => print(&found, args)?,
        None => (),
        Some(folder) => {
            let puzzles: Vec<Puzzle> = found.iter().map(|found| puzzle(found, args)).collect();
            if !args.no_solutions
                && let Err(stop) = set::write_solutions(folder, &puzzles, &ground, args, &control)?
            {
                return stopped(stop, exit);
            }
            set::write_puzzles(folder, &puzzles, args.format)?;
            if let Some(journal) = journal {
                journal.remove()?;
            }
        }
    }
    Ok(exit)
}

/// Writes puzzles to standard output as JSON Lines.
fn print(found: &[Found], args: &GenerateArgs) -> anyhow::Result<()> {
    let mut out = Out::new();
    for found in found {
        out.write(&(puzzle(found, args).to_json().line() + "\n"))?;
    }
    Ok(())
}

fn puzzle(found: &Found, args: &GenerateArgs) -> Puzzle {
    let mut puzzle = found.puzzle.clone();
    if args.no_claims {
        puzzle.claim = None;
    }
    puzzle
}

fn stopped(stop: Stop, mut exit: Exit) -> anyhow::Result<Exit> {
    exit.stopped(stop);
    if stop != Stop::Interrupted {
        message(&format!("{stop}{}", super::solve::advice(stop)));
    }
    Ok(exit)
}

fn brief(args: &GenerateArgs) -> anyhow::Result<Brief> {
    let given = Given::load(&args.from)?;
    let game = args.game.as_deref().or(given.game()).unwrap_or_default();
    let rules = super::table::rules(game, args.rules.as_deref())?;
    let pits = args.pits.or(given.pits());
    let row = super::table::row(pits.context("--pits is needed")?)?;
    let seeds = args.seeds.clone().or(given.seeds());
    let seeds = seeds.context("--seeds is needed")?;
    if *seeds.end() > bonduc::board::MAX_SEEDS {
        let most = bonduc::board::MAX_SEEDS;
        bail!(
            "found --seeds up to {}, expected at most {most}",
            seeds.end()
        );
    }
    let mut brief = Brief::new(rules, row, seeds);
    brief.total = args.total.or(given.total()).unwrap_or(brief.total);
    brief.marks = rules.game() == Game::Kiothi && !args.unmarked;
    brief.asked = args.stipulation;
    brief.unique = match args.unique {
        UniqueWhat::Key => Unique::Key,
        UniqueWhat::Line => Unique::Line,
    };
    brief.only_moves = args.only_moves.clone();
    brief.plies = args.plies.clone();
    brief.themes = args
        .theme
        .iter()
        .map(|list| themes(list, rules.game()))
        .collect::<anyhow::Result<_>>()?;
    brief.difficulty = args.difficulty.clone().unwrap_or(brief.difficulty);
    brief.quality = args.quality;
    brief.count = args.count;
    brief.seed = args.seed;
    brief.source = match (args.best_of, args.all) {
        (Some(boards), _) => Source::Best { boards },
        (None, true) => Source::All,
        (None, false) => Source::Sample { most: args.most },
    };
    if args.all {
        brief.marks = false;
    }
    if !args.from.is_empty() {
        brief.source = Source::Boards(given.boards(&brief, args.near)?);
    }
    Ok(brief)
}

/// Reads a list of themes.
fn themes(list: &str, game: Game) -> anyhow::Result<Vec<Theme>> {
    let names = list
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty());
    names
        .map(|name| match Theme::from_name(name) {
            Some(theme) if theme.game().is_none_or(|own| own == game) => Ok(theme),
            Some(_) => bail!("found the theme {name:?}, which {game} has not"),
            None => {
                let known = Theme::ALL.into_iter();
                let known = known.filter(|theme| theme.game().is_none_or(|own| own == game));
                let known: Vec<&str> = known.map(Theme::name).collect();
                bail!(
                    "found the theme {name:?}, expected one of {}",
                    known.join(", ")
                )
            }
        })
        .collect()
}

/// Reads the puzzles that may not be repeated.
fn besides(paths: &[String]) -> anyhow::Result<Vec<Puzzle>> {
    let mut puzzles = Vec::new();
    let mut seen = HashSet::new();
    for path in paths {
        // The folder of a set that is yet to come: nothing stands there to be repeated.
        if is_empty_folder(Path::new(path)) {
            continue;
        }
        // One by one: the same id in two folders is no fault here.
        for entry in load(std::slice::from_ref(path), &mut std::io::stdin()) {
            match entry.puzzle {
                Ok(puzzle) => {
                    if seen.insert(puzzle.id.clone()) {
                        puzzles.push(puzzle);
                    }
                }
                Err(faults) => {
                    super::out::refusal(&entry.id, &entry.origin, &faults);
                    bail!("{path}: not everything of it could be read");
                }
            }
        }
    }
    Ok(puzzles)
}

fn is_empty_folder(path: &Path) -> bool {
    let ended = |path: &Path| {
        path.extension()
            .is_some_and(|e| e == "json" || e == "jsonl")
    };
    let files = fs::read_dir(path).map(|listing| listing.flatten().map(|entry| entry.path()));
    files.is_ok_and(|mut files| !files.any(|path| ended(&path)))
}

fn themes_text() -> String {
    let width = Theme::ALL
        .map(|theme| theme.name().len())
        .into_iter()
        .max()
        .unwrap_or(0);
    let lines = Theme::ALL.map(|theme| {
        let game = theme
            .game()
            .map_or(String::new(), |game| format!("{game}: "));
        format!("{:width$}  {game}{}\n", theme.name(), theme.definition())
    });
    lines.concat()
}

/// Returns a path in a folder for messages.
fn shown(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}
