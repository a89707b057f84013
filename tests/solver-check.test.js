// The check of imported runs in a laboratory: what is read, laid over ours and judged.
import assert from "node:assert/strict";
import test from "node:test";
import { until } from "./dom.js";
import { Laboratory } from "./laboratory.js";
import { casesOf, judgeExamples, panel, SCENES, STAYS, said, verdict, written, wrong } from "./solver-scenes.js";
import { adams, METHODS, springs, table } from "./textbook.js";

/** @import { Rate } from "./textbook.js" */

/** Every how many cases of a scene one is tried here, and the first; all are in tests/full. */
const [EVERY, FIRST] = [50, 7];

test("method, step and usual mistake are found in runs of a small solver", async () => {
  const cases = Object.keys(SCENES).flatMap((scene) => casesOf(scene).filter((_, i) => i % EVERY === FIRST));
  assert.ok(cases.length > 10);
  const failed = (await Promise.all(cases.map(wrong))).filter((one) => one !== undefined);
  assert.deepEqual(failed, []);
});

test("a method that is not offered is none of these", async () => {
  const { oscillator, rotation } = SCENES;
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return 0.1 * (seed / 2147483647 - 0.5);
  };
  const walk = () => (/** @type {number[]} */ state) => state.map((x) => x + random());
  const [law, field] = [oscillator, rotation].map(({ rate }) => /** @type {Rate} */ (rate));
  const tables = [
    ["oscillator", written("oscillator", "", { method: (h) => adams(law, h), h: 0.02 })],
    ["oscillator", written("oscillator", "", { method: walk })],
    ["rotation", table((h) => adams(field, h), rotation.start, rotation.names, { h: 0.1 })],
  ];
  for (const [scene, text] of tables) {
    const found = await verdict(scene, text);
    assert.deepEqual(found.matches, [], `${scene}: ${said(found)}`);
  }
});

test("a run with the positions of one method and other velocities is said to be that", async () => {
  const found = await verdict(
    "oscillator",
    written("oscillator", "runge-kutta-4").replaceAll(/ (\S+)$/gm, (_, v) => (v === "v" ? " v" : ` ${1.01 * v}`)),
  );
  assert.ok(found.positionsOnly, said(found));
});

/** Opens a table as a file. @param {Laboratory} lab @param {string} text */
const open = (lab, text) => lab.page.open(Promise.resolve([{ name: "mine.csv", text }]));

/**
 * Curves that a run has in each scene, by their labels, and their values of a state.
 * @type {Record<string, Record<string, (state: number[]) => number>>}
 */
const CURVES = {
  oscillator: { Energy: (s) => 2.5 * s[3] ** 2, Numerical: (s) => s[3], "Numerical − analytic": () => Number.NaN },
  damper: { elastic: (s) => 2.5 * (Math.hypot(s[3], s[4]) - 4) ** 2 },
  resonance: { Numerical: (s) => s[3] },
  pair: { length: (s) => Math.hypot(s[0] - s[3], s[1] - s[4], s[2] - s[5]), V: () => Number.NaN },
  follower: { Alice: (s) => s[0], "Alice − exact": () => Number.NaN },
  decay: { x: (s) => s[0], "exact x": () => Number.NaN },
  rotation: { "Explicit Euler": (s) => Math.hypot(...s), x: (s) => s[0], y: (s) => s[1] },
  cloth: {},
};

/** Labels of coordinates, velocities, speeds and errors, which are read of any state. */
const MOTION = /^(v?[xyz]|speed|error)( of \d)?$/;

for (const [scene, curves] of Object.entries(CURVES)) {
  test(`${scene}: a run is laid over ours, drawn, listed, judged and removed`, async () => {
    const { values, start, names, methods } = SCENES[scene];
    const lab = await Laboratory.open(scene, { ...values, ...STAYS[scene] });
    lab.step(30);
    const method = methods.find((id) => id === "runge-kutta-4") ?? methods[0];
    await open(lab, written(scene, method));
    assert.equal(lab.simulation.time, 0, "ours begins with it");
    const run = lab.page.runs.find(({ kind }) => kind === "imported");
    assert.equal(run?.name, "mine.csv");
    const [finished] = lab.run.motion.finished;
    for (const [quantity, { record }] of finished.quantities) {
      const of = curves[quantity.label] ?? (MOTION.test(quantity.label) ? () => Number.NaN : undefined);
      assert.ok(of, `${quantity.label} has a curve`);
      const value = of(start);
      if (!Number.isNaN(value)) assert.ok(Math.abs(Number(record?.values[0]) - value) < 1e-9, quantity.label);
      assert.equal(record?.times.length, 120, "the curve is whole");
    }
    const [ghost] = lab.run.motion.ghosts;
    for (const [name, index] of Object.entries(names)) {
      const at = index + (start.length < 6 ? (scene === "follower" ? 3 : 0) : 0);
      if (index < start.length / 2 || start.length < 4)
        assert.ok(Math.abs(ghost.simulation.positions[at] - start[index]) < 1e-9, name);
    }
    await until(() => /That is (?:certain|likely)|none of these/.test(panel(lab)));
    assert.match(panel(lab), /mine\.csv is .*\. .*certain/, panel(lab));
    assert.equal(lab.page.runs.find(({ kind }) => kind === "imported")?.method, method);
    assert.match(panel(lab), /Largest distance from (?:the exact motion|a run with much shorter steps)\d/);
    lab.step(20);
    assert.equal(lab.run.motion.ghosts.length, 1);
    lab.button("Remove the run").click();
    lab.draw();
    assert.equal(lab.page.runs.length, 1);
    assert.ok(!lab.legend.some(([name]) => /mine/.test(name)));
    lab.close();
  });
}

