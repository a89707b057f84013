// A matrix as a table of coloured cells. The intensity of the colour shows the size of an entry;
// negative entries have a minus sign and stripes.
import { element, write } from "../../base/dom.ts";
import { minus } from "../../base/format.ts";

/** Digits of the largest entry. */
const DIGITS = 3;

/** Size from which an entry needs an exponent to fit into its cell. */
const LONG = 1e6;

export class Matrix {
  element;
  #cells;

  /**
   * @param name  with its unit
   * @param rows  names of the rows
   * @param columns  names of the columns; those of the rows by default
   */
  constructor(name: string, rows: string[], columns: string[] = rows) {
    const cells = rows.map(() => columns.map(() => element("td")));
    this.#cells = cells.flat();
    const head = columns.map((column) => element("th", { scope: "col" }, column));
    const body = rows.map((row, i) => element("tr", {}, element("th", { scope: "row" }, row), ...cells[i]));
    this.element = element(
      "table",
      { className: "matrix" },
      element("caption", {}, name),
      element("thead", {}, element("tr", {}, element("td"), ...head)),
      element("tbody", {}, ...body),
    );
  }

  /** Shows entries, given by rows, with equally many decimals. */
  show(entries: number[]) {
    const largest = Number(Math.max(...entries.map(Math.abs)).toPrecision(DIGITS));
    const decimals = largest > 0 ? Math.min(Math.max(DIGITS - 1 - Math.floor(Math.log10(largest)), 0), 9) : 0;
    for (const [i, cell] of this.#cells.entries()) {
      const text = entry(entries[i], decimals);
      write(cell, text);
      cell.classList.toggle("negative", text.startsWith("−"));
      cell.style.setProperty("--size", String(largest > 0 ? Math.abs(entries[i]) / largest : 0));
    }
  }
}

function entry(value: number, decimals: number) {
  const text = Math.abs(value) < LONG ? value.toFixed(decimals) : value.toExponential(1).replace("e+", "e");
  return Number(text) === 0 ? "0" : minus(text);
}
