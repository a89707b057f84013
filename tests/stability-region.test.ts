// The picture of a stability region: its points are the system's motions, and moving one changes
// the system.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contours } from "../www/plots/contours.ts";
import { answers, Laboratory } from "./laboratory.ts";

const { StabilityRegion } = await import("../www/instruments/stability-region.ts");

/** A region over a laboratory, drawn once. */
async function region(scene: string, values: Record<string, number | string>) {
  const lab = await Laboratory.open(scene, values);
  const services = {
    scene,
    simulation: lab.simulation,
    color: (name: string) => name,
    redraw: () => {},
    get: (key: string) => lab.run.get(key),
    has: (key: string) => lab.run.settings.find(key) !== undefined,
    set: (key: string, value: number) => lab.run.set(key, value),
    compared: () => lab.run.motion.compared,
    method: () => ({ label: lab.run.get("method") }),
  } as any;
  const picture = new StabilityRegion(services);
  picture.camera.resize(460, 300);
  const context = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;
  const draw = () => picture.draw(context);
  draw();
  const points = () => {
    draw();
    const { positions } = picture.simulation;
    return Array.from(picture.movable(), (i) => [positions[3 * i], positions[3 * i + 1]]);
  };
  return { lab, picture, points };
}

const close = (actual: number, expected: number, tolerance = 1e-12) =>
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)), `${actual}, not ${expected}`);

test("the area at most a level is that of a disc, and its lines lie on the circle", () => {
  const columns = 101;
  const rows = 81;
  const values = Float64Array.from({ length: columns * rows }, (_, i) =>
    Math.hypot((i % columns) - 50, Math.floor(i / columns) - 40),
  );
  const { polygons, lines } = contours({ values, columns, rows }, 30);
  const area = polygons.reduce((sum, polygon) => {
    const twice = polygon.map(([x, y], i) => {
      const [u, v] = polygon[(i + 1) % polygon.length];
      return x * v - y * u;
    });
    return sum + twice.reduce((a, b) => a + b) / 2;
  }, 0);
  // chords of cells cut off at most 1/(8 r) of a cell's side along the circumference
  assert.ok(Math.abs(area / (Math.PI * 900) - 1) < 1e-3, String(area));
  for (const [x, y] of lines.flat()) assert.ok(Math.abs(Math.hypot(x - 50, y - 40) - 30) < 0.02);
  const length = lines.reduce((sum, [[x, y], [u, v]]) => sum + Math.hypot(u - x, v - y), 0);
  assert.ok(Math.abs(length / (60 * Math.PI) - 1) < 1e-3, String(length));
});

test("the points of an oscillator are λΔt, and follow each parameter", async () => {
  const { lab, points } = await region("damper", {
    method: "runge-kutta-4",
    stiffness: 8,
    mass: 0.5,
    damping: 1,
    timeStepSize: 0.1,
    restLength: 0,
  });
  // λ² + 2λ + 16 = 0
  const re = -0.1;
  const im = 0.1 * Math.sqrt(15);
  for (const [x, y] of points().slice(0, 2)) {
    close(x, re);
    close(Math.abs(y), im);
  }
  lab.set("timeStepSize", 0.2);
  close(points()[0][0], 2 * re);
});

test("a point that is moved sets stiffness and damping, on the axis those of two real rates", async () => {
  const { lab, picture, points } = await region("damper", {
    method: "runge-kutta-4",
    stiffness: 8,
    mass: 0.5,
    damping: 1,
    timeStepSize: 0.1,
    restLength: 0,
  });
  picture.simulation.hand.hold(0, -0.5, 0.6, 0);
  // γ = 2 · 5/s, ω² = (0.5² + 0.6²)/(0.1 s)²
  close(Number(lab.run.get("damping")), 5);
  close(Number(lab.run.get("stiffness")), 30.5);
  close(points()[0][0], -0.5);
  close(Math.abs(points()[0][1]), 0.6);
  picture.simulation.hand.hold(0, 0.5, 0.6, 0); // no negative damping
  assert.equal(lab.run.get("damping"), 0);
  lab.set("damping", 10).set("stiffness", 8); // (λ + 10)² = 84
  const [one, other] = points();
  picture.simulation.hand.hold(0, 2 * one[0], 0, 0);
  const moved = points().map(([x]) => x);
  // parameters have four digits
  for (const x of [2 * one[0], other[0]])
    assert.ok(
      moved.some((at) => Math.abs(at / x - 1) < 1e-2),
      `${moved}, ${x}`,
    );
});

