// Chips: one for each run beside the laboratory's own.
import { element } from "../base/dom.js";
import { swatch } from "../plots/swatch.js";
import { Finished } from "./finished.js";

/** @import { Compared } from "./compared.js" */

/**
 * @typedef {object} Actions
 * @property {(run: Compared | Finished) => void} remove
 * @property {() => void} changed  called after a run was renamed, hidden or shown
 */

export class Chips {
  element = element("ul", { className: "chips" });
  /** @type {Map<Compared | Finished, HTMLElement>} */
  #chips = new Map();
  #actions;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /** Shows these runs. A chip that stays keeps the focus. @param {(Compared | Finished)[]} runs */
  show(runs) {
    for (const [run, chip] of this.#chips) if (!runs.includes(run) && this.#chips.delete(run)) chip.remove();
    for (const [i, run] of runs.entries()) {
      if (this.#chips.has(run)) continue;
      const chip = run instanceof Finished ? ofFinished(run, this.#actions) : ofCompared(run, this.#actions);
      this.#chips.set(run, chip);
      this.element.insertBefore(chip, this.element.children[i] ?? null);
    }
  }
}

/** @param {Compared} run @param {Actions} actions */
function ofCompared(run, { remove }) {
  const gone = button(() => remove(run), { textContent: "✕", "aria-label": `Remove ${run.name}` });
  return element("li", {}, swatch({ ...run, width: 2 }), element("span", {}, run.name), gone);
}

/** @param {Finished} run @param {Actions} actions */
function ofFinished(run, { remove, changed }) {
  const { restore } = run.content;
  const name = element("input", { type: "text", autocomplete: "off" });
  const toggle = button(() => set({ hidden: !run.hidden }), { title: "Shows or hides the run" });
  const live = button(() => restore?.(), { textContent: "Make live", hidden: !restore });
  live.title = "Its parameters and its state when it was pinned; Restart begins it again from t = 0";
  const gone = button(() => remove(run), { textContent: "✕" });
  const tell = () => {
    Object.assign(name, { value: run.name, size: run.name.length });
    name.setAttribute("aria-label", `Name of ${run.name}`);
    toggle.setAttribute("aria-label", `Show ${run.name}`);
    live.setAttribute("aria-label", `Make live: ${run.name}`);
    gone.setAttribute("aria-label", `Remove ${run.name}`);
    toggle.setAttribute("aria-pressed", String(!run.hidden));
  };
  const set = (/** @type {Partial<Pick<Finished, "name" | "hidden">>} */ values) => {
    Object.assign(run, values);
    tell();
    changed();
  };
  toggle.append(swatch({ ...run, width: 2 }));
  name.addEventListener("change", () => set({ name: name.value.trim() || run.name }));
  name.addEventListener("keydown", ({ key }) => key === "Escape" && tell());
  tell();
  return element("li", {}, toggle, name, live, gone);
}

/** @param {() => void} action @param {Record<string, unknown>} properties */
function button(action, properties) {
  const node = element("button", { type: "button", ...properties });
  node.addEventListener("click", action);
  return node;
}
