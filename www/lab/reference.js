// Ways to compute a reference for a run: the same motion by a method with far smaller errors.

/** @import { Method, Simulation } from "../types.js" */
/** @import { Values } from "./compared.js" */

/**
 * Tolerance of a coarser reference, relative to that of the fine one. In steps half as long, it has
 * nearly no error where both accept all steps, and else a larger one. On single oscillators its
 * distance from the reference is 0.2 to 4 times the error of the reference.
 */
const COARSER = 5;

/** Least evaluations of the coarser one in a step. */
const ATTEMPT = 14;

export const COSTLY = "a reference takes too long to compute";

/** Parameters that change how a run is computed, but not its equations. */
const NUMERICAL = ["method", "solver", "tolerance", "sweeps", "spectralRadius", "precision", "substeps"];

/**
 * Methods of references with fixed steps: parts of the run's step, and cost of a step per mass and
 * number of masses, relative to an evaluation of the force on one mass.
 */
const FINEST = [
  { id: "rattle", label: "RATTLE", parts: 4, cost: (/** @type {number} */ masses) => 18 * masses },
  { id: "exact", label: "exact steps", parts: 16, cost: () => 1 },
];

/**
 * A way to compute a reference: the values of it and of a coarser one. The distance of the two is
 * about the reference's own error.
 * @typedef {object} Plan
 * @property {string} method  its label
 * @property {[fine: Values, coarse: Values]} values
 */

/** Values without those that change only how a run is computed. @param {Values} own */
export function physical(own) {
  return Object.fromEntries(Object.entries(own).filter(([key]) => !NUMERICAL.includes(key)));
}

/**
 * Plan for the reference of a run, or why there is none, in a clause.
 * @param {Simulation} simulation  of the run
 * @param {Values} own  values of the run that a new simulation does not have
 * @param {Method[]} methods  that the scene offers
 * @param {object} limits
 * @param {number} limits.step  of the run in s
 * @param {number} limits.tolerance  of a reference with adaptive steps
 * @param {number} limits.most  masses
 * @param {number} limits.work  most evaluations of the force on one mass in a simulated second
 * @returns {Plan | string}
 */
export function planFor(simulation, own, methods, { step, tolerance, most, work }) {
  const method = methods.find(({ value }) => value === simulation.get("method"));
  const offers = (/** @type {string} */ id) => methods.some(({ value }) => value === id);
  if (!method || method.order === 0) return `${method?.label ?? "the run"} solves no equation of motion`;
  const masses = simulation.positions.length / 3;
  if (masses > most) return `there are more than ${most} masses`;
  const same = physical(own);
  const { links, obstacles } = simulation.system;
  const constrained = method.projectsContacts && links.length + obstacles.length > 0;
  if (!constrained && offers("runge-kutta-45")) {
    if ((ATTEMPT * masses) / step > work) return COSTLY;
    const adaptive = { ...same, method: "runge-kutta-45", tolerance };
    const coarse = { ...adaptive, tolerance: COARSER * tolerance, timeStepSize: step / 2 };
    return { method: "Runge-Kutta 45", values: [adaptive, coarse] };
  }
  const finest = FINEST.find(({ id }) => offers(id));
  if (!finest) return "the scene offers no finer method";
  const { id, label, parts, cost } = finest;
  if (((parts * masses) / step) * cost(masses) > work) return COSTLY;
  const short = (/** @type {number} */ timeStepSize) => ({ ...same, method: id, timeStepSize });
  return { method: `${label} at Δt/${parts}`, values: [short(step / parts), short((2 * step) / parts)] };
}
