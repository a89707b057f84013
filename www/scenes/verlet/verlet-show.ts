// A rope or a cloth of links kept by projection, optionally next to the same one with other links.

import { element } from "../../base/dom.ts";
import { energy } from "../../base/format.ts";
import { readNumber } from "../../base/reading.ts";
import { Modes } from "../../instruments/modes.ts";
import { Companion } from "../../lab/model/companion.ts";
import { Runner } from "../../lab/model/runner.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import type { Parameter, Simulation } from "../../types.ts";
import { AnalysisClient } from "../../worker/client.ts";
import { VerletPicture } from "./verlet-picture.ts";

/** Time between two analyses of the step limit, in ms. */
const SECOND = 1000;

/** Size of a rope or cloth for which all modes can be computed. */
const SMALLER = { width: 16, height: 12 };

export const options: Parameter[] = [
  {
    key: "beside",
    label: "Beside it",
    symbol: "",
    effect: "The same scene with other links, in the same hand.",
    restarts: true,
    limiting: false,
    default: "nothing",
    options: [
      { value: "nothing", label: "nothing" },
      { value: "springs", label: "springs" },
      { value: "fixed", label: "fixed distance" },
      { value: "maximum", label: "maximum distance" },
    ],
  },
];

export const controls = ["timeStepSize", "sweeps", "shape", "links", "method"];

/** Length of a link, in mm. */
const LINK = 200;

/** Lines of the laboratory's run, and of the one beside it. */
const OWN = { color: "--accent", width: 1.8, dash: [] };
const BESIDE = { label: "beside", color: "--muted", width: 1.6, dash: [5, 3], optional: true };

export function show(lab: Lab): Show {
  const { simulation, act } = lab;
  const first = new Runner(simulation);
  /** The laboratory's, and one beside it if the user has chosen its links. */
  let runners: Runner[] = [first];
  const compare = () => {
    for (const { simulation } of runners.slice(1)) simulation.free();
    const links = String(lab.get("beside"));
    const traits = { name: "Beside it", subject: "beside" };
    runners = links === "nothing" ? [first] : [first, new Companion("verlet", simulation, { links }, traits)];
  };
  compare();
  const scenes = () => runners.filter(({ stopped }) => stopped === undefined).map(({ simulation }) => simulation);
  const cut = (link: number) => {
    act(() => {
      simulation.hand.cut(link);
      modes.forget();
    }, "cut");
  };
  const springs = () => runners.map(({ simulation }) => simulation).find(({ system }) => system.springs.length > 0);
  const modes = new Modes(lab, springs, SMALLER);
  const picture = new VerletPicture(scenes, lab.color, cut, modes);
  const limit = new Limit(lab);
  /** A plot of both runs. */
  const compared = (axis: string, unit: string, scale: number, measure: (scene?: Simulation) => number) => {
    const own = { label: axis, unit, scale, ...OWN, value: () => measure(simulation), of: measure };
    const beside = { unit, scale, ...BESIDE, value: () => measure(scenes()[1]) };
    return { axis, unit, quantities: [own, beside], floor: 0 };
  };
  return {
    pictures: [picture],
    plots: [compared("stretch", "%", 100, stretch), compared("residual", "mm", LINK, residual)],
    readouts: [
      readout("Links", () => String((simulation.system.links.length || simulation.system.springs.length) / 2)),
      readout("Taken by impacts", () => `${energy(simulation.energy.impact)} J`),
      gauge("Step limit", () => {
        // RATTLE integrates the pulls of links; other methods have a limit for springs only
        const own = lab.get("method") === "rattle";
        const seconds = limit.of(own ? simulation : (springs() ?? simulation));
        if (seconds === undefined) return { used: 0, marked: false, text: "…" };
        if (seconds === Number.POSITIVE_INFINITY && (own || !springs())) {
          return { used: 0, marked: false, text: unsprung(lab.method()?.gains) };
        }
        return useOfStep(simulation.analysis, seconds, lab.method()?.gains);
      }),
    ],
    notes: [modes],
    extras: [scissors(lab, picture, cut)],
    hint: [
      "Drag a particle or throw it. A click or a tap on a link cuts it, a stroke over the ground all that it crosses; its number and ",
      element("b", {}, "Cut"),
      " do so too. On the picture, the arrow keys move the particle at the end of the chosen link.",
    ],
    runners: () => runners,
    changed: (key) => {
      if (key !== "timeRate") modes.forget();
      if (key === "beside") {
        simulation.restart();
        compare();
      }
      limit.forget();
    },
    restarted: () => {
      modes.stop();
      picture.restart();
    },
    destroy: () => {
      modes.forget();
      limit.close();
    },
  };
}

/**
 * Text of the step limit's gauge without springs.
 * @param gains  cases in which the method may gain energy
 */
function unsprung(gains: string = "") {
  return gains.includes("links") ? `no springs; may gain energy ${gains}` : "no springs";
}

/** Stretch, as a ratio, from which a run counts as exploded: the plot leaves it out. */
const MAX_STRETCH = 10;

/** Stretch in %; NaN without a scene. */
function stretch(scene?: Simulation) {
  const stretch = scene?.system.stretch ?? Number.NaN;
  return stretch < MAX_STRETCH ? 100 * stretch : Number.NaN;
}

/** Residual in mm; NaN without links. */
function residual(scene?: Simulation) {
  return scene?.system.links.length ? 1000 * scene.analysis.residual : Number.NaN;
}

/** The last step limit of a scene with springs: analysed once a second, and after a change. */
class Limit {
  #lab;
  #client;
  #looked = Number.NEGATIVE_INFINITY;
  #looking = false;
  #time = 0;
  /** The limit in s; undefined before the first analysis. */
  #seconds: number | undefined;

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#client = new AnalysisClient(lab.scene);
  }

  of(simulation: Simulation): number | undefined {
    const now = performance.now();
    const moved = simulation.time !== this.#time && now - this.#looked > SECOND;
    if (!this.#looking && (moved || this.#looked < 0)) {
      this.#looked = now;
      this.#looking = true;
      this.#time = simulation.time;
      this.#client.ask(simulation, { limit: true }, ({ limit }) => {
        this.#seconds = limit;
        this.#looking = false;
        this.#lab.redraw();
      });
    }
    return this.#seconds;
  }

  forget() {
    this.#looked = Number.NEGATIVE_INFINITY;
  }

  close() {
    this.#client.close();
  }
}

/**
 * A field for the number of a link, which the picture then marks, and a button that cuts the link.
 */
function scissors({ redraw }: Lab, picture: VerletPicture, cut: (link: number) => void) {
  const field = element("input", {
    type: "number",
    id: "link",
    name: "link",
    min: "0",
    value: "0",
    autocomplete: "off",
  });
  field.style.width = "5.9em";
  const choose = () => {
    picture.link = /^\d+$/.test(field.value) ? Number(field.value) : undefined;
    redraw();
  };
  // the engine refuses a number that is no link, and its error states the valid ones
  const act = () => cut(readNumber(field.value || "nothing") as number);
  field.addEventListener("focus", () => {
    field.select();
    choose();
  });
  field.addEventListener("input", choose);
  field.addEventListener("keydown", ({ key }) => key === "Enter" && act());
  const button = element("button", { type: "button", textContent: "Cut", title: "Cut the link" });
  button.addEventListener("click", act);
  const both = element("div", { className: "buttons" }, field, button);
  return element("div", { className: "control wide" }, element("label", { htmlFor: "link" }, "Link"), both);
}
