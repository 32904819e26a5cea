//! The examples of the README are what the program prints.

#![cfg(unix)]

use std::process::Command;

/// Every `console` block: commands behind `$`, then what they print, messages first.
#[test]
fn examples_are_real() {
    let root = env!("CARGO_MANIFEST_DIR");
    let readme = std::fs::read_to_string(format!("{root}/README.md")).unwrap();
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_bonduc"));
    let folder = program.parent().unwrap().display();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let mut commands = 0;
    for block in readme.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap();
        for example in block.split("$ ").filter(|example| !example.is_empty()) {
            let (command, printed) = example.split_once('\n').unwrap();
            assert!(command.contains("bonduc"), "{command}");
            let output = Command::new("sh")
                .args(["-c", command])
                .current_dir(root)
                .env("PATH", &path)
                .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
                .output()
                .unwrap();
            let got = [output.stderr, output.stdout].concat();
            let got = String::from_utf8(got).unwrap();
            assert_eq!(timeless(&got), timeless(printed), "{command}");
            commands += 1;
        }
    }
    assert!(commands >= 8, "only {commands} examples found");
}

/// Leaves out how long it took.
fn timeless(text: &str) -> String {
    let cut = |line: &str| {
        let seconds = line.find("\"seconds\":").or_else(|| {
            let comma = line.rfind(", ")?;
            let number = line[comma + 2..].strip_suffix(" s")?;
            number.parse::<f64>().ok().map(|_| comma)
        });
        seconds
            .map_or(line, |end| &line[..end])
            .trim_end()
            .to_owned()
    };
    let lines: Vec<String> = text.trim_end().lines().map(cut).collect();
    lines.join("\n")
}
