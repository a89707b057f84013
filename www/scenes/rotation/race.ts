// The laboratory's flow by all methods, from the same starting point.

import type { Point } from "../../canvas/shapes.ts";
import { Companion } from "../../lab/model/companion.ts";
import type { Take } from "../../lab/model/runner.ts";
import { Runner } from "../../lab/model/runner.ts";
import type { Lab } from "../../lab/show.ts";
import { perSample } from "../../plots/quantity.ts";
import { Recorder } from "../../plots/recorder.ts";
import { Sampler } from "../../plots/sampler.ts";
import type { Simulation as Flow } from "../../types.ts";

/** The runner whose point can be moved: all begin again from there. */
class Leader extends Runner {
  #race;

  constructor(simulation: Flow, race: Race) {
    super(simulation);
    this.#race = race;
  }

  get stride() {
    return this.#race.stride;
  }

  step(steps: number, take?: Take) {
    this.#race.follow();
    super.step(steps, take);
    this.#race.left = place(this.simulation);
  }

  moment() {
    return { ...super.moment(), start: this.#race.start };
  }

  goTo(moment: ReturnType<Leader["moment"]>) {
    super.goTo(moment);
    this.#race.start = moment.start;
    this.#race.left = place(this.simulation);
  }
}

/** A runner with a method of its own. */
class Racer extends Companion {
  #first;

  constructor(scene: string, method: string, first: Flow) {
    const shares = (key: string) => key === "timeStepSize"; // the tolerance is for one method
    super(scene, first, { method }, { inHand: false, led: true, shares });
    this.#first = first;
  }

  step(steps: number) {
    if (this.#first.analysis.exact) super.step(steps);
    else this.restart(); // the first one is being dragged
  }

  /** Begins where the first runner is. */
  restart() {
    super.restart();
    try {
      this.simulation.hand.setPosition(0, ...place(this.#first), 0);
    } catch (error) {
      this.stopped = error; // the first one diverged so far that its position is refused
    }
  }
}

export class Race {
  /** Common starting point, in m. */
  start: Point = [0, 0];
  /**
   * Position of the laboratory's simulation after its last step: a different one means that the
   * point was moved.
   */
  left: Point = [0, 0];
  /** The laboratory's runner, then one for each method. */
  runners;
  #lab;
  #racers;
  /** Coordinates of each method's point as quantities, by the method's id. */
  #trails;
  #recorder;
  #sampler;

  constructor(lab: Lab, methods: string[]) {
    this.#lab = lab;
    this.#racers = new Map(methods.map((method) => [method, new Racer(lab.scene, method, lab.simulation)]));
    this.runners = [new Leader(lab.simulation, this), ...this.#racers.values()];
    this.#trails = new Map(methods.map((method) => [method, coordinates(() => this.place(method))]));
    this.#recorder = new Recorder([...this.#trails.values()].flatMap(({ x, y }) => [x, y]));
    this.#sampler = new Sampler({
      step: () => {}, // all have taken them
      time: () => lab.simulation.time,
      recorder: this.#recorder,
    });
    this.begin();
  }

  /** Starts all methods from the simulation's position. */
  begin() {
    for (const racer of this.#racers.values()) racer.restart();
    this.begun();
  }

  /** Begins new trails. */
  begun() {
    this.left = this.start = place(this.#lab.simulation);
    this.#sampler.restart();
  }

  /** Sets the length of the trails. @param window  in s */
  tune(window: number) {
    this.#sampler.tune(Number(this.#lab.get("timeStepSize")), window);
    if (this.#lab.simulation.time === 0) this.begin();
  }

  /** Most steps up to the next point of the trails. */
  get stride() {
    return this.#sampler.untilSample;
  }

  /** Extends the trails after steps. */
  stepped(steps: number) {
    if (this.#lab.simulation.analysis.exact) this.#sampler.advance(steps);
    else this.begun(); // it is being dragged
  }

  /** Sets the trails to the time of the laboratory's simulation, after it went back or forward. */
  restored() {
    this.#sampler.seek();
  }

  /** Starts all methods again if the point was moved. */
  follow() {
    const [x, y] = place(this.#lab.simulation);
    if (x !== this.left[0] || y !== this.left[1]) this.begin();
  }

  /**
   * Position of a method's point; NaN if it has diverged. For the chosen method it comes from the
   * laboratory's simulation.
   */
  place(method: string): Point {
    if (method === this.#lab.get("method")) return place(this.#lab.simulation);
    const racer = this.#racers.get(method);
    return racer && racer.stopped === undefined ? place(racer.simulation) : [Number.NaN, Number.NaN];
  }

  /** Trail of a method up to now. */
  trail(method: string): Point[] {
    this.#sampler.show();
    const { of } = this.#recorder.samples();
    const { x, y } = this.#trails.get(method) as ReturnType<typeof coordinates>;
    const xs = of(x);
    const ys = of(y);
    return Array.from(xs, (x, i) => [x, ys[i]] as Point).filter(([x]) => Number.isFinite(x));
  }
}

function place({ positions: [x, y] }: Flow): Point {
  return [x, y];
}

function coordinates(point: () => Point) {
  const at = perSample(point);
  const line = { label: "", unit: "m", color: "", width: 0, dash: [] };
  return { x: { ...line, value: () => at()[0] }, y: { ...line, value: () => at()[1] } };
}
