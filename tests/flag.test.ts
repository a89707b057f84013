// The pennant in pictures, which shows the wind.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { Camera } from "../www/canvas/camera.ts";
import { describeWind, drawFlag } from "../www/canvas/flag.ts";

/** Points of the drawn pennant's edge, written texts, and the description. */
async function flag(wind: Record<string, number>, steps: number = 0) {
  const simulation = await createSimulation("chain", wind);
  simulation.step(steps);
  const camera = new Camera({ left: 0, right: 4, bottom: -3, top: 0 });
  camera.resize(640, 480);
  const points: [number, number][] = [];
  const texts: string[] = [];
  const context = {
    ...Object.fromEntries(["beginPath", "moveTo", "fill", "stroke", "strokeText"].map((name) => [name, () => {}])),
    lineTo: (x: number, y: number) => points.push([x, y]),
    fillText: (text: string) => texts.push(text),
  } as unknown as CanvasRenderingContext2D;
  drawFlag(context, camera, simulation, () => "black");
  const described = describeWind(simulation);
  simulation.free();
  return { points, texts, described };
}

/** Direction from the middle of the wide end to the tip, the middle of the edge, in °, y up. */
function heading(points: [number, number][]) {
  const edge = points.slice(0, 26);
  const tip = edge[12];
  const one = edge[0];
  const other = edge[25];
  const dx = tip[0] - (one[0] + other[0]) / 2;
  const dy = (one[1] + other[1]) / 2 - tip[1];
  return (180 / Math.PI) * Math.atan2(dy, dx);
}

test("without wind there is neither pennant nor description", async () => {
  assert.deepEqual(await flag({}), { points: [], texts: [], described: "" });
});

test("the pennant streams in a strong wind and hangs in a weak one", async () => {
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

test("the pennant flutters with simulated time and states the speed of the gust", async () => {
  const gusty = { wind: 8, gusts: 0.5, gustPeriod: 2, timeStepSize: 0.005 };
  const start = await flag(gusty);
  const later = await flag(gusty, 100);
  assert.notDeepEqual(start.points, later.points);
  assert.deepEqual([start.texts, later.texts], [["8 m/s"], ["12 m/s"]]); // sin(π/2) after half a second
  assert.match(later.described, /^The wind blows at 12 m\/s, to 0/);
});
