//! The same question under every reading of the rules.

use super::{Answer, AnswerLevel, Request, Solver, Status};
use crate::rules::OptionSpec;
use crate::value::Verdict;

/// A position under all readings of its game's rules.
#[derive(Debug, Clone)]
pub struct Readings {
    /// An answer for each of [`RuleSet::readings`](crate::rules::RuleSet::readings), in that order.
    pub answers: Vec<Answer>,
}

/// Asks for a position under all readings of its game's rules. `own` is the answer under its own, which is not asked for again.
///
/// Of each reading as much is asked as of the position itself, evidence left out.
pub fn readings(solver: &mut Solver, request: &Request, own: &Answer) -> Readings {
    let under = |rules| {
        if rules == *own.position.rules() {
            return own.clone();
        }
        let history = request.history.iter();
        solver.solve(&Request {
            position: request.position.with_rules(rules),
            history: history.map(|before| before.with_rules(rules)).collect(),
            stipulation: request.stipulation,
            lengths: request.lengths,
            solutions: request.solutions,
            certify: None,
            level: Some(own.level),
        })
    };
    let all = request.position.rules().readings();
    Readings {
        answers: all.into_iter().map(under).collect(),
    }
}

impl Readings {
    /// Tells whether no two readings differ in verdict, goal or keys, as far as these are known.
    pub fn agree(&self) -> bool {
        let pairs = |(i, one)| self.answers[..i].iter().map(move |other| (one, other));
        let mut pairs = self.answers.iter().enumerate().flat_map(pairs);
        !pairs.any(|(one, other)| results_differ(one, other) || keys_differ(one, other))
    }

    /// Returns how many of the readings a limit left without verdict, keys or goal although these were asked for.
    pub fn unanswered(&self) -> usize {
        let answers = self.answers.iter();
        answers.filter(|answer| !is_answered(answer)).count()
    }

    /// Returns the options on which the verdict hangs, or whether the goal can be met: some two readings that differ in this one alone
    /// differ there. Readings that a limit left unanswered do not count.
    pub fn verdict_hangs_on(&self) -> Vec<&'static OptionSpec> {
        self.hanging(results_differ)
    }

    /// Returns the options on which the keys hang, in the same sense.
    pub fn keys_hang_on(&self) -> Vec<&'static OptionSpec> {
        self.hanging(keys_differ)
    }

    /// Returns the options on which something hangs: verdict, goal or keys.
    pub fn hangs_on(&self) -> Vec<&'static OptionSpec> {
        let verdict: Vec<&str> = self.verdict_hangs_on().iter().map(|o| o.name).collect();
        let keys: Vec<&str> = self.keys_hang_on().iter().map(|o| o.name).collect();
        let mut options = self.options();
        options.retain(|spec| verdict.contains(&spec.name) || keys.contains(&spec.name));
        options
    }

    fn options(&self) -> Vec<&'static OptionSpec> {
        let first = self.answers.first();
        first.map_or_else(Vec::new, |answer| {
            answer.position.rules().options_of_play().collect()
        })
    }

    fn hanging(&self, differ: impl Fn(&Answer, &Answer) -> bool) -> Vec<&'static OptionSpec> {
        let mut options = self.options();
        options.retain(|spec| {
            self.answers.iter().enumerate().any(|(i, one)| {
                self.answers[..i].iter().any(|other| {
                    let rules = one.position.rules();
                    rules.differs_only_in(other.position.rules(), spec) && differ(one, other)
                })
            })
        });
        options
    }
}

fn results_differ(one: &Answer, other: &Answer) -> bool {
    differ(verdict(one), verdict(other)) || differ(one.goal_met(), other.goal_met())
}

fn keys_differ(one: &Answer, other: &Answer) -> bool {
    differ(one.keys(), other.keys())
}

/// Tells whether two findings are both known and unlike.
fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
    matches!((one, other), (Some(one), Some(other)) if one != other)
}

fn verdict(answer: &Answer) -> Option<Verdict> {
    match &answer.status {
        Status::Solved(solved) => Some(solved.verdict),
        Status::Unsolved(_) | Status::Composed => None,
    }
}

/// Tells whether an answer has all that was asked for, lengths and lines apart.
fn is_answered(answer: &Answer) -> bool {
    let keys = answer.level < AnswerLevel::Moves || answer.keys().is_some();
    let goal = answer.stipulation.is_none() || answer.goal_met().is_some();
    // Series and help play have no verdict.
    let verdict = verdict(answer).is_some() || answer.status == Status::Composed;
    verdict && keys && goal
}
