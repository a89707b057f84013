// Symbols in the text: pointing at one, tapping it or giving it the focus marks its control, its
// curve and its object in the laboratories. Pointing at one of these marks the symbol in the text.
import { OBJECT_SYMBOLS } from "./canvas/objects.ts";
import { DERIVED } from "./lab/views/marked.ts";
import type { SpringLab } from "./spring-lab.ts";

/**
 * The symbol that an element of a formula is, with the index as in a control's name: k, ρ∞, Δt.
 * @param node  <mi> or <msub>
 */
function symbolOf(node: Element) {
  const text = (node.textContent ?? "").replace(/[\s\u2061-\u2064]/g, "");
  return text === "t" && node.previousElementSibling?.textContent === "Δ" ? "Δt" : text;
}

/** Makes the symbols of a page live. */
export function liveSymbols(labs: SpringLab[]) {
  const places: Map<string, Element[]> = new Map();
  const nodes = [...document.querySelectorAll("article :is(math :is(mi, msub), i)")];
  const known = () => new Set([...labs.flatMap((lab) => lab.parameters.map(symbolIn)), ...DERIVED, ...OBJECT_SYMBOLS]);
  const read = () => {
    const symbols = known();
    places.clear();
    for (const node of nodes) {
      const symbol = symbolOf(node);
      const isKnown = symbol !== "" && symbols.has(symbol);
      node.classList.toggle("symbol", isKnown);
      if (!isKnown) continue;
      const all = places.get(symbol) ?? [];
      if (all.length === 0) node.setAttribute("tabindex", "0"); // one place of each symbol takes the focus
      places.set(symbol, [...all, node]);
    }
  };
  const markText = (symbol: string) => {
    for (const [one, all] of places) for (const node of all) node.classList.toggle("marked", one === symbol);
  };
  /** True while the focus marks: the page may then scroll under a pointer that rests. */
  let focused = false;
  const point = ({ type, target }: Event) => {
    const node = target instanceof Element ? target.closest(".symbol") : null;
    if (!node && focused && type === "pointerover") return;
    focused = node !== null && type === "focusin";
    const symbol = node ? symbolOf(node) : "";
    markText(symbol);
    for (const lab of labs) lab.mark(symbol);
  };
  for (const name of ["pointerover", "focusin", "click"]) document.querySelector("main")?.addEventListener(name, point);
  document.addEventListener("springlab-ready", read);
  document.addEventListener("springlab-point", ({ detail }) => markText(detail.symbol));
  read();
}

function symbolIn(parameter: object) {
  return "symbol" in parameter ? String(parameter.symbol) : "";
}
