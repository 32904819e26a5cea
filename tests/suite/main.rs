//! The tests that look at the library and the program from outside.

mod layers;
mod support;
mod values;
mod vectors;
