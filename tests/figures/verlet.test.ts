// The numbers in the text of the page on constraints, measured with the engine or derived.
import assert from "node:assert/strict";
import test from "node:test";
import { createSimulation } from "../../dist/lib/springlab.js";
import type { Simulation } from "../../www/types.ts";
import { lesson } from "./lesson.ts";

const { source, value, complete } = lesson("www/verlet.html");

/** Default number of links. */
const LINKS = 19;

/** Default length of a link in m. */
const LENGTH = 0.2;

/** Default mass of a particle in kg. */
const MASS = 0.1;

/** Default gravity in m/s². */
const GRAVITY = 9.81;

/** Rope that hangs straight down, stretched evenly. */
async function straight(parameters: Record<string, number>, stretch: number = 0) {
  const rope = await createSimulation("verlet", parameters);
  for (let i = 1; i < rope.positions.length / 3; i++) rope.hand.setPosition(i, 0, -LENGTH * (1 + stretch) * i, 0);
  return rope;
}

/** Residual in m and relative stretch of a rope at rest. */
async function atRest(parameters: Record<string, number>) {
  const rope = await straight(parameters);
  rope.step(20_000); // longitudinal waves have decayed to 1e-6 of the stretch
  return { residual: rope.analysis.residual, stretch: rope.system.stretch };
}

/**
 * Stiffness in N/m of springs that stretch a hanging rope by this part: they carry 1 … N masses.
 */
const stiffness = (stretch: number, links: number = LINKS) => (((links + 1) / 2) * MASS * GRAVITY) / (stretch * LENGTH);

test("more sweeps leave a smaller residual and stretch, like stiffer springs", async () => {
  let before = Number.POSITIVE_INFINITY;
  for (const sweeps of [1, 5, 20, 100]) {
    const { residual, stretch } = await atRest({ sweeps });
    assert.ok(stretch < before);
    before = stretch;
    const springs = await createSimulation("verlet", { links: "springs", stiffness: stiffness(stretch), damping: 0 });
    value(`residual-${sweeps}`, (1000 * residual).toPrecision(3));
    value(`stretch-${sweeps}`, (100 * stretch).toPrecision(3));
    value(`stiffness-${sweeps}`, Number(stiffness(stretch).toPrecision(3)));
    value(`limit-${sweeps}`, (1000 * springs.analysis.stepLimit).toPrecision(3));
  }
});

test("with one sweep the rope is as stiff as (N + 1)/(N − 1) m/Δt²", async () => {
  for (const links of [5, 10, 19]) {
    for (const timeStepSize of [0.01, 0.005]) {
      const { stretch } = await atRest({ sweeps: 1, width: links + 1, timeStepSize });
      const expected = (((links + 1) / (links - 1)) * MASS) / timeStepSize ** 2;
      const measured = stiffness(stretch, links);
      assert.ok(Math.abs(measured / expected - 1) < 1e-5, `${measured}, ${expected} N/m`); // waves have not decayed completely
    }
  }
});

test("the order of the links changes the stretch", async () => {
  /** Relative stretch with one sweep, computed by heights alone. */
  const stretch = (order: number[]) => {
    const h = 0.01;
    let x = Array.from({ length: LINKS + 1 }, (_, i) => LENGTH * i); // downwards
    let before = x;
    for (let step = 0; step < 20_000; step++) {
      const next = x.map((now, i) => (i > 0 ? 2 * now - before[i] + GRAVITY * h * h : now));
      before = x;
      x = next;
      for (const i of order) {
        const excess = x[i + 1] - x[i] - LENGTH;
        if (i > 0) x[i] += excess / 2;
        x[i + 1] -= i > 0 ? excess / 2 : excess;
      }
    }
    return x[LINKS] / (LINKS * LENGTH) - 1;
  };
  const down = Array.from({ length: LINKS }, (_, i) => i);
  const engine = (await atRest({ sweeps: 1 })).stretch;
  assert.ok(Math.abs(stretch(down) / engine - 1) < 1e-5, "downwards it is the engine's"); // waves have not decayed completely
  value("stretch-upwards", (100 * stretch(down.toReversed())).toPrecision(3));
});

test("many short steps are stiffer than many sweeps", async () => {
  const steps = await atRest({ sweeps: 1, timeStepSize: 0.0005 });
  const sweeps = await atRest({ sweeps: 20 });
  value("stretch-short-steps", (100 * steps.stretch).toPrecision(3));
  assert.ok(steps.stretch < sweeps.stretch);
});

test("a sweep leaves cos²(π/2N) of the longest wave", async () => {
  const left = async (sweeps: number) => {
    const rope = await straight({ sweeps, gravity: 0 }, 0.01);
    rope.step(1);
    return rope.analysis.residual;
  };
  const factor = Math.cos(Math.PI / (2 * LINKS)) ** 2;
  const measured = ((await left(1000)) / (await left(900))) ** 0.01;
  assert.ok(Math.abs(measured - factor) < 1e-9, `${measured}, ${factor}`); // residuals of 1e-6 m in positions of some m
  const digit = (links: number) => Math.log(0.1) / Math.log(Math.cos(Math.PI / (2 * links)) ** 2);
  value("links", LINKS);
  value("sweep-leaves", factor.toFixed(4));
  value("sweeps-a-digit", Math.ceil(digit(LINKS)));
  assert.equal((digit(2 * LINKS) / digit(LINKS)).toFixed(1), "4.0", "with twice the links four times as many");
});

