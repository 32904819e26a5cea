//! How much work may be done, and how much has been.
//!
//! Every long computation takes a [`Control`]: it asks it now and then whether to go on, tells it how much memory
//! it holds, and reports its progress there. What runs into a limit ends with a [`Stop`], never with a guess.

mod control;
mod progress;

pub use control::{Control, Limits, Stop};
pub use progress::{Phase, Progress, Proving};
