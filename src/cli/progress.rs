//! Telling someone who waits what is going on.

use std::io::IsTerminal as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use bonduc::limits::{Phase, Progress, Proving};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::out::message;

/// Work that ends sooner than this is not reported.
const QUIET: Duration = Duration::from_secs(1);
/// How often a terminal is redrawn.
const REDRAW: Duration = Duration::from_millis(100);
/// How often a line is written where there is no terminal.
const LINE: Duration = Duration::from_secs(10);

/// Watches one computation from a thread of its own, until dropped.
pub struct Watch {
    done: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch; `label` says what is being worked on.
    pub fn start(label: &str, progress: Arc<Progress>) -> Watch {
        let done = Arc::new(AtomicBool::new(false));
        let (label, flag) = (label.to_owned(), done.clone());
        let thread = std::thread::spawn(move || watch(&label, &progress, &flag));
        Watch {
            done,
            thread: Some(thread),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            thread.thread().unpark();
            // A display that failed has taken nothing with it.
            let _ = thread.join();
        }
    }
}

fn watch(label: &str, progress: &Progress, done: &AtomicBool) {
    let start = Instant::now();
    let terminal = std::io::stderr().is_terminal();
    let mut bar: Option<ProgressBar> = None;
    let mut next_line = LINE;
    while !done.load(Ordering::Relaxed) {
        let elapsed = start.elapsed();
        if elapsed < QUIET {
            std::thread::park_timeout(QUIET - elapsed);
            continue;
        }
        if terminal {
            let bar = bar.get_or_insert_with(new_bar);
            bar.set_message(format!("{label}: {}", words(progress)));
            bar.tick();
            std::thread::park_timeout(REDRAW);
        } else {
            if elapsed >= next_line {
                let seconds = elapsed.as_secs();
                message(&format!("{label}: {}, {seconds} s", words(progress)));
                next_line += LINE;
            }
            std::thread::park_timeout(next_line.saturating_sub(elapsed).max(REDRAW));
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
}

/// Says what is being done and how far that has come.
fn words(progress: &Progress) -> String {
    let (phase, count, total) = progress.read();
    let part = match total {
        0 => String::new(),
        total => format!(" of {total} ({}%)", (100 * count).div_ceil(total.max(1))),
    };
    let words = format!("{}, {count}{part} positions", phase.words());
    if phase != Phase::Proving {
        return words;
    }
    let Proving { held, open } = progress.read_proving();
    let to_go = |open: Option<u32>, what: &str| match open {
        Some(open) => format!("{open} to a {what}"),
        None => format!("no {what}"),
    };
    let [own, other] = open;
    let (own, other) = (to_go(own, "win"), to_go(other, "loss"));
    format!("{words}, {held} held, {own}, {other}")
}

fn new_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{spinner} {wide_msg} {elapsed}");
    bar.set_style(style.expect("a template without faults"));
    bar
}
