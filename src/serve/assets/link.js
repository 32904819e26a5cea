// Positions in the fragment of the address, so that a link leads to what is seen.
//
// #position=giuthi:0,0,0,3,0/2,0,0,0,4:s:15-16&moves=a+.e-&at=1
// #puzzle=giuthi-2x5-04&moves=a+&mode=explore

/** Writes what is to be restored. */
export function fragment({ mode, position, puzzle, moves, at }) {
  const parts = [];
  if (puzzle) parts.push(`puzzle=${encodeURIComponent(puzzle)}`);
  else if (typeof position === "string") parts.push(`position=${position.replaceAll(" ", ":")}`);
  else parts.push(`json=${encodeURIComponent(JSON.stringify(position))}`);
  if (moves.length) parts.push(`moves=${moves.join(".").replaceAll(">", "%3E")}`);
  if (at !== moves.length) parts.push(`at=${at}`);
  if (mode !== (puzzle ? "puzzle" : "explore")) parts.push(`mode=${mode}`);
  return `#${parts.join("&")}`;
}

/** Reads it; `null` where nothing is there to be restored. */
export function restore(hash) {
  const fields = new Map();
  for (const part of hash.replace(/^#/, "").split("&")) {
    const [name, ...rest] = part.split("=");
    fields.set(name, rest.join("="));
  }
  const decoded = (name) => {
    try {
      return decodeURIComponent(fields.get(name) ?? "");
    } catch {
      return fields.get(name) ?? "";
    }
  };
  const puzzle = decoded("puzzle") || null;
  let position = decoded("position").replaceAll(":", " ") || null;
  if (fields.has("json")) {
    try {
      position = JSON.parse(decoded("json"));
    } catch {
      position = decoded("json");
    }
  }
  if (!puzzle && !position) return null;
  const moves = decoded("moves").split(".").filter(Boolean);
  const at = fields.has("at") ? Number(fields.get("at")) : moves.length;
  const mode = fields.get("mode") || (puzzle ? "puzzle" : "explore");
  return {
    puzzle,
    position,
    moves,
    at: Number.isInteger(at) ? Math.min(Math.max(at, 0), moves.length) : moves.length,
    mode: ["explore", "setup", "puzzle"].includes(mode) ? mode : "explore",
  };
}
