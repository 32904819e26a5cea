//! Solvers, one for each position that may be solved at once.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use super::Settings;
use super::failure::Failure;
use super::pool::Pool;
use crate::limits::Limits;
use crate::solve::Solver;

/// A pool of solvers, which keep small layers between their answers.
pub(super) struct Workers {
    pool: Pool,
    limits: Limits,
    /// Those that are not at work. One that a fault in the program took with it is made anew.
    idle: Arc<Mutex<Vec<Solver>>>,
}

impl Workers {
    pub(super) fn new(settings: &Settings) -> Workers {
        Workers {
            pool: Pool::new(settings.workers, settings.queue),
            limits: settings.worker_limits(),
            idle: Arc::default(),
        }
    }

    /// Returns the limits of an answer.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Has a solver do something, within these limits.
    ///
    /// # Errors
    ///
    /// As [`Pool::run`].
    pub(super) async fn run<T: Send + 'static>(
        &self,
        limits: Limits,
        job: impl FnOnce(&mut Solver) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let idle = self.idle.clone();
        let task = move |interrupt: Arc<AtomicBool>| {
            let kept = idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut solver =
                kept.unwrap_or_else(|| Solver::new(limits, Arc::default(), Arc::default()));
            solver.hold_to(limits, interrupt);
            let result = job(&mut solver);
            let mut idle = idle.lock().unwrap_or_else(PoisonError::into_inner);
            idle.push(solver);
            result
        };
        self.pool.run(task).await
    }
}
