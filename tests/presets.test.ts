// Examples of the falling cloth: what their runs do, how they are drawn, and their buttons.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { Laboratory } from "./laboratory.ts";

const { DrapePicture } = await import("../www/scenes/drape/drape-picture.ts");
const { furniture } = await import("../www/scenes/drape/furniture.ts");
const { PRESETS } = await import("../www/scenes/drape/presets.ts");

type Simulation = import("../dist/lib/springlab.js").Simulation;

/** Mesh of the runs, which is coarser than that of the page. */
const MESH = { width: 30, height: 30 };

/** The run of an example. @param time  in s */
async function after(name: string, time: number) {
  const preset = PRESETS.find((one) => one.name === name);
  assert.ok(preset, name);
  const run = await createSimulation("drape", { ...preset.values, ...MESH });
  run.step(Math.round(time / Number(run.get("timeStepSize"))));
  return run;
}

/** Size of the picture beside the text in a window of 1366 × 768 px. */
const WIDTH = 546;
const HEIGHT = 284;

/** A picture of a run that has no surface to draw on. */
function pictureOf(run: Simulation) {
  const parts = { lastGood: () => undefined, caption: () => "", modes: { playing: false } } as any;
  const picture = new DrapePicture(run, parts, () => assert.fail());
  picture.camera.resize(WIDTH, HEIGHT);
  picture.follow(run.positions);
  return picture;
}

/** Coordinates of all masses along an axis, in m. */
const along = ({ positions }: Simulation, axis: number) => [...positions].filter((_, i) => i % 3 === axis);

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test("the ball and the table carry the cloth, which comes to rest in one piece", async () => {
  for (const [name, top] of [
    ["Ball", 0.9],
    ["Tablecloth", 0.8],
  ] as const) {
    const run = await after(name, 3);
    const heights = along(run, 1);
    assert.ok(Math.abs(Math.max(...heights) - top) < 0.03, `${name}: ${Math.max(...heights)} m`);
    assert.ok(mean(heights) < top - 0.2, `${name}: it hangs down`);
    assert.ok(run.energy.kinetic < 0.02, `${name}: ${run.energy.kinetic} J`);
    assert.equal(run.system.torn.length, 0, name);
  }
});

test("the tablecloth hangs down on all four sides of the table", async () => {
  const run = await after("Tablecloth", 3);
  for (const axis of [0, 2]) {
    for (const side of [-1, 1]) {
      const beyond = along(run, axis).flatMap((x, i) => (side * x > 0.42 ? along(run, 1)[i] : []));
      assert.ok(Math.min(...beyond) < 0.4, `axis ${axis}, side ${side}: ${Math.min(...beyond)} m`);
    }
  }
});

test("the flag flies from its pole and sinks between gusts, and the curtain hangs down to the ground", async () => {
  const strong = await after("Flag in gusts", 0.75);
  const calm = await after("Flag in gusts", 2.6);
  const curtain = await after("Curtain", 4);
  for (const run of [strong, calm, curtain]) {
    assert.equal(run.system.fixed.length, MESH.width);
    assert.ok(run.energy.wind > 1, `${run.energy.wind} J`);
  }
  const farthest = (run: Simulation) => Math.max(...along(run, 0).map((x, i) => Math.hypot(x + 1, along(run, 2)[i])));
  assert.ok(farthest(strong) > 1.9, `${farthest(strong)} m from the pole`);
  assert.ok(mean(along(strong, 1)) > mean(along(calm, 1)) + 0.2, `${mean(along(calm, 1))} m`);
  assert.ok(Math.min(...along(calm, 1)) > 0.1, "off the ground");
  assert.ok(Math.min(...along(curtain, 1)) < 0.01, "the curtain reaches the ground");
});

test("the ball tears the heavy cloth", async () => {
  const run = await after("Torn by a ball", 2);
  assert.ok(run.system.torn.length > 500, `${run.system.torn.length} springs`);
  const heights = along(run, 1);
  assert.ok(heights.some((height) => height > 0.85) && mean(heights) < 0.1, "a cap stays on the ball, the rest falls");
});

test("the handkerchief sags between its four posts, and is nowhere on the ground", async () => {
  const run = await after("Handkerchief", 3);
  const heights = along(run, 1);
  assert.deepEqual(
    [...run.system.fixed].map((i) => heights[i]),
    [1.4, 1.4, 1.4, 1.4],
  );
  assert.ok(Math.min(...heights) > 0.2 && Math.min(...heights) < 1.2, `${Math.min(...heights)} m`);
});

