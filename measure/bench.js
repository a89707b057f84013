// npm run bench: the cost of steps and frames of the cloth, natively, in Chromium and in Firefox,
// beside other programs. `-- --write` puts the tables into docs/measurements.md.
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { build } from "../tools/build.js";
import { setUpBuild } from "../tools/setup.js";
import { main, root, run } from "../tools/task.js";
import { buildNatively, raceNatively } from "./native.js";
import { ofFrame } from "./race/painters.js";
import { summary as ofTimes, STEP } from "./race/race.js";
import { createNet, NET } from "./race/shuffled-mesh.js";
import { markdown, origin, report } from "./tables.js";

/** @import { Page, Route } from "playwright-core" */
/** @import * as Springlab from "../www/engine.js" */

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
 * Rounds of all contenders, size after size: times of a spring and step in ns.
 * @typedef {object} Race
 * @property {string} browser
 * @property {{ size: [number, number], names: string[], rounds: number[][] }[]} sizes
 */

const LIBRARY = join(root, "dist/lib/springlab.js");
const ROUNDS_FILE = join(root, "target/bench.json");

/** Rounds in which Chromium still optimises the engine. */
const WARM_UP = 2;
const ROUNDS = 9;

/** Masses in a row and a column. @type {[number, number][]} */
const SIZES = [
  [40, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
];

/** Sizes for frames. @type {[number, number][]} */
const PICTURES = [
  [20, 15],
  [40, 30],
  [100, 100],
  [200, 200],
  [1000, 1000],
];

/** Number of sizes on which game engines race: for more they are too slow. */
const GAME_ENGINE_SIZES = 2;

/** Number of sizes with a shuffled mesh. For the largest file, browsers lack the memory. */
const SHUFFLED_SIZES = 3;

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
  const program = await buildNatively("race");
  /** @type {Race[]} */
  const races = [];
  /** @type {Race[]} */
  const frames = [];
  for (const name of /** @type {const} */ (["chromium", "firefox"])) {
    races.push(await inBrowser(name, (page, version) => compare(page, version, program)));
    frames.push(await inBrowser(name, draw));
  }
  writeFileSync(ROUNDS_FILE, JSON.stringify({ processor: cpus()[0].model, unit: "ns", races, frames }, null, 1));
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
  for (const race of races) report(`race ${race.browser.split(" ", 1)}`, origin(race.browser) + raceTable(race));
  report("native", origin(races.map(({ browser }) => browser).join(" and ")) + nativeTable(races));
  report("pictures", origin(frames.map(({ browser }) => browser).join(" and ")) + pictureTable(frames));
  const { springs, particles, growth } = memory;
  const buffers = bytes.particle * particles + bytes.spring * springs;
  console.log(`\nBuffers: ${bytes.particle} bytes a particle, ${bytes.spring} a spring, so ${buffers} bytes for`);
  console.log(`${particles} particles and ${springs} springs, for which the wasm memory grew by ${growth} bytes.`);
  console.log(`\nAll rounds are in ${ROUNDS_FILE}.`);
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
  const browsers = await import("../e2e/browsers.js");
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
 * Races all contenders on all sizes.
 * @param {Page} page @param {string} version @param {string} program @returns {Promise<Race>}
 */
async function compare(page, version, program) {
  const browser = nameOf(page, version);
  const sizes = [];
  /** @type {Awaited<ReturnType<typeof raceNatively>>} */
  let native;
  await page.exposeFunction("natively", () => native.round());
  for (const [i, size] of SIZES.entries()) {
    console.log(`  … against others on ${size.join(" × ")}, in ${browser}`);
    await page.reload();
    const net = createNet(...size);
    native = await raceNatively(program, size, net);
    const parameters = { ...NET, timeStepSize: STEP, substeps: 1 };
    const { names, rounds } = await page.evaluate(hold, {
      size,
      counts: { warmUp: WARM_UP, rounds: ROUNDS },
      mesh: i < SHUFFLED_SIZES ? { ...net, parameters } : undefined,
      engines: i < GAME_ENGINE_SIZES,
      bounds: i === 0,
    });
    native.end();
    sizes.push({ size, names: [...names, ...native.names], rounds });
  }
  return { browser, sizes };
}

/**
 * Races all programs that draw on all sizes.
 * @param {Page} page @param {string} version @returns {Promise<Race>}
 */
async function draw(page, version) {
  const browser = nameOf(page, version);
  const sizes = [];
  for (const size of PICTURES) {
    console.log(`  … frames of ${size.join(" × ")}, in ${browser}`);
    await page.reload();
    const counts = { warmUp: WARM_UP, rounds: ROUNDS };
    sizes.push({ size, ...(await page.evaluate(paint, { size, counts })) });
  }
  return { browser, sizes };
}

/** For example "Chromium 156.0". @param {Page} page @param {string} version */
function nameOf(page, version) {
  const name = String(page.context().browser()?.browserType().name());
  return `${name[0].toUpperCase()}${name.slice(1)} ${version}`;
}

/** Times of all contenders, with the ratio to the first in brackets. @param {Race} race */
function raceTable({ sizes }) {
  const [{ names }] = sizes;
  const rows = names.map((name) => [
    name,
    ...sizes.map((round) => {
      const times = timesOf(name, round);
      if (times.length === 0) return "";
      const { least, median, spread } = ofTimes(times);
      const ratio = Math.min(...timesOf(names[0], round)) / least;
      const [first, middle, around] = [least, median, spread].map(digits);
      return `${first} / ${middle} ± ${around} (${digits(ratio)}×)`;
    }),
  ]);
  return markdown(["", ...sizes.map(({ size }) => size.join(" × "))], rows);
}

/**
 * The part of the native speed that the engine reaches in browsers, by minima.
 * @param {Race[]} races
 */
function nativeTable(races) {
  const [{ sizes: all }] = races;
  const kinds = ["double", "single", "in no order, double", "in no order, single"];
  const rows = races.flatMap(({ browser, sizes }) =>
    kinds.map((kind) => [
      `${browser}, ${kind}`,
      ...sizes.map((round) => {
        const [own, native] = ["engine", "engine natively"].map((who) => timesOf(`${who}, ${kind}`, round));
        return own.length > 0 ? `${Math.round((100 * Math.min(...native)) / Math.min(...own))} %` : "";
      }),
    ]),
  );
  return markdown(["", ...all.map(({ size }) => size.join(" × "))], rows);
}

/** Least times of frames in ms, of the second browser in brackets. @param {Race[]} races */
function pictureTable([{ sizes }, other]) {
  const [{ names }] = sizes;
  const cell = (/** @type {string} */ name, /** @type {Race["sizes"][number]} */ round) => {
    const times = timesOf(name, round);
    return times.length > 0 ? String(digits(ofFrame(Math.min(...times)))) : "–";
  };
  const rows = names.map((name) => [
    name,
    ...sizes.map((round, i) => `${cell(name, round)} (${cell(name, other.sizes[i])})`),
  ]);
  return markdown(["masses", ...sizes.map(({ size }) => size.join(" × "))], rows);
}

/**
 * The times of one contender, none if it did not take part.
 * @param {string} name @param {Race["sizes"][number]} round
 */
function timesOf(name, { names, rounds }) {
  const i = names.indexOf(name);
  return i < 0 ? [] : rounds.map((times) => times[i]);
}

/** The number of particles, or 0 for the default cloth. @param {Case} cloth */
function size({ parameters: { width = 0, height = 0 } }) {
  return Number(width) * Number(height);
}

/** Serves an empty page, the library and the bundled race. @param {Page} page */
async function serve(page) {
  const [html, js] = ["<!doctype html>", readFileSync(LIBRARY)];
  const answer =
    (/** @type {string} */ contentType, /** @type {string | Buffer} */ body) => (/** @type {Route} */ route) =>
      route.fulfill({ contentType, body, headers: ISOLATED });
  await page.route("http://localhost/", answer("text/html", html));
  await page.route("http://localhost/springlab.js", answer("text/javascript", js));
  const contents = ["race", "engines", "bounds", "painters"].map((name) => `export * from "./${name}.js";`).join("\n");
  const { build: bundle } = await import("esbuild");
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir: join(root, "measure/race") },
    ...{ bundle: true, write: false, format: "esm", logLevel: "error" },
  });
  await page.route("http://localhost/race.js", answer("text/javascript", outputFiles[0].text));
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
 * In the page: the rounds of a race, each followed by the turns of the native engine.
 * @param {object} race
 * @param {[number, number]} race.size
 * @param {{ warmUp: number, rounds: number }} race.counts
 * @param {{ obj: string, json: string, parameters: Record<string, number> }} [race.mesh]  shuffled
 * @param {boolean} race.engines  whether game engines take part
 * @param {boolean} race.bounds  whether the machine's own limits are measured
 */