test("a first step by Taylor's formula gives order 2, and one without its last term order 1", async () => {
  /** Largest error in m within 10 s of 2 cos ωt, ω² = 10. */
  const error = async (h: number, taylor: boolean) => {
    const oscillator = await createSimulation("oscillator", { method: "verlet", timeStepSize: h });
    const start = oscillator.positions[3];
    const squared = 10;
    if (!taylor) oscillator.hand.setVelocity(1, 0.5 * h * squared * start, 0, 0); // v(0) − ½ Δt a(0)
    let largest = 0;
    while (oscillator.time < 10) {
      oscillator.step(1);
      const exact = start * Math.cos(Math.sqrt(squared) * oscillator.time);
      largest = Math.max(largest, Math.abs(oscillator.positions[3] - exact));
    }
    return largest;
  };
  const withTerm = await error(0.01, true);
  const without = await error(0.01, false);
  value("error-with-term", (1000 * withTerm).toPrecision(2));
  value("error-without-term", (1000 * without).toPrecision(2));
  value("gain-with-term", (withTerm / (await error(0.005, true))).toFixed(1));
  value("gain-without-term", (without / (await error(0.005, false))).toFixed(1));
});

/** Rod in free rotation. @param omega  in rad/s */
async function turning(omega: number, timeStepSize: number) {
  const rod = await createSimulation("verlet", { width: 2, sweeps: 1, gravity: 0, timeStepSize });
  rod.hand.setVelocity(1, 0, LENGTH * omega, 0);
  return rod;
}

/** Angle of the rod in rad. */
const angle = ({ positions: [, , , x, y] }: Simulation) => Math.atan2(y, x);

test("one projection satisfies one rod, and takes energy while it turns", async () => {
  const omega = 5;
  const h = 0.01;
  const rod = await turning(omega, h);
  const before = rod.energy.kinetic;
  const time = 1 / (2 * omega ** 2 * h);
  value("half-time", time.toFixed(1));
  rod.step(Math.round(time / h));
  assert.ok(Math.abs(rod.energy.kinetic / before - 0.5) < 1e-3, "half of the energy"); // the next term is (ωΔt)²
});

test("a turning rod's next angle θ′ has tan θ′ = sin θ/(2 − cos θ)", async () => {
  const rod = await turning(40, 0.01);
  rod.step(1);
  const first = angle(rod);
  rod.step(1);
  const expected = Math.atan2(Math.sin(first), 2 - Math.cos(first));
  assert.ok(Math.abs(angle(rod) - first - expected) < 1e-14, "tan θ′ = sin θ/(2 − cos θ)");
  const small = 0.01;
  const loss = small - Math.atan2(Math.sin(small), 2 - Math.cos(small));
  assert.ok(Math.abs(loss / small ** 3 - 1) < 2e-4, "θ′ ≈ θ − θ³, up to a term of θ²");
});

test("projection along the old direction takes no energy", () => {
  const theta = 0.4;
  // end of a free flight from angle 0 on the unit circle
  const x = 2 - Math.cos(theta);
  const y = Math.sin(theta);
  const shift = Math.sqrt(1 - y * y) - x; // along the old rod, (1, 0), back onto the circle
  assert.ok(Math.abs(Math.atan2(y, x + shift) - theta) < 1e-15);
});

test("a pendulum of one rod has a residual of rounding, and loses height", async () => {
  let largest = 0;
  const depths = [];
  for (const timeStepSize of [0.01, 0.001]) {
    const rod = await createSimulation("verlet", { width: 2, sweeps: 1, timeStepSize });
    let highest = -LENGTH;
    while (rod.time < 0.8) {
      rod.step(1);
      largest = Math.max(largest, rod.analysis.residual);
      const [, , , x, y] = rod.positions;
      if (x < 0) highest = Math.max(highest, y);
    }
    depths.push((-1000 * highest).toFixed(0));
  }
  assert.ok(largest < 1e-16, `${largest} m`);
  value("turns-below", depths[0]);
  value("turns-below-short-steps", depths[1]);
});

test("a rope of one sweep comes to rest in drag", async () => {
  const rope = await createSimulation("verlet", { sweeps: 1, drag: 0.1 });
  rope.step(3000);
  value("rubber-stretch", (100 * rope.system.stretch).toPrecision(2));
});

test("springs in comparison have a largest stiffness", async () => {
  const rope = await createSimulation("verlet", { links: "springs", drag: 0.1 });
  const springs = Number(rope.get("stiffness"));
  const step = Number(rope.get("timeStepSize"));
  rope.step(6000);
  value("springs", springs);
  value("springs-stretch", (100 * rope.system.stretch).toPrecision(2));
  rope.restart();
  let low = springs;
  let high = 10 * springs;
  while (high - low > 1e-3) {
    const middle = (low + high) / 2;
    rope.set("stiffness", middle);
    if (rope.analysis.stepLimit > step) low = middle;
    else high = middle;
  }
  value("largest-stiffness", low.toFixed(0));
});

