//! Where seeds lie in a pit.

use std::f64::consts::PI;
use std::fmt::Write as _;

use super::super::xml::coordinate;
use crate::board::{Pit, Side};

/// The radius of a seed.
pub(in super::super) const SEED: f64 = 6.8;
/// The radius of the light on it, and where that is.
pub(in super::super) const GLOSS: f64 = 1.9;
pub(in super::super) const GLOSS_AT: f64 = -2.3;
/// So many seeds are drawn one by one; more are a heap with a figure.
pub(in super::super) const ALL_DRAWN: u8 = 12;
/// The room between seeds that lie side by side.
const GAP: f64 = 0.9;

/// One ring of seeds around the middle of a pit: how many, how far out, where the first lies (in degrees).
pub(in super::super) type SeedRing = (usize, f64, f64);

/// The heap: seeds on top of one another, from below.
pub(in super::super) const HEAP: [SeedRing; 3] = [(12, 22.6, 15.0), (6, 12.2, 0.0), (1, 0.0, 0.0)];

/// Returns where so many seeds lie, from the middle of the pit, before the pit's own turn; `count` is at most 12.
///
/// Rings around the middle, found so that no two seeds touch and all lie inside a radius of 30.
pub(in super::super) fn arrangement(count: u8) -> Vec<(f64, f64)> {
    let side = 2.0 * SEED + GAP;
    // The radius of a ring whose neighbours lie side by side.
    let ring = |seeds: usize| side / (2.0 * (PI / seeds as f64).sin());
    let rings: &[SeedRing] = &match count {
        0 => vec![],
        1 => vec![(1, 0.0, 0.0)],
        count @ 2..=5 => vec![(usize::from(count), ring(count.into()), 0.0)],
        6 => vec![(1, 0.0, 0.0), (5, side, 0.0)],
        count @ 7..=9 => {
            let around = usize::from(count) - 1;
            vec![(1, 0.0, 0.0), (around, ring(around), 0.0)]
        }
        10 => vec![(2, ring(2), 0.0), (8, 21.3, 22.5)],
        11 => vec![(2, ring(2), 0.0), (9, 22.2, 10.0)],
        _ => vec![(3, ring(3), 0.0), (9, 22.6, 20.0)],
    };
    on_rings(rings)
}

/// Returns the places of seeds on rings, ring by ring.
pub(in super::super) fn on_rings(rings: &[SeedRing]) -> Vec<(f64, f64)> {
    let mut places = Vec::new();
    for &(seeds, radius, first) in rings {
        for i in 0..seeds {
            let angle = (first + 360.0 * i as f64 / seeds as f64).to_radians();
            places.push((radius * angle.cos(), radius * angle.sin()));
        }
    }
    places
}

/// Returns by how many degrees a pit's seeds are turned, so that like pits do not look stamped.
fn turn_of(pit: Pit) -> u32 {
    let north = match pit.side {
        Side::South => 0,
        Side::North => 31,
    };
    (u32::from(pit.column) * 67 + north) % 360
}

fn turned((x, y): (f64, f64), degrees: u32) -> (f64, f64) {
    let (sin, cos) = f64::from(degrees).to_radians().sin_cos();
    (x * cos - y * sin, x * sin + y * cos)
}

/// Writes the seeds of a pit around the point (0, 0): each by itself up to twelve, beyond that a heap with the figure.
pub(super) fn write_seeds(svg: &mut String, pit: Pit, count: u8) {
    let (class, places) = match count {
        0 => return,
        count if count <= ALL_DRAWN => ("seed", arrangement(count)),
        _ => ("nut", on_rings(&HEAP)),
    };
    for (i, place) in places.into_iter().enumerate() {
        let (x, y) = turned(place, turn_of(pit));
        write_seed(svg, class, i, x, y, SEED);
    }
    if count > ALL_DRAWN {
        svg.push_str("<circle class=\"plate\" r=\"16\"/>");
        let _ = write!(svg, "<text class=\"heap\" y=\"6\">{count}</text>");
    }
}

/// Writes one seed: a class, its number for the shade, its place and size.
pub(super) fn write_seed(svg: &mut String, class: &str, number: usize, x: f64, y: f64, size: f64) {
    let scale = size / SEED;
    let _ = write!(
        svg,
        "<circle class=\"{class} s{}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\
         <circle class=\"gloss\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
        number % 3,
        coordinate(x),
        coordinate(y),
        coordinate(size),
        coordinate(x + GLOSS_AT * scale),
        coordinate(y + GLOSS_AT * scale),
        coordinate(GLOSS * scale),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_lie_apart_inside_the_pit() {
        for count in 0..=ALL_DRAWN {
            let places = arrangement(count);
            assert_eq!(places.len(), usize::from(count));
            for (i, (x, y)) in places.iter().enumerate() {
                assert!(x.hypot(*y) + SEED <= 30.0, "{count}: {x} {y}");
                for (a, b) in &places[..i] {
                    let apart = (x - a).hypot(y - b);
                    assert!(apart >= 2.0 * SEED + 0.4, "{count}: {apart}");
                }
            }
        }
    }

    #[test]
    fn a_heap_stays_inside_the_pit() {
        for (x, y) in on_rings(&HEAP) {
            assert!(x.hypot(y) + SEED <= 30.0);
        }
    }
}
