// One image of the whole laboratory: title and values, the picture, and the plots under their
// legends.
import { context2d, element } from "../../base/dom.ts";
import type { Plot } from "../../plots/plot.ts";

/** Space around texts in CSS px. */
const GAP = 12;

/** Height of a line in CSS px. */
const LINE = 20;

/** Length of a legend's sample line in CSS px. */
const SWATCH = 22;

const FONTS = { title: "600 18px system-ui, sans-serif", text: "13px system-ui, sans-serif" };

/** @param color  computed colour of a CSS custom property */
export function compositeImage(
  {
    title,
    values,
    picture,
    ratio,
    plots,
  }: {
    title: string;
    /** Values with their names. */
    values: string[];
    picture: HTMLCanvasElement;
    /** Its pixels per CSS px. */
    ratio: number;
    plots: Plot[];
  },
  color: (property: string) => string,
): HTMLCanvasElement {
  const width = picture.width / ratio;
  const canvas = element("canvas");
  const context = context2d(canvas);
  context.font = FONTS.text;
  const lines = rows(values, width - 2 * GAP, (text) => context.measureText(text).width + 2 * GAP);
  const stills = plots.map((plot) => plot.still());
  // rows as on the page, each stretched to the whole width
  const plotRows = rows(stills, 1.02 * width, ({ canvas }) => canvas.width / ratio).map((plotRow) => {
    const all = plotRow.reduce((sum, { item }) => sum + item.canvas.width, 0);
    const parts = plotRow.map(({ item: { canvas, curves }, at }) => {
      const scale = width / (all / ratio);
      const length = ({ text }: (typeof curves)[number]) =>
        SWATCH + GAP / 2 + context.measureText(text).width + 2 * GAP;
      const size = [(scale * canvas.width) / ratio, (scale * canvas.height) / ratio];
      return { canvas, left: scale * at, size, legend: rows(curves, size[0] - 2 * GAP, length) };
    });
    const legend = LINE * Math.max(...parts.map(({ legend }) => legend.length));
    return { parts, legend, height: GAP + legend + Math.max(...parts.map(({ size }) => size[1])) };
  });
  const top = GAP + 1.5 * LINE + lines.length * LINE + GAP / 2;
  const under = plotRows.reduce((sum, { height }) => sum + height, 0);
  canvas.width = picture.width;
  canvas.height = Math.ceil((top + under) * ratio) + picture.height;
  context.scale(ratio, ratio);
  context.fillStyle = color("--panel");
  context.fillRect(0, 0, width, canvas.height / ratio);
  context.textBaseline = "middle";
  context.fillStyle = color("--ink");
  context.font = FONTS.title;
  context.textAlign = "left";
  context.direction = isRightToLeft(title) ? "rtl" : "ltr";
  context.fillText(title, GAP, GAP + LINE / 2);
  context.direction = "ltr";
  context.font = FONTS.text;
  for (const [i, line] of lines.entries()) {
    for (const { item, at } of line) context.fillText(item, GAP + at, GAP + (2 + i) * LINE);
  }
  context.drawImage(picture, 0, top, width, picture.height / ratio);
  let y = top + picture.height / ratio + GAP;
  for (const { parts, legend, height } of plotRows) {
    for (const part of parts) {
      for (const [i, line] of part.legend.entries()) {
        for (const { item, at } of line) drawKey(context, item, color, [part.left + GAP + at, y + (i + 0.5) * LINE]);
      }
      context.drawImage(part.canvas, part.left, y + legend, part.size[0], part.size[1]);
    }
    y += height;
  }
  return canvas;
}

/** True if the first letter belongs to a script written to the left. */
function isRightToLeft(text: string) {
  return /^\P{L}*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u.test(text);
}

/** Draws a legend entry: a sample line and its text. */
function drawKey(
  context: CanvasRenderingContext2D,
  { line, text }: ReturnType<Plot["still"]>["curves"][number],
  color: (property: string) => string,
  [x, y]: [x: number, y: number],
) {
  context.strokeStyle = color(line.color);
  context.lineWidth = line.width;
  context.setLineDash(line.dash);
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x + SWATCH, y);
  context.stroke();
  context.fillText(text, x + SWATCH + GAP / 2, y);
}

/**
 * @param room  length of a row
 * @returns rows of items with their offsets
 */
function rows<T>(items: T[], room: number, length: (item: T) => number) {
  const lines: { item: T; at: number }[][] = [];
  let at = room;
  for (const item of items) {
    const next = length(item);
    if (at + next > room || lines.length === 0) {
      lines.push([]);
      at = 0;
    }
    lines.at(-1)?.push({ item, at });
    at += next;
  }
  return lines;
}
