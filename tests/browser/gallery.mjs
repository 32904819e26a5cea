// The pictures of docs/gallery: `npm run gallery`. Few colours do for them; pngquant (Debian's package) takes the others out.

import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { ROOT, browse, press, reads, serve, visit } from "./place.mjs";

const FOLDER = process.argv[2] ?? `${ROOT}docs/gallery`;
const DESK = { viewport: { width: 1100, height: 780 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const explored = (page) => reads(page.locator("#verdict .headline"), /\.$/);

/** Opens the ways to sow from a pit, as a person about to choose one sees them. */
async function choosing(page) {
  await explored(page);
  await page.locator("[data-pit=a]").click();
  await page.locator("#chooser button").first().waitFor();
}

async function wrong(page) {
  await reads(page.locator("#feedback .headline"), "Your move");
  await press(page, "e+");
  await reads(page.locator("#feedback .headline"), "e+ throws it away");
}

/** In the middle of a sowing. */
async function sowing(page) {
  await explored(page);
  await press(page, "g+");
  await page.waitForTimeout(1_500);
}

const EXPLORE = "";
const PUZZLE = "#puzzle=giuthi-2x5-04";
const KIOTHI = "#position=kiothi:0,1*,1*,0,1,0,1,0,2,1/0,0,1,0,0,0,0,1,0,0:n:28-23";
const PICTURES = [
  ["explore-light", EXPLORE, choosing, { ...DESK, colorScheme: "light" }],
  ["explore-dark", KIOTHI, explored, { ...DESK, colorScheme: "dark" }],
  ["setup-light", `${KIOTHI}&mode=setup`, () => {}, { ...DESK, colorScheme: "light" }],
  ["puzzle-dark", PUZZLE, wrong, { ...DESK, colorScheme: "dark" }],
  ["sowing-light", "#position=giuthi:0,3,0,2,1,0,4,0/2,0,0,1,0,0,5,1:s:4-5", sowing, { ...DESK, colorScheme: "light", pace: "1" }],
  ["phone-light", PUZZLE, wrong, { ...PHONE, colorScheme: "light" }],
  ["phone-dark", KIOTHI, explored, { ...PHONE, colorScheme: "dark" }],
];

const server = await serve();
const browser = await browse();
mkdirSync(FOLDER, { recursive: true });
for (const [name, fragment, prepare, options] of PICTURES) {
  const { page, close } = await visit(browser, server.url, fragment, options);
  await prepare(page);
  // The pointer would light something up.
  await page.mouse.move(0, 0);
  const path = `${FOLDER}/${name}.png`;
  await page.screenshot({ path });
  execFileSync("pngquant", ["--force", "--strip", "--speed", "1", "--output", path, "64", path]);
  await close();
}
await browser.close();
server.stop();
