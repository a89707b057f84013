// A rope or a cloth of links kept by projection; by choice the same of other links beside it, in the same hand.

import { element } from "../../base/dom.js";
import { energy } from "../../base/format.js";
import { Simulation } from "../../engine.js";
import { Modes } from "../../instruments/modes.js";
import { AnalysisClient } from "../../lab/analysis-client.js";
import { parse } from "../../lab/controls.js";
import { gauge, readout, useOfStep } from "../../lab/readouts.js";
import { VerletPicture } from "./picture.js";

/** @import { Parameter } from "../../types.js" */
/** @import { Lab, Show } from "../../lab/show.js" */

/** How often the step limit is looked at anew, in ms. */
const SECOND = 1000;

/** A rope or cloth whose modes can all be computed. */
const SMALLER = { width: 16, height: 12 };

/** @type {Parameter[]} */
export const options = [
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

export const main = ["timeStepSize", "sweeps", "shape", "links", "method"];

/** Length of a link in mm. */
const LINK = 200;

const QUANTITIES = [
  { label: "stretch", unit: "%", color: "--accent", width: 1.8, dash: [], scale: 100 },
  { label: "beside", unit: "%", color: "--muted", width: 1.6, dash: [5, 3], scale: 100, optional: true },
  { label: "residual", unit: "mm", color: "--accent", width: 1.8, dash: [], scale: LINK },
  { label: "beside", unit: "mm", color: "--muted", width: 1.6, dash: [5, 3], scale: LINK, optional: true },
];

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const { simulation, act } = lab;
  const beside = new Beside(lab);
  const scenes = () => [simulation, ...beside.running];
  const cut = (/** @type {number} */ link) => {
    act(() => {
      for (const scene of scenes()) scene.cut(link);
      modes.forget();
    }, "cut");
  };
  const springs = () => [simulation, ...beside.all].find(({ springs }) => springs.length > 0);
  const modes = new Modes(lab, springs, SMALLER);
  const picture = new VerletPicture(scenes, lab.color, cut, modes);
  const limit = new Limit(lab);
  return {
    pictures: [picture],
    quantities: QUANTITIES,
    values: () => {
      const [mine, other] = [simulation, ...beside.running].map(measures);
      return [mine[0], other?.[0] ?? Number.NaN, mine[1], other?.[1] ?? Number.NaN];
    },
    plots: [
      { axis: "stretch", unit: "%", quantities: [0, 1], floor: 0 },
      { axis: "residual", unit: "mm", quantities: [2, 3], floor: 0 },
    ],
    readouts: [
      readout("Links", () => String((simulation.links.length || simulation.springs.length) / 2)),
      readout("Taken by impacts", () => `${energy(simulation.energy.impact)} J`),
      gauge("Step limit", () => {
        const sprung = springs();
        if (!sprung) return { used: 0, marked: false, text: unsprung(lab.method()?.gains) };
        const seconds = limit.of(sprung);
        if (seconds === undefined) return { used: 0, marked: false, text: "…" };
        return useOfStep(simulation, seconds, lab.method()?.gains);
      }),
    ],
    notes: [modes],
    extras: [scissors(lab, picture, cut)],
    hint: [
      "Drag a particle or throw it. A click or a tap on a link cuts it, a stroke over the ground all that it crosses; its number and ",
      element("b", {}, "Cut"),
      " do so too. On the picture, the arrow keys move the particle at the end of the chosen link.",
    ],
    step: (steps) => {
      simulation.step(steps);
      beside.step(steps);
    },
    changed: (key) => {
      if (key !== "timeRate") modes.forget();
      beside.follow(key);
      limit.forget();
    },
    restarted: () => {
      modes.stop();
      beside.restart();
      picture.restart();
    },
    runners: () => [beside],
    others: () => beside.all,
    destroy: () => {
      modes.forget();
      limit.close();
      beside.close();
    },
  };
}

/** What links without springs say of the step. @param {string} [gains]  where the method may gain energy */
function unsprung(gains = "") {
  return gains.includes("links") ? `no springs; may gain energy ${gains}` : "no springs";
}

/** A stretch beyond this is an explosion, and would hide what is to be seen. */
const MOST = 10;

/** Stretch in % and residual in mm, which springs don't have. @param {Simulation} scene */
function measures({ stretch, residual, links }) {
  return [stretch < MOST ? 100 * stretch : Number.NaN, links.length > 0 ? 1000 * residual : Number.NaN];
}

/** The same scene with other links, if it is wanted. */
class Beside {
  #lab;
  /** @type {Simulation | undefined} */
  #other;
  /** Whether its run has stopped. */
  #stopped = false;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    this.#open();
  }

  /** It, if there is one. */
  get all() {
    return this.#other ? [this.#other] : [];
  }

  /** It, if there is one and it has not stopped. */
  get running() {
    return this.#stopped ? [] : this.all;
  }

  #open() {
    const { simulation, get } = this.#lab;
    this.close();
    const links = get("beside");
    if (links === "nothing") return;
    this.#other = Simulation.open("verlet");
    this.#other.restore(simulation.snapshot());
    this.#other.set("links", links);
  }

  /** Takes over a parameter that has changed. @param {string} key */
  follow(key) {
    if (key === "beside") {
      this.#lab.simulation.restart();
      this.#open();
    } else if (!["links", "timeRate"].includes(key)) this.#other?.set(key, this.#lab.get(key));
  }

  /** @param {number} steps */
  step(steps) {
    const [other] = this.running;
    if (!other) return;
    this.#stopped = !this.#lab.act(() => {
      try {
        other.step(steps);
      } catch (error) {
        throw new Error(`Beside it: ${/** @type {Error} */ (error).message}`);
      }
    }, "beside");
  }

  /** As it is now, if it is there. */
  moment() {
    const moment = this.#other?.moment();
    return { moment, stopped: this.#stopped, bytes: moment?.bytes ?? 0, free: () => moment?.free() };
  }

  /** @param {ReturnType<Beside["moment"]>} moment */
  goTo({ moment, stopped }) {
    if (moment) this.#other?.goTo(moment);
    this.#stopped = stopped;
  }

  restart() {
    this.#stopped = false;
    this.#lab.act(() => this.#other?.restart(), "beside");
  }

  close() {
    this.#other?.free();
    this.#other = undefined;
  }
}

/** The step limit of what has springs, as it was seen last: looked at once a second, and when something has changed. */
class Limit {
  #lab;
  #client;
  #looked = Number.NEGATIVE_INFINITY;
  #looking = false;
  #time = 0;
  /** In s. @type {number | undefined} */
  #seconds;

  /** @param {Lab} lab */
  constructor(lab) {
    this.#lab = lab;
    this.#client = new AnalysisClient(lab.scene);
  }

  /** @param {Simulation} simulation @returns {number | undefined} */
  of(simulation) {
    const now = performance.now();
    const moved = simulation.time !== this.#time && now - this.#looked > SECOND;
    if (!this.#looking && (moved || this.#looked < 0)) {
      [this.#looked, this.#looking, this.#time] = [now, true, simulation.time];
      this.#client.ask(simulation, { limit: true }, ({ limit }) => {
        [this.#seconds, this.#looking] = [limit, false];
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

/** A link by its number, marked in the picture, and a button that cuts it. @param {Lab} lab @param {VerletPicture} picture @param {(link: number) => void} cut */
function scissors({ redraw }, picture, cut) {
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
  // the engine refuses what is no link, and says which there are
  const act = () => cut(/** @type {number} */ (parse(field.value || "nothing")));
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
