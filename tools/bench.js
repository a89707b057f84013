// npm run bench: what a step of the cloth costs, natively and in Chromium, and against others in Chromium and Firefox, as Markdown tables; the latter's rounds as JSON, too.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { ofFrame } from "../bench/frames.js";
import { createNet, NET } from "../bench/net.js";
import { summary as ofTimes, STEP } from "../bench/race.js";
import { build } from "./build.js";
import { buildNatively, raceNatively } from "./native.js";
import { setUpBuild } from "./setup.js";
import { main, root, run } from "./task.js";

/** @import { Page, Route } from "playwright-core" */
/** @import * as Springlab from "../www/engine.js" */

/**
 * A cloth to measure. `work` is springs times steps in a batch, `natively` the times of batches in ns.
 * @typedef {{ question: string, name: string, parameters: Record<string, number | string>, work: number, natively: number[] }} Case
 */

/**
 * The same in Chromium.
 * @typedef {{ springs: number, inChromium: number[] }} Answer
 */

const LIBRARY = join(root, "dist/lib/springlab.js");
const RESULTS = join(root, "target/criterion");
const ROUNDS_FILE = join(root, "target/bench.json");

/** In the first rounds Chromium still optimises the engine. */
const WARM_UP = 2;
const ROUNDS = 9;