test("the longest time step makes the rope soft, not unstable", async () => {
  const { stretch } = await atRest({ sweeps: 1, timeStepSize: 0.1 });
  value("times-its-length", (1 + stretch).toPrecision(2));
  const rope = await createSimulation("verlet", { sweeps: 1, timeStepSize: 0.1 });
  for (let i = 0; i < 600; i++) {
    rope.step(1);
    assert.ok(rope.energy.numerical < 1e-3, `${rope.energy.numerical} J made`); // of some 100 J
  }
});

test("RATTLE keeps a pendulum's height, holds a rope up to a limit, and does not meet a taut cloth's links", async () => {
  /** Height in mm that a pendulum loses in one swing. */
  const lost = async (method: string) => {
    const pendulum = await createSimulation("verlet", { width: 2, sweeps: 1, method });
    let height = Number.NEGATIVE_INFINITY;
    while (pendulum.positions[3] >= 0) pendulum.step(1);
    while (pendulum.positions[3] < 0) {
      height = Math.max(height, pendulum.positions[4]);
      pendulum.step(1);
    }
    return -1000 * height;
  };
  value("pendulum-lost", (await lost("verlet")).toFixed(0));
  value("rattle-lost", (await lost("rattle")).toFixed(3));
  /** True if a rope that hangs almost straight stays so for 3000 steps. */
  const holds = async (timeStepSize: number) => {
    const rope = await straight({ timeStepSize });
    rope.set("method", "rattle");
    for (let i = 1; i <= LINKS; i++) rope.hand.setPosition(i, 1e-6 * Math.sin(7 * i), -LENGTH * i, 0);
    const isStraight = () => Math.abs(rope.positions[3]) < 1e-4;
    for (let n = 0; n < 3000 && isStraight(); n += 10) rope.step(10);
    return isStraight();
  };
  let longest = 30;
  while (await holds((longest + 1) / 1000)) longest += 1;
  value("rattle-step", longest);
  const cloth = await createSimulation("verlet", { shape: "cloth", width: 8, height: 6, method: "rattle" });
  cloth.step(20);
  assert.ok(cloth.analysis.residual > 1e-5, `${cloth.analysis.residual} m`);
});

/** Number of particles on the ball after each step of 12 s. */
async function onBall(parameters: Record<string, number | string>) {
  const rope = await createSimulation("verlet", { obstacle: "sphere", ...parameters });
  const [ball] = rope.system.obstacles;
  assert.equal(ball.shape, "sphere");
  const counts = Array.from({ length: 1200 }, () => {
    rope.step(1);
    const { positions } = rope;
    return Array.from({ length: positions.length / 3 }, (_, i) => i).filter((i) => {
      const [x, y, z] = [0, 1, 2].map((axis) => positions[3 * i + axis] - ball.centre[axis]);
      return Math.hypot(x, y, z) < ball.radius + 1e-3; // projected particles are on it up to rounding
    }).length;
  });
  return { counts, first: counts.findIndex((count) => count > 0) };
}

test("a rope over the ball stays on it with gravity turned by 15°, and slips off without", async () => {
  const { counts, first } = await onBall({ gravityDirection: 15, drag: 0.3 });
  assert.ok(first > 0 && first < 200, `on the ball from step ${first}`);
  assert.ok(
    counts.slice(first).every((count) => count > 0),
    "and on it until 12 s",
  );
  assert.ok(counts.slice(-500).every((count) => count >= 3));
  const down = await onBall({ drag: 0.3 });
  assert.ok(down.first > 0 && down.counts.slice(300).every((count) => count === 0), "off within 3 s");
});

test("a stiff rope of springs: its limit, and the energy that implicit methods take", async () => {
  assert.match(source, /scene="chain" fixed-particles="1" stiffness="250000" time-step-size="0.01" damping="0"/);
  const taken = async (method: string) => {
    const rope = await createSimulation("chain", {
      method,
      fixedParticles: 1,
      stiffness: 250_000,
      timeStepSize: 0.01,
      damping: 0,
    });
    rope.step(500);
    return -rope.energy.numerical;
  };
  value("implicit-euler-takes", (await taken("implicit-euler")).toFixed(0));
  value("bdf2-takes", (await taken("bdf2")).toFixed(1));
  // each of 19 masses falls from beside the anchor to its place below it
  value("gravity-gives", ((MASS * GRAVITY * LENGTH * LINKS * (LINKS + 1)) / 2).toFixed(0));
  const explicit = await createSimulation("chain", { fixedParticles: 1, stiffness: 250_000, damping: 0 });
  value("explicit-limit", (1000 * explicit.analysis.stepLimit).toPrecision(3));
  const scene = await createSimulation("verlet", { links: "springs" });
  value("stiff-springs", (1000 * Number(scene.get("stiffness"))).toLocaleString("en"));
  assert.equal(explicit.get("stiffness"), 1000 * Number(scene.get("stiffness")));
});

complete();
