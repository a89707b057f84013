// The numbers in the text of the page of two nodes and a spring.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

const { value, complete } = lesson("www/pair.html");

const STIFFNESS = 10;
const STRETCHED = 1.5;
const COMPRESSED = 5;

/** Example of the text, with d = (1.5, 2, 0). */
async function example(restLength: number, more?: Record<string, number | string>) {
  const simulation = await createSimulation("pair", { stiffness: STIFFNESS, restLength, ...more });
  put(simulation, [0.75, 1, 0], [-0.75, -1, 0]);
  return simulation;
}

type Simulation = import("../../dist/lib/springlab.js").Simulation;
type Vector = [number, number, number];

function put(simulation: Simulation, p1: Vector, p2: Vector) {
  simulation.hand.setPosition(0, ...p1);
  simulation.hand.setPosition(1, ...p2);
}

/** Compares entries of up to 10², with a rounding of 10⁻¹⁴. */
function equal(actual: ArrayLike<number>, expected: number[]) {
  for (const [i, value] of expected.entries()) assert.ok(Math.abs(actual[i] - value) < 1e-12, `${actual[i]}, ${value}`);
}

/** Holds a number without its rounding. */
const exact = (name: string, number: number) => value(name, Number(number.toFixed(12)));

/** Holds the energy of a spring and the entries of its stiffness matrix. */
function hold(name: string, { energy, stiffness }: import("../../dist/lib/springlab.js").Pair) {
  exact(`${name}-energy`, energy);
  for (const [i, entry] of ["xx", "xy", "", "", "yy", "", "", "", "zz"].entries())
    if (entry) exact(`${name}-${entry}`, stiffness[i]);
  equal(
    [2, 5, 6, 7].map((i) => stiffness[i]),
    [0, 0, 0, 0],
  );
}

/** K = k n nᵀ + k (1 − L/‖d‖) (I − n nᵀ), with n = (0.6, 0.8, 0) and ‖d‖ = 2.5 m. */
function formula(restLength: number) {
  const n = [0.6, 0.8, 0];
  const across = STIFFNESS * (1 - restLength / 2.5);
  return n.flatMap((a, i) => n.map((b, j) => (STIFFNESS - across) * a * b + (i === j ? across : 0)));
}

test("forces, eigenvalues and eigenvectors of the example follow from the formulas", async () => {
  const simulation = await example(STRETCHED);
  const { pair } = simulation.analysis;
  const { energy, force12, force21, stiffness, eigenvalues, eigenvectors, indefinite } = pair;
  equal([energy, ...force12], [STIFFNESS / 2, -0.6 * STIFFNESS, -0.8 * STIFFNESS, 0]);
  equal(
    force21,
    force12.map((part) => -part),
  );
  exact("force-x", force12[0]);
  exact("force-y", force12[1]);
  equal(stiffness, formula(STRETCHED));
  hold("stretched", pair);
  equal(eigenvalues, [STIFFNESS, STIFFNESS * (1 - STRETCHED / 2.5), eigenvalues[1]]);
  exact("along", eigenvalues[0]);
  exact("across", eigenvalues[1]);
  exact("n-x", eigenvectors[0][0]);
  exact("n-y", eigenvectors[0][1]);
  equal(eigenvectors[0], [0.6, 0.8, 0]);
  assert.equal(indefinite, false);
});

test("with a compressed spring two of three eigenvalues are negative", async () => {
  const simulation = await example(COMPRESSED);
  const { pair } = simulation.analysis;
  equal(pair.stiffness, formula(COMPRESSED));
  hold("compressed", pair);
  equal(pair.eigenvalues, [STIFFNESS, -STIFFNESS, -STIFFNESS]);
  exact("compressed-across", pair.eigenvalues[1]);
  assert.equal(pair.indefinite, true);
  simulation.set("restLength", 2.5);
  equal([...simulation.analysis.pair.eigenvalues, ...simulation.analysis.pair.force12], [10, 0, 0, 0, 0, 0]);
});

test("the Jacobian maps translations to zero and has −2 times the eigenvalues of K", async () => {
  const simulation = await example(STRETCHED);
  const { jacobian, eigenvalues, eigenvectors } = simulation.analysis.pair;
  for (const [i, v] of eigenvectors.entries()) {
    equal(times(jacobian, [...v, ...v]), Array(6).fill(0));
    const opposite = [...v, ...v.map((part) => -part)];
    equal(
      times(jacobian, opposite),
      opposite.map((part) => -2 * eigenvalues[i] * part),
    );
  }
  exact("jacobian-along", -2 * eigenvalues[0]);
  exact("jacobian-across", -2 * eigenvalues[1]);
});

