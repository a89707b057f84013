// A laboratory in Node: the pages' own modules over the built library and a small document, without
// a browser.
import { register } from "node:module";
import { afterEach } from "node:test";
import { createSimulation, methods, type Simulation, scenes } from "../dist/lib/springlab.js";
import type { Answer } from "../www/worker/questions.ts";
import type { Request } from "../www/worker/worker.ts";
import { frame, until } from "./dom.ts";

const LIBRARY = new URL("../dist/lib/springlab.js", import.meta.url).href;

// the pages' modules get the built engine, empty workers and styles, and the package's version
register(
  `data:text/javascript,${encodeURIComponent(`
    const module = (url) => ({ url, shortCircuit: true });
    export function resolve(specifier, context, next) {
      if (/[?](inline|worker&url)$/.test(specifier)) return module("data:text/javascript,export default ''");
      if (specifier.endsWith("/package.json")) return module("data:text/javascript,export const version = '1.2.3'");
      if (/^[.][./]*[/]engine[.]ts$/.test(specifier)) return module(${JSON.stringify(LIBRARY)});
      return next(specifier, context);
    }
  `)}`,
);

const { analyse } = await import("../www/worker/questions.ts");
const { Laboratory: Page } = await import("../www/lab/laboratory.ts");
const { Messages } = await import("../www/lab/model/messages.ts");
const { offered, optionsOf } = await import("../www/lab/show.ts");
const { showOf } = await import("../www/scenes/scenes.ts");

/** Questions that workers have not answered. */
const asked: (() => Promise<void>)[] = [];

/** Worker in the same thread, which answers when `answers` is called. */
class FakeWorker extends EventTarget {
  #ended = false;
  /** Copies of simulations by the ids of those who ask. */
  #copies: Map<number, Simulation> = new Map();

