// The examples that run in Node, and the pages among them in a small document.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import test from "node:test";
import { isDeepStrictEqual } from "node:util";
import { createSimulation, methods } from "../dist/lib/springlab.js";
import "./dom.ts";

/** Lines that an example prints. */
function run(name: string) {
  const path = new URL(`../examples/${name}`, import.meta.url);
  return execFileSync(process.execPath, [path.pathname], { encoding: "utf8" }).trim().split("\n");
}

test("examples/methods.js: the error shrinks with the time step by the order of each method", async () => {
  const [head, ...lines] = run("methods.js");
  assert.equal(head, "method,time step,distance,exact");
  const rows = lines.map((line) => line.split(","));

  // u = u₀ e^(−γt/2) (cos ωt + γ/2ω sin ωt) with u₀ = 2 m, γ = μ/m = 0.4/s,
  // ω² = k/m − γ²/4 = 15.96/s² and a rest length of 4 m
  const half = 0.2;
  const omega = Math.sqrt(16 - 0.04);
  const t = 10;
  const u = 2 * Math.exp(-half * t) * (Math.cos(omega * t) + (half / omega) * Math.sin(omega * t));
  for (const [, , , exact] of rows) assert.ok(Math.abs(Number(exact) - (4 + u)) < 1e-12, `${exact}, ${4 + u}`);

  const orders = new Map((await methods()).map(({ value, order }) => [value, order]));
  assert.equal(rows.length, 15);
  for (let i = 0; i < rows.length; i += 3) {
    const [method] = rows[i];
    const [, coarse, fine] = rows.slice(i, i + 3).map(([, , distance]) => Math.abs(Number(distance) - (4 + u)));
    // explicit Euler's factor per step has the modulus √(1 + h²ω² − hγ): its next term is a sixth
    // of the first
    const order = Math.log2(coarse / fine);
    assert.ok(Math.abs(order - Number(orders.get(method))) < 0.2, `${method}: ${order}`);
  }
});

test("examples/one-spring.js: the formulas and the engine give the same numbers", () => {
  const [, ...lines] = run("one-spring.js");
  const rows = lines.map((line) => line.trim().split(/\s+/));
  assert.deepEqual(
    rows.map(([name]) => name),
    ["explicit-euler", "symplectic-euler", "runge-kutta-2", "implicit-euler", "exact"],
  );
  for (const [name, u, uEngine, energy, energyEngine, difference] of rows) {
    // the engine stores positions of up to 6 m, where a rounding is at most 4.4e-16 m: 300 steps
    assert.ok(Math.abs(Number(difference)) <= 1.3e-13, `${name}: ${difference}`);
    // printed with nine digits, of which the last may be rounded the other way
    assert.ok(Math.abs(Number(u) - Number(uEngine)) <= 1.001e-9, `${name}: ${u}, ${uEngine}`);
    assert.ok(Math.abs(Number(energy) - Number(energyEngine)) <= 1.001e-9, `${name}: ${energy}, ${energyEngine}`);
  }
  // E = ½ m v² + ½ k u² of the exact motion with γ = 1/s and ω_d² = 9.75/s² after 3 s
  const decay = 2 * Math.exp(-1.5);
  const omegaD = Math.sqrt(9.75);
  const cos = Math.cos(3 * omegaD);
  const sin = Math.sin(3 * omegaD) / omegaD;
  const u = decay * (cos + 0.5 * sin);
  const v = -10 * decay * sin;
  const energies = rows.map(([, , , energy]) => Number(energy));
  assert.ok(Math.abs(energies[4] - (0.25 * v * v + 2.5 * u * u)) < 1e-9);
  // without damping explicit Euler multiplies the energy by 1 + h²ω² = 1.001 per step and implicit
  // Euler divides it by that: ln(E/E_exact) = ±0.3. Damping with γ = 0.3 ω hardly changes this.
  const expected = [0.3, 0, 0, -0.3];
  for (const [i, growth] of expected.entries())
    assert.ok(Math.abs(Math.log(energies[i] / energies[4]) - growth) < 0.01, `${rows[i]}`);
});

