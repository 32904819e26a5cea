//! `bonduc perft`.

use anyhow::bail;
use bonduc::puzzle::load;
use bonduc::rules::perft;

use super::args::PerftArgs;
use super::exit::Exit;
use super::out::Out;

/// Counts the lines from one position.
pub fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let entries = load(std::slice::from_ref(&args.input), &mut std::io::stdin());
    let [entry] = &entries[..] else {
        bail!(
            "{}: found {} positions, expected one",
            args.input,
            entries.len()
        );
    };
    let position = match &entry.puzzle {
        Ok(puzzle) => puzzle.position,
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
            bail!("{}: {}", entry.origin, faults.join("; "));
        }
    };
    let counts: Vec<u64> = (1..=args.depth)
        .map(|depth| perft(position.rules(), position.ring(), depth))
        .collect();
    Out::new().write_json(&serde_json::json!({ "perft": counts }))?;
    Ok(Exit::default())
}
