//! The judge.

use super::claim::{Node, nodes};
use super::{Asked, Finding, Judgement, Kind};
use crate::board::Side;
use crate::limits::Stop;
use crate::notation::NamedMove;
use crate::puzzle::Claim;
use crate::rules::{Move, Position, Record};
use crate::solve::{Line, Study};
use crate::value::{Goal, Verdict};

/// Judges a claim about a position that has been studied. Without a goal it is held to the position's own verdict; of a lost
/// position nothing can be claimed, so any move is wrong.
///
/// # Errors
///
/// If a limit is reached.
pub fn judge(study: &Study, goal: Option<Goal>, claim: &Claim) -> Result<Judgement, Stop> {
    let position = study.position();
    let verdict = study.verdict(position);
    let goal = Goal::asked(goal, verdict).unwrap_or(Goal::Draw);
    let nodes = nodes(claim);
    let only_key = nodes.len() == 1 && nodes[0].next.is_empty();
    let mut judge = Judge {
        study,
        goal,
        solver: position.to_move(),
        only_key,
        findings: Vec::new(),
    };
    let game = Game {
        record: Record::new(*position),
        stood: vec![*position],
        path: Vec::new(),
    };
    judge.look(&game, &nodes)?;
    Ok(Judgement {
        asked: Asked::Plain(goal, verdict),
        findings: judge.findings,
    })
}

/// A game under way: what was played, and the positions that stood there, the present one last.
#[derive(Clone)]
struct Game {
    record: Record,
    stood: Vec<Position>,
    path: Vec<NamedMove>,
}

impl Game {
    fn position(&self) -> &Position {
        self.record.position()
    }

    /// Plays a move of whoever is to move.
    fn play(&self, named: NamedMove) -> Result<Game, String> {
        let here = self.position();
        let side = here.to_move();
        let mv = named.for_side(side, here.row());
        let mv = mv.ok_or_else(|| format!("{side} is to move, and the pit is not his"))?;
        let mut game = self.clone();
        game.record.play(mv).map_err(|error| error.to_string())?;
        game.stood.push(*game.record.position());
        game.path.push(named);
        Ok(game)
    }
}

/// What a move of the solver's comes to.
enum Outcome {
    /// It reaches the goal.
    Reaches,
    /// It does not; a line shows it.
    Fails(Line),
    /// It would, but only over a board that stood there before; a line shows the repetition.
    Returns(Line),
}

struct Judge<'s, 'a> {
    study: &'s Study<'a>,
    goal: Goal,
    solver: Side,
    /// Whether nothing but a first move is claimed.
    only_key: bool,
    findings: Vec<Finding>,
}

impl Judge<'_, '_> {
    /// Judges what is claimed from where a game stands.
    fn look(&mut self, game: &Game, nodes: &[Node]) -> Result<(), Stop> {
        if nodes.is_empty() {
            self.end(game)
        } else if game.record.ending().is_some() || game.position().to_move() == self.solver {
            self.solvers_choice(game, nodes)
        } else {
            self.defence(game, nodes)
        }
    }

    fn find(&mut self, game: &Game, kind: Kind, mv: Option<NamedMove>, line: Option<Line>) {
        let (line, ending) = match line {
            Some(line) => (line.plies, Some(line.ending)),
            None => (Vec::new(), None),
        };
        self.findings.push(Finding {
            path: game.path.clone(),
            kind,
            mv,
            reason: None,
            line,
            ending,
        });
    }

    /// Plays a claimed move; notes it if that cannot be done.
    fn play(&mut self, game: &Game, mv: NamedMove) -> Option<Game> {
        match game.play(mv) {
            Ok(game) => Some(game),
            Err(reason) => {
                self.find(game, Kind::Illegal, Some(mv), None);
                let last = self.findings.last_mut().expect("the finding just made");
                last.reason = Some(reason);
                None
            }
        }
    }

