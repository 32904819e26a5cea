//! The program `bonduc`.

mod cli;

fn main() -> std::process::ExitCode {
    cli::run()
}
