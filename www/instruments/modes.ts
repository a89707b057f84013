// All modes of a small system, to be played in the picture, and its matrices as files.

import { element, write } from "../base/dom.ts";
import { cleaned, significant } from "../base/format.ts";
import { check } from "../lab/model/options.ts";
import type { Lab } from "../lab/show.ts";
import type { Control } from "../lab/views/controls.ts";
import { control } from "../lab/views/controls.ts";
import { clockTime, damping, readout } from "../lab/views/readouts.ts";
import type { Matrices, Mode, NumberParameter, Simulation } from "../types.ts";

/** Most free particles for which the engine computes all modes. */
const MAX_PARTICLES = 300;

/**
 * Largest displacement of a played particle, in lengths of the shortest spring: neighbours that
 * move towards each other just meet.
 */
const WIDEST = 0.5;

/** Frequencies in Hz that are played in real time. Others are played at about 1 Hz. */
const TEMPO = { least: 0.2, most: 2 };

/** Rounding error of ω² relative to the largest: about n ε = 2e-13 for n = 900 coordinates. */
const ROUNDING = 1e-11;

const NUMBER: NumberParameter = {
  key: "modeNumber",
  label: "Mode",
  symbol: "",
  restarts: false,
  limiting: false,
  whole: true,
  effect: "The slowest is the first.",
  unit: "",
  default: 1,
  min: 1,
  max: 1,
  from: 1,
  to: 1,
  step: 1,
};

const MATRICES: { key: keyof Matrices; symbol: string; name: string; meaning: string }[] = [
  { key: "stiffness", symbol: "K", name: "stiffness matrix", meaning: "K = -df/dx in N/m" },
  { key: "mass", symbol: "M", name: "mass matrix", meaning: "M in kg" },
  { key: "damping", symbol: "D", name: "damping matrix", meaning: "D = -df/dv in N*s/m" },
];

/** Computed modes and their state. */
interface Computed {
  simulation: Simulation;
  /** Time in s. */
  time: number;
  positions: Float64Array;
  /** Modes that are visible in the picture, the slowest first. */
  modes: Mode[];
  /** True if the picture shows a plane. */
  flat: boolean;
  /** Number of modes perpendicular to that plane, which are left out. */
  across: number;
  /** Number of unstable modes among them. */
  buckling: number;
  /** Size below which ω² is only a rounding error, in 1/s². */
  zero: number;
  /** Largest displacement of a played particle, in m. */
  widest: number;
}

