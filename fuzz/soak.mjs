// npm run soak -- PART NAMES: ten hours on every page, a thousand times out of the page and back, 10⁸ steps of every scene, or a part of each, or of some; whether memory stays flat.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { createSimulation, scenes } from "../dist/lib/springlab.js";
import { chromium } from "../tools/browsers.js";
import { PAGES } from "../tools/pages.js";

/** @import { CDPSession, Page } from "@playwright/test" */
/** @import { SpringLab } from "../www/spring-lab.js" */

/** All of it: simulated time on every page in s, times out of it and back, steps of every scene. */
const WHOLE = { time: 36_000, moves: 1000, steps: 1e8 };

/** What memory may grow by from when all is filled that fills, as histories and plots are, to the end. */
const GROWTH = 0.02;

/** After how much all is filled: the part of a soak, and at least so much. A soak is twice as long at least. */
const FILLED = { part: 0.1, time: 2400, moves: 50, steps: 10_000 };

/** Steps of a scene between two looks at the watch. */
const STEPS = 10_000;

/** How long a page may take for all of its time, in ms: one that computes much comes less far, and says how far. */
const PATIENCE = 600_000;

/** What grows in the browser itself, up to bounds of its own: machine code, and a list of what took long. */
const BROWSER = /^(blink::ScriptTimingInfo|.*Performance|TaskAttribution)/;

const [, , text = "1", ...named] = process.argv;
const part = Number(text);
if (!(part > 0 && part <= 1)) throw new Error(`The part must be a number from 0 to 1; ${text} was given.`);
const all = [...(await scenes()).map(({ id }) => `scene:${id}`), ...PAGES.map(({ name }) => name.toLowerCase())];
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`A name must be one of ${all.join(", ")}; ${unknown} was given.`);

/** @param {string} name */
const wanted = (name) => named.length === 0 || named.includes(name);

/** What grew too much. @type {string[]} */
const grown = [];

