// Requests to the interface of this server; its document is at /api/openapi.json.

/** What is refused, with its reasons in words. */
export class Refusal extends Error {
  constructor(reasons, status) {
    super(reasons.join("; "));
    this.reasons = reasons;
    this.status = status;
  }
}

function reasonsOf(reply) {
  if (reply.faults) {
    return reply.faults.map(({ path, found, expected }) => `${path}: found ${found}, expected ${expected}`);
  }
  return [reply.reason ?? "no reason given"];
}

async function ask(path, options) {
  let response;
  let reply;
  try {
    response = await fetch(path, options);
    reply = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(["the server does not answer; is it still running?"], 0);
  }
  if (!response.ok) throw new Refusal(reasonsOf(reply), response.status);
  return reply;
}

export function get(path) {
  return ask(path, {});
}

export function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}
