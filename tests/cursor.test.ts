// Cursors and the span of time in plots.
import assert from "node:assert/strict";
import test from "node:test";
import { changeText, intervalText, nearest, placeText, valueAt } from "../www/plots/cursor.ts";
import { Span } from "../www/plots/span.ts";
import { Laboratory } from "./laboratory.ts";

const TIMES = [0, 1, 2, 2, 4];
const VALUES = [0, 10, 20, 5, Number.NaN];

test("a value between samples is on the straight line, and the later one at a jump", () => {
  const at = (time: number) => valueAt(TIMES, VALUES, time);
  assert.deepEqual([0, 0.25, 1, 1.5, 2].map(at), [0, 2.5, 10, 15, 5]);
  assert.ok(
    [-0.1, 3, 4, 4.1].every((time) => Number.isNaN(at(time))),
    "no values outside and beside a gap",
  );
  assert.ok(Number.isNaN(valueAt([], [], 0)));
  const finite = [0, 10];
  assert.ok(
    [-0.5, 1.5].every((time) => Number.isNaN(valueAt([0, 1], finite, time))),
    "no values before the first and after the last sample, which are finite",
  );
});

test("the nearest sample is found, and others beyond it up to the ends", () => {
  assert.deepEqual(
    [-9, 0.4, 0.6, 9].map((time) => nearest(TIMES, time)),
    [0, 0, 1, 4],
  );
  assert.equal(nearest(TIMES, 0, 1), 1);
  assert.equal(nearest(TIMES, 1, -1), 0);
  assert.equal(nearest(TIMES, 1, Number.POSITIVE_INFINITY), 4);
  assert.equal(nearest(TIMES, 1, Number.NEGATIVE_INFINITY), 0);
  assert.equal(nearest([], 1), undefined);
});

test("texts of times have digits that distinguish samples", () => {
  assert.equal(placeText(1.2346, 0.01), "1.235 s");
  assert.equal(placeText(-0.5, 0.02), "−0.50 s");
  assert.equal(placeText(-1e-9, 0.5), "0.0 s");
  assert.equal(intervalText(3, 1, 0.01), "Δt = 2.000 s, 1/Δt = 0.5 Hz");
  assert.equal(intervalText(1, 1, 0.01), "Δt = 0.000 s, 1/Δt = –");
  assert.equal(changeText(-3, 2, "m", String), "Δ -3 m, −1.5 m/s");
  assert.equal(changeText(3, 2, "m/s", String), "Δ 3 m/s, 1.5 m/s²");
});

test("a span is zoomed about a time, moved within the record, and follows the present after a reset", () => {
  const span = new Span();
  const usual = { low: 10, high: 20 };
  const record = { low: 0, high: 20 };
  const show = () => span.show(usual, record, 1);
  assert.deepEqual(show(), usual);
  span.zoom(0.5, 12);
  assert.deepEqual(show(), { low: 11, high: 16 });
  span.move(-0.2);
  assert.deepEqual(show(), { low: 10, high: 15 });
  span.move(-9);
  assert.deepEqual(show(), { low: 0, high: 5 });
  span.zoom(1e-9, 2);
  assert.equal(span.shown.high - span.shown.low, 1, "the shortest");
  span.zoom(1e9, 2);
  assert.deepEqual(show(), record);
  span.reset();
  assert.deepEqual(show(), usual);
  span.zoom(0.5, 20);
  assert.deepEqual(span.show({ low: 0, high: 10 }, { low: 0, high: 0 }, 1), { low: 0, high: 10 }, "after a restart");
});

/** Opens the oscillator after some seconds, with its plots. */
async function oscillator() {
  const lab = await Laboratory.open("oscillator", { method: "exact", timeStepSize: 0.01 });
  for (let i = 0; i < 10; i++) lab.run.step(50);
  lab.draw();
  const [plot, second] = lab.all(".plot canvas");
  const press = (key: string, modifiers = {}) => {
    plot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...modifiers }));
    lab.draw();
  };
  const said = () => String(plot.getAttribute("aria-valuetext"));
  return { lab, plot, second, press, said };
}

