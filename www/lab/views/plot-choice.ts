// The choice of what a plot shows: any recorded quantity over time, frequency or another quantity.
import { element } from "../../base/dom.ts";
import { Frequencies } from "../../plots/frequencies.ts";
import { logarithmic } from "../../plots/logarithmic.ts";
import { coordinates, isOfFew } from "../../plots/motion.ts";
import type { Content, View } from "../../plots/plot.ts";
import type { Quantity } from "../../plots/quantity.ts";
import { strain } from "../../plots/strain.ts";
import type { Lab } from "../show.ts";
import type { Given } from "./plotted.ts";

/** A quantity that can be chosen, or all of a plot. */
interface Entry {
  group: string;
  /** Name within its group. */
  name: string;
  content: Content;
  /** If it is one. */
  quantity?: Quantity;
  /** Its name on the horizontal axis. */
  across: string;
}

export class PlotChoice {
  element;
  #given;
  #view;
  #show;
  #button;
  #frequencies;
  #vertical = element("select", { "aria-label": "Vertical" });
  #horizontal = element("select", { "aria-label": "Horizontal" });
  #logarithmic;
  #entries: Entry[] = [];

  /**
   * @param view  what the plot shows at first
   * @param button  that opens the choice, at the place where it appears
   */
  constructor(given: Given, view: View, button: HTMLButtonElement, show: (view: View) => void) {
    this.#given = given;
    this.#view = view;
    this.#show = show;
    this.#button = button;
    this.#frequencies = new Frequencies(given.times, given.motion.recorder, (unit) => exact(given.lab, unit));
    this.#logarithmic = { x: box("Horizontal"), y: box("Vertical") };
    const { x, y } = this.#logarithmic;
    this.element = element(
      "div",
      { className: "choice", role: "group", "aria-label": "Plot what?", hidden: true },
      element("span", {}, "Vertical"),
      this.#vertical,
      element("label", {}, y, "log"),
      element("span", {}, "Horizontal"),
      this.#horizontal,
      element("label", {}, x, "log"),
    );
    this.element.addEventListener("change", () => this.#choose());
    this.element.addEventListener("focusin", () => this.#offer());
    const close = ({ key }: KeyboardEvent) => {
      if (key !== "Escape" || this.element.hidden) return;
      this.toggle();
      button.focus();
    };
    button.addEventListener("keydown", close);
    this.element.addEventListener("keydown", close);
    button.after(this.element);
    this.#offer();
  }

  toggle() {
    this.element.hidden = !this.element.hidden;
    this.#button.setAttribute("aria-expanded", String(!this.element.hidden));
  }

  /** Offers all that is recorded, and the motion of the mass that keys move. */
  #offer() {
    const { show, motion, lab, masses } = this.#given;
    const plotted = (show.plots ?? []).flatMap((content) => this.#entriesOf(content));
    const ofMass = this.#ofMass(show.pictures[0].chosen(), lab);
    const asked = new Set([...masses.values()].flat());
    const others = [...motion.quantities, motion.deviation].filter((one) =>
      plotted.every(({ quantity }) => quantity !== one),
    );
    const recorded = others.filter((one) => asked.has(one) || motion.recorder.has(one));
    const possible = [...ofMass, motion.deviation].filter(
      (one) => !recorded.includes(one) && !Number.isNaN(one.value()),
    );
    const entries = [
      ...plotted,
      ...recorded.map((one) => entryOf("recorded", one)),
      ...possible.map((one) => entryOf("more", one)),
    ];
    const isKnown = ({ group, content }: Entry, i: number) => {
      const known = this.#entries[i];
      return group === known?.group && content.quantities[0] === known.content.quantities[0];
    };
    if (entries.length === this.#entries.length && entries.every(isKnown)) return;
    this.#entries = entries;
    const { content, domain, over } = this.#view;
    const isShown = ({ content: { quantities } }: Entry) =>
      quantities.length === content.quantities.length && quantities[0] === content.quantities[0];
    this.#vertical.replaceChildren(...options(entries, isShown));
    const isFrequency = domain === this.#frequencies;
    this.#horizontal.replaceChildren(
      option("time", "time", !over && !isFrequency),
      option("frequency", "frequency (spectrum)", isFrequency),
      ...options(entries, ({ quantity }) => over !== undefined && quantity === over, true),
    );
  }

  /** All quantities of a plot together, and each with values. */
  #entriesOf(content: Content): Entry[] {
    const { axis, quantities } = content;
    const only = quantities.length === 1;
    const each = quantities
      .filter((one) => only || this.#given.motion.recorder.has(one))
      .map((quantity) => {
        const across = only ? axis : `${axis}, ${quantity.label}`;
        return { group: axis, name: quantity.label, content: { ...content, quantities: [quantity] }, quantity, across };
      });
    return only ? each : [{ group: axis, name: `${axis}: all`, content, across: "" }, ...each];
  }

  /** Quantities of a mass that are recorded on demand, without z in the plane. */
  #ofMass(mass: number, { simulation }: Lab) {
    const { masses } = this.#given;
    const before = masses.get(mass);
    if (before) return before;
    const own = ` of mass ${mass}`;
    const name = isOfFew(simulation) ? "" : own;
    const single = simulation.positions.length / 3 - simulation.system.fixed.length === 1;
    const isPlane = simulation.positions.every((value, i) => i % 3 < 2 || value === 0);
    const motion = name ? coordinates(simulation, mass, name) : [];
    const all = [
      ...motion.filter(({ label }) => !(isPlane && /^v?z/.test(label))),
      strain(simulation, mass, single ? "" : own),
    ];
    masses.set(mass, all);
    return all;
  }

  /** Shows what is chosen. */
  #choose() {
    const { motion, times, lab } = this.#given;
    const entry = this.#entries[Number(this.#vertical.value)];
    const across = this.#entries[Number(this.#horizontal.value)];
    const { x, y } = this.#logarithmic;
    for (const { quantity } of [entry, across ?? entry]) if (quantity) motion.record(quantity);
    x.disabled = across === undefined;
    this.#view = {
      content: entry.content,
      domain: this.#horizontal.value === "frequency" ? this.#frequencies : times,
      over: across?.quantity,
      across: across?.across,
      scales: { x: x.checked && across ? logarithmic : undefined, y: y.checked ? logarithmic : undefined },
    };
    this.#show(this.#view);
    lab.redraw();
  }
}

