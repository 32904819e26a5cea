//! Standard output and standard error, whose end may have gone away.

use std::io::{self, Write as _};

use anstream::{AutoStream, stderr};
use bonduc::puzzle::Fault;

/// Standard output; styles are dropped where it is no terminal.
pub struct Out {
    stream: AutoStream<io::Stdout>,
}

impl Out {
    pub fn new() -> Out {
        Out {
            stream: anstream::stdout(),
        }
    }

    /// Writes a text and sends it off, so that whoever reads along has it at once.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.stream.write_all(text.as_bytes())?;
        self.stream.flush()
    }

    /// Writes an object as one line of JSON.
    pub fn write_json(&mut self, object: &impl serde::Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_string(object)?;
        line.push('\n');
        Ok(self.write(&line)?)
    }
}

/// Writes a message to standard error.
pub fn message(text: &str) {
    // Nobody is left to be told if this fails.
    let _ = writeln!(stderr(), "{text}");
}

/// Tells that something was refused, and every reason.
pub fn refusal(id: &str, origin: &str, faults: &[Fault]) {
    let plain = |text: &str| text.replace(char::is_control, "?");
    let mut text = format!("{} ({}): refused", plain(id), plain(origin));
    for fault in faults {
        text += &format!("\n  {fault}");
    }
    message(&text);
}

/// Passes over an error that is only that the reader of our output has gone: whoever looked at the beginning alone still gets the right
/// exit code.
pub fn unless_gone(told: anyhow::Result<()>) -> anyhow::Result<()> {
    match told {
        Err(error) if is_broken_pipe(&error) => Ok(()),
        told => told,
    }
}

/// Tells whether an error is only that the reader of our output has gone.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}