/** @type {[number, number][]} */
const SIZES = [
  [40, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
];

/** Frames are of these. @type {[number, number][]} */
const PICTURES = [
  [20, 15],
  [40, 30],
  [100, 100],
  [200, 200],
  [1000, 1000],
];

/** Engines for games take so long that they are measured on this many of the sizes. */
const SMALL = 2;

/** The net in no order comes as a file. That of the next size is one that browsers have not the memory to read. */
const IN_NO_ORDER = 3;

/** What the machine itself can do is measured beside this one. */
const BESIDE = 0;

/** The groups of benches/steps.rs: what they ask, and in which unit the answer is. */
const QUESTIONS = [
  { group: "default", title: "The default cloth", unit: "ns per spring and step" },
  { group: "methods", title: "Methods, on the default cloth", unit: "ns per spring and step" },
  { group: "implicit", title: "Implicit Euler, the first second of the default cloth", unit: "ms per step" },
  { group: "size", title: "Growth with size", unit: "ns per spring and step" },
];

/** An isolated page's clock ticks every 5 µs, another's every 100 µs. */
const ISOLATED = { "cross-origin-opener-policy": "same-origin", "cross-origin-embedder-policy": "require-corp" };

await main(async () => {
  if (!existsSync(LIBRARY)) {
    await setUpBuild();
    await build();
  }
  const { cases, pieces, bytes } = await measureNatively();
  const { answers, memory } = await inBrowser("chromium", async (page, version) => {
    console.log(`· measuring dist/lib of ${statSync(LIBRARY).mtime.toLocaleString()} in Chromium ${version} …`);
    const largest = cases.reduce((a, b) => (size(b) > size(a) ? b : a));
    const memory = await page.evaluate(grow, largest.parameters);
    await page.reload(); // memory does not shrink
    return { answers: await ask(page, cases), memory };
  });
  /** @type {Race[]} */
  const races = [];
  const program = await buildNatively("race");
  /** @type {Race[]} */
  const frames = [];
  for (const name of /** @type {const} */ (["chromium", "firefox"])) {
    races.push(await inBrowser(name, (page, version) => compare(page, version, program)));
    frames.push(await inBrowser(name, draw));
  }
  writeFileSync(ROUNDS_FILE, JSON.stringify({ processor: cpus()[0].model, unit: "ns", races, frames }, null, 1));
  for (const { group, title, unit } of QUESTIONS) {
    console.log(`\n## ${title}\n\n${unit}; minimum / median\n`);
    console.log("| cloth | springs | natively | in Chromium |\n|---|--:|--:|--:|");
    for (const [i, { question, name, work, natively }] of cases.entries()) {
      if (question !== group) continue;
      const { springs, inChromium } = answers[i];
      const one = unit.startsWith("ms") ? (work / springs) * 1e6 : work;
      console.log(`| ${name} | ${springs} | ${summary(natively, one)} | ${summary(inChromium, one)} |`);
    }
  }
  console.log("\n## Pieces of work, natively\n\nns; minimum / median\n\n| | |\n|---|--:|");
  for (const { name, each, times } of pieces) console.log(`| ${name} | ${summary(times, 1)} a ${each} |`);
  races.forEach(print);
  frames.forEach(printFrames);
  console.log(`\nAll rounds are in ${ROUNDS_FILE}.`);
  console.log(`\n## Memory\n\n| | bytes |\n|---|--:|\n| buffers, per particle | ${bytes.particle} |`);
  console.log(`| buffers, per spring | ${bytes.spring} |`);
  const { springs, particles, growth } = memory;
  const buffers = bytes.particle * particles + bytes.spring * springs;
  console.log(`| buffers of ${particles} particles and ${springs} springs | ${buffers} |`);
  console.log(`| growth of the wasm memory by this cloth | ${growth} |`);
});

/**
 * A piece of work: the times of one spring, or what else it goes over, in ns.
 * @typedef {{ name: string, each: string, times: number[] }} Piece
 */

/** @returns {Promise<{ cases: Case[], pieces: Piece[], bytes: { particle: number, spring: number } }>} */
async function measureNatively() {
  const bench = ["cargo", "bench", "--locked", "--package", "springlab-bench", "--bench", "steps"];
  await run("compiling the benchmarks (minutes, once)", [...bench, "--no-run"]);
  const text = await run("measuring natively (about a minute)", bench, { env: { CRITERION_HOME: RESULTS } });
  const results = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(join("new", "benchmark.json")))
    .map((path) => ({ ...readJson(path), ...readJson(join(path, "../sample.json")) }))
    .map((result) => ({ ...result, place: text.indexOf(`Benchmarking ${result.full_id}\n`) }))
    .filter(({ place }) => place >= 0) // others are from an earlier run
    .sort((a, b) => a.place - b.place);
  const ofPieces = (/** @type {{ group_id: string }} */ { group_id }) =>
    !QUESTIONS.some(({ group }) => group === group_id);
  const cases = results
    .filter((result) => !ofPieces(result))
    .map(({ group_id, value_str, throughput, iters, times }) => ({
      question: group_id,
      name: value_str.replaceAll("&", ", "),
      parameters: parse(value_str),
      work: throughput.Elements,
      natively: times.map((/** @type {number} */ time, /** @type {number} */ i) => time / iters[i]),
    }));
  const pieces = results.filter(ofPieces).map(({ function_id, value_str, throughput, iters, times }) => ({
    name: function_id,
    each: value_str,
    times: times.map((/** @type {number} */ time, /** @type {number} */ i) => time / iters[i] / throughput.Elements),
  }));
  const [, particle, spring] = (text.match(/bytes a particle: (\d+), a spring: (\d+)/) ?? []).map(Number);
  return { cases, pieces, bytes: { particle, spring } };
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(RESULTS, path), "utf8"));
}

/** Parameters as a page's address has them. @param {string} query */
function parse(query) {
  const pairs = [...new URLSearchParams(query)];
  return Object.fromEntries(pairs.map(([key, value]) => [key, Number.isNaN(Number(value)) ? value : Number(value)]));
}

/**
 * What is asked of an empty page with the library beside it.
 * @template T
 * @param {"chromium" | "firefox"} name
 * @param {(page: Page, version: string) => Promise<T>} question
 */
async function inBrowser(name, question) {
  // set-up has installed them by now
  const playwright = await import("playwright-core");
  const browsers = await import("./browsers.js");
  const { channel, launchOptions } = { channel: undefined, ...browsers[name] };
  const browser = await playwright[name].launch({ channel, ...launchOptions });
  try {
    const page = await browser.newPage();
    await serve(page);
    return await question(page, browser.version());
  } finally {
    await browser.close();
  }
}

