// The symbol that the reader points at: a laboratory marks its control, its curve and its object in
// the pictures. Pointing at one of these marks the symbol in turn.

/** Symbols of parameters that determine another symbol. */
const DETERMINED = new Map([
  ["ω", ["k", "m"]],
  ["γ", ["μ", "m"]],
  ["ζ", ["μ", "k", "m"]],
  ["Q", ["μ", "k", "m"]],
  ["y", ["Δt", "k", "m"]],
  ["z", ["Δt", "k"]],
  ["E", ["k"]],
  ["H", ["Ω"]],
]);

/** Symbols that a page may look for besides those of a laboratory's parts. */
export const DERIVED = [...DETERMINED.keys()];

export class Marked {
  #symbol = "";
  /** Symbol of the part that the reader points at. */
  #at = "";
  #root;
  #redraw;
  #pointed;

  /** @param root  contains elements with the attribute `data-symbol` */
  constructor(
    root: HTMLElement,
    {
      redraw,
      pointed,
    }: {
      /** Requests a frame. */
      redraw: () => void;
      /** Called with the symbol that the reader points at, and with "" when that ends. */
      pointed: (symbol: string) => void;
    },
  ) {
    this.#root = root;
    this.#redraw = redraw;
    this.#pointed = pointed;
    for (const begin of ["pointerover", "focusin"]) root.addEventListener(begin, (event) => this.#look(event));
    for (const end of ["pointerleave", "focusout"]) root.addEventListener(end, () => this.point(""));
  }

  /** Symbols to mark. */
  get symbols() {
    return this.#symbol ? [this.#symbol, ...(DETERMINED.get(this.#symbol) ?? [])] : [];
  }

  /** Marks a symbol, or none. */
  set(symbol: string) {
    if (symbol === this.#symbol) return;
    this.#symbol = symbol;
    for (const node of this.#root.querySelectorAll("[data-symbol]") as NodeListOf<HTMLElement>)
      node.classList.toggle("marked", this.symbols.includes(node.dataset.symbol ?? ""));
    this.#redraw();
  }

  /** Reports that the reader points at a symbol's part, or no longer. */
  point(symbol: string) {
    if (symbol === this.#at) return;
    this.#at = symbol;
    this.set(symbol);
    this.#pointed(symbol);
  }

  #look({ target }: Event) {
    const node = target instanceof Element ? target.closest("[data-symbol]") : null;
    if (target instanceof HTMLCanvasElement) return; // pictures report their objects themselves
    this.point(node instanceof HTMLElement ? (node.dataset.symbol ?? "") : "");
  }
}
