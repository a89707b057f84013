// The figures of the lessons: that they are there, and that their curves are right.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import type { Curve } from "../tools/figures/draw.js";
import { draw } from "../tools/figures/draw.js";
import { FIGURES } from "../tools/figures/figures.js";
import { Runs } from "../tools/figures/runs.js";
import { load } from "../tools/method-rows.js";
import { LESSONS } from "../www/lessons.ts";

const runs = new Runs(await load());
const drawings = new Map(Object.entries(FIGURES).map(([id, figure]) => [id, figure(runs)]));

function curve(id: string, label?: string): Curve {
  const found = drawings.get(id)?.curves.find((one) => one.label === label);
  assert.ok(found, `${id}: ${label}`);
  return found;
}

test("every lesson has three figures, each with a caption, and each figure stands on one page", () => {
  const used: string[] = [];
  for (const { path } of LESSONS) {
    const html = readFileSync(new URL(`../dist/site/${path}`, import.meta.url), "utf8");
    const figures = [...html.matchAll(/<figure class="figure" id="figure-(.+?)">(.*?)<\/figure>/gs)];
    assert.ok(figures.length >= 3, path);
    for (const [, id, content] of figures) {
      used.push(id);
      assert.match(content, /<svg [^>]*role="img" aria-label=".{10,}"/, id);
      assert.match(content, /<figcaption>.{30,}<\/figcaption>/s, id);
    }
  }
  assert.deepEqual(used.sort(), [...drawings.keys()].sort());
});

test("curves have points that differ, and no drawing has a number that is none", () => {
  for (const [id, drawing] of drawings) {
    for (const { points } of drawing.curves) {
      const known = points.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
      assert.ok(known.length > 1 && new Set(known.map(String)).size > 1, id);
    }
    assert.doesNotMatch(draw(drawing), /NaN|undefined|Infinity/, id);
  }
});

test("a drawing is short, has no style of its own, and no label covers another or leaves it", () => {
  for (const [id, drawing] of drawings) {
    const svg = draw(drawing);
    assert.ok(svg.length < 8000, `${id}: ${svg.length} B`);
    assert.doesNotMatch(svg, / style=/, id);
    const labels = [...svg.matchAll(/<text x="([^"]+)" y="([^"]+)" dy="4"[^>]*>(.+?)<\/text>/g)];
    const boxes = labels.map(([, x, y, text]) => ({ x: Number(x), y: Number(y), half: 3.5 * [...text].length, text }));
    for (const [i, a] of boxes.entries()) {
      assert.ok(a.x - a.half >= 0 && a.x + a.half <= 400, `${id}: ${a.text}`);
      for (const b of boxes.slice(i + 1))
        assert.ok(Math.abs(a.x - b.x) >= a.half + b.half || Math.abs(a.y - b.y) >= 13, `${id}: ${a.text}, ${b.text}`);
    }
  }
});

test("the curves of closed form agree with it", () => {
  const laws: [string, string | undefined, (x: number) => number, number][] = [
    ...[0.5, 1.5, 2.5].map(
      (h) =>
        ["decay-steps", `Δt = ${h} s`, (t: number) => (1 - h) ** Math.round(t / h), 1e-12] as [
          string,
          string,
          (t: number) => number,
          number,
        ],
    ),
    ["decay-steps", "exact", (t) => Math.exp(-t), 1e-12],
    ["decay-factors", "explicit Euler", (z) => 1 - z, 1e-12],
    ["decay-factors", "implicit Euler", (z) => 1 / (1 + z), 1e-12],
    ["eulers-energy", "explicit Euler", (t) => 10 * 1.025 ** Math.round(t / 0.05), 1e-9],
    ["eulers-energy", "implicit Euler", (t) => 10 * 1.025 ** -Math.round(t / 0.05), 1e-9],
    ["pair-energy", undefined, (length) => 5 * (length - 1.5) ** 2, 1e-12],
    ["pair-eigenvalues", "across it", (rest) => 10 * (1 - rest / 2.5), 1e-12],
    ["pair-sideways", "compressed, L = 5 m", (s) => 5 * (Math.hypot(2.5, s) - 5) ** 2, 1e-12],
    ["follower-overshoot", undefined, (z) => (z < 1 ? 100 * Math.exp((-Math.PI * z) / Math.sqrt(1 - z * z)) : 0), 0.1],
  ];
  for (const [id, label, law, tolerance] of laws)
    for (const [x, y] of curve(id, label).points)
      assert.ok(Math.abs(y - law(x)) <= tolerance * Math.max(1, Math.abs(y)), `${id}, ${label}: ${y} at ${x}`);
});

test("what the captions state is in the curves", () => {
  const last = ({ points }: Curve) => points[points.length - 1];
  const rest = curve("damper-rest").points.reduce((least, point) => (point[1] < least[1] ? point : least));
  assert.ok(rest[0] > 2 && rest[0] < 3.16, `rest soonest with ${rest[0]} N·s/m`);
  const [whole, half] = ["Δt = 10 ms", "Δt = 5 ms"].map((label) => curve("verlet-sweeps", label).points);
  for (const [i, [, stretch]] of whole.entries())
    assert.ok(Math.abs(stretch / half[i][1] - 4) < 0.2, `${stretch / half[i][1]} times as much`);
  const overshoot = curve("follower-overshoot").points.find(([ratio]) => Math.abs(ratio - 0.7) < 0.011)?.[1] ?? 0;
  assert.ok(Math.abs(overshoot - 4.6) < 0.3, `${overshoot} %`);
  const radii = curve("follower-chain").points.map(([, radius]) => radius);
  for (const [i, radius] of radii.slice(1).entries()) assert.ok(radius > radii[i]);
  const highest = (label: string) =>
    Math.max(
      ...curve("verlet-pendulum", label)
        .points.filter(([time]) => time > 5)
        .map(([, height]) => height),
    );
  assert.ok(highest("RATTLE") > -0.005 && highest("projection") < -0.1);
  assert.ok(last(curve("drape-limit", "without"))[1] > 1.2 * last(curve("drape-limit", "with bending springs"))[1]);
  const peaks = ["μ = 0.4", "μ = 0.8"].map((label) =>
    Math.max(...curve("resonance-amplitude", label).points.map(([, a]) => a)),
  );
  assert.ok(Math.abs(peaks[0] / peaks[1] - 2) < 0.02);
});