/** @param {string} what @param {number} start  in bytes @param {number} end */
function tell(what, start, end) {
  const growth = end / start - 1;
  const [before, after] = [start, end].map((bytes) => (bytes / 1e6).toFixed(2));
  console.log(`${what}: ${before} MB at first, ${after} MB at the end, ${(100 * growth).toFixed(1)} %`);
  if (growth > GROWTH) grown.push(what);
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

for (const { id } of await scenes()) {
  if (!wanted(`scene:${id}`)) continue;
  const simulation = await createSimulation(id);
  const most = Math.max(part * WHOLE.steps, 2 * FILLED.steps);
  const bytes = () => {
    collect();
    return process.memoryUsage().heapUsed + simulation.positions.buffer.byteLength;
  };
  let [steps, restarts, start] = [0, 0, 0];
  const end = performance.now() + part * PATIENCE;
  for (; steps < most && (performance.now() < end || steps < 2 * FILLED.steps); steps += STEPS) {
    if (start === 0 && steps >= FILLED.steps) start = bytes();
    try {
      simulation.step(Math.min(STEPS, most - steps));
    } catch {
      simulation.restart();
      restarts += 1;
    }
  }
  const restarted = restarts > 0 ? `, ${restarts} times from the start again` : "";
  tell(`${id}: ${Math.min(steps, most).toExponential(1)} steps${restarted}`, start, bytes());
  simulation.free();
}

// what weighs much comes when the scenes are weighed
const { chromium: playwright } = await import("@playwright/test");
const { preview } = await import("vite");
const server = await preview({ logLevel: "warn", preview: { port: 0 } });
const browser = await playwright.launch(chromium.launchOptions);
try {
  for (const { path, name } of PAGES) {
    if (!wanted(name.toLowerCase())) continue;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    const session = await page.context().newCDPSession(page);
    page.on("pageerror", (error) => grown.push(`${name}: ${error.message}`));
    await page.addInitScript(hasten);
    await page.goto(`${server.resolvedUrls?.local[0]}${path}`);
    await run(page, session, name);
    await move(page, session, name);
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}

if (grown.length > 0) {
  console.log(`\nMore than ${100 * GROWTH} %, or failed:\n${grown.join("\n")}`);
  process.exitCode = 1;
}

/** In the page: a frame is as long as the laboratory makes up for, and simulated time ten times as fast. */
function hasten() {
  const request = window.requestAnimationFrame.bind(window);
  let now = performance.now();
  window.requestAnimationFrame = (callback) => request(() => callback(now));
  const tick = () => {
    now += 250;
    request(tick);
  };
  request(tick);
  document.addEventListener("springlab-ready", ({ target }) => /** @type {SpringLab} */ (target).set("timeRate", 10));
}

/** Lets a page run. @param {Page} page @param {CDPSession} session @param {string} name */
async function run(page, session, name) {
  const most = Math.max(part * WHOLE.time, 2 * FILLED.time);
  const filled = Math.max(FILLED.part * most, FILLED.time);
  const patience = part * PATIENCE + 60_000;
  const begin = performance.now();
  let [start, lived] = [0, 0];
  while (lived < most && performance.now() - begin < patience) {
    await page.waitForTimeout(500);
    lived += await page.evaluate(advance);
    const long = lived >= filled || performance.now() - begin > patience / 2;
    if (start === 0 && long) start = await bytes(page, session);
  }
  tell(`${name}: ${(lived / 3600).toPrecision(2)} simulated hours`, start, await bytes(page, session));
}

/** In the page: simulated time in s since it was asked before; what stopped runs again. */
function advance() {
  const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
  const [lab] = labs;
  const now = lab.simulation?.time ?? 0;
  const before = Number(Reflect.get(window, "before") ?? 0);
  Reflect.set(window, "before", now);
  for (const each of labs) {
    const button = each.shadowRoot?.querySelector("button.primary");
    if (button instanceof HTMLButtonElement && button.textContent !== "Pause") button.click();
  }
  // what began again has lived as long as it says, at least
  return now < before ? now : now - before;
}

/** Takes every laboratory out of its page and puts it back, again and again. @param {Page} page @param {CDPSession} session @param {string} name */
async function move(page, session, name) {
  const most = Math.max(Math.ceil(part * WHOLE.moves), 2 * FILLED.moves);
  const filled = Math.max(Math.ceil(FILLED.part * most), FILLED.moves);
  let start = 0;
  for (let done = 0; done < most; ) {
    const times = done < filled ? filled : most - filled;
    await page.evaluate(leave, times);
    done += times;
    if (start === 0) start = await bytes(page, session);
  }
  tell(`${name}: ${most} times out and back`, start, await bytes(page, session));
}

/** In the page. @param {number} times */
async function leave(times) {
  const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
  for (let i = 0; i < times; i++) {
    for (const lab of labs) {
      const [parent, next] = [lab.parentNode, lab.nextSibling];
      lab.remove();
      parent?.insertBefore(lab, next);
      while (!lab.simulation) await new Promise((done) => setTimeout(done));
      if (i % 10 === 9) await new Promise(requestAnimationFrame);
    }
  }
}

/**
 * Bytes of a page that are in use at rest, at the start of its run: of scripts, of what the browser keeps for them, and of the engine.
 * @param {Page} page @param {CDPSession} session
 */
async function bytes(page, session) {
  const engine = await page.evaluate(() => {
    const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
    for (const lab of labs) {
      lab.restart();
      lab.step();
    }
    return labs[0].simulation?.positions.buffer.byteLength ?? 0;
  });
  await page.waitForTimeout(2000); // what waits is done
  for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
  const chunks = /** @type {string[]} */ ([]);
  const take = (/** @type {{ chunk: string }} */ { chunk }) => chunks.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", take);
  await session.send("HeapProfiler.takeHeapSnapshot");
  session.off("HeapProfiler.addHeapSnapshotChunk", take);
  const { snapshot, nodes, strings } = JSON.parse(chunks.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ["type", "name", "self_size"].map((field) => fields.indexOf(field));
  let sum = engine;
  for (let i = 0; i < nodes.length; i += fields.length) {
    if (types[type][nodes[i + type]] === "code" || BROWSER.test(strings[nodes[i + name]])) continue;
    sum += nodes[i + size];
  }
  return sum;
}