async function hold({ size, counts, mesh, engines, bounds }) {
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  const { ENGINES, ROOT, TRIAD, contenders, race } = await import(`${location.origin}/race.js`);
  const inNoOrder = (/** @type {string} */ precision) => ({
    name: `engine, in no order, ${precision}`,
    create: async () => {
      const net = await createSimulation("mesh", { precision });
      net.loadMesh(mesh?.obj, mesh?.json);
      for (const [key, value] of Object.entries(mesh?.parameters ?? {})) net.set(key, value);
      return { springs: net.springs.length / 2, step: net.step.bind(net), free: net.free.bind(net) };
    },
  });
  const others = [
    ...(mesh ? ["double", "single"].map(inNoOrder) : []),
    ...(engines ? ENGINES : []),
    ...(bounds ? [TRIAD, ROOT] : []),
  ];
  const all = [...contenders(createSimulation), ...others];
  const { natively } = /** @type {{ natively: () => Promise<number[]> }} */ (/** @type {unknown} */ (window));
  /** @type {number[][]} */
  const rounds = [];
  for await (const times of race(all, size, counts)) rounds.push([...times, ...(await natively())]);
  return { names: all.map(({ name }) => name), rounds };
}

/**
 * In the page: the rounds of programs that draw.
 * @param {{ size: [number, number], counts: { warmUp: number, rounds: number } }} race
 */
async function paint({ size, counts }) {
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  const { painters, race } = await import(`${location.origin}/race.js`);
  /** @type {import("./race/race.js").Contender[]} */
  const all = painters(createSimulation);
  /** @type {number[][]} */
  const rounds = [];
  for await (const times of race(all, size, counts)) rounds.push(times);
  return { names: all.map(({ name }) => name), rounds };
}

/** Minimum and median, to three digits. @param {number[]} times @param {number} one */
function summary(times, one) {
  const sorted = times.map((time) => time / one).sort((a, b) => a - b);
  const [minimum, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  return `${digits(minimum)} / ${digits(median)}`;
}

/** Rounds to three digits. @param {number} number */
function digits(number) {
  return Number(number.toPrecision(3));
}
