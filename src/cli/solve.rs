//! `bonduc solve`.

use std::fs;
use std::io::ErrorKind;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::Context as _;
use bonduc::analysis::{Analysis, Wanted, analyse};
use bonduc::limits::{Progress, Stop};
use bonduc::notation::rules_text;
use bonduc::puzzle::{Entry, LoadOptions, Puzzle, Solution};
use bonduc::report::{
    Charset, analysis_object, analysis_text, answer_text, hangs_on, reading_objects, readings_text,
    refusal, solution, summary_text,
};
use bonduc::search::SavedFault;
use bonduc::solve::{
    Answer, AnswerLevel, Certify, KeptSearches, Method, Readings, Request, SearchNote, Solver,
    Status, TableUse, readings,
};
use bonduc::tables::TableFolder;
use bonduc::value::Verdict;

use super::args::{CertifyWhat, Format, Level, SolveArgs, TableArgs};
use super::exit::Exit;
use super::out::{Out, is_broken_pipe, message};
use super::progress::Watch;
use super::solution_file::{write_graph, write_solution};

/// Solves all that is asked for, in order.
pub fn run(args: &SolveArgs) -> anyhow::Result<Exit> {
    super::set_threads(args.limits.work.threads)?;
    for folder in args.out.iter().chain(&args.analysis.dot).chain(&args.keep) {
        let error = || format!("cannot make the folder {}", folder.display());
        fs::create_dir_all(folder).with_context(error)?;
    }
    let options = LoadOptions {
        from_ply: args.from_ply,
        ..LoadOptions::default()
    };
    let mut entries = super::setup::entries(&args.inputs, args.setup.as_deref(), options);
    super::setup::play_first(&mut entries, &args.after);
    super::setup::ask(&mut entries, args.stipulation);
    // From here on; while input is read, an interrupt ends the program as usual.
    let interrupt = super::interrupt_flag()?;
    let progress = Arc::new(Progress::default());
    let mut solver = Solver::new(args.limits.limits(), interrupt.clone(), progress.clone())
        .with_tables(tables(&args.tables));
    if let Some(folder) = &args.keep {
        solver = solver.with_kept_searches(KeptSearches::new(folder));
    }
    let mut run = Run {
        args,
        solver,
        progress,
        out: Out::new(),
        exit: Exit::default(),
        solved: 0,
        solutions: Vec::new(),
        many: entries.len() > 1,
    };
    let count = entries.len();
    for (number, entry) in entries.into_iter().enumerate() {
        if interrupt.load(Ordering::Relaxed) {
            run.exit.interrupted = true;
            message(&format!(
                "interrupted: {number} of {count} puzzles answered"
            ));
            break;
        }
        run.entry(entry)?;
    }
    if args.format == Format::Text && (run.many || args.brief) {
        let text = summary_text(&run.solutions);
        match run.out.write(&text) {
            Err(error) if args.out.is_some() && error.kind() == ErrorKind::BrokenPipe => {}
            written => written?,
        }
    }
    Ok(run.exit)
}

/// Which tables the solver may use.
pub fn tables(args: &TableArgs) -> TableUse {
    let up_to = args.table_seeds.unwrap_or(u32::MAX);
    let folder = match &args.tables {
        Some(path) => Some(TableFolder::new(path)),
        None => super::table::cache_folder(),
    };
    TableUse {
        folder: folder.filter(|_| up_to > 0),
        up_to,
        build: !args.no_build && up_to > 0,
    }
}

struct Run<'a> {
    args: &'a SolveArgs,
    solver: Solver,
    progress: Arc<Progress>,
    out: Out,
    exit: Exit,
    /// Puzzles solved so far.
    solved: usize,
    solutions: Vec<Solution>,
    many: bool,
}

