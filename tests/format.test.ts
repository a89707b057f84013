// Numbers as text.
import assert from "node:assert/strict";
import test from "node:test";
import { cleaned, energy, floorTo, ROUNDING } from "../www/base/format.ts";
import { Recorder } from "../www/plots/recorder.ts";

test("a value below 1e-12 of its scale reads 0, and no other does", () => {
  assert.equal(ROUNDING, 1e-12);
  for (const scale of [1e-6, 1, -3, 2e7]) {
    for (const part of [0, 1e-17, -9.99e-13]) assert.equal(cleaned(part * scale, scale), 0);
    for (const part of [1.01e-12, -1e-9, 1, 5]) assert.equal(cleaned(part * scale, scale), part * scale);
  }
  assert.equal(cleaned(1e-300, 0), 1e-300, "without a scale nothing is rounding");
  assert.ok(Number.isNaN(cleaned(Number.NaN, 1)));
});

test("an energy that rounds to 0 has no sign", () => {
  assert.deepEqual([-1e-17, -0, 0.004, -0.004, -0.006].map(energy), ["0.00", "0.00", "0.00", "0.00", "−0.01"]);
});

test("a quantity's scale is the largest value of its unit so far, or its own", () => {
  const of = { label: "", color: "", width: 1, dash: [] };
  let time = 0;
  const quantities = [
    { ...of, unit: "m", value: () => [2, Number.POSITIVE_INFINITY][time] },
    { ...of, unit: "m", value: () => [1e-16, Number.NaN][time] },
    { ...of, unit: "mm", scale: 200, value: () => [1e-13, -300][time] },
  ];
  const recorder = new Recorder(quantities);
  recorder.record(time);
  time = 1;
  recorder.record(time);
  assert.deepEqual(
    quantities.map((quantity) => recorder.scale(quantity)),
    [2, 2, 300],
  );
  recorder.clear();
  assert.deepEqual(
    quantities.map((quantity) => recorder.scale(quantity)),
    [0, 0, 200],
  );
});

test("a value is rounded down, and stays if it has no more digits", () => {
  const cases = [
    [0.3, 1, 0.3],
    [0.6, 1, 0.6],
    [0.39, 1, 0.3],
    [0.0996, 1, 0.09],
    [1, 1, 1],
    [12345, 3, 12300],
    [9.999, 3, 9.99],
  ];
  for (const [value, digits, expected] of cases) assert.equal(floorTo(value, digits), expected, `${value}`);
});
