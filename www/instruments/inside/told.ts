// The moments of a step of one particle in words: the action, its formula, and the same with
// numbers.
import { cleaned } from "../../base/format.ts";
import type { Vector } from "../../base/vectors.ts";
import { vector } from "../../base/vectors.ts";
import type { StepMoment } from "../../types.ts";
import { bracketed, coefficient, fine, partOf, subscript, sumOf } from "./numbers.ts";

/** A moment in words. */
interface Told {
  /** Name of the action. */
  name: string;
  /** Formula in symbols. */
  formula: string;
  /** The formula with numbers and results, in lines. */
  numbers: string[];
}

/** Step whose moments are told. */
interface Step {
  moments: StepMoment[];
  particle: number;
  /** Length of the step in s. */
  length: number;
  /** Id of the method. */
  method: string;
}

/** Actions that try a state without going there. */
const PROBES = new Set(["evaluation", "stage", "rejected", "guess", "iteration", "return"]);

/** Actions that only tracers have. */
const TRACERS = new Set(["map", "first", "second"]);

/** Tells the moments of one particle. */
export class Teller {
  #step;
  /** Index of the last state before each moment. */
  #states;
  /** Coordinates that the particle has: those that are not 0 in all moments. */
  axes;
  /** True for a tracer in a field, whose velocity is the field at its place. */
  flow;

