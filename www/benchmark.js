// The benchmark page.
import { summary } from "../measure/race/race.js";
import { element, write } from "./base/dom.js";
import { significant } from "./base/format.js";
import { trusted } from "./base/trust.js";
import address from "./benchmark-worker.js?worker&url";
import { load } from "./engine.js";
import { save } from "./lab/exports.js";

/** @import { Answer } from "./benchmark-worker.js" */

/** Columns and rows of masses. @type {[number, number][]} */
const SIZES = [
  [40, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
];

/** Index of the default largest size: a million masses take gigabytes. */
const DEFAULT_SIZE = 2;

/** Rounds of warm-up, during which browsers still optimise the code, and measured rounds. */
const COUNTS = { warmUp: 3, rounds: 15 };

const NO_WORKER = "The browser did not start a worker, which measures beside the page.";

/**
 * A kind of measurement.
 * @typedef {object} Kind
 * @property {string} title
 * @property {number} [programs]  number of programs; later times are bounds of the machine itself
 * @property {string} head  of the column of times
 * @property {string} unit  of the times
 */

/** Measurements on every size. @type {Record<"step" | "frame", Kind>} */
const KINDS = {
  step: { title: "A step", programs: 4, head: "ns a spring and step", unit: "ns" },
  frame: { title: "A frame of eight steps and a picture", head: "ms a frame", unit: "ms" },
};

/** Memory traffic per element of the memory test, in bytes. */
const BYTES = 24;

const select = element("select", { id: "largest" });
select.append(
  ...SIZES.map((size, i) => element("option", { value: String(i), selected: i === DEFAULT_SIZE }, nameOf(size))),
);
const start = element("button", { type: "button", className: "quiet" }, "Measure");
const keep = element("button", { type: "button", className: "quiet", hidden: true }, "Save as JSON");
const bar = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "How far it is" });
const status = element("p", { role: "status" });
const tables = element("div", {
  className: "scroll",
  role: "region",
  tabIndex: 0,
  "aria-label": "Times",
  hidden: true,
});
const machine = element("p", { hidden: true });

/**
 * All rounds of one kind on one size.
 * @typedef {object} Result
 * @property {keyof typeof KINDS} what
 * @property {[number, number]} size
 * @property {string[]} names
 * @property {number[][]} rounds  times by round
 */

/** Results in order of arrival. @type {Result[]} */
let results = [];
/** The present benchmark; earlier ones are ignored. @type {{ worker?: Worker } | undefined} */
let running;

/** @param {[number, number]} size */
function nameOf([width, height]) {
  return `${width} × ${height}`;
}

async function measure() {
  const sizes = SIZES.slice(0, Number(select.value) + 1);
  /** @type {{ worker?: Worker }} */
  const own = {};
  running = own;
  const ifCurrent = (/** @type {() => void} */ act) => running === own && act();
  results = [];
  show();
  begin();
  say("The engine is loading …");
  try {
    const module = await load();
    if (running !== own) return; // stopped while loading
    own.worker = started();
    if (!own.worker) return end(NO_WORKER);
    own.worker.addEventListener("message", ({ data }) => ifCurrent(() => hear(data, sizes)));
    own.worker.addEventListener("error", () => ifCurrent(() => end(NO_WORKER)));
    own.worker.postMessage({ module, sizes, counts: COUNTS });
    say(`On ${nameOf(sizes[0])} masses …`);
  } catch (error) {
    ifCurrent(() => end(error instanceof Error ? error.message : String(error)));
  }
}

function started() {
  try {
    return new Worker(trusted(address), { type: "module" });
  } catch {
    return undefined;
  }
}

/** @param {Answer} answer @param {[number, number][]} sizes */
function hear({ size, what, names = [], times, refusal }, sizes) {
  if (refusal) return end(refusal);
  if (size === undefined || !what || !times) return end(`Measured ${COUNTS.rounds} rounds.`);
  let result = results.at(-1);
  if (result?.size !== sizes[size] || result.what !== what) {
    result = { what, size: sizes[size], names, rounds: [] };
    results.push(result);
  }
  result.rounds.push(times);
  const all = COUNTS.rounds * sizes.length * Object.keys(KINDS).length;
  const done = COUNTS.rounds * (results.length - 1) + result.rounds.length;
  const next = Math.min(done, all - 1);
  bar.value = done / all;
  say(
    `On ${nameOf(sizes[Math.floor((next * sizes.length) / all)])} masses, round ${(next % COUNTS.rounds) + 1} of ${COUNTS.rounds} …`,
  );
  show();
}

