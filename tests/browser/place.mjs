// A server of its own and a browser for each file of tests.

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The program under test: `BONDUC`, or what `cargo build --release` makes. */
export const PROGRAM = process.env.BONDUC ?? `${ROOT}target/release/bonduc`;

/** Starts `bonduc serve` on a free port; returns its address and how to end it. */
export async function serve() {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not there: cargo build --release, or set BONDUC`);
  const child = spawn(PROGRAM, ["serve", "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  const failed = new Promise((_, reject) => child.once("error", reject).once("exit", (code) => reject(new Error(`serve ended: ${code}`))));
  failed.catch(() => {});
  const [line] = await Promise.race([new Promise((resolve) => createInterface(child.stdout).once("line", (text) => resolve([text]))), failed]);
  const [url] = line.match(/http:\S+/);
  return { url, stop: () => child.kill("SIGINT") };
}

/** Starts Debian's Chromium (`CHROMIUM` names another one). */
export function browse() {
  const path = process.env.CHROMIUM ?? "/usr/bin/chromium";
  // In a container there is no sandbox to be had; the pages are the program's own.
  return chromium.launch({ executablePath: path, args: ["--no-sandbox"] });
}

/**
 * Opens the page at a fragment. What it asks of other places, and what it complains of, is kept in `complaints`,
 * which a test holds to be empty.
 */
export async function visit(browser, url, fragment = "", { pace = "0", ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const complaints = [];
  await context.addInitScript((wanted) => localStorage.setItem("pace", wanted), pace);
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: new URL(url).origin });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("request", (request) => {
    if (!request.url().startsWith(url)) complaints.push(`asks ${request.url()}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  if (process.env.ASSETS) await fromFolder(page, url);
  await page.goto(url + fragment);
  await page.locator("#board .pit").first().waitFor();
  return { page, complaints, close: () => context.close() };
}

/** With `ASSETS=1` the page is that of src/serve/assets as it is now, with no need to build the program anew. */
function fromFolder(page, url) {
  return page.route((to) => to.href.startsWith(`${url}assets/`) || to.pathname === "/", async (route) => {
    const name = new URL(route.request().url()).pathname.split("/").at(-1) || "index.html";
    await route.fulfill({ response: await route.fetch(), body: readFileSync(`${ROOT}src/serve/assets/${name}`) });
  });
}

/** Waits until a text reads as wanted. */
export async function reads(locator, wanted) {
  const end = Date.now() + 20_000;
  let text;
  do {
    text = (await locator.textContent())?.trim() ?? "";
    if (typeof wanted === "string" ? text === wanted : wanted.test(text)) return text;
    await new Promise((resolve) => setTimeout(resolve, 30));
  } while (Date.now() < end);
  throw new Error(`found ${JSON.stringify(text)}, expected ${wanted}`);
}

/** The seeds of a row, from left to right. */
export function row(page, letters) {
  return Promise.all([...letters].map(async (pit) => Number(await page.locator(`[data-pit=${pit}]`).getAttribute("data-seeds"))));
}

/** Plays a move by pressing its pit, then, where it has several, the way; waits until the line has it. */
export async function press(page, move) {
  const before = await page.evaluate(() => location.hash);
  await page.locator(`[data-pit=${move[0]}]`).click();
  const way = page.locator(`#chooser [data-move="${move}"]`);
  const moved = page.waitForFunction((hash) => location.hash !== hash, before);
  await Promise.race([moved, way.click()]);
  await moved;
}
