//! Digests of whole layers.

use bonduc::board::Row;
use bonduc::limits::Control;
use bonduc::tables::{LayerStack, digest};

use crate::support::{data, rules};

#[test]
fn digests_agree() {
    let mut stack: Option<LayerStack> = None;
    let lines = data("layers.jsonl");
    assert_eq!(lines.len(), 97);
    for line in lines {
        let rules = rules(&line);
        let row = Row::new(line["pits"].as_u64().unwrap() as usize).unwrap();
        let seeds = line["seeds"].as_u64().unwrap() as u32;
        let stack = match &mut stack {
            Some(stack) if stack.is_for(&rules, row) => stack,
            other => other.insert(LayerStack::new(rules, row)),
        };
        stack.build_up_to(seeds, &Control::unlimited()).unwrap();
        let digest = digest(&stack.layers()[seeds as usize]);
        assert_eq!(line["positions"], digest.positions, "{line}");
        assert_eq!(line["never_win"], digest.never_win, "{line}");
        assert_eq!(line["always_draw"], digest.always_draw, "{line}");
        let fnv = format!("{:016x}", digest.fnv1a64);
        assert_eq!(line["fnv1a64"].as_str(), Some(fnv.as_str()), "{line}");
    }
}
