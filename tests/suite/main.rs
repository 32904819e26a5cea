//! The tests that look at the library and the program from outside.

mod book;
mod certificate_files;
mod certificates;
mod cli;
mod composed;
mod documents;
mod formats;
mod generated;
mod goal_certificates;
mod layering;
mod layers;
mod naive_solver;
mod opening;
mod pictures;
mod readings;
mod readme;
mod serve;
mod shipped;
mod slow_checker;
mod support;
mod tables;
mod twins;
mod values;
mod vectors;
mod verify;
