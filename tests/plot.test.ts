// Parts of plots that need no page.
import assert from "node:assert/strict";
import test from "node:test";
import { distinct } from "../www/plots/dashes.ts";
import { decades } from "../www/plots/decades.ts";
import { energies } from "../www/plots/energies.ts";
import { logarithmic } from "../www/plots/logarithmic.ts";
import { Range } from "../www/plots/range.ts";
import { Recorder } from "../www/plots/recorder.ts";
import { Sampler } from "../www/plots/sampler.ts";
import { roundUp, ticks } from "../www/plots/ticks.ts";

const texts = (low: number, high: number, most: number) => ticks({ low, high }, most).map(({ text }) => text);

test("the next round number is 1, 2 or 5 times a power of ten", () => {
  const numbers = [0.3 / 3, 0.11, 0.2, 0.21, 0.5, 0.51, 9.99, 1000, 1e-9, 3e-9, 1e300];
  const expected = [0.1, 0.2, 0.2, 0.5, 0.5, 1, 10, 1000, 1e-9, 5e-9, 1e300];
  for (const [i, number] of numbers.entries()) {
    const rounded = roundUp(number);
    // powers of ten are accurate to some units in the last place
    assert.ok(Math.abs(rounded / expected[i] - 1) < 1e-12, `${number}: ${rounded}`);
  }
});

test("ticks have the digits that distinguish them", () => {
  assert.deepEqual(texts(0, 12, 7), ["0", "2", "4", "6", "8", "10", "12"]);
  assert.deepEqual(texts(-1.2, 1.2, 6), ["−1", "−0.5", "0", "0.5", "1"]);
  assert.deepEqual(texts(0, 0.3, 3), ["0", "0.1", "0.2", "0.3"]);
  assert.deepEqual(texts(-1e-9, 1e-9, 4), ["−1e−9", "−5e−10", "0", "5e−10", "1e−9"]);
  assert.deepEqual(texts(0, 120_000, 3), ["0", "50000", "100000"]);
  assert.deepEqual(texts(0, 3e6, 6), ["0", "5e5", "1e6", "1.5e6", "2e6", "2.5e6", "3e6"]);
  assert.deepEqual(texts(5.197, 5.199, 2), ["5.197", "5.198", "5.199"]);
  assert.deepEqual(texts(5.1971, 5.1979, 8).slice(0, 2), ["5.1971", "5.1972"]);
  assert.deepEqual(texts(1009.95, 1010.05, 2), ["1009.95", "1010", "1010.05"]);
});

test("ticks are within the range, all different, and no more than fit", () => {
  let range = { low: 0, high: 1 };
  for (let i = 0; i < 5000; i++) {
    // ranges of all sizes and places, the same in every run
    const size = 10 ** (((i * 7919) % 600) / 25 - 12);
    const low = size * ((((i * 104_729) % 1000) - 500) / 100);
    range = { low, high: low + size };
    const most = 1 + (i % 10);
    const marks = ticks(range, most);
    assert.ok(marks.length <= most + 1, `${marks.length} in ${low} to ${range.high}`);
    assert.equal(new Set(marks.map(({ text }) => text)).size, marks.length, marks.map(({ text }) => text).join());
    for (const { value, text } of marks) {
      assert.ok(value >= low - 1e-5 * size && value <= range.high + 1e-5 * size, `${value} in ${low} to ${range.high}`);
      // the full text loses no visible digit of the value
      assert.ok(Math.abs(Number(text.replaceAll("−", "-")) - value) < 1e-6 * size, `${text} for ${value}`);
    }
  }
});

/** The range that follows data between two values. */
const rangeOf = (low: number, high: number, floor?: number) => {
  const range = new Range(floor);
  range.follow(low, high);
  return [range.low, range.high].map((end) => Number(end.toPrecision(6)));
};

test("a range has round ends and contains the data", () => {
  assert.deepEqual(rangeOf(0, 10.05, 0), [0, 12]);
  assert.deepEqual(rangeOf(3, 10.05, 0), [0, 12]);
  assert.deepEqual(rangeOf(-1.03, 1.03), [-1.2, 1.2]);
  assert.deepEqual(rangeOf(5.1, 5.3), [5.05, 5.35]);
  assert.deepEqual(rangeOf(-4e-9, 1e-9), [-5e-9, 2e-9]);
  assert.deepEqual(rangeOf(0, 8.7e5, 0), [0, 1e6]);
});

