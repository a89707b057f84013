// Errors of compared runs, from the exact motion or from a fine reference with an error of its own.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { Laboratory } from "./laboratory.ts";

async function open(scene: string, words: string, values: Record<string, number | string> = {}) {
  const lab = await Laboratory.open(scene, values);
  lab.page.compare(words);
  return lab.draw();
}

/** All runners that the table lists. */
const listed = ({ run: { motion } }: Laboratory) => [motion.first, ...motion.compared.map(({ engine }) => engine)];

const errors = (lab: Laboratory) => listed(lab).map((runner) => lab.page.comparison.errors.of(runner));

const metres = (text: string) => Number.parseFloat(text.replace("−", "-"));

/** Hides a simulation's exact motion; returns a function that reads it. */
function hideExact({ analysis }: any) {
  const read = () => Reflect.get(Object.getPrototypeOf(analysis), "exact", analysis);
  Object.defineProperty(analysis, "exact", { get: () => undefined });
  return read;
}

function apart(a: Float64Array, b: Float64Array) {
  const parts = Array.from({ length: a.length / 3 }, (_, i) =>
    Math.hypot(...[0, 1, 2].map((axis) => a[3 * i + axis] - b[3 * i + axis])),
  );
  return Math.max(...parts);
}

test("a fine reference gives the error that the exact motion gives, within its own", async () => {
  for (const [scene, method, step] of [
    ["damper", "symplectic-euler", 0.01],
    ["damper", "runge-kutta-4", 0.1],
    ["damper", "velocity-verlet", 0.5],
    ["oscillator", "explicit-euler", 0.005],
    ["oscillator", "runge-kutta-4", 0.05],
    ["resonance", "implicit-euler", 0.02],
  ] as const) {
    const lab = await Laboratory.open(scene, { method, timeStepSize: step });
    const exact = hideExact(lab.simulation);
    lab.page.compare("stiffness=9");
    let largest = 0;
    let reference = 0;
    for (let i = 0; i < 200; i++) {
      lab.run.step(1);
      const truth = exact().positions;
      largest = Math.max(largest, apart(lab.simulation.positions, truth));
      const fine = lab.run.motion.runners.find(({ simulation }) => simulation.get("method") === "runge-kutta-45");
      assert.ok(fine);
      reference = Math.max(reference, apart(fine.simulation.positions, truth));
    }
    lab.draw();
    const [{ text, from, own = Number.NaN }] = errors(lab);
    const name = `${scene} ${method} ${step}`;
    assert.equal(from, "a fine reference (Runge-Kutta 45)");
    assert.ok(Math.abs(metres(text) - largest) <= 10 * own + 0.005 * largest, `${name}: ${text}, not ${largest}`);
    assert.ok(own > reference / 10 && own < 10 * reference, `${name}: own error ${own}, not ${reference}`);
    lab.close();
  }
});

test("the table says what the error is, and shows it for each run", async () => {
  const known = await open("damper", "explicit-euler implicit-euler");
  const unknown = await open("pair", "explicit-euler stiffness=20");
  for (const lab of [known, unknown]) lab.step(200).draw();
  assert.equal(known.text(".wide-table p"), "Error: distance from the exact motion.");
  assert.match(
    unknown.text(".wide-table p"),
    /^Error: distance from a fine reference \(Runge-Kutta 45\), whose own error is about [\d.e−]+ m\.$/,
  );
  for (const lab of [known, unknown]) {
    for (const { text } of errors(lab)) assert.match(text, /^[\d.e−]+ m$/);
    assert.equal(lab.cells("Largest error")[0].textContent, errors(lab)[0].text);
    lab.close();
  }
});

test("errors of a comparison that begins late are those of one from the start", async () => {
  const cases: [string, string, Record<string, number | string>][] = [
    ["damper", "explicit-euler", {}],
    ["chain", "implicit-euler", { particles: 5 }],
    ["follower", "exact", { repeat: "off", path: "circle" }],
  ];
  for (const [scene, other, values] of cases) {
    const early = await open(scene, other, values);
    const late = await Laboratory.open(scene, values);
    for (const lab of [early, late]) {
      lab.step(60).press("ArrowRight");
      lab.step(40).set("stiffness", 8).step(50);
    }
    const before = late.simulation.snapshot().toString();
    late.page.compare(other);
    assert.equal(late.simulation.snapshot().toString(), before, scene);
    for (const lab of [early, late]) lab.draw().step(30);
    assert.deepEqual(errors(late), errors(early), scene);
    early.run.stepBack(100);
    late.run.stepBack(100);
    assert.deepEqual(errors(late), errors(early), scene);
    for (const lab of [early, late]) lab.close();
  }
});

test("a pinned run keeps its error, also one that was not recorded before", async () => {
  for (const scene of ["damper", "pair"]) {
    const lab = await Laboratory.open(scene);
    lab.step(200).page.pin();
    lab.draw();
    const [live, , , , , pinned] = lab.cells("Largest error").map(({ textContent }) => textContent);
    assert.match(String(live), /^[\d.e−]+ m$/, scene);
    assert.equal(pinned, live, scene);
    lab.close();
  }
});

