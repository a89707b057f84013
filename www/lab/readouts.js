// Numbers beside the picture.
import { element, write } from "../base/dom.js";
import { significant } from "../base/format.js";
import { readNumber } from "../base/reading.js";

/** Where on its track a gauge has the limit. */
const LIMIT_AT = 0.75;

/**
 * @typedef {object} Readout
 * @property {HTMLElement} element
 * @property {() => void} show  brings it up to date
 */

/**
 * A label and a text that follows.
 * @param {string} label
 * @param {() => string} text  the number with its unit
 * @param {string} [name]  for the style
 * @returns {Readout}
 */
export function readout(label, text, name = "") {
  const output = element("output", { "aria-live": "off", "aria-label": label });
  return {
    element: element("div", { className: `readout ${name}` }, element("span", {}, label), output),
    show: () => write(output, text()),
  };
}

/**
 * How much of a limit is in use.
 * @typedef {object} Use
 * @property {number} used  1 at the limit; Infinity where the limit is 0
 * @property {boolean} marked  whether the limit has a place on the track: it is neither 0 nor infinite
 * @property {boolean} [exceeded]  whether it is too much, if that is not to be beyond the limit
 * @property {string} text
 */

/**
 * A readout with a track that has the limit at three quarters.
 * @param {string} label
 * @param {() => Use} use
 * @param {string[]} [names]  of marks: of the limit, or of parts of it before it
 * @returns {Readout}
 */
export function gauge(label, use, names = [""]) {
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
 * The step that the method takes against the largest stable one.
 * @param {{ substeps: number, substep: number }} simulation  of the parts of a time step how many there are, and their length in s
 * @param {number} limit  in s; 0 if every step grows, Infinity if none does
 * @param {string} [gains]  where the method may gain energy although no step is too long for linear springs
 * @param {boolean} [bound]  whether longer steps may be stable too
 * @returns {Use}
 */
export function useOfStep({ substeps, substep }, limit, gains = "", bound = false) {
  const [springs, warning] = gains ? [" on linear springs", `; may gain energy ${gains}`] : ["", ""];
  const used = limit === 0 ? Number.POSITIVE_INFINITY : substep / limit;
  const may = bound ? "may be " : "";
  const verdict = limit === 0 ? `, ${bound ? "may grow" : "grows"} at every step` : used > 1 ? `, ${may}unstable` : "";
  const least = bound && limit > 0 ? "at least " : "";
  const step = `${substeps > 1 ? `${substeps} × ` : ""}${significant(substep)}`;
  return {
    used,
    marked: limit > 0 && limit < Number.POSITIVE_INFINITY,
    text:
      limit === Number.POSITIVE_INFINITY
        ? `none${springs}, ${step} s in use${warning}`
        : `${step} of ${least}${significant(limit)} s${verdict}`,
  };
}

/** A time in s with as many decimals as let every step show. @param {number} time @param {number} step */
export function clockTime(time, step) {
  return `${time.toFixed(Math.max(2, Math.ceil(-Math.log10(step) - 1e-9)))} s`;
}

/** The damping ratio ζ in a number and a word. @param {number | undefined} ratio  undefined without a spring */
export function damping(ratio) {
  if (ratio === undefined) return "–";
  const shown = Number(readNumber(significant(ratio))); // what reads as 1 is called so
  const kind = shown === 0 ? "undamped" : shown < 1 ? "under-damped" : shown === 1 ? "critical" : "over-damped";
  return `${significant(ratio)} ${kind}`;
}