test("a rounding error below zero does not extend the range", () => {
  assert.deepEqual(rangeOf(-1e-15, 10.05, 0), [0, 12]);
});

test("constant or missing data have a range that contains zero", () => {
  assert.deepEqual(rangeOf(5, 5), [0, 6]);
  assert.deepEqual(rangeOf(-5, -5), [-6, 0]);
  assert.deepEqual(rangeOf(0, 0), [-1, 1]);
  assert.deepEqual(rangeOf(0, 0, 0), [0, 1]);
  assert.deepEqual(rangeOf(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY), [-1, 1]);
  assert.deepEqual(rangeOf(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0), [0, 1]);
});

test("ranges from 1e-320 to 1e300 are finite and not empty", () => {
  for (const size of [1e-320, 1e-300, 1e-150, 1e150, 9.9e299]) {
    for (const [low, high] of [
      [-size, size],
      [0, size],
      [size, size],
      [-size, -size / 2],
    ]) {
      const range = new Range();
      range.follow(low, high);
      assert.ok(range.high > range.low && Number.isFinite(range.high - range.low), `${range.low} to ${range.high}`);
      assert.ok(ticks(range, 5).length >= 2, `${size}`);
    }
  }
});

test("a range grows at once and shrinks only when much of it is empty", () => {
  const range = new Range(0);
  range.follow(0, 9.9);
  assert.equal(range.high, 12);
  range.follow(0, 12.1);
  assert.equal(range.high, 15);
  range.follow(0, 10);
  assert.equal(range.high, 15);
  range.follow(0, 6);
  assert.equal(range.high, 8);
});

test("a range is stable when data fluctuate", () => {
  for (let size = 0.5; size < 5; size *= 1.01) {
    const range = new Range();
    let changes = 0;
    let low = Number.NaN;
    let high = Number.NaN;
    for (let i = 0; i < 200; i++) {
      range.follow(-size * (1 + 0.05 * Math.sin(i)), size * (1 + 0.05 * Math.sin(1.7 * i)));
      if (range.low !== low || range.high !== high) changes += 1;
      low = range.low;
      high = range.high;
    }
    // once at first, and at most twice on each side until the largest values have come
    assert.ok(changes <= 5, `${changes} at ${size}`);
  }
});

const quantity = (label: string, unit: string, value: () => number) => ({
  label,
  unit,
  color: "--total",
  width: 2,
  dash: [],
  value,
});

/** A simulation of nothing but time, with one quantity that can be set. */
function counter() {
  const state = { time: 0, level: 0 };
  const level = quantity("level", "m", () => state.level);
  const recorder = new Recorder([level]);
  const sampler = new Sampler({
    step: (steps) => {
      state.time += 0.01 * steps;
    },
    time: () => state.time,
    recorder,
  });
  sampler.tune(0.01, 20);
  sampler.restart();
  const last = (count: number) => {
    const { times, of } = recorder.samples();
    return Array.from(times, (time, i) => [Number(time.toFixed(6)), of(level)[i]]).slice(-count);
  };
  return { recorder, sampler, state, last };
}

test("the window is a round number of seconds, within bounds", () => {
  const { recorder, sampler } = counter();
  for (const [wish, window] of [
    [18.9, 20],
    [2.1, 2.5],
    [5.96, 6], // three periods on the damper page
    [6.1, 8],
    [8.1, 10],
    [0.001, 0.1],
    [1e6, 500],
    [Number.POSITIVE_INFINITY, 500],
  ]) {
    sampler.tune(0.01, wish);
    assert.equal(recorder.window, window);
    assert.equal(recorder.interval, window / 1000);
  }
});

test("steps are sampled no more often than a plot can show", () => {
  const { recorder, sampler } = counter();
  sampler.advance(7);
  assert.equal(recorder.samples().times.length, 4);
});

test("a step that fails ends the record at the sample before", () => {
  let time = 0;
  const clock = quantity("clock", "s", () => time);
  const recorder = new Recorder([clock]);
  const sampler = new Sampler({
    step: () => {
      if (time >= 3) throw new Error("stopped");
      time += 1;
    },
    time: () => time,
    recorder,
  });
  sampler.tune(1, 20);
  sampler.restart();
  assert.throws(() => sampler.advance(5), /stopped/);
  assert.deepEqual(Array.from(recorder.samples().of(clock)), [0, 1, 2, 3]);
});

