// Labels in the picture of the pair, which must not overlap in any view.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../dist/lib/springlab.js";
import type { Lab } from "../www/lab/show.ts";
import { contour, PairPicture } from "../www/scenes/pair/pair-picture.ts";

/** Average width and height of a letter of the pictures' font in browsers, in px. */
const LETTER = { width: 7, height: 12 };

/** A context that records the boxes of texts. */
function writing(clientWidth: number, clientHeight: number) {
  const boxes: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
  const own = {
    canvas: { clientWidth, clientHeight },
    textAlign: "left",
    textBaseline: "alphabetic",
    measureText: (text: string) => ({ width: LETTER.width * text.length }),
    fillText: (text: string, x: number, y: number) => {
      const width = LETTER.width * text.length;
      const left = own.textAlign === "center" ? x - width / 2 : own.textAlign === "right" ? x - width : x;
      const bottom = own.textBaseline === "middle" ? y + LETTER.height / 2 : y + 2;
      boxes.push({ text, left, right: left + width, top: bottom - LETTER.height, bottom });
    },
  };
  const context = new Proxy(own, {
    get: (target, key) => Reflect.get(target, key) ?? (() => {}),
    set: (target, key, value) => Reflect.set(target, key, value),
  });
  return { boxes, context: context as unknown as CanvasRenderingContext2D };
}

test("labels of the pair never overlap in any view, and those of the forces are always there", async () => {
  const simulation = await createSimulation("pair", {});
  const lab = {
    simulation,
    color: () => "",
    get: (key: string) => (["forces", "directions", "contours"].includes(key) ? "on" : simulation.get(key)),
  } as unknown as Lab;
  let views = 0;
  let texts = 0;
  for (const [width, height] of [
    [340, 260],
    [830, 280],
    [900, 700],
  ]) {
    for (const [a, b] of [
      [
        [0.75, 1, 0],
        [-0.75, -1, 0],
      ],
      [
        [0.3, 0.1, 0.2],
        [-0.2, 0.1, 0],
      ],
      [
        [0.01, 0, 0],
        [0, 0, 0],
      ],
      [
        [3, -2, 1],
        [0, 1, -2],
      ],
    ]) {
      simulation.hand.setPosition(0, a[0], a[1], a[2]);
      simulation.hand.setPosition(1, b[0], b[1], b[2]);
      const picture = new PairPicture(lab);
      picture.camera.resize(width, height);
      for (let i = 0; i < 60; i++) {
        picture.camera.turn(37, i % 7 === 0 ? -90 : 21);
        const { boxes, context } = writing(width, height);
        picture.draw(context, undefined);
        for (const [j, one] of boxes.entries()) {
          for (const other of boxes.slice(0, j)) {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const up = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            assert.ok(across <= 0 || up <= 0, `${one.text} over ${other.text}, view ${i} of ${width} × ${height}`);
          }
        }
        views += 1;
        texts += boxes.filter(({ text }) => text.startsWith("F")).length;
      }
    }
  }
  // seen end on, a force has neither arrow nor label
  assert.ok(texts > 1.8 * views, `${texts} forces in ${views} views`);
});

test("contours have equal energy; those of a compressed spring form a saddle", () => {
  for (const [along, across] of [
    [10, 4],
    [10, 0],
    [10, -7],
    [10, -80],
  ] as [number, number][]) {
    let rises = 0;
    let falls = 0;
    for (const value of [0.4, 1.5, -0.4, -1.5]) {
      const pieces = contour([along, across], value, 1.2);
      for (const [u, w] of pieces.flat()) {
        // rounding of a square root and a square
        assert.ok(Math.abs(0.5 * (along * u * u + across * w * w) - value) < 1e-12);
        assert.ok(Math.hypot(u, w) <= 1.2);
      }
      if (value > 0) rises += pieces.length;
      else falls += pieces.length;
    }
    assert.ok(rises > 0, `${across}`);
    assert.equal(falls > 0, across < 0, "energy falls across a compressed spring only");
  }
});
