//! `bonduc book`.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::bail;
use bonduc::limits::{Progress, Stop};
use bonduc::puzzle::{Puzzle, Solution, load};
use bonduc::report::{BookPuzzle, Refutation, book_html, solution, solution_fits};
use bonduc::rules::{Game, Ply, Record};
use bonduc::solve::{Answer, AnswerLevel, Request, Solver, Status};

use super::args::BookArgs;
use super::exit::Exit;
use super::out::message;
use super::progress::Watch;
use super::solution_file::write_book;

/// Solves all that is asked for and writes it as one page.
///
/// What is refused is told and left out; what a limit leaves unsolved stands in the book and says so. An interrupted run writes no book.
pub fn run(args: &BookArgs) -> anyhow::Result<Exit> {
    super::set_threads(args.limits.work.threads)?;
    let entries = load(&args.inputs, &mut std::io::stdin());
    let interrupt = super::interrupt_flag()?;
    let progress = Arc::new(Progress::default());
    let solver = Solver::new(args.limits.limits(), interrupt.clone(), progress.clone());
    let mut run = Run {
        args,
        solver: solver.with_tables(super::solve::tables(&args.tables)),
        progress,
        exit: Exit::default(),
    };
    let (count, mut puzzles) = (entries.len(), Vec::new());
    for (number, entry) in entries.into_iter().enumerate() {
        match entry.puzzle {
            Ok(puzzle) => puzzles.push(run.puzzle(puzzle)),
            Err(faults) => {
                run.exit.bad_input = true;
                super::out::refusal(&entry.id, &entry.origin, &faults);
            }
        }
        if run.exit.interrupted || interrupt.load(Ordering::Relaxed) {
            run.exit.interrupted = true;
            message(&format!(
                "interrupted: {number} of {count} puzzles answered; no book is written"
            ));
            return Ok(run.exit);
        }
    }
    if puzzles.is_empty() {
        bail!("no puzzle is left for a book");
    }
    let title = match &args.title {
        Some(title) => title.clone(),
        None => title_for(&puzzles),
    };
    write_book(&args.out, &book_html(&title, &puzzles))?;
    Ok(run.exit)
}

/// Names a book after the games in it.
fn title_for(puzzles: &[BookPuzzle]) -> String {
    let has = |game| {
        let mut games = puzzles.iter().map(|one| one.puzzle.position.rules().game());
        games.any(|own| own == game)
    };
    match (has(Game::Giuthi), has(Game::Kiothi)) {
        (true, true) => "Giuthi and Kiothi puzzles".to_owned(),
        (true, false) => "Giuthi puzzles".to_owned(),
        _ => "Kiothi puzzles".to_owned(),
    }
}

struct Run<'a> {
    args: &'a BookArgs,
    solver: Solver,
    progress: Arc<Progress>,
    exit: Exit,
}

impl Run<'_> {
    /// Finds a puzzle's solution and what refutes its other moves.
    fn puzzle(&mut self, puzzle: Puzzle) -> BookPuzzle {
        if let Some(folder) = &self.args.solutions {
            match kept_solution(folder, &puzzle) {
                Ok(solution) => {
                    self.exit.check_failed |= solution.goal_met == Some(false);
                    return BookPuzzle {
                        puzzle,
                        solution,
                        refutations: Vec::new(),
                    };
                }
                Err(why) => message(&format!("{}: {why}; solved anew", puzzle.id)),
            }
        }
        let request = Request {
            history: puzzle.history.clone(),
            stipulation: puzzle.stipulation,
            level: Some(AnswerLevel::Moves),
            ..Request::new(puzzle.position)
        };
        let watch = Watch::start(&puzzle.id, self.progress.clone());
        let answer = self.solver.solve(&request);
        let refutations = self.refutations(&puzzle, &answer);
        drop(watch);
        for fault in self.solver.take_table_faults() {
            self.exit.damaged = true;
            message(&format!("{fault}; not used"));
        }
        if let Some(stop) = answer.stop() {
            self.exit.stopped(stop);
            if stop != Stop::Interrupted {
                let advice = super::solve::advice(stop);
                message(&format!("{}: {stop}{advice}", puzzle.id));
            }
        }
        self.exit.check_failed |=
            answer.goal_met() == Some(false) || answer.intended_met() == Some(false);
        BookPuzzle {
            solution: solution(&puzzle.id, &answer),
            puzzle,
            refutations,
        }
    }

    /// Returns best play after each move that is no key, as far as the limits allow.
    ///
    /// Only of wins and draws of the side to move: of other goals and beside a history, verdicts alone do not say what refutes a move.
    fn refutations(&mut self, puzzle: &Puzzle, answer: &Answer) -> Vec<Refutation> {
        let plain = puzzle.stipulation.is_none() || puzzle.goal().is_some();
        let (Status::Solved(solved), true, true) =
            (&answer.status, plain, puzzle.history.is_empty())
        else {
            return Vec::new();
        };
        let keys = answer.keys().unwrap_or_default();
        // Where no move is a key there is nothing that the others miss.
        let wrong = solved.moves.iter().filter(|mv| !keys.contains(&mv.mv));
        let wrong = wrong.filter(|_| !keys.is_empty());
        let mut refutations = Vec::new();
        for mv in wrong {
            let mut record = Record::new(puzzle.position);
            let Ok(first) = record.play(mv.mv) else {
                continue;
            };
            if record.ending().is_some() {
                continue;
            }
            let request = Request {
                level: Some(AnswerLevel::Verdict),
                ..Request::new(first.position)
            };
            let Status::Solved(after) = self.solver.solve(&request).status else {
                continue;
            };
            if let Some(line) = after.line {
                let line = until_again(puzzle, line.plies);
                let mv = bonduc::notation::NamedMove::new(
                    mv.mv,
                    puzzle.position.to_move(),
                    puzzle.position.row(),
                );
                refutations.push(Refutation {
                    mv: mv.to_string(),
                    line,
                });
            }
        }
        refutations
    }
}

/// Cuts a line off where the puzzle's own board stands again: there the game is a draw.
fn until_again(puzzle: &Puzzle, mut line: Vec<Ply>) -> Vec<Ply> {
    let again = line.iter().position(|ply| ply.position == puzzle.position);
    if let Some(again) = again {
        line.truncate(again + 1);
    }
    line
}

/// Reads the solution of a puzzle from a folder of them; otherwise says why it cannot be had.
fn kept_solution(folder: &Path, puzzle: &Puzzle) -> Result<Solution, String> {
    let path = folder.join(format!("{}.json", puzzle.id));
    let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let read = serde_json::from_slice::<Solution>(&bytes);
    let solution = read.map_err(|error| format!("{} is no solution: {error}", path.display()))?;
    match solution_fits(puzzle, &solution) {
        true => Ok(solution),
        false => Err(format!("{} does not fit", path.display())),
    }
}
