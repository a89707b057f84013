// The energy that a method makes, and its drift.
import assert from "node:assert/strict";
import test from "node:test";
import { Laboratory } from "./laboratory.ts";

const { slope } = await import("../www/lab/model/drift.ts");

test("a slope is that of the line alone, whatever swings twice in a period, and needs a period", () => {
  const omega = 3.1;
  const times = Array.from({ length: 123 }, (_, i) => 0.05 * i);
  const values = times.map((t) => 5 - 0.25 * t + 2 * Math.cos(2 * omega * t + 0.7));
  assert.ok(Math.abs(slope(times, values, omega) + 0.25) < 1e-12);
  assert.equal(
    slope(
      times,
      values.map((value, i) => value + 0.25 * times[i]),
      omega,
    ),
    0,
  );
  assert.ok(Number.isNaN(slope(times.slice(0, 40), values.slice(0, 40), omega)));
  assert.ok(Number.isNaN(slope(times, values, Number.NaN)));
});

/** Texts of a method's row after 10 s of the undamped oscillator in steps of 0.05 s. */
function row(method: string, lab: Laboratory) {
  lab.set("method", method).run.restart();
  lab.step(200);
  const [, made, drift] = lab.cells("Largest error").map(({ textContent }) => String(textContent).replace("−", "-"));
  return { made: Number.parseFloat(made), drift: Number.parseFloat(drift), unit: drift.split(" ")[1] };
}

test("symplectic Euler swings and does not drift, explicit Euler and Runge-Kutta 4 do", async (t) => {
  const lab = await Laboratory.open("oscillator", { damping: 0, timeStepSize: 0.05 });
  t.after(() => lab.close());
  lab.page.compare("velocity-verlet");
  const omega = Math.sqrt(Number(lab.run.get("stiffness")) / Number(lab.run.get("mass")));
  lab.run.restart();
  lab.draw();
  const { kinetic, elastic } = lab.simulation.energy;
  const energy = kinetic + elastic;
  const largest = [];
  for (const count of [7, 11, 13, 19, 24]) {
    lab.set("method", "symplectic-euler").run.restart();
    lab.step(count);
    largest.push(Math.abs(lab.simulation.energy.numerical));
  }
  assert.ok(Math.max(...largest) > 0.05 * energy, "it makes energy, and takes it back");
  const symplectic = row("symplectic-euler", lab);
  assert.deepEqual([symplectic.drift, symplectic.unit], [0, "J/s"]);
  // a step multiplies the energy by 1 + y² with explicit Euler and by 1 − y⁶/72 with Runge-Kutta 4
  const y = omega * 0.05;
  for (const [method, gain] of [
    ["explicit-euler", 1 + y ** 2],
    ["runge-kutta-4", 1 - y ** 6 / 72 + y ** 8 / 576],
  ] as const) {
    const expected = energy * (gain ** 200 - 1);
    const { made, drift } = row(method, lab);
    assert.ok(Math.abs(made / expected - 1) < 0.01, `${method}: ${made} J, not ${expected} J`);
    const times = Array.from({ length: 201 }, (_, i) => 0.05 * i);
    const mean = slope(
      times,
      times.map((_, i) => energy * gain ** i),
      omega,
    );
    // explicit Euler turns by arctan y, so its curve is not quite that of a line and a swing
    assert.ok(Math.abs(drift / mean - 1) < 0.01, `${method}: ${drift} J/s, not ${mean} J/s`);
  }
});
