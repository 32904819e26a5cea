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
    /// Reading a search that was kept.
    TakingUp,
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
    const ALL: [Phase; 9] = [
        Phase::Idle,
        Phase::Exploring,
        Phase::Settling,
        Phase::Layers,
        Phase::TakingUp,
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
            Phase::TakingUp => "taking up a search",
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
    held: AtomicU64,
    open: [AtomicU64; 2],
}

/// How far a search for a proof has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Proving {
    /// Positions that are held in memory.
    pub held: u64,
    /// How much seems to be left of showing that the side to move wins, and that the other does: guesses, in some unit; `None` where it
    /// was refuted.
    pub open: [Option<u32>; 2],
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

    /// Notes how far a search for a proof has come.
    pub fn note_proving(&self, proving: Proving) {
        self.held.store(proving.held, Ordering::Relaxed);
        for (place, open) in self.open.iter().zip(proving.open) {
            place.store(open.map_or(u64::MAX, u64::from), Ordering::Relaxed);
        }
    }

    /// Returns what was noted last of a search for a proof.
    pub fn read_proving(&self) -> Proving {
        let [own, other] = &self.open;
        let open = |open: &AtomicU64| u32::try_from(open.load(Ordering::Relaxed)).ok();
        Proving {
            held: self.held.load(Ordering::Relaxed),
            open: [open(own), open(other)],
        }
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
