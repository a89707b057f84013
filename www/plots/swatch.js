// Swatches of a legend: pieces of the lines.
import { drawing } from "../base/dom.js";
import { paint } from "../base/palette.js";

/** @import { Line } from "./quantity.js" */

/** Legend swatch: a piece of the line. @param {Line} line */
export function swatch({ color, width, dash, phase = 0 }) {
  const stroke = { "stroke-width": width, "stroke-dashoffset": phase };
  const [svg] = drawing("0 0 22 11", { d: "M0 5.5h22", ...stroke });
  dye(svg, color, dash);
  return svg;
}

/**
 * Sets a swatch's colour and dashes.
 * @param {SVGSVGElement} swatch @param {string} color  a custom property @param {number[]} dash
 */
export function dye(swatch, color, dash) {
  const paints = paint(color);
  const dashes = dash.join(" ");
  if (swatch.dataset.paint === paints + dashes) return;
  swatch.dataset.paint = paints + dashes;
  const [line] = /** @type {HTMLCollectionOf<SVGPathElement>} */ (swatch.children);
  line.style.stroke = paints;
  line.setAttribute("stroke-dasharray", dashes);
}
