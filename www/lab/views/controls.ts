// Controls built from parameter records, with name, symbol, unit, range and a sentence on the
// effect.
import { element, write } from "../../base/dom.ts";
import { cleaned, minus, significant } from "../../base/format.ts";
import type { ChoiceParameter, NumberParameter, Parameter } from "../../types.ts";
import { isToggle } from "../model/options.ts";
import { fraction, PAGE, stepped } from "../model/scale.ts";
import { Slider } from "./slider.ts";

export interface Control {
  element: HTMLElement;
  /** Shows the present value in place of a typed one. */
  refresh: () => void;
  /** Shows the stable range. */
  gauge: (stable: [number, number] | undefined) => void;
  /** Disables the control, with a reason. */
  idle: (why: string | undefined) => void;
}

/** @param set  returns false if refused */
export function control(
  parameter: Parameter,
  get: () => number | string,
  set: (value: number | string) => boolean,
): Control {
  if (!("options" in parameter)) return quantity(parameter, get, set);
  return isToggle(parameter) ? checkbox(parameter, get, set) : choice(parameter, get, set);
}

function checkbox(parameter: ChoiceParameter, get: () => number | string, set: (value: string) => boolean): Control {
  const { key, label, effect } = parameter;
  const box = element("input", { type: "checkbox", id: key, name: key, "aria-describedby": `${key}-effect` });
  box.addEventListener("change", () => set(box.checked ? "on" : "off"));
  const name = element("label", { id: `${key}-label` }, box, label);
  return {
    element: element("div", { className: "switch" }, name, ...about(parameter, effect)),
    refresh: () => {
      box.checked = get() === "on";
    },
    gauge: () => {},
    idle: () => {},
  };
}

function choice(parameter: ChoiceParameter, get: () => number | string, set: (value: string) => boolean): Control {
  const { key, effect, options } = parameter;
  const select = element("select", { id: key, name: key, "aria-describedby": `${key}-note ${key}-effect` });
  const note = element("small", { id: `${key}-note` });
  const row = element("div", { className: "control" }, head(parameter, [...about(parameter, effect), note]), select);
  select.append(...options.map(({ value, label }) => element("option", { value, textContent: label })));
  select.addEventListener("change", () => set(select.value));
  return {
    element: row,
    refresh: () => {
      select.value = String(get());
    },
    gauge: () => {},
    idle: (why) => {
      disable(row, why);
      write(note, why ?? "");
    },
  };
}

/**
 * A slider for the usual range and a field for exact values. The slider sets the value while it
 * moves. The field sets it when typing ends, because incomplete input, such as the 0 of 0.5, may
 * already be a number.
 */