test("arrow keys move a cursor by samples: the legends and the description tell the values there", async () => {
  const { lab, plot, second, press, said } = await oscillator();
  const present = lab.legend;
  press("ArrowLeft");
  const time = Number(plot.getAttribute("aria-valuenow"));
  assert.ok(Math.abs(time - 4.99) < 1e-9, `${time}`);
  const x = 2 * Math.cos(Math.sqrt(10) * time);
  assert.ok(Math.abs(lab.curve("Analytic") - x) < 5e-3 * Math.abs(x), "the value there");
  assert.ok(said().startsWith("4.990 s; Numerical "), said());
  assert.ok(second.getAttribute("aria-valuetext")?.startsWith("4.990 s; Numerical − analytic "));
  press("Home");
  assert.equal(lab.curve("Analytic"), 2);
  press("Escape");
  assert.deepEqual(lab.legend, present);
  lab.close();
});

const OMEGA = Math.sqrt(10);

test("two cursors measure the period within one sample, and the slope", async () => {
  const { lab, press, said } = await oscillator();
  const sample = lab.run.motion.recorder.interval;
  press("Home");
  press("d");
  const change = () => Number.parseFloat(said().split("Analytic Δ ")[1].replace("−", "-"));
  // from the maximum on, past the minimum to the next maximum
  let last = change();
  for (let i = 0; i < 150; i++) press("ArrowRight");
  do {
    last = change();
    press("ArrowRight");
  } while (change() > last);
  press("ArrowLeft");
  const period = Number.parseFloat(said().split("Δt = ")[1]);
  assert.ok(Math.abs(period - (2 * Math.PI) / OMEGA) <= sample, `${period} s`);
  assert.ok(said().includes(`1/Δt = ${Number((1 / period).toPrecision(4))} Hz`), said());
  assert.equal(lab.text(".cursor output"), said().split("; ")[1]);
  // through zero, where the slope is ±2 ω, by cursors two samples apart
  press("Home");
  for (let i = 0; i < Math.round(Math.PI / 2 / OMEGA / sample) - 1; i++) press("ArrowRight");
  press("d");
  press("ArrowRight");
  press("ArrowRight");
  const slope = Number.parseFloat(said().split("Analytic ")[1].split(", ")[1].replace("−", "-"));
  assert.ok(Math.abs(slope / (-2 * OMEGA) - 1) < 5e-3, `${slope} m/s`);
  lab.close();
});

test("the cursor's moment is shown in the picture by Enter, and the later curve remains", async () => {
  const { lab, press } = await oscillator();
  press("Home");
  for (let i = 0; i < 100; i++) press("ArrowRight");
  press("Enter");
  assert.ok(Math.abs(lab.simulation.time - 1) < 1e-9, `${lab.simulation.time} s`);
  assert.ok(!lab.run.playing);
  press("End");
  assert.ok(Math.abs(lab.run.motion.recorder.end - 5) < 1e-9);
  assert.ok(Math.abs(lab.curve("Analytic") - 2 * Math.cos(5 * OMEGA)) < 5e-3, "a value after the present");
  press("Enter");
  assert.ok(Math.abs(lab.simulation.time - 5) < 1e-9);
  lab.close();
});

test("keys zoom all plots in time about the cursor, and reset", async () => {
  const { lab, press, second } = await oscillator();
  const ends = () => {
    press("Home");
    const low = Number(second.getAttribute("aria-valuenow"));
    press("End");
    return [low, Number(second.getAttribute("aria-valuenow"))];
  };
  const close = (actual: number[], expected: number[]) =>
    assert.ok(
      actual.every((end, i) => Math.abs(end - expected[i]) < 0.02),
      `${actual}`,
    );
  close(ends(), [0, 5]);
  press("+"); // of 10 s, about 5 s
  close(ends(), [5 - 10 / 3, 5]);
  press("ArrowLeft", { shiftKey: true });
  close(ends(), [5 - (4 / 3) * 2 - 4 / 3, 5]);
  press("0");
  close(ends(), [0, 5]);
  lab.close();
});

