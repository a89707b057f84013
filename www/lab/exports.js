// Buttons that reset all parameters, save the plotted data as CSV and save the picture as PNG.
// Pages add their own.
import { version } from "../../package.json";
import { element } from "../base/dom.js";

/** @import { Parameter } from "../types.js" */

/**
 * Sources of the exports.
 * @typedef {object} Sources
 * @property {string} scene  id of the scene
 * @property {() => Parameter[]} parameters  that are not locked
 * @property {(key: string) => number | string} get  the value of a parameter
 * @property {() => void} reset  sets every parameter to its default
 * @property {() => Data} data
 * @property {() => { time: number, label: string }[]} events  changes while the data were recorded
 * @property {() => HTMLCanvasElement} picture
 */

/**
 * Recorded data.
 * @typedef {object} Data
 * @property {string[]} names  of the columns, with units
 * @property {ArrayLike<number>[]} columns  time and quantities
 * @property {number} spacing  time between two samples in s
 */

/** The three buttons, with a slot for the page's own. @param {Sources} sources */
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

/**
 * The origin of a file, in lines: version, scene, and every parameter with its unit.
 * @param {Pick<Sources, "scene" | "parameters" | "get">} sources
 */
export function origin({ scene, parameters, get }) {
  const settings = parameters().map(({ key, ...parameter }) => {
    const unit = "unit" in parameter && parameter.unit ? ` ${parameter.unit}` : "";
    return `${key} = ${get(key)}${unit}`;
  });
  return [`Springlab ${version}, scene ${scene}`, ...settings];
}

/** The data as CSV, with its origin and the changes as comment lines. @param {Sources} sources */
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

/** Downloads a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: name }).click();
  // after 10 s the browser has read the file
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
