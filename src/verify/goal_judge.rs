//! The judge of claims about stipulations that a verdict does not answer, and about games with a history.
//!
//! At every ply of the claim the stipulation is asked anew, with all boards that stood before: so what is said holds for the game as it is played.

use super::claim::{Node, nodes};
use super::{Asked, Finding, Judgement, Kind};
use crate::limits::Stop;
use crate::notation::NamedMove;
use crate::puzzle::Claim;
use crate::rules::{Move, Ply, PlyNext, Position, Record};
use crate::solve::{GoalLine, GoalStudy, LineEnd, Look, Standing};
use crate::value::Stipulation;

/// Judges a claim about a position with a stipulation and perhaps a history.
///
/// # Errors
///
/// If a limit is reached.
pub fn judge_goal(
    study: &GoalStudy,
    position: &Position,
    history: &[Position],
    stipulation: &Stipulation,
    claim: &Claim,
) -> Result<Judgement, Stop> {
    let nodes = nodes(claim);
    let mut judge = GoalJudge {
        study,
        // A move of the other side alone is no key.
        only_key: nodes.len() == 1
            && nodes[0].next.is_empty()
            && position.to_move() == study.side(),
        findings: Vec::new(),
    };
    let game = Game {
        record: Record::with_history(*position, history),
        standing: Standing {
            position: *position,
            stood: history.to_vec(),
            used: 0,
        },
        path: Vec::new(),
    };
    let impossible = stipulation.impossible(position);
    let met = impossible.is_none() && judge.stands(&game)?;
    let over = game.record.ending().is_some();
    if let Some(why) = impossible {
        judge.find(&game, Kind::Wrong, None, None);
        let last = judge.findings.last_mut().expect("the finding just made");
        last.reason = Some(why.to_string());
    } else if !met && !over && position.to_move() != study.side() {
        // Nothing can be right that begins with a move of the other side's.
        let line = judge.line(&game)?;
        judge.find(&game, Kind::Wrong, None, Some(line));
    } else {
        judge.look(&game, &nodes)?;
    }
    Ok(Judgement {
        asked: Asked::Stipulated(*stipulation, met),
        findings: judge.findings,
    })
}

/// A game under way.
#[derive(Clone)]
struct Game {
    record: Record,
    standing: Standing,
    path: Vec<NamedMove>,
}

struct GoalJudge<'s> {
    study: &'s GoalStudy,
    /// Whether nothing but a first move is claimed.
    only_key: bool,
    findings: Vec<Finding>,
}

