//! The command line.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use bonduc::limits::Limits;
use bonduc::puzzle::read_stipulation;
use bonduc::serve::Settings;
use bonduc::solve::Solutions;
use bonduc::value::Stipulation;
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use super::generate::GenerateArgs;
use super::setup::setup_names;
use super::size::{parse_seconds, parse_size, parse_threads};

/// Exact solver for endgames and puzzles of two Kenyan mancala games, Giuthi and Kiothi
#[derive(Debug, Parser)]
#[command(name = "bonduc", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub struct Args {
    /// When to use colour
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub color: ColorWhen,

    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bonduc solve puzzles                                     every puzzle of a folder
  bonduc solve 'giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16'        a position in one line:
          North's pits / South's pits, s or n to move, captured by South-North
  bonduc solve puzzles --out solutions                     solutions with their evidence
  bonduc check solutions --against puzzles                 the evidence, by the rules alone
  bonduc verify mine.json                                  a claimed solution, judged
  bonduc show puzzles/kiothi-02.json                       the board
  bonduc serve --open                                      a page to explore and play through
  bonduc book puzzles --out puzzles.html                   a set as one page, to read or print

Exit codes: 0 done; 1 a goal cannot be met, a claim is unsound, a solution fails its check, a
replayed game has an error; 2 bad usage or input; 3 a limit was reached; 4 a damaged file; 130
interrupted.";

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ColorWhen {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorWhen {
    /// Makes all output follow it.
    pub fn write_global(self) {
        match self {
            ColorWhen::Auto => anstream::ColorChoice::Auto,
            ColorWhen::Always => anstream::ColorChoice::Always,
            ColorWhen::Never => anstream::ColorChoice::Never,
        }
        .write_global();
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve puzzles: verdict, keys, main line, all moves
    Solve(SolveArgs),
    /// Judge claimed solutions: right, the only one, or what refutes them
    Verify(VerifyArgs),
    /// Check solution files: their evidence, by the rules alone
    Check(CheckSolutionArgs),
    /// Make new puzzle sets: sound, without repeats, with themes and difficulty
    Generate(Box<GenerateArgs>),
    /// Draw the board of a puzzle or position
    Show(ShowArgs),
    /// Make a book of puzzles: one HTML file with diagrams, hidden solutions and lines to play through
    Book(BookArgs),
    /// Play through game records
    Replay(ReplayArgs),
    /// Write puzzles and positions in another format: JSON, text, CSV, numbered diagrams
    Convert(ConvertArgs),
    /// Count the lines of 1, 2, 3 … plies, to test rules
    Perft(PerftArgs),
    /// Open a local page to set up, explore and play through positions
    Serve(ServeArgs),
    /// Print the JSON Schema of puzzle or solution files, or the interface of serve
    Schema(SchemaArgs),
    /// Tables of whole layers of positions
    #[command(subcommand)]
    Table(TableCommand),
}

/// Output for people or for programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
    /// One JSON object a line
    Json,
}

/// How much to answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Level {
    /// The verdict and a line
    Verdict,
    /// The verdict of every move too, so all keys
    Moves,
    /// The leads that win and draw too, for the position and every move
    Full,
}

/// What a certificate is to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CertifyWhat {
    /// No certificate
    None,
    /// The verdict alone
    Verdict,
    /// Also that these keys and no others reach the goal
    Keys,
    /// Also the verdict of every move
    Moves,
    /// Also that a win does not come sooner than it is said to, where its length is known
    Length,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A puzzle file (*.json, *.jsonl) holds one puzzle, an array of them, or one a line; of a folder all
such files are taken, not deeper. `bonduc schema puzzle` describes it. A position in one line of
text does as well, and - reads standard input. So do CSV, numbered diagrams and game records
(docs/formats.md).

Examples:
  bonduc solve puzzles
  bonduc solve --format json puzzles | jq -r '[.id, .verdict, .keys[]] | @tsv'
  bonduc solve --time 10 --memory 8G hard.json
  bonduc solve puzzles/history-01.json puzzles/composed    a history; series and help play
  bonduc solve --rules-all old-source.json                 does it hang on the reading?
  bonduc solve 'kiothi 0,3,0,1/1,0,1*,2 s 4-6'
  bonduc solve --stipulation 'margin=2 within 3 turns' puzzles/kiothi-02.json
  bonduc solve --setup giuthi-2x5x4 --after 'a+ D-' --answer verdict
  bonduc solve 'kiothi 2,2,0/0,2,2 s opening=0' --after 'b,c>a1,C3' --after 'A,B>B2,C2'")]
