// Options: parameters that belong to the laboratory and not to the engine.
import { quoted } from "../../base/quote.ts";
import { doubt, readNumber } from "../../base/reading.ts";
import type { ChoiceParameter, NumberParameter, Parameter } from "../../types.ts";

export const TIME_RATE: NumberParameter = {
  key: "timeRate",
  label: "Speed",
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

/** Record of the time to run to. */
export const RUN_TO = {
  key: "run-to",
  label: "The time to run to",
  unit: "s",
  min: 0,
  max: 10_000,
} as NumberParameter;

/** A choice of one of several values. @param names  of the values; the first is the default */
export function choice(key: string, label: string, effect: string, names: Record<string, string>): ChoiceParameter {
  const options = Object.entries(names).map(([value, label]) => ({ value, label }));
  return { key, label, symbol: "", effect, restarts: false, limiting: false, default: options[0].value, options };
}

/** A choice between "off" and "on", shown as a checkbox. */
export function toggle(key: string, label: string, effect: string, usual: "off" | "on" = "off"): ChoiceParameter {
  return { ...choice(key, label, effect, { off: "off", on: "on" }), default: usual };
}

/** A parameter's name on the page: label and symbol. */
export function nameOf({ label, symbol }: Parameter) {
  return symbol ? `${label} ${symbol}` : label;
}

/** A parameter and its value, as a mark in plots. */
export function labelled(parameter: Parameter, value: number | string) {
  if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label ?? "";
  return `${nameOf(parameter)} ${value}${parameter.unit && ` ${parameter.unit}`}`;
}

export function isToggle(parameter: Parameter) {
  return "options" in parameter && parameter.options.map(({ value }) => value).join() === "off,on";
}

/** Values of a toggle as HTML and frameworks write them. */
const SWITCHED = new Map([
  ["", "on"],
  ["true", "on"],
  ["false", "off"],
]);

/**
 * Returns the value if it is allowed. A text is read as a number, or as the state of a toggle.
 * @throws with a message in the form of the engine's
 */
export function check(parameter: Parameter, value: number | string): number | string {
  const refusal = (allowed: string, given: number | string, why = "") => {
    return new Error(`${nameOf(parameter)} must be ${allowed}; ${quoted(given)} was given${why}.`);
  };
  if ("options" in parameter) {
    const known = parameter.options.map((option) => option.value);
    const meant = (isToggle(parameter) && SWITCHED.get(String(value))) || String(value);
    if (known.includes(meant)) return meant;
    throw refusal(`one of ${known.join(", ")}`, value);
  }
  const { whole, min, max, unit } = parameter;
  const read = typeof value === "number" ? value : readNumber(value, unit);
  if (typeof read === "number" && read >= min && read <= max && (!whole || Number.isInteger(read))) return read;
  const allowed = `a ${whole ? "whole " : ""}number from ${min} to ${max}${unit && ` ${unit}`}`;
  throw refusal(allowed, read, typeof read === "number" ? "" : doubt(read));
}
