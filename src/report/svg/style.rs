//! Colours and type of pictures, as a style sheet.

/// For which eyes and paper a picture is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// Light, or dark where the viewer prefers that, or for printing where it is printed.
    #[default]
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
    /// Black and greys on white, sparing ink.
    Print,
}

/// Colours by what they are for.
struct Palette {
    paper: &'static str,
    ink: &'static str,
    faint: &'static str,
    board: &'static str,
    edge: &'static str,
    pit: &'static str,
    hollow: &'static str,
    letter: &'static str,
    seeds: [&'static str; 3],
    seed_edge: &'static str,
    gloss: &'static str,
    plate: &'static str,
    plate_ink: &'static str,
    mark: &'static str,
    mark_edge: &'static str,
    mover: &'static str,
    capture: &'static str,
    capture_ink: &'static str,
    laps: [&'static str; 6],
    lap_ink: &'static str,
}

const LIGHT: Palette = Palette {
    paper: "#fdfbf7",
    ink: "#2b241d",
    faint: "#756a5e",
    board: "#d8b07c",
    edge: "#a97d48",
    pit: "#b98d57",
    hollow: "#94693a",
    letter: "#513514",
    seeds: ["#9aa89d", "#8a9a8d", "#aeb6a4"],
    seed_edge: "#475248",
    gloss: "#f6faf4",
    plate: "#fdfbf7",
    plate_ink: "#2b241d",
    mark: "#fff4c8",
    mark_edge: "#5b3a10",
    mover: "#9b3d12",
    capture: "#b3202c",
    capture_ink: "#ffffff",
    laps: [
        "#1f6fb2", "#b4530b", "#2d7a46", "#85378f", "#7a6200", "#4a4f5a",
    ],
    lap_ink: "#ffffff",
};

const DARK: Palette = Palette {
    paper: "#1b1815",
    ink: "#efe7da",
    faint: "#a89c8d",
    board: "#6d4c2b",
    edge: "#8f6a40",
    pit: "#4b321a",
    hollow: "#33210f",
    letter: "#f1dcbc",
    seeds: ["#a3b1a6", "#8f9f93", "#bac2b0"],
    seed_edge: "#26302a",
    gloss: "#ffffff",
    plate: "#1b1815",
    plate_ink: "#f6efe4",
    mark: "#ffe08a",
    mark_edge: "#2a1a06",
    mover: "#f2a25c",
    capture: "#ff6b6b",
    capture_ink: "#1b1815",
    laps: [
        "#6cb6f5", "#f5a35c", "#74cf92", "#d697e0", "#d9c25a", "#b9c0cc",
    ],
    lap_ink: "#1b1815",
};

const PRINT: Palette = Palette {
    paper: "#ffffff",
    ink: "#000000",
    faint: "#444444",
    board: "#ffffff",
    edge: "#000000",
    pit: "#ffffff",
    hollow: "#777777",
    letter: "#000000",
    seeds: ["#c4c4c4", "#d4d4d4", "#b6b6b6"],
    seed_edge: "#000000",
    gloss: "#ffffff",
    plate: "#ffffff",
    plate_ink: "#000000",
    mark: "#ffffff",
    mark_edge: "#000000",
    mover: "#000000",
    capture: "#000000",
    capture_ink: "#ffffff",
    laps: [
        "#000000", "#555555", "#000000", "#555555", "#000000", "#555555",
    ],
    lap_ink: "#ffffff",
};

/// Returns the style sheet of pictures; every rule holds inside an element of class `bonduc` only.
///
/// Plain rules come first, so that programs which pass over media queries show the light picture.
pub fn style_sheet(theme: Theme) -> String {
    let mut css = shapes();
    match theme {
        Theme::Light => css += &colours(&LIGHT),
        Theme::Dark => css += &colours(&DARK),
        Theme::Print => css += &colours(&PRINT),
        Theme::Auto => {
            css += &colours(&LIGHT);
            css += &format!(
                "@media (prefers-color-scheme: dark) {{\n{}}}\n",
                colours(&DARK)
            );
            css += &format!("@media print {{\n{}}}\n", colours(&PRINT));
        }
    }
    css
}

/// What no theme changes.
fn shapes() -> String {
    [
        "text { font-family: system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif; font-size: 14px }",
        ".board { stroke-width: 1.5 }",
        ".hollow { stroke-width: 1.5 }",
        ".seed, .nut, .kept { stroke-width: 1 }",
        ".letter { font-size: 14px; font-weight: 600; text-anchor: middle }",
        ".figure { font-size: 12px; text-anchor: middle }",
        ".heap { font-size: 17px; font-weight: 700; text-anchor: middle }",
        ".side { font-size: 16px; font-weight: 700 }",
        ".total { font-size: 16px; font-weight: 700; text-anchor: end }",
        ".label { text-anchor: end }",
        ".caption { font-size: 16px; font-weight: 600 }",
        ".ring { fill: none; stroke-width: 3 }",
        ".ring-edge { fill: none; stroke-width: 5 }",
        ".star { stroke-width: 1; stroke-linejoin: round }",
        ".start { fill: none; stroke-width: 3 }",
        ".end { fill: none; stroke-width: 3; stroke-dasharray: 5 4 }",
        ".cross { fill: none; stroke-width: 3.5; stroke-linecap: round }",
        ".cross-edge { fill: none; stroke-width: 6.5; stroke-linecap: round }",
        ".taken { font-size: 12px; font-weight: 700; text-anchor: middle }",
        ".lap { fill: none; stroke-width: 2; stroke-linejoin: round; stroke-linecap: round }",
        ".lap-number { font-size: 10px; font-weight: 700; text-anchor: middle }",
        ".legend { font-size: 13px }",
        ".rounds { font-size: 10px; text-anchor: middle; stroke-width: 4; stroke-linejoin: round; paint-order: stroke }",
    ]
    .map(scoped)
    .concat()
}

fn colours(palette: &Palette) -> String {
    let Palette {
        paper,
        ink,
        faint,
        board,
        edge,
        pit,
        hollow,
        letter,
        seeds,
        seed_edge,
        gloss,
        plate,
        plate_ink,
        mark,
        mark_edge,
        mover,
        capture,
        capture_ink,
        laps,
        lap_ink,
    } = palette;
    let mut rules = vec![
        format!(".paper {{ fill: {paper} }}"),
        format!("text {{ fill: {ink} }}"),
        format!(".label, .legend, .waits {{ fill: {faint} }}"),
        format!(".board {{ fill: {board}; stroke: {edge} }}"),
        format!(".hollow {{ fill: {pit}; stroke: {hollow} }}"),
        format!(".letter, .figure {{ fill: {letter} }}"),
        format!(".seed, .nut, .kept {{ stroke: {seed_edge} }}"),
        format!(".gloss {{ fill: {gloss} }}"),
        format!(".plate {{ fill: {plate}; stroke: {seed_edge} }}"),
        format!(".heap {{ fill: {plate_ink} }}"),
        format!(".ring, .star {{ stroke: {mark} }}"),
        format!(".ring-edge {{ stroke: {mark_edge} }}"),
        format!(".star {{ fill: {mark}; stroke: {mark_edge} }}"),
        format!(".mover {{ fill: {mover} }}"),
        format!(".cross, .end-taken {{ stroke: {capture} }}"),
        format!(".cross-edge {{ stroke: {paper} }}"),
        format!(".taken-plate {{ fill: {capture}; stroke: {paper} }}"),
        format!(".taken {{ fill: {capture_ink} }}"),
        format!(".lap-number {{ fill: {lap_ink} }}"),
        format!(".rounds {{ stroke: {paper} }}"),
    ];
    for (i, seed) in seeds.iter().enumerate() {
        rules.push(format!(".s{i} {{ fill: {seed} }}"));
    }
    for (i, lap) in laps.iter().enumerate() {
        rules.push(format!(".l{i} {{ stroke: {lap} }}"));
        rules.push(format!(".f{i} {{ fill: {lap} }}"));
    }
    rules.iter().map(|rule| scoped(rule)).collect()
}

/// How many colours laps have.
pub(super) const LAP_COLOURS: usize = 6;

/// Puts `.bonduc` before each selector of a rule.
fn scoped(rule: &str) -> String {
    let (selectors, rest) = rule.split_once(" {").unwrap_or((rule, ""));
    let selectors: Vec<String> = selectors
        .split(", ")
        .map(|selector| format!(".bonduc {selector}"))
        .collect();
    format!("{} {{{rest}\n", selectors.join(", "))
}
