// The answers to all predictions on the pages, computed by the engine.
import assert from "node:assert/strict";
import test from "node:test";
import type { Simulation } from "../dist/lib/springlab.js";
import { createSimulation } from "../dist/lib/springlab.js";
import { sourceOf } from "../tools/values.js";
import { LESSONS } from "../www/lessons.ts";

/** Opens a simulation, reads it and frees it. */
async function read<T>(scene: string, values: Record<string, number | string>, read: (simulation: Simulation) => T) {
  const simulation = await createSimulation(scene, values);
  try {
    return read(simulation);
  } finally {
    simulation.free();
  }
}

/** Time in s after which a damper's mass stays within 1 cm of its rest length. */
const restOf = (damping: number) =>
  read("damper", { damping, method: "runge-kutta-4" }, (simulation) => {
    let last = 0;
    while (simulation.time < 20) {
      simulation.step(1);
      if (Math.abs(simulation.positions[3] - 4) > 0.01) last = simulation.time;
    }
    return last;
  });

/** Step limit in s. */
const limitOf = (scene: string, values: Record<string, number | string>) =>
  read(scene, values, ({ analysis }) => analysis.stepLimit);

/** Energy over its first value after a time. */
const gain = (method: string, h: number, time: number) =>
  read("oscillator", { method, timeStepSize: h }, (simulation) => {
    const first = simulation.energy.total;
    simulation.step(Math.round(time / h));
    return simulation.energy.total / first;
  });

/** Largest stretch of the rope in 5 s, in percent. */
const stretch = (sweeps: number) =>
  read("verlet", { sweeps }, (simulation) => {
    let most = 0;
    for (let n = 0; n < 500; n++) {
      simulation.step(1);
      most = Math.max(most, simulation.system.stretch ?? 0);
    }
    return 100 * most;
  });

/** Lowest and highest value of a run. @param until  in s */
const range = (
  scene: string,
  values: Record<string, number | string>,
  until: number,
  value: (simulation: Simulation) => number,
) =>
  read(scene, values, (simulation) => {
    const all = [value(simulation)];
    while (simulation.time < until - 1e-9) {
      simulation.step(1);
      all.push(value(simulation));
    }
    return [Math.min(...all), Math.max(...all)];
  });

/**
 * Answers by id: the number of the right one in the list, the number asked for, or the range of the
 * curve to draw.
 */
