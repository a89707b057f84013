// The panel Inside a step: its formulas give their results, its keys go through the moments, and it
// costs nothing while it is hidden.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { createSimulation, scenes } from "../dist/lib/springlab.js";
import { coefficient, fine, sumOf } from "../www/instruments/inside/numbers.ts";
import { endsOf, equalised, planeOf } from "../www/instruments/inside/plane.ts";
import { Teller } from "../www/instruments/inside/told.ts";
import type { Simulation } from "../www/types.ts";
import { Laboratory } from "./laboratory.ts";

/** Opens a laboratory with the panel. */
const open = (scene: string, values?: Record<string, number | string>) =>
  Laboratory.open(scene, { inside: "phase", ...values });

/**
 * Half a unit in the fifth digit of each term and of the result, relative to the largest of them.
 */
const DIGITS = 3e-4;

/** A teller of a simulation's next step. */
function teller(simulation: Simulation, particle: number) {
  const { analysis } = simulation;
  const method = String(simulation.get("method"));
  return new Teller({ moments: analysis.insideStep(particle), particle, length: analysis.substep, method });
}

const FRACTIONS = { "½": "(1/2)", "⅓": "(1/3)", "⅔": "(2/3)", "⅙": "(1/6)", "¼": "(1/4)" };

/** Value of a sum as the panel writes it, one coordinate of its vectors. */
function value(text: string, axis: number) {
  const one = text
    .replace(/\([^()]*,[^()]*\)/g, (tuple) => `(${tuple.slice(1, -1).split(",")[axis]})`)
    .replace(/[½⅓⅔⅙¼]/g, (letter) => FRACTIONS[letter as keyof typeof FRACTIONS])
    .replaceAll("−", "-")
    .replaceAll("·", "*")
    .replaceAll(/ (kg|m).*$/g, "");
  return Number(new Function(`return ${one.replaceAll("--", "- -")}`)());
}

