// The resonance laboratory: transient and steady part, readouts, and what Measure and Sweep say.
import assert from "node:assert/strict";
import test from "node:test";
import { answers, Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) => Laboratory.open("resonance", values);

/** Text of the section with the measured response. */
const response = (lab: Laboratory) => lab.text("[aria-label=Response]");

test("the legend splits the exact motion into a transient and a steady part", async () => {
  const lab = await open();
  lab.step(700);
  const [numerical, exact, transient, steady] = ["Numerical", "Analytic", "Transient", "Steady"].map((name) =>
    lab.curve(name),
  );
  const u = lab.simulation.positions[3];
  assert.ok(Math.abs(numerical - u) < 5e-3 * Math.abs(u));
  // three digits of each are shown
  assert.ok(Math.abs(transient + steady - exact) < 5e-3 * (Math.abs(transient) + Math.abs(steady)));
  const { amplitude = 0, phase = 0 } = lab.simulation.analysis.response(3) ?? {};
  assert.ok(Math.abs(steady - amplitude * Math.cos(3 * 7 + phase)) < 5e-3 * amplitude);
  lab.set("split", "off");
  assert.ok(Number.isNaN(lab.curve("Steady")));
  lab.close();
});

test("readouts state frequency, quality, resonance, amplitude and phase; ∞ where unbounded, a dash without", async () => {
  const lab = await open();
  const shows = (texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) assert.equal(lab.readout(label), text, label);
  };
  shows({ ω: "4 rad/s", "Quality factor Q": "10", "Largest at": "3.99 rad/s" });
  shows({ Amplitude: "0.225 m", Phase: "−9.73°", "Amplitude measured": "–" });
  lab.set("drivingFrequency", 4).set("damping", 0);
  shows({ "Quality factor Q": "∞", Amplitude: "∞" });
  lab.set("waveform", "hand");
  shows({ "Quality factor Q": "–", Amplitude: "–", Phase: "–", "Largest at": "–" });
  lab.close();
});

test("Measure needs two periods, marks a motion that is not steady, and tells methods apart", async () => {
  const lab = await open({ drivingFrequency: 4 });
  const measure = () => {
    lab.button("Measure").click();
    return response(lab.draw());
  };
  assert.ok(measure().includes("Two periods of the drive at one setting are needed: wait 4 s."));
  lab.step(400);
  assert.ok(measure().includes("Not steady yet: the point is hollow."));
  lab.step(5000);
  const steady = measure();
  assert.ok(!steady.includes("Not steady yet") && !steady.includes("●"), steady);
  assert.match(lab.readout("Amplitude measured"), /^(1|0\.999|1\.00.*) m$/);
  assert.match(lab.readout("Phase measured"), /^−(89\.\d|90(\.\d)?)°$/);
  lab.set("method", "implicit-euler").step(400);
  assert.match(measure(), /● .+, ■ Implicit Euler\./);
  lab.button("Clear the points").click();
  assert.ok(!response(lab.draw()).includes("●"));
  assert.equal(lab.button("Clear the points").disabled, true);
  lab.close();
});

test("Sweep measures on a simulation of its own, and a change of the oscillator clears the points", async () => {
  const lab = await open();
  const clear = lab.button("Clear the points");
  const sweep = lab.button("Sweep");
  assert.equal(clear.disabled, true);
  sweep.click();
  lab.frames(2).draw();
  assert.equal(sweep.textContent, "Stop the sweep");
  lab.frames(50).draw();
  assert.equal(sweep.textContent, "Sweep");
  assert.equal(clear.disabled, false);
  assert.equal(lab.simulation.time, 0);
  lab.set("mass", 2);
  assert.equal(clear.disabled, true);
  lab.set("waveform", "step");
  assert.deepEqual([sweep.disabled, lab.button("Measure").disabled], [true, true]);
  lab.close();
});

test("a sweep that explodes states the step limit that it broke", async () => {
  const lab = await open({ method: "explicit-euler", timeStepSize: 0.05 });
  const sweep = lab.button("Sweep");
  sweep.click();
  lab.frames(3).draw();
  assert.ok(lab.alert.includes("Explicit Euler's limit of 0.025 s"), lab.alert);
  assert.equal(sweep.textContent, "Sweep");
  await answers();
  lab.close();
});

test("a driven anchor is where the drive leads it in simulated time, and a new frequency does not move it", async () => {
  const lab = await open({ drive: "anchor", drivingFrequency: 2 });
  lab.step(150);
  const anchor = 0.1 * Math.cos(3);
  assert.ok(Math.abs(lab.simulation.positions[0] - anchor) < 1e-12);
  assert.match(lab.description, /The anchor is at −0\.099 m\.$/);
  lab.set("drivingFrequency", 7);
  assert.ok(Math.abs(lab.simulation.positions[0] - anchor) < 1e-12);
  lab.close();
});

test("arrow keys move an anchor that nothing drives along the line only", async () => {
  const lab = await open({ drive: "anchor", waveform: "hand" });
  lab.press("ArrowRight").press("ArrowUp");
  const [x, y] = lab.simulation.positions;
  assert.ok(Math.abs(x - 0.1) < 1e-12);
  assert.equal(y, 0);
  assert.match(lab.description, /^The mass is at 0 m and is at rest/);
  lab.close();
});
