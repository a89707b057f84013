// The plot's memory, in Node: `node --test`.
import assert from "node:assert/strict";
import test from "node:test";
import { Recorder } from "../www/plots/recorder.js";

/** What a recorder holds, as rows. @param {Recorder} recorder */
const rows = (recorder) => {
  const [times, ...quantities] = recorder.columns();
  return Array.from(times, (time, i) => [time, ...quantities.map((column) => column[i])]);
};

test("samples come back in order", () => {
  const recorder = new Recorder(1);
  recorder.record(0, [5]);
  recorder.record(1, [6]);
  assert.deepEqual(rows(recorder), [
    [0, 5],
    [1, 6],
  ]);
  recorder.clear();
  assert.deepEqual(rows(recorder), []);
});

test("a passing sample gives way to the next one", () => {
  const recorder = new Recorder(1);
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

test("a lasting sample shown again at its own time is updated and still lasts", () => {
  const recorder = new Recorder(1);
  recorder.record(0, [5]);
  recorder.record(0, [9], true);
  recorder.record(0, [10], true);
  recorder.record(1, [6]);
  assert.deepEqual(rows(recorder), [
    [0, 10],
    [1, 6],
  ]);
});

test("memory stays bounded and the window is kept", () => {
  const recorder = new Recorder(1);
  recorder.window = 10;
  for (let i = 0; i <= 100_000; i++) recorder.record(i * recorder.interval, [i]);
  const kept = rows(recorder);
  assert.equal(kept.length, 1001);
  assert.deepEqual(kept.at(-1), [1000, 100_000]);
  assert.ok(Math.abs(kept[0][0] - 990) < 1e-9, `${kept[0][0]}`);
});
