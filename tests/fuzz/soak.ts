// npm run soak -- PART NAMES: fails if memory grows during ten simulated hours on every page, a
// thousand removals of its laboratories, and 10⁸ steps of every scene; or during a part of that, or
// on some of them. Expensive scenes run in a small size, and in their usual size as far as time
// allows.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { CDPSession, Page } from "@playwright/test";
import { createSimulation, scenes } from "../../dist/lib/springlab.js";
import { onSite } from "../../measure/site.js";
import { PAGES } from "../../tools/pages.js";
import type { SpringLab } from "../../www/spring-lab.ts";

/** The whole soak: simulated time on every page in s, removals, and steps of every scene. */
const WHOLE = { time: 36_000, moves: 1000, steps: 1e8 };

/** Largest relative growth of memory after histories, plots and caches are filled. */
const GROWTH = 0.02;

/**
 * When everything is filled: after this part of a soak, and at least this much. A soak is at least
 * twice as long.
 */
const FILLED = { part: 0.1, time: 2400, moves: 50, steps: 10_000 };

/**
 * Duration of a frame in ms of the page's clock, at most what a laboratory catches up with. It is
 * shorter at first: the history then has more checkpoints than later, when a busy machine may cut a
 * frame short and add one.
 */
const FRAME = { filling: 180, full: 250 };

/** Steps of a scene between checks of the time. */
const STEPS = 10_000;

/** Longest time for a page or scene in ms. */
const TIMEOUT_MS = 1_200_000;

/**
 * Longest time in ms for scenes in their usual size that would need hours: they get less far, and
 * say how far.
 */
const GLANCE = 300_000;

/**
 * Small sizes of expensive scenes: memory that leaks per step or frame does so in a small mesh,
 * too.
 */
const SMALL = {
  scenes: {
    cloth: { width: 12, height: 9 },
    drape: { width: 3, height: 3 },
    verlet: { width: 5 },
  } as Record<string, Record<string, number | string>>,
  pages: {
    cloth: { width: 12, height: 9, timeStepSize: 0.005 },
    drape: { width: 3, height: 3, timeStepSize: 0.01 },
  } as Record<string, Record<string, number | string>>,
};

const WINDOW = { width: 1280, height: 900 };

/**
 * Objects that grow in the browser itself: machine code and a list of long tasks, both bounded, and
 * in Chromium a media query for each table head that is laid out, even in an empty page. A
 * `MediaQueryList` that a script asks for is none of these.
 */
const BROWSER =
  /^(blink::ScriptTimingInfo|blink::MediaQuery(Set|FeatureExpNode)?$|.*BasicMember<const blink::MediaQuery|.*Performance|TaskAttribution)/;

const [, , text = "1", ...named] = process.argv;
const part = Number(text);
if (!(part > 0 && part <= 1)) throw new Error(`The part must be a number from 0 to 1; ${text} was given.`);
const all = [...(await scenes()).map(({ id }) => `scene:${id}`), ...PAGES.map(({ name }) => name.toLowerCase())];
const unknown = named.find((name) => !all.includes(name));
if (unknown !== undefined) throw new Error(`A name must be one of ${all.join(", ")}; ${unknown} was given.`);

const wanted = (name: string) => named.length === 0 || named.includes(name);

/** Pages and scenes that grew too much, or failed. */
const grown: string[] = [];

/** @param start  in bytes */
function tell(what: string, start: number, end: number) {
  const growth = end / start - 1;
  const [before, after] = [start, end].map((bytes) => (bytes / 1e6).toFixed(2));
  console.log(`${what}: ${before} MB at first, ${after} MB at the end, ${(100 * growth).toFixed(1)} %`);
  if (growth > GROWTH) grown.push(what);
}

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

for (const { id } of await scenes()) {
  if (wanted(`scene:${id}`)) for (const run of runs(SMALL.scenes[id])) await steps(id, run);
}