test("the error of differences falls with h², until rounding takes over", async () => {
  const simulation = await example(STRETCHED);
  const coarse = error(simulation, 0.1);
  const fine = error(simulation, 0.01);
  value("error-at-0.1", coarse.toPrecision(2));
  value("error-at-0.01", fine.toFixed(6));
  // the next term of the series is smaller by h²/‖d‖², 0.2 % at 0.1 m
  assert.ok(Math.abs(coarse / fine / 100 - 1) < 2e-3, `${coarse}, ${fine}: h²`);
  assert.ok(error(simulation, 1e-5) < 1e-9);
  assert.ok(error(simulation, 1e-8) > 1e-8);
  const { stiffness, differences } = simulation.analysis.pair;
  value("own-step", (6e-6 * distance(simulation)).toFixed(6));
  // truncation and rounding, each 4e-11 of K's largest entry, 7.84 N/m
  assert.ok(largest(differences, stiffness) < 1e-9);
});

test("towards zero length K diverges, and so does the error of differences with a fixed step", async () => {
  const simulation = await createSimulation("pair", { stiffness: STIFFNESS, restLength: STRETCHED });
  const at = (distance: number) => {
    put(simulation, [distance, 0, 0], [0, 0, 0]);
    return simulation.analysis.pair;
  };
  const near = at(0.1);
  equal([near.energy, near.force12[0], near.eigenvalues[1]], [STIFFNESS * 0.98, STIFFNESS * 1.4, -STIFFNESS * 14]);
  exact("near-energy", near.energy);
  exact("near-force", near.force12[0]);
  exact("near-across", near.eigenvalues[1]);
  const nearest = at(0.01).eigenvalues[1];
  assert.ok(Math.abs(nearest + STIFFNESS * 149) < 1e-9);
  value("nearest-across", nearest.toFixed());
  const errors = [0.1, 0.01].map((distance) => {
    at(distance);
    const h = 1e-5;
    const leading = (STIFFNESS * STRETCHED * h ** 2) / (2 * distance ** 3);
    const found = error(simulation, h);
    assert.ok(Math.abs(found / leading - 1) < 1e-5, `${found} N/m, k L h²/(2‖d‖³) = ${leading} N/m`); // h²/‖d‖² and rounding
    return found;
  });
  value("fixed-step-error", errors[0].toFixed(8));
  value("fixed-step-error-nearer", errors[1].toPrecision(2));
  const { stiffness, differences } = at(1e-6);
  const size = Math.max(...stiffness.map(Math.abs));
  value("fixed-step-percent", ((100 * error(simulation, 1e-5)) / size).toFixed(0));
  assert.ok(largest(differences, stiffness) < 2e-10 * size, "the laboratory's step is proportional to the distance");
});

test("implicit Euler with the full matrix multiplies a sideways velocity by 1/(1 − Δt²/Δt_c²)", async () => {
  const simulation = await example(COMPRESSED);
  const limit = Math.sqrt(0.5 / STIFFNESS);
  value("singular-step", limit.toPrecision(3));
  const factors = [0.1, 0.2, 0.22, 0.225, 0.3, 0.5].map((step) => {
    const factor = sideways(simulation.analysis.pair, step);
    const formula = 1 / (1 - (step / limit) ** 2);
    assert.ok(Math.abs(factor / formula - 1) < 1e-9, `${factor}, ${formula}`); // rounding of 1e-14, multiplied by 100 near the singular matrix
    value(`sideways-in-${step}-s`, Number(factor.toPrecision(4)));
    return factor;
  });
  value("untouched-speed", (0.2 * factors[2]).toPrecision(3));
  const compressed = simulation.analysis.pair;
  simulation.set("restLength", 2.5); // the eigenvalues across are 0, as if they were cut off
  const cut = sideways({ ...compressed, jacobian: simulation.analysis.pair.jacobian }, 0.22);
  assert.ok(Math.abs(cut - 1) < 1e-12, `${cut}`);
});

test("the engine keeps a sideways velocity bounded", async () => {
  const simulation = await example(COMPRESSED, { method: "implicit-euler", timeStepSize: 0.22 });
  const across = simulation.analysis.pair.eigenvectors[1];
  simulation.hand.setVelocity(0, ...(across.map((part) => 0.1 * part) as Vector));
  simulation.hand.setVelocity(1, ...(across.map((part) => -0.1 * part) as Vector));
  simulation.step(1);
  const { velocities } = simulation;
  const speed = across.reduce((sum, part, axis) => sum + part * (velocities[axis] - velocities[3 + axis]), 0);
  assert.ok(Math.abs(speed - 0.2) < 1e-12, `${speed}`);
  exact("kept-speed", speed);
});