pub struct SolveArgs {
    /// Files, folders, positions in one line of text, or - for standard input
    #[arg(required_unless_present = "setup", value_name = "PATH")]
    pub inputs: Vec<String>,

    /// Start from a recorded set-up in place of PATHs
    #[arg(long, value_name = "NAME", conflicts_with = "inputs", value_parser = setup_names())]
    pub setup: Option<String>,

    /// Play these moves first, in either game, and solve the position reached; may be given several times
    ///
    /// Blanks or commas stand between moves. Kiothi's opening is redistributions: 'd,f>a2,b3,C5' empties d and f and puts two of their
    /// warriors into a, three into b, five into C; both players make one. Boards that stood on the way count for repetition.
    #[arg(long, value_name = "MOVES")]
    pub after: Vec<String>,

    /// Output for people or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// How much to answer [default: full for small positions, else moves]
    ///
    /// Small are Giuthi positions of boards on which at most 64 million positions have as many seeds
    /// or fewer (2x5: 22 seeds, 2x6: 17, 2x8: 13) and Kiothi positions of at most 12 warriors.
    #[arg(long, value_name = "LEVEL")]
    pub answer: Option<Level>,

    /// Leave out how long wins take, and with it the line of a win
    #[arg(long)]
    pub no_lengths: bool,

    /// Ask this of every puzzle in place of its own stipulation
    ///
    /// As in CSV files: win, draw, margin>=N, margin=N or capture>=N; then, where they apply, for south
    /// or for north, within N turns or within N sowings, series N or help N, solutions N.
    #[arg(long, value_name = "TEXT", value_parser = read_stipulation)]
    pub stipulation: Option<Stipulation>,

    /// List so many solutions of series and help play; all are counted
    #[arg(long, value_name = "N", default_value_t = Solutions::LISTED)]
    pub solutions: usize,

    /// Write each solution to DIR/<id>.json too
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// What the evidence in solution files is to show beside the verdict
    #[arg(
        long,
        value_name = "WHAT,…",
        value_delimiter = ',',
        requires = "out",
        default_value = "keys,length"
    )]
    pub certify: Vec<CertifyWhat>,

    /// Keep searches that a limit stops in DIR, and go on with those that are there
    ///
    /// One file for each board, as large as a tenth to a half of the memory that it took. When the same puzzle is
    /// solved again, with more time or memory, its search goes on where it stopped; once it is solved, the file is removed.
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,

    /// One line for each puzzle instead of a page (text)
    #[arg(long)]
    pub brief: bool,

    /// Draw boards with ASCII characters only (text)
    #[arg(long)]
    pub ascii: bool,

    /// Of game records, solve the position after N plies [default: after the last move]
    ///
    /// The boards before it count for repetition.
    #[arg(long, value_name = "N", conflicts_with = "setup")]
    pub from_ply: Option<usize>,

    /// Solve under every reading of the rules too, and say on which rule options verdict and keys hang
    ///
    /// All combinations of the options that bear on play: of Giuthi empty_opposite, chain_gap and endless_sowing, of Kiothi triple, must_cross
    /// and endless_sowing. The puzzle's own rules stay those of the answer. Limits hold for each reading.
    #[arg(long)]
    pub rules_all: bool,

    #[command(flatten)]
    pub analysis: AnalysisArgs,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub tables: TableArgs,
}

/// What composers ask about a position.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Analysis")]
pub struct AnalysisArgs {
    /// Show the variations so many plies deep (4 if no number is given): the keys, best moves, all replies;
    /// `!` marks only moves
    #[arg(long, value_name = "PLIES", num_args = 0..=1, default_missing_value = "4")]
    pub tree: Option<u32>,

    /// Show the tries: first moves that fail to one defence only
    #[arg(long)]
    pub tries: bool,

    /// Show the set play: what would happen if the other side were to move
    #[arg(long)]
    pub set_play: bool,

    /// Show what each key threatens, or that it waits
    #[arg(long)]
    pub threats: bool,

    /// Draw the graph of the solution to DIR/<id>.dot, for Graphviz
    #[arg(long, value_name = "DIR")]
    pub dot: Option<PathBuf>,

    /// How deep the graph goes
    #[arg(long, value_name = "PLIES", default_value_t = 6, requires = "dot")]
    pub dot_depth: u32,
}

