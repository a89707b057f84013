// Positions of values on sliders, and steps of arrow keys.
import assert from "node:assert/strict";
import test from "node:test";
import { scenes } from "../dist/lib/springlab.js";
import { TIME_RATE } from "../www/lab/model/options.ts";
import { fraction, stepped, valueAt } from "../www/lab/model/scale.ts";
import type { NumberParameter } from "../www/types.ts";

/** All number parameters of all scenes, and the speed. */
const NUMBERS = [TIME_RATE, ...(await scenes()).flatMap(({ parameters }) => parameters)].filter(
  (parameter): parameter is NumberParameter => !("options" in parameter),
);

/** Travel of a slider's thumb on a narrow phone, in px. */
const TRAVEL = 280;

test("a position on the track gives the value shown there", () => {
  for (const parameter of NUMBERS) {
    assert.equal(valueAt(parameter, 0), parameter.from, parameter.key);
    assert.equal(valueAt(parameter, 1), parameter.to, parameter.key);
    for (let p = 0; p <= 1; p += 1 / 64) {
      // rounding: half of 0.5 % of the range on a linear slider, less on a logarithmic one
      const near = parameter.whole ? 1 : 0.003;
      assert.ok(Math.abs(fraction(parameter, valueAt(parameter, p)) - p) <= near, `${parameter.key} at ${p}`);
    }
  }
});

test("a pixel changes a value by at most 2 %", () => {
  for (const parameter of NUMBERS) {
    for (let pixel = 0; pixel < TRAVEL; pixel++) {
      const [one, other] = [pixel, pixel + 1].map((x) => valueAt(parameter, x / TRAVEL));
      // relative to the value on a logarithmic slider, else to half the range; whole numbers are
      // rounded
      const size = parameter.step === undefined ? one : (parameter.to - parameter.from) / 2;
      const most = (0.02 * size + (parameter.whole ? 1 : 0)) * (1 + 1e-9); // rounding of decimal digits
      assert.ok(other - one <= most, `${parameter.key}: from ${one} to ${other}`);
    }
  }
});

test("arrow keys change a value by 1 to 3 % or by the step, and back again", () => {
  for (const parameter of NUMBERS) {
    for (const p of [0.1, 0.25, 0.5, 0.77]) {
      const value = valueAt(parameter, p);
      const up = stepped(parameter, value, 1);
      const down = stepped(parameter, value, -1);
      const step = parameter.step ?? Math.max(parameter.whole ? 1 : 0, 0.025 * value);
      assert.ok(up > value && up - value <= step * (1 + 1e-9), `${parameter.key}: ${value} to ${up}`);
      assert.ok(down < value && value - down <= step * (1 + 1e-9), `${parameter.key}: ${value} down to ${down}`);
      assert.equal(
        stepped(parameter, up, -1),
        stepped(parameter, stepped(parameter, up, -1), 1) === up ? stepped(parameter, up, -1) : Number.NaN,
      );
      assert.ok(stepped(parameter, value, 10) >= up);
    }
    assert.equal(stepped(parameter, parameter.to, 1), parameter.to);
    assert.equal(stepped(parameter, parameter.from, -1), parameter.from);
  }
});

test("arrow keys give round numbers", () => {
  const k = NUMBERS.find(({ key, default: usual }) => key === "stiffness" && usual === 5000);
  const g = NUMBERS.find(({ key }) => key === "gravity");
  assert.ok(k && g);
  assert.equal(stepped(k, 5000, 1), 5100);
  assert.equal(stepped(k, 5000, -1), 4950);
  assert.equal(stepped(k, 5000, 10), 6000);
  assert.equal(stepped(k, 1000, -1), 990);
  assert.equal(stepped(k, 1013, 1), 1020);
  assert.equal(stepped(g, -9.81, 1), -9.8);
  assert.equal(stepped(g, -9.81, -1), -9.9);
});

test("beyond the slider's ends keys only lead back; in a field they go to its bounds", () => {
  const k = NUMBERS.find(({ key, default: usual }) => key === "stiffness" && usual === 5000);
  assert.ok(k);
  assert.equal(stepped(k, 80_000, 1), 80_000);
  assert.equal(stepped(k, 80_000, -1), 79_000);
  assert.equal(stepped(k, 80_000, 1, [k.min, k.max]), 81_000);
  assert.equal(stepped(k, 0, 1), 500, "the left end");
  assert.equal(stepped(k, 0, -1), 0);
  assert.equal(fraction(k, 0), Number.NEGATIVE_INFINITY);
});
