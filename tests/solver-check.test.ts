// The check of imported runs in a laboratory: what is read, laid over ours and judged.
import assert from "node:assert/strict";
import test from "node:test";
import { until } from "./dom.ts";
import { Laboratory } from "./laboratory.ts";
import { casesOf, judgeExamples, panel, SCENES, STAYS, said, verdict, written, wrong } from "./solver-scenes.ts";
import type { Rate } from "./textbook.ts";
import { adams, METHODS, table } from "./textbook.ts";

const { certaintyOf, sentences } = await import("../www/instruments/solver/sentences.ts");

/** Interval of the cases of a scene that are tried here; all are in tests/full. */
const EVERY = 50;

/** Index of the first of these cases. */
const FIRST = 7;

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
  const walk = () => (state: number[]) => state.map((x) => x + random());
  const [law, field] = [oscillator, rotation].map(({ rate }) => rate as Rate);
  const tables: [scene: string, text: string, stranger?: string][] = [
    [
      "oscillator",
      written("oscillator", "", { method: (h) => adams(law, h), h: 0.02 }),
      "Adams-Bashforth 2 after a step of Heun's",
    ],
    ["oscillator", written("oscillator", "", { method: walk })],
    ["rotation", table((h) => adams(field, h), rotation.start, rotation.names, { h: 0.1 })],
  ];
  for (const [scene, text, stranger] of tables) {
    const found = await verdict(scene, text);
    assert.equal(found.stranger?.method.label, stranger);
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

/** Opens a table as a file. */
const open = (lab: Laboratory, text: string) => lab.page.open(Promise.resolve([{ name: "mine.csv", text }]));

/** Curves that a run has in each scene, by their labels, and their values of a state. */
const CURVES: Record<string, Record<string, (state: number[]) => number>> = {
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
    for (const [quantity, { record }] of finished.curves) {
      const of = curves[quantity.label] ?? (MOTION.test(quantity.label) ? () => Number.NaN : undefined);
      assert.ok(of, `${quantity.label} has a curve`);
      const value = of(start);
      if (!Number.isNaN(value)) assert.ok(Math.abs(Number(record?.values[0]) - value) < 1e-9, quantity.label);
      assert.equal(record?.times.length, 120, "the curve is whole");
    }
    const [ghost] = lab.run.motion.ghosts(true);
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
    assert.equal(lab.run.motion.ghosts(true).length, 1);
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
  const canvas = lab.one("canvas") as HTMLCanvasElement;
  Object.assign(canvas.getContext("2d") as object, { arc: () => rings++ });
  const rows = (masses: number) =>
    [0, 1, 2, 3].map((row) => [0.01 * row, ...Array(masses).fill(-1)].join(";")).join("\n");
  const names = (masses: number) => Array.from({ length: masses }, (_, i) => `x_${1200 - i}`).join(";");
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
  lab.page.remove(finished); // by another button than the panel's
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
  const cases = [
    [0.5, (t: number) => Math.exp(-0.5 * t) * Math.cos(Math.sqrt(9.75) * t), "3.12 rad/s", "0.5 1/s"],
    [20, (t: number) => Math.exp((Math.sqrt(390) - 20) * t), undefined, "0.252 1/s"],
    [0, () => 0, "–", "–"],
  ] as const;
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

const KAPPA = 10;
const HALF_STEP = 0.01;
const STEP = 0.02;

/** Acceleration by the scene's law or another. */
type Pull = (x: number, v: number) => number;

const right: Pull = (x) => -KAPPA * x;

/** A table of one mass, with a method as its step and what may be wrong with it. */
function own(
  method: (a: Pull, h: number) => (x: number, v: number) => [number, number],
  {
    a = right,
    h = HALF_STEP,
    rows = 150,
    digits = 11,
    written = (row) => row,
  }: { a?: Pull; h?: number; rows?: number; digits?: number; written?: (row: number[], i: number) => number[] } = {},
) {
  const step = method(a, h);
  let x = 2;
  let v = 0;
  const lines = Array.from({ length: rows }, (_, i) => {
    const line = written([i * h, x, v], i)
      .map((value) => value.toPrecision(digits))
      .join(",");
    [x, v] = step(x, v);
    return line;
  });
  return `t,x,v\n${lines.join("\n")}\n`;
}

type Own = Parameters<typeof own>[0];

/** A right method. */
const book =
  (id: string): Own =>
  (a, h) => {
    const step = METHODS[id](([x, v]) => [v, a(x, v)], h);
    return (x, v) => step([x, v], 0) as [number, number];
  };
const euler = book("explicit-euler");
const symplectic = book("symplectic-euler");
const verlet = book("velocity-verlet");
const fourth = book("runge-kutta-4");
const yoshida: Own = (a, h) => {
  const outer = 1 / (2 - Math.cbrt(2));
  const steps = [outer, 1 - 2 * outer, outer].map((part) => part * h);
  return (x, v) => steps.reduce(([x, v], step) => verlet(a, step)(x, v), [x, v] as [number, number]);
};
const rungeKutta =
  (nodes: number[], weights: number[]): Own =>
  (a, h) =>
  (x, v) => {
    let dx = v;
    let dv = a(x, v);
    let nextX = x + h * weights[0] * dx;
    let nextV = v + h * weights[0] * dv;
    for (const [i, node] of nodes.entries()) {
      const stageX = x + h * node * dx;
      const stageV = v + h * node * dv;
      dx = stageV;
      dv = a(stageX, stageV);
      nextX += h * weights[i + 1] * dx;
      nextV += h * weights[i + 1] * dv;
    }
    return [nextX, nextV];
  };
const OWN = {
  "explicit-euler": euler,
  "symplectic-euler": symplectic,
  "velocity-verlet": verlet,
  "runge-kutta-4": fourth,
};

/** Laws that are not the scene's, and a part of the sentence on them. */
const LAWS: [a: Pull, words: RegExp][] = [
  [(x) => -2 * KAPPA * x, /k\/m = 20 s⁻² in place of 10 s⁻²: k doubled or the mass halved/],
  [(x) => -0.5 * KAPPA * x, /k halved, the mass doubled, the mass forgotten/],
  [(x) => -0.25 * KAPPA * x, /k\/m = 2\.5 s⁻².*the force multiplied by the mass/],
  [(x) => -0.1 * x, /k and m swapped/],
  [(x) => -4 * Math.PI ** 2 * KAPPA * x, /Hz/],
  [(x) => -KAPPA * x - 9.81, /a constant acceleration of −9\.81 m\/s² \(or a rest length of −0\.981 m\): gravity/],
  [(x) => -KAPPA * (x - 1), /a rest length of 1 m/],
  [(x) => 3.7 * x, /^with k\/m = −3\.7 s⁻² in place of 10 s⁻²$/],
];

test("the law of a run is fitted, and its causes are named together if they give the same motion", async () => {
  for (const [method, step] of Object.entries(OWN)) {
    for (const [a, words] of LAWS) {
      const found = await verdict("oscillator", own(step, { a }));
      assert.equal(found.matches[0]?.method.value, method, `${words}: ${said(found)}`);
      assert.match(found.matches[0].mistake.text, words);
      assert.notEqual(certaintyOf(found), "possible", said(found));
    }
  }
});

test("damping that is wrong is told from a spring that is", async () => {
  const values = { mass: 2, stiffness: 8, damping: 0.5, restLength: 1.5 };
  const laws: [a: Pull, words: RegExp][] = [
    [(x, v) => (-8 * (x - 1.5) - 0.5 * v) / 2, /^$/],
    [(x, v) => (-8 * (x - 1.5)) / 2 - 0.5 * v, /: the damping doubled or the damping not divided by the mass$/],
    [(x, v) => -8 * (x - 1.5) - 0.25 * v, /: k doubled or the spring's force not divided by the mass$/],
    [(x) => (-8 * (x - 1.5) - 0.5 * x) / 2, /: the damping multiplied by the position$/],
    [(x, v) => (-8 * (x - 1.5) - 0.5 * v) / 2000, /: grams taken for kilograms$/],
    [(x) => -8 * (x - 1.5), /the mass forgotten \(m = 1 kg\) and the damping forgotten/],
    [(x, v) => (-8 * (x - 1.5) + 0.5 * v) / 2, /: the sign of the damping wrong$/],
  ];
  for (const [a, words] of laws) {
    const found = await verdict("damper", own(euler, { a, h: STEP }), values);
    assert.equal(found.matches[0]?.method.value, "explicit-euler", `${words}: ${said(found)}`);
    assert.match(found.matches[0].mistake.text, words);
  }
});

test("slips in one line of a method, and methods that are not offered, are named", async () => {
  const adams2: Own = (a, h) => {
    let before: [number, number] | undefined;
    return (x, v) => {
      const now = [v, a(x, v)] as [number, number];
      const [dx, dv] = before ? now.map((rate, i) => 1.5 * rate - 0.5 * Number(before?.[i])) : now;
      before = now;
      return [x + h * dx, v + h * dv];
    };
  };
  const slips: [method: Own, id: string | undefined, words: RegExp][] = [
    [(a, h) => (x, v) => [x + h * v, v + a(x, v)], "explicit-euler", /Δt forgotten in the velocity/],
    [(a, h) => (x, v) => [x + v, v + h * a(x, v)], "explicit-euler", /Δt forgotten in the position/],
    [
      (a, h) => (x, v) => {
        const next = x + h * v + h * h * a(x, v);
        return [next, v + 0.5 * h * (a(x, v) + a(next, v))];
      },
      "velocity-verlet",
      /½ missing/,
    ],
    [(a, h) => (x, v) => [x + h * v + 0.5 * h * h * a(x, v), v + h * a(x, v)], "velocity-verlet", /old acceleration/],
    [
      (a, h) => (x, v) => {
        const next = x + h * v + 0.5 * h * h * a(x, v);
        return [next, v + h * a(next, v)];
      },
      "velocity-verlet",
      /new acceleration/,
    ],
    [rungeKutta([0.5, 0.5, 1], [1 / 6, 1 / 6, 1 / 6, 1 / 6]), "runge-kutta-4", /weights 1, 1, 1, 1/],
    [rungeKutta([1, 1, 1], [1 / 6, 1 / 3, 1 / 3, 1 / 6]), "runge-kutta-4", /whole steps to its stages/],
    [rungeKutta([1], [0, 1]), "runge-kutta-2", /whole step to the middle/],
    [adams2, undefined, /^Adams-Bashforth 2$/],
    [rungeKutta([1 / 3, 2 / 3], [1 / 4, 0, 3 / 4]), undefined, /Runge-Kutta method of order 3/],
    [yoshida, undefined, /Yoshida/],
  ];
  for (const [method, id, words] of slips) {
    const found = await verdict("oscillator", own(method, { h: STEP, rows: 60 }));
    assert.equal(found.matches[0]?.method.value, id, `${words}: ${said(found)}`);
    assert.match(id ? found.matches[0].mistake.text : String(found.stranger?.method.label), words, said(found));
    if (!id) assert.match(sentences(found, RUN).join(" "), /which is not offered here\. .*That is certain/);
  }
});

/** Parts of a run that sentences need. */
const RUN = {
  name: "mine",
  lines: Array.from({ length: 200 }, (_, i) => i + 2),
  times: Array(200),
} as any;

test("mistakes in columns and in the time are told from those in the motion", async () => {
  const cases: [written: (row: number[]) => number[], words: RegExp][] = [
    [([t, x, v]) => [t, x, -v], /sign of the written velocity/],
    [([t, x, v]) => [t, v, x], /in each other's columns/],
    [([t, x]) => [t, x, -KAPPA * x], /accelerations in place of velocities/],
    [([t, x, v]) => [t, x, 1000 * v], /with velocities 1000 times too large/],
    [([t, x, v]) => [2 * t, x, v], /with a step of 0\.01 s, though the table has 0\.02 s from row to row/],
    [([t, x, v]) => [1000 * t, x, v], /with a step of 0\.01 s, though the table has 10 s from row to row/],
  ];
  for (const [method, step] of Object.entries(OWN)) {
    for (const [written, words] of cases) {
      const found = await verdict("oscillator", own(step, { written }));
      assert.ok(
        found.matches.some((one) => one.method.value === method),
        said(found),
      );
      assert.match(sentences(found, RUN)[0], words);
    }
  }
});

test("a method is told through noise of a millimetre, but not more of it than the noise leaves", async () => {
  const written = ([t, x, v]: number[]) => [t, x + 1e-3 * Math.sin(1000 * t * t), v];
  const found = await verdict("oscillator", own(symplectic, { written, rows: 200 }));
  assert.deepEqual(
    found.matches.map(({ method }) => method.value),
    ["symplectic-euler"],
  );
  assert.match(sentences(found, RUN).join(" "), /with noise of about 0\.000\d+ m\..*likely|certain/);
  const fine = await verdict("oscillator", own(fourth, { written, rows: 200 }));
  assert.ok(fine.matches.length > 3 && certaintyOf(fine) === "possible", said(fine));
});

test("a run that departs is told by rows, line and column", async () => {
  const one = await verdict("oscillator", own(symplectic, { written: ([t, x, v], i) => [t, i === 30 ? 0 : x, v] }));
  assert.deepEqual([one.matches, one.departs?.rows, one.departs?.alone], [[], 30, true]);
  assert.match(
    sentences(one, RUN).join(" "),
    /^mine is none of these as a whole\. The first 30 rows are Symplectic Euler with a step of 0\.01 s; in line 32, x differs; all others agree\.$/,
  );
  const last = await verdict(
    "oscillator",
    own(symplectic, { written: ([t, x, v], i) => [t, x, i === 149 ? 0.1 * v : v] }),
  );
  assert.match(
    sentences(last, { ...RUN, lines: RUN.lines.slice(0, 150) }).join(" "),
    /in line 151, v differs, the last one\.$/,
  );
  const rest = await verdict("oscillator", own(symplectic, { a: (x) => -KAPPA * Math.abs(x) }));
  assert.deepEqual([rest.departs?.candidate.method.value, rest.departs?.alone], ["symplectic-euler", false]);
});

test("no method is near a run that is far from all, and few digits make none certain", async () => {
  const far = await verdict("oscillator", own(symplectic, { a: (x) => -5 * x * x, rows: 100 }));
  assert.deepEqual(sentences(far, RUN), ["mine is none of these."]);
  const few = await verdict("oscillator", own(yoshida, { digits: 6 }));
  assert.equal(certaintyOf(few), "possible", said(few));
  // Verlet's positions with velocities of no method are not "half a step late"
  const late = await verdict("oscillator", own(verlet, { written: ([t, x, v]) => [t, x, v + 0.3] }));
  assert.doesNotMatch(sentences(late, RUN).join(" "), /half a step/);
});

test("a run with unequal steps is laid over ours, with its error and ω, without a method", async () => {
  const lab = await Laboratory.open("oscillator");
  const rows = Array.from({ length: 200 }, (_, i) => {
    const t = 0.02 * i + 0.004 * Math.sin(i);
    return [t, 2 * Math.cos(Math.sqrt(KAPPA) * t)].join(",");
  });
  await open(lab, `t,x\n${rows.join("\n")}`);
  await until(() => /Observed/.test(panel(lab)));
  assert.match(panel(lab), /a method is told by equal time steps\. The time steps are unequal, first at line \d+\./);
  assert.match(panel(lab), /Largest distance from the exact motion[\d.]+e−1\d m/, panel(lab));
  assert.match(panel(lab), /Observed ω; exact3\.16 rad\/s; 3\.16 rad\/s/);
  assert.equal(lab.run.motion.finished.length, 1);
  lab.close();
});

test("the columns that were read are listed with two values each, and other ones can be chosen", async () => {
  const lab = await Laboratory.open("oscillator");
  const rows = own(euler)
    .split("\n")
    .slice(1, -1)
    .map((line) => line.replace(",", ",7,"));
  await open(lab, `t,a,place,rate\n${rows.join("\n")}`);
  assert.match(lab.draw().alert, /A run has a column for the time .* The header has t, a, place, rate\./);
  const choice = (role: string) => lab.one(`select[aria-label="Column of ${role}"]`) as HTMLSelectElement;
  const choose = (role: string, column: string) => {
    choice(role).value = column;
    choice(role).dispatchEvent(new Event("change"));
  };
  choose("t", "0");
  choose("x", "2");
  await until(() => /certain/.test(panel(lab)));
  assert.match(panel(lab), /mine\.csv is Explicit Euler with a step of 0\.01 s\./);
  choose("v", "3");
  assert.match(panel(lab), /0, −0\.2, …/);
  assert.deepEqual(lab.run.motion.finished.length, 1);
  choose("x", "3");
  assert.deepEqual([choice("x").value, choice("v").value], ["3", "2"], "two roles exchange their columns");
  await until(() => /in each other's columns/.test(panel(lab)));
  lab.button("Remove the run").click();
  assert.equal(
    lab.all("select").filter((node) => /^Column of/.test(String(node.getAttribute("aria-label")))).length,
    0,
  );
  lab.close();
});
