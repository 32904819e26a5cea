//! Telling how a run comes along.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use bonduc::generate::{Brief, Rejected, Tally};
use bonduc::report::grouped;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::super::out::message;

/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// A bar on a terminal, otherwise a line now and then.
pub struct Reporter {
    brief: Brief,
    start: Instant,
    next_line: Duration,
    bar: Option<ProgressBar>,
    tried_before: Option<u64>,
}

impl Reporter {
    pub fn new(brief: &Brief) -> Reporter {
        let terminal = std::io::stderr().is_terminal();
        Reporter {
            brief: brief.clone(),
            start: Instant::now(),
            next_line: LINE,
            bar: terminal.then(new_bar),
            tried_before: None,
        }
    }

    /// Tells where the run is.
    pub fn tell(&mut self, tally: &Tally) {
        let words = self.words(tally);
        if let Some(bar) = &self.bar {
            bar.set_message(words);
            bar.tick();
        } else if self.start.elapsed() >= self.next_line {
            self.next_line += LINE;
            message(&words);
        }
        self.tried_before.get_or_insert(tally.tried);
    }

    /// Takes the bar away.
    pub fn end(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }

    fn words(&self, tally: &Tally) -> String {
        let kept = match self.brief.chooses() {
            true => format!("{} passed", tally.kept),
            false => format!("{} of {} taken", tally.kept, self.brief.count),
        };
        let elapsed = self.start.elapsed().as_secs_f64();
        let left = match self.brief.chooses() || tally.kept == 0 {
            true => String::new(),
            false => {
                let rest = self.brief.count.saturating_sub(tally.kept as usize) as f64;
                format!(", about {:.0} s to go", elapsed / tally.kept as f64 * rest)
            }
        };
        let (tried, reasons) = (grouped(tally.tried), reasons(tally, 3));
        format!("{tried} boards tried, {kept}{left}; rejected: {reasons}")
    }
}

/// Returns the commonest reasons for rejecting, so many at most.
fn reasons(tally: &Tally, most: usize) -> String {
    let mut reasons: Vec<(u64, Rejected)> = Rejected::ALL
        .into_iter()
        .map(|reason| (tally.rejected_for(reason), reason))
        .filter(|(count, _)| *count > 0)
        .collect();
    reasons.sort_by_key(|(count, reason)| (std::cmp::Reverse(*count), *reason));
    let words = reasons.into_iter().take(most);
    let words: Vec<String> = words
        .map(|(count, reason)| format!("{} {reason}", grouped(count)))
        .collect();
    match words.is_empty() {
        true => "none".to_owned(),
        false => words.join(", "),
    }
}

/// Returns the last word on a run.
pub fn summary(brief: &Brief, tally: &Tally, taken: usize) -> String {
    let (tried, passed) = (grouped(tally.tried), tally.kept);
    let chosen = match brief.chooses() {
        true => format!("{passed} passed, the best {taken} taken"),
        false => format!("{taken} taken"),
    };
    let short = match taken < brief.count {
        true => format!(
            "\nfewer than the {} that are wanted: allow more with --most, other --seeds or less strict wishes",
            brief.count
        ),
        false => String::new(),
    };
    let reasons = reasons(tally, Rejected::ALL.len());
    format!("{tried} boards tried, {chosen}; rejected: {reasons}{short}")
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
    bar.set_style(style.expect("a template without faults"));
    bar
}
