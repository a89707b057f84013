// The gauge, sentences and buttons about the step limit of many particles, also after an explosion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open, settled } from "./laboratory.js";

/** The demo's method and step, with which the cloth at rest uses 3.59 of 4. */
const DEMO = { timeStepSize: 0.005, method: "symplectic-euler" };

/** @typedef {Awaited<ReturnType<typeof open>>} Laboratory */

/** Index of the limit among the show's notes. */
const LIMIT = 1;

/** @param {Laboratory} lab */
function limitOf({ show: { notes = [] } }) {
  const limit = notes[LIMIT];
  const [text, row] = /** @type {any} */ (limit.element).children;
  return { draw: () => limit.draw(), text, row };
}

/** The present texts of gauge and note, and the visible buttons by name. @param {Laboratory} lab */
async function said(lab) {
  lab.reads("Step limit");
  await settled();
  const gauge = lab.reads("Step limit");
  const { draw, text, row } = limitOf(lab);
  draw();
  const visible = row.children.filter((/** @type {HTMLButtonElement} */ button) => !button.hidden);
  /** @type {Record<string, HTMLButtonElement>} */
  const buttons = Object.fromEntries(
    visible.map((/** @type {HTMLButtonElement} */ button) => [button.ariaLabel?.match(/Set ([\w ]+):/)?.[1], button]),
  );
  return { gauge, exceeded: lab.exceeds("Step limit"), text: String(text.textContent), buttons };
}

test("the gauge and the sentence have the engine's numbers of the present state", async (t) => {
  const lab = await open(t, "cloth", DEMO);
  const rest = await said(lab);
  assert.deepEqual([rest.gauge, rest.exceeded], ["3.59 of 4", false]);
  lab.step(180); // 0.9 s: it hangs lowest
  const { sum, angularFrequency, dampingRate } = lab.simulation.spectrum();
  assert.ok(sum > 4.1);
  const { gauge, exceeded, text } = await said(lab);
  assert.deepEqual([gauge, exceeded], [`${sum.toFixed(2)} of 4`, true]);
  const parts = [(0.005 * angularFrequency) ** 2, 2 * 0.005 * dampingRate].map((part) => part.toFixed(2));
  assert.ok(text.includes(`springs take ${parts[0]} of the 4, dampers ${parts[1]}. Beyond the limit`), text);
});

test("each remedy is the engine's, rounded to three digits that bring the step back within the limit", async (t) => {
  for (const [key, name] of /** @type {const} */ ([
    ["stiffness", "Stiffness"],
    ["damping", "Damping"],
    ["timeStepSize", "Time step size"],
  ])) {
    const lab = await open(t, "cloth", { ...DEMO, damping: 15 });
    const exact = Number(lab.simulation.spectrum().remedies[key]) * Number(lab.lab.get(key));
    const { buttons } = await said(lab);
    buttons[name].click();
    const value = Number(lab.lab.get(key));
    assert.ok(value <= exact && value > 0.99 * exact, `${key}: ${value} for ${exact}`);
    const { sum } = lab.simulation.spectrum();
    const { gauge, exceeded, text } = await said(lab);
    assert.ok(sum <= 4);
    assert.deepEqual([gauge, exceeded], [`${sum.toFixed(2)} of 4`, false]);
    assert.match(text, /Within the limit/);
  }
});

test("every kind of method has its own limit, bound or none", async (t) => {
  const lab = await open(t, "cloth", { timeStepSize: 0.005, method: "verlet" });
  const { angularFrequency, dampingRate } = lab.simulation.spectrum();
  const sum = (0.005 * angularFrequency) ** 2 + 4 * 0.005 * dampingRate;
  assert.equal((await said(lab)).gauge, `${sum.toFixed(2)} of 4`);
  for (const [key, value, gauge, text, buttons] of /** @type {[string, number | string, string, string, string][]} */ ([
    [
      ...["method", "runge-kutta-4", "0.005 of at least 0.0101 s"],
      "The limit is a safe bound; longer steps may hold. Within the limit; each alone could go up to:",
      "Time step size",
    ],
    [
      ...["method", "explicit-euler", "0.005 of 0 s, may grow at every step"],
      "For this method no step can be shown to be stable: some mode may have too little damping.",
      "",
    ],
    [
      ...["damping", 0, "0.005 of 0 s, grows at every step"],
      "Beyond the limit; neither stiffness, damping nor step size alone helps.",
      "",
    ],
    [
      ...["method", "implicit-euler"],
      "none on linear springs, 0.005 s in use; may gain energy for a while where springs turn or buckle within a step",
      ...["γ = 0 s⁻¹. ", ""],
    ],
    [
      ...["method", "xpbd"],
      "none on linear springs, 0.005 s in use; may gain energy where too few sweeps leave stiff springs stretched",
      ...["γ = 0 s⁻¹. ", ""],
    ],
  ])) {
    lab.set(key, value);
    const now = await said(lab);
    assert.equal(now.gauge, gauge);
    assert.ok(now.text.endsWith(text), now.text);
    assert.equal(Object.keys(now.buttons).join(), buttons);
  }
});

test("after an explosion the last good state is told of, however its steps fall into frames", async (t) => {
  /** @type {unknown[]} */
  const told = [];
  for (const steps of [1, 7, 1000]) {
    const lab = await open(t, "cloth", { ...DEMO, damping: 15 });
    assert.throws(() => {
      for (;;) lab.step(steps);
    }, /^Error: The run stopped at t = 0\.415 s: the motion left the scene\.$/);
    const { gauge, exceeded, text, buttons } = await said(lab);
    const values = Object.values(buttons).map(({ textContent }) => textContent);
    told.push([lab.show.subject?.().time, gauge, exceeded, text, values]);
  }
  assert.deepEqual(told[1], told[0]);
  assert.deepEqual(told[2], told[0]);
  const [time, gauge, exceeded] = /** @type {[number, string, boolean]} */ (told[0]);
  assert.ok(Math.abs(time - 0.2) < 1e-9, `${time} s`);
  assert.match(gauge, /^4\.[34]\d of 4$/);
  assert.ok(exceeded);
});

test("an explosion within the limit at rest shows the limit of the stretched cloth", async (t) => {
  const lab = await open(t, "cloth", { ...DEMO, stiffness: 6000 });
  assert.equal((await said(lab)).gauge, "3.99 of 4");
  assert.throws(() => lab.step(10_000), /The run stopped/);
  assert.match((await said(lab)).gauge, /^4\.\d\d of 4$/);
});

test("the stable step stays on its button while the limit is computed anew", async (t) => {
  const lab = await open(t, "cloth", { ...DEMO, width: 6, height: 5 });
  const before = (await said(lab)).buttons["Time step size"].textContent;
  assert.match(String(before), /\d/);
  lab.set("timeStepSize", 0.001);
  const { draw, row } = limitOf(lab);
  draw();
  assert.equal(row.children.at(-1).textContent, before);
  await settled();
});

test("of too many particles no limit is computed, and that is said", async (t) => {
  const lab = await open(t, "cloth", { width: 250, height: 250 });
  const { gauge, text } = await said(lab);
  assert.equal(gauge, "–");
  assert.match(text, /of so many particles is not computed/);
});

test("where the browser starts no worker no limit is computed, and that is said", async (t) => {
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        throw new DOMException("no", "SecurityError");
      }
    },
  });
  const lab = await open(t, "cloth");
  const { gauge, text } = await said(lab);
  assert.equal(gauge, "–");
  assert.equal(text, "The fastest mode is not computed: the browser starts no worker that could look for it.");
});
