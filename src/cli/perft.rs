//! `bonduc perft`.

use bonduc::rules::perft;

use super::args::PerftArgs;
use super::exit::Exit;
use super::one::one_puzzle;
use super::out::Out;

/// Counts the lines from one position.
pub fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let position = one_puzzle(&args.input)?.position;
    let counts: Vec<u64> = (1..=args.depth)
        .map(|depth| perft(position.rules(), position.ring(), depth))
        .collect();
    Out::new().write_json(&serde_json::json!({ "perft": counts }))?;
    Ok(Exit::default())
}
