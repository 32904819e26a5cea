//! `bonduc verify`.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bonduc::limits::{Progress, Stop};
use bonduc::notation::NamedMove;
use bonduc::puzzle::{Claim, Fault, Puzzle, load};
use bonduc::report::{VerifyReport, VerifyStyle, composed_verify_text, refusal, verify_text};
use bonduc::solve::{AnswerLevel, Request, Solutions, Solver, Status};
use bonduc::value::{Goal, Kind, Stipulation, Verdict};
use bonduc::verify::{Judgement, judge, judge_composed, judge_goal};

use super::args::{Format, VerifyArgs};
use super::exit::Exit;
use super::out::{Out, message, unless_gone};
use super::progress::Watch;

/// Judges the claims of all puzzles, in order.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    super::set_threads(args.limits.work.threads)?;
    let mut entries = load(&args.inputs, &mut std::io::stdin());
    super::setup::ask(&mut entries, args.stipulation);
    let interrupt = super::interrupt_flag()?;
    let progress = Arc::new(Progress::default());
    let solver = Solver::new(args.limits.limits(), interrupt.clone(), progress.clone());
    let mut run = Run {
        args,
        solver: solver.with_tables(super::solve::tables(&args.tables)),
        progress,
        out: Out::new(),
        exit: Exit::default(),
        sound: 0,
    };
    let count = entries.len();
    for (number, entry) in entries.into_iter().enumerate() {
        if interrupt.load(Ordering::Relaxed) {
            run.exit.interrupted = true;
            message(&format!("interrupted: {number} of {count} puzzles judged"));
            break;
        }
        let claimed = entry.puzzle.and_then(|puzzle| {
            let claim = claim(args, &puzzle)?;
            Ok((puzzle, claim))
        });
        match claimed {
            Ok((puzzle, claim)) => unless_gone(run.puzzle(&puzzle, &claim))?,
            Err(faults) => {
                run.exit.bad_input = true;
                super::out::refusal(&entry.id, &entry.origin, &faults);
                if args.format == Format::Json {
                    run.out.write_json(&refusal(&entry.id, faults))?;
                }
            }
        }
    }
    if args.format == Format::Text && count > 1 {
        let told = run.out.write(&format!("{} of {count} sound\n", run.sound));
        unless_gone(told.map_err(Into::into))?;
    }
    Ok(run.exit)
}

/// Returns the claim of a puzzle: that of the command line, or its own.
fn claim(args: &VerifyArgs, puzzle: &Puzzle) -> Result<Claim, Vec<Fault>> {
    if let Some(text) = &args.line {
        let (game, row) = (puzzle.position.rules().game(), puzzle.position.row());
        let words = text.split(|letter: char| letter.is_whitespace() || ",;".contains(letter));
        let moves: Result<Vec<NamedMove>, _> = words
            .map(|word| word.trim_end_matches(['!', '?']))
            .filter(|word| !is_decoration(word))
            .map(|word| NamedMove::parse(word, game, row))
            .collect();
        return moves.map(Claim::Line).map_err(|error| {
            let expected = "moves, with blanks or commas between them";
            vec![Fault::new("--line", error.to_string(), expected)]
        });
    }
    puzzle.claim.clone().ok_or_else(|| {
        let expected = "a claimed solution, as [\"a+\", \"D-\"] (or --line on the command line)";
        vec![Fault::new("$.solution", "nothing", expected)]
    })
}

/// Tells whether a word is what pages print beside the moves: the number of a turn, who plays it, a capture.
fn is_decoration(word: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    word.is_empty()
        || ["South", "North"].contains(&word)
        || word.strip_suffix('.').is_some_and(number)
        || word.strip_prefix('x').is_some_and(number)
}

struct Run<'a> {
    args: &'a VerifyArgs,
    solver: Solver,
    progress: Arc<Progress>,
    out: Out,
    exit: Exit,
    sound: usize,
}

