//! The page's files: all there, all from here.

use super::client::{Served, get};

/// The files that a text names as its own.
fn named(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    for before in ["\"/assets/", "from \"./"] {
        let parts = text.split(before).skip(1);
        names.extend(parts.map(|part| part.split('"').next().unwrap().to_owned()));
    }
    names
}

#[test]
fn every_file_that_is_named_is_served_and_asks_nothing_of_others() {
    let served = Served::start(|_| {});
    let index = get(served.address, "/");
    assert!(
        index.head.contains("content-type: text/html"),
        "{}",
        index.head
    );
    let mut waiting = named(&index.text());
    let mut seen = Vec::new();
    let mut texts = vec![("index.html".to_owned(), index)];
    while let Some(name) = waiting.pop() {
        if seen.contains(&name) {
            continue;
        }
        let reply = get(served.address, &format!("/assets/{name}"));
        assert_eq!(reply.status, 200, "{name}");
        waiting.extend(named(&reply.text()));
        texts.push((name.clone(), reply));
        seen.push(name);
    }
    // Each file of the folder is one of them.
    let folder = format!("{}/src/serve/assets", env!("CARGO_MANIFEST_DIR"));
    for file in std::fs::read_dir(folder).unwrap() {
        let name = file.unwrap().file_name().into_string().unwrap();
        assert!(
            name == "index.html" || seen.contains(&name),
            "{name} is not used"
        );
    }
    for (name, reply) in &texts {
        let policy = reply
            .head
            .lines()
            .find(|line| line.starts_with("content-security-policy: "));
        let policy = policy.unwrap_or_else(|| panic!("{name} has no policy"));
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("unsafe"),
            "{policy}"
        );
        assert!(
            reply.head.contains("x-content-type-options: nosniff"),
            "{name}"
        );
        // No address of another place, the name of SVG apart, and nothing that the policy would not let run.
        let text = reply.text().replace("http://www.w3.org/2000/svg", "");
        assert!(
            !text.contains("http://") && !text.contains("https://"),
            "{name}"
        );
        for inline in [" style=\"", "onclick=\"", "<style", "eval(", "innerHTML"] {
            assert!(!text.contains(inline), "{name}: {inline}");
        }
    }
}

#[test]
fn what_can_be_pressed_has_a_name() {
    let served = Served::start(|_| {});
    let index = get(served.address, "/").text();
    assert!(index.contains("<html lang=\"en\">") && index.contains("name=\"viewport\""));
    // An id is there once; a label leads to something.
    let ids: Vec<&str> = index
        .split(" id=\"")
        .skip(1)
        .map(|part| part.split('"').next().unwrap())
        .collect();
    for id in &ids {
        assert_eq!(ids.iter().filter(|other| other == &id).count(), 1, "{id}");
    }
    for part in index.split("<label for=\"").skip(1) {
        let id = part.split('"').next().unwrap();
        assert!(ids.contains(&id), "{id}");
    }
    for button in index.split("<button ").skip(1) {
        let (attributes, rest) = button.split_once('>').unwrap();
        let text = rest.split("</button>").next().unwrap();
        let letters = text.chars().any(char::is_alphabetic);
        assert!(
            letters || attributes.contains("aria-label="),
            "{attributes}"
        );
    }
    assert!(index.contains("aria-live=\"polite\""));
}