test("a marked change is recorded as a jump, and the next step is sampled", () => {
  const { recorder, sampler, state, last } = counter();
  sampler.advance(3);
  sampler.show();
  state.level = 5;
  sampler.mark("Stiffness 5 N/m", "stiffness");
  sampler.show();
  assert.deepEqual(last(2), [
    [0.03, 0],
    [0.03, 5],
  ]);
  sampler.advance(1);
  assert.deepEqual(last(1), [[0.04, 5]]);
  assert.deepEqual(
    recorder.marks().map(({ label }) => label),
    ["Stiffness 5 N/m"],
  );
});

test("a moving slider is one event at its last time, and takes no memory", () => {
  for (const steps of [0, 1]) {
    const { recorder, sampler, state } = counter();
    sampler.advance(100);
    const before = recorder.samples().times.length;
    for (let i = 1; i <= 1000; i++) {
      state.level = i;
      sampler.mark(`Stiffness ${i} N/m`, "stiffness");
      sampler.advance(steps);
      sampler.show();
    }
    const [{ time, label }, ...others] = recorder.marks();
    assert.equal(others.length, 0);
    assert.equal(label, "Stiffness 1000 N/m");
    assert.ok(Math.abs(time - (1 + 0.01 * 999 * steps)) < 1e-9, `${time}`);
    // a sample every second step, and one for the event
    const samples = recorder.samples().times.length - before;
    assert.ok(samples <= 500 * steps + 2, `${samples}`);
  }
});

test("events are deleted with the samples of their time", () => {
  const { recorder, sampler } = counter();
  for (const name of ["a", "b", "c"]) {
    sampler.advance(900);
    sampler.mark(name);
  }
  assert.deepEqual(
    recorder.marks().map(({ label }) => label),
    ["a", "b", "c"],
  );
  sampler.advance(1000);
  assert.deepEqual(
    recorder.marks().map(({ label }) => label),
    ["b", "c"],
  );
  sampler.restart();
  assert.deepEqual(recorder.marks(), []);
});

test("nothing is marked at the beginning, without a past", () => {
  const { recorder, sampler, last } = counter();
  sampler.mark("method");
  assert.deepEqual(recorder.marks(), []);
  assert.deepEqual(last(9), [[0, 0]]);
});

test("samples that have just left the window are kept", () => {
  const { recorder, sampler } = counter();
  for (let i = 0; i < 10_000; i++) {
    const [begin] = recorder.samples().times;
    sampler.advance(2);
    assert.equal(recorder.samples(begin).times[0], begin);
  }
});

test("the table has names with units, no empty column and no duplicate", () => {
  const spare = { spare: true };
  let time = 0;
  const recorder = new Recorder([
    quantity("kinetic", "J", () => 1 + time),
    quantity("damping ratio", "", () => Number.NaN),
    { ...quantity("x", "m", () => 5 + time), ...spare },
    { ...quantity("y", "m", () => 0), ...spare },
    { ...quantity("also kinetic", "J", () => 1 + time), ...spare },
    quantity("dissipated", "J", () => 0),
  ]);
  recorder.record(time);
  time = 1;
  recorder.record(time);
  assert.deepEqual(
    recorder.table().map(({ name, values }) => [name, ...values]),
    [
      ["time [s]", 0, 1],
      ["kinetic [J]", 1, 2],
      ["x [m]", 5, 6],
      ["dissipated [J]", 0, 0],
    ],
  );
});

test("beyond six decades an axis is logarithmic, for both signs, with powers of ten", () => {
  assert.equal(decades(10, -5, 9e6), undefined);
  assert.equal(decades(0, 0, 1e9), undefined, "an axis that begins at 0 has no decades");
  const axis = decades(10, -2e4, 3e9);
  assert.ok(axis?.map && axis.ticks);
  const { map, low, high } = axis;
  assert.equal(map(0), 0);
  // far from 0 a decade has the same length for both signs
  assert.ok(Math.abs(map(1e8) - map(1e7) - 1) < 1e-5);
  assert.equal(map(-1e7), -map(1e7));
  assert.ok(low < map(-2e4) && map(3e9) < high);
  const texts = axis.ticks(5).map(({ text }) => text);
  assert.ok(texts.length <= 6, String(texts));
  assert.ok(
    texts.includes("0") && texts.includes("10⁹") && texts.some((text) => text.startsWith("−10")),
    String(texts),
  );
  for (const { value, text } of axis.ticks(5)) {
    assert.ok(map(value) >= low && map(value) <= high, `${text} has a place on the axis`);
    if (value === 0) continue;
    const power = [...text.replace("−", "").slice(2)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)).join("");
    assert.equal(Math.abs(value), Number(`1e${power}`));
  }
});