await onSite(async (browser, root) => {
  for (const { path, name } of PAGES) {
    if (!wanted(name.toLowerCase())) continue;
    for (const run of runs(SMALL.pages[name.toLowerCase()])) {
      const page = await browser.newPage({ viewport: WINDOW });
      const session = await page.context().newCDPSession(page);
      page.on("pageerror", (error) => grown.push(`${name}: ${error.message}`));
      await page.addInitScript(hasten, FRAME.filling);
      await page.goto(root + path + query(run));
      await soak(page, session, name + said(run), run);
      await move(page, session, name + said(run));
      await page.close();
    }
  }
});

if (grown.length > 0) {
  console.log(`\nMore than ${100 * GROWTH} %, or failed:\n${grown.join("\n")}`);
  process.exitCode = 1;
}

/** A run of a scene or page, in its usual or a small size. */
interface Run {
  parameters: Record<string, number | string>;
  small: boolean;
  /** Patience in ms. */
  patience: number;
}

function runs(small?: Record<string, number | string>): Run[] {
  const usual = { parameters: {}, small: false, patience: part * (small ? GLANCE : TIMEOUT_MS) };
  return small ? [usual, { parameters: small, small: true, patience: part * TIMEOUT_MS }] : [usual];
}

/** The query of the page's address. */
function query({ parameters }: Run) {
  return `?${new URLSearchParams(Object.entries(parameters).map(([key, value]) => [key, `${value}`]))}`;
}

/** The parameters, as lines name them. */
function said({ parameters }: Run) {
  const values = Object.entries(parameters).map(([key, value]) => `${key} ${value}`);
  return values.length > 0 ? ` (${values.join(", ")})` : "";
}

/** Takes all steps of a scene. */
async function steps(id: string, run: Run) {
  const simulation = await createSimulation(id, run.parameters);
  const most = Math.max(part * WHOLE.steps, 2 * FILLED.steps);
  const bytes = () => {
    collect();
    return process.memoryUsage().heapUsed + simulation.positions.buffer.byteLength;
  };
  let taken = 0;
  let restarts = 0;
  let start = 0;
  const end = performance.now() + run.patience;
  while (taken < most && (performance.now() < end || taken < 2 * FILLED.steps)) {
    if (start === 0 && taken >= FILLED.steps) start = bytes();
    const now = Math.min(STEPS, most - taken);
    try {
      simulation.step(now);
    } catch {
      simulation.restart();
      restarts += 1;
    }
    taken += now;
  }
  const restarted = restarts > 0 ? `, ${restarts} times from the start again` : "";
  tell(`${id}${said(run)}: ${taken.toExponential(1)} steps${restarted}`, start, bytes());
  simulation.free();
}

/**
 * In the page: makes every frame last this long and simulated time ten times as fast, and counts
 * the elapsed time. While the page is to run, laboratories that stop by themselves are started
 * again.
 * @param frame  in ms, at first
 */
function hasten(frame: number) {
  const request = window.requestAnimationFrame.bind(window);
  let now = performance.now();
  window.requestAnimationFrame = (callback) => request(() => callback(now));
  const clocks = new Map() as Map<SpringLab, { time: number; elapsed: number }>;
  const page = {
    frame,
    runs: false,
    elapsed: () => {
      const ready = clocks.size === document.querySelectorAll("spring-lab").length;
      return ready ? Math.min(...[...clocks.values()].map(({ elapsed }) => elapsed)) : 0;
    },
  };
  const tick = () => {
    now += page.frame;
    for (const [lab, clock] of clocks) {
      const { time = 0 } = lab.simulation ?? {};
      // some laboratories restart every few seconds: their time then counts from 0
      clock.elapsed += time < clock.time ? time : time - clock.time;
      clock.time = time;
      const button = lab.shadowRoot?.querySelector("button.primary");
      if (page.runs && button instanceof HTMLButtonElement && button.textContent !== "Pause") button.click();
    }
    request(tick);
  };
  request(tick);
  document.addEventListener("springlab-ready", ({ target }) => {
    const lab = target as SpringLab;
    lab.set("timeRate", 10);
    if (!clocks.has(lab)) clocks.set(lab, { time: 0, elapsed: 0 });
  });
  Object.assign(window, { soak: page });
}

