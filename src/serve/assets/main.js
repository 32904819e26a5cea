// The page: what is shown, how it is gone through, what each part is told.

import { Board, element, sideName, sideOf } from "./board.js";
import { fragment, restore } from "./link.js";
import { games, play, shortest } from "./line.js";
import { animate, lapBoards, lapWords } from "./sowing.js";
import { Explore } from "./explore.js";
import { Puzzles } from "./puzzle.js";
import { Setup } from "./setup.js";
import { turnList } from "./turns.js";
import { VERDICTS } from "./words.js";

const FIRST = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";

export const $ = (id) => document.getElementById(id);

/** What is seen: a start, the moves from it, how many of them are played. */
const state = { mode: "explore", start: FIRST, moves: [], at: 0, puzzle: null };

let node = null;
let shown = 0;
let animation = null;
let signs = new Map();

const board = new Board($("board"), { onPit, onKey });
const page = { $, state, board, setStart, goTo, playMove, setMode, showMode, announce, faults, setSigns, current: () => node, redraw, settle };
const explore = new Explore(page);
const setup = new Setup(page);
const puzzles = new Puzzles(page);
const parts = { explore, setup, puzzle: puzzles };

/** Says something to those who listen. */
function announce(text) {
  $("announce").textContent = text;
}

function faults(error) {
  const reasons = error ? (error.reasons ?? [String(error.message ?? error)]) : [];
  $("faults").replaceChildren(...reasons.map((reason) => element("li", {}, reason)));
}

/** Marks pits with what their best move gets; draws the board anew unless something moves on it. */
function setSigns(map) {
  signs = map;
  if (!animation) redraw();
}

function redraw() {
  if (!node || state.mode === "setup") return;
  board.show(node.position, { own: ownPits(), signs });
  const { last } = node;
  if (last?.laps && !last.taken.length) board.light({ last: last.laps.at(-1).last });
}

function ownPits() {
  if (!parts[state.mode].mayMove()) return new Set();
  return new Set(node.legal.filter(({ move }) => move !== "pass").map(({ move }) => move[0]));
}

/** Begins anew: at a start, after some moves. */
async function setStart(start, { moves = [], at = moves.length, puzzle = null } = {}) {
  const reply = await play(start, []);
  Object.assign(state, { start: shortest(start, reply), moves, at, puzzle });
  await show({});
}

/** Goes to a point of the line; true if it got there. */
function goTo(at, options = {}) {
  state.at = Math.min(Math.max(at, 0), state.moves.length);
  return show(options);
}

/** Plays a move from where the line stands; what came after it there goes, unless it is the same move. */
function playMove(move, options = {}) {
  if (state.moves[state.at] !== move) state.moves = [...state.moves.slice(0, state.at), move];
  state.at += 1;
  return show({ moving: true, ...options });
}

/** Ends what moves on the board. */
function settle() {
  animation?.abort();
  animation = null;
}

async function show({ moving = false }) {
  const turn = ++shown;
  settle();
  closeChooser();
  signs = new Map();
  let reply;
  let whole;
  try {
    whole = await play(state.start, state.moves);
    if (turn !== shown) return false;
    faults(null);
    if (whole.error) {
      faults(whole.error.message);
      state.moves = state.moves.slice(0, whole.error.ply);
      state.at = Math.min(state.at, state.moves.length);
      whole = await play(state.start, state.moves);
    }
    reply = state.at === state.moves.length ? whole : await play(state.start, state.moves.slice(0, state.at));
  } catch (error) {
    if (turn === shown) faults(error);
    return false;
  }
  if (turn !== shown) return false;
  const last = reply.plies.at(-1);
  const before = reply.plies.length > 1 ? reply.plies.at(-2).position : reply.start.position;
  node = {
    reply, whole, before, last,
    line: state.moves.slice(0, state.at),
    position: last ? last.position : reply.start.position,
    text: last ? last.text : reply.start.text,
    game: reply.start.game,
    legal: reply.legal,
    ending: reply.ending,
    opening: (last ? last.position : reply.start.position).phase === "opening",
  };
  describe();
  if (moving && last) {
    const own = new AbortController();
    animation = own;
    const title = $("board-title").textContent;
    $("board-title").textContent = `${sideName(last.side)} plays ${last.move}`;
    board.show(before);
    await animate(board, before, last, Number($("pace").value), own.signal);
    if (turn !== shown) return false;
    $("board-title").textContent = title;
    if (animation === own) animation = null;
  }
  // What a part has to find out holds nothing up here; but while it judges a move, no pit is lit.
  parts[state.mode].update(node).catch(faults);
  redraw();
  offerPass();
  return true;
}

