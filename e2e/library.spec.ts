// The library in browsers, under the strictest policy that it promises to run with. Its states are
// those of Node to the bit; Rust and Node tests compare these with the reference trajectories.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createSimulation } from "../dist/lib/springlab.js";
import type * as Springlab from "../www/engine.ts";
import { expect, test } from "./lab.ts";

const LIBRARY = readFileSync(new URL("../dist/lib/springlab.js", import.meta.url), "utf8");

/** Scenes, values and numbers of steps. */
const RUNS: [string, Record<string, number | string>, number][] = [
  ["damper", { method: "runge-kutta-4", damping: 0.5 }, 1000],
  ["oscillator", { method: "implicit-euler" }, 2000],
  ["cloth", { method: "symplectic-euler", obstacle: "sphere" }, 100],
  ["resonance", { timeStepSize: 0.0137 }, 5000],
  ["verlet", { method: "position-based" }, 200],
];

test("runs under a strict policy, with the same states to the bit as in Node", { tag: "@firefox" }, async ({
  page,
}) => {
  const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; img-src data:";
  const body = '<!doctype html><title>Library</title><link rel="icon" href="data:,"><p>A page that uses the library.';
  await page.route("**/library.html", (route) =>
    route.fulfill({ contentType: "text/html", headers: { "content-security-policy": policy }, body }),
  );
  await page.route("**/springlab.js", (route) => route.fulfill({ contentType: "text/javascript", body: LIBRARY }));
  await page.goto("library.html");
  const there = await page.evaluate(async (runs) => {
    const { createSimulation }: typeof Springlab = await import(`${location.origin}/springlab.js`);
    const states = runs.map(async ([scene, values, steps]) => {
      const simulation = await createSimulation(scene, values);
      simulation.step(steps);
      const hash = await crypto.subtle.digest("SHA-256", simulation.history.state() as BufferSource);
      simulation.free();
      return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
    });
    return Promise.all(states);
  }, RUNS);
  const here = RUNS.map(async ([scene, values, steps]) => {
    const simulation = await createSimulation(scene, values);
    simulation.step(steps);
    const hash = createHash("sha256").update(simulation.history.state()).digest("hex");
    simulation.free();
    return hash;
  });
  expect(there).toEqual(await Promise.all(here));
});
