// The careful JavaScript that npm run bench compares with the engine does the same work.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { createCloth } from "../measure/careful.js";

/** Size of a cloth and time step in s, well within the step limit. */
const WIDTH = 23;
const HEIGHT = 14;
const STEP = 0.001;

for (const [precision, tolerance] of [
  // rounding of a second's motion, of 64 bits and of 32
  ["double", 1e-10],
  ["single", 2e-4],
] as const)
  test(`a cloth of typed arrays moves as the engine's in ${precision} precision`, async () => {
    const cloth = await createSimulation("cloth", { width: WIDTH, height: HEIGHT, timeStepSize: STEP, precision });
    const careful = createCloth(WIDTH, HEIGHT, STEP);
    assert.equal(careful.springs, cloth.system.springs.length / 2);
    cloth.step(1000);
    careful.step(1000);
    const places = careful.positions();
    const miss = Math.max(...places.map((place, i) => Math.abs(place - cloth.positions[i])));
    assert.ok(miss < tolerance, `${miss} m`);
    const fall = -0.2 * (HEIGHT - 1) - Math.min(...places);
    assert.ok(fall > 0.04, `it hangs ${fall} m lower`);
    cloth.free();
  });