/** Runs a page for the time of the soak. */
async function soak(page: Page, session: CDPSession, name: string, run: Run) {
  // a laboratory runs only while it is visible
  await page.setViewportSize({ ...WINDOW, height: Math.max(WINDOW.height, await page.evaluate(depth)) });
  const most = Math.max(part * WHOLE.time, 2 * FILLED.time);
  const filled = Math.max(FILLED.part * most, FILLED.time);
  const patience = run.patience + 60_000;
  const begin = performance.now();
  let start = 0;
  let time = 0;
  while (time < most && performance.now() - begin < patience) {
    await page.waitForTimeout(500);
    time = await page.evaluate(elapsed);
    const long = time >= filled || performance.now() - begin > patience / 2;
    if (start > 0 || !long) continue;
    start = await bytes(page, session);
    await page.evaluate(lengthen, FRAME.full);
  }
  tell(`${name}: ${(time / 3600).toPrecision(2)} simulated hours`, start, await bytes(page, session));
}

/** In the page: bottom of the lowest laboratory in px. */
function depth() {
  const labs = [...document.querySelectorAll("spring-lab")];
  return Math.max(...labs.map((lab) => Math.ceil(lab.getBoundingClientRect().bottom)));
}

/**
 * In the page: keeps it running, and returns the least elapsed time of its laboratories in
 * simulated s.
 */
function elapsed() {
  const { soak } = window as unknown as Soaked;
  soak.runs = true;
  return soak.elapsed();
}

/** In the page: sets the duration of a frame. @param frame  in ms */
function lengthen(frame: number) {
  const { soak } = window as unknown as Soaked;
  soak.frame = frame;
}

/** Property of the window that `hasten` adds. */
type Soaked = { soak: { frame: number; runs: boolean; elapsed: () => number } };

/** Removes every laboratory from its page and puts it back, repeatedly. */
async function move(page: Page, session: CDPSession, name: string) {
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

/** In the page: removes all laboratories and puts them back. */
async function leave(times: number) {
  const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
  for (let i = 0; i < times; i++) {
    for (const lab of labs) {
      const parent = lab.parentNode;
      const next = lab.nextSibling;
      lab.remove();
      parent?.insertBefore(lab, next);
      while (!lab.simulation) await new Promise((done) => setTimeout(done));
      if (i % 10 === 9) await new Promise(requestAnimationFrame);
    }
  }
}

/**
 * Bytes that a page uses, paused after a restart: of scripts, of the browser's objects for them,
 * and of the engine, whose memory is a buffer of the scripts.
 */
async function bytes(page: Page, session: CDPSession) {
  await page.evaluate(() => {
    const { soak } = window as unknown as Soaked;
    soak.runs = false;
    const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
    for (const lab of labs) {
      lab.restart();
      lab.step();
    }
  });
  await page.waitForTimeout(2000); // until pending work is done
  for (let i = 0; i < 3; i++) await session.send("HeapProfiler.collectGarbage");
  const chunks = [] as string[];
  const take = ({ chunk }: { chunk: string }) => chunks.push(chunk);
  session.on("HeapProfiler.addHeapSnapshotChunk", take);
  await session.send("HeapProfiler.takeHeapSnapshot");
  session.off("HeapProfiler.addHeapSnapshotChunk", take);
  const { snapshot, nodes, strings } = JSON.parse(chunks.join(""));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = ["type", "name", "self_size"].map((field) => fields.indexOf(field));
  let sum = 0;
  for (let i = 0; i < nodes.length; i += fields.length) {
    if (types[type][nodes[i + type]] === "code" || BROWSER.test(strings[nodes[i + name]])) continue;
    sum += nodes[i + size];
  }
  return sum;
}