impl GoalJudge<'_> {
    /// Plays a move of whoever is to move.
    fn play(&self, game: &Game, named: NamedMove) -> Result<Game, String> {
        let here = game.record.position();
        let side = here.to_move();
        let mv = named.for_side(side, here.row());
        let mv = mv.ok_or_else(|| format!("{side} is to move, and the pit is not his"))?;
        let mut after = game.clone();
        let ply = after.record.play(mv).map_err(|error| error.to_string())?;
        after.path.push(named);
        after.standing.stood.push(game.standing.position);
        after.standing.position = ply.position;
        let passes_turn = ply.next != PlyNext::Again;
        if self.study.uses_time(side, passes_turn) {
            after.standing.used += 1;
        }
        Ok(after)
    }

    fn after(&self, game: &Game, mv: Move) -> Game {
        let named = self.named(game, mv);
        self.play(game, named).expect("a legal move")
    }

    fn named(&self, game: &Game, mv: Move) -> NamedMove {
        let here = game.record.position();
        NamedMove::new(mv, here.to_move(), here.row())
    }

    /// Tells whether the goal stands as a game stands: reached where it is over, forced where it is not.
    fn stands(&self, game: &Game) -> Result<bool, Stop> {
        match game.record.ending() {
            Some(ending) => Ok(self.study.required().is_met_by(ending, self.study.side())),
            None => Ok(self.study.look(&game.standing)?.reaches),
        }
    }

    /// Returns how play goes on from where a game stands.
    fn line(&self, game: &Game) -> Result<GoalLine, Stop> {
        match game.record.ending() {
            Some(ending) => Ok(GoalLine {
                plies: Vec::new(),
                end: LineEnd::Over(ending),
            }),
            None => Ok(self.study.look(&game.standing)?.line),
        }
    }

    fn find(&mut self, game: &Game, kind: Kind, mv: Option<NamedMove>, line: Option<GoalLine>) {
        let (line, end) = match line {
            Some(line) => (line.plies, Some(line.end)),
            None => (Vec::new(), None),
        };
        self.findings.push(Finding {
            path: game.path.clone(),
            kind,
            mv,
            reason: match end {
                Some(LineEnd::TimeUp) => Some("the time is up".to_owned()),
                Some(LineEnd::OutOfReach) => Some("the goal is out of reach".to_owned()),
                Some(LineEnd::Over(_)) | None => None,
            },
            line,
            ending: match end {
                Some(LineEnd::Over(ending)) => Some(ending),
                _ => None,
            },
        });
    }

    /// Plays a claimed move; notes it if that cannot be done.
    fn try_play(&mut self, game: &Game, mv: NamedMove) -> Option<Game> {
        match self.play(game, mv) {
            Ok(game) => Some(game),
            Err(reason) => {
                self.find(game, Kind::Illegal, Some(mv), None);
                let last = self.findings.last_mut().expect("the finding just made");
                last.reason = Some(reason);
                None
            }
        }
    }

    /// Judges what is claimed from where a game stands.
    fn look(&mut self, game: &Game, nodes: &[Node]) -> Result<(), Stop> {
        let own = game.standing.position.to_move() == self.study.side();
        let over = game.record.ending().is_some();
        match nodes {
            [] => self.end(game),
            // The claim goes on where the goal cannot be reached any more.
            _ if over || own => self.solvers_choice(game, nodes),
            _ => self.defence(game, nodes),
        }
    }

    /// The claim ends here: may it?
    fn end(&mut self, game: &Game) -> Result<(), Stop> {
        let over = game.record.ending().is_some();
        if over {
            if game.path.is_empty() && !self.stands(game)? {
                let line = self.line(game)?;
                self.find(game, Kind::Wrong, None, Some(line));
            }
            return Ok(());
        }
        let own = game.standing.position.to_move() == self.study.side();
        if !own || self.only_key || self.study.is_time_up(&game.standing) {
            return Ok(());
        }
        let look = self.study.look(&game.standing)?;
        if look.moves.iter().any(|(_, reaches, _)| !reaches) {
            self.find(game, Kind::TooShort, None, Some(look.line));
        }
        Ok(())
    }

    /// The solver is to move: are the claimed moves right, and are there others?
    fn solvers_choice(&mut self, game: &Game, nodes: &[Node]) -> Result<(), Stop> {
        let mut right: Vec<(&Node, Game)> = Vec::new();
        for node in nodes {
            let Some(after) = self.try_play(game, node.mv) else {
                continue;
            };
            if self.study.is_time_up(&game.standing) || !self.stands(&after)? {
                let line = self.line(&after)?;
                self.find(game, Kind::Wrong, Some(node.mv), Some(line));
            } else {
                self.find(game, Kind::Right, Some(node.mv), None);
                right.push((node, after));
            }
        }
        if game.record.ending().is_none() && !self.study.is_time_up(&game.standing) {
            for (mv, reaches, _) in self.study.look(&game.standing)?.moves {
                let named = self.named(game, mv);
                if !reaches || nodes.iter().any(|node| node.mv == named) {
                    continue;
                }
                let after = self.after(game, mv);
                let same = |(_, claimed): &(&Node, Game)| {
                    claimed.standing.position == after.standing.position
                };
                let kind = if right.iter().any(same) && after.record.ending().is_none() {
                    Kind::Transposition
                } else if game.path.is_empty() {
                    Kind::Cook
                } else {
                    Kind::Dual
                };
                let line = self.line(&after)?;
                self.find(game, kind, Some(named), Some(line));
            }
        }
        for (node, after) in right {
            self.look(&after, &node.next)?;
        }
        Ok(())
    }

    /// The other side is to move: is a claimed defence the best?
    fn defence(&mut self, game: &Game, nodes: &[Node]) -> Result<(), Stop> {
        let look = self.study.look(&game.standing)?;
        let best = best_defences(&look);
        let named: Vec<NamedMove> = best.iter().map(|&mv| self.named(game, mv)).collect();
        let played: Vec<(&Node, Game)> = nodes
            .iter()
            .filter_map(|node| Some((node, self.try_play(game, node.mv)?)))
            .collect();
        let is_best = |node: &Node| named.contains(&node.mv);
        // A tree may treat weak defences too, as long as it has a best one.
        let some_best = played.iter().any(|(node, _)| is_best(node));
        for (node, after) in played {
            if is_best(node) || some_best {
                self.find(game, Kind::Right, Some(node.mv), None);
            } else {
                let mv = best[0];
                let mut line = self.line(&self.after(game, mv))?;
                let first: Ply = game.record.clone().play(mv).expect("a legal move");
                line.plies.insert(0, first);
                self.find(game, Kind::WeakDefence, Some(node.mv), Some(line));
            }
            self.look(&after, &node.next)?;
        }
        Ok(())
    }
}

/// Returns the other side's best moves: those that escape or, where none does, those that last longest.
fn best_defences(look: &Look) -> Vec<Move> {
    let escapes: Vec<Move> = look
        .moves
        .iter()
        .filter(|(_, reaches, _)| !reaches)
        .map(|(mv, ..)| *mv)
        .collect();
    if !escapes.is_empty() {
        return escapes;
    }
    let longest = look.moves.iter().map(|(.., plies)| *plies).max().flatten();
    let best = look.moves.iter().filter(|(.., plies)| *plies == longest);
    best.map(|(mv, ..)| *mv).collect()
}
