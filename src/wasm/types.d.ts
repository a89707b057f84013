// The records that the door gives out, as they stand in the declarations of the engine.

// `using` frees simulations and moments; this is as in TypeScript's own library, for where that is an older one
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}

/**
 * Energies in J. Stored now: kinetic, elastic, gravity, contact. Heat since the start: damping, drag, friction, impact, and tearing, what springs had stored when
 * they tore, together `dissipated`. `total` is stored energy and heat: left alone, the exact motion keeps it. `hand` is work done from outside, `drive` that
 * of what drives the scene, `wind` that of moving air, and `numerical` what remains of the change of `total`: the gain or loss of the method.
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
 * The fastest modes of a mechanical scene now: largest ω in rad/s and γ in 1/s, and the step limit of the chosen method in s. Where `bound`
 * is true every step up to it is stable, and longer ones may be. `settled` is false where a look took too long; the next one goes on. With the
 * present step h, `sum` is the largest h²ω² + c hγ that a mode has, c the method's `dampers`, else 2. A method with `dampers` is stable while
 * it is below 4, and has its two summands as `parts`. Where `kept` is true automatic substeps keep the limit, whatever the parameters.
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
 * A motion u cos ωt of all particles together, without dampers: ω in rad/s (0 where the state is not stable), ω² in 1/s², the damping rate
 * γ = uᵀDu/uᵀMu in 1/s, and the displacements u of length 1 in all, x y z per particle up to the last free one.
 */
export interface Mode {
  angularFrequency: number;
  omegaSquared: number;
  dampingRate: number;
  shape: Float64Array;
}

/** A sparse matrix: value n stands in row `rows[n]` and column `columns[n]`, numbered 3 i + axis for particle i. */
export interface Triples {
  rows: Uint32Array;
  columns: Uint32Array;
  values: Float64Array;
}

/**
 * M ü + D u̇ + K u = 0 for the free particles in the present state: K = −∂f/∂x in N/m, M in kg, D = −∂f/∂v in N·s/m.
 */
export interface Matrices {
  stiffness: Triples;
  mass: Triples;
  damping: Triples;
}

/**
 * Factors on the present stiffness, damping and time step, each the largest that makes the step stable if it alone is changed; left out where
 * there is none. With a method that has `dampers` they say as well how much room there is; with others they are at most 1. ω² is taken as in
 * proportion to the stiffness and γ to the damping, which leaves out contacts and drag.
 */
export interface Remedies {
  stiffness?: number;
  damping?: number;
  timeStepSize?: number;
}

/**
 * The exact solution now, from the state of the last change from outside, at the simulated time `since` in s: positions in m and
 * velocities in m/s, x y z per particle, as copies.
 */
export interface Exact {
  since: number;
  positions: Float64Array;
  velocities: Float64Array;
}

/**
 * How the error of a run shrinks with its step: four step sizes in s, each half of the one before, and the error with each: the largest
 * distance in m of a particle from where it should be, at any of the times that the longest step meets. That is the exact solution
 * where it is known for all of the time, else the run with half of the step: then the errors are what halving changes. The order p
 * is that of error ≈ C Δt^p, undefined if fewer than two errors are clear of rounding.
 */
export interface Convergence {
  stepSizes: Float64Array;
  errors: Float64Array;
  reference: "exact" | "halved step";
  order: number | undefined;
}

/** A drive now: its phase Ωt + φ in rad, its amplitude and its value, in N for a force and in m for an anchor. */
export interface Drive {
  phase: number;
  amplitude: number;
  value: number;
}

/** A steady oscillation under a drive: amplitude in m, phase against the drive in rad from −π to π, negative where it lags. */
export interface Response {
  amplitude: number;
  phase: number;
}

/**
 * Where a drive swings the oscillator farthest: Ω in rad/s, the amplitude there in m (Infinity without damping), from where to where the
 * power is at least half of that, in rad/s, and the quality factor ω/γ.
 */
export interface Resonance {
  angularFrequency: number;
  amplitude: number;
  low: number;
  high: number;
  quality: number;
}

/** A fit of mean + amplitude cos(θ + phase) to a motion under a drive of the phase θ, and the root mean square of what is left, in m. */
export interface Measured extends Response {
  mean: number;
  rest: number;
}

/**
 * What one linear system did for the equations of an implicit step: the relative residual afterwards, the iterations of conjugate gradients
 * that it took, how often the correction was shortened, how many compressed springs had their stiffness made convex (0 where it was taken
 * as it is), and whether the trust radius ended the conjugate gradients, or a negative curvature.
 */
export interface Iteration {
  residual: number;
  products: number;
  halvings: number;
  convexified: number;
  limited: boolean;
}

/** What one step makes of an oscillation: the factor on it, by its modulus and its angle in rad from 0 to π. */
export interface Amplification {
  modulus: number;
  angle: number;
}

/**
 * Two nodes and a spring: V in J, the forces on node 1 and node 2 in N, K in N/m by rows, the 6 × 6 Jacobian of both forces by
 * rows, eigenvalues of K with unit eigenvectors (the first along the spring), K by finite differences, and whether K is
 * indefinite.
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

/** What a spring has of its own: stiffness in N/m, 0 to 10⁸, damping in N·s/m, 0 to 10⁵, and rest length in m, 0 to 10⁶. */
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

/** A time integration method. `order` is 0 for one that does not converge and Infinity for exact steps. */
export interface Method {
  value: string;
  label: string;
  order: number;
  stages: number;
  symplectic: boolean;
  /** Where it may gain energy although the step limit is kept, as the end of a sentence; empty where it does not. */
  gains: string;
  /** Whether it puts particles out of obstacles by projection; the others feel the penalty force there. */
  projectsContacts: boolean;
  /** Where it is stable while h²ω² + c hγ < 4: this c. */
  dampers?: number;
  /** Of an explicit Runge-Kutta method: with which weights bᵢ a step sums up the slopes of its stages; together 1. */
  weights?: Float64Array;
  /**
   * One step on the undamped oscillator in TeX. Absent for methods that no scene offers for a single
   * oscillator, and for one that chooses its own steps.
   */
  formula?: Formula;
}

/** One step on the undamped oscillator ẍ = −ω²x in TeX, with y = Δt ω and z = iy. */
export interface Formula {
  /**
   * R(z), the matrix on (x, v/ω), or an equation for the positions xₙ or for the factor R. In the
   * last, σ = (1 − ρ∞)/(1 + ρ∞).
   */
  step: string;
  /** |R|, in full or its leading terms. */
  amplification: string;
  /** The phase error arg R − y per step, its leading term in y. */
  phaseError: string;
}

/** One option of a choice. */
export interface Option {
  value: string;
  label: string;
}

/**
 * A parameter that is a number from `min` to `max` in its `unit`; `symbol` is its letter in formulas, empty where it has none. A slider goes
 * through the values that matter around the default, `from` … `to`: evenly, with arrow keys that add a `step`, or where that is undefined over decades.
 * If it `restarts`, a change builds the scene anew; if it is `limiting`, the step limit depends on it: see `stableRange`.
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

/** A scene and what can be set in it. `model` says what runs in it: masses and springs, tracers in a linear field, or followers of a point. */
export interface Scene {
  id: string;
  title: string;
  model: "mechanical" | "flow" | "follower";
  parameters: Parameter[];
}
