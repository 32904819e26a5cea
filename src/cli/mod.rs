//! Arguments, output, progress, exit codes.

mod args;
mod book;
mod check;
mod convert;
mod exit;
mod generate;
mod one;
mod out;
mod perft;
mod picture;
mod progress;
mod replay;
mod schema;
mod serve;
mod setup;
mod show;
mod size;
mod solution_file;
mod solve;
mod table;
mod verify;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;
use clap::Parser;

use args::{Args, Command};
use exit::Exit;

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let args = Args::parse();
    args.color.write_global();
    let result = match &args.command {
        Command::Solve(args) => solve::run(args),
        Command::Check(args) => check::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Show(args) => show::run(args),
        Command::Book(args) => book::run(args),
        Command::Replay(args) => replay::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Serve(args) => serve::run(args),
        Command::Schema(args) => schema::run(args),
        Command::Table(command) => table::run(command),
    };
    match result {
        Ok(exit) => exit.code(),
        Err(error) if out::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            out::message(&format!("error: {error:#}"));
            Exit::bad_input().code()
        }
    }
}

/// Sets the number of threads for the whole program.
fn set_threads(threads: Option<usize>) -> anyhow::Result<()> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build_global()
        .context("cannot start the threads")
}

/// Returns a flag that the first Ctrl-C sets; the second one ends the program at once.
fn interrupt_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let handler_flag = flag.clone();
    on_interrupt(move || handler_flag.store(true, Ordering::Relaxed))?;
    Ok(flag)
}

/// Does something at the first Ctrl-C; the second one ends the program at once.
fn on_interrupt(first: impl Fn() + Send + 'static) -> anyhow::Result<()> {
    let came = AtomicBool::new(false);
    ctrlc::set_handler(move || {
        if came.swap(true, Ordering::Relaxed) {
            std::process::exit(exit::INTERRUPTED.into());
        }
        first();
    })
    .context("cannot watch for Ctrl-C")
}
