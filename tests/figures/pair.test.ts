// The numbers in the text of the page of two nodes and a spring.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";

const page = readFileSync(new URL("../../www/pair.html", import.meta.url), "utf8").replaceAll(/\s+/g, " ");

/** @param text  TeX of a page has &amp; between columns */
const states = (text: string) => assert.ok(page.includes(text), `the page does not state: ${text}`);

/**
 * @param row  the head of a table's row
 * @param cell  the one after it
 */
const tells = (row: string, cell: string) => states(`<th scope="row">${row}</th><td>${cell}</td>`);

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

const matrix = (rows: number[][]) =>
  `\\begin{bmatrix} ${rows.map((row) => row.join(" &amp; ")).join(" \\\\ ")} \\end{bmatrix}`;

test("the example has round numbers", async () => {
  const simulation = await example(STRETCHED);
  const { energy, force12, force21, stiffness, eigenvalues, eigenvectors, indefinite } = simulation.analysis.pair;
  equal([energy, ...force12, ...force21], [5, -6, -8, 0, 6, 8, 0]);
  states("\\(V = 5\\) J");
  states("\\mathbf F_{12} = (-6, -8, 0)\\) N");
  const rows = [
    [6.16, 2.88, 0],
    [2.88, 7.84, 0],
    [0, 0, 4],
  ];
  equal(stiffness, rows.flat());
  states(matrix(rows));
  equal([...eigenvalues, ...eigenvectors[0]], [10, 4, 4, 0.6, 0.8, 0]);
  states("are 10, 4 and 4 N/m");
  states("\\mathbf n = (0.6, 0.8, 0)");
  assert.equal(indefinite, false);
  simulation.free();
});

test("with a compressed spring two of three eigenvalues are negative", async () => {
  const simulation = await example(COMPRESSED);
  const { energy, stiffness, eigenvalues, indefinite } = simulation.analysis.pair;
  const rows = [
    [-2.8, 9.6, 0],
    [9.6, 2.8, 0],
    [0, 0, -10],
  ];
  equal([energy, ...stiffness], [31.25, ...rows.flat()]);
  states("its 31.25 J");
  states(matrix(rows));
  equal(eigenvalues, [10, -10, -10]);
  states("\\(\\kappa = -10\\) N/m");
  assert.equal(indefinite, true);
  simulation.set("restLength", 2.5);
  equal([...simulation.analysis.pair.eigenvalues, ...simulation.analysis.pair.force12], [10, 0, 0, 0, 0, 0]);
  states("are zero at 2.5 m together with the forces");
  simulation.free();
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
  equal(
    eigenvalues.map((value) => -2 * value),
    [-20, -8, -8],
  );
  states("−20, −8 and −8 N/m");
  simulation.free();
});

test("the errors of differences are those of the table", async () => {
  const simulation = await example(STRETCHED);
  const coarse = error(simulation, 0.1);
  const fine = error(simulation, 0.01);
  tells("0.1 m", `${coarse.toPrecision(2)} N/m`);
  tells("0.01 m", `${fine.toFixed(6)} N/m`);
  // the next term of the series is smaller by h²/‖d‖², 0.2 % at 0.1 m
  assert.ok(Math.abs(coarse / fine / 100 - 1) < 2e-3, `${coarse}, ${fine}: h²`);
  assert.ok(error(simulation, 1e-5) < 1e-9 && page.includes("<td>below 10⁻⁹ N/m</td>"));
  assert.ok(error(simulation, 1e-8) > 1e-8 && page.includes("<td>above 10⁻⁸ N/m</td>"));
  const { stiffness, differences } = simulation.analysis.pair;
  states(`here ${(6e-6 * distance(simulation)).toFixed(6)} m`);
  // truncation and rounding, each 4e-11 of K's largest entry, 7.84 N/m
  assert.ok(largest(differences, stiffness) < 1e-9);
  simulation.free();
});

