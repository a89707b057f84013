// The library in browsers, under the strictest policy that its pages promise to run with.
import { readFileSync } from "node:fs";
import { expect, test } from "./lab.js";

/** @import * as Springlab from "../www/engine.js" */

const file = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/**
 * @type {{
 *   damper: Record<string, number[][]>,
 *   oscillator: Record<string, number[][]>,
 *   cloth: { particles: number, springs: number, samples: [number, number[][]][] },
 * }}
 */
const reference = JSON.parse(file("tests/reference/trajectories.json"));

/** Total energy in J after 10 s at the defaults, from the original page, with the digits it is known to. */
const ENERGIES = [
  ["explicit-euler", 27.169],
  ["runge-kutta-2", 10.003],
  ["implicit-euler", 3.681],
];

test.beforeEach(async ({ page }) => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";
  const body = '<!doctype html><title>Library</title><link rel="icon" href="data:,"><p>A page that uses the library.';
  await page.route("**/library.html", (route) =>
    route.fulfill({ contentType: "text/html", headers: { "content-security-policy": policy }, body }),
  );
  await page.route("**/springlab.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: file("dist/lib/springlab.js") }),
  );
  await page.goto("library.html");
});

test("the damper follows the reference trajectories", async ({ page }) => {
  const { worst, compared } = await page.evaluate(async (runs) => {
    /** @type {typeof Springlab} */
    const { createSimulation, scenes } = await import(`${location.origin}/springlab.js`);
    const [{ parameters }] = await scenes();
    const method = parameters.find(({ key }) => key === "method");
    const options = method && "options" in method ? method.options : [];
    let [worst, compared] = [0, 0];
    for (const { label, value } of options) {
      const simulation = await createSimulation("damper", { method: value });
      let done = 0;
      for (const [steps, , ...state] of runs[`${label}/default`] ?? []) {
        simulation.step(steps - done);
        done = steps;
        const { positions, velocities } = simulation;
        for (const [i, actual] of [positions[3], positions[4], velocities[3], velocities[4]].entries()) {
          const error = Math.abs(actual - state[i]) / (Math.abs(state[i]) || 1);
          worst = Math.max(worst, error);
          compared += 1;
        }
      }
      simulation.free();
    }
    return { worst, compared };
  }, reference.damper);
  expect(compared).toBe(4 * 5 * 4); // methods, moments, coordinates
  expect(worst).toBeLessThanOrEqual(1e-9);
});

test("the oscillator follows the reference trajectories and has the errors of the original page", async ({ page }) => {
  const { worst, compared, errors } = await page.evaluate(async (runs) => {
    /** @type {typeof Springlab} */
    const { createSimulation, methods } = await import(`${location.origin}/springlab.js`);
    let [worst, compared] = [0, 0];
    /** @type {Record<string, number>} */
    const errors = {};
    for (const { label, value } of (await methods()).filter(({ label }) => label in runs)) {
      const simulation = await createSimulation("oscillator", { method: value });
      const samples = new Map(runs[label].map(([steps, , ...state]) => [steps, state]));
      errors[label] = 0;
      for (let step = 1; step <= 2000; step++) {
        simulation.step(1);
        const actual = [simulation.positions[3], simulation.velocities[3]];
        const exact = 2 * Math.cos(Math.sqrt(10) * simulation.time);
        errors[label] = Math.max(errors[label], Math.abs(actual[0] - exact));
        for (const [i, expected] of (samples.get(step) ?? []).entries()) {
          worst = Math.max(worst, Math.abs(actual[i] / expected - 1));
          compared += 1;
        }
      }
      simulation.free();
    }
    return { worst, compared, errors };
  }, reference.oscillator);
  expect(compared).toBe(4 * 5 * 2); // methods, moments, position and velocity
  expect(worst).toBeLessThanOrEqual(1e-9);
  for (const [label, expected] of Object.entries({
    "Explicit Euler": 0.5644,
    "Symplectic Euler": 0.0164,
    "Runge-Kutta 2": 0.0025,
    "Implicit Euler": 0.4399,
  })) {
    expect(Math.abs(errors[label] - expected), `${label}: ${errors[label]} m`).toBeLessThanOrEqual(0.00005);
  }
});

