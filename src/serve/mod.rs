//! A local page to set up, explore and play through positions, and the JSON interface that it uses.
//!
//! [`Server::bind`] takes [`Settings`] and an address, [`Server::run`] answers requests until a [`Stopper`] says stop. Answers are those of the
//! library: what `POST /api/solve` says is the object that `solve --format json` prints, byte for byte but for the time taken.
//! [`openapi`] describes the interface.
//!
//! Everything a client sends is held to limits: the size of a body, the time and the memory of an answer, how many wait. What is refused is
//! refused with a reason, as JSON; the answer for a client that has gone away is given up.
//!
//! ```text
//! request -> Gate (host, headers) -> handler: body -> Json -> faults, or a job -> Pool -> Solver -> report
//! ```

mod body;
mod failure;
mod games;
mod gate;
mod openapi;
mod page;
mod parse;
mod play;
mod pool;
mod puzzles;
mod server;
mod settings;
mod shelf;
mod solve;
mod workers;

pub use openapi::openapi;
pub use server::{Server, Stopper};
pub use settings::Settings;
pub use shelf::Shelf;
