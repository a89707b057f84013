// Records at the wasm interface, included in the declarations of the engine.

// `using` frees simulations and moments. Older TypeScript libraries lack these declarations.
declare global {
  interface SymbolConstructor {
    readonly dispose: unique symbol;
  }
  interface Disposable {
    [Symbol.dispose](): void;
  }
}

/** Energy account in J. */
export interface Energy {
  /** ½ Σ m v². */
  kinetic: number;
  /** Energy stored in springs. */
  elastic: number;
  /** Potential energy of gravity. */
  gravity: number;
  /** Energy stored in penalty contacts. */
  contact: number;
  /** Heat from the dampers of springs and contacts since the start. */
  damping: number;
  /** Heat from drag and air resistance since the start. */
  drag: number;
  /** Heat from friction since the start. */
  friction: number;
  /** Energy lost in impacts since the start; it never decreases. */
  impact: number;
  /** Energy that springs had stored when they tore, since the start. */
  tearing: number;
  /** Sum of damping, drag, friction, impact and tearing. */
  dissipated: number;
  /** Work of the hand that moves, holds or throws a particle, since the start. */
  hand: number;
  /** Work of the drive since the start. */
  drive: number;
  /** Work of the moving air since the start. */
  wind: number;
  /**
   * Kinetic, elastic, gravity and contact energy at the start, plus its changes by parameters,
   * springs or links that were changed since.
   */
  start: number;
  /** Gain or loss by the method: `total` − `start` − `hand` − `drive` − `wind`. */
  numerical: number;
  /** Stored energy and heat. The exact motion conserves it without external work. */
  total: number;
}

/**
 * The fastest modes of a mechanical scene in its present state, and the step limit of the chosen
 * method.
 */
export interface Spectrum {
  /** Largest ω in rad/s. */
  angularFrequency: number;
  /** Largest γ in 1/s. */
  dampingRate: number;
  /** Step limit of the chosen method in s: 0 backwards in time with damping, NaN if unknown. */
  stepLimit: number;
  /** True if the limit is only a bound: all steps up to it are stable, and longer ones may be. */
  bound: boolean;
  /** True if automatic substeps keep the present time step within the limit. */
  kept: boolean;
  /** False if the search ended early because it took too long; the next one continues it. */
  settled: boolean;
  /**
   * Largest h²ω² + c hγ of a mode for the present substep h, dimensionless. c is the method's
   * `dampers`, else 2. A method with `dampers` is stable while this is below 4.
   */
  sum: number;
  /** The summands h²ω² and c hγ, for methods with `dampers`. */
  parts?: Float64Array;
  /**
   * Upper bound of the c hγ that friction at obstacles adds, dimensionless. No limit counts it:
   * where both sums exceed 4 it may chatter within a bound, and nothing grows.
   */
  friction: number;
  remedies: Remedies;
}

/** Rates λ of motions e^(λt). */
export interface Rates {
  /** Real and imaginary part of each in 1/s. Those of an oscillation are a conjugate pair. */
  values: Float64Array;
  /**
   * γ in 1/s and ω² in 1/s² of the oscillators ü + γ u̇ + ω² u = 0 with these motions. Those of a
   * small system are its modes without dampers, with the damping rate of each.
   */
  oscillators: Float64Array;
  /** True if these are the rates of all motions. */
  all: boolean;
  /**
   * True if these belong to the corners of a polygon in (γ, ω²) that encloses the points of all
   * motions. If neither is true, they are those of a single mass along its spring.
   */
  enclosing: boolean;
  /**
   * Motions or forces that are left out, as a noun phrase: motion across the spring of a single
   * mass that moves along it; from a polygon, friction and the turning of dampers with their
   * springs, unless they have no effect in the present state.
   */
  leftOut?: string;
}

/** Difference between the motion e^(λ′t) that a method makes of an oscillation and its e^(λt). */
export interface Deviation {
  /** Numerical damping Re (λ − λ′) in 1/s; negative if the method feeds the oscillation. */
  damping: number;
  /** Frequency shift Im (λ′ − λ) in rad/s; negative if the method is late. */
  frequency: number;
  /** Uncertainty of the damping in 1/s, 0 for a prediction. */
  dampingUncertainty: number;
  /** Uncertainty of the frequency in rad/s, 0 for a prediction. */
  frequencyUncertainty: number;
}

