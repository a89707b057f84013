// Controls built from parameter records: each a labelled native input with its unit and range.
import { element } from "../base/dom.js";
import { minus } from "../base/format.js";
import { isToggle } from "./options.js";

/** @import { Parameter, NumberParameter, ChoiceParameter } from "../engine.js" */

/** Positions of a slider. */
const POSITIONS = 1000;

/**
 * @typedef {object} Control
 * @property {HTMLElement} element
 * @property {() => void} refresh  shows the value as it is, whatever was typed; due when the value was set
 */

/**
 * @param {Parameter} parameter
 * @param {() => number | string} get
 * @param {(value: number | string) => boolean} set  false if it is refused
 * @returns {Control}
 */
export function control(parameter, get, set) {
  if (!("options" in parameter)) return quantity(parameter, get, set);
  return isToggle(parameter) ? checkbox(parameter, get, set) : choice(parameter, get, set);
}

/**
 * @param {ChoiceParameter} parameter
 * @param {() => number | string} get
 * @param {(value: string) => boolean} set
 * @returns {Control}
 */
function checkbox({ key, label, effect }, get, set) {
  const box = element("input", { type: "checkbox", id: key, name: key, title: effect });
  box.addEventListener("change", () => set(box.checked ? "on" : "off"));
  return {
    element: element("label", { className: "switch" }, box, label),
    refresh: () => {
      box.checked = get() === "on";
    },
  };
}

/**
 * @param {ChoiceParameter} parameter
 * @param {() => number | string} get
 * @param {(value: string) => boolean} set
 * @returns {Control}
 */
function choice({ key, label, effect, options }, get, set) {
  const select = element("select", { id: key, name: key, title: effect });
  select.append(...options.map(({ value, label }) => element("option", { value, textContent: label })));
  select.addEventListener("change", () => set(select.value));
  return {
    element: element("div", { className: "control wide" }, element("label", { htmlFor: key }, label), select),
    refresh: () => {
      select.value = String(get());
    },
  };
}

/**
 * A slider for coarse and a number for exact values. The slider acts while it moves; the number when it is done, since
 * on the way to 0.5 everybody types a 0.
 * @param {NumberParameter} parameter
 * @param {() => number | string} get
 * @param {(value: number | string) => boolean} set
 * @returns {Control}
 */
function quantity(parameter, get, set) {
  const { key, label, effect, unit, min, max, step } = parameter;
  const low = lowest(parameter);
  const name = element("label", { id: `${key}-label`, htmlFor: key }, label);
  const number = element("input", {
    ...{ type: "number", id: key, name: key, min: String(low), max: String(max), step: String(step), title: effect },
    ...{ autocomplete: "off", "aria-describedby": `${key}-unit ${key}-effect` },
  });
  const slider = element("input", {
    ...{ type: "range", min: "0", max: String(POSITIONS), step: "1", title: effect },
    "aria-labelledby": `${key}-label`,
  });
  const ends = element(
    "small",
    { "aria-hidden": "true" },
    element("span", {}, minus(String(low))),
    element("span", {}, String(max)),
  );
  const hint = element("span", { id: `${key}-effect`, className: "hidden" }, `${min} to ${max}. ${effect}`);
  const refresh = () => {
    const value = Number(get());
    number.value = String(value);
    number.removeAttribute("aria-invalid");
    slider.value = String(toPosition(parameter, value));
    slider.setAttribute("aria-valuetext", `${value} ${unit}`);
  };
  const commit = () => {
    // a browser hands out nothing at all for text that is no number
    const text = number.validity.badInput ? "something else than a number" : number.value;
    if (!set(parse(text))) number.setAttribute("aria-invalid", "true");
  };
  slider.addEventListener("input", () => {
    set(moved(parameter, Number(get()), Number(slider.value)));
  });
  number.addEventListener("change", commit);
  number.addEventListener("keydown", ({ key }) => key === "Enter" && commit());
  number.addEventListener("focus", () => number.select());
  const row = element("div", { className: "control" }, name, element("div", { className: "slider" }, slider, ends));
  row.append(number, element("span", { id: `${key}-unit`, className: "unit" }, unit), hint);
  return { element: row, refresh };
}

/**
 * Text from a field, an attribute or a URL as a number, if it is one.
 * @param {string} text
 * @returns {number | string}
 */
export function parse(text) {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? text : number;
}

/**
 * The least value of slider and arrow keys: a minimum below one step is for those who type it.
 * @param {NumberParameter} parameter
 */
function lowest({ min, step }) {
  return min > 0 ? Math.max(min, step) : min;
}

/**
 * The value for a slider's new position: one step on where the positions are closer together than the steps, so that an
 * arrow key always changes something.
 * @param {NumberParameter} parameter @param {number} current @param {number} position
 */
function moved(parameter, current, position) {
  const { max, step, curve } = parameter;
  const low = lowest(parameter);
  const value = (low + (max - low) * (position / POSITIONS) ** curve).toPrecision(3);
  const onward = current + step * Math.sign(position - toPosition(parameter, current));
  const [target, next] = [Number(value), onward].map((number) =>
    Number((Math.round(number / step) * step).toPrecision(12)),
  );
  return Math.min(Math.max(target === current ? next : target, low), max);
}

/** @param {NumberParameter} parameter @param {number} value */
function toPosition(parameter, value) {
  const low = lowest(parameter);
  return Math.round(POSITIONS * (Math.max(value - low, 0) / (parameter.max - low)) ** (1 / parameter.curve));
}
