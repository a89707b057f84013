// The plot of a drop in its plane of states.
import { element } from "../../base/dom.ts";
import { significant } from "../../base/format.ts";
import type { Point } from "../../canvas/shapes.ts";
import { disc, path } from "../../canvas/shapes.ts";
import type { Lab } from "../../lab/show.ts";
import { Axes } from "../../plots/axes.ts";
import { roundUp } from "../../plots/ticks.ts";
import type { Drop } from "./drop.ts";

/** Distance to the edge of the plot, relative to that of the farthest state. */
const MARGIN = 1.1;

/** Leading digits of the distance to the edge. */
const ROUND = [1, 1.25, 1.6, 2, 2.5, 3.2, 4, 5, 6.3, 8];

export class DropPlot {
  element;
  #lab;
  #drop;
  #axes;
  /** Outline at the start of the drop in view. */
  #start: Point[] = [];
  /** Distance from the middle to the nearest edge. */
  #reach = 1;

  constructor(lab: Lab, drop: Drop) {
    this.#lab = lab;
    this.#drop = drop;
    this.#axes = new Axes({ x: "", y: "" }, "Drop of phase space", lab.color);
    this.element = element("div", { className: "chart" }, this.#axes.canvas);
  }

  /** Half of the width and of the height in view, which contains all states since the start. */
  #extent() {
    const { plane, outline, start } = this.#drop;
    const [x, y] = plane?.middle ?? [0, 0];
    const far = Math.max(...[...start, ...outline].map((point) => Math.hypot(point[0] - x, point[1] - y)));
    if (start !== this.#start) this.#reach = 0;
    this.#start = start;
    if (far > this.#reach) this.#reach = roundUp(MARGIN * far, ROUND);
    const { width, height } = this.#axes.field;
    const scale = this.#reach / Math.min(width, height);
    return [scale * width, scale * height];
  }

  draw() {
    const { plane, outline, start } = this.#drop;
    if (!plane) return;
    const axes = this.#axes;
    axes.size = { width: this.element.clientWidth, height: this.element.clientHeight };
    const { middle, names } = plane;
    axes.names = { x: names[0], y: names[1] };
    const extent = this.#extent();
    const [x, y] = [0, 1].map((i) => ({ low: middle[i] - extent[i], high: middle[i] + extent[i] }));
    axes.draw(x, y, [], (context) => {
      const place = (point: Point) => [axes.x(point[0]), axes.y(point[1])] as Point;
      context.lineWidth = 1.5;
      context.strokeStyle = this.#lab.color("--muted");
      path(context, closed(start.map(place)), 0, [4, 4]);
      context.setLineDash([]);
      context.strokeStyle = context.fillStyle = this.#lab.color(`--${this.#lab.get("method")}`);
      const points = outline.map(place);
      context.globalAlpha = 0.25;
      context.beginPath();
      for (const [left, top] of points) context.lineTo(left, top);
      context.fill();
      context.globalAlpha = 1;
      path(context, closed(points));
      disc(context, points[0], 3);
    });
  }

  describe() {
    const { plane, outline, start, ratio } = this.#drop;
    if (!plane) return;
    const text = (points: Point[]) => {
      const [x, y] = [0, 1].map((i) => points.reduce((sum, point) => sum + point[i], 0) / points.length);
      return `${significant(x)}, ${significant(y)}`;
    };
    const size = Number.isNaN(ratio) ? "" : ` Its area is ${significant(ratio)} times that after the first step.`;
    this.#axes.canvas.ariaLabel = `Drop of phase space: ${start.length} states in the plane of ${plane.names[0]} and ${plane.names[1]}, at the start around ${text(start)}, now around ${text(outline)}.${size}`;
  }
}

/** Points with the first one again at the end. */
function closed(points: Point[]) {
  return [...points, points[0]];
}