test("towards zero length K diverges, and so does the error of differences with a fixed step", async () => {
  const simulation = await createSimulation("pair", { stiffness: STIFFNESS, restLength: STRETCHED });
  const at = (distance: number) => {
    put(simulation, [distance, 0, 0], [0, 0, 0]);
    return simulation.analysis.pair;
  };
  const near = at(0.1);
  equal([near.energy, near.force12[0], near.eigenvalues[1]], [9.8, 14, -140]);
  states("\\(V\\) is 9.8 J and the forces are 14 N");
  states("the eigenvalue is −140 N/m");
  assert.ok(Math.abs(at(0.01).eigenvalues[1] + 1490) < 1e-9);
  states("it is −1490 N/m");
  const errors = [0.1, 0.01].map((distance) => {
    at(distance);
    const h = 1e-5;
    const leading = (STIFFNESS * STRETCHED * h ** 2) / (2 * distance ** 3);
    const found = error(simulation, h);
    assert.ok(Math.abs(found / leading - 1) < 1e-5, `${found} N/m, k L h²/(2‖d‖³) = ${leading} N/m`); // h²/‖d‖² and rounding
    return found;
  });
  states(`from ${errors[0].toFixed(8)} to ${errors[1].toPrecision(2)} N/m`);
  const { stiffness, differences } = at(1e-6);
  const size = Math.max(...stiffness.map(Math.abs));
  states(`it is ${((100 * error(simulation, 1e-5)) / size).toFixed(0)} % of`);
  assert.ok(largest(differences, stiffness) < 2e-10 * size, "the laboratory's step is proportional to the distance");
  simulation.free();
});

test("implicit Euler with the full matrix multiplies a sideways velocity as in the table", async () => {
  const simulation = await example(COMPRESSED);
  const limit = Math.sqrt(0.5 / STIFFNESS);
  states(`in the example with \\(m = 1\\) kg ${limit.toPrecision(3)} s`);
  const factors = [0.1, 0.2, 0.22, 0.225, 0.3, 0.5].map((step) => {
    const factor = sideways(simulation.analysis.pair, step);
    const formula = 1 / (1 - (step / limit) ** 2);
    assert.ok(Math.abs(factor / formula - 1) < 1e-9, `${factor}, ${formula}`); // rounding of 1e-14, multiplied by 100 near the singular matrix
    states(`<th scope="row">${step} s</th><td>× ${Number(factor.toPrecision(4)).toString().replace("-", "−")}</td>`);
    return factor;
  });
  assert.equal((0.2 * factors[2]).toPrecision(3), "6.25");
  states(
    "0.2 m/s between the nodes, which the untouched matrix makes 6.25 m/s in one step of 0.22 s, then stays 0.2 m/s",
  );
  const compressed = simulation.analysis.pair;
  simulation.set("restLength", 2.5); // the eigenvalues across are 0, as if they were cut off
  const cut = sideways({ ...compressed, jacobian: simulation.analysis.pair.jacobian }, 0.22);
  assert.ok(Math.abs(cut - 1) < 1e-12, `${cut}`);
  simulation.free();
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
  states("then stays 0.2 m/s");
  simulation.free();
});

test("the released pair settles with implicit Euler and swings on with velocity Verlet", async () => {
  const implicit = await example(COMPRESSED, { method: "implicit-euler", timeStepSize: 0.25 });
  implicit.step(200);
  const { kinetic, elastic } = implicit.energy;
  assert.ok(kinetic + elastic < 0.001 * 31.25 && Math.abs(distance(implicit) - 5) < 0.01, `${kinetic}, ${elastic}`);
  states("swing about the 5 m and settle there");
  implicit.free();
  const verlet = await example(COMPRESSED, { method: "velocity-verlet", timeStepSize: 0.005 });
  const distances = Array.from({ length: 12_000 }, () => {
    verlet.step(1);
    return distance(verlet);
  });
  const last = distances.slice(-1000); // 5 s, several periods, after 55 s
  assert.deepEqual([Math.min(...last).toFixed(1), Math.max(...last).toFixed(1)], ["2.5", "7.5"]);
  states("the distance swings between 2.5 and 7.5 m");
  verlet.free();
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

test("the energy swings by 0.25 J and the modified energy by 0.0083 J, with half the step by a quarter and a sixteenth", async () => {
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
    simulation.free();
    return [0, 1].map((i) => {
      const list = values.map((pair) => pair[i]);
      return Math.max(...list) - Math.min(...list);
    });
  };
  const [plain, modified] = await swings(0.1);
  const [less, least] = await swings(0.05);
  states(`\\(H\\) swings by ${plain.toFixed(2)} J, and \\(H_{\\Delta t}\\) by ${modified.toFixed(4)} J`);
  // the next terms are smaller by h²ω² = 0.2
  assert.ok(
    Math.abs(plain / less - 4) < 0.2 && Math.abs(modified / least - 16) < 1,
    `${plain / less}, ${modified / least}`,
  );
});