/// Which tables a solver may use.
#[derive(Debug, ClapArgs)]
pub struct TableArgs {
    /// The folder of table files [default: the user's cache folder]
    #[arg(long, value_name = "DIR")]
    pub tables: Option<PathBuf>,

    /// Use and build tables only up to so many seeds; 0: none [default: any]
    #[arg(long, value_name = "N")]
    pub table_seeds: Option<u32>,

    /// Build no tables, only use those that are there
    #[arg(long)]
    pub no_build: bool,
}

#[derive(Debug, ClapArgs)]
pub struct LimitArgs {
    /// Seconds for each puzzle [default: as long as it takes]
    #[arg(long, value_name = "S", value_parser = parse_seconds, allow_hyphen_values = true)]
    pub time: Option<Duration>,

    /// Positions for each puzzle [default: any number]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Every position of a certificate is looked at by itself: its moves are played by the rules, and what \
comes of them has to be in the certificate too. Nothing is searched, and nothing that solve, its tables \
or its cache say is believed. docs/certificates.md has the format, for those who want a checker of \
their own.

Examples:
  bonduc solve puzzles --out solutions && bonduc check solutions --against puzzles")]
pub struct CheckSolutionArgs {
    /// Solution files, or folders of them (their *.json, not deeper)
    #[arg(required = true, value_name = "SOLUTION")]
    pub inputs: Vec<String>,

    /// Puzzles, a file or a folder: each solution has to be for the puzzle of its id
    #[arg(long, value_name = "PATH")]
    pub against: Option<String>,

    /// Output for people or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A claim is a puzzle's \"solution\": a line of moves, or a tree as {\"move\": \"a+\", \"replies\": [{\"move\": \
\"D-\", \"then\": {\"move\": \"b+\"}}]}, whose plies alternate between move and reply whoever is to move. The side \
to move is to reach the puzzle's stipulation or, without one, its verdict.

Each ply gets a finding: right; wrong, with the refutation; illegal; a weak defence. So does every other \
move that reaches the goal too: a cook (a dual, later in the line); a transposition, which does so only \
through a position of the claim in the same turn; a detour, whose win goes back over a board that stood \
before. A line that ends where the solver could still go wrong is too short; a single move is taken as a \
key alone.

Cooks, wrong or illegal moves and lines that are too short make a claim unsound (exit code 1), and duals \
with --no-duals.

Examples:
  bonduc verify puzzles/mine.json
  bonduc verify 'giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16' --line 'a+,e-,c+,d+ D- b+'")]
pub struct VerifyArgs {
    /// Files, folders, positions in one line of text, or - for standard input
    #[arg(required = true, value_name = "PUZZLE")]
    pub inputs: Vec<String>,

    /// A line to judge in place of the puzzle's own claim: moves with blanks or commas between them
    #[arg(long, value_name = "MOVES")]
    pub line: Option<String>,

    /// Hold every claim to this in place of the puzzle's own stipulation, as solve does
    #[arg(long, value_name = "TEXT", value_parser = read_stipulation)]
    pub stipulation: Option<Stipulation>,

    /// Take a claim with duals as unsound
    #[arg(long)]
    pub no_duals: bool,

    /// Output for people or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub tables: TableArgs,
}

impl LimitArgs {
    /// Returns the limits.
    pub fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            memory: self.work.memory,
            nodes: self.nodes,
        }
    }
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  bonduc show puzzles/kiothi-02.json
  bonduc show 'giuthi 4,4,4,4,4/4,4,4,4,4 s'
  bonduc show --setup kiothi-six
  bonduc show --svg puzzles/kiothi-02.json > diagram.svg
  bonduc show --svg --theme print --out diagrams puzzles       one picture a puzzle
  bonduc show --svg puzzles/giuthi-2x5-04.json --move a+,e-    a turn, lap by lap")]
pub struct ShowArgs {
    /// Files, folders, positions in one line of text, or - for standard input
    #[arg(required_unless_present = "setup", value_name = "PATH")]
    pub inputs: Vec<String>,

    /// Draw a recorded set-up in place of PATHs
    #[arg(long, value_name = "NAME", conflicts_with = "inputs", value_parser = setup_names())]
    pub setup: Option<String>,

    /// Draw with ASCII characters only
    #[arg(long, conflicts_with = "svg")]
    pub ascii: bool,

