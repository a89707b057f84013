// Pictures of several runs side by side: each on a canvas of its own, all seen by one camera.
import { context2d, element, write } from "../base/dom.ts";
import { paint } from "../base/palette.ts";
import type { Picture } from "./canvas.ts";
import { fitCanvas } from "./fit.ts";

/** A run beside others. */
export interface Pane {
  /** Undefined for the first run, whose picture is there anyway. */
  picture?: Picture;
  name: () => string;
  /** A custom property. */
  color: () => string;
  /** True if it has stopped: its picture is left out. */
  stopped: () => boolean;
}

/** A pane with its elements. */
interface Cell {
  pane: Pane;
  canvas: HTMLCanvasElement;
  name: HTMLElement;
  element: HTMLElement;
}

/** Font and place of a name in a saved picture, in CSS px. */
const NAME = { font: "600 13px system-ui, sans-serif", at: [10, 18] };

export class Panes {
  element = element("div", { className: "panes" });
  #first;
  #picture;
  #all: Cell[] = [];

  /**
   * @param canvas  of the first run
   * @param picture  of it
   */
  constructor(canvas: HTMLCanvasElement, picture: Picture) {
    this.#first = canvas;
    this.#picture = picture;
    this.show([]);
  }

  /** Shows other runs; the first is alone if there are none. */
  show(panes: Pane[]) {
    const [first, ...others] = panes;
    this.#all = others.map((pane) => this.#pane(pane, element("canvas", { role: "img" })));
    if (first) this.#all.unshift(this.#pane(first, this.#first));
    const cells = this.#all.map((one) => one.element);
    this.element.replaceChildren(...(first ? cells : [element("div", {}, this.#first)]));
  }

  #pane(pane: Pane, canvas: HTMLCanvasElement) {
    const name = element("span", { className: "run-name" });
    return { pane, canvas, name, element: element("div", {}, canvas, name) };
  }

  /** Draws all pictures but the first. */
  draw() {
    const { camera } = this.#picture;
    for (const { pane, canvas, name } of this.#all) {
      const { picture } = pane;
      const text = pane.name();
      const stopped = pane.stopped();
      write(name, stopped ? `${text}: stopped` : text);
      name.style.borderColor = paint(pane.color());
      if (!picture) continue;
      canvas.ariaLabel = text;
      // one size for all, although places differ by a pixel: a surface redraws it faster
      const context = fitCanvas(canvas, camera, this.#first);
      const own = picture.camera;
      picture.camera = camera;
      if (!stopped) picture.draw(context, undefined);
      picture.camera = own;
    }
  }

  /** All pictures as one, with their names. @param ratio  pixels per CSS px */
  still(ratio: number) {
    if (this.#all.length === 0) return this.#first;
    const { clientWidth, clientHeight } = this.element;
    const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * ratio));
    const whole = element("canvas", { width, height });
    const context = context2d(whole);
    context.scale(ratio, ratio);
    context.font = NAME.font;
    for (const { canvas, name, element } of this.#all) {
      const { offsetLeft: left, offsetTop: top } = element;
      context.drawImage(canvas, left, top, canvas.width / ratio, canvas.height / ratio);
      context.fillStyle = getComputedStyle(name).color;
      context.fillText(String(name.textContent), left + NAME.at[0], top + NAME.at[1]);
    }
    return whole;
  }
}