function entryOf(group: string, quantity: Quantity): Entry {
  const { label, unit } = quantity;
  return { group, name: label, content: { axis: label, unit, quantities: [quantity] }, quantity, across: label };
}

/**
 * Options in groups, whose values are their indices.
 * @param single  true for single quantities only
 */
function options(entries: Entry[], isShown: (entry: Entry) => boolean, single: boolean = false) {
  return [...new Set(entries.map(({ group }) => group))].map((label) => {
    const group = element("optgroup", { label });
    for (const [i, entry] of entries.entries()) {
      if (entry.group !== label || (single && !entry.quantity)) continue;
      group.append(option(String(i), entry.name, isShown(entry)));
    }
    return group;
  });
}

function option(value: string, textContent: string, selected: boolean) {
  return element("option", { value, textContent, selected });
}

/** A box for a logarithmic axis. */
function box(axis: string) {
  return element("input", {
    type: "checkbox",
    "aria-label": `${axis} axis logarithmic`,
    disabled: axis === "Horizontal",
  });
}

/**
 * Exact angular frequencies of a quantity, as far as they are known. Energies oscillate twice as
 * fast as the mass.
 * @param unit  of the quantity
 */
function exact({ simulation, has, get }: Lab, unit: string) {
  const { period, dampingRatio = 0 } = simulation.analysis;
  const [factor, twice] = unit === "J" ? [2, "2"] : [1, ""];
  const found = [];
  if (period && dampingRatio < 1) {
    const time = ((2 * Math.PI) / period) * Math.sqrt(1 - dampingRatio ** 2);
    found.push({ time: factor * time, label: `${twice}ω${dampingRatio > 0 ? "√(1 − ζ²)" : ""}` });
  }
  if (has("drivingFrequency")) found.push({ time: factor * Number(get("drivingFrequency")), label: `${twice}Ω` });
  return found.sort((a, b) => a.time - b.time);
}