function begin() {
  start.textContent = "Stop";
  [select.disabled, bar.hidden, keep.hidden, bar.value] = [true, false, true, 0];
}

/** @param {string} text */
function end(text) {
  running?.worker?.terminate();
  running = undefined;
  start.textContent = "Measure";
  [select.disabled, bar.hidden, keep.hidden] = [false, true, results.length === 0];
  say(text);
}

/** @param {string} text */
function say(text) {
  write(status, text);
}

function show() {
  tables.hidden = machine.hidden = results.length === 0;
  if (results.length === 0) return;
  const [pass, root] = summaries(results[0]).slice(KINDS.step.programs);
  write(
    machine,
    `In JavaScript this machine passes ${significant(BYTES / pass.least)} GB a second through its memory, and takes ${significant(root.least)} ns for a square root and a division.`,
  );
  const kinds = /** @type {(keyof typeof KINDS)[]} */ (Object.keys(KINDS));
  tables.replaceChildren(...kinds.map(table));
}

/** Least time, median and spread of each program. @param {Result} result */
function summaries({ rounds }) {
  return rounds[0].map((_, i) => summary(rounds.map((times) => times[i])));
}

/** Table of one kind on all sizes. @param {keyof typeof KINDS} what */
function table(what) {
  const { title, programs, head } = KINDS[what];
  const own = results.filter((result) => result.what === what);
  const columns = own.map((result) => summaries(result).slice(0, programs));
  const heads = ["Program", head, "times as fast"].map((text) => element("th", { scope: "col" }, text));
  return element(
    "table",
    { className: "race", hidden: own.length === 0 },
    element("caption", {}, title),
    element("thead", {}, element("tr", {}, ...heads)),
    ...own.map((result, i) => group(result, columns[i], what === "step" ? columns : [columns[i]])),
  );
}

/**
 * Rows of one size, with bars relative to the longest time of all columns in `others`.
 * @param {Result} result
 * @param {ReturnType<typeof summary>[]} column
 * @param {ReturnType<typeof summary>[][]} others
 */
function group({ size, names }, column, others) {
  const longest = Math.max(...others.flat().map(({ least }) => least));
  const title = element("th", { scope: "rowgroup", colSpan: 3 }, `${nameOf(size)} masses`);
  const rows = column.map(({ least, median, spread }, i) => {
    const length = element("i", { "aria-hidden": "true" });
    length.style.width = `${(100 * least) / longest}%`;
    const around = element("small", {}, `${median.toPrecision(3)} ± ${spread.toFixed(2)}`);
    return element(
      "tr",
      { className: names[i].startsWith("engine") ? "ours" : "" },
      element("th", { scope: "row" }, names[i], length),
      element("td", {}, element("b", {}, least.toPrecision(3)), around),
      element("td", {}, `${(column[0].least / least).toFixed(2)} ×`),
    );
  });
  return element("tbody", {}, element("tr", {}, title), ...rows);
}

start.addEventListener("click", () => (running ? end("Stopped.") : measure()));
keep.addEventListener("click", () => {
  const about = { browser: navigator.userAgent, processors: navigator.hardwareConcurrency, ...COUNTS };
  const withUnits = results.map((result) => ({ ...result, unit: KINDS[result.what].unit }));
  save(
    new Blob([JSON.stringify({ ...about, results: withUnits }, null, 1)], { type: "application/json" }),
    "springlab-benchmark.json",
  );
});
document
  .getElementById("benchmark")
  ?.replaceChildren(
    element("div", { className: "measure" }, element("label", { htmlFor: "largest" }, "Up to"), select, start, keep),
    bar,
    status,
    tables,
    machine,
  );
