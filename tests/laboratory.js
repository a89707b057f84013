// Opens the show of a scene in Node, with the built library and without a page: fake elements keep
// children, attributes and classes, and a fake worker runs in the page's thread.
import { register } from "node:module";
import { createSimulation, methods, scenes } from "../dist/lib/springlab.js";
import { Settings } from "../www/lab/settings.js";
import { offered, optionsOf } from "../www/lab/show.js";
import { showOf } from "../www/scenes/scenes.js";

/** @import { TestContext } from "node:test" */
/** @import { Lab } from "../www/lab/show.js" */

/** Module hooks that resolve the engine as the built library, and styles and workers as empty. */
const HOOKS = `
const library = ${JSON.stringify(new URL("../dist/lib/springlab.js", import.meta.url).href)};
export const resolve = (specifier, context, next) => {
  if (specifier.endsWith("/engine.js")) return { url: library, shortCircuit: true };
  if (/[?](inline|worker&url)$/.test(specifier)) return { url: "data:text/javascript,export default ''", shortCircuit: true };
  return next(specifier, context);
};`;

register(`data:text/javascript,${encodeURIComponent(HOOKS)}`);

/** The part of HTMLElement that shows use. */
class FakeElement extends EventTarget {
  /** @type {(FakeElement | string)[]} */
  children = [];
  classList = new FakeClasses();
  style = { setProperty() {} };
  dataset = {};
  isConnected = true;
  /** @type {Map<string, string>} */
  #attributes = new Map();

  /** @param {(FakeElement | string)[]} nodes */
  append(...nodes) {
    this.children.push(...nodes);
  }

  /** @param {(FakeElement | string)[]} nodes */
  replaceChildren(...nodes) {
    this.children = nodes;
  }

  before() {}

  get lastElementChild() {
    return this.children.at(-1);
  }

  /** @returns {string} */
  get textContent() {
    return this.children.map((node) => (typeof node === "string" ? node : node.textContent)).join("");
  }

  set textContent(text) {
    this.children = [text];
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.#attributes.set(name, value);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.#attributes.get(name) ?? null;
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.#attributes.delete(name);
  }

  getContext() {}

  click() {
    this.dispatchEvent(new Event("click"));
  }
}

class FakeClasses extends Set {
  contains = this.has;

  /** @param {string} name @param {boolean} on */
  toggle(name, on) {
    if (on) this.add(name);
    else this.delete(name);
  }
}

class FakeObserver {
  observe() {}
}

/** A worker in the page's own thread. */
class FakeWorker {
  /** Questions without an answer yet. */
  static open = 0;
  /** @type {(event: { data: any }) => void} */
  static #toWorker = () => {};
  /** @type {(event: { data: any }) => void} */
  static #toPage = () => {};

  static {
    Object.assign(globalThis, {
      addEventListener: (/** @type {string} */ _, /** @type {(event: { data: any }) => void} */ listener) => {
        FakeWorker.#toWorker = listener;
      },
      postMessage: (/** @type {any} */ data) => {
        FakeWorker.open -= 1;
        FakeWorker.#toPage({ data });
      },
    });
  }

  /** @param {string} type @param {(event: { data: any }) => void} listener */
  addEventListener(type, listener) {
    if (type === "message") FakeWorker.#toPage = listener;
  }

  /** @param {any} data */
  async postMessage(data) {
    if (data.question) FakeWorker.open += 1;
    await import("../www/lab/looker.js");
    FakeWorker.#toWorker({ data });
  }

  terminate() {}
}

Object.assign(globalThis, {
  document: { createElement: () => new FakeElement(), createElementNS: () => new FakeElement() },
  OffscreenCanvas: FakeElement,
  ResizeObserver: FakeObserver,
  Worker: FakeWorker,
  location: new URL("http://localhost/"),
});

/** Waits until workers have answered all questions. */
export async function settled() {
  do await new Promise((resolve) => setImmediate(resolve));
  while (FakeWorker.open > 0);
}

/**
 * Opens what a laboratory shows of a scene, paused and with nothing in hand, until the test ends.
 * @param {TestContext} test
 * @param {string} id  of the scene
 * @param {Record<string, number | string>} [values]  of parameters and options
 */
export async function open(test, id, values = {}) {
  const scene = (await scenes()).find((scene) => scene.id === id);
  if (!scene) throw new Error(`there is no scene ${id}`);
  const simulation = await createSimulation(id);
  const able = offered(await methods(), scene.parameters);
  const module = await showOf(scene);
  const settings = new Settings(simulation, scene.parameters, optionsOf(module, able));
  for (const [key, value] of Object.entries(values)) settings.set(key, value);
  /** @type {Lab} */
  const lab = {
    scene: id,
    simulation,
    methods: able,
    color: (property) => property,
    has: (key) => settings.find(key) !== undefined,
    get: (key) => settings.get(key),
    set: (key, value) => {
      settings.set(key, value);
      show.changed?.(key);
      if (settings.find(key)?.restarts) show.restarted?.();
      return true;
    },
    method: () => able.find(({ value }) => value === simulation.get("method")),
    act: (action) => {
      action();
      return true;
    },
    timeRate: () => 0,
    free: () => true,
    redraw: () => {},
    pause: () => {},
    save: () => {},
    origin: () => [],
  };
  const show = module.show(lab);
  test.after(() => {
    show.destroy?.();
    simulation.free();
  });
  const readout = (/** @type {string} */ label) => {
    const found = show.readouts?.find(({ element }) => element.children[0].textContent === label);
    if (!found) throw new Error(`there is no readout ${label}`);
    found.show();
    return found.element;
  };
  const step = show.step ?? ((/** @type {number} */ steps) => simulation.step(steps));
  return {
    simulation,
    settings,
    lab,
    show,
    step,
    set: lab.set,
    restart: () => {
      simulation.restart();
      show.restarted?.();
    },
    /** The text of a readout. @param {string} label */
    reads: (label) => String(readout(label).lastElementChild?.textContent),
    /** True if a gauge is beyond its limit. @param {string} label */
    exceeds: (label) => readout(label).classList.contains("exceeded"),
  };
}
