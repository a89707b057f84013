// The spectrum of samples: the amplitude of each frequency in them.
import { isPlain } from "./curve.ts";

/** Fewest and most samples of a spectrum. */
const SAMPLES = [16, 4096];

/** Points of the spectrum per sample, at least: its curve is smooth, and its peaks can be found. */
const DENSITY = 4;

/**
 * Amplitudes of the oscillations in samples, by a Hann window: 1 for cos ωt. The mean value is left
 * out. The last samples are used, as far as they follow a missing value.
 * @param times  in s, in order
 * @returns angular frequencies in rad/s at equal distances, up to that of two samples per period;
 *   none for too few samples
 */
export function spectrum(
  times: ArrayLike<number>,
  values: ArrayLike<number>,
): { frequencies: Float64Array; amplitudes: Float64Array } {
  const { even, interval } = evenly(times, values);
  if (even.length < SAMPLES[0]) return { frequencies: new Float64Array(), amplitudes: new Float64Array() };
  const window = even.map((_, i) => 1 - Math.cos((2 * Math.PI * (i + 0.5)) / even.length));
  const weight = even.length; // sum of the window
  const mean = even.reduce((sum, value, i) => sum + value * window[i], 0) / weight;
  const size = 2 ** Math.ceil(Math.log2(DENSITY * even.length));
  const real = new Float64Array(size);
  const imaginary = new Float64Array(size);
  for (let i = 0; i < even.length; i++) real[i] = (even[i] - mean) * window[i];
  transform(real, imaginary);
  const step = (2 * Math.PI) / (size * interval);
  const frequencies = Float64Array.from({ length: size / 2 + 1 }, (_, i) => i * step);
  return { frequencies, amplitudes: frequencies.map((_, i) => (2 * Math.hypot(real[i], imaginary[i])) / weight) };
}

/**
 * Peaks of a spectrum, the highest first, each the vertex of a parabola through the logarithms of
 * three points.
 * @param part  least height relative to the highest one
 */
export function peaks({ frequencies, amplitudes }: ReturnType<typeof spectrum>, part: number) {
  const least = part * amplitudes.reduce((most, value) => Math.max(most, value), 0);
  const found = [];
  for (let i = 1; i < amplitudes.length - 1; i++) {
    const top = amplitudes[i];
    if (!(top >= least)) continue;
    const before = amplitudes[i - 1];
    const next = amplitudes[i + 1];
    if (!(top > before && top >= next && before * next > 0)) continue;
    const left = Math.log(before / top);
    const right = Math.log(next / top);
    const shift = (left - right) / (2 * (left + right));
    found.push({
      frequency: frequencies[i] + shift * frequencies[1],
      amplitude: top * Math.exp(((right - left) * shift) / 4),
    });
  }
  return found.sort((a, b) => b.amplitude - a.amplitude);
}

/**
 * Samples at equal intervals: as long as the longest one between samples, because changes are
 * sampled in between.
 */
function evenly(times: ArrayLike<number>, values: ArrayLike<number>) {
  let begin = times.length;
  while (begin > 0 && isPlain(values[begin - 1])) begin -= 1;
  begin = Math.max(begin, times.length - SAMPLES[1]);
  let interval = 0;
  for (let i = begin + 1; i < times.length; i++) interval = Math.max(interval, times[i] - times[i - 1]);
  const length = interval > 0 ? Math.floor((times[times.length - 1] - times[begin]) / interval + 1e-6) + 1 : 0;
  let next = begin + 1;
  const even = Float64Array.from({ length }, (_, i) => {
    const time = times[begin] + i * interval;
    while (next < times.length - 1 && times[next] < time) next += 1;
    const from = times[next - 1];
    const to = times[next];
    return values[next - 1] + ((values[next] - values[next - 1]) * (time - from)) / (to - from || 1);
  });
  return { even, interval };
}

/** The fast Fourier transform of complex numbers, in place; their count is a power of two. */
function transform(real: Float64Array, imaginary: Float64Array) {
  const count = real.length;
  for (let i = 1, j = 0; i < count; i++) {
    let bit = count >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (i < j) for (const part of [real, imaginary]) [part[i], part[j]] = [part[j], part[i]];
  }
  for (let length = 2; length <= count; length *= 2) {
    const half = length / 2;
    for (let k = 0; k < half; k++) {
      const cos = Math.cos((Math.PI * k) / half);
      const sin = -Math.sin((Math.PI * k) / half);
      for (let i = k; i < count; i += length) {
        const j = i + half;
        const re = real[j] * cos - imaginary[j] * sin;
        const im = real[j] * sin + imaginary[j] * cos;
        real[j] = real[i] - re;
        imaginary[j] = imaginary[i] - im;
        real[i] += re;
        imaginary[i] += im;
      }
    }
  }
}
