// Examples to choose from, as small pictures that the scene's own picture draws once.
import { element } from "../../base/dom.ts";
import { Simulation } from "../../engine.ts";
import type { Simulation as Model } from "../../types.ts";
import type { Lab } from "../show.ts";

/** An example. */
export interface Preset {
  name: string;
  /** Description, in a sentence. */
  effect: string;
  /** Values of parameters; all others have their defaults. */
  values: Record<string, number | string>;
  /** Simulated time of the small picture, in s. */
  time: number;
}

/** Width and height of a small picture, in px: twice as many as CSS px on most screens. */
const SIZE = { width: 160, height: 120 };

/** Longest time in ms that a task spends on the steps of a small picture. */
const SLICE_MS = 12;

/** Number of steps between looks at the time. */
const STEPS = 4;

export class Presets {
  element = element("div", { className: "presets", role: "group", "aria-label": "Examples" });
  #lab;
  #presets;
  #coarse;
  #paint;
  /** Runs of the small pictures. */
  #runs: Model[] = [];
  /** Number of runs that have taken their steps. */
  #ready = 0;
  /** Colours in which the pictures were drawn. */
  #drawn = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #all: { preset: Preset; button: HTMLButtonElement; canvas: HTMLCanvasElement }[];

  /** @param coarse  parameters of the runs of the small pictures */
  constructor(
    lab: Lab,
    presets: Preset[],
    coarse: Record<string, number | string>,
    paint: (simulation: Model, canvas: HTMLCanvasElement) => void,
  ) {
    this.#lab = lab;
    this.#presets = presets;
    this.#coarse = coarse;
    this.#paint = paint;
    this.#all = presets.map((preset) => {
      const canvas = element("canvas", { ...SIZE, "aria-hidden": "true" });
      const button = element(
        "button",
        { type: "button", title: preset.effect },
        canvas,
        element("span", {}, preset.name),
      );
      button.addEventListener("click", () => lab.choose(preset.values));
      return { preset, button, canvas };
    });
    this.element.append(...this.#all.map(({ button }) => button));
  }

  /** Marks the chosen example, and draws the pictures if their colours have changed. */
  draw() {
    for (const { preset, button } of this.#all) {
      const chosen = String(Object.entries(preset.values).every(([key, value]) => this.#lab.get(key) === value));
      if (button.ariaPressed !== chosen) button.ariaPressed = chosen;
    }
    this.#timer ??= setTimeout(() => this.#prepare());
    if (this.#drawn !== this.#colors) this.#paintFrom(0);
  }

  get #colors() {
    return this.#lab.color("--panel") + this.#lab.color("--ink");
  }

  /** Takes the steps of the small pictures, a few at a time, so that the page stays fluent. */
  #prepare() {
    const i = this.#ready;
    const { values, time } = this.#presets[i];
    this.#runs[i] ??= this.#open(values);
    for (const until = performance.now() + SLICE_MS; this.#runs[i].time < time && performance.now() < until; )
      this.#runs[i].step(STEPS);
    if (this.#runs[i].time >= time) {
      this.#ready += 1;
      this.#paintFrom(i);
    }
    if (this.#ready < this.#presets.length) this.#timer = setTimeout(() => this.#prepare(), SLICE_MS);
  }

  #open(values: Preset["values"]) {
    const run = Simulation.open(this.#lab.scene);
    for (const [key, value] of Object.entries({ ...values, ...this.#coarse })) run.set(key, value);
    return run;
  }

  /** Draws the pictures that are ready, from one on. */
  #paintFrom(first: number) {
    this.#drawn = this.#colors;
    for (let i = first; i < this.#ready; i++) this.#paint(this.#runs[i], this.#all[i].canvas);
    // once, because frames in quick succession have fewer pixels on a slow machine
    if (this.#ready === this.#presets.length) this.#lab.redraw();
  }

  destroy() {
    clearTimeout(this.#timer);
    for (const run of this.#runs) run.free();
  }
}