test("runs with other equations have references of their own, others share one", async () => {
  const lab = await open("pair", "runge-kutta-4 stiffness=20 time-step-size=0.0025");
  lab.step(100);
  const fine = lab.run.motion.runners.filter(({ simulation }) => simulation.get("tolerance") === 1e-8);
  assert.deepEqual(
    fine.map(({ simulation }) => [simulation.get("stiffness"), simulation.get("timeStepSize")]),
    [
      [10, 0.005],
      [20, 0.005],
      [10, 0.0025],
    ],
  );
  const [live, better, stiffer, shorter] = errors(lab).map(({ text }) => metres(text));
  assert.ok(better < live / 1000 && stiffer > live && shorter < live / 3);
  lab.set("timeStepSize", 0.01).page.comparison.errors.update();
  lab.step(50);
  assert.ok(metres(errors(lab)[0].text) > live);
  lab.page.compare("");
  assert.equal(lab.run.motion.runners.length, 1);
  lab.close();
});

test("without a meaning or a reference there is no error, and a reason", async () => {
  const cases: [string, string, Record<string, number | string>, RegExp][] = [
    ["verlet", "position-based", {}, /^Position-based dynamics solves no equation of motion$/],
    ["cloth", "verlet", { width: 30, height: 20 }, /^there are more than 500 masses$/],
    ["cloth", "verlet", { width: 20, height: 20, timeStepSize: 0.0002 }, /^a reference takes too long to compute$/],
    ["drape", "implicit-euler", { width: 20, height: 20, stiffness: 1e6 }, /^a reference takes too long to compute$/],
  ];
  for (const [scene, words, values, reason] of cases) {
    const lab = await open(scene, words, values);
    lab.step(2).draw();
    const [, error] = errors(lab);
    assert.equal(error.text, "–", scene);
    assert.match(error.reason ?? "", reason, scene);
    assert.match(lab.text(".wide-table p"), /No error: .*[a-z]\.$/);
    lab.close();
  }
});

test("links have RATTLE as reference, which contacts and chaos outgrow", async () => {
  const lab = await open("verlet", "rattle xpbd");
  for (let i = 0; i < 20; i++) lab.run.advance(2);
  lab.draw();
  const [verlet, rattle, xpbd] = errors(lab);
  assert.equal(rattle.from, "a fine reference (RATTLE at Δt/4)");
  assert.ok(metres(rattle.text) < metres(verlet.text) && metres(rattle.text) < metres(xpbd.text));
  while (lab.simulation.time < 5) lab.run.advance(4);
  const [, { text, reason }] = errors(lab);
  assert.equal(text, "–");
  assert.match(reason ?? "", /^the motion is so sensitive that two references are [\d.]+ m apart$/);
  lab.close();
});

test("a run as accurate as the reference has a bound", async () => {
  const lab = await open("pair", "tolerance=1e-10", { method: "runge-kutta-45", tolerance: 1e-10, timeStepSize: 0.1 });
  lab.step(50);
  const [{ text, own = Number.NaN }] = errors(lab);
  assert.match(text, /^≤ /);
  assert.ok(own < 1e-6);
  lab.close();
});

test("nothing is recorded, and no reference runs, while no runs are compared", async () => {
  const lab = await Laboratory.open("pair");
  lab.step(10);
  const { recorder, runners } = lab.run.motion;
  assert.equal(runners.length, 1);
  let readings = 0;
  const { record } = recorder;
  recorder.record = (...given) => {
    readings += 1;
    return Reflect.apply(record, recorder, given);
  };
  lab.step(10);
  assert.ok(readings > 0);
  lab.page.comparison.errors.update();
  assert.equal(lab.run.motion.runners.length, 1);
  assert.deepEqual(lab.page.comparison.errors.of(lab.run.motion.first), { text: "–" });
  lab.close();
});

test("references do not change the runs, and report nothing", async () => {
  const lab = await open("chain", "runge-kutta-4 implicit-euler", { particles: 5 });
  lab.step(70).press("ArrowUp").step(30);
  const alone = await createSimulation("chain", { method: "runge-kutta-4", particles: 5 });
  const bits = ({ positions, time }: any) => JSON.stringify([time, [...positions]]);
  alone.step(70);
  assert.equal(lab.alert, "");
  lab.run.restart();
  lab.step(70);
  assert.equal(bits(listed(lab)[1].simulation), bits(alone));
  assert.equal(lab.page.runs.length, 3);
  alone.free();
  lab.close();
});

test("a moment has the states of runs, and none of references", async () => {
  const lab = await open("pair", "explicit-euler");
  lab.step(40);
  const { run } = lab;
  assert.deepEqual([run.motion.runners.length, run.moment.states.length], [4, 2]);
  const back = run.keep();
  const before = listed(lab).map(({ simulation }) => simulation.snapshot().toString());
  lab.step(40);
  back();
  assert.deepEqual(
    listed(lab).map(({ simulation }) => simulation.snapshot().toString()),
    before,
  );
  lab.step(10);
  assert.match(errors(lab)[0].text, /^[\d.e−]+ m$/);
  lab.close();
});

test("without compared runs no error is read of a reference that is gone", async () => {
  const lab = await open("pair", "explicit-euler");
  lab.step(20);
  const { motion } = lab.run;
  assert.ok(motion.deviation.value() > 0);
  lab.page.compare("");
  assert.ok(Number.isNaN(motion.deviation.value()), "no reference and no exact motion");
  lab.close();
});