test("an entry of the legend hides its curve, also from the description", async () => {
  const { lab, plot } = await oscillator();
  const button = lab.one(".legend [role=button]");
  assert.equal(button.getAttribute("aria-pressed"), "true");
  button.click();
  lab.draw();
  assert.equal(button.getAttribute("aria-pressed"), "false");
  assert.ok(!plot.ariaLabel?.includes("Numerical "), String(plot.ariaLabel));
  button.click();
  lab.draw();
  assert.ok(plot.ariaLabel?.includes("Numerical "));
  lab.close();
});

test("a cursor passes a jump, and waits after a restart until its moment is recorded", async () => {
  const { lab, press, said } = await oscillator();
  lab.run.goTo(2);
  lab.set("stiffness", 6); // two samples at one time
  lab.step(50);
  press("ArrowLeft");
  for (let i = 0; i < 70; i++) press("ArrowLeft");
  assert.ok(Number.parseFloat(said()) < 1.95, said());
  lab.run.restart();
  lab.draw();
  assert.equal(said(), "no cursor");
  assert.equal(lab.curve("Analytic"), 2, "the present value");
  assert.ok(lab.one(".cursor").hidden);
  for (let i = 0; i < 4; i++) lab.step(50);
  assert.ok(said().startsWith("1."), said());
  lab.close();
});

test("a chosen span that ends at the present goes on with it, and one that ends before stays", () => {
  const span = new Span();
  const show = (end: number) => span.show({ low: end - 10, high: end }, { low: 0, high: end }, 0.1);
  show(20);
  span.zoom(0.5, 20);
  assert.deepEqual(
    [show(20), show(20.5), show(23)].map(({ low, high }) => [low, high]),
    [
      [15, 20],
      [15.5, 20.5],
      [18, 23],
    ],
  );
  span.move(-0.2);
  assert.deepEqual(
    [show(23), show(24)].map(({ low, high }) => [low, high]),
    [
      [17, 22],
      [17, 22],
    ],
  );
  span.move(9);
  show(24);
  assert.deepEqual(show(25), { low: 20, high: 25 }, "moved to the present again");
});

test("a plot shows one quantity over another: the cursor is a time, and reads both", async () => {
  const { lab, plot, press, said } = await oscillator();
  await lab.plotWhat({ vertical: "vx", horizontal: "x" });
  assert.match(String(plot.ariaLabel), /^Plot of vx over x, 0 to 5 s: vx goes from 0 m\/s at 2 m to /);
  for (let i = 0; i < 90; i++) {
    press("ArrowLeft");
    const [, v, x] = said().match(/; vx (\S+) m\/s at (\S+) m$/) ?? [];
    const [speed, place] = [v, x].map((text) => Number(text?.replace("−", "-")));
    assert.ok(Math.abs(Math.hypot(place, speed / OMEGA) - 2) < 5e-3, said());
  }
  assert.ok(said().startsWith("4.100 s; "), said());
  press("d");
  press("ArrowLeft");
  assert.match(said(), /^4\.090 s; Δt = −0\.010 s, .+; vx Δ \S+ m\/s, Δ \S+ m$/);
  press("Enter");
  assert.ok(Math.abs(lab.simulation.time - 4.09) < 1e-9);
  press("+");
  press("+");
  press("Home");
  const [first] = said().split(" s");
  assert.ok(Number(first) > 1, "zoomed in time, as the other plots are");
  await lab.plotWhat({ vertical: "x: all", horizontal: "time" });
  assert.match(String(plot.ariaLabel), /^Plot of x over time/);
  lab.close();
});

test("compared runs are in a plot of any quantity, from the start of the record", async () => {
  const { lab } = await oscillator();
  await lab.plotWhat({ vertical: "vx", horizontal: "x" });
  lab.page.compare("explicit-euler stiffness=20");
  lab.draw();
  assert.deepEqual(
    lab.legend.slice(0, 3).map(([name]) => name),
    ["vx", "Explicit Euler", "k = 20 N/m"],
  );
  const plot = lab.one(".plot canvas");
  assert.match(String(plot.ariaLabel), /; vx, k = 20 N\/m goes from 0 m\/s at 2 m to /);
  lab.page.compare("");
  lab.draw();
  assert.equal(lab.legend[1][0], "Numerical − analytic");
  lab.close();
});

