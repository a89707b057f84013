// The one parameter that belongs to the clock and not to the scene.
/** @import { NumberParameter } from "../engine.js" */

/** @type {NumberParameter} */
export const TIME_RATE = {
  key: "timeRate",
  label: "Time rate",
  restarts: false,
  whole: false,
  effect: "Simulated seconds per second: below 1 is slow motion.",
  unit: "×",
  default: 1,
  min: 0.01,
  max: 10,
  step: 0.01,
  curve: 3,
};

/**
 * @param {number | string} value
 * @returns {number}
 * @throws {Error} with a sentence like the engine's
 */
export function checkTimeRate(value) {
  const { key, min, max, unit } = TIME_RATE;
  if (typeof value === "number" && value >= min && value <= max) return value;
  const text = typeof value === "string" && value.trim() === "" ? "nothing" : `"${String(value)}"`;
  const given = typeof value === "number" ? value : text;
  throw new Error(`${key} must be a number from ${min} to ${max} ${unit}; ${given} was given.`);
}