test("columns are listed, and an example with a mistake is judged", async () => {
  for (const scene of ["resonance", "follower", "decay", "rotation"]) await judgeExamples(scene, ["B"]);
});

test("of a cloth a named mass is drawn, and all are not", async () => {
  const lab = await Laboratory.open("cloth");
  let rings = 0;
  const canvas = /** @type {HTMLCanvasElement} */ (lab.one("canvas"));
  Object.assign(/** @type {object} */ (canvas.getContext("2d")), { arc: () => rings++ });
  const rows = (/** @type {number} */ masses) =>
    [0, 1, 2, 3].map((row) => [0.01 * row, ...Array(masses).fill(-1)].join(";")).join("\n");
  const names = (/** @type {number} */ masses) => Array.from({ length: masses }, (_, i) => `x_${1200 - i}`).join(";");
  for (const [masses, drawn] of [
    [2, 2],
    [300, 0],
  ]) {
    await open(lab, `t;${names(masses)}\n${rows(masses)}`);
    rings = 0;
    lab.draw();
    assert.equal(rings, drawn);
  }
  lab.close();
});

test("an imported run is in a plot of velocity over position", async () => {
  const lab = await Laboratory.open("oscillator");
  await open(lab, written("oscillator", "runge-kutta-4"));
  lab.step(1);
  await lab.plotWhat({ vertical: "vx", horizontal: "x" });
  assert.deepEqual(
    lab.legend.slice(0, 2).map(([name]) => name),
    ["vx", "mine.csv"],
  );
  const [, v, x] = /^(\S+) m\/s at (\S+) m$/.exec(lab.legend[1][1].replaceAll("−", "-")) ?? [];
  assert.ok(Math.abs(Math.hypot(Number(x), Number(v) / Math.sqrt(10)) - 2) < 0.01, lab.legend[1][1]);
  lab.close();
});

test("a changed parameter is judged anew, in place", async () => {
  const lab = await Laboratory.open("oscillator");
  await open(lab, written("oscillator", "explicit-euler"));
  await until(() => /certain/.test(panel(lab)));
  assert.match(panel(lab), /mine\.csv is Explicit Euler with a step of 0\.01 s\./);
  const [finished] = lab.run.motion.finished;
  lab.set("stiffness", 5.5);
  await until(() => /k\/m = 10 s⁻² in place of 11 s⁻²/.test(panel(lab)));
  assert.equal(lab.run.motion.finished[0], finished);
  lab.page.remove(finished.content); // by another button than the panel's
  assert.equal(lab.button("Remove the run").hidden, true);
  assert.doesNotMatch(panel(lab), /mine/);
  lab.close();
});

test("a driven run is compared with the drive, from its start, and not with one by hand", async () => {
  const lab = await Laboratory.open("resonance", SCENES.resonance.values);
  const text = written("resonance", "symplectic-euler");
  await open(lab, text);
  await until(() => /certain/.test(panel(lab)));
  assert.match(panel(lab), /Largest distance from the exact motion0\.00\d+ m/);
  await open(lab, text.replace(/\n0\.0+ .*/, ""));
  assert.match(lab.draw().alert, /A driven run begins at the time 0 s; the first row has 0\.02 s\./);
  lab.set("waveform", "hand");
  await open(lab, text);
  assert.match(lab.draw().alert, /the drive by hand is another each time/);
  assert.equal(lab.run.motion.finished.length, 1, "the run before stays");
  lab.close();
});

test("a bad file is refused by line and reason", async () => {
  const lab = await Laboratory.open("oscillator");
  await open(lab, "t,x\n0,1\n1,oops\n2,1\n3,4");
  assert.match(lab.draw().alert, /Line 3, column 2 \(x\): "oops" is no number with a decimal point\./);
  assert.equal(lab.run.motion.finished.length, 0);
  lab.close();
});

test("frequency and decay are those of the motion, also where it creeps or rests", async () => {
  // γ = μ/m and ω₀² = k/m = 10/s²; x is known in closed form
  const cases = /** @type {const} */ ([
    [0.5, (/** @type {number} */ t) => Math.exp(-0.5 * t) * Math.cos(Math.sqrt(9.75) * t), "3.12 rad/s", "0.5 1/s"],
    [20, (/** @type {number} */ t) => Math.exp((Math.sqrt(390) - 20) * t), undefined, "0.252 1/s"],
    [0, () => 0, "–", "–"],
  ]);
  for (const [damping, x, omega, decay] of cases) {
    const lab = await Laboratory.open("damper", { stiffness: 5, mass: 0.5, damping, restLength: 0 });
    const rows = Array.from({ length: 400 }, (_, i) => `${(0.02 * i).toFixed(2)};${x(0.02 * i)}`);
    await open(lab, ["t;x", ...rows].join("\n"));
    await until(() => /Observed/.test(panel(lab)));
    if (omega === undefined) assert.doesNotMatch(panel(lab), /ω/);
    else assert.ok(panel(lab).includes(`Observed ω; exact${omega};`), panel(lab));
    assert.match(panel(lab), new RegExp(`Observed decay rate.*; exact${decay}; ${decay === "–" ? 0 : decay}`));
    lab.close();
  }
});
