// Springs as pixels of the engine, if there are many, or as strokes of the canvas: both agree.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import { channels } from "../www/base/palette.ts";
import { Camera } from "../www/canvas/camera.ts";
import { OrbitCamera } from "../www/canvas/orbit.ts";
import { MANY, Pixels } from "../www/canvas/pixels.ts";
import { projectAll } from "../www/canvas/projection.ts";
import { drawSegments, kindsOf, STRAINS, strains } from "../www/canvas/spring-strokes.ts";
import type { Modes } from "../www/instruments/modes.ts";
import { ClothPicture } from "../www/scenes/cloth/cloth-picture.ts";

type Path = [x: number, y: number][];
/** Stroke in px of the canvas. */
type Stroke = { path: Path; width: number; color: string };
type Picture = { data: Uint8ClampedArray; width: number; height: number };

/** Width of the picture in CSS px. */
const WIDTH = 150;

/** Height of the picture in CSS px. */
const HEIGHT = 120;

/** Pixel ratio. */
const RATIO = 2;

const COLORS: Record<string, string> = {
  "--compressed": "rgb(200, 0, 0)",
  "--muted": "rgb(0, 200, 0)",
  "--stretched": "rgb(0, 0, 200)",
};
const color = (property: string) => COLORS[property] ?? "rgb(9, 9, 9)";

Object.assign(globalThis, {
  OffscreenCanvas: class {},
  ImageData: class {
    constructor(data: Uint8ClampedArray, width: number, height: number) {
      Object.assign(this, { data: data.slice(), width, height });
    }
  },
});

/** A context that records strokes and images and ignores all other calls. */
function recording() {
  let path: Path = [];
  const strokes = [] as Stroke[];
  const images = [] as { image: Picture; x: number; y: number }[];
  const context = {
    lineWidth: 1,
    strokeStyle: "",
    canvas: { width: RATIO * WIDTH, height: RATIO * HEIGHT, matches: () => false },
    getTransform: () => ({ a: RATIO }),
    fillRect: () => {},
    beginPath: () => {
      path = [];
    },
    moveTo: (x: number, y: number) => path.push([RATIO * x, RATIO * y]),
    lineTo: (x: number, y: number) => path.push([RATIO * x, RATIO * y]),
    stroke: () => {
      for (let i = 0; i < path.length; i += 2)
        strokes.push({ path: path.slice(i, i + 2), width: RATIO * context.lineWidth, color: context.strokeStyle });
    },
    putImageData: (image: Picture, x: number, y: number) => images.push({ image, x, y }),
  };
  return { strokes, images, context: context as unknown as CanvasRenderingContext2D };
}

test("cloths of 1500 to 40,000 springs are drawn as pixels, others as strokes", async () => {
  assert.deepEqual(MANY, { least: 1500, most: 40_000 });
  for (const [width, height, springs, pixels] of [
    [23, 17, 1446, false],
    [24, 17, 1511, true],
    [101, 100, 39_799, true],
    [101, 101, 40_200, false],
  ] as const) {
    const cloth = await createSimulation("cloth", { width, height });
    assert.equal(cloth.system.restLengths.length, springs);
    const picture = new ClothPicture(cloth, {
      color,
      shows: () => false,
      caption: () => "",
      lastGood: () => undefined,
      mode: () => undefined,
      positions: () => cloth.positions,
      modes: { playing: false } as unknown as Modes,
    });
    picture.quiet = true;
    picture.camera.resize(WIDTH, HEIGHT);
    const { context, strokes, images } = recording();
    picture.draw(context, undefined);
    assert.deepEqual([images.length > 0, strokes.length > 0], [pixels, !pixels], `${springs} springs`);
    cloth.free();
  }
});

