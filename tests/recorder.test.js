// The samples that plots keep.
import assert from "node:assert/strict";
import test from "node:test";
import { Recorder } from "../www/plots/recorder.js";
import { Sampler } from "../www/plots/sampler.js";

const ENERGY = { label: "total", unit: "J", color: "--total", width: 2, dash: [] };

/** Samples of a recorder as rows. @param {Recorder} recorder */
const rows = (recorder) => {
  const [times, ...quantities] = recorder.columns();
  return Array.from(times, (time, i) => [time, ...quantities.map((column) => column[i])]);
};

test("samples are read in the order of recording", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.record(0, [5]);
  recorder.record(1, [6]);
  assert.deepEqual(rows(recorder), [
    [0, 5],
    [1, 6],
  ]);
  recorder.clear();
  assert.deepEqual(rows(recorder), []);
});

test("a temporary sample is replaced by the next one", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.record(0, [5]);
  recorder.record(0.5, [7], true);
  recorder.record(0.7, [8], true);
  assert.deepEqual(rows(recorder).at(-1), [0.7, 8]);
  recorder.record(1, [6]);
  assert.deepEqual(rows(recorder), [
    [0, 5],
    [1, 6],
  ]);
});

test("a lasting sample is updated by a temporary one of the same time, and stays", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.record(0, [5]);
  recorder.record(0, [9], true);
  recorder.record(0, [10], true);
  recorder.record(1, [6]);
  assert.deepEqual(rows(recorder), [
    [0, 10],
    [1, 6],
  ]);
});

test("an earlier time begins a new record", () => {
  const recorder = new Recorder([ENERGY]);
  for (const time of [0, 1, 2]) recorder.record(time, [time]);
  recorder.record(0, [7]);
  assert.deepEqual(rows(recorder), [[0, 7]]);
});

test("memory is bounded, and the window is kept", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.window = 10;
  for (let i = 0; i <= 100_000; i++) recorder.record(i * recorder.interval, [i]);
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
      values: () => [6],
      recorder,
    });
    sampler.tune(step, 20);
    sampler.restart();
    for (let i = 0; i < 4000; i++) {
      sampler.advance(Math.ceil(recorder.interval / step));
      const [times] = recorder.columns();
      const past = times[times.length - 1] - times[0];
      assert.ok(
        past >= Math.min(time, recorder.window) - 2 * Math.max(recorder.interval, step),
        `${step}: ${past} s of ${time} s`,
      );
    }
  }
});

/**
 * Runs an adaptive method, and returns the ticks at the ends of its steps.
 * @param {number} stepSize
 * @param {number[]} own  lengths of its steps in a time step
 * @param {number} steps
 */
function ticks(stepSize, own, steps) {
  let time = 0;
  const recorder = new Recorder([ENERGY]);
  const sampler = new Sampler({
    step: (n) => {
      time += n * stepSize;
    },
    time: () => time,
    ownSteps: () => new Float64Array(own),
    values: () => [0],
    recorder,
  });
  sampler.tune(stepSize, 10);
  sampler.restart();
  sampler.advance(steps);
  return { recorder, ticks: recorder.ticks() };
}

test("the ends of an adaptive method's steps are ticks, also backwards in time", () => {
  for (const way of [1, -1]) {
    const { ticks: found } = ticks(
      1,
      [0.25, 0.5, 0.25].map((step) => way * step),
      2,
    );
    assert.deepEqual(found, [0.25, 0.75, 1, 1.25, 1.75, 2]);
  }
});

test("ticks leave with the window, and a restart removes them", () => {
  const { recorder, ticks: found } = ticks(1, [0.5, 0.5], 30);
  assert.deepEqual([found[0], found.at(-1), found.length], [20, 30, 21]);
  recorder.clear();
  assert.deepEqual(recorder.ticks(), []);
});

test("there are no ticks too close to be told apart, and 2000 at most", () => {
  assert.deepEqual(ticks(0.001, [0.001], 50).ticks, []); // ten time steps in a sample
  assert.equal(ticks(1, Array(1000).fill(0.001), 10).ticks.length, 2000);
});

test("after seeking back later samples stay until they are overwritten", () => {
  const recorder = new Recorder([ENERGY]);
  for (let time = 0; time <= 5; time++) recorder.record(time, [10 * time]);
  recorder.mark(5, "damping", "damping");
  recorder.record(6, [60], true); // temporary
  recorder.seek(2);
  assert.deepEqual(rows(recorder).at(-1), [2, 20]);
  assert.deepEqual(
    recorder.later().map((column) => Array.from(column)),
    [
      [2, 3, 4, 5],
      [20, 30, 40, 50],
    ],
  );
  assert.equal(recorder.end, 5);
  recorder.record(2, [20], true);
  recorder.record(3.5, [7]);
  assert.deepEqual(rows(recorder), [
    [0, 0],
    [1, 10],
    [2, 20],
    [3.5, 7],
  ]);
  assert.deepEqual(Array.from(recorder.later()[1]), [7, 40, 50]);
  assert.equal(recorder.marks().length, 1);
  recorder.seek(5);
  assert.deepEqual(rows(recorder).at(-1), [5, 50]);
  assert.equal(recorder.later()[0].length, 0);
  recorder.seek(1);
  recorder.record(5.5, [8]);
  assert.deepEqual(rows(recorder).at(-1), [5.5, 8]);
  assert.equal(recorder.later()[0].length, 0, "no later samples are left");
  assert.equal(recorder.marks().length, 0, "later marks are gone");
});

test("thirty seconds are kept even if the window is shorter", () => {
  const recorder = new Recorder([ENERGY]);
  recorder.window = 2;
  for (let i = 0; i <= 40_000; i++) recorder.record(i * recorder.interval, [i]);
  const [times] = recorder.columns(0);
  assert.ok(recorder.end - times[0] >= 30, `from ${times[0]} to ${recorder.end} s`);
  assert.ok(times.length < 40_000, "and the rest is forgotten");
});
