// The built library in Node: `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { createSimulation, type Method, methods, Simulation, scenes, stability } from "../dist/lib/springlab.js";

const reference: { damper: Record<string, number[][]> } = JSON.parse(
  readFileSync(new URL("./reference/trajectories.json", import.meta.url), "utf8"),
);

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
  for (const { id, parameters } of await scenes()) {
    for (const parameter of parameters) {
      assert.ok(parameter.label && parameter.effect.endsWith("."), `${id}: ${parameter.key}`);
      if ("options" in parameter) assert.ok(parameter.options.some(({ value }) => value === parameter.default));
      else assert.ok(parameter.min <= parameter.from && parameter.from < parameter.to && parameter.to <= parameter.max);
    }
  }
});

test("positions and velocities are views over one memory and stay fresh from call to call", async () => {
  const simulation = await createSimulation("damper");
  assert.ok(simulation instanceof Simulation);
  const { positions, velocities } = simulation;
  const { springs } = simulation.system;
  for (const copy of [springs, simulation.analysis.exact?.positions])
    assert.notEqual(copy?.buffer, positions.buffer, "a copy");
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
  simulation.step(300);
  const { kinetic, elastic, gravity, contact, dissipated, hand, start, numerical, total } = simulation.energy;
  assert.equal(total, kinetic + elastic + gravity + contact + dissipated);
  assert.equal(start, 10);
  assert.equal(numerical, total - start - hand);
  assert.ok(dissipated > 1 && Math.abs(total - 10) < 1e-6, `${dissipated} J of ${total} J`);
  simulation.free();
});

test("every bad input is refused with a sentence and changes nothing", async () => {
  const simulation = await createSimulation("damper", { stiffness: 8 });
  const call = simulation as any;
  const refusals = [
    [() => call.set("mass", 0), "mass must be a number from 1e-9 to 100 kg; 0 was given."],
    [() => call.set("mass", -1), "mass must be a number from 1e-9 to 100 kg; -1 was given."],
    [() => call.set("mass", Number.NaN), "mass must be a number from 1e-9 to 100 kg; NaN was given."],
    [
      () => call.set("mass", Number.POSITIVE_INFINITY),
      "mass must be a number from 1e-9 to 100 kg; Infinity was given.",
    ],
    [() => call.set("mass", "heavy"), 'mass must be a number from 1e-9 to 100 kg; "heavy" was given.'],
    [() => call.set("mass", ""), "mass must be a number from 1e-9 to 100 kg; nothing was given."],
    [() => call.set("mass", null), "mass must be a number from 1e-9 to 100 kg; null was given."],
    [() => call.set("mass"), "mass must be a number from 1e-9 to 100 kg; undefined was given."],
    [() => call.set("mass", {}), "mass must be a number from 1e-9 to 100 kg; object was given."],
    [() => call.set("mass", true), "mass must be a number from 1e-9 to 100 kg; boolean was given."],
    [() => call.step(-1), "number of steps must be a whole number from 0 to 1000000; -1 was given."],
    [() => call.step(1.5), "number of steps must be a whole number from 0 to 1000000; 1.5 was given."],
    [() => call.step("many"), "number of steps must be a whole number from 0 to 1000000; many was given."],
    [() => call.step("5"), "number of steps must be a whole number from 0 to 1000000; 5 was given."],
    [() => call.step(null), "number of steps must be a whole number from 0 to 1000000; null was given."],
    [() => call.step(true), "number of steps must be a whole number from 0 to 1000000; boolean was given."],
    [() => call.hand.setPosition(null, 1, 1, 1), "particle must be a whole number from 0 to 1; null was given."],
    [
      () => call.hand.setPosition(1, null, "3", [2]),
      "position must be a number from -60000 to 60000 m; NaN was given.",
    ],
    [
      () => call.hand.setVelocity(1, true, 0, 0),
      "velocity must be a number from -1000000 to 1000000 m/s; NaN was given.",
    ],
    [() => call.set("mass", 1e300), "mass must be a number from 1e-9 to 100 kg; 1e+300 was given."],
    [() => call.step(1e12), "number of steps must be a whole number from 0 to 1000000; 1000000000000 was given."],
    [() => call.hand.setPosition(2, 0, 0, 0), "particle must be a whole number from 0 to 1; 2 was given."],
    [() => call.hand.setPosition(-1, 0, 0, 0), "particle must be a whole number from 0 to 1; -1 was given."],
    [
      () => call.hand.setPosition(1, 0, Number.NaN, 0),
      "position must be a number from -60000 to 60000 m; NaN was given.",
    ],
    [() => call.hand.setPosition(1, 0), "position must be a number from -60000 to 60000 m; NaN was given."],
    [() => call.hand.setVelocity(0, 1, 0, 0), "particle 0 is fixed and has no velocity."],
    [() => call.hand.hold(1, 1e9, 0, 0), "position must be a number from -60000 to 60000 m; 1000000000 was given."],
  ] as [() => void, string][];
  for (const [action, message] of refusals) assert.throws(action, { name: "Error", message });
  assert.throws(() => call.get("speed"), /There is no parameter "speed"; known: timeStepSize/);
  assert.throws(() => call.get(5), /There is no parameter "5"/);
  assert.deepEqual([simulation.time, ...simulation.positions], [0, 0, 0, 0, 6, 0, 0]);
  assert.deepEqual([simulation.get("mass"), simulation.get("stiffness")], [0.5, 8]);
  await assert.rejects(createSimulation("dampr"), /There is no scene "dampr"; known: damper, oscillator,/);
  await assert.rejects(createSimulation("damper", { mass: -1 }), /mass must be a number from 1e-9 to 100 kg/);
  simulation.free();
});