/** Checks a line "x = sum = result", if it is one. */
function check(line: string): boolean {
  const parts = line.split(" = ");
  if (parts.length !== 3 || !/ · /.test(parts[1])) return false;
  const [, sum, result] = parts;
  const axes = /\([^()]*,/.test(result) ? result.split(",").length : 1;
  for (let axis = 0; axis < axes; axis++) {
    const expected = value(sum, axis);
    const shown = value(result, axis);
    const numbers = sum.match(/[\d.]+(?:e−?\d+)?/g)?.map((text) => Number(text.replace("−", "-"))) ?? [];
    const size = Math.max(...numbers, Math.abs(shown), 1e-3);
    assert.ok(Math.abs(expected - shown) <= DIGITS * size, `${line}: ${expected}`);
  }
  return true;
}

test("every sum in the panel has the result that it shows, with every method of every scene", async () => {
  const small = { width: 4, height: 3, particles: 4 };
  let checked = 0;
  for (const { id, parameters } of await scenes()) {
    const given = Object.entries(small).filter(([key]) => parameters.some((parameter) => parameter.key === key));
    const choice = parameters.find(({ key }) => key === "method");
    for (const { value: method } of choice && "options" in choice ? choice.options : []) {
      const simulation = await createSimulation(id, { ...Object.fromEntries(given), method });
      simulation.step(2);
      const told = teller(simulation, 1 % (simulation.positions.length / 3));
      for (let i = 0; i < told.step.moments.length; i++) {
        const { name, formula, numbers } = told.tell(i);
        assert.ok(name && formula && numbers.length > 0, `${id}, ${method}, moment ${i}`);
        assert.doesNotMatch([name, formula, ...numbers].join(" "), /undefined|NaN|\[object/, `${id}, ${method}`);
        checked += numbers.filter(check).length;
      }
      simulation.free();
    }
  }
  assert.ok(checked > 200, `${checked} sums were checked`);
});

test("Runge-Kutta 4 on the oscillator shows the textbook's formulas with its numbers", async () => {
  const lab = await Laboratory.open("oscillator", { method: "runge-kutta-4", timeStepSize: 0.1 });
  const told = teller(lab.simulation, 1);
  assert.equal(told.tell(2).formula, "y₂ = y + ½ Δt k₁, k₂ = f(y₂)");
  assert.equal(told.tell(5).formula, "y ← y + Δt (⅙ k₁ + ⅓ k₂ + ⅓ k₃ + ⅙ k₄)");
  const x = lab.simulation.positions[3];
  const k = (Number(lab.run.get("stiffness")) / Number(lab.run.get("mass"))) * x;
  assert.ok(
    told
      .tell(1)
      .numbers.at(-1)
      ?.includes(`${fine(-k)} m/s²`),
    String(told.tell(1).numbers),
  );
  lab.close();
});

test("keys and buttons go through the moments, and beyond the last one takes the step", async () => {
  const lab = await open("damper", { method: "symplectic-euler", timeStepSize: 0.1 });
  const canvas = lab.one('[aria-label="Inside a step"] canvas');
  const press = (key: string) => {
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    lab.draw();
    return lab.text('[aria-label="Inside a step"] output');
  };
  assert.equal(lab.text('[aria-label="Inside a step"] output'), "4 of 4", "at first the whole step is shown");
  assert.equal(press("Home"), "1 of 4");
  assert.equal(press("ArrowLeft"), "1 of 4");
  assert.equal(press("ArrowRight"), "2 of 4");
  assert.match(lab.text('[aria-label="Inside a step"] .action'), /Acceleration/);
  assert.equal(press("s"), "2 of 4", "other keys are left to the page");
  assert.equal(press("End"), "4 of 4");
  assert.equal(lab.simulation.time, 0);
  lab.button("Forward").click();
  lab.draw();
  assert.equal(lab.text('[aria-label="Inside a step"] output'), "1 of 4");
  assert.equal(lab.simulation.time, 0.1);
  assert.equal(lab.button("Back").disabled, true);
  lab.close();
});

test("a description tells moment, formula and numbers", async () => {
  const lab = await open("damper", { method: "symplectic-euler", timeStepSize: 0.1 });
  const { id, textContent } = lab.one("#inside-moment");
  assert.equal(lab.one('[aria-label="Inside a step"] canvas').getAttribute("aria-describedby"), id);
  assert.match(String(textContent), /^4 of 4\. New position: x ← x \+ Δt v\. x = 6 \+ 0\.1 · \(−2\) = 5\.8 m\./);
  lab.close();
});

test("it is hidden and traces nothing while its option is off", async () => {
  const lab = await open("damper");
  lab.set("inside", "off");
  const { analysis } = lab.simulation;
  let calls = 0;
  Object.defineProperty(analysis, "insideStep", {
    value: () => {
      calls += 1;
      return [];
    },
  });
  lab.step(3);
  assert.ok(lab.one('[aria-label="Inside a step"]').classList.contains("off"));
  assert.equal(calls, 0);
  lab.close();
});

test("it shows the chosen particle, or the first free one if the path of that is given", async () => {
  for (const [scene, particle] of [
    ["follower", 1], // Bob's path is given
    ["pair", 0],
    ["cloth", 19],
  ] as const) {
    const lab = await open(scene, scene === "cloth" ? { width: 5, height: 4 } : {});
    const { analysis } = lab.simulation;
    const traced = mock.method(analysis, "insideStep");
    lab.step(1);
    assert.deepEqual(traced.mock.calls.at(-1)?.arguments, [particle], scene);
    lab.close();
  }
});

test("a step that the engine refuses is refused in its words", async () => {
  const lab = await open("damper", { timeStepSize: 2 });
  lab.step(10_000);
  assert.match(lab.text('[aria-label="Inside a step"] .formula'), /exploded|limit/);
  lab.close();
});

test("substeps are named", async () => {
  const lab = await open("damper", { substeps: "4", inside: "space" });
  assert.match(lab.text('[aria-label="Inside a step"]'), /The first of 4 substeps\./);
  lab.close();
});

test("coefficients are fractions, those of Dormand and Prince too", () => {
  const all = [1, 0.5, 1 / 6, 44 / 45, -212 / 729, 19372 / 6561, -2187 / 6784].map(coefficient);
  assert.deepEqual(all, ["", "½", "⅙", "44/45", "−212/729", "19372/6561", "−2187/6784"]);
  assert.equal(
    sumOf([
      [0.5, "k₁"],
      [-1 / 3, "k₂"],
      [1, "k₃"],
    ]),
    "½ k₁ − ⅓ k₂ + k₃",
  );
});

test("a mass on a line is drawn in the phase plane, a tracer on a line over time, others in space", async () => {
  for (const [scene, ...axes] of [
    ["oscillator", "x [m]", "v [m/s]"],
    ["decay", "t [s]", "x [m]"],
    ["rotation", "x [m]", "y [m]"],
    ["verlet", "x [m]", "y [m]"],
  ] as const) {
    const lab = await Laboratory.open(scene);
    lab.step(2);
    const { names } = planeOf(teller(lab.simulation, lab.simulation.positions.length / 3 - 1), "space");
    assert.deepEqual([names.x, names.y], axes, scene);
    lab.close();
  }
});

test("axes contain all points, and have the same scale in space", () => {
  const ends = endsOf([1, 3, 2]);
  assert.ok(ends.low < 1 && ends.high > 3);
  const [x, y] = equalised([ends, endsOf([0, 0.1])], [300, 200]);
  assert.ok(Math.abs((x.high - x.low) / 300 - (y.high - y.low) / 200) < 1e-12);
  assert.ok(x.low <= ends.low && x.high >= ends.high);
  const flat = endsOf([5, 5]);
  assert.ok(flat.low < 5 && flat.high > 5);
});

test("every moment of every method is drawn in its picture, the present one within the axes", async () => {
  const { Axes } = await import("../www/plots/axes.ts");
  const { drawStep } = await import("../www/instruments/inside/drawn.ts");
  const color = (name: string) => name;
  for (const [scene, method] of [
    ["oscillator", "runge-kutta-45"],
    ["rotation", "runge-kutta-4"],
    ["decay", "exact"],
    ["verlet", "verlet"],
    ["verlet", "rattle"],
    ["pair", "implicit-midpoint"],
  ]) {
    const lab = await Laboratory.open(scene, { method });
    lab.step(2);
    const told = teller(lab.simulation, lab.simulation.positions.length / 3 - 1);
    const axes = new Axes({ x: "", y: "" }, "", color, document.createElement("canvas"));
    axes.size = { width: 400, height: 240 };
    for (const [index, moment] of told.step.moments.entries()) {
      drawStep(axes, "space", told, index, lab.simulation, { color, own: "own" });
      if (moment.particles.length > 1) continue; // the view is at the link
      const [x, y] = planeOf(told, "space").place(moment);
      assert.ok(axes.x(x) >= 58 && axes.x(x) <= 384, `${scene}, ${method}, moment ${index}: x at ${axes.x(x)} px`);
      assert.ok(axes.y(y) >= 24 && axes.y(y) <= 216, `${scene}, ${method}, moment ${index}: y at ${axes.y(y)} px`);
    }
    lab.close();
  }
});

test("the steps that the pages lead into are as their texts say", async () => {
  const inside = async (scene: string, values: Record<string, number | string>) => {
    const simulation = await createSimulation(scene, values);
    simulation.step(3);
    return simulation.analysis.insideStep(simulation.positions.length / 3 - 1);
  };
  const adaptive = await inside("oscillator", { method: "runge-kutta-45", timeStepSize: 0.5 });
  const first = adaptive.find(({ event }) => event === "accepted" || event === "rejected");
  assert.deepEqual([first?.event, first?.numbers.h], ["rejected", 0.5], "it tries the whole step first");
  const linear = await inside("damper", { method: "implicit-euler", timeStepSize: 0.3 });
  const iterates = linear.filter(({ event }) => event === "iteration");
  assert.ok(iterates.length === 1 && iterates[0].numbers.residual < 1e-14, "one linear system is enough");
  const rope = await inside("verlet", { timeStepSize: 0.03, sweeps: 5 });
  const links = rope.filter(({ event }) => event === "link");
  const length = (x: Float64Array, [i, j]: number[]) =>
    Math.hypot(...[0, 1, 2].map((axis) => x[3 * i + axis] - x[3 * j + axis]));
  const [one, next] = links.map(({ particles, positions }) => ({ ends: [...particles], positions }));
  assert.ok(Math.abs(length(one.positions, one.ends) - 0.2) < 1e-15, "a correction makes one link right");
  assert.ok(Math.abs(length(next.positions, one.ends) - 0.2) > 1e-6, "the next one changes its length");
});