test("the cloth is whole in its picture at every angle, and fills most of its width or height", async () => {
  for (const { name } of PRESETS) {
    for (const time of [0, 3]) {
      const picture = pictureOf(await after(name, time));
      let widest = 0;
      let highest = 0;
      for (let turn = 0; turn < 12; turn++) {
        const x = [...picture.places].filter((_, i) => i % 2 === 0);
        const y = [...picture.places].filter((_, i) => i % 2 === 1);
        widest = Math.max(widest, (Math.max(...x) - Math.min(...x)) / WIDTH);
        highest = Math.max(highest, (Math.max(...y) - Math.min(...y)) / HEIGHT);
        const inside = Math.min(...x) > 0 && Math.max(...x) < WIDTH && Math.min(...y) > 0 && Math.max(...y) < HEIGHT;
        assert.ok(inside, `${name} at ${time} s, turned ${turn} times`);
        (picture.camera as any).turn(52, 0);
        picture.follow(picture.simulation.positions);
      }
      assert.ok(widest > 0.45 || highest > 0.55, `${name} at ${time} s: ${widest} × ${highest}`);
      if (["Ball", "Tablecloth"].includes(name) && time > 0) assert.ok(widest > 0.6, `${name}: ${widest}`);
    }
  }
});

test("no part of a moving cloth leaves its picture", async () => {
  for (const { name } of PRESETS) {
    const run = await after(name, 0);
    const picture = pictureOf(run);
    for (let frame = 0; frame < 90; frame++) {
      run.step(7);
      picture.follow(run.positions);
      const out = [...picture.places].findIndex((at, i) => !(at > 0 && at < [WIDTH, HEIGHT][i % 2]));
      assert.equal(out, -1, `${name} at ${run.time} s: ${picture.places[out]}`);
    }
  }
});

test("the view turns with simulated time, until the reader turns it", async () => {
  const run = await after("Tablecloth", 0);
  const picture = pictureOf(run);
  const ahead = () => (picture.camera as any).seen([0, 0, 1])[0];
  const first = ahead();
  picture.follow(run.positions);
  assert.equal(ahead(), first, "not while paused");
  run.step(200);
  picture.follow(run.positions);
  assert.ok(Math.abs(Math.asin(-ahead()) - Math.asin(-first) - 0.1) < 1e-6, `${first}, then ${ahead()}`);
  (picture.camera as any).turn(10, 0);
  const chosen = ahead();
  run.step(20);
  picture.follow(run.positions);
  assert.equal(ahead(), chosen);
});

test("a table is drawn within the block that the engine has, and as high", async () => {
  for (const obstacle of ["box", "table"]) {
    const { system, positions } = await createSimulation("drape", { obstacle });
    const [block] = system.obstacles.filter(({ shape }) => shape === "box");
    const parts = furniture(system.obstacles, positions, system.fixed).filter(({ shape }) => shape === "box");
    assert.ok(block.shape === "box" && parts.length > 4);
    for (const axis of [0, 1, 2]) {
      const ends = (boxes: import("../www/types.ts").Obstacle[]) =>
        [-1, 1].map((side) =>
          Math.max(...boxes.map((one) => (one.shape === "box" ? side * one.centre[axis] + one.half[axis] : 0))),
        );
      const drawn = ends(parts);
      const meant = ends([block]);
      for (const side of [0, 1]) assert.ok(Math.abs(drawn[side] - meant[side]) < 1e-9, `${drawn} for ${meant}`);
    }
  }
});

test("pinned corners have a post each, an edge has a rod, and a flag a pole with a knob", async () => {
  for (const [pins, count] of [
    ["none", 0],
    ["1", 1],
    ["2", 2],
    ["4", 4],
    ["edge", 1],
    ["pole", 2],
  ] as const) {
    const { system, positions } = await createSimulation("drape", { pins, obstacle: "none" });
    assert.equal(furniture(system.obstacles, positions, system.fixed).length, 1 + count, pins);
  }
});

test("a button sets an example's parameters, all others to their defaults, restarts, and is marked", async () => {
  const lab = await Laboratory.open("drape", { width: 8, height: 8 });
  const buttons = () => lab.all(".presets > button");
  const pressed = () => buttons().filter((button) => button.ariaPressed === "true");
  assert.equal(buttons().length, PRESETS.length);
  lab.draw();
  assert.deepEqual(
    pressed().map((button) => button.textContent),
    ["Ball"],
  );
  lab.run.set("stiffness", 300);
  lab.step(3);
  for (const [i, { name, values }] of PRESETS.entries()) {
    buttons()[i].click();
    lab.draw();
    assert.equal(lab.alert, "");
    for (const [key, value] of Object.entries(values)) assert.equal(lab.run.get(key), value, `${name}: ${key}`);
    assert.equal(lab.run.get("stiffness"), 200);
    assert.equal(lab.run.get("width"), 8, "the author's default");
    assert.equal(lab.simulation.time, 0);
    assert.deepEqual(
      pressed().map((button) => button.textContent),
      [name],
    );
  }
  lab.run.set("wind", 5);
  lab.draw();
  assert.equal(pressed().length, 0, "another wind is no example");
  lab.close();
});
