// A table of vectors: one row each, with x, y, z and one more number.
import { element, write } from "../../base/dom.js";
import { cleaned, significant } from "../../base/format.js";

export class VectorTable {
  element;
  #cells;

  /**
   * @param {string} name @param {string} more  heading of the last column
   * @param {string[]} rows  names with units
   */
  constructor(name, more, rows) {
    const cells = rows.map(() => ["x", "y", "z", more].map(() => element("td")));
    this.#cells = cells;
    const head = [name, "x", "y", "z", more].map((title) => element("th", { scope: "col" }, title));
    const body = rows.map((row, i) => element("tr", {}, element("th", { scope: "row" }, row), ...cells[i]));
    this.element = element(
      "table",
      { className: "vectors" },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...body),
    );
  }

  /** @param {number[][]} rows  x, y, z, and optionally the number of the last column */
  show(rows) {
    for (const [i, [x, y, z, more]] of rows.entries()) {
      const size = Math.hypot(x, y, z);
      const parts = [x, y, z].map((part) => cleaned(part, size));
      for (const [j, cell] of this.#cells[i].entries()) {
        const value = [...parts, more][j];
        const text = value === undefined ? "" : significant(value);
        write(cell, text);
      }
    }
  }
}
