// Numbers in the text that follow a laboratory, such as
// <span data-lab="damper" data-number="damping-ratio">0</span>
import { write } from "./base/dom.ts";
import { significant } from "./base/format.ts";
import { camelCase, keyOf } from "./lab/model/names.ts";
import { labsFor } from "./links.ts";
import type { SpringLab } from "./spring-lab.ts";

/** Events after which a number may have changed. */
const EVENTS = ["springlab-ready", "springlab-change", "springlab-time"];

/**
 * Text of the time, of a parameter with its unit, or of a property of the simulation or its
 * analysis, such as `energy.total` or `damping-ratio`.
 * @returns undefined if unknown or locked
 */
function numberText(lab: SpringLab, name: string): string | undefined {
  if (name === "time") return lab.time === undefined ? undefined : `${lab.time.toFixed(2)} s`;
  const key = keyOf(name, lab.parameters);
  const parameter = lab.parameters.find((parameter) => parameter.key === key);
  if (!parameter) {
    const values = [lab.simulation, lab.simulation?.analysis].map((owner) =>
      valueAt(owner, camelCase(name).split(".")),
    );
    const value = values.find((one) => typeof one === "number");
    return value === undefined ? undefined : significant(value);
  }
  const value = lab.get(key);
  if ("options" in parameter) return parameter.options.find((option) => option.value === value)?.label;
  return `${significant(Number(value))}${parameter.unit && ` ${parameter.unit}`}`;
}

/** Value at a path of own names. */
function valueAt(owner: unknown, path: string[]) {
  return path.reduce((whole, part) => (part in Object.prototype ? undefined : Object(whole)[part]), owner as any);
}

/** Updates the numbers in the page's text. A number that is unknown keeps the author's text. */
export function liveNumbers() {
  const follow = ({ target }: { target: EventTarget | null }) => {
    for (const node of document.querySelectorAll("[data-number]") as NodeListOf<HTMLElement>) {
      const [lab] = labsFor(node.dataset.lab);
      const text = lab === target ? numberText(lab, node.dataset.number ?? "") : undefined;
      if (text === undefined) continue;
      node.dir ||= "ltr"; // between words that are written to the left, a minus would stand behind
      write(node, text);
    }
  };
  for (const event of EVENTS) document.addEventListener(event, follow);
  for (const target of labsFor()) follow({ target }); // a laboratory may already run
}