export class Modes {
  element;
  #lab;
  #subject;
  #smaller;
  #computed: Computed | undefined;
  /** True from the request until the modes are computed, in a later task. */
  #computing = false;
  /** Number of the chosen mode, from 1. */
  #number = 1;
  /** Start of the played mode in ms, and the run's state then. */
  #played: { begin: number; time: number; positions: Float64Array } | undefined;
  #compute = button("Compute modes", () => this.#begin());
  #shrink;
  #play = button("Play", () => (this.playing ? this.stop() : this.#start()));
  #saves = MATRICES.map(({ key, symbol, name, meaning }) => {
    const node = button(`Save ${symbol}`, () => this.#save(key, symbol, meaning));
    node.ariaLabel = `Save ${symbol}, the ${name}, as a Matrix Market file`;
    return node;
  });
  #state = element("p", { "aria-live": "polite" });
  #tempo = element("p", { "aria-live": "polite" });
  #choice = element("div");
  #chosen;
  #readouts;
  #control: Control | undefined;

  /**
   * @param subject  the simulation; undefined if it has no springs
   * @param smaller  parameters of a system with few enough particles
   */
  constructor(lab: Lab, subject: () => Simulation | undefined, smaller: Record<string, number> = {}) {
    this.#lab = lab;
    this.#subject = subject;
    this.#smaller = smaller;
    this.#shrink = button(`Set ${Object.values(smaller).join(" × ")} masses`, () => this.#reduce());
    const rated = (text: (mode: Mode, omega: number) => string) => () => {
      const mode = this.#mode;
      return mode ? text(mode, Math.sqrt(mode.omegaSquared)) : "–";
    };
    const swinging = (text: (omega: number, mode: Mode) => string) =>
      rated((mode, omega) => (this.#swings(mode) ? text(omega, mode) : "–"));
    this.#readouts = [
      readout(
        "ω",
        swinging((omega) => `${significant(omega)} rad/s`),
      ),
      readout(
        "Frequency",
        swinging((omega) => `${significant(omega / (2 * Math.PI))} Hz`),
      ),
      readout(
        "Damping rate γ",
        rated(({ dampingRate }, omega) => `${significant(cleaned(dampingRate, omega))} s⁻¹`),
      ),
      readout(
        "Damping ratio ζ",
        swinging((omega, { dampingRate }) => damping(dampingRate / (2 * omega))),
      ),
    ];
    this.#chosen = element(
      "div",
      { className: "chosen", hidden: true },
      this.#choice,
      ...this.#readouts.map((readout) => readout.element),
      this.#tempo,
    );
    const saving = element("span", { className: "buttons", role: "group", "aria-label": "Matrices" }, ...this.#saves);
    this.element = element(
      "section",
      { className: "modes", "aria-label": "Modes" },
      element("div", { className: "buttons" }, this.#compute, this.#play, this.#shrink, saving),
      this.#state,
      this.#chosen,
    );
  }

  get #mode() {
    return this.#computed?.modes[this.#number - 1];
  }

  /** True if a restoring force makes the mode oscillate: ω² > 0. */
  #swings({ omegaSquared }: Mode) {
    return omegaSquared > (this.#computed?.zero ?? 0);
  }

  /** True while a mode is played. Stops playing if the run has moved. */
  get playing() {
    if (!this.#played) return false;
    const { time, positions } = this.#lab.simulation;
    const before = this.#played;
    if (time !== before.time || positions.some((x, i) => x !== before.positions[i])) this.stop();
    return this.#played !== undefined;
  }

  /**
   * Positions at which a simulation is drawn, in m: its own, or while its mode u is played, those
   * at the computation plus A sin(2πft) u.
   */
  positions(simulation: Simulation) {
    const computed = this.#computed;
    const mode = this.#mode;
    if (!this.playing || !computed || !mode || simulation !== computed.simulation) return simulation.positions;
    const elapsed = (performance.now() - (this.#played as { begin: number }).begin) / 1000;
    const part = Math.sin(2 * Math.PI * this.#pace(mode).hertz * elapsed);
    const scale = (part * computed.widest) / longest(mode.shape);
    return computed.positions.map((x, i) => x + scale * (mode.shape[i] ?? 0));
  }

  /**
   * Frequency in Hz at which a mode is played, and the factor by which it is slower than in real
   * time; NaN for a mode that does not oscillate.
   */
  #pace(mode: Mode) {
    if (!this.#swings(mode)) return { hertz: 1, slower: Number.NaN };
    const hertz = mode.angularFrequency / (2 * Math.PI);
    const slower = hertz < TEMPO.least || hertz > TEMPO.most ? Number(hertz.toPrecision(2)) : 1;
    return { hertz: hertz / slower, slower };
  }

  #begin() {
    this.forget();
    this.#computing = true;
    this.#lab.redraw();
    // computes after the next frame, which shows that it is computing
    requestAnimationFrame(() => setTimeout(() => this.#finish()));
  }

  /** The simulation, unless the laboratory has left the page. */
  #available() {
    return this.element.isConnected ? this.#subject() : undefined;
  }

  #finish() {
    const simulation = this.#available();
    if (!this.#computing || !simulation) return;
    this.#computing = false;
    this.#lab.act(() => {
      this.#computed = compute(simulation);
    }, "modes");
    const count = this.#computed?.modes.length ?? 0;
    this.#number = Math.min(this.#number, Math.max(count, 1));
    const record: NumberParameter = { ...NUMBER, max: count, to: count };
    this.#control = control(
      record,
      () => this.#number,
      (value) => this.#choose(record, value),
    );
    this.#control.refresh();
    this.#choice.replaceChildren(this.#control.element);
    this.#lab.redraw();
  }

  #choose(record: NumberParameter, value: number | string) {
    const taken = this.#lab.act(() => {
      this.#number = Number(check(record, value));
    }, "modes");
    if (taken) this.#control?.refresh();
    return taken;
  }

  #start() {
    if (!this.#mode) return;
    this.#lab.pause();
    const { time, positions } = this.#lab.simulation;
    this.#played = { begin: performance.now(), time, positions: positions.slice() };
    this.#lab.redraw();
  }

  /** Stops playing: the picture shows the run again. */
  stop() {
    this.#played = undefined;
    this.#lab.redraw();
  }

  /** Deletes the modes, after the system has changed. */
  forget() {
    this.#computed = undefined;
    this.#computing = false;
    this.stop();
  }

  #reduce() {
    for (const [key, value] of Object.entries(this.#smaller)) this.#lab.set(key, value);
    this.draw(); // enables the button: a disabled one takes no focus
    this.#compute.focus();
  }

  async #save(key: keyof Matrices, symbol: string, meaning: string) {
    const { matrixMarket } = await import("./matrix-market.ts"); // rarely needed
    const simulation = this.#available();
    if (!simulation) return;
    this.#lab.act(() => {
      const comments = [...this.#lab.origin(), `t = ${simulation.time} s`, `${meaning}, of M x'' + D x' + K x = 0`];
      const text = matrixMarket(simulation.analysis.matrices(), key, simulation.positions.length / 3, comments);
      this.#lab.save(text, `${symbol}.mtx`);
    }, "matrices");
  }

  draw() {
    const subject = this.#subject();
    const free = subject ? subject.positions.length / 3 - subject.system.fixed.length : 0;
    const { playing } = this;
    this.#compute.disabled = free === 0 || free > MAX_PARTICLES;
    this.#shrink.hidden = free <= MAX_PARTICLES || Object.keys(this.#smaller).length === 0;
    this.#play.hidden = free > MAX_PARTICLES;
    this.#play.disabled = !this.#mode;
    this.#play.textContent = playing ? "Stop" : "Play";
    for (const node of this.#saves) node.disabled = free === 0;
    this.#chosen.hidden = !this.#mode;
    for (const { show } of this.#readouts) show();
    write(this.#state, this.#sentence(free));
    write(this.#tempo, this.#pacing());
    if (playing) this.#lab.redraw();
  }

  /** Describes the modes. @param free  number of free particles */
  #sentence(free: number) {
    if (this.#computing) return "computing …";
    if (free === 0) return "Modes are of springs, and here are none.";
    if (free > MAX_PARTICLES)
      return `${free} particles are free. All modes are computed of at most ${MAX_PARTICLES}: their cost grows with the cube.`;
    if (!this.#computed)
      return "Without dampers every small motion is a sum of modes, in which all masses swing in step.";
    const { time, modes, flat, across, buckling } = this.#computed;
    const at = clockTime(time, Number(this.#lab.get("timeStepSize")));
    if (!flat) return `Of the state at ${at}: ${modes.length} modes.`;
    const weak = buckling > 0 ? `, where ${buckling} would buckle` : "";
    return `Of the state at ${at}: ${modes.length} modes in the picture's plane; ${across} across it are left out${weak}.`;
  }

  /** Describes how the chosen mode is played. */
  #pacing() {
    const mode = this.#mode;
    const computed = this.#computed;
    if (!mode || !computed) return "";
    const wide = `the mass that moves most goes ${significant(computed.widest)} m to each side`;
    if (!this.#swings(mode)) {
      const rate = Math.sqrt(Math.max(-mode.omegaSquared, 0));
      const kind =
        mode.omegaSquared < -computed.zero
          ? `Mode ${this.#number} buckles: ω² is negative, and a displacement grows as exp(t · ${significant(rate)} s⁻¹)`
          : `Nothing pulls mode ${this.#number} back`;
      return `${kind}. Played at 1 Hz to show its shape; ${wide}.`;
    }
    const { slower } = this.#pace(mode);
    const [times, how] = slower > 1 ? [slower, "slower"] : [1 / slower, "faster"];
    return `Played ${slower === 1 ? "in real time" : `${significant(times)} times ${how}`}; ${wide}.`;
  }
}

function compute(simulation: Simulation): Computed {
  const all = simulation.analysis.modes();
  const flat = simulation.positions.every((x, i) => i % 3 < 2 || x === 0);
  const seen = flat ? all.filter(({ shape }) => shape.some((part, i) => i % 3 < 2 && part !== 0)) : all;
  const zero = ROUNDING * (all.at(-1)?.omegaSquared ?? 0);
  const unseen = all.filter((mode) => !seen.includes(mode));
  return {
    simulation,
    time: simulation.time,
    positions: simulation.positions.slice(),
    modes: seen,
    flat,
    across: unseen.length,
    buckling: unseen.filter(({ omegaSquared }) => omegaSquared < -zero).length,
    zero,
    widest: widest(simulation),
  };
}

/** Largest displacement of a played particle, in m. */
export function widest({ system: { restLengths } }: Simulation) {
  return WIDEST * restLengths.reduce((least, length) => Math.min(least, length), Number.POSITIVE_INFINITY);
}

/** Largest displacement in a mode. @param shape  x y z per particle */
export function longest(shape: Float64Array) {
  let most = 0;
  for (let i = 0; i < shape.length; i += 3) most = Math.max(most, Math.hypot(shape[i], shape[i + 1], shape[i + 2]));
  return most;
}

function button(textContent: string, action: () => void) {
  const node = element("button", { type: "button", textContent });
  node.addEventListener("click", action);
  return node;
}
