//! `bonduc show --svg`.

use std::fs;

use anyhow::{Context as _, bail};
use bonduc::notation::play_text;
use bonduc::puzzle::{Entry, Puzzle};
use bonduc::report::{Figures, SvgOptions, Theme, stage_words, svg_course};
use bonduc::rules::Course;

use super::args::{PictureFigures, PictureTheme, ShowArgs};
use super::exit::Exit;
use super::out::{Out, message};
use super::setup::all_moves;
use super::solution_file::write_picture;

/// Draws all that is asked for: one picture to standard output, or each to its file.
pub fn run(args: &ShowArgs) -> anyhow::Result<Exit> {
    let mut exit = Exit::default();
    let entries = super::setup::entries(&args.inputs, args.setup.as_deref(), Default::default());
    let Some(folder) = &args.picture.out else {
        let count = entries.len();
        if count > 1 {
            bail!("found {count} positions; say where their pictures are to go with --out DIR");
        }
        for entry in entries {
            if let Some((_, svg)) = draw(args, entry, &mut exit) {
                Out::new().write(&svg)?;
            }
        }
        return Ok(exit);
    };
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    for entry in entries {
        let Some((id, svg)) = draw(args, entry, &mut exit) else {
            continue;
        };
        if let Err(error) = write_picture(folder, &format!("{id}.svg"), &svg) {
            exit.bad_input = true;
            message(&format!("error: {id}: {error:#}"));
        }
    }
    Ok(exit)
}

/// Returns an entry's id and picture; what cannot be drawn is told.
fn draw(args: &ShowArgs, entry: Entry, exit: &mut Exit) -> Option<(String, String)> {
    let drawn = match &entry.puzzle {
        Ok(puzzle) => picture(args, puzzle).map_err(|error| format!("error: {error:#}")),
        Err(faults) => {
            exit.bad_input = true;
            super::out::refusal(&entry.id, &entry.origin, faults);
            return None;
        }
    };
    match drawn {
        Ok(svg) => Some((entry.id, svg)),
        Err(error) => {
            exit.bad_input = true;
            message(&error);
            None
        }
    }
}

/// Draws a puzzle's position and the moves that are asked for.
fn picture(args: &ShowArgs, puzzle: &Puzzle) -> anyhow::Result<String> {
    let asked = &args.picture;
    let mut course = Course::new(puzzle.stage(), &puzzle.history);
    for (number, mv) in (1..).zip(all_moves(&asked.moves)) {
        play_text(&mut course, mv)
            .with_context(|| format!("{}: move {number} of --move", puzzle.id))?;
    }
    let name = match &puzzle.about.title {
        Some(title) => format!("{}: {title}", puzzle.id),
        None => puzzle.id.clone(),
    };
    let position = &puzzle.position;
    let asks = puzzle.stipulation.map(|stipulation| {
        let words = stipulation.words(position.rules().game());
        format!("{} {words}", stipulation.side(position))
    });
    let caption = asked.caption.then(|| match &asks {
        Some(asks) => format!("{name} — {asks}"),
        None => name.clone(),
    });
    let options = SvgOptions {
        theme: match asked.theme {
            PictureTheme::Auto => Theme::Auto,
            PictureTheme::Light => Theme::Light,
            PictureTheme::Dark => Theme::Dark,
            PictureTheme::Print => Theme::Print,
        },
        size: asked.size,
        figures: match asked.figures {
            PictureFigures::Auto => Figures::Auto,
            PictureFigures::Always => Figures::Always,
            PictureFigures::Never => Figures::Never,
        },
        alone: true,
        caption,
    };
    let title = format!("{name}. {}", stage_words(&puzzle.stage()));
    Ok(svg_course(&course, &title, &options))
}
