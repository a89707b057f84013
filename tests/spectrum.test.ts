// Spectra of records.
import assert from "node:assert/strict";
import test from "node:test";
import { peaks, spectrum } from "../www/plots/spectrum.ts";
import { Laboratory } from "./laboratory.ts";

/** @param interval  in s */
function sampled(signal: (time: number) => number, interval: number, count: number) {
  const times = Array.from({ length: count }, (_, i) => i * interval);
  return { times, values: times.map(signal) };
}

/** The highest peak of samples. */
const peakOf = ({ times, values }: { times: number[]; values: number[] }) => peaks(spectrum(times, values), 0.1)[0];

test("frequency and amplitude of an oscillation are found, wherever they lie between points", () => {
  for (const periods of [4.5, 5, 7.3, 20.1]) {
    for (const phase of [0, 0.7, 2]) {
      const omega = (2 * Math.PI * periods) / 10;
      const peak = peakOf(sampled((time) => 5 + 3 * Math.cos(omega * time + phase), 0.01, 1000));
      assert.ok(Math.abs(peak.frequency / omega - 1) < 5e-4, `${periods} periods: ${peak.frequency} for ${omega}`);
      assert.ok(Math.abs(peak.amplitude / 3 - 1) < 5e-3, `${peak.amplitude}`);
    }
  }
});

test("a spectrum is the transform of the samples under a Hann window, without their mean", () => {
  const count = 300;
  const { times, values } = sampled((time) => Math.exp(-time) + Math.sin(9 * time), 0.02, count);
  const window = times.map((_, i) => 1 - Math.cos((2 * Math.PI * (i + 0.5)) / count));
  const mean = values.reduce((sum, value, i) => sum + (value * window[i]) / count, 0);
  const { frequencies, amplitudes } = spectrum(times, values);
  for (const i of [0, 1, 7, 100, frequencies.length - 1]) {
    let real = 0;
    let imaginary = 0;
    for (const [k, value] of values.entries()) {
      real += window[k] * (value - mean) * Math.cos(frequencies[i] * times[k]);
      imaginary += window[k] * (value - mean) * Math.sin(frequencies[i] * times[k]);
    }
    const direct = (2 * Math.hypot(real, imaginary)) / count;
    assert.ok(Math.abs(amplitudes[i] - direct) < 1e-12, `${amplitudes[i]} for ${direct}`);
  }
  assert.ok(Math.abs((frequencies.at(-1) as number) - Math.PI / 0.02) < 1e-9, "two samples per period");
});

test("peaks come in the order of their heights, and those below a part of the highest are left out", () => {
  const { times, values } = sampled(
    (time) => Math.cos(3 * time) + 2 * Math.cos(8 * time) + 0.05 * Math.cos(15 * time),
    0.02,
    2000,
  );
  const found = peaks(spectrum(times, values), 0.1);
  assert.deepEqual(
    found.map(({ frequency }) => Math.round(frequency)),
    [8, 3],
  );
});

test("samples after a gap count, also where changes have added some between the others", () => {
  const { times, values } = sampled((time) => Math.cos(5 * time), 0.02, 1000);
  const plain = peakOf({ times: times.slice(300), values: values.slice(300) });
  values.fill(Number.NaN, 0, 300);
  assert.deepEqual(peakOf({ times, values }), plain);
  for (const i of [999, 600, 301]) {
    times.splice(i, 0, times[i] - 0.005, times[i]);
    values.splice(i, 0, Math.cos(5 * (times[i] - 0.005)), values[i]);
  }
  const { frequency } = peakOf({ times, values });
  assert.ok(Math.abs(frequency / plain.frequency - 1) < 1e-6, `${frequency}`);
  assert.deepEqual(spectrum(times.slice(0, 15), values.slice(0, 15)).frequencies.length, 0, "too few");
  assert.deepEqual(peaks(spectrum(times, values.fill(7)), 0.1), [], "nothing oscillates");
});

/** Opens the spectrum of the oscillator's plot of x. */
async function oscillator(values: Record<string, number | string>) {
  const lab = await Laboratory.open("oscillator", values);
  await lab.plotWhat({ horizontal: "frequency (spectrum)" });
  const steps = Math.ceil(20 / Number(lab.run.get("timeStepSize")));
  for (let i = 0; i < steps; i += 50) lab.run.advance(50);
  lab.frames(40).draw();
  const peak = () => Number(lab.legend[0][1].match(/at (.+) rad/)?.[1]);
  return { lab, peak };
}

const OMEGA = Math.sqrt(10);

test("the peak of an accurate run is within 0.1 % of ω, which is marked", async () => {
  for (const method of ["exact", "runge-kutta-4"]) {
    const { lab, peak } = await oscillator({ method });
    assert.ok(Math.abs(peak() / OMEGA - 1) < 1e-3, `${method}: ${peak()} rad/s`);
    const plot = lab.one(".plot canvas");
    assert.match(String(plot.ariaLabel), /^Plot of x over frequency: Numerical has peaks of 2 m at 3\.16\d* rad\/s;/);
    assert.match(String(plot.ariaLabel), /; ω is 3\.1623 rad\/s\.$/);
    lab.close();
  }
});

test("the peak of a poor method is where its closed formula has it", async () => {
  const step = 0.2;
  const angle = OMEGA * step;
  for (const [method, own] of [
    ["symplectic-euler", (2 / step) * Math.asin(angle / 2)],
    ["implicit-midpoint", (2 / step) * Math.atan(angle / 2)],
  ] as [string, number][]) {
    const { lab, peak } = await oscillator({ method, timeStepSize: step });
    assert.ok(Math.abs(own / OMEGA - 1) > 0.015, "it differs from ω");
    assert.ok(Math.abs(peak() / own - 1) < 1e-3, `${method}: ${peak()} for ${own} rad/s`);
    lab.close();
  }
});

test("a spectrum is computed again at most some times a second, and of the record since a change", async () => {
  const { lab, peak } = await oscillator({ method: "exact" });
  lab.set("stiffness", 20);
  lab.run.advance(50);
  lab.draw();
  const [[, before]] = lab.legend;
  for (let i = 0; i < 40; i++) lab.run.advance(50);
  lab.frames(10).draw();
  assert.equal(lab.legend[0][1], before);
  lab.frames(10).draw();
  assert.ok(Math.abs(peak() / (2 * OMEGA) - 1) < 1e-3, `${peak()} rad/s`);
  lab.close();
});

test("a cursor in a spectrum reads the amplitude at a frequency", async () => {
  const { lab } = await oscillator({ method: "exact" });
  const plot = lab.one(".plot canvas");
  const press = (key: string) => {
    plot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    lab.draw();
  };
  const said = () => String(plot.getAttribute("aria-valuetext"));
  press("ArrowRight"); // from the peak on
  assert.ok(Math.abs(Number.parseFloat(said()) / OMEGA - 1) < 0.05, said());
  assert.ok(lab.curve("Numerical") > 1.5 && lab.curve("Numerical") <= 2);
  press("d");
  press("Home");
  assert.match(said(), /^0\.0+ rad\/s; Δω = −3\.\d+ rad\/s, 2π\/Δω = −1\.\d+ s; Numerical Δ −1\.\d+ m;/);
  assert.ok(lab.button("Pause and show this moment in the picture: Enter").hidden, "it has no moment");
  press("Escape");
  assert.match(lab.legend[0][1], /^2 m at 3\.16/);
  lab.close();
});
