// The programs that the benchmark compares do the same work.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { createCloth as onArrays } from "../measure/race/arrays.js";
import { createCloth as inCannon } from "../measure/race/cannon.js";
import { createCloth as inMatter } from "../measure/race/matter.js";
import { createCloth as ofObjects } from "../measure/race/objects.js";
import { contenders, race, summary } from "../measure/race/race.js";
import { createCloth as inRapier } from "../measure/race/rapier.js";
import { createNet, NET } from "../measure/race/shuffled-mesh.js";
import { MANY } from "../www/canvas/pixels.js";

/** Size of a cloth and time step in s, well within the step limits. */
const [WIDTH, HEIGHT, STEP] = [23, 14, 0.001];

/**
 * The largest distance along an axis after a second, and how far the cloth has sunk, in m.
 * @param {{ create: typeof onArrays | typeof inRapier, precision?: string }} cloth
 */
async function compare({ create, precision = "double" }) {
  const cloth = await createSimulation("cloth", { width: WIDTH, height: HEIGHT, timeStepSize: STEP, precision });
  const other = await create(WIDTH, HEIGHT, STEP);
  assert.equal(other.springs, cloth.system.springs.length / 2);
  cloth.step(1000);
  other.step(1000);
  const places = other.positions();
  const miss = Math.max(...places.map((place, i) => Math.abs(place - cloth.positions[i])));
  const fall = -0.2 * (HEIGHT - 1) - Math.min(...places);
  cloth.free();
  return { miss, fall };
}

for (const [name, create] of Object.entries({ objects: ofObjects, arrays: onArrays, "cannon-es": inCannon }))
  for (const [precision, tolerance] of /** @type {const} */ ([
    // rounding of a second's motion, of 64 bits and of 32
    ["double", 1e-10],
    ["single", 2e-4],
  ]))
    test(`a cloth of ${name} moves as the engine's in ${precision} precision`, async () => {
      const { miss, fall } = await compare({ create, precision });
      assert.ok(miss < tolerance, `${miss} m`);
      assert.ok(fall > 0.04, `it hangs ${fall} m lower`);
    });

test("a cloth of Rapier's springs moves alike: they are met implicitly, and in single precision", async () => {
  const { miss, fall } = await compare({ create: inRapier });
  assert.ok(miss < 0.01 && miss > 1e-4, `${miss} m`);
  assert.ok(fall > 0.04, `it hangs ${fall} m lower`);
});

test("a cloth of Matter.js's constraints hangs, and stretches less: there is no stiffness in N/m", async () => {
  const { miss, fall } = await compare({ create: inMatter });
  assert.ok(miss < 0.05, `${miss} m`);
  assert.ok(fall > 0 && fall < 0.01, `it hangs ${fall} m lower`);
});

test("the net in no order is the same cloth: it has no rows, and hangs as deep", async () => {
  const step = { timeStepSize: STEP, substeps: 1 };
  const cloth = await createSimulation("cloth", { width: WIDTH, height: HEIGHT, ...step });
  const net = await createSimulation("mesh");
  const { obj, json } = createNet(WIDTH, HEIGHT);
  net.system.loadMesh(obj, json);
  for (const [key, value] of Object.entries({ ...NET, ...step })) net.set(key, value);
  assert.equal(net.system.springs.length, cloth.system.springs.length);
  const ends = net.system.springs;
  const besides = ends.filter((end, i) => i % 2 === 0 && end === ends[i - 2] + 1 && ends[i + 1] === ends[i - 1] + 1);
  assert.ok(besides.length < 0.01 * ends.length, `${besides.length} springs beside those before`);
  const [places, others] = [cloth, net].map((simulation) => {
    simulation.step(1000);
    return [...simulation.positions].sort((a, b) => a - b);
  });
  const miss = Math.max(...places.map((place, i) => Math.abs(place - others[i])));
  assert.ok(miss < 1e-10, `${miss} m`); // rounding, of sums in another order
  for (const simulation of [cloth, net]) simulation.free();
});

test("a race tells the times of all contenders, round after round", async () => {
  const all = contenders(createSimulation);
  const rounds = [];
  for await (const times of race(all, [6, 5], { warmUp: 1, rounds: 3 })) rounds.push(times);
  assert.equal(rounds.length, 3);
  for (const times of rounds) {
    assert.equal(times.length, all.length);
    assert.ok(times.every((time) => time > 0 && Number.isFinite(time)));
  }
});

test("of times there is the least, the one in the middle and the spread", () => {
  assert.deepEqual(summary([9, 1, 3, 5, 7]), { least: 1, median: 5, spread: 2 });
});

test("the page tells how many springs are drawn in which way", () => {
  const text = readFileSync(new URL("../www/benchmark.html", import.meta.url), "utf8");
  for (const count of [String(MANY.least), MANY.most.toLocaleString("en")])
    assert.ok(text.includes(`draw up to ${count} springs`), count);
});
