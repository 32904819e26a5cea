// The rule set as a form: a preset and its options.

import { element } from "./board.js";
import { games } from "./line.js";

/** K2 has no bearing on play. */
const NO_BEARING = ["setup"];

const WORDS = {
  take_seed: "take the fallen seed", no_capture: "no capture", pass_over: "pass over", stop: "stop there",
  draw: "a draw", illegal: "not legal", all_three: "all three or none", run: "as many as can be", true: "yes", false: "no",
};

/** Fills a form with the rules of a game; `change(options)` is called with all of them when one is set. */
export async function showRules(form, game, options, change) {
  const { games: all } = await games();
  const { presets, options: specs } = all.find(({ name }) => name === game);
  const same = (preset) => specs.every(({ name, values }) => NO_BEARING.includes(name) || (preset.options[name] ?? values[0]) === (options[name] ?? values[0]));
  const fits = presets.find(same);
  const preset = element("select", { name: "preset" },
    ...presets.map(({ name }) => element("option", { value: name }, name)),
    element("option", { value: "", disabled: Boolean(fits) }, "other readings"));
  preset.value = fits?.name ?? "";
  preset.addEventListener("change", () => {
    const chosen = presets.find(({ name }) => name === preset.value);
    if (chosen) change({ ...chosen.options });
  });
  const fields = specs.filter(({ name }) => !NO_BEARING.includes(name)).map(({ name, about, values }) => {
    const select = element("select", { name }, ...values.map((value) => element("option", { value }, WORDS[value] ?? value)));
    select.value = options[name] ?? values[0];
    select.addEventListener("change", () => change({ ...options, [name]: select.value }));
    return element("label", { class: "wide" }, about, select);
  });
  const focused = form.contains(document.activeElement) ? document.activeElement.name : null;
  form.replaceChildren(element("label", { class: "wide" }, "Rule set", preset), ...fields);
  if (focused) form.elements[focused]?.focus();
}