/** One batch of every cloth in turn, round after round. @param {Page} page @param {Case[]} cases @returns {Promise<Answer[]>} */
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
 * The rounds of all contenders, size after size: the times of a spring and step in ns.
 * @typedef {{ browser: string, sizes: { size: [number, number], names: string[], rounds: number[][] }[] }} Race
 */

/** @param {Page} page @param {string} version @param {string} program @returns {Promise<Race>} */
async function compare(page, version, program) {
  const browser = `${page.context().browser()?.browserType().name()} ${version}`;
  const sizes = [];
  /** @type {Awaited<ReturnType<typeof raceNatively>>} */
  let native;
  await page.exposeFunction("natively", () => native.round());
  for (const [i, size] of SIZES.entries()) {
    console.log(`  … against others on ${size.join(" × ")}, in ${browser}`);
    await page.reload();
    const net = createNet(...size);
    native = await raceNatively(program, size, net);
    const counts = { warmUp: WARM_UP, rounds: ROUNDS };
    const parameters = { ...NET, timeStepSize: STEP, substeps: 1 };
    const mesh = i < IN_NO_ORDER ? { ...net, parameters } : undefined;
    const { names, rounds } = await page.evaluate(hold, {
      size,
      counts,
      mesh,
      engines: i < SMALL,
      bounds: i === BESIDE,
    });
    native.end();
    sizes.push({ size, names: [...names, ...native.names], rounds });
  }
  return { browser, sizes };
}

/** The rounds of all who draw, size after size. @param {Page} page @param {string} version @returns {Promise<Race>} */
async function draw(page, version) {
  const browser = `${page.context().browser()?.browserType().name()} ${version}`;
  const sizes = [];
  for (const size of PICTURES) {
    console.log(`  … frames of ${size.join(" × ")}, in ${browser}`);
    await page.reload();
    const counts = { warmUp: WARM_UP, rounds: ROUNDS };
    sizes.push({ size, ...(await page.evaluate(paint, { size, counts })) });
  }
  return { browser, sizes };
}

/** @param {Race} race */
function printFrames({ browser, sizes }) {
  console.log(
    `\n## Frames, in ${browser}\n\nEight steps of symplectic Euler and the picture of all springs on 900 × 600 px, until a pixel can be read; ms,`,
  );
  console.log(
    "minimum / median ± half of what lies between the quarters, and how many times as fast as the first, by minima\n",
  );
  table(sizes, ofFrame);
}

/** A table of one browser's. @param {Race} race */
function print({ browser, sizes }) {
  console.log(
    `\n## Against others, in ${browser}\n\nSymplectic Euler, eight steps a call; ns per spring and step, minimum / median ± half of what lies between the quarters, and how many times as fast as with`,
  );
  console.log("an object a particle, by minima\n");
  table(sizes, (time) => time);
  console.log(`\nPart of the native speed that it has there, by minima\n\n${head(sizes)}`);
  for (const kind of ["double", "single", "in no order, double", "in no order, single"]) {
    const cells = sizes.map(({ names, rounds }) => {
      const [own, native] = ["engine", "engine natively"].map((who) => timesOf(`${who}, ${kind}`, names, rounds));
      return own.length > 0 ? `${Math.round((100 * Math.min(...native)) / Math.min(...own))} %` : "";
    });
    console.log(`| ${kind} | ${cells.join(" | ")} |`);
  }
}

/** All who took part, and how many times as fast each is as the first. @param {Race["sizes"]} sizes @param {(time: number) => number} told  a time as it is told */
function table(sizes, told) {
  console.log(head(sizes));
  const [{ names: all }] = sizes;
  for (const name of all) {
    const cells = sizes.map(({ names, rounds }) => {
      const own = timesOf(name, names, rounds);
      if (own.length === 0) return "";
      const { least, median, spread } = ofTimes(own);
      const other = Math.min(...timesOf(all[0], names, rounds));
      const [first, ...others] = [least, median, spread].map((time) => digits(told(time)));
      return `${first} / ${others.join(" ± ")} (${digits(other / least)}×)`;
    });
    console.log(`| ${name} | ${cells.join(" | ")} |`);
  }
}

