// Links in the words that set the stage: <a href="?damping=15&amp;restart&amp;run-to=3" data-lab="cloth">. In a new tab they open the page so.
import { element } from "./base/dom.js";
import { parse } from "./lab/controls.js";
import buttons from "./style/buttons.css?inline";
import { sheetOf } from "./style/sheet.js";
import tokens from "./style/tokens.css?inline";
import barStyle from "./style/undo-bar.css?inline";

/** @import { SpringLab } from "./spring-lab.js" */

/** What an address has beside parameters: to begin anew, and a time in s at which to pause. */
export const COMMANDS = { restart: "restart", until: "run-to" };

/** What an address wants of a laboratory. @typedef {{ values: Map<string, number | string>, restart: boolean, until?: number | string }} LabRequest */

/**
 * What an address has for each of some laboratories; for the first one also what is for none, so that it says so. Where there are several, the
 * id of the one that it is for stands before a key.
 * @param {string} search @param {SpringLab[]} labs
 * @returns {Map<SpringLab, LabRequest>} those that it has something for
 */
export function requestsIn(search, labs) {
  /** @type {Map<SpringLab, LabRequest>} */
  const all = new Map();
  for (const [name, text] of new URLSearchParams(search)) {
    const owner = labs.find((lab) => name.startsWith(prefix(lab, labs))) ?? labs[0];
    const key = name.startsWith(prefix(owner, labs)) ? name.slice(prefix(owner, labs).length) : name;
    /** @type {LabRequest} */
    const request = all.get(owner) ?? { values: new Map(), restart: false };
    all.set(owner, request);
    if (key === COMMANDS.restart) request.restart = true;
    else if (key === COMMANDS.until) request.until = parse(text);
    else request.values.set(key, parse(text));
  }
  return all;
}

/** What stands before a key in the address. @param {SpringLab} lab @param {SpringLab[]} labs */
export function prefix(lab, labs) {
  return labs.length > 1 ? `${lab.id}.` : "";
}

/** Sets what a link wants, all else to its default, as a page that opens does. @param {SpringLab} lab @param {LabRequest} request */
function applyRequest(lab, { values, restart, until }) {
  const usual = lab.parameters.map(({ key, default: value }) => /** @type {const} */ ([key, value]));
  for (const [key, value] of new Map([...usual, ...values])) if (lab.get(key) !== value) lab.set(key, value);
  if (restart) lab.restart();
  if (until !== undefined) lab.runTo(until);
  else if (restart) lab.play();
}

/** The laboratories of the page, the one that a link names first: by its id, or by its scene. @param {string} [name] */
export function labsFor(name) {
  const labs = /** @type {SpringLab[]} */ ([...document.querySelectorAll("spring-lab")]);
  const named = labs.find(({ id }) => id === name) ?? labs.find((lab) => lab.getAttribute("scene") === name);
  return named ? [named, ...labs.filter((lab) => lab !== named)] : labs;
}

/** What the last link did, and the way back. */
class UndoBar {
  element = element("div", { hidden: true });
  #text = element("span", { role: "status" });
  #back = element("button", { type: "button", textContent: "Set back" });
  /** @type {(() => void)[]} */
  #undo = [];

  constructor() {
    // whatever the page's style is
    const root = this.element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheetOf(tokens + buttons + barStyle)];
    root.append(this.#text, this.#back);
    this.#back.addEventListener("click", () => {
      for (const take of this.#undo) take();
      this.element.hidden = true;
    });
  }

  /** @param {string} what @param {(() => void)[]} undo */
  show(what, undo) {
    this.#undo = undo;
    this.#text.textContent = `Set: ${what}`;
    this.element.hidden = false;
  }
}

/** Lets the links of the words set the stage in place, and take it back by one press. */
export function liveLinks() {
  /** @type {UndoBar | undefined} */
  let bar;
  document.addEventListener("click", async (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-lab]") : null;
    const labs = link instanceof HTMLAnchorElement ? labsFor(link.dataset.lab) : [];
    if (!(link instanceof HTMLAnchorElement) || labs.length === 0 || event.defaultPrevented) return;
    event.preventDefault();
    const requests = requestsIn(link.search, labs);
    const open = await Promise.all([...requests.keys()].map((lab) => lab.open()));
    if (!open.every(Boolean)) return; // the laboratory says why
    const undo = [...requests.keys()].map((lab) => lab.keep());
    for (const [lab, request] of requests) applyRequest(lab, request);
    bar ??= new UndoBar();
    document.body.append(bar.element);
    bar.show(link.textContent?.trim() ?? "", undo);
  });
}