test("a run of many particles that explodes stops at once, and tells its cause when it is asked", async () => {
  /** Processor time of a call in µs, whatever else the machine does. */
  const cost = (call: () => void) => {
    const before = process.cpuUsage();
    call();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const simulation = await createSimulation("cloth", { width: 200, height: 200, substeps: 1 });
  const steps = cost(() => simulation.step(40));
  simulation.set("timeStepSize", 0.05);
  simulation.restart();
  // it explodes in the fifth step; finding the cause would cost as much as two hundred steps
  const end = cost(() =>
    assert.throws(() => simulation.step(40), /^Error: The run stopped at t = [\d.]+ s: the motion left the scene\.$/),
  );
  assert.ok(end < steps, `${end} µs, and forty steps take ${steps} µs`);
  assert.match(
    simulation.analysis.reason(),
    /^the time step of 0\.05 s is 9\.\d\d times Symplectic Euler's limit of 0\.0053\d s for the scene as it started, where a motion grows \d+-fold per step$/,
  );
  simulation.free();
});

test("substeps are taken as asked for, and as many as the step limit asks for", async () => {
  const simulation = await createSimulation("damper", { timeStepSize: 2 });
  assert.deepEqual([simulation.analysis.substeps, simulation.analysis.substep], [1, 2]);
  simulation.set("substeps", "automatic");
  assert.deepEqual([simulation.analysis.substeps, simulation.analysis.substep], [4, 0.5]); // within 0.9 · 2/√10 s
  assert.equal(simulation.analysis.spectrum().kept, true);
  simulation.step(100);
  assert.equal(simulation.time, 200);
  assert.ok(Math.abs(simulation.positions[3] - 4) < 4);
  simulation.set("substeps", 3);
  assert.deepEqual([simulation.analysis.substeps, simulation.get("substeps")], [3, "3"]);
  assert.equal(simulation.analysis.spectrum().kept, false);
  assert.throws(
    () => simulation.set("substeps", 0),
    /^Error: substeps must be one of automatic, 1, 2, 3.*; 0 was given\.$/,
  );
  assert.equal(simulation.analysis.substeps, 3);
  simulation.free();
});

test("a freed simulation refuses everything it had with a sentence, and can be freed again", async () => {
  const [simulation, other] = await Promise.all([createSimulation("damper"), createSimulation("damper")]);
  simulation.free();
  simulation.free();
  const call = simulation as any;
  const keys = Reflect.ownKeys(Simulation.prototype).filter((key) => key !== "constructor" && key !== "free");
  assert.ok(keys.length > 30);
  for (const key of keys.filter((key) => key !== Symbol.dispose)) {
    const name = typeof key === "symbol" ? key.description : key;
    const expected = { name: "Error", message: `The simulation was freed and has no ${name} any more.` };
    assert.throws(() => call[key], expected);
    assert.throws(() => call[key](1, 0, 0, 0), expected);
    assert.throws(() => {
      call[key] = 1;
    }, expected);
  }
  assert.ok(simulation instanceof Simulation);
  other.step(1);
  assert.equal(other.time, 0.01);
  if (Symbol.dispose) {
    (other as any)[Symbol.dispose]();
    call[Symbol.dispose]();
    assert.throws(() => other.time, /The simulation was freed/);
  }
  other.free();
});

test("methods tell their order and formulas, and stability functions their factor", async () => {
  const records = new Map((await methods()).map((method) => [method.value, method]));
  const { formula, weights, ...rest } = records.get("runge-kutta-4") as Method;
  assert.deepEqual(rest, {
    value: "runge-kutta-4",
    label: "Runge-Kutta 4",
    order: 4,
    stages: 4,
    symplectic: false,
    symmetric: false,
    gains: "",
    projectsContacts: false,
  });
  assert.equal(weights?.length, 4);
  assert.deepEqual(Object.keys(formula ?? {}), ["step", "amplification", "phaseError"]);
  assert.equal(records.get("verlet")?.weights, undefined);
  assert.equal(records.get("exact")?.order, Number.POSITIVE_INFINITY);
  assert.deepEqual([...((await stability("explicit-euler", -0.5, 2)) ?? [])], [0.5, 2]);
  assert.equal((await stability("implicit-euler", -1, 0))?.[0], 0.5);
  assert.equal(await stability("verlet", 0, 1), undefined);
  await assert.rejects(stability("frog", 0, 1), /^Error: method must be one of explicit-euler, /);
  await assert.rejects(
    stability("exact", Number.NaN, 1),
    /^Error: x must be a number from -1000000000 to 1000000000; NaN/,
  );
});

test("a snapshot goes on to the bit, and a bad one changes nothing", async () => {
  const one = await createSimulation("cloth", { width: 8, height: 6, method: "verlet", timeStepSize: 0.003 });
  one.step(50);
  const bytes = one.snapshot();
  const other = await createSimulation("cloth");
  other.restore([...bytes]);
  other.restore(bytes);
  one.step(50);
  other.step(50);
  assert.deepEqual(other.positions, one.positions);
  for (const wrong of [256, -1, 0.5, Number.NaN, "0"]) {
    const list = [...bytes].with(40, wrong as any) as any;
    assert.throws(() => other.restore(list), { message: "The snapshot was refused: the bytes are not a snapshot." });
  }
  bytes[40] ^= 1;
  assert.throws(() => other.restore(bytes), { message: "The snapshot was refused: it is damaged." });
  assert.throws(
    () => other.restore("bytes" as any),
    /^Error: The snapshot was refused: the bytes are not a snapshot\.$/,
  );
  assert.deepEqual(other.positions, one.positions);
  one.free();
  other.free();
});

test("a flow gives its field on a grid", async () => {
  const simulation = await createSimulation("rotation");
  assert.equal(
    [...simulation.analysis.field(-1, 0, 1, 1, 3, 2)].join(),
    "-1,0,0,-1,0,0,0,0,1,0,0,1,-1,1,-1,-1,0,1,-1,0,1,1,-1,1",
  );
  assert.throws(
    () => simulation.analysis.field(0, 0, 1, 1, 0, 2),
    /^Error: columns must be a whole number from 1 to 1000; 0/,
  );
  assert.throws(() => simulation.energy, { message: 'The scene "rotation" has no forces and energy.' });
  assert.equal(simulation.system.forces.length, 0);
  simulation.free();
});

test("an implicit method tells what its solver did", async () => {
  const simulation = await createSimulation("pair", { method: "implicit-euler", timeStepSize: 0.1 });
  assert.equal(simulation.analysis.solver?.length, 0);
  simulation.hand.setVelocity(0, 1, 2, 3);
  simulation.step(1);
  const [linear, ...rest] = simulation.analysis.solver ?? [];
  assert.deepEqual(rest, []);
  assert.ok(linear.residual > 1e-6 && linear.products > 0 && linear.halvings === 0 && !linear.limited);
  simulation.set("solver", "newton");
  simulation.step(1);
  const solved = simulation.analysis.solver ?? [];
  assert.ok(solved.length > 1 && solved[solved.length - 1].residual < 1e-12, JSON.stringify(solved));
  simulation.set("method", "verlet");
  assert.equal(simulation.analysis.solver, undefined);
  simulation.free();
});

test("a spectrum tells its parts, whether its limit is a bound and whether it has settled", async () => {
  const cloth = await createSimulation("cloth");
  const { parts = [], sum, bound, settled, remedies } = cloth.analysis.spectrum();
  assert.deepEqual([parts.length, bound, settled], [2, false, true]);
  assert.equal(parts[0] + parts[1], sum);
  // room to 4: λ (s k h² + 2 μ h)/m = 4 with λ = 7.977
  assert.ok(Math.abs((remedies.stiffness ?? 0) - (4 - parts[1]) / parts[0]) < 1e-5);
  cloth.set("method", "runge-kutta-4");
  const bounded = cloth.analysis.spectrum();
  assert.deepEqual([bounded.parts, bounded.bound], [undefined, true], "1198 free particles are too many for all rates");
  cloth.free();
  const large = await createSimulation("cloth", { width: 200, height: 200 });
  assert.deepEqual([large.analysis.spectrum().settled, large.analysis.spectrum().bound], [false, true]);
  large.free();
});

test("all positions and velocities are set at once, or refused with the state kept", async () => {
  const cloth = await createSimulation("cloth", { width: 5, height: 4 });
  cloth.step(20);
  const ahead = [cloth.positions, cloth.velocities].map((list) => list.slice());
  const state = cloth.history.state();
  cloth.restart();
  cloth.history.setState([...state]);
  assert.deepEqual([cloth.positions, cloth.velocities], ahead);
  cloth.restart();
  cloth.history.setState(ahead[0], [...ahead[1]]);
  assert.deepEqual([cloth.positions, cloth.velocities], ahead);
  cloth.history.setState(cloth.positions, cloth.velocities); // views of its own memory
  assert.deepEqual([cloth.positions, cloth.velocities], ahead);
  const list = (key: string, given: number) =>
    `${key} must be a list of 60 numbers, x y z for each of 20 particles; ${given} were given.`;
  const call = cloth as any;
  const before = cloth.snapshot();
  for (const [positions, velocities, message] of [
    [ahead[0].slice(1), ahead[1], list("positions", 59)],
    [ahead[0], [], list("velocities", 0)],
    [null, ahead[1], "positions must be a list of at most 16777216 numbers; null was given."],
    [ahead[0], undefined, "velocities must be a list of at most 16777216 numbers; undefined was given."],
    [ahead[0].fill(Number.NaN, 59), ahead[1], "position must be a number from -60000 to 60000 m; NaN was given."],
  ]) {
    assert.throws(
      () => call.history.setState(positions, velocities),
      (error: Error) => {
        assert.equal(error.message.replace(/-?\d+ to \d+ m;/, "-60000 to 60000 m;"), message);
        return true;
      },
    );
    assert.deepEqual(cloth.snapshot(), before);
  }
  cloth.history.setState(state);
  assert.deepEqual(cloth.history.state(), state);
  cloth.free();
});

test("a mesh is loaded from two texts, and a mistake in them is named", async () => {
  const simulation = await createSimulation("mesh");
  const obj = "v 0 0 0\nv 1e0 0 0\nv 1 -1.5 0\nf 1 2 3\n";
  simulation.system.loadMesh(obj, '{ "pinned": [1, 2], "stiffness": 70.5 }');
  assert.equal(simulation.get("stiffness"), 70.5);
  assert.deepEqual([...simulation.positions], [0, 0, 0, 1, 0, 0, 1, -1.5, 0]);
  assert.throws(() => simulation.system.loadMesh("v 0 0 0\nf 1 2\n", ""), {
    message: "OBJ, line 2: there is no vertex 2, as the file has 1; correct the number.",
  });
  assert.equal(simulation.positions.length, 9);
  simulation.free();
});

test("the browser's reader takes a mesh's JSON as the native one does, and a refusal names the value's path", async () => {
  const simulation = await createSimulation("mesh");
  const obj = "v 0 0 0\nv 1 0 0\nv 1 -1 0\nf 1 2 3\n";
  const springs = [[1, 2], { ends: [3, 2], k: 0.1 + 0.2, restLength: 1 / 3 }];
  const json = {
    m: [1, 2, 1e-3],
    b: [1],
    springs,
    velocities: [
      [0, 0, 0],
      [1, 2, 3],
      [0, 0, -1],
    ],
    obj: 'ä "b"',
  };
  simulation.system.loadMesh(obj, `\ufeff\r\n\t${JSON.stringify(json, null, 1)}\n`);
  assert.deepEqual([...simulation.system.masses].slice(1), [2, 1e-3]);
  assert.deepEqual([...simulation.velocities], json.velocities.flat());
  assert.equal(simulation.system.stiffnesses[1], 0.1 + 0.2);
  assert.equal(simulation.system.restLengths[1], 1 / 3);
  simulation.system.loadMesh(obj, '{"k": 5, "k": 70.5}');
  assert.equal(simulation.get("stiffness"), 70.5); // of two equal keys the last one counts, as natively
  const before = [...simulation.snapshot()];
  const nested = (depth: number) => `{"springs": ${"[".repeat(depth)}${"]".repeat(depth)}}`;
  for (const [text, message] of [
    [
      '{"springs": [[1, 2], [2, 3], [1, 3], {"ends": [1, 4]}]}',
      "JSON, springs[3].ends: there is no vertex 4; they are numbered from 1 to 3.",
    ],
    ['{"k": true}', 'JSON, k: "stiffness" takes a number, and true was given.'],
    ['{"pinned": [1, null]}', 'JSON, pinned: "pinned" takes a list of numbers, and a list was given.'],
    ['{"masses": [1, "2", 3]}', 'JSON, masses: "masses" takes a list of numbers, and a list was given.'],
    [
      '{"masses": [1, 1e999, 3]}',
      "JSON, masses[1]: mass must be a number from 1e-9 to 1000000 kg; Infinity was given.",
    ],
    ['{"stiffness": -1}', "JSON, stiffness: stiffness must be a number from 0 to 100000000 N/m; -1 was given."],
    ["[1, 2]", "JSON: the file has to be an object, and a list of numbers was given."],
    [nested(16), "JSON: there are more than 16 lists and objects in each other."],
    [nested(100_000), "JSON: there are more than 16 lists and objects in each other."],
  ]) {
    assert.throws(() => simulation.system.loadMesh(obj, text), { message });
  }
  // a syntax error has the browser's message, as one sentence on one line
  for (const text of ['{"k": much}', '{"k": 1,\n}', "{", '{"k": "5}', '{"k": .5}', '{"k": 1} 2']) {
    assert.throws(() => simulation.system.loadMesh(obj, text), { message: /^JSON: \S[^\n]*[^.]\.$/ }, text);
  }
  assert.deepEqual([...simulation.snapshot()], before);
  simulation.free();
});

test("obstacles are told as they are", async () => {
  const bodies = [];
  for (const obstacle of ["none", "ground", "sphere", "box"]) {
    const simulation = await createSimulation("verlet", { obstacle });
    bodies.push(...simulation.system.obstacles);
    simulation.free();
  }
  // for a rope of 19 links of 0.2 m, without rounding errors
  const told = JSON.stringify(bodies, (_, value) =>
    ArrayBuffer.isView(value)
      ? [...(value as Float64Array)]
      : typeof value === "number"
        ? Number(value.toFixed(12))
        : value,
  );
  assert.deepEqual(JSON.parse(told), [
    { shape: "plane", point: [1.9, -1.9, 0], normal: [0, 1, 0] },
    { shape: "sphere", centre: [1.9, -2.85, 0], radius: 0.95 },
    { shape: "box", centre: [1.9, -2.85, 0], half: [0.95, 0.95, 0.95] },
  ]);
});
test("orders are measured on copies, against the exact solution or the halved step", async () => {
  for (const [scene, reference] of [
    ["damper", "exact"],
    ["mesh", "halved step"],
  ] as const) {
    const simulation = await createSimulation(scene, { method: "velocity-verlet" });
    const found = simulation.analysis.convergence(0.05, 100);
    assert.equal(found.reference, reference);
    assert.deepEqual(
      [...found.stepSizes],
      [1, 2, 4, 8].map((part) => 0.05 / (part * 100)),
    );
    assert.ok(found.errors.every((error) => error > 0));
    // the next term of the error changes the slope by less than this
    assert.ok(Math.abs((found.order ?? 0) - 2) < 0.05, `${scene}: ${found.order}`);
    assert.equal(simulation.time, 0);
    simulation.free();
  }
});

test("an order that can't be measured is left out or refused with a sentence", async () => {
  const simulation = await createSimulation("oscillator", { method: "exact" });
  assert.equal(simulation.analysis.convergence(1, 50).order, undefined);
  const call = simulation as any;
  for (const [time, steps, message] of [
    [0, 5, "time must be a number from 0.000001 to 1000 s; 0 was given."],
    ["1", 5, "time must be a number from 0.000001 to 1000 s; NaN was given."],
    [1, 2.5, "number of steps must be a whole number from 1 to 10000; 2.5 was given."],
    [1, undefined, "number of steps must be a whole number from 1 to 10000; undefined was given."],
  ]) {
    assert.throws(() => call.analysis.convergence(time, steps), { name: "Error", message });
  }
  simulation.set("method", "explicit-euler");
  assert.throws(
    () => simulation.analysis.convergence(1000, 500),
    /^Error: The run stopped at .* exceeds Explicit Euler's limit/,
  );
  simulation.step(1);
  simulation.free();
});

test("what every spring and mass of a mesh is can be read back, and springs set one by one", async () => {
  const simulation = await createSimulation("mesh");
  const json = {
    obj: "line.obj",
    k: 1e6,
    m: [8e-6, 1, 2],
    b: [1],
    prestrain: 0.5,
    springs: [{ ends: [3, 1], stiffness: 5, damping: 0.25, restLength: 1.5 }],
    velocities: [
      [0, 0, 0],
      [1, 2, 3],
      [0, 0, 0],
    ],
  };
  simulation.system.loadMesh("v 0 0 0\nv 1 0 0\nv 3 0 0\nf 1 2\nl 2 3\nl 3 2\n", JSON.stringify(json));
  assert.deepEqual([...simulation.system.springs], [2, 0, 0, 1, 1, 2, 1, 2]);
  assert.deepEqual([...simulation.system.stiffnesses], [5, 1e6, 1e6, 1e6]);
  assert.deepEqual([...simulation.system.dampings], [0.25, 1, 1, 1]);
  assert.deepEqual([...simulation.system.restLengths], [1.5, 0.5, 1, 1]);
  assert.deepEqual(
    [[...simulation.system.masses], [...simulation.system.fixed]],
    [[Number.POSITIVE_INFINITY, 1, 2], [0]],
  );
  assert.deepEqual([...simulation.velocities.subarray(3, 6)], [1, 2, 3]);
  simulation.hand.hold(2, 3, 0, 0);
  assert.deepEqual(
    [[...simulation.system.masses], [...simulation.system.fixed]],
    [[Number.POSITIVE_INFINITY, 1, 2], [0]],
  );
  simulation.system.setSpring(1, { stiffness: 8, restLength: undefined });
  simulation.set("stiffness", 70);
  assert.deepEqual([...simulation.system.stiffnesses], [5, 8, 70, 70]);
  simulation.system.setSpring(2, { damping: 0.5, restLength: 1.25 });
  assert.deepEqual([...simulation.system.dampings], [0.25, 1, 0.5, 1]);
  assert.deepEqual([...simulation.system.restLengths], [1.5, 0.5, 1.25, 1]);
  assert.deepEqual([...simulation.system.stiffnesses], [5, 8, 70, 70]);
  const call = simulation.system as any;
  for (const [index, own, message] of [
    [4, {}, "spring must be a whole number from 0 to 3; 4 was given."],
    [0, { stiffness: "5" }, "stiffness must be a number from 0 to 100000000 N/m; NaN was given."],
    [0, { damping: 1, mass: 2 }, 'There is no parameter "mass"; known: stiffness, damping, restLength.'],
    [0, 5, "own must be an object of keys and values; number was given."],
  ]) {
    assert.throws(() => call.setSpring(index, own), { name: "Error", message });
  }
  assert.deepEqual([...simulation.system.stiffnesses], [5, 8, 70, 70]);
  simulation.free();
  const rotation = await createSimulation("rotation");
  assert.equal(rotation.system.stiffnesses.length + rotation.system.fixed.length, 0);
  rotation.free();
});

test("what can't be measured of a drive is refused, and other scenes have none", async () => {
  const simulation = await createSimulation("resonance", { drive: "anchor", drivingFrequency: 2 });
  const times = Array.from({ length: 50 }, (_, i) => 0.1 * i);
  assert.equal(simulation.analysis.measure([], []), undefined);
  assert.throws(
    () => simulation.analysis.measure(times, [1]),
    /number of values must be a whole number from 50 to 50; 1 was given/,
  );
  assert.throws(
    () => simulation.analysis.measure([Number.NaN], [1]),
    /times must be a number from -1000000000 to 1000000000/,
  );
  assert.throws(() => simulation.analysis.response("2" as any), /angularFrequency must be a number/);
  const start = simulation.energy.total;
  simulation.step(100);
  assert.deepEqual(simulation.analysis.drive, { phase: 2, amplitude: 0.1, value: 0.1 * Math.cos(2) });
  assert.equal(simulation.positions[0], 0.1 * Math.cos(2));
  assert.throws(() => simulation.hand.hold(0, 1, 0, 0), /particle 0 is driven and goes where the drive leads it/);
  const { total, drive, numerical } = simulation.energy;
  assert.ok(Math.abs(drive) > 1e-3 && Math.abs(total - start - drive - numerical) < 1e-12, `${drive} J`);
  simulation.free();
  const other = await createSimulation("damper");
  assert.deepEqual(
    [other.analysis.drive, other.analysis.resonance, other.analysis.steady, other.analysis.response(1)],
    Array(4).fill(undefined),
  );
  other.free();
});
