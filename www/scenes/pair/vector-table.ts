// A table of vectors: one row each, with x, y, z and one more number.
import { element, write } from "../../base/dom.ts";
import { cleaned, significant } from "../../base/format.ts";
import type { Pair } from "../../types.ts";

interface Row {
  /** Name with its unit. */
  name: string;
  /** X, y, z, and optionally the number of the last column. */
  parts: (pair: Pair) => number[];
}

export class VectorTable {
  element;
  #rows;

  /** @param more  heading of the last column */
  constructor(name: string, more: string, rows: Row[]) {
    this.#rows = rows.map((row) => ({ ...row, cells: ["x", "y", "z", more].map(() => element("td")) }));
    const head = [name, "x", "y", "z", more].map((title) => element("th", { scope: "col" }, title));
    const body = this.#rows.map(({ name, cells }) =>
      element("tr", {}, element("th", { scope: "row" }, name), ...cells),
    );
    this.element = element(
      "table",
      { className: "vectors" },
      element("thead", {}, element("tr", {}, ...head)),
      element("tbody", {}, ...body),
    );
  }

  show(pair: Pair) {
    for (const { parts, cells } of this.#rows) {
      const [x, y, z, more] = parts(pair);
      const size = Math.hypot(x, y, z);
      const values = [...[x, y, z].map((part) => cleaned(part, size)), more];
      for (const [i, cell] of cells.entries()) write(cell, values[i] === undefined ? "" : significant(values[i]));
    }
  }
}
