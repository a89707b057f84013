// What the benchmark compares does the same work.
import assert from "node:assert/strict";
import test from "node:test";
import { createCloth as onArrays } from "../bench/arrays.js";
import { createCloth as ofObjects } from "../bench/objects.js";
import { createSimulation } from "../dist/lib/springlab.js";

/** Rounding of a second's motion well inside the step limit, of 64 bits and of 32. */
const TOLERANCE = { double: 1e-10, single: 2e-4 };

for (const [name, createCloth] of Object.entries({ objects: ofObjects, arrays: onArrays }))
  for (const precision of /** @type {const} */ (["double", "single"]))
    test(`a cloth of ${name} moves as the engine's in ${precision} precision`, async () => {
      const [width, height, h] = [23, 14, 0.001];
      const cloth = await createSimulation("cloth", { width, height, timeStepSize: h, precision });
      const other = createCloth(width, height, h);
      assert.equal(other.springs, cloth.springs.length / 2);
      cloth.step(1000);
      other.step(1000);
      const places = other.positions();
      const miss = Math.max(...places.map((place, i) => Math.abs(place - cloth.positions[i])));
      assert.ok(miss < TOLERANCE[precision], `${miss} m`);
      const fall = -0.2 * (height - 1) - Math.min(...places);
      assert.ok(fall > 0.04, `it hangs ${fall} m lower`);
      cloth.free();
    });
