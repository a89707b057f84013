// The figures of the lessons by id: what runs, and what is drawn of it.
import { even, geometric, values } from "./runs.js";

/** @import { Simulation } from "../../pkg/springlab.js" */
/** @import { Drawing } from "./draw.js" */
/** @import { Point } from "./lines.js" */
/** @import { Runs, Values } from "./runs.js" */

const EXACT = { label: "exact", color: "--exact", dash: [5, 4], width: 1.5 };

/**
 * Looks of methods, as in plots.
 * @param {string} method
 * @param {string} label
 * @param {number[]} [dash]
 */
const of = (method, label, dash) => ({ label, color: `--${method}`, dash });
const EXPLICIT = of("explicit-euler", "explicit Euler");
const IMPLICIT = of("implicit-euler", "implicit Euler", [2, 4]);
const SYMPLECTIC = of("symplectic-euler", "symplectic Euler", [9, 3]);

/** Colours of curves that differ in a value. */
const THREE = ["--accent", "--kinetic", "--positive"];

/** @param {string} name @returns {{ name: string }} */
const axis = (name) => ({ name });
const TIME = axis("time [s]");

/** ω of the oscillator's defaults, in rad/s. */
const OMEGA = Math.sqrt(10);

/** Coordinate of the first free mass over time. @param {Simulation} simulation @returns {Point} */
const place = ({ time, positions }) => [time, positions[3]];

/** @param {Simulation} simulation @returns {Point} */
const total = ({ time, energy }) => [time, energy.total];

/**
 * Springs as one line with gaps.
 * @param {Simulation} simulation @param {(i: number) => Point} [at]  place of a particle
 * @returns {Point[]}
 */
function springs({ positions, system: { springs } }, at = (i) => [positions[3 * i], positions[3 * i + 1]]) {
  const pairs = Array.from({ length: springs.length / 2 }, (_, n) => [springs[2 * n], springs[2 * n + 1]]);
  return pairs.flatMap(([i, j]) => [at(i), at(j), /** @type {Point} */ ([Number.NaN, Number.NaN])]);
}

/** Largest error in 10 s. @param {Runs} runs @param {string} method @param {number} timeStepSize */
function largestError(runs, method, timeStepSize) {
  const errors = runs.points("oscillator", { method, timeStepSize }, 10, (simulation) => [
    simulation.time,
    Math.abs(simulation.positions[3] - 2 * Math.cos(OMEGA * simulation.time)),
  ]);
  return Math.max(...errors.map(([, error]) => error));
}

/** A rope that hangs straight down, after a long rest. @param {Runs} runs @param {Values} given */
function restingRope(runs, given) {
  return runs.read("verlet", given, (rope) => {
    for (let i = 1; i < rope.positions.length / 3; i++) rope.hand.setPosition(i, 0, -0.2 * i, 0);
    rope.step(4000);
    return { stretch: Number(rope.system.stretch), positions: rope.positions.slice() };
  });
}

/**
 * Elongation of the damper over time.
 * @param {Runs} runs
 * @param {number} damping
 * @param {number} until
 */
const elongation = (runs, damping, until) =>
  runs.points("damper", { damping, method: "runge-kutta-4" }, until, ({ time, positions }) => [time, positions[3] - 4]);

