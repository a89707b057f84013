// The gauge, sentences and buttons about the step limit of many particles, also after an explosion.
import assert from "node:assert/strict";
import { test } from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { answers, Laboratory } from "./laboratory.ts";

/** The demo's method and step, with which the cloth at rest uses 3.59 of 4. */
const DEMO = { timeStepSize: 0.005, method: "symplectic-euler" };

const open = (values?: Record<string, number | string>) => Laboratory.open("cloth", values);

/** State, text and buttons of the note about the limit. */
function noteOf(lab: Laboratory) {
  const busy = lab.one("div.note").ariaBusy !== "false";
  return { busy, text: lab.text("div.note > *"), buttons: lab.all("div.note button") };
}

/** Texts of gauge and note once answered, and visible buttons by name. */
async function said(lab: Laboratory) {
  do {
    await answers();
    lab.draw();
  } while (noteOf(lab).busy);
  const gauge = lab.readout("Step limit");
  const { text, buttons } = noteOf(lab);
  const visible = buttons.filter(({ hidden }) => !hidden);
  const named = visible.map((button) => [/Set ([\w ]+):/.exec(String(button.ariaLabel))?.[1], button]);
  return { gauge, exceeded: lab.exceeds("Step limit"), text, buttons: Object.fromEntries(named) };
}

/** Takes steps until the run explodes. @param steps  at a time */
function explode(lab: Laboratory, steps: number) {
  for (let n = 0; n < 2000 && lab.alert === ""; n += steps) lab.run.step(steps);
  assert.match(lab.draw().alert, /^The run stopped/);
}

test("the gauge and the sentence have the engine's numbers of the present state", async () => {
  const lab = await open(DEMO);
  const rest = await said(lab);
  assert.deepEqual([rest.gauge, rest.exceeded], ["3.59 of 4", false]);
  lab.step(180); // 0.9 s: it hangs lowest
  const { sum, angularFrequency, dampingRate } = lab.simulation.analysis.spectrum();
  assert.ok(sum > 4.1);
  const { gauge, exceeded, text } = await said(lab);
  assert.deepEqual([gauge, exceeded], [`${sum.toFixed(2)} of 4`, true]);
  const parts = [(0.005 * angularFrequency) ** 2, 2 * 0.005 * dampingRate].map((part) => part.toFixed(2));
  assert.ok(text.includes(`springs take ${parts[0]} of the 4, dampers ${parts[1]}. Beyond the limit`), text);
  lab.close();
});

test("each remedy is the engine's, rounded to three digits that bring the step back within the limit", async () => {
  for (const [key, name] of [
    ["stiffness", "Stiffness"],
    ["damping", "Damping"],
    ["timeStepSize", "Time step size"],
  ] as const) {
    const lab = await open({ ...DEMO, damping: 15 });
    const exact = Number(lab.simulation.analysis.spectrum().remedies[key]) * Number(lab.run.get(key));
    const { buttons } = await said(lab);
    buttons[name].click();
    const value = Number(lab.run.get(key));
    assert.ok(value <= exact && value > 0.99 * exact, `${key}: ${value} for ${exact}`);
    const { sum } = lab.simulation.analysis.spectrum();
    lab.draw();
    const { gauge, exceeded, text } = await said(lab);
    assert.ok(sum <= 4);
    assert.deepEqual([gauge, exceeded], [`${sum.toFixed(2)} of 4`, false]);
    assert.match(text, /Within the limit/);
    lab.close();
  }
});

test("a folded cloth with a method that needs damping has no known limit, and no alarm", async () => {
  const lab = await Laboratory.open("drape", { width: 30, height: 30, airResistance: 0 });
  lab.run.step(150); // it lies on the ball
  lab.set("method", "explicit-euler");
  const { stepLimit, bound } = lab.simulation.analysis.spectrum();
  assert.ok(Number.isNaN(stepLimit) && bound, `${stepLimit} s`);
  const { gauge, exceeded, text } = await said(lab);
  assert.deepEqual([gauge.replace(/, .*/, ""), exceeded], ["not known", false]);
  assert.match(text, /No limit is known for this method in this shape: /);
  lab.close();
});