const ANSWERS: Record<string, () => Promise<number | number[]>> = {
  "steps-too-long": () =>
    read("decay", { method: "explicit-euler", rate: 1, timeStepSize: 2.5 }, (simulation) => {
      const [first] = simulation.positions;
      simulation.step(1);
      const factor = simulation.positions[0] / first;
      return factor > 0 ? 1 : factor > -1 ? 2 : 3;
    }),
  "steps-per-round": async () => {
    for (let n = 2; ; n++) {
      const h = (2 * Math.PI) / n;
      const distance = await read("rotation", { method: "runge-kutta-4", timeStepSize: h }, (simulation) => {
        const [x, y] = simulation.positions;
        simulation.step(n);
        return Math.hypot(simulation.positions[0] - x, simulation.positions[1] - y) / Math.hypot(x, y);
      });
      if (distance < 0.01) return n;
    }
  },
  "which-keeps": async () => {
    const gains = ["explicit-euler", "symplectic-euler", "implicit-euler"].map((method) => gain(method, 0.05, 20));
    return (await Promise.all(gains)).findIndex((factor) => Math.abs(factor - 1) < 0.1) + 1;
  },
  "tenth-of-the-step": () => gain("explicit-euler", 0.005, 60),
  critical: async () => {
    const ratio = await read("damper", { damping: 1 }, ({ analysis }) => analysis.dampingRatio ?? Number.NaN);
    return 1 / ratio; // the ratio is proportional to the damping
  },
  "more-damping": async () => ((await restOf(10)) < (await restOf(3.16)) ? 1 : 2),
  "verlet-errs": () =>
    read("oscillator", { method: "verlet", timeStepSize: 0.3 }, ({ analysis }) => {
      const { modulus, angle } = analysis.amplification ?? { modulus: Number.NaN, angle: 0 };
      if (Math.abs(modulus - 1) > 1e-12) return modulus > 1 ? 1 : 2;
      assert.ok(Math.abs(angle - 0.3 * Math.sqrt(10) - 0.04) < 0.001);
      return 3;
    }),
  "half-the-step": () =>
    read("oscillator", { method: "runge-kutta-2" }, ({ analysis }) => {
      const { errors } = analysis.convergence(1, 100);
      return errors[0] / errors[1];
    }),
  "resonant-amplitude": async () => {
    const swing = (damping: number) =>
      read("resonance", { damping }, ({ analysis }) => analysis.response(4)?.amplitude ?? Number.NaN);
    assert.ok(Math.abs((await swing(0.4)) - 1) < 1e-9, "1 m with the damping at the start");
    return swing(0.2);
  },
  "resonant-lag": () =>
    read("resonance", {}, ({ analysis }) => {
      const phase = analysis.response(4)?.phase ?? Number.NaN;
      return Math.round(-phase / (Math.PI / 2)) + 1;
    }),
  "which-mode": () =>
    read("cloth", { width: 8, height: 8 }, (simulation) => {
      const mode = simulation.analysis.mode();
      const { springs } = simulation.system;
      // parts of neighbours along each other: negative if they move against each other
      let sum = 0;
      for (let s = 0; s < springs.length; s += 2) {
        const i = 3 * springs[s];
        const j = 3 * springs[s + 1];
        sum += mode[i] * mode[j] + mode[i + 1] * mode[j + 1] + mode[i + 2] * mode[j + 2];
      }
      return sum < 0 ? 3 : 1;
    }),
  "four-times-stiffer": async () => {
    const ratio = (await limitOf("cloth", { stiffness: 20_000 })) / (await limitOf("cloth", {}));
    const undamped = ["20000", "5000"].map((stiffness) =>
      limitOf("cloth", { width: 9, height: 9, stiffness: Number(stiffness), damping: 0 }),
    );
    const [stiff, soft] = await Promise.all(undamped);
    assert.ok(Math.abs(stiff / soft - 0.5) < 1e-9);
    return ratio > 0.9 ? 1 : ratio > 0.5 && ratio < 0.65 ? 2 : 3;
  },
  "one-sweep": async () => {
    const one = await stretch(1);
    const twenty = await stretch(20);
    assert.ok(Math.abs(one - 17) < 0.5 && Math.abs(twenty - 0.9) < 0.05, `${one}, ${twenty}`);
    return one > 2 * twenty && one < 100 ? 2 : 3;
  },
  "five-sweeps": () => stretch(5),
  compressed: () =>
    read("pair", { restLength: 5 }, ({ analysis }) => {
      const { stiffness } = analysis.matrices();
      return [...stiffness.values].some((value, n) => stiffness.rows[n] === stiffness.columns[n] && value < 0) ? 2 : 1;
    }),
  across: () =>
    read("pair", {}, ({ analysis }) => {
      const [along, ...across] = analysis.pair?.eigenvalues ?? [];
      for (const value of across) assert.ok(Math.abs(value - 4) < 1e-12, `${value} N/m`);
      assert.ok(Math.abs(along - 10) < 1e-12, `${along} N/m`);
      return across[0] === 0 ? 1 : across[0] < along ? 3 : 2;
    }),
  "heavier-cloth": async () => {
    const light = await limitOf("drape", { density: 0.2 });
    const heavy = await limitOf("drape", { density: 2 });
    return heavy > light ? 3 : heavy === light ? 2 : 1;
  },
  "tenth-follower": () =>
    read("follower", { path: "circle", followers: 10 }, (simulation) => {
      simulation.step(20_000);
      const radius = (place: number) => Math.hypot(...simulation.positions.subarray(3 * place, 3 * place + 2));
      const bob = radius(0);
      const tenth = radius(10);
      return tenth > 1.01 * bob ? 3 : tenth < 0.99 * bob ? 1 : 2;
    }),
  "finer-mesh": async () => {
    const coarse = await limitOf("drape", { width: 15, height: 15 });
    const fine = await limitOf("drape", { width: 30, height: 30 });
    return fine > 0.9 * coarse ? 1 : fine >= 0.5 * coarse ? 2 : 3;
  },
  "draw-energy": () =>
    range("oscillator", { method: "explicit-euler", timeStepSize: 0.05 }, 3, ({ energy }) => energy.total),
  "draw-elastic": () => range("damper", { damping: 0.5 }, 2, ({ energy }) => energy.elastic),
  "draw-step": () => range("follower", { path: "step" }, 0.4, ({ positions }) => positions[3]),
  "critical-follower": async () => {
    const ratio = await read("follower", { damping: 1 }, ({ analysis }) => analysis.dampingRatio ?? Number.NaN);
    return 1 / ratio;
  },
};

const questions = LESSONS.flatMap(({ path }) => {
  const html = sourceOf(path);
  return [...html.matchAll(/<spring-question (.+?)>(.*?)<\/spring-question>/gs)].map(([, text, body]) => {
    const attributes = Object.fromEntries(
      [...text.matchAll(/([\w-]+)="(.*?)"/g)].map(([, name, value]) => [name, value]),
    );
    return { path, id: attributes.id, attributes, body };
  });
});

test("every lesson asks twice, and every question has an answer that is computed here", () => {
  for (const { path } of LESSONS) assert.ok(questions.filter((question) => question.path === path).length >= 2, path);
  assert.deepEqual(questions.map(({ id }) => id).sort(), Object.keys(ANSWERS).sort());
});

for (const { id, attributes, body } of questions) {
  test(`${id}: the engine gives the answer of the page`, async () => {
    const computed = await ANSWERS[id]();
    assert.match(body, /<p class="answer">/);
    if (typeof computed !== "number") {
      const [from, to, until] = ["from", "to", "until"].map((name) => Number(attributes[name]));
      assert.ok(from <= computed[0] && computed[1] <= to, `${computed} is outside of the field`);
      assert.ok(body.includes(`run-to=${until}"`));
      return;
    }
    const answer = Number(attributes.answer);
    const choices = body.match(/<li>/g)?.length ?? 0;
    if (choices > 0) assert.ok(answer >= 1 && answer <= choices);
    // pages state two digits
    assert.ok(Math.abs(computed - answer) <= (choices > 0 ? 0 : 0.05 * answer), `${computed}, not ${answer}`);
  });
}
