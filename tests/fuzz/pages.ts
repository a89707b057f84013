// A monkey on the built pages, which it opens with random addresses. None of its actions may throw,
// halt the page or make it show NaN, Infinity, undefined or null.
import assert from "node:assert/strict";
import type { Page } from "@playwright/test";
import { FRONT, PAGES } from "../../tools/pages.js";
import type { SpringLab } from "../../www/spring-lab.ts";
import type { Randoms } from "./random.ts";
import { randoms } from "./random.ts";

/** Longest time without a frame in ms, on a busy machine. */
const TIMEOUT_MS = 20_000;

/** Actions on a page before the next one is opened. */
const VISIT = 40;

const SIZES = [
  { width: 1280, height: 900 },
  { width: 1920, height: 1080 },
  { width: 360, height: 640 },
  { width: 700, height: 300 },
  { width: 120, height: 90 },
];

/** Texts for fields and addresses: few parameters accept them. */
const VALUES = [
  ..."NaN Infinity -Infinity 1e308 -1e308 5e-324 -0 0 -1 1e-9 0x10 1,5 1.500,5 −3 ５ 1e . true null undefined on off".split(
    " ",
  ),
  "",
  " ",
  "1 000",
  "5 ms",
  "<b>bold</b>",
  "%00",
  "\u202e1",
  "__proto__",
  "constructor",
  "x".repeat(5000),
  "1".repeat(400),
];

const KEYS = [
  ..."Space Enter Escape Tab Shift+Tab ArrowLeft ArrowRight ArrowUp ArrowDown PageUp PageDown Home End Delete".split(
    " ",
  ),
  ..."Backspace Shift+ArrowLeft Shift+ArrowUp Control+a Control+z r s b t f + - 0 i j k l n p c x 1 9 ? . ,".split(" "),
];

/** Interactive elements of pages and laboratories. */
const OPERATED = "a, button, summary, input, select, canvas, [tabindex]";

/** Parameters of a page, with values to try. */
type Settings = { name: string; values: (string | number)[] }[];

/** Lets the monkey act a number of times, or for a time. @param base  the address of the site */
export async function fuzz(
  page: Page,
  base: string,
  seed: number,
  {
    actions = Number.POSITIVE_INFINITY,
    seconds = Number.POSITIVE_INFINITY,
    visit = VISIT,
  }: { actions?: number; seconds?: number; visit?: number },
) {
  const choices = randoms(seed);
  const end = performance.now() + 1000 * seconds;
  const log = [] as string[];
  const faults = watch(page);
  await page.addInitScript(stay);
  let count = 0;
  const settings = new Map() as Map<string, Settings>;
  const order = [...PAGES.map(({ path }) => path), FRONT].sort(() => choices.random() - 0.5);
  try {
    for (let round = 0; count < actions && performance.now() < end; round++) {
      const path = order[round % order.length];
      log.length = 0;
      log.push(`open ${path}`);
      if (!settings.has(path)) {
        await open(page, base + path);
        settings.set(path, await page.evaluate(settingsOf));
      }
      const query = address(settings.get(path) ?? [], choices);
      log[0] += query;
      await open(page, base + path + query);
      count += 1;
      for (let i = 0; i < visit && count < actions && performance.now() < end; i++, count++) {
        const action = choices.pick(ACTIONS);
        try {
          await within(action({ page, choices, log, settings: settings.get(path) ?? [] }));
        } catch (error) {
          if (!/context was destroyed/.test(String(error))) throw error;
          break; // the browser's context menu led back
        }
        if (i % 5 === 4) await sound(page, faults, log);
      }
      await sound(page, faults, log);
    }
  } catch (error) {
    const script = log.slice(-25).map(shortened).join("\n  ");
    throw new Error(`seed ${seed}, action ${count}:\n  ${script}\n${error instanceof Error ? error.message : error}`);
  }
  return count;
}

/** A line of the log without the middle of a long text. */
function shortened(line: string) {
  return line.length > 160 ? `${line.slice(0, 80)} … ${line.slice(-40)} (${line.length} characters)` : line;
}

/** Collects errors and warnings of a page. */
function watch(page: Page) {
  const faults = [] as string[];
  page.on("console", (message) => {
    // Chromium's warning about WebGL without a graphics processor
    if (message.text().includes("GPU stall due to ReadPixels")) return;
    if (["error", "warning", "assert"].includes(message.type())) faults.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => faults.push(`error: ${error.stack ?? error}`));
  page.on("crash", () => faults.push("the page crashed"));
  page.on("dialog", (dialog) => dialog.dismiss());
  page.context().on("page", (other) => other !== page && other.close());
  return faults;
}

/**
 * In the page: keeps links from leaving it; their listeners have run by then. The page fills the
 * window instead of the screen: there, headless Chromium crashes when a select opens in a small
 * window of emulated size, 9 of 10 times on any page.
 */
function stay() {
  window.print = () => {};
  Element.prototype.requestFullscreen = () => Promise.reject(new Error("refused"));
  const hold = (event: Event) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
    if (link instanceof HTMLAnchorElement && !link.download) event.preventDefault();
  };
  for (const type of ["click", "auxclick"]) addEventListener(type, hold);
}