test("every kind of method has its own limit, bound or none", async () => {
  const lab = await open({ timeStepSize: 0.005, method: "verlet" });
  const { angularFrequency, dampingRate } = lab.simulation.analysis.spectrum();
  const sum = (0.005 * angularFrequency) ** 2 + 4 * 0.005 * dampingRate;
  assert.equal((await said(lab)).gauge, `${sum.toFixed(2)} of 4`);
  for (const [key, value, gauge, text, buttons] of [
    [
      "method",
      "runge-kutta-4",
      "0.005 of at least 0.0101 s",
      "The limit is a safe bound; longer steps may hold. Within the limit; each alone could go up to:",
      "Time step size",
    ],
    [
      // μ/k: hanging without a stretch, dampers and springs stop the same modes
      "method",
      "explicit-euler",
      "0.005 of at least 0.002 s, may be unstable",
      "The limit is a safe bound; longer steps may hold. Beyond it; each alone is sure to be stable at:",
      "Stiffness,Time step size",
    ],
    [
      "damping",
      0,
      "0.005 of 0 s, grows at every step",
      "Beyond the limit; neither stiffness, damping nor step size alone helps.",
      "",
    ],
    [
      "method",
      "implicit-euler",
      "none on linear springs, 0.005 s in use; may gain energy for a while where springs turn or buckle within a step",
      "γ = 0 s⁻¹. ",
      "",
    ],
    [
      "method",
      "xpbd",
      "none on linear springs, 0.005 s in use; may gain energy where too few sweeps leave stiff springs stretched",
      "γ = 0 s⁻¹. ",
      "",
    ],
  ] as [string, number | string, string, string, string][]) {
    const now = await said(lab.set(key, value));
    assert.equal(now.gauge, gauge);
    assert.ok(now.text.endsWith(text), now.text);
    assert.equal(Object.keys(now.buttons).join(), buttons);
  }
  lab.close();
});

test("friction beyond the limit is stated as a bound, and the gauge is not in the red zone", async () => {
  const lab = await Laboratory.open("drape");
  await said(lab);
  lab.step(Math.round(6 / Number(lab.run.get("timeStepSize")))); // it lies at rest
  const { sum, friction } = lab.simulation.analysis.spectrum();
  assert.ok(sum < 4 && sum + friction > 4, `${sum} and ${friction}`);
  const { gauge, exceeded, text } = await said(lab);
  const substeps = lab.simulation.analysis.substeps;
  assert.equal(gauge, `${sum.toFixed(2)} of 4 in ${substeps} substeps, friction up to ${friction.toFixed(2)} more`);
  assert.equal(exceeded, false);
  assert.match(text, /Friction at the obstacle may chatter .* explodes nothing/);
  lab.set("friction", 0);
  assert.match((await said(lab)).gauge, /^[\d.]+ of 4 in \d+ substeps$/);
  lab.close();
});

test("backwards, dampers are named as the cause, and no shorter step is advised", async () => {
  const source = "backwards in time, damping feeds energy into the motion";
  const lab = await Laboratory.open("damper", { damping: 2, method: "symplectic-euler" });
  lab.simulation.history.reverse();
  lab.draw();
  assert.deepEqual([lab.readout("Step limit"), lab.exceeds("Step limit")], [`none: ${source}`, false]);
  explode(lab, 100);
  await answers();
  const told = lab
    .all(".message > *")
    .map((node) => node.textContent)
    .join(" ");
  assert.ok(told.includes(`${source}, at every time step`), told);
  assert.doesNotMatch(told, /Take/);
  lab.close();
});

test("of many particles backwards in time the note names dampers and has no buttons", async () => {
  const lab = await open({ width: 6, height: 5 });
  lab.simulation.history.reverse();
  const { gauge, exceeded, text, buttons } = await said(lab);
  assert.deepEqual([gauge, exceeded], ["none: backwards in time, damping feeds energy into the motion", false]);
  assert.match(text, /No step is stable: backwards in time, damping feeds energy into the motion\.$/);
  assert.deepEqual(Object.keys(buttons), []);
  lab.close();
});

test("the gauge of a field that grows names the field, whatever the method", async () => {
  for (const method of ["explicit-euler", "runge-kutta-4", "implicit-euler", "runge-kutta-45"]) {
    const lab = await Laboratory.open("linear", { a11: 2, a12: 0, a21: 0, a22: 2, method });
    lab.draw();
    assert.equal(lab.readout("Step limit"), "none: the field itself grows");
    assert.equal(lab.exceeds("Step limit"), false);
    lab.close();
  }
});

test("an explosion is explained and the last good state is shown, however its steps fall into frames", async () => {
  const told: unknown[] = [];
  for (const steps of [1, 7, 1000]) {
    const lab = await open({ ...DEMO, damping: 15 });
    explode(lab, steps);
    const { gauge, exceeded, text } = await said(lab);
    told.push([
      gauge,
      exceeded,
      text,
      lab.description.slice(0, 62),
      lab.all(".message > *").map((node) => node.textContent),
    ]);
    lab.close();
  }
  const [gauge, exceeded, , description, message] = told[0] as any[];
  assert.match(gauge, /^4\.[34]\d of 4$/);
  assert.ok(exceeded);
  assert.match(description, /^The run exploded\. This is its last good state, at 0\.2 s\./);
  assert.deepEqual(message, [
    "The time step of 0.005 s is 1.07 times Symplectic Euler's limit of 0.00469 s for the scene as it started, where a motion grows 1.34-fold per step.",
    "The run stopped at t = 0.415 s: the motion left the scene.",
    "Replay slowlyTake Δt = 0.001 sTake 2 substeps",
  ]);
  assert.deepEqual(told[1], told[0]);
  assert.deepEqual(told[2], told[0]);
});

