// Enlarged growth of a mode before an explosion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Enlargement } from "../www/instruments/enlargement.ts";

/** Three masses of 1, 2 and 1 kg on springs of at least 0.4 m; the last one is fixed. */
const run = () => ({
  positions: Float64Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0),
  system: {
    masses: Float64Array.of(1, 2, Number.POSITIVE_INFINITY),
    restLengths: Float64Array.of(0.4, 1),
  },
});

/** A mode that does not move the centre of mass: a drift of both masses is M-orthogonal to it. */
const MODE = Float64Array.of(0, 2, 0, 0, -1, 0, 0, 0, 0);

/** @param part  amplitude of the mode */
function move(simulation: ReturnType<typeof run>, part: number, drift: number = 0) {
  simulation.positions = run().positions.map((x, i) => x + part * MODE[i] + (i % 3 === 1 && i < 6 ? drift : 0));
}

/** Amplitude of the mode in drawn positions. */
const partOf = (positions: Float64Array) => (positions[1] - positions[4]) / 3;

const begun = () => {
  const simulation = run();
  const enlargement = new Enlargement(simulation as any);
  enlargement.begin(MODE);
  return { simulation, enlargement };
};

test("exponential growth of a mode is drawn as linear growth, with its sign", () => {
  const { simulation, enlargement } = begun();
  const first = 1e-8;
  const factor = -4;
  const steps = 12;
  const drawn = Array.from({ length: steps }, (_, n) => {
    move(simulation, first * factor ** n);
    return Math.abs(partOf(enlargement.positions())) * Math.sign(simulation.positions[1]);
  });
  // in the mode the farthest particle moves by 2; the widest displacement is half the shortest
  // spring
  const widest = 0.5 * 0.4;
  const least = 2 * first;
  for (const [n, part] of drawn.entries()) {
    if (n === 0) continue;
    const wanted = (widest * Math.log(Math.abs(factor) ** n)) / Math.log(widest / least) / 2;
    assert.ok(Math.abs(part - wanted * (-1) ** n) < 1e-12, `step ${n}: ${part}, ${wanted}`);
  }
});

test("only the mode's part of a motion is magnified", () => {
  const { simulation, enlargement } = begun();
  move(simulation, 1e-6);
  enlargement.positions();
  move(simulation, 1e-4, 0.3);
  const positions = enlargement.positions();
  const { times } = enlargement;
  assert.ok(times > 100);
  move(simulation, 1e-4 * times, 0.3);
  for (const [i, x] of simulation.positions.entries()) assert.ok(Math.abs(positions[i] - x) < 1e-12, `coordinate ${i}`);
});

test("a mode that does not grow, or is wide already, is drawn as it is", () => {
  const { simulation, enlargement } = begun();
  assert.deepEqual(enlargement.positions(), simulation.positions, "at rest");
  for (const part of [1e-3, 0.2, 5, 0.2]) {
    move(simulation, part);
    const positions = enlargement.positions();
    if (part >= 0.1) assert.deepEqual(positions, simulation.positions, `${part}`);
  }
  assert.equal(enlargement.times, 1);
});

test("after its end, positions are drawn as they are", () => {
  const { simulation, enlargement } = begun();
  for (const part of [1e-6, 1e-4]) {
    move(simulation, part);
    enlargement.positions();
  }
  assert.ok(enlargement.times > 1);
  enlargement.end();
  assert.equal(enlargement.times, 1);
  assert.equal(enlargement.positions(), simulation.positions);
});
