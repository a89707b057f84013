// npm run bench: what a step of the cloth costs, natively and in Chromium, as Markdown tables.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { build } from "./build.js";
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

/** In the first rounds Chromium still optimises the engine. */
const WARM_UP = 2;
const ROUNDS = 9;

/** What takes the same steps, and on how many masses; each portion of steps is as large as a frame's. */
const CONTENDERS = ["objects", "arrays", "engine, double", "engine, single"];
/** @type {[number, number][]} */
const SIZES = [
  [40, 30],
  [100, 100],
  [300, 300],
  [1000, 1000],
];
const PORTION = 8;

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
  const { cases, bytes } = await measureNatively();
  const { answers, memory, against } = await measureInChromium(cases);
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
  console.log(
    `\n## Against JavaScript, in Chromium\n\nSymplectic Euler, eight steps a call; ns per spring and step, minimum / median, and how many times as fast as with an object`,
  );
  console.log(
    `a particle, by minima\n\n| cloth | ${CONTENDERS.join(" | ")} |\n|---|${CONTENDERS.map(() => "--:|").join("")}`,
  );
  for (const { size, springs, times } of against) {
    const first = Math.min(...times[0]);
    const cells = times.map((own) => `${summary(own, springs * PORTION)} (${(first / Math.min(...own)).toFixed(2)}×)`);
    console.log(`| ${size.join(" × ")} | ${cells.join(" | ")} |`);
  }
  console.log(`\n## Memory\n\n| | bytes |\n|---|--:|\n| buffers, per particle | ${bytes.particle} |`);
  console.log(`| buffers, per spring | ${bytes.spring} |`);
  const { springs, particles, growth } = memory;
  const buffers = bytes.particle * particles + bytes.spring * springs;
  console.log(`| buffers of ${particles} particles and ${springs} springs | ${buffers} |`);
  console.log(`| growth of the wasm memory by this cloth | ${growth} |`);
});

/** @returns {Promise<{ cases: Case[], bytes: { particle: number, spring: number } }>} */
async function measureNatively() {
  const bench = ["cargo", "bench", "--locked", "--bench", "steps"];
  await run("compiling the benchmarks (minutes, once)", [...bench, "--no-run"]);
  const text = await run("measuring natively (about a minute)", bench, { env: { CRITERION_HOME: RESULTS } });
  const cases = readdirSync(RESULTS, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(join("new", "benchmark.json")))
    .map((path) => ({ ...readJson(path), ...readJson(join(path, "../sample.json")) }))
    .filter((result) => text.includes(result.full_id)) // others are from an earlier run
    .sort((a, b) => text.indexOf(a.full_id) - text.indexOf(b.full_id))
    .map(({ group_id, value_str, throughput, iters, times }) => ({
      question: group_id,
      name: value_str.replaceAll("&", ", "),
      parameters: parse(value_str),
      work: throughput.Elements,
      natively: times.map((/** @type {number} */ time, /** @type {number} */ i) => time / iters[i]),
    }));
  const [, particle, spring] = (text.match(/bytes a particle: (\d+), a spring: (\d+)/) ?? []).map(Number);
  return { cases, bytes: { particle, spring } };
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

/** @param {Case[]} cases */
async function measureInChromium(cases) {
  const { chromium: playwright } = await import("playwright-core");
  const { chromium } = await import("./browsers.js");
  const browser = await playwright.launch(chromium.launchOptions);
  try {
    console.log(
      `· measuring dist/lib of ${statSync(LIBRARY).mtime.toLocaleString()} in Chromium ${browser.version()} …`,
    );
    const page = await browser.newPage();
    await serve(page);
    const largest = cases.reduce((a, b) => (size(b) > size(a) ? b : a));
    const memory = await page.evaluate(grow, largest.parameters);
    await page.reload(); // memory does not shrink
    const answers = await ask(page, cases);
    await page.reload();
    return { answers, memory, against: await compare(page) };
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

/** All contenders in turn, size after size. @param {Page} page */
async function compare(page) {
  const answers = [];
  for (const size of SIZES) {
    console.log(`  … against JavaScript on ${size.join(" × ")}`);
    const rounds = { warmUp: WARM_UP, count: ROUNDS, portion: PORTION };
    answers.push({ size, ...(await page.evaluate(race, { size, rounds })) });
  }
  return answers;
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
  for (const name of ["objects.js", "arrays.js"]) {
    await page.route(`http://localhost/${name}`, answer("text/javascript", readFileSync(join(root, "bench", name))));
  }
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
 * In the page: the times of a portion of steps of every contender in ns, round after round.
 * @param {{ size: [number, number], rounds: { warmUp: number, count: number, portion: number } }} race
 */
async function race({ size: [width, height], rounds }) {
  /** @type {typeof Springlab} */
  const { createSimulation } = await import(`${location.origin}/springlab.js`);
  const objects = await import(`${location.origin}/objects.js`);
  const arrays = await import(`${location.origin}/arrays.js`);
  const h = 0.0005;
  const engine = (/** @type {string} */ precision) =>
    createSimulation("cloth", { width, height, timeStepSize: h, precision });
  const [double, single] = [await engine("double"), await engine("single")];
  const cloths = [objects.createCloth(width, height, h), arrays.createCloth(width, height, h), double, single];
  const springs = double.springs.length / 2;
  // some ms at least, as a clock is coarse
  const portions = Math.ceil(2e6 / (springs * rounds.portion));
  /** @type {number[][]} */
  const times = cloths.map(() => []);
  for (let round = 0; round < rounds.warmUp + rounds.count; round++) {
    for (const [i, cloth] of cloths.entries()) {
      const start = performance.now();
      for (let n = 0; n < portions; n++) cloth.step(rounds.portion);
      if (round >= rounds.warmUp) times[i].push((1e6 * (performance.now() - start)) / portions);
    }
  }
  for (const cloth of [double, single]) cloth.free();
  return { springs, times };
}

/** Minimum and median, with three digits. @param {number[]} times @param {number} one */
function summary(times, one) {
  const sorted = times.map((time) => time / one).sort((a, b) => a - b);
  const [minimum, median] = [sorted[0], sorted[Math.floor(sorted.length / 2)]];
  return `${Number(minimum.toPrecision(3))} / ${Number(median.toPrecision(3))}`;
}