test("the released pair settles with implicit Euler and swings on with velocity Verlet", async () => {
  const implicit = await example(COMPRESSED, { method: "implicit-euler", timeStepSize: 0.25 });
  implicit.step(200);
  const { kinetic, elastic } = implicit.energy;
  assert.ok(kinetic + elastic < 0.001 * 31.25 && Math.abs(distance(implicit) - 5) < 0.01, `${kinetic}, ${elastic}`);
  const verlet = await example(COMPRESSED, { method: "velocity-verlet", timeStepSize: 0.005 });
  const distances = Array.from({ length: 12_000 }, () => {
    verlet.step(1);
    return distance(verlet);
  });
  const last = distances.slice(-1000); // 5 s, several periods, after 55 s
  value("least-distance", Math.min(...last).toFixed(1));
  value("most-distance", Math.max(...last).toFixed(1));
});

function distance({ positions: x }: Simulation) {
  return Math.hypot(x[0] - x[3], x[1] - x[4], x[2] - x[5]);
}

/** Largest error of an entry of K by central differences in N/m. */
function error(simulation: Simulation, h: number) {
  const { stiffness } = simulation.analysis.pair;
  const start = [...simulation.positions.subarray(0, 3)] as Vector;
  const columns = [0, 1, 2].map((axis) => {
    const [after, before] = [h, -h].map((step) => {
      simulation.hand.setPosition(0, ...(start.map((x, i) => (i === axis ? x + step : x)) as Vector));
      return simulation.analysis.pair.force12;
    });
    return after.map((force, row) => (before[row] - force) / (2 * h));
  });
  simulation.hand.setPosition(0, ...start);
  const rows = [0, 1, 2].flatMap((row) => columns.map((column) => column[row]));
  return largest(rows, stiffness);
}

const largest = (a: number[], b: number[]) => Math.max(...a.map((entry, i) => Math.abs(entry - b[i])));

/** @param square  a matrix by rows */
function times(square: number[], vector: number[]) {
  return vector.map((_, row) => vector.reduce((sum, x, column) => sum + square[row * vector.length + column] * x, 0));
}

/**
 * Factor by which (M − Δt²J) Δv = Δt (f + Δt J v) multiplies opposite velocities of the two nodes
 * across the spring, with 1 kg each.
 * @param step  Δt in s
 */
function sideways(
  { jacobian, force12, force21, eigenvectors }: import("../../dist/lib/springlab.js").Pair,
  step: number,
) {
  const across = eigenvectors[1];
  const velocity = [...across, ...across.map((part) => -part)];
  const matrix = jacobian.map((entry, i) => (i % 7 === 0 ? 1 : 0) - step ** 2 * entry);
  const forces = [...force12, ...force21];
  const impulse = times(jacobian, velocity).map((force, i) => step * (forces[i] + step * force));
  const after = solve(matrix, impulse).map((change, i) => velocity[i] + change);
  return after.reduce((sum, part, i) => sum + (part * velocity[i]) / 2, 0);
}

/** Solves a linear system by Gaussian elimination with pivots. @param square  by rows */
function solve(square: number[], right: number[]) {
  const n = right.length;
  const rows = right.map((value, row) => [...square.slice(n * row, n * (row + 1)), value]);
  for (let i = 0; i < n; i++) {
    const rest = rows.slice(i).map((row) => Math.abs(row[i]));
    const pivot = i + rest.indexOf(Math.max(...rest));
    [rows[i], rows[pivot]] = [rows[pivot], rows[i]];
    for (const row of rows) {
      if (row === rows[i]) continue;
      const factor = row[i] / rows[i][i];
      for (let j = i; j <= n; j++) row[j] -= factor * rows[i][j];
    }
  }
  return rows.map((row, i) => row[n] / row[i]);
}

test("with half the step the energy swings by a quarter, and the modified energy by a sixteenth", async () => {
  const swings = async (timeStepSize: number) => {
    const simulation = await createSimulation("pair", {
      method: "velocity-verlet",
      damping: 0,
      restLength: STRETCHED,
      timeStepSize,
    });
    const values = Array.from({ length: 20 / timeStepSize }, () => {
      simulation.step(1);
      return [simulation.energy.total, simulation.analysis.modifiedEnergy ?? Number.NaN];
    });
    return [0, 1].map((i) => {
      const list = values.map((pair) => pair[i]);
      return Math.max(...list) - Math.min(...list);
    });
  };
  const [plain, modified] = await swings(0.1);
  const [less, least] = await swings(0.05);
  value("energy-swing", plain.toFixed(2));
  value("modified-swing", modified.toFixed(4));
  // the next terms are smaller by h²ω² = 0.2
  assert.ok(
    Math.abs(plain / less - 4) < 0.2 && Math.abs(modified / least - 16) < 1,
    `${plain / less}, ${modified / least}`,
  );
});

complete();
