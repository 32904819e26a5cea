//! Boards and sowings as pictures: SVG that stands alone, with its style inside and no request to anywhere.
//!
//! What a picture shows is computed in plain numbers first (`seeds`, `lanes`, `frame`), then written as XML.

mod board;
mod frame;
mod lanes;
mod picture;
mod seeds;
mod sowing;
mod style;
mod words;

pub use picture::{Figures, SvgOptions, svg_course, svg_diagram};
pub use style::{Theme, style_sheet};

pub(super) use board::{KEPT, kept_places};
pub(super) use seeds::{ALL_DRAWN, GLOSS, GLOSS_AT, HEAP, SEED, arrangement, on_rings};
pub(super) use words::lap_words;