test("the cloth follows the reference trajectory", async ({ page }) => {
  const { worst, counts } = await page.evaluate(async (samples) => {
    /** @type {typeof Springlab} */
    const { createSimulation } = await import(`${location.origin}/springlab.js`);
    const simulation = await createSimulation("cloth");
    let [worst, done] = [0, 0];
    for (const [steps, rows] of samples) {
      simulation.step(steps - done);
      done = steps;
      const { positions, velocities } = simulation;
      for (const [particle, x, y, vx, vy] of rows) {
        for (const [actual, [first, second]] of /** @type {[Float64Array, number[]][]} */ ([
          [positions, [x, y]],
          [velocities, [vx, vy]],
        ])) {
          const gap = Math.hypot(actual[3 * particle] - first, actual[3 * particle + 1] - second);
          worst = Math.max(worst, gap / Math.hypot(first, second));
        }
      }
    }
    const counts = [simulation.positions.length / 3, simulation.springs.length / 2];
    simulation.free();
    return { worst, counts };
  }, reference.cloth.samples);
  expect(counts).toEqual([reference.cloth.particles, reference.cloth.springs]);
  expect(worst).toBeLessThanOrEqual(1e-9);
});

test("the cloth's limits are those of the original page", async ({ page }) => {
  test.slow(); // some seventy thousand steps of a cloth
  const { eigenvalue, used, survivors } = await page.evaluate(async () => {
    /** @type {typeof Springlab} */
    const { createSimulation } = await import(`${location.origin}/springlab.js`);
    const simulation = await createSimulation("cloth");
    const { angularFrequency, dampingRate } = simulation.spectrum();
    simulation.free();
    // near its limit the cloth shivers chaotically: eight starts that differ by a nanometre each
    const survivors = async (/** @type {string} */ key, /** @type {number} */ value) => {
      let count = 0;
      for (let nudge = 0; nudge < 8; nudge++) {
        const cloth = await createSimulation("cloth", { [key]: value });
        const { positions } = cloth;
        cloth.setPosition(620, positions[1860] + 1e-9 * nudge, positions[1861], 0);
        try {
          cloth.step(Math.floor(10 / Number(cloth.get("timeStepSize"))));
          count += 1;
        } catch {
          // it exploded
        }
        cloth.free();
      }
      return count;
    };
    return {
      eigenvalue: (angularFrequency ** 2 * 0.5) / 5000,
      used: (0.005 * angularFrequency) ** 2 + 2 * 0.005 * dampingRate,
      survivors: [
        [await survivors("timeStepSize", 0.0052), await survivors("timeStepSize", 0.0055)],
        [await survivors("stiffness", 5500), await survivors("stiffness", 6000)],
        [await survivors("damping", 12), await survivors("damping", 12.5)],
      ],
    };
  });
  expect(Math.abs(eigenvalue - 7.977)).toBeLessThanOrEqual(0.001);
  expect(Math.abs(used - 3.59)).toBeLessThanOrEqual(0.005);
  const [steps, stiffnesses, dampings] = survivors;
  expect([steps, stiffnesses]).toEqual([
    [8, 0],
    [8, 0],
  ]);
  expect(dampings[0]).toBe(8);
  expect(dampings[1]).toBeLessThan(8);
});

test("total energies after ten seconds are those of the original page", async ({ page }) => {
  for (const [method, expected] of ENERGIES) {
    const total = await page.evaluate(async (method) => {
      /** @type {typeof Springlab} */
      const { createSimulation } = await import(`${location.origin}/springlab.js`);
      const simulation = await createSimulation("damper", { method });
      simulation.step(1000);
      return simulation.energy.total;
    }, method);
    expect(Math.abs(total - Number(expected)), `${method}: ${total} J`).toBeLessThanOrEqual(0.0005);
  }
  const [low, high] = await page.evaluate(async () => {
    /** @type {typeof Springlab} */
    const { createSimulation } = await import(`${location.origin}/springlab.js`);
    const simulation = await createSimulation("damper");
    const totals = [];
    for (let step = 0; step < 1000; step++) {
      simulation.step(1);
      totals.push(simulation.energy.total);
    }
    return [Math.min(...totals), Math.max(...totals)];
  });
  expect(Math.abs(low - 9.844)).toBeLessThanOrEqual(0.0005);
  expect(Math.abs(high - 10.161)).toBeLessThanOrEqual(0.0005);
});

test("buffers are views over one memory", async ({ page }) => {
  const shared = await page.evaluate(async () => {
    /** @type {typeof Springlab} */
    const { createSimulation } = await import(`${location.origin}/springlab.js`);
    const [one, two] = [await createSimulation("damper"), await createSimulation("damper")];
    return one.positions.buffer === two.velocities.buffer;
  });
  expect(shared).toBe(true);
});
