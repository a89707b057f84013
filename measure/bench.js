// npm run bench: the cost of the cloth's steps, natively and in Chromium, and beside careful
// JavaScript in Chromium and Firefox.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "../tools/build.js";
import { setUpBuild } from "../tools/setup.js";
import { main, root, run } from "../tools/task.js";
import { buildNatively } from "./native.js";
import { markdown, origin, report } from "./tables.js";

/** @import { Page, Route } from "playwright-core" */
/** @import * as Springlab from "../www/engine.ts" */

/**
 * A cloth to measure.
 * @typedef {object} Case
 * @property {string} question  the group of measure/native/src/bin/time.rs
 * @property {string} name
 * @property {Record<string, number | string>} parameters
 * @property {number} work  springs times steps in a batch
 * @property {number[]} natively  times of batches in ns
 */

/**
 * The same cloth in Chromium, with times of batches in ns.
 * @typedef {{ springs: number, inChromium: number[] }} Answer
 */

/**
 * The time of one spring, or of another element, in ns.
 * @typedef {{ name: string, each: string, times: number[] }} Piece
 */

/**
 * Times of each program on a cloth, in ns per spring and step.
 * @typedef {{ size: [number, number], times: Record<string, number[]> }} Comparison
 */

const LIBRARY = join(root, "dist/lib/springlab.js");
const CAREFUL = join(root, "measure/careful.js");

/** Rounds in which Chromium still optimises the engine. */
const WARM_UP = 2;
const ROUNDS = 9;

/** Masses in a row and a column of the cloths that are compared. @type {[number, number][]} */
const SIZES = [
  [40, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
];

/** Springs times steps in a turn of a comparison: about 10 ms. */
const TURN = 4_000_000;

/** Groups of the native benchmarks, and the unit of their tables. @type {Record<string, string>} */
const GROUPS = {
  default: "ns per spring and step",
  methods: "ns per spring and step",
  implicit: "ms per step",
  size: "ns per spring and step",
};

/** The clock of an isolated page ticks every 5 µs, that of other pages every 100 µs. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

await main(async () => {
  if (!existsSync(LIBRARY)) {
    await setUpBuild();
    await build();
  }
  const { cases, pieces, bytes } = await measureNatively();
  const { answers, memory, version } = await inBrowser("chromium", async (page, version) => {
    console.log(`· measuring dist/lib of ${statSync(LIBRARY).mtime.toLocaleString()} in Chromium ${version} …`);
    const largest = cases.reduce((a, b) => (size(b) > size(a) ? b : a));
    const memory = await page.evaluate(grow, largest.parameters);
    await page.reload(); // wasm memory never shrinks
    return { answers: await ask(page, cases), memory, version };
  });
  for (const [group, unit] of Object.entries(GROUPS)) {
    const rows = [...cases.entries()].flatMap(([i, { question, name, work, natively }]) => {
      const { springs, inChromium } = answers[i];
      const one = unit.startsWith("ms") ? (work / springs) * 1e6 : work;
      return question === group ? [[name, springs, summary(natively, one), summary(inChromium, one)]] : [];
    });
    const table = markdown([`cloth, ${unit}`, "springs", "natively", "in Chromium"], rows);
    report(group, origin(`Chromium ${version}`) + table);
  }
  const rows = pieces.map(({ name, each, times }) => [name, `${summary(times, 1)} a ${each}`]);
  report("pieces", origin() + markdown(["", "ns"], rows));
  for (const name of /** @type {const} */ (["chromium", "firefox"])) {
    const { title, table } = await inBrowser(name, compare);
    report(`against JavaScript, ${name}`, origin(title) + table);
  }
  const { springs, particles, growth } = memory;
  const buffers = bytes.particle * particles + bytes.spring * springs;
  console.log(`\nBuffers: ${bytes.particle} bytes a particle, ${bytes.spring} a spring, so ${buffers} bytes for`);
  console.log(`${particles} particles and ${springs} springs, for which the wasm memory grew by ${growth} bytes.`);
});

/**
 * @returns {Promise<{ cases: Case[], pieces: Piece[], bytes: { particle: number, spring: number }
 * }>}
 */
async function measureNatively() {
  const program = await buildNatively("time", "bench");
  const text = await run("measuring natively (about a minute)", [program]);
  const lines = text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
  const cases = lines
    .filter(({ question }) => question)
    .map(({ question, parameters, work, times }) => ({
      question,
      name: parameters.replaceAll("&", ", "),
      parameters: parse(parameters),
      work,
      natively: times,
    }));
  return { cases, pieces: lines.filter(({ each }) => each), bytes: lines.at(-1) };
}

/** Parameters in the form that a page's address has. @param {string} query */
function parse(query) {
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(pairs.map(([key, value]) => [key, Number.isNaN(Number(value)) ? value : Number(value)]));
}

/**
 * Runs a measurement on an empty page of a browser, with the library served beside it.
 * @template T
 * @param {"chromium" | "firefox"} name
 * @param {(page: Page, version: string) => Promise<T>} measurement
 */
async function inBrowser(name, measurement) {
  // the set-up has installed both by now
  const playwright = await import("playwright-core");
  const browsers = await import("../e2e/browsers.ts");
  const { channel, launchOptions } = { channel: undefined, ...browsers[name] };
  const browser = await playwright[name].launch({ channel, ...launchOptions });
  try {
    const page = await browser.newPage();
    await serve(page);
    return await measurement(page, browser.version());
  } finally {
    await browser.close();
  }
}

