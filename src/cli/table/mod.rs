//! `bonduc table`.

mod build;
mod check;
mod digest;
mod files;
mod info;
mod probe;
mod which;

use super::args::TableCommand;
use super::exit::Exit;

pub use which::{cache_folder, row, rules};

/// Runs one of the table commands.
pub fn run(command: &TableCommand) -> anyhow::Result<Exit> {
    match command {
        TableCommand::Build(args) => build::run(args),
        TableCommand::Info(args) => info::run(args),
        TableCommand::Check(args) => check::run(args),
        TableCommand::Probe(args) => probe::run(args),
        TableCommand::Digest(args) => digest::run(args),
    }
}