    /// The claim ends here: may it?
    fn end(&mut self, game: &Game) -> Result<(), Stop> {
        // Nothing was claimed of a game that is over: it has to be won, or drawn, as it stands.
        if let Some(ending) = game.record.ending().filter(|_| game.path.is_empty()) {
            if !self.goal.is_met_by(Verdict::of_ending(ending, self.solver)) {
                let plies = Vec::new();
                self.find(game, Kind::Wrong, None, Some(Line { plies, ending }));
            }
            return Ok(());
        }
        let to_choose = game.record.ending().is_none() && game.position().to_move() == self.solver;
        if !to_choose || self.only_key {
            return Ok(());
        }
        for mv in game.position().legal_moves() {
            let after = self.after(game, mv);
            if !matches!(self.outcome(&after, game)?, Outcome::Reaches) {
                let line = self.best_line(game)?;
                self.find(game, Kind::TooShort, None, Some(line));
                break;
            }
        }
        Ok(())
    }

    /// The solver is to move: are the claimed moves right, and are there others?
    fn solvers_choice(&mut self, game: &Game, nodes: &[Node]) -> Result<(), Stop> {
        // 1. What is claimed.
        let mut right: Vec<(&Node, Game)> = Vec::new();
        for node in nodes {
            let Some(after) = self.play(game, node.mv) else {
                continue;
            };
            let (kind, line) = match self.outcome(&after, game)? {
                Outcome::Reaches => (Kind::Right, None),
                Outcome::Fails(line) | Outcome::Returns(line) => (Kind::Wrong, Some(line)),
            };
            self.find(game, kind, Some(node.mv), line);
            if kind == Kind::Right {
                right.push((node, after));
            }
        }
        // 2. What else reaches the goal.
        if game.record.ending().is_none() {
            for mv in game.position().legal_moves() {
                let named = self.named(game, mv);
                if nodes.iter().all(|node| node.mv != named) {
                    self.other(game, mv, &right)?;
                }
            }
        }
        // 3. How the claim goes on.
        for (node, after) in right {
            self.look(&after, &node.next)?;
        }
        Ok(())
    }

    /// Looks at a move of the solver's that is not claimed.
    fn other(&mut self, game: &Game, mv: Move, right: &[(&Node, Game)]) -> Result<(), Stop> {
        let named = self.named(game, mv);
        let after = self.after(game, mv);
        let own_way = match game.path.is_empty() {
            true => Kind::Cook,
            false => Kind::Dual,
        };
        let (kind, line) = match self.outcome(&after, game)? {
            Outcome::Fails(_) => return Ok(()),
            Outcome::Returns(line) => (Kind::Detour, line),
            Outcome::Reaches => {
                let same = |(_, claimed): &(&Node, Game)| claimed.position() == after.position();
                let ended = after.record.ending().is_some();
                if right.iter().any(same) && !ended {
                    (Kind::Transposition, self.best_line(&after)?)
                } else if self.goal == Goal::Draw || ended {
                    (own_way, self.best_line(&after)?)
                } else {
                    // A way of its own keeps off what the claim reaches in this turn.
                    let mut off = game.stood.clone();
                    for (node, claimed) in right {
                        self.same_turn(claimed, &node.next, &mut off);
                    }
                    let study = self.study;
                    let own = study.without_return(after.position(), &off)?;
                    match own.win(after.record.clone()) {
                        Some(line) => (own_way, line),
                        None => {
                            let any = study.without_return(after.position(), &game.stood)?;
                            let line = any.win(after.record.clone());
                            (Kind::Transposition, line.expect("a win, as found before"))
                        }
                    }
                }
            }
        };
        self.find(game, kind, Some(named), Some(line));
        Ok(())
    }

    /// Collects the positions that a claim reaches up to the end of the solver's turn.
    fn same_turn(&self, game: &Game, nodes: &[Node], positions: &mut Vec<Position>) {
        if game.record.ending().is_some() {
            return;
        }
        positions.push(*game.position());
        if game.position().to_move() == self.solver {
            for node in nodes {
                if let Ok(after) = game.play(node.mv) {
                    self.same_turn(&after, &node.next, positions);
                }
            }
        }
    }

