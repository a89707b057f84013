// The numbers in the text of the page of the falling cloth, measured or derived.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { createSimulation, scenes } from "../../dist/lib/springlab.js";

type Simulation = import("../../dist/lib/springlab.js").Simulation;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

/** Text of the page without tags, with its TeX. */
const page = read("www/drape.html")
  .replace(/<[^>]+>/g, "")
  .replaceAll(/\s+/g, " ");

function states(...sentences: string[]) {
  for (const sentence of sentences) assert.ok(page.includes(sentence), `the page does not state “${sentence}”`);
}

const SIDE = 2;
const AREA = 4;
const DENSITY = 0.2;

const drape = (parameters?: Record<string, number | string>) => createSimulation("drape", parameters);

/** Cloth of count × count masses. */
const net = (count: number, more?: Record<string, number | string>) => drape({ width: count, height: count, ...more });

/** Number with commas between thousands. */
const text = (number: number) => number.toLocaleString("en");

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

test("the cloth has 2500 masses and 14,502 springs of three kinds", async () => {
  const run = await drape();
  const { springs } = run.system;
  assert.equal(run.positions.length / 3, 2500);
  const kinds = [0, 0, 0];
  for (let i = 0; i < springs.length; i += 2) {
    const [a, b] = [springs[i], springs[i + 1]].map((end) => [end % 50, Math.floor(end / 50)]);
    const way = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
    kinds[way.includes(2) ? 2 : way.includes(0) ? 0 : 1] += 1;
  }
  assert.deepEqual(kinds, [4900, 4802, 4800]);
  states("2500 masses on 14,502 springs", "4900 structural springs", "4802 shear springs", "4800 bending springs");
  const record = (await scenes()).find(({ id }) => id === "drape");
  const values = Object.fromEntries((record?.parameters ?? []).map(({ key, default: usual }) => [key, usual]));
  assert.equal(values.density, DENSITY);
  assert.equal(Number(values.shearStiffness) * 10, values.stiffness);
  states("weighs 200 g a square metre", "\\(k_s\\) is a tenth of \\(k\\)", "k + k_s = 220\\) N/m");
});

/** Stiffness K of a stretched cloth in N/m: its elastic energy is ½ K ε² per square metre. */
function stretching(simulation: Simulation) {
  const strain = 1e-4;
  const { positions } = simulation; // faster than setPosition, whose cost grows with the number of masses
  for (let i = 0; i < positions.length; i += 3) positions[i] *= 1 + strain;
  return (2 * simulation.energy.elastic) / (AREA * strain ** 2);
}

test("bending springs add 45 N/m to the stiffness in the plane, and 750 N/m in a finer mesh", async () => {
  for (const [count, digits, stated] of [
    [50, 0, "45"],
    [100, -1, "750"],
  ] as const) {
    const own = stretching(await net(count)) - stretching(await net(count, { bendingStiffness: 0 }));
    const stiffness = 5 * (0.1 / ((2 * SIDE) / (count - 1))) ** 4;
    // no bending spring is centred on the first and the last line of masses
    assert.ok(Math.abs(own / (4 * stiffness) - 1) < 2 / (count - 1), `${own} N/m, not ${4 * stiffness} N/m`);
    const unit = 10 ** -digits;
    assert.equal(String(Math.round((4 * stiffness) / unit) * unit), stated);
  }
  states("45 N/m in the mesh of 50 × 50, but 750 N/m in one of 100 × 100");
});

test("up to 50 × 50 masses the fastest mode and the step limit are those of the table", async () => {
  const fastest = ((2 / (SIDE / 49)) * Math.sqrt(220 / DENSITY)).toFixed();
  assert.equal(fastest, "1625");
  states(`With 50 masses in a row that is ${fastest} s⁻¹; measured on the flat sheet, with its edges, 1625.`);
  for (const [count, omega, limit, substeps] of [
    [25, 796, "2.34 ms", 7],
    [50, 1625, "1.06 ms", 10],
  ] as const) {
    const sheet = await net(count);
    while (!sheet.analysis.spectrum().settled);
    const digits = limit.split(/[. ]/)[1].length;
    assert.equal(sheet.analysis.spectrum().angularFrequency.toFixed(), String(omega));
    assert.equal(`${(1000 * sheet.analysis.stepLimit).toFixed(digits)} ms`, limit);
    assert.equal(sheet.analysis.substeps, substeps);
    assert.ok(substeps < (3 * 0.005) / 0.9 / sheet.analysis.stepLimit, "up to three times as many");
    const springs = text(sheet.system.springs.length / 2).replace(/^(\d),/, "$1");
    states(`${count} × ${count}${springs}${omega > 9999 ? text(omega) : omega} s⁻¹${limit}${substeps}`);
  }
});

