//! JSON Schema of the files, draft 2020-12, generated from their types.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde_json::Value;

use super::file::PuzzleFile;
use super::solution::Solution;

/// Returns the schema of one puzzle.
pub fn puzzle_schema() -> Schema {
    schema::<PuzzleFile>(&[])
}

/// Returns the schema of one answer, as `solve` prints and writes it.
pub fn solution_schema() -> Schema {
    // A draw has no length; a repetition of the history no ply.
    schema::<Solution>(&["plies", "first_ply"])
}

/// Generates a schema. A field that may be absent may still not be null, `nullable` ones apart.
fn schema<T: JsonSchema>(nullable: &[&str]) -> Schema {
    let mut schema = SchemaSettings::draft2020_12()
        .into_generator()
        .into_root_schema_for::<T>();
    if let Some(object) = schema.as_object_mut() {
        for (_, value) in object {
            refuse_null(value, nullable);
        }
    }
    schema
}

fn refuse_null(value: &mut Value, nullable: &[&str]) {
    match value {
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| refuse_null(item, nullable)),
        Value::Object(fields) => {
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|one| one != "null");
                if let [one] = &types[..] {
                    let one = one.clone();
                    fields.insert("type".to_owned(), one);
                }
            }
            if let Some(Value::Array(choices)) = fields.get_mut("anyOf") {
                choices.retain(|choice| choice["type"] != "null");
            }
            for (name, value) in fields {
                if !nullable.contains(&name.as_str()) {
                    refuse_null(value, nullable);
                }
            }
        }
        _ => {}
    }
}
