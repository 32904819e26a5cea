//! Pictures of boards and sowings: read back as XML, they show what the position has.

use std::fs;
use std::process::Command;

use assert_cmd::cargo::CommandCargoExt as _;
use bonduc::board::{Pit, Side};
use bonduc::notation::{parse_position, parse_stage, play_text};
use bonduc::report::{Figures, SvgOptions, Theme, svg_course, svg_diagram};
use bonduc::rules::{Course, Position, Stage};
use proptest::prelude::*;
use roxmltree::{Document, Node};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn bonduc() -> Command {
    Command::cargo_bin("bonduc").unwrap()
}

fn draw(position: &Position, options: &SvgOptions) -> String {
    svg_diagram(
        &Stage::Sowing(*position),
        "A <position> & \"more\"",
        options,
    )
}

fn with_class<'a>(node: Node<'a, 'a>, class: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.descendants().filter(move |node| {
        let classes = node.attribute("class").unwrap_or_default();
        classes.split(' ').any(|own| own == class)
    })
}

fn number(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Holds a picture of one board to its position.
fn holds(svg: &str, position: &Position, figures: Figures) {
    let document = Document::parse(svg).unwrap();
    let root = document.root_element();
    assert_eq!(
        root.attribute("aria-label"),
        Some("A <position> & \"more\"")
    );
    assert!(
        !svg.replace("http://www.w3.org/2000/svg", "")
            .contains("http")
    );
    assert!(!svg.contains("href") && !svg.contains("url(") && !svg.contains("@import"));
    let pits: Vec<Node> = with_class(root, "pit").collect();
    assert_eq!(pits.len(), position.row().cells());
    for node in pits {
        let letter = node.attribute("data-pit").unwrap().chars().next().unwrap();
        let pit = Pit::from_letter(letter, position.row()).unwrap();
        let content = position.content(pit);
        let seeds: Vec<(f64, f64)> = with_class(node, "seed")
            .map(|seed| (number(seed, "cx"), number(seed, "cy")))
            .collect();
        let heap: Vec<&str> = with_class(node, "heap")
            .filter_map(|heap| heap.text())
            .collect();
        if content <= 12 {
            assert_eq!(seeds.len(), usize::from(content), "{pit}");
            assert!(heap.is_empty());
        } else {
            assert!(seeds.is_empty() && with_class(node, "nut").count() > 12);
            assert_eq!(heap, [content.to_string()]);
        }
        for (i, (x, y)) in seeds.iter().enumerate() {
            assert!(x.hypot(*y) + 6.8 < 31.0);
            for (a, b) in &seeds[..i] {
                assert!((x - a).hypot(y - b) > 2.0 * 6.8, "seeds of {pit} overlap");
            }
        }
        let marks = with_class(node, "star").count();
        assert_eq!(marks, usize::from(position.is_marked(pit)));
        let figure = with_class(node, "figure")
            .next()
            .unwrap()
            .text()
            .unwrap_or_default();
        let shown = match figures {
            Figures::Auto => (5..=12).contains(&content),
            Figures::Always => true,
            Figures::Never => false,
        };
        assert_eq!(
            figure,
            if shown {
                content.to_string()
            } else {
                String::new()
            }
        );
    }
    for side in Side::BOTH {
        let of_side = |node: &Node| node.attribute("data-side") == Some(side.name());
        let player = with_class(root, "player").find(of_side).unwrap();
        let captured = position.captured(side);
        let total = with_class(player, "total").next().unwrap();
        assert_eq!(total.text().unwrap(), captured.to_string());
        let kept = with_class(player, "kept").count();
        match captured {
            0..=12 => assert_eq!(kept, usize::from(captured)),
            _ => assert_eq!(kept, 18),
        }
        let waits = with_class(player, "waits").next().unwrap().text().is_none();
        assert_eq!(waits, side != position.to_move());
    }
    // Legend and marks go together.
    let stars = with_class(root, "star").count();
    let marked = position.marked().len();
    assert_eq!(stars, if marked > 0 { marked + 1 } else { 0 });
}

proptest! {
    #[test]
    fn pictures_show_what_is_there(
        rows in (2usize..=12).prop_flat_map(|n| prop::collection::vec(0u8..=10, 2 * n)),
        heap in 0u8..=15,
        captured in (0u8..=5, 0u8..=30),
        marks: u32,
        kiothi: bool,
        north: bool,
        which in 0usize..3,
    ) {
        let mut rows = rows;
        let n = rows.len() / 2;
        // At most 255 seeds in all.
        while rows.iter().map(|&seeds| u32::from(seeds)).sum::<u32>() > 200 {
            rows.iter_mut().for_each(|seeds| *seeds /= 2);
        }
        rows[0] = heap;
        let text = |row: &[u8], first: usize| {
            let pits = row.iter().enumerate().map(|(i, seeds)| {
                let marked = kiothi && *seeds > 0 && marks >> (first + i) & 1 == 1;
                format!("{seeds}{}", if marked { "*" } else { "" })
            });
            pits.collect::<Vec<String>>().join(",")
        };
        let game = if kiothi { "kiothi" } else { "giuthi" };
        let side = if north { "n" } else { "s" };
        let (south, prison) = captured;
        let text = format!("{game} {}/{} {side} {south}-{prison}", text(&rows[..n], 0), text(&rows[n..], n));
        let position = parse_position(&text).unwrap();
        let figures = [Figures::Auto, Figures::Always, Figures::Never][which];
        let theme = [Theme::Auto, Theme::Dark, Theme::Print][which];
        let options = SvgOptions { figures, theme, ..SvgOptions::default() };
        holds(&draw(&position, &options), &position, figures);
    }
}

#[test]
fn great_heaps_and_sizes() {
    for text in ["giuthi 255,0/0,0 n", "kiothi 40*,40/40,40 s 15-80"] {
        let position = parse_position(text).unwrap();
        let options = SvgOptions {
            size: Some(1000),
            ..SvgOptions::default()
        };
        let svg = draw(&position, &options);
        holds(&svg, &position, Figures::Auto);
        let document = Document::parse(&svg).unwrap();
        assert_eq!(document.root_element().attribute("width"), Some("1000"));
    }
}

fn course(start: &str, moves: &[&str]) -> Course {
    let mut course = Course::new(parse_stage(start).unwrap(), &[]);
    for mv in moves {
        play_text(&mut course, mv).unwrap();
    }
    course
}

#[test]
fn sowings_are_drawn_with_their_laps_and_captures() {
    let course = course("giuthi 4,4,4,4,4/4,4,4,4,4 s", &["a+", "D-"]);
    let svg = svg_course(&course, "game", &SvgOptions::default());
    let document = Document::parse(&svg).unwrap();
    let panels: Vec<Node> = with_class(document.root_element(), "panel").collect();
    assert_eq!(panels.len(), 3);
    // The figures are those of rules.md: a+ takes four and the seed that fell.
    let numbers = |panel: Node<'_, '_>| {
        let numbers = panel
            .descendants()
            .filter(|node| node.attribute("class") == Some("lap-number"));
        numbers
            .map(|node| node.text().unwrap().to_owned())
            .collect::<Vec<String>>()
    };
    assert_eq!(numbers(panels[0]), ["1", "2", "3"]);
    assert_eq!(numbers(panels[1]), ["1", "2", "3", "4", "5"]);
    assert!(numbers(panels[2]).is_empty());
    let taken: Vec<(&str, &str)> = with_class(panels[0], "taken-pit")
        .map(|node| {
            (
                node.attribute("data-pit").unwrap(),
                node.attribute("data-taken").unwrap(),
            )
        })
        .collect();
    assert_eq!(taken, [("e", "1"), ("E", "4")]);
    assert_eq!(with_class(panels[1], "taken-pit").count(), 0);
    // Four seeds fall in the first lap: three dots and an arrow.
    let dots = panels[0]
        .descendants()
        .filter(|node| node.attribute("class") == Some("f0") && node.attribute("r") == Some("2.7"));
    assert_eq!(dots.count(), 3);
    let words = document
        .descendants()
        .find(|node| node.has_tag_name("desc"))
        .unwrap();
    let words = words.text().unwrap();
    assert!(
        words.contains("lap 2 lifts 5 from e, clockwise to A"),
        "{words}"
    );
    assert!(words.contains("captures 1 from e, 4 from E"), "{words}");
}

#[test]
fn passes_endless_sowings_and_openings_have_pictures() {
    for (start, moves, says) in [
        ("giuthi 1,1,1,1,4/1,3,0,3,1 s", &["b-"][..], "never ends"),
        ("giuthi 0,0/255,0 s", &["a-"], "captures"),
        (
            "kiothi 2,2,0/0,2,2 s opening=0",
            &["b,c>a1,C3", "A,B>B2,C2"],
            "Then: South to move",
        ),
        ("giuthi 0,1,0/2,0,0 n", &["pass"], "1. North pass"),
    ] {
        let svg = svg_course(&course(start, moves), "x", &SvgOptions::default());
        Document::parse(&svg).unwrap();
        assert!(svg.contains(says), "{start}: {svg}");
    }
}

#[test]
fn rounds_left_out_are_told_above_all_lines() {
    let course = course("giuthi 0,0/255,0 s", &["a-"]);
    let svg = svg_course(&course, "x", &SvgOptions::default());
    let told: Vec<usize> = svg.match_indices("more round").map(|(at, _)| at).collect();
    assert_eq!(told.len(), 3, "{svg}");
    // 255 seeds go round four pits 63 times: once as it is drawn, then 62 times, and three seeds are left.
    assert!(svg.contains(">62 more rounds<"), "{svg}");
    let last_line = svg.rfind("<path class=\"lap ").unwrap();
    assert!(told.iter().all(|&at| at > last_line));
}

/// Each picture of the gallery is what the command above it prints.
#[test]
fn the_gallery_is_real() {
    let page = fs::read_to_string(format!("{ROOT}/docs/diagrams.md")).unwrap();
    let mut pictures = 0;
    for line in page
        .lines()
        .filter(|line| line.starts_with("bonduc show --svg"))
    {
        let (command, file) = line.split_once(" > ").unwrap();
        let words = command.strip_prefix("bonduc ").unwrap();
        let output = Command::new("sh")
            .args(["-c", &format!("'{}' {words}", env!("CARGO_BIN_EXE_bonduc"))])
            .current_dir(ROOT)
            .output()
            .unwrap();
        assert!(output.status.success(), "{command}");
        let kept = fs::read_to_string(format!("{ROOT}/{file}")).unwrap_or_default();
        assert!(
            String::from_utf8(output.stdout).unwrap() == kept,
            "{file} is another picture than {command} draws"
        );
        let name = file.strip_prefix("docs/").unwrap();
        assert!(page.contains(&format!("]({name})")), "{name} is not shown");
        pictures += 1;
    }
    assert!(pictures >= 4);
}

#[test]
fn the_program_writes_pictures_and_spares_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let output = bonduc()
            .args(args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
            error,
        )
    };
    let (two, three) = ("giuthi 0,2/2,0 s", "giuthi 0,3/3,0 s");
    // Several want a folder.
    let (code, out, error) = run(&["show", "--svg", two, three]);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(error.contains("--out DIR"), "{error}");
    // A file each, and again.
    for _ in 0..2 {
        let (code, _, error) = run(&["show", "--svg", two, three, "--out", "pictures"]);
        assert_eq!(code, Some(0), "{error}");
    }
    let files = |folder: &std::path::Path| {
        let files = fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().file_name());
        let mut files: Vec<String> = files.map(|name| name.into_string().unwrap()).collect();
        files.sort();
        files
    };
    let pictures = folder.path().join("pictures");
    assert_eq!(files(&pictures), ["position#1.svg", "position#2.svg"]);
    // Somebody else's picture stays.
    let own = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
    fs::write(pictures.join("position#1.svg"), own).unwrap();
    let (code, _, error) = run(&["show", "--svg", two, three, "--out", "pictures"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("left as it is"), "{error}");
    assert_eq!(
        fs::read_to_string(pictures.join("position#1.svg")).unwrap(),
        own
    );
    // Moves that cannot be played.
    for (moves, says) in [("a+ x", "move 2 of --move"), ("b+", "move 1 of --move: b+")] {
        let (code, out, error) = run(&["show", "--svg", two, "--move", moves]);
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(error.contains(says), "{error}");
    }
    let (code, _, error) = run(&["show", two, "--move", "a+"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--svg"), "{error}");
}
