//! New problems: candidates, what makes a problem of them, themes, difficulty, quality, sets without repeats.
//!
//! A [`Brief`] says what is wanted. [`Candidates`] are numbered boards; the [`Examiner`] looks at each by itself, with exact values from the
//! [`Ground`], and makes a puzzle of it or says why not; the [`Registry`] keeps repeats out. [`Generator`] runs them in parallel and takes
//! what comes in the order of the numbers, so that the same brief gives the same set whatever the threads, and a run that was stopped goes on where it was.

mod brief;
mod candidates;
mod catalogue;
mod examine;
mod generator;
mod ground;
mod identity;
mod own_play;
mod random;
mod rating;
mod spotting;
mod theme;
mod walk;

pub use brief::{Brief, BriefFault, Source, Unique};
pub use candidates::{Candidates, near};
pub use catalogue::Catalogue;
pub use examine::{Examiner, Found, Rejected};
pub use generator::{Generator, Tally};
pub use ground::Ground;
pub use identity::{Registry, id_of};
pub use rating::{Difficulty, Level, Quality, Rating};
pub use theme::Theme;
pub use walk::{Offer, Walk, WalkPly};
