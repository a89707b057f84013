// Types of the records that the engine returns, part of its type declarations.

// `using` frees simulations and moments. Older versions of TypeScript lack these declarations.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}

/**
 * Energies in J. Stored now: kinetic, elastic, gravity, contact. Heat since the start: damping,
 * drag, friction, impact, and tearing (the energy that springs had stored when they tore), together
 * `dissipated`. `total` is stored energy and heat, which the exact motion keeps if no work is done
 * from outside. `hand` is the work of the user, `drive` that of the drive, `wind` that of moving
 * air. `numerical` is the remaining change of `total`: the gain or loss of the method.
 */
export interface Energy {
  kinetic: number;
  elastic: number;
  gravity: number;
  contact: number;
  damping: number;
  drag: number;
  friction: number;
  impact: number;
  tearing: number;
  dissipated: number;
  hand: number;
  drive: number;
  wind: number;
  numerical: number;
  total: number;
}

/**
 * The fastest modes of a mechanical scene now: largest ω in rad/s and γ in 1/s, and the step limit
 * of the chosen method in s. If `bound` is true, every step up to it is stable, and longer ones may
 * be. `settled` is false if the search took too long; the next one continues it. With the present
 * step h, `sum` is the largest h²ω² + c hγ of all modes, where c is the method's `dampers`, else 2.
 * A method with `dampers` is stable while the sum is below 4, and has its two terms as `parts`. If
 * `kept` is true, automatic substeps keep the limit whatever the parameters.
 */
export interface Spectrum {
  angularFrequency: number;
  dampingRate: number;
  stepLimit: number;
  bound: boolean;
  kept: boolean;
  settled: boolean;
  sum: number;
  parts?: Float64Array;
  remedies: Remedies;
}

/**
 * A motion u cos ωt of all particles together, without dampers: ω in rad/s (0 if the state is
 * unstable), ω² in 1/s², the damping rate γ = uᵀDu/uᵀMu in 1/s, and the displacements u of length 1
 * in all, x y z per particle up to the last free one.
 */
export interface Mode {
  angularFrequency: number;
  omegaSquared: number;
  dampingRate: number;
  shape: Float64Array;
}

/**
 * A sparse matrix: value n is in row `rows[n]` and column `columns[n]`, numbered 3 i + axis for
 * particle i.
 */
export interface Triples {
  rows: Uint32Array;
  columns: Uint32Array;
  values: Float64Array;
}

/**
 * M ü + D u̇ + K u = 0 for the free particles in the present state: K = −∂f/∂x in N/m, M in kg,
 * D = −∂f/∂v in N·s/m.
 */
export interface Matrices {
  stiffness: Triples;
  mass: Triples;
  damping: Triples;
}

/**
 * Factors on the present stiffness, damping and time step. Each is the largest that makes the step
 * stable if it alone is changed; left out if there is none. With a method that has `dampers` a
 * factor above 1 is the margin left; with others factors are at most 1. ω² is taken as proportional
 * to the stiffness and γ to the damping, which neglects contacts and drag.
 */
export interface Remedies {
  stiffness?: number;
  damping?: number;
  timeStepSize?: number;
}

/**
 * The exact solution now, from the state after the last change from outside, at the simulated time
 * `since` in s: positions in m and velocities in m/s, x y z per particle, as copies.
 */
export interface Exact {
  since: number;
  positions: Float64Array;
  velocities: Float64Array;
}

/**
 * Errors of a run with four step sizes in s, each half of the previous one. An error is the largest
 * distance in m of a particle from its reference position, at any of the times that the longest
 * step reaches. The reference is the exact solution if it is known for all of the time, else the
 * run with half of the step; the errors are then the changes by halving. The order is p in
 * error ≈ C Δt^p, undefined if fewer than two errors are clear of rounding.
 */
export interface Convergence {
  stepSizes: Float64Array;
  errors: Float64Array;
  reference: "exact" | "halved step";
  order: number | undefined;
}

/**
 * A drive now: its phase Ωt + φ in rad, its amplitude and its value, in N for a force and in m for
 * an anchor.
 */
export interface Drive {
  phase: number;
  amplitude: number;
  value: number;
}

/**
 * A steady oscillation under a drive: amplitude in m, phase relative to the drive in rad from −π to
 * π, negative if it lags.
 */
export interface Response {
  amplitude: number;
  phase: number;
}

