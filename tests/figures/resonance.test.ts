// The numbers in the text of the resonance page, measured with the engine or derived.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import { lesson } from "./lesson.ts";

const { source, value, complete } = lesson("www/resonance.html");
const OMEGA = 4;
const GAMMA = 0.4;
const A0 = 0.1;

const rounded = (number: number, digits: number = 3) => Number(number.toPrecision(digits));

const open = (values?: Record<string, number | string>) => createSimulation("resonance", values);

/**
 * Largest |u| in m at the steps within a time.
 * @param from  in s
 * @param to  in s
 */
async function largest(values: Record<string, number | string>, from: number, to: number) {
  const simulation = await open(values);
  let most = 0;
  for (const h = Number(simulation.get("timeStepSize")); simulation.time < to - h / 2; ) {
    simulation.step(1);
    if (simulation.time >= from) most = Math.max(most, Math.abs(simulation.positions[3]));
  }
  return most;
}

/** Measured amplitude in m at Ω = 4 rad/s after 150 s, over two periods. */
async function measured(values: Record<string, number | string>) {
  const simulation = await open({ drivingFrequency: 4, ...values });
  const h = Number(simulation.get("timeStepSize"));
  simulation.step(Math.round(150 / h));
  const [times, u] = [[0], [0]].map(() => [] as number[]);
  for (let n = 0; n < Math.PI / h; n++) {
    simulation.step(1);
    times.push(simulation.time);
    u.push(simulation.positions[3]);
  }
  return (simulation.analysis.measure(times, u) ?? assert.fail()).amplitude;
}

/** Parameters of the links in the text. */
const links = [...source.replaceAll("&amp;", "&").matchAll(/href="\?([^"]+)"/g)].map(([, query]) =>
  Object.fromEntries(
    [...new URLSearchParams(query)]
      .filter(([key]) => key !== "restart")
      .map(([key, text]) => [key, Number(text) || (text === "0" ? 0 : text)]),
  ),
);

test("the default parameters are those of the text", async () => {
  const simulation = await open();
  const [k, m, mu, a0] = ["stiffness", "mass", "damping", "amplitude"].map((key) => Number(simulation.get(key)));
  assert.deepEqual([Math.sqrt(k / m), mu / m, a0], [OMEGA, GAMMA, A0]);
  value("omega", Math.sqrt(k / m));
  value("gamma", mu / m);
  value("force", rounded(k * a0));
  assert.equal(simulation.analysis.drive?.amplitude, k * a0);
  value("decay-time", 2 / (mu / m));
});

test("resonance, quality and half-power width follow from ω and γ", async () => {
  const simulation = await open();
  const { angularFrequency, low, high, quality } = simulation.analysis.resonance ?? assert.fail();
  assert.ok(Math.abs(quality - OMEGA / GAMMA) < 1e-12);
  value("quality", rounded(quality));
  value("amplitude", rounded(simulation.analysis.response(OMEGA)?.amplitude ?? 0));
  assert.ok(Math.abs(angularFrequency - Math.sqrt(OMEGA ** 2 - GAMMA ** 2 / 2)) < 1e-12);
  value("resonance", rounded(angularFrequency));
  const side = GAMMA * Math.sqrt(OMEGA ** 2 - GAMMA ** 2 / 4);
  const edges = [-1, 1].map((sign) => Math.sqrt(OMEGA ** 2 - GAMMA ** 2 / 2 + sign * side));
  assert.ok(Math.abs(low - edges[0]) < 1e-12 && Math.abs(high - edges[1]) < 1e-12);
  value("low", rounded(low));
  value("high", rounded(high));
  value("width-percent", (100 * ((high - low) / GAMMA - 1)).toFixed(1));
});

test("far above resonance the mass lags a moving anchor by 90°, as only the damper acts", async () => {
  const simulation = await open();
  simulation.set("drive", "anchor");
  const { phase } = simulation.analysis.response(1e6) ?? assert.fail();
  const re = OMEGA ** 2;
  const im = 1e6 * GAMMA;
  const own = Math.atan2(im, re) - Math.atan2(im, re - 1e12);
  assert.ok(Math.abs(phase - own) < 1e-12, String(phase));
  // the force of the spring is ω²/(γΩ) times that of the damper
  assert.ok(Math.abs(phase + Math.PI / 2) < (1.01 * re) / im, String(phase));
});

