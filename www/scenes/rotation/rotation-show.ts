// The rotation field, and points moved by several methods: only some stay on the circle.
import { significant } from "../../base/format.ts";
import { toggle } from "../../lab/model/options.ts";
import type { Lab, Show } from "../../lab/show.ts";
import { key } from "../../lab/views/help.ts";
import { gauge, readout, useOfStep } from "../../lab/views/readouts.ts";
import { after } from "../../plots/cursor.ts";
import { DASHES } from "../../plots/dashes.ts";
import { perSample } from "../../plots/quantity.ts";
import type { Method, Simulation } from "../../types.ts";
import { Race } from "./race.ts";
import type { Runner } from "./rotation-picture.ts";
import { RotationPicture } from "./rotation-picture.ts";

/** Methods shown by default besides the chosen one: one stays on the circle, one goes inwards. */
const DEFAULT_METHODS = ["rungeKutta4", "implicitEuler"];

export function options(methods: Method[]) {
  const runs = runners(methods).filter(({ id }) => id !== "exact");
  return [
    ...runs.map(({ key, label }) => {
      const usual = DEFAULT_METHODS.includes(key) ? "on" : "off";
      return toggle(key, `+ ${label}`, "Runs beside the chosen method from the same point.", usual);
    }),
  ];
}

export const controls = ["timeStepSize", "method"];

export const races = true;

/** Time of one turn, in s. */
const ROUND = 2 * Math.PI;

/** Growth below which a change is rounding. */
const ROUNDING = 1e-13;

export function show(lab: Lab): Show {
  const { simulation, get } = lab;
  const all = runners(lab.methods);
  const race = new Race(
    lab,
    all.map(({ id }) => id),
  );
  const step = () => Number(get("timeStepSize"));
  const window = () => Math.max(2 * ROUND, 20 * step());
  const tune = () => race.tune(window());
  tune();
  const chosen = ({ id }: Runner) => id === get("method");
  const beside = ({ id, key }: Runner) => id !== get("method") && id !== "exact" && get(key) === "on";
  const follow = perSample(() => race.follow());
  const distance = (runner: Runner) => {
    follow();
    const seen = runner.id === "exact" || chosen(runner) || beside(runner);
    return seen ? Math.hypot(...race.place(runner.id)) : Number.NaN;
  };
  const quantities = all.map((runner) => ({
    ...line(runner),
    value: () => distance(runner),
    get of() {
      return chosen(runner) ? fromCentre : undefined;
    },
  }));
  const [x, y] = ["x", "y"].map((label, axis) => {
    const of = ({ positions }: Simulation) => positions[axis];
    return { label, unit: "m", color: "", width: 0, dash: [], value: () => of(simulation), of };
  });
  /** Coordinates of other runs in the last turns. */
  const others = () => {
    const [, ...ys] = lab.curves(y);
    const [, ...xs] = lab.curves(x);
    return xs.map(({ values, ...one }, i) => {
      const [from, to] = [simulation.time - window(), simulation.time].map((time) => after(one.times, time));
      return { ...one, xs: values.subarray(from, to), ys: ys[i].values.subarray(from, to) };
    });
  };
  const growth = () => simulation.analysis.amplification?.modulus ?? Number.NaN;
  return {
    pictures: [new RotationPicture(lab, race, () => [...all.filter(beside), ...all.filter(chosen)], others)],
    window,
    recorded: [x, y],
    plots: [{ axis: "distance from the centre", unit: "m", quantities, floor: 0 }],
    readouts: [
      readout("Radius per step", () => change(growth())),
      readout("per round", () => change(growth() ** (ROUND / step()))),
      gauge("Step limit", () => useOfStep(simulation.analysis, simulation.analysis.stepLimit)),
    ],
    changed: (key) => {
      tune();
      if (key === "method") race.begin(); // otherwise a point would jump away from its trail
    },
    restarted: () => race.begun(),
    runners: () => race.runners,
    stepped: (steps) => race.stepped(steps),
    restored: () => race.restored(),
    hint: ["Drag the point, or move it by arrow keys, with ", key("Shift"), " farther: all begin anew from there."],
  };
}

/** Distance from the centre in m. */
function fromCentre({ positions: [x, y] }: Simulation) {
  return Math.hypot(x, y);
}

/** Runners of all methods, with the exact motion. */
function runners(methods: Method[]): Runner[] {
  return methods.map(({ value, label }, i) => ({
    id: value,
    key: value.replace(/-(.)/g, (_, letter) => letter.toUpperCase()),
    ...(value === "exact" ? { label: "exact", dash: [] } : { label, dash: DASHES[(i + 1) % DASHES.length] }),
  }));
}

/** Line of a runner's distance from the centre. */
function line({ id, label, dash }: Runner) {
  return {
    label: label.replace(/.+, (?=positions)/, "… "),
    unit: "m",
    color: `--${id}`,
    dash,
    width: id === "exact" ? 1 : 1.8,
    optional: true,
  };
}

/** Writes a growth factor as a gain or loss in percent. */
function change(factor: number) {
  if (Number.isNaN(factor)) return "–"; // the factor is not constant
  const gain = factor - 1;
  if (Math.abs(gain) < ROUNDING) return "unchanged";
  return `${gain > 0 ? "+" : "−"}${significant(100 * Math.abs(gain))} %`;
}
