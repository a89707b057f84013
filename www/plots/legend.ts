// The legend of a plot.
import { element } from "../base/dom.ts";

/** A list of entries, which takes focus if it scrolls. */
export class Legend {
  element = element("ul", { className: "legend", "aria-label": "Legend" });
  #observer = new ResizeObserver(() => {
    const { element } = this;
    if (element.scrollHeight > element.clientHeight) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  });

  constructor(entries: HTMLElement[] = []) {
    this.show(entries);
  }

  show(entries: HTMLElement[]) {
    this.#observer.disconnect(); // or an entry that stays would keep all that go
    this.element.replaceChildren(...entries);
    for (const part of [this.element, ...entries]) this.#observer.observe(part);
  }
}

/**
 * An entry: a swatch, a label and a value. With `toggled` it shows and hides. Its label is then a
 * button, as text within a line: an element `button` with space for a finger would be higher.
 * @param shown  false if the curve is hidden at first
 */
export function entry(label: string, swatch: SVGSVGElement, toggled?: () => void, shown: boolean = true) {
  const output = element("output", { "aria-live": "off" });
  const name = element("span", {}, label);
  const item = element("li", {}, swatch, toggled ? element("div", {}, name, ":") : name, output);
  const isShown = () => !item.classList.contains("off");
  if (toggled) {
    Object.assign(name, { className: "toggle", tabIndex: 0, title: "Shows or hides the curve" });
    name.setAttribute("role", "button");
    const toggle = () => {
      name.setAttribute("aria-pressed", String(!item.classList.toggle("off")));
      toggled();
    };
    name.setAttribute("aria-pressed", String(shown));
    item.classList.toggle("off", !shown);
    item.addEventListener("click", toggle);
    name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation(); // Space would pause
      if (!event.repeat) toggle();
    });
  }
  return { entry: item, swatch, output, isShown };
}
