//! A bounded number of jobs at once; a bounded number more that wait.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::http::StatusCode;
use tokio::sync::Semaphore;

use super::Settings;
use super::failure::Failure;

/// Runs jobs on threads of their own, no more than so many at once.
pub(super) struct Pool {
    /// One for each job that may run.
    seats: Arc<Semaphore>,
    /// One for each job that may run or wait.
    places: Arc<Semaphore>,
}

/// Sets a flag when it goes away: with the request, if the client has gone.
struct Cancel(Arc<AtomicBool>);

impl Drop for Cancel {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Pool {
    pub(super) fn new(at_once: usize, waiting: usize) -> Pool {
        let most = |permits: usize| permits.clamp(1, Semaphore::MAX_PERMITS);
        Pool {
            seats: Arc::new(Semaphore::new(most(at_once))),
            places: Arc::new(Semaphore::new(most(at_once.saturating_add(waiting)))),
        }
    }

    /// Runs a job as soon as there is a seat for it. Its flag is set when nobody waits for the result any more; the seat is taken
    /// until the job has ended.
    ///
    /// # Errors
    ///
    /// If too many wait already, or it has waited too long.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        job: impl FnOnce(Arc<AtomicBool>) -> T + Send + 'static,
    ) -> Result<T, Failure> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| Failure::busy("too many requests wait already"))?;
        let seat = tokio::time::timeout(Settings::PATIENCE, self.seats.clone().acquire_owned());
        let seat = match seat.await {
            Ok(Ok(seat)) => seat,
            _ => return Err(Failure::busy("no worker was free in time")),
        };
        let cancel = Cancel(Arc::default());
        let flag = cancel.0.clone();
        let task = tokio::task::spawn_blocking(move || {
            let result = job(flag);
            drop((seat, place));
            result
        });
        let result = task.await;
        drop(cancel);
        let reason = "the answer was given up by a fault in the program";
        result.map_err(|_| Failure::new(StatusCode::INTERNAL_SERVER_ERROR, reason))
    }
}
