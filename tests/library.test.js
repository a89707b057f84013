// The built library in Node: `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation, Simulation, scenes } from "../dist/lib/springlab.js";

/** @type {{ damper: Record<string, number[][]> }} */
const reference = JSON.parse(readFileSync(new URL("./reference/trajectories.json", import.meta.url), "utf8"));

const METHODS = {
  "Explicit Euler": "explicit-euler",
  "Symplectic Euler": "symplectic-euler",
  "Runge-Kutta 2": "runge-kutta-2",
  "Implicit Euler": "implicit-euler",
};

test("the damper follows the reference trajectories", async () => {
  for (const [label, method] of Object.entries(METHODS)) {
    const simulation = await createSimulation("damper", { method });
    let done = 0;
    for (const [steps, , ...state] of reference.damper[`${label}/default`]) {
      simulation.step(steps - done);
      done = steps;
      const { positions, velocities } = simulation;
      for (const [i, actual] of [positions[3], positions[4], velocities[3], velocities[4]].entries()) {
        assert.ok(
          Math.abs(actual - state[i]) <= 1e-9 * Math.abs(state[i]),
          `${label}, ${done}: ${actual}, ${state[i]}`,
        );
      }
    }
    simulation.free();
  }
});

test("scenes describe their parameters", async () => {
  const [damper] = await scenes();
  assert.equal(damper.id, "damper");
  assert.deepEqual(
    damper.parameters.map(({ key }) => key),
    ["timeStepSize", "restLength", "stiffness", "damping", "mass", "method"],
  );
  for (const parameter of damper.parameters) {
    assert.ok(parameter.label && parameter.effect.endsWith("."), parameter.key);
    if ("options" in parameter) assert.ok(parameter.options.some(({ value }) => value === parameter.default));
    else assert.ok(parameter.min <= parameter.default && parameter.default <= parameter.max && parameter.step > 0);
  }
});

test("buffers are views over one memory and stay fresh from call to call", async () => {
  const simulation = await createSimulation("damper");
  assert.ok(simulation instanceof Simulation);
  const { positions, velocities, springs } = simulation;
  assert.ok(positions instanceof Float64Array && springs instanceof Uint32Array);
  assert.equal(positions.buffer, velocities.buffer);
  assert.ok(positions.buffer.byteLength > positions.byteLength, "a view, not a copy");
  assert.deepEqual([...positions], [0, 0, 0, 6, 0, 0]);
  assert.deepEqual([...springs], [1, 0]);
  simulation.step(1);
  assert.equal(simulation.positions[3], 5.998);
  simulation.free();
});

test("energies are in J and sum up to the total", async () => {
  const simulation = await createSimulation("damper", { damping: 0.5, method: "runge-kutta-4" });
  const nothing = { kinetic: 0, gravity: 0, contact: 0, damping: 0, drag: 0, friction: 0, dissipated: 0, hand: 0 };
  assert.deepEqual(simulation.energy, { ...nothing, elastic: 10, numerical: 0, total: 10 });
  simulation.step(300);
  const { kinetic, elastic, gravity, contact, dissipated, hand, numerical, total } = simulation.energy;
  assert.equal(total, kinetic + elastic + gravity + contact + dissipated);
  assert.equal(numerical, total - 10 - hand);
  assert.ok(dissipated > 1 && Math.abs(total - 10) < 1e-6, `${dissipated} J of ${total} J`);
  simulation.free();
});

test("limits and ratios are those of the formulas", async () => {
  const simulation = await createSimulation("damper", { damping: 0.5 });
  assert.ok(Math.abs(simulation.stepLimit - (Math.sqrt(41) - 1) / 10) < 1e-15);
  assert.ok(Math.abs(/** @type {number} */ (simulation.dampingRatio) - 0.5 / (2 * Math.sqrt(2.5))) < 1e-15);
  assert.ok(Math.abs(/** @type {number} */ (simulation.period) - (2 * Math.PI) / Math.sqrt(10)) < 1e-15);
  simulation.set("stiffness", 0);
  assert.equal(simulation.dampingRatio, undefined);
  simulation.set("method", "implicit-euler");
  assert.equal(simulation.stepLimit, Number.POSITIVE_INFINITY);
  simulation.free();
});

