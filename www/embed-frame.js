// A laboratory in a frame of another page: the address says which one, and messages lead it.
import "./spring-lab.js";
import { isParameter, kebabCase } from "./lab/attributes.js";

/** @import { SpringLab } from "./spring-lab.js" */

/** What an address has beside parameters that becomes an attribute. */
const ATTRIBUTES = ["scene", "show", "controls", "locked", "paused", "label"];

/** What an address has that names who may send and get messages: an origin, "null" for a page without one, or "*" for all. */
const ORIGIN = "origin";

/** Light or dark, where the page around knows only one. */
const SCHEME = "color-scheme";

/**
 * What a page can ask for, and what for. Each is answered by the state, or by an error: what the laboratory refuses, which is false, it says itself.
 * @type {Record<string, (message: Record<string, unknown>) => boolean | void>}
 */
const COMMANDS = {
  get: () => {},
  set: ({ key, value }) => {
    if (typeof key !== "string") throw new Error(`key must be a text; ${kind(key)} was given.`);
    if (typeof value !== "number" && typeof value !== "string")
      throw new Error(`value must be a number or a text; ${kind(value)} was given.`);
    return lab.set(key, value);
  },
  restart: () => lab.restart(),
  reset: () => lab.reset(),
  play: () => lab.play(),
  pause: () => lab.pause(),
  step: () => lab.step(),
  "run-to": ({ time }) => {
    if (typeof time !== "number") throw new Error(`time must be a number; ${kind(time)} was given.`);
    return lab.runTo(time);
  },
};

/** The page around; alone in its window it would talk to itself. */
const around = parent === window ? undefined : parent;

const query = new URLSearchParams(location.search);
const allowed = query.getAll(ORIGIN);
if (isOurs()) allowed.push(location.origin);
query.delete(ORIGIN);

const lab = /** @type {SpringLab} */ (document.createElement("spring-lab"));
lab.setAttribute("loading", "eager");
const scheme = query.get(SCHEME) ?? "";
if (["light", "dark"].includes(scheme)) {
  for (const { style } of [document.documentElement, lab]) style.colorScheme = scheme;
  query.delete(SCHEME);
}
for (const [key, value] of query) {
  const name = kebabCase(key);
  if (ATTRIBUTES.includes(name) || isParameter(name)) lab.setAttribute(name, value);
}

/** Whether the page around is of the same site. */
function isOurs() {
  try {
    return around?.origin === location.origin;
  } catch {
    return false;
  }
}

/** To the page around, if it may hear it. @param {string} about @param {object} [more] */
function post(about, more) {
  const message = { springlab: about, ...more };
  const targets = allowed.includes("*") || allowed.includes("null") ? ["*"] : allowed;
  for (const target of targets) if (target !== "null") around?.postMessage(message, target);
}

function state() {
  const parameters = Object.fromEntries(lab.parameters.map(({ key }) => [key, lab.get(key)]));
  return { scene: lab.getAttribute("scene"), parameters, time: lab.time, playing: lab.playing };
}

/** @param {unknown} value */
function kind(value) {
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase();
}

lab.addEventListener("springlab-ready", () => post("ready", state()));
lab.addEventListener("springlab-change", () => post("state", state()));
lab.addEventListener("springlab-time", (event) => post("time", /** @type {CustomEvent} */ (event).detail));
lab.addEventListener("springlab-error", (event) => post("error", /** @type {CustomEvent} */ (event).detail));

addEventListener("message", ({ data, origin, source }) => {
  const known = allowed.includes("*") || allowed.includes(origin);
  // others talk to each other, too
  if (source !== around || !known || typeof data !== "object" || typeof data?.springlab !== "string") return;
  const command = Object.hasOwn(COMMANDS, data.springlab) ? COMMANDS[data.springlab] : undefined;
  try {
    if (!command)
      throw new Error(`springlab must be one of ${Object.keys(COMMANDS).join(", ")}; "${data.springlab}" was given.`);
    if (command(data) !== false) post("state", state());
  } catch (error) {
    post("error", { subject: data.springlab, sentence: /** @type {Error} */ (error).message });
  }
});

// the height that it needs tells nothing that all could not see; as a subject it has what Canvas and others listen to
const size = new ResizeObserver(() => {
  const height = document.documentElement.scrollHeight;
  around?.postMessage({ springlab: "size", subject: "lti.frameResize", height }, "*");
});
size.observe(lab);

document.body.append(lab);
