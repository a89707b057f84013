// Links in the text that set parameters of a laboratory, in place or as a new page, such as
// <a href="?damping=15&amp;restart&amp;run-to=3" data-lab="cloth" data-view="plot">
// On a phone `data-view` is the view that they show large.
import { element } from "./base/dom.ts";
import { isMeant } from "./lab/model/meant.ts";
import { keyOf } from "./lab/model/names.ts";
import type { SpringLab } from "./spring-lab.ts";
import buttons from "./style/buttons.css?inline";
import { sheetOf } from "./style/sheet.ts";
import tokens from "./style/tokens.css?inline";
import barStyle from "./style/undo-bar.css?inline";

/**
 * Address keys other than parameters: restart, the time in s at which to pause, runs, whether the
 * import of runs is open, and a moment.
 */
export const COMMANDS = {
  restart: "restart",
  until: "run-to",
  compare: "compare",
  imports: "import",
  moment: "moment",
};

/** Settings for a laboratory in an address. */
export interface LabRequest {
  /** Values of parameters. */
  values: Map<string, string>;
  restart: boolean;
  /** Time at which to pause, in s. */
  until?: string;
  /** Runs beside the laboratory's own. */
  compare?: string;
  /** True to open the import of runs. */
  imports?: boolean;
  /** Moment from which to go on. */
  moment?: string;
}

/**
 * Reads the settings for each laboratory from an address. With several laboratories, a key is
 * prefixed by the id of its laboratory. Keys without an owner go to the first laboratory, which
 * reports those that resemble one of its own: other services may have added the rest.
 * @param search  query string
 * @returns for the laboratories with any settings
 */
export function requestsIn(search: string, labs: SpringLab[]): Map<SpringLab, LabRequest> {
  const all: Map<SpringLab, LabRequest> = new Map();
  for (const [name, text] of new URLSearchParams(search)) {
    const owner = labs.find((lab) => name.startsWith(prefix(lab, labs))) ?? labs[0];
    const key = name.startsWith(prefix(owner, labs)) ? name.slice(prefix(owner, labs).length) : name;
    const known = owner.parameters.map(({ key }) => key);
    // a laboratory that has not started knows no names
    if (known.length > 0 && !isMeant(key, [...known, ...Object.values(COMMANDS)])) continue;
    const request: LabRequest = all.get(owner) ?? { values: new Map(), restart: false };
    all.set(owner, request);
    if (key === COMMANDS.restart) request.restart = true;
    else if (key === COMMANDS.until) request.until = text;
    else if (key === COMMANDS.compare) request.compare = text;
    else if (key === COMMANDS.imports) request.imports = true;
    else if (key === COMMANDS.moment) request.moment = text;
    else request.values.set(keyOf(key, owner.parameters), text);
  }
  return all;
}

/** Prefix of a laboratory's address keys. */
export function prefix(lab: SpringLab, labs: SpringLab[]) {
  return labs.length > 1 ? `${lab.id}.` : "";
}

/**
 * Applies a link's settings and sets all other parameters to their defaults, as when a page opens.
 */
function applyRequest(lab: SpringLab, { values, restart, until, compare }: LabRequest) {
  const usual = lab.parameters.map(({ key, default: value }) => [key, String(value)] as const);
  for (const [key, value] of usual) if (!values.has(key) && String(lab.get(key)) !== value) lab.set(key, value);
  // an unknown one is refused in a sentence
  for (const [key, value] of values) lab.set(key, value);
  if (compare !== undefined) lab.compare = compare;
  if (restart) lab.restart();
  if (until !== undefined) lab.runTo(until);
  else if (restart) lab.play();
}

/** Laboratories of the page, the named one first. @param name  id or scene */
export function labsFor(name?: string) {
  const labs = [...document.querySelectorAll("spring-lab")] as SpringLab[];
  const named = labs.find(({ id }) => id === name) ?? labs.find((lab) => lab.getAttribute("scene") === name);
  return named ? [named, ...labs.filter((lab) => lab !== named)] : labs;
}

/** The bar with the last link's settings and an undo button. */
class UndoBar {
  element = element("div", { hidden: true });
  #text = element("span", { role: "status" });
  #back = element("button", { type: "button", textContent: "Set back" });
  #undo: (() => void)[] = [];

  constructor() {
    // a shadow root is independent of the page's style
    const root = this.element.attachShadow({ mode: "open" });
    root.adoptedStyleSheets = [sheetOf(tokens + buttons + barStyle)];
    root.append(element("div", { className: "bar", dir: "ltr" }, this.#text, this.#back));
    this.#back.addEventListener("click", () => {
      for (const take of this.#undo) take();
      this.element.hidden = true;
    });
  }

  show(what: string, undo: (() => void)[]) {
    this.#undo = undo;
    this.#text.replaceChildren("Set: ", element("bdi", {}, what));
    this.element.hidden = false;
  }
}

/** Makes links in the text set parameters in place, with an undo bar. */
export function liveLinks() {
  let bar: UndoBar | undefined;
  document.addEventListener("click", async (event) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[data-lab]") : null;
    const labs = link instanceof HTMLAnchorElement ? labsFor(link.dataset.lab) : [];
    if (!(link instanceof HTMLAnchorElement) || labs.length === 0 || event.defaultPrevented) return;
    const requests = requestsIn(link.search, labs);
    const asked = [...requests.keys()];
    if ([...requests.values()].some(({ moment }) => moment)) return; // the page opens it
    event.preventDefault();
    const open = await Promise.all(asked.map((lab) => lab.open()));
    if (!open.every(Boolean)) return; // the laboratory shows the error
    const undo = asked.map((lab) => lab.keep());
    for (const [lab, request] of requestsIn(link.search, labs)) applyRequest(lab, request);
    bar ??= new UndoBar();
    (link.closest("p, li") ?? link.parentElement)?.append(bar.element); // below the words, so that it covers none
    if (link.dataset.view) labs[0].lead(link.dataset.view);
    bar.show(link.textContent?.trim() ?? "", undo);
  });
}
