//! Telling what was found: as JSON for programs, as text for people.
//!
//! Text carries terminal styles ([`anstyle`]); whoever prints it drops them where they are not wanted.

mod analysis;
mod book;
mod check;
mod composed;
mod diagram;
mod game;
mod opening;
mod readings;
mod solution;
mod svg;
mod text;
mod verify;
mod words;
mod xml;

pub use analysis::{analysis_object, analysis_text};
pub use book::{BookPuzzle, Refutation, book_html, solution_fits};
pub use check::{CheckReport, CheckStatus};
pub use composed::composed_verify_text;
pub use diagram::{Charset, diagram};
pub use game::{CapturedTotals, GameError, GameReport, PlyObject, PositionObject, game_text};
pub use readings::{hangs_on, reading_objects, readings_text};
pub use solution::{refusal, solution};
pub use svg::{Figures, SvgOptions, Theme, style_sheet, svg_course, svg_diagram};
pub use text::{answer_text, grouped, summary_text};
pub use verify::{ClaimFinding, VerifyReport, VerifyStyle, verify_text};
pub use words::{ending_words, position_words, stage_words, turns_text};
