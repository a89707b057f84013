// A document in Node, whose frames, timers and clock the tests move.
import { after } from "node:test";
import { Window } from "happy-dom";

const window = new Window({ url: "http://localhost/" });

// laboratories that a failed test has left open would keep the process alive
after(() => window.happyDOM.close());

/** Frames asked for and not yet run, by id. */
const requests: Map<number, (now: number) => void> = new Map();

/** Timers that have not fired, by id, with their time in ms. */
const timers: Map<number, { at: number; act: () => void }> = new Map();

/** Time in ms, which passes by `frame` alone. */
let now = 1000;
let last = 0;

/** Lets time pass, fires timers, and runs the frames that were asked for. @param later  in ms */
export function frame(later: number = 1000 / 60) {
  now += later;
  for (const [id, { at, act }] of [...timers].sort(([, a], [, b]) => a.at - b.at)) {
    if (at <= now && timers.delete(id)) act();
  }
  const due = [...requests.values()];
  requests.clear();
  for (const callback of due) callback(now);
}

/** Time after which a condition is given up, in ms. */
const TIMEOUT_MS = 60_000;

/**
 * Lets promises, imports and frames pass until a condition is true.
 * @param between  between two looks, instead of a frame
 * @throws if it does not become true
 */
export async function until(condition: () => boolean, between: () => void = frame) {
  for (const end = Date.now() + TIMEOUT_MS; !condition(); between()) {
    if (Date.now() > end) throw new Error(`After ${TIMEOUT_MS / 1000} s this is still not true: ${condition}`);
    await new Promise(setImmediate);
  }
}

/** Canvas context whose methods do nothing. A text is 7 px wide per letter. */
export const context = () =>
  new Proxy({ canvas: document.createElement("canvas") } as any, {
    get: (own, key) => own[key] ?? ((text: unknown) => ({ width: 7 * String(text).length })),
  });

// names for screen readers, which happy-dom does not reflect
for (const [key, name] of Object.entries({ ariaLabel: "aria-label", ariaBusy: "aria-busy" })) {
  Object.defineProperty(window.Element.prototype, key, {
    get(this: Element) {
      return this.getAttribute(name);
    },
    set(this: Element, text: string) {
      this.setAttribute(name, text);
    },
  });
}

class Observer {
  observe() {}
  disconnect() {}
}

const contexts: WeakMap<object, object> = new WeakMap();
Object.assign(window.HTMLCanvasElement.prototype, {
  getContext(this: object, kind: string) {
    if (kind !== "2d") return null;
    if (!contexts.has(this)) contexts.set(this, Object.assign(context(), { canvas: this }));
    return contexts.get(this);
  },
});

const OF_WINDOW = [
  "document",
  "location",
  "Event",
  "EventTarget",
  "KeyboardEvent",
  "CustomEvent",
  "Element",
  "HTMLElement",
  "customElements",
  "MutationObserver",
  "CSSStyleSheet",
  "Document",
  "HTMLAnchorElement",
  "MouseEvent",
] as const;

Object.assign(globalThis, {
  window: globalThis,
  ...Object.fromEntries(OF_WINDOW.map((name) => [name, Reflect.get(window, name)])),
  matchMedia: window.matchMedia.bind(window),
  getComputedStyle: () => ({ color: "rgb(9, 9, 9)", getPropertyValue: () => "" }),
  addEventListener: () => {},
  removeEventListener: () => {},
  devicePixelRatio: 1,
  CSS: { supports: () => true },
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  OffscreenCanvas: class {
    getContext = () => context();
  },
  requestAnimationFrame: (callback: (now: number) => void) => {
    requests.set(++last, callback);
    return last;
  },
  cancelAnimationFrame: (id: number) => requests.delete(id),
  setTimeout: (act: () => void, wait: number = 0) => {
    timers.set(++last, { at: now + wait, act });
    return last;
  },
  clearTimeout: (id: number) => timers.delete(id),
});
performance.now = () => now;