test("an explosion within the limit at rest shows the limit of the stretched cloth", async () => {
  const lab = await open({ ...DEMO, stiffness: 6000 });
  assert.equal((await said(lab)).gauge, "3.99 of 4");
  explode(lab, 100);
  assert.match((await said(lab)).gauge, /^4\.\d\d of 4$/);
  lab.close();
});

test("after an explosion sliders have the limits of the last good state, as the buttons do", async () => {
  const lab = await open({ method: "symplectic-euler", timeStepSize: 0.007 });
  explode(lab, 100);
  const { buttons } = await said(lab);
  for (let turn = 0; turn < 30; turn++) {
    lab.frames(1, 300); // each turn updates one slider
    await answers();
  }
  for (const [name, key] of [
    ["Stiffness", "stiffness"],
    ["Damping", "damping"],
    ["Time step size", "timeStepSize"],
  ]) {
    const note = lab.text(`#${key}-note`);
    const [limit, alone] = [note, buttons[name].textContent].map((text) => Number(/[\d.]+/.exec(text)?.[0]));
    // the button's value is rounded down to three digits, the slider's to the nearest
    assert.ok(Math.abs(limit / alone - 1) < 0.01, `${name}: ${note}, ${alone}`);
  }
  lab.close();
});

test("a remedy after an explosion restarts the run within the limit", async () => {
  const lab = await open({ ...DEMO, damping: 15 });
  explode(lab, 100);
  const { buttons } = await said(lab);
  buttons.Damping.click();
  assert.deepEqual([lab.alert, lab.simulation.time], ["", 0]);
  lab.draw();
  const { gauge, exceeded } = await said(lab);
  assert.deepEqual([gauge, exceeded], ["3.99 of 4", false]);
  lab.step(400);
  assert.equal(lab.alert, "");
  lab.set("damping", 12);
  assert.equal(lab.simulation.time, 2, "a change of a parameter no longer restarts it");
  lab.close();
});

test("the stable step stays on its button while the limit is computed anew", async () => {
  const lab = await open({ ...DEMO, width: 6, height: 5 });
  const before = (await said(lab)).buttons["Time step size"].textContent;
  assert.match(before, /\d/);
  lab.set("timeStepSize", 0.001);
  assert.equal(noteOf(lab).buttons.at(-1)?.textContent, before);
  lab.close();
});

test("of too many particles no limit is computed, and that is said", async () => {
  const lab = await open({ width: 250, height: 250 });
  const { gauge, text } = await said(lab);
  assert.equal(gauge, "–");
  assert.match(text, /of so many particles is not computed/);
  lab.close();
});

test("limits, modes and ranges of a cloth are computed by the worker, and not in the page", async () => {
  const lab = await open({ mode: "on" });
  const looks: string[] = [];
  for (const name of ["spectrum", "mode", "stableRange", "reason"]) {
    Object.defineProperty(lab.simulation, name, { value: () => looks.push(name), configurable: true });
  }
  lab.enter("stiffness", 5000);
  const { gauge } = await said(lab);
  for (let turn = 0; turn < 20; turn++) {
    lab.frames(1, 300);
    await answers();
  }
  assert.match(gauge, / of /);
  assert.ok(lab.all(".parameters small").some(({ textContent }) => /^limit \d/.test(String(textContent))));
  assert.deepEqual(looks, []);
  for (const name of ["spectrum", "mode", "stableRange", "reason"]) Reflect.deleteProperty(lab.simulation, name);
  lab.close();
});

test("where the browser starts no worker no limit is computed, and that is said", async () => {
  Object.assign(globalThis, {
    Worker: class {
      constructor() {
        throw new DOMException("no", "SecurityError");
      }
    },
  });
  const lab = await open();
  const { gauge, text } = await said(lab);
  assert.equal(gauge, "–");
  assert.equal(text, "The fastest mode is not computed: the browser starts no worker that could look for it.");
  lab.close();
});

test("a limit at zero is shown as 0, without the digits of rounding", async () => {
  const { control } = await import("../www/lab/views/controls.ts");
  const parameter = (await scenes()).find(({ id }) => id === "linear")?.parameters.find(({ key }) => key === "a11");
  assert.ok(parameter);
  const { element, gauge } = control(
    parameter,
    () => 0,
    () => true,
  );
  gauge([-100, 1e-15]);
  assert.equal(element.querySelector("#a11-note")?.textContent, "limit 0 1/s");
  gauge([-100, 1e-3]);
  assert.equal(element.querySelector("#a11-note")?.textContent, "limit 0.001 1/s");
});