async function open(page: Page, url: string) {
  await page.goto(url, { timeout: TIMEOUT_MS });
  await page.waitForFunction(
    () =>
      [...(document.querySelectorAll("spring-lab[loading=eager]") as NodeListOf<SpringLab>)].every(
        (lab) => lab.simulation,
      ),
    undefined,
    { timeout: TIMEOUT_MS },
  );
}

/** In the page: parameters of its laboratories, with values to try. */
function settingsOf(): Settings {
  const labs = [...(document.querySelectorAll("spring-lab") as NodeListOf<SpringLab>)];
  return labs.flatMap((lab) =>
    lab.parameters.map((parameter) => {
      const name = labs.length > 1 ? `${lab.id}.${parameter.key}` : parameter.key;
      if ("options" in parameter) return { name, values: parameter.options.map(({ value }) => value) };
      const { min, max, default: usual, whole } = parameter;
      // larger counts would only take time
      const most = whole ? Math.min(max, 2 * usual) : max;
      return { name, values: [min, most, min - 1, 2 * max, usual / 2, 1.5 * usual, (min + most) / 2] };
    }),
  );
}

function address(settings: Settings, { below, pick, chance }: Randoms) {
  const pairs = Array.from({ length: below(5) }, () => {
    if (settings.length === 0 || chance(0.1)) return [pick([...VALUES, "run-to", "restart", "x.y"]), pick(VALUES)];
    const { name, values } = pick(settings);
    return [name, String(chance(0.7) ? pick(values) : pick(VALUES))];
  });
  const query = chance(0.1) ? pick(VALUES) : new URLSearchParams(pairs);
  return pairs.length > 0 ? `?${query}` : "";
}

type Visit = { page: Page; choices: Randoms; log: string[]; settings: Settings };

/** Scrolls to a random element, and returns its place on the screen. */
async function find({ page, choices, log }: Visit, selector: string) {
  const found = await page.evaluate(
    ([selector, part]) => {
      const roots = [document, ...[...document.querySelectorAll("spring-lab")].flatMap((lab) => lab.shadowRoot ?? [])];
      const nodes = roots
        .flatMap((root) => [...root.querySelectorAll(String(selector))])
        .filter((node) => node.getClientRects().length > 0 && !node.matches(":disabled"));
      const node = nodes[Math.floor(Number(part) * nodes.length)];
      if (!node) return undefined;
      node.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, width, height } = node.getBoundingClientRect();
      const name = node.getAttribute("aria-label") || node.id || node.textContent;
      return {
        x,
        y,
        width,
        height,
        name: `${node.localName} ${node.getAttribute("href") ?? ""} ${String(name).trim().slice(0, 40)}`,
      };
    },
    [selector, choices.random()] as const,
  );
  log.push(`${selector}: ${found?.name}`);
  return found;
}

const ACTIONS: ((visit: Visit) => Promise<void>)[] = [
  click,
  click,
  click,
  type,
  type,
  press,
  press,
  drag,
  drag,
  turn,
  choose,
  resize,
  call,
  call,
  hide,
  wait,
];

async function click(visit: Visit) {
  const { page, choices } = visit;
  const box = await find(visit, OPERATED);
  if (!box) return;
  const x = box.x + choices.random() * box.width;
  const y = box.y + choices.random() * box.height;
  const button = choices.chance(0.9) ? "left" : choices.pick(["middle", "right"] as const);
  await page.mouse.click(x, y, { button, clickCount: choices.pick([1, 1, 1, 2, 3]) });
}

