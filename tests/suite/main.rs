//! The tests that look at the library and the program from outside.

mod cli;
mod layers;
mod readme;
mod shipped;
mod support;
mod values;
mod vectors;
