// Measurement of amplitude and phase: in the present run, or in a sweep over many frequencies.

import { element, write } from "../../base/dom.ts";
import { Simulation } from "../../engine.ts";
import type { Lab } from "../../lab/show.ts";
import { ResponsePlot } from "./response-plot.ts";

/** Largest mean and residual of a fit to a steady motion, as a fraction of the amplitude. */
const MAX_RESIDUAL = 0.02;

/** Periods of the drive in a measurement. */
const PERIODS = 2;

/** Most samples in a period. */
const SAMPLES = 60;

/** Number of frequencies in a sweep, and the last one in natural frequencies. */
const SWEEP = { count: 44, end: 2.2 };

/** Settling time: `times` time constants of the transient e^(−γt/2), but at most `most` s. */
const SETTLE = { times: 7, most: 200 };

/** Parameters that change the exact curve: measured points are then deleted. */
const OTHERS = ["drive", "waveform", "amplitude", "mass", "stiffness", "damping"];

/** Position of the mass in m at a time in s. */
type Sample = { time: number; x: number };

/** Result of a fit at one frequency. */
type Measured = { amplitude: number; phase: number; mean: number; rest: number };

export class Response {
  name = "frequency response";
  element;
  #lab;
  #plot;
  /** Samples since the last change. */
  #samples: Sample[] = [];
  /** The sweep in progress, on a simulation of its own. */
  #sweep: { simulation: Simulation; next: number } | undefined;
  #measure = element("button", { type: "button", textContent: "Measure" });
  #start = element("button", { type: "button", textContent: "Sweep" });
  #clear = element("button", { type: "button", textContent: "Clear", "aria-label": "Clear the points" });
  #text = element("p", { "aria-live": "polite" });
  /** Message, shown after the explanation of the marks. */
  #message = "";

