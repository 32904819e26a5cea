//! Limits, and the handle by which work is held to them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::Progress;

/// What one puzzle may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Time for one puzzle; `None`: as long as it takes.
    pub time: Option<Duration>,
    /// Bytes of memory for the whole program.
    pub memory: u64,
    /// Positions for one puzzle; `None`: any number.
    pub nodes: Option<u64>,
}

impl Limits {
    /// The memory that is used where nobody says otherwise: 4 GiB.
    pub const DEFAULT_MEMORY: u64 = 4 << 30;

    /// What the program takes before it holds a single position: code, stacks, input.
    pub const BASE_MEMORY: u64 = 24 << 20;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            memory: Limits::DEFAULT_MEMORY,
            nodes: None,
        }
    }
}

/// Why a computation ended before its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// The time limit.
    #[error("the time limit was reached")]
    Time,
    /// The memory limit.
    #[error("the memory limit was reached")]
    Memory,
    /// The limit on positions.
    #[error("the limit on positions was reached")]
    Nodes,
    /// Someone asked to stop.
    #[error("interrupted")]
    Interrupted,
}

/// Holds one computation to its limits.
#[derive(Debug, Clone)]
pub struct Control {
    limits: Limits,
    deadline: Option<Instant>,
    interrupt: Arc<AtomicBool>,
    progress: Arc<Progress>,
}

impl Control {
    /// Starts the clock of one puzzle. A true `interrupt` ends the work soon after.
    pub fn start(limits: Limits, interrupt: Arc<AtomicBool>, progress: Arc<Progress>) -> Control {
        Control {
            limits,
            deadline: limits
                .time
                .and_then(|time| Instant::now().checked_add(time)),
            interrupt,
            progress,
        }
    }

    /// A control without limits on time and positions and with 4 GiB of memory.
    pub fn unlimited() -> Control {
        Control::start(Limits::default(), Arc::default(), Arc::default())
    }

    /// Returns the limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Returns the same control with another limit on positions.
    pub fn with_nodes(&self, nodes: u64) -> Control {
        let mut control = self.clone();
        control.limits.nodes = Some(nodes);
        control
    }

    /// Returns the flag that ends the work.
    pub fn interrupt(&self) -> Arc<AtomicBool> {
        self.interrupt.clone()
    }

    /// Returns where progress is noted.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Asks whether to go on; cheap enough for every few thousand positions.
    ///
    /// # Errors
    ///
    /// If the time is up or an interrupt came.
    pub fn check(&self) -> Result<(), Stop> {
        if self.interrupt.load(Ordering::Relaxed) {
            Err(Stop::Interrupted)
        } else if self.deadline.is_some_and(|end| Instant::now() >= end) {
            Err(Stop::Time)
        } else {
            Ok(())
        }
    }

    /// Returns why work under way was given up: what [`Control::check`] says, or, should it say nothing more, that it was
    /// interrupted.
    pub fn why_given_up(&self) -> Stop {
        self.check().err().unwrap_or(Stop::Interrupted)
    }

    /// Asks whether so many bytes may be held at once, the program's own base added.
    ///
    /// # Errors
    ///
    /// If not.
    pub fn check_memory(&self, bytes: u64) -> Result<(), Stop> {
        if bytes.saturating_add(Limits::BASE_MEMORY) > self.limits.memory {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// Asks whether so many positions may be looked at.
    ///
    /// # Errors
    ///
    /// If not.
    pub fn check_nodes(&self, positions: u64) -> Result<(), Stop> {
        match self.limits.nodes {
            Some(most) if positions > most => Err(Stop::Nodes),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_hold() {
        let limits = Limits {
            time: Some(Duration::ZERO),
            memory: Limits::BASE_MEMORY + 1000,
            nodes: Some(5),
        };
        let interrupt = Arc::new(AtomicBool::new(false));
        let control = Control::start(limits, interrupt.clone(), Arc::default());
        assert_eq!(control.check(), Err(Stop::Time));
        interrupt.store(true, Ordering::Relaxed);
        assert_eq!(control.check(), Err(Stop::Interrupted));
        assert_eq!(control.check_memory(1000), Ok(()));
        assert_eq!(control.check_memory(1001), Err(Stop::Memory));
        assert_eq!(control.check_memory(u64::MAX), Err(Stop::Memory));
        assert_eq!(control.check_nodes(5), Ok(()));
        assert_eq!(control.check_nodes(6), Err(Stop::Nodes));
        assert_eq!(Control::unlimited().check(), Ok(()));
    }
}