/** An undamped motion u cos ωt of all particles together. */
export interface Mode {
  /** ω in rad/s, 0 if the state is unstable. */
  angularFrequency: number;
  /** ω² in 1/s². */
  omegaSquared: number;
  /** Damping rate γ = uᵀDu/uᵀMu in 1/s. */
  dampingRate: number;
  /** Displacements u with total length 1, x y z per particle up to the last free one. */
  shape: Float64Array;
}

/**
 * A sparse matrix as triples of row, column and value. Rows and columns are numbered 3 i + axis for
 * particle i.
 */
export interface Triples {
  rows: Uint32Array;
  columns: Uint32Array;
  values: Float64Array;
}

/** Matrices of M ü + D u̇ + K u = 0 for the free particles in the present state. */
export interface Matrices {
  /** K = −∂f/∂x in N/m. */
  stiffness: Triples;
  /** M in kg. */
  mass: Triples;
  /** D = −∂f/∂v in N·s/m. */
  damping: Triples;
}

/**
 * Factors on the present stiffness, damping and time step: each is the largest one that makes the
 * step stable if it alone is changed, undefined if there is none. For a method with `dampers` a
 * factor may exceed 1 and shows the margin; for others it is at most 1. ω² is assumed proportional
 * to the stiffness and γ to the damping, without contacts and drag.
 */
export interface Remedies {
  stiffness?: number;
  damping?: number;
  timeStepSize?: number;
}

/** The exact solution at the present time, as copies with x y z per particle. */
export interface Exact {
  /** Time in s of the last external change, whose state the solution starts from. */
  since: number;
  /** Positions in m. */
  positions: Float64Array;
  /** Velocities in m/s. */
  velocities: Float64Array;
}

/** Errors of runs with four step sizes, and the observed order. */
export interface Convergence {
  /** Step sizes in s, each half of the previous one. */
  stepSizes: Float64Array;
  /**
   * Error for each step size: the largest distance in m of a particle from the reference, at any
   * multiple of the longest step.
   */
  errors: Float64Array;
  /**
   * The exact solution if it is known for the whole time, else the run with half of the step size.
   * The errors are then the changes by halving.
   */
  reference: "exact" | "halved step";
  /** Order p of error ≈ C Δt^p; undefined if fewer than two errors are clearly above rounding. */
  order: number | undefined;
}

/** The drive at the present time. */
export interface Drive {
  /** Phase Ωt + φ in rad. */
  phase: number;
  /** Amplitude in N for a force, in m for an anchor. */
  amplitude: number;
  /** Present value in N for a force, in m for an anchor. */
  value: number;
}

/** A steady oscillation under a drive. */
export interface Response {
  /** Amplitude in m. */
  amplitude: number;
  /** Phase relative to the drive in rad, −π to π, negative if the motion lags. */
  phase: number;
}

/** The resonance of an oscillator under a drive. */
export interface Resonance {
  /** Angular frequency Ω in rad/s of the largest amplitude. */
  angularFrequency: number;
  /** Largest amplitude in m, Infinity without damping. */
  amplitude: number;
  /** Lower end in rad/s of the band with at least half of the largest power. */
  low: number;
  /** Upper end in rad/s of this band. */
  high: number;
  /** Quality factor ω/γ. */
  quality: number;
}

/** Fit of mean + amplitude cos(θ + phase) to a motion under a drive with the phase θ. */
export interface Measured extends Response {
  /** Mean in m. */
  mean: number;
  /** Root mean square of the residual in m. */
  rest: number;
}

/** Statistics of one linear system of an implicit step. */
export interface Iteration {
  /** Relative residual afterwards, dimensionless. */
  residual: number;
  /** Iterations of conjugate gradients. */
  products: number;
  /** Number of times the correction was shortened. */
  halvings: number;
  /** Compressed springs whose negative stiffness was reduced; 0 if it was used unchanged. */
  convexified: number;
  /** True if the matrix was indefinite at first, and the negative stiffness was reduced further. */
  limited: boolean;
}

/**
 * A moment of a step. Vectors are x y z of each particle, or of the chosen one if there are more
 * than 64; all are in SI units.
 */