  constructor(lab: Lab) {
    this.#lab = lab;
    this.#plot = new ResponsePlot(lab);
    this.#measure.addEventListener("click", () => this.#take());
    this.#start.addEventListener("click", () => (this.#sweep ? this.destroy() : this.#begin()));
    this.#clear.addEventListener("click", () => {
      this.#plot.points = [];
      this.#say("");
    });
    const buttons = element("div", { className: "note" }, this.#measure, this.#start, this.#clear, this.#text);
    this.element = element("section", { className: "measured", "aria-label": "Response" }, buttons, this.#plot.element);
  }

  /** Length of a measurement, in s. */
  #length() {
    return (PERIODS * 2 * Math.PI) / Number(this.#lab.get("drivingFrequency"));
  }

  /** Samples the position of the mass. */
  sample() {
    const { time, positions } = this.#lab.simulation;
    const { exact } = this.#lab.simulation.analysis;
    const [begin, end] = this.#ends;
    if (!exact || exact.since > (begin ?? time) || time < (end ?? 0)) this.#samples = [];
    const last = this.#samples.at(-1)?.time ?? Number.NEGATIVE_INFINITY;
    const length = this.#length();
    if (!exact || time <= last + length / (PERIODS * SAMPLES)) return;
    const kept = this.#samples.filter((past) => past.time >= time - length);
    this.#samples = [...kept, { time, x: positions[3] }];
  }

  /** Fit to the last two periods of the drive; undefined until these have passed since a change. */
  get measured(): Measured | undefined {
    const [begin = 0, end = 0] = this.#ends;
    return end - begin < 0.95 * this.#length() ? undefined : measure(this.#lab.simulation, this.#samples);
  }

  /** Times of the first and the last sample, in s. */
  get #ends() {
    return [this.#samples.at(0)?.time, this.#samples.at(-1)?.time];
  }

  #take() {
    const measured = this.measured;
    if (!measured) {
      this.#say(`Two periods of the drive at one setting are needed: wait ${Math.ceil(this.#length())} s.`);
      return;
    }
    const steady = this.#add(Number(this.#lab.get("drivingFrequency")), measured);
    this.#say(steady ? "" : "Not steady yet: the point is hollow.");
  }

  /** Adds a point to the plot. @returns true if it is steady */
  #add(frequency: number, { amplitude, phase, mean, rest }: Measured): boolean {
    const steady = Math.hypot(rest, mean) < MAX_RESIDUAL * amplitude;
    // a small lead is rounding, not a lag of almost a full turn
    const lag = phase > 1 ? phase - 2 * Math.PI : phase;
    const method = String(this.#lab.get("method"));
    const others = this.#plot.points.filter((point) => point.frequency !== frequency || point.method !== method);
    this.#plot.points = [...others, { frequency, amplitude, phase: lag, method, steady }];
    this.#lab.redraw();
    return steady;
  }

  #begin() {
    const { simulation: run } = this.#lab;
    const simulation = Simulation.open("resonance");
    this.#sweep = { simulation, next: 1 };
    simulation.restore(run.snapshot());
    this.#say("");
    this.#go();
  }

  /** Measures one frequency per frame. */
  #go() {
    if (!this.#sweep) return;
    const { simulation, next } = this.#sweep;
    const omega = Math.sqrt(Number(this.#lab.get("stiffness")) / Number(this.#lab.get("mass")));
    const frequency = Number(((next * SWEEP.end * omega) / SWEEP.count).toPrecision(3));
    const done = this.#lab.act(() => {
      const steady = this.#add(frequency, measureAt(simulation, frequency));
      if (!steady) this.#say("Hollow points are not steady: the transient of so little damping stays.");
    }, "sweep");
    this.#sweep.next += 1;
    if (done && next < SWEEP.count) requestAnimationFrame(() => this.#go());
    else this.destroy();
  }

  /**
   * Deletes the samples. If the exact curve changes, deletes the points and ends the sweep, too.
   */
  changed(key: string) {
    this.#samples = [];
    if (!OTHERS.includes(key)) return;
    this.#plot.points = [];
    this.destroy();
  }

  restarted() {
    this.#samples = [];
  }

  describe() {
    this.#plot.describe();
  }

  draw() {
    const drives = this.#lab.get("waveform") === "cosine" && Number(this.#lab.get("drivingFrequency")) > 0;
    this.#measure.disabled = !drives;
    this.#start.disabled = this.#lab.get("waveform") !== "cosine";
    write(this.#start, this.#sweep ? "Stop the sweep" : "Sweep");
    this.#clear.disabled = this.#plot.points.length === 0;
    const text = `${this.#plot.legend} ${this.#message}`.trim();
    write(this.#text, text);
    this.#plot.draw();
  }

  #say(text: string) {
    this.#message = text;
    this.#lab.redraw();
  }

  destroy() {
    this.#sweep?.simulation.free();
    this.#sweep = undefined;
    this.#lab.redraw();
  }
}

/** Fit to samples. */
function measure(simulation: Simulation, samples: Sample[]) {
  return simulation.analysis.measure(
    samples.map(({ time }) => time),
    samples.map(({ x }) => x),
  );
}

/** Sets a frequency, waits for steady motion, and measures. */
function measureAt(simulation: Simulation, frequency: number): Measured {
  simulation.set("drivingFrequency", frequency);
  const step = Number(simulation.get("timeStepSize"));
  const rate = Number(simulation.get("damping")) / Number(simulation.get("mass")) / 2;
  const settle = Math.min(SETTLE.times / rate, SETTLE.most);
  simulation.step(Math.ceil(settle / step));
  const length = (PERIODS * 2 * Math.PI) / frequency;
  const each = Math.max(1, Math.floor(length / PERIODS / SAMPLES / step));
  const samples = [];
  for (let taken = 0; taken * step < length; taken += each) {
    simulation.step(each);
    samples.push({ time: simulation.time, x: simulation.positions[3] });
  }
  const measured = measure(simulation, samples);
  if (!measured) throw new Error(`The time step of ${step} s is too long to see a drive of ${frequency} rad/s.`);
  return measured;
}
