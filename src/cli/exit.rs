//! Exit codes.

use std::process::ExitCode;

use bonduc::limits::Stop;

pub const INTERRUPTED: u8 = 130;
const DAMAGED: u8 = 4;
const BAD_INPUT: u8 = 2;
const LIMIT: u8 = 3;
const CHECK_FAILED: u8 = 1;

/// What happened in a run; where several things did, the gravest decides.
#[derive(Debug, Clone, Copy, Default)]
pub struct Exit {
    /// Ctrl-C.
    pub interrupted: bool,
    /// A table file is damaged.
    pub damaged: bool,
    /// Bad usage, or input that was refused.
    pub bad_input: bool,
    /// A limit was reached.
    pub limit: bool,
    /// A stipulation was not met, or a replayed game has an error.
    pub check_failed: bool,
}

impl Exit {
    /// A run that ended with bad input.
    pub fn bad_input() -> Exit {
        Exit {
            bad_input: true,
            ..Exit::default()
        }
    }

    /// Notes that a puzzle was not answered.
    pub fn stopped(&mut self, stop: Stop) {
        match stop {
            Stop::Interrupted => self.interrupted = true,
            Stop::Time | Stop::Memory | Stop::Nodes => self.limit = true,
        }
    }

    /// Returns the code: interrupted, then damaged, then bad input, then limit, then a failed check.
    pub fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Exit {
                interrupted: true, ..
            } => INTERRUPTED,
            Exit { damaged: true, .. } => DAMAGED,
            Exit {
                bad_input: true, ..
            } => BAD_INPUT,
            Exit { limit: true, .. } => LIMIT,
            Exit {
                check_failed: true, ..
            } => CHECK_FAILED,
            _ => 0,
        })
    }
}
