// The numbers in the text of the page of the falling cloth, measured or derived.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation, scenes } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

type Simulation = import("../../dist/lib/springlab.js").Simulation;

const { value, complete } = lesson("www/drape.html");

const SIDE = 2;
const AREA = 4;
const DENSITY = 0.2;

const drape = (parameters?: Record<string, number | string>) => createSimulation("drape", parameters);

/** Cloth of count × count masses. */
const net = (count: number, more?: Record<string, number | string>) => drape({ width: count, height: count, ...more });

/** Number with commas between thousands if it has five digits. */
const text = (number: number) => (number < 1e4 ? String(number) : number.toLocaleString("en"));

/** Largest depth of a mass in a body in m. */
function depth({ positions, system: { obstacles } }: Simulation) {
  let deepest = 0;
  for (let i = 0; i < positions.length; i += 3) {
    const x = [...positions.subarray(i, i + 3)];
    for (const body of obstacles) {
      if (body.shape === "plane") deepest = Math.max(deepest, -x[1]);
      else {
        const away = x.map((coordinate, axis) => coordinate - body.centre[axis]);
        const outside =
          body.shape === "sphere"
            ? Math.hypot(...away) - body.radius
            : Math.max(...away.map((coordinate, axis) => Math.abs(coordinate) - body.half[axis]));
        deepest = Math.max(deepest, -outside);
      }
    }
  }
  return deepest;
}

test("the cloth has springs of three kinds, and shear springs are a tenth as stiff as structural ones", async () => {
  const run = await drape();
  const { springs } = run.system;
  value("masses", run.positions.length / 3);
  const kinds = [0, 0, 0];
  for (let i = 0; i < springs.length; i += 2) {
    const [a, b] = [springs[i], springs[i + 1]].map((end) => [end % 50, Math.floor(end / 50)]);
    const way = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
    kinds[way.includes(2) ? 2 : way.includes(0) ? 0 : 1] += 1;
  }
  value("structural-springs", kinds[0]);
  value("shear-springs", kinds[1]);
  value("bending-springs", kinds[2]);
  const record = (await scenes()).find(({ id }) => id === "drape");
  const values = Object.fromEntries((record?.parameters ?? []).map(({ key, default: usual }) => [key, usual]));
  assert.equal(values.density, DENSITY);
  assert.equal(Number(values.shearStiffness) * 10, values.stiffness);
  value("density", 1000 * DENSITY);
  value("stretching-stiffness", Number(values.stiffness) + Number(values.shearStiffness));
});

/** Stiffness K of a stretched cloth in N/m: its elastic energy is ½ K ε² per square metre. */
function stretching(simulation: Simulation) {
  const strain = 1e-4;
  const { positions } = simulation; // faster than setPosition, whose cost grows with the number of masses
  for (let i = 0; i < positions.length; i += 3) positions[i] *= 1 + strain;
  return (2 * simulation.energy.elastic) / (AREA * strain ** 2);
}

test("bending springs add 4 k_b to the stiffness in the plane, more in a finer mesh", async () => {
  for (const count of [50, 100]) {
    const own = stretching(await net(count)) - stretching(await net(count, { bendingStiffness: 0 }));
    const stiffness = 5 * (0.1 / ((2 * SIDE) / (count - 1))) ** 4;
    // no bending spring is centred on the first and the last line of masses
    assert.ok(Math.abs(own / (4 * stiffness) - 1) < 2 / (count - 1), `${own} N/m, not ${4 * stiffness} N/m`);
    value(`bending-adds-at-${count}`, Number((4 * stiffness).toPrecision(2)));
  }
});

test("up to 50 × 50 masses automatic substeps are up to three times as many as the flat sheet needs", async () => {
  value("omega-by-formula", ((2 / (SIDE / 49)) * Math.sqrt(220 / DENSITY)).toFixed());
  for (const count of [25, 50]) {
    const sheet = await net(count);
    while (!sheet.analysis.spectrum().settled);
    const { stepLimit, substeps } = sheet.analysis;
    assert.ok(substeps < (3 * 0.005) / 0.9 / stepLimit);
    value(`${count}-springs`, text(sheet.system.springs.length / 2));
    value(`${count}-omega`, sheet.analysis.spectrum().angularFrequency.toFixed());
    value(`${count}-limit`, (1000 * stepLimit).toFixed(2));
    value(`${count}-substeps`, substeps);
  }
});