/** Everything around the board that says where the line stands. */
function describe() {
  const { position, text, whole, game } = node;
  document.body.classList.toggle("kiothi", game === "kiothi");
  const name = game === "kiothi" ? "Kiothi" : "Giuthi";
  const rules = node.reply.start.rules ? ` (${node.reply.start.rules})` : "";
  const to_move = node.ending ? "the game is over" : `${sideName(position.to_move)} to move`;
  $("board-title").textContent = `${name} 2×${position.south.length}${rules}, ${to_move}`;
  document.title = `${state.puzzle?.id ?? name} – bonduc`;
  $("position-text").textContent = text;
  link();
  // The line as it was played, what comes after this point paler.
  $("played").hidden = whole.plies.length === 0;
  turnList($("played").querySelector("ol"), whole.plies, {
    choose: (ply) => step(ply),
    current: state.at,
  });
  const ending = $("played").querySelector(".ending");
  ending.hidden = !node.ending;
  ending.textContent = node.reply.ending_words ?? "";
  $("step-first").disabled = $("step-back").disabled = state.at === 0;
  $("step-on").disabled = $("step-last").disabled = state.at === state.moves.length;
  $("replay").disabled = !node.last?.laps;
  showLaps();
  if (node.last) announce(plyWords(node.last));
}

function link() {
  const { mode, start, puzzle, moves, at } = state;
  const hash = fragment({ mode, position: start, puzzle: puzzle?.id, moves, at });
  if (location.hash !== hash) history.replaceState(null, "", hash);
}

function plyWords(ply) {
  const laps = ply.lap_count ? `, ${ply.lap_count === 1 ? "one lap" : `${ply.lap_count} laps`}` : "";
  const taken = ply.captured ? `, takes ${ply.captured}` : "";
  const next = { again: " and sows again", opponent: "", over: "; the game is over", endless: "; it never ends, a draw" }[ply.next];
  return `${sideName(ply.side)} plays ${ply.move}${laps}${taken}${next}.`;
}

/** Lists the laps of the last sowing; each can be gone back to. */
function showLaps() {
  const { last, before } = node;
  const laps = last?.laps ?? [];
  $("laps").hidden = !last?.lap_count;
  if (!last?.lap_count) return;
  const many = laps.length ? "" : "; too many to tell";
  $("laps").querySelector("summary").textContent = `Laps of ${last.move} (${last.lap_count}${many})`;
  const boards = lapBoards(before, laps);
  const items = laps.map((lap, i) => {
    const button = element("button", { type: "button", "aria-pressed": "false" }, lapWords(lap, i, laps, last.side));
    button.addEventListener("click", () => {
      settle();
      for (const one of $("laps").querySelectorAll("button")) one.setAttribute("aria-pressed", String(one === button));
      board.show(before);
      for (const [pit, seeds] of boards[i]) board.put(pit, seeds);
      board.light({ from: lap.pit, last: lap.last });
    });
    return element("li", {}, button);
  });
  if (last.taken?.length) {
    const what = last.taken.map(({ pit, seeds }) => `${seeds} from ${pit}`).join(", ");
    const button = element("button", { type: "button", onclick: () => redraw() }, `captured: ${what}`);
    items.push(element("li", {}, button));
  }
  $("laps").querySelector("ol").replaceChildren(...items);
}

/* Choosing a move on the board */

function onPit(pit, event) {
  if (state.mode === "setup") return setup.press(pit, event);
  if (event.type === "contextmenu") return;
  if (animation) return settle();
  if (!node || !parts[state.mode].mayMove()) return;
  const moves = node.legal.filter(({ move }) => move !== "pass" && move[0] === pit);
  if (moves.length === 0) {
    closeChooser();
    announce(sideOf(pit) === node.position.to_move ? `Nothing can be sown from ${pit}.` : `${sideName(node.position.to_move)} is to move.`);
  } else if (moves.length === 1) {
    playMove(moves[0].move);
  } else {
    choose(pit, moves);
  }
}

function onKey(pit, event) {
  if (state.mode === "setup") setup.key(pit, event);
}

function moveLabel(move) {
  const way = move.slice(1);
  if (way === "+") return `↺ ${move} counter-clockwise`;
  if (way === "-") return `↻ ${move} clockwise`;
  return move === "pass" ? "Pass" : `lift ${way}`;
}

