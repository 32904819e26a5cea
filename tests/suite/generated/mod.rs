//! Generated problems: what they are told by, sets, the shipped collection.

mod themes;
mod twin;