export interface StepMoment {
  /**
   * Action that leads to this state: `start`; `evaluation` of the accelerations `a` or of the
   * field; `kick`, v ← v + h a; `drift`, x ← x + h v; `stage` of a Runge-Kutta method,
   * y + h Σ aᵢⱼ kⱼ, with its rate (`velocities`, `a`); `combination`, y + h Σ bᵢ kᵢ; the end of an
   * own step, `accepted` or `rejected`; `guess`, `iteration`, `return` to the best iterate and
   * `solution` of an implicit method; `flight` before corrections, the correction of a `spring`, a
   * `link` or by an `obstacle`, and the `velocities` that follow; `first` or `second` coordinate of
   * a tracer, or its `map` P x + q; `motion` by an exact formula or by the follower's constants.
   */
  event: string;
  /** Time in s. */
  time: number;
  /** Positions in m. */
  positions: Float64Array;
  /** Velocities in m/s. */
  velocities: Float64Array;
  /**
   * Other vectors: accelerations `a` in m/s², at the end `aNew`; positions `before` the step in m;
   * velocity change `w`, mean velocity `v` and residual `r` of an implicit equation, in m/s and
   * kg·m/s.
   */
  vectors: Record<string, Float64Array>;
  /**
   * Numbers: length `h` of the action in s; number of the `stage` from 0; `error` of an own step in
   * tolerances; factors `sigma` and `tau` in s, relative `residual`, `part` of the correction taken
   * and matrix `products` of an implicit method; value C of a constraint `before` and `after` in m,
   * `length` of a link in m, impulse times h `lambda` before and its `change` in kg·m, `multiplier`
   * of a constraint with its `rate` afterwards in m/s, inverse masses `w1` and `w2` in 1/kg.
   */
  numbers: Record<string, number>;
  /** Coefficients aᵢⱼ of a stage or bᵢ of a combination; empty otherwise. */
  coefficients: Float64Array;
  /** Particles that a correction moves; empty if the action concerns all. */
  particles: Float64Array;
}

/** Cost of the steps since a restart or the last change of a parameter. */
export interface Effort {
  /** Simulated time of these steps in s. */
  time: number;
  /**
   * Evaluations of all forces, or of the field. Those that only begin a method's history, or serve
   * the energy account alone, do not count.
   */
  evaluations: number;
  /** Linear systems that were solved. */
  solves: number;
}

/** Complex factor by which one step multiplies an oscillation. */
export interface Amplification {
  /** Modulus, dimensionless. */
  modulus: number;
  /** Angle in rad, 0 to π. */
  angle: number;
}

/** Two nodes and a spring. */
export interface Pair {
  /** Elastic energy V in J. */
  energy: number;
  /** Force on node 1 in N. */
  force12: number[];
  /** Force on node 2 in N. */
  force21: number[];
  /** Stiffness matrix K in N/m, row by row. */
  stiffness: number[];
  /** 6 × 6 Jacobian of both forces in N/m, row by row. */
  jacobian: number[];
  /** Eigenvalues of K in N/m. */
  eigenvalues: number[];
  /** Unit eigenvectors of K, the first along the spring. */
  eigenvectors: number[][];
  /** K by finite differences in N/m, row by row. */
  differences: number[];
  /** True if K is indefinite. */
  indefinite: boolean;
}

/** A spring's own values, which parameters do not change. */
export interface Own {
  /** Stiffness in N/m, 0 to 10⁸. */
  stiffness?: number;
  /** Damping coefficient in N·s/m, 0 to 10⁵. */
  damping?: number;
  /** Rest length in m, 0 to 10⁶. */
  restLength?: number;
}

/**
 * A body at rest, in m: the half-space below a plane, a ball, or a box with half its edge lengths.
 */
export type Obstacle =
  | { shape: "plane"; point: Float64Array; normal: Float64Array }
  | { shape: "sphere"; centre: Float64Array; radius: number }
  | { shape: "box"; centre: Float64Array; half: Float64Array };