    /// Draw a picture, as SVG that needs nothing else: to standard output or, with --out, to files
    #[arg(long)]
    pub svg: bool,

    #[command(flatten)]
    pub picture: PictureArgs,
}

/// How pictures look.
#[derive(Debug, ClapArgs)]
#[command(next_help_heading = "Pictures")]
pub struct PictureArgs {
    /// Draw the way of these moves too, each on its own board, lap by lap; may be given several times
    ///
    /// Blanks or commas stand between moves. A number and a line in its colour for each lap, a dot where a seed falls, a ring where the
    /// sowing starts, a broken one where its last seed falls, and a cross with a number over what it captures.
    #[arg(long = "move", value_name = "MOVES", requires = "svg")]
    pub moves: Vec<String>,

    /// Write each picture to DIR/<id>.svg
    #[arg(long, value_name = "DIR", requires = "svg")]
    pub out: Option<PathBuf>,

    /// Colours
    #[arg(long, value_name = "THEME", default_value = "auto", requires = "svg")]
    pub theme: PictureTheme,

    /// The width of a picture in pixels [default: 72 a pit]
    #[arg(long, value_name = "PIXELS", requires = "svg", value_parser = clap::value_parser!(u32).range(50..=20000))]
    pub size: Option<u32>,

    /// Which pits have their number of seeds beside the letter
    #[arg(long, value_name = "WHICH", default_value = "auto", requires = "svg")]
    pub figures: PictureFigures,

    /// Write id, title and what is asked above the board
    #[arg(long, requires = "svg")]
    pub caption: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The page stands alone: nothing is loaded from anywhere, and one file is all there is to send. Solutions are
hidden until they are opened, and main lines can be played through, sowing by sowing. Printed, it has the
diagrams first and the solutions at the end. It follows the reader's wish for light or dark.

Every puzzle is solved, as solve does; with --solutions DIR those are taken as they stand that DIR/<id>.json
has an answer for, and no evidence of theirs is gone through (check does that). Best play after each wrong
move is told of puzzles that are solved here and ask for a win, a draw or nothing, without a history. What is
refused is left out and told; what a limit leaves unsolved stands in the book and says so.

Examples:
  bonduc book puzzles --out puzzles.html
  bonduc book puzzles/kiothi --solutions solutions/kiothi --title 'Nki' --out kiothi.html
  bonduc book positions.csv 'giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16' --out mine.html")]
pub struct BookArgs {
    /// Files, folders, positions in one line of text, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub inputs: Vec<String>,

    /// The file to write; no other file is replaced by it than a book
    #[arg(long, value_name = "FILE.html")]
    pub out: PathBuf,

    /// The book's title [default: after its games]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,

    /// Take solutions from DIR/<id>.json where they fit, in place of solving
    #[arg(long, value_name = "DIR")]
    pub solutions: Option<PathBuf>,

    #[command(flatten)]
    pub limits: LimitArgs,

