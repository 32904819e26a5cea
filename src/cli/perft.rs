//! `bonduc perft`.

use bonduc::rules::perft;

use super::args::PerftArgs;
use super::exit::Exit;
use super::one::one_of;
use super::out::Out;

/// Counts the lines from one position.
pub fn run(args: &PerftArgs) -> anyhow::Result<Exit> {
    let inputs = args.input.as_slice();
    let mut entries = super::setup::entries(inputs, args.setup.as_deref(), Default::default());
    super::setup::play_first(&mut entries, &[]);
    let name = args.input.as_deref().unwrap_or("the set-up");
    let position = one_of(name, entries)?.position;
    let counts: Vec<u64> = (1..=args.depth)
        .map(|depth| perft(position.rules(), position.ring(), depth))
        .collect();
    Out::new().write_json(&serde_json::json!({ "perft": counts }))?;
    Ok(Exit::default())
}
