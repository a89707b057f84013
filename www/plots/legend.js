// The legend of a plot.
import { element } from "../base/dom.js";

/** A list of entries, which takes focus if it scrolls. @param {HTMLElement[]} entries */
export function legend(entries) {
  const list = element("ul", { className: "legend", "aria-label": "Legend" }, ...entries);
  const observer = new ResizeObserver(() => {
    if (list.scrollHeight > list.clientHeight) list.tabIndex = 0;
    else list.removeAttribute("tabindex");
  });
  for (const part of [list, ...entries]) observer.observe(part);
  return list;
}
