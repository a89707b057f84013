// The size of a canvas.
import { context2d, pixelRatio } from "../base/dom.ts";
import type { View } from "./canvas.ts";

/**
 * Clears a canvas and fits it to the pixels of the screen; it is drawn on in CSS px.
 * @param like  has the size that it gets; its own if left out
 */
export function fitCanvas(canvas: HTMLCanvasElement, camera: View, like: HTMLCanvasElement = canvas) {
  const { clientWidth, clientHeight } = like;
  const ratio = pixelRatio(like);
  const [width, height] = [clientWidth, clientHeight].map((size) => Math.round(size * ratio));
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  camera.resize(clientWidth, clientHeight);
  const context = context2d(canvas);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, clientWidth, clientHeight);
  return context;
}
