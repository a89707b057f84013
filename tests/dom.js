// The part of a document that a laboratory needs for its texts, tables and buttons, for tests in
// Node.

/** Frames asked for and not yet run, by id. @type {Map<number, (now: number) => void>} */
const requests = new Map();

/**
 * Timers that have not fired, by id, with their time in ms.
 * @type {Map<number, { at: number, act: () => void }>}
 */
const timers = new Map();

/** Time in ms, which passes by `frame` alone. */
let now = 1000;
let last = 0;

/**
 * Lets time pass, fires timers, and runs the frames that were asked for.
 * @param {number} [later]  in ms
 */
export function frame(later = 1000 / 60) {
  now += later;
  for (const [id, { at, act }] of [...timers].sort(([, a], [, b]) => a.at - b.at)) {
    if (at <= now && timers.delete(id)) act();
  }
  const due = [...requests.values()];
  requests.clear();
  for (const callback of due) callback(now);
}

/**
 * Canvas context whose methods do nothing. A text is 7 px wide per letter.
 * @param {FakeNode} canvas
 */
const contextOf = (canvas) =>
  new Proxy(/** @type {Record<string | symbol, unknown>} */ ({ canvas }), {
    get: (own, key) => own[key] ?? ((/** @type {unknown} */ text) => ({ width: 7 * String(text).length })),
  });

class ClassList extends Set {
  /** @param {string} name @param {boolean} on */
  toggle(name, on) {
    if (on) this.add(name);
    else this.delete(name);
  }
}

class Style {
  /** @param {string} name @param {string} value */
  setProperty(name, value) {
    Reflect.set(this, name, value);
  }
}

/** An element; a text has no tag. */
export class FakeNode extends EventTarget {
  /** @type {FakeNode[]} */
  childNodes = [];
  /** @type {FakeNode | undefined} */
  parentElement;
  /** @type {Map<string, string>} */
  attributes = new Map();
  classList = new ClassList();
  style = new Style();
  /** @type {Record<string, string>} */
  dataset = {};
  hidden = false;
  disabled = false;
  clientWidth = 0;
  clientHeight = 0;
  /** @type {(() => void) | undefined} */
  onclick;
  #text;
  #context = contextOf(this);

  /** @param {string} tag @param {string} [text] */
  constructor(tag, text = "") {
    super();
    this.tag = tag;
    this.#text = text;
  }

  get children() {
    return this.childNodes.filter(({ tag }) => tag);
  }

  get childElementCount() {
    return this.children.length;
  }

  get lastChild() {
    return this.childNodes.at(-1);
  }

  get lastElementChild() {
    return this.children.at(-1);
  }

  /** @returns {string} */
  get textContent() {
    return this.#text + this.childNodes.map(({ textContent }) => textContent).join("");
  }

  set textContent(text) {
    this.replaceChildren(text);
  }

  /** @param {(FakeNode | string)[]} nodes */
  append(...nodes) {
    this.#insert(this.childNodes.length, nodes);
  }

  /** @param {(FakeNode | string)[]} nodes */
  prepend(...nodes) {
    this.#insert(0, nodes);
  }

  /** @param {(FakeNode | string)[]} nodes */
  before(...nodes) {
    const parent = this.parentElement;
    if (parent) parent.#insert(parent.childNodes.indexOf(this), nodes);
  }

  /** @param {(FakeNode | string)[]} nodes */
  replaceChildren(...nodes) {
    this.childNodes = [];
    this.append(...nodes);
  }

  remove() {
    const siblings = this.parentElement?.childNodes ?? [];
    siblings.splice(siblings.indexOf(this), 1);
  }

  /** @param {number} at @param {(FakeNode | string)[]} nodes */
  #insert(at, nodes) {
    const added = nodes.map((node) => (typeof node === "string" ? new FakeNode("", node) : node));
    for (const node of added) node.parentElement = this;
    this.childNodes.splice(at, 0, ...added);
  }

  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.attributes.set(name, value);
  }

  /** @param {string} name */
  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  /** @param {string} name */
  hasAttribute(name) {
    return this.attributes.has(name);
  }

  /** @param {string} name */
  removeAttribute(name) {
    this.attributes.delete(name);
  }

  /** @param {string} name @param {boolean} [on] */
  toggleAttribute(name, on = !this.hasAttribute(name)) {
    if (on) this.setAttribute(name, "");
    else this.removeAttribute(name);
    return on;
  }

  /** Elements within, by their tags alone. @param {string} selector  e.g. "input, select" */
  querySelectorAll(selector) {
    const tags = selector.split(", ");
    return this.all().filter(({ tag }) => tags.includes(tag));
  }

  /** False: no pseudo-class is on. */
  matches() {
    return false;
  }

  /** Itself and all elements within. @returns {FakeNode[]} */
  all() {
    return [this, ...this.children.flatMap((child) => child.all())];
  }

  /** Context of a plane picture; there is no WebGL. @param {string} kind */
  getContext(kind) {
    return kind === "2d" ? this.#context : null;
  }

  getBoundingClientRect() {
    return { left: 0, top: 0, width: this.clientWidth, height: this.clientHeight };
  }

  focus() {}

  /** Presses it, unless it is disabled. */
  click() {
    if (this.disabled) return;
    this.onclick?.();
    this.dispatchEvent(new Event("click"));
  }
}

class Observer {
  observe() {}
  disconnect() {}
}

Object.assign(globalThis, {
  document: {
    createElement: (/** @type {string} */ tag) => new FakeNode(tag),
    createElementNS: (/** @type {string} */ _, /** @type {string} */ tag) => new FakeNode(tag),
  },
  window: globalThis,
  addEventListener: () => {},
  removeEventListener: () => {},
  location: new URL("http://localhost/"),
  devicePixelRatio: 1,
  ResizeObserver: Observer,
  OffscreenCanvas: class extends FakeNode {
    constructor() {
      super("canvas");
    }
  },
  HTMLElement: FakeNode,
  requestAnimationFrame: (/** @type {(now: number) => void} */ callback) => {
    requests.set(++last, callback);
    return last;
  },
  cancelAnimationFrame: (/** @type {number} */ id) => requests.delete(id),
  setTimeout: (/** @type {() => void} */ act, /** @type {number} */ wait = 0) => {
    timers.set(++last, { at: now + wait, act });
    return last;
  },
  clearTimeout: (/** @type {number} */ id) => timers.delete(id),
});
performance.now = () => now;
