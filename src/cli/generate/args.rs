//! The arguments of `generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use bonduc::generate::Level;
use bonduc::limits::Limits;
use bonduc::puzzle::read_stipulation;
use bonduc::value::Stipulation;
use clap::{Args as ClapArgs, ValueEnum};

use super::super::args::{TableArgs, WorkArgs};
use super::super::size::{parse_range, parse_seconds};

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
South is to move and to win or, where no score gives a board a single winning move, to draw. The score is chosen so \
that one first move alone will do. The solution is the main line up to the solver's last only move; it stands in the \
puzzle as its claim, so `verify` judges it. Themes, level and the parts of difficulty and quality are its tags; \
docs/generating.md defines them all.

DIR gets a puzzle file each (or puzzles.jsonl, or puzzles.csv), catalogue.md of all that is in DIR, and in DIR/solutions the answers with \
their evidence, each held to its check before it is written. The same options give the same bytes, whatever the \
threads. A run that was stopped goes on when it is started again.

Examples:
  bonduc generate --game giuthi --pits 6 --seeds 8..10 --count 100 --out set
  bonduc generate --game giuthi --pits 5 --seeds 9 --all --count 20 --out best
  bonduc generate --game kiothi --pits 10 --seeds 7..9 --theme nki-sacrifice,triple-capture --out set
  bonduc generate --game giuthi --pits 6 --seeds 9 --difficulty hard --plies 15.. | bonduc verify -
  bonduc generate --from 'kiothi 0,0,1,2,0/0,1,0,2,1 s' --near --count 5
  bonduc generate --list-themes")]
pub struct GenerateArgs {
    /// giuthi or kiothi
    #[arg(long, value_name = "GAME", required_unless_present_any = ["list_themes", "from"])]
    pub game: Option<String>,

    /// Pits a row, 2 to 12
    #[arg(long, value_name = "N", required_unless_present_any = ["list_themes", "from"], value_parser = clap::value_parser!(u8).range(2..=12))]
    pub pits: Option<u8>,

    /// Seeds on the board: a number, or a range as 8..10
    #[arg(long, value_name = "S", required_unless_present_any = ["list_themes", "from"], value_parser = parse_range)]
    pub seeds: Option<RangeInclusive<u32>>,

    /// How many puzzles
    #[arg(long, value_name = "C", default_value_t = 10)]
    pub count: usize,

    /// Seed of the random boards
    #[arg(long, value_name = "X", default_value_t = 1)]
    pub seed: u64,

    /// The folder for the set [default: puzzles as JSON Lines to standard output]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// A rule set's name and options, as giuthi-russ or chain_gap=stop,endless_sowing=illegal
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,

    /// Seeds in the whole game [default: those of a recorded set-up: 40 on 2x5, 48, 84, 64 on 2x8, 180; Kiothi 60]
    #[arg(long, value_name = "N")]
    pub total: Option<u32>,

    /// Kiothi: no marked boma
    #[arg(long)]
    pub unmarked: bool,

    /// What is asked: win, draw, margin>=N, capture>=N, or margin=N (2: one-warrior) [default: win, else draw]
    #[arg(long, value_name = "TEXT", value_parser = read_stipulation)]
    pub stipulation: Option<Stipulation>,

    /// How far the solution has to be the only one
    #[arg(long, value_name = "HOW", default_value = "line")]
    pub unique: UniqueWhat,

    /// How many only moves the solution has: a number or a range
    #[arg(long, value_name = "RANGE", default_value = "2..", value_parser = parse_range)]
    pub only_moves: RangeInclusive<u32>,

    /// How many plies the main line has to the end of the game
    #[arg(long, value_name = "RANGE", default_value = "1..", value_parser = parse_range)]
    pub plies: RangeInclusive<u32>,

    /// One of these themes at least; given several times, one of each list
    #[arg(long, value_name = "THEME,…")]
    pub theme: Vec<String>,

    /// A level (easy, medium, hard), or a range of difficulty from 0 to 99
    #[arg(long, value_name = "LEVEL", value_parser = parse_difficulty)]
    pub difficulty: Option<RangeInclusive<u32>>,

    /// The least quality, 0 to 100
    #[arg(long, value_name = "Q", default_value_t = 0)]
    pub quality: u32,

    /// Try so many random boards and take the best
    #[arg(long, value_name = "BOARDS", conflicts_with_all = ["all", "most"])]
    pub best_of: Option<u64>,

    /// Try all boards, without marks, and take the best
    #[arg(long, conflicts_with = "most")]
    pub all: bool,

    /// Look at the boards of these puzzles, the side to move as South, at the best score for each, and take the best: files, folders, positions in
    /// a line of text, or - for standard input
    #[arg(long, value_name = "PATH", conflicts_with_all = ["best_of", "all", "most"])]
    pub from: Vec<String>,

    /// With --from: also at every board that comes of putting one seed elsewhere
    #[arg(long, requires = "from")]
    pub near: bool,

    /// Give up after so many random boards
    #[arg(long, value_name = "BOARDS")]
    pub most: Option<u64>,

    /// Puzzles that are there already and may not be repeated: files or folders
    #[arg(long, value_name = "PATH")]
    pub besides: Vec<String>,

    /// How the puzzles are written to DIR
    #[arg(long, value_name = "FORMAT", default_value = "files", requires = "out")]
    pub format: SetFormat,

    /// Write no solutions beside the puzzles
    #[arg(long, requires = "out")]
    pub no_solutions: bool,

    /// Write the puzzles without a claimed solution, as for a contest
    #[arg(long)]
    pub no_claims: bool,

    /// Forget an unfinished run in DIR and begin anew
    #[arg(long, requires = "out")]
    pub fresh: bool,

    /// List the themes with their definitions, and nothing else
    #[arg(long)]
    pub list_themes: bool,

    /// Seconds for the whole run; with --out the same command goes on from there [default: as long as it takes]
    #[arg(long, value_name = "S", value_parser = parse_seconds, allow_hyphen_values = true)]
    pub time: Option<Duration>,

    #[command(flatten)]
    pub work: WorkArgs,

    #[command(flatten)]
    pub tables: TableArgs,
}

impl GenerateArgs {
    /// Returns the limits of the run.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            ..self.work.limits()
        }
    }
}

/// How far a solution has to be the only one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UniqueWhat {
    /// The first move
    Key,
    /// Every choice of the solver's on the main line in which something can go wrong
    Line,
}

/// How a set is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SetFormat {
    /// A file for each puzzle
    Files,
    /// puzzles.jsonl, a puzzle a line
    Jsonl,
    /// puzzles.csv
    Csv,
}

/// Reads a level or a range of difficulty.
fn parse_difficulty(text: &str) -> Result<RangeInclusive<u32>, String> {
    match Level::from_name(text) {
        Some(level) => Ok(level.range()),
        None => parse_range(text).map_err(|_| {
            format!(
                "found {text:?}, expected easy, medium, hard, or a range from 0 to 99 as 40..70"
            )
        }),
    }
}
