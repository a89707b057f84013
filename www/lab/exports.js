// Back to the defaults, and what one can take along: the plotted data as CSV and the picture as PNG. Pages add to it.
import { version } from "../../package.json";
import { element } from "../base/dom.js";

/** @import { Parameter } from "../types.js" */

/**
 * What there is to take along.
 * @typedef {object} Sources
 * @property {string} scene
 * @property {() => Parameter[]} parameters  those that may be told
 * @property {(key: string) => number | string} get  the value of a parameter
 * @property {() => void} reset  puts every parameter at its default
 * @property {() => { names: string[], columns: ArrayLike<number>[], spacing: number }} data  the time and the recorded quantities, with units, and the
 *   time between two samples in s
 * @property {() => { time: number, label: string }[]} events  what changed in the time of the data
 * @property {() => HTMLCanvasElement} picture
 */

/** Buttons for the three. @param {Sources} sources */
export function exports(sources) {
  const name = (/** @type {string} */ ending) => `springlab-${sources.scene}.${ending}`;
  const csv = button("CSV", "Save the recorded data", () => {
    save(new Blob([table(sources)], { type: "text/csv" }), name("csv"));
  });
  const png = button("PNG", "Save the picture", () => {
    sources.picture().toBlob((blob) => blob && save(blob, name("png")), "image/png");
  });
  const reset = button("Reset all", "Every parameter at its default", () => sources.reset());
  return element(
    "div",
    { className: "buttons", role: "group", "aria-label": "Reset, save and share" },
    reset,
    csv,
    png,
    element("slot", { name: "actions" }),
  );
}

/** Where a file comes from, in lines: version, scene, and every parameter with its unit. @param {Pick<Sources, "scene" | "parameters" | "get">} sources */
export function origin({ scene, parameters, get }) {
  const settings = parameters().map(({ key, ...parameter }) => {
    const unit = "unit" in parameter && parameter.unit ? ` ${parameter.unit}` : "";
    return `${key} = ${get(key)}${unit}`;
  });
  return [`Springlab ${version}, scene ${scene}`, ...settings];
}

/** The data, under lines that say where they come from. @param {Sources} sources */
function table(sources) {
  const { names, columns, spacing } = sources.data();
  const rows = Array.from(columns[0], (_, row) => columns.map((column) => column[row]).join(","));
  const changes = sources.events().map(({ time, label }) => `# at ${Number(time.toPrecision(12))} s: ${label}`);
  const lines = origin(sources).map((line) => `# ${line}`);
  const every = `# a sample every ${Number(spacing.toPrecision(12))} s and at every change`;
  return [...lines, every, ...changes, names.join(","), ...rows, ""].join("\n");
}

/** @param {string} text @param {string} effect @param {() => void} action */
function button(text, effect, action) {
  const node = element("button", {
    type: "button",
    textContent: text,
    title: effect,
    "aria-label": `${text}: ${effect}`,
  });
  node.addEventListener("click", action);
  return node;
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: name }).click();
  // the browser has taken it over by then
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
