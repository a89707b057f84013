// Swatches of a legend: pieces of the lines.
import { drawing } from "../base/dom.ts";
import { paint } from "../base/palette.ts";
import type { Line } from "./quantity.ts";

/** Legend swatch: a piece of the line. */
export function swatch({ color, width, dash, phase = 0 }: Line) {
  const stroke = { "stroke-width": width, "stroke-dashoffset": phase };
  const [svg] = drawing("0 0 22 11", { d: "M0 5.5h22", ...stroke });
  dye(svg, color, dash);
  return svg;
}

/** Sets a swatch's colour and dashes. @param color  a custom property */
export function dye(swatch: SVGSVGElement, color: string, dash: number[]) {
  const paints = paint(color);
  const dashes = dash.join(" ");
  if (swatch.dataset.paint === paints + dashes) return;
  swatch.dataset.paint = paints + dashes;
  const [line] = swatch.children as HTMLCollectionOf<SVGPathElement>;
  line.style.stroke = paints;
  line.setAttribute("stroke-dasharray", dashes);
}