function quantity(
  parameter: NumberParameter,
  get: () => number | string,
  set: (value: number | string) => boolean,
): Control {
  const { key, effect, min, max } = parameter;
  const unit = element("span", { id: `${key}-unit` });
  const ending = () => parameter.unit && ` ${parameter.unit}`;
  const measured = (value: number) => minus(`${value}${ending()}`);
  const field = element("input", {
    type: "text",
    inputMode: "decimal",
    id: key,
    name: key,
    autocomplete: "off",
    role: "spinbutton",
    "aria-valuemin": decimal(min),
    "aria-valuemax": decimal(max),
    "aria-describedby": `${key}-unit ${key}-note ${key}-effect`,
  });
  const slider = new Slider(
    parameter,
    { get: () => Number(get()), set },
    { "aria-labelledby": `${key}-label`, "aria-describedby": `${key}-note ${key}-effect` },
  );
  const backText = element("span", { className: "hidden" });
  const back = element("button", { type: "button", className: "back" });
  back.append(element("span", { "aria-hidden": "true" }, "↺"), backText);
  back.setAttribute("aria-describedby", `${key}-label`);
  const note = element("small", { id: `${key}-note` });
  const [ask, sentence] = about(parameter, "");

  const annotate = (stable: [number, number] | undefined) => {
    const shown = (value: number) => fraction(parameter, value) >= 0 && fraction(parameter, value) <= 1;
    const ends = (stable ?? []).filter((value) => value > min && value < max);
    // limits on the track matter more than those beyond it
    const limits = ends.some(shown) ? ends.filter(shown) : ends;
    const named = limits.map((value) => significant(cleaned(value, max))).join(" and ");
    const none = stable?.some((value) => Number.isNaN(value)) ? "no value is stable" : "";
    write(note, none || (named && `limit ${named}${ending()}`));
    const part = limits.length > 0 ? fraction(parameter, limits[limits.length - 1]) : 0;
    note.style.setProperty("--at", String(Math.min(Math.max(part, 0), 1)));
  };
  const refresh = () => {
    const value = Number(get());
    field.value = String(value);
    field.removeAttribute("aria-invalid");
    field.setAttribute("aria-valuenow", decimal(value));
    slider.refresh(measured(value));
    write(unit, parameter.unit);
    const usual = parameter.default;
    write(sentence, `${effect} ${minus(`${min}`)} to ${measured(max)}; at first ${minus(`${usual}`)}.`);
    write(backText, `Back to ${measured(usual)}`);
    back.title = `Back to ${measured(usual)}`;
    back.classList.toggle("there", value === usual);
    back.disabled = value === usual;
  };
  const commit = () => {
    if (!set(field.value)) field.setAttribute("aria-invalid", "true");
  };
  back.addEventListener("click", () => {
    slider.focus(); // the button is about to be hidden
    set(parameter.default);
  });
  field.addEventListener("change", commit);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") commit();
    if (event.key === "Escape") set(Number(get()));
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: PAGE, PageDown: -PAGE }[event.key];
    if (steps === undefined) return;
    event.preventDefault();
    set(stepped(parameter, Number(get()), steps, [min, max]));
  });
  field.addEventListener("focus", () => field.select());
  let reason: string | undefined;
  const value = element("span", { className: "value" }, field, unit);
  const row = element(
    "div",
    { className: "control" },
    head(parameter, [ask, sentence, back, value]),
    slider.element,
    note,
  );
  if (parameter.symbol) row.dataset.symbol = parameter.symbol;
  const gauge = (stable: [number, number] | undefined) => {
    slider.gauge(reason ? undefined : stable);
    annotate(stable);
    if (reason) write(note, reason);
  };
  return {
    element: row,
    refresh,
    gauge,
    idle: (why) => {
      if (why === reason) return;
      reason = why;
      disable(row, why);
      gauge(undefined);
    },
  };
}

/** Disables the inputs of a control without effect; its other buttons stay. */
function disable(row: HTMLElement, why: string | undefined) {
  row.classList.toggle("idle", why !== undefined);
  for (const node of row.querySelectorAll("input, select")) node.toggleAttribute("disabled", why !== undefined);
}

/** The row with the name. @param others  after it */
function head({ key, label, symbol }: Parameter, others: HTMLElement[]) {
  const name = element("label", { id: `${key}-label`, htmlFor: key }, label);
  if (symbol) name.append(" ", letter(symbol));
  return element("div", { className: "head" }, name, ...others);
}

/** A symbol as in formulas; a final ∞ is a subscript. */
function letter(symbol: string) {
  const [, main, index] = /^(.*?)(∞?)$/.exec(symbol) ?? [];
  const node = element("i", {}, main);
  if (index) node.append(element("sub", {}, index));
  return node;
}

/** A button and a popover with an explanation. */
function about({ key, label }: Parameter, sentence: string) {
  const text = element("p", { id: `${key}-effect`, className: "about", popover: "auto" }, sentence);
  const button = element("button", { type: "button", className: "ask", popoverTargetElement: text });
  button.append(
    element("span", { "aria-hidden": "true" }, "i"),
    element("span", { className: "hidden" }, `About ${label}`),
  );
  text.addEventListener("toggle", () => placePopover(text, button));
  return [button, text];
}

/** Places a popover below its button, or above if there is no space. */
function placePopover(text: HTMLElement, button: HTMLElement) {
  const place = button.getBoundingClientRect();
  const size = text.getBoundingClientRect();
  const below = place.bottom + size.height + 8 < innerHeight;
  text.style.left = `${Math.max(4, Math.min(place.left - 8, document.documentElement.clientWidth - size.width - 4))}px`;
  text.style.top = `${below ? place.bottom + 4 : Math.max(4, place.top - size.height - 4)}px`;
}

/** A number without an exponent, as ARIA attributes need it. */
function decimal(value: number) {
  return /e/.test(String(value)) ? value.toFixed(20).replace(/\.?0+$/, "") : String(value);
}