impl Run<'_> {
    fn judge(&mut self, puzzle: &Puzzle, claim: &Claim) -> Result<Judgement, Stop> {
        let Puzzle {
            position,
            history,
            stipulation,
            ..
        } = puzzle;
        let goal = puzzle.goal();
        let asked = match (stipulation, history.is_empty()) {
            (Some(asked), false) => *asked,
            (Some(asked), true) if goal.is_none() => *asked,
            (_, true) => {
                let study = self.solver.study(position)?;
                return judge(&study, goal, claim);
            }
            // Without a goal it is held to its own verdict.
            (None, false) => Stipulation::plain(self.own_goal(puzzle)?),
        };
        let study = self.solver.goal_study(position, &asked);
        judge_goal(&study, position, history, &asked, claim)
    }

    /// Returns what a position beside its history is worth, as a goal.
    fn own_goal(&mut self, puzzle: &Puzzle) -> Result<Goal, Stop> {
        let mut request = Request::new(puzzle.position);
        request.history = puzzle.history.clone();
        request.level = Some(AnswerLevel::Verdict);
        match self.solver.solve(&request).status {
            Status::Solved(solved) if solved.verdict == Verdict::Win => Ok(Goal::Win),
            Status::Solved(_) => Ok(Goal::Draw),
            Status::Unsolved(unsolved) => Err(unsolved.stop),
            Status::Composed => unreachable!("nothing is asked"),
        }
    }

    fn puzzle(&mut self, puzzle: &Puzzle, claim: &Claim) -> anyhow::Result<()> {
        if let Some(stipulation) = puzzle.stipulation
            && stipulation.kind != Kind::Direct
        {
            return self.composed(puzzle, &stipulation, claim);
        }
        let watch = Watch::start(&puzzle.id, self.progress.clone());
        let judged = self.judge(puzzle, claim);
        drop(watch);
        for fault in self.solver.take_table_faults() {
            self.exit.damaged = true;
            message(&format!("{fault}; not used"));
        }
        let style = VerifyStyle {
            is_tree: matches!(claim, Claim::Tree(_)),
            duals_allowed: !self.args.no_duals,
        };
        match judged {
            Ok(judgement) => {
                let sound = judgement.is_sound(style.duals_allowed);
                self.exit.check_failed |= !sound;
                self.sound += usize::from(sound);
                match self.args.format {
                    Format::Json => {
                        let report = VerifyReport::new(&puzzle.id, &judgement, style);
                        self.out.write_json(&report)
                    }
                    Format::Text => {
                        let text = verify_text(&puzzle.id, &puzzle.position, &judgement, style);
                        Ok(self.out.write(&text)?)
                    }
                }
            }
            Err(stop) => self.not_judged(puzzle, stop),
        }
    }

    /// Judges a claimed solution of series or help play.
    fn composed(
        &mut self,
        puzzle: &Puzzle,
        stipulation: &Stipulation,
        claim: &Claim,
    ) -> anyhow::Result<()> {
        let (position, history) = (&puzzle.position, &puzzle.history);
        let watch = Watch::start(&puzzle.id, self.progress.clone());
        let found = self
            .solver
            .solutions(position, history, stipulation, Solutions::LISTED);
        drop(watch);
        match judge_composed(position, history, stipulation, claim, found) {
            Ok(judgement) => {
                if let Some(stop) = judgement.solutions.stop {
                    // What was found decides; that it is not all is told all the same.
                    let advice = super::solve::advice(stop);
                    message(&format!("{}: {stop}{advice}", puzzle.id));
                }
                let sound = judgement.is_sound();
                self.exit.check_failed |= !sound;
                self.sound += usize::from(sound);
                match self.args.format {
                    Format::Json => {
                        let report = VerifyReport::composed(&puzzle.id, &judgement);
                        self.out.write_json(&report)
                    }
                    Format::Text => {
                        let id = &puzzle.id;
                        let text = composed_verify_text(id, position, stipulation, &judgement);
                        Ok(self.out.write(&text)?)
                    }
                }
            }
            Err(stop) => self.not_judged(puzzle, stop),
        }
    }

    fn not_judged(&mut self, puzzle: &Puzzle, stop: Stop) -> anyhow::Result<()> {
        self.exit.stopped(stop);
        let advice = super::solve::advice(stop);
        message(&format!("{}: {stop}{advice}", puzzle.id));
        match self.args.format {
            Format::Json => self.out.write_json(&VerifyReport::unknown(&puzzle.id)),
            Format::Text => Ok(self.out.write(&format!("{}: not judged\n", puzzle.id))?),
        }
    }
}
