// The laboratory of the damper: readouts, curves and the description of its picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./laboratory.js";

test("readouts and curves are the engine's", async (t) => {
  const lab = await open(t, "damper", { damping: 0.5 });
  assert.equal(lab.reads("Step limit"), "0.01 of 0.54 s");
  assert.equal(lab.reads("Damping ratio ζ"), "0.158 under-damped");
  lab.step(130);
  const { kinetic, elastic, dissipated, total, hand, numerical } = lab.simulation.energy;
  const [x] = [...(lab.simulation.exact?.positions ?? [])].slice(3);
  const exact = 2.5 * (x - 4) ** 2;
  assert.deepEqual(lab.show.values?.(), [kinetic, elastic, dissipated, total, hand, numerical, exact]);
  lab.set("method", "implicit-euler");
  assert.match(lab.reads("Step limit"), /^none on linear springs, 0\.01 s in use; may gain energy /);
  lab.set("method", "explicit-euler");
  lab.set("damping", 0);
  lab.set("timeStepSize", 2);
  assert.equal(lab.reads("Step limit"), "2 of 0 s, grows at every step");
});

test("a button damps critically, whatever spring and mass", async (t) => {
  const lab = await open(t, "damper", { stiffness: 37, mass: 1.3 });
  const [critical] = lab.show.extras ?? [];
  critical.click();
  assert.equal(lab.lab.get("damping"), 13.87); // 2 √(37 N/m · 1.3 kg)
  assert.equal(lab.reads("Damping ratio ζ"), "1 critical");
});

test("the picture's description says where the mass is, how long the spring is and how the mass moves", async (t) => {
  const lab = await open(t, "damper");
  const [picture] = lab.show.pictures;
  for (const [x, y, held, text] of /** @type {[number, number, number | undefined, string][]} */ ([
    [
      5,
      0.1,
      undefined,
      "5 m to the right of and 0.1 m above the anchor; the spring is stretched by 1 m. It is at rest.",
    ],
    [-2, 0, undefined, "2 m to the left of the anchor; the spring is compressed by 2 m. It is at rest."],
    [0, -4, 1, "4 m below the anchor; the spring is at its rest length. It is held."],
  ])) {
    lab.simulation.setPosition(1, x, y, 0);
    assert.equal(picture.describe(held), `The mass is ${text}`);
  }
  lab.simulation.setVelocity(1, 3, -4, 0);
  assert.match(picture.describe(undefined), /It moves .+ at 5 m\/s\.$/);
});
