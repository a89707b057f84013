// Descriptions of plots in words, compared with the series that they describe.
import assert from "node:assert/strict";
import test from "node:test";
import { describeCurve, describePlot } from "../www/plots/description.ts";
import { Recorder } from "../www/plots/recorder.ts";

const metres = (value: number) => `${Number(value.toPrecision(3))} m`;
const seconds = (time: number) => `${Number(time.toPrecision(3))} s`;

/** Describes a function of time from 0 to 10 s. @param count  number of samples */
function said(f: (t: number) => number, count: number = 1001) {
  const times = Array.from({ length: count }, (_, i) => (10 * i) / (count - 1));
  return describeCurve(times, times.map(f), metres, seconds);
}

test("a monotonic curve is described from its first to its last value", () => {
  assert.equal(
    said((t) => 1 + t),
    "rises from 1 m to 11 m",
  );
  assert.equal(
    said((t) => 5 - 0.38 * t),
    "falls from 5 m to 1.2 m",
  );
  assert.equal(
    said((t) => -1e-9 * t ** 2),
    "falls from 0 m to -1e-7 m",
  );
  assert.equal(said(Math.exp), "rises from 1 m to 22000 m");
});

test("a curve that turns once is described with its turn; one that swings, with its range and the change of its swings", () => {
  // a parabola's peak is where its derivative is 0
  assert.equal(
    said((t) => t * (6 - t)),
    "rises from 0 m to 9 m at 3 s, then falls to -40 m",
  );
  assert.equal(
    said((t) => Math.abs(t - 5)),
    "falls from 5 m to 0 m at 5 s, then rises to 5 m",
  );
  // cos πt: from 0 to 10 it turns at 1 … 9
  assert.equal(
    said((t) => Math.cos(Math.PI * t)),
    "swings between -1 m at 1 s and 1 m at 0 s, 9 turns, and is 1 m at the end",
  );
  assert.match(
    said((t) => Math.exp(-0.2 * t) * Math.cos(Math.PI * t)),
    /^swings between .+ and 1 m at 0 s, 9 turns, ever less, and is 0.135 m at the end$/,
  );
  assert.match(
    said((t) => Math.exp(0.2 * t) * Math.cos(Math.PI * t)),
    /^swings between -6\.\d+ m at 9\.\d+ s and 7.39 m at 10 s, 9 turns, ever wider, and is 7.39 m at the end$/,
  );
  // noise of 1 % of the range makes no turn
  assert.equal(said((t) => t + 0.1 * Math.sin(40 * t)).split(" ")[0], "rises");
});

test("constant, exploding and empty curves are described as such", () => {
  assert.equal(
    said(() => 0),
    "stays at 0 m",
  );
  assert.equal(
    said((t) => 10 + 0.004 * Math.sin(t)),
    "stays at 10 m",
  );
  assert.match(
    said((t) => 0.5 * 10 ** (2 * t)),
    /^explodes from 0.5 m to 50000000000000000000 m$/,
  );
  assert.match(
    said((t) => (-1) ** Math.round(100 * t) * 10 ** t),
    /^explodes/,
  );
  // few samples, as with long steps
  assert.equal(describeCurve([0, 1, 2], [1, -1e4, 1e8], metres, seconds), "explodes from 1 m to 100000000 m");
  assert.equal(
    said(() => Number.NaN),
    "has no values",
  );
  assert.equal(
    said((t) => (t < 5 ? Number.NaN : t)),
    "rises from 5 m to 10 m",
  );
  assert.equal(
    said((t) => t, 1),
    "has no values",
  );
  assert.equal(describeCurve([], [], metres, seconds), "has no values");
  assert.equal(describeCurve([3], [7], metres, seconds), "stays at 7 m");
});

test("the extremes in a description are those of the series", () => {
  // sums of sines, the same in every run
  for (let seed = 1; seed <= 300; seed++) {
    const [a, b, c] = [7919, 104_729, 1_299_709].map((prime) => ((seed * prime) % 1000) / 250 - 2);
    const times = Array.from({ length: 400 }, (_, i) => i / 40);
    const values = times.map((t) => a * Math.sin(b * t) + c * t + b * Math.cos(a * t));
    const exact = (value: number) => `<${value}>`;
    const words = describeCurve(times, values, exact, exact);
    const numbers = [...words.matchAll(/<([^>]*)>/g)].map(([, number]) => Number(number));
    for (const number of numbers) assert.ok(values.includes(number) || times.includes(number), words);
    if (words.startsWith("swings")) {
      assert.ok(numbers.includes(Math.min(...values)) && numbers.includes(Math.max(...values)), words);
      assert.equal(values[times.indexOf(numbers[1])], numbers[0], "the time of the minimum");
    } else if (!words.startsWith("stays")) assert.equal(numbers[0], values[0], words);
    assert.equal(numbers.at(-1), values.at(-1), words);
  }
});

test("the description of a plot contains its curves and events", () => {
  let i = 0;
  const value = () => 5 - 0.076 * i;
  const total = { label: "total", unit: "J", color: "--total", width: 2, dash: [], value };
  const recorder = new Recorder([total]);
  const tell = () => {
    const { times, of } = recorder.samples();
    const curve = {
      label: "total",
      values: of(total),
      write: (value: number) => `${value.toFixed(2)} J`,
    };
    return describePlot("Energy", times, [curve], recorder.marks(0));
  };
  assert.equal(tell(), "Energy. Nothing is recorded yet.");
  for (; i <= 50; i++) {
    recorder.record(0.1 * i);
    if (i === 20) recorder.mark(2, "moved by hand", "hand");
  }
  assert.equal(tell(), "Energy, 0 to 5 s: total falls from 5.00 J to 1.20 J. Changes: at 2 s: moved by hand.");
});
