// Explore: what the solver says of the position, every move with its result, the main line.

import { element, sideName } from "./board.js";
import { play, solve, withRules } from "./line.js";
import { showRules } from "./rules.js";
import { turnList } from "./turns.js";
import { VERDICTS, endingWords, goalWords, headline, keyWords, leadSentence, methodWords, moveWords, plies, shortLeads } from "./words.js";

export class Explore {
  constructor(page) {
    this.page = page;
    this.answer = null;
    this.thinking = null;
    this.playing = false;
    const { $ } = page;
    $("cancel").addEventListener("click", () => this.thinking?.abort());
    $("follow").addEventListener("click", () => this.#follow());
    $("play-out").addEventListener("click", () => this.#playOut());
  }

  mayMove() {
    return true;
  }

  mayStep() {
    return true;
  }

  leave() {
    this.playing = false;
    this.thinking?.abort();
  }

  /** What each move gets, where that is known. */
  verdicts() {
    return new Map((this.answer?.moves ?? []).map(({ move, verdict }) => [move, verdict]));
  }

  async update(node) {
    const { $, state } = this.page;
    this.thinking?.abort();
    this.answer = null;
    this.#clear(node);
    const { game, options } = node.reply.start;
    showRules($("rules"), game, options, (changed) => this.#changeRules(changed));
    if (node.ending || node.opening) return;
    const thinking = new AbortController();
    this.thinking = thinking;
    const waiting = setTimeout(() => this.#wait(), 150);
    try {
      const answer = await solve(state.start, node.line, thinking.signal);
      if (this.thinking !== thinking) return;
      // What is still asked for below is an addition: the verdict stays on show meanwhile.
      clearTimeout(waiting);
      this.answer = answer;
      this.#tell(node, answer);
      await this.#leads(node, answer, thinking);
    } catch (error) {
      if (this.thinking !== thinking) return;
      if (error.name === "AbortError") this.#headline("Thinking was stopped.", "");
      else this.#headline(`No answer: ${error.message}.`, "");
    } finally {
      clearTimeout(waiting);
      if (this.thinking === thinking) $("cancel").hidden = true;
    }
  }

  #headline(text, kind) {
    const line = this.page.$("verdict").querySelector(".headline");
    line.textContent = text;
    line.className = `headline ${kind}`;
  }

  #wait() {
    this.#headline("Thinking", "thinking");
    this.page.$("cancel").hidden = false;
  }

  #clear(node) {
    const { $ } = this.page;
    const verdict = $("verdict");
    this.#headline(node.ending ? "The game is over." : "…", "");
    if (node.opening) this.#headline(`Kiothi's opening: ${sideName(node.position.to_move)} redistributes.`, "");
    const asked = verdict.querySelector(".asked");
    asked.hidden = !node.reply.asked;
    asked.textContent = node.reply.asked ?? "";
    verdict.querySelector(".detail").textContent = node.ending
      ? node.reply.ending_words
      : node.opening
        ? "Two of his boma are emptied and put into any (K3). Type it under “Play moves”, as d,f>a2,b3,C5; after both redistributions the solver answers."
        : "";
    verdict.querySelector(".leads").hidden = true;
    verdict.querySelector(".method").textContent = "";
    $("moves").hidden = node.legal.length === 0;
    $("main-line").hidden = true;
    this.#moves(node, new Map());
  }

  #tell(node, answer) {
    const { $, page } = { $: this.page.$, page: this.page };
    const { text, kind } = headline(answer);
    this.#headline(text, kind);
    const verdict = $("verdict");
    const detail = [];
    if (answer.goal) detail.push(goalWords(answer));
    if (answer.shortest && answer.plies) detail.push(answer.verdict === "win" ? "No win is shorter." : "It cannot be held out longer.");
    detail.push(keyWords(answer));
    const earlier = node.reply.history;
    if (earlier && node.line.length === 0) detail.push(earlier === 1 ? "An earlier board counts for repetition." : `${earlier} earlier boards count for repetition.`);
    verdict.querySelector(".detail").textContent = detail.filter(Boolean).join(" ");
    verdict.querySelector(".method").textContent = methodWords(answer);
    const byMove = new Map((answer.moves ?? []).map((move) => [move.move, move]));
    this.#moves(node, byMove, new Set(answer.keys ?? []));
    if (answer.solutions) this.#solutions(answer);
    else this.#line(node, answer);
    page.setSigns(signsOf(answer));
  }