function choose(pit, moves) {
  board.expand(pit);
  const verdicts = explore.verdicts();
  const buttons = moves.map(({ move }) => {
    const verdict = state.mode === "explore" ? verdicts.get(move) : null;
    const chip = verdict ? element("span", { class: `chip ${verdict}` }, `${VERDICTS[verdict].symbol} ${VERDICTS[verdict].verb}`) : null;
    return element("button", { type: "button", "data-move": move, onclick: () => playMove(move) }, moveLabel(move), chip && " ", chip);
  });
  $("chooser").replaceChildren(element("span", { class: "what" }, `From ${pit}:`), ...buttons);
  $("chooser").hidden = false;
  buttons[0].focus();
}

function closeChooser() {
  const had = $("chooser").contains(document.activeElement);
  $("chooser").hidden = true;
  $("chooser").replaceChildren();
  board.expand(null);
  if (had) board.focus(board.focused);
}

/** A forced pass has no pit: it is offered by itself. */
function offerPass() {
  if (node.legal.length !== 1 || node.legal[0].move !== "pass" || !parts[state.mode].mayMove()) return;
  const side = sideName(node.position.to_move);
  const button = element("button", { type: "button", "data-move": "pass", onclick: () => playMove("pass") }, "Pass");
  $("chooser").replaceChildren(element("span", { class: "what" }, `${side} has no legal sowing (G10):`), button);
  $("chooser").hidden = false;
}

/* Modes */

/** Shows the panel of a mode, and has the others stop what they do. */
function showMode(mode) {
  settle();
  closeChooser();
  state.mode = mode;
  for (const [name, part] of Object.entries(parts)) {
    $(`mode-${name}`).setAttribute("aria-pressed", String(name === mode));
    $(`panel-${name}`).hidden = name !== mode;
    if (name !== mode) part.leave?.();
  }
}

async function setMode(mode) {
  showMode(mode);
  await parts[mode].enter?.();
}

async function pressMode(mode) {
  if (mode === state.mode) return;
  faults(null);
  await setMode(mode);
  if (mode === "explore") await show({});
}

/** Shows what an address asks for. */
async function open(hash) {
  const wanted = restore(hash) ?? { mode: "explore", position: FIRST, moves: [], at: 0, puzzle: null };
  try {
    if (wanted.puzzle) {
      await puzzles.load(wanted.puzzle, wanted);
    } else {
      // Set up is entered with what stands there already.
      await setMode("explore");
      await setStart(wanted.position, wanted);
      if (wanted.mode === "setup") await setMode("setup");
    }
  } catch (error) {
    if (!node) await setStart(FIRST);
    faults(error);
  }
}

/* Wiring */

for (const name of Object.keys(parts)) $(`mode-${name}`).addEventListener("click", () => pressMode(name));
const step = (to, options) => parts[state.mode].mayStep() && goTo(to, options);
$("step-first").addEventListener("click", () => step(0));
$("step-back").addEventListener("click", () => step(state.at - 1));
$("step-on").addEventListener("click", () => step(state.at + 1, { moving: true }));
$("step-last").addEventListener("click", () => step(state.moves.length));
$("replay").addEventListener("click", () => step(state.at, { moving: true }));

$("type").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = $("typed").value.trim();
  if (!typed) return;
  // Commas stand between sowings, but within a redistribution.
  const words = typed.split(/\s+/).flatMap((word) => (word.includes(">") ? [word] : word.split(",").filter(Boolean)));
  state.moves = [...state.moves.slice(0, state.at), ...words];
  state.at = state.moves.length;
  if (state.mode === "setup") await setMode("explore");
  await show({});
  $("typed").value = "";
});

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    $("copied").textContent = `${what} copied.`;
  } catch {
    $("copied").textContent = "It cannot be copied here; the address bar has it.";
  }
  setTimeout(() => { $("copied").textContent = ""; }, 4000);
}
$("copy-link").addEventListener("click", () => copy(location.href, "Link"));
$("copy-text").addEventListener("click", () => copy($("position-text").textContent, "Text"));

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "Escape") {
    settle();
    closeChooser();
    redraw();
    return;
  }
  if (event.target.closest("input, select, textarea") || state.mode === "setup") return;
  const to = { ArrowLeft: state.at - 1, ArrowRight: state.at + 1, Home: 0, End: state.moves.length }[event.key];
  if (to === undefined || !parts[state.mode].mayStep()) return;
  event.preventDefault();
  goTo(to, { moving: event.key === "ArrowRight" && to <= state.moves.length });
});
window.addEventListener("hashchange", () => open(location.hash));

if (matchMedia("(prefers-reduced-motion: reduce)").matches) $("pace").value = "0";
try {
  $("pace").value = localStorage.getItem("pace") ?? $("pace").value;
  $("pace").addEventListener("change", () => localStorage.setItem("pace", $("pace").value));
} catch {
  // Without storage the pace is not remembered.
}

games().then(({ program }) => { $("program").textContent = program; }, () => {});
open(location.hash);