test("the handle is half way to the farthest point, and sets the step", async () => {
  const { lab, picture, points } = await region("damper", {
    method: "runge-kutta-4",
    stiffness: 8,
    mass: 0.5,
    damping: 1,
    timeStepSize: 0.1,
    restLength: 0,
  });
  const [point, , handle] = points();
  close(Math.hypot(...handle), Math.hypot(...point) / 2);
  picture.simulation.hand.hold(2, 3 * handle[0], 3 * handle[1], 0);
  assert.deepEqual(
    ["timeStepSize", "stiffness", "damping"].map((key) => lab.run.get(key)),
    [0.3, 8, 1],
  );
});

test("in other scenes a point that is moved sets the rate or the step", async () => {
  const decay = await region("decay", { method: "explicit-euler", rate: 2, timeStepSize: 0.5 });
  assert.deepEqual(decay.points()[0], [-1, 0]);
  decay.picture.simulation.hand.hold(decay.picture.chosen(), -3, 1, 0);
  assert.equal(decay.lab.run.get("rate"), 6);
  const rotation = await region("rotation", { method: "explicit-euler", timeStepSize: 0.1 });
  close(Math.abs(rotation.points()[0][1]), 0.1);
  rotation.picture.simulation.hand.hold(0, 0, rotation.points()[0][1] * 3, 0);
  assert.equal(rotation.lab.run.get("timeStepSize"), 0.3);
});

test("methods without R(z) are shown over hγ and hω, also beside others", async () => {
  const { lab, picture, points } = await region("damper", {
    method: "symplectic-euler",
    stiffness: 8,
    mass: 0.5,
    damping: 1,
    timeStepSize: 0.1,
    restLength: 0,
  });
  close(points()[0][0], 0.2);
  close(points()[0][1], 0.4);
  assert.match(picture.describe(), /hγ and hω.*nothing grows/);
  picture.simulation.hand.hold(0, 0.4, 0.8, 0);
  close(Number(lab.run.get("damping")), 2);
  close(Number(lab.run.get("stiffness")), 32);
  lab.set("timeStepSize", 0.5).set("damping", 0); // h²ω² = 16 > 4
  points();
  assert.match(picture.describe(), /: it grows/);
  lab.set("method", "runge-kutta-4");
  points();
  assert.match(picture.describe(), /z = λΔt/);
  lab.page.compare("verlet");
  points();
  assert.match(picture.describe(), /hγ and hω/);
});

test("a method that projects positions has no region, and says so", async () => {
  const { picture, points } = await region("cloth", { width: 4, height: 4, method: "position-based" });
  points();
  assert.match(picture.describe(), /no stability region/);
});

test("a small cloth has all its motions as points, a large one those that enclose them", async () => {
  for (const [size, word] of [
    [3, /with \d+ points\./],
    [9, /with \d+ points, which enclose all motions/],
  ] as const) {
    const { picture, points } = await region("cloth", { width: size, height: size, method: "runge-kutta-4" });
    await answers();
    // two rates of each coordinate in the plane of the 7 masses that are not fixed
    if (size === 3) assert.equal(points().length, 2 * 2 * 7);
    else assert.ok(points().length >= 4);
    assert.match(picture.describe(), word);
  }
});

test("the description names the motions that have no point", async () => {
  const damper = await region("damper", { restLength: 8, method: "runge-kutta-4" });
  await answers();
  damper.points();
  assert.match(damper.picture.describe(), /with 2 points, without motion across the spring\./);
  const cloth = await region("cloth", { width: 9, height: 9, method: "symplectic-euler" });
  await answers();
  for (let i = 0; i < 81; i++) {
    const [x, y, z] = cloth.lab.simulation.positions.subarray(3 * i, 3 * i + 3);
    cloth.lab.simulation.hand.setPosition(i, 0.9 * x, y, z); // it is about to buckle
  }
  cloth.lab.run.set("stiffness", 4000);
  cloth.points();
  await answers();
  const points = cloth.points();
  assert.match(
    cloth.picture.describe(),
    /which enclose all motions, without motion with ω² < 0, which grows by itself\./,
  );
  assert.ok(points.every(([, y]) => y >= 0) && points.some(([, y]) => y === 0), "the polygon is cut off at ω² = 0");
});

test("a very wide picture has a region too", async () => {
  const { picture, points } = await region("damper", { method: "runge-kutta-4" });
  picture.camera.resize(4000, 800);
  points(); // the engine computes at most 1000 factors in a row
  assert.match(picture.describe(), /^Stability region of /);
});
