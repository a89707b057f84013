// The pennant in pictures, which shows the velocity of the air.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { Camera } from "../www/canvas/camera.js";
import { drawFlag, tellAir } from "../www/canvas/flag.js";

/**
 * Points of a flag's edge in a wind, and the texts next to it.
 * @param {Record<string, number>} wind
 * @param {number} [steps]
 */
async function flag(wind, steps = 0) {
  const simulation = await createSimulation("chain", wind);
  simulation.step(steps);
  const camera = new Camera({ left: 0, right: 4, bottom: -3, top: 0 });
  camera.resize(640, 480);
  /** @type {[number, number][]} */
  const points = [];
  /** @type {string[]} */
  const texts = [];
  const context = /** @type {CanvasRenderingContext2D} */ (
    /** @type {unknown} */ ({
      ...Object.fromEntries(["beginPath", "moveTo", "fill", "stroke", "strokeText"].map((name) => [name, () => {}])),
      lineTo: (/** @type {number} */ x, /** @type {number} */ y) => points.push([x, y]),
      fillText: (/** @type {string} */ text) => texts.push(text),
    })
  );
  drawFlag(context, camera, simulation, () => "black");
  const told = tellAir(simulation);
  simulation.free();
  return { points, texts, told };
}

/**
 * Direction from the middle of the wide end to the tip in °, y up. The tip is the edge's middle.
 */
function heading(/** @type {[number, number][]} */ points) {
  const edge = points.slice(0, 26);
  const [tip, one, other] = [edge[12], edge[0], edge[25]];
  const [dx, dy] = [tip[0] - (one[0] + other[0]) / 2, (one[1] + other[1]) / 2 - tip[1]];
  return (180 / Math.PI) * Math.atan2(dy, dx);
}

test("without wind there is no flag and no text", async () => {
  assert.deepEqual(await flag({}), { points: [], texts: [], told: "" });
});

test("in a strong wind the flag points downwind, in a weak one it hangs", async () => {
  for (const windDirection of [0, 60, 180, -120]) {
    const { points } = await flag({ wind: 100, windDirection });
    const turned = heading(points) - windDirection;
    // it flutters by up to 4 px at a length of 46 px
    assert.ok(
      Math.abs(turned - 360 * Math.round(turned / 360)) < 6,
      `${heading(points)}° in a wind to ${windDirection}°`,
    );
  }
  const { points } = await flag({ wind: 0.2 });
  assert.ok(Math.abs(heading(points) + 90) < 2, `${heading(points)}°`);
});

test("it flutters in simulated time, and the speed next to it is that of the gust", async () => {
  const gusty = { wind: 8, gusts: 0.5, gustPeriod: 2, timeStepSize: 0.005 };
  const [start, later] = [await flag(gusty), await flag(gusty, 100)];
  assert.notDeepEqual(start.points, later.points);
  assert.deepEqual([start.texts, later.texts], [["8 m/s"], ["12 m/s"]]); // sin(π/2) after half a second
  assert.match(later.told, /^The wind blows at 12 m\/s, to 0/);
});
