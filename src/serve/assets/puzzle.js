// Puzzles: solved against the best defence; a move that throws the goal away is told at once.

import { element, sideName } from "./board.js";
import { get } from "./api.js";
import { play, solve } from "./line.js";
import { endingWords } from "./words.js";

const SOLVED = "solved";

export class Puzzles {
  constructor(page) {
    this.page = page;
    this.list = null;
    this.busy = false;
    this.done = false;
    const { $ } = page;
    $("puzzle-choice").addEventListener("change", () => this.load($("puzzle-choice").value));
    $("puzzle-before").addEventListener("click", () => this.#neighbour(-1));
    $("puzzle-next").addEventListener("click", () => this.#neighbour(1));
    $("take-back").addEventListener("click", () => this.#takeBack());
    $("play-on").addEventListener("click", () => this.#playOn());
    $("hint").addEventListener("click", () => this.#hint());
    $("restart").addEventListener("click", () => this.load(this.page.state.puzzle.id));
    $("solution").addEventListener("click", () => this.#solution());
  }

  mayMove() {
    const node = this.page.current();
    return Boolean(this.hero) && !this.busy && !this.done && node.position.to_move === this.hero;
  }

  mayStep() {
    return !this.busy;
  }

  leave() {
    this.round = (this.round ?? 0) + 1;
    this.busy = false;
  }

  async enter() {
    const { state } = this.page;
    await this.load(state.puzzle?.id ?? (await this.#all())[0].id);
  }

  async #all() {
    this.list ??= (await get("/api/puzzles")).puzzles;
    return this.list;
  }

  async #neighbour(step) {
    const all = await this.#all();
    const at = all.findIndex(({ id }) => id === this.page.state.puzzle?.id);
    await this.load(all[(at + step + all.length) % all.length].id);
  }

  async #choices(id) {
    const all = await this.#all();
    const solved = solvedIds();
    const groups = new Map();
    for (const puzzle of all) {
      const name = puzzle.kind === "direct" ? `${puzzle.game === "giuthi" ? "Giuthi" : "Kiothi"} 2×${puzzle.pits}` : "Series and help play";
      const label = `${solved.has(puzzle.id) ? "✓ " : ""}${puzzle.title ?? puzzle.id}, ${puzzle.seeds} seeds`;
      if (!groups.has(name)) groups.set(name, element("optgroup", { label: name }));
      groups.get(name).append(element("option", { value: puzzle.id }, label));
    }
    const select = this.page.$("puzzle-choice");
    select.replaceChildren(...groups.values());
    select.value = id;
  }

  /** Loads a puzzle of the shelf; with moves, they are played first. */
  async load(id, { moves = [], at = moves.length, mode = "puzzle" } = {}) {
    const { page } = this;
    const { $ } = page;
    if (mode !== page.state.mode) page.showMode(mode);
    const round = (this.round = (this.round ?? 0) + 1);
    this.busy = this.done = false;
    this.hero = this.wrong = this.reply = null;
    const found = await get(`/api/puzzles/${encodeURIComponent(id)}`);
    if (round !== this.round) return;
    await this.#choices(id);
    this.puzzle = found;
    $("puzzle-asked").textContent = found.asked ?? "Keep what the position is worth.";
    const { title, author, source, year, comment } = found.puzzle;
    $("puzzle-about").textContent = [title, author, source, year].filter(Boolean).join(", ");
    this.comment = comment;
    this.#say("", "");
    this.seen = moves.slice(0, at).join(" ");
    await page.setStart(found.puzzle, { moves, at, puzzle: found });
    if (mode === "puzzle" && round === this.round) await this.#begin(round);
  }

  /** Finds out what is asked, by whom, and whether it can be done. */
  async #begin(round) {
    const { page } = this;
    const asked = this.puzzle.puzzle.stipulation;
    const composed = this.puzzle.kind !== "direct";
    if (composed || asked?.within) {
      const what = composed ? "Both sides do not play against each other here" : "Its time is not counted while you play";
      this.#say("For reading", `${what}: look at the solution.`);
      return;
    }
    this.busy = true;
    this.#say("Thinking", "", "thinking");
    let answer;
    try {
      answer = await solve(this.puzzle.puzzle, []);
    } catch (error) {
      this.busy = false;
      return this.#say("No answer", error.message);
    }
    if (round !== this.round) return;
    this.busy = false;
    if (answer.status !== "solved") return this.#say("Not solved in time", "The server may be given more with --time.");
    const to_move = this.puzzle.puzzle.to_move;
    this.hero = asked?.for ?? to_move;
    this.start = structuredClone(this.puzzle.puzzle);
    if (!asked) {
      if (answer.verdict === "loss") return this.#say("Lost", "Whatever is played loses; look at the solution.");
      this.start.stipulation = { goal: answer.verdict };
    }
    this.start.stipulation.for = this.hero;
    if (answer.goal_met === false) return this.#say("It cannot be done", "What is asked cannot be forced. Look at the solution.");
    const side = sideName(this.hero);
    this.#say(page.state.moves.length ? "Go on" : "Your move", `You play ${side}. Press one of the lit pits.`);
    page.redraw();
    if (page.current().last?.side === this.hero) await this.#judge(round);
    else await this.#defend(round);
  }

  /** Tells whether the goal was thrown away on the way to where the line stands. */
  get spoilt() {
    const line = this.page.current().line;
    return Boolean(this.wrong) && this.wrong.line.every((move, i) => line[i] === move);
  }

  /** Called whenever the line stands somewhere else: a move of the hero's is judged when it is played, not when it is gone back to. */
  async update(node) {
    if (!this.hero || this.busy) return;
    const { state } = this.page;
    const here = node.line.join(" ");
    const fresh = here !== this.seen && here.length > this.seen.length;
    this.seen = here;
    this.done = Boolean(node.ending);
    if (fresh && node.last?.side === this.hero && state.at === state.moves.length) await this.#judge(this.round);
  }

  /** Says whether the goal still stands after what was played, and goes on. */
  async #judge(round) {
    const { page } = this;
    const node = page.current();
    if (node.ending) return this.#over(node);
    if (this.spoilt) return this.#defend(round);
    this.busy = true;
    this.#say("Let me see", "", "thinking");
    let answer;
    try {
      answer = await solve(this.start, node.line, undefined, { lengths: true });
    } catch (error) {
      this.busy = false;
      return this.#say("No answer", error.message);
    }
    if (round !== this.round) return;
    this.busy = false;
    const move = node.last?.move;
    if (answer.status !== "solved") {
      page.redraw();
      return this.#say("Not judged in time", "Play on, or step back.");
    }
    if (answer.goal_met === false) {
      this.busy = true;
      this.wrong = { line: node.line, move };
      this.#say(`${move} throws it away`, `${this.#instead(answer)} Take it back, or play on and see.`, "loss");
      page.$("take-back").hidden = page.$("play-on").hidden = false;
      page.$("take-back").focus({ preventScroll: true });
      return;
    }
    this.praise = `${move} is right.`;
    this.#say(`${move} is right`, node.position.to_move === this.hero ? "You sow again." : "", "win");
    page.redraw();
    await this.#defend(round);
  }

  /** What a spoilt position is worth now, in words. */
  #instead(answer) {
    const goal = this.start.stipulation.goal;
    if (goal !== "win" && goal !== "draw") return "What is asked can be kept off now.";
    const mine = answer.to_move === this.hero;
    const word = { win: mine ? "won" : "lost", draw: "a draw", loss: mine ? "lost" : "won" }[answer.verdict];
    return `Now it is ${word}.`;
  }

  /** The solver answers, as the best defence, until it is the hero's choice; forced passes are made for him. */
  async #defend(round) {
    const { page } = this;
    for (;;) {
      const node = page.current();
      if (round !== this.round) return;
      if (node.ending) return this.#over(node);
      const forced = node.legal.length === 1 && node.legal[0].move === "pass";
      if (node.position.to_move === this.hero && !forced) break;
      this.busy = true;
      let move = forced ? "pass" : null;
      if (!move) {
        try {
          const answer = await solve(this.start, node.line);
          move = (answer.goal_line ?? answer.line ?? [])[0]?.move ?? longest(answer) ?? node.legal[0].move;
        } catch {
          move = node.legal[0].move;
        }
      }
      if (round !== this.round) return;
      const played = await page.playMove(move);
      if (round !== this.round || !played) {
        this.busy = false;
        return;
      }
      this.seen = page.current().line.join(" ");
      const side = sideName(page.current().last.side);
      this.reply = move === "pass" ? `${side} has to pass.` : `${side} answers ${move}.`;
    }
    this.busy = false;
    if (this.reply && !this.spoilt) this.#say("Your move", [this.praise, this.reply].filter(Boolean).join(" "));
    else if (this.spoilt) this.#say("Playing on", `${this.reply ?? ""} The goal is out of reach against best play.`, "loss");
    this.reply = this.praise = null;
    page.redraw();
  }

  #over(node) {
    const { page } = this;
    this.busy = false;
    this.done = true;
    const words = node.reply.ending_words ?? endingWords(node.ending);
    play(this.start, node.line).then(({ goal_reached: reached }) => {
      if (reached) {
        markSolved(page.state.puzzle.id);
        this.#choices(page.state.puzzle.id);
        this.#say("Solved", [words, this.comment].filter(Boolean).join(" "), "win");
      } else {
        this.#say("Not this time", words, "loss");
        page.$("take-back").hidden = !this.wrong;
      }
    });
    page.redraw();
  }