/** A report on the reading of a mesh: changes, things passed over, and findings. */
export interface MeshReport {
  /** One sentence for each thing worth knowing; none for a mesh that was read as it is. */
  sentences: string[];
  /**
   * Support at the start: as the JSON says, by the topmost vertices, on the obstacle right below,
   * or none.
   */
  support: "given" | "hangs" | "stands" | "falls";
  /** Number of pieces that no spring joins. */
  pieces: number;
  /** Number of vertices welded to another one at the same place. */
  welded: number;
  /** Number of vertices that are not welded to another one at the same place. */
  doubled: number;
  /** Number of vertices without an edge, which are left out. */
  stray: number;
  /** Number of edges without length, which are left out. */
  empty: number;
  /** Vector in m that was subtracted from all positions. */
  shift: Float64Array;
  /** Number of statements of the OBJ besides vertices, faces and lines. */
  skipped: number;
  /** Number of unknown keys of the JSON. */
  keys: number;
}

/** A time integration method. */
export interface Method {
  /** Id. */
  value: string;
  /** Name on a page. */
  label: string;
  /** Order of accuracy: 0 if the method does not converge, Infinity for exact steps. */
  order: number;
  /** Force evaluations per step; for implicit methods, per linear solve. */
  stages: number;
  /**
   * True if it is symplectic on an undamped system: it preserves phase-space area. Implicit
   * midpoint is if its equations are solved; linearised it preserves only the volume.
   */
  symplectic: boolean;
  /** True if a step −Δt takes back a step Δt of an undamped system, except for rounding. */
  symmetric: boolean;
  /**
   * End of the sentence “It may gain energy …” for gains within the step limit; empty if there are
   * none.
   */
  gains: string;
  /**
   * True if it moves particles out of obstacles by projection. With others, obstacles push with the
   * penalty force.
   */
  projectsContacts: boolean;
  /** Coefficient c, if the method is stable while h²ω² + c hγ < 4. */
  dampers?: number;
  /** Weights bᵢ of the slopes of an explicit Runge-Kutta method; their sum is 1. */
  weights?: Float64Array;
  /**
   * One step on the undamped oscillator in TeX. Absent for methods that no scene offers for one
   * oscillator, and for one that chooses its own steps.
   */
  formula?: Formula;
}

/** One step on the undamped oscillator ẍ = −ω²x in TeX, with y = Δt ω and z = iy. */
export interface Formula {
  /**
   * R(z), the matrix on (x, v/ω), or an equation for the positions xₙ or for the factor R. In the
   * equation for R, σ = (1 − ρ∞)/(1 + ρ∞).
   */
  step: string;
  /** |R|, in full or its leading terms. */
  amplification: string;
  /** Leading term in y of the phase error arg R − y per step. */
  phaseError: string;
}

/** An option of a choice. */
export interface Option {
  value: string;
  label: string;
}

/** Unit of a number while a choice of the same scene has a certain value. */
export interface UnitWith {
  /** Key of the choice. */
  key: string;
  /** Value of the choice. */
  option: string;
  /** SI unit of the number then. */
  unit: string;
}

/** A number parameter. */
export interface NumberParameter {
  /** Name in `set` and `get`. */
  key: string;
  /** Name on a page. */
  label: string;
  /** Letter in formulas; empty if it has none. */
  symbol: string;
  /** Effect of raising or choosing it, in a sentence. */
  effect: string;
  /** True if a change restarts the scene. */
  restarts: boolean;
  /** True if the step limit depends on it: see `stableRange`. */
  limiting: boolean;
  /** SI unit; empty if dimensionless. */
  unit: string;
  /** Another unit while a choice has a certain value; undefined if there is none. */
  unitWith?: UnitWith;
  /** True if only whole numbers are allowed. */
  whole: boolean;
  /** Value at the start. */
  default: number;
  /** Smallest allowed value. */
  min: number;
  /** Largest allowed value. */
  max: number;
  /** Left end of the slider. */
  from: number;
  /** Right end of the slider. */
  to: number;
  /** Increment of an arrow key on a linear slider; undefined for a logarithmic one. */
  step: number | undefined;
}

/** A parameter with several options. Fields are as in `NumberParameter`. */
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

/** A scene and its parameters. */
export interface Scene {
  id: string;
  title: string;
  /** Masses and springs, tracers in a linear field, or followers of a point. */
  model: "mechanical" | "flow" | "follower";
  parameters: Parameter[];
}
