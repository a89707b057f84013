// Buttons that reset all parameters, save the plotted data as CSV and save the picture as PNG.
// Pages add their own.
import { version } from "../../package.json";
import { element } from "../base/dom.js";
import { ENDING } from "./moment.js";
import { fileField } from "./opener.js";

/** @import { Parameter } from "../types.js" */
/** @import { MomentRecord } from "./moment.js" */

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
 * @property {() => MomentRecord | undefined} moment
 * @property {(files: File[]) => void} open  opens files
 */

/**
 * Recorded data.
 * @typedef {object} Data
 * @property {{ name: string, values: ArrayLike<number> }[]} columns  the time, then quantities;
 *   their names have units
 * @property {number} spacing  time between two samples in s
 */

/**
 * Signs of a table.
 * @typedef {object} Format
 * @property {string} start  first characters of the file
 * @property {string} separator  between columns
 * @property {string} decimal  decimal sign
 * @property {string} ending  of the file's name
 */

/** For programs, in every country. @type {Format} */
export const PLAIN = { start: "", separator: ",", decimal: ".", ending: ".csv" };

/**
 * For spreadsheets, which read numbers with the decimal sign of their user's language, and other
 * characters only behind a byte order mark.
 * @param {readonly string[]} languages  of the page and of the browser
 * @returns {Format} with commas as decimal signs if any of these languages has them
 */
export function spreadsheet(languages) {
  return languages.some(hasDecimalComma)
    ? { start: "\ufeff", separator: ";", decimal: ",", ending: "-spreadsheet.csv" }
    : { start: "\ufeff", separator: "\t", decimal: ".", ending: "-spreadsheet.tsv" };
}

/** @param {string} language */
function hasDecimalComma(language) {
  try {
    return new Intl.NumberFormat(language).format(0.5).includes(",");
  } catch {
    return false; // no language has this name
  }
}

/** The buttons, with a slot for the page's own. @param {Sources} sources */
export function exports(sources) {
  const name = `springlab-${sources.scene}`;
  const python = element("code", {}, `pandas.read_csv("${name}${PLAIN.ending}", comment="#")`);
  const reader = element("p", { "aria-live": "polite" });
  const saveTable = (/** @type {Format} */ format) =>
    save(new Blob([table(sources, format)], { type: "text/csv" }), name + format.ending);
  const csv = button("CSV", "Save the recorded data", () => {
    saveTable(PLAIN);
    reader.replaceChildren("In Python: ", python);
  });
  const sheet = button("Spreadsheet", "Save the recorded data as Excel and Calc read them here", () =>
    saveTable(spreadsheet([document.documentElement.lang, navigator.language])),
  );
  const png = button("PNG", "Save the picture", () => {
    sources.picture().toBlob((blob) => blob && save(blob, `${name}.png`), "image/png");
  });
  const moment = button("Moment", "Save this moment, to go on from it later", () => saveMoment(sources.moment()));
  const field = fileField(sources.open, { hidden: true, accept: ".json" });
  const open = button("Open a moment", "Go on from a saved moment", () => field.click());
  const reset = button("Reset all", "Every parameter at its default", () => sources.reset());
  return element(
    "div",
    { className: "buttons", role: "group", "aria-label": "Reset, save and share" },
    reset,
    csv,
    sheet,
    png,
    moment,
    open,
    field,
    element("slot", { name: "actions" }),
    reader,
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

/**
 * The data as a table, with its origin and the changes as comment lines.
 * @param {Pick<Sources, "scene" | "parameters" | "get" | "data" | "events">} sources
 * @param {Format} format
 */
export function table(sources, { start, separator, decimal }) {
  const { columns, spacing } = sources.data();
  const number = (/** @type {number} */ value) => String(value).replace(".", decimal);
  const text = (/** @type {string} */ value) =>
    value.includes(separator) || value.includes('"') ? `"${value.replaceAll('"', '""')}"` : value;
  const head = columns.map(({ name }) => text(name)).join(separator);
  const rows = Array.from(columns[0].values, (_, row) =>
    columns.map(({ values }) => number(values[row])).join(separator),
  );
  const changes = sources.events().map(({ time, label }) => `at ${Number(time.toPrecision(12))} s: ${label}`);
  const every = `a sample every ${Number(spacing.toPrecision(12))} s and at every change`;
  const comments = [...origin(sources), every, ...changes].map((line) => `# ${line}`);
  return start + [...comments, head, ...rows, ""].join("\n");
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

/** @param {MomentRecord | undefined} moment  none if it was refused */
export function saveMoment(moment) {
  const text = JSON.stringify(moment);
  if (moment) save(new Blob([text], { type: "application/json" }), `springlab-${moment.scene}${ENDING}`);
}

/** Downloads a file. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const href = URL.createObjectURL(blob);
  element("a", { href, download: name }).click();
  // after 10 s the browser has read the file
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