test("self-contact takes 15 substeps instead of 10, and spheres are 0.8 spacings across", async () => {
  const [off, on] = await Promise.all([drape(), drape({ selfContact: "on" })]);
  assert.deepEqual([off.get("selfContact"), off.analysis.substeps, on.analysis.substeps], ["off", 10, 15]);
  states("a step of 5 ms takes 15 substeps instead of 10", "0.8 spacings across");
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

test("a mesh of almost a million springs needs 876 substeps, and a finer one a shorter time step", async () => {
  const large = await net(400);
  assert.deepEqual([large.system.springs.length / 2, large.analysis.substeps], [956_002, 876]);
  assert.equal((await net(440)).analysis.substeps, 1000);
  states("A mesh of 400 × 400, with almost a million springs, needs 876 substeps. There are 1000 at most");
});

test("100 × 100 masses cost more than ten times as much as 50 × 50", async () => {
  const [coarse, fine] = await Promise.all([net(50), net(100)]);
  const springs = fine.system.springs.length / coarse.system.springs.length;
  const parts = fine.analysis.substeps / coarse.analysis.substeps;
  assert.deepEqual([springs.toFixed(), parts.toFixed(1), (springs * parts).toFixed()], ["4", "2.6", "11"]);
  states("cost more than ten times as much as 50 × 50: four times the springs, in 2.6 times the substeps");
});

test("the cloth touches the ball after 0.39 s, without air after 0.32 s", async () => {
  const touch = async (airResistance: number) => {
    const sheet = await drape({ airResistance, timeStepSize: 0.001 });
    while (sheet.energy.contact === 0) sheet.step(1);
    return sheet.time.toFixed(2);
  };
  assert.deepEqual([await touch(0.5), await touch(0)], ["0.39", "0.32"]);
  // it falls half a metre, by v_t²/g ln cosh(g t/v_t) and by ½ g t²
  const fastest = Math.sqrt((DENSITY * 9.81) / 0.5);
  assert.equal(((fastest / 9.81) * Math.acosh(Math.exp((0.5 * 9.81) / fastest ** 2))).toFixed(2), "0.39");
  assert.equal(Math.sqrt(1 / 9.81).toFixed(2), "0.32");
  assert.equal(fastest.toFixed(2), "1.98");
  states("= 1.98\\) m/s", "touches the ball after 0.39 s, without air after 0.32 s");
});

test("masses are less than 0.5 mm in the ball, up to 4 mm in edges of the box, and little energy is made", async () => {
  const [ball, box] = await Promise.all([drape(), drape({ obstacle: "box" })]);
  const before = ball.energy.gravity;
  ball.step(1000);
  box.step(1000);
  const [inBall, inBox] = [ball, box].map((sheet) => 1000 * depth(sheet));
  assert.ok(inBall < 0.5 && inBox > 2.5 && inBox < 4, `${inBall} mm, ${inBox} mm`);
  states("less than half a millimetre deep, on the edges of the box up to 4 mm");
  assert.equal((before - ball.energy.gravity).toFixed(), "8");
  assert.deepEqual([ball.energy.numerical.toFixed(1), box.energy.numerical.toFixed(1)], ["0.2", "1.6"]);
  states(
    "within 5 s, in substeps of half a millisecond, the method makes 0.2 J out of nothing on the ball, beside the 8 J of the fall, and on the edges of the box 1.6 J. In substeps half as long that is less than half",
  );
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

test("friction of 0.3 holds the cloth on the table, with 0.1 it is off after about 5 s", async () => {
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
  assert.equal(sliding.time.toFixed(), "5");
  states("a third of the cloth hangs over, and a friction of 0.3 holds it", "is off the table after about 5 s");
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
  states("Bent twice as sharply, the cloth stores sixteen times as much", "resists bending only a sixteenth as much");
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
  const torn = [];
  const made = [];
  for (const step of [0.001, 0.002, 0.003, 0.005]) {
    heavy.set("timeStepSize", step);
    heavy.restart();
    while (heavy.system.torn.length === 0) heavy.step(1);
    assert.ok(Math.abs(heavy.time - 0.36) < 0.01, `${heavy.time} s`);
    heavy.step(Math.round(3 / step));
    torn.push(tornThreads(heavy).length);
    made.push(heavy.energy.numerical);
  }
  const [fewest, most] = [Math.min(...made), Math.max(...made)].map((energy) => energy.toFixed());
  assert.deepEqual([fewest, most], ["5", "9"], `${made} J are made`);
  const [first, second, third, fourth] = torn.toReversed();
  const onTop = heavy.positions.filter((height, i) => i % 3 === 1 && height > 0.8).length;
  assert.ok(onTop > 100 && onTop < 300, `${onTop} masses stay on the ball`);
  const { tearing, dissipated, damping, drag, friction, impact } = heavy.energy;
  const parts = damping + drag + friction + impact + tearing;
  assert.ok(tearing > 1 && Math.abs(parts - dissipated) < 1e-9, `${tearing} J`);
  states(
    "On the ball the default cloth would last with 5&nbsp;%. Ten times as heavy, with 20&nbsp;%, it does not",
    "after about 0.36 s the ball begins to break through, hundreds of the 4900 threads tear, and a cap stays on it",
    `${first}, ${second}, ${third} and ${fourth} tear with steps of 5, 3, 2 and 1 ms`,
    `it makes ${fewest} to ${most} J in these runs, beside the ${heavy.energy.start.toFixed()} J that the cloth has at the start`,
  );
});

test("a flag tears along its pins, from 0.33 s to 0.61 s", async () => {
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
  assert.deepEqual(
    [times[0], times[49]].map((time) => time.toFixed(2)),
    ["0.33", "0.61"],
  );
  states("the first goes after 0.33 s, the last after 0.61 s", "from one corner on, thread by thread along the pins");
});
