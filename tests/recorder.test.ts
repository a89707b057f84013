// The memory of plots.
import assert from "node:assert/strict";
import test from "node:test";
import { perSample } from "../www/plots/quantity.ts";
import { Recorder } from "../www/plots/recorder.ts";
import { Sampler } from "../www/plots/sampler.ts";

let present = 6;
const ENERGY = { label: "total", unit: "J", color: "--total", width: 2, dash: [], value: () => present };

const record = (recorder: Recorder, time: number, value: number, provisional?: boolean) => {
  present = value;
  recorder.record(time, provisional);
};

/** Times and energies of samples. */
const rowsOf = ({ times, of }: import("../www/plots/recorder.ts").Samples) =>
  Array.from(times, (time, i) => [time, of(ENERGY)[i]]);

/** Samples of a recorder up to the present. */
const rows = (recorder: Recorder) => rowsOf(recorder.samples());

test("samples are returned in order", () => {
  const recorder = new Recorder([ENERGY]);
  record(recorder, 0, 5);
  record(recorder, 1, 6);
  assert.deepEqual(rows(recorder), [
    [0, 5],
    [1, 6],
  ]);
  recorder.clear();
  assert.deepEqual(rows(recorder), []);
});

test("a provisional sample is replaced by the next one", () => {
  const recorder = new Recorder([ENERGY]);
  record(recorder, 0, 5);
  record(recorder, 0.5, 7, true);
  record(recorder, 0.7, 8, true);
  assert.deepEqual(rows(recorder).at(-1), [0.7, 8]);
  record(recorder, 1, 6);
  assert.deepEqual(rows(recorder), [
    [0, 5],
    [1, 6],
  ]);
});

test("a lasting sample recorded again at its time is updated and still lasts", () => {
  const recorder = new Recorder([ENERGY]);
  record(recorder, 0, 5);
  record(recorder, 0, 9, true);
  record(recorder, 0, 10, true);
  record(recorder, 1, 6);
  assert.deepEqual(rows(recorder), [
    [0, 10],
    [1, 6],
  ]);
});

test("an earlier time begins a new record", () => {
  const recorder = new Recorder([ENERGY]);
  for (const time of [0, 1, 2]) record(recorder, time, time);
  record(recorder, 0, 7);
  assert.deepEqual(rows(recorder), [[0, 7]]);
});

test("memory is bounded, and the window is kept", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.window = 10;
  for (let i = 0; i <= 100_000; i++) record(recorder, i * recorder.interval, i);
  const kept = rows(recorder);
  assert.equal(kept.length, 1001);
  assert.deepEqual(kept.at(-1), [1000, 100_000]);
  assert.ok(Math.abs(kept[0][0] - 990) < 1e-9, `${kept[0][0]}`);
});

test("the window is kept with steps from 0.1 ms to 50 ms", () => {
  for (const step of [0.0001, 0.0135, 0.015, 0.02, 0.05]) {
    const recorder = new Recorder([ENERGY]);
    let time = 0;
    const sampler = new Sampler({
      step: (steps) => {
        time += steps * step;
      },
      time: () => time,
      recorder,
    });
    sampler.tune(step, 20);
    sampler.restart();
    for (let i = 0; i < 4000; i++) {
      sampler.advance(Math.ceil(recorder.interval / step));
      const { times } = recorder.samples();
      const past = times[times.length - 1] - times[0];
      assert.ok(
        past >= Math.min(time, recorder.window) - 2 * Math.max(recorder.interval, step),
        `${step}: ${past} s of ${time} s`,
      );
    }
  }
});

/**
 * Runs an adaptive method, and returns the ticks at the ends of its own steps.
 * @param own  lengths of its own steps in each time step
 */
function ticks(stepSize: number, own: number[], steps: number) {
  let time = 0;
  const recorder = new Recorder([ENERGY]);
  const sampler = new Sampler({
    step: (n) => {
      time += n * stepSize;
    },
    time: () => time,
    ownSteps: () => new Float64Array(own),
    recorder,
  });
  sampler.tune(stepSize, 10);
  sampler.restart();
  sampler.advance(steps);
  return { recorder, ticks: recorder.ticks() };
}

