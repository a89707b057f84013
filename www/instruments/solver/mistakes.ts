// The usual mistakes in a program that computes one of the scenes.
import type { Step } from "./linear.ts";

export type Values = Record<string, number | string>;

/** A mistake. */
export interface Mistake {
  /** Text as the end of the sentence "It resembles … .". */
  text: string;
  /** Parameters with which the engine makes it, too. */
  values?: Values;
  /** Backwards turns the sign of damping, rate or turn. */
  time?: "forwards" | "backwards";
  /** The step in the formula in s, whatever the time between rows is. */
  step?: number;
  /** Factor by which the step in the formula is too long. */
  faster?: number;
  /** Length of the first step, in steps. */
  first?: number;
  /** Particle that gets no force. */
  held?: number;
  /** Nonzero if the spring pushes away; for a rotation the sign of both rates. */
  repels?: number;
  /** Changes those of a follower. */
  constants?: (constants: number[], h: number) => number[];
  /** True if a follower takes the leader's state after the step. */
  next?: boolean;
  /** Steps by which the written velocities are late. */
  late?: number;
  /** Step of a motion on a line. */
  linear?: Step;
  /** Distance from the obvious: of explanations that fit, the least counts. */
  rank?: number;
  /** True for a method that is not offered. */
  isStranger?: boolean;
}

/** A program without a mistake. */
export const NONE: Mistake = { text: "" };

/**
 * No mistake, but another treatment of implicit equations than the laboratory's.
 * @param solver  the laboratory's
 */
export function otherSolver(solver: string | number): Mistake {
  return solver === "newton"
    ? { text: "with its equations linearised", values: { solver: "linearised" } }
    : { text: "with its equations solved", values: { solver: "newton" } };
}

/** Mistakes in when what is written. */
const TIMING_MISTAKES: Mistake[] = [
  { text: "with each velocity half a step late", late: 0.5 },
  { text: "with each velocity half a step early", late: -0.5 },
];

const FIRST: Mistake[] = [
  { text: "with a first step of half the length", first: 0.5 },
  { text: "with the first row written twice", first: 0 },
];

/** Mistakes in a follower's formulas. */
const FOLLOWING: Mistake[] = [
  {
    text: "with Alice's own velocity in place of that against Bob's",
    constants: ([a, b, c, , e, f, g]) => [a, b, c, 0, e, f, g, 0],
  },
  { text: "with Bob's state after the step in place of that before it", constants: (c) => c, next: true },
  { text: "without the terms in Δt²", constants: ([, , , , ...c], h) => [1, 0, h, 0, ...c] },
  {
    text: "with the new velocity in the position",
    constants: ([, , , , e, f, g, i], h) => [1 + h * e, h * f, h * g, h * i, e, f, g, i],
  },
  {
    text: "with the new position in the velocity",
    constants: ([, , , , e, f, g, i], h) => [1, 0, h, 0, e, f, g + h * e, i],
  },
  {
    text: "with the sign of the damping wrong",
    constants: ([a, b, c, d, e, f, g, i], h) => [a, b, 2 * h - c, -d, e, f, 2 - g, -i],
  },
  {
    text: "with the sign of the spring's force wrong",
    constants: ([a, b, c, d, e, f, g, i]) => [2 - a, -b, c, d, -e, -f, g, i],
  },
];

/** Mistakes that change the motion of a scene with these parameters, the likely ones first. */
export function mistakes(scene: string, values: Values): Mistake[] {
  const known = (Object.hasOwn(BY_SCENE, scene) ? BY_SCENE[scene] : springs)(values);
  return known.filter(([changes]) => changes).map(([, mistake]) => mistake);
}

type Offers = [changes: boolean, mistake: Mistake][];

const always = (all: Mistake[]): Offers => all.map((mistake) => [true, mistake]);

const BY_SCENE: Record<string, (values: Values) => Offers> = {
  resonance: (values) => [
    ...parameters(values),
    [
      Number(values.drivingFrequency) > 0,
      {
        text: "with Ω taken for a frequency in Hz",
        values: { drivingFrequency: 2 * Math.PI * Number(values.drivingFrequency) },
      },
    ],
    ...always([...FIRST, ...TIMING_MISTAKES]),
  ],
  pair: (values) => [
    ...springs(values),
    ...always([
      { text: "with no force on node 2", held: 1 },
      { text: "with no force on node 1", held: 0 },
      {
        text: "with the spring counted twice",
        values: { stiffness: 2 * Number(values.stiffness), damping: 2 * Number(values.damping) },
      },
    ]),
  ],
  follower: (values) => [
    ...parameters(values),
    ...always([
      {
        text: "with grams and milliseconds taken for kilograms and seconds",
        values: { stiffness: Number(values.stiffness) / 1e6, damping: Number(values.damping) / 1e3 },
      },
      {
        text: `with Bob's ${values.drive === "positions" ? "velocity" : "position"} given`,
        values: { drive: values.drive === "positions" ? "velocities" : "positions" },
      },
      ...FOLLOWING,
      ...FIRST,
    ]),
  ],
  decay: ({ rate }) => [
    [true, { text: "with the sign of the rate wrong", time: "backwards" }],
    [rate !== 1, { text: "with the rate forgotten (k = 1 s⁻¹)", values: { rate: 1 } }],
    [rate !== 1, { text: "with 1/k in place of k", values: { rate: 1 / Number(rate) } }],
    ...always([{ text: "with Δt forgotten (1 s)", step: 1 }, ...FIRST]),
  ],
  rotation: () =>
    always([
      { text: "turning clockwise", time: "backwards" },
      { text: "with both rates positive, (x₂, x₁)", repels: 1 },
      { text: "with both rates negative, (−x₂, −x₁)", repels: -1 },
      { text: "with one turn in a second", faster: 2 * Math.PI },
      { text: "with Δt forgotten (1 s)", step: 1 },
      ...FIRST,
    ]),
  cloth: () => [],
};

/** Mistakes with springs that nothing drives. */
function springs(values: Values): Offers {
  return [
    ...parameters(values),
    [
      values.damping !== undefined && values.damping !== 0,
      { text: "with the sign of the damping wrong", time: "backwards" },
    ],
    ...always([{ text: "with the sign of the spring's force wrong", repels: 1 }, ...FIRST, ...TIMING_MISTAKES]),
  ];
}

function parameters({ mass, stiffness, damping = 0, restLength = 0 }: Values): Offers {
  return [
    [mass !== 1, { text: "with the mass forgotten (m = 1 kg)", values: { mass: 1 } }],
    [damping !== 0, { text: "with the damping forgotten", values: { damping: 0 } }],
    [damping !== 0 && damping !== stiffness, { text: "with k in place of μ", values: { damping: stiffness } }],
    [restLength !== 0, { text: "with the rest length forgotten", values: { restLength: 0 } }],
  ];
}
