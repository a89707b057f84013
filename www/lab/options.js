// Options: parameters that belong to the laboratory and not to the engine.
/** @import { ChoiceParameter, NumberParameter, Parameter } from "../types.js" */

/** @type {NumberParameter} */
export const TIME_RATE = {
  key: "timeRate",
  label: "Time rate",
  symbol: "",
  restarts: false,
  limiting: false,
  whole: false,
  effect: "Simulated seconds per second: below 1 is slow motion.",
  unit: "×",
  default: 1,
  min: 0.01,
  max: 10,
  from: 0.1,
  to: 10,
  step: undefined,
};

/**
 * A choice between "off" and "on", shown as a checkbox.
 * @param {string} key
 * @param {string} label
 * @param {string} effect
 * @param {"off" | "on"} [usual]
 * @returns {ChoiceParameter}
 */
export function toggle(key, label, effect, usual = "off") {
  const options = ["off", "on"].map((value) => ({ value, label: value }));
  return { key, label, symbol: "", effect, restarts: false, limiting: false, default: usual, options };
}

/** A parameter's name on the page: label and symbol. @param {Parameter} parameter */
export function nameOf({ label, symbol }) {
  return symbol ? `${label} ${symbol}` : label;
}

/** @param {Parameter} parameter */
export function isToggle(parameter) {
  return "options" in parameter && parameter.options.map(({ value }) => value).join() === "off,on";
}

/**
 * Returns the value if it is allowed.
 * @param {Parameter} parameter
 * @param {number | string} value
 * @returns {number | string}
 * @throws {Error} with a message in the form of the engine's
 */
export function check(parameter, value) {
  const text = typeof value === "string" && value.trim() === "" ? "nothing" : `"${String(value)}"`;
  const given = typeof value === "number" ? value : text;
  if ("options" in parameter) {
    const known = parameter.options.map((option) => option.value);
    if (known.includes(String(value))) return value;
    throw new Error(`${nameOf(parameter)} must be one of ${known.join(", ")}; ${given} was given.`);
  }
  const { min, max, unit } = parameter;
  if (typeof value === "number" && value >= min && value <= max) return value;
  throw new Error(
    `${nameOf(parameter)} must be a number from ${min} to ${max}${unit && ` ${unit}`}; ${given} was given.`,
  );
}
