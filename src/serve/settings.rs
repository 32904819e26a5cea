//! What a server may take of the machine, and what it offers.

use std::net::SocketAddr;
use std::time::Duration;

use super::Shelf;
use crate::limits::Limits;

/// How a server is to be.
#[derive(Debug, Clone)]
pub struct Settings {
    /// Where to listen; port 0: any free one.
    pub address: SocketAddr,
    /// Limits on every answer; the memory is that of the whole program, which its workers share equally.
    pub limits: Limits,
    /// How many positions are solved at once, at least 1.
    pub workers: usize,
    /// How many more may wait for a worker.
    pub queue: usize,
    /// The puzzles that the page offers.
    pub shelf: Shelf,
}

impl Settings {
    /// The time for an answer where nobody says otherwise.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

    /// How many may wait for a worker where nobody says otherwise.
    pub const DEFAULT_QUEUE: usize = 64;

    /// How long a request waits for a worker before it is sent away.
    pub const PATIENCE: Duration = Duration::from_secs(60);

    /// How long a client may take to send a body.
    pub const BODY_TIME: Duration = Duration::from_secs(10);

    /// The most bytes of a body.
    pub const BODY: usize = 256 << 10;

    /// The most moves of a line that is sent.
    pub const MOVES: usize = 1_000;

    /// The most laps that one reply tells one by one.
    pub const LAPS: u64 = 10_000;

    /// Ten seconds an answer, a worker for each core, the shipped puzzles.
    pub fn new(address: SocketAddr) -> Settings {
        Settings {
            address,
            limits: Limits {
                time: Some(Settings::DEFAULT_TIME),
                ..Limits::default()
            },
            workers: std::thread::available_parallelism().map_or(1, usize::from),
            queue: Settings::DEFAULT_QUEUE,
            shelf: Shelf::shipped(),
        }
    }

    /// The limits of one worker: its share of the memory.
    pub(super) fn worker_limits(&self) -> Limits {
        let free = self.limits.memory.saturating_sub(Limits::BASE_MEMORY);
        Limits {
            memory: free / self.workers.max(1) as u64 + Limits::BASE_MEMORY,
            ..self.limits
        }
    }
}
