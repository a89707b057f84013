// Puts the figures into the pages: <figure data-figure="ID"><figcaption>…</figcaption></figure>.
import { load } from "../method-rows.js";
import { draw } from "./draw.js";
import { FIGURES } from "./figures.js";
import { Runs } from "./runs.js";

/** Figures that an engine has drawn, by id. @type {WeakMap<object, Map<string, string>>} */
const known = new WeakMap();

/** @returns {import("vite").Plugin} */
export function figures() {
  return { name: "figures", transformIndexHtml: { order: "pre", handler: withFigures } };
}

/** @param {string} html @throws {Error} if there is no such figure */
async function withFigures(html) {
  if (!html.includes("data-figure=")) return html;
  const engine = await load();
  const runs = new Runs(engine);
  const drawn = known.get(engine) ?? new Map();
  known.set(engine, drawn);
  return html.replace(/<figure data-figure="(.+?)">/g, (_, id) => {
    const figure = FIGURES[id];
    if (!figure) throw new Error(`There is no figure "${id}": tools/figures/figures.js lists them.`);
    if (!drawn.has(id)) drawn.set(id, draw(figure(runs)));
    return `<figure class="figure" id="figure-${id}">${drawn.get(id)}`;
  });
}