    /// The other side is to move: is a claimed defence the best?
    fn defence(&mut self, game: &Game, nodes: &[Node]) -> Result<(), Stop> {
        let here = *game.position();
        let best = self.best_defences(&here)?;
        let played: Vec<(&Node, Game)> = nodes
            .iter()
            .filter_map(|node| Some((node, self.play(game, node.mv)?)))
            .collect();
        let named: Vec<NamedMove> = best.iter().map(|&mv| self.named(game, mv)).collect();
        let is_best = |node: &Node| named.contains(&node.mv);
        // A tree may treat weak defences too, as long as it has a best one.
        let some_best = played.iter().any(|(node, _)| is_best(node));
        for (node, after) in played {
            if is_best(node) || some_best {
                self.find(game, Kind::Right, Some(node.mv), None);
            } else {
                let mv = best[0];
                let better = self.after(game, mv);
                let line = self.best_line(&better)?;
                let line = self.with_first(game, mv, line);
                self.find(game, Kind::WeakDefence, Some(node.mv), Some(line));
            }
            self.look(&after, &node.next)?;
        }
        Ok(())
    }

    /// Returns the other side's best moves: the best result; of lost ones, the longest.
    fn best_defences(&self, here: &Position) -> Result<Vec<Move>, Stop> {
        let verdict = self.study.verdict(here);
        if verdict != Verdict::Loss {
            let moves = self.study.moves(here).into_iter();
            return Ok(moves
                .filter(|(_, of)| *of == verdict)
                .map(|(mv, _)| mv)
                .collect());
        }
        let lengths = self.study.lengths(here)?;
        let longest = lengths.iter().map(|(_, plies)| *plies).max().flatten();
        Ok(lengths
            .into_iter()
            .filter(|(_, plies)| *plies == longest)
            .map(|(mv, _)| mv)
            .collect())
    }

    /// Says what a move of the solver's comes to: `after` is the game after it, `game` the one before.
    fn outcome(&self, after: &Game, game: &Game) -> Result<Outcome, Stop> {
        // 1. The game ends with it.
        if let Some(ending) = after.record.ending() {
            let result = Verdict::of_ending(ending, self.solver);
            return Ok(match self.goal.is_met_by(result) {
                true => Outcome::Reaches,
                false => Outcome::Fails(Line {
                    plies: Vec::new(),
                    ending,
                }),
            });
        }
        // 2. The position that it leads to, by itself.
        let at = after.position();
        let of = self.study.verdict(at);
        let result = if at.to_move() == self.solver { of } else { !of };
        if !self.goal.is_met_by(result) {
            return Ok(Outcome::Fails(self.best_line(after)?));
        }
        // 3. A win has to do without the boards that stood there before; a draw may repeat them.
        if self.goal == Goal::Win {
            let play = self.study.without_return(at, &game.stood)?;
            if let Some(line) = play.repetition(after.record.clone()) {
                return Ok(Outcome::Returns(line));
            }
        }
        Ok(Outcome::Reaches)
    }

    /// Plays on as best from where a game stands; a win keeps off the boards that stood there before, if it can.
    fn best_line(&self, game: &Game) -> Result<Line, Stop> {
        let at = game.position();
        if game.record.ending().is_none() && self.study.verdict(at) != Verdict::Draw {
            let before = &game.stood[..game.stood.len() - 1];
            let play = self.study.without_return(at, before)?;
            if let Some(line) = play.win(game.record.clone()) {
                return Ok(line);
            }
        }
        self.study.line(game.record.clone())
    }

    fn named(&self, game: &Game, mv: Move) -> NamedMove {
        NamedMove::new(mv, game.position().to_move(), game.position().row())
    }

    fn after(&self, game: &Game, mv: Move) -> Game {
        game.play(self.named(game, mv)).expect("a legal move")
    }

    /// Puts a move in front of a line that goes on from it.
    fn with_first(&self, game: &Game, mv: Move, mut line: Line) -> Line {
        let first = game.record.clone().play(mv).expect("a legal move");
        line.plies.insert(0, first);
        line
    }
}