test("every bad input is refused with a sentence and changes nothing", async () => {
  const simulation = await createSimulation("damper", { stiffness: 8 });
  const call = /** @type {any} */ (simulation);
  const refusals = /** @type {[() => void, string][]} */ ([
    [() => call.set("mass", 0), "mass must be a number from 0.01 to 100 kg; 0 was given."],
    [() => call.set("mass", -1), "mass must be a number from 0.01 to 100 kg; -1 was given."],
    [() => call.set("mass", Number.NaN), "mass must be a number from 0.01 to 100 kg; NaN was given."],
    [
      () => call.set("mass", Number.POSITIVE_INFINITY),
      "mass must be a number from 0.01 to 100 kg; Infinity was given.",
    ],
    [() => call.set("mass", "heavy"), 'mass must be a number from 0.01 to 100 kg; "heavy" was given.'],
    [() => call.set("mass", ""), "mass must be a number from 0.01 to 100 kg; nothing was given."],
    [() => call.set("mass", null), "mass must be a number from 0.01 to 100 kg; null was given."],
    [() => call.set("mass"), "mass must be a number from 0.01 to 100 kg; undefined was given."],
    [() => call.set("mass", {}), "mass must be a number from 0.01 to 100 kg; object was given."],
    [() => call.set("mass", true), "mass must be a number from 0.01 to 100 kg; boolean was given."],
    [() => call.step(-1), "number of steps must be a whole number from 0 to 1000000; -1 was given."],
    [() => call.step(1.5), "number of steps must be a whole number from 0 to 1000000; 1.5 was given."],
    [() => call.step("many"), "number of steps must be a whole number from 0 to 1000000; many was given."],
    [() => call.step("5"), "number of steps must be a whole number from 0 to 1000000; 5 was given."],
    [() => call.step(null), "number of steps must be a whole number from 0 to 1000000; null was given."],
    [() => call.step(true), "number of steps must be a whole number from 0 to 1000000; boolean was given."],
    [() => call.setPosition(null, 1, 1, 1), "particle must be a whole number from 0 to 1; null was given."],
    [() => call.setPosition(1, null, "3", [2]), "position must be a number from -60000 to 60000 m; NaN was given."],
    [() => call.setVelocity(1, true, 0, 0), "velocity must be a number from -1000000 to 1000000 m/s; NaN was given."],
    [() => call.set("mass", 1e300), "mass must be a number from 0.01 to 100 kg; 1e+300 was given."],
    [() => call.step(1e12), "number of steps must be a whole number from 0 to 1000000; 1000000000000 was given."],
    [() => call.setPosition(2, 0, 0, 0), "particle must be a whole number from 0 to 1; 2 was given."],
    [() => call.setPosition(-1, 0, 0, 0), "particle must be a whole number from 0 to 1; -1 was given."],
    [() => call.setPosition(1, 0, Number.NaN, 0), "position must be a number from -60000 to 60000 m; NaN was given."],
    [() => call.setPosition(1, 0), "position must be a number from -60000 to 60000 m; NaN was given."],
    [() => call.setVelocity(0, 1, 0, 0), "particle 0 is fixed and has no velocity."],
    [() => call.hold(1, 1e9, 0, 0), "position must be a number from -60000 to 60000 m; 1000000000 was given."],
  ]);
  for (const [action, message] of refusals) assert.throws(action, { name: "Error", message });
  assert.throws(() => call.get("speed"), /There is no parameter "speed"; known: timeStepSize/);
  assert.throws(() => call.get(5), /There is no parameter "5"/);
  assert.deepEqual([simulation.time, ...simulation.positions], [0, 0, 0, 0, 6, 0, 0]);
  assert.deepEqual([simulation.get("mass"), simulation.get("stiffness")], [0.5, 8]);
  await assert.rejects(createSimulation("dampr"), /There is no scene "dampr"; known: damper\./);
  await assert.rejects(createSimulation("damper", { mass: -1 }), /mass must be a number from 0\.01 to 100 kg/);
  simulation.free();
});

test("a run that explodes says which limit it broke, and a restart works", async () => {
  const simulation = await createSimulation("damper", { timeStepSize: 2 });
  assert.throws(
    () => simulation.step(1000),
    /the time step of 2 s is 3\.16 times Symplectic Euler's limit of 0\.632 s/,
  );
  assert.throws(() => simulation.step(1), /The run stopped/);
  simulation.set("method", "explicit-euler");
  simulation.restart();
  assert.throws(() => simulation.step(1000), /exceeds Explicit Euler's limit, which is 0 s here.*6\.4-fold/);
  simulation.restart();
  simulation.set("timeStepSize", 0.01);
  simulation.step(100);
  assert.equal(simulation.time, 1);
  simulation.free();
});

test("a freed simulation refuses to work", async () => {
  const simulation = await createSimulation("damper");
  simulation.free();
  assert.throws(() => simulation.step(1));
});
