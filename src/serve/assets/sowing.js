// A sowing told lap by lap: as boards one can step through, and as an animation.

import { contents, ring, sideOf } from "./board.js";

const SEED = 170;
const LAP = 420;
/** The longest that a whole sowing may take, in milliseconds, whatever the pace. */
const LONGEST = 9000;

const WAYS = { "+": ["counter-clockwise", "↺"], "-": ["clockwise", "↻"] };

/** The pits that a lap drops seeds into, one by one. */
function path(lap, pits) {
  const order = ring(pits);
  const step = lap.direction === "+" ? 1 : order.length - 1;
  let at = order.indexOf(lap.pit);
  return Array.from({ length: lap.hand }, () => {
    at = (at + step) % order.length;
    return order[at];
  });
}

/** The boards after each lap, the last one before anything is captured. */
export function lapBoards(before, laps) {
  const board = contents(before);
  return laps.map((lap) => {
    board.set(lap.pit, board.get(lap.pit) - lap.hand);
    for (const pit of path(lap, before.south.length)) board.set(pit, board.get(pit) + 1);
    return new Map(board);
  });
}

export function lapWords(lap, index, laps, side) {
  const [way] = WAYS[lap.direction];
  const seeds = lap.hand === 1 ? "1 seed" : `${lap.hand} seeds`;
  const whose = sideOf(lap.last) === side ? "his own" : "the enemy's";
  const after = index + 1 < laps.length ? "which holds seeds: on from there" : `${whose}, which was empty`;
  return `${lap.pit} lifts ${seeds}, ${way}; the last falls into ${lap.last}, ${after}`;
}

/** Waits, unless it is cut short. */
function pause(milliseconds, signal) {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
}

/** Plays a ply on the board, from the position before it. Ends at once when `signal` says so; the board is then anywhere. */
export async function animate(board, before, ply, pace, signal) {
  if (!ply.laps || pace === 0) return;
  const pits = before.south.length;
  const seeds = ply.laps.reduce((sum, lap) => sum + lap.hand, 0);
  const whole = (seeds * SEED + ply.laps.length * LAP) * pace;
  const speed = pace * Math.min(1, LONGEST / whole);
  const now = contents(before);
  for (const lap of ply.laps) {
    const [, arrow] = WAYS[lap.direction];
    let hand = lap.hand;
    now.set(lap.pit, now.get(lap.pit) - hand);
    board.put(lap.pit, now.get(lap.pit));
    board.light({ from: lap.pit });
    board.carry(lap.pit, `${hand} ${arrow}`);
    await pause(LAP * speed, signal);
    const sown = [];
    for (const pit of path(lap, pits)) {
      if (signal.aborted) return;
      hand -= 1;
      now.set(pit, now.get(pit) + 1);
      sown.push(pit);
      board.put(pit, now.get(pit));
      board.light({ from: lap.pit, sown, last: hand ? null : pit });
      board.carry(pit, `${hand} ${arrow}`);
      await pause(SEED * speed, signal);
    }
    if (signal.aborted) return;
  }
  board.carry(null);
  if (ply.taken?.length) {
    board.light({ taken: ply.taken.map(({ pit }) => pit) });
    await pause(900 * pace, signal);
  }
}