/**
 * Runs one batch of every cloth in turn, round after round.
 * @param {Page} page @param {Case[]} cases @returns {Promise<Answer[]>}
 */
async function ask(page, cases) {
  const cloths = await page.evaluateHandle(open, cases);
  const springs = await cloths.evaluate((cloths) => cloths.map((cloth) => cloth.springs));
  /** @type {number[][]} */
  const rounds = [];
  for (let round = 1; round <= WARM_UP + ROUNDS; round++) {
    rounds.push(await cloths.evaluate(measure));
    console.log(`  … round ${round} of ${WARM_UP + ROUNDS}`);
  }
  return springs.map((springs, i) => ({ springs, inChromium: rounds.slice(WARM_UP).map((times) => times[i]) }));
}

/**
 * Times the engine and careful JavaScript in turn, size after size.
 * @param {Page} page @param {string} version
 */
async function compare(page, version) {
  const name = String(page.context().browser()?.browserType().name());
  const title = `${name[0].toUpperCase()}${name.slice(1)} ${version}`;
  /** @type {Comparison[]} */
  const all = [];
  for (const size of SIZES) {
    console.log(`  … against JavaScript on ${size.join(" × ")}, in ${title}`);
    await page.reload(); // wasm memory never shrinks
    all.push({ size, times: await page.evaluate(inTurn, { size, rounds: ROUNDS, warmUp: WARM_UP, work: TURN }) });
  }
  const programs = Object.keys(all[0].times);
  const rows = programs.map((program) => [program, ...all.map(({ times }) => summary(times[program], 1))]);
  return { title, table: markdown(["ns per spring and step", ...SIZES.map((size) => size.join(" × "))], rows) };
}

/** The number of particles, or 0 for the default cloth. @param {Case} cloth */
function size({ parameters: { width = 0, height = 0 } }) {
  return Number(width) * Number(height);
}

/** Serves an empty page, the library and careful JavaScript. @param {Page} page */
async function serve(page) {
  const answer =
    (/** @type {string} */ contentType, /** @type {string | Buffer} */ body) => (/** @type {Route} */ route) =>
      route.fulfill({ contentType, body, headers: ISOLATED });
  await page.route("http://localhost/", answer("text/html", "<!doctype html>"));
  await page.route("http://localhost/springlab.js", answer("text/javascript", readFileSync(LIBRARY)));
  await page.route("http://localhost/careful.js", answer("text/javascript", readFileSync(CAREFUL)));
  await page.goto("http://localhost/");
}

/**
 * In the page: the bytes by which a cloth makes the wasm memory grow.
 * @param {Record<string, number | string>} parameters
 */
async function grow(parameters) {
  /** @type {typeof Springlab} */
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  const before = (await createSimulation("cloth", { width: 2, height: 2 })).positions.buffer.byteLength;
  const cloth = await createSimulation("cloth", parameters);
  cloth.step(1);
  const { positions } = cloth;
  const { springs } = cloth.system;
  return {
    particles: positions.length / 3,
    springs: springs.length / 2,
    growth: positions.buffer.byteLength - before,
  };
}

/** In the page: opens the cloths. @param {Case[]} cases */
async function open(cases) {
  /** @type {typeof Springlab} */
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  return Promise.all(
    cases.map(async ({ parameters, work }) => {
      const simulation = await createSimulation("cloth", parameters);
      const springs = simulation.system.springs.length / 2;
      return { simulation, springs, steps: work / springs };
    }),
  );
}

/**
 * In the page: the time of a batch of every cloth in ns, always of the same steps.
 * @param {Awaited<ReturnType<typeof open>>} cloths
 */
function measure(cloths) {
  return cloths.map(({ simulation, steps }) => {
    simulation.restart();
    simulation.step(1); // touches the memory for the first time
    const start = performance.now();
    simulation.step(steps);
    return 1e6 * (performance.now() - start);
  });
}

/**
 * In the page: times of all programs on a cloth, a turn of each in every round.
 * @param {{ size: [number, number], rounds: number, warmUp: number, work: number }} race
 * @returns {Promise<Comparison["times"]>}
 */
async function inTurn({ size: [width, height], rounds, warmUp, work }) {
  /** @type {typeof Springlab} */
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  /** @type {typeof import("./careful.js")} */
  const { createCloth } = await import(`${location.origin}/careful.js`);
  const timeStepSize = 0.0005; // s, within the step limit
  const engine = (/** @type {"double" | "single"} */ precision) =>
    createSimulation("cloth", { width, height, timeStepSize, precision, substeps: 1 });
  const careful = createCloth(width, height, timeStepSize);
  const programs = {
    "careful JavaScript": careful,
    "engine, double": await engine("double"),
    "engine, single": await engine("single"),
  };
  const steps = Math.ceil(work / careful.springs);
  /** @type {Comparison["times"]} */
  const times = Object.fromEntries(Object.keys(programs).map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, program] of Object.entries(programs)) {
      const start = performance.now();
      program.step(steps);
      const time = (1e6 * (performance.now() - start)) / (steps * careful.springs);
      if (round >= warmUp) times[name].push(time);
    }
  }
  return times;
}

/** Minimum and median, to three digits. @param {number[]} times @param {number} one */
function summary(times, one) {
  const sorted = times.map((time) => time / one).sort((a, b) => a - b);
  const minimum = sorted[0];
  const median = sorted[Math.floor(sorted.length / 2)];
  return `${digits(minimum)} / ${digits(median)}`;
}

/** Rounds to three digits. @param {number} number */
function digits(number) {
  return Number(number.toPrecision(3));
}
