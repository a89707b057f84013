// What a page does with its laboratory: the address carries the parameters that differ from their defaults.
import "./lab/spring-lab.js";
import { parse } from "./lab/controls.js";

/** @import { SpringLab } from "./lab/spring-lab.js" */

/** @param {SpringLab} lab */
function readAddress(lab) {
  for (const [key, value] of new URLSearchParams(location.search)) lab.set(key, parse(value));
}

/** @param {SpringLab} lab */
function writeAddress(lab) {
  if (!lab.simulation) return;
  const changed = lab.parameters.filter(({ key, default: usual }) => lab.get(key) !== usual);
  const query = new URLSearchParams(changed.map(({ key }) => [key, String(lab.get(key))])).toString();
  history.replaceState(null, "", `${location.pathname}${query && `?${query}`}${location.hash}`);
}

document.addEventListener("springlab-ready", ({ target }) => readAddress(/** @type {SpringLab} */ (target)));

let pending = 0;
document.addEventListener("springlab-change", ({ target }) => {
  // browsers refuse a page that rewrites its address for every pixel of a slider
  clearTimeout(pending);
  pending = window.setTimeout(() => writeAddress(/** @type {SpringLab} */ (target)), 300);
});

// a formula wider than the page scrolls; then the keyboard must reach it
const widths = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute("tabindex", "0");
    else target.removeAttribute("tabindex");
  }
});
for (const formula of document.querySelectorAll(".formula")) widths.observe(formula);
