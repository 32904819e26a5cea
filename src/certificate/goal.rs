//! What a solution says of a stipulation, held against its certificate.

use super::answer::{Claim, Findings, json, named, play_line};
use super::{Aim, Checked, Start, Terms};
use crate::board::Side;
use crate::puzzle::{EndingObject, Fault, Solution};
use crate::rules::{PlyNext, Position};
use crate::value::{Required, Stipulation, Target, Within};

/// A stipulation of a solution that its verdict does not answer.
pub(super) struct Asked<'a> {
    position: &'a Position,
    history: &'a [Position],
    solution: &'a Solution,
    stipulation: Stipulation,
}

impl<'a> Asked<'a> {
    /// Reads it; `None` where nothing is asked, or no more than a win or a draw for the side to move.
    ///
    /// # Errors
    ///
    /// If its fields do not belong together.
    pub(super) fn read(
        position: &'a Position,
        history: &'a [Position],
        solution: &'a Solution,
    ) -> Result<Option<Asked<'a>>, Fault> {
        let Some(object) = solution.goal else {
            return Ok(None);
        };
        let Some(stipulation) = object.stipulation() else {
            let expected = "a goal with its number, and no fields that do not belong to it";
            return Err(Fault::new("$.goal", json(&object), expected));
        };
        let plain = stipulation.as_goal(position.to_move()).is_some();
        Ok((!plain).then_some(Asked {
            position,
            history,
            solution,
            stipulation,
        }))
    }

    /// Checks what is said of it.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub(super) fn check(&self, checked: &Checked, findings: &mut Findings) -> Result<(), Fault> {
        let solution = self.solution;
        let why = self.stipulation.impossible(self.position);
        let why = why.map(|why| why.to_string());
        if solution.goal_impossible != why {
            let path = "$.goal_impossible";
            let expected = json(&why);
            return Err(Fault::new(path, json(&solution.goal_impossible), expected));
        }
        let Some(met) = solution.goal_met else {
            // Not found out within the limits: then nothing else may be said.
            return self.says_nothing();
        };
        if why.is_some() {
            if met {
                let expected = "false, as the goal is impossible";
                return Err(Fault::new("$.goal_met", "true", expected));
            }
            findings.put(Claim::Goal, true);
        } else {
            let shown = |met| match self.statement(met, Start::Here) {
                Some((side, aim, terms, start)) => {
                    checked.shows_terms(side, aim, terms, start).is_some()
                }
                None => false,
            };
            if shown(!met) {
                let expected = format!("{}, as the certificate shows", !met);
                return Err(Fault::new("$.goal_met", met.to_string(), expected));
            }
            // What is asked has to be shown, as the verdict has to, where a certificate can show it.
            match self.statement(met, Start::Here) {
                Some((side, aim, ..)) if !shown(met) => {
                    let what = match aim {
                        Aim::Win => "a proof that it reaches it",
                        Aim::Draw | Aim::Delay => "a proof that the goal is not reached",
                    };
                    let expected = format!("for {side} {what}");
                    return Err(Fault::new("$.certificate", "none", expected));
                }
                _ => findings.put(Claim::Goal, shown(met)),
            }
        }
        if let Some(keys) = &solution.keys {
            let certified = self.check_keys(keys, met, checked)?;
            findings.put(Claim::Keys, certified);
        }
        if let Some(plies) = solution.goal_plies {
            findings.put(Claim::GoalPlies, self.check_plies(plies, met, checked)?);
        }
        match &solution.goal_line {
            Some(_) => {
                self.check_line(met)?;
                findings.put(Claim::GoalLine, true);
            }
            None if solution.goal_ending.is_some() => {
                let expected = "a goal_line that ends so";
                let found = json(&solution.goal_ending);
                return Err(Fault::new("$.goal_ending", found, expected));
            }
            None => {}
        }
        Ok(())
    }

    fn says_nothing(&self) -> Result<(), Fault> {
        let solution = self.solution;
        let said = [
            ("$.keys", solution.keys.is_some()),
            ("$.goal_plies", solution.goal_plies.is_some()),
            ("$.goal_line", solution.goal_line.is_some()),
            ("$.goal_ending", solution.goal_ending.is_some()),
        ];
        match said.into_iter().find(|(_, said)| *said) {
            Some((path, _)) => Err(Fault::new(path, "something", "nothing, without goal_met")),
            None => Ok(()),
        }
    }

    /// Returns what a certificate has to show for the goal being met, or not, from a start; `None` where no proof can say it.
    fn statement(&self, met: bool, start: Start) -> Option<(Side, Aim, Terms, Start)> {
        let side = self.stipulation.side(self.position);
        let within = self.stipulation.within;
        let required = self.stipulation.required(self.position);
        Some(match (required, met) {
            (Required::NotLosing, _) if within.is_some() => return None,
            (Required::NotLosing, true) => (side, Aim::Draw, Terms::WIN, start),
            (Required::NotLosing, false) => (!side, Aim::Win, Terms::WIN, start),
            (required, met) => {
                let terms = Terms { required, within };
                match met {
                    true => (side, Aim::Win, terms, start),
                    false => (!side, Aim::Draw, terms, start),
                }
            }
        })
    }

    /// Checks the keys; tells whether the certificate shows that they and no others are.
    fn check_keys(&self, keys: &[String], met: bool, checked: &Checked) -> Result<bool, Fault> {
        let legal = self.position.legal_moves();
        let names: Vec<String> = legal.iter().map(|&mv| named(self.position, mv)).collect();
        let in_order: Vec<&String> = names.iter().filter(|name| keys.contains(name)).collect();
        if in_order != keys.iter().collect::<Vec<_>>() {
            let expected = "legal moves in their order, once each";
            return Err(Fault::new("$.keys", json(&keys), expected));
        }
        let shown = |met, start| match self.statement(met, start) {
            Some((side, aim, terms, start)) => {
                checked.shows_terms(side, aim, terms, start).is_some()
            }
            None => false,
        };
        if !met {
            return match keys {
                [] => Ok(shown(false, Start::Here) || self.solution.goal_impossible.is_some()),
                _ => {
                    let expected = "none, as the goal cannot be forced";
                    Err(Fault::new("$.keys", json(&keys), expected))
                }
            };
        }
        let own = self.stipulation.side(self.position) == self.position.to_move();
        if !own {
            // What a side forces, it forces after every move of the other's.
            return match keys.len() == names.len() {
                true => Ok(shown(true, Start::Here)),
                false => {
                    let expected = format!("all legal moves: {}", names.join(", "));
                    Err(Fault::new("$.keys", json(&keys), expected))
                }
            };
        }
        if keys.is_empty() && !names.is_empty() {
            let expected = "a move after which the goal is still forced";
            return Err(Fault::new("$.keys", "none", expected));
        }
        let mut all = true;
        for (mv, name) in legal.into_iter().zip(names) {
            let is_key = keys.contains(&name);
            if shown(!is_key, Start::After(mv)) {
                let found = if is_key { name } else { format!("no {name}") };
                let expected = "the moves that the certificate shows to be keys, and no others";
                return Err(Fault::new("$.keys", found, expected));
            }
            all &= shown(is_key, Start::After(mv));
        }
        Ok(all)
    }

    /// Checks the length; tells whether the certificate shows that it takes no longer.
    fn check_plies(&self, plies: u32, met: bool, checked: &Checked) -> Result<bool, Fault> {
        if !met || self.stipulation.target == Target::Draw {
            let expected = "nothing, where no end is forced";
            return Err(Fault::new("$.goal_plies", plies.to_string(), expected));
        }
        let statement = self.statement(true, Start::Here);
        let shown = statement.and_then(|(side, aim, terms, start)| {
            checked.shows_terms(side, aim, terms, start)?.plies
        });
        match shown {
            Some(most) if most < plies => {
                let expected = format!("at most {most}, as the certificate shows");
                Err(Fault::new("$.goal_plies", plies.to_string(), expected))
            }
            shown => Ok(shown.is_some_and(|most| most <= plies)),
        }
    }

    /// Plays the line, which has to be as it says, and to reach the goal in time, or not.
    fn check_line(&self, met: bool) -> Result<(), Fault> {
        let solution = self.solution;
        let line = solution.goal_line.as_deref().unwrap_or_default();
        let (plies, ending) = play_line(self.position, self.history, line, "$.goal_line")?;
        if ending.map(EndingObject::from) != solution.goal_ending {
            let expected = json(&ending.map(EndingObject::from));
            let found = json(&solution.goal_ending);
            return Err(Fault::new("$.goal_ending", found, expected));
        }
        let side = self.stipulation.side(self.position);
        let used = plies.iter().filter(|ply| {
            let own = ply.side == side;
            match self.stipulation.within {
                Some(Within::Turns(_)) => own && ply.next != PlyNext::Again,
                Some(Within::Sowings(_)) => own,
                None => false,
            }
        });
        // A turn may have its last sowing where the game ends.
        let used = used.count();
        let allowed = usize::from(self.stipulation.within.map_or(0, Within::count));
        let in_time = used <= allowed;
        let required = self.stipulation.required(self.position);
        if ending.is_none() {
            let last = plies.last().map_or(self.position, |ply| &ply.position);
            let within = self.stipulation.within;
            let time_up = within.is_some() && last.to_move() == side && used >= allowed;
            let terms = Terms { required, within };
            if !time_up
                && terms
                    .required
                    .in_reach(last.lead_of(side), last.ring().seeds())
            {
                let found = format!("a line that stops after ply {}", plies.len());
                let expected = "one that goes on as long as the goal can be reached";
                return Err(Fault::new("$.goal_line", found, expected));
            }
        }
        let reaches = ending.is_some_and(|ending| required.is_met_by(ending, side)) && in_time;
        if reaches != met {
            let what = |reaches| match reaches {
                true => "a line that reaches the goal",
                false => "a line that does not reach the goal",
            };
            return Err(Fault::new("$.goal_line", what(reaches), what(met)));
        }
        if let Some(most) = solution.goal_plies
            && line.len() != most as usize
        {
            let found = format!("{} plies", line.len());
            let expected = format!("{most}, as in goal_plies");
            return Err(Fault::new("$.goal_line", found, expected));
        }
        Ok(())
    }
}
