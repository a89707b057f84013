// The laboratory of the cloth: keys that choose and move masses, modes, and the work of a hand.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Laboratory } from "./laboratory.ts";

const { origin } = await import("../www/lab/views/exports.ts"); // with the modules that a laboratory registers

const open = (values?: Record<string, number | string>) => Laboratory.open("cloth", values);

test("keys choose a mass within the cloth and move it", async () => {
  const lab = await open();
  for (const key of ["j", "i", "k", "i", "l", "l", "j", "ArrowRight"]) lab.press(key);
  lab.press("ArrowDown", { shiftKey: true });
  const chosen = 3 * (28 * 40 + 38); // one up, one to the left of the last; beyond the edge there is none
  const [x, y] = lab.simulation.positions.slice(chosen);
  assert.ok(Math.abs(x - (0.2 * 38 + 0.1)) < 1e-12 && Math.abs(y - (-0.2 * 28 - 1)) < 1e-12, `${x}, ${y}`);
  lab.close();
});

test("no key moves a mass that an explosion has left nowhere", async () => {
  const beyond = { method: "explicit-euler", timeStepSize: 0.1, substeps: 100, stiffness: 1e6, mass: 1e-3 };
  const lab = await open({ width: 5, height: 4, ...beyond });
  lab.step(1);
  const told = lab.alert;
  assert.match(told, /^The run stopped at/);
  assert.ok(!Number.isFinite(lab.simulation.positions[3 * 19]));
  lab.press("ArrowDown");
  assert.equal(lab.alert, told);
  lab.close();
});

test("the description says how large the cloth is, from how many corners it hangs and how low", async () => {
  const lab = await open({ width: 5, height: 60, fixedParticles: 4 });
  assert.equal(lab.readout("# particles"), "300");
  assert.match(lab.description, /cloth of 5 by 60 masses hangs from 4 corners, down to 11\.8 m/);
  lab.close();
});

test("the legend states the work of a hand and what the method has made", async () => {
  const lab = await open({ width: 12, height: 8, obstacle: "box" });
  lab.step(50);
  lab.simulation.hand.hold(50, 1, -0.4, 0, 0.1);
  lab.step(400);
  const { hand, numerical } = lab.simulation.energy;
  assert.ok(Math.abs(hand) > 1, `${hand} J`);
  for (const [label, value] of [
    ["work of the hand", hand],
    ["made by the method", numerical],
  ] as const) {
    assert.ok(Math.abs(lab.curve(label) - value) <= 1e-3 * Math.abs(value) + 0.01, `${label}: ${lab.curve(label)}`);
  }
  lab.close();
});

test("the modes of the present state are told, and forgotten when a parameter changes", async () => {
  const lab = await open({ width: 6, height: 5 });
  const told = () => lab.draw().text("[aria-label=Modes]");
  lab.step(400);
  const highest = Number(lab.simulation.analysis.modes().at(-1)?.angularFrequency);
  // the spectrum stops when its ninth digit no longer changes
  assert.ok(Math.abs(highest / lab.simulation.analysis.spectrum().angularFrequency - 1) < 1e-8);
  lab.button("Compute modes").click();
  lab.frames(3);
  assert.ok(told().includes("Of the state at 2.000 s: 56 modes in the picture's plane; 28 across it"), told());
  const choose = (mode: number) => lab.enter("modeNumber", mode);
  choose(56);
  assert.equal(lab.readout("ω"), `${Number(highest.toPrecision(3))} rad/s`);
  const hertz = highest / (2 * Math.PI);
  assert.equal(lab.readout("Frequency"), `${Number(hertz.toPrecision(3))} Hz`);
  assert.equal(choose(57).alert, "Mode must be a whole number from 1 to 56; 57 was given.");
  assert.equal(choose(1.5).alert, "Mode must be a whole number from 1 to 56; 1.5 was given.");
  assert.equal(choose(2).alert, "");
  lab.button("Play").click();
  assert.match(lab.draw().description, /The picture plays a mode instead\.$/);
  lab.step(1);
  assert.doesNotMatch(lab.description, /plays a mode/);
  lab.set("stiffness", 4000);
  assert.equal(lab.button("Play").disabled, true);
  lab.close();
});

test("of too many masses no modes are computed, and a button sets fewer", async () => {
  const lab = await open();
  const compute = lab.button("Compute modes");
  assert.match(lab.text("[aria-label=Modes]"), /1198 particles are free\. All modes are computed of at most 300/);
  assert.equal(compute.disabled, true);
  lab.button("Set 16 × 12 masses").click();
  lab.draw();
  assert.equal(lab.readout("# particles"), "192");
  assert.equal(compute.disabled, false);
  lab.close();
});

test("the stiffness is in N under the relative spring law, in its control, in files and in messages", async () => {
  const lab = await Laboratory.open("cloth", { width: 4, height: 3, stiffness: 250 });
  const { element, run } = lab;
  const shown = () => element.querySelector("#stiffness-unit")?.textContent;
  const line = () =>
    origin({ scene: "cloth", parameters: () => run.settings.all, get: (key) => run.get(key) }).find((line) =>
      line.startsWith("stiffness"),
    );
  for (const [law, unit] of [
    ["hooke", "N/m"],
    ["relative", "N"],
    ["hooke", "N/m"],
  ]) {
    lab.set("springLaw", law);
    assert.deepEqual([shown(), line()], [unit, `stiffness = 250 ${unit}`]);
    lab.set("stiffness", -1);
    assert.match(lab.alert, new RegExp(`0 to 1000000(00)? ${unit};`));
  }
  lab.close();
});