async function type(visit: Visit) {
  const { page, choices, log, settings } = visit;
  const box = await find(visit, "input:not([type=checkbox], [type=file]), input[role=spinbutton]");
  if (!box) return;
  const own = choices.chance(0.5) ? choices.pick(VALUES) : "";
  const text = own || String(choices.pick(settings.length > 0 ? choices.pick(settings).values : VALUES));
  log.push(`type ${text}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.keyboard.press(choices.pick(["Enter", "Tab", "Escape", "ArrowUp"]));
}

async function press({ page, choices, log }: Visit) {
  for (let i = 0; i <= choices.below(5); i++) {
    const key = choices.pick(KEYS);
    log.push(`press ${key}`);
    await page.keyboard.press(key);
  }
}

async function drag(visit: Visit) {
  const { page, choices } = visit;
  const box = await find(visit, choices.chance(0.7) ? "canvas[role=application]" : "canvas, [role=slider]");
  if (!box) return;
  const at = () => [box.x + choices.random() * box.width, box.y + choices.random() * box.height] as const;
  const modifier = choices.pick(["", "", "", "Shift", "Control"]);
  if (modifier) await page.keyboard.down(modifier);
  await page.mouse.move(...at());
  await page.mouse.down();
  for (let i = 0; i < choices.below(6); i++) await page.mouse.move(...at(), { steps: choices.pick([1, 3]) });
  if (choices.chance(0.2)) await press(visit);
  if (choices.chance(0.2)) await page.mouse.move(-500, 5000);
  await page.mouse.up();
  if (modifier) await page.keyboard.up(modifier);
}

async function turn(visit: Visit) {
  const { page, choices } = visit;
  const box = await find(visit, OPERATED);
  if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  const zoom = choices.chance(0.5);
  if (zoom) await page.keyboard.down("Control");
  await page.mouse.wheel(choices.pick([0, 0, -300]), choices.pick([-5000, -100, 100, 5000]));
  if (zoom) await page.keyboard.up("Control");
}

async function choose(visit: Visit) {
  const { page, choices } = visit;
  const box = await find(visit, "select");
  if (!box) return;
  await page.mouse.click(box.x + 5, box.y + 5);
  for (let i = 0; i < choices.below(6); i++) await page.keyboard.press(choices.pick(["ArrowDown", "ArrowUp", "End"]));
  await page.keyboard.press("Enter");
}

async function resize({ page, choices, log }: Visit) {
  const size = choices.pick(SIZES);
  log.push(`resize ${size.width} ${size.height}`);
  await page.setViewportSize(size);
}

/** Uses a laboratory as a script on the page would. */
async function call({ page, choices, log, settings }: Visit) {
  const { pick, chance } = choices;
  const setting = settings.length > 0 ? pick(settings) : { name: "x", values: VALUES };
  const value = chance(0.6) ? pick(setting.values) : pick([...VALUES, Number.NaN, Number.POSITIVE_INFINITY, 1e308, -0]);
  const key = setting.name.replace(/.*\./, "");
  const kind = pick([
    "set",
    "set",
    "set",
    "attribute",
    "restart",
    "reset",
    "runTo",
    "seek",
    "stepBack",
    "step",
    "keep",
    "full",
    "leave",
  ]);
  log.push(`${kind} ${key} ${value}`);
  await page.evaluate(
    async ({ kind, key, value, part }) => {
      const labs = [...document.querySelectorAll("spring-lab")] as any[];
      const lab = labs[Math.floor(part * labs.length)];
      if (!lab) return;
      await customElements.whenDefined("spring-lab"); // a link may have loaded the page anew
      if (kind === "set") lab.set(key, value);
      else if (kind === "runTo" || kind === "seek") lab[kind](value);
      else if (kind === "keep") lab.keep()();
      else if (kind === "leave" || kind === "attribute") {
        const parent = lab.parentNode;
        const next = lab.nextSibling;
        lab.remove();
        if (kind === "attribute")
          lab.setAttribute(
            key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
            String(value),
          );
        if (part < 0.5) await new Promise((done) => setTimeout(done, 20));
        parent.insertBefore(lab, next);
      } else lab[kind]();
    },
    { kind, key, value, part: choices.random() },
  );
}

/** Hides the page for a moment, as another tab does. */
async function hide({ page, log }: Visit) {
  log.push("hide");
  await page.evaluate(async () => {
    for (const hidden of [true, false]) {
      Object.defineProperty(document, "hidden", { configurable: true, value: hidden });
      document.dispatchEvent(new Event("visibilitychange"));
      await new Promise((done) => setTimeout(done, 50));
    }
  });
}

async function wait({ page, choices }: Visit) {
  await page.waitForTimeout(choices.below(400));
}

async function within<T>(work: Promise<T>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`the page gave no answer for ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asserts that the page still runs and shows no faulty text. */
async function sound(page: Page, faults: string[], log: string[]) {
  const texts: string[] = await within(page.evaluate(textsAfterAFrame));
  assert.deepEqual(faults, []);
  // messages may quote what was typed
  const told = /"[^"]*"|-?(NaN|Infinity)(?= was given)/g;
  const none = /\b(NaN|Infinity|undefined|null)\b|\[object/;
  const own = (text: string) => log.some((line) => line.includes(none.exec(text)?.[0] ?? ""));
  const wrong = texts.filter(
    (text) => !log.includes(`type ${text}`) && none.test(text.replace(told, (given) => (own(given) ? "" : given))),
  );
  assert.deepEqual(wrong, [], "texts on the page");
}

/**
 * In the page: all texts of laboratories and of the bar of links, and values of fields that were
 * accepted.
 */
async function textsAfterAFrame() {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const labs = [...document.querySelectorAll("spring-lab")];
  const roots = [...labs, ...labs.flatMap((lab) => lab.shadowRoot ?? []), ...document.querySelectorAll(".set, figure")];
  return roots.flatMap((root) => {
    const nodes = [...root.querySelectorAll("*")];
    const attributes = ["aria-label", "aria-valuetext", "aria-valuenow", "title", "placeholder", "d", "style"];
    const fields = root.querySelectorAll("input:not([aria-invalid], :focus)") as NodeListOf<HTMLInputElement>;
    return [
      ...nodes.flatMap((node) => attributes.map((name) => node.getAttribute(name) ?? "")),
      ...nodes.flatMap((node) => [...node.childNodes].map((child) => (child instanceof Text ? child.data : ""))),
      ...Array.from(fields, ({ value }) => value),
    ].filter(Boolean);
  });
}
