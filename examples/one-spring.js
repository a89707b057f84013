// One mass on a spring with a damper, simulated twice: by hand, with formulas that you can check on
// paper, and by the engine. Both give the same numbers. To run it: `npm run build`, then
// `node examples/one-spring.js`. The same program in Rust is examples/one_spring.rs.
import { createSimulation } from "../dist/lib/springlab.js"; // in a project of your own: "springlab"

// The model: a mass moves along a line, without gravity. A spring and a damper, side by side,
// connect it to a fixed point. Two variables are its state:
//   u  elongation in m, the length of the spring minus its rest length
//   v  velocity of the mass in m/s, v = du/dt
const m = 0.5; // mass in kg
const k = 5; // stiffness of the spring in N/m
const mu = 0.5; // coefficient μ of the damper in N·s/m
const restLength = 4; // m
const u0 = 2; // elongation at t = 0 in m, where v = 0
const h = 0.01; // time step in s, also written Δt
const steps = 300; // 3 s in all

/** @typedef {(u: number, v: number) => number} Quantity  of a state */
/** @typedef {(u: number, v: number) => number[]} Step  from a state to the next one */

/** Force on the mass in N: −k u of the spring, −μ v of the damper. @type {Quantity} */
const force = (u, v) => -k * u - mu * v;

/** Acceleration in m/s², from the equation of motion m dv/dt = −k u − μ v. @type {Quantity} */
const a = (u, v) => force(u, v) / m;

/** Energy in J: kinetic, ½ m v², and elastic, ½ k u². The damper takes from it. @type {Quantity} */
const energy = (u, v) => (m * v ** 2) / 2 + (k * u ** 2) / 2;

/** Four methods to take one time step. @type {Record<string, Step>} */
const methods = {
  // u ← u + h v and v ← v + h a(u, v), both from the old state
  "explicit-euler"(u, v) {
    const uNew = u + h * v;
    const vNew = v + h * a(u, v);
    return [uNew, vNew];
  },
  // v ← v + h a(u, v), then u ← u + h v with the new velocity
  "symplectic-euler"(u, v) {
    const vNew = v + h * a(u, v);
    const uNew = u + h * vNew;
    return [uNew, vNew];
  },
  // half a step of explicit Euler, then a whole step with the rates found there
  "runge-kutta-2"(u, v) {
    const uHalf = u + (h / 2) * v;
    const vHalf = v + (h / 2) * a(u, v);
    return [u + h * vHalf, v + h * a(uHalf, vHalf)];
  },
  // explicit Euler with the new u and v on the right. The first line inserted in the second, and
  // solved for the new velocity: (m + h μ + h² k) vNew = m v − h k u
  "implicit-euler"(u, v) {
    const vNew = (m * v - h * k * u) / (m + h * mu + h ** 2 * k);
    const uNew = u + h * vNew;
    return [uNew, vNew];
  },
};

/**
 * Exact state at the time t in s, for γ < 2ω: with γ = μ/m, ω² = k/m and ω_d² = ω² − γ²/4,
 * u = u₀ e^(−γt/2) (cos ω_d t + γ/(2ω_d) sin ω_d t) and v = −u₀ e^(−γt/2) ω²/ω_d sin ω_d t.
 * @param {number} t
 */
function exact(t) {
  const gamma = mu / m; // 1/s
  const omegaD = Math.sqrt(k / m - gamma ** 2 / 4); // rad/s
  const decay = Math.exp((-gamma * t) / 2);
  const cos = Math.cos(omegaD * t);
  const sin = Math.sin(omegaD * t);
  return [u0 * decay * (cos + (gamma / (2 * omegaD)) * sin), ((-u0 * decay * k) / m / omegaD) * sin];
}

/** Prints a line: u, then E, by hand and by engine. @param {string} name @param {number[]} all */
function print(name, ...all) {
  const [u, uEngine] = all;
  const cells = [name, ...all.map((number) => number.toFixed(9)), (uEngine - u).toExponential(1)];
  console.log(cells.map((cell) => cell.padStart(16)).join(""));
}

console.log("       after 3 s   u by hand [m]   by the engine   E by hand [J]   by the engine u differs by [m]");
// in the engine's scene "damper" the fixed point is at x = 0, and the mass starts at x = 6 m
const parameters = { mass: m, stiffness: k, damping: mu, restLength, timeStepSize: h };
const simulation = await createSimulation("damper", parameters);
for (const [method, step] of Object.entries(methods)) {
  let u = u0;
  let v = 0;
  for (let n = 0; n < steps; n++) [u, v] = step(u, v);
  simulation.set("method", method);
  simulation.restart();
  simulation.step(steps);
  const { kinetic, elastic } = simulation.energy;
  print(method, u, simulation.positions[3] - restLength, energy(u, v), kinetic + elastic);
}
const [u, v] = exact(steps * h);
// x y z of the fixed point, then of the mass
const { positions = [], velocities = [] } = simulation.analysis.exact ?? {};
const uEngine = positions[3] - restLength;
print("exact", u, uEngine, energy(u, v), energy(uEngine, velocities[3]));
simulation.free();
