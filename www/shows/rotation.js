// The rotation field: which methods stay on their circle.
import { significant } from "../lab/format.js";
import { key } from "../lab/help.js";
import { toggle } from "../lab/options.js";
import { gauge, readout, useOfStep } from "../lab/readouts.js";
import { RotationPicture } from "../views/rotation.js";
import { Race } from "./race.js";

/** @import { Runner } from "../views/rotation.js" */
/** @import { Lab, Show } from "./shows.js" */

/** What runs from the same point, and the dashes of its line. The exact motion always does. */
const METHODS = [
  method("explicit-euler", "Explicit Euler", []),
  method("symplectic-euler", "Symplectic Euler", [8, 3]),
  method("symplectic-euler-adjoint", "Symplectic Euler, positions first", [2, 2]),
  method("runge-kutta-2", "Runge-Kutta 2", [9, 3, 2, 3]),
  method("runge-kutta-4", "Runge-Kutta 4", [4, 4]),
  method("runge-kutta-45", "Runge-Kutta 45 (adaptive)", [10, 2, 2, 2]),
  method("implicit-euler", "Implicit Euler", [3, 2]),
  method("implicit-midpoint", "Implicit midpoint", [12, 4]),
];
const EXACT = method("exact", "exact", []);
const ALL = [...METHODS, EXACT];

/** Those that run beside the chosen one at first: one that stays, and one that falls inwards. */
const USUAL = ["rungeKutta4", "implicitEuler"];

export const options = [
  ...METHODS.map(({ key, label }) => {
    const usual = USUAL.includes(key) ? "on" : "off";
    return toggle(key, `+ ${label}`, "Runs beside the chosen method from the same point.", usual);
  }),
  toggle("stages", "Stages of the next step", "Shows where explicit Euler and the Runge-Kutta methods read the field."),
];

export const more = ["tolerance"];

const QUANTITIES = ALL.map(({ id, label, dash }) => ({
  ...{ label: label.replace(/.+, (?=positions)/, "… "), unit: "m", color: `--${id}`, dash },
  width: id === "exact" ? 1 : 1.8,
  optional: true,
}));

/** The time of one round in s. */
const ROUND = 2 * Math.PI;

/** Growth below this is rounding. */
const ROUNDING = 1e-13;

/** @param {Lab} lab @returns {Show} */
export function show(lab) {
  const { simulation, get } = lab;
  const race = new Race(
    lab,
    "rotation",
    ALL.map(({ id }) => id),
  );
  const step = () => Number(get("timeStepSize"));
  const window = () => Math.max(2 * ROUND, 20 * step());
  const tune = () => race.tune(window());
  tune();
  const chosen = (/** @type {Runner} */ { id }) => id === get("method");
  const beside = (/** @type {Runner} */ { id, key }) => id !== get("method") && id !== "exact" && get(key) === "on";
  const growth = () => simulation.amplification?.modulus ?? Number.NaN;
  return {
    pictures: [new RotationPicture(lab, race, () => [...ALL.filter(beside), ...ALL.filter(chosen)])],
    quantities: QUANTITIES,
    values: () => {
      race.follow();
      const seen = (/** @type {Runner} */ runner) => runner === EXACT || chosen(runner) || beside(runner);
      return ALL.map((runner) => (seen(runner) ? Math.hypot(...race.place(runner.id)) : Number.NaN));
    },
    window,
    plots: [{ axis: "distance from the centre", unit: "m", quantities: ALL.map((_, i) => i), floor: 0 }],
    readouts: [
      readout("Radius per step", () => change(growth())),
      readout("per round", () => change(growth() ** (ROUND / step()))),
      gauge("Step limit", () => useOfStep(step(), simulation.stepLimit)),
    ],
    step: (steps) => race.step(steps),
    changed: (key) => {
      tune();
      if (key === "method") race.begin(); // the point would leave its trail
    },
    restarted: () => race.begin(),
    destroy: () => race.free(),
    hint: ["Drag the point, or move it by arrow keys, with ", key("Shift"), " farther: all begin anew from there."],
  };
}

/** @param {string} id @param {string} label @param {number[]} dash @returns {Runner} */
function method(id, label, dash) {
  return { id, label, dash, key: id.replace(/-(.)/g, (_, letter) => letter.toUpperCase()) };
}

/** A factor as a gain or loss. @param {number} factor */
function change(factor) {
  if (Number.isNaN(factor)) return "–"; // it is not always the same
  const gain = factor - 1;
  if (Math.abs(gain) < ROUNDING) return "unchanged";
  return `${gain > 0 ? "+" : "−"}${significant(100 * Math.abs(gain))} %`;
}
