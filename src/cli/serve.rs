//! `bonduc serve`.

use std::net::SocketAddr;

use anyhow::Context as _;
use bonduc::limits::Limits;
use bonduc::serve::{Server, Settings, Shelf};

use super::args::ServeArgs;
use super::exit::Exit;
use super::out::{Out, message, refusal};

/// Serves the page until Ctrl-C.
pub fn run(args: &ServeArgs) -> anyhow::Result<Exit> {
    super::set_threads(args.work.threads)?;
    let mut exit = Exit::default();
    let address = SocketAddr::new(args.host, args.port);
    let mut settings = Settings {
        limits: Limits {
            time: Some(args.time),
            memory: args.work.memory,
            nodes: args.nodes,
        },
        queue: args.queue,
        ..Settings::new(address)
    };
    if let Some(workers) = args.workers {
        settings.workers = workers;
    }
    settings.shelf = shelf(args, &settings.shelf, &mut exit);
    let server = Server::bind(settings).with_context(|| {
        let other = "another port (--port; 0: any that is free)";
        format!("cannot listen on {address}; choose {other} or another --host")
    })?;
    let stopper = server.stopper();
    super::on_interrupt(move || stopper.stop())?;
    let url = format!("http://{}/", server.address());
    if !args.host.is_loopback() {
        message("anyone who can reach this address is answered, not this machine alone");
    }
    Out::new().write(&format!("bonduc is at {url}  (Ctrl-C ends it)\n"))?;
    if args.open
        && let Err(error) = open::that_detached(&url)
    {
        message(&format!("cannot open the browser: {error}"));
    }
    server.run().context("cannot listen any more")?;
    message("stopped");
    Ok(exit)
}

/// Puts the puzzles that are given before those that come with the program; faulty ones are told and left out.
fn shelf(args: &ServeArgs, shipped: &Shelf, exit: &mut Exit) -> Shelf {
    if args.inputs.is_empty() {
        return shipped.clone();
    }
    let entries = super::setup::entries(&args.inputs, None, Default::default());
    let mut given = Vec::new();
    for entry in entries {
        match entry.puzzle {
            Ok(puzzle) => given.push(puzzle),
            Err(faults) => {
                exit.bad_input = true;
                refusal(&entry.id, &entry.origin, &faults);
            }
        }
    }
    shipped.with(given)
}
