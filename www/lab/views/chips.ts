// Chips: one for each run beside the laboratory's own.
import { element } from "../../base/dom.ts";
import { swatch } from "../../plots/swatch.ts";
import type { Run } from "../model/run.ts";

interface Actions {
  remove: (run: Run) => void;
  /** Renames, hides or shows a run. */
  change: (run: Run, values: Partial<Pick<Run, "name" | "hidden">>) => void;
}

export class Chips {
  element = element("ul", { className: "chips" });
  #chips: Map<Run, HTMLElement> = new Map();
  #actions;

  constructor(actions: Actions) {
    this.#actions = actions;
  }

  /** Shows these runs. A chip that stays keeps the focus. */
  show(runs: Run[]) {
    for (const [run, chip] of this.#chips) if (!runs.includes(run) && this.#chips.delete(run)) chip.remove();
    for (const [i, run] of runs.entries()) {
      if (this.#chips.has(run)) continue;
      const chip = run.engine ? ofMoving(run, this.#actions) : ofFinished(run, this.#actions);
      this.#chips.set(run, chip);
      this.element.insertBefore(chip, this.element.children[i] ?? null);
    }
  }
}

function ofMoving(run: Run, { remove }: Actions) {
  const gone = button(() => remove(run), { textContent: "✕", "aria-label": `Remove ${run.name}` });
  return element("li", {}, swatch({ ...run, width: 2 }), element("span", {}, run.name), gone);
}

function ofFinished(run: Run, { remove, change }: Actions) {
  const { restore } = run;
  const name = element("input", { type: "text", autocomplete: "off" });
  const toggle = button(() => set(run, { hidden: !run.hidden }), { title: "Shows or hides the run" });
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
  const set: typeof change = (run, values) => {
    change(run, values);
    tell();
  };
  toggle.append(swatch({ ...run, width: 2 }));
  name.addEventListener("change", () => set(run, { name: name.value.trim() || run.name }));
  name.addEventListener("keydown", ({ key }) => key === "Escape" && tell());
  tell();
  return element("li", {}, toggle, name, live, gone);
}

function button(action: () => void, properties: Record<string, unknown>) {
  const node = element("button", { type: "button", ...properties });
  node.addEventListener("click", action);
  return node;
}