test("the mass lags a force by 90° at ω, and by 180° far above", async () => {
  const simulation = await open();
  const degrees = [OMEGA, 1e6].map((w) => (180 / Math.PI) * (simulation.analysis.response(w)?.phase ?? 0));
  assert.ok(Math.abs(degrees[0] + 90) < 1e-12 && Math.abs(degrees[1] + 180) < 1e-3, String(degrees));
  // from γ = √2 ω on the curve has no maximum
  for (const [part, top] of [
    [1.41, true],
    [1.42, false],
  ]) {
    simulation.set("damping", Number(part) * OMEGA);
    assert.equal((simulation.analysis.resonance?.angularFrequency ?? 0) > 0, top);
  }
});

test("without damping the motion beats, and at resonance it grows", async () => {
  const beat = links.find(({ drivingFrequency }) => drivingFrequency === 3.6);
  assert.ok(beat);
  const period = (2 * Math.PI) / (OMEGA - 3.6);
  const swing = (w: number) => (2 * A0 * OMEGA ** 2) / (OMEGA ** 2 - w ** 2);
  value("beat", rounded(swing(3.6)));
  value("beat-period", rounded(period));
  // near the maximum of the slow sine there is one of the fast sine
  assert.ok(Math.abs((await largest(beat, 0, period)) / swing(3.6) - 1) < 0.02);
  assert.ok((await largest(beat, period - 0.3, period + 0.3)) < 0.1 * swing(3.6));
  assert.ok(Math.abs(swing(3.8) / swing(3.6) / 2 - 1) < 0.03, "nearly twice as far");
  assert.ok(Math.abs((await largest({ ...beat, drivingFrequency: 3.8 }, 0, 2 * period)) / swing(3.8) - 1) < 0.02);
  // ½ a₀ ω t sin ωt
  value("growth", rounded(0.5 * A0 * OMEGA));
  const grown = await largest({ ...beat, drivingFrequency: 4 }, 19, 20);
  assert.ok(Math.abs(grown / (0.5 * A0 * OMEGA * 20) - 1) < 0.03, `${grown} m`);
});

test("a step swings by a₀, a ramp of half a period by 2a₀/π, and one of a whole period not at all", async () => {
  const swing = async (values: Record<string, number | string>) => {
    const simulation = await open({ damping: 0, ...values });
    simulation.step(1000);
    const { positions, velocities } = simulation.analysis.exact ?? assert.fail();
    return Math.hypot(positions[3] - A0, velocities[3] / OMEGA);
  };
  assert.ok(Math.abs((await swing({ waveform: "step" })) - A0) < 1e-12);
  const crane = links.find(({ waveform }) => waveform === "ramp");
  assert.ok(crane && (await swing(crane)) < 1e-12);
  const half = await swing({ ...crane, drivingFrequency: 8 });
  assert.ok(Math.abs(half - (2 * A0) / Math.PI) < 1e-12, `${half} m`);
  value("crane", rounded(half, 2));
});

test("at resonance explicit Euler swings too far, implicit Euler too little, and Verlet as it should", async () => {
  const [explicit, implicit, verlet] = await Promise.all(
    ["explicit-euler", "implicit-euler", "velocity-verlet"].map((method) => measured({ method })),
  );
  value("explicit-euler", rounded(explicit));
  value("implicit-euler", rounded(implicit));
  // H with z instead of iΩ
  const z = { re: (Math.cos(0.04) - 1) / 0.01, im: Math.sin(0.04) / 0.01 };
  const exact = (sign: number) => {
    const re = z.re ** 2 - z.im ** 2 + sign * GAMMA * z.re + OMEGA ** 2;
    return (A0 * OMEGA ** 2) / Math.hypot(re, 2 * z.re * z.im + sign * GAMMA * z.im);
  };
  // after 150 s e^(−18) of the transient is left
  assert.ok(Math.abs(explicit / exact(1) - 1) < 1e-6, `${explicit} m, ${exact(1)} m`);
  assert.ok(Math.abs(implicit / exact(-1) - 1) < 1e-6, `${implicit} m, ${exact(-1)} m`);
  value("verlet-percent", (100 * Math.abs(verlet - 1)).toFixed(2));
  const finer = await measured({ method: "explicit-euler", timeStepSize: 0.001 });
  assert.ok(finer > 1.04 && finer < 1.05, `${finer} m`);
});

test("explicit Euler's step limit is γ/ω², beyond which it explodes", async () => {
  const simulation = await open({ method: "explicit-euler" });
  assert.ok(Math.abs(simulation.analysis.stepLimit - GAMMA / OMEGA ** 2) < 1e-15);
  value("explicit-euler-limit", rounded(simulation.analysis.stepLimit));
  simulation.set("timeStepSize", 0.05);
  assert.throws(() => simulation.step(20_000), /The run stopped/);
});