test("a finished run is in a plot of two quantities that it has", async () => {
  const { lab, plot } = await oscillator();
  const find = (label: string) => lab.run.motion.quantities.find((one) => one.label === label);
  const [x, v] = ["x", "vx"].map((label) => find(label) as NonNullable<ReturnType<typeof find>>);
  const times = Float64Array.of(0, 1, 2);
  const curves = new Map([
    [x, { times, values: Float64Array.of(2, 4, 6) }],
    [v, { times: Float64Array.of(0, 2), values: Float64Array.of(0, 8) }],
  ]);
  lab.page.lay({ kind: "pinned", name: "before", time: 2, parameters: {}, curves, shape: () => undefined });
  await lab.plotWhat({ vertical: "vx", horizontal: "x" });
  assert.match(String(plot.ariaLabel), /; vx, before goes from 0 m\/s at 2 m to 8 m\/s at 6 m/);
  await lab.plotWhat({ vertical: "vx", horizontal: "speed" });
  assert.ok(!plot.ariaLabel?.includes("before"), "it has no speed");
  lab.close();
});

test("the chosen mass of many is recorded when it is asked for, also in the past and of compared runs", async () => {
  const lab = await Laboratory.open("cloth");
  for (let i = 0; i < 4; i++) lab.run.advance(25);
  const mass = lab.simulation.positions.length / 3 - 1;
  const csv = () => lab.run.motion.recorder.table().map(({ name }) => name);
  assert.ok(!csv().some((name) => name.includes("mass")));
  await lab.plotWhat({ vertical: `y of mass ${mass}` });
  const { recorder } = lab.run.motion;
  lab.page.compare("damping=9");
  for (let i = 0; i < 4; i++) lab.run.advance(25);
  lab.draw();
  assert.equal(lab.legend[0][0], `y of mass ${mass}`);
  assert.ok(Math.abs(lab.curve(`y of mass ${mass}`) / lab.simulation.positions[3 * mass + 1] - 1) < 0.01);
  assert.equal(lab.legend[1][0], "μ = 9 N·s/m");
  assert.ok(csv().includes(`y of mass ${mass} [m]`));
  const values = recorder.table().find(({ name }) => name === `y of mass ${mass} [m]`)?.values ?? [];
  assert.ok(values.length > 100 && Array.from(values).every(Number.isFinite));
  await lab.plotWhat({ vertical: `strain of mass ${mass}` });
  lab.run.advance(25);
  lab.draw();
  assert.match(lab.legend[1][1], /^−?\d.* %$/, "of the run that was compared before");
  assert.ok(Math.abs(lab.curve(`strain of mass ${mass}`)) < 100);
  lab.close();
});

test("all that is offered can be shown, in the plane without z, and is recorded once for all plots", async () => {
  for (const scene of ["chain", "phase", "verlet", "rotation"]) {
    const lab = await Laboratory.open(scene);
    lab.run.advance(20);
    await lab.plotWhat({});
    const texts = (name: string) => {
      const select = lab.one(`.choice [aria-label="${name}"]`) as HTMLSelectElement;
      return [...select.options].map(({ textContent }) => String(textContent));
    };
    const [first, ...others] = texts("Vertical");
    assert.ok(others.some((text) => text.startsWith("x")) && !others.some((text) => text.startsWith("z")), `${others}`);
    for (const vertical of others) await lab.plotWhat({ vertical, horizontal: "frequency (spectrum)" });
    for (const horizontal of texts("Horizontal")) await lab.plotWhat({ vertical: first, horizontal });
    assert.equal(lab.alert, "", scene);
    if (scene === "verlet") await lab.plotWhat({ vertical: others[others.length - 1] }, 1);
    const labels = lab.run.motion.quantities.slice(-7).map(({ label }) => label);
    assert.equal(new Set(labels).size, labels.length, `${labels}`);
    lab.close();
  }
});

test("a curve that the legend hides because it has no values is not described either", async () => {
  const lab = await Laboratory.open("cloth", { width: 4, height: 3 });
  lab.run.advance(20);
  lab.draw();
  const told = lab.one(".plot canvas").ariaLabel ?? "";
  assert.match(told, /kinetic/);
  assert.doesNotMatch(told, /wind|has no values/);
  lab.close();
});
