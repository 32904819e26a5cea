//! `bonduc show`.

use bonduc::report::{Charset, diagram, stage_words};

use super::args::ShowArgs;
use super::exit::Exit;
use super::out::Out;

/// Draws the boards of all that is asked for.
pub fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    if args.svg {
        return super::picture::run(args);
    }
    let charset = if args.ascii {
        Charset::Ascii
    } else {
        Charset::Unicode
    };
    let mut out = Out::new();
    let mut exit = Exit::default();
    let entries = super::setup::entries(&args.inputs, args.setup.as_deref(), Default::default());
    for (number, entry) in entries.into_iter().enumerate() {
        match entry.puzzle {
            Ok(puzzle) => {
                let position = &puzzle.position;
                let gap = if number > 0 { "\n" } else { "" };
                let title = match &puzzle.about.title {
                    Some(title) => {
                        let title = title.replace(char::is_control, " ");
                        format!("{}: {title}", puzzle.id)
                    }
                    None => puzzle.id.clone(),
                };
                let words = stage_words(&puzzle.stage());
                let board = diagram(position, charset);
                out.write(&format!("{gap}{title}\n{words}\n\n{board}"))?;
            }
            Err(faults) => {
                exit.bad_input = true;
                super::out::refusal(&entry.id, &entry.origin, &faults);
            }
        }
    }
    Ok(exit)
}
