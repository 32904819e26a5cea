// The board as buttons, one a pit, with seeds drawn as seeds.

const SVG = "http://www.w3.org/2000/svg";
/** The most seeds that are drawn one by one. */
const DRAWN = 24;
/** Below this width of a pit, in pixels, numbers stand alone. */
const TIGHT = 46;

const LOWER = "abcdefghijkl";

/** The pits of a board in the order of the ring: South's from the left, North's from the right. */
export function ring(pits) {
  const south = [...LOWER.slice(0, pits)];
  const north = south.map((letter) => letter.toUpperCase()).reverse();
  return [...south, ...north];
}

export function sideOf(pit) {
  return LOWER.includes(pit) ? "south" : "north";
}

export function otherSide(side) {
  return side === "south" ? "north" : "south";
}

export function sideName(side) {
  return side === "south" ? "South" : "North";
}

/** A position as a map from pits to seeds, and back. */
export function contents(position) {
  const map = new Map();
  position.south.forEach((seeds, i) => map.set(LOWER[i], seeds));
  position.north.forEach((seeds, i) => map.set(LOWER[i].toUpperCase(), seeds));
  return map;
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "class") made.className = value;
    else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** Where seeds lie in a pit: rings of one, up to six, and more around. */
function places(count) {
  if (count === 1) return [[0, 0]];
  if (count <= 6) return circle(count, count === 2 ? 19 : count < 5 ? 25 : 30, count % 2 ? -Math.PI / 2 : 0);
  if (count <= 9) return [[0, 0], ...circle(count - 1, 33, -Math.PI / 2)];
  const inner = Math.max(3, Math.round(count / 4));
  return [...circle(inner, 15, 0), ...circle(count - inner, 38, 0.3)];
}

function circle(count, radius, turn) {
  return Array.from({ length: count }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / count;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
}

function drawSeeds(count) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "-50 -50 100 100");
  svg.setAttribute("aria-hidden", "true");
  if (count === 0 || count > DRAWN) return svg;
  const radius = count <= 4 ? 17 : count <= 6 ? 14.5 : count <= 9 ? 12 : count <= 15 ? 9.5 : 7.5;
  for (const [x, y] of places(count)) {
    const seed = document.createElementNS(SVG, "circle");
    seed.setAttribute("cx", x.toFixed(1));
    seed.setAttribute("cy", y.toFixed(1));
    seed.setAttribute("r", radius);
    svg.append(seed);
  }
  return svg;
}

/** Shows positions and says which pit was pressed. */
export class Board {
  /** `onPit(pit, event)` is called for presses, `onKey(pit, event)` for keys in pits other than arrows. */
  constructor(root, { onPit, onKey }) {
    this.root = root;
    this.onPit = onPit;
    this.onKey = onKey;
    this.pits = 0;
    this.buttons = new Map();
    this.focused = "a";
    new ResizeObserver(() => this.#fit()).observe(root);
  }

  #build(pits) {
    this.pits = pits;
    this.buttons.clear();
    this.root.className = "board";
    this.root.style.setProperty("--n", pits);
    const row = (letters) => {
      const cells = letters.map((pit) => {
        const button = element("button", { type: "button", class: "pit", "data-pit": pit, tabindex: "-1" });
        button.addEventListener("click", (event) => this.onPit(pit, event));
        button.addEventListener("contextmenu", (event) => this.onPit(pit, event));
        button.addEventListener("keydown", (event) => this.#key(pit, event));
        button.addEventListener("focus", () => this.#rove(pit));
        this.buttons.set(pit, button);
        return button;
      });
      return element("div", { class: "pits" }, ...cells);
    };
    const owner = (side) =>
      element("div", { class: "owner", "data-side": side },
        element("span", {}, sideName(side), " ", element("span", { class: "turn" }, "to move")),
        element("span", { class: "captured" }, "captured ", element("b", {})));
    const south = [...LOWER.slice(0, pits)];
    const north = south.map((letter) => letter.toUpperCase());
    const letters = (row) => element("div", { class: "letters", "aria-hidden": "true" }, ...row.map((pit) => element("span", {}, pit)));
    this.root.setAttribute("role", "group");
    this.root.setAttribute("aria-label", "Board");
    this.root.replaceChildren(owner("north"), letters(north), row(north), row(south), letters(south), owner("south"));
    this.hand = element("div", { class: "hand", "aria-hidden": "true", hidden: true });
    this.root.append(this.hand);
    this.focused = this.buttons.has(this.focused) ? this.focused : "a";
    this.#rove(this.focused);
    this.#fit();
  }

  #fit() {
    if (!this.pits) return;
    const width = this.root.clientWidth / this.pits;
    this.root.classList.toggle("tight", width < TIGHT);
  }

  #rove(pit) {
    this.buttons.get(this.focused)?.setAttribute("tabindex", "-1");
    this.focused = pit;
    this.buttons.get(pit)?.setAttribute("tabindex", "0");
  }

