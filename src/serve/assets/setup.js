// Set up: a board filled by pressing pits, or read from a text.

import { element } from "./board.js";
import { post } from "./api.js";
import { games, play, rulesField, shortest } from "./line.js";
import { showRules } from "./rules.js";

export class Setup {
  constructor(page) {
    this.page = page;
    const { $ } = page;
    $("editor").addEventListener("submit", (event) => event.preventDefault());
    $("edit-game").addEventListener("change", () => this.#game($("edit-game").value));
    $("edit-pits").addEventListener("change", () => this.#resize(Number($("edit-pits").value)));
    $("edit-to-move").addEventListener("change", () => this.#change(() => { this.board.to_move = $("edit-to-move").value; }));
    for (const side of ["south", "north"]) {
      $(`edit-${side}`).addEventListener("input", () => this.#change(() => { this.board.captured[side] = clamp($(`edit-${side}`).value); }, false));
    }
    $("edit-clear").addEventListener("click", () => this.#change(() => {
      this.board.south.fill(0);
      this.board.north.fill(0);
      this.board.marked = [];
    }));
    $("edit-turn").addEventListener("click", () => this.#change(() => this.#turn()));
    $("edit-setup").addEventListener("change", () => this.#recorded());
    $("paste-read").addEventListener("click", () => this.#paste());
    $("setup-done").addEventListener("click", () => this.#done());
  }

  mayMove() {
    return false;
  }

  mayStep() {
    return false;
  }

  async update() {}

  /** Begins with what is seen. */
  async enter() {
    const { position, game, reply } = this.page.current();
    this.#take(position, game, reply.start.options);
    await this.#show();
  }

  #take(position, game, options) {
    const { south, north, marked, captured, to_move } = structuredClone(position);
    this.game = game;
    this.options = { ...options };
    this.board = { south, north, marked: marked ?? [], captured, to_move };
  }

  /** Changes something, shows it, and tells the rest of the page. */
  async #change(how, fields = true) {
    how();
    await this.#show(fields);
    await this.#send();
  }

  async #show(fields = true) {
    const { $, board } = this.page;
    document.body.classList.toggle("kiothi", this.game === "kiothi");
    if (this.game !== "kiothi" && this.#tool() === "mark") document.querySelector("input[name=tool][value=add]").checked = true;
    board.show(this.board, { editing: true });
    $("chooser").hidden = true;
    $("laps").hidden = $("played").hidden = true;
    $("board-title").textContent = "Set up a position";
    if (fields) {
      $("edit-game").value = this.game;
      $("edit-pits").value = this.board.south.length;
      $("edit-to-move").value = this.board.to_move;
      $("edit-south").value = this.board.captured.south;
      $("edit-north").value = this.board.captured.north;
    }
    await showRules($("setup-rules"), this.game, this.options, (options) => this.#change(() => { this.options = options; }));
    const { games: all } = await games();
    const setups = all.find(({ name }) => name === this.game).setups.map(({ name }) => element("option", { value: name }, name));
    $("edit-setup").replaceChildren(element("option", { value: "" }, "choose …"), ...setups);
  }

  /** Has the server look at the position; what is wrong with it is told. */
  async #send() {
    const { page } = this;
    const start = { game: this.game, ...structuredClone(this.board), rules: await rulesField(this.game, this.options) };
    if (!start.marked.length) delete start.marked;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    try {
      const reply = await play(start, []);
      if (turn !== this.turn || page.state.mode !== "setup") return;
      Object.assign(page.state, { start: shortest(start, reply), moves: [], at: 0, puzzle: null });
      page.$("position-text").textContent = reply.start.text;
      page.$("setup-done").disabled = false;
      history.replaceState(null, "", `#position=${reply.start.text.replaceAll(" ", ":")}&mode=setup`);
      page.faults(null);
    } catch (error) {
      if (turn !== this.turn) return;
      page.$("setup-done").disabled = true;
      page.faults(error);
    }
  }

  #tool() {
    return document.querySelector("input[name=tool]:checked").value;
  }

  #seeds(pit) {
    const row = pit === pit.toLowerCase() ? this.board.south : this.board.north;
    return [row, "abcdefghijkl".indexOf(pit.toLowerCase())];
  }

  #set(pit, seeds) {
    const [row, column] = this.#seeds(pit);
    row[column] = clamp(seeds);
    if (row[column] === 0) this.board.marked = this.board.marked.filter((marked) => marked !== pit);
    this.page.announce(`${pit}: ${row[column]}`);
  }

  #mark(pit) {
    const [row, column] = this.#seeds(pit);
    if (this.game !== "kiothi" || row[column] === 0) return;
    const { marked } = this.board;
    this.board.marked = marked.includes(pit) ? marked.filter((other) => other !== pit) : [...marked, pit].sort();
    this.page.announce(`${pit}: ${this.board.marked.includes(pit) ? "marked" : "not marked"}`);
  }