test("self-contact takes more substeps, and spheres are 0.8 spacings across", async () => {
  const [off, on] = await Promise.all([drape(), drape({ selfContact: "on" })]);
  assert.equal(off.get("selfContact"), "off");
  value("self-contact-substeps", on.analysis.substeps);
  assert.ok(on.analysis.substeps > off.analysis.substeps);
  // two masses of the sheet at rest touch below this distance
  const spacing = SIDE / 49;
  for (const [distance, touches] of [
    [0.79, true],
    [0.81, false],
  ] as const) {
    on.restart();
    on.hand.setPosition(1, on.positions[0] + distance * spacing, on.positions[1], on.positions[2]);
    assert.equal(on.energy.contact > 0, touches);
  }
});

test("a mesh of almost a million springs takes hundreds of substeps, and a finer one a shorter time step", async () => {
  const large = await net(400);
  assert.equal(large.system.springs.length / 2, 956_002);
  value("400-substeps", large.analysis.substeps);
  value("substeps-at-most", (await net(440)).analysis.substeps);
});

test("100 × 100 masses cost more than ten times as much as 50 × 50", async () => {
  const [coarse, fine] = await Promise.all([net(50), net(100)]);
  const springs = fine.system.springs.length / coarse.system.springs.length;
  const parts = fine.analysis.substeps / coarse.analysis.substeps;
  assert.ok(springs.toFixed() === "4" && springs * parts > 10);
  value("times-substeps", parts.toFixed(1));
});

test("the cloth touches the ball when a sheet that falls half a metre does, with air and without", async () => {
  const touch = async (airResistance: number) => {
    const sheet = await drape({ airResistance, timeStepSize: 0.001 });
    while (sheet.energy.contact === 0) sheet.step(1);
    return sheet.time.toFixed(2);
  };
  // it falls half a metre, by v_t²/g ln cosh(g t/v_t) and by ½ g t²
  const fastest = Math.sqrt((DENSITY * 9.81) / 0.5);
  const withAir = ((fastest / 9.81) * Math.acosh(Math.exp((0.5 * 9.81) / fastest ** 2))).toFixed(2);
  const without = Math.sqrt(1 / 9.81).toFixed(2);
  assert.deepEqual([await touch(0.5), await touch(0)], [withAir, without]);
  value("terminal-velocity", fastest.toFixed(2));
  value("touches", withAir);
  value("touches-without-air", without);
});

test("masses are less than 0.5 mm in the ball, up to 4 mm in edges of the box, and little energy is made", async () => {
  const [ball, box] = await Promise.all([drape(), drape({ obstacle: "box" })]);
  const before = ball.energy.gravity;
  ball.step(1000);
  box.step(1000);
  const [inBall, inBox] = [ball, box].map((sheet) => 1000 * depth(sheet));
  assert.ok(inBall < 0.5 && inBox > 2.5 && inBox < 4, `${inBall} mm, ${inBox} mm`);
  value("fall", (before - ball.energy.gravity).toFixed());
  value("made-on-ball", ball.energy.numerical.toFixed(1));
  value("made-on-box", box.energy.numerical.toFixed(1));
  for (const [
    obstacle,
    {
      analysis: { substep },
      energy,
    },
  ] of [
    ["sphere", ball],
    ["box", box],
  ] as const) {
    assert.equal(substep, 0.0005);
    const finer = await drape({ obstacle, substeps: "20" });
    finer.step(1000);
    assert.ok(finer.energy.numerical < 0.5 * energy.numerical, `${finer.energy.numerical} J`);
  }
});

test("friction of 0.3 holds the cloth on the table while a third hangs over, with 0.1 it slides off", async () => {
  const left = ({ positions }: Simulation) => Math.min(...positions.filter((_, i) => i % 3 === 0));
  const top = ({ positions }: Simulation) => Math.max(...positions.filter((_, i) => i % 3 === 1));
  const held = await drape({ obstacle: "table" });
  held.step(400);
  const before = left(held);
  const over = SIDE - (0.4 - left(held));
  held.step(600);
  assert.ok(Math.abs(left(held) - before) < 0.002, "it holds");
  assert.equal((over / SIDE).toFixed(1), "0.3", `${over} m hang over`);
  const sliding = await drape({ obstacle: "table", friction: 0.1 });
  while (top(sliding) > 0.75) sliding.step(5);
  value("slides-off", sliding.time.toFixed());
});

