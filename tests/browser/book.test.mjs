// A page of a book, printed.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { PROGRAM, ROOT, browse } from "./place.mjs";

const known = spawnSync(PROGRAM, ["book", "--help"]).status === 0;

test("a book page is printed", { timeout: 90_000, skip: !known && "this program has no `bonduc book`" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "book-"));
  const file = join(folder, "book.html");
  const made = spawnSync(PROGRAM, ["book", `${ROOT}puzzles/giuthi-2x5-04.json`, "--out", file], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stderr);
  const browser = await browse();
  const page = await browser.newPage();
  const asked = [];
  page.on("request", (request) => {
    if (!/^(file|data):/.test(request.url())) asked.push(request.url());
  });
  await page.goto(pathToFileURL(file).href);
  assert.match(await page.textContent("body"), /Giuthi/);
  const paper = await page.pdf({ format: "A4" });
  assert.equal(paper.subarray(0, 5).toString(), "%PDF-");
  assert.ok(paper.length > 5_000);
  assert.deepEqual(asked, []);
  await browser.close();
  rmSync(folder, { recursive: true });
});
