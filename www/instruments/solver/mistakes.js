// The usual mistakes in a program that computes a mass on a spring.

/** @typedef {Record<string, number | string>} Values */

/**
 * A mistake.
 * @typedef {object} Mistake
 * @property {string} text  as the end of the sentence "It resembles … ."
 * @property {Values} [values]  parameters with which the engine makes it, too
 * @property {"forwards" | "backwards"} [time]  backwards turns the sign of the damping
 * @property {boolean} [repels]  true if the spring pushes away
 * @property {number} [late]  steps by which the written velocities are late
 */

/** A program without a mistake. @type {Mistake} */
export const NONE = { text: "" };

/**
 * Mistakes that change the motion with these parameters.
 * @param {Values} values @returns {Mistake[]}
 */
export function mistakes({ mass, stiffness, damping = 0, restLength = 0, drive }) {
  // with a drive, time runs forwards only, and there is no closed formula
  const free = drive === undefined;
  /** @type {[boolean, Mistake][]} */
  const all = [
    [mass !== 1, { text: "with the mass forgotten (m = 1 kg)", values: { mass: 1 } }],
    [damping !== 0, { text: "with the damping forgotten", values: { damping: 0 } }],
    [free && damping !== 0, { text: "with the sign of the damping wrong", time: "backwards" }],
    [damping !== 0 && damping !== stiffness, { text: "with k in place of μ", values: { damping: stiffness } }],
    [restLength !== 0, { text: "with the rest length forgotten", values: { restLength: 0 } }],
    [free, { text: "with the sign of the spring's force wrong", repels: true }],
    [true, { text: "with each velocity half a step late", late: 0.5 }],
    [true, { text: "with each velocity half a step early", late: -0.5 }],
  ];
  return all.filter(([changes]) => changes).map(([, mistake]) => mistake);
}