/** @param {Race["sizes"]} sizes */
function head(sizes) {
  return `| | ${sizes.map(({ size }) => size.join(" × ")).join(" | ")} |\n|---|${"--:|".repeat(sizes.length)}`;
}

/** The times of one contender, none where it did not take part. @param {string} name @param {string[]} names @param {number[][]} rounds */
function timesOf(name, names, rounds) {
  const i = names.indexOf(name);
  return i < 0 ? [] : rounds.map((times) => times[i]);
}

/** Particles, or 0 where they are those of the default cloth. @param {Case} cloth */
function size({ parameters: { width = 0, height = 0 } }) {
  return Number(width) * Number(height);
}

/** An empty page, and the library beside it. @param {Page} page */
async function serve(page) {
  const [html, js] = ["<!doctype html>", readFileSync(LIBRARY)];
  const answer =
    (/** @type {string} */ contentType, /** @type {string | Buffer} */ body) => (/** @type {Route} */ route) =>
      route.fulfill({ contentType, body, headers: ISOLATED });
  await page.route("http://localhost/", answer("text/html", html));
  await page.route("http://localhost/springlab.js", answer("text/javascript", js));
  const contents = ["race", "engines", "bounds", "frames"].map((name) => `export * from "./${name}.js";`).join("\n");
  const { build: bundle } = await import("esbuild");
  const { outputFiles } = await bundle({
    stdin: { contents, resolveDir: join(root, "bench") },
    ...{ bundle: true, write: false, format: "esm", logLevel: "error" },
  });
  await page.route("http://localhost/race.js", answer("text/javascript", outputFiles[0].text));
  await page.goto("http://localhost/");
}

/**
 * In the page: by how many bytes a cloth makes the wasm memory grow.
 * @param {Record<string, number | string>} parameters
 */
async function grow(parameters) {
  /** @type {typeof Springlab} */
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  const before = (await createSimulation("cloth", { width: 2, height: 2 })).positions.buffer.byteLength;
  const cloth = await createSimulation("cloth", parameters);
  cloth.step(1);
  const { positions, springs } = cloth;
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
      const springs = simulation.springs.length / 2;
      return { simulation, springs, steps: work / springs };
    }),
  );
}

/** In the page: the time of a batch of every cloth in ns, always the same steps. @param {Awaited<ReturnType<typeof open>>} cloths */
function measure(cloths) {
  return cloths.map(({ simulation, steps }) => {
    simulation.restart();
    simulation.step(1); // memory is touched for the first time
    const start = performance.now();
    simulation.step(steps);
    return 1e6 * (performance.now() - start);
  });
}

/**
 * In the page: the rounds of a race, after each of which the native engine takes its turns.
 * @param {{ size: [number, number], counts: { warmUp: number, rounds: number }, mesh?: { obj: string, json: string, parameters: Record<string, number> }, engines: boolean,
 * bounds: boolean }} race
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

/** In the page: the rounds of those who draw. @param {{ size: [number, number], counts: { warmUp: number, rounds: number } }} what */
async function paint({ size, counts }) {
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  const { painters, race } = await import(`${location.origin}/race.js`);
  /** @type {import("../bench/race.js").Contender[]} */
  const all = painters(createSimulation, size);
  /** @type {number[][]} */
  const rounds = [];
  for await (const times of race(all, size, counts)) rounds.push(times);
  return { names: all.map(({ name }) => name), rounds };
}

/** Minimum and median, with three digits. @param {number[]} times @param {number} one */
function summary(times, one) {
  const sorted = times.map((time) => time / one).sort((a, b) => a - b);
  const [minimum, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  return `${digits(minimum)} / ${digits(median)}`;
}

/** With three digits. @param {number} number */
function digits(number) {
  return Number(number.toPrecision(3));
}