  /** A pit was pressed. */
  press(pit, event) {
    event.preventDefault();
    const [row, column] = this.#seeds(pit);
    const take = event.type === "contextmenu" || event.shiftKey;
    const tool = take ? "take" : this.#tool();
    this.#change(() => {
      if (tool === "mark") this.#mark(pit);
      else this.#set(pit, row[column] + (tool === "add" ? 1 : -1));
    });
  }

  /** A key was pressed in a pit: `+`, `-`, `m`, or digits, which make up a number as long as they follow one another. */
  key(pit, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [row, column] = this.#seeds(pit);
    const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : null;
    let how = null;
    if (event.key === "+" || event.key === "=") how = () => this.#set(pit, row[column] + 1);
    else if (event.key === "-" || event.key === "−") how = () => this.#set(pit, row[column] - 1);
    else if (event.key === "Delete" || event.key === "Backspace") how = () => this.#set(pit, 0);
    else if (event.key.toLowerCase() === "m") how = () => this.#mark(pit);
    else if (digit !== null) {
      const now = performance.now();
      const more = this.typed?.pit === pit && now - this.typed.at < 900 && row[column] * 10 + digit <= 255;
      how = () => this.#set(pit, more ? row[column] * 10 + digit : digit);
      this.typed = { pit, at: now };
    }
    if (!how) return;
    event.preventDefault();
    event.stopPropagation();
    this.#change(how);
  }

  #game(game) {
    this.#change(() => {
      this.game = game;
      this.options = {};
      this.board.marked = [];
    });
  }

  #resize(pits) {
    if (!(pits >= 2 && pits <= 12)) return;
    this.#change(() => {
      for (const side of ["south", "north"]) {
        const row = this.board[side];
        this.board[side] = Array.from({ length: pits }, (_, i) => row[i] ?? 0);
      }
      const last = "abcdefghijkl"[pits - 1];
      this.board.marked = this.board.marked.filter((pit) => pit.toLowerCase() <= last);
    });
  }

  /** The board seen from the other side: half a turn, players exchanged. */
  #turn() {
    const { south, north, marked, captured, to_move } = this.board;
    const pits = south.length;
    const turned = (pit) => {
      const letter = "abcdefghijkl"[pits - 1 - "abcdefghijkl".indexOf(pit.toLowerCase())];
      return pit === pit.toLowerCase() ? letter.toUpperCase() : letter;
    };
    this.board = {
      south: [...north].reverse(),
      north: [...south].reverse(),
      marked: marked.map(turned).sort(),
      captured: { south: captured.north, north: captured.south },
      to_move: to_move === "south" ? "north" : "south",
    };
  }

  async #recorded() {
    const { $ } = this.page;
    const name = $("edit-setup").value;
    if (!name) return;
    const reply = await play(name, []);
    if (reply.start.position.phase === "opening") {
      // Nothing is sown there before both redistributions, which are typed.
      await this.page.setMode("explore");
      await this.page.setStart(name);
      return;
    }
    this.#take(reply.start.position, reply.start.game, reply.start.options);
    await this.#show();
    await this.#send();
  }

  async #paste() {
    const { page } = this;
    try {
      const { puzzles } = await post("/api/parse", { text: page.$("paste").value });
      const found = puzzles.find(({ puzzle }) => puzzle);
      await page.setMode("explore");
      await page.setStart(found.puzzle);
      page.$("board-title").focus();
      if (puzzles.length > 1) page.announce(`The first of ${puzzles.length} positions is shown.`);
    } catch (error) {
      page.faults(error);
    }
  }

  async #done() {
    const { page } = this;
    await page.setMode("explore");
    await page.goTo(0);
    page.$("board-title").focus();
  }
}

function clamp(value) {
  return Math.min(255, Math.max(0, Math.trunc(Number(value)) || 0));
}
