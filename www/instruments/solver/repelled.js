// A mass that a spring with the wrong sign pushes away, ü = (k/m) u − (μ/m) u̇, by the closed
// formulas of one step: the engine has no such springs.

/** @typedef {[number, number]} State  displacement in m and velocity in m/s */

/** @typedef {(u: number, v: number) => number} Acceleration  in m/s² */

/**
 * Methods that treat position and velocity differently. Damping acts as in the engine, on the
 * velocity that the last known acceleration predicts.
 * @type {Record<string, (h: number, a: Acceleration) => (state: State) => State>}
 */
const PARTITIONED = {
  "symplectic-euler":
    (h, a) =>
    ([u, v]) => {
      const next = v + h * a(u, v);
      return [u + h * next, next];
    },
  "symplectic-euler-adjoint":
    (h, a) =>
    ([u, v]) => {
      const next = u + h * v;
      return [next, v + h * a(next, v)];
    },
  "velocity-verlet": (h, a) => {
    let last = Number.NaN;
    return ([u, v]) => {
      if (Number.isNaN(last)) last = a(u, v);
      const next = u + h * v + 0.5 * h * h * last;
      const before = last;
      last = a(next, v + h * before);
      return [next, v + 0.5 * h * (before + last)];
    };
  },
  leapfrog: (h, a) => {
    let last = Number.NaN;
    return ([u, v]) => {
      if (Number.isNaN(last)) last = a(u, v);
      const middle = u + 0.5 * h * v;
      last = a(middle, v + 0.5 * h * last);
      const next = v + h * last;
      return [middle + 0.5 * h * next, next];
    };
  },
};

/**
 * The step of a method; undefined for one whose formula is not known here.
 * @param {string} method  id
 * @param {number} h  in s
 * @param {{ stiffness: number, damping: number, mass: number }} values
 * @param {(x: number) => number | undefined} factor  the method's stability function at x
 * @returns {((state: State) => State) | undefined}
 */
export function repelled(method, h, { stiffness, damping, mass }, factor) {
  const [kappa, gamma] = [stiffness / mass, damping / mass];
  const partitioned = PARTITIONED[method];
  if (partitioned) return partitioned(h, (u, v) => kappa * u - gamma * v);
  const root = Math.sqrt(0.25 * gamma * gamma + kappa);
  const [fast, slow] = [-0.5 * gamma - root, -0.5 * gamma + root];
  const [one, other] = [factor(h * fast), factor(h * slow)];
  if (one === undefined || other === undefined || root === 0) return undefined;
  // R(hA) of a matrix with two eigenvalues
  const linear = (other - one) / (slow - fast);
  const constant = one - linear * fast;
  return ([u, v]) => [constant * u + linear * v, constant * v + linear * (kappa * u - gamma * v)];
}
