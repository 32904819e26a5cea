// A start, the moves played from it, and what the server says of each point of that line.

import { get, post } from "./api.js";

const plays = new Map();
const answers = new Map();
/** The most replies that are kept of each kind. */
const KEPT = 400;

function keep(map, key, value) {
  if (map.size >= KEPT) map.delete(map.keys().next().value);
  map.set(key, value);
  return value;
}

function keyOf(start, moves, rest = "") {
  return JSON.stringify([start, moves, rest]);
}

/** Plays moves from a start: every ply lap by lap, what is legal next, how it ended. */
export async function play(start, moves) {
  const key = keyOf(start, moves);
  return plays.get(key) ?? keep(plays, key, await post("/api/play", { position: start, moves }));
}

/** Solves what stands after some moves, earlier boards counting; `more` are options of the request. */
export async function solve(start, moves, signal, more = {}) {
  const key = keyOf(start, moves, more);
  if (answers.has(key)) return answers.get(key);
  const answer = await post("/api/solve", { position: start, moves, ...more }, signal);
  // What a limit cut short may be asked for once more.
  return answer.status === "solved" ? keep(answers, key, answer) : answer;
}

let known;

/** Both games with their options and set-ups. */
export async function games() {
  known ??= await get("/api/games");
  return known;
}

/** The rule set of a puzzle object from options by name; undefined for the game's own. */
export async function rulesField(game, options) {
  const { games: all } = await games();
  const specs = all.find(({ name }) => name === game).options;
  const rules = {};
  for (const { name, values } of specs) {
    const value = options[name] ?? values[0];
    if (value !== values[0]) rules[name] = values.includes("true") ? value === "true" : value;
  }
  return Object.keys(rules).length ? rules : undefined;
}

/** A start as short as it can be: its line of text, where nothing else belongs to it. */
export function shortest(start, reply) {
  const more = typeof start === "object" && (start.history?.length || start.stipulation);
  return more ? start : reply.start.text;
}

/** The same start by other rules. */
export async function withRules(start, reply, options) {
  const { game, position } = reply.start;
  const own = typeof start === "object" ? start : {};
  const { rules: _, ...rest } = own;
  return { ...rest, ...position, game, rules: await rulesField(game, options) };
}
