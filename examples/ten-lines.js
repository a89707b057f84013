// A damped spring in ten lines. To run it: `npm run build`, then `node examples/ten-lines.js`.
import { createSimulation } from "../dist/lib/springlab.js"; // in a project of your own: "springlab"

const spring = await createSimulation("damper", { stiffness: 5, mass: 0.5, damping: 0.1 });
spring.set("method", "runge-kutta-4");
for (let second = 1; second <= 5; second++) {
  spring.step(100); // each of 0.01 s
  const { kinetic, elastic } = spring.energy;
  console.log(second, "s", spring.positions[3], "m", kinetic + elastic, "J");
}
spring.free();