  constructor(step: Step) {
    this.#step = step;
    const lists = step.moments.flatMap(({ positions, velocities, vectors }) => [
      positions,
      velocities,
      ...Object.values(vectors),
    ]);
    const places = lists.map((list) => vector(list, placeIn(list, step.particle)));
    const used = [0, 1, 2].filter((axis) => places.some((place) => place[axis] !== 0));
    this.axes = used.length > 0 ? used : [0];
    let state = 0;
    this.#states = step.moments.map(({ event }, i) => {
      const before = state;
      if (!PROBES.has(event)) state = i;
      return before;
    });
    this.flow = step.moments.some(({ event, vectors }) => TRACERS.has(event) || (event === "stage" && !vectors.a));
  }

  /** Position in m. */
  position({ positions }: StepMoment): Vector {
    return vector(positions, placeIn(positions, this.#step.particle));
  }

  /** Velocity in m/s. */
  velocity({ velocities }: StepMoment): Vector {
    return vector(velocities, placeIn(velocities, this.#step.particle));
  }

  /** Another vector; undefined if the moment has none. */
  other({ vectors }: StepMoment, name: string) {
    const list = vectors[name];
    return list && vector(list, placeIn(list, this.#step.particle));
  }

  /** Text of a vector: one number on a line. */
  text(given: Vector | undefined) {
    if (!given) return "–";
    const texts = this.axes.map((axis) => fine(given[axis]));
    return texts.length === 1 ? texts[0] : `(${texts.join(", ")})`;
  }

  /** Text of a vector behind an operator. */
  term(given: Vector | undefined) {
    return bracketed(this.text(given));
  }

  tell(index: number): Told {
    const moment = this.#step.moments[index];
    const before = this.#step.moments[this.stateBefore(index)];
    const told = TOLD[moment.event];
    return told ? told(this, moment, before, index) : { name: moment.event, formula: "", numbers: [] };
  }

  get step() {
    return this.#step;
  }

  /** Index of the last state before a moment: an evaluation, a stage or an iterate is none. */
  stateBefore(index: number) {
    return this.#states[index];
  }

  /** Position and velocity with units. @param mark  behind x and v */
  state(moment: StepMoment, mark: string = "") {
    const speed = this.flow ? "ẋ" : "v";
    return `x${mark} = ${this.text(this.position(moment))} m, ${speed}${mark} = ${this.text(this.velocity(moment))} m/s`;
  }

  /**
   * Moment from which one departs, and true if it only tries a state: iterates follow each other,
   * stages and evaluations depart from the last state.
   */
  departure(index: number) {
    const { event } = this.#step.moments[index];
    const follows = event === "iteration" || event === "return";
    return { index: follows ? index - 1 : this.stateBefore(index), tried: PROBES.has(event) };
  }

  /**
   * Start of the own step to which a stage belongs, and the rates of its stages so far: positions'
   * and velocities'.
   */
  stages(index: number) {
    let start = this.step.moments[0];
    let rates: { x: Vector; v: Vector | undefined }[] = [];
    for (const moment of this.step.moments.slice(1, index)) {
      if (moment.event === "stage")
        rates[moment.numbers.stage] = { x: this.velocity(moment), v: this.other(moment, "a") };
      if (moment.event === "accepted") {
        start = moment;
        rates = [rates.at(-1) as { x: Vector; v: Vector | undefined }]; // the last stage is the next first
      }
    }
    return { start, rates };
  }
}

/** Place of a particle in a list of all, or of one alone. */
export function placeIn(list: Float64Array, particle: number) {
  return 3 * particle < list.length ? particle : 0;
}

type Tell = (teller: Teller, moment: StepMoment, before: StepMoment, index: number) => Told;

/** A line: sum of a start and a product, and its result. */
const added: (...parts: string[]) => string = (letter, start, factor, term, result, unit) =>
  `${letter} = ${start} + ${factor} · ${term} = ${result} ${unit}`;

/** Sums over stages in symbols and in numbers. */
function combined(teller: Teller, moment: StepMoment, index: number) {
  const { start, rates } = teller.stages(index);
  const { h } = moment.numbers;
  const used = [...moment.coefficients].map((value, j) => ({ value, j })).filter(({ value }) => value !== 0);
  const line = (part: "x" | "v", from: Vector, mark: string, to: Vector) => {
    const terms = used.map(({ value, j }) => {
      const factor = coefficient(value);
      return `${factor ? `${factor} · ` : ""}${teller.term(rates[j]?.[part])}`;
    });
    const sum = terms.length > 1 ? `(${terms.join(" + ").replaceAll("+ −", "− ")})` : terms[0];
    const unit = part === "x" ? "m" : "m/s";
    return `${part}${mark} = ${teller.text(from)} + ${fine(h)} · ${sum} = ${teller.text(to)} ${unit}`;
  };
  const part = partOf(h, teller.step.length);
  const rate = (j: number) => `k${subscript(j + 1)}`;
  const [first, ...others] = used;
  return {
    // undefined without a rate, ½ Δt k₁ with one
    symbols:
      others.length > 0
        ? `${part} (${sumOf(used.map(({ value, j }) => [value, rate(j)]))})`
        : first && sumOf([[first.value, `${part} ${rate(first.j)}`]]),
    lines: (mark: string) => [
      line("x", teller.position(start), mark, teller.position(moment)),
      ...(teller.flow ? [] : [line("v", teller.velocity(start), mark, teller.velocity(moment))]),
    ],
  };
}

/** Number of the sweep in which a correction is: how often the same particles were corrected. */
const sweep = ({ step }: Teller, { event, particles }: StepMoment, index: number) =>
  step.moments.slice(0, index + 1).filter((one) => one.event === event && String(one.particles) === String(particles))
    .length;

const ends = ({ particles }: StepMoment) => [...particles].map((i) => i + 1).join(" and ");

/** Formulas of maps by method. */
const MAPS = {
  exact: "x ← P x + q with P = exp(Δt A)",
  "implicit-euler": "x ← (I − Δt A)⁻¹ x + q",
  "implicit-midpoint": "x ← (I − ½ Δt A)⁻¹ (I + ½ Δt A) x + q",
} as Record<string, string>;

const TOLD: Record<string, Tell> = {
  start: (teller, moment) => ({
    name: "Before the step",
    formula: "state at t",
    numbers: [`t = ${fine(moment.time)} s`, teller.state(moment)],
  }),

  evaluation: (teller, moment) =>
    teller.flow
      ? {
          name: "The field at the new place",
          formula: "ẋ = f(t, x)",
          numbers: [
            `at x = ${teller.text(teller.position(moment))} m: ẋ = ${teller.text(teller.velocity(moment))} m/s`,
          ],
        }
      : {
          name: "Acceleration",
          formula: "a = f(t, x, v)/m",
          numbers: [
            `at t = ${fine(moment.time)} s, ${teller.state(moment)}:`,
            `a = ${teller.text(teller.other(moment, "a"))} m/s²`,
          ],
        },

  kick: (teller, moment, before) => {
    const h = partOf(moment.numbers.h, teller.step.length);
    const a = teller.other(moment, "a");
    const from = teller.text(teller.velocity(before));
    const to = teller.text(teller.velocity(moment));
    return {
      name: "New velocity",
      formula: `v ← v + ${h} a`,
      numbers: [
        a ? added("v", from, fine(moment.numbers.h), teller.term(a), to, "m/s") : `v = ${to} m/s, from ${from} m/s`,
      ],
    };
  },

  drift: (teller, moment, before) => ({
    name: "New position",
    formula: `x ← x + ${partOf(moment.numbers.h, teller.step.length)} v`,
    numbers: [
      added(
        "x",
        teller.text(teller.position(before)),
        fine(moment.numbers.h),
        teller.term(teller.velocity(before)),
        teller.text(teller.position(moment)),
        "m",
      ),
    ],
  }),

  stage: (teller, moment, _, index) => {
    const mark = subscript(moment.numbers.stage + 1);
    const { symbols, lines } = combined(teller, moment, index);
    const place = symbols ? `y${mark} = y + ${symbols}` : `y${mark} = y`;
    const { flow } = teller;
    const rate = flow
      ? `k${mark} = ${teller.text(teller.velocity(moment))} m/s`
      : `k${mark} = (v${mark}, a${mark}) with a${mark} = ${teller.text(teller.other(moment, "a"))} m/s²`;
    return {
      name: `Stage ${moment.numbers.stage + 1}`,
      formula: `${place}, k${mark} = f(y${mark})`,
      numbers: [...(symbols ? lines(mark) : [teller.state(moment, mark)]), rate],
    };
  },

  combination: (teller, moment, _, index) => {
    const { symbols, lines } = combined(teller, moment, index);
    return {
      name: "End of the step",
      formula: `y ← y + ${symbols}`,
      numbers: lines(""),
    };
  },

  accepted: (teller, moment) => ({
    name: "Own step accepted",
    formula: "error ≤ tolerance",
    numbers: [
      `h = ${fine(moment.numbers.h)} s, error = ${fine(moment.numbers.error)} tolerances`,
      teller.state(moment),
    ],
  }),

  rejected: (teller, moment) =>
    moment.numbers.error === undefined
      ? {
          name: "Step rejected",
          formula: "a link turns too far: two half steps instead",
          numbers: [`h = ${fine(moment.numbers.h)} s`, teller.state(moment)],
        }
      : {
          name: "Own step rejected",
          formula: "error > tolerance: again with a shorter step",
          numbers: [
            `h = ${fine(moment.numbers.h)} s, error = ${fine(moment.numbers.error)} tolerances`,
            teller.state(moment),
          ],
        },

  guess: (teller, moment) => ({
    name: "Equation of the step",
    formula: "m w = σ f(t̄, X + τ w, V + w), begun at w = 0",
    numbers: [
      `X = ${teller.text(teller.position(moment))} m, V = ${teller.text(teller.velocity(moment))} m/s`,
      `σ = ${fine(moment.numbers.sigma)} s, τ = ${fine(moment.numbers.tau)} s, t̄ = ${fine(moment.time)} s`,
    ],
  }),

  iteration: (teller, moment, _, index) => {
    const { moments } = teller.step;
    const number = moments.slice(0, index).filter(({ event }) => event === "iteration").length;
    const { residual, part } = moment.numbers;
    const shortened = part < 1 ? `, of which ${fine(part)} is taken` : "";
    return {
      name: number === 0 ? "Linearised equation" : `Newton iteration ${number}`,
      formula: number === 0 ? "A w = σ f with A = m + σ D + σ τ K" : `A δ = r, w ← w + δ${shortened}`,
      numbers: [
        `w = ${teller.text(teller.other(moment, "w"))} m/s`,
        `X + τ w = ${teller.text(teller.position(moment))} m, V + w = ${teller.text(teller.velocity(moment))} m/s`,
        `relative residual |m w − σ f| = ${fine(residual)}`,
      ],
    };
  },

  return: (teller, moment) => ({
    name: "Back to the best iterate",
    formula: "the last steps did not decrease the energy",
    numbers: [`w = ${teller.text(teller.other(moment, "w"))} m/s, residual = ${fine(moment.numbers.residual)}`],
  }),

  solution: (teller, moment) => {
    const { theta } = moment.numbers;
    const formula =
      theta === undefined
        ? moment.vectors.aNew
          ? "x ← x + Δt v + Δt² ((½ − β) a + β a₊), v ← v + Δt ((1 − γ) a + γ a₊)"
          : "x ← X + τ w, v ← V + w"
        : theta === 1
          ? "v ← v + w, x ← x + Δt v"
          : "v ← v + 2 w, x ← x + Δt v̄";
    return { name: "End of the step", formula, numbers: [teller.state(moment)] };
  },

  flight: (teller, moment, before) => {
    const { h } = moment.numbers;
    const x = teller.position(before);
    const a = teller.other(moment, "a");
    const earlier = teller.other(moment, "before");
    const to = teller.text(teller.position(moment));
    return earlier
      ? {
          name: "Position without constraints",
          formula: "x₊ = 2 x − x₋ + Δt² a",
          numbers: [
            `x₊ = 2 · ${teller.term(x)} − ${teller.term(earlier)} + ${fine(h * h)} · ${teller.term(a)} = ${to} m`,
          ],
        }
      : {
          name: "Free flight",
          formula: "v ← v + Δt a, x ← x + Δt v, without springs and links",
          numbers: [teller.state(moment), `a = ${teller.text(a)} m/s²`],
        };
  },

  spring: (teller, moment, _, index) => {
    const { before, after, lambda, change, factor, w1, w2, stiffness, damping, h } = moment.numbers;
    const name = `Spring between ${ends(moment)}, sweep ${sweep(teller, moment, index)}`;
    const result = `C = |x₁ − x₂| − L = ${fine(before)} m before, ${fine(after)} m after`;
    if (factor !== undefined)
      return {
        name,
        formula: "Δxᵢ = ∓ s wᵢ/(w₁ + w₂) C n",
        numbers: [result, `s = ${fine(factor)}, w₁ = ${fine(w1)} kg⁻¹, w₂ = ${fine(w2)} kg⁻¹`],
      };
    const stiff = `${fine(stiffness)} · ${fine(h * h)}`;
    return {
      name,
      formula:
        damping > 0
          ? "Δλ = −(k Δt² C + μ Δt n·Δx + λ)/(1 + (k Δt² + μ Δt)(w₁ + w₂))"
          : "Δλ = −(k Δt² C + λ)/(1 + k Δt² (w₁ + w₂))",
      numbers: [
        result,
        damping > 0
          ? `Δλ = ${fine(change)} kg·m, with λ = ${fine(lambda)} kg·m`
          : `Δλ = −(${stiff} · ${bracketed(fine(before))} + ${bracketed(fine(lambda))})/(1 + ${stiff} · ${fine(w1 + w2)}) = ${fine(change)} kg·m`,
      ],
    };
  },

  link: (teller, moment, _, index) => {
    const { before, after, multiplier, w1, w2, length } = moment.numbers;
    if (multiplier !== undefined) return pull(`Pull of the link between ${ends(moment)}`, moment);
    const part = (w: number) => `${fine(w)}/${fine(w1 + w2)}`;
    return {
      name: `Link between ${ends(moment)}, sweep ${sweep(teller, moment, index)}`,
      formula: "Δxᵢ = ∓ wᵢ/(w₁ + w₂) C n with C = |x₁ − x₂| − ℓ",
      numbers: [
        `ℓ = ${fine(length)} m: C = ${fine(before)} m before, ${fine(cleaned(after, length))} m after`,
        `wᵢ/(w₁ + w₂) = ${part(w1)} and ${part(w2)}`,
      ],
    };
  },

  obstacle: (teller, moment) => {
    const { before, after, multiplier } = moment.numbers;
    const name = `Obstacle at ${ends(moment)}`;
    if (multiplier !== undefined) return pull(name, moment);
    return {
      name,
      formula: "x ← x + C n, with the depth C",
      numbers: [`C = ${fine(before)} m before, ${fine(after)} m after`, teller.state(moment)],
    };
  },

  velocities: (teller, moment) => {
    const before = teller.other(moment, "before");
    if (!before)
      return {
        name: "End of the step",
        formula: "no link changes its length: J v = 0",
        numbers: [teller.state(moment)],
      };
    const verlet = teller.step.method === "verlet";
    return {
      name: "Velocity from positions",
      formula: verlet ? "v = (3 x₊ − 4 x + x₋)/2Δt; after an impact (x₊ − x)/Δt" : "v = (x₊ − x)/Δt",
      numbers: [teller.state(moment)],
    };
  },

  first: (teller, moment, before) => coordinate(teller, moment, before, 0),
  second: (teller, moment, before) => coordinate(teller, moment, before, 1),

  map: (teller, moment, before) => {
    const { p11, p12, p21, p22, q1, q2 } = moment.numbers;
    const x = teller.position(before);
    const row = ([p, r, q]: number[], letter: string, axis: number) => {
      const terms = `${fine(p)} · ${bracketed(fine(x[0]))} + ${bracketed(fine(r))} · ${bracketed(fine(x[1]))}`;
      const shift = q === 0 ? "" : ` + ${bracketed(fine(q))}`;
      return `${letter} = ${terms}${shift} = ${fine(teller.position(moment)[axis])} m`;
    };
    const rows = [row([p11, p12, q1], "x₁", 0), row([p21, p22, q2], "x₂", 1)];
    const alone = `x = ${fine(p11)} · ${bracketed(fine(x[0]))} = ${fine(teller.position(moment)[0])} m`;
    return {
      name: "One map",
      formula: MAPS[teller.step.method] ?? "x ← P x + q",
      numbers: teller.axes.length > 1 ? rows : [alone],
    };
  },

  motion: (teller, moment) => {
    const { c0, omega } = moment.numbers;
    if (c0 !== undefined) return eight(teller, moment);
    return omega === undefined
      ? {
          name: "Exact step",
          formula: "p − q obeys m s̈ + b ṡ + k s = 0 while the leader moves uniformly",
          numbers: [teller.state(moment)],
        }
      : {
          name: "Exact step",
          formula: "x ← c + (x − c) cos ωΔt + (v/ω) sin ωΔt",
          numbers: [`ω = ${fine(omega)} rad/s, ωΔt = ${fine(omega * moment.numbers.h)} rad`, teller.state(moment)],
        };
  },
};

/**
 * Tells the pull of a constraint that is found together with all others, for positions or for
 * velocities.
 */
function pull(name: string, { numbers: { multiplier, after, rate } }: StepMoment): Told {
  return rate === undefined
    ? {
        name,
        formula: "J W Jᵀ λ = C, for all constraints together",
        numbers: [`λ = ${fine(multiplier)} kg·m`, `C = ${fine(after)} m afterwards`],
      }
    : {
        name,
        formula: "J W Jᵀ μ = J v, for all constraints together",
        numbers: [`μ = ${fine(multiplier)} kg·m/s`, `J v = ${fine(rate)} m/s afterwards`],
      };
}

/** Tells a step of one coordinate. */
function coordinate(teller: Teller, moment: StepMoment, before: StepMoment, axis: 0 | 1) {
  const { h, rate } = moment.numbers;
  const letter = `x${subscript(axis + 1)}`;
  const [from, to] = [before, moment].map((one) => fine(teller.position(one)[axis]));
  return {
    name: axis === 0 ? "First coordinate" : "Second coordinate",
    formula: `${letter} ← ${letter} + ${partOf(h, teller.step.length)} ẋ${subscript(axis + 1)}`,
    numbers: [added(letter, from, fine(h), bracketed(fine(rate)), to, "m")],
  };
}

/** Tells the step of a follower with eight constants. */
function eight(teller: Teller, moment: StepMoment): Told {
  const { moments, particle } = teller.step;
  const [start] = moments;
  if (particle === 0) return { name: "Bob", formula: "his path is given", numbers: [teller.state(moment)] };
  const leader = [start.positions, start.velocities].map((list) => vector(list, placeIn(list, particle - 1)));
  const states = [teller.position(start), leader[0], teller.velocity(start), leader[1]];
  const line = (first: number, to: Vector, unit: string) => {
    const terms = states.map(
      (state, i) => `${bracketed(fine(moment.numbers[`c${first + i}`]))} · ${teller.term(state)}`,
    );
    return `${first === 0 ? "p₁" : "v₁"} = ${terms.join(" + ")} = ${teller.text(to)} ${unit}`;
  };
  return {
    name: "One step",
    formula: "p₁ = c₀ p₀ + c₁ q₀ + c₂ v₀ + c₃ u₀, v₁ = c₄ p₀ + c₅ q₀ + c₆ v₀ + c₇ u₀",
    numbers: [line(0, teller.position(moment), "m"), line(4, teller.velocity(moment), "m/s")],
  };
}
