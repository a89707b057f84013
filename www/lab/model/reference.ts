// Ways to compute a reference for a run: the same motion by a method with far smaller errors.
import type { Method, Simulation } from "../../types.ts";
import type { Values } from "./run.ts";

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
  { id: "rattle", label: "RATTLE", parts: 4, cost: (masses: number) => 18 * masses },
  { id: "exact", label: "exact steps", parts: 16, cost: () => 1 },
];

/**
 * A way to compute a reference: the values of it and of a coarser one. The distance of the two is
 * about the reference's own error.
 */
export interface Plan {
  /** Its label. */
  method: string;
  values: [fine: Values, coarse: Values];
}

/** Values without those that change only how a run is computed. */
export function physical(own: Values) {
  return Object.fromEntries(Object.entries(own).filter(([key]) => !NUMERICAL.includes(key)));
}

/**
 * Plan for the reference of a run, or why there is none, in a clause.
 * @param simulation  of the run
 * @param own  values of the run that a new simulation does not have
 * @param methods  that the scene offers
 */
export function planFor(
  simulation: Simulation,
  own: Values,
  methods: Method[],
  {
    step,
    tolerance,
    most,
    work,
  }: {
    /** Step of the run in s. */
    step: number;
    /** Tolerance of a reference with adaptive steps. */
    tolerance: number;
    /** Masses. */
    most: number;
    /** Most evaluations of the force on one mass in a simulated second. */
    work: number;
  },
): Plan | string {
  const method = methods.find(({ value }) => value === simulation.get("method"));
  const offers = (id: string) => methods.some(({ value }) => value === id);
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
  const short = (timeStepSize: number) => ({ ...same, method: id, timeStepSize });
  return { method: `${label} at Δt/${parts}`, values: [short(step / parts), short((2 * step) / parts)] };
}
