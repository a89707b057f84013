// The page that measures its reader's own machine.
import { summary } from "../bench/race.js";
import { element, write } from "./base/dom.js";
import { significant } from "./base/format.js";
import { trusted } from "./base/trust.js";
import address from "./benchmark-worker.js?worker&url";
import { load } from "./engine.js";
import { save } from "./lab/exports.js";

/** @import { Answer } from "./benchmark-worker.js" */

/** @type {[number, number][]} */
const SIZES = [
  [40, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
];

/** The largest unless another is chosen: a million masses take gigabytes. */
const USUAL = 2;

/** In the first rounds browsers still optimise. */
const COUNTS = { warmUp: 3, rounds: 15 };

const NO_WORKER = "The browser did not start a worker, which measures beside the page.";

/** How many of what is measured on every size are programs that move the cloth: the first. */
const PROGRAMS = 4;

/** Bytes of an element in a pass over memory. */
const BYTES = 24;

const select = element("select", { id: "largest" });
select.append(...SIZES.map((size, i) => element("option", { value: String(i), selected: i === USUAL }, nameOf(size))));
const start = element("button", { type: "button", className: "quiet" }, "Measure");
const keep = element("button", { type: "button", className: "quiet", hidden: true }, "Save as JSON");
const bar = element("progress", { max: 1, value: 0, hidden: true, "aria-label": "How far it is" });
const status = element("p", { role: "status" });
const table = element("table", { className: "race", hidden: true });
const machine = element("p", { hidden: true });

/** All rounds, size by size. @type {{ size: [number, number], names: string[], rounds: number[][] }[]} */
let results = [];
/** What is measuring now: one at a time is heard. @type {{ worker?: Worker } | undefined} */
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
  const told = (/** @type {() => void} */ act) => running === own && act();
  results = [];
  show();
  begin();
  say("The engine is loading …");
  try {
    const module = await load();
    if (running !== own) return; // stopped meanwhile
    own.worker = started();
    if (!own.worker) return end(NO_WORKER);
    own.worker.addEventListener("message", ({ data }) => told(() => hear(data, sizes)));
    own.worker.addEventListener("error", () => told(() => end(NO_WORKER)));
    own.worker.postMessage({ module, sizes, counts: COUNTS });
    say(`On ${nameOf(sizes[0])} masses …`);
  } catch (error) {
    told(() => end(error instanceof Error ? error.message : String(error)));
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
function hear({ size, names = [], times, refusal }, sizes) {
  if (refusal) return end(refusal);
  if (size === undefined || !times) return end(`Measured ${COUNTS.rounds} rounds.`);
  results[size] ??= { size: sizes[size], names, rounds: [] };
  const { rounds } = results[size];
  rounds.push(times);
  bar.value = (size + rounds.length / COUNTS.rounds) / sizes.length;
  const done = rounds.length === COUNTS.rounds && size + 1 < sizes.length;
  const [now, round] = done ? [sizes[size + 1], 1] : [sizes[size], Math.min(rounds.length + 1, COUNTS.rounds)];
  say(`On ${nameOf(now)} masses, round ${round} of ${COUNTS.rounds} …`);
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
  table.hidden = machine.hidden = results.length === 0;
  if (results.length === 0) return;
  const columns = results.map(({ rounds }) => rounds[0].map((_, i) => summary(rounds.map((times) => times[i]))));
  const [{ least: pass }, { least: root }] = columns[0].slice(PROGRAMS);
  write(
    machine,
    `In JavaScript this machine passes ${significant(BYTES / pass)} GB a second through its memory, and takes ${significant(root)} ns for a square root and a division.`,
  );
  const longest = Math.max(...columns.flatMap((all) => all.slice(0, PROGRAMS).map(({ least }) => least)));
  const heads = ["Program", "ns a spring and step", "times as fast"].map((text) =>
    element("th", { scope: "col" }, text),
  );
  table.replaceChildren(
    element("thead", {}, element("tr", {}, ...heads)),
    ...results.map((result, i) => group(result, columns[i], longest)),
  );
}

/**
 * The rows of a size, all bars to one scale.
 * @param {{ size: [number, number], names: string[] }} result @param {ReturnType<typeof summary>[]} column @param {number} longest  in ns
 */
function group({ size, names }, column, longest) {
  const title = element("th", { scope: "rowgroup", colSpan: 3 }, `${nameOf(size)} masses`);
  const rows = column.slice(0, PROGRAMS).map(({ least, median, spread }, i) => {
    const length = element("i", { "aria-hidden": "true" });
    length.style.width = `${(100 * least) / longest}%`;
    const around = element("small", {}, `${median.toPrecision(3)} ± ${spread.toFixed(2)}`);
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, names[i], length),
      element("td", {}, element("b", {}, least.toPrecision(3)), around),
      element("td", {}, `${(column[0].least / least).toFixed(2)} ×`),
    );
  });
  return element("tbody", {}, element("tr", {}, title), ...rows);
}

start.addEventListener("click", () => (running ? end("Stopped.") : measure()));
keep.addEventListener("click", () => {
  const about = { browser: navigator.userAgent, processors: navigator.hardwareConcurrency, unit: "ns", ...COUNTS };
  save(
    new Blob([JSON.stringify({ ...about, results }, null, 1)], { type: "application/json" }),
    "springlab-benchmark.json",
  );
});
document
  .getElementById("benchmark")
  ?.replaceChildren(
    element("div", { className: "measure" }, element("label", { htmlFor: "largest" }, "Up to"), select, start, keep),
    bar,
    status,
    element("div", { className: "scroll", role: "region", tabIndex: 0, "aria-label": "Times" }, table),
    machine,
  );
