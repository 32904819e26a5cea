//! `bonduc schema`.

use bonduc::puzzle::{puzzle_schema, solution_schema};
use bonduc::serve::openapi;

use super::args::{SchemaArgs, SchemaKind};
use super::exit::Exit;
use super::out::Out;

/// Prints a schema.
pub fn run(args: &SchemaArgs) -> anyhow::Result<Exit> {
    let schema = match args.kind {
        SchemaKind::Puzzle => puzzle_schema().to_value(),
        SchemaKind::Solution => solution_schema().to_value(),
        SchemaKind::Api => openapi().clone(),
    };
    let mut text = serde_json::to_string_pretty(&schema)?;
    text.push('\n');
    Out::new().write(&text)?;
    Ok(Exit::default())
}