/**
 * The resonance of an oscillator under a drive: Ω of the largest amplitude in rad/s, that amplitude
 * in m (Infinity without damping), lowest and highest Ω in rad/s with at least half of the power,
 * and the quality factor ω/γ.
 */
export interface Resonance {
  angularFrequency: number;
  amplitude: number;
  low: number;
  high: number;
  quality: number;
}

/**
 * A fit of mean + amplitude cos(θ + phase) to a motion under a drive with the phase θ, and the root
 * mean square of the residual in m.
 */
export interface Measured extends Response {
  mean: number;
  rest: number;
}

/**
 * One linear system of an implicit step: the relative residual after it, the number of conjugate
 * gradient iterations, how often the correction was halved, the number of compressed springs with a
 * convexified stiffness (0 if the true stiffness was used), and whether the trust radius or a
 * negative curvature ended the iterations.
 */
export interface Iteration {
  residual: number;
  products: number;
  halvings: number;
  convexified: number;
  limited: boolean;
}

/** Factor of one step on an oscillation: its modulus, and its angle in rad from 0 to π. */
export interface Amplification {
  modulus: number;
  angle: number;
}

/**
 * Two nodes and a spring: V in J, the forces on node 1 and node 2 in N, K in N/m by rows, the 6 × 6
 * Jacobian of both forces by rows, eigenvalues of K with unit eigenvectors (the first along the
 * spring), K by finite differences, and whether K is indefinite.
 */
export interface Pair {
  energy: number;
  force12: number[];
  force21: number[];
  stiffness: number[];
  jacobian: number[];
  eigenvalues: number[];
  eigenvectors: number[][];
  differences: number[];
  indefinite: boolean;
}

/**
 * A spring's own properties: stiffness in N/m, 0 to 10⁸, damping in N·s/m, 0 to 10⁵, and rest
 * length in m, 0 to 10⁶.
 */
export interface Own {
  stiffness?: number;
  damping?: number;
  restLength?: number;
}

/** A body at rest, in m: the half-space below a plane, a ball, or a box by half of its edges. */
export type Obstacle =
  | { shape: "plane"; point: Float64Array; normal: Float64Array }
  | { shape: "sphere"; centre: Float64Array; radius: number }
  | { shape: "box"; centre: Float64Array; half: Float64Array };

/**
 * A time integration method. `order` is 0 for one that does not converge and Infinity for exact
 * steps.
 */
export interface Method {
  value: string;
  label: string;
  order: number;
  stages: number;
  symplectic: boolean;
  /**
   * Cases in which it may gain energy although the step limit is kept, as the end of a sentence;
   * empty if there are none.
   */
  gains: string;
  /**
   * True if it moves particles out of obstacles by projection; the other methods use a penalty
   * force.
   */
  projectsContacts: boolean;
  /** The coefficient c of a method that is stable while h²ω² + c hγ < 4. */
  dampers?: number;
  /**
   * Weights bᵢ of an explicit Runge-Kutta method, with which a step adds up the slopes of its
   * stages; their sum is 1.
   */
  weights?: Float64Array;
}

/** One option of a choice. */
export interface Option {
  value: string;
  label: string;
}

/**
 * A parameter that is a number from `min` to `max` in its `unit`. `symbol` is its symbol in
 * formulas, or empty. Its slider goes `from` … `to`: linearly, with `step` as the increment of an
 * arrow key, or, if `step` is undefined, logarithmically. If it `restarts`, a change rebuilds the
 * scene. If it is `limiting`, the step limit depends on it: see `stableRange`.
 */
export interface NumberParameter {
  key: string;
  label: string;
  symbol: string;
  effect: string;
  restarts: boolean;
  limiting: boolean;
  unit: string;
  whole: boolean;
  default: number;
  min: number;
  max: number;
  from: number;
  to: number;
  step: number | undefined;
}

/** A parameter that is one of several options. */
export interface ChoiceParameter {
  key: string;
  label: string;
  symbol: string;
  effect: string;
  restarts: boolean;
  limiting: boolean;
  default: string;
  options: Option[];
}

export type Parameter = NumberParameter | ChoiceParameter;

/**
 * A scene and its parameters. `model` is mechanical for masses and springs, flow for tracers in a
 * linear field, follower for followers of a point.
 */
export interface Scene {
  id: string;
  title: string;
  model: "mechanical" | "flow" | "follower";
  parameters: Parameter[];
}