/** Elastic energy of the cloth on a cylinder in J. @param curvature  in 1/m */
function bent(simulation: Simulation, curvature: number) {
  const columns = Number(simulation.get("width"));
  // angle between neighbouring masses, whose distance is unchanged
  const angle = 2 * Math.asin((curvature * SIDE) / (columns - 1) / 2);
  const { positions } = simulation;
  for (let i = 0; i < positions.length / 3; i++) {
    const around = ((i % columns) - (columns - 1) / 2) * angle;
    positions[3 * i] = Math.sin(around) / curvature;
    positions[3 * i + 1] = Math.cos(around) / curvature;
  }
  return simulation.energy.elastic;
}

test("twice the curvature costs 16 times the energy, and with fixed springs half the spacing a sixteenth", async () => {
  const only = { shearStiffness: 0, bendingStiffness: 16 };
  const coarse = await net(25, only);
  const gentle = bent(coarse, 0.5);
  // the formula neglects (a κ)²/6, with the spacing a
  assert.equal((bent(coarse, 1) / gentle).toFixed(1), "16.0");
  // a stiffness of 1/16 makes its bending springs, half as long, as stiff as the coarse ones
  const fine = bent(await net(49, { ...only, bendingStiffness: 1 }), 0.5);
  // relative to the number of lines of masses at the middle of a bending spring
  assert.equal(((gentle / fine) * (47 / 48) * (24 / 23)).toFixed(1), "16.0");
  assert.equal(((bent(await net(49, only), 0.5) * (48 / 47) * (23 / 24)) / gentle).toFixed(2), "1.00");
});

/** Torn springs to a neighbour in a row or a column, as pairs of masses. */
function tornThreads({ system: { springs, torn } }: Simulation) {
  const ends = [...torn].map((spring) => [...springs.subarray(2 * spring, 2 * spring + 2)].sort((a, b) => a - b));
  return ends.filter(([a, b]) => b - a === 50 || (b - a === 1 && b % 50 > 0));
}

test("nothing tears at first, nor with 5 %, and the ball breaks through a heavy cloth with 20 %", async () => {
  const whole = await drape({ tear: 5 });
  assert.equal((await drape()).get("tear"), 0);
  whole.step(1000);
  assert.equal(whole.system.torn.length, 0);
  const heavy = await drape({ density: 10 * DENSITY, tear: 20 });
  const made = [];
  for (const step of [0.001, 0.002, 0.003, 0.005]) {
    heavy.set("timeStepSize", step);
    heavy.restart();
    while (heavy.system.torn.length === 0) heavy.step(1);
    if (step === 0.001) value("breaks-through", heavy.time.toFixed(2));
    assert.ok(Math.abs(heavy.time - 0.36) < 0.01, `${heavy.time} s`);
    heavy.step(Math.round(3 / step));
    value(`torn-in-${1000 * step}-ms`, tornThreads(heavy).length);
    made.push(heavy.energy.numerical);
  }
  value("tearing-makes-least", Math.min(...made).toFixed());
  value("tearing-makes-most", Math.max(...made).toFixed());
  value("heavy-start", heavy.energy.start.toFixed());
  const onTop = heavy.positions.filter((height, i) => i % 3 === 1 && height > 0.8).length;
  assert.ok(onTop > 100 && onTop < 300, `${onTop} masses stay on the ball`);
  const { tearing, dissipated, damping, drag, friction, impact } = heavy.energy;
  const parts = damping + drag + friction + impact + tearing;
  assert.ok(tearing > 1 && Math.abs(parts - dissipated) < 1e-9, `${tearing} J`);
});

test("a flag tears along its pins, from one corner on", async () => {
  const flag = await drape({ obstacle: "none", pins: "edge", wind: 3, gusts: 0.5, windDirection: -60, tear: 20 });
  const columns: number[] = [];
  const times: number[] = [];
  for (let n = 0; n < 200; n++) {
    flag.step(1);
    const all = tornThreads(flag);
    const threads = all.filter(([a, b]) => a < 50 && b === a + 50);
    assert.ok(all.length <= threads.length + 1, "all but the last hang on pins");
    for (const [column] of threads.slice(columns.length)) {
      columns.push(column);
      times.push(flag.time);
    }
  }
  assert.equal(columns.length, 50);
  const way = Math.sign(columns[1] - columns[0]);
  assert.ok([0, 49].includes(columns[0]) && columns.every((column, i) => column === columns[0] + way * i));
  value("first-thread", times[0].toFixed(2));
  value("last-thread", times[49].toFixed(2));
});

// tests/full/drape.test.ts computes the finest meshes
complete((name) => !/^[12]00-/.test(name));
