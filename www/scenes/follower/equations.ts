// The follower's two equations with their present constants.
import { element, write } from "../../base/dom.ts";
import { minus } from "../../base/format.ts";
import type { Lab, Panel } from "../../lab/show.ts";

/** Factors of the four constants of an equation. */
const SYMBOLS = ["p", "q", "v", "u"];
const UNITS = ["", "", "s", "s", "/s", "/s", "", ""];

/** Digits of a constant: enough to see that c₀ + c₁ = 1 and c₄ + c₅ = 0. */
const DIGITS = 6;

export function equations({ simulation, get }: Lab): Panel {
  const numbers = UNITS.map(() => element("b"));
  const terms = UNITS.map((unit, i) => {
    const name = element("small", {}, `c${subscript(i)}`);
    return element("span", {}, name, numbers[i], ` ${unit} `, symbol(SYMBOLS[i % 4], 0));
  });
  const left = ["p", "v"].map((name) => element("span", {}, symbol(name, 1), " ="));
  const note = element("p", {}, "Not at work: the exact method does without them.");
  const rows = [left[0], ...terms.slice(0, 4), left[1], ...terms.slice(4)];
  return {
    element: element(
      "div",
      { className: "equations", role: "group", "aria-label": "A step in numbers" },
      ...rows,
      note,
    ),
    draw: () => {
      note.hidden = get("method") === "taylor";
      for (const [i, constant] of simulation.analysis.constants.entries()) {
        const text = signed(constant, i % 4 === 0);
        write(numbers[i], text);
      }
    },
  };
}

function symbol(name: string, index: number) {
  return element("i", {}, name, element("sub", {}, String(index)));
}

const subscript = (digit: number) => String.fromCharCode(0x2080 + digit);

/** A number as a term of a sum, after its sign. */
function signed(value: number, first: boolean) {
  const size = minus(String(Number(Math.abs(value).toPrecision(DIGITS))));
  if (first) return value < 0 ? `−${size}` : size;
  return `${value < 0 ? "−" : "+"} ${size}`;
}
