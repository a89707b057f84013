// The laboratory of the falling cloth: its work of the wind, its step limit and its keys.
import assert from "node:assert/strict";
import test from "node:test";
import { answers, Laboratory } from "./laboratory.ts";

const open = (values?: Record<string, number | string>) =>
  Laboratory.open("drape", { width: 16, height: 16, ...values });

/** Buttons of the step limit that can be pressed. */
const cures = (lab: Laboratory) =>
  lab.all("button[aria-label^='Set ']:not([hidden])").map((button) => String(button.ariaLabel));

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

test("the step limit counts automatic substeps", async () => {
  const lab = await open();
  await answers();
  assert.match(lab.draw().readout("Step limit"), /of 4 in \d+ substeps/);
  assert.equal(lab.run.get("substeps"), "automatic");
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
