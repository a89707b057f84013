// Ten seconds of a damped mass on a spring by several methods, as CSV:
// `npm run build`, then `node examples/methods.js`.
import { createSimulation } from "../dist/lib/springlab.js"; // in a project of your own: "springlab"

const METHODS = ["explicit-euler", "symplectic-euler", "velocity-verlet", "implicit-midpoint", "runge-kutta-4"];
const TIME = 10; // s

/**
 * The distance in m of the mass from its anchor in the origin.
 * @param {Float64Array} positions  x y z of both
 */
const distance = ([, , , ...mass]) => Math.hypot(...mass);

console.log("method,time step,distance,exact");
for (const method of METHODS) {
  for (const timeStepSize of [0.01, 0.005, 0.0025]) {
    const simulation = await createSimulation("damper", { method, timeStepSize, stiffness: 8, damping: 0.2 });
    simulation.step(Math.round(TIME / timeStepSize));
    const exact = simulation.analysis.exact?.positions ?? new Float64Array();
    console.log([method, timeStepSize, distance(simulation.positions), distance(exact)].join());
    simulation.free();
  }
}
