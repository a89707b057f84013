// A run that was computed elsewhere, beside the laboratory's: its file, its curve, and the panel
// with the method and the mistake that it resembles, which is loaded when it is first used.
import { element } from "../base/dom.js";
import { valueAt } from "../plots/cursor.js";

/** @import { Picture } from "../canvas/canvas.js" */
/** @import { Point } from "../canvas/shapes.js" */
/** @import { Files, Lab } from "../lab/show.js" */
/** @import { ImportedRun } from "./solver/imported-run.js" */
/** @import { RunPanel } from "./solver/run-panel.js" */

/** Line of the run in plots. */
const LINE = { color: "--accent", width: 2, dash: [2, 3], optional: true };

/** Index of the mass's x in lists of coordinates. */
const MASS = 3;

/** Radius of the ring around its place in the picture, in px. */
const RADIUS = 18;

/**
 * Parts of a show with one mass, whose x and velocity a table may have.
 * @param {Lab} lab
 */
export function solverCheck(lab) {
  /** @type {ImportedRun | undefined} */
  let run;
  /** @type {RunPanel | undefined} */
  let panel;
  /** @type {(files: File[]) => void} */
  let open = () => {};
  let field = /** @type {HTMLElement} */ (element("div"));
  const place = /** @type {HTMLElement} */ (element("div", { className: "report imported" }));
  place.hidden = true;
  const load = async () => {
    if (panel) return;
    const { runPanel } = await import("./solver/run-panel.js");
    panel ??= runPanel(lab, (file) => open([file]), show);
    place.replaceChildren(field, ...panel.elements);
  };
  const show = (/** @type {ImportedRun | undefined} */ next) => {
    run = next;
    if (run) toggle(true);
    lab.redraw();
  };
  const toggle = (/** @type {boolean} */ on) => {
    place.hidden = !on;
    button.setAttribute("aria-expanded", String(on));
  };
  /** Position of the run at the present time in m; NaN without. */
  const x = () => (run ? valueAt(run.times, run.x.values, lab.simulation.time) : Number.NaN);
  const button = element("button", { type: "button", textContent: "Import a run", "aria-expanded": "false" });
  button.title = "Compares a table of t, x and v from your own program";
  button.addEventListener("click", async () => {
    await load();
    toggle(place.hidden === true);
  });
  /** @type {Files} */
  const files = {
    ...{ label: "File", endings: [".csv", ".tsv", ".txt", ".dat"], load },
    effect: "A table with columns for t, x and v; it can be dropped on the laboratory too. It stays in this browser.",
    put: (node, opens) => {
      field = node;
      open = opens;
    },
    open: (files) => panel?.open(files),
  };
  return {
    parts: {
      files,
      imports: [button, place],
      changed: (/** @type {string} */ key) => panel?.changed(key),
    },
    x,
    /**
     * A picture with a ring at the run's position.
     * @template {Picture} T @param {T} picture
     */
    over: (picture) => {
      const draw = picture.draw.bind(picture);
      return Object.assign(picture, {
        draw: (/** @type {CanvasRenderingContext2D} */ context, /** @type {number | undefined} */ held) => {
          draw(context, held);
          if (!Number.isFinite(x())) return;
          // a picture may draw the mass at another place
          const shift = picture.simulation.positions[MASS] - lab.simulation.positions[MASS];
          ring(context, picture.camera.project([x() + shift, 0, 0]), lab.color(LINE.color));
        },
      });
    },
    line: LINE,
  };
}

/**
 * Draws a ring.
 * @param {CanvasRenderingContext2D} context @param {Point} centre @param {string} color
 */
function ring(context, centre, color) {
  context.lineWidth = LINE.width;
  context.strokeStyle = color;
  context.setLineDash(LINE.dash);
  context.beginPath();
  context.arc(...centre, RADIUS, 0, 2 * Math.PI);
  context.stroke();
  context.setLineDash([]);
}