    #[command(flatten)]
    pub tables: TableArgs,
}

/// Colours of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureTheme {
    /// Light, dark or for print, as the viewer asks
    Auto,
    /// Dark on light
    Light,
    /// Light on dark
    Dark,
    /// Black, grey and white
    Print,
}

/// Figures on pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PictureFigures {
    /// Where seeds are hard to count
    Auto,
    /// All
    Always,
    /// None; heaps of more than 12 keep theirs
    Never,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A game is one JSON object a line:
  {\"id\": \"one\", \"position\": \"giuthi 4,4,4,4,4/4,4,4,4,4 s\", \"moves\": [\"a+\", \"D-\"]}
The position is a line of text, the object of a puzzle file, or a recorded set-up: \"kiothi-six\" or
{\"setup\": \"giuthi-2x8x4\", \"rules\": \"giuthi-russ\"}. In Kiothi's opening a game begins with two
redistributions: \"d,f>a2,b3,C5\" empties d and f and puts their warriors into a, b and C.

Or a game is plain text, with tags in brackets, numbered turns, captures where one likes, and a result
(docs/formats.md):
  [Id \"one\"]
  [Position \"giuthi 4,4,4,4,4/4,4,4,4,4 s\"]

  1. a+ D- 2. e+ x10 *
A capture or result that is not as the rules have it is an error of its game.

Set-ups: giuthi-2x5x4, giuthi-2x6x4, giuthi-2x6x6, giuthi-2x7x6, giuthi-2x8x4, giuthi-2x8x6,
giuthi-2x8x8, giuthi-2x10x9, kiothi-six, kiothi-five.

Examples:
  bonduc replay games.jsonl --to record > games.txt
  bonduc replay games.txt --from-ply 20 | bonduc solve -")]
pub struct ReplayArgs {
    /// Files of games, or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub inputs: Vec<String>,

    /// Output for people or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Write the games again, as JSON or as plain text, in place of playing them through
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["format", "from_ply"])]
    pub to: Option<RecordFormat>,

    /// Write the position after N plies of each game as a puzzle for solve, with the earlier boards that count for repetition
    #[arg(long, value_name = "N", conflicts_with = "format")]
    pub from_ply: Option<usize>,
}

/// A format of game records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RecordFormat {
    /// One JSON object a line
    Json,
    /// Plain text for people
    Record,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
What a format has no place for is left out, and that is said; what cannot be left out without making
another puzzle of it (a history, another board than 2x8 in numbered diagrams) is refused.
docs/formats.md has every format.

Examples:
  bonduc convert puzzles --to csv > puzzles.csv
  bonduc convert old-source.txt --from numbered --to json
  bonduc convert positions.csv --to jsonl | bonduc solve -")]
pub struct ConvertArgs {
    /// Files, folders, positions in one line of text, or - for standard input
    #[arg(required = true, value_name = "PATH")]
    pub inputs: Vec<String>,

    /// The format of files and standard input
    #[arg(long, value_name = "FORMAT", default_value = "auto")]
    pub from: FromFormat,

    /// The format to write to standard output
    #[arg(long, value_name = "FORMAT")]
    pub to: ToFormat,
}

/// A format of puzzles and positions to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FromFormat {
    /// What it looks like
    Auto,
    /// JSON or JSON Lines
    Json,
    /// Positions in one line of text, one a line
    Text,
    /// CSV with a header
    Csv,
    /// Numbered diagrams of Giuthi on 2x8
    Numbered,
    /// Games as plain text: the position after the last move
    Record,
}

/// A format of puzzles and positions to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ToFormat {
    /// A puzzle file; of several an array
    Json,
    /// One puzzle a line
    Jsonl,
    /// Positions in one line of text
    Text,
    /// CSV with a header
    Csv,
    /// Numbered diagrams of Giuthi on 2x8
    Numbered,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example:
  bonduc perft 'giuthi 4,4,4,4,4/4,4,4,4,4 s' --depth 5
  bonduc perft --setup giuthi-2x7x6 --depth 4")]
pub struct PerftArgs {
    /// A position in one line of text, or a file with one puzzle
    #[arg(required_unless_present = "setup", value_name = "POSITION")]
    pub input: Option<String>,

    /// Start from a recorded set-up in place of a position (Giuthi's; in Kiothi's opening nothing is sown)
    #[arg(long, value_name = "NAME", conflicts_with = "input", value_parser = setup_names())]
    pub setup: Option<String>,

    /// The most plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub depth: u32,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
The page shows the verdict of a position, every move with its result and length, sowings lap by lap, and the
puzzles that come with the program and those of PATHs, to be solved against the best defence. Its links lead to
positions. It asks nothing of the network. docs/serve.md describes it and its JSON interface.

Nobody but this machine is answered unless --host says otherwise; --host 0.0.0.0 answers to all who can reach it.

Examples:
  bonduc serve --open
  bonduc serve mine --port 8000 --time 30 --memory 8G
  curl -s localhost:8642/api/solve -H 'content-type: application/json' \\
    -d '{\"position\": \"giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16\"}'")]
pub struct ServeArgs {
    /// More puzzles for the page: files, folders, positions in one line of text
    #[arg(value_name = "PATH")]
    pub inputs: Vec<String>,

    /// Port; 0: any that is free
    #[arg(long, value_name = "P", default_value_t = 8642)]
    pub port: u16,

    /// Address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: IpAddr,

    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,

    /// Seconds for each answer
    #[arg(long, value_name = "S", value_parser = parse_seconds, allow_hyphen_values = true, default_value = "10")]
    pub time: Duration,

    /// Positions for each answer [default: any number]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Positions solved at once, each with its share of the memory [default: one a core]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub workers: Option<usize>,

    /// Requests that may wait for a worker; more are sent away
    #[arg(long, value_name = "N", default_value_t = Settings::DEFAULT_QUEUE)]
    pub queue: usize,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, ClapArgs)]
pub struct SchemaArgs {
    /// Which files
    #[arg(value_name = "KIND")]
    pub kind: SchemaKind,
}

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SchemaKind {
    /// Puzzle files
    Puzzle,
    /// Answers, as solve prints and writes them
    Solution,
    /// The interface of serve, as an OpenAPI document
    Api,
}

#[derive(Debug, Subcommand)]
pub enum TableCommand {
    /// Build every layer from 0 seeds up that is not there yet
    Build(BuildArgs),
    /// List the table files of a folder
    Info(InfoArgs),
    /// Check table files: their checksums and, with --deep, every value
    Check(CheckArgs),
    /// Look a position up: its moves, winning, drawing, losing
    Probe(ProbeArgs),
    /// Print the digest of every layer from 0 seeds up, one JSON object a line
    Digest(DigestArgs),
}

/// How much of the machine a command may take.
#[derive(Debug, ClapArgs)]
pub struct WorkArgs {
    /// Memory for the whole program, such as 200M or 8G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4G")]
    pub memory: u64,

    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    pub threads: Option<usize>,
}

impl WorkArgs {
    /// Returns limits on memory alone.
    pub fn limits(&self) -> Limits {
        Limits {
            memory: self.memory,
            ..Limits::default()
        }
    }
}

/// Which layers.
#[derive(Debug, ClapArgs)]
pub struct LayersArgs {
    /// giuthi or kiothi
    #[arg(value_name = "GAME")]
    pub game: String,

    /// Pits a row, 2 to 12
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=12))]
    pub pits: u8,

    /// The most seeds, up to 125
    #[arg(long, value_name = "S", value_parser = clap::value_parser!(u32).range(0..=125))]
    pub seeds: u32,

    /// A rule set's name and options, as giuthi-russ or chain_gap=stop,endless_sowing=illegal
    #[arg(long, value_name = "RULES")]
    pub rules: Option<String>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