impl Run<'_> {
    fn entry(&mut self, entry: Entry) -> anyhow::Result<()> {
        match entry.puzzle {
            Ok(puzzle) => self.puzzle(&puzzle),
            Err(faults) => {
                self.exit.bad_input = true;
                super::out::refusal(&entry.id, &entry.origin, &faults);
                self.tell(refusal(&entry.id, faults), None)
            }
        }
    }

    /// Returns what certificates are to show: they go with solution files.
    fn certify(&self) -> Option<Certify> {
        self.args.out.as_ref()?;
        let asked = |what| self.args.certify.contains(&what);
        (!asked(CertifyWhat::None)).then(|| Certify {
            keys: asked(CertifyWhat::Keys),
            moves: asked(CertifyWhat::Moves),
            length: asked(CertifyWhat::Length),
        })
    }

    fn puzzle(&mut self, puzzle: &Puzzle) -> anyhow::Result<()> {
        let request = Request {
            position: puzzle.position,
            history: puzzle.history.clone(),
            stipulation: puzzle.stipulation,
            lengths: !self.args.no_lengths,
            certify: self.certify(),
            level: self.args.answer.map(|level| match level {
                Level::Verdict => AnswerLevel::Verdict,
                Level::Moves => AnswerLevel::Moves,
                Level::Full => AnswerLevel::Full,
            }),
            solutions: self.args.solutions,
        };
        let watch = Watch::start(&puzzle.id, self.progress.clone());
        let answer = self.solver.solve(&request);
        drop(watch);
        self.solved += usize::from(matches!(answer.status, Status::Solved(_)));
        // What happened.
        self.notes(&puzzle.id);
        if let Some(stop) = answer.stop() {
            self.exit.stopped(stop);
            if stop != Stop::Interrupted {
                message(&format!("{}: {stop}{}", puzzle.id, advice(stop)));
            }
        }
        let asks_length = self.certify().is_some_and(|certify| certify.length);
        if let Status::Solved(solved) = &answer.status
            && (asks_length && answer.method == Method::Search)
            && (solved.certificate.is_some() && solved.verdict != Verdict::Draw)
        {
            let id = &puzzle.id;
            message(&format!(
                "{id}: found by search, which does not prove how long it takes"
            ));
        }
        self.exit.check_failed |=
            answer.goal_met() == Some(false) || answer.intended_met() == Some(false);
        let analysis = match answer.status {
            Status::Solved(_) => self.analysis(puzzle)?,
            Status::Unsolved(_) => None,
            Status::Composed => {
                if self.wanted().any() {
                    let id = &puzzle.id;
                    self.exit.bad_input = true;
                    message(&format!(
                        "error: {id}: series and help play has no analysis"
                    ));
                }
                None
            }
        };
        let readings = match self.args.rules_all {
            true => Some(self.readings(puzzle, &request, &answer)),
            false => None,
        };
        // Telling it.
        let mut object = solution(&puzzle.id, &answer);
        if let Some(readings) = &readings {
            object.readings = Some(reading_objects(readings));
            object.hangs_on = Some(hangs_on(readings));
        }
        object.analysis = analysis.as_ref().map(analysis_object);
        if let Some(folder) = &self.args.out
            && let Err(error) = write_solution(folder, &object, &answer)
        {
            self.exit.bad_input = true;
            message(&format!("error: {}: {error:#}", puzzle.id));
        }
        let charset = if self.args.ascii {
            Charset::Ascii
        } else {
            Charset::Unicode
        };
        let text = || {
            let mut text = answer_text(&puzzle.id, &puzzle.about, &answer, charset);
            if let Some(analysis) = &analysis {
                text += &analysis_text(&puzzle.position, analysis);
            }
            if let Some(readings) = &readings {
                text += &readings_text(readings);
            }
            text
        };
        let text = (self.args.format == Format::Text && !self.args.brief).then(text);
        self.tell(object, text)
    }

    /// Tells what was noted about tables and kept searches.
    fn notes(&mut self, id: &str) {
        for fault in self.solver.take_table_faults() {
            self.exit.damaged = true;
            message(&format!("{fault}; not used"));
        }
        for note in self.solver.take_search_notes() {
            self.exit.damaged |= match &note {
                SearchNote::Fault { fault, .. } => !matches!(fault, SavedFault::Stopped(_)),
                _ => false,
            };
            message(&format!("{id}: {note}"));
        }
    }

    /// Asks for a puzzle under every reading of the rules. Limits that are reached are told as for the puzzle itself.
    fn readings(&mut self, puzzle: &Puzzle, request: &Request, own: &Answer) -> Readings {
        let watch = Watch::start(&puzzle.id, self.progress.clone());
        let readings = readings(&mut self.solver, request, own);
        drop(watch);
        self.notes(&puzzle.id);
        let others = readings.answers.iter();
        let others = others.filter(|answer| answer.position.rules() != own.position.rules());
        for (answer, stop) in others.filter_map(|answer| Some((answer, answer.stop()?))) {
            self.exit.stopped(stop);
            if stop != Stop::Interrupted {
                let rules = match rules_text(answer.position.rules()) {
                    rules if rules.is_empty() => "the game's own rules".to_owned(),
                    rules => rules,
                };
                let id = &puzzle.id;
                message(&format!("{id} by {rules}: {stop}{}", advice(stop)));
            }
        }
        readings
    }

    /// Returns what is asked about puzzles beside their solution.
    fn wanted(&self) -> Wanted {
        let args = &self.args.analysis;
        Wanted {
            tree: args.tree,
            tries: args.tries,
            set_play: args.set_play,
            threats: args.threats,
            graph: args.dot.as_ref().map(|_| args.dot_depth),
        }
    }

    /// Looks at what was asked about a solved puzzle, if anything was; where a limit comes first, that is told and nothing more.
    fn analysis(&mut self, puzzle: &Puzzle) -> anyhow::Result<Option<Analysis>> {
        let args = &self.args.analysis;
        let wanted = self.wanted();
        if !wanted.any() {
            return Ok(None);
        }
        let plain = puzzle.stipulation.is_none() || puzzle.goal().is_some();
        if !plain || !puzzle.history.is_empty() {
            self.exit.bad_input = true;
            let what = "variations, tries, set play, threats and graphs are of wins and draws of the side to move, \
                        without a history";
            message(&format!("error: {}: {what}", puzzle.id));
            return Ok(None);
        }
        let watch = Watch::start(&puzzle.id, self.progress.clone());
        let analysis = analyse(&mut self.solver, &puzzle.position, puzzle.goal(), wanted);
        drop(watch);
        match analysis {
            Ok(analysis) => {
                if let (Some(folder), Some(graph)) = (&args.dot, &analysis.graph) {
                    let name = format!("{}.dot", puzzle.id);
                    if let Err(error) = write_graph(folder, &name, graph) {
                        self.exit.bad_input = true;
                        message(&format!("error: {}: {error:#}", puzzle.id));
                    }
                }
                Ok(Some(analysis))
            }
            Err(stop) => {
                self.exit.stopped(stop);
                message(&format!("{}: analysis: {stop}{}", puzzle.id, advice(stop)));
                Ok(None)
            }
        }
    }

    /// Writes an answer as the format asks; `text` is its page.
    ///
    /// Where solution files are written too, a reader who has gone away does not end the run.
    fn tell(&mut self, object: Solution, text: Option<String>) -> anyhow::Result<()> {
        match self.print(object, text) {
            Err(error) if self.args.out.is_some() && is_broken_pipe(&error) => Ok(()),
            printed => printed,
        }
    }

    fn print(&mut self, object: Solution, text: Option<String>) -> anyhow::Result<()> {
        match self.args.format {
            Format::Json => self.out.write_json(&object)?,
            Format::Text => {
                if let Some(mut text) = text {
                    if self.many {
                        text += "\n\n";
                    }
                    self.out.write(&text)?;
                }
                self.solutions.push(Solution {
                    // What the table does not show need not be kept.
                    line: None,
                    moves: None,
                    ..object
                });
            }
        }
        Ok(())
    }
}

/// The next step to take when a limit was reached.
pub fn advice(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "; allow more with --time",
        Stop::Memory => "; allow more with --memory",
        Stop::Nodes => "; allow more with --nodes",
        Stop::Interrupted => "",
    }
}