  #say(text, detail, kind = "") {
    const { $ } = this.page;
    const part = $("feedback");
    const line = part.querySelector(".headline");
    line.textContent = text;
    line.className = `headline ${kind}`;
    part.querySelector(".detail").textContent = detail;
    part.classList.toggle("right", kind === "win");
    part.classList.toggle("wrong", kind === "loss");
    $("take-back").hidden = $("play-on").hidden = true;
    $("hint").hidden = !this.hero || this.done;
  }

  async #takeBack() {
    const { page } = this;
    const line = this.wrong.line.slice(0, -1);
    this.round += 1;
    this.busy = this.done = false;
    this.wrong = null;
    this.seen = line.join(" ");
    page.state.moves = line;
    await page.goTo(line.length);
    this.#say("Your move", "Try another one.");
    page.redraw();
    page.$("board-title").focus();
  }

  async #playOn() {
    this.busy = false;
    await this.#defend(this.round);
  }

  /** First how many moves do it, then from which pit. */
  async #hint() {
    const { page } = this;
    const node = page.current();
    if (!this.mayMove() || this.spoilt) return;
    const answer = await solve(this.start, node.line);
    const keys = answer.keys ?? [];
    if (!keys.length) return;
    const key = node.line.join(" ");
    const first = this.hinted !== key;
    this.hinted = key;
    const count = keys.length === 1 ? "One move does it" : `${keys.length} moves do it`;
    const pits = [...new Set(keys.map((move) => move[0]))].join(" or ");
    this.#say("A hint", first ? `${count}, of ${node.legal.length}.` : `Sow from ${pits}.`);
    if (!first) page.board.focus(keys[0][0]);
  }

  /** Shows what the solver says, from where the line stands. */
  async #solution() {
    const { page } = this;
    await page.setMode("explore");
    await page.goTo(page.state.at);
  }
}

/** Where a search knows no line: the reply that holds out longest, as far as that is known. */
function longest(answer) {
  const best = (answer.moves ?? []).filter(({ verdict }) => verdict === answer.verdict);
  best.sort((a, b) => (b.plies ?? 0) - (a.plies ?? 0));
  return best[0]?.move;
}

function solvedIds() {
  try {
    return new Set(JSON.parse(localStorage.getItem(SOLVED) ?? "[]"));
  } catch {
    return new Set();
  }
}

function markSolved(id) {
  try {
    localStorage.setItem(SOLVED, JSON.stringify([...solvedIds().add(id)]));
  } catch {
    // Without storage it is not remembered.
  }
}