First the plan, then the layers, from 0 seeds up. Each is one file, written whole or not at all: an
interrupted run loses at most the layer under way, and the next one goes on from there. A layer whose
lists of moves do not fit into memory is built in a slower way with two bytes a position.

Example:
  bonduc table build giuthi --pits 8 --seeds 12 --dir tables")]
pub struct BuildArgs {
    #[command(flatten)]
    pub layers: LayersArgs,

    /// The folder [default: the user's cache folder, which solve uses too]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Print the plan and build nothing
    #[arg(long)]
    pub plan: bool,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, ClapArgs)]
pub struct InfoArgs {
    /// Table files, or folders of them [default: the user's cache folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Count too how many positions are never won, always drawn, hang on repetition
    #[arg(long)]
    pub values: bool,

    /// Find too the longest win of each layer, for the winner at the least lead that wins, who hurries; for
    /// small layers, whose lower ones must be in the same folder
    #[arg(long)]
    pub longest: bool,

    /// Memory for the whole program, such as 200M or 8G
    #[arg(long, value_name = "SIZE", value_parser = parse_size, default_value = "4G")]
    pub memory: u64,

    /// Output for people or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Without --deep every byte is held against the checksums. With --deep every value is held against what the
moves of its position give, and every win is followed down to the end of the game; the layers below must be in the
same folder. A fault is told and nothing is changed.")]
pub struct CheckArgs {
    /// Table files, or folders of them [default: the user's cache folder]
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,

    /// Prove every value by the rules
    #[arg(long)]
    pub deep: bool,

    #[command(flatten)]
    pub work: WorkArgs,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Example:
  bonduc table probe 'giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16' --dir tables")]
pub struct ProbeArgs {
    /// A position in one line of text, or a file with one puzzle
    #[arg(value_name = "POSITION")]
    pub input: String,

    /// The folder [default: the user's cache folder]
    #[arg(long, alias = "tables", value_name = "DIR")]
    pub dir: Option<PathBuf>,

    /// Output for people or for programs
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
A layer is all boards with a certain number of seeds (Kiothi: without marks). Its digest is FNV-1a over
the two thresholds of each board, for comparison between programs.

Example:
  bonduc table digest giuthi --pits 5 --seeds 10 --rules giuthi-russ")]
pub struct DigestArgs {
    #[command(flatten)]
    pub layers: LayersArgs,

    /// Take the layers from the files of this folder [default: build them in memory]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,

    #[command(flatten)]
    pub work: WorkArgs,
}