test("a spring isolates a table from the ground, and a damper transmits", async () => {
  const table = links.find(({ drive, drivingFrequency }) => drive === "anchor" && drivingFrequency === 8);
  assert.ok(table);
  const simulation = await open(table);
  const amplitude = () => simulation.analysis.response(8)?.amplitude ?? 0;
  const isolated = amplitude();
  value("isolated", rounded(isolated, 2));
  simulation.set("damping", 4);
  value("isolated-with-more-damping", rounded(amplitude(), 2));
  assert.ok(isolated < amplitude());
  // all curves of the anchor cross 1 at √2 ω
  for (const damping of [0, 0.4, 4, 40]) {
    simulation.set("damping", damping);
    const through = simulation.analysis.response(Math.SQRT2 * OMEGA)?.amplitude ?? 0;
    assert.ok(Math.abs(through / A0 - 1) < 1e-12, `μ = ${damping}: ${through} m`);
  }
});

test("the velocity is largest at ω, and its half-power width is γ", async () => {
  const simulation = await open({ damping: 2.4 });
  const speed = (w: number) => w * (simulation.analysis.response(w)?.amplitude ?? 0);
  for (let w = 0.05; w < 12; w += 0.05) assert.ok(speed(w) <= speed(OMEGA) * (1 + 1e-12), `${w} rad/s`);
  const edges = [-1.2, 1.2].map((side) => side + Math.sqrt(OMEGA ** 2 + 1.2 ** 2));
  for (const edge of edges) assert.ok(Math.abs((speed(edge) / speed(OMEGA)) ** 2 - 0.5) < 1e-12);
  const { low, high } = simulation.analysis.resonance ?? assert.fail();
  assert.ok(Math.abs(high - low - 2.4) > 0.1, "the amplitude's half-power width is another one unless damping is weak");
});

test("Runge-Kutta 4 has order 1 with the force at the step's start, and 4 with those at its stages", async () => {
  // ü + 0.4 u̇ + 16 u = 1.6 cos Ωt with Ω = 3 rad/s; at the stage c the time is t + c h, or t if
  // frozen
  const force = (t: number) => 1.6 * Math.cos(3 * t);
  const run = (h: number, frozen: boolean) => {
    let u = 0;
    let v = 0;
    for (let n = 0; n < Math.round(2 / h); n++) {
      const rate = (c: number, x: number, w: number) => [w, force((n + (frozen ? 0 : c)) * h) - 0.4 * w - 16 * x];
      const a = rate(0, u, v);
      const b = rate(0.5, u + (h / 2) * a[0], v + (h / 2) * a[1]);
      const c = rate(0.5, u + (h / 2) * b[0], v + (h / 2) * b[1]);
      const d = rate(1, u + h * c[0], v + h * c[1]);
      [u, v] = [u, v].map((y, i) => y + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
    }
    return u;
  };
  const simulation = await open({ method: "runge-kutta-4", timeStepSize: 0.02 });
  simulation.step(100);
  assert.ok(Math.abs(simulation.positions[3] - run(0.02, false)) < 1e-14, "the engine takes the force at the stages");
  const exact = simulation.analysis.exact?.positions[3] ?? Number.NaN;
  for (const [frozen, order] of [
    [true, 1],
    [false, 4],
  ] as const) {
    const [long, short] = [0.02, 0.01].map((h) => Math.abs(run(h, frozen) - exact));
    assert.ok(Math.abs(Math.log2(long / short) - order) < 0.1, `order ${Math.log2(long / short)}`);
  }
});

test("implicit Euler adds numerical damping, as predicted and by measurement", async () => {
  const simulation = await open({ method: "implicit-euler", timeStepSize: 0.01 });
  const damping = Math.log(1 + 0.01 * GAMMA + 0.01 ** 2 * OMEGA ** 2) / 0.02 - GAMMA / 2; // of 1/(1 + hγ + h²ω²)
  value("numerical-damping", rounded(damping));
  value("half-gamma", GAMMA / 2);
  const { predictedDeviation: predicted } = simulation.analysis;
  for (const found of [predicted, simulation.analysis.measuredDeviation()])
    assert.ok(Math.abs((found?.damping ?? Number.NaN) - damping) < 1e-9, `${found?.damping}`);
});

complete();
