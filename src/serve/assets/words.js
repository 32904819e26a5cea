// What the solver says, in words.

import { otherSide, sideName } from "./board.js";

export const VERDICTS = {
  win: { symbol: "✓", verb: "wins" },
  draw: { symbol: "=", verb: "draws" },
  loss: { symbol: "✗", verb: "loses" },
};

export function plies(count) {
  return count === 1 ? "1 ply" : `${count} plies`;
}

function number(value) {
  return String(value).replace("-", "−");
}

/** The headline of an answer, and what kind it is: win, draw or loss. */
export function headline(answer) {
  const side = sideName(answer.to_move);
  if (answer.solutions) {
    const { count, complete } = answer.solutions;
    const found = count === 1 ? "1 solution" : `${count} solutions`;
    return { text: complete ? `${found}.` : `${found} so far; there may be more.`, kind: count ? "win" : "loss" };
  }
  if (answer.status === "unsolved") {
    const { verdict_at_least: least, verdict_at_most: most } = answer;
    if (least && least === most) return { text: `${verdictWords(side, least)}.`, kind: least };
    const known = least === "draw" ? `${side} does not lose.` : most === "draw" ? `${side} does not win.` : "Nothing is proved so far.";
    return { text: `Not solved in time. ${known}`, kind: "" };
  }
  if (!answer.verdict) return { text: "No answer.", kind: "" };
  const length = answer.plies === 0 ? ": the game is over" : answer.plies ? ` in ${plies(answer.plies)}` : "";
  return { text: `${verdictWords(side, answer.verdict)}${length}.`, kind: answer.verdict };
}

function verdictWords(side, verdict) {
  return { win: `${side} wins`, draw: "A draw", loss: `${side} loses` }[verdict];
}

/** What becomes of a stipulation that the verdict alone does not answer. */
export function goalWords(answer) {
  if (answer.goal_impossible) return `Impossible: ${answer.goal_impossible}.`;
  if (answer.goal_met === undefined) return "Whether that can be forced is not known yet.";
  if (!answer.goal_met) return "That cannot be forced.";
  return answer.goal_plies ? `That can be forced in ${plies(answer.goal_plies)}.` : "That can be forced.";
}

export function keyWords(answer) {
  const { keys, moves } = answer;
  if (!keys || answer.plies === 0) return "";
  if (keys.length === 0) return "No move keeps more than this.";
  if (keys.length === 1) return moves?.length === 1 ? `The only move: ${keys[0]}.` : `Key: ${keys[0]}, and no other.`;
  return `Keys: ${keys.join(", ")}.`;
}

/** Thresholds as a sentence without its end: `wins with a lead of 3 or more, draws with any lead`. */
export function leadWords({ wins_with_lead: wins, draws_with_lead: draws }) {
  const at = (lead) => (lead === "always" ? "with any lead" : `with a lead of ${number(lead)} or more`);
  const won = wins === "never" ? "wins with no lead" : `wins ${at(wins)}`;
  const drawn = draws === "never" ? "draws with no lead" : `draws ${at(draws)}`;
  return `${won}, ${drawn}`;
}

export function shortLeads({ wins_with_lead: wins, draws_with_lead: draws }) {
  const won = wins === "never" ? "never wins" : `wins from ${number(wins)}`;
  const drawn = draws === "always" ? "always draws" : draws === "never" ? "never draws" : `draws from ${number(draws)}`;
  return `${won}, ${drawn}`;
}

export function leadSentence(answer, position) {
  const side = position.to_move;
  const lead = position.captured[side] - position.captured[otherSide(side)];
  return `With other scores ${sideName(side)} ${leadWords(answer)}; here the lead is ${number(lead)}.`;
}

export function moveWords(move) {
  const words = [];
  if (move.captured) words.push(`takes ${move.captured}`);
  if (move.next === "again") words.push("sows again");
  if (move.next === "over") words.push("ends the game");
  if (move.next === "endless") words.push("never ends: a draw");
  return words.join(", ");
}

export function methodWords(answer) {
  const count = answer.positions?.toLocaleString("en");
  const seconds = answer.seconds === undefined ? "" : `${answer.seconds < 0.1 ? "under 0.1" : answer.seconds.toFixed(1)} s`;
  const how = {
    graph: `all ${count} positions that can follow`,
    layers: `layers of ${count} positions`,
    search: `a search of ${count} positions; it proves no lengths`,
    rules: "the rules alone",
    tables: "tables",
    series: "all lines of the series",
    help: "all lines of help play",
  }[answer.method];
  return how ? `By ${how}${seconds ? `, ${seconds}` : ""}.` : "";
}

export function endingWords(ending) {
  if (!ending) return "";
  if (ending.kind === "no_moves") {
    const { south, north } = ending;
    const result = south === north ? "a draw" : south > north ? `South wins by ${south - north}` : `North wins by ${north - south}`;
    return `The game ends South ${south}, North ${north}: ${result}.`;
  }
  if (ending.kind === "repetition") return "A board comes up again: a draw by repetition.";
  return "The last sowing never ends: a draw.";
}