test("the ends of an adaptive method's steps are ticks, also backwards in time", () => {
  for (const direction of [1, -1]) {
    const { ticks: found } = ticks(
      1,
      [0.25, 0.5, 0.25].map((step) => direction * step),
      2,
    );
    assert.deepEqual(found, [0.25, 0.75, 1, 1.25, 1.75, 2]);
  }
});

test("ticks leave with the window, and a restart deletes them", () => {
  const { recorder, ticks: found } = ticks(1, [0.5, 0.5], 30);
  assert.deepEqual([found[0], found.at(-1), found.length], [20, 30, 21]);
  recorder.clear();
  assert.deepEqual(recorder.ticks(), []);
});

test("there are no ticks where they would be too dense, and never too many", () => {
  assert.deepEqual(ticks(0.001, [0.001], 50).ticks, []); // ten time steps in a sample
  assert.equal(ticks(1, Array(1000).fill(0.001), 10).ticks.length, 2000);
});

test("samples after the present stay until they are overwritten", () => {
  const recorder = new Recorder([ENERGY]);
  for (let time = 0; time <= 5; time++) record(recorder, time, 10 * time);
  recorder.mark(5, "damping", "damping");
  record(recorder, 6, 60, true); // provisional
  recorder.seek(2);
  assert.deepEqual(rows(recorder).at(-1), [2, 20]);
  assert.deepEqual(rowsOf(recorder.later()), [
    [2, 20],
    [3, 30],
    [4, 40],
    [5, 50],
  ]);
  assert.equal(recorder.end, 5);
  record(recorder, 2, 20, true);
  record(recorder, 3.5, 7);
  assert.deepEqual(rows(recorder), [
    [0, 0],
    [1, 10],
    [2, 20],
    [3.5, 7],
  ]);
  assert.deepEqual(Array.from(recorder.later().of(ENERGY)), [7, 40, 50]);
  assert.equal(recorder.marks().length, 1);
  recorder.seek(5);
  assert.deepEqual(rows(recorder).at(-1), [5, 50]);
  assert.equal(recorder.later().times.length, 0);
  recorder.seek(1);
  record(recorder, 5.5, 8);
  assert.deepEqual(rows(recorder).at(-1), [5.5, 8]);
  assert.equal(recorder.later().times.length, 0, "no later samples");
  assert.equal(recorder.marks().length, 0, "later marks are deleted");
});

test("thirty seconds are kept even if the window is shorter", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.window = 2;
  for (let i = 0; i <= 40_000; i++) record(recorder, i * recorder.interval, i);
  const { times } = recorder.samples(0);
  assert.ok(recorder.end - times[0] >= 30, `from ${times[0]} to ${recorder.end} s`);
  assert.ok(times.length < 40_000, "older samples are deleted");
});

test("a reading that quantities share is read once per sample", () => {
  let readings = 0;
  const account = perSample(() => {
    readings += 1;
    return { kinetic: 2 * readings, elastic: 3 * readings };
  });
  const kinetic = { ...ENERGY, label: "kinetic", value: () => account().kinetic };
  const elastic = { ...ENERGY, label: "elastic", value: () => account().elastic };
  const recorder = new Recorder([kinetic, elastic]);
  for (const time of [0, 1, 2]) recorder.record(time);
  const { of } = recorder.samples();
  assert.deepEqual([...of(kinetic)], [2, 4, 6]);
  assert.deepEqual([...of(elastic)], [3, 6, 9]);
});

test("a quantity that cannot be read leaves the record as it was", () => {
  let broken = false;
  const value = () => {
    if (broken) throw new Error("broken");
    return 7;
  };
  const recorder = new Recorder([ENERGY, { ...ENERGY, value }]);
  record(recorder, 0, 5);
  record(recorder, 1, 6, true);
  broken = true;
  assert.throws(() => recorder.record(2), /broken/);
  assert.deepEqual(rows(recorder), [
    [0, 5],
    [1, 6],
  ]);
});