/** Marks all pixels within a distance of a segment. @param distance  in px */
function mark(near: Uint8Array, [[x, y], [u, v]]: Path, distance: number) {
  const dx = u - x;
  const dy = v - y;
  const left = Math.min(x, u) - distance;
  const right = Math.max(x, u) + distance;
  const top = Math.min(y, v) - distance;
  const bottom = Math.max(y, v) + distance;
  for (let row = Math.max(Math.floor(top), 0); row < Math.min(bottom, RATIO * HEIGHT); row++) {
    for (let column = Math.max(Math.floor(left), 0); column < Math.min(right, RATIO * WIDTH); column++) {
      const a = column + 0.5 - x;
      const b = row + 0.5 - y;
      const t = Math.min(Math.max((a * dx + b * dy) / (dx * dx + dy * dy), 0), 1);
      if (Math.hypot(a - t * dx, b - t * dy) < distance) near[row * RATIO * WIDTH + column] = 1;
    }
  }
}

const space = new OrbitCamera(1.4, 0.5, 0.35);
space.aim([0, 0.6, 0], 1.4);

for (const [name, scene, parameters, time, camera] of [
  [
    "a strained cloth",
    "cloth",
    { width: 24, height: 17, stiffness: 500 },
    0.4,
    new Camera({ left: 0, right: 4.6, bottom: -4.6, top: 0 }),
  ],
  ["a torn cloth in space", "drape", { width: 24, height: 24, tear: 2 }, 1.5, space],
] as const) {
  test(`the engine's pixels of ${name} lie where the canvas would stroke its springs, in the same colours`, async () => {
    const simulation = await createSimulation(scene, parameters);
    simulation.step(Math.round(time / Number(simulation.get("timeStepSize"))));
    camera.resize(WIDTH, HEIGHT);
    const { context, strokes, images } = recording();
    const { positions } = simulation;
    const { springs, restLengths } = simulation.system;
    new Pixels().draw(context, camera, { simulation, positions, color, kinds: STRAINS }, true);
    const torn = new Set(simulation.system.torn);
    assert.equal(torn.size > 0, name.startsWith("a torn"));
    const whole = springs.filter((_, i) => !torn.has(i >> 1));
    const places = new Float64Array((2 * simulation.positions.length) / 3);
    projectAll(camera, simulation.positions, places);
    const lengths = restLengths.filter((_, i) => !torn.has(i));
    const kinds = kindsOf(strains(simulation.positions, whole, lengths));
    drawSegments(context, color, STRAINS, whole, places, kinds);
    assert.equal(strokes.length, lengths.length);

    const [{ image, x, y }] = images;
    const pixel = (i: number, j: number) => {
      const at = 4 * ((Math.floor(j) - y) * image.width + Math.floor(i) - x);
      return [...image.data.subarray(at, at + 4)];
    };
    const near = new Uint8Array(RATIO * WIDTH * RATIO * HEIGHT);
    for (const { path, width } of strokes) mark(near, path, width / 2 + 1);
    let inked = 0;
    for (let j = y; j < y + image.height; j++) {
      for (let i = x; i < x + image.width; i++) {
        if (pixel(i, j)[3] === 0) continue;
        inked += 1;
        assert.ok(near[j * RATIO * WIDTH + i], `nothing is stroked at ${i}, ${j}`);
      }
    }
    assert.ok(inked > 0.05 * near.length, `${inked} pixels`);
    const last = strokes.at(-1);
    assert.ok(new Set(strokes.map((stroke) => stroke.color)).size > 1);
    for (const { path, width, color } of strokes) {
      const [[a, b], [c, d]] = path;
      const [red, green, blue, opacity] = pixel((a + c) / 2, (b + d) / 2);
      assert.ok(opacity > 0, `a spring at ${path}`);
      // strokes of the last kind lie above all others, but colours mix in pixels that they cover
      // partly
      if (color !== last?.color || width !== last.width) continue;
      const miss = channels(color).map((part, i) => Math.abs(part - [red, green, blue][i]));
      assert.ok(Math.max(...miss.slice(0, 3)) < 40, `${[red, green, blue]} for ${color}`);
    }
    simulation.free();
  });
}
