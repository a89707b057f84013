// Matrix files that the laboratory saves.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { matrixMarket } from "../www/instruments/matrix-market.ts";

/** Reads the format independently: the full matrix. */
function parse(text: string) {
  const [head, ...lines] = text.trimEnd().split("\n");
  assert.equal(head, "%%MatrixMarket matrix coordinate real symmetric");
  const [size, ...entries] = lines.filter((line) => !line.startsWith("%")).map((line) => line.split(" ").map(Number));
  assert.ok(size[0] === size[1] && size[2] === entries.length, `${size} and ${entries.length} entries`);
  const full = Array.from({ length: size[0] }, () => new Float64Array(size[0]));
  // a symmetric file has the lower triangle, and each entry once
  assert.ok(entries.every(([row, column]) => row >= column));
  assert.equal(new Set(entries.map(([row, column]) => `${row} ${column}`)).size, entries.length);
  for (const [row, column, value] of entries) full[row - 1][column - 1] = full[column - 1][row - 1] = value;
  return full;
}

const times = (matrix: Float64Array[], u: number[]) =>
  matrix.map((row) => row.reduce((sum, value, j) => sum + value * u[j], 0));

test("a matrix in motion is saved with all entries, and at rest with its lower triangle", async () => {
  const cloth = await createSimulation("cloth", { width: 4, height: 3 });
  const text = () => matrixMarket(cloth.analysis.matrices(), "stiffness", 12, []);
  assert.match(text(), /^%%MatrixMarket matrix coordinate real symmetric\n/);
  cloth.step(100);
  const [head, ...lines] = text().split("\n");
  assert.equal(head, "%%MatrixMarket matrix coordinate real general");
  const { values } = cloth.analysis.matrices().stiffness;
  const [, , entries] = (lines.find((line) => !line.startsWith("%")) as string).split(" ");
  assert.equal(Number(entries), values.length);
  // rows are those of forces, columns those of positions: K is not symmetric here
  const free = Array.from({ length: 36 }, (_, i) => i).filter((i) => ![0, 3].includes(Math.floor(i / 3)));
  const full = free.map(() => new Float64Array(free.length));
  for (const line of lines.filter((one) => /^\d+ \d+ \S+$/.test(one)).slice(1)) {
    const [row, column, value] = line.split(" ").map(Number);
    full[row - 1][column - 1] = value;
  }
  const largest = Math.max(...values.map(Math.abs));
  const asymmetry = full.flatMap((row, i) => [...row].map((value, j) => Math.abs(value - full[j][i])));
  assert.ok(Math.max(...asymmetry) > 0.1, "dampers of turning springs");
  const places = cloth.positions.slice();
  const speeds = cloth.velocities.slice();
  const step = 1e-6;
  const forces = (j: number, by: number) => {
    const moved = places.map((value, i) => value + (i === j ? by : 0));
    cloth.history.setState(moved, speeds);
    return cloth.system.forces.slice();
  };
  for (const [column, j] of free.entries()) {
    const more = forces(j, step);
    const less = forces(j, -step);
    for (const [row, i] of free.entries()) {
      const difference = (less[i] - more[i]) / (2 * step);
      // rounding of forces over the step, and its square
      const error = Math.abs(difference - full[row][column]);
      assert.ok(error < 1e-6 * largest, `K[${i}, ${j}]: ${full[row][column]}, ${difference}`);
    }
  }
  cloth.free();
});

test("modes solve K u = ω² M u with the saved matrices at rest, without the fixed particles", async () => {
  const simulation = await createSimulation("cloth", { width: 4, height: 3, drag: 0.2 });
  simulation.step(100);
  simulation.history.setState(simulation.positions, new Float64Array(36));
  const matrices = simulation.analysis.matrices();
  const [k, m, d] = (["stiffness", "mass", "damping"] as const).map((key) =>
    parse(matrixMarket(matrices, key, 12, [])),
  );
  assert.equal(k.length, 30);
  const modes = simulation.analysis.modes();
  const largest = modes[29].omegaSquared;
  for (const { omegaSquared, dampingRate, shape } of modes) {
    const u = [...shape.slice(3, 9), ...shape.slice(12)]; // the corners 0 and 3 are fixed
    const [ku, mu, du] = [k, m, d].map((matrix) => times(matrix, u));
    // K u has entries of up to m ω² ‖u‖ with m = 0.5 kg, each a sum of 30 terms
    for (const [i, value] of ku.entries()) assert.ok(Math.abs(value - omegaSquared * mu[i]) < 1e-13 * 30 * largest);
    const dot = (v: number[]) => u.reduce((sum, part, i) => sum + part * v[i], 0);
    assert.ok(Math.abs(dot(du) / dot(mu) - dampingRate) < 1e-13 * 30 * (dampingRate + 1));
  }
  simulation.free();
});

test("a saved matrix states its origin in ASCII", async () => {
  const simulation = await createSimulation("cloth", { width: 4, height: 3, fixedParticles: 4 });
  const text = matrixMarket(simulation.analysis.matrices(), "damping", 12, [
    "damping = 10 N·s/m",
    "gravityDirection = 0 °",
  ]);
  const comments = text.split("\n").filter((line) => line.startsWith("% "));
  assert.deepEqual(comments.slice(0, 2), ["% damping = 10 N*s/m", "% gravityDirection = 0 deg"]);
  assert.deepEqual(
    comments.slice(-4),
    [0, 3, 8, 11].map((i) => `% particle ${i} is fixed and not counted`),
  );
  assert.ok(!/[^\n -~]/.test(text));
  simulation.free();
});