  /** Thresholds hold for the board alone: where earlier boards count, they are asked for by themselves. */
  async #leads(node, answer, thinking) {
    const { $ } = this.page;
    const line = $("verdict").querySelector(".leads");
    let known = answer;
    if (answer.wins_with_lead === undefined) {
      const counted = node.line.length > 0 || node.reply.history > 0;
      if (!counted || answer.solutions || !["graph", "layers"].includes(answer.method)) return;
      known = await solve(node.text, [], thinking.signal, { time: 3, lengths: false });
      if (this.thinking !== thinking || known.wins_with_lead === undefined) return;
    }
    line.hidden = false;
    line.textContent = leadSentence(known, node.position);
  }

  #moves(node, answers, keys = new Set()) {
    const { $, page } = { $: this.page.$, page: this.page };
    const order = { win: 0, draw: 1, loss: 2 };
    const legal = [...node.legal].sort((a, b) => {
      const [x, y] = [answers.get(a.move), answers.get(b.move)];
      return (order[x?.verdict] ?? 0) - (order[y?.verdict] ?? 0);
    });
    const items = legal.map((move) => {
      const answer = answers.get(move.move);
      const words = moveWords(move);
      const leads = answer?.wins_with_lead !== undefined ? shortLeads(answer) : "";
      const chip = answer
        ? element("span", { class: `chip ${answer.verdict}` },
          `${VERDICTS[answer.verdict].symbol} ${VERDICTS[answer.verdict].verb}${answer.plies ? ` in ${plies(answer.plies)}` : ""}`)
        : element("span", {});
      const more = [keys.has(move.move) && answers.size > 1 ? "key" : "", words].filter(Boolean).join(", ");
      const button = element("button", { type: "button", "data-move": move.move, onclick: () => page.playMove(move.move) },
        element("span", {}, element("span", { class: "name" }, move.move), more),
        chip,
        leads ? element("span", { class: "more" }, leads) : null);
      return element("li", {}, button);
    });
    $("moves").querySelector("ul").replaceChildren(...items);
  }

  /** The solutions of series and help play, each a line that can be played. */
  #solutions(answer) {
    const { $ } = this.page;
    const part = $("main-line");
    part.hidden = answer.solutions.lines.length === 0;
    part.querySelector("h3").textContent = "Solutions";
    part.querySelector(".ending").textContent = "";
    part.querySelector(".row").hidden = true;
    const items = answer.solutions.lines.map((moves) => element("li", {}, moves.join(" ")));
    part.querySelector("ol").replaceChildren(...items);
  }

  #line(node, answer) {
    const { $, page } = { $: this.page.$, page: this.page };
    const goal = Boolean(answer.goal_line);
    const line = answer.goal_line ?? answer.line ?? [];
    const part = $("main-line");
    part.hidden = line.length === 0;
    part.querySelector("h3").textContent = goal ? (answer.goal_met ? "How it is forced" : "How it is kept off") : "Best play from here";
    part.querySelector(".row").hidden = false;
    turnList(part.querySelector("ol"), line, {
      choose: (count) => {
        page.state.moves = [...node.line, ...line.slice(0, count).map(({ move }) => move)];
        page.goTo(page.state.moves.length);
      },
    });
    part.querySelector(".ending").textContent = endingWords(goal ? answer.goal_ending : answer.ending);
  }

  #next() {
    return (this.answer?.goal_line ?? this.answer?.line ?? [])[0]?.move;
  }

  #follow() {
    const move = this.#next();
    if (move) this.page.playMove(move);
  }

  async #playOut() {
    const { $, state } = this.page;
    if (this.playing) {
      this.playing = false;
      return;
    }
    this.playing = true;
    $("play-out").textContent = "Stop";
    const line = (this.answer?.goal_line ?? this.answer?.line ?? []).map(({ move }) => move);
    for (const move of line) {
      if (!this.playing || state.mode !== "explore") break;
      if (!(await this.page.playMove(move))) break;
      await new Promise((resolve) => setTimeout(resolve, 350 * Number($("pace").value)));
    }
    this.playing = false;
    $("play-out").textContent = "Play it out";
  }

  async #changeRules(options) {
    const { state } = this.page;
    try {
      const reply = await play(state.start, []);
      const start = await withRules(state.start, reply, options);
      await this.page.setStart(start, { moves: state.moves, at: state.at });
    } catch (error) {
      this.page.faults(error);
    }
  }
}

/** The best verdict that each pit has. */
function signsOf(answer) {
  const order = ["loss", "draw", "win"];
  const signs = new Map();
  for (const { move, verdict } of answer.moves ?? []) {
    if (move === "pass") continue;
    const before = signs.get(move[0]);
    if (!before || order.indexOf(verdict) > order.indexOf(before.verdict)) {
      signs.set(move[0], { verdict, symbol: VERDICTS[verdict].symbol, words: VERDICTS[verdict].verb });
    }
  }
  return signs;
}
