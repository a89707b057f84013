// Readouts: numbers with labels beside the picture.
import { element, write } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";
import { readNumber } from "../../base/reading.ts";

/** Position of the limit on a gauge's track, 0 to 1. */
const LIMIT_AT = 0.75;

export interface Readout {
  element: HTMLElement;
  /** Updates the number. */
  show: () => void;
}

/**
 * A label with a number.
 * @param text  the number with its unit
 * @param name  CSS class
 */
export function readout(label: string, text: () => string, name: string = ""): Readout {
  const output = element("output", { "aria-live": "off", "aria-label": label });
  return {
    element: element("div", { className: `readout ${name}` }, element("span", {}, label), output),
    show: () => write(output, text()),
  };
}

/** Use of a limit. */
export interface Use {
  /** Value over limit; Infinity if the limit is 0. */
  used: number;
  /** True to show the limit on the track: it is neither 0 nor infinite. */
  marked: boolean;
  /** True for too much; `used > 1` if left out. */
  exceeded?: boolean;
  text: string;
}

/**
 * A readout with a track, which shows the limit at three quarters of its length.
 * @param names  of the marks: equal parts of the limit, the last one the limit itself
 */
export function gauge(label: string, use: () => Use, names: string[] = [""]): Readout {
  const bar = element("i");
  const marks = names.map((name) => element("b", {}, element("small", {}, name)));
  for (const [i, mark] of marks.entries()) mark.style.left = `${(100 * LIMIT_AT * (i + 1)) / marks.length}%`;
  const track = element("span", { className: "track", "aria-hidden": "true" }, bar, ...marks);
  const text = readout(label, () => use().text, "gauge");
  text.element.lastElementChild?.before(track);
  return {
    element: text.element,
    show: () => {
      const { used, marked, exceeded = used > 1 } = use();
      text.element.classList.toggle("unmarked", !marked);
      text.element.classList.toggle("exceeded", exceeded);
      bar.style.setProperty("--used", String(Math.min(LIMIT_AT * used, 1)));
      text.show();
    },
  };
}

/**
 * The step of the method compared with its limit.
 * @param analysis  number of substeps, length in s, and why the exact motion itself grows
 * @param limit  in s; 0 if every step is unstable, Infinity if none is, NaN if unknown
 * @param gains  when a method without a limit for linear springs may still gain energy, as the
 *   end of a sentence
 * @param bound  true if the limit is a lower bound: longer steps may be stable too
 */
export function useOfStep(
  { substeps, substep, growthSource }: { substeps: number; substep: number; growthSource?: string },
  limit: number,
  gains: string = "",
  bound: boolean = false,
): Use {
  if (growthSource) return { used: 0, marked: false, text: `none: ${growthSource}` };
  const [springs, warning] = gains ? [" on linear springs", `; may gain energy ${gains}`] : ["", ""];
  const used = limit === 0 ? Number.POSITIVE_INFINITY : substep / limit;
  const may = bound ? "may be " : "";
  const verdict = limit === 0 ? ", grows at every step" : used > 1 ? `, ${may}unstable` : "";
  const least = bound && limit > 0 ? "at least " : "";
  const step = `${substeps > 1 ? `${substeps} × ` : ""}${significant(substep)}`;
  if (Number.isNaN(limit)) return { used: 0, marked: false, text: `not known, ${step} s in use` };
  return {
    used,
    marked: limit > 0 && limit < Number.POSITIVE_INFINITY,
    text:
      limit === Number.POSITIVE_INFINITY
        ? `none${springs}, ${step} s in use${warning}`
        : `${step} of ${least}${significant(limit)} s${verdict}`,
  };
}

/**
 * A time with decimals for each step.
 * @param time  in s
 * @param step  in s
 */
export function clockTime(time: number, step: number) {
  return `${time.toFixed(Math.max(2, Math.ceil(-Math.log10(step) - 1e-9)))} s`;
}

/** The damping ratio ζ as number and word, “–” if undefined. */
export function damping(ratio: number | undefined) {
  if (ratio === undefined) return "–";
  const shown = Number(readNumber(significant(ratio))); // a ratio that is displayed as 1 is called critical
  const kind = shown === 0 ? "undamped" : shown < 1 ? "under-damped" : shown === 1 ? "critical" : "over-damped";
  return `${significant(ratio)} ${kind}`;
}