test("examples/in-a-worker.js: the worker tells the places of a damped mass", async () => {
  const damper = await createSimulation("damper", { damping: 0.5 });
  const expected = [1, 2, 3].map(() => {
    damper.step(100);
    return `${damper.time} s ${damper.positions[3]} m`;
  });
  damper.free();
  assert.deepEqual(run("in-a-worker.js"), expected);
});

/** Library that the pages import. */
const LIBRARY = "../dist/lib/springlab.js";

/** The frame that the open page waits for. */
let nextFrame: (now: number) => void;
globalThis.requestAnimationFrame = (callback) => {
  nextFrame = callback;
  return 1;
};

/** A clock of 0.1 ms a reading. */
let clock = 0;
performance.now = () => {
  clock += 0.1;
  return clock;
};

/** Opens a page of the examples, whose script starts anew each time. */
async function open(name: string) {
  const html = readFileSync(new URL(`../examples/${name}`, import.meta.url), "utf8");
  const [, markup, script] = /<\/style>(.*)<script type="module">(.*)<\/script>/s.exec(html) ?? [];
  assert.deepEqual(
    [...script.matchAll(/from "(.*?)"/g)].map(([, path]) => path),
    [LIBRARY],
    "nothing else is imported",
  );
  document.body.innerHTML = markup;

  const canvas = document.querySelector("canvas") as HTMLCanvasElement;
  Object.defineProperties(canvas, { clientWidth: { value: 320 }, clientHeight: { value: 160 } });
  /** Calls of the canvas since the last frame. */
  const drawn: [name: string, ...numbers: number[]][] = [];
  const record =
    (name: string) =>
    (...numbers: number[]) =>
      drawn.push([name, ...numbers]);
  const recorder = new Proxy({}, { get: (_, name) => record(String(name)) });
  Object.defineProperty(canvas, "getContext", { value: () => recorder });

  const program = script.replace(LIBRARY, new URL(LIBRARY, import.meta.url).href);
  await import(`data:text/javascript,${encodeURIComponent(`${program}// ${clock}`)}`);

  let now = 0;
  const page = {
    drawn,
    /** Lets a frame pass. */
    frame(milliseconds: number = 1000 / 60) {
      now += milliseconds;
      drawn.length = 0;
      nextFrame(now);
    },
    /** Shown text. */
    text: (id: string) => String(document.getElementById(id)?.textContent),
    /** Shown number. */
    number: (id: string) => Number.parseFloat(page.text(id)),
    control: (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement,
    /** Sets a control as a reader does. */
    set(name: string, value: string) {
      page.control(name).value = value;
      page.control(name).dispatchEvent(new Event("change"));
    },
    pause: document.querySelector("#pause") as HTMLInputElement,
    restart: document.querySelector("button") as HTMLButtonElement,
  };
  page.frame(); // the first one starts the clock
  return page;
}

test("examples/page.html: its energies and its mass are those of formulas after 10 s of frames", async () => {
  const page = await open("page.html");
  assert.deepEqual([page.text("particles"), page.text("springs")], ["2", "1"]);
  /** Starts anew, lets 10 s pass, and returns the number of steps. */
  const run = (method: string) => {
    page.set("method", method);
    page.restart.click();
    for (let frames = 0; frames < 600; frames++) page.frame();
    return Math.round(page.number("time") / 0.01);
  };
  const z = 0.01 ** 2 * (5 / 0.5); // h²ω²
  const factors = { "explicit-euler": 1 + z, "runge-kutta-2": 1 + z ** 2 / 4, "implicit-euler": 1 / (1 + z) };
  for (const [method, factor] of Object.entries(factors)) {
    const energy = 10 * factor ** run(method);
    assert.ok(Math.abs(page.number("total") - energy) <= 0.0005, `${method}: ${page.text("total")}, ${energy} J`);
    const parts = page.number("kinetic") + page.number("elastic");
    assert.ok(Math.abs(parts - energy) <= 0.001, `${method}: ${parts}, ${energy} J`);
  }

  // u[n+1] − 2 cos θ u[n] + u[n−1] = 0 with cos θ = 1 − z/2, u[0] = 2 m and u[1] = (1 − z) u[0]
  const steps = run("symplectic-euler");
  assert.ok(steps === 1000 || steps === 999, `${steps} steps in 10 s`);
  const theta = Math.acos(1 - z / 2);
  const sine = ((1 - z - Math.cos(theta)) / Math.sin(theta)) * Math.sin(steps * theta);
  const u = 2 * (Math.cos(steps * theta) + sine);
  assert.ok(Math.abs(page.number("elastic") - 2.5 * u ** 2) <= 0.0005, `${page.text("elastic")}, u = ${u} m`);
  // 320 px are 16 m, and the mass is the last rectangle, 24 px wide
  const [, left] = page.drawn.filter(([name]) => name === "fillRect").at(-1) ?? [];
  assert.ok(Math.abs(Number(left) + 12 - 20 * (4 + u)) < 1e-6, `${left} px, u = ${u} m`);
  assert.equal(page.text("cost"), "0.1 µs", "0.1 ms for 1000 steps");
});

test("examples/page.html: a refusal keeps the value, and damping ends in heat", async () => {
  const page = await open("page.html");
  page.set("stiffness", "-1");
  assert.equal(page.text("message"), "stiffness must be a number from 0 to 1000 N/m; -1 was given.");
  assert.equal(page.control("stiffness").value, "5");
  page.set("damping", "2");
  assert.equal(page.text("message"), "");
  for (let frames = 0; frames < 600; frames++) page.frame();
  // μ²/(4 m k) = 0.4: after 10 s e^(−μt/m) = e^−40 of the energy is left
  assert.deepEqual([page.text("kinetic"), page.text("elastic")], ["0.000 J", "0.000 J"]);
  assert.ok(Math.abs(page.number("damping") - 10) < 0.2, page.text("damping"));
});

for (const name of ["page.html", "many.html"]) {
  test(`examples/${name}: neither a hidden page nor a pause is caught up`, async () => {
    const page = await open(name);
    const size = Number(page.control("timeStepSize").value);
    page.frame(60_000);
    assert.ok(Math.abs(page.number("time") - 0.05) <= size, page.text("time"));
    page.pause.click();
    const paused = page.text("time");
    for (let frames = 0; frames < 60; frames++) page.frame();
    assert.equal(page.text("time"), paused);
    page.pause.click();
    page.frame();
    assert.ok(Math.abs(page.number("time") - 0.05 - 1 / 60) <= 2 * size, page.text("time"));
  });

  test(`examples/${name}: after an explosion it pauses, says why, and restarts`, async () => {
    const page = await open(name);
    if (name === "page.html") page.set("timeStepSize", "0.7");
    else page.set("damping", "100000");
    for (let frames = 0; frames < 2000 && !page.pause.checked; frames++) page.frame();
    assert.match(page.text("message"), /^The run stopped at t = .*\. Change a value, then restart\.$/);
    page.restart.click();
    assert.equal(page.text("message"), "");
    page.set("timeStepSize", "0.001");
    page.set("damping", "1");
    for (let frames = 0; frames < 60; frames++) page.frame();
    assert.equal(page.text("message"), "");
    assert.ok(Math.abs(page.number("time") - 1) < 0.01, page.text("time"));
  });
}

test("examples/many.html: it draws every spring between its particles", async () => {
  const page = await open("many.html");
  // 50 × 50 particles, with neighbours in rows, columns and both diagonals
  assert.equal(page.text("particles"), String(50 ** 2));
  assert.equal(page.text("springs"), String(2 * 50 * 49 + 2 * 49 ** 2));
  page.set("timeStepSize", "0.01"); // the page states hundredths of a second
  for (let frames = 0; frames < 60; frames++) page.frame();
  // a frame of 1/60 s takes one step or two, which last 0.1 ms together
  assert.ok(page.number("cost") >= 0.05 && page.number("cost") <= 0.1, page.text("cost"));
  assert.match(page.text("cost"), / ms$/);
  const cloth = await createSimulation("cloth", { width: 50, height: 50, timeStepSize: 0.01 });
  cloth.step(Math.round(page.number("time") / 0.01));
  const ends = [...cloth.system.springs].map((i) => [...cloth.positions.subarray(3 * i, 3 * i + 2)]);
  cloth.free();
  const points = page.drawn.filter(([name]) => /^(move|line)To$/.test(name)).map(([, ...point]) => point);
  assert.ok(isDeepStrictEqual(points, ends), `${points.slice(0, 4)} … of ${points.length}, ${ends.slice(0, 4)}`);
});
