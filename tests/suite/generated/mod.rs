//! Generated problems: what they are told by, sets, the shipped collection.

mod collection;
mod sets;
mod themes;
mod twin;