  postMessage(request: Request) {
    if (request.module) this.#tell({});
    if (request.question) asked.push(() => this.#answer(request));
  }

  #tell(data: object) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  async #answer({ id, scene, snapshot, state, question = {} }: Request) {
    if (this.#ended) return;
    const copy = this.#copies.get(id) ?? (await createSimulation(scene));
    this.#copies.set(id, copy);
    let answer: Answer;
    try {
      if (snapshot) copy.restore(snapshot);
      if (state) copy.history.setState(state);
      answer = analyse(copy, question);
    } catch (error) {
      answer = { none: (error as Error).message };
    }
    if (answer.step) answer.step.cost = cost; // however fast it was
    this.#tell({ id, answer: spoil(answer) });
  }

  terminate() {
    this.#ended = true;
    for (const copy of this.#copies.values()) copy.free();
  }
}

/** Cost that workers tell of a step, in s. */
let cost = 1;

/** Spoils an answer on its way. */
let spoil: (answer: Answer) => Answer = (answer) => answer;

/**
 * Answers all questions to workers.
 * @param told  cost of a step that they tell, in s
 * @param spoiled  what becomes of an answer
 */
export async function answers(told: number = 1, spoiled: typeof spoil = (answer) => answer) {
  cost = told;
  spoil = spoiled;
  for (let next = asked.shift(); next; next = asked.shift()) await next();
}

Object.assign(globalThis, { Worker: FakeWorker });

// the cost of a step is not measured
const { analysis } = await createSimulation("damper");
Object.defineProperty(Object.getPrototypeOf(analysis), "rehearse", { value: () => 0 });

const opened: Set<Laboratory> = new Set();

// a test that fails leaves no laboratory to the next ones
afterEach(() => {
  if (Laboratory.closesAfterTests) for (const lab of opened) lab.close();
});

/** A show whose instruments are fetched, so that they come in the next task. */
async function fetched(module: Awaited<ReturnType<typeof showOf>>) {
  const instruments = (module.instruments ?? []).map(async ({ option, load }) => {
    const Kind = await load();
    return { option, load: async () => Kind };
  });
  return { ...module, instruments: await Promise.all(instruments) };
}

/** A laboratory of a scene, paused at t = 0, with what its page shows as texts. */
export class Laboratory {
  /** False in a file whose tests share laboratories. */
  static closesAfterTests = true;
  page;
  run;
  simulation;
  #messages;

  /**
   * @param values  of parameters and options
   * @param show  the scene's own if left out
   */
  static async open(
    scene: string,
    values: Record<string, number | string> = {},
    show?: Awaited<ReturnType<typeof showOf>>,
  ) {
    const record = (await scenes()).find(({ id }) => id === scene);
    if (!record) throw new Error(`There is no scene "${scene}".`);
    const module = show ?? (await fetched(await showOf(record)));
    const simulation = await createSimulation(scene);
    const lab = new Laboratory(simulation, record, module, offered(await methods(), record.parameters), values);
    return lab.loaded();
  }

  constructor(
    simulation: Simulation,
    record: Awaited<ReturnType<typeof scenes>>[number],
    module: Awaited<ReturnType<typeof showOf>>,
    offers: Awaited<ReturnType<typeof methods>>,
    values: Record<string, number | string>,
  ) {
    this.simulation = simulation;
    this.#messages = new Messages();
    this.page = new Page({
      host: document.createElement("spring-lab"),
      scene: record.id,
      title: record.title,
      simulation,
      methods: offers,
      parameters: record.parameters,
      options: structuredClone(optionsOf(module, offers)),
      module,
      start: Object.entries(values),
      palette: { color: (name: string) => name },
      messages: this.#messages,
      changed: () => {},
      passed: () => {},
    } as any);
    this.run = this.page.run;
    document.body.append(this.element);
    opened.add(this);
    this.draw();
  }

  get element() {
    return this.page.element;
  }

  /** Brings all texts up to date. */
  draw() {
    this.page.drawNow();
    return this;
  }

  /** Takes steps and brings all texts up to date. */
  step(steps: number) {
    this.run.step(steps);
    return this.draw();
  }

  /** Lets instruments come that were switched on, and brings all texts up to date. */
  async loaded() {
    await new Promise(setImmediate);
    return this.draw();
  }

  /** Sets a parameter or an option and brings all texts up to date. */
  set(key: string, value: number | string) {
    this.run.set(key, value);
    return this.draw();
  }

  all(selector: string): HTMLElement[] {
    return [...this.element.querySelectorAll(selector)].map((node) => node as HTMLElement);
  }

  /** The first node of a selector. */
  one(selector: string) {
    const [found] = this.all(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }

  /** Text of the first node of a selector. */
  text(selector: string) {
    return String(this.one(selector).textContent);
  }

  readout(label: string) {
    return this.text(`[aria-label="${label}"]`);
  }

  /** True if the gauge with this label is beyond its limit. */
  exceeds(label: string) {
    return this.one(`[aria-label="${label}"]`).parentElement?.classList.contains("exceeded");
  }

  /** Visible entries of all legends: [label, value]. */
  get legend(): [string, string][] {
    const items = this.all("li:has(> output)").filter(({ hidden }) => !hidden);
    return items.map((item) => [
      String(item.querySelector("span")?.textContent),
      String(item.querySelector("output")?.textContent),
    ]);
  }

  /** Value in a legend, without its unit. @param place  among entries of that label */
  curve(label: string, place: number = 0) {
    const values = this.legend.filter(([name]) => name === label).map(([, text]) => text);
    return Number.parseFloat(values[place]?.replace("−", "-"));
  }

  /** @param name  in its head or caption */
  cells(name: string) {
    const table = this.all("table").find(({ textContent }) => textContent?.includes(name));
    return [...(table?.querySelectorAll("td") ?? [])];
  }

  /** Button by its text or name. */
  button(name: string) {
    const found = this.all("button").find((node) => node.textContent === name || node.ariaLabel === name);
    if (!found) throw new Error(`There is no button "${name}".`);
    return found as HTMLButtonElement;
  }

  /**
   * Chooses what a plot shows.
   * @param what  texts of the options, and the axis that becomes logarithmic
   * @param place  of the plot
   */
  async plotWhat(
    { vertical, horizontal, log }: { vertical?: string; horizontal?: string; log?: string },
    place: number = 0,
  ) {
    const plot = this.all(".plot:has(.top)")[place];
    if (!plot.querySelector(".choice")) (plot.querySelector(".top > button") as HTMLElement).click();
    await until(
      () => plot.querySelector(".choice") !== null,
      () => {},
    );
    const field = (name: string) => plot.querySelector(`.choice [aria-label="${name}"]`) as HTMLSelectElement;
    const change = (node: Element) => node.dispatchEvent(new Event("change", { bubbles: true }));
    for (const [name, text] of Object.entries({ Vertical: vertical, Horizontal: horizontal })) {
      if (!text) continue;
      const select = field(name);
      select.dispatchEvent(new Event("focusin", { bubbles: true }));
      const option = [...select.options].find(({ textContent }) => textContent === text);
      if (!option)
        throw new Error(`${name} has no "${text}" but ${[...select.options].map((one) => one.textContent)}.`);
      select.value = option.value;
      change(select);
    }
    if (log) {
      const box = field(`${log} axis logarithmic`);
      Object.assign(box, { checked: true });
      change(box);
    }
    return this.draw();
  }

  /** Description of the picture in words. */
  get description() {
    return this.text("#state");
  }

  /** Presses a key while the picture has the focus. */
  press(key: string, modifiers: { shiftKey?: boolean } = {}) {
    this.one("[role=application]").dispatchEvent(new KeyboardEvent("keydown", { key, ...modifiers }));
    return this.draw();
  }

  /** Types into a control's field, chooses its option, or clicks its box. */
  enter(id: string, value: number | string) {
    const control = this.one(`#${id}`) as HTMLInputElement;
    if (control.type === "checkbox") control.click();
    else Object.assign(control, { value: String(value) }).dispatchEvent(new Event("change"));
    return this.draw();
  }

  /** Sentence that is shown as an alert; empty without. */
  get alert() {
    return this.text("[role=alert]");
  }

  /** Names of its views, to lead with. */
  get views() {
    const buttons = this.page.element.querySelectorAll("button.swap");
    return [...buttons].map((button) => String(button.getAttribute("aria-label")).replace("Show large: ", ""));
  }

  /** Lets frames pass. @param later  between two, in ms */
  frames(count: number = 1, later: number = 1000 / 60) {
    for (let i = 0; i < count; i++) frame(later);
    return this;
  }

  /** Closes it, if it is open. */
  close() {
    if (!opened.delete(this)) return;
    this.page.destroy();
    this.element.remove();
    this.simulation.free();
  }
}
