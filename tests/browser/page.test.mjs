// The page as a person uses it.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, press, reads, row, serve, visit } from "./place.mjs";

const FIRST = "giuthi 0,0,0,3,0/2,0,0,0,4 s 15-16";
const LINE = ["a+", "e-", "c+", "d+", "D-", "b+", "c+", "b+", "pass", "d-", "pass", "c+", "a-"];

let server;
let browser;
before(async () => {
  server = await serve();
  browser = await browse();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

/** Runs a test on a page of its own, which must not complain. */
function onPage(name, fragment, run, options) {
  test(name, { timeout: 90_000 }, async () => {
    const { page, complaints, close } = await visit(browser, server.url, fragment, options);
    await run(page, complaints);
    assert.deepEqual(complaints, []);
    await close();
  });
}

const headline = (page) => page.locator("#verdict .headline");
const feedback = (page) => page.locator("#feedback .headline");

onPage("a position is set up by clicking", "", async (page) => {
  await page.locator("#mode-setup").click();
  await page.locator("#edit-clear").click();
  const put = async (pit, seeds) => {
    for (let i = 0; i < seeds; i += 1) await page.locator(`[data-pit=${pit}]`).click();
  };
  await put("D", 4);
  await page.locator("[data-pit=D]").click({ button: "right" });
  await put("a", 2);
  // The keyboard does as well: along the row, then a digit.
  await page.locator("[data-pit=a]").focus();
  for (let i = 0; i < 4; i += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("4");
  await page.locator("#edit-south").fill("15");
  await page.locator("#edit-north").fill("16");
  await reads(page.locator("#position-text"), FIRST);
  await page.locator("#setup-done").click();
  await reads(headline(page), "South wins in 13 plies.");
  await reads(page.locator("#verdict .leads"), "With other scores South wins with a lead of −8 or more, draws with any lead; here the lead is −1.");
  const moves = await page.locator("#moves .moves button").evaluateAll((all) => all.map((one) => [one.dataset.move, one.querySelector(".chip").textContent]));
  assert.deepEqual(moves, [["a+", "✓ wins in 13 plies"], ["e-", "= draws"], ["a-", "✗ loses in 8 plies"], ["e+", "✗ loses in 10 plies"]]);
});

onPage("Kiothi with a marked boma is set up by keys and by a text", "", async (page, complaints) => {
  await page.locator("#mode-setup").click();
  await page.locator("#edit-clear").click();
  await page.locator("#edit-game").selectOption("kiothi");
  await page.locator("#edit-pits").fill("3");
  await page.locator("#edit-pits").press("Tab");
  await page.locator("[data-pit=C]").press("1");
  await page.locator("[data-pit=b]").press("2");
  await page.locator("[data-pit=b]").press("m");
  await page.locator("#edit-south").fill("0");
  await page.locator("#edit-north").fill("0");
  await reads(page.locator("#position-text"), "kiothi 0,0,1/0,2*,0 s 0-0");
  // What is wrong with it is told, and it cannot be explored.
  await page.locator("#paste").fill("giuthi 1,2/3 s");
  await page.locator("#paste-read").click();
  await reads(page.locator("#faults"), /expected/);
  assert.match(complaints.pop(), /422/);
  await page.locator("#paste").fill("kiothi 0,0,1/0,2,0 s");
  await page.locator("#paste-read").click();
  await reads(headline(page), "South wins in 1 ply.");
}, {});

onPage("a line is played on the board, stepped through and followed", "", async (page) => {
  await reads(headline(page), "South wins in 13 plies.");
  await press(page, "a+");
  await reads(page.locator("#position-text"), "giuthi 0,0,0,3,0/0,1,1,0,4 s 15-16");
  assert.deepEqual(await row(page, "abcde"), [0, 1, 1, 0, 4]);
  await page.locator('#moves [data-move="e-"]').click();
  await page.locator("#step-last:disabled").waitFor();
  // The laps of that sowing, each with its board.
  await page.locator("#laps summary").click();
  await page.locator("#laps button").first().click();
  assert.equal((await row(page, "abcdeABCDE")).reduce((sum, seeds) => sum + seeds), 9);
  await page.keyboard.press("Home");
  await page.locator("#step-back:disabled").waitFor();
  await reads(page.locator("#position-text"), FIRST);
  await page.keyboard.press("ArrowRight");
  await reads(page.locator("#position-text"), "giuthi 0,0,0,3,0/0,1,1,0,4 s 15-16");
  // Another move there ends the old line.
  await page.locator("#step-first").click();
  await reads(page.locator("#position-text"), FIRST);
  await press(page, "e+");
  await reads(headline(page), /^North wins in 9 plies\.$/);
  // The main line to its end, forced passes and all.
  await page.locator("#step-first").click();
  await reads(headline(page), "South wins in 13 plies.");
  await page.locator("#play-out").click();
  await reads(page.locator("#played .ending"), /South 23, North 17: South wins by 6/);
  const played = await page.locator("#played .turns button").evaluateAll((all) => all.map((one) => one.textContent.split(" ")[0]));
  assert.deepEqual(played, LINE);
});

onPage("a sowing moves seed by seed and can be cut short", "#position=giuthi:4,4,4,4,4/4,4,4,4,4:s", async (page) => {
  await press(page, "a+");
  await page.locator("#board .hand").waitFor({ state: "visible" });
  await page.keyboard.press("Escape");
  await page.locator("#board .hand").waitFor({ state: "hidden" });
  const reached = (await page.locator("#position-text").textContent()).match(/\/([\d,]+)/)[1];
  assert.equal((await row(page, "abcde")).join(","), reached);
}, { pace: "1" });

onPage("another reading of the rules gives another answer", "#position=giuthi:0,0,2,0,0/0,2,0,1,0:s", async (page) => {
  await page.locator("#rules [name=preset]").selectOption("giuthi-russ");
  await reads(page.locator("#position-text"), /rules=giuthi-russ$/);
  await reads(page.locator("#board-title"), /giuthi-russ/);
});

onPage("a shipped puzzle is solved", "#puzzle=giuthi-2x5-04", async (page) => {
  await reads(page.locator("#puzzle-asked"), /South is to win/);
  await reads(feedback(page), "Your move");
  // South's moves alone: North's are the solver's.
  for (const move of ["a+", "e-", "c+", "d+", "b+", "c+", "b+", "d-", "c+", "a-"]) {
    await page.locator(`[data-pit=${move[0]}].own`).waitFor();
    await press(page, move);
    await reads(feedback(page), /^(Your move|.. is right|Solved)$/);
  }
  await reads(feedback(page), "Solved");
  await reads(page.locator("#feedback .detail"), /South wins by 6/);
  const shown = await page.locator("#puzzle-choice option:checked").textContent();
  assert.match(shown, /^✓/);
});

onPage("a move that throws the win away is told and taken back", "#puzzle=giuthi-2x5-04", async (page) => {
  await reads(feedback(page), "Your move");
  await press(page, "e+");
  await reads(feedback(page), "e+ throws it away");
  await reads(page.locator("#feedback .detail"), /^Now it is lost\./);
  await page.locator("#take-back").click();
  await reads(feedback(page), "Your move");
  assert.equal(await page.locator("#played").isVisible(), false);
  // A draw is not a win either; playing on, the solver keeps what it got.
  await press(page, "e-");
  await reads(feedback(page), "e- throws it away");
  await reads(page.locator("#feedback .detail"), /^Now it is a draw\./);
  await page.locator("#play-on").click();
  await reads(feedback(page), "Playing on");
  await page.locator("#restart").click();
  await reads(feedback(page), "Your move");
  await page.locator("#hint").click();
  await reads(page.locator("#feedback .detail"), "One move does it, of 4.");
  await page.locator("#hint").click();
  await reads(page.locator("#feedback .detail"), "Sow from a.");
});

onPage("a shared link leads to what was seen", "", async (page) => {
  await press(page, "a+");
  await page.locator('#moves [data-move="e-"]').click();
  await reads(page.locator("#board-title"), /South to move/);
  await page.locator("#step-last:disabled").waitFor();
  await page.keyboard.press("ArrowLeft");
  await reads(page.locator("#position-text"), "giuthi 0,0,0,3,0/0,1,1,0,4 s 15-16");
  await page.locator("#copy-link").click();
  await reads(page.locator("#copied"), "Link copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const other = await visit(browser, server.url, link.slice(server.url.length));
  await reads(other.page.locator("#position-text"), "giuthi 0,0,0,3,0/0,1,1,0,4 s 15-16");
  await reads(other.page.locator("#played .turns"), /a\+e-/);
  assert.equal(await other.page.locator("#played .turns [aria-current]").textContent(), "a+");
  assert.deepEqual(other.complaints, []);
  await other.close();
});

for (const [name, fragment] of [
  ["a narrow board", "#puzzle=giuthi-2x5-04"],
  ["a wide one", "#position=kiothi:0,0,0,0,5,5,5,5,5,5,0,0/0,0,0,0,5,5,5,5,5,5,0,0:s"],
  ["setting up", "#position=kiothi:0,1*,2,0,0,0,1,3,0,2/0,0,1*,0,3,0,0,1,0,0:s&mode=setup"],
]) {
  onPage(`a phone shows ${name} without sideways scrolling`, fragment, async (page) => {
    await page.locator("#board .pit").first().waitFor();
    const [shown, whole] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
    assert.ok(whole <= shown, `${whole} > ${shown}`);
    // Every pit can be hit by a finger's tip.
    const box = await page.locator("[data-pit=a]").boundingBox();
    assert.ok(box.width >= 24 && box.height >= 24, JSON.stringify(box));
  }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
}
