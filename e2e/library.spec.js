// The library in browsers, under the strictest policy that its pages promise to run with.
import { readFileSync } from "node:fs";
import { expect, test } from "./lab.js";

/** @import * as Springlab from "../www/engine.js" */

const file = (/** @type {string} */ path) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");

/** @type {{ damper: Record<string, number[][]> }} */
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