  #key(pit, event) {
    const column = LOWER.indexOf(pit.toLowerCase());
    const letter = (i) => (pit === pit.toUpperCase() ? LOWER[i].toUpperCase() : LOWER[i]);
    const to = {
      ArrowLeft: column > 0 ? letter(column - 1) : null,
      ArrowRight: column < this.pits - 1 ? letter(column + 1) : null,
      ArrowUp: pit.toUpperCase(),
      ArrowDown: pit.toLowerCase(),
      Home: letter(0),
      End: letter(this.pits - 1),
    }[event.key];
    if (to === undefined) return this.onKey(pit, event);
    event.preventDefault();
    event.stopPropagation();
    if (to) this.buttons.get(to).focus();
  }

  /** Shows a position. `own` are the pits that can be chosen, `signs` maps pits to verdicts. */
  show(position, { own = new Set(), signs = new Map(), editing = false } = {}) {
    const pits = position.south.length;
    if (pits !== this.pits) this.#build(pits);
    const marked = new Set(position.marked);
    for (const [pit, seeds] of contents(position)) {
      this.put(pit, seeds);
      const button = this.buttons.get(pit);
      button.classList.toggle("marked", marked.has(pit));
      button.classList.toggle("own", own.has(pit) || editing);
      const sign = signs.get(pit);
      if (sign) button.append(element("span", { class: `sign ${sign.verdict}`, "aria-hidden": "true" }, sign.symbol));
      const words = [`${pit}, ${sideName(sideOf(pit))}: ${seeds} ${seeds === 1 ? "seed" : "seeds"}`];
      if (marked.has(pit)) words.push("nki");
      if (own.has(pit)) words.push(sign ? `can be sown, ${sign.words}` : "can be sown");
      button.setAttribute("aria-label", words.join(", "));
      button.setAttribute("aria-disabled", String(!own.has(pit) && !editing));
      button.removeAttribute("aria-expanded");
    }
    for (const side of ["south", "north"]) {
      this.capture(side, position.captured[side]);
      this.root.querySelector(`.owner[data-side=${side}]`).classList.toggle("moves", position.to_move === side);
    }
    this.light({});
    this.carry(null);
  }

  put(pit, seeds) {
    const button = this.buttons.get(pit);
    if (button.dataset.seeds === String(seeds) && !button.querySelector(".sign")) return;
    button.dataset.seeds = seeds;
    button.classList.toggle("many", seeds > DRAWN);
    button.replaceChildren(drawSeeds(seeds), element("span", { class: "count", "aria-hidden": "true" }, seeds ? String(seeds) : ""));
  }

  capture(side, seeds) {
    this.root.querySelector(`.owner[data-side=${side}] .captured b`).textContent = seeds;
  }

  /** Lights pits up: `from` and `last` are pits, `sown` and `taken` arrays of them. */
  light({ from, last, sown = [], taken = [] }) {
    for (const [pit, button] of this.buttons) {
      button.classList.toggle("from", pit === from);
      button.classList.toggle("last", pit === last);
      button.classList.toggle("sown", sown.includes(pit));
      button.classList.toggle("taken", taken.includes(pit));
    }
  }

  /** Shows a hand over a pit with what it holds; without a pit none. */
  carry(pit, text) {
    this.hand.hidden = !pit;
    if (!pit) return;
    const button = this.buttons.get(pit);
    this.hand.textContent = text;
    this.hand.style.left = `${button.offsetLeft + button.offsetWidth / 2}px`;
    this.hand.style.top = `${button.offsetTop + (sideOf(pit) === "south" ? button.offsetHeight + 6 : -6)}px`;
  }

  /** Tells assistive technology which pit's moves are being chosen from. */
  expand(pit) {
    for (const [name, button] of this.buttons) {
      if (name === pit) button.setAttribute("aria-expanded", "true");
      else button.removeAttribute("aria-expanded");
    }
  }

  focus(pit) {
    this.buttons.get(pit)?.focus();
  }
}