test("a logarithmic axis begins at the scene's typical energy if the first values are rounding", () => {
  const texts = (begun: number) =>
    decades(begun, -1, 2e14, 8)
      ?.ticks?.(7)
      .map(({ text }) => text);
  assert.deepEqual(texts(1e-18), texts(8));
  assert.ok(texts(1e-18)?.every((text) => !text.includes("⁻")));
  assert.ok(
    texts(1e-9)?.some((text) => text.includes("⁻")),
    "small values that are no rounding are shown",
  );
  assert.equal(decades(1e-18, -1, 7e6, 8), undefined, "less than six decades of the scene's energy");
});

test("numbers of a logarithmic axis do not overlap", () => {
  for (const parts of [
    [8, -1e3, 2e14],
    [8, 0, 2e14],
    [1.2, -2e4, 1e16],
    [10, -2e9, 3e9],
    [3e-4, -1, 1e5],
  ]) {
    const [first, lowest, highest] = parts;
    const axis = decades(first, lowest, highest);
    assert.ok(axis?.map && axis.ticks);
    for (const count of [4, 5, 6, 7]) {
      const places = axis.ticks(count).map(({ value }) => axis.map?.(value) ?? Number.NaN);
      const sorted = places.toSorted((a, b) => a - b);
      const gaps = sorted.slice(1).map((place, i) => place - sorted[i]);
      // 16 px for each number, which needs 9
      assert.ok(Math.min(...gaps) * 16 * count >= 9 * (axis.high - axis.low), `${parts}, ${count}: ${gaps}`);
    }
  }
});

test("curves can be distinguished by their dashes alone", () => {
  const all = energies(undefined as any, () => assert.fail("dashes need no values"));
  const damper = [...Object.values(all), { dash: [] }].map(({ dash }) => dash);
  const solid = Array.from({ length: 12 }, () => []);
  for (const dashes of [
    damper,
    solid,
    [[], [], [6, 4]],
    [
      [8, 3],
      [8, 3],
    ],
    [],
  ]) {
    const own = distinct(dashes);
    assert.equal(new Set(own.map(String)).size, dashes.length, JSON.stringify(own));
    assert.deepEqual(own[0], dashes[0], "the first keeps its dashes");
  }
  const different = [[6, 4], [], [2, 2]];
  assert.deepEqual(distinct(different), different);
});

test("a logarithmic axis by choice has whole decades, and smaller values at its end", () => {
  const axis = logarithmic(3e-4, 0, 20);
  assert.ok(axis?.map && axis.ticks);
  assert.deepEqual([axis.low, axis.high], [-4, 2]);
  assert.deepEqual([1e-4, 1, 100, 0, 1e-9].map(axis.map), [-4, 0, 2, -4, -4]);
  assert.deepEqual(
    axis.ticks(3).map(({ value, text }) => [Number(value.toPrecision(9)), text]),
    [
      [1e-4, "10⁻⁴"],
      [0.01, "10⁻²"],
      [1, "10⁰"],
      [100, "10²"],
    ],
  );
  assert.equal(logarithmic(1e-30, 0, 5)?.low, -6, "six decades at most");
  const texts = logarithmic(3, 3, 8)
    ?.ticks?.(6)
    .map(({ text }) => text);
  assert.deepEqual(texts, ["10⁰", "10¹", "2", "5"]);
  assert.equal(logarithmic(Number.POSITIVE_INFINITY, 0, 0), undefined, "there are no decades of 0");
});

test("a logarithmic axis by choice is linear around 0 for values of both signs", () => {
  const axis = logarithmic(1e-9, -5, 20);
  assert.ok(axis?.map);
  assert.equal(axis.map(0), 0);
  assert.equal(axis.map(-3), -axis.map(3));
  assert.ok(axis.map(20) - axis.map(2) > 0.99 && axis.low < axis.map(-5) && axis.map(20) < axis.high);
});
