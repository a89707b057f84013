// The end of the engine's memory of 4 GB, which these tests fill.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation, methods as known } from "../../dist/lib/springlab.js";

const methods = await known();

/** Takes more than half a gigabyte. */
const LARGE = { width: 1000, height: 1000, method: "implicit-euler" };

const REFUSAL = /^Error: 1000000 particles may take 1500 MB of memory, and (\d+) MB are left\.$/;

test("a call without memory is refused in a sentence, other simulations go on, and freed memory is used again", async () => {
  const parameters = { damping: 1 };
  const [small, other] = await Promise.all([0, 1].map(() => createSimulation("damper", parameters)));
  small.step(100);
  other.step(100);
  const cloths: Awaited<ReturnType<typeof createSimulation>>[] = [];
  await assert.rejects(async () => {
    for (;;) cloths.push(await createSimulation("cloth", { width: 1000, height: 1000 }));
  }, REFUSAL);
  assert.ok(cloths.length >= 5, `${cloths.length}`);
  // another method takes less memory than a new cloth
  await assert.rejects(async () => {
    for (;;) cloths.push(await createSimulation("cloth", { width: 700, height: 700 }));
  }, /^Error: 490000 particles may take 735 MB of memory, and \d+ MB are left\.$/);
  for (const call of [
    () => cloths[0].restart(),
    () => cloths[0].set("method", "implicit-euler"),
    () => cloths[0].analysis.matrices(),
    () => cloths[0].analysis.convergence(1, 1),
  ]) {
    const before = [cloths[0].time, cloths[0].get("method")];
    assert.throws(call, /^Error: 1000000 particles may take \d+ MB of memory, and \d+ MB are left\.$/);
    assert.deepEqual([cloths[0].time, cloths[0].get("method")], before);
    cloths[0].step(1);
  }
  // a small simulation does all as before, to the bit
  small.set("damping", 2);
  small.restore(small.snapshot());
  small.step(50);
  for (const cloth of cloths) cloth.free();
  other.set("damping", 2);
  other.restore(other.snapshot());
  other.step(50);
  assert.deepEqual(small.snapshot(), other.snapshot());
  const again = await createSimulation("cloth", LARGE);
  again.free();
  for (const simulation of [small, other]) simulation.free();
});

/**
 * Masses that are all linked with each other: an implicit method keeps many times more for their
 * springs than for them.
 */
const LINKED = 400;

test("a parameter is set near the end of memory, or refused in a sentence, and the simulation goes on", async () => {
  const numbers = Array.from({ length: LINKED }, (_, i) => i + 1);
  const places = numbers.map((i) => `v ${Math.cos(i)} ${Math.sin(i)} ${i / LINKED}\n`);
  const links = numbers.flatMap((i) => numbers.slice(i).map((j) => `l ${i} ${j}\n`));
  const mesh = await createSimulation("mesh");
  mesh.system.loadMesh([...places, ...links].join(""), "");
  const cloth = await createSimulation("cloth", { width: 200, height: 200 });
  const all = [mesh, cloth];
  for (const size of [1000, 300, 100, 30]) {
    await assert.rejects(async () => {
      for (;;) all.push(await createSimulation("cloth", { width: size, height: size }));
    }, /^Error: \d+ particles may take \d+ MB of memory, and \d+ MB are left\.$/);
  }
  const count = { set: 0, refused: 0 };
  for (const simulation of [mesh, cloth]) {
    for (const [key, values] of Object.entries({
      method: methods.map(({ value }) => value),
      solver: ["newton", "linearised"],
      precision: ["single", "double"],
      stiffness: [400, 500],
    })) {
      for (const value of values) {
        const before = simulation.get(key);
        const time = simulation.time;
        try {
          simulation.set(key, value);
          count.set += 1;
        } catch (error) {
          assert.match(
            String(error),
            /^Error: (\d+ particles may take \d+ MB of memory, and \d+ MB are left|\w+ must be one of .+)\.$/,
          );
          assert.equal(simulation.get(key), before);
          count.refused += 1;
        }
        assert.equal(simulation.time, time);
        assert.ok(simulation.positions.length > 0, "it did not break off");
      }
    }
  }
  assert.ok(count.set > 10 && count.refused > 2, JSON.stringify(count));
  for (const one of all) one.free();
});
