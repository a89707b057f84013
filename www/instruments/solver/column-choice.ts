// The columns that were read, with two values of each, and other ones to choose.
import { element } from "../../base/dom.ts";
import { minus } from "../../base/format.ts";
import type { Table } from "./table.ts";
import { shortened } from "./table.ts";

/** Digits of the values that are shown: neighbours in a table differ in the last ones. */
const DIGITS = 7;

type Chosen = { table: Table; name: string; columns: Map<string, number> };

/**
 * A table with a choice for each role.
 * @param changed  called when time and position have columns
 */
export function columnChoice(changed: (chosen: Chosen) => void) {
  const node = element("table", { className: "read" });
  let now: Chosen;
  const show = (table: Table, name: string, columns: Map<string, number>) => {
    now = { table, name, columns };
    const rows = Array.from(columns.keys(), (role) => row(now, role, (column) => choose(role, column)));
    const head = ["Read as", "Column", "First values"].map((text) => element("th", { scope: "col" }, text));
    node.replaceChildren(element("tr", {}, ...head), ...rows);
    node.hidden = false;
  };
  const choose = (role: string, column: number) => {
    const { table, name, columns } = now;
    const before = columns.get(role) ?? -1;
    // two roles exchange their columns
    const next = new Map(Array.from(columns, ([other, at]) => [other, at === column && column >= 0 ? before : at]));
    next.set(role, column);
    const [time, place] = next.values();
    show(table, name, next);
    if (time >= 0 && place >= 0) changed(now);
    // the row is a new one
    const again = node.querySelector(`select[aria-label="Column of ${role}"]`);
    (again as HTMLSelectElement | null)?.focus();
  };
  return {
    element: node,
    show,
    chosen: () => now,
    clear: () => {
      node.replaceChildren();
      node.hidden = true;
    },
  };
}

function row({ table, columns }: Chosen, role: string, choose: (column: number) => void) {
  const column = columns.get(role) ?? -1;
  const options = table.columns.map((_, i) => {
    const text = table.names[i] ? shortened(table.names[i]) : `column ${i + 1}`;
    return element("option", { value: String(i) }, text);
  });
  const none = element("option", { value: "-1" }, "–");
  const select = element("select", { "aria-label": `Column of ${role}` }, none, ...options);
  select.value = String(column);
  select.addEventListener("change", () => choose(Number(select.value)));
  const values = table.columns[column]?.values ?? [];
  const shown = Array.from(values.slice(0, 2), (value) => minus(String(Number(value.toPrecision(DIGITS))))).join(", ");
  return element(
    "tr",
    {},
    element("th", { scope: "row" }, role),
    element("td", {}, select),
    element("td", {}, shown && `${shown}, …`),
  );
}
