//! What a long computation is doing, for someone who watches it from another thread.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// The kind of work under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// Nothing yet.
    Idle,
    /// Collecting the positions that can be reached.
    Exploring,
    /// Working out thresholds over cycles.
    Settling,
    /// Building whole layers of positions.
    Layers,
    /// Looking for a proof in a growing graph.
    Proving,
    /// Working out how long forced wins take.
    Lengths,
    /// Collecting the positions of a proof.
    Certifying,
    /// Checking tables.
    Checking,
}

impl Phase {
    const ALL: [Phase; 8] = [
        Phase::Idle,
        Phase::Exploring,
        Phase::Settling,
        Phase::Layers,
        Phase::Proving,
        Phase::Lengths,
        Phase::Certifying,
        Phase::Checking,
    ];

    /// Returns what it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Phase::Idle => "starting",
            Phase::Exploring => "exploring reachable positions",
            Phase::Settling => "settling values",
            Phase::Layers => "building layers",
            Phase::Proving => "looking for a proof",
            Phase::Lengths => "proving lengths",
            Phase::Certifying => "collecting evidence",
            Phase::Checking => "checking layers",
        }
    }
}

/// Counters that a computation writes and a display reads; all relaxed, none decides anything.
#[derive(Debug, Default)]
pub struct Progress {
    phase: AtomicU8,
    done: AtomicU64,
    total: AtomicU64,
}

impl Progress {
    /// Begins a phase of `total` positions, 0 if it is not known how many.
    pub fn begin(&self, phase: Phase, total: u64) {
        self.phase.store(phase as u8, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Notes that so many more positions are done.
    pub fn advance(&self, positions: u64) {
        self.done.fetch_add(positions, Ordering::Relaxed);
    }

    /// Returns the phase, the positions done, and how many there are (0: not known).
    pub fn read(&self) -> (Phase, u64, u64) {
        (
            Phase::ALL[usize::from(self.phase.load(Ordering::Relaxed))],
            self.done.load(Ordering::Relaxed),
            self.total.load(Ordering::Relaxed),
        )
    }
}