/** @type {Record<string, (runs: Runs) => Drawing>} */
export const FIGURES = {
  "decay-steps": (runs) => ({
    name: "Decay with steps of three lengths beside the exact curve",
    x: TIME,
    y: { name: "x [m]", range: [-2.6, 2.6] },
    curves: [
      ...[0.5, 1.5, 2.5].map((timeStepSize, i) => ({
        label: `Δt = ${timeStepSize} s`,
        color: THREE[i],
        dots: 5,
        points: runs.points("decay", { timeStepSize, rate: 1 }, 8, ({ time, positions }) => [time, positions[0]]),
      })),
      {
        ...EXACT,
        points: runs.points("decay", { method: "exact", timeStepSize: 0.1 }, 8, ({ time, positions }) => [
          time,
          positions[0],
        ]),
      },
    ],
  }),
  "decay-factors": (runs) => ({
    name: "Factor of a step over its length for two methods and exactly",
    x: axis("k Δt"),
    y: { name: "factor of a step", range: [-2.2, 1.2] },
    curves: [
      { ...EXPLICIT, points: values(even(0, 3, 61), (z) => runs.factor("explicit-euler", -z)) },
      { ...IMPLICIT, points: values(even(0, 3, 61), (z) => runs.factor("implicit-euler", -z)) },
      { ...EXACT, points: values(even(0, 3, 61), (z) => Math.exp(-z)) },
    ],
  }),
  "rotation-rounds": (runs) => {
    const round = (/** @type {string} */ method, /** @type {number} */ timeStepSize) =>
      runs.points("rotation", { method, timeStepSize }, 6.2, ({ positions }) => [positions[0], positions[1]]);
    return {
      name: "One round in the field of arrows with two methods, beside the circle",
      x: axis("x₁"),
      y: axis("x₂"),
      equal: true,
      curves: [
        { ...EXPLICIT, dots: 5, points: round("explicit-euler", 0.2) },
        { ...IMPLICIT, dots: 5, points: round("implicit-euler", 0.2) },
        { ...EXACT, points: round("exact", 0.05) },
      ],
    };
  },
  "eulers-plane": (runs) => {
    const path = (/** @type {string} */ method) =>
      runs.points("oscillator", { method, timeStepSize: 0.05 }, 2, ({ positions, velocities }) => [
        positions[3],
        velocities[3] / OMEGA,
      ]);
    return {
      name: "Position and velocity in one period with three methods",
      x: axis("x [m]"),
      y: axis("v/ω [m]"),
      equal: true,
      curves: [
        { ...EXPLICIT, points: path("explicit-euler") },
        { ...SYMPLECTIC, points: path("symplectic-euler") },
        { ...IMPLICIT, points: path("implicit-euler") },
      ],
    };
  },
  "eulers-energy": (runs) => ({
    name: "Energy over time with three methods",
    x: TIME,
    y: { name: "energy [J]", log: true },
    curves: [EXPLICIT, SYMPLECTIC, IMPLICIT].map((look) => ({
      ...look,
      points: runs.points("oscillator", { method: look.color.slice(2), timeStepSize: 0.05 }, 10, total),
    })),
  }),
  "eulers-minute": (runs) => ({
    name: "Energy after a minute over the time step",
    x: { name: "Δt [s]", log: true },
    y: { name: "energy after a minute / first energy", log: true },
    curves: [EXPLICIT, SYMPLECTIC, IMPLICIT].map((look) => ({
      ...look,
      points: values(geometric(0.0008, 0.02, 14), (timeStepSize) =>
        runs.read("oscillator", { method: look.color.slice(2), timeStepSize }, (simulation) => {
          const first = simulation.energy.total;
          simulation.step(Math.round(60 / timeStepSize));
          return simulation.energy.total / first;
        }),
      ),
    })),
  }),
  "damper-elongation": (runs) => ({
    name: "Elongation over time with three dampings",
    x: TIME,
    y: axis("elongation [m]"),
    curves: [0.5, 3.16, 10].map((damping, i) => ({
      label: `μ = ${damping} N·s/m`,
      color: THREE[i],
      dash: [[], [7, 3], [2, 4]][i],
      points: elongation(runs, damping, 5),
    })),
  }),
  "damper-energies": (runs) => {
    const part = (/** @type {(energy: Simulation["energy"]) => number} */ read) =>
      runs.points("damper", { damping: 0.5, method: "runge-kutta-4" }, 5, ({ time, energy }) => [time, read(energy)]);
    return {
      name: "Three kinds of energy over time",
      x: TIME,
      y: axis("energy [J]"),
      curves: [
        { label: "elastic", color: "--elastic", dash: [2, 4], points: part(({ elastic }) => elastic) },
        { label: "kinetic", color: "--kinetic", points: part(({ kinetic }) => kinetic) },
        { label: "dissipated", color: "--dissipated", dash: [7, 4], points: part(({ dissipated }) => dissipated) },
      ],
    };
  },
  "damper-rest": (runs) => ({
    name: "Time until the mass stays within 1 cm of its rest length, over the damping",
    x: axis("damping μ [N·s/m]"),
    y: { name: "time to rest [s]", range: [0, 12] },
    curves: [
      {
        points: values(even(0.4, 12, 117), (damping) => {
          const far = elongation(runs, damping, 15).filter(([, u]) => Math.abs(u) > 0.01);
          return far[far.length - 1][0];
        }),
        color: "--accent",
      },
    ],
  }),
  "oscillator-amplitude": (runs) => ({
    name: "Position over time with two methods that change the amplitude, beside the exact one",
    x: TIME,
    y: axis("x [m]"),
    curves: [
      { ...EXPLICIT, points: runs.points("oscillator", { method: "explicit-euler", timeStepSize: 0.05 }, 5, place) },
      { ...IMPLICIT, points: runs.points("oscillator", { method: "implicit-euler", timeStepSize: 0.05 }, 5, place) },
      { ...EXACT, points: runs.points("oscillator", { method: "exact", timeStepSize: 0.05 }, 5, place) },
    ],
  }),
  "oscillator-phase": (runs) => ({
    name: "Position over time with Verlet in long steps, beside the exact one",
    x: TIME,
    y: axis("x [m]"),
    curves: [
      {
        ...of("verlet", "Verlet"),
        dots: 5,
        points: runs.points("oscillator", { method: "verlet", timeStepSize: 0.3 }, 9, place),
      },
      { ...EXACT, points: runs.points("oscillator", { method: "exact", timeStepSize: 0.05 }, 9, place) },
    ],
  }),
  "oscillator-orders": (runs) => ({
    name: "Largest error in 10 s over the time step",
    x: { name: "Δt [s]", log: true },
    y: { name: "largest error [m]", log: true },
    curves: [
      EXPLICIT,
      of("runge-kutta-2", "Runge-Kutta 2"),
      of("verlet", "Verlet"),
      of("runge-kutta-4", "Runge-Kutta 4"),
    ].map((look) => ({
      ...look,
      points: values([0.002, 0.004, 0.01, 0.02, 0.04, 0.1], (step) => largestError(runs, look.color.slice(2), step)),
    })),
  }),
  "oscillator-arrows": (runs) => {
    const arrow = (/** @type {string} */ method) =>
      runs.points("oscillator", { method, timeStepSize: 0.3 }, 0.3, ({ positions, velocities }) => [
        positions[3],
        -velocities[3] / OMEGA,
      ])[1];
    const from = (/** @type {string} */ method) => ({
      dots: 7,
      points: /** @type {Point[]} */ ([[0, 0], arrow(method)]),
    });
    const circle = even(0, Math.PI / 2, 60).map(
      (angle) => /** @type {Point} */ ([2 * Math.cos(angle), 2 * Math.sin(angle)]),
    );
    return {
      name: "The turning arrow after a step of 0.3 s, exactly and with three methods, and its circle",
      x: { name: "x [m]", range: [0, 2.8] },
      y: { name: "−v/ω [m]", range: [0, 2.15] },
      equal: true,
      curves: [
        { points: circle, color: "--exact", dash: [5, 4], width: 1.2 },
        { ...EXACT, dash: [], ...from("exact"), at: [0.8, 1.72] },
        { ...EXPLICIT, ...from("explicit-euler"), at: [2.1, 2.02] },
        { ...IMPLICIT, ...from("implicit-euler"), at: [1.55, 0.9] },
        { ...of("implicit-midpoint", "implicit midpoint", [9, 3]), ...from("implicit-midpoint"), at: [1.95, 1.45] },
      ],
    };
  },
  "resonance-growth": (runs) => ({
    name: "Elongation over time at resonance, from rest",
    x: TIME,
    y: axis("u [m]"),
    curves: [{ color: "--accent", points: runs.points("resonance", { drivingFrequency: 4 }, 25, place, 4) }],
  }),
  "resonance-amplitude": (runs) => ({
    name: "Amplitude over the driving frequency with three dampings",
    x: axis("Ω [rad/s]"),
    y: axis("amplitude [m]"),
    curves: [0.4, 0.8, 1.6].map((damping, i) => ({
      label: `μ = ${damping}`,
      color: THREE[i],
      dash: [[], [7, 3], [2, 4]][i],
      points: runs.read("resonance", { damping }, (simulation) =>
        values(even(0.1, 8, 160), (omega) => Number(simulation.analysis.response(omega)?.amplitude)),
      ),
    })),
  }),
  "resonance-phase": (runs) => ({
    name: "Phase over the driving frequency with three dampings",
    x: axis("Ω [rad/s]"),
    y: axis("phase [°]"),
    curves: [0.4, 0.8, 1.6].map((damping, i) => ({
      label: `μ = ${damping}`,
      color: THREE[i],
      dash: [[], [7, 3], [2, 4]][i],
      points: runs.read("resonance", { damping }, (simulation) =>
        values(even(0.1, 8, 160), (omega) => (180 / Math.PI) * Number(simulation.analysis.response(omega)?.phase)),
      ),
    })),
  }),
  "resonance-beat": (runs) => ({
    name: "Elongation over time without damping, a little beside resonance",
    x: TIME,
    y: axis("u [m]"),
    curves: [
      {
        color: "--accent",
        width: 1.5,
        points: runs.points("resonance", { drivingFrequency: 3.6, damping: 0 }, 35, place, 4),
      },
    ],
  }),
  "cloth-hangs": (runs) => ({
    name: "A small cloth that hangs from two corners",
    curves: runs.read("cloth", { width: 11, height: 8, stiffness: 2000, method: "runge-kutta-4" }, (cloth) => {
      cloth.step(190);
      const { positions } = cloth;
      const corners = [0, 10].map((i) => /** @type {Point} */ ([positions[3 * i], positions[3 * i + 1]]));
      return [
        { points: springs(cloth), width: 1, color: "--cloth" },
        { points: corners, width: 0, dots: 9 },
      ];
    }),
  }),
  "cloth-mode": (runs) => ({
    name: "The fastest mode of a small flat cloth: neighbouring columns move against each other",
    curves: runs.read("cloth", { width: 12, height: 6, gravity: 0, fixedParticles: 4 }, (cloth) => {
      const { positions } = cloth;
      const mode = cloth.analysis.mode();
      const largest = Math.max(...mode.map(Math.abs));
      const moved = (/** @type {number} */ i) => (/** @type {number} */ side) =>
        positions[3 * i + side] + (0.075 * mode[3 * i + side]) / largest;
      const at = (/** @type {number} */ i) => /** @type {Point} */ ([0, 1].map(moved(i)));
      const masses = Array.from({ length: positions.length / 3 }, (_, i) => at(i));
      return [
        { points: springs(cloth, at), width: 1, color: "--edge" },
        { points: masses, width: 0, dots: 6, color: "--accent" },
      ];
    }),
  }),
  "cloth-limit": (runs) => {
    const limits = (/** @type {number} */ stiffness) =>
      values(
        even(0, 20, 11),
        (damping) =>
          1000 * runs.read("cloth", { width: 10, height: 8, stiffness, damping }, ({ analysis }) => analysis.stepLimit),
      );
    return {
      name: "Step limit of symplectic Euler over the damping, for two stiffnesses",
      x: axis("damping μ [N·s/m]"),
      y: { name: "step limit [ms]", range: [0, 10] },
      curves: [
        { label: "k = 5000 N/m", color: THREE[0], points: limits(5000) },
        { label: "k = 20,000 N/m", color: THREE[1], dash: [7, 3], points: limits(20_000) },
      ],
    };
  },
  "verlet-ropes": (runs) => ({
    name: "Ropes at rest with one, three and 20 sweeps in steps of 30 ms",
    curves: [1, 3, 20].map((sweeps, i) => {
      const { positions } = restingRope(runs, { sweeps, timeStepSize: 0.03 });
      const masses = Array.from(
        { length: positions.length / 3 },
        (_, n) => /** @type {Point} */ ([-positions[3 * n + 1], -0.8 * i]),
      );
      return { points: masses, dots: 6, color: THREE[i], label: `${sweeps} sweep${sweeps > 1 ? "s" : ""}` };
    }),
  }),
  "verlet-sweeps": (runs) => ({
    name: "Stretch of the hanging rope over the number of sweeps, for two time steps",
    x: { name: "sweeps", log: true },
    y: { name: "stretch [%]", log: true },
    curves: [0.01, 0.005].map((timeStepSize, i) => ({
      label: `Δt = ${1000 * timeStepSize} ms`,
      color: THREE[i],
      dots: 5,
      points: values([1, 2, 5, 10, 20, 50, 100], (sweeps) => 100 * restingRope(runs, { sweeps, timeStepSize }).stretch),
    })),
  }),
  "verlet-pendulum": (runs) => {
    const height = (/** @type {string} */ method) =>
      runs.points("verlet", { method, width: 2, sweeps: 1 }, 8, ({ time, positions }) => [time, positions[4]]);
    return {
      name: "Height of a pendulum over time with projection and with RATTLE",
      x: TIME,
      y: axis("height [m]"),
      curves: [
        { ...of("rattle", "RATTLE"), dash: [5, 3], points: height("rattle") },
        { ...of("verlet", "projection"), points: height("verlet") },
      ],
    };
  },
  "pair-energy": (runs) => ({
    name: "Energy of the spring over its length",
    x: axis("length [m]"),
    y: axis("V [J]"),
    curves: [
      {
        color: "--elastic",
        points: runs.read("pair", {}, (pair) => {
          pair.hand.setPosition(1, 0, 0, 0);
          return values(even(0.05, 3, 60), (length) => {
            pair.hand.setPosition(0, length, 0, 0);
            return Number(pair.analysis.pair.energy);
          });
        }),
      },
    ],
  }),
  "pair-eigenvalues": (runs) => {
    const eigenvalues = even(0.5, 5, 46).map((restLength) =>
      runs.read("pair", { restLength }, ({ analysis: { pair } }) => ({
        restLength,
        along: pair.eigenvalues[0],
        across: pair.eigenvalues[1],
      })),
    );
    return {
      name: "Eigenvalues of K over the rest length of the spring, which is 2.5 m long",
      x: axis("rest length L [m]"),
      y: axis("eigenvalue [N/m]"),
      curves: [
        {
          label: "along the spring",
          color: THREE[0],
          points: eigenvalues.map(({ restLength, along }) => [restLength, along]),
        },
        {
          label: "across it",
          color: THREE[1],
          dash: [7, 3],
          points: eigenvalues.map(({ restLength, across }) => [restLength, across]),
        },
      ],
    };
  },
  "pair-sideways": (runs) => {
    const energy = (/** @type {number} */ restLength) =>
      runs.read("pair", { restLength }, (pair) => {
        pair.hand.setPosition(1, 0, 0, 0);
        return values(even(-3, 3, 61), (aside) => {
          pair.hand.setPosition(0, 2.5, aside, 0);
          return Number(pair.analysis.pair.energy);
        });
      });
    return {
      name: "Energy over a step sideways, for a stretched and a compressed spring",
      x: axis("step sideways [m]"),
      y: axis("V [J]"),
      curves: [
        { label: "stretched, L = 1.5 m", color: THREE[0], points: energy(1.5), at: [0, 11] },
        { label: "compressed, L = 5 m", color: THREE[1], dash: [7, 3], points: energy(5), at: [0, 18] },
      ],
    };
  },
  "drape-folds": (runs) => ({
    name: "Threads of a small cloth on the ball, seen from the side",
    curves: runs.read("drape", { width: 20, height: 20 }, (cloth) => {
      cloth.step(300);
      const { positions } = cloth;
      const at = (/** @type {number} */ i) =>
        /** @type {Point} */ ([
          positions[3 * i] + 0.35 * positions[3 * i + 2],
          positions[3 * i + 1] - 0.3 * positions[3 * i + 2],
        ]);
      const rows = even(0, 19, 20).flatMap((row) => [
        ...even(0, 19, 20).map((column) => at(20 * row + column)),
        /** @type {Point} */ ([Number.NaN, Number.NaN]),
      ]);
      const columns = even(0, 19, 20).flatMap((column) => [
        ...even(0, 19, 20).map((row) => at(20 * row + column)),
        /** @type {Point} */ ([Number.NaN, Number.NaN]),
      ]);
      return [
        { points: columns, width: 0.7, color: "--lining" },
        { points: rows, width: 1, color: "--cloth" },
      ];
    }),
  }),
  "drape-limit": (runs) => ({
    name: "Step limit of the flat sheet over the number of masses in a row",
    x: { name: "masses in a row", log: true },
    y: { name: "step limit [ms]", log: true },
    curves: [
      { label: "with bending springs", color: THREE[0], points: limits(runs, 5) },
      { label: "without", color: THREE[1], dash: [7, 3], points: limits(runs, 0) },
    ],
  }),
  "drape-fall": (runs) => {
    const height = (/** @type {number} */ airResistance) =>
      runs.points("drape", { width: 9, height: 9, obstacle: "none", airResistance }, 0.5, ({ time, positions }) => [
        time,
        positions[3 * 40 + 1],
      ]);
    return {
      name: "Height of the falling sheet over time, with air and without",
      x: TIME,
      y: axis("height [m]"),
      curves: [
        { label: "with air", color: THREE[0], points: height(0.5) },
        { label: "without air", color: THREE[1], dash: [7, 3], points: height(0) },
      ],
    };
  },
  "follower-steps": (runs) => ({
    name: "Alice's place over time after a step of Bob, with three dampings",
    x: TIME,
    y: axis("place [m]"),
    curves: [15, 35, 48.99].map((damping, i) => ({
      label: `μ = ${damping} N·s/m`,
      color: THREE[i],
      dash: [[], [7, 3], [2, 4]][i],
      points: runs.points("follower", { path: "step", damping, timeStepSize: 0.0005 }, 0.5, place, 4),
    })),
  }),
  "follower-overshoot": (runs) => ({
    name: "Overshoot over the damping ratio",
    x: axis("damping ratio ζ"),
    y: { name: "overshoot [%]", range: [0, 100] },
    curves: [
      {
        color: "--taylor",
        points: values(even(0.02, 1.1, 55), (ratio) => {
          const damping = 2 * ratio * Math.sqrt(600);
          const way = runs.points("follower", { path: "step", damping, method: "exact" }, 0.6, place);
          return 100 * Math.max(0, Math.max(...way.map(([, x]) => x)) - 1);
        }),
      },
    ],
  }),
  "follower-chain": (runs) => ({
    name: "Radius of the circle on which each of ten followers runs",
    x: axis("follower"),
    y: { name: "radius [m]", range: [0.98, 1.2] },
    curves: [
      {
        color: "--taylor",
        dots: 7,
        width: 1,
        points: runs.read("follower", { path: "circle", followers: 10 }, (chain) => {
          chain.step(20_000);
          return values(even(1, 10, 10), (i) => Math.hypot(chain.positions[3 * i], chain.positions[3 * i + 1]));
        }),
      },
    ],
  }),
};

/** Step limits in ms of flat sheets. @param {Runs} runs @param {number} bendingStiffness */
function limits(runs, bendingStiffness) {
  return values(
    [12, 25, 50, 100],
    (size) =>
      1000 * runs.read("drape", { width: size, height: size, bendingStiffness }, ({ analysis }) => analysis.stepLimit),
  );
}
