// Lines turn by turn.

import { element, sideName } from "./board.js";

/** Writes plies turn by turn as buttons; `choose(n)` is called with the number of plies up to the one that is pressed. */
export function turnList(list, plies, { choose, current = -1, offset = 0 }) {
  const items = [];
  let turn = null;
  plies.forEach((ply, i) => {
    if (!turn || plies[i - 1].side !== ply.side) {
      turn = element("li", {}, element("span", { class: "who" }, sideName(ply.side)));
      items.push(turn);
    }
    const count = offset + i + 1;
    const button = element("button", {
      type: "button",
      class: current >= 0 && count > current ? "later" : "",
      "aria-current": count === current ? "step" : null,
      onclick: () => choose(count),
    }, ply.captured ? `${ply.move} ×${ply.captured}` : ply.move);
    turn.append(button);
  });
  list.replaceChildren(...items);
}
