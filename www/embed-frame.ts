// The script of embed.html: a laboratory in a frame, set by its address and controlled by messages.
import { quoted } from "./base/quote.ts";
import "./spring-lab.ts";
import { ADDRESSED, isParameter } from "./lab/attributes.ts";
import { Messages } from "./lab/model/messages.ts";
import { messageView } from "./lab/views/message.ts";
import { readOrigins } from "./origins.ts";
import { unpacked } from "./sharing.ts";
import type { SpringLab } from "./spring-lab.ts";

/** Address keys, other than parameters, that become attributes of the element. */
const ATTRIBUTES = ["scene", "show", "controls", "locked", "paused", "label", "compare"];

/** Address key of the time to run to, as in addresses of pages. */
const UNTIL = "run-to";

/** Address key of a moment, as in addresses of pages. */
const MOMENT = "moment";

/**
 * Address key of the origins that may exchange messages: an address there, "null" for a page
 * without an origin, or "*" for all.
 */
const ORIGIN = "origin";

/** Address key for "light" or "dark", if the embedding page has only one scheme. */
const SCHEME = "color-scheme";

/**
 * Commands by name. Each is answered by the state or an error; if one returns false, the laboratory
 * has already reported the refusal.
 */
const COMMANDS: Record<string, (message: Record<string, unknown>) => boolean | void> = {
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

/** The embedding page; undefined without one, because `parent` is then this window itself. */
const around = parent === window ? undefined : parent;

const query = new URLSearchParams(location.search);
const { origins: allowed, refusals } = readOrigins(query.getAll(ORIGIN));
if (isOurs()) allowed.push(location.origin);
query.delete(ORIGIN);

const lab = document.createElement("spring-lab") as SpringLab;
lab.setAttribute("loading", "eager");
lab.setAttribute(ADDRESSED, "");
const scheme = query.get(SCHEME) ?? "";
if (["light", "dark"].includes(scheme)) {
  for (const { style } of [document.documentElement, lab]) style.colorScheme = scheme;
} else if (query.has(SCHEME)) refusals.push(`color-scheme must be light or dark; ${quoted(scheme)} was given.`);
query.delete(SCHEME);
const [until, moment] = [UNTIL, MOMENT].map((key) => query.get(key));
for (const key of [UNTIL, MOMENT]) query.delete(key);
for (const [key, value] of query) {
  const name = key.toLowerCase();
  if (ATTRIBUTES.includes(name) || isParameter(name)) lab.setAttribute(name, value);
}

/** True if the embedding page has the same origin. */
function isOurs() {
  try {
    return around?.origin === location.origin;
  } catch {
    return false;
  }
}

/** Origins that messages can be sent to; a page without an origin is none. */
const named = allowed.filter((origin) => origin !== "null");

/**
 * True if the embedding page is known to have no origin and is allowed: messages for it go to any
 * page. With other origins beside "null", it is known from its own message, or from the browser.
 */
let lacksOrigin = allowed.includes("null") && (named.length === 0 || location.ancestorOrigins?.[0] === "null");

/** Sends a message to the embedding page, if its origin is allowed. */
function post(about: string, more?: object) {
  const message = { springlab: about, ...more };
  const targets = allowed.includes("*") || lacksOrigin ? ["*"] : named;
  for (const target of targets) around?.postMessage(message, target);
}

function state() {
  const parameters = Object.fromEntries(lab.parameters.map(({ key }) => [key, lab.get(key)]));
  return { scene: lab.getAttribute("scene"), parameters, time: lab.time, playing: lab.playing };
}

/** Type of a value, for messages. */
function kind(value: unknown) {
  return Object.prototype.toString.call(value).slice(8, 48).replace(/]$/, "").toLowerCase();
}

lab.addEventListener("springlab-ready", () => post("ready", state()));
lab.addEventListener("springlab-change", () => post("state", state()));
lab.addEventListener("springlab-time", (event) => post("time", (event as CustomEvent).detail));
lab.addEventListener("springlab-error", (event) => post("error", (event as CustomEvent).detail));

addEventListener("message", ({ data, origin, source }) => {
  const known = allowed.includes("*") || allowed.includes(origin);
  // messages between other scripts are ignored
  if (source !== around || !known || typeof data !== "object" || typeof data?.springlab !== "string") return;
  lacksOrigin ||= origin === "null";
  const command = Object.hasOwn(COMMANDS, data.springlab) ? COMMANDS[data.springlab] : undefined;
  try {
    if (!command)
      throw new Error(
        `springlab must be one of ${Object.keys(COMMANDS).join(", ")}; ${quoted(data.springlab)} was given.`,
      );
    if (command(data) !== false) post("state", state());
  } catch (error) {
    post("error", { subject: data.springlab, sentence: (error as Error).message });
  }
});

lab.addEventListener("springlab-ready", async () => {
  if (until !== null) lab.runTo(until);
  if (moment !== null) lab.openMoment(await unpacked(moment));
});

document.body.append(lab);

// the height goes to any origin, because the embedding page sees it anyway; Canvas and other
// learning platforms listen for this subject
const size = new ResizeObserver(() => {
  const height = document.documentElement.scrollHeight;
  around?.postMessage({ springlab: "size", subject: "lti.frameResize", height }, "*");
});
size.observe(lab);

if (refusals.length > 0) {
  const notes = new Messages();
  notes.reported = (subject, sentence) => post("error", { subject, sentence });
  notes.report(ORIGIN, refusals.join(" "));
  lab.before(messageView(notes));
}
