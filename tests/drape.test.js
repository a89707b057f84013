// The laboratory of the falling cloth: its energies, limits, obstacles and refusals.
import assert from "node:assert/strict";
import test from "node:test";
import { answers, Laboratory } from "./laboratory.js";

/** @param {Record<string, number | string>} [values] */
const open = (values) => Laboratory.open("drape", { width: 16, height: 16, ...values });

/** Heights of all masses in m. @param {Laboratory} lab */
const heights = ({ simulation: { positions } }) => positions.filter((_, i) => i % 3 === 1);

/** Buttons of the step limit that can be pressed. @param {Laboratory} lab */
const cures = (lab) =>
  lab.element
    .querySelectorAll("button")
    .filter(({ hidden }) => !hidden)
    .map((button) => Reflect.get(button, "ariaLabel") ?? button.getAttribute("aria-label") ?? "")
    .filter((name) => name.startsWith("Set "));

test("the cloth comes to rest on the ball, above the ground", async () => {
  const lab = await open();
  assert.equal(Math.max(...heights(lab)), 1.4);
  lab.simulation.step(Math.round(4 / Number(lab.experiment.get("timeStepSize"))));
  const [lowest, highest] = [Math.min(...heights(lab)), Math.max(...heights(lab))];
  // the ball is 0.9 m high, and the ground is at 0
  assert.ok(highest > 0.88 && highest < 0.95, `${highest} m`);
  assert.ok(lowest > -0.005 && lowest < 0.1, `${lowest} m`);
  assert.ok(lab.simulation.energy.kinetic < 0.02);
  lab.close();
});

test("the work of the wind is what the total gains, and has a curve only where wind blows", async () => {
  for (const speed of [3, 0]) {
    const lab = await open({ wind: speed });
    const work = () => lab.legend.find(([label]) => label === "work of the wind")?.[1];
    assert.equal(work(), undefined);
    const { total: start } = lab.simulation.energy;
    lab.step(200);
    const { wind, total, hand, numerical } = lab.simulation.energy;
    assert.equal(work(), speed > 0 ? `${wind.toFixed(2)} J` : undefined);
    assert.ok(Math.abs(total - start - hand - numerical - wind) < 1e-9);
    if (speed > 0) {
      assert.ok(wind > 0.5, `${wind} J`);
      assert.ok(Math.abs(total - start - wind) < 0.05 * wind, "the method adds little");
    }
    lab.close();
  }
});

test("each obstacle brings its bodies, and each choice of pins its fixed masses", async () => {
  const lab = await open();
  for (const [obstacle, shapes] of /** @type {[string, string[]][]} */ ([
    ["box", ["plane", "box"]],
    ["table", ["plane", "box"]],
    ["none", ["plane"]],
    ["sphere", ["plane", "sphere"]],
  ])) {
    lab.set("obstacle", obstacle);
    assert.deepEqual(
      lab.simulation.obstacles.map(({ shape }) => shape),
      shapes,
    );
  }
  lab.set("pins", 2);
  assert.equal(lab.simulation.fixed.length, 2);
  lab.close();
});

test("a mesh beyond its range is refused, and the present one stays", async () => {
  const lab = await open();
  lab.set("width", 1001);
  assert.equal(lab.alert, "Width must be a whole number from 2 to 1000; 1001 was given.");
  assert.equal(lab.simulation.positions.length, 3 * 16 * 16);
  lab.set("width", 20);
  assert.equal(lab.simulation.positions.length, 3 * 20 * 16);
  assert.equal(lab.alert, "");
  lab.close();
});

test("the step limit counts automatic substeps", async () => {
  const lab = await open();
  await answers();
  assert.match(lab.draw().readout("Step limit"), /of 4 in \d+ substeps/);
  assert.equal(lab.experiment.get("substeps"), "automatic");
  lab.close();
});

test("beyond the limit a shorter step is offered, and no stiffness, as there are three", async () => {
  const lab = await open({ substeps: 1, timeStepSize: 0.02 });
  await answers();
  const offered = cures(lab.draw());
  assert.ok(
    offered.some((name) => name.startsWith("Set Time step size")),
    `${offered}`,
  );
  assert.ok(!offered.some((name) => name.startsWith("Set Stiffness")), `${offered}`);
  lab.close();
});

test("keys choose a mass and move it, in depth as well", async () => {
  const lab = await open();
  const before = lab.simulation.positions.slice();
  lab.press("N").press("PageUp").press("ArrowUp");
  const moved = [...lab.simulation.positions].flatMap((x, i) => (x === before[i] ? [] : [[i % 3, x - before[i]]]));
  assert.deepEqual(
    moved.map(([axis]) => axis),
    [1, 2],
  );
  for (const [, by] of moved) assert.ok(Math.abs(Math.abs(by) - 0.1) < 1e-12, `${by} m`);
  assert.equal(lab.alert, "");
  lab.close();
});
